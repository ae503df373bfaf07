// The frames of a BVH file that is changed in place: which numbers of which of them are others.
#pragma once

#include "model/formats/bvh/bvh_reader.h"
#include "model/formats/bvh/bvh_text.h"
#include "model/pose/pose.h"

namespace vitruvian {

/// A document beside the file that it was read from.
struct BvhMatch {
    std::string_view text;
    const TracedBvh* file = nullptr;
    const Document* goal = nullptr;
    const Clip* clip = nullptr;  // of `goal`; null: its pose is to be the one frame
    std::vector<int> goal_of;    // per node of the file: the document's; -1: none
    std::size_t frames = 0;      // as they are to be
    double frame_time = default_frame_time;

    [[nodiscard]] const Clip* file_clip() const;
    [[nodiscard]] const Node& goal_node(std::size_t n) const;
};

/// Whether the clip, which may be null, has such keys.
[[nodiscard]] bool moves(const Clip* clip, int node, ChannelPath path);

[[nodiscard]] float turn_between(const quat& a, const quat& b);  // the sine of half of it

/// A document's motion frame by frame; without a clip the pose that it stores.
class BvhPoses {
  public:
    BvhPoses(const Document& document, const Clip* clip);
    /// At the key that is meant, where sums of times are rounded. Until it is called again.
    [[nodiscard]] const Pose& at_frame(std::size_t frame, double frame_time);

  private:
    Skeleton skeleton_;
    const Clip* clip_;
    Pose pose_;
    std::vector<float> key_times_;
};

/// Adds to `edits` what makes the file's frames the document's: single numbers, frames that come or go at either end, their
/// number and time. Error: "save-structure".
[[nodiscard]] Result<void> put_motion(const BvhMatch& match, BvhEdits& edits);

[[nodiscard]] tl::unexpected<Error> no_place_in_bvh(const Document& document, const std::string& what);

}  // namespace vitruvian

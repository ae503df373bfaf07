// The frames of a BVH file that is changed in place: which numbers of which frames differ.
#pragma once

#include "model/formats/bvh/bvh_reader.h"
#include "model/formats/bvh/bvh_text.h"
#include "model/pose/pose.h"

namespace vitruvian {

/// A document and the file that it was read from.
struct BvhMatch {
    std::string_view text;
    const TracedBvh* file = nullptr;
    const Document* goal = nullptr;
    const Clip* clip = nullptr;  // of `goal`; null: its pose is written as the one frame
    std::vector<int> goal_of;    // per node of the file: the node of `goal`; -1: none
    std::size_t frames = 0;      // number of frames to write
    double frame_time = default_frame_time;

    [[nodiscard]] const Clip* file_clip() const;
    [[nodiscard]] const Node& goal_node(std::size_t n) const;
};

/// Whether the clip, which may be null, has keys for this path of the node.
[[nodiscard]] bool moves(const Clip* clip, int node, ChannelPath path);

[[nodiscard]] float turn_between(const quat& a, const quat& b);  // sine of half the angle

/// A document's motion sampled frame by frame; without a clip, its stored pose.
class BvhPoses {
  public:
    BvhPoses(const Document& document, const Clip* clip);
    /// Samples at the key nearest to the frame's time, since accumulated times are rounded. The result is
    /// valid until the next call.
    [[nodiscard]] const Pose& at_frame(std::size_t frame, double frame_time);

  private:
    Skeleton skeleton_;
    const Clip* clip_;
    Pose pose_;
    std::vector<float> key_times_;
};

/// Adds to `edits` the changes that make the file's frames match the document: single numbers, frames added
/// or removed at either end, the number of frames and the frame time. Error: "save-structure".
[[nodiscard]] Result<void> put_motion(const BvhMatch& match, BvhEdits& edits);

[[nodiscard]] tl::unexpected<Error> no_place_in_bvh(const Document& document, const std::string& what);

}  // namespace vitruvian

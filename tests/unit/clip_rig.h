// A box figure of 1.7 m that stands in T-pose, and clips that are made for it key by key.
#pragma once

#include "model/document/document.h"
#include "tests/unit/findings_of.h"

#include <memory>
#include <string>
#include <vector>

namespace vitruvian::test {

class ClipRig {
  public:
    /// `kind`: hanim gives it a humanoid node and channels of deltas, as H-Anim's are.
    explicit ClipRig(HumanoidKind kind = HumanoidKind::inferred);

    Document document;

    [[nodiscard]] int node(Bone bone) const { return document.humanoids[0].bones[bone]; }
    [[nodiscard]] Joint& joint(Bone bone);

    /// A clip without channels; those below go to the last one.
    void add_clip(const std::string& name, double duration);
    void turn(Bone bone, std::vector<float> times, const std::vector<quat>& rotations,
              Interpolation interpolation = Interpolation::linear);
    /// Offsets from where the bone's node rests.
    void shift(Bone bone, std::vector<float> times, const std::vector<vec3>& offsets);
    void shift_node(int node, std::vector<float> times, const std::vector<vec3>& offsets);
    void scale(Bone bone, std::vector<float> times, const std::vector<float>& sizes);

    /// What one check says, under the profile that the document itself asks for, or a built-in one.
    [[nodiscard]] std::vector<check::Finding> check(const std::string& id,
                                                    const std::string& profile = {}) const;

  private:
    void add_bone(Bone bone, const vec3& place, const vec3& box_low, const vec3& box_high);
    Channel& channel(int node, ChannelPath path, std::vector<float> times);
    bool hanim_;
    std::vector<vec3> places_;  // of nodes, in the figure's space
};

/// A turn about X, Y or Z, in degrees.
[[nodiscard]] quat about_x(float degrees);
[[nodiscard]] quat about_y(float degrees);
[[nodiscard]] quat about_z(float degrees);

}  // namespace vitruvian::test

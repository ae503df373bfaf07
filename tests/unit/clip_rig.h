// A box figure of 1.7 m in T-pose, with clips made key by key.
#pragma once

#include "model/document/document.h"
#include "tests/unit/findings_of.h"

#include <memory>
#include <string>
#include <vector>

namespace vitruvian::test {

class ClipRig {
  public:
    /// `kind`: hanim gives it a humanoid node and delta channels, as in H-Anim.
    explicit ClipRig(HumanoidKind kind = HumanoidKind::inferred);

    Document document;

    [[nodiscard]] int node(Bone bone) const { return document.humanoids[0].bones[bone]; }
    [[nodiscard]] Joint& joint(Bone bone);

    /// Adds a clip without channels; the functions below add to the last one.
    void add_clip(const std::string& name, double duration);
    void turn(Bone bone, std::vector<float> times, const std::vector<quat>& rotations,
              Interpolation interpolation = Interpolation::linear);
    /// Offsets from the rest position of the bone's node.
    void shift(Bone bone, std::vector<float> times, const std::vector<vec3>& offsets);
    void shift_node(int node, std::vector<float> times, const std::vector<vec3>& offsets);
    void scale(Bone bone, std::vector<float> times, const std::vector<float>& sizes);

    /// Returns the findings of one check, under the document's own profile, or a built-in one.
    [[nodiscard]] std::vector<check::Finding> check(const std::string& id,
                                                    const std::string& profile = {}) const;

  private:
    void add_bone(Bone bone, const vec3& place, const vec3& box_low, const vec3& box_high);
    Channel& channel(int node, ChannelPath path, std::vector<float> times);
    bool hanim_;
    std::vector<vec3> places_;  // of nodes, in the figure's space
};

/// A rotation about X, Y or Z, in degrees.
[[nodiscard]] quat about_x(float degrees);
[[nodiscard]] quat about_y(float degrees);
[[nodiscard]] quat about_z(float degrees);

}  // namespace vitruvian::test

// Motion files made from one figure and one motion, whatever the frames that its joints have at zero.
#pragma once

#include "tests/unit/remap_rigs.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vitruvian::test {

struct JointPlan {
    const char* name;
    int parent;
    vec3 place;   // in the T-pose, centimetres, +Y up, facing +Z
    vec3 end{0};  // of leaves: where the End Site is
};

/// As in CMU's skeletons the hip joints are before the hips and the shoulders behind: from these to those is not upright.
[[nodiscard]] const std::vector<JointPlan>& figure();
[[nodiscard]] bool is_limb(std::size_t joint);

struct Motion {
    std::vector<std::vector<quat>> turns;  // frame, joint: from the T-pose, in the parent's turned axes
    std::vector<vec3> hips;
};

/// First stands with hanging arms, then moves all limbs anyhow, walking about.
[[nodiscard]] Motion make_motion(Random& random);

/// The motion as a BVH file whose joints have the world frames `frames` in the T-pose: at zero they all lie
/// along the axes, and the bones where that takes them.
[[nodiscard]] std::string bvh_of(const Motion& motion, const std::vector<quat>& frames,
                                 const vec3& root_offset = vec3(0));

/// Frames whose X goes along the bone to the joint's first child or end, turned about it at random.
[[nodiscard]] std::vector<quat> along_bones(Random& random);

}  // namespace vitruvian::test

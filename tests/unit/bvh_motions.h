// Motion files made from one figure and one motion, with arbitrary joint frames in the zero pose.
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
    vec3 end{0};  // for leaves: the End Site
};

/// As in CMU's skeletons the hip joints are in front of the hips and the shoulders behind: the line between
/// them is not upright.
[[nodiscard]] const std::vector<JointPlan>& figure();
[[nodiscard]] bool is_limb(std::size_t joint);

struct Motion {
    std::vector<std::vector<quat>> turns;  // frame, joint: from the T-pose, in the parent's rotated axes
    std::vector<vec3> hips;
};

/// First stands with hanging arms, then moves all limbs randomly while walking.
[[nodiscard]] Motion make_motion(Random& random);

/// The motion as a BVH file whose joints have the world frames `frames` in the T-pose: in the zero pose all
/// are along the axes, with the resulting bone directions.
[[nodiscard]] std::string bvh_of(const Motion& motion, const std::vector<quat>& frames,
                                 const vec3& root_offset = vec3(0));

/// Frames with X along the bone to the joint's first child or end, with a random rotation about it.
[[nodiscard]] std::vector<quat> along_bones(Random& random);

}  // namespace vitruvian::test

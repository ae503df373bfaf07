// A humanoid prepared for inverse kinematics: its movable joints with frames, limits and weights. Created
// once per document and used for many poses.
#pragma once

#include "model/document/item.h"
#include "model/pose/pose.h"

#include <array>
#include <vector>

namespace vitruvian {

/// The joints that bend in one direction only.
inline constexpr std::array hinge_bones = {Bone::left_lower_arm, Bone::right_lower_arm, Bone::left_lower_leg,
                                           Bone::right_lower_leg};

struct IkJoint {
    int node = -1;
    int joint = -1;  // index into Humanoid::joints
    quat limit_frame = identity_quat;
    vec3 lower{0.0F};  // radians; minus pi if the file gives no limit
    vec3 upper{0.0F};  // pi
    vec3 willingness{
        1.0F};  // (1 - stiffness)^2 per axis, with stiffness at most 0.99; 0 where the range is none
    bool may_be_beyond = false;  // its limits are not from a file, and a pose may already exceed them
    float bends = 0.0F;          // for knees and elbows: the sign of X when bending; 0: other joints
};

struct IkFigure {
    int humanoid = -1;
    Skeleton skeleton;
    std::vector<IkJoint> joints;     // parents before children
    std::vector<int> joint_of_node;  // index into joints, -1
    int root = -1;                   // the node that may be moved as a whole: the topmost joint; -1: none
};

/// `humanoid` is an index into Document::humanoids.
[[nodiscard]] IkFigure make_ik_figure(const Document& document, int humanoid);

}  // namespace vitruvian

// The manikin for tests of inverse kinematics.
#pragma once

#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/ik/ik_solver.h"
#include "tests/unit/read_manikin.h"

namespace vitruvian::test {

inline int node_of(Bone bone) {
    return manikin().humanoids[0].bones[bone];
}

/// A joint's rotation from rest as swing and twist in its limit frame, in radians.
inline vec3 angles_of(const IkFigure& figure, const IkJoint& joint, const Pose& pose) {
    const quat delta =
        glm::inverse(at(figure.skeleton.rest, joint.node).rotation) * at(pose.local, joint.node).rotation;
    return swing_twist_angles(glm::inverse(joint.limit_frame) * delta * joint.limit_frame);
}

}  // namespace vitruvian::test

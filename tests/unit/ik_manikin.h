// The manikin for tests of inverse kinematics.
#pragma once

#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/formats/load.h"
#include "model/ik/ik_solver.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <utility>

namespace vitruvian::test {

inline const Document& manikin() {
    static const Document document = [] {
        Result<Document> loaded = load_document(source_folder() / "assets/manikin/manikin.x3d");
        EXPECT_TRUE(loaded.has_value());
        return std::move(*loaded);
    }();
    return document;
}

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

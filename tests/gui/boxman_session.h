// A session with one figure of few joints, boxman.gltf, for tests of posing and of keys.
#pragma once

#include "tests/folders.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>

namespace vitruvian::test {

class BoxmanSession : public FolderTest {
  protected:
    void SetUp() override {
        setenv("XDG_DATA_HOME", folder_.c_str(), 1);
        session_ = std::make_unique<Session>();
        ASSERT_TRUE(session_->open_now({source_folder() / "tests" / "data" / "boxman.gltf"}));
    }

    const OpenFigure& figure() const { return session_->figures().front(); }
    std::uint64_t id() const { return figure().id; }
    Item joint(Bone bone) const {
        const Humanoid& humanoid = figure().document().humanoids[0];
        for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
            if (humanoid.joints[j].node == humanoid.bones[bone]) return joint_item(0, static_cast<int>(j));
        }
        return {};
    }
    void select(Bone bone) { session_->execute(Select{{id(), joint(bone)}}); }
    void turn(Bone bone, float radians) {
        session_->execute(
            Edit{id(), SetJointRotation{joint(bone), axis_angle(vec3(1.0F, 0.0F, 0.0F), radians)}});
    }
    /// The bone's visible rotation from rest, in radians.
    float seen(Bone bone) const {
        const auto node = static_cast<std::size_t>(figure().document().humanoids[0].bones[bone]);
        const quat d =
            glm::conjugate(figure().skeleton.rest[node].rotation) * figure().pose.local[node].rotation;
        return 2.0F * std::atan2(glm::length(vec3(d.x, d.y, d.z)), std::abs(d.w));
    }
    std::size_t steps() const { return figure().history.present_index(); }

    std::unique_ptr<Session> session_;
};

}  // namespace vitruvian::test

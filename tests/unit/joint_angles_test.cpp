#include "model/figure/joint_angles.h"

#include "model/figure/euler_angles.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace vitruvian {
namespace {

using test::Random;

float angle_between(const quat& a, const quat& b) {
    const quat d = glm::inverse(a) * b;
    return 2.0F * std::atan2(glm::length(vec3(d.x, d.y, d.z)), std::abs(d.w));
}

TEST(JointAngles, RotationVectorsAreTheRotation) {
    Random random(1);
    for (int i = 0; i < 1000; ++i) {
        const quat rotation = random.rotation();
        const vec3 v = rotation_vector(rotation);
        EXPECT_LE(glm::length(v), std::numbers::pi_v<float> + 1e-5F);
        EXPECT_LT(angle_between(axis_angle(v, glm::length(v)), rotation), 2e-3F);
    }
    EXPECT_EQ(rotation_vector(identity_quat), vec3(0.0F));
}

TEST(JointAngles, SwingAndTwistMultiplyToTheRotation) {
    Random random(2);
    for (int i = 0; i < 1000; ++i) {
        const quat rotation = random.rotation();
        const vec3 axis = glm::normalize(rotation_vector(random.rotation()));
        const SwingTwist parts = swing_twist(rotation, axis);
        EXPECT_LT(angle_between(parts.swing * parts.twist, rotation), 2e-3F);
        EXPECT_NEAR(glm::dot(rotation_vector(parts.swing), axis), 0.0F, 2e-3F) << "a swing that twists";
        EXPECT_LT(glm::length(glm::cross(rotation_vector(parts.twist), axis)), 2e-3F)
            << "a twist that swings";
    }
}

TEST(JointAngles, EulerAnglesMultiplyToTheRotationAlsoAtRightAngles) {
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        const float turn = static_cast<float>(i % 7) - 3.0F;
        const quat rotation =
            i % 3 == 0
                ? axis_angle(vec3(1, 0, 0), turn) *
                      axis_angle(vec3(0, 1, 0), (i % 2 == 0 ? 0.5F : -0.5F) * std::numbers::pi_v<float>)
                : random.rotation();
        const vec3 e = euler_xyz(rotation);
        const quat again =
            axis_angle(vec3(1, 0, 0), e.x) * axis_angle(vec3(0, 1, 0), e.y) * axis_angle(vec3(0, 0, 1), e.z);
        EXPECT_LT(angle_between(again, rotation), 3e-3F) << i;
    }
}

TEST(EulerAngles, AreTheRotationAndTurnLeast) {
    const float pi = std::numbers::pi_v<float>;
    for (int axis = 0; axis < 3; ++axis) {
        vec3 half(0.0F);
        half[axis] = pi;
        vec3 direction(0.0F);
        direction[axis] = 1.0F;
        for (const float sign : {1.0F, -1.0F}) {
            const vec3 e = euler_angles(axis_angle(direction, sign * pi));
            EXPECT_LT(glm::length(e - half), 1e-5F) << e.x << " " << e.y << " " << e.z;
        }
    }
    Random random(5);
    for (int i = 0; i < 1000; ++i) {
        const quat rotation = random.rotation();
        const vec3 e = euler_angles(rotation);
        EXPECT_LT(angle_between(euler_rotation(e), rotation), 3e-3F) << i;
        const vec3 other(e.x + pi, pi - e.y, e.z + pi);
        EXPECT_LT(angle_between(euler_rotation(other), rotation), 3e-3F) << "the other triple";
        EXPECT_LE(glm::length(e),
                  glm::length(vec3(std::remainder(other.x, 2.0F * pi), std::remainder(other.y, 2.0F * pi),
                                   std::remainder(other.z, 2.0F * pi))) +
                      1e-4F);
    }
}

TEST(JointAngles, AreOfTheLimitFrame) {
    Random random(4);
    Skeleton skeleton;
    skeleton.parent = {-1};
    skeleton.rest.resize(1);
    Pose pose;
    pose.local.resize(1);
    for (int i = 0; i < 100; ++i) {
        Joint joint;
        joint.node = 0;
        joint.limit_orientation = random.rotation();
        skeleton.rest[0].rotation = random.rotation();
        const vec3 wanted(0.1F * static_cast<float>(i % 10), -0.5F, 0.3F);
        const quat inside = axis_angle(wanted, glm::length(wanted));
        pose.local[0].rotation = skeleton.rest[0].rotation * joint.limit_orientation * inside *
                                 glm::inverse(joint.limit_orientation);
        const vec3 found = joint_angles(joint, skeleton, pose);
        EXPECT_LT(glm::length(found - wanted), 1e-4F);
    }
}

TEST(JointAngles, BeyondLimitsIsOfTheAxisThatIsFurthest) {
    Joint joint;
    EXPECT_EQ(beyond_limits(joint, vec3(3.0F)), 0.0F);
    joint.lower_limit = vec3(-1.0F, -1.0F, 1.0F);
    joint.upper_limit = vec3(1.0F, 2.0F, -1.0F);  // Z the wrong way round
    EXPECT_EQ(beyond_limits(joint, vec3(0.5F, -1.0F, 3.0F)), 0.0F);
    EXPECT_FLOAT_EQ(beyond_limits(joint, vec3(1.25F, -1.5F, 0.0F)), 0.5F);
}

}  // namespace
}  // namespace vitruvian

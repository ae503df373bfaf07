#include "model/figure/joint_angles.h"

#include "model/core/at.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {

quat limit_frame_rotation(const Joint& joint, const quat& delta) {
    const quat turned = glm::inverse(joint.limit_orientation) * delta * joint.limit_orientation;
    return turned.w < 0.0F ? -turned : turned;
}

quat limit_frame_rotation(const Joint& joint, const Skeleton& skeleton, const Pose& pose) {
    return limit_frame_rotation(
        joint, glm::inverse(at(skeleton.rest, joint.node).rotation) * at(pose.local, joint.node).rotation);
}

vec3 joint_angles(const Joint& joint, const Skeleton& skeleton, const Pose& pose) {
    return rotation_vector(limit_frame_rotation(joint, skeleton, pose));
}

float angle_between(const quat& a, const quat& b) {
    const quat q = glm::inverse(a) * b;
    return 2.0F * std::atan2(glm::length(vec3(q.x, q.y, q.z)), std::abs(q.w));
}

vec3 rotation_vector(const quat& rotation) {
    const quat q = rotation.w < 0.0F ? -rotation : rotation;
    const vec3 axis(q.x, q.y, q.z);
    const float half_sine = glm::length(axis);
    if (half_sine < 1e-7F) return 2.0F * axis;
    return axis * (2.0F * std::atan2(half_sine, q.w) / half_sine);
}

SwingTwist swing_twist(const quat& rotation, const vec3& axis) {
    const float along = glm::dot(vec3(rotation.x, rotation.y, rotation.z), axis);
    const quat twist =
        normalized_or_identity(quat(rotation.w, along * axis.x, along * axis.y, along * axis.z));
    return {rotation * glm::inverse(twist), twist};
}

vec3 swing_twist_angles(const quat& rotation) {
    const SwingTwist parts = swing_twist(rotation, vec3(0.0F, 1.0F, 0.0F));
    const vec3 swing = rotation_vector(parts.swing);
    return {swing.x, rotation_vector(parts.twist).y, swing.z};
}

quat swing_twist_rotation(const vec3& angles) {
    const vec3 swing(angles.x, 0.0F, angles.z);
    return axis_angle(swing, glm::length(swing)) * axis_angle(vec3(0.0F, 1.0F, 0.0F), angles.y);
}

float beyond_limits(const Joint& joint, const vec3& angles) {
    float out = 0.0F;
    for (int axis = 0; axis < 3; ++axis) {
        const bool inverted =
            joint.lower_limit && joint.upper_limit && (*joint.lower_limit)[axis] > (*joint.upper_limit)[axis];
        // Inverted limits are reported by other checks.
        if (inverted || std::abs(angles[axis]) < 1e-4F) continue;
        if (joint.lower_limit) out = std::max(out, (*joint.lower_limit)[axis] - angles[axis]);
        if (joint.upper_limit) out = std::max(out, angles[axis] - (*joint.upper_limit)[axis]);
    }
    return out;
}

vec3 euler_xyz(const quat& rotation) {
    const mat3 m = glm::mat3_cast(rotation);
    const float cosine = std::hypot(m[2][1], m[2][2]);
    // Where Y is 90 degrees only the sum or difference of the others is defined: all of it is assigned to X.
    const float x = cosine < 1e-6F ? std::atan2(m[1][2], m[1][1]) : std::atan2(-m[2][1], m[2][2]);
    const float z = std::atan2(std::cos(x) * m[0][1] + std::sin(x) * m[0][2],
                               std::cos(x) * m[1][1] + std::sin(x) * m[1][2]);
    return {x, std::atan2(m[2][0], cosine), z};
}

}  // namespace vitruvian

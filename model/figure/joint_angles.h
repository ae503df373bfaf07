// How far a joint is turned, in the terms that its limits are given in: for overlays, inspectors, checks and inverse
// kinematics alike.
#pragma once

#include "model/document/document.h"
#include "model/pose/pose.h"

namespace vitruvian {

/// The joint's rotation from rest as a quaternion in its limit frame (limitOrientation), w >= 0. `delta`: as the joint's
/// own frame has it.
[[nodiscard]] quat limit_frame_rotation(const Joint& joint, const quat& delta);
[[nodiscard]] quat limit_frame_rotation(const Joint& joint, const Skeleton& skeleton, const Pose& pose);

/// A joint's rotation from rest as a rotation vector (radians about X, Y, Z of its limit frame): what the limits are
/// compared with. H-Anim does not say how three limited angles combine; this is exact for one axis.
[[nodiscard]] vec3 joint_angles(const Joint& joint, const Skeleton& skeleton, const Pose& pose);

/// Radians between two rotations, 0 to pi; exact for small ones too.
[[nodiscard]] float angle_between(const quat& a, const quat& b);

/// The logarithm of a unit quaternion: axis times angle, at most pi long.
[[nodiscard]] vec3 rotation_vector(const quat& rotation);

/// A rotation apart: first twist about `axis` (unit), then swing, whose axis is perpendicular to it: rotation = swing *
/// twist. Where it turns `axis` right round, the twist is the identity.
struct SwingTwist {
    quat swing = identity_quat;
    quat twist = identity_quat;
};
[[nodiscard]] SwingTwist swing_twist(const quat& rotation, const vec3& axis);

/// A joint's three angles in its limit frame (limitOrientation), read as swing and twist, since H-Anim does not say how
/// three limited rotations combine:
///     R = Lo exp([x, 0, z]) exp([0, y, 0]) Lo^-1,   llimit <= (x, y, z) <= ulimit, axis by axis.
/// H-Anim's bones run along Y in the default pose, so y is the twist. Regular for swings below 180 degrees.
[[nodiscard]] vec3 swing_twist_angles(const quat& limit_frame_rotation);
[[nodiscard]] quat swing_twist_rotation(const vec3& angles);

/// By how many radians the worst axis is beyond its limits; 0 within them. An axis that is not turned, or whose limits are
/// inverted, is not.
[[nodiscard]] float beyond_limits(const Joint& joint, const vec3& angles);

/// Euler angles in radians of rotation = Rx(x) Ry(y) Rz(z); y in [-pi/2, pi/2].
[[nodiscard]] vec3 euler_xyz(const quat& rotation);

}  // namespace vitruvian

// Joint rotations in the parametrisation of joint limits: for overlays, inspectors, checks and inverse
// kinematics.
#pragma once

#include "model/document/document.h"
#include "model/pose/pose.h"

namespace vitruvian {

/// Returns the joint's rotation from rest as a quaternion in its limit frame (limitOrientation), w >= 0.
/// `delta`: in the joint's own frame.
[[nodiscard]] quat limit_frame_rotation(const Joint& joint, const quat& delta);
[[nodiscard]] quat limit_frame_rotation(const Joint& joint, const Skeleton& skeleton, const Pose& pose);

/// Returns a joint's rotation from rest as a rotation vector (radians about X, Y, Z of its limit frame),
/// which is compared with the limits. H-Anim does not define how three limited angles combine; this is exact
/// for one axis.
[[nodiscard]] vec3 joint_angles(const Joint& joint, const Skeleton& skeleton, const Pose& pose);

/// Radians between two rotations, 0 to pi; accurate for small angles.
[[nodiscard]] float angle_between(const quat& a, const quat& b);

/// Logarithm of a unit quaternion: axis times angle, length at most pi.
[[nodiscard]] vec3 rotation_vector(const quat& rotation);

/// Decomposition of a rotation: first twist about `axis` (unit), then swing about a perpendicular axis:
/// rotation = swing * twist. If it inverts `axis`, the twist is the identity.
struct SwingTwist {
    quat swing = identity_quat;
    quat twist = identity_quat;
};
[[nodiscard]] SwingTwist swing_twist(const quat& rotation, const vec3& axis);

/// Returns a joint's three angles in its limit frame (limitOrientation) as swing and twist, since H-Anim does
/// not define how three limited rotations combine:
///     R = Lo exp([x, 0, z]) exp([0, y, 0]) Lo^-1,   llimit <= (x, y, z) <= ulimit, axis by axis.
/// H-Anim's bones run along Y in the default pose, so y is the twist. Regular for swings below 180 degrees.
[[nodiscard]] vec3 swing_twist_angles(const quat& limit_frame_rotation);
[[nodiscard]] quat swing_twist_rotation(const vec3& angles);

/// Returns by how many radians the worst axis exceeds its limits; 0 within them. Axes with zero rotation or
/// inverted limits are ignored.
[[nodiscard]] float beyond_limits(const Joint& joint, const vec3& angles);

/// Euler angles in radians of rotation = Rx(x) Ry(y) Rz(z); y in [-pi/2, pi/2].
[[nodiscard]] vec3 euler_xyz(const quat& rotation);

}  // namespace vitruvian

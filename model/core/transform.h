// Vectors, quaternions and the transform type used by the whole model.
// Right-handed, column vectors, column-major matrices (as in glm, OpenGL, glTF and HumanIK's 16 numbers).
// Lengths are in the file's units (metres unless the file specifies another unit), angles in radians.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <array>
#include <limits>

namespace vitruvian {

using glm::mat3;
using glm::mat4;
using glm::quat;
using glm::vec2;
using glm::vec3;
using glm::vec4;

inline constexpr quat identity_quat{1.0F, 0.0F, 0.0F, 0.0F};

/// matrix = T(translation) R(rotation) SR S(scale) SR^-1, where SR is scale_orientation.
/// This is a polar decomposition, so every affine matrix has one: VRML's scaleOrientation and sheared
/// glTF matrices need SR; everything else leaves it at identity. Rotations are unit quaternions.
struct Transform {
    vec3 translation{0.0F};
    quat rotation = identity_quat;
    vec3 scale{1.0F};
    quat scale_orientation = identity_quat;

    bool operator==(const Transform&) const = default;
};

/// The 4x4 matrix of a transform.
[[nodiscard]] mat4 to_matrix(const Transform& transform);

/// The transform of an affine matrix (bottom row ignored), by singular value decomposition in double
/// precision. A mirrored matrix gives a negative scale. TRS matrices come back with an identity
/// scale_orientation.
[[nodiscard]] Transform to_transform(const mat4& matrix);

/// rest * delta, component by component: exact where `rest` has unit or uniform scale or `delta` no rotation,
/// which holds for H-Anim (rest is a translation) and for rotation-only channels. See Pose.
[[nodiscard]] Transform compose(const Transform& rest, const Transform& delta);

/// The inverse of an affine matrix; singular directions invert to zero instead of infinity.
[[nodiscard]] mat4 affine_inverse(const mat4& matrix);

/// Returns the unit quaternion of a rotation about `axis` by `radians`. A zero or non-finite axis gives the
/// identity (VRML files contain "0 0 0 1"); any other axis is normalized.
[[nodiscard]] quat axis_angle(const vec3& axis, float radians);

/// Returns `q` normalized, or the identity where it is zero or not finite.
[[nodiscard]] quat normalized_or_identity(const quat& q);

[[nodiscard]] bool is_finite(const vec3& v);
[[nodiscard]] bool is_finite(const quat& q);
[[nodiscard]] bool is_finite(const mat4& m);
[[nodiscard]] bool is_finite(const Transform& t);

/// A box that grows with points; empty (min > max) until the first.
struct Bounds {
    vec3 min{std::numeric_limits<float>::max()};
    vec3 max{std::numeric_limits<float>::lowest()};

    [[nodiscard]] bool empty() const { return min.x > max.x; }
    [[nodiscard]] vec3 centre() const { return (min + max) * 0.5F; }
    [[nodiscard]] vec3 size() const { return max - min; }
    /// x changes fastest, then y.
    [[nodiscard]] std::array<vec3, 8> corners() const;
    void add(const vec3& point) {
        min = glm::min(min, point);
        max = glm::max(max, point);
    }
    void add(const Bounds& other) {
        if (other.empty()) return;
        add(other.min);
        add(other.max);
    }
};

}  // namespace vitruvian

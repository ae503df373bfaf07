// Euler angles for display in fields and curves: rotations about the fixed axes X, then Y, then Z, R = Rz(z)
// Ry(y) Rx(x). Radians.
#pragma once

#include "model/core/transform.h"

namespace vitruvian {

/// Returns the triple of a rotation with the smallest angles: half a turn about Y is (0, pi, 0).
[[nodiscard]] vec3 euler_angles(const quat& rotation);
/// Returns the triple closest to `near`, with whole turns added.
[[nodiscard]] vec3 euler_angles(const quat& rotation, const vec3& near);

[[nodiscard]] quat euler_rotation(const vec3& angles);

}  // namespace vitruvian

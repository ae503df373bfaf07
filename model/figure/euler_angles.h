// Rotations as people read them in fields and curves: turns about X, then Y, then Z, all of them fixed axes,
// R = Rz(z) Ry(y) Rx(x). Radians.
#pragma once

#include "model/core/transform.h"

namespace vitruvian {

/// Of the triples that make a rotation the one that turns least: half a turn about Y is (0, pi, 0).
[[nodiscard]] vec3 euler_angles(const quat& rotation);
/// The one nearest to `near`, whole turns more or less.
[[nodiscard]] vec3 euler_angles(const quat& rotation, const vec3& near);

[[nodiscard]] quat euler_rotation(const vec3& angles);

}  // namespace vitruvian

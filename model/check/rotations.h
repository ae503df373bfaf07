// Rotations as angles.
#pragma once

#include "model/core/transform.h"

namespace vitruvian::check {

/// Radians between two rotations, 0 to pi; exact for small ones too.
[[nodiscard]] float angle_between(const quat& a, const quat& b);

/// Axis times angle, the angle at most pi.
[[nodiscard]] vec3 rotation_vector(quat q);

}  // namespace vitruvian::check

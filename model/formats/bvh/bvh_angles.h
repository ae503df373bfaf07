// Euler angles as BVH files store them: degrees about axes, applied one after the other.
#pragma once

#include "model/core/transform.h"

#include <array>

namespace vitruvian {

/// Three different axes, 0 to 2, in the order of the product: R = R(axes[0]) R(axes[1]) R(axes[2]).
using AxisOrder = std::array<int, 3>;

/// Returns the angles in degrees about the axes that compose to `q`, a unit quaternion; of the equivalent
/// solutions, the one nearest to `before`.
[[nodiscard]] std::array<double, 3> angles_about(const AxisOrder& axes, const quat& q,
                                                 const std::array<double, 3>& before);

}  // namespace vitruvian

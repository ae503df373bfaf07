#include "model/formats/bvh/bvh_angles.h"

#include "model/core/at.h"

#include <cmath>

namespace vitruvian {
namespace {

constexpr double degrees_per_radian = 180.0 / 3.14159265358979323846;

/// Rows of the rotation matrix.
using Matrix = std::array<std::array<double, 3>, 3>;

Matrix matrix_of(const quat& q) {
    const double w = static_cast<double>(q.w);
    const double x = static_cast<double>(q.x);
    const double y = static_cast<double>(q.y);
    const double z = static_cast<double>(q.z);
    return {{{1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)},
             {2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)},
             {2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)}}};
}

}  // namespace

std::array<double, 3> angles_about(const AxisOrder& axes, const quat& q,
                                   const std::array<double, 3>& before) {
    const Matrix matrix = matrix_of(q);
    const auto [i, j, k] = axes;
    const auto m = [&matrix](int row, int column) { return at(at(matrix, row), column); };
    const double sign = (i + 1) % 3 == j ? 1.0 : -1.0;
    const double cosine = std::hypot(m(i, i), m(i, j));
    std::array<double, 3> out{};
    out[1] = std::atan2(sign * m(i, k), cosine) * degrees_per_radian;
    if (cosine > 1e-6) {
        out[0] = std::atan2(-sign * m(j, k), m(k, k)) * degrees_per_radian;
        out[2] = std::atan2(-sign * m(i, j), m(i, i)) * degrees_per_radian;
    } else {
        // Gimbal lock: the first and the last rotation share an axis; the last angle stays as before.
        out[2] = before[2];
        const double both = std::atan2(sign * m(k, j), m(j, j)) * degrees_per_radian;
        out[0] = m(i, k) > 0.0 ? both - before[2] : both + before[2];
    }
    const auto near = [](double angle, double to) {
        return angle - 360.0 * std::round((angle - to) / 360.0);
    };
    // The other solution for the same rotation.
    std::array<double, 3> other{out[0] + 180.0, 180.0 - out[1], out[2] + 180.0};
    double cost = 0.0;
    double other_cost = 0.0;
    for (std::size_t n = 0; n < 3; ++n) {
        out.at(n) = near(out.at(n), before.at(n));
        other.at(n) = near(other.at(n), before.at(n));
        cost += std::abs(out.at(n) - before.at(n));
        other_cost += std::abs(other.at(n) - before.at(n));
    }
    return other_cost < cost ? other : out;
}

}  // namespace vitruvian

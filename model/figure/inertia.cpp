#include "model/figure/inertia.h"

#include "model/core/at.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace vitruvian {

std::optional<mat3> inertia_ellipsoid(const Segment& segment) {
    const auto& moments = segment.moments_of_inertia;
    const bool is_given =
        std::any_of(moments.begin(), moments.end(), [](float number) { return number != 0.0F; });
    if (!is_given || !(segment.mass > 0.0F)) return std::nullopt;
    Eigen::Matrix3f tensor;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) tensor(row, column) = at(moments, 3 * row + column);
    }
    if (!tensor.allFinite()) return std::nullopt;
    // Only the symmetric part is used.
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3f> parts(0.5F * (tensor + tensor.transpose()));
    const Eigen::Vector3f about = parts.eigenvalues();
    mat3 out(1.0F);
    for (int axis = 0; axis < 3; ++axis) {
        // I_x = m (b^2 + c^2) / 5, and so on.
        const float square = 5.0F * (0.5F * about.sum() - about[axis]) / segment.mass;
        const Eigen::Vector3f along = parts.eigenvectors().col(axis);
        out[axis] = std::sqrt(std::max(square, 0.0F)) * vec3(along[0], along[1], along[2]);
    }
    return out;
}

}  // namespace vitruvian

#include "model/core/transform.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <array>
#include <cmath>
#include <limits>

namespace vitruvian {
namespace {

// Square matrices need none of the preconditioners, which are slow to compile.
using Svd = Eigen::JacobiSVD<Eigen::Matrix3d, Eigen::NoQRPreconditioner>;

bool finite(float x) {
    return std::isfinite(x);
}

/// The upper-left 3x3 of `m` in double precision.
Eigen::Matrix3d linear_part(const mat4& m) {
    Eigen::Matrix3d out;
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) out(r, c) = static_cast<double>(m[c][r]);
    }
    return out;
}

/// Returns the Moore-Penrose pseudo-inverse.
Eigen::Matrix3d pseudo_inverse(const Eigen::Matrix3d& m) {
    const Svd svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    const Eigen::Vector3d& singular = svd.singularValues();
    const double least = 3.0 * std::numeric_limits<double>::epsilon() * singular.maxCoeff();
    Eigen::Vector3d inverse = Eigen::Vector3d::Zero();
    for (int i = 0; i < 3; ++i) {
        if (singular[i] > least) inverse[i] = 1.0 / singular[i];
    }
    return svd.matrixV() * inverse.asDiagonal() * svd.matrixU().transpose();
}

quat to_quat(const Eigen::Matrix3d& rotation) {
    const Eigen::Quaterniond q = Eigen::Quaterniond(rotation).normalized();
    return {static_cast<float>(q.w()), static_cast<float>(q.x()), static_cast<float>(q.y()),
            static_cast<float>(q.z())};
}

/// Whether the columns are perpendicular, so that M = R * diag(lengths) needs no scale orientation.
bool has_perpendicular_columns(const Eigen::Matrix3d& m) {
    const double limit = 1e-6;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3;
        const double lengths = m.col(i).norm() * m.col(j).norm();
        if (std::abs(m.col(i).dot(m.col(j))) > limit * lengths) return false;
        if (lengths == 0.0) return false;
    }
    return true;
}

}  // namespace

mat4 to_matrix(const Transform& t) {
    mat3 linear = glm::mat3_cast(t.rotation);
    if (t.scale_orientation == identity_quat) {
        linear[0] *= t.scale.x;
        linear[1] *= t.scale.y;
        linear[2] *= t.scale.z;
    } else {
        mat3 stretch = glm::mat3_cast(t.scale_orientation);
        const mat3 back = glm::transpose(stretch);
        stretch[0] *= t.scale.x;
        stretch[1] *= t.scale.y;
        stretch[2] *= t.scale.z;
        linear = linear * (stretch * back);
    }
    mat4 out(linear);
    out[3] = vec4(t.translation, 1.0F);
    return out;
}

Transform to_transform(const mat4& matrix) {
    Transform out;
    out.translation = vec3(matrix[3]);
    const Eigen::Matrix3d m = linear_part(matrix);
    if (!m.allFinite()) return out;
    if (has_perpendicular_columns(m)) {
        Eigen::Vector3d scale = m.colwise().norm().transpose();
        Eigen::Matrix3d rotation = m.array().rowwise() / scale.transpose().array();
        if (rotation.determinant() < 0.0) {
            scale = -scale;
            rotation = -rotation;
        }
        out.rotation = to_quat(rotation);
        out.scale = vec3(scale.x(), scale.y(), scale.z());
        return out;
    }
    const Svd svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Matrix3d v = svd.matrixV();
    Eigen::Vector3d scale = svd.singularValues();
    Eigen::Matrix3d rotation = svd.matrixU() * v.transpose();
    if (rotation.determinant() < 0.0) {
        rotation = -rotation;
        scale = -scale;
    }
    if (v.determinant() < 0.0) v = -v;
    out.rotation = to_quat(rotation);
    out.scale = vec3(scale.x(), scale.y(), scale.z());
    out.scale_orientation = to_quat(v);
    return out;
}

Transform compose(const Transform& rest, const Transform& delta) {
    Transform out;
    out.translation = rest.translation + rest.rotation * (rest.scale * delta.translation);
    out.rotation = glm::normalize(rest.rotation * delta.rotation);
    out.scale = rest.scale * delta.scale;
    out.scale_orientation =
        rest.scale_orientation == identity_quat ? delta.scale_orientation : rest.scale_orientation;
    return out;
}

mat4 affine_inverse(const mat4& matrix) {
    const Eigen::Matrix3d m = linear_part(matrix);
    Eigen::Matrix3d inverse;
    bool invertible = false;
    double determinant = 0.0;
    m.computeInverseAndDetWithCheck(inverse, determinant, invertible, 1e-30);
    if (!invertible) inverse = pseudo_inverse(m);
    const Eigen::Vector3d t(static_cast<double>(matrix[3][0]), static_cast<double>(matrix[3][1]),
                            static_cast<double>(matrix[3][2]));
    const Eigen::Vector3d back = -(inverse * t);
    mat4 out(1.0F);
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) out[c][r] = static_cast<float>(inverse(r, c));
        out[3][c] = static_cast<float>(back(c));
    }
    return out;
}

quat axis_angle(const vec3& axis, float radians) {
    const double x = static_cast<double>(axis.x);
    const double y = static_cast<double>(axis.y);
    const double z = static_cast<double>(axis.z);
    const double length = std::sqrt(x * x + y * y + z * z);
    if (!(length > 0.0) || !std::isfinite(length) || !finite(radians)) return identity_quat;
    const double half = 0.5 * static_cast<double>(radians);
    const double s = std::sin(half) / length;
    return {static_cast<float>(std::cos(half)), static_cast<float>(x * s), static_cast<float>(y * s),
            static_cast<float>(z * s)};
}

quat normalized_or_identity(const quat& q) {
    const float length = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (!(length > 1e-12F) || !finite(length)) return identity_quat;
    return {q.w / length, q.x / length, q.y / length, q.z / length};
}

bool is_finite(const vec3& v) {
    return finite(v.x) && finite(v.y) && finite(v.z);
}

bool is_finite(const quat& q) {
    return finite(q.w) && finite(q.x) && finite(q.y) && finite(q.z);
}

bool is_finite(const mat4& m) {
    for (int c = 0; c < 4; ++c) {
        if (!is_finite(vec3(m[c])) || !finite(m[c].w)) return false;
    }
    return true;
}

bool is_finite(const Transform& t) {
    return is_finite(t.translation) && is_finite(t.rotation) && is_finite(t.scale) &&
           is_finite(t.scale_orientation);
}

std::array<vec3, 8> Bounds::corners() const {
    std::array<vec3, 8> out{};
    for (unsigned i = 0; i < 8; ++i) {
        out.at(i) = {(i & 1U) != 0U ? max.x : min.x, (i & 2U) != 0U ? max.y : min.y,
                     (i & 4U) != 0U ? max.z : min.z};
    }
    return out;
}

}  // namespace vitruvian

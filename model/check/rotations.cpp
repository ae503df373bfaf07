#include "model/check/rotations.h"

#include <cmath>

namespace vitruvian::check {

float angle_between(const quat& a, const quat& b) {
    const quat q = glm::conjugate(a) * b;
    return 2.0F * std::atan2(std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z), std::abs(q.w));
}

vec3 rotation_vector(quat q) {
    if (q.w < 0.0F) q = -q;
    const float half_sine = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    if (half_sine < 1e-7F) return 2.0F * vec3(q.x, q.y, q.z);
    return vec3(q.x, q.y, q.z) * (2.0F * std::atan2(half_sine, q.w) / half_sine);
}

}  // namespace vitruvian::check

#include "model/figure/euler_angles.h"

#include <glm/gtc/constants.hpp>
#include <glm/gtx/euler_angles.hpp>

#include <cmath>

namespace vitruvian {

vec3 euler_angles(const quat& rotation) {
    return euler_angles(rotation, vec3(0.0F));
}

vec3 euler_angles(const quat& rotation, const vec3& near) {
    const float pi = glm::pi<float>();
    const auto wrapped = [&](vec3 angles) {
        // 180 degrees is positive, within rounding.
        for (int axis = 0; axis < 3; ++axis)
            angles[axis] += 2.0F * pi * std::floor((near[axis] - angles[axis]) / (2.0F * pi) + 0.5F + 1e-6F);
        return angles + vec3(0.0F);  // -0 is 0
    };
    vec3 euler(0.0F);
    glm::extractEulerAngleZYX(glm::mat4_cast(rotation), euler.z, euler.y, euler.x);
    const vec3 plain = wrapped(euler);
    const vec3 other = wrapped({euler.x + pi, pi - euler.y, euler.z + pi});
    return glm::length(plain - near) <= glm::length(other - near) ? plain : other;
}

quat euler_rotation(const vec3& angles) {
    return glm::normalize(glm::quat_cast(glm::eulerAngleZYX(angles.z, angles.y, angles.x)));
}

}  // namespace vitruvian

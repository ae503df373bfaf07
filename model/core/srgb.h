// The transfer function of sRGB (IEC 61966-2-1).
#pragma once

#include "model/core/transform.h"

#include <cmath>

namespace vitruvian {

[[nodiscard]] inline float linear_from_srgb(float c) {
    return c <= 0.04045F ? c / 12.92F : std::pow((c + 0.055F) / 1.055F, 2.4F);
}

[[nodiscard]] inline float srgb_from_linear(float c) {
    return c <= 0.0031308F ? c * 12.92F : 1.055F * std::pow(c, 1.0F / 2.4F) - 0.055F;
}

[[nodiscard]] inline vec3 linear_from_srgb(const vec3& c) {
    return {linear_from_srgb(c.x), linear_from_srgb(c.y), linear_from_srgb(c.z)};
}

[[nodiscard]] inline vec3 srgb_from_linear(const vec3& c) {
    return {srgb_from_linear(c.x), srgb_from_linear(c.y), srgb_from_linear(c.z)};
}

}  // namespace vitruvian

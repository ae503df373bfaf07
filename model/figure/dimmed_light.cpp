#include "model/figure/dimmed_light.h"

#include "model/document/file_format.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

bool fades_by_square(const Light& light) {
    return light.kind != Light::Kind::directional && light.attenuation.x == 0.0F &&
           light.attenuation.y == 0.0F && light.attenuation.z > 0.0F;
}

}  // namespace

Light dimmed_light(Light light) {
    if (light.intensity <= 1.0F) return light;
    if (fades_by_square(light)) light.attenuation.z /= light.intensity;
    light.intensity = 1.0F;
    return light;
}

Light undimmed_light(Light light) {
    if (light.intensity != 1.0F || !fades_by_square(light) || light.attenuation.z >= 1.0F) return light;
    light.intensity = 1.0F / std::max(light.attenuation.z, 1e-12F);
    light.attenuation.z = 1.0F;
    return light;
}

Light in_smaller_units(Light light, float factor) {
    if (light.radius) *light.radius *= factor;
    if (light.kind != Light::Kind::directional) light.attenuation /= vec3(1.0F, factor, factor * factor);
    return light;
}

float size_of(const glm::dmat4& frame) {
    const double size = std::cbrt(std::abs(glm::determinant(glm::dmat3(frame))));
    // Rounding errors of a frame's rotation are not a scale.
    return std::abs(size - 1.0) < 1e-6 ? 1.0F : static_cast<float>(std::max(size, 1e-12));
}

float unit_of_light(const Document& document, const glm::dmat4& world_from_node) {
    return is_gltf(document.format) ? 1.0F / size_of(world_from_node) : 1.0F;
}

}  // namespace vitruvian

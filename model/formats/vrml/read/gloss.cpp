#include "model/formats/vrml/read/gloss.h"

#include <algorithm>
#include <cmath>

namespace vitruvian::vrml {
namespace {

constexpr float dull = 0.9F;
constexpr float sharp = 0.2F;
constexpr float max_exponent = 128.0F;
/// The roughness whose highlight has that exponent: sharper ones are distinguished by their brightness.
const float finest = std::pow(2.0F / (max_exponent + 2.0F), 0.25F);

/// Returns the peak of a normalised lobe of this exponent, for a surface that reflects 4% of the light.
float brightness_of(float exponent) {
    return 0.04F * (exponent + 8.0F) / 8.0F;
}

bool is_near(float a, float b) {
    return std::abs(a - b) <= 1e-4F;
}

}  // namespace

float roughness_of(const Gloss& gloss) {
    const vec3& specular = gloss.specular;
    const float exponent = std::clamp(gloss.shininess, 0.0F, 1.0F) * max_exponent;
    const float strength = std::clamp(std::max({specular.x, specular.y, specular.z}), 0.0F, 1.0F);
    if (is_near(specular.x, specular.y) && is_near(specular.y, specular.z)) {
        const float brightest = brightness_of(max_exponent);
        if (is_near(exponent, max_exponent) && strength >= brightest)
            return finest + (sharp - finest) * (strength - brightest) / (1.0F - brightest);
        if (is_near(strength, brightness_of(exponent)))
            return std::min(std::pow(2.0F / (exponent + 2.0F), 0.25F), dull);
    }
    const float shiny = std::clamp(std::sqrt(2.0F / (exponent + 2.0F)), sharp, 1.0F);
    return dull + (std::min(shiny, dull) - dull) * strength;
}

Gloss gloss_of_world(float roughness, float metallic, const vec3& color) {
    constexpr float shininess_of_sharp = 0.375F;  // sqrt(2 / (128 * 0.375 + 2)) is 0.2
    const vec3 tint = (1.0F - metallic) * vec3(1.0F) + metallic * color;
    return {std::clamp((dull - roughness) / (dull - sharp), 0.0F, 1.0F) * tint, shininess_of_sharp};
}

Gloss gloss_of(float roughness, float metallic, const vec3& color) {
    Gloss out;
    if (roughness >= dull) return out;
    const float rough = std::max(roughness, finest);
    const float exponent = std::clamp(2.0F / (rough * rough * rough * rough) - 2.0F, 0.0F, max_exponent);
    out.shininess = exponent / max_exponent;
    float strength = brightness_of(exponent);
    if (roughness < finest)
        strength += (1.0F - strength) * std::min((finest - roughness) / (finest - sharp), 1.0F);
    // What a metal reflects besides lights is in its diffuse colour.
    out.specular =
        glm::min(strength * ((1.0F - metallic) * vec3(1.0F) + metallic * 2.0F * color), vec3(1.0F));
    return out;
}

}  // namespace vitruvian::vrml

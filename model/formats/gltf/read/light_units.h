// Units of light intensity in glTF (KHR_lights_punctual).
#pragma once

#include <glm/gtc/constants.hpp>

namespace vitruvian::gltf {

/// The candela (lux for directional lights) that light a white surface to white: a Light::intensity of 1.
inline constexpr float candela_of_white = glm::pi<float>();

}  // namespace vitruvian::gltf

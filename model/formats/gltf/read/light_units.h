// Brightness of lamps in glTF (KHR_lights_punctual).
#pragma once

#include <glm/gtc/constants.hpp>

namespace vitruvian::gltf {

/// Candela, and lux of directional ones, that light a white surface to white: a Light's intensity of 1.
inline constexpr float candela_of_white = glm::pi<float>();

}  // namespace vitruvian::gltf

// How far lights reach.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// The light with an intensity of at most 1, which lights a white surface to white and is the brightest that worlds have
/// (VRML97 6.34). A lamp that fades with the square of the distance, as glTF's do, shines the same from where it no
/// longer lights to white.
[[nodiscard]] Light dimmed_light(Light light);

/// A lamp that lights white to white from some distance as glTF says it, by its intensity: dimmed_light's inverse.
[[nodiscard]] Light undimmed_light(Light light);

/// The light with the lengths in its numbers (`radius`, `attenuation`) in units `factor` times smaller.
[[nodiscard]] Light in_smaller_units(Light light, float factor);

/// The unit of a light's lengths in units of its node: the same in worlds (VRML97 6.34); in glTF it is the world's, as no
/// scale changes how far a light reaches (KHR_lights_punctual).
[[nodiscard]] float unit_of_light(const Document& document, const glm::dmat4& world_from_node);

/// By how much a frame enlarges, all ways together; above 0.
[[nodiscard]] float size_of(const glm::dmat4& frame);

}  // namespace vitruvian

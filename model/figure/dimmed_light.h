// Conversion of light intensity and range between formats.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// Returns the light with an intensity of at most 1, which lights a white surface to white and is the maximum
/// in VRML/X3D (VRML97 6.34). A light with inverse-square falloff, as in glTF, is unchanged beyond the
/// distance where it saturates.
[[nodiscard]] Light dimmed_light(Light light);

/// Inverse of dimmed_light: expresses a light that saturates up to some distance by its intensity, as in
/// glTF.
[[nodiscard]] Light undimmed_light(Light light);

/// Returns the light with its lengths (`radius`, `attenuation`) in units smaller by `factor`.
[[nodiscard]] Light in_smaller_units(Light light, float factor);

/// Returns the unit of a light's lengths in units of its node: the same in VRML/X3D (VRML97 6.34); in glTF it
/// is the world's, as node scale does not affect a light's range (KHR_lights_punctual).
[[nodiscard]] float unit_of_light(const Document& document, const glm::dmat4& world_from_node);

/// Returns the scale factor of a frame, as the cube root of its volume scale; above 0.
[[nodiscard]] float size_of(const glm::dmat4& frame);

}  // namespace vitruvian

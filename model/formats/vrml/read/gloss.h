// Converts between the specular highlights of VRML97 and X3D, specularColor * (N . H)^(128 * shininess)
// (VRML97 4.14.4), and the roughness of microfacet models (glTF 2.0, appendix B).
#pragma once

#include "model/core/transform.h"

namespace vitruvian::vrml {

struct Gloss {
    vec3 specular{0.0F};  // sRGB, as in the file
    float shininess = 0.2F;
};

/// Returns the roughness that looks like the gloss as authored; for a result of gloss_of, the original
/// roughness (down to 0.2).
[[nodiscard]] float roughness_of(const Gloss& gloss);

/// Returns a gloss that reads back to the same roughness and looks nearly the same, for materials that were
/// read from a world with other values: its highlight has the size of a sharp surface's, and gets fainter as
/// roughness increases. `color`, in sRGB, is what metals reflect.
[[nodiscard]] Gloss gloss_of_world(float roughness, float metallic, const vec3& color);

/// Returns the highlight of a surface of this roughness: as wide, and as bright at its centre. `color`, in
/// sRGB, is what metals reflect.
[[nodiscard]] Gloss gloss_of(float roughness, float metallic, const vec3& color);

}  // namespace vitruvian::vrml

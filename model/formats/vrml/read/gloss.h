// Highlights of VRML97 and X3D, specularColor * (N . H)^(128 * shininess) (VRML97 4.14.4), and the roughness of
// microfacets (glTF 2.0, appendix B).
#pragma once

#include "model/core/transform.h"

namespace vitruvian::vrml {

struct Gloss {
    vec3 specular{0.0F};  // sRGB, as the file has it
    float shininess = 0.2F;
};

/// The roughness that shows a gloss as a person means it; of what gloss_of gave, the one that it was of (down to 0.2).
[[nodiscard]] float roughness_of(const Gloss& gloss);

/// Of a gloss that a world said with another pair, one that reads back to the same roughness and shows nearly the same:
/// its highlight has the size of a sharp surface's, and grows fainter as the surface gets rougher. `color`, in sRGB, is
/// what metals mirror.
[[nodiscard]] Gloss gloss_of_world(float roughness, float metallic, const vec3& color);

/// The highlight of a surface of this roughness: as wide, and as bright in its middle. `color`, in sRGB, is what metals
/// mirror light in.
[[nodiscard]] Gloss gloss_of(float roughness, float metallic, const vec3& color);

}  // namespace vitruvian::vrml

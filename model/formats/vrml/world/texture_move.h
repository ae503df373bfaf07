// Applies a TextureTransform to texture coordinates, and inverts it.
#pragma once

#include "model/core/transform.h"
#include "model/formats/vrml/world/world.h"

namespace vitruvian::vrml {

/// T' = -C S R C T (VRML97 6.48), with v upwards as in VRML.
struct TextureMove {
    vec2 center{0.0F};
    vec2 scale{1.0F};
    vec2 translation{0.0F};
    float angle = 0.0F;

    [[nodiscard]] vec2 shown(const vec2& written) const;
    /// Requires a scale other than zero.
    [[nodiscard]] vec2 written(const vec2& shown) const;
};

[[nodiscard]] TextureMove texture_move(World& world, NodeRef transform);

}  // namespace vitruvian::vrml

// What a TextureTransform does to texture coordinates, and back.
#pragma once

#include "model/core/transform.h"
#include "model/formats/vrml/world/world.h"

namespace vitruvian::vrml {

/// T' = -C S R C T (VRML97 6.48), in VRML's sense of v, which runs upwards.
struct TextureMove {
    vec2 center{0.0F};
    vec2 scale{1.0F};
    vec2 translation{0.0F};
    float angle = 0.0F;

    [[nodiscard]] vec2 shown(const vec2& written) const;
    /// Where the scale is not zero.
    [[nodiscard]] vec2 written(const vec2& shown) const;
};

[[nodiscard]] TextureMove texture_move(World& world, NodeRef transform);

}  // namespace vitruvian::vrml

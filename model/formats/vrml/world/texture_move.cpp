#include "model/formats/vrml/world/texture_move.h"

#include <cmath>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {
namespace {

vec2 turned(const vec2& v, float angle) {
    const float c = std::cos(angle);
    const float s = std::sin(angle);
    return {c * v.x - s * v.y, s * v.x + c * v.y};
}

}  // namespace

vec2 TextureMove::shown(const vec2& written) const {
    return scale * turned(written + translation + center, angle) - center;
}

vec2 TextureMove::written(const vec2& shown) const {
    return turned((shown + center) / scale, -angle) - center - translation;
}

TextureMove texture_move(World& world, NodeRef transform) {
    const auto pair = [&](std::string_view field, vec2 fallback) {
        const std::vector<vec2> values = read_vec2s(world, transform, field);
        return values.empty() ? fallback : values.front();
    };
    return {pair("center", vec2(0.0F)), pair("scale", vec2(1.0F)), pair("translation", vec2(0.0F)),
            read_angle(world, transform, "rotation", 0.0F)};
}

}  // namespace vitruvian::vrml

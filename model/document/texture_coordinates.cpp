#include "model/document/texture_coordinates.h"

#include <cmath>

namespace vitruvian {

const std::vector<vec2>& coordinate_set(const Mesh& mesh, const TextureUse& use) {
    return use.uv_set == 1 && !mesh.uv1.empty() ? mesh.uv1 : mesh.uv0;
}

vec2 transformed(const TextureUse& use, const vec2& uv) {
    const vec2 scaled = uv * use.scale;
    const float c = std::cos(use.rotation);
    const float s = std::sin(use.rotation);
    return vec2(c * scaled.x + s * scaled.y, c * scaled.y - s * scaled.x) + use.offset;
}

}  // namespace vitruvian

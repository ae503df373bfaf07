// Where a mesh's vertices look a texture up.
#pragma once

#include "model/document/material.h"
#include "model/document/mesh.h"

#include <vector>

namespace vitruvian {

[[nodiscard]] inline bool has_transform(const TextureUse& use) {
    return use.offset != vec2(0.0F) || use.scale != vec2(1.0F) || use.rotation != 0.0F;
}

/// The set of coordinates that `use` names, before its transform; the first where the mesh has no other.
[[nodiscard]] const std::vector<vec2>& coordinate_set(const Mesh& mesh, const TextureUse& use);

/// uv' = T(offset) R(rotation) S(scale) uv (KHR_texture_transform), with V downwards.
[[nodiscard]] vec2 transformed(const TextureUse& use, const vec2& uv);

}  // namespace vitruvian

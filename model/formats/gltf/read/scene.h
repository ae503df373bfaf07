// The nodes and materials of checked JSON, in tinygltf's types.
#pragma once

#include "model/formats/gltf/read/json_tree.h"
#include "model/formats/gltf/read/tiny.h"

namespace vitruvian::gltf {

/// Reads nodes, scenes, skins, materials, textures, samplers and cameras of checked JSON (see check_json),
/// with the defaults of glTF 2.0, chapter 5. Null elements become empty ones; extensions and extras are left
/// out.
[[nodiscard]] tiny::Model scene_of(const JsonValue& root);

}  // namespace vitruvian::gltf

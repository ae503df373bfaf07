// The checked JSON's tree of nodes and what its surfaces are, in tinygltf's types.
#pragma once

#include "model/formats/gltf/read/json_tree.h"
#include "model/formats/gltf/read/tiny.h"

namespace vitruvian::gltf {

/// Nodes, scenes, skins, materials, textures, samplers and cameras of checked JSON (see check_json); with the
/// defaults of glTF 2.0, chapter 5. Null elements become empty ones; extensions and extras stay behind.
[[nodiscard]] tiny::Model scene_of(const JsonValue& root);

}  // namespace vitruvian::gltf

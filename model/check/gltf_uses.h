// Which objects of a glTF file nothing refers to.
#pragma once

#include "model/check/source_gltf.h"
#include "model/formats/gltf/read/json_tree.h"

namespace vitruvian::check {

/// `root` is checked, and `facts` has its nodes, skins, meshes and animations. Extensions count as far as they refer to
/// things in a usual way: textures by objects {"index"} under a key that ends in "Texture", and what VRM says.
[[nodiscard]] GltfUnused find_unused(const gltf::JsonValue& root, const GltfFacts& facts);

}  // namespace vitruvian::check

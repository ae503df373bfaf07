// Unreferenced objects of a glTF file.
#pragma once

#include "model/check/source_gltf.h"
#include "model/formats/gltf/read/json_tree.h"

namespace vitruvian::check {

/// `root` has been checked, and `facts` contains its nodes, skins, meshes and animations. References in
/// extensions are found if they have a common form: textures as objects {"index"} under a key that ends in
/// "Texture", and the references of VRM.
[[nodiscard]] GltfUnused find_unused(const gltf::JsonValue& root, const GltfFacts& facts);

}  // namespace vitruvian::check

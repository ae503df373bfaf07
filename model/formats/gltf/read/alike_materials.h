// Which materials of a glTF file are described in the same words, and which are referred to by more than meshes: what a
// Material does not hold.
#pragma once

#include "model/formats/gltf/read/library_json.h"
#include "model/io/source.h"

#include <vector>

namespace vitruvian {

/// As DocumentSource::alike_materials, of a source that is glTF.
[[nodiscard]] std::vector<int> alike_gltf_materials(const DocumentSource& source);

namespace gltf {

/// Of each material of the file the first whose words are the same but for the name, those of VRM 0's
/// materialProperties among them; -1 where an expression binds it or an animation points to it.
[[nodiscard]] std::vector<int> alike_materials(const Json& root);

}  // namespace gltf
}  // namespace vitruvian

// Finds materials of a glTF file with identical descriptions, and materials that are referenced by more than
// meshes; a Material does not store this.
#pragma once

#include "model/formats/gltf/read/library_json.h"
#include "model/io/source.h"

#include <vector>

namespace vitruvian {

/// Like DocumentSource::alike_materials, for a glTF source.
[[nodiscard]] std::vector<int> alike_gltf_materials(const DocumentSource& source);

namespace gltf {

/// Per material of the file: the first one that is described identically except for its name, including VRM
/// 0's materialProperties; -1 where an expression binds it or an animation pointer refers to it.
[[nodiscard]] std::vector<int> alike_materials(const Json& root);

}  // namespace gltf
}  // namespace vitruvian

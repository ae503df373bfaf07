// Reduces skinned meshes to the vertices that their faces use.
#pragma once

#include "model/document/document.h"

namespace vitruvian::gltf {

/// Returns the document as it is written to glTF: where a skinned mesh's faces use only a part of its
/// vertices (the shapes of an H-Anim skin share one list of points), only those vertices and the displacers
/// that move one of them are kept. A mesh that uses most of its vertices is left as it is.
[[nodiscard]] Document with_own_vertices(const Document& document);

}  // namespace vitruvian::gltf

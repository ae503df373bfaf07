// Skinned meshes with the vertices that they show, and no others.
#pragma once

#include "model/document/document.h"

namespace vitruvian::gltf {

/// The document as glTF has it: of a skinned mesh whose faces use but part of its vertices (the shapes of an H-Anim
/// skin share one list of points) the vertices that they use, and the displacers that move one of them. Where most are
/// used the mesh stays as it is.
[[nodiscard]] Document with_own_vertices(const Document& document);

}  // namespace vitruvian::gltf

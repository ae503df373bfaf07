// A part of a mesh as a mesh of its own, for pictures that show no more of it.
#pragma once

#include "model/document/mesh.h"

#include <vector>

namespace vitruvian {

/// Returns the mesh of those triangles whose entry in `is_kept` is not zero, with the vertices that they use, in
/// their order. The mesh consists of triangles.
[[nodiscard]] Mesh mesh_part(const Mesh& mesh, const std::vector<char>& is_kept);

}  // namespace vitruvian

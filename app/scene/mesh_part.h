// A part of a mesh as a mesh of its own, for pictures that show no more of it.
#pragma once

#include "model/document/mesh.h"

#include <cstdint>
#include <span>

namespace vitruvian {

/// Returns the mesh of these triangles (by their place among the mesh's own), in this order, with the vertices
/// that they use. The mesh consists of triangles.
[[nodiscard]] Mesh mesh_part(const Mesh& mesh, std::span<const std::uint32_t> triangles);

}  // namespace vitruvian

// Copies of meshes and morph targets with some of their vertices.
#pragma once

#include "model/document/mesh.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace vitruvian {

/// The vertices that stay, in their new order, and each vertex's new index or `unused`.
struct KeptVertices {
    static constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> place;
};

/// Returns the mesh with these vertices, their attributes and influences; without indices and targets.
[[nodiscard]] Mesh with_vertices(const Mesh& mesh, const KeptVertices& kept);
[[nodiscard]] MorphTarget with_vertices(const MorphTarget& target, const KeptVertices& kept);

}  // namespace vitruvian

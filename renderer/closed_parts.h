// Which triangles of a mesh belong to closed surfaces. Pure calculation.
#pragma once

#include "model/document/mesh.h"

#include <cstdint>
#include <vector>

namespace vitruvian {

/// Triangles that follow each other in a mesh's indices.
struct TriangleRun {
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
    bool closed = false;  // nobody outside sees their backs
};

/// All triangles of the mesh, in their order. Closed are those of surfaces without an edge that look outwards at rest,
/// and whose vertices stay together wherever joints and morph targets move them. Empty where too few are to be worth it.
[[nodiscard]] std::vector<TriangleRun> closed_parts(const Mesh& mesh);

}  // namespace vitruvian

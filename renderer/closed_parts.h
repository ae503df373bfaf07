// Finds the triangles of a mesh that belong to closed surfaces. Pure calculation.
#pragma once

#include "model/document/mesh.h"

#include <cstdint>
#include <vector>

namespace vitruvian {

/// Consecutive triangles in a mesh's indices.
struct TriangleRun {
    std::uint32_t first_index = 0;
    std::uint32_t index_count = 0;
    bool closed = false;  // back faces are not visible from outside
};

/// Returns all triangles of the mesh, in their order. Closed are those of surfaces without a boundary that
/// face outwards at rest, and whose vertices stay connected under joints and morph targets. Empty if there
/// are too few to be useful.
[[nodiscard]] std::vector<TriangleRun> closed_parts(const Mesh& mesh);

}  // namespace vitruvian

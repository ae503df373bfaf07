#include "app/scene/mesh_part.h"

#include "model/core/check.h"
#include "model/document/kept_vertices.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace vitruvian {

Mesh mesh_part(const Mesh& mesh, std::span<const std::uint32_t> triangles) {
    VT_CHECK(mesh.topology == Topology::triangles);
    KeptVertices kept;
    kept.place.assign(mesh.positions.size(), KeptVertices::unused);
    std::vector<std::uint32_t> indices;
    indices.reserve(3 * triangles.size());
    for (const std::uint32_t triangle : triangles) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t vertex = mesh.indices[3 * std::size_t{triangle} + corner];
            std::uint32_t& place = kept.place[vertex];
            if (place == KeptVertices::unused) {
                place = static_cast<std::uint32_t>(kept.vertices.size());
                kept.vertices.push_back(vertex);
            }
            indices.push_back(place);
        }
    }
    Mesh out = with_vertices(mesh, kept);
    out.indices = std::move(indices);
    out.targets.reserve(mesh.targets.size());
    for (const MorphTarget& target : mesh.targets) out.targets.push_back(with_vertices(target, kept));
    return out;
}

}  // namespace vitruvian

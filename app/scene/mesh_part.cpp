#include "app/scene/mesh_part.h"

#include "model/core/check.h"

#include <cstdint>
#include <limits>

namespace vitruvian {
namespace {

constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();

/// The vertices that stay, in the order of their first use, and each vertex's new index or `unused`.
struct Kept {
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> place;
};

template <class T>
std::vector<T> taken(const std::vector<T>& of_vertex, const Kept& kept) {
    std::vector<T> out;
    if (of_vertex.empty()) return out;
    out.reserve(kept.vertices.size());
    for (const std::uint32_t v : kept.vertices) out.push_back(of_vertex[v]);
    return out;
}

void take_influences(const Mesh& mesh, const Kept& kept, Mesh& out) {
    if (!mesh.is_skinned()) return;
    out.influence_begin.push_back(0);
    for (const std::uint32_t v : kept.vertices) {
        for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i) {
            out.influence_joint.push_back(mesh.influence_joint[i]);
            out.influence_weight.push_back(mesh.influence_weight[i]);
        }
        out.influence_begin.push_back(static_cast<std::uint32_t>(out.influence_joint.size()));
    }
}

MorphTarget target_part(const MorphTarget& target, const Kept& kept) {
    MorphTarget out;
    out.name = target.name;
    for (std::size_t i = 0; i < target.vertices.size(); ++i) {
        const std::uint32_t place = kept.place[target.vertices[i]];
        if (place == unused) continue;
        out.vertices.push_back(place);
        if (!target.positions.empty()) out.positions.push_back(target.positions[i]);
        if (!target.normals.empty()) out.normals.push_back(target.normals[i]);
    }
    return out;
}

}  // namespace

Mesh mesh_part(const Mesh& mesh, std::span<const std::uint32_t> triangles) {
    VT_CHECK(mesh.topology == Topology::triangles);
    Kept kept;
    kept.place.assign(mesh.positions.size(), unused);
    Mesh out;
    out.indices.reserve(3 * triangles.size());
    for (const std::uint32_t triangle : triangles) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::uint32_t vertex = mesh.indices[3 * std::size_t{triangle} + corner];
            std::uint32_t& place = kept.place[vertex];
            if (place == unused) {
                place = static_cast<std::uint32_t>(kept.vertices.size());
                kept.vertices.push_back(vertex);
            }
            out.indices.push_back(place);
        }
    }
    out.name = mesh.name;
    out.positions = taken(mesh.positions, kept);
    out.normals = taken(mesh.normals, kept);
    out.tangents = taken(mesh.tangents, kept);
    out.uv0 = taken(mesh.uv0, kept);
    out.uv1 = taken(mesh.uv1, kept);
    out.colors = taken(mesh.colors, kept);
    take_influences(mesh, kept, out);
    out.targets.reserve(mesh.targets.size());
    for (const MorphTarget& target : mesh.targets) out.targets.push_back(target_part(target, kept));
    return out;
}

}  // namespace vitruvian

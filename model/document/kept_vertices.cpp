#include "model/document/kept_vertices.h"

#include <cstddef>

namespace vitruvian {
namespace {

template <class T>
std::vector<T> taken(const std::vector<T>& of_vertex, const KeptVertices& kept) {
    std::vector<T> out;
    if (of_vertex.empty()) return out;
    out.reserve(kept.vertices.size());
    for (const std::uint32_t v : kept.vertices) out.push_back(of_vertex[v]);
    return out;
}

void take_influences(const Mesh& mesh, const KeptVertices& kept, Mesh& out) {
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

}  // namespace

Mesh with_vertices(const Mesh& mesh, const KeptVertices& kept) {
    Mesh out;
    out.name = mesh.name;
    out.topology = mesh.topology;
    out.positions = taken(mesh.positions, kept);
    out.normals = taken(mesh.normals, kept);
    out.tangents = taken(mesh.tangents, kept);
    out.uv0 = taken(mesh.uv0, kept);
    out.uv1 = taken(mesh.uv1, kept);
    out.colors = taken(mesh.colors, kept);
    take_influences(mesh, kept, out);
    return out;
}

MorphTarget with_vertices(const MorphTarget& target, const KeptVertices& kept) {
    MorphTarget out;
    out.name = target.name;
    for (std::size_t i = 0; i < target.vertices.size(); ++i) {
        const std::uint32_t place = kept.place[target.vertices[i]];
        if (place == KeptVertices::unused) continue;
        out.vertices.push_back(place);
        if (!target.positions.empty()) out.positions.push_back(target.positions[i]);
        if (!target.normals.empty()) out.normals.push_back(target.normals[i]);
    }
    return out;
}

}  // namespace vitruvian

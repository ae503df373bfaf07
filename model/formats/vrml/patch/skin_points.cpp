#include "model/formats/vrml/patch/skin_points.h"

#include "model/core/at.h"

#include <algorithm>

namespace vitruvian::vrml {

std::size_t point_of(const Mesh& mesh, std::size_t vertex) {
    return mesh.source_vertex.empty() ? vertex : mesh.source_vertex[vertex];
}

PointWeights point_weights(const Document& document, int humanoid) {
    PointWeights out;
    for (const MeshInstance& instance : document.meshes) {
        const Mesh& mesh = *instance.mesh;
        if (instance.humanoid != humanoid || !mesh.is_skinned()) continue;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            std::map<int, float> row;
            for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i)
                row[instance.skin->nodes[mesh.influence_joint[i]]] += mesh.influence_weight[i];
            out[point_of(mesh, v)] = std::move(row);
        }
    }
    return out;
}

DisplacerOffsets displacer_offsets(const Document& document, int displacer) {
    DisplacerOffsets out;
    for (const MeshInstance& instance : document.meshes) {
        for (std::size_t t = 0; t < instance.displacers.size(); ++t) {
            if (instance.displacers[t] != displacer) continue;
            const MorphTarget& target = instance.mesh->targets[t];
            out.moves = out.moves || !target.positions.empty();
            for (std::size_t i = 0; i < target.vertices.size(); ++i) {
                const vec3 offset = target.positions.empty() ? vec3(0.0F) : target.positions[i];
                out.by_point[static_cast<std::uint32_t>(point_of(*instance.mesh, target.vertices[i]))] =
                    offset;
            }
        }
    }
    return out;
}

/// Where a mesh that does not bend has the displacer too, it is one node (see place_skin_displacers).
std::vector<DisplacerPart> new_displacer_parts(const Document& document, int displacer,
                                               const DisplacerOffsets& offsets) {
    PointJoints joints;
    for (const auto& [point, row] : point_weights(document, at(document.displacers, displacer).humanoid)) {
        if (joints.size() <= point) joints.resize(point + 1);
        joints[point].assign(row.begin(), row.end());
    }
    std::vector<DisplacerPart> parts = displacer_parts(offsets.by_point, joints);
    const bool is_on_rigid_mesh =
        std::any_of(document.meshes.begin(), document.meshes.end(), [&](const MeshInstance& instance) {
            const std::vector<int>& its = instance.displacers;
            return !instance.mesh->is_skinned() && std::find(its.begin(), its.end(), displacer) != its.end();
        });
    if (is_on_rigid_mesh) parts = {{parts.front().joint, offsets.by_point}};
    return parts;
}

}  // namespace vitruvian::vrml

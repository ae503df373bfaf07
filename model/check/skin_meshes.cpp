#include "model/check/skin_meshes.h"

#include "model/check/figure_nodes.h"

#include <algorithm>
#include <cstdint>
#include <set>

namespace vitruvian::check {

std::vector<MeshGroup> skinned_groups(const Subject& subject, bool only_hanim) {
    std::vector<MeshGroup> out;
    std::vector<int> next_posed(subject.figures().size(), 0);
    const auto& meshes = subject.document().meshes;
    for (int m = 0; m < static_cast<int>(meshes.size()); ++m) {
        const MeshInstance& instance = at(meshes, m);
        const int figure = instance.humanoid;
        const int posed = figure >= 0 ? at(next_posed, figure)++ : -1;
        if (!instance.mesh->is_skinned()) continue;
        if (only_hanim && (figure < 0 || !at(subject.figures(), figure).hanim)) continue;
        Object object = subject.mesh(m);
        if (out.empty() || out.back().object.name != object.name || out.back().figure != figure ||
            at(meshes, out.back().meshes.back()).node != instance.node) {
            out.push_back({std::move(object), figure, {}, {}});
        }
        out.back().meshes.push_back(m);
        out.back().posed.push_back(posed);
    }
    return out;
}

Unweighted unweighted_vertices(const Subject& subject, const MeshGroup& group) {
    constexpr std::size_t max_points = 200;
    Unweighted out;
    if (group.figure < 0) return out;
    const Figure& figure = at(subject.figures(), group.figure);
    const std::vector<int> joint_of_node = joints_of_nodes(subject.document(), *figure.humanoid);
    for (int i = 0; i < static_cast<int>(group.meshes.size()); ++i) {
        const MeshInstance& instance = at(subject.document().meshes, at(group.meshes, i));
        const Mesh& mesh = *instance.mesh;
        std::vector<char> is_joint;
        for (const int node : instance.skin->nodes) is_joint.push_back(at(joint_of_node, node) >= 0 ? 1 : 0);
        std::vector<char> is_counted(
            mesh.source_vertex.empty() ? mesh.positions.size() : mesh.source_vertex_count, 0);
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            bool is_moved = false;
            for (std::uint32_t k = mesh.influence_begin[v]; k < mesh.influence_begin[v + 1]; ++k)
                is_moved = is_moved || is_joint[mesh.influence_joint[k]] != 0;
            const std::size_t vertex = mesh.source_vertex.empty() ? v : mesh.source_vertex[v];
            if (is_moved || is_counted[vertex] != 0) continue;
            is_counted[vertex] = 1;
            if (out.count++ == 0) out.first = vertex;
            if (out.points.size() < max_points) out.points.push_back(at(figure.posed, at(group.posed, i))[v]);
        }
    }
    return out;
}

std::vector<Command> normalising(const Subject& subject, const std::vector<int>& meshes) {
    std::vector<Command> out;
    std::set<const Mesh*> done;
    for (const int m : meshes) {
        const Mesh& mesh = *at(subject.document().meshes, m).mesh;
        if (!mesh.is_skinned() || !done.insert(&mesh).second) continue;
        std::uint32_t most = 1;
        for (std::size_t v = 0; v + 1 < mesh.influence_begin.size(); ++v)
            most = std::max(most, mesh.influence_begin[v + 1] - mesh.influence_begin[v]);
        out.emplace_back(NormaliseWeights{static_cast<int>(most), 0.0F, Item{ItemKind::mesh, -1, m}});
    }
    return out;
}

}  // namespace vitruvian::check

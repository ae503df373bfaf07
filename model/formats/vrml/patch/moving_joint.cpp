#include "model/formats/vrml/patch/moving_joint.h"

#include <algorithm>
#include <map>
#include <set>

namespace vitruvian::vrml {
namespace {

/// Adds for each node how much of the target it moves. Vertices that are one point in the file count once.
void add_shares(const MeshInstance& instance, const MorphTarget& target, std::map<int, float>& share) {
    constexpr float of_a_feature = 1e-6F;  // its points are listed, but not moved
    const Mesh& mesh = *instance.mesh;
    std::set<std::uint32_t> counted;
    for (std::size_t i = 0; i < target.vertices.size(); ++i) {
        const std::uint32_t v = target.vertices[i];
        const std::uint32_t point = mesh.source_vertex.empty() ? v : mesh.source_vertex[v];
        if (!counted.insert(point).second) continue;
        const float moved = target.positions.empty() ? 0.0F : glm::length(target.positions[i]);
        for (std::uint32_t k = mesh.influence_begin[v]; k < mesh.influence_begin[v + 1]; ++k) {
            const int node = instance.skin->nodes[mesh.influence_joint[k]];
            share[node] += mesh.influence_weight[k] * (moved + of_a_feature);
        }
    }
}

}  // namespace

int moving_joint(const Document& document, int displacer) {
    std::map<int, float> share;
    for (const MeshInstance& instance : document.meshes) {
        if (!instance.mesh->is_skinned() || !instance.skin) continue;
        for (std::size_t t = 0; t < instance.displacers.size(); ++t) {
            if (instance.displacers[t] == displacer) add_shares(instance, instance.mesh->targets[t], share);
        }
    }
    const auto most = std::max_element(share.begin(), share.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == share.end() ? -1 : most->first;
}

}  // namespace vitruvian::vrml

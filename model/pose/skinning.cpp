#include "model/core/check.h"
#include "model/pose/pose.h"

namespace vitruvian {
namespace {

/// Rest positions plus weighted offsets; `scratch` holds them only where a weight is not zero.
const std::vector<vec3>& displaced(const MeshInstance& instance, std::span<const float> weights,
                                   std::vector<vec3>& scratch) {
    const Mesh& mesh = *instance.mesh;
    bool copied = false;
    for (std::size_t t = 0; t < mesh.targets.size() && t < instance.displacers.size(); ++t) {
        const int displacer = instance.displacers[t];
        if (displacer < 0 || static_cast<std::size_t>(displacer) >= weights.size()) continue;
        const float weight = weights[static_cast<std::size_t>(displacer)];
        if (weight == 0.0F) continue;
        if (!copied) scratch = mesh.positions;
        copied = true;
        const MorphTarget& target = mesh.targets[t];
        for (std::size_t i = 0; i < target.positions.size(); ++i) {
            scratch[target.vertices[i]] += weight * target.positions[i];
        }
    }
    return copied ? scratch : mesh.positions;
}

vec3 transform_point(const mat4& m, const vec3& p) {
    return vec3(m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3]);
}

/// Calls `sink(vertex, world position)` for every vertex of the instance, in order.
template <class Sink>
void for_each_posed(const MeshInstance& instance, std::span<const mat4> world, std::span<const float> weights,
                    Sink sink) {
    const Mesh& mesh = *instance.mesh;
    const Skin& skin = *instance.skin;
    std::vector<mat4> palette(skin.nodes.size());
    skin_matrices(skin, world, palette);
    std::vector<vec3> scratch;
    const std::vector<vec3>& positions = displaced(instance, weights, scratch);
    if (!mesh.is_skinned()) {
        VT_CHECK(!palette.empty());
        for (std::size_t v = 0; v < positions.size(); ++v) sink(v, transform_point(palette[0], positions[v]));
        return;
    }
    const mat4 own = instance.node < 0 ? mat4(1.0F) : world[static_cast<std::size_t>(instance.node)];
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const std::uint32_t begin = mesh.influence_begin[v];
        const std::uint32_t end = mesh.influence_begin[v + 1];
        vec3 point(0.0F);
        for (std::uint32_t i = begin; i < end; ++i) {
            point +=
                mesh.influence_weight[i] * transform_point(palette[mesh.influence_joint[i]], positions[v]);
        }
        sink(v, begin == end ? transform_point(own, positions[v]) : point);
    }
}

}  // namespace

void skin_matrices(const Skin& skin, std::span<const mat4> world, std::span<mat4> out) {
    VT_CHECK(out.size() == skin.nodes.size());
    for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = world[static_cast<std::size_t>(skin.nodes[i])] * skin.inverse_bind[i];
    }
}

std::vector<vec3> skinned_positions(const MeshInstance& instance, std::span<const mat4> world,
                                    std::span<const float> weights) {
    std::vector<vec3> out(instance.mesh->positions.size());
    for_each_posed(instance, world, weights, [&out](std::size_t v, const vec3& point) { out[v] = point; });
    return out;
}

std::vector<vec3> skinned_source_positions(const MeshInstance& instance, std::span<const mat4> world,
                                           std::span<const float> weights) {
    const Mesh& mesh = *instance.mesh;
    if (mesh.source_vertex.empty()) return skinned_positions(instance, world, weights);
    std::vector<vec3> out(mesh.source_vertex_count, vec3(0.0F));
    for_each_posed(instance, world, weights,
                   [&](std::size_t v, const vec3& point) { out[mesh.source_vertex[v]] = point; });
    return out;
}

Bounds posed_bounds(const Document& document, std::span<const mat4> world, std::span<const float> weights,
                    int humanoid) {
    Bounds out;
    for (const MeshInstance& instance : document.meshes) {
        if (humanoid >= 0 && instance.humanoid != humanoid) continue;
        for_each_posed(instance, world, weights, [&out](std::size_t, const vec3& point) { out.add(point); });
    }
    return out;
}

}  // namespace vitruvian

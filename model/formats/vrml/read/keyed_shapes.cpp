#include "model/formats/vrml/read/keyed_shapes.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

namespace vitruvian::vrml {
namespace {

std::size_t source_of(const Mesh& mesh, std::size_t vertex) {
    return mesh.source_vertex.empty() ? vertex : mesh.source_vertex[vertex];
}

/// Vertices of one point that share a normal share it in every key: returns the group of each vertex.
std::vector<std::uint32_t> normal_groups(const Mesh& mesh) {
    std::map<std::tuple<std::size_t, float, float, float>, std::uint32_t> groups;
    std::vector<std::uint32_t> out;
    out.reserve(mesh.positions.size());
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const vec3& n = mesh.normals[v];
        const auto next = static_cast<std::uint32_t>(groups.size());
        out.push_back(groups.try_emplace({source_of(mesh, v), n.x, n.y, n.z}, next).first->second);
    }
    return out;
}

/// Returns normals of the moved mesh, averaged over its triangles by area; a vertex with only degenerate
/// triangles keeps its own.
std::vector<vec3> moved_normals(const Mesh& mesh, const std::vector<vec3>& positions,
                                const std::vector<std::uint32_t>& group) {
    std::vector<vec3> sums(mesh.positions.size(), vec3(0.0F));
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const std::uint32_t* corner = &mesh.indices[i];
        const vec3 area = glm::cross(positions[corner[1]] - positions[corner[0]],
                                     positions[corner[2]] - positions[corner[0]]);
        for (int k = 0; k < 3; ++k) sums[group[corner[k]]] += area;
    }
    std::vector<vec3> out(mesh.positions.size());
    for (std::size_t v = 0; v < out.size(); ++v) {
        const vec3& sum = sums[group[v]];
        const float length = glm::length(sum);
        out[v] = length > 0.0F && std::isfinite(length) ? sum / length : mesh.normals[v];
    }
    return out;
}

}  // namespace

Channel KeyedShapes::weight_channel(const std::vector<float>& times, std::size_t index, int displacer) {
    Channel out;
    out.displacer = displacer;
    out.path = ChannelPath::weight;
    out.space = ChannelSpace::delta;
    const auto add = [&](std::size_t key, float weight) {
        out.times.push_back(times[key]);
        out.values.push_back(weight);
    };
    if (index > 0) add(index - 1, 0.0F);
    add(index, 1.0F);
    if (index + 1 < times.size()) add(index + 1, 0.0F);
    return out;
}

std::map<const Mesh*, KeyedShapes::Use> KeyedShapes::uses_of(NodeRef target, bool normals) const {
    std::map<const Mesh*, Use> out;
    for (std::size_t i = 0; i < built_->shapes.size() && i < document_->meshes.size(); ++i) {
        const BuiltShape& shape = built_->shapes[i];
        if ((normals ? shape.normal : shape.coord) != target) continue;
        Use& use = out[document_->meshes[i].mesh.get()];
        use.shape = &shape;
        use.instances.push_back(i);
    }
    return out;
}

void KeyedShapes::add_targets(const Use& use, NodeRef interpolator, std::size_t keys,
                              std::span<const vec3> values, bool normals) {
    const MeshInstance& first = document_->meshes[use.instances.front()];
    auto mesh = std::make_shared<Mesh>(*first.mesh);
    const std::size_t count = mesh->positions.size();
    const std::size_t per_key = values.size() / keys;
    const bool own_normals = !normals && !mesh->normals.empty() && !use.shape->normal.valid() &&
                             mesh->topology == Topology::triangles;
    const std::vector<std::uint32_t> group =
        own_normals ? normal_groups(*mesh) : std::vector<std::uint32_t>();
    std::vector<vec3> moved = normals ? mesh->normals : mesh->positions;
    for (std::size_t key = 0; key < keys; ++key) {
        MorphTarget target;
        target.name = fmt::format("{} key {}", world_->syntax(interpolator).def, key + 1);
        for (std::size_t v = 0; v < count; ++v) {
            const std::size_t row = normals ? (*use.shape->normal_of_vertex)[v] : source_of(*mesh, v);
            if (row < per_key) moved[v] = values[key * per_key + row];
        }
        std::vector<vec3> shaded;
        if (own_normals) shaded = moved_normals(*mesh, moved, group);
        for (std::size_t v = 0; v < count; ++v) {
            const vec3 shift = normals ? vec3(0.0F) : moved[v] - mesh->positions[v];
            const vec3 turn = normals       ? moved[v] - mesh->normals[v]
                              : own_normals ? shaded[v] - mesh->normals[v]
                                            : vec3(0.0F);
            if (shift == vec3(0.0F) && turn == vec3(0.0F)) continue;
            target.vertices.push_back(static_cast<std::uint32_t>(v));
            target.positions.push_back(shift);
            if (normals || own_normals) target.normals.push_back(turn);
        }
        mesh->targets.push_back(std::move(target));
    }
    for (const std::size_t i : use.instances) document_->meshes[i].mesh = mesh;
}

const std::vector<int>& KeyedShapes::displacers(NodeRef interpolator, NodeRef target, std::size_t keys,
                                                std::span<const vec3> values) {
    const auto [known, fresh] = made_.try_emplace({interpolator.key(), target.key()});
    std::vector<int>& out = known->second;
    if (!fresh || keys == 0 || values.size() < keys) return out;
    const bool normals = world_->syntax(target).type == "Normal";
    const std::map<const Mesh*, Use> uses = uses_of(target, normals);
    std::size_t cost = 0;
    for (const auto& [mesh, use] : uses)
        cost += keys * (3 + 6 * mesh->positions.size()) * use.instances.size();
    if (uses.empty() || !world_->spend_values(cost)) return out;
    const MeshInstance& shown = document_->meshes[uses.begin()->second.instances.front()];
    for (std::size_t key = 0; key < keys; ++key) {
        Displacer displacer;
        displacer.name = fmt::format("{} key {}", world_->syntax(interpolator).def, key + 1);
        displacer.humanoid = shown.humanoid;
        displacer.segment = shown.segment;
        displacer.keyed_shape = true;
        out.push_back(static_cast<int>(document_->displacers.size()));
        document_->displacers.push_back(std::move(displacer));
    }
    for (const auto& [mesh, use] : uses) {
        add_targets(use, interpolator, keys, values, normals);
        for (const std::size_t i : use.instances) {
            std::vector<int>& list = document_->meshes[i].displacers;
            list.insert(list.end(), out.begin(), out.end());
        }
    }
    return out;
}

}  // namespace vitruvian::vrml

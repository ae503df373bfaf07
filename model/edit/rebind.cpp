#include "model/edit/rebind.h"

#include "model/core/at.h"

#include <algorithm>

namespace vitruvian {
namespace {

vec3 turned(const mat3& matrix, const vec3& direction) {
    const vec3 out = matrix * direction;
    const float length = glm::length(out);
    return length > 0.0F ? out / length : direction;
}

/// Moves each vertex and what is told of it.
struct Vertices {
    Mesh& mesh;

    void move(std::size_t v, const mat4& by) const {
        mesh.positions[v] = vec3(by * vec4(mesh.positions[v], 1.0F));
        const mat3 linear(by);
        if (!mesh.normals.empty())
            mesh.normals[v] = turned(glm::transpose(mat3(affine_inverse(by))), mesh.normals[v]);
        if (!mesh.tangents.empty())
            mesh.tangents[v] = vec4(turned(linear, vec3(mesh.tangents[v])), mesh.tangents[v].w);
    }
};

void move_targets(Mesh& mesh, const std::vector<mat4>& by) {
    for (MorphTarget& target : mesh.targets) {
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            const mat3 linear(by[target.vertices[i]]);
            if (!target.positions.empty()) target.positions[i] = linear * target.positions[i];
            if (!target.normals.empty())
                target.normals[i] = glm::mat3_cast(to_transform(mat4(linear)).rotation) * target.normals[i];
        }
    }
}

/// Of each vertex what moves it, from mesh to mesh.
std::vector<mat4> moves_of(const MeshInstance& instance, std::span<const mat4> world,
                           const mat4& mesh_from_world) {
    const Mesh& mesh = *instance.mesh;
    const Skin& skin = *instance.skin;
    std::vector<mat4> entries;
    for (std::size_t i = 0; i < skin.nodes.size(); ++i)
        entries.push_back(mesh_from_world * at(world, skin.nodes[i]) * skin.inverse_bind[i]);
    if (!mesh.is_skinned()) return std::vector<mat4>(mesh.positions.size(), entries.front());
    std::vector<mat4> out(mesh.positions.size(), mat4(1.0F));
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const std::uint32_t begin = mesh.influence_begin[v];
        const std::uint32_t end = mesh.influence_begin[v + 1];
        if (begin == end) continue;
        out[v] = mat4(0.0F);
        for (std::uint32_t i = begin; i < end; ++i)
            out[v] += mesh.influence_weight[i] * entries[mesh.influence_joint[i]];
    }
    return out;
}

}  // namespace

std::vector<mat4> world_from_meshes(const Document& document, std::span<const mat4> world) {
    std::vector<mat4> out;
    for (const MeshInstance& instance : document.meshes) {
        const Skin& skin = *instance.skin;
        const auto first = static_cast<std::size_t>(std::min_element(skin.nodes.begin(), skin.nodes.end()) -
                                                    skin.nodes.begin());
        out.push_back(at(world, skin.nodes[first]) * skin.inverse_bind[first]);
    }
    return out;
}

void rebind_mesh(MeshInstance& instance, std::span<const mat4> world, const mat4& world_from_mesh) {
    auto mesh = std::make_shared<Mesh>(*instance.mesh);
    auto skin = std::make_shared<Skin>(*instance.skin);
    const std::vector<mat4> moves = moves_of(instance, world, affine_inverse(world_from_mesh));
    for (std::size_t v = 0; v < moves.size(); ++v) Vertices{*mesh}.move(v, moves[v]);
    move_targets(*mesh, moves);
    for (std::size_t i = 0; i < skin->nodes.size(); ++i)
        skin->inverse_bind[i] = affine_inverse(at(world, skin->nodes[i])) * world_from_mesh;
    instance.mesh = std::move(mesh);
    instance.skin = std::move(skin);
}

}  // namespace vitruvian

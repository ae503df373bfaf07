#include "model/edit/rebind.h"

#include "model/core/at.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

vec3 turned(const mat3& matrix, const vec3& direction) {
    const vec3 out = matrix * direction;
    const float length = glm::length(out);
    return length > 0.0F ? out / length : direction;
}

/// Transforms each vertex with its attributes.
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

/// Per vertex, its matrix from the old mesh to the new one.
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

/// Whether all joints of a skin move its mesh alike, up to rounding.
bool is_bound_there(const Skin& skin, std::span<const mat4> world, const mat4& world_from_mesh) {
    constexpr float rounding = 1e-5F;
    for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
        const mat4& joint = at(world, skin.nodes[i]);
        const mat4 off = joint * skin.inverse_bind[i] - world_from_mesh;
        for (int axis = 0; axis < 3; ++axis) {
            if (!(glm::length(off[axis]) <= rounding * glm::length(world_from_mesh[axis]))) return false;
        }
        const float reach = glm::length(vec3(joint[3])) + glm::length(vec3(world_from_mesh[3]));
        if (!(glm::length(off[3]) <= rounding * reach)) return false;
    }
    return true;
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
    if (is_bound_there(*instance.skin, world, world_from_mesh)) return;
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

namespace {

/// Returns the blended matrix of a vertex, from those of its skin's entries.
glm::dmat4 blended(const Mesh& mesh, std::size_t v, std::span<const glm::dmat4> entries) {
    glm::dmat4 out(0.0);
    double sum = 0.0;
    for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i) {
        const auto weight = static_cast<double>(mesh.influence_weight[i]);
        out += weight * entries[mesh.influence_joint[i]];
        sum += weight;
    }
    return out / sum;
}

std::size_t heaviest(const Mesh& mesh, std::size_t v) {
    const auto begin = mesh.influence_weight.begin() + mesh.influence_begin[v];
    const auto end = mesh.influence_weight.begin() + mesh.influence_begin[v + 1];
    const auto entry = static_cast<std::size_t>(std::max_element(begin, end) - mesh.influence_weight.begin());
    return mesh.influence_joint[entry];
}

/// Whether the matrix flattens little enough that float32 still distinguishes points.
bool keeps_points_apart(const glm::dmat4& m) {
    constexpr double max_stretch = 100.0;
    const glm::dmat3 linear(m);
    const double size = std::max({glm::length(linear[0]), glm::length(linear[1]), glm::length(linear[2])});
    if (!(std::abs(glm::determinant(linear)) > 1e-9 * size * size * size)) return false;
    const glm::dmat3 back = glm::inverse(linear);
    return size * std::max({glm::length(back[0]), glm::length(back[1]), glm::length(back[2])}) <= max_stretch;
}

vec3 place(const glm::dmat4& m, const vec3& p) {
    return vec3(glm::dvec3(m * glm::dvec4(glm::dvec3(p), 1.0)));
}

/// Per vertex, the matrix to its position under the new bind; the identity for vertices without influences.
std::vector<glm::dmat4> moves_between(const Mesh& mesh, std::span<const glm::dmat4> from,
                                      std::span<const glm::dmat4> to, Folded& folded) {
    std::vector<glm::dmat4> out(mesh.positions.size(), glm::dmat4(1.0));
    for (std::size_t v = 0; v < out.size(); ++v) {
        if (mesh.influence_begin[v] == mesh.influence_begin[v + 1]) continue;
        const glm::dmat4 was = blended(mesh, v, from);
        const glm::dmat4 is = blended(mesh, v, to);
        const glm::dmat4 one = to[heaviest(mesh, v)];
        const bool can_invert = keeps_points_apart(is);
        if (!can_invert && !keeps_points_apart(one)) continue;
        out[v] = glm::inverse(can_invert ? is : one) * was;
        if (can_invert) continue;
        ++folded.vertices;
        const vec3 now = place(is * out[v], mesh.positions[v]);
        folded.farthest =
            std::max(folded.farthest, static_cast<double>(glm::distance(now, place(was, mesh.positions[v]))));
    }
    return out;
}

}  // namespace

void rebind_mesh(MeshInstance& instance, std::span<const glm::dmat4> from, std::span<const glm::dmat4> to,
                 std::shared_ptr<const Skin> skin, Folded& folded) {
    auto mesh = std::make_shared<Mesh>(*instance.mesh);
    const std::vector<glm::dmat4> moves = moves_between(*mesh, from, to, folded);
    // How normal offsets are rotated, and how much longer than the normals themselves they would become.
    std::vector<glm::mat3> turns(moves.size(), glm::mat3(1.0F));
    for (std::size_t v = 0; v < moves.size(); ++v) {
        if (moves[v] == glm::dmat4(1.0)) continue;
        const glm::dmat3 linear(moves[v]);
        mesh->positions[v] = place(moves[v], mesh->positions[v]);
        if (!mesh->tangents.empty()) {
            vec4& tangent = mesh->tangents[v];
            tangent = vec4(turned(mat3(linear), vec3(tangent)), tangent.w);
        }
        if (glm::determinant(linear) == 0.0) continue;
        const glm::dmat3 turn = glm::transpose(glm::inverse(linear));
        const double length = mesh->normals.empty() ? 1.0 : glm::length(turn * glm::dvec3(mesh->normals[v]));
        if (!mesh->normals.empty()) mesh->normals[v] = turned(mat3(turn), mesh->normals[v]);
        turns[v] = mat3(length > 0.0 ? turn / length : turn);
    }
    for (MorphTarget& target : mesh->targets) {
        for (std::size_t i = 0; i < target.vertices.size(); ++i) {
            const std::uint32_t v = target.vertices[i];
            if (moves[v] == glm::dmat4(1.0)) continue;
            if (!target.positions.empty())
                target.positions[i] = vec3(glm::dmat3(moves[v]) * glm::dvec3(target.positions[i]));
            if (!target.normals.empty()) target.normals[i] = turns[v] * target.normals[i];
        }
    }
    instance.mesh = std::move(mesh);
    instance.skin = std::move(skin);
}

}  // namespace vitruvian

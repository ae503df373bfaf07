#include "app/scene/standing_floor.h"

#include "model/core/at.h"
#include "model/figure/reference_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace vitruvian {
namespace {

constexpr float upright_cosine = 0.82F;  // 35 degrees: a figure with legs apart still stands
constexpr float level_feet = 0.15F;      // relative to a leg's length

/// World-from-mesh matrix for an entry of an instance's skin; nullopt where there is none in this pose.
using EntryMatrix = std::function<std::optional<mat4>(const MeshInstance&, std::size_t entry)>;
/// Position of a node; nullopt where it is unknown.
using NodePlace = std::function<std::optional<vec3>(int node)>;

bool stands(const BoneMap& bones, const vec3& up, const NodePlace& place) {
    std::array<float, 2> level{};
    float leg = 0.0F;
    for (const bool left : {true, false}) {
        const auto hip = place(bones[left ? Bone::left_upper_leg : Bone::right_upper_leg]);
        const auto foot = place(bones[left ? Bone::left_foot : Bone::right_foot]);
        if (!hip || !foot) return false;
        const vec3 down = *hip - *foot;
        leg = glm::length(down);
        if (!(leg > 0.0F) || glm::dot(down, up) < upright_cosine * leg) return false;
        level.at(left ? 0 : 1) = glm::dot(*foot, up);
    }
    return std::abs(level[0] - level[1]) < level_feet * leg;
}

/// The nodes from the shins down.
std::vector<bool> shins_and_feet(const Document& document, const BoneMap& bones) {
    std::vector<bool> out(document.nodes.size(), false);
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto node = static_cast<int>(i);
        const int parent = document.nodes[i].parent;
        out[i] = node == bones[Bone::left_lower_leg] || node == bones[Bone::right_lower_leg] ||
                 node == bones[Bone::left_foot] || node == bones[Bone::right_foot] ||
                 (parent >= 0 && at(out, parent));
    }
    return out;
}

/// Returns the lowest point along `up` of what `legs` mostly influence.
std::optional<float> sole_level(const Document& document, const std::vector<bool>& legs, const vec3& up,
                                const EntryMatrix& matrix) {
    float low = std::numeric_limits<float>::max();
    for (const MeshInstance& instance : document.meshes) {
        const Mesh& mesh = *instance.mesh;
        const std::vector<int>& nodes = instance.skin->nodes;
        std::vector<std::optional<mat4>> matrices(nodes.size());
        bool any = false;
        for (std::size_t e = 0; e < nodes.size(); ++e) {
            if (!at(legs, nodes[e])) continue;
            matrices[e] = matrix(instance, e);
            any = any || matrices[e].has_value();
        }
        if (!any || mesh.topology != Topology::triangles) continue;
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            const vec4 at(mesh.positions[v], 1.0F);
            vec3 moved(0.0F);
            float weight = 0.0F;
            const auto add = [&](std::size_t entry, float share) {
                if (!matrices[entry]) return;
                moved += share * vec3(*matrices[entry] * at);
                weight += share;
            };
            if (mesh.is_skinned()) {
                for (std::uint32_t row = mesh.influence_begin[v]; row < mesh.influence_begin[v + 1]; ++row)
                    add(mesh.influence_joint[row], mesh.influence_weight[row]);
            } else {
                add(0, 1.0F);
            }
            const float height = glm::dot(moved, up) / weight;
            if (weight > 0.5F && std::isfinite(height)) low = std::min(low, height);
        }
    }
    if (low == std::numeric_limits<float>::max()) return std::nullopt;
    return low;
}

std::optional<float> level_in_pose(const Document& document, const Humanoid& humanoid,
                                   std::span<const mat4> world, const vec3& up) {
    const auto place = [&](int node) -> std::optional<vec3> {
        if (node < 0) return std::nullopt;
        return vec3(at(world, node)[3]);
    };
    if (!stands(humanoid.bones, up, place)) return std::nullopt;
    return sole_level(document, shins_and_feet(document, humanoid.bones), up,
                      [&](const MeshInstance& instance, std::size_t entry) -> std::optional<mat4> {
                          const auto node = static_cast<std::size_t>(instance.skin->nodes[entry]);
                          return world[node] * instance.skin->inverse_bind[entry];
                      });
}

/// Returns the matrix from a skin's bind space to the world: that of the parent of its topmost joint above `node`, or
/// the identity where that brings this joint nearer to where it rests, since some exporters bind in the scene.
mat4 world_from_bind(const Document& document, const Skin& skin, std::span<const mat4> world, int node) {
    int top = node;
    for (int up = node; up >= 0; up = at(document.nodes, up).parent) {
        if (std::find(skin.nodes.begin(), skin.nodes.end(), up) != skin.nodes.end()) top = up;
    }
    const int above = at(document.nodes, top).parent;
    const auto entry = std::find(skin.nodes.begin(), skin.nodes.end(), top) - skin.nodes.begin();
    const vec4 bound = affine_inverse(skin.inverse_bind[static_cast<std::size_t>(entry)])[3];
    const mat4 parent = above < 0 ? mat4(1.0F) : at(world, above);
    const vec3 rests(at(world, top)[3]);
    return glm::distance(vec3(bound), rests) < glm::distance(vec3(parent * bound), rests) ? mat4(1.0F)
                                                                                          : parent;
}

std::optional<float> level_in_bind(const Document& document, const Humanoid& humanoid,
                                   std::span<const mat4> world, const vec3& up) {
    const int foot = humanoid.bones[Bone::left_foot];
    const auto has_foot = [&](const MeshInstance& m) {
        const std::vector<int>& nodes = m.skin->nodes;
        return m.mesh->is_skinned() && std::find(nodes.begin(), nodes.end(), foot) != nodes.end();
    };
    const auto found = std::find_if(document.meshes.begin(), document.meshes.end(), has_foot);
    if (foot < 0 || found == document.meshes.end()) return std::nullopt;
    const Skin& skin = *found->skin;
    const mat4 to_world = world_from_bind(document, skin, world, foot);
    const auto place = [&](int node) -> std::optional<vec3> {
        const auto entry = std::find(skin.nodes.begin(), skin.nodes.end(), node);
        if (node < 0 || entry == skin.nodes.end()) return std::nullopt;
        const auto index = static_cast<std::size_t>(entry - skin.nodes.begin());
        const vec3 point(to_world * affine_inverse(skin.inverse_bind[index])[3]);
        if (!is_finite(point)) return std::nullopt;
        return point;
    };
    if (!stands(humanoid.bones, up, place)) return std::nullopt;
    return sole_level(document, shins_and_feet(document, humanoid.bones), up,
                      [&](const MeshInstance& instance, std::size_t) -> std::optional<mat4> {
                          if (instance.skin == found->skin || *instance.skin == skin) return to_world;
                          return std::nullopt;
                      });
}

}  // namespace

std::optional<float> standing_level(const Document& document, const Skeleton& skeleton,
                                    std::span<const mat4> file_pose_world, const Stance& stance,
                                    int humanoid) {
    const Humanoid& figure = at(document.humanoids, humanoid);
    if (const auto level = level_in_pose(document, figure, file_pose_world, stance.up)) return level;
    if (const auto level = level_in_bind(document, figure, file_pose_world, stance.up)) return level;
    if (figure.bones[Bone::left_foot] < 0 || figure.bones[Bone::right_foot] < 0) return std::nullopt;
    const Pose t_pose = make_reference_pose(document, humanoid, ReferenceKind::tpose).pose;
    return level_in_pose(document, figure, world_matrices(skeleton, t_pose), stance.up);
}

}  // namespace vitruvian

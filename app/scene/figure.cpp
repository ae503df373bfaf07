#include "app/scene/figure.h"

#include "app/scene/standing_floor.h"
#include "model/core/at.h"
#include "model/core/check.h"
#include "model/figure/joint_bones.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace vitruvian {
namespace {

void add_transformed(Bounds& bounds, const Bounds& box, const mat4& world_from_box) {
    if (box.empty()) return;
    for (unsigned corner = 0; corner < 8; ++corner) {
        const vec3 point((corner & 1U) != 0 ? box.max.x : box.min.x,
                         (corner & 2U) != 0 ? box.max.y : box.min.y,
                         (corner & 4U) != 0 ? box.max.z : box.min.z);
        bounds.add(vec3(world_from_box * vec4(point, 1.0F)));
    }
}

/// Whether a figure's surface hardly shows its body: no meshes, or only marks much smaller than it.
bool is_bare(const Document& document, std::span<const mat4> world, const FigureShape& shape) {
    if (document.humanoids.empty()) return false;
    float largest = 0.0F;
    for (std::size_t i = 0; i < document.meshes.size(); ++i) {
        const MeshInstance& mesh = document.meshes[i];
        if (mesh.humanoid < 0) continue;
        Bounds bounds;
        for (std::size_t entry = 0; entry < shape.influence_bounds[i].size(); ++entry) {
            const auto node = static_cast<std::size_t>(mesh.skin->nodes[entry]);
            add_transformed(bounds, shape.influence_bounds[i][entry],
                            world[node] * mesh.skin->inverse_bind[entry]);
        }
        if (!bounds.empty()) largest = std::max(largest, glm::length(bounds.size()));
    }
    return largest <= 0.1F * shape.stance.height;
}

/// 1 left, -1 right, 0 middle: by the node's bone, or that of its nearest ancestor; otherwise by its position
/// at rest.
std::vector<signed char> sides_of_nodes(const Document& document, std::span<const mat4> world,
                                        const Stance& stance) {
    std::vector<signed char> side(world.size());
    std::vector<bool> by_bone(world.size(), false);
    for (std::size_t i = 0; i < world.size(); ++i) {
        const float left = glm::dot(vec3(world[i][3]) - stance.ground, stance.left);
        const float middle = 0.015F * stance.height;
        side[i] = static_cast<signed char>(left > middle ? 1 : left < -middle ? -1 : 0);
    }
    for (const Humanoid& humanoid : document.humanoids) {
        for (std::size_t b = 0; b < bone_count; ++b) {
            if (humanoid.bones.node[b] < 0) continue;
            const std::string_view name = to_string(static_cast<Bone>(b));
            const auto node = static_cast<std::size_t>(humanoid.bones.node[b]);
            side[node] = static_cast<signed char>(name.starts_with("left")    ? 1
                                                  : name.starts_with("right") ? -1
                                                                              : 0);
            by_bone[node] = side[node] != 0;
        }
    }
    for (std::size_t i = 0; i < world.size(); ++i) {
        const int parent = document.nodes[i].parent;
        if (parent < 0 || by_bone[i] || !at(by_bone, parent)) continue;
        side[i] = at(side, parent);
        by_bone[i] = true;
    }
    return side;
}

}  // namespace

std::vector<mat4> placed_world(const Figure& figure) {
    if (figure.placement == mat4(1.0F)) return world_matrices(*figure.skeleton, *figure.pose);
    if (mat3(figure.placement) == mat3(1.0F)) {
        // Before positions far from the origin are rounded.
        Pose moved = *figure.pose;
        for (std::size_t i = 0; i < moved.local.size(); ++i) {
            if (figure.skeleton->parent[i] < 0) moved.local[i].translation += vec3(figure.placement[3]);
        }
        return world_matrices(*figure.skeleton, moved);
    }
    std::vector<mat4> world = world_matrices(*figure.skeleton, *figure.pose);
    for (mat4& matrix : world) matrix = figure.placement * matrix;
    return world;
}

float placement_scale(const Figure& figure) {
    return glm::length(vec3(figure.placement[0]));
}

std::vector<std::vector<Bounds>> influence_bounds(const Document& document) {
    std::vector<std::vector<Bounds>> out;
    out.reserve(document.meshes.size());
    for (const MeshInstance& instance : document.meshes) {
        std::vector<Bounds> boxes(instance.skin->nodes.size());
        const Mesh& mesh = *instance.mesh;
        VT_CHECK(!boxes.empty());
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            if (!mesh.is_skinned()) {
                boxes[0].add(mesh.positions[v]);
                continue;
            }
            for (std::uint32_t row = mesh.influence_begin[v]; row < mesh.influence_begin[v + 1]; ++row) {
                boxes[mesh.influence_joint[row]].add(mesh.positions[v]);
            }
        }
        out.push_back(std::move(boxes));
    }
    return out;
}

FigureShape make_figure_shape(const Document& document, const Skeleton& skeleton) {
    FigureShape shape;
    shape.influence_bounds = influence_bounds(document);
    const Pose pose = file_pose(skeleton);
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    shape.stance = find_stance(document, world, pose.weights, document.humanoids.empty() ? -1 : 0);
    shape.standing = shape.stance.bounds;
    for (std::size_t h = 1; h < document.humanoids.size(); ++h)
        shape.standing.add(find_stance(document, world, pose.weights, static_cast<int>(h)).bounds);
    if (!document.humanoids.empty()) {
        const std::optional<float> level = standing_level(document, skeleton, world, shape.stance, 0);
        if (level) {
            const vec3 up = shape.stance.up;
            shape.stance.ground += (*level - glm::dot(shape.stance.ground, up)) * up;
        }
    }
    shape.bare = is_bare(document, world, shape);
    shape.side = sides_of_nodes(document, world, shape.stance);
    return shape;
}

Stance scene_stance(std::span<const Figure> figures) {
    const auto first =
        std::find_if(figures.begin(), figures.end(), [](const Figure& figure) { return figure.shown; });
    if (first == figures.end()) return {};
    Stance stance = first->shape->stance;
    const mat4& placement = first->placement;
    if (placement == mat4(1.0F)) return stance;
    const float scale = placement_scale(*first);
    const auto turned = [&](const vec3& v) { return vec3(placement * vec4(v, 0.0F)) / scale; };
    stance.up = turned(stance.up);
    stance.front = turned(stance.front);
    stance.left = turned(stance.left);
    stance.ground = vec3(placement * vec4(stance.ground, 1.0F));
    stance.height *= scale;
    stance.metres_per_unit /= scale;
    Bounds bounds;
    add_transformed(bounds, stance.bounds, placement);
    stance.bounds = bounds;
    return stance;
}

std::vector<vec3> skeleton_points(const Figure& figure, std::span<const mat4> world) {
    std::vector<vec3> out;
    for (const Humanoid& humanoid : figure.document->humanoids) {
        for (const Joint& joint : humanoid.joints) out.emplace_back(at(world, joint.node)[3]);
        if (!figure.shape->bare) continue;
        for (const Site& site : humanoid.sites) {
            if (ends_bone(at(figure.document->nodes, site.node))) out.emplace_back(at(world, site.node)[3]);
        }
    }
    return out;
}

Bounds instance_bounds(const Figure& figure, std::span<const mat4> world, std::size_t index) {
    Bounds bounds;
    const Skin& skin = *figure.document->meshes[index].skin;
    const std::vector<Bounds>& boxes = figure.shape->influence_bounds[index];
    for (std::size_t entry = 0; entry < boxes.size(); ++entry) {
        const auto node = static_cast<std::size_t>(skin.nodes[entry]);
        add_transformed(bounds, boxes[entry], world[node] * skin.inverse_bind[entry]);
    }
    return bounds;
}

Bounds standing_bounds(std::span<const Figure> figures) {
    Bounds bounds;
    for (const Figure& figure : figures) {
        if (figure.shown) add_transformed(bounds, figure.shape->standing, figure.placement);
    }
    return bounds;
}

}  // namespace vitruvian

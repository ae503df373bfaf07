#include "app/scene/onion.h"

#include "app/scene/frame.h"
#include "model/core/at.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

// Past poses are warm, future ones cool.
constexpr vec4 past_color{0.95F, 0.45F, 0.30F, 1.0F};
constexpr vec4 future_color{0.35F, 0.70F, 0.95F, 1.0F};

constexpr vec4 reference_color{0.55F, 0.85F, 0.60F, 1.0F};

vec4 color_at(float distance, float alpha) {
    vec4 color = distance < 0.0F ? past_color : future_color;
    color.a = alpha * (1.0F - 0.65F * std::min(std::abs(distance), 1.0F));
    return color;
}

vec4 color_of(const Ghost& ghost, float alpha) {
    return ghost.distance == 0.0F ? vec4(vec3(reference_color), 1.3F * alpha)
                                  : color_at(ghost.distance, alpha);
}

std::vector<mat4> world_of(const Figure& figure, const Pose& pose) {
    std::vector<mat4> world = world_matrices(*figure.skeleton, pose);
    for (mat4& matrix : world) matrix = figure.placement * matrix;
    return world;
}

void add_skin(const Figure& figure, const Ghost& ghost, std::span<const mat4> world, RenderScene& scene) {
    Material material;
    material.name = "ghost";
    material.base_color = color_of(ghost, 0.22F);
    material.alpha_mode = AlphaMode::blend;
    material.unlit = true;
    const auto index = static_cast<int>(scene.materials.size());
    scene.materials.push_back(std::move(material));
    for (const MeshInstance& mesh : figure.document->meshes) {
        // What belongs to no figure is static.
        if (mesh.humanoid < 0 && !mesh.mesh->is_skinned()) continue;
        RenderItem item;
        item.mesh = mesh.mesh;
        item.material = index;
        item.casts = false;
        item.palette_begin = static_cast<std::uint32_t>(scene.palettes.size());
        item.palette_count = static_cast<std::uint32_t>(mesh.skin->nodes.size());
        scene.palettes.resize(scene.palettes.size() + item.palette_count);
        skin_matrices(*mesh.skin, world, std::span(scene.palettes).subspan(item.palette_begin));
        item.weights_begin = static_cast<std::uint32_t>(scene.weights.size());
        for (const int displacer : mesh.displacers)
            scene.weights.push_back(at(ghost.pose.weights, displacer));
        scene.items.push_back(std::move(item));
    }
}

void add_bones(const Figure& figure, const Ghost& ghost, std::span<const mat4> world, float pixel_scale,
               RenderScene& scene) {
    for (std::size_t n = 0; n < figure.document->nodes.size(); ++n) {
        const Node& node = figure.document->nodes[n];
        if (node.kind != NodeKind::joint || node.parent < 0) continue;
        if (at(figure.document->nodes, node.parent).kind != NodeKind::joint) continue;
        const vec3 head(at(world, node.parent)[3]);
        const vec3 tail(world[n][3]);
        scene.lines.push_back({head, tail, color_of(ghost, 0.7F), 1.5F * pixel_scale});
    }
}

void add_trail(const Figure& figure, const Trail& trail, float pixel_scale, RenderScene& scene) {
    const auto placed = [&](const vec3& point) { return vec3(figure.placement * vec4(point, 1.0F)); };
    const auto count = static_cast<float>(std::max<std::size_t>(trail.points.size(), 2));
    for (std::size_t i = 1; i < trail.points.size(); ++i) {
        const float middle = static_cast<float>(i) - 0.5F;
        const float distance = std::clamp((middle - trail.present) / (0.5F * count), -1.0F, 1.0F);
        scene.lines.push_back({placed(trail.points[i - 1]), placed(trail.points[i]), color_at(distance, 1.0F),
                               2.0F * pixel_scale});
    }
    for (const vec3& key : trail.keys)
        scene.joints.push_back({placed(key), 3.0F * pixel_scale, vec4(0.95F, 0.95F, 0.92F, 1.0F), 0});
}

}  // namespace

void add_onion(const Figure& figure, const ViewSettings& view, RenderScene& scene) {
    const bool bones = view.show.bones || view.show.joints || figure.shape->bare;
    for (const Ghost& ghost : figure.ghosts) {
        const std::vector<mat4> world = world_of(figure, ghost.pose);
        if (view.show.skin) add_skin(figure, ghost, world, scene);
        if (bones) add_bones(figure, ghost, world, view.pixel_scale, scene);
    }
    for (const Trail& trail : figure.trails) add_trail(figure, trail, view.pixel_scale, scene);
}

}  // namespace vitruvian

#include "app/scene/displaced.h"

#include "app/scene/heat_map.h"
#include "model/core/at.h"
#include "model/core/srgb.h"
#include "model/pose/skinning.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace vitruvian {
namespace {

constexpr vec3 still_color{0.48F};
constexpr std::size_t max_arrows = 300;
/// Dark violet for zero would look like a hole: displaced vertices start with a brighter colour.
constexpr float first_heat = 0.30F;

/// Returns for each vertex its longest offset in one of the targets.
std::vector<float> lengths_of(const Mesh& mesh, const std::vector<std::size_t>& targets) {
    std::vector<float> out(mesh.positions.size(), 0.0F);
    for (const std::size_t t : targets) {
        const MorphTarget& target = mesh.targets[t];
        for (std::size_t i = 0; i < target.positions.size(); ++i)
            out[target.vertices[i]] = std::max(out[target.vertices[i]], glm::length(target.positions[i]));
    }
    return out;
}

vec4 painted(const vec3& srgb) {
    return {linear_from_srgb(srgb), 1.0F};
}

std::shared_ptr<const Mesh> paint(const Mesh& mesh, const std::vector<std::size_t>& targets) {
    const std::vector<float> lengths = lengths_of(mesh, targets);
    const float longest = lengths.empty() ? 0.0F : *std::max_element(lengths.begin(), lengths.end());
    std::vector<vec4> colors(lengths.size(), painted(still_color));
    bool any = longest > 0.0F;
    for (const std::size_t t : targets) {
        const MorphTarget& target = mesh.targets[t];
        if (!target.positions.empty()) continue;
        for (const std::uint32_t v : target.vertices) colors[v] = painted(feature_color);
        any = any || !target.vertices.empty();
    }
    if (!any) return nullptr;
    for (std::size_t v = 0; v < lengths.size(); ++v) {
        if (lengths[v] <= 0.0F) continue;
        colors[v] = painted(heat_color(first_heat + (1.0F - first_heat) * std::sqrt(lengths[v] / longest)));
    }
    auto painted = std::make_shared<Mesh>(mesh);
    painted->colors = std::move(colors);
    return painted;
}

}  // namespace

std::vector<std::size_t> shown_targets(const Figure& figure, const MeshInstance& mesh,
                                       const ViewSettings& view) {
    const Selection& selected = view.selected;
    const bool one_only = selected.item.kind == ItemKind::displacer && selected.figure == figure.id;
    std::vector<std::size_t> out;
    if (!one_only && !view.show.displacers) return out;
    for (std::size_t t = 0; t < mesh.displacers.size(); ++t) {
        const int displacer = mesh.displacers[t];
        if (one_only && displacer != selected.item.index) continue;
        if (!at(figure.document->displacers, displacer).keyed_shape) out.push_back(t);
    }
    return out;
}

std::shared_ptr<const Mesh> displacement_colored(const std::shared_ptr<const Mesh>& mesh,
                                                 const std::vector<std::size_t>& targets) {
    // While a figure plays, the same mesh is requested in every picture: it is only uploaded once.
    struct Painted {
        std::weak_ptr<const Mesh> mesh;
        std::vector<std::size_t> targets;
        std::shared_ptr<const Mesh> result;
    };
    thread_local std::map<const Mesh*, Painted> known;
    Painted& entry = known[mesh.get()];
    if (entry.mesh.expired() || entry.targets != targets) entry = {mesh, targets, paint(*mesh, targets)};
    const std::shared_ptr<const Mesh> result = entry.result;
    std::erase_if(known, [](const auto& one) { return one.second.mesh.expired(); });
    return result;
}

Bounds displacer_bounds(const Figure& figure, std::span<const mat4> world, int displacer) {
    Bounds bounds;
    for (const MeshInstance& instance : figure.document->meshes) {
        const auto begin = instance.displacers.begin();
        const auto found = std::find(begin, instance.displacers.end(), displacer);
        if (found == instance.displacers.end()) continue;
        const std::vector<vec3> points = skinned_positions(instance, world, figure.pose->weights);
        const auto target = static_cast<std::size_t>(found - begin);
        for (const std::uint32_t vertex : instance.mesh->targets[target].vertices) bounds.add(points[vertex]);
    }
    if (bounds.empty()) return bounds;
    const vec3 air(0.05F * figure.shape->stance.height * placement_scale(figure));
    bounds.add(bounds.min - air);
    bounds.add(bounds.max + air);
    return bounds;
}

void add_displacement_arrows(const Figure& figure, std::span<const mat4> world, const MeshInstance& mesh,
                             std::size_t target, float pixel_scale, RenderScene& scene) {
    const MorphTarget& moved = mesh.mesh->targets[target];
    if (moved.positions.empty()) return;
    std::vector<float> weights = figure.pose->weights;
    float& weight = at(weights, mesh.displacers[target]);
    weight = 0.0F;
    const std::vector<vec3> from = skinned_positions(mesh, world, weights);
    weight = 1.0F;
    const std::vector<vec3> to = skinned_positions(mesh, world, weights);
    float longest = 0.0F;
    for (const std::uint32_t v : moved.vertices) longest = std::max(longest, glm::length(to[v] - from[v]));
    if (longest <= 0.0F) return;
    const std::size_t step = (moved.vertices.size() + max_arrows - 1) / max_arrows;
    const vec3 eye = scene.camera.eye();
    for (std::size_t i = 0; i < moved.vertices.size(); i += step) {
        const vec3& a = from[moved.vertices[i]];
        const vec3& b = to[moved.vertices[i]];
        const float length = glm::length(b - a);
        if (length < 0.02F * longest) continue;
        const vec4 color(heat_color(first_heat + (1.0F - first_heat) * std::sqrt(length / longest)), 1.0F);
        scene.lines.push_back({a, b, color, 1.5F * pixel_scale, true});
        // The arrow head: two short strokes perpendicular to the line of sight.
        const vec3 way = (b - a) / length;
        const vec3 aside = glm::cross(way, eye - b);
        if (glm::length(aside) <= 1e-6F * glm::length(eye - b)) continue;
        const vec3 across = glm::normalize(aside) * (0.18F * length);
        for (const float side : {1.0F, -1.0F})
            scene.lines.push_back(
                {b, b - way * (0.3F * length) + across * side, color, 1.5F * pixel_scale, true});
    }
}

}  // namespace vitruvian

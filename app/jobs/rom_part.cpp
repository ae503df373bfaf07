#include "app/jobs/rom_part.h"

#include "app/scene/mesh_part.h"
#include "model/core/at.h"
#include "model/pose/skinning.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// How far the kept part reaches, in widths of the picture.
constexpr float margin = 1.4F;

/// Returns which sides of the enlarged view a point is beyond, one bit for each; 0: it is within.
unsigned sides_beyond(const vec4& clip) {
    const float edge = margin * clip.w;
    return (clip.x < -edge ? 1U : 0U) | (clip.x > edge ? 2U : 0U) | (clip.y < -edge ? 4U : 0U) |
           (clip.y > edge ? 8U : 0U) | (clip.w <= 0.0F ? 16U : 0U);
}

/// Marks the triangles that a sight shows.
void mark_seen(const MeshInstance& instance, std::span<const mat4> world, std::span<const float> weights,
               const mat4& clip_from_world, std::vector<char>& is_seen) {
    const Mesh& mesh = *instance.mesh;
    std::vector<vec3> points(mesh.positions.size());
    skin_positions(instance, world, weights, points, 1);
    std::vector<unsigned char> beyond;
    beyond.reserve(points.size());
    for (const vec3& point : points)
        beyond.push_back(static_cast<unsigned char>(sides_beyond(clip_from_world * vec4(point, 1.0F))));
    for (std::size_t t = 0; t < is_seen.size(); ++t) {
        const auto corner = [&](std::size_t k) { return beyond[mesh.indices[3 * t + k]]; };
        if ((corner(0) & corner(1) & corner(2)) == 0) is_seen[t] = 1;
    }
}

/// Replaces the meshes of a figure by what the sights show of them, and leaves out those that they do not show.
void keep_seen(const RomFigure& whole, std::span<const RomSight> sights, Document& document) {
    std::vector<std::vector<char>> seen;
    for (const MeshInstance& instance : document.meshes)
        seen.emplace_back(
            instance.mesh->topology == Topology::triangles ? instance.mesh->indices.size() / 3 : 0, 0);
    for (const RomSight& sight : sights) {
        const std::vector<mat4> world = world_matrices(whole.skeleton, *sight.pose);
        // The depth range does not matter: only the sides are looked at.
        const mat4 clip_from_world =
            sight.camera->projection(1.0F, {vec3(-1.0F), vec3(1.0F)}) * sight.camera->view();
        for (std::size_t i = 0; i < seen.size(); ++i)
            mark_seen(document.meshes[i], world, sight.pose->weights, clip_from_world, seen[i]);
    }
    std::vector<MeshInstance> kept;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        MeshInstance instance = std::move(document.meshes[i]);
        const auto count = static_cast<std::size_t>(std::count(seen[i].begin(), seen[i].end(), 1));
        if (!seen[i].empty() && count == 0) continue;
        if (count < seen[i].size())
            instance.mesh = std::make_shared<const Mesh>(mesh_part(*instance.mesh, seen[i]));
        kept.push_back(std::move(instance));
    }
    document.meshes = std::move(kept);
}

}  // namespace

RomPart::RomPart(const RomFigure& whole, const FigureShape& shape, std::span<const RomSight> sights)
    : document_(*whole.document), shape_(shape) {
    keep_seen(whole, sights, document_);
    rom_.document = &document_;
    rom_.humanoid = whole.humanoid;
    rom_.skeleton = whole.skeleton;
    rom_.rest = whole.rest;
    rom_.surface = make_body_surface(document_, whole.humanoid, rom_.skeleton, rom_.rest);
    shape_.influence_bounds = influence_bounds(document_);
}

}  // namespace vitruvian

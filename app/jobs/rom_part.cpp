#include "app/jobs/rom_part.h"

#include "app/scene/mesh_part.h"
#include "model/core/at.h"
#include "model/pose/skinning.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// How far the kept part reaches, in widths of the picture: ambient occlusion looks beyond its edges.
constexpr float margin = 1.1F;

/// Returns which sides of the enlarged view a point is beyond, one bit for each; 0: it is within.
unsigned sides_beyond(const vec4& clip) {
    const float edge = margin * clip.w;
    return (clip.x < -edge ? 1U : 0U) | (clip.x > edge ? 2U : 0U) | (clip.y < -edge ? 4U : 0U) |
           (clip.y > edge ? 8U : 0U) | (clip.w <= 0.0F ? 16U : 0U);
}

/// A mesh's triangles: which of them the sights show, and how far they are from the first one's eye.
struct Seen {
    std::vector<char> is_seen;
    std::vector<float> distance;
};

void look(const MeshInstance& instance, const RomFigure& whole, const RomSight& sight, Seen& seen) {
    const Mesh& mesh = *instance.mesh;
    std::vector<vec3> points(mesh.positions.size());
    skin_positions(instance, world_matrices(whole.skeleton, *sight.pose), sight.pose->weights, points, 1);
    const mat4 view = sight.camera->view();
    // The depth range does not matter: only the sides are looked at.
    const mat4 clip_from_world = sight.camera->projection(1.0F, {vec3(-1.0F), vec3(1.0F)}) * view;
    std::vector<unsigned char> beyond;
    beyond.reserve(points.size());
    for (const vec3& point : points)
        beyond.push_back(static_cast<unsigned char>(sides_beyond(clip_from_world * vec4(point, 1.0F))));
    const bool is_first = seen.distance.empty();
    for (std::size_t t = 0; t < seen.is_seen.size(); ++t) {
        const auto corner = [&](std::size_t k) { return mesh.indices[3 * t + k]; };
        if ((beyond[corner(0)] & beyond[corner(1)] & beyond[corner(2)]) == 0) seen.is_seen[t] = 1;
        if (is_first) seen.distance.push_back(-(view * vec4(points[corner(0)], 1.0F)).z);
    }
}

/// Returns the triangles that are seen, nearer ones before farther ones. Roughly: within a layer they keep their
/// order, so that successive triangles share vertices.
std::vector<std::uint32_t> seen_triangles(const Seen& seen) {
    constexpr float layers = 16.0F;
    std::vector<std::uint32_t> out;
    float nearest = std::numeric_limits<float>::max();
    float farthest = std::numeric_limits<float>::lowest();
    for (std::uint32_t t = 0; t < seen.is_seen.size(); ++t) {
        if (seen.is_seen[t] == 0) continue;
        out.push_back(t);
        if (!std::isfinite(seen.distance[t])) continue;
        nearest = std::min(nearest, seen.distance[t]);
        farthest = std::max(farthest, seen.distance[t]);
    }
    const auto layer = [&](std::uint32_t t) {
        const float share = (seen.distance[t] - nearest) / std::max(farthest - nearest, 1e-12F);
        return std::isfinite(share) ? static_cast<int>(layers * share) : 0;
    };
    std::stable_sort(out.begin(), out.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return layer(a) < layer(b); });
    return out;
}

/// Replaces the meshes of a figure by what the sights show of them, and leaves out those that they do not show.
void keep_seen(const RomFigure& whole, std::span<const RomSight> sights, Document& document) {
    std::vector<MeshInstance> kept;
    for (MeshInstance& instance : document.meshes) {
        const Mesh& mesh = *instance.mesh;
        if (mesh.topology == Topology::triangles && mesh.indices.size() >= 3) {
            Seen seen;
            seen.is_seen.assign(mesh.indices.size() / 3, 0);
            for (const RomSight& sight : sights) look(instance, whole, sight, seen);
            const std::vector<std::uint32_t> triangles = seen_triangles(seen);
            if (triangles.empty()) continue;
            instance.mesh = std::make_shared<const Mesh>(mesh_part(mesh, triangles));
        }
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

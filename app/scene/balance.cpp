#include "app/scene/balance.h"

#include "app/scene/limit_fan.h"
#include "model/core/at.h"
#include "model/figure/inertia.h"
#include "model/figure/mass_centres.h"
#include "model/figure/reference_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace vitruvian {
namespace {

constexpr vec4 chosen_color{1.0F, 0.80F, 0.25F, 1.0F};
constexpr float contact = 0.008F;  // relative to the height, above the lowest point
constexpr float in_the_air = 0.04F;
constexpr float min_share = 0.02F;  // of the body's mass; fingers and vertebrae would hide the others

/// Returns the lowest point along `up` of a box.
float lowest_of(const Bounds& box, const mat4& world_from_box, const vec3& up) {
    const vec3 half = 0.5F * box.size();
    const mat3 axes(world_from_box);
    const vec3 reach(glm::dot(axes[0], up), glm::dot(axes[1], up), glm::dot(axes[2], up));
    return glm::dot(vec3(world_from_box * vec4(box.centre(), 1.0F)), up) - glm::dot(glm::abs(reach), half);
}

/// Adds the skin's vertices that may be near the lowest point: only those influenced by entries whose boxes
/// reach down there.
void add_low_points(const MeshInstance& instance, const std::vector<Bounds>& boxes,
                    std::span<const mat4> world, const vec3& up, float level, std::vector<vec3>& out) {
    std::vector<mat4> palette(instance.skin->nodes.size());
    skin_matrices(*instance.skin, world, palette);
    std::vector<char> is_low(palette.size(), 0);
    bool any = false;
    for (std::size_t entry = 0; entry < palette.size(); ++entry) {
        if (boxes[entry].empty() || lowest_of(boxes[entry], palette[entry], up) > level) continue;
        is_low[entry] = 1;
        any = true;
    }
    if (!any) return;
    const Mesh& mesh = *instance.mesh;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const vec4 point(mesh.positions[v], 1.0F);
        if (!mesh.is_skinned()) {
            out.emplace_back(palette[0] * point);
            continue;
        }
        vec3 moved(0.0F);
        bool low = false;
        for (std::uint32_t row = mesh.influence_begin[v]; row < mesh.influence_begin[v + 1]; ++row) {
            const std::uint32_t entry = mesh.influence_joint[row];
            low = low || is_low[entry] != 0;
            moved += mesh.influence_weight[row] * vec3(palette[entry] * point);
        }
        if (low) out.push_back(moved);
    }
}

void add_rings(const vec3& centre, const mat3& axes, const vec4& color, float width, RenderScene& scene) {
    constexpr int steps = 32;
    for (int ring = 0; ring < 3; ++ring) {
        const auto place = [&](int step) {
            const float angle =
                2.0F * std::numbers::pi_v<float> * static_cast<float>(step) / static_cast<float>(steps);
            return centre + std::cos(angle) * axes[(ring + 1) % 3] + std::sin(angle) * axes[(ring + 2) % 3];
        };
        for (int step = 0; step < steps; ++step)
            scene.lines.push_back({place(step), place(step + 1), color, width});
    }
}

}  // namespace

std::vector<vec3> standing_polygon(const Document& document, const FigureShape& shape,
                                   std::span<const mat4> world, int humanoid, const vec3& up, float height) {
    float level = std::numeric_limits<float>::max();
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        const MeshInstance& mesh = document.meshes[m];
        if (mesh.humanoid != humanoid) continue;
        for (std::size_t entry = 0; entry < shape.influence_bounds[m].size(); ++entry) {
            const Bounds& box = shape.influence_bounds[m][entry];
            const mat4 to_world = at(world, mesh.skin->nodes[entry]) * mesh.skin->inverse_bind[entry];
            if (!box.empty()) level = std::min(level, lowest_of(box, to_world, up));
        }
    }
    // A box may extend below its contents: rotated boxes have corners.
    constexpr float margin = 0.06F;
    std::vector<vec3> points;
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        if (document.meshes[m].humanoid == humanoid)
            add_low_points(document.meshes[m], shape.influence_bounds[m], world, up, level + margin * height,
                           points);
    }
    return points.empty() ? std::vector<vec3>() : support_polygon(points, up, contact * height);
}

void add_support(const Figure& figure, std::span<const mat4> world, int humanoid, const BodyMass& body,
                 const ViewSettings& view, RenderScene& scene) {
    const Stance& stance = figure.shape->stance;
    const float height = stance.height * placement_scale(figure);
    const vec3 up = glm::normalize(mat3(figure.placement) * stance.up);
    const vec3 ground(figure.placement * vec4(stance.ground, 1.0F));
    const std::vector<vec3> polygon =
        standing_polygon(*figure.document, *figure.shape, world, humanoid, up, height);
    if (polygon.empty() || glm::dot(polygon.front() - ground, up) > in_the_air * height) return;
    const bool stands = distance_inside(polygon, body.centre, up) >= 0.0F;
    const vec4 color = stands ? mass_color : limit_error_color;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const vec3& a = polygon[i];
        const vec3& b = polygon[(i + 1) % polygon.size()];
        scene.lines.push_back({a, b, color, 1.5F * view.pixel_scale});
        if (i > 0 && i + 1 < polygon.size())
            scene.triangles.push_back({polygon.front(), a, b, vec4(vec3(color), 0.22F)});
    }
}

void add_inertia(const Figure& figure, std::span<const mat4> world, int humanoid, const ViewSettings& view,
                 RenderScene& scene) {
    const Document& document = *figure.document;
    const Humanoid& body = at(document.humanoids, humanoid);
    const std::vector<std::optional<vec3>> centres = mass_centres(document, humanoid, world);
    float total = 0.0F;
    for (const Segment& segment : body.segments) total += segment.mass;
    // The axes are those of the humanoid at rest.
    const std::vector<mat4> rest = world_matrices(*figure.skeleton, base_pose(document, *figure.skeleton));
    const mat4 own = body.node < 0 ? mat4(1.0F) : at(rest, body.node);
    for (std::size_t s = 0; s < body.segments.size(); ++s) {
        const Segment& segment = body.segments[s];
        const std::optional<mat3> ellipsoid = inertia_ellipsoid(segment);
        const Selection self{figure.id, {ItemKind::segment, humanoid, static_cast<int>(s)}};
        const Selection joint{figure.id, joint_item(humanoid, segment.joint)};
        const bool chosen = view.is_selected(self) || view.is_selected(joint);
        const bool heavy = segment.mass >= min_share * total;
        if (!centres[s] || !ellipsoid || !(chosen || heavy)) continue;
        const int node = at(body.joints, segment.joint).node;
        const mat3 turn = mat3(at(world, node)) * mat3(affine_inverse(at(rest, node)) * own);
        const vec4 color = chosen ? chosen_color : vec4(vec3(mass_color), 0.35F);
        add_rings(*centres[s], turn * *ellipsoid, color, (chosen ? 1.5F : 1.0F) * view.pixel_scale, scene);
    }
}

}  // namespace vitruvian

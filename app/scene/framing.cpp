#include "app/scene/framing.h"

#include "app/scene/displaced.h"
#include "app/scene/framed_heads.h"
#include "model/core/at.h"
#include "model/document/joint_centres.h"
#include "model/pose/skinning.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

/// Maximum distance of fingers from a hand's joint, relative to the figure's height.
constexpr float hand_reach = 0.2F;
/// What extends farther than this, relative to the figure's height, is not held in a hand.
constexpr float prop_reach = 2.5F;

/// Classifies an instance's vertices: what extends far beyond a hand is a prop.
void add_points(const Figure& figure, std::span<const mat4> world, const MeshInstance& instance,
                const std::vector<int>& hand, const std::vector<vec3>& points, FramedPoints& out) {
    const auto on_hand = [&](int node) { return node >= 0 && !hand.empty() && at(hand, node) >= 0; };
    if (std::none_of(instance.skin->nodes.begin(), instance.skin->nodes.end(), on_hand)) {
        out.body.insert(out.body.end(), points.begin(), points.end());
        return;
    }
    const float height = figure.shape->stance.height * placement_scale(figure);
    for (std::size_t v = 0; v < points.size(); ++v) {
        const int node = leading_node(instance, v);
        if (!on_hand(node)) {
            out.body.push_back(points[v]);
            continue;
        }
        const vec3 from(at(world, at(hand, node))[3]);
        const float far = glm::length(points[v] - from);
        if (far <= hand_reach * height) {
            out.body.push_back(points[v]);
        } else {
            out.props.push_back(from + (points[v] - from) * std::min(1.0F, prop_reach * height / far));
        }
    }
}

/// Where the head looks, in the scene, if it looks along the figure's front at rest.
vec3 face_direction(const Figure& figure, std::span<const mat4> world, int head) {
    const vec3& front = figure.shape->stance.front;
    if (head < 0) return front;
    const std::vector<glm::dmat4> rest = world_at_rest(*figure.document);
    const vec3 turned =
        glm::mat3(at(world, head)) * vec3(glm::inverse(glm::dmat3(at(rest, head))) * glm::dvec3(front));
    const float length = glm::length(turned);
    return std::isfinite(length) && length > 0.0F ? turned / length : front;
}

void add_humanoid(const Figure& figure, std::span<const mat4> world, int index, FramedPoints& out) {
    const Document& document = *figure.document;
    const bool any = document.humanoids.empty();
    std::vector<PosedMesh> meshes;
    for (const MeshInstance& instance : document.meshes) {
        if (any || instance.humanoid == index)
            meshes.push_back({&instance, skinned_positions(instance, world, figure.pose->weights)});
    }
    std::vector<int> hand;
    if (!any) {
        const Humanoid& humanoid = at(document.humanoids, index);
        const BoneMap& bones = humanoid.bones;
        hand = branches_of(document, std::array{bones[Bone::left_hand], bones[Bone::right_hand]});
        const vec3 up = glm::normalize(glm::mat3(figure.placement) * figure.shape->stance.up);
        add_head(document, humanoid, meshes, up, face_direction(figure, world, bones[Bone::head]), out);
    }
    for (const PosedMesh& mesh : meshes) add_points(figure, world, *mesh.instance, hand, mesh.positions, out);
}

/// A body at a single position (one joint) gets a metre around it.
Bounds with_extent(const Bounds& bounds, std::span<const Figure> figures) {
    if (bounds.empty() || bounds.min != bounds.max) return bounds;
    const vec3 half(0.5F / std::max(scene_stance(figures).metres_per_unit, 1e-6F));
    Bounds out;
    out.add(bounds.min - half);
    out.add(bounds.max + half);
    return out;
}

}  // namespace

Bounds scene_bounds(std::span<const Figure> figures) {
    Bounds bounds;
    for (const Figure& figure : figures) {
        if (!figure.shown) continue;
        const std::vector<mat4> world = placed_world(figure);
        const std::vector<float>& weights = figure.pose->weights;
        if (figure.document->humanoids.empty()) bounds.add(posed_bounds(*figure.document, world, weights));
        for (std::size_t h = 0; h < figure.document->humanoids.size(); ++h) {
            bounds.add(posed_bounds(*figure.document, world, weights, static_cast<int>(h)));
        }
        for (const vec3& point : skeleton_points(figure, world)) bounds.add(point);
    }
    return with_extent(bounds, figures);
}

Bounds selection_bounds(std::span<const Figure> figures, const Selection& selection) {
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const Figure& candidate) {
        return candidate.id == selection.figure;
    });
    if (selection.item.kind == ItemKind::none || found == figures.end()) return scene_bounds(figures);
    const Figure& figure = *found;
    const Document& document = *figure.document;
    const std::vector<mat4> world = placed_world(figure);
    Bounds bounds;
    for (std::size_t i = 0; i < document.meshes.size(); ++i) {
        const ViewSettings only{{}, {}, selection, {}, {}, 1.0F};
        if (only.is_mesh_selected(selection.figure, document.meshes[i], static_cast<int>(i))) {
            bounds.add(instance_bounds(figure, world, i));
        }
    }
    if (selection.item.kind == ItemKind::displacer)
        bounds = displacer_bounds(figure, world, selection.item.index);
    const int node = selected_node(document, selection);
    if (node >= 0 && bounds.empty()) {
        const vec3 centre(at(world, node)[3]);
        const float reach = std::max(0.12F * figure.shape->stance.height * placement_scale(figure), 1e-4F);
        bounds.add(centre - vec3(reach));
        bounds.add(centre + vec3(reach));
    }
    return bounds.empty() ? scene_bounds(figures) : bounds;
}

FramedPoints framed_points(std::span<const Figure> figures) {
    FramedPoints out;
    for (const Figure& figure : figures) {
        if (!figure.shown) continue;
        const std::vector<mat4> world = placed_world(figure);
        const std::vector<Humanoid>& humanoids = figure.document->humanoids;
        for (std::size_t h = 0; h < std::max<std::size_t>(humanoids.size(), 1); ++h)
            add_humanoid(figure, world, static_cast<int>(h), out);
        const std::vector<vec3> skeleton = skeleton_points(figure, world);
        out.body.insert(out.body.end(), skeleton.begin(), skeleton.end());
    }
    Bounds bounds;
    for (const std::vector<vec3>* list : {&out.body, &out.props})
        for (const vec3& point : *list) bounds.add(point);
    if (bounds.min == bounds.max) {
        const std::array<vec3, 8> corners = with_extent(bounds, figures).corners();
        out.body.assign(corners.begin(), corners.end());
    }
    return out;
}

}  // namespace vitruvian

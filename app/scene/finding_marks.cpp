#include "app/scene/finding_marks.h"

#include "app/scene/framing.h"
#include "model/core/at.h"

#include <algorithm>

namespace vitruvian {
namespace {

constexpr vec4 wrong_color{0.94F, 0.32F, 0.27F, 1.0F};
constexpr vec4 as_it_should_be{0.35F, 0.75F, 0.55F, 1.0F};

vec3 placed(const Figure& figure, const vec3& point) {
    return vec3(figure.placement * vec4(point, 1.0F));
}

float placed_height(const Figure& figure) {
    return std::max(figure.shape->stance.height * placement_scale(figure), 1e-4F);
}

/// Half the size of the box around a joint: a finger needs a closer look than a shoulder.
float reach_of_joint(const Figure& figure, int node, const std::vector<mat4>& world) {
    const auto place = [&world](int of) { return vec3(at(world, of)[3]); };
    float bone = 0.0F;
    const std::vector<Node>& nodes = figure.document->nodes;
    for (int n = 0; n < static_cast<int>(nodes.size()); ++n) {
        const bool is_beside = at(nodes, n).parent == node || at(nodes, node).parent == n;
        if (is_beside) bone = std::max(bone, glm::distance(place(n), place(node)));
    }
    const float height = placed_height(figure);
    return glm::clamp(1.5F * bone, 0.05F * height, 0.12F * height);
}

/// Whether the selection has a shape of its own: a rigid segment's joint has that of its mesh.
bool has_mesh(const Figure& figure, const Selection& selection) {
    ViewSettings only;
    only.selected = selection;
    const std::vector<MeshInstance>& meshes = figure.document->meshes;
    for (int m = 0; m < static_cast<int>(meshes.size()); ++m) {
        if (only.is_mesh_selected(selection.figure, at(meshes, m), m)) return true;
    }
    return false;
}

}  // namespace

Item shown_item(const Document& document, const Item& item) {
    if (!exists(document, item)) return {};
    if (item.kind != ItemKind::bone) return item;
    const int node = node_of(document, item);
    const std::vector<Joint>& joints = at(document.humanoids, item.humanoid).joints;
    const auto found =
        std::find_if(joints.begin(), joints.end(), [node](const Joint& joint) { return joint.node == node; });
    return found == joints.end() ? Item{}
                                 : joint_item(item.humanoid, static_cast<int>(found - joints.begin()));
}

Bounds finding_bounds(std::span<const Figure> figures, const Selection& selection,
                      const check::Marks& marks) {
    Bounds bounds = selection_bounds(figures, selection);
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [&](const Figure& figure) { return figure.id == selection.figure; });
    if (found == figures.end()) return bounds;
    const ItemKind kind = selection.item.kind;
    const bool is_node = kind == ItemKind::node || (kind == ItemKind::joint && !has_mesh(*found, selection));
    const int node = is_node ? node_of(*found->document, selection.item) : -1;
    if (node >= 0) {
        const std::vector<mat4> world = placed_world(*found);
        const vec3 reach(reach_of_joint(*found, node, world));
        const vec3 centre(at(world, node)[3]);
        bounds = {centre - reach, centre + reach};
    }
    if (selection.item.kind == ItemKind::none && marks.points.empty()) return bounds;
    for (const vec3& point : marks.points) bounds.add(placed(*found, point));
    const float height = placed_height(*found);
    const vec3 air(std::min(0.25F * glm::length(bounds.size()), 0.1F * height) + 0.04F * height);
    return {bounds.min - air, bounds.max + air};
}

void add_finding_marks(const Figure& figure, const check::Marks& marks, float pixel_scale,
                       RenderScene& scene) {
    for (const vec3& point : marks.points)
        scene.joints.push_back({placed(figure, point) - scene.origin, 3.0F * pixel_scale, wrong_color, 0});
    if (!marks.from) return;
    const vec3 from = placed(figure, *marks.from) - scene.origin;
    const float length = 0.15F * placed_height(figure);
    const auto reach = [&](const vec3& direction, float share) {
        const vec3 turned = mat3(figure.placement) * direction;
        return glm::dot(turned, turned) > 0.0F ? from + share * length * glm::normalize(turned) : from;
    };
    if (marks.is)
        scene.lines.push_back({from, reach(*marks.is, 1.0F), wrong_color, 3.0F * pixel_scale, true});
    if (marks.ought)
        scene.lines.push_back({from, reach(*marks.ought, 1.0F), as_it_should_be, 3.0F * pixel_scale, true});
    if (!marks.is || !marks.ought) return;
    constexpr int steps = 12;
    vec3 last = *marks.is;
    for (int i = 1; i <= steps; ++i) {
        const float share = static_cast<float>(i) / steps;
        const vec3 mixed = (1.0F - share) * *marks.is + share * *marks.ought;
        const vec3 next = glm::dot(mixed, mixed) > 1e-6F ? glm::normalize(mixed) : last;
        scene.lines.push_back({reach(last, 0.7F), reach(next, 0.7F), wrong_color, 1.5F * pixel_scale, true});
        last = next;
    }
}

}  // namespace vitruvian

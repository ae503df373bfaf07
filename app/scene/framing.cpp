// What a picture of figures has to hold.
#include "app/scene/frame.h"
#include "model/core/at.h"
#include "model/pose/skinning.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// How far from a hand's joint its fingers may reach, as a share of the figure's height.
constexpr float hand_reach = 0.2F;
/// What of the rest of a thing in the hand counts.
constexpr float prop_share = 0.25F;

/// Of each node the hand that it is or hangs on, or -1.
std::vector<int> hands_of_nodes(const Document& document, const Humanoid& humanoid) {
    std::vector<int> hand(document.nodes.size(), -1);
    for (const Bone bone : {Bone::left_hand, Bone::right_hand}) {
        const int node = at(humanoid.bones.node, bone);
        if (node >= 0) at(hand, node) = node;
    }
    for (std::size_t i = 0; i < hand.size(); ++i) {
        const int parent = document.nodes[i].parent;
        if (hand[i] < 0 && parent >= 0) hand[i] = at(hand, parent);
    }
    return hand;
}

/// The node that moves a vertex most.
int leading_node(const MeshInstance& instance, std::size_t vertex) {
    const Mesh& mesh = *instance.mesh;
    if (!mesh.is_skinned()) return instance.skin->nodes.front();
    int out = -1;
    float most = 0.0F;
    for (std::uint32_t row = mesh.influence_begin[vertex]; row < mesh.influence_begin[vertex + 1]; ++row) {
        if (mesh.influence_weight[row] <= most) continue;
        most = mesh.influence_weight[row];
        out = instance.skin->nodes[mesh.influence_joint[row]];
    }
    return out;
}

/// Draws in what reaches far beyond a hand.
void shorten_props(const Figure& figure, std::span<const mat4> world, const MeshInstance& instance,
                   const std::vector<int>& hand, std::span<vec3> points) {
    const auto on_hand = [&](int node) { return node >= 0 && at(hand, node) >= 0; };
    if (std::none_of(instance.skin->nodes.begin(), instance.skin->nodes.end(), on_hand)) return;
    const float reach = hand_reach * figure.shape->stance.height * placement_scale(figure);
    for (std::size_t v = 0; v < points.size(); ++v) {
        const int node = leading_node(instance, v);
        if (!on_hand(node)) continue;
        const vec3 from(at(world, at(hand, node))[3]);
        const float far = glm::length(points[v] - from);
        if (far > reach) points[v] = from + (points[v] - from) * ((reach + prop_share * (far - reach)) / far);
    }
}

void add_humanoid(const Figure& figure, std::span<const mat4> world, int index, std::vector<vec3>& out) {
    const Document& document = *figure.document;
    const bool any = document.humanoids.empty();
    const std::vector<int> hand =
        any ? std::vector<int>() : hands_of_nodes(document, at(document.humanoids, index));
    for (const MeshInstance& instance : document.meshes) {
        if (!any && instance.humanoid != index) continue;
        const std::size_t first = out.size();
        out.resize(first + instance.mesh->positions.size());
        const std::span<vec3> points = std::span(out).subspan(first);
        skin_positions(instance, world, figure.pose->weights, points);
        if (!any) shorten_props(figure, world, instance, hand, points);
    }
}

}  // namespace

std::vector<vec3> framed_points(std::span<const Figure> figures) {
    std::vector<vec3> out;
    for (const Figure& figure : figures) {
        if (!figure.shown) continue;
        const std::vector<mat4> world = placed_world(figure);
        const std::vector<Humanoid>& humanoids = figure.document->humanoids;
        for (std::size_t h = 0; h < std::max<std::size_t>(humanoids.size(), 1); ++h)
            add_humanoid(figure, world, static_cast<int>(h), out);
        for (const Humanoid& humanoid : humanoids) {
            for (const Joint& joint : humanoid.joints) out.emplace_back(at(world, joint.node)[3]);
        }
    }
    return out;
}

}  // namespace vitruvian

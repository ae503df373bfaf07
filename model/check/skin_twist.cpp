// Checks the effect of linear blend skinning on a twisted limb: the candy wrapper artefact.
#include "model/check/measure.h"
#include "model/check/skin_checks.h"
#include "model/check/skin_meshes.h"
#include "model/core/counted.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vitruvian::check {
namespace {

constexpr float min_weight = 0.01F;

/// A limb's axis and the nodes that rotate with it.
struct Twist {
    int node = -1;
    vec3 origin;
    vec3 axis;
    std::vector<char> turns;  // by node
};

std::optional<Twist> twist_of(const Document& document, const Figure& figure, Bone bone) {
    const auto next = figure.has(bone) ? next_bone(figure.humanoid->bones, bone) : std::nullopt;
    const auto axis = next ? direction(figure, bone, *next) : std::nullopt;
    if (!axis) return std::nullopt;
    Twist out{figure.humanoid->bones[bone], figure.position(bone), *axis,
              std::vector<char>(document.nodes.size(), 0)};
    at(out.turns, out.node) = 1;
    for (int n = out.node + 1; n < static_cast<int>(document.nodes.size()); ++n) {
        const int parent = at(document.nodes, n).parent;
        if (parent >= 0) at(out.turns, n) = at(out.turns, parent);
    }
    return out;
}

/// The nearest ancestor of `node` that the skin has; -1: none.
int parent_in(const Document& document, const Skin& skin, int node) {
    for (int n = at(document.nodes, node).parent; n >= 0; n = at(document.nodes, n).parent) {
        if (std::find(skin.nodes.begin(), skin.nodes.end(), n) != skin.nodes.end()) return n;
    }
    return -1;
}

struct Ring {
    double before = 0.0;  // sums of squared distances to the axis
    double after = 0.0;
    std::size_t vertices = 0;
    std::vector<vec3> points;
};

/// Rotating part `w` of a vertex by 90 degrees about an axis at distance r leaves it at r^2 ((1 - w)^2 +
/// w^2).
void add_mesh(const Document& document, const MeshInstance& instance, const std::vector<vec3>& points,
              const Twist& twist, Ring& ring) {
    constexpr std::size_t max_points = 200;
    const Mesh& mesh = *instance.mesh;
    const int parent = parent_in(document, *instance.skin, twist.node);
    for (std::size_t v = 0; parent >= 0 && v < points.size(); ++v) {
        float own = 0.0F;
        float above = 0.0F;
        float turning = 0.0F;
        for (std::uint32_t k = mesh.influence_begin[v]; k < mesh.influence_begin[v + 1]; ++k) {
            const int node = instance.skin->nodes[mesh.influence_joint[k]];
            const float weight = mesh.influence_weight[k];
            if (node == twist.node) own += weight;
            if (node == parent) above += weight;
            if (at(twist.turns, node) != 0) turning += weight;
        }
        if (own <= min_weight || above <= min_weight) continue;
        const vec3 from = points[v] - twist.origin;
        const vec3 away = from - twist.axis * glm::dot(from, twist.axis);
        const auto squared = static_cast<double>(glm::dot(away, away));
        const auto w = static_cast<double>(turning);
        ring.before += squared;
        ring.after += squared * ((1.0 - w) * (1.0 - w) + w * w);
        ++ring.vertices;
        if (ring.points.size() < max_points) ring.points.push_back(points[v]);
    }
}

}  // namespace

void check_twist(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    const std::vector<MeshGroup> groups = skinned_groups(subject);
    const Document& document = subject.document();
    for (int f = 0; f < static_cast<int>(subject.figures().size()); ++f) {
        const Figure& figure = at(subject.figures(), f);
        for (const Bone left :
             {Bone::left_upper_arm, Bone::left_lower_arm, Bone::left_hand, Bone::left_lower_leg}) {
            for (const Bone bone : {left, mirrored(left)}) {
                const auto twist = twist_of(document, figure, bone);
                if (!twist) continue;
                Ring ring;
                for (const MeshGroup& group : groups) {
                    for (int i = 0; group.figure == f && i < static_cast<int>(group.meshes.size()); ++i)
                        add_mesh(document, at(document.meshes, at(group.meshes, i)),
                                 at(figure.posed, at(group.posed, i)), *twist, ring);
                }
                if (!(ring.before > 0.0)) continue;
                const double loss = 1.0 - ring.after / ring.before;
                if (loss <= findings.threshold()) continue;
                Finding& finding =
                    findings.add(subject.bone(figure, bone),
                                 fmt::format("twisted by 90 degrees at {}, the limb loses {:.0f} percent of "
                                             "its cross section over {}",
                                             spoken(subject, figure, bone), loss * 100.0,
                                             counted(ring.vertices, "vertex", "vertices")),
                                 "add a twist joint, or let the weights change over a longer way", loss);
                finding.where = subject.where(twist->node);
                finding.marks.points = ring.points;
            }
        }
    }
}

}  // namespace vitruvian::check

// Checks which joints influence which vertices: how many, from what distance, from which side.
#include "model/check/figure_nodes.h"
#include "model/check/measure.h"
#include "model/check/skin_checks.h"
#include "model/check/skin_meshes.h"
#include "model/core/counted.h"
#include "model/standard/hanim_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian::check {
namespace {

constexpr std::size_t max_points = 200;
constexpr float moving_weight = 0.05F;  // weights from here on count as moving

/// A joint's bone as line segments; leaves are points.
struct Reach {
    std::vector<std::array<vec3, 2>> segments;
    bool is_of_body = true;  // false for hair, clothes and props, whose last joints may move what is long

    [[nodiscard]] float distance_to(const vec3& point) const {
        float out = std::numeric_limits<float>::max();
        for (const auto& [a, b] : segments) {
            const vec3 along = b - a;
            const float length = glm::dot(along, along);
            const float t =
                length > 0.0F ? glm::clamp(glm::dot(point - a, along) / length, 0.0F, 1.0F) : 0.0F;
            out = std::min(out, glm::distance(point, a + along * t));
        }
        return out;
    }
};

vec3 end_of(const Figure& figure, Bone bone) {
    if (const auto next = next_bone(figure.humanoid->bones, bone)) return figure.position(*next);
    vec3 out = figure.position(bone);
    // The end of a head is only known from the figure's top.
    if (bone == Bone::head) out.y = std::max(out.y, figure.top);
    return out;
}

/// Whether a bone follows this one in its limb or the trunk, mapped or not.
bool has_successor(Bone bone) {
    BoneMap all;
    all.node.fill(0);
    return next_bone(all, bone).has_value();
}

/// Adds the joints of hair, clothes, twists and props of a glTF figure. Along such a chain the weights of a vertex
/// may go to the joints before and after the nearest one, too.
void add_other_joints(const Document& document, const Figure& figure, const std::vector<int>& joint_of_node,
                      std::vector<Reach>& out) {
    const auto is_other = [&](int node) {
        return node >= 0 && at(joint_of_node, node) >= 0 && !figure.humanoid->bones.bone_of(node);
    };
    for (int n = 0; n < static_cast<int>(document.nodes.size()); ++n) {
        if (!is_other(n)) continue;
        at(out, n).is_of_body = false;
        at(out, n).segments.push_back({figure.position(n), figure.position(n)});
        const int parent = at(document.nodes, n).parent;
        if (!is_other(parent)) continue;
        const std::array<vec3, 2> segment{figure.position(parent), figure.position(n)};
        at(out, n).segments.push_back(segment);
        at(out, parent).segments.push_back(segment);
        const int above = at(document.nodes, parent).parent;
        if (!is_other(above)) continue;
        at(out, above).segments.push_back(segment);
        at(out, n).segments.push_back({figure.position(above), figure.position(parent)});
    }
}

/// For every node that is a joint of the figure; empty for others, and for all of a bare skeleton.
std::vector<Reach> reaches(const Document& document, const Figure& figure) {
    std::vector<Reach> out(document.nodes.size());
    const std::vector<int> joint_of_node = joints_of_nodes(document, *figure.humanoid);
    if (!figure.hanim && !is_bare_skeleton(figure)) add_other_joints(document, figure, joint_of_node, out);
    for (int n = 0; figure.hanim && n < static_cast<int>(document.nodes.size()); ++n) {
        if (at(joint_of_node, n) < 0) continue;
        at(out, n).segments.push_back({figure.position(n), figure.position(n)});
        const int parent = at(document.nodes, n).parent;
        if (parent >= 0 && at(joint_of_node, parent) >= 0)
            at(out, parent).segments.push_back({figure.position(parent), figure.position(n)});
    }
    for (int b = 0; b < static_cast<int>(bone_count); ++b) {
        const auto bone = static_cast<Bone>(b);
        if (!figure.has(bone)) continue;
        const int node = figure.humanoid->bones[bone];
        at(out, node).segments.push_back({figure.position(bone), end_of(figure, bone)});
        if (next_bone(figure.humanoid->bones, bone) || !has_successor(bone)) continue;
        // The bone ends at a joint that is not mapped.
        for (int n = 0; n < static_cast<int>(document.nodes.size()); ++n) {
            if (at(document.nodes, n).parent == node && at(joint_of_node, n) >= 0)
                at(out, node).segments.push_back({figure.position(bone), figure.position(n)});
        }
    }
    return out;
}

/// 1 for joints of the left side, -1 for the right, 0 in the middle: for bones and their descendants, and by
/// H-Anim's names.
std::vector<int> sides_of_nodes(const Document& document, const Figure& figure) {
    std::vector<int> out(document.nodes.size(), 0);
    for (int n = 0; n < static_cast<int>(document.nodes.size()); ++n) {
        const Node& node = at(document.nodes, n);
        if (node.parent >= 0) at(out, n) = at(out, node.parent);
        if (const auto bone = figure.humanoid->bones.bone_of(n)) {
            at(out, n) = sign_of_side(*bone);
        } else if (const auto name = figure.hanim ? hanim_joint_from_name(node.name) : std::nullopt) {
            at(out, n) = name->side == Side::left ? 1 : name->side == Side::right ? -1 : 0;
        }
    }
    return out;
}

/// The offending vertices of a joint.
struct Offence {
    std::size_t count = 0;
    std::string mesh;  // of the first
    std::size_t first = 0;
    float worst = 0.0F;
    std::vector<vec3> points;

    void add(const std::string& in_mesh, std::size_t vertex, float value, const vec3& point) {
        if (count++ == 0) {
            mesh = in_mesh;
            first = vertex;
        }
        worst = std::max(worst, value);
        if (points.size() < max_points) points.push_back(point);
    }
};

/// `look(node, vertex position, weight)` returns how bad an influence is, 0: fine. Returns offences by node.
template <class Look>
std::vector<Offence> offences(const Subject& subject, const std::vector<MeshGroup>& groups, int figure_index,
                              Look look) {
    const Figure& figure = at(subject.figures(), figure_index);
    std::vector<Offence> out(subject.document().nodes.size());
    for (const MeshGroup& group : groups) {
        if (group.figure != figure_index) continue;
        for (int i = 0; i < static_cast<int>(group.meshes.size()); ++i) {
            const MeshInstance& instance = at(subject.document().meshes, at(group.meshes, i));
            const Mesh& mesh = *instance.mesh;
            const std::vector<vec3>& points = at(figure.posed, at(group.posed, i));
            for (std::size_t v = 0; v < points.size(); ++v) {
                for (std::uint32_t k = mesh.influence_begin[v]; k < mesh.influence_begin[v + 1]; ++k) {
                    const auto node = static_cast<std::size_t>(instance.skin->nodes[mesh.influence_joint[k]]);
                    const float bad = look(node, points[v], mesh.influence_weight[k]);
                    if (bad > 0.0F) out[node].add(group.object.name, v, bad, points[v]);
                }
            }
        }
    }
    return out;
}

/// Returns the node as a bone where it is one.
Object bone_object(const Subject& subject, const Figure& figure, const std::vector<int>& joint_of_node,
                   int node) {
    const auto bone = figure.humanoid->bones.bone_of(node);
    return bone ? subject.bone(figure, *bone) : joint_object(subject, figure, joint_of_node, node);
}

template <class Words>
void report(const Subject& subject, Findings& findings, const Figure& figure,
            const std::vector<Offence>& offences, const char* advice, Words words) {
    const std::vector<int> joint_of_node = joints_of_nodes(subject.document(), *figure.humanoid);
    for (int n = 0; n < static_cast<int>(offences.size()); ++n) {
        const Offence& offence = at(offences, n);
        if (offence.count == 0) continue;
        Object object = bone_object(subject, figure, joint_of_node, n);
        const auto bone = figure.humanoid->bones.bone_of(n);
        std::string message = words(bone ? spoken(subject, figure, *bone) : spoken(subject, n), offence);
        Finding& finding =
            findings.add(std::move(object), std::move(message), advice, static_cast<double>(offence.worst));
        finding.where = subject.where(n);
        finding.marks.points = offence.points;
    }
}

}  // namespace

void check_influence_count(const Subject& subject, Findings& findings) {
    for (const MeshGroup& group : skinned_groups(subject)) {
        std::size_t count = 0;
        std::size_t first = 0;
        std::uint32_t most = 0;
        for (const int m : group.meshes) {
            const Mesh& mesh = *at(subject.document().meshes, m).mesh;
            for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
                const auto begin = mesh.influence_weight.begin();
                const auto weights = static_cast<std::uint32_t>(
                    std::count_if(begin + mesh.influence_begin[v], begin + mesh.influence_begin[v + 1],
                                  [](float weight) { return weight > 0.0F; }));
                if (static_cast<double>(weights) <= findings.threshold()) continue;
                if (count++ == 0) first = v;
                most = std::max(most, weights);
            }
        }
        if (count == 0) continue;
        findings
            .add(
                group.object,
                fmt::format("{} more than {:.0f} weights, up to {}; the first is number {}",
                            counted(count, "vertex has", "vertices have"), findings.threshold(), most, first),
                "keep the largest weights of each vertex and normalise them", most)
            .where = subject.where(at(subject.document().meshes, group.meshes.front()).node);
    }
}

void check_idle_bones(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    for (const Figure& figure : subject.figures()) {
        if (!figure.has_mesh) {
            findings.skip("the figure has no mesh");
            continue;
        }
        const std::vector<int> joint_of_node = joints_of_nodes(subject.document(), *figure.humanoid);
        std::vector<char> is_used(subject.document().nodes.size(), 0);
        for (const int m : figure.meshes) {
            const MeshInstance& instance = at(subject.document().meshes, m);
            const Mesh& mesh = *instance.mesh;
            std::vector<char> is_named(instance.skin->nodes.size(), mesh.is_skinned() ? 0 : 1);
            for (std::size_t k = 0; k < mesh.influence_joint.size(); ++k) {
                if (mesh.influence_weight[k] > 0.0F) is_named[mesh.influence_joint[k]] = 1;
            }
            for (int i = 0; i < static_cast<int>(is_named.size()); ++i) {
                if (at(is_named, i) == 0) continue;
                const int carrier =
                    carrier_of(subject.document(), joint_of_node, at(instance.skin->nodes, i));
                if (carrier >= 0) at(is_used, carrier) = 1;
            }
        }
        for (int b = 0; b < static_cast<int>(bone_count); ++b) {
            const auto bone = static_cast<Bone>(b);
            if (!figure.has(bone) || at(is_used, figure.humanoid->bones[bone]) != 0) continue;
            findings
                .add(subject.bone(figure, bone),
                     fmt::format("{} moves no vertex", spoken(subject, figure, bone)),
                     "give it weights, or leave it as it is where it only carries others")
                .where = subject.where(figure.humanoid->bones[bone]);
        }
    }
}

void check_far_weights(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    const std::vector<MeshGroup> groups = skinned_groups(subject);
    for (int f = 0; f < static_cast<int>(subject.figures().size()); ++f) {
        const Figure& figure = at(subject.figures(), f);
        const std::vector<Reach> all = reaches(subject.document(), figure);
        const float scale = figure.height / 1.75F;
        const float limit = static_cast<float>(findings.threshold()) * scale;
        const std::vector<Offence> found =
            offences(subject, groups, f, [&](std::size_t node, const vec3& point, float weight) {
                const bool is_its_own = !all[node].is_of_body && weight >= 0.5F;
                if (weight <= moving_weight || all[node].segments.empty() || is_its_own) return 0.0F;
                const float distance = all[node].distance_to(point);
                return distance > limit ? distance / scale : 0.0F;
            });
        report(subject, findings, figure, found, "take its weight away from these vertices",
               [](const std::string& name, const Offence& offence) {
                   return fmt::format(
                       "{} moves {} up to {:.2f} m from it (in a figure of 1.75 m); the "
                       "first is number {} of {}",
                       name, counted(offence.count, "vertex that is", "vertices that are"), offence.worst,
                       offence.first, offence.mesh);
               });
    }
}

void check_wrong_side(const Subject& subject, Findings& findings) {
    constexpr float beside = 0.02F;  // metres
    if (!has_figures(subject, findings)) return;
    const std::vector<MeshGroup> groups = skinned_groups(subject);
    for (int f = 0; f < static_cast<int>(subject.figures().size()); ++f) {
        const Figure& figure = at(subject.figures(), f);
        const std::vector<int> sides = sides_of_nodes(subject.document(), figure);
        const float middle =
            figure.hanim || !figure.has(Bone::hips) ? 0.0F : to_axes(figure, figure.position(Bone::hips)).x;
        const float limit = beside * units_per_metre(subject, figure);
        const auto least = static_cast<float>(findings.threshold());
        const std::vector<Offence> found =
            offences(subject, groups, f, [&](std::size_t node, const vec3& point, float weight) {
                if (sides[node] == 0 || weight <= least) return 0.0F;
                const float x = glm::dot(point, figure.left) - middle;
                return x * static_cast<float>(sides[node]) < -limit ? weight : 0.0F;
            });
        report(subject, findings, figure, found, "give these vertices to the joint of their own side",
               [](const std::string& name, const Offence& offence) {
                   return fmt::format(
                       "{} moves {} of the other side, with weights up to {:.2f}; the first is "
                       "number {} of {}",
                       name, counted(offence.count, "vertex", "vertices"), offence.worst, offence.first,
                       offence.mesh);
               });
    }
}

}  // namespace vitruvian::check

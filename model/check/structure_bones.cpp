// Checks of the bone map and its joints: missing and misplaced bones.
#include "model/check/findings.h"
#include "model/check/measure.h"
#include "model/check/source_gltf.h"
#include "model/check/structure.h"
#include "model/check/subject.h"
#include "model/figure/articulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace vitruvian::check {
namespace {

constexpr std::array<Bone, 15> required_bones{Bone::hips,
                                              Bone::spine,
                                              Bone::head,
                                              Bone::left_upper_arm,
                                              Bone::left_lower_arm,
                                              Bone::left_hand,
                                              Bone::right_upper_arm,
                                              Bone::right_lower_arm,
                                              Bone::right_hand,
                                              Bone::left_upper_leg,
                                              Bone::left_lower_leg,
                                              Bone::left_foot,
                                              Bone::right_upper_leg,
                                              Bone::right_lower_leg,
                                              Bone::right_foot};

Bone bone_at(std::size_t index) {
    return static_cast<Bone>(index);
}

/// Returns the nearest mapped ancestor of a bone, in the common bone hierarchy.
std::optional<Bone> mapped_ancestor(const Figure& figure, Bone bone) {
    for (std::optional<Bone> above = parent_of(bone); above; above = parent_of(*above)) {
        if (figure.has(*above)) return above;
    }
    return std::nullopt;
}

std::optional<Bone> bone_above(const Document& document, const Figure& figure, int node) {
    for (int above = at(document.nodes, node).parent; above >= 0; above = at(document.nodes, above).parent) {
        if (const auto bone = figure.humanoid->bones.bone_of(above)) return bone;
    }
    return std::nullopt;
}

bool has_shared_joint(const Figure& figure, Bone bone) {
    const auto& nodes = figure.humanoid->bones.node;
    return std::count(nodes.begin(), nodes.end(), figure.humanoid->bones[bone]) > 1;
}

std::string name_or_none(std::optional<Bone> bone) {
    return bone ? std::string(to_string(*bone)) : std::string("no bone");
}

}  // namespace

std::set<int> nodes_of_two_parents(const Subject& subject) {
    std::set<int> out;
    const GltfFacts* facts = subject.gltf_facts();
    if (facts == nullptr) return out;
    std::set<int> seen;
    for (const GltfNode& node : facts->nodes) {
        for (const int child : node.children) {
            const bool is_there = child >= 0 && child < static_cast<int>(facts->nodes.size());
            if (!seen.insert(child).second && is_there) out.insert(at(facts->nodes, child).document_node);
        }
    }
    return out;
}

void check_required_bones(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        // A VRMA of a face alone has no skeleton.
        if (figure.humanoid->joints.empty()) continue;
        for (const Bone bone : required_bones) {
            if (figure.has(bone)) continue;
            findings
                .add(subject.bone(figure, bone),
                     fmt::format("the bone {} is mapped to no joint", to_string(bone)),
                     fmt::format("map {} to the joint that moves it, or add such a joint", to_string(bone)))
                .where = subject.where(Item{ItemKind::humanoid, -1, figure.index});
        }
    }
}

void check_bone_order(const Subject& subject, Findings& findings) {
    const std::set<int> misplaced = nodes_of_two_parents(subject);
    for (const Figure& figure : subject.figures()) {
        for (std::size_t i = 0; i < bone_count; ++i) {
            const Bone bone = bone_at(i);
            if (!figure.has(bone)) continue;
            const int node = figure.humanoid->bones[bone];
            const std::optional<Bone> is = bone_above(subject.document(), figure, node);
            const std::optional<Bone> ought = mapped_ancestor(figure, bone);
            // ST03 reports a joint of several bones, of which not all can be in order, nor what they carry.
            const bool is_shared =
                has_shared_joint(figure, bone) || (ought && has_shared_joint(figure, *ought));
            if (is == ought || is_shared || misplaced.contains(node)) continue;
            findings
                .add(subject.bone(figure, bone),
                     fmt::format("{} (\"{}\") hangs below {}, not below {}", to_string(bone),
                                 spoken(subject, node), name_or_none(is), name_or_none(ought)),
                     fmt::format("move the joint below {}, or map another joint to {}", name_or_none(ought),
                                 to_string(bone)))
                .where = subject.where(node);
        }
    }
}

void check_mapped_twice(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        for (std::size_t i = 0; i < bone_count; ++i) {
            const int node = figure.humanoid->bones[bone_at(i)];
            if (node < 0) continue;
            std::vector<std::string_view> others;
            bool is_first = true;
            for (std::size_t k = 0; k < bone_count; ++k) {
                if (k == i || figure.humanoid->bones[bone_at(k)] != node) continue;
                is_first = is_first && k > i;
                others.push_back(to_string(bone_at(k)));
            }
            if (others.empty() || !is_first) continue;
            findings
                .add(subject.bone(figure, bone_at(i)),
                     fmt::format("the joint \"{}\" is mapped to {} and to {}", spoken(subject, node),
                                 to_string(bone_at(i)), fmt::join(others, ", ")),
                     "map each bone to a joint of its own")
                .where = subject.where(node);
        }
    }
}

void check_root_is_hips(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        if (figure.hanim || !figure.has(Bone::hips)) continue;
        const int node = figure.humanoid->bones[Bone::hips];
        if (at(subject.document().nodes, node).parent >= 0) continue;
        findings
            .add(subject.bone(figure, Bone::hips),
                 fmt::format("the hips (\"{}\") are the root of the scene", spoken(subject, node)),
                 "put the hips below a root node of their own")
            .where = subject.where(node);
    }
}

void check_bones_in_skin(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    std::set<int> joints;
    if (const GltfFacts* facts = subject.gltf_facts()) {
        for (const GltfSkin& skin : facts->skins) {
            for (const int joint : skin.joints) {
                if (joint >= 0 && joint < static_cast<int>(facts->nodes.size()))
                    joints.insert(at(facts->nodes, joint).document_node);
            }
        }
    } else {
        for (const MeshInstance& mesh : document.meshes) {
            if (mesh.mesh->is_skinned()) joints.insert(mesh.skin->nodes.begin(), mesh.skin->nodes.end());
        }
    }
    if (joints.empty()) {
        findings.skip("the file has no skin");
        return;
    }
    for (const Figure& figure : subject.figures()) {
        // VRM's bones may be any nodes; EXT_skeleton_humanoid's must be joints of a skin.
        if (figure.humanoid->kind != HumanoidKind::ext_skeleton_humanoid) continue;
        for (std::size_t i = 0; i < bone_count; ++i) {
            const int node = figure.humanoid->bones[bone_at(i)];
            if (node < 0 || joints.contains(node)) continue;
            findings
                .add(subject.bone(figure, bone_at(i)),
                     fmt::format("the node \"{}\" of {} is a joint of no skin", spoken(subject, node),
                                 to_string(bone_at(i))),
                     "add the node to the joints of the figure's skin")
                .where = subject.where(node);
        }
    }
}

void check_zero_length(const Subject& subject, Findings& findings) {
    const double min_share = findings.threshold();
    for (const Figure& figure : subject.figures()) {
        const double least_of_spine = 0.001 * static_cast<double>(units_per_metre(subject, figure));
        for (std::size_t i = 0; i < bone_count; ++i) {
            const Bone bone = bone_at(i);
            const std::optional<Bone> next =
                figure.has(bone) ? next_bone(figure.humanoid->bones, bone) : std::nullopt;
            // Two bones with the same joint are reported by ST03.
            if (!next || figure.humanoid->bones[*next] == figure.humanoid->bones[bone]) continue;
            const bool is_trunk = bone == Bone::hips || bone == Bone::spine || bone == Bone::chest;
            const double least = is_trunk ? least_of_spine : min_share * static_cast<double>(figure.height);
            const auto length =
                static_cast<double>(glm::distance(figure.position(bone), figure.position(*next)));
            if (length >= least) continue;
            Finding& finding = findings.add(
                subject.bone(figure, bone),
                length < 1e-5 * static_cast<double>(figure.height)
                    ? fmt::format("{} and {} are at the same place", to_string(bone), to_string(*next))
                    : fmt::format("{} and {} are {:.2g} m apart", to_string(bone), to_string(*next), length),
                fmt::format("move one of the joints: a bone of less than {:.2g} m has no direction", least),
                length);
            finding.threshold = least;
            finding.where = subject.where(figure.humanoid->bones[bone]);
        }
    }
}

void check_upper_chest(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        if (figure.hanim || !figure.has(Bone::upper_chest) || figure.has(Bone::chest)) continue;
        findings
            .add(subject.bone(figure, Bone::upper_chest), "upperChest is mapped and chest is not",
                 "map the joint to chest instead, or map a chest below it")
            .where = subject.where(figure.humanoid->bones[Bone::upper_chest]);
    }
}

namespace {

int first_child(const Document& document, int node) {
    for (int i = node + 1; i < static_cast<int>(document.nodes.size()); ++i) {
        if (at(document.nodes, i).parent == node) return i;
    }
    return -1;
}

}  // namespace

void check_first_children(const Subject& subject, Findings& findings) {
    constexpr std::array chain{Bone::left_lower_arm,  Bone::left_hand,       Bone::left_lower_leg,
                               Bone::left_foot,       Bone::right_lower_arm, Bone::right_hand,
                               Bone::right_lower_leg, Bone::right_foot};
    constexpr std::array on_chest{Bone::neck, Bone::left_shoulder, Bone::right_shoulder};
    const Document& document = subject.document();
    const auto say = [&](const Figure& figure, Bone whose, Bone bone, Bone above, std::string_view how) {
        findings
            .add(subject.bone(figure, whose),
                 fmt::format("{} is not {} {}", to_string(bone), how, to_string(above)),
                 fmt::format("make {} {} {}", to_string(bone), how, to_string(above)))
            .where = subject.where(figure.humanoid->bones[whose]);
    };
    for (const Figure& figure : subject.figures()) {
        if (figure.hanim) continue;
        const BoneMap& bones = figure.humanoid->bones;
        for (const Bone bone : chain) {
            const Bone above = *parent_of(bone);
            if (figure.has(bone) && figure.has(above) && first_child(document, bones[above]) != bones[bone])
                say(figure, above, bone, above, "the first child of");
        }
        const Bone chest = figure.has(Bone::upper_chest) ? Bone::upper_chest : Bone::chest;
        for (const Bone bone : on_chest) {
            if (figure.has(bone) && figure.has(chest) &&
                at(document.nodes, bones[bone]).parent != bones[chest])
                say(figure, bone, bone, chest, "a direct child of");
        }
    }
}

void check_articulation(const Subject& subject, Findings& findings) {
    const std::size_t max_named = 12;
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        const Articulation articulation = articulation_of(subject.document(), *figure.humanoid);
        const auto& missing = articulation.missing;
        const auto end = missing.begin() + static_cast<std::ptrdiff_t>(std::min(missing.size(), max_named));
        std::string message =
            articulation.level < 0
                ? std::string("the figure reaches no level of articulation")
                : fmt::format("the figure reaches level of articulation {}", articulation.level);
        if (!missing.empty()) {
            message += fmt::format(
                "; for level {} it lacks {}{}", articulation.level + 1, fmt::join(missing.begin(), end, ", "),
                end == missing.end() ? std::string() : fmt::format(" and {} more", missing.end() - end));
        }
        findings
            .add(subject.humanoid(figure), std::move(message),
                 missing.empty() ? "no action needed"
                                 : "add these joints where the figure is to reach further",
                 articulation.level)
            .where = subject.where(Item{ItemKind::humanoid, -1, figure.index});
    }
}

void check_spine_rises(const Subject& subject, Findings& findings) {
    constexpr std::array order{Bone::hips,        Bone::spine, Bone::chest,
                               Bone::upper_chest, Bone::neck,  Bone::head};
    for (const Figure& figure : subject.figures()) {
        std::optional<Bone> below;
        for (const Bone bone : order) {
            if (!figure.has(bone)) continue;
            const double rise =
                below ? static_cast<double>(figure.position(bone).y - figure.position(*below).y) : 1.0;
            if (rise <= 0.0) {
                findings
                    .add(subject.bone(figure, bone),
                         rise > -1e-5 * static_cast<double>(figure.height)
                             ? fmt::format("{} is as high as {}, not above it", to_string(bone),
                                           to_string(*below))
                             : fmt::format("{} is {:.3g} m below {}, not above it", to_string(bone),
                                           std::abs(rise), to_string(*below)),
                         "move the joint up, or map the bones of the spine in their order from the hips",
                         rise)
                    .where = subject.where(figure.humanoid->bones[bone]);
            }
            below = bone;
        }
    }
}

}  // namespace vitruvian::check

// Compares joint centres with each other: mirror symmetry, lengths, bends, and the limbs that they move.
#include "model/check/figure_nodes.h"
#include "model/check/measure.h"
#include "model/check/pose_checks.h"
#include "model/core/at.h"
#include "model/standard/hanim_centres.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian::check {
namespace {

/// Two centres that should mirror each other.
struct CentrePair {
    int left = -1;  // nodes
    int right = -1;
    bool is_small = false;  // of a finger or the face, where the published tables differ from each other
    Object object;
};

bool is_small_bone(Bone bone) {
    return bone == Bone::left_eye ||
           (bone >= Bone::left_thumb_metacarpal && bone <= Bone::left_little_distal);
}

std::vector<CentrePair> bone_pairs(const Subject& subject, const Figure& figure) {
    std::vector<CentrePair> out;
    for (int i = 0; i < static_cast<int>(bone_count); ++i) {
        const auto bone = static_cast<Bone>(i);
        if (sign_of_side(bone) <= 0 || !figure.has(bone) || !figure.has(mirrored(bone))) continue;
        out.push_back({figure.humanoid->bones[bone], figure.humanoid->bones[mirrored(bone)],
                       is_small_bone(bone), subject.bone(figure, bone)});
    }
    return out;
}

/// Whether it is a joint of the hand or the face.
bool is_small_joint(std::string_view name_2) {
    return name_2.find("carp") != std::string_view::npos ? name_2 != "radiocarpal"
                                                         : name_2.starts_with("eye");
}

std::vector<CentrePair> joint_pairs(const Subject& subject, const Figure& figure) {
    const auto& joints = figure.humanoid->joints;
    const auto facts = hanim_joint_facts();
    std::vector<std::array<int, 2>> of_fact(facts.size(), {-1, -1});
    for (int j = 0; j < static_cast<int>(joints.size()); ++j) {
        const auto name = hanim_joint_from_name(at(subject.document().nodes, at(joints, j).node).name);
        if (!name || name->side == Side::none) continue;
        int& place = at(at(of_fact, static_cast<int>(name->fact)), name->side == Side::left ? 0 : 1);
        if (place < 0) place = j;
    }
    std::vector<CentrePair> out;
    for (int fact = 0; fact < static_cast<int>(of_fact.size()); ++fact) {
        const auto [left, right] = at(of_fact, fact);
        if (left < 0 || right < 0) continue;
        out.push_back({at(joints, left).node, at(joints, right).node, is_small_joint(at(facts, fact).name_2),
                       subject.joint(figure, left)});
    }
    return out;
}

/// Shortest distance from a point to a box; 0 inside.
float distance_to(const Bounds& box, const vec3& point) {
    return glm::length(glm::max(glm::max(box.min - point, point - box.max), vec3(0.0F)));
}

/// The node of the joint that moves a segment; -1: none.
int joint_of_segment(const Figure& figure, int segment) {
    const int joint = at(figure.humanoid->segments, segment).joint;
    return joint < 0 ? -1 : at(figure.humanoid->joints, joint).node;
}

/// Returns what each joint moves: for H-Anim figures the geometry of its own segments, for others the
/// vertices it influences.
std::vector<Bounds> limb_boxes(const Subject& subject, const Figure& figure) {
    constexpr float min_weight = 0.1F;
    const Document& document = subject.document();
    const std::vector<int> joint_of_node = joints_of_nodes(document, *figure.humanoid);
    std::vector<Bounds> out(document.nodes.size());
    for (int i = 0; i < static_cast<int>(figure.meshes.size()); ++i) {
        const MeshInstance& instance = at(document.meshes, at(figure.meshes, i));
        const std::vector<vec3>& vertices = at(figure.posed, i);
        if (figure.hanim && instance.segment < 0) continue;
        const Mesh& mesh = *instance.mesh;
        if (figure.hanim || !mesh.is_skinned()) {
            const int node = figure.hanim ? joint_of_segment(figure, instance.segment)
                                          : carrier_of(document, joint_of_node, instance.skin->nodes.front());
            for (const vec3& vertex : vertices) {
                if (node >= 0) at(out, node).add(vertex);
            }
            continue;
        }
        for (std::size_t v = 0; v < vertices.size(); ++v) {
            for (std::uint32_t k = mesh.influence_begin[v]; k < mesh.influence_begin[v + 1]; ++k) {
                if (mesh.influence_weight[k] < min_weight) continue;
                at(out, instance.skin->nodes[mesh.influence_joint[k]]).add(vertices[v]);
            }
        }
    }
    return out;
}

/// Whether the joint is normally beside its limb: H-Anim's root is below the pelvis, and eyelids and brows
/// rotate about the centre of the eye.
bool turns_beside_its_limb(std::string_view joint) {
    const auto facts = hanim_joint_facts();
    const auto name = hanim_joint_from_name(joint);
    if (!name) return false;
    const std::string_view known = at(facts, static_cast<int>(name->fact)).name_2;
    return known == "humanoid_root" || known == "eyelid_joint" || known == "eyebrow_joint";
}

/// Returns how far the second bone bends from the first towards `forward`, in degrees; nullopt where that is
/// undefined.
std::optional<double> bend_towards(const vec3& first, const vec3& second, const vec3& forward) {
    const auto sideways = direction(vec3(0.0F), forward - first * glm::dot(forward, first));
    if (!sideways) return std::nullopt;
    return glm::degrees(std::atan2(static_cast<double>(glm::dot(second, *sideways)),
                                   static_cast<double>(glm::dot(second, first))));
}

struct Ratio {
    double value = 0.0;  // ratio of the figure's proportion to the default one
    std::string words;
};

std::optional<float> length_between(const Figure& figure, Bone a, Bone b) {
    if (!figure.has(a) || !figure.has(b)) return std::nullopt;
    return glm::distance(figure.position(a), figure.position(b));
}

void add_ratio(std::vector<Ratio>& out, const char* words, std::optional<float> a, std::optional<float> b,
               double usual) {
    if (!a || !b || !(*b > 0.0F)) return;
    const double ratio = static_cast<double>(*a / *b);
    out.push_back({ratio / usual, fmt::format("{} is {:.3f}, usual is {:.3f}", words, ratio, usual)});
}

/// Reports one finding for the bone: the ratio that is furthest outside its range.
void report_ratios(const Subject& subject, Findings& findings, const Figure& figure, Bone bone,
                   const std::vector<Ratio>& ratios) {
    const double most = findings.threshold();
    const double least = most / 2.0;
    const Ratio* worst = nullptr;
    for (const Ratio& ratio : ratios) {
        if (ratio.value >= least && ratio.value <= most) continue;
        if (worst == nullptr || std::abs(std::log(ratio.value)) > std::abs(std::log(worst->value)))
            worst = &ratio;
    }
    if (worst == nullptr) return;
    const bool is_long = worst->value > most;
    Finding& finding = findings.add(
        subject.bone(figure, bone), fmt::format("{}: {}", spoken(subject, figure, bone), worst->words),
        fmt::format("make it {} by {:.0f} percent, unless the figure is meant to be so",
                    is_long ? "shorter" : "longer", 100.0 * std::abs(1.0 / worst->value - 1.0)),
        worst->value);
    finding.threshold = is_long ? most : least;
    finding.where = subject.where(figure.humanoid->bones[bone]);
}

}  // namespace

void check_symmetry(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    for (const Figure& figure : subject.figures()) {
        if (!stands_upright(figure)) {
            findings.skip("the figure does not stand upright");
            continue;
        }
        std::vector<CentrePair> pairs =
            figure.hanim ? joint_pairs(subject, figure) : bone_pairs(subject, figure);
        std::sort(pairs.begin(), pairs.end(),
                  [](const CentrePair& a, const CentrePair& b) { return a.left < b.left; });
        // A figure beside the origin is reported by PO17.
        const float middle =
            figure.hanim || !figure.has(Bone::hips) ? 0.0F : to_axes(figure, figure.position(Bone::hips)).x;
        std::vector<char> is_told(subject.document().nodes.size(), 0);
        for (const CentrePair& pair : pairs) {
            const int parent = at(subject.document().nodes, pair.left).parent;
            const bool inherits = has_ancestor(subject.document(), parent, is_told);
            const vec3 left = to_axes(figure, figure.position(pair.left));
            const vec3 right = to_axes(figure, figure.position(pair.right));
            const vec3 mirrored_left{2.0F * middle - left.x, left.y, left.z};
            const float off = glm::distance(mirrored_left, right);
            const auto share = static_cast<double>(off / figure.height);
            if (share <= findings.threshold()) continue;
            at(is_told, pair.left) = 1;
            if (inherits) continue;
            const vec3 ought = from_axes(figure, mirrored_left);
            Finding& finding = findings.add(
                pair.object,
                fmt::format("{} and {} are {:.4f} ({:.1f} percent of the height) from being mirror images",
                            spoken(subject, pair.left), spoken(subject, pair.right), off, share * 100.0),
                fmt::format("move one of them: the right one's mirror place is {}", say_vector(ought, 4)),
                share, pair.is_small ? std::optional(Level::info) : std::nullopt);
            finding.where = subject.where(pair.left);
            finding.marks.points = {figure.position(pair.left), figure.position(pair.right), ought};
        }
    }
}

void check_limb_ratios(const Subject& subject, Findings& findings) {
    // For the standard's example figure (joints' default centres, both sides mirrored).
    constexpr double arm_usual = 1.125;
    constexpr double leg_usual = 0.98;
    constexpr double reach_usual = 0.327;
    constexpr double head_usual = 0.074;
    if (!has_figures(subject, findings)) return;
    for (const Figure& figure : subject.figures()) {
        if (!stands_upright(figure)) {
            findings.skip("the figure does not stand upright");
            continue;
        }
        for (const Bone left : {Bone::left_upper_arm, Bone::left_upper_leg}) {
            for (const Bone upper : {left, mirrored(left)}) {
                const auto lower = static_cast<Bone>(static_cast<int>(upper) + 1);
                const auto end = static_cast<Bone>(static_cast<int>(upper) + 2);
                const bool is_arm = left == Bone::left_upper_arm;
                std::vector<Ratio> ratios;
                add_ratio(ratios, is_arm ? "upper arm to forearm" : "thigh to shank",
                          length_between(figure, upper, lower), length_between(figure, lower, end),
                          is_arm ? arm_usual : leg_usual);
                if (is_arm)
                    add_ratio(ratios, "shoulder to wrist, of the height,", length_between(figure, upper, end),
                              figure.height, reach_usual);
                report_ratios(subject, findings, figure, upper, ratios);
            }
        }
        // Without a mesh the end of the head is unknown.
        if (!figure.has_mesh || !figure.has(Bone::head)) continue;
        std::vector<Ratio> ratios;
        add_ratio(ratios, "head to height", figure.top - figure.position(Bone::head).y, figure.height,
                  head_usual);
        report_ratios(subject, findings, figure, Bone::head, ratios);
    }
}

void check_pre_bend(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    for (const Figure& figure : subject.figures()) {
        for (const Bone left : {Bone::left_upper_arm, Bone::left_upper_leg}) {
            for (const Bone upper : {left, mirrored(left)}) {
                const auto joint = static_cast<Bone>(static_cast<int>(upper) + 1);
                const auto end = static_cast<Bone>(static_cast<int>(upper) + 2);
                const auto first = direction(figure, upper, joint);
                const auto second = direction(figure, joint, end);
                if (!first || !second) continue;
                const bool is_elbow = left == Bone::left_upper_arm;
                const auto bend = bend_towards(*first, *second, is_elbow ? figure.forward : -figure.forward);
                if (!bend || *bend >= findings.threshold()) continue;
                Finding& finding = findings.add(
                    subject.bone(figure, joint),
                    fmt::format("{} bends {:.1f} degrees {}, against its joint",
                                spoken(subject, figure, joint), -*bend, is_elbow ? "backward" : "forward"),
                    fmt::format("bend the {} by half a degree to 5 degrees {}", is_elbow ? "elbow" : "knee",
                                is_elbow ? "forward" : "backward"),
                    *bend);
                finding.where = subject.where(figure.humanoid->bones[joint]);
                finding.marks = {{}, figure.position(joint), *second, *first};
            }
        }
    }
}

void check_centre_in_limb(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    for (const Figure& figure : subject.figures()) {
        const std::vector<Bounds> boxes = limb_boxes(subject, figure);
        const float metre = units_per_metre(subject, figure);
        const auto look = [&](int node, Object object) {
            const Bounds& box = at(boxes, node);
            if (box.empty()) return;
            const vec3 centre = figure.position(node);
            const auto off = static_cast<double>(distance_to(box, centre) / metre);
            constexpr double rounding = 1e-6;
            if (off <= findings.threshold() + rounding) return;
            const std::string name = object.name;
            Finding& finding =
                findings.add(std::move(object),
                             fmt::format("the centre of {} is {:.3f} m outside of what it moves", name, off),
                             "move the centre into its limb", off);
            finding.where = subject.where(node);
            finding.marks.points = {centre, glm::clamp(centre, box.min, box.max)};
        };
        const auto& joints = figure.humanoid->joints;
        for (int j = 0; figure.hanim && j < static_cast<int>(joints.size()); ++j) {
            const int node = at(joints, j).node;
            if (!turns_beside_its_limb(at(subject.document().nodes, node).name))
                look(node, subject.joint(figure, j));
        }
        for (int b = 0; !figure.hanim && b < static_cast<int>(bone_count); ++b) {
            const auto bone = static_cast<Bone>(b);
            if (figure.has(bone)) look(figure.humanoid->bones[bone], subject.bone(figure, bone));
        }
    }
}

void check_centre_space(const Subject& subject, Findings& findings) {
    const Document& document = subject.document();
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        const std::vector<int> joint_of_node = joints_of_nodes(document, *figure.humanoid);
        const auto& joints = figure.humanoid->joints;
        for (int j = 0; j < static_cast<int>(joints.size()); ++j) {
            const int node = at(joints, j).node;
            const int parent = carrier_of(document, joint_of_node, at(document.nodes, node).parent);
            if (parent < 0) continue;
            const auto name = hanim_joint_from_name(at(document.nodes, node).name);
            const auto parent_name = hanim_joint_from_name(at(document.nodes, parent).name);
            const auto usual = name ? default_centre(*name) : std::nullopt;
            const auto usual_parent = parent_name ? default_centre(*parent_name) : std::nullopt;
            if (!usual || !usual_parent) continue;
            const float length = glm::distance(*usual, *usual_parent) * figure.height / default_height;
            const vec3 centre = figure.position(node);
            const vec3 from = figure.position(parent);
            const float size = glm::length(centre);
            const bool looks_local = length > 0.0F && size >= 0.5F * length && size <= 2.0F * length &&
                                     glm::distance(centre, from) > 2.0F * length &&
                                     glm::length(from) > 0.3F * figure.height;
            if (!looks_local) continue;
            Finding& finding = findings.add(
                subject.joint(figure, j),
                fmt::format(
                    "its center {} is as far from the origin as {} is from it: it is given relative to its "
                    "parent",
                    say_vector(centre, 4), spoken(subject, parent)),
                fmt::format("give it in the humanoid's space: {}", say_vector(centre + from, 4)),
                static_cast<double>(size));
            finding.where = subject.where(node);
            finding.marks.points = {centre, centre + from};
        }
    }
}

}  // namespace vitruvian::check

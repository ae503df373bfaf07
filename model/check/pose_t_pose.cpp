// Compares bones with the T-pose (H-Anim: the default pose), in the figure's own axes.
#include "model/check/measure.h"
#include "model/check/pose_checks.h"

#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <array>
#include <string>

namespace vitruvian::check {
namespace {

/// The direction of a bone, and the expected one. Directions are unit vectors in the figure's space.
struct Aim {
    Bone bone;
    vec3 from;
    vec3 is;
    vec3 ought;
    double degrees = 0.0;
    double share = 1.0;  // share of the check's threshold that applies to it
};
using Aims = std::vector<Aim>;
using Measure = Aims (*)(const Document& document, const Figure& figure, Thumbs thumbs);

void aim(Aims& out, const Figure& figure, Bone bone, const vec3& to, const vec3& ought, double share = 1.0) {
    const vec3 from = figure.position(bone);
    if (const auto is = direction(from, to))
        out.push_back({bone, from, *is, ought, degrees_between(*is, ought), share});
}

void aim(Aims& out, const Figure& figure, Bone bone, Bone to, const vec3& ought, double share = 1.0) {
    if (figure.has(bone) && figure.has(to)) aim(out, figure, bone, figure.position(to), ought, share);
}

/// +X of the figure for bones of the left side, -X for the right.
vec3 outward(const Figure& figure, Bone bone) {
    return figure.left * static_cast<float>(sign_of_side(bone));
}

/// Adds a bone and its counterpart, both towards `to` on their side.
void aim_pair(Aims& out, const Figure& figure, Bone left, Bone to, const vec3& ought) {
    aim(out, figure, left, to, ought);
    aim(out, figure, mirrored(left), mirrored(to), ought);
}

void aim_arms(Aims& out, const Figure& figure, Bone left, Bone to) {
    aim(out, figure, left, to, outward(figure, left));
    aim(out, figure, mirrored(left), mirrored(to), outward(figure, mirrored(left)));
}

Aims upper_arms(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    Aims out;
    aim_arms(out, figure, Bone::left_upper_arm, Bone::left_lower_arm);
    return out;
}

Aims forearms(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    Aims out;
    aim_arms(out, figure, Bone::left_lower_arm, Bone::left_hand);
    return out;
}

Aims shoulders(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    Aims out;
    aim_arms(out, figure, Bone::left_shoulder, Bone::left_upper_arm);
    return out;
}

Aims hands(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    Aims out;
    for (const Bone hand : {Bone::left_hand, Bone::right_hand}) {
        if (const auto finger = next_bone(figure.humanoid->bones, hand))
            aim(out, figure, hand, *finger, outward(figure, hand));
    }
    return out;
}

/// Returns the end of the last phalanx: an H-Anim site "..._tip" on it. glTF's leaf nodes of that name say
/// nothing of the bone's direction.
std::optional<vec3> tip_of(const Document& document, const Figure& figure, Bone bone) {
    if (!figure.hanim) return std::nullopt;
    for (const Site& site : figure.humanoid->sites) {
        const Node& node = at(document.nodes, site.node);
        if (node.parent == figure.humanoid->bones[bone] && node.name.ends_with("_tip"))
            return figure.position(site.node);
    }
    return std::nullopt;
}

Aims fingers(const Document& document, const Figure& figure, Thumbs /*thumbs*/) {
    constexpr std::array<Bone, 4> firsts{Bone::left_index_proximal, Bone::left_middle_proximal,
                                         Bone::left_ring_proximal, Bone::left_little_proximal};
    Aims out;
    for (const Bone first : firsts) {
        for (int phalanx = 0; phalanx < 3; ++phalanx) {
            const auto left = static_cast<Bone>(static_cast<int>(first) + phalanx);
            for (const Bone bone : {left, mirrored(left)}) {
                if (!figure.has(bone)) continue;
                const double share = phalanx == 0 ? 1.0 : 0.5;
                const auto next = next_bone(figure.humanoid->bones, bone);
                if (next) {
                    aim(out, figure, bone, *next, outward(figure, bone), share);
                } else if (const auto tip = tip_of(document, figure, bone)) {
                    aim(out, figure, bone, *tip, outward(figure, bone), share);
                }
            }
        }
    }
    return out;
}

Aims thumbs(const Document& /*document*/, const Figure& figure, Thumbs convention) {
    Aims out;
    for (const Bone left : {Bone::left_thumb_metacarpal, Bone::left_thumb_proximal}) {
        for (const Bone bone : {left, mirrored(left)}) {
            if (!figure.has(bone)) continue;
            const auto next = next_bone(figure.humanoid->bones, bone);
            if (!next) continue;
            const vec3 along = outward(figure, bone);
            const vec3 diagonal = glm::normalize(along + figure.forward);
            aim(out, figure, bone, *next, convention == Thumbs::along_arm ? along : diagonal);
            if (convention != Thumbs::diagonal_or_flatter || out.empty() || out.back().bone != bone) continue;
            Aim& found = out.back();
            const vec3 flatter = along * 0.81650F + figure.forward * 0.57735F;
            const double other = degrees_between(found.is, flatter);
            if (other >= found.degrees) continue;
            found.ought = flatter;
            found.degrees = other;
        }
    }
    return out;
}

/// Compares palm normals, from the knuckles, with the expected direction: `down`, or towards the body.
Aims palms_facing(const Figure& figure, bool down) {
    Aims out;
    for (const Bone hand : {Bone::left_hand, Bone::right_hand}) {
        const int side = sign_of_side(hand);
        const Bone index = side > 0 ? Bone::left_index_proximal : Bone::right_index_proximal;
        const Bone little = side > 0 ? Bone::left_little_proximal : Bone::right_little_proximal;
        if (!figure.has(hand) || !figure.has(index) || !figure.has(little)) continue;
        const vec3 wrist = figure.position(hand);
        const vec3 to_index = figure.position(index) - wrist;
        const vec3 to_little = figure.position(little) - wrist;
        const vec3 normal = glm::cross(to_little, to_index) * static_cast<float>(side);
        const float length = glm::length(normal);
        if (!(length > 1e-10F)) continue;
        const vec3 ought = down ? -figure.up : -outward(figure, hand);
        out.push_back({hand, wrist, normal / length, ought, degrees_between(normal, ought)});
    }
    return out;
}

Aims palms_down(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    return palms_facing(figure, true);
}

Aims palms(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    return palms_facing(figure, !figure.hanim);
}

Aims thighs(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    Aims out;
    aim_pair(out, figure, Bone::left_upper_leg, Bone::left_lower_leg, -figure.up);
    return out;
}

Aims shanks(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    Aims out;
    aim_pair(out, figure, Bone::left_lower_leg, Bone::left_foot, -figure.up);
    return out;
}

/// Only headings; feet that are too short to have one are left out.
Aims feet(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    constexpr float shortest = 0.01F / 1.75F;  // a centimetre, relative to the height
    Aims out;
    for (const Bone foot : {Bone::left_foot, Bone::right_foot}) {
        const Bone toes = foot == Bone::left_foot ? Bone::left_toes : Bone::right_toes;
        if (!figure.has(foot) || !figure.has(toes)) continue;
        vec3 to = figure.position(toes);
        to.y = figure.position(foot).y;
        if (glm::length(to - figure.position(foot)) < shortest * figure.height) continue;
        aim(out, figure, foot, to, figure.forward);
    }
    return out;
}

Aims spine(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    Aims out;
    for (const Bone bone : {Bone::spine, Bone::chest, Bone::neck}) {
        if (!figure.has(bone)) continue;
        if (const auto next = next_bone(figure.humanoid->bones, bone))
            aim(out, figure, bone, *next, figure.up);
    }
    return out;
}

Aims hanging_arms(const Document& /*document*/, const Figure& figure, Thumbs /*thumbs*/) {
    Aims out;
    if (figure.hanim) aim_pair(out, figure, Bone::left_upper_arm, Bone::left_hand, -figure.up);
    return out;
}

/// `error_from`: the limit of errors, if it is one.
void add(const Subject& subject, Findings& findings, const Figure& figure, const Aim& aim,
         std::optional<double> error_from) {
    const std::string who = spoken(subject, figure, aim.bone);
    Finding& finding = findings.add(subject.bone(figure, aim.bone),
                                    fmt::format("{} {}", who, say_deviation(figure, aim.is, aim.ought)),
                                    say_turn(figure, std::string(to_string(aim.bone)), aim.is, aim.ought),
                                    aim.degrees, error_from ? std::optional(Level::error) : std::nullopt);
    finding.threshold =
        error_from && finding.level == Level::error ? *error_from : findings.threshold() * aim.share;
    finding.where = subject.where(figure.humanoid->bones[aim.bone]);
    finding.marks = {{}, aim.from, aim.is, aim.ought};
}

/// From `error_from` degrees a finding is an error.
void check_aims(const Subject& subject, Findings& findings, Measure measure,
                std::optional<double> error_from = std::nullopt) {
    if (!has_figures(subject, findings)) return;
    bool measured = false;
    for (const Figure& figure : subject.figures()) {
        if (!stands_upright(figure)) {
            findings.skip("the figure does not stand upright");
            continue;
        }
        const Aims aims = measure(subject.document(), figure, findings.profile().thumbs);
        measured = measured || !aims.empty();
        for (const Aim& aim : aims) {
            if (aim.degrees <= findings.threshold() * aim.share) continue;
            const bool is_error = error_from && aim.degrees > *error_from;
            add(subject, findings, figure, aim, is_error ? error_from : std::nullopt);
        }
    }
    if (!measured) findings.skip("no figure has the bones for it");
}

/// Returns the figure with its hanging arms raised to the sides, without its meshes.
Figure with_arms_raised(const Document& document, const Figure& figure) {
    Figure out;
    out.index = figure.index;
    out.humanoid = figure.humanoid;
    out.hanim = figure.hanim;
    out.world = figure.world;
    out.has_sides = figure.has_sides;
    out.left = figure.left;
    out.forward = figure.forward;
    out.height = figure.height;
    for (const Bone bone : {Bone::left_upper_arm, Bone::right_upper_arm}) {
        const int shoulder = figure.humanoid->bones[bone];
        if (shoulder < 0) continue;
        const vec3 centre = figure.position(shoulder);
        const float angle = glm::radians(90.0F) * static_cast<float>(sign_of_side(bone));
        const mat4 raise = glm::translate(mat4(1.0F), centre) *
                           glm::rotate(mat4(1.0F), angle, figure.forward) *
                           glm::translate(mat4(1.0F), -centre);
        std::vector<char> is_below(document.nodes.size(), 0);
        for (int n = shoulder; n < static_cast<int>(document.nodes.size()); ++n) {
            const int parent = at(document.nodes, n).parent;
            if (n != shoulder && (parent < 0 || at(is_below, parent) == 0)) continue;
            at(is_below, n) = 1;
            at(out.world, n) = raise * at(figure.world, n);
        }
    }
    return out;
}

}  // namespace

void check_upper_arms(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, upper_arms, 37.0);
}

void check_forearms(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, forearms);
}

void check_hands(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, hands);
}

void check_fingers(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, fingers);
}

void check_thumbs(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, thumbs);
}

void check_palms(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, palms);
}

void check_thighs(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, thighs);
}

void check_shanks(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, shanks);
}

void check_feet(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, feet);
}

void check_spine(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, spine);
}

void check_shoulders(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, shoulders);
}

void check_hanging_arms(const Subject& subject, Findings& findings) {
    check_aims(subject, findings, hanging_arms);
}

void check_t_pose_achievable(const Subject& subject, Findings& findings) {
    struct Rule {
        const char* id;
        Measure measure;
        double limit;
    };
    static constexpr std::array<Rule, 6> rules{{{"PO03", upper_arms, upper_arm_limit},
                                                {"PO04", forearms, forearm_limit},
                                                {"PO05", hands, hand_limit},
                                                {"PO06", fingers, finger_limit},
                                                {"PO07", thumbs, thumb_limit},
                                                {"PO08", palms_down, palm_limit}}};
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim || !figure.has(Bone::left_upper_arm) || !figure.has(Bone::right_upper_arm))
            continue;
        const Figure raised = with_arms_raised(subject.document(), figure);
        std::string failed;
        double worst = 0.0;
        double limit_of_worst = 0.0;
        for (const Rule& rule : rules) {
            for (const Aim& aim : rule.measure(subject.document(), raised, findings.profile().thumbs)) {
                const double limit = rule.limit * aim.share;
                if (aim.degrees <= limit) continue;
                failed += fmt::format("{}{} {} {:.1f} degrees", failed.empty() ? "" : ", ", rule.id,
                                      to_string(aim.bone), aim.degrees);
                if (aim.degrees <= worst) continue;
                worst = aim.degrees;
                limit_of_worst = limit;
            }
        }
        if (failed.empty()) continue;
        findings
            .add(subject.humanoid(figure),
                 "raising the arms by 90 degrees about Z at the shoulders makes no T-pose: " + failed,
                 "let the arms hang straight down, palms to the thighs", worst)
            .threshold = limit_of_worst;
    }
}

}  // namespace vitruvian::check

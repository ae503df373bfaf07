// Checks of where a figure stands, which way it faces and how tall it is.
#include "model/check/measure.h"
#include "model/check/pose_checks.h"
#include "model/standard/hanim_joints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::check {
namespace {

/// Returns figures that stand upright and have what is measured: hips where `needs_hips`, otherwise a mesh or
/// a head, without which their height is unknown. For the others the check is reported as skipped.
std::vector<const Figure*> standing(const Subject& subject, Findings& findings, bool needs_hips) {
    std::vector<const Figure*> out;
    if (!has_figures(subject, findings)) return out;
    for (const Figure& figure : subject.figures()) {
        if (is_bare_skeleton(figure)) {
            findings.skip("the skeleton is no humanoid's");
        } else if (!stands_upright(figure)) {
            findings.skip("the figure does not stand upright");
        } else if (needs_hips && !figure.has(Bone::hips)) {
            findings.skip("the figure has no hips");
        } else if (!needs_hips && !figure.has_mesh && !figure.has(Bone::head)) {
            findings.skip("the figure has no mesh and no head");
        } else {
            out.push_back(&figure);
        }
    }
    return out;
}

/// A figure that is mirrored as a whole (reported by TR02) has left and right swapped, and faces the same
/// way.
bool is_mirrored(const Figure& figure) {
    return figure.has(Bone::hips) &&
           glm::determinant(mat3(at(figure.world, figure.humanoid->bones[Bone::hips]))) < 0.0F;
}

/// Converts to metres, if the file specifies its unit.
double in_metres(const Subject& subject, float length) {
    return static_cast<double>(length * subject.document().metres_per_unit.value_or(1.0F));
}

Location where(const Subject& subject, const Figure& figure) {
    return subject.where(figure.has(Bone::hips) ? figure.humanoid->bones[Bone::hips] : -1);
}

constexpr double min_height = 1.4;
constexpr double max_height = 2.1;

/// A figure made for a platform has its height in that platform's unit.
bool fits_platform(const Findings& findings, double height) {
    const std::optional<double>& unit = findings.profile().units_per_metre;
    return unit && is_human_in(height, *unit);
}

/// H-Anim figures are measured in their own units. Where the Humanoid's scale, or that of an ancestor, brings
/// them to a human height, the file is unusual but not broken: returns a text that says so, otherwise empty.
std::string good_height_in_scene(const Subject& subject, const Figure& figure, double height) {
    if (!figure.hanim || figure.humanoid->node < 0) return {};
    const double scale = glm::length(vec3(at(subject.scene_world(), figure.humanoid->node)[1]));
    const double shown = height * scale;
    if (shown < min_height || shown > max_height) return {};
    return fmt::format("; its scale shows it {:.3f} m high", shown);
}

}  // namespace

void check_facing(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    for (const Figure& figure : subject.figures()) {
        if (!figure.has_sides) {
            findings.skip("no figure has two upper legs side by side");
            continue;
        }
        // VRM 0.x figures face -Z.
        const vec3 ought{0.0F, 0.0F, figure.humanoid->kind == HumanoidKind::vrm0 ? -1.0F : 1.0F};
        const vec3 front = is_mirrored(figure) ? -figure.forward : figure.forward;
        const auto facing = static_cast<double>(glm::dot(front, ought));
        if (facing >= findings.threshold()) continue;
        const double turn = std::atan2(static_cast<double>(glm::cross(front, ought).y), facing);
        Finding& finding = findings.add(
            subject.humanoid(figure),
            fmt::format("the figure looks {:.0f} degrees away from {}Z", degrees_between(front, ought),
                        ought.z < 0.0F ? "-" : "+"),
            fmt::format("turn the whole figure by {:+.0f} degrees about Y", glm::degrees(turn)), facing);
        finding.where = where(subject, figure);
        const vec3 hips =
            (figure.position(Bone::left_upper_leg) + figure.position(Bone::right_upper_leg)) * 0.5F;
        finding.marks = {{}, hips, front, ought};
    }
}

void check_up_axis(const Subject& subject, Findings& findings) {
    if (!has_figures(subject, findings)) return;
    for (const Figure& figure : subject.figures()) {
        const auto trunk = direction(figure, Bone::hips, Bone::head);
        if (!trunk) {
            findings.skip("no figure has hips and a head");
            continue;
        }
        const double angle = degrees_between(*trunk, figure.up);
        if (angle <= findings.threshold()) continue;
        Finding& finding =
            findings.add(subject.humanoid(figure),
                         fmt::format("from the hips to the head it leans {:.1f} degrees away from +Y", angle),
                         say_turn(figure, "the whole figure", *trunk, figure.up), angle);
        finding.where = where(subject, figure);
        finding.marks = {{}, figure.position(Bone::hips), *trunk, figure.up};
    }
}

namespace {

/// Whether moving the whole figure lowers its soles: an H-Anim figure's are measured in its Humanoid's own
/// frame, and those of a bind pose may differ from the rest of the nodes. A BVH file's position is given by
/// its motion.
bool can_be_moved_down(const Subject& subject, const Figure& figure) {
    if (figure.hanim || subject.document().format == FileFormat::bvh) return false;
    for (const Joint& joint : figure.humanoid->joints) {
        const float off = figure.position(joint.node).y - at(subject.scene_world(), joint.node)[3].y;
        if (std::abs(off) > 1e-3F * figure.height) return false;
    }
    return true;
}

}  // namespace

void check_ground(const Subject& subject, Findings& findings) {
    for (const Figure* figure : standing(subject, findings, false)) {
        const double share = static_cast<double>(std::abs(figure->sole) / figure->height);
        if (share <= findings.threshold()) continue;
        Finding& finding = findings.add(
            subject.humanoid(*figure),
            fmt::format("the lowest point is at y = {:.4f}, {:.1f} percent of the height {} the ground",
                        figure->sole, share * 100.0, figure->sole > 0.0F ? "above" : "below"),
            fmt::format("move the figure by {:+.4f} along Y", -figure->sole), share);
        if (can_be_moved_down(subject, *figure))
            finding.fix.push_back(StandOnGround{{ItemKind::humanoid, -1, figure->index}});
        finding.where = where(subject, *figure);
    }
}

void check_foot_height(const Subject& subject, Findings& findings) {
    constexpr double toes_share = 1.0 / 3.0;  // toes may be at a third of the height of ankles
    struct Pair {
        Bone left;
        const char* name;
        double share;
    };
    for (const Figure* figure : standing(subject, findings, true)) {
        const float hips = figure->position(Bone::hips).y - figure->sole;
        if (!(hips > 0.0F)) continue;
        for (const Pair& pair :
             {Pair{Bone::left_foot, "feet", 1.0}, Pair{Bone::left_toes, "toes", toes_share}}) {
            if (!figure->has(pair.left) || !figure->has(mirrored(pair.left))) continue;
            const float mean =
                (figure->position(pair.left).y + figure->position(mirrored(pair.left)).y) * 0.5F -
                figure->sole;
            const auto ratio = static_cast<double>(mean / hips);
            const double limit = findings.threshold() * pair.share;
            constexpr double rounding = 1e-5;
            if (ratio >= -rounding && ratio <= limit) continue;
            Finding& finding = findings.add(
                subject.humanoid(*figure),
                fmt::format("the joints of the {} are {:.3f} of the hips' height above the lowest point",
                            pair.name, ratio),
                fmt::format("put them between 0 and {:.2f} of the hips' height", limit), ratio);
            finding.threshold = ratio < 0.0 ? 0.0 : limit;
            finding.where = subject.where(figure->humanoid->bones[pair.left]);
            break;
        }
    }
}

void check_centred(const Subject& subject, Findings& findings) {
    constexpr double forward_limit = 0.2;
    for (const Figure* figure : standing(subject, findings, true)) {
        const vec3 hips = figure->position(Bone::hips);
        const float height = hips.y - figure->sole;
        if (!(height > 0.0F)) continue;
        const auto across = static_cast<double>(std::abs(hips.x) / height);
        const auto along = static_cast<double>(std::abs(hips.z) / height);
        const bool is_across = across > findings.threshold();
        if (!is_across && along <= forward_limit) continue;
        Finding& finding =
            findings.add(subject.humanoid(*figure),
                         fmt::format("the hips are at x = {:.4f}, z = {:.4f}: {:.1f} percent of their height "
                                     "beside the origin",
                                     hips.x, hips.z, 100.0 * (is_across ? across : along)),
                         fmt::format("move the figure by {:+.4f} along X and {:+.4f} along Z", -hips.x,
                                     along > forward_limit ? -hips.z : 0.0F),
                         is_across ? across : along);
        if (!is_across) finding.threshold = forward_limit;
        finding.where = where(subject, *figure);
        finding.marks.points = {hips};
    }
}

void check_height(const Subject& subject, Findings& findings) {
    constexpr double dwarf = 0.44;
    constexpr double giant = 2.63;
    for (const Figure* figure : standing(subject, findings, false)) {
        const double height = in_metres(subject, figure->height);
        if ((height >= min_height && height <= max_height) || fits_platform(findings, height)) continue;
        const bool is_small = height < min_height;
        const std::string in_scene = good_height_in_scene(subject, *figure, height);
        const bool is_error = in_scene.empty() && (height < dwarf || height > giant);
        Finding& finding = findings.add(
            subject.humanoid(*figure), fmt::format("the figure is {:.3f} m high{}", height, in_scene),
            fmt::format("scale it by {:.4g} to be {} m high", nominal_height / height, nominal_height),
            height, is_error ? std::optional(Level::error) : std::nullopt);
        finding.threshold = is_small ? (is_error ? dwarf : min_height) : (is_error ? giant : max_height);
        finding.where = where(subject, *figure);
    }
}

void check_unit(const Subject& subject, Findings& findings) {
    for (const Figure* figure : standing(subject, findings, false)) {
        const double height = in_metres(subject, figure->height);
        if ((height >= min_height && height <= max_height) || fits_platform(findings, height)) continue;
        const Unit& unit = nearest_unit(height);
        const double off = off_from_human(height, unit.per_metre);
        if (off > findings.threshold()) continue;
        const std::string in_scene = good_height_in_scene(subject, *figure, height);
        Finding& finding =
            findings.add(subject.humanoid(*figure),
                         fmt::format("the figure is {:.4g} units high, which fits {} and not metres{}",
                                     height, unit.name, in_scene),
                         fmt::format("scale it by {:.5g}", 1.0 / unit.per_metre), off,
                         in_scene.empty() ? std::nullopt : std::optional(Level::warning));
        finding.where = where(subject, *figure);
    }
}

namespace {

/// Returns H-Anim's HumanoidRoot, as an index into the figure's joints; -1: it has none.
int humanoid_root(const Document& document, const Figure& figure) {
    const auto facts = hanim_joint_facts();
    const auto& joints = figure.humanoid->joints;
    for (int j = 0; figure.hanim && j < static_cast<int>(joints.size()); ++j) {
        const auto name = hanim_joint_from_name(at(document.nodes, at(joints, j).node).name);
        if (name && at(facts, static_cast<int>(name->fact)).name_2 == "humanoid_root") return j;
    }
    return -1;
}

/// Returns a node's height in metres: that in the scene, where the Humanoid node lifts the figure to the floor.
double height_of(const Subject& subject, const Figure& figure, int node) {
    const float own = figure.position(node).y;
    const float in_scene = vec3(figure.scene_from_figure * vec4(figure.position(node), 1.0F)).y;
    // In a figure with other units (reported by PO19) a centimetre has another length.
    return static_cast<double>(std::max(own, in_scene) / units_per_metre(subject, figure));
}

}  // namespace

void check_hips_height(const Subject& subject, Findings& findings) {
    for (const Figure* figure : standing(subject, findings, true)) {
        const int hips = figure->humanoid->bones[Bone::hips];
        const int root = humanoid_root(subject.document(), *figure);
        // Programs that take H-Anim's root for the hips see them on the floor, even if another joint is
        // where the legs begin.
        const int root_node = root < 0 ? hips : at(figure->humanoid->joints, root).node;
        const bool is_hips = height_of(subject, *figure, hips) < findings.threshold();
        const int node = is_hips ? hips : root_node;
        const double height = height_of(subject, *figure, node);
        if (height >= findings.threshold()) continue;
        Finding& finding = findings.add(
            subject.humanoid(*figure),
            fmt::format("the {} at y = {:.4f}, on the floor or below it",
                        is_hips ? "hips are" : "HumanoidRoot is", figure->position(node).y),
            is_hips ? "put the hips where the legs begin and the soles at y = 0"
                    : "put the HumanoidRoot where the legs begin, or it does not move as hips do",
            height, is_hips ? std::nullopt : std::optional(Level::warning));
        finding.where = subject.where(node);
        finding.marks.points = {figure->position(node)};
    }
}

void check_root_below_hips(const Subject& subject, Findings& findings) {
    for (const Figure& figure : subject.figures()) {
        const int root = humanoid_root(subject.document(), figure);
        if (root < 0 || !figure.has(Bone::left_upper_leg) || !figure.has(Bone::right_upper_leg)) continue;
        const float hips =
            (figure.position(Bone::left_upper_leg).y + figure.position(Bone::right_upper_leg).y) * 0.5F;
        const int node = at(figure.humanoid->joints, root).node;
        const float below = hips - figure.position(node).y;
        if (below <= 0.0F) continue;
        Finding& finding = findings.add(
            subject.joint(figure, root), fmt::format("HumanoidRoot is {:.4f} m below the hip joints", below),
            "no action needed: H-Anim's own example does the same", static_cast<double>(below));
        finding.where = subject.where(node);
    }
}

}  // namespace vitruvian::check

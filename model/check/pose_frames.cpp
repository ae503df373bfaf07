// Compares the axes of bones with those that EXT_skeleton_humanoid requires.
#include "model/check/measure.h"
#include "model/check/pose_checks.h"
#include "model/figure/bone_frames.h"

#include <fmt/format.h>

namespace vitruvian::check {
namespace {

/// Returns a bone's own axis in the figure's space; nullopt where the bone has a scale of zero.
std::optional<vec3> own_axis(const Figure& figure, Bone bone, int axis) {
    return direction(vec3(0.0F), vec3(at(figure.world, figure.humanoid->bones[bone])[axis]));
}

/// A bone's +Y axis and its expected direction; nullopt where there is none.
struct AxisAim {
    vec3 is;
    vec3 ought;
};

std::optional<AxisAim> aim_of_y(const Figure& figure, Bone bone) {
    const auto next = next_bone(figure.humanoid->bones, bone);
    const auto ought = next ? direction(figure, bone, *next) : std::nullopt;
    const auto is = own_axis(figure, bone, 1);
    return is && ought ? std::optional(AxisAim{*is, *ought}) : std::nullopt;
}

/// The same for +X, after rotating the extension's frame onto the bone by the shortest arc.
std::optional<AxisAim> aim_of_x(const Figure& figure, Bone bone) {
    const auto x = own_axis(figure, bone, 0);
    const auto y = own_axis(figure, bone, 1);
    if (!x || !y) return std::nullopt;
    const mat3 frame = glm::mat3_cast(t_pose_frame(bone));
    const vec3 usual_y = from_axes(figure, frame[1]);
    constexpr double nearly_opposite = 175.0;  // there the shortest arc is ambiguous
    const double off = degrees_between(usual_y, *y);
    if (off > nearly_opposite) return std::nullopt;
    const auto turn = static_cast<float>(glm::radians(off));
    return AxisAim{*x, axis_angle(glm::cross(usual_y, *y), turn) * from_axes(figure, frame[0])};
}

/// Only EXT_skeleton_humanoid specifies bone axes. Figures of other kinds are checked where three in four of
/// their bones have these axes: they were made by its rules.
bool follows_the_extension(const Figure& figure) {
    if (figure.humanoid->kind == HumanoidKind::ext_skeleton_humanoid) return true;
    constexpr double max_y = 5.0;
    constexpr double max_x = 10.0;
    int looked_at = 0;
    int fitting = 0;
    for (int b = 0; b < static_cast<int>(bone_count); ++b) {
        const auto bone = static_cast<Bone>(b);
        if (!figure.has(bone)) continue;
        const auto y = aim_of_y(figure, bone);
        const auto x = aim_of_x(figure, bone);
        if (!y) continue;
        ++looked_at;
        fitting +=
            x && degrees_between(y->is, y->ought) <= max_y && degrees_between(x->is, x->ought) <= max_x;
    }
    return fitting * 4 >= looked_at * 3 && looked_at > 0;
}

template <class Look>
void for_each_bone(const Subject& subject, Findings& findings, Look look) {
    if (!has_figures(subject, findings)) return;
    for (const Figure& figure : subject.figures()) {
        if (figure.hanim) continue;
        if (!follows_the_extension(figure)) {
            findings.skip("the figure's bones have other axes, as all but EXT_skeleton_humanoid's may");
            continue;
        }
        for (int b = 0; b < static_cast<int>(bone_count); ++b) {
            if (figure.has(static_cast<Bone>(b))) look(figure, static_cast<Bone>(b));
        }
    }
}

void add(const Subject& subject, Findings& findings, const Figure& figure, Bone bone, const char* axis,
         const vec3& is, const vec3& ought, const char* whither) {
    const double angle = degrees_between(is, ought);
    Finding& finding =
        findings.add(subject.bone(figure, bone),
                     fmt::format("the {} axis of {} points {:.1f} degrees away from {}", axis,
                                 spoken(subject, figure, bone), angle, whither),
                     say_turn(figure, fmt::format("the axes of {}", to_string(bone)), is, ought), angle);
    finding.where = subject.where(figure.humanoid->bones[bone]);
    finding.marks = {{}, figure.position(bone), is, ought};
}

}  // namespace

void check_bone_y(const Subject& subject, Findings& findings) {
    for_each_bone(subject, findings, [&](const Figure& figure, Bone bone) {
        const auto aim = aim_of_y(figure, bone);
        if (!aim || degrees_between(aim->is, aim->ought) <= findings.threshold()) return;
        add(subject, findings, figure, bone, "+Y", aim->is, aim->ought, "the next bone");
    });
}

void check_bone_x(const Subject& subject, Findings& findings) {
    for_each_bone(subject, findings, [&](const Figure& figure, Bone bone) {
        const auto aim = aim_of_x(figure, bone);
        if (!aim || degrees_between(aim->is, aim->ought) <= findings.threshold()) return;
        add(subject, findings, figure, bone, "+X", aim->is, aim->ought, "the axis that contracts the muscle");
    });
}

}  // namespace vitruvian::check

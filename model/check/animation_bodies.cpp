// Checks of how bodies stand, float and intersect while a clip plays.
#include "model/check/animation.h"
#include "model/check/clip_poses.h"
#include "model/check/findings.h"
#include "model/check/subject.h"

#include <fmt/format.h>

#include <map>
#include <numbers>
#include <utility>

namespace vitruvian::check {
namespace {

/// Returns the joint of a bone, by its name in the file.
Object joint_of(const Subject& subject, const Figure& figure, Bone bone) {
    const int node = figure.humanoid->bones[bone];
    for (int j = 0; j < static_cast<int>(figure.humanoid->joints.size()); ++j) {
        if (at(figure.humanoid->joints, j).node == node) return subject.joint(figure, j);
    }
    return subject.bone(figure, bone);
}

Finding& add(const Subject& subject, Findings& findings, const Figure& figure, Bone bone, std::string message,
             std::string advice, double value) {
    Finding& finding =
        findings.add(joint_of(subject, figure, bone), std::move(message), std::move(advice), value);
    finding.where = subject.where(figure.humanoid->bones[bone]);
    return finding;
}

/// Returns which of two bones penetrates the other: the limb's where it meets the trunk; of two limbs the
/// first, which is the left one or that of the arm.
Bone intruder(const Overlap& overlap) {
    return sign_of_side(overlap.a) == 0 && sign_of_side(overlap.b) != 0 ? overlap.b : overlap.a;
}

/// Visits what each clip does to each figure that it moves; without any, the check is skipped.
template <class Each>
void for_each_motion(const Subject& subject, Findings& findings, Each each) {
    bool any = false;
    for (const ClipMotion& clip : subject.clips().clips) {
        for (const FigureMotion& figure : clip.figures) {
            each(clip.clip, figure);
            any = true;
        }
    }
    if (!any) findings.skip("no clip moves a figure");
}

}  // namespace

void check_foot_slides(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for_each_motion(subject, findings, [&](int clip, const FigureMotion& motion) {
        for (const PartMotion& part : motion.parts) {
            const double speed = static_cast<double>(part.slide.value);
            if (speed <= most) continue;
            Finding& finding =
                add(subject, findings, *motion.figure, part.bone,
                    fmt::format("the foot slides at {:.2f} m/s while it is on the ground", speed),
                    "move the hips with the feet, or lock the foot while it is planted", speed);
            set_clip(finding, subject, clip, part.slide.time);
            finding.spans = part.slides.list();
        }
    });
}

void check_floor_penetration(const Subject& subject, Findings& findings) {
    const double lowest = findings.threshold();
    for_each_motion(subject, findings, [&](int clip, const FigureMotion& motion) {
        for (const PartMotion& part : motion.parts) {
            const double height = -static_cast<double>(part.depth);
            if (height >= lowest) continue;
            Finding& finding = add(subject, findings, *motion.figure, part.bone,
                                   fmt::format("it goes {:.1f} cm through the floor", -100.0 * height),
                                   "raise the hips there, or bend the limb more", height);
            set_clip(finding, subject, clip, part.depth_time);
            finding.spans = part.below.list();
            finding.marks.points = {part.deepest};
        }
    });
}

void check_floating(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for_each_motion(subject, findings, [&](int clip, const FigureMotion& motion) {
        const double seconds = static_cast<double>(motion.floating);
        if (seconds <= most) return;
        Finding& finding = findings.add(
            subject.clip(clip), fmt::format("both feet are in the air for {:.1f} s, at one height", seconds),
            "lower the hips until a foot is on the ground", seconds);
        set_clip(finding, subject, clip, motion.floating_time);
        finding.spans = {{motion.floating_time, motion.floating_time + seconds}};
    });
}

void check_root_motion(const Subject& subject, Findings& findings) {
    constexpr double max_turn = 2.0 * std::numbers::pi / 180.0;
    const double most = findings.threshold();
    for_each_motion(subject, findings, [&](int clip, const FigureMotion& motion) {
        const double travel = static_cast<double>(motion.travel);
        const double turn = static_cast<double>(motion.turn);
        if (!motion.has_hips || (travel <= most && turn <= max_turn)) return;
        Finding& finding = findings.add(
            subject.clip(clip),
            fmt::format("the hips end {:.2f} m from where they start, turned by {:.1f} deg", travel,
                        turn * 180.0 / std::numbers::pi),
            "to repeat it on the spot, bring the hips back; else play it with root motion", travel);
        set_clip(finding, subject, clip, at(subject.document().clips, clip)->duration);
    });
}

void check_self_intersection(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for_each_motion(subject, findings, [&](int clip, const FigureMotion& motion) {
        std::map<Bone, const Overlap*> worst;
        for (const Overlap& overlap : motion.overlaps) {
            if (static_cast<double>(overlap.depth.value) <= most) continue;
            const Overlap*& there = worst[intruder(overlap)];
            if (there == nullptr || overlap.depth.value > there->depth.value) there = &overlap;
        }
        for (const auto& [bone, overlap] : worst) {
            const double depth = static_cast<double>(overlap->depth.value);
            const Bone other = bone == overlap->a ? overlap->b : overlap->a;
            Finding& finding = add(subject, findings, *motion.figure, bone,
                                   fmt::format("{} is {:.1f} cm deeper in {} than at rest", to_string(bone),
                                               100.0 * depth, to_string(other)),
                                   "move the limb away from the body there", depth);
            set_clip(finding, subject, clip, overlap->depth.time);
            finding.spans = overlap->deep.list();
        }
    });
}

}  // namespace vitruvian::check

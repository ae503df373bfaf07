// Checks of poses against limits: the rest pose against the joints' own, knees and elbows against human ones,
// also in clips.
#include "model/check/clip_poses.h"
#include "model/check/findings.h"
#include "model/check/limit_marks.h"
#include "model/check/limits.h"
#include "model/check/measure.h"
#include "model/check/subject.h"
#include "model/figure/joint_angles.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace vitruvian::check {
namespace {

constexpr double samples_per_second = 60.0;
constexpr double max_samples = 36'000.0;

/// Returns the shortest rotation from one unit vector to another.
quat shortest_arc(const vec3& from, const vec3& to) {
    const quat half(1.0F + glm::dot(from, to), glm::cross(from, to));
    // Opposite: 180 degrees about Z, which lowers a raised arm.
    return half.w < 1e-6F ? quat(0.0F, 0.0F, 0.0F, 1.0F) : glm::normalize(half);
}

}  // namespace

void check_rest_within_limits(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    bool is_any_limited = false;
    for (const Figure& figure : subject.figures()) {
        for (int i = 0; i < static_cast<int>(figure.humanoid->joints.size()); ++i) {
            const Joint& joint = at(figure.humanoid->joints, i);
            // In glTF, an H-Anim figure's nodes are in T-pose, which is not a stored pose.
            const bool is_posed = at(subject.document().nodes, joint.node).source_index < 0;
            if (!is_posed || (!joint.lower_limit && !joint.upper_limit)) continue;
            is_any_limited = true;
            const vec3 angles = swing_twist_angles(
                limit_frame_rotation(joint, at(subject.document().nodes, joint.node).delta.rotation));
            double worst = most;
            int axis = -1;
            for (int a = 0; a < 3; ++a) {
                // Inverted limits cannot be used to check a pose.
                if (joint.lower_limit && joint.upper_limit &&
                    (*joint.lower_limit)[a] > (*joint.upper_limit)[a])
                    continue;
                const auto angle = static_cast<double>(angles[a]);
                const double below =
                    joint.lower_limit ? static_cast<double>((*joint.lower_limit)[a]) - angle : 0.0;
                const double above =
                    joint.upper_limit ? angle - static_cast<double>((*joint.upper_limit)[a]) : 0.0;
                // Where 0 itself is outside, the limits are wrong, which another check reports.
                const double beyond = std::max(below, above);
                if (std::abs(angle) < 1e-4 || beyond <= worst) continue;
                worst = beyond;
                axis = a;
            }
            if (axis < 0) continue;
            const auto angle = static_cast<double>(angles[axis]);
            Finding& finding = findings.add(
                subject.joint(figure, i),
                fmt::format(
                    "the stored rotation is {:.1f} deg about {}, {:.1f} deg outside the joint's limit",
                    glm::degrees(angle), axis_letters.at(static_cast<std::size_t>(axis)),
                    glm::degrees(worst)),
                "turn the joint back into its limits, or widen them", worst);
            finding.where = subject.where(joint.node);
            mark_excess(subject, figure, i, finding);
        }
    }
    if (!is_any_limited) findings.skip("no joint has limits and a stored pose");
}

namespace {

/// A joint's rotation from straight, in H-Anim's axes: about X is flexion (knees +, elbows -).
struct Turn {
    vec3 vector{0.0F};
    int clip = -1;  // -1: the rest pose
    double time = 0.0;
};

/// Converts a hinge's delta rotations to rotations about H-Anim's axes, in which limbs hang down.
class Hinge {
  public:
    Hinge(const Subject& subject, const Figure& figure, Bone bone)
        : subject_(subject), bone_(bone), node_(figure.humanoid->bones[bone]) {
        // A world's joints have H-Anim's axes; glTF's have their own, also those of H-Anim figures.
        has_own_axes_ = !figure.hanim || at(subject.document().nodes, node_).source_index >= 0;
        if (!has_own_axes_) return;
        const mat4& world = at(figure.world, node_);
        const mat3 turned(glm::normalize(vec3(world[0])), glm::normalize(vec3(world[1])),
                          glm::normalize(vec3(world[2])));
        const quat figure_from_scene =
            glm::conjugate(glm::quat_cast(mat3(figure.left, figure.up, figure.forward)));
        const std::optional<Bone> above = parent_of(bone);
        const std::optional<Bone> next = next_bone(figure.humanoid->bones, bone);
        if (!above || !figure.has(*above)) return;
        const vec3 upper = figure_from_scene * (figure.position(bone) - figure.position(*above));
        if (glm::length(upper) < 1e-6F) return;
        const quat hanging = shortest_arc(glm::normalize(upper), vec3(0.0F, -1.0F, 0.0F));
        axes_from_joint_ = glm::normalize(hanging * figure_from_scene * glm::quat_cast(turned));
        if (!next || figure.hanim) return;
        const vec3 lower = hanging * (figure_from_scene * (figure.position(*next) - figure.position(bone)));
        bend_at_rest_ = std::atan2(-lower.z, -lower.y);
    }

    /// Returns the rotation in the joint's own space that takes it from one turn to another.
    [[nodiscard]] quat between(const vec3& from, const vec3& to) const {
        const auto delta_of = [this](vec3 vector) {
            vector.x -= bend_at_rest_;
            const float angle = glm::length(vector);
            const quat turn = angle > 0.0F ? glm::angleAxis(angle, vector / angle) : identity_quat;
            return glm::conjugate(axes_from_joint_) * turn * axes_from_joint_;
        };
        return glm::conjugate(delta_of(from)) * delta_of(to);
    }

    /// Returns the rest pose and every sample of every chosen clip that rotates the joint.
    [[nodiscard]] std::vector<Turn> turns() const {
        const Document& document = subject_.document();
        const Node& node = at(document.nodes, node_);
        std::vector<Turn> out{{turn_of(has_own_axes_ ? identity_quat : node.delta.rotation), -1, 0.0}};
        for (const int c : subject_.chosen_clips()) {
            const Clip& clip = *at(document.clips, c);
            if (!clip.reference_pose.empty()) continue;
            for (const Channel& channel : clip.channels) {
                const bool is_of_joint = channel.node == node_ || channel.bone == bone_;
                if (!is_of_joint || channel.path != ChannelPath::rotation || channel.times.empty()) continue;
                const double count = std::min(std::ceil(clip.duration * samples_per_second), max_samples);
                for (double i = 0.0; i <= count; i += 1.0) {
                    const double time = count > 0.0 ? clip.duration * i / count : 0.0;
                    const vec4 value = sample_channel(channel, time);
                    quat delta(value.w, value.x, value.y, value.z);
                    if (channel.space == ChannelSpace::local)
                        delta = glm::conjugate(node.rest.rotation) * delta;
                    out.push_back({turn_of(delta), c, time});
                }
            }
        }
        return out;
    }

  private:
    [[nodiscard]] vec3 turn_of(const quat& delta) const {
        vec3 out = rotation_vector(axes_from_joint_ * delta * glm::conjugate(axes_from_joint_));
        out.x += bend_at_rest_;
        return out;
    }

    const Subject& subject_;
    Bone bone_;
    int node_;
    bool has_own_axes_ = false;
    quat axes_from_joint_ = identity_quat;
    float bend_at_rest_ = 0.0F;
};

/// Returns the index of a bone's joint, -1 if it is none.
int joint_of(const Figure& figure, Bone bone) {
    const auto& joints = figure.humanoid->joints;
    const auto found = std::find_if(joints.begin(), joints.end(), [&](const Joint& joint) {
        return joint.node == figure.humanoid->bones[bone];
    });
    return found == joints.end() ? -1 : static_cast<int>(found - joints.begin());
}

/// Checks each of these bones of the figures: `measured` returns the value of a rotation, in radians, which is
/// to be above the threshold if that is negative, otherwise below it; `permitted` the nearest rotation that is.
template <class Measured, class Permitted>
void find_worst(const Subject& subject, Findings& findings, std::initializer_list<Bone> bones,
                Measured&& measured, Permitted&& permitted, std::string_view what, std::string_view advice) {
    const double limit = findings.threshold();
    const auto beyond = [&](const vec3& turn) {
        const double value = static_cast<double>(measured(turn));
        return limit < 0.0 ? limit - value : value - limit;
    };
    for (const Figure& figure : subject.figures()) {
        for (const Bone bone : bones) {
            if (!figure.has(bone)) continue;
            std::optional<Turn> worst;
            double most = 0.0;
            const Hinge hinge(subject, figure, bone);
            const std::vector<Turn> turns = hinge.turns();
            for (const Turn& turn : turns) {
                const double by = beyond(turn.vector);
                if (by <= most) continue;
                most = by;
                worst = turn;
            }
            if (!worst) continue;
            const double value = static_cast<double>(measured(worst->vector));
            const int joint = joint_of(figure, bone);
            Object object =
                figure.hanim && joint >= 0 ? subject.joint(figure, joint) : subject.bone(figure, bone);
            std::string message = fmt::format(
                "{} {} by {:.1f} deg", object.name.empty() ? spoken(subject, figure, bone) : object.name,
                what, glm::degrees(std::abs(value)));
            Finding& finding =
                findings.add(std::move(object), std::move(message), std::string(advice), value);
            finding.where = subject.where(figure.humanoid->bones[bone]);
            if (worst->clip >= 0) {
                finding.clip = at(subject.document().clips, worst->clip)->name;
                finding.clip_index = worst->clip;
                finding.time = worst->time;
                Spans spans;
                for (const Turn& turn : turns) {
                    if (turn.clip == worst->clip) spans.see(beyond(turn.vector) > 0.0, turn.time);
                }
                finding.spans = spans.list();
            }
            if (joint >= 0)
                mark_correction(subject, figure, joint,
                                hinge.between(worst->vector, permitted(worst->vector)), finding);
        }
    }
}

}  // namespace

void check_knees(const Subject& subject, Findings& findings) {
    const auto most = static_cast<float>(findings.threshold());
    find_worst(
        subject, findings, {Bone::left_lower_leg, Bone::right_lower_leg},
        [](const vec3& turn) { return turn.x; },
        [most](const vec3& turn) { return vec3(most, turn.y, turn.z); }, "bends forward",
        "a knee bends backward only: correct the rotation");
}

void check_elbows(const Subject& subject, Findings& findings) {
    const auto most = static_cast<float>(findings.threshold());
    find_worst(
        subject, findings, {Bone::left_lower_arm, Bone::right_lower_arm},
        [](const vec3& turn) { return turn.x; },
        [most](const vec3& turn) { return vec3(most, turn.y, turn.z); }, "bends backward",
        "an elbow bends forward only: correct the rotation");
}

void check_off_axis(const Subject& subject, Findings& findings) {
    find_worst(
        subject, findings,
        {Bone::left_lower_leg, Bone::right_lower_leg, Bone::left_lower_arm, Bone::right_lower_arm},
        [](const vec3& turn) { return std::hypot(turn.y, turn.z); },
        [](const vec3& turn) { return vec3(turn.x, 0.0F, 0.0F); }, "turns about other axes than its hinge's",
        "turn it about its hinge alone; a twist belongs to the hip, the shoulder or the hand");
}

}  // namespace vitruvian::check

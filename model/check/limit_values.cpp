// Checks of limits and stiffness as numbers: order, count, magnitude.
#include "model/check/findings.h"
#include "model/check/limit_marks.h"
#include "model/check/limits.h"
#include "model/check/subject.h"
#include "model/check/world_objects.h"
#include "model/core/counted.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian::check {
namespace {

/// Calls visit(figure, joint's index, joint) for each joint of an H-Anim figure.
template <class Visit>
void for_each_joint(const Subject& subject, Visit&& visit) {
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        for (int i = 0; i < static_cast<int>(figure.humanoid->joints.size()); ++i)
            visit(figure, i, at(figure.humanoid->joints, i));
    }
}

bool is_inverted(const Joint& joint) {
    return joint.lower_limit && joint.upper_limit &&
           glm::any(glm::lessThan(*joint.upper_limit, *joint.lower_limit));
}

bool is_zero(const std::vector<double>* values) {
    return values != nullptr && values->size() == 3 &&
           std::all_of(values->begin(), values->end(), [](double v) { return v == 0.0; });
}

/// Whether both limits are 0 0 0, which readers treat as missing.
bool is_frozen(const Subject& subject, const Figure& figure, int index, const Joint& joint) {
    if (joint.lower_limit == vec3(0.0F) && joint.upper_limit == vec3(0.0F)) return true;
    const WorldFacts::Node* node = unedited_joint(subject, figure.index, index);
    return node != nullptr && is_zero(node->find("llimit")) && is_zero(node->find("ulimit"));
}

std::optional<vec3> three(const std::vector<double>* values) {
    if (values == nullptr || values->size() != 3) return std::nullopt;
    return vec3(static_cast<float>((*values)[0]), static_cast<float>((*values)[1]),
                static_cast<float>((*values)[2]));
}

}  // namespace

void check_inverted_limits(const Subject& subject, Findings& findings) {
    for_each_joint(subject, [&](const Figure& figure, int index, const Joint& joint) {
        if (!is_inverted(joint)) return;
        const vec3 range = *joint.upper_limit - *joint.lower_limit;
        const int worst = range.x <= range.y && range.x <= range.z ? 0 : range.y <= range.z ? 1 : 2;
        const auto low = static_cast<double>((*joint.lower_limit)[worst]);
        const auto high = static_cast<double>((*joint.upper_limit)[worst]);
        Finding& finding = findings.add(
            subject.joint(figure, index),
            fmt::format("about {} the lower limit ({:.1f} deg) is above the upper one ({:.1f} deg)",
                        axis_letters.at(static_cast<std::size_t>(worst)), glm::degrees(low),
                        glm::degrees(high)),
            "swap the two", high - low);
        finding.where = subject.where(joint_item(figure.index, index));
        mark_limit(subject, figure, index, worst, low, high, finding);
        finding.fix.push_back(SetJointLimits{joint_item(figure.index, index),
                                             glm::min(*joint.lower_limit, *joint.upper_limit),
                                             glm::max(*joint.lower_limit, *joint.upper_limit)});
    });
}

void check_limit_length(const Subject& subject, Findings& findings) {
    for_each_joint(subject, [&](const Figure& figure, int index, const Joint&) {
        const WorldFacts::Node* node = unedited_joint(subject, figure.index, index);
        // A robot's joint has one axis and one number.
        if (node == nullptr || node->is_robot) return;
        const auto* lower = node->find("llimit");
        const auto* upper = node->find("ulimit");
        const std::size_t low = lower == nullptr ? 0 : lower->size();
        const std::size_t high = upper == nullptr ? 0 : upper->size();
        const bool is_right = (low == 0 || low == 3) && low == high;
        if (is_right) return;
        const std::size_t odd = low != 0 && low != 3 ? low : high;
        findings
            .add(subject.joint(figure, index),
                 fmt::format("llimit has {} and ulimit {}", counted(low, "number", "numbers"), high),
                 "give both three numbers (about X, Y and Z), or none", static_cast<double>(odd))
            .where = node->where;
    });
}

void check_frozen_limits(const Subject& subject, Findings& findings) {
    for_each_joint(subject, [&](const Figure& figure, int index, const Joint& joint) {
        if (!is_frozen(subject, figure, index, joint)) return;
        Finding& finding = findings.add(subject.joint(figure, index),
                                        "both limits are 0 0 0: taken by the word, the joint cannot move",
                                        "give the range that the joint has, or leave both limits out", 0.0);
        finding.where = subject.where(joint_item(figure.index, index));
    });
}

void check_zero_within(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for_each_joint(subject, [&](const Figure& figure, int index, const Joint& joint) {
        if (is_inverted(joint) || is_frozen(subject, figure, index, joint)) return;
        double worst = most;
        double nearest = 0.0;
        int axis = -1;
        for (int a = 0; a < 3; ++a) {
            const double above = joint.lower_limit ? static_cast<double>((*joint.lower_limit)[a]) : 0.0;
            const double below = joint.upper_limit ? -static_cast<double>((*joint.upper_limit)[a]) : 0.0;
            const double out = std::max(above, below);
            if (out <= worst) continue;
            worst = out;
            nearest = above > below ? above : -below;
            axis = a;
        }
        if (axis < 0) return;
        Finding& finding =
            findings.add(subject.joint(figure, index),
                         fmt::format("the rest pose is {:.1f} deg outside the limits about {}",
                                     glm::degrees(worst), axis_letters.at(static_cast<std::size_t>(axis))),
                         "widen the limits so that 0 lies within them", worst);
        finding.where = subject.where(joint_item(figure.index, index));
        mark_limit(subject, figure, index, axis, nearest, 0.0, finding);
    });
}

void check_limits_in_degrees(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    const auto radians_per_degree = static_cast<float>(glm::pi<double>() / 180.0);
    for_each_joint(subject, [&](const Figure& figure, int index, const Joint& joint) {
        double worst = 0.0;
        for (const auto& limit : {joint.lower_limit, joint.upper_limit}) {
            for (int a = 0; limit && a < 3; ++a)
                worst = std::max(worst, std::abs(static_cast<double>((*limit)[a])));
        }
        if (worst <= most) return;
        Finding& finding =
            findings.add(subject.joint(figure, index),
                         fmt::format("a limit is {:.4g}, more than a whole turn in radians", worst),
                         "the numbers are probably degrees: divide all of them by 57.2958", worst);
        finding.where = subject.where(joint_item(figure.index, index));
        const auto in_radians = [&](const std::optional<vec3>& limit) {
            return limit ? std::optional(*limit * radians_per_degree) : std::nullopt;
        };
        finding.fix.push_back(SetJointLimits{joint_item(figure.index, index), in_radians(joint.lower_limit),
                                             in_radians(joint.upper_limit)});
    });
}

void check_limit_axis(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for_each_joint(subject, [&](const Figure& figure, int index, const Joint&) {
        const WorldFacts::Node* node = unedited_joint(subject, figure.index, index);
        const auto* values = node == nullptr ? nullptr : node->find("limitOrientation");
        if (values == nullptr || values->empty()) return;
        if (values->size() != 4) {
            findings
                .add(subject.joint(figure, index),
                     fmt::format("limitOrientation has {}, not four",
                                 counted(values->size(), "number", "numbers")),
                     "give an axis of length 1 and an angle")
                .where = node->where;
            return;
        }
        const double length = std::hypot((*values)[0], (*values)[1], (*values)[2]);
        const double off = std::abs(length - 1.0);
        if (off <= most && std::isfinite((*values)[3])) return;
        findings
            .add(subject.joint(figure, index),
                 fmt::format("the axis of limitOrientation is {:.4g} long, not 1", length),
                 "divide its three numbers by that, or use 0 0 1 0 where the limits are not turned", off)
            .where = node->where;
    });
}

void check_stiffness(const Subject& subject, Findings& findings) {
    for_each_joint(subject, [&](const Figure& figure, int index, const Joint& joint) {
        const WorldFacts::Node* node = unedited_joint(subject, figure.index, index);
        const auto* values = node == nullptr ? nullptr : node->find("stiffness");
        const Item item = joint_item(figure.index, index);
        // Some files have one number for all three axes, which the reader accepts.
        if (values != nullptr && !values->empty() && values->size() != 3) {
            Finding& finding = findings.add(
                subject.joint(figure, index),
                fmt::format("stiffness has {}, not three", counted(values->size(), "number", "numbers")),
                "give one for each of X, Y and Z, or none", static_cast<double>(values->size()));
            finding.where = subject.where(item);
            finding.threshold = 3.0;
            // A value that is already read correctly cannot be fixed by an edit.
            const std::optional<vec3> read = joint.stiffness;
            if (read && glm::clamp(*read, 0.0F, 1.0F) != *read)
                finding.fix.push_back(SetJointStiffness{item, glm::clamp(*read, 0.0F, 1.0F)});
            return;
        }
        const std::optional<vec3> given = values != nullptr ? three(values) : joint.stiffness;
        if (!given) return;
        const float low = std::min({given->x, given->y, given->z});
        const float high = std::max({given->x, given->y, given->z});
        if (low >= 0.0F && high <= 1.0F) return;
        const float worst = high > 1.0F && high - 1.0F > -low ? high : low;
        Finding& finding = findings.add(
            subject.joint(figure, index), fmt::format("a stiffness of {:.4g} is outside 0 to 1", worst),
            "bring the numbers to 0 (free) to 1 (rigid)", static_cast<double>(worst));
        finding.threshold = worst > 1.0F ? 1.0 : 0.0;
        finding.where = subject.where(item);
        finding.fix.push_back(SetJointStiffness{item, glm::clamp(*given, 0.0F, 1.0F)});
    });
}

}  // namespace vitruvian::check

// Compares limits with human joints, and left with right.
#include "model/check/findings.h"
#include "model/check/limit_marks.h"
#include "model/check/limits.h"
#include "model/check/subject.h"
#include "model/figure/bone_map.h"
#include "model/standard/anatomical_limits.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace vitruvian::check {

void check_wide_limits(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    const double max_fixed_turn = 10.0 / 180.0 * glm::pi<double>();
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        const int level = level_of_articulation(subject.document(), *figure.humanoid);
        for (int i = 0; i < static_cast<int>(figure.humanoid->joints.size()); ++i) {
            const Joint& joint = at(figure.humanoid->joints, i);
            if (!joint.lower_limit || !joint.upper_limit) continue;
            const std::optional<HanimJointName> name = hanim_joint_from_name(joint_name(subject, figure, i));
            const std::optional<AnatomicalLimits> anatomy =
                name ? anatomical_limits(*name, level) : std::nullopt;
            if (!anatomy) continue;
            double worst = 0.0;  // ratio to the allowed range
            std::size_t worst_axis = 0;
            double is = 0.0;
            double allowed = 0.0;
            for (std::size_t a = 0; a < 3; ++a) {
                const auto axis = static_cast<int>(a);
                const auto recommended =
                    static_cast<double>(anatomy->upper[axis]) - static_cast<double>(anatomy->lower[axis]);
                const auto range = static_cast<double>((*joint.upper_limit)[axis]) -
                                   static_cast<double>((*joint.lower_limit)[axis]);
                const double limit = recommended < 1e-6 ? max_fixed_turn : most * recommended;
                if (range <= limit + 1e-6 || range / limit <= worst) continue;
                worst = range / limit;
                worst_axis = a;
                is = range;
                allowed = limit;
            }
            if (worst <= 0.0) continue;
            Finding& finding = findings.add(
                subject.joint(figure, i),
                fmt::format("the limits about {} span {:.0f} deg; a person's joint has at most {:.0f} deg",
                            axis_letters.at(worst_axis), glm::degrees(is), glm::degrees(allowed)),
                "narrow the limits where the figure is to move like a person", is);
            finding.threshold = allowed;
            finding.where = subject.where(joint_item(figure.index, i));
        }
    }
}

void check_mirrored_limits(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for (const Figure& figure : subject.figures()) {
        if (!figure.hanim) continue;
        std::map<std::string, int> by_name;
        for (int i = 0; i < static_cast<int>(figure.humanoid->joints.size()); ++i)
            by_name.emplace(joint_name(subject, figure, i), i);
        for (const auto& [name, index] : by_name) {
            if (!name.starts_with("l_")) continue;
            const auto other = by_name.find("r_" + name.substr(2));
            if (other == by_name.end()) continue;
            const Joint& left = at(figure.humanoid->joints, index);
            const Joint& right = at(figure.humanoid->joints, other->second);
            const bool is_limited =
                left.lower_limit && left.upper_limit && right.lower_limit && right.upper_limit;
            const bool is_same_frame =
                std::abs(glm::dot(left.limit_orientation, right.limit_orientation)) > 0.99999F;
            if (!is_limited || !is_same_frame) continue;
            // Mirroring keeps rotations about X and reverses those about Y and Z.
            const vec3 low(right.lower_limit->x, -right.upper_limit->y, -right.upper_limit->z);
            const vec3 high(right.upper_limit->x, -right.lower_limit->y, -right.lower_limit->z);
            const vec3 off = glm::max(glm::abs(*left.lower_limit - low), glm::abs(*left.upper_limit - high));
            const int axis = off.x >= off.y && off.x >= off.z ? 0 : off.y >= off.z ? 1 : 2;
            const auto worst = static_cast<double>(off[axis]);
            if (worst <= most) continue;
            Finding& finding = findings.add(
                subject.joint(figure, index),
                fmt::format("about {} the limits of {} and {} differ by {:.1f} deg once mirrored",
                            axis_letters.at(static_cast<std::size_t>(axis)), name, other->first,
                            glm::degrees(worst)),
                "mirror one side: the same about X, lower and upper swapped with the other sign about Y "
                "and Z",
                worst);
            finding.where = subject.where(joint_item(figure.index, index));
            const bool is_upper = std::abs((*left.upper_limit)[axis] - high[axis]) >=
                                  std::abs((*left.lower_limit)[axis] - low[axis]);
            mark_limit(subject, figure, index, axis,
                       static_cast<double>(is_upper ? (*left.upper_limit)[axis] : (*left.lower_limit)[axis]),
                       static_cast<double>(is_upper ? high[axis] : low[axis]), finding);
        }
    }
}

}  // namespace vitruvian::check

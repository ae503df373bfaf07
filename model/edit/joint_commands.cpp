// Commands on joints: limits, stiffness, centre, rotation.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/move_centre.h"

#include <fmt/format.h>

#include <cmath>

namespace vitruvian {
namespace {

tl::unexpected<Error> no_such_joint(const Item& item) {
    return no_such_thing(item, ItemKind::joint);
}

bool all_at_most(const vec3& a, const vec3& b) {
    return a.x <= b.x && a.y <= b.y && a.z <= b.z;
}

Result<void> set_limits(const SetJointLimits& edit, Document& document) {
    Joint* const joint = find_joint(document, edit.joint);
    if (joint == nullptr) return no_such_joint(edit.joint);
    if ((edit.lower && !is_finite(*edit.lower)) || (edit.upper && !is_finite(*edit.upper))) {
        return fail("edit-not-finite", "A joint limit must be a finite angle.");
    }
    for (int axis = 0; axis < 3; ++axis) {
        const auto is_crossed = [axis](const std::optional<vec3>& lower, const std::optional<vec3>& upper) {
            return lower && upper && (*lower)[axis] > (*upper)[axis];
        };
        // Inverted limits of a file are mended one by one.
        if (is_crossed(edit.lower, edit.upper) && !is_crossed(joint->lower_limit, joint->upper_limit))
            return fail("edit-limits-crossed", "The lower limit lies above the upper limit on some axis.");
    }
    joint->lower_limit = edit.lower;
    joint->upper_limit = edit.upper;
    return {};
}

Result<void> set_stiffness(const SetJointStiffness& edit, Document& document) {
    Joint* const joint = find_joint(document, edit.joint);
    if (joint == nullptr) return no_such_joint(edit.joint);
    // Formulated so that NaN fails too.
    const bool inside = !edit.stiffness || (all_at_most(vec3(0.0F), *edit.stiffness) &&
                                            all_at_most(*edit.stiffness, vec3(1.0F)));
    if (!inside) return fail("edit-stiffness-range", "Stiffness must lie between 0 and 1 on every axis.");
    joint->stiffness = edit.stiffness;
    return {};
}

Result<void> set_centre(const SetJointCentre& edit, Document& document) {
    if (find_joint(document, edit.joint) == nullptr) return no_such_joint(edit.joint);
    if (!is_finite(edit.centre)) return fail("edit-not-finite", "A joint's centre must be finite.");
    return move_centre(document, static_cast<std::size_t>(edit.joint.humanoid),
                       static_cast<std::size_t>(edit.joint.index), edit.centre);
}

Result<void> set_limit_orientation(const SetJointLimitOrientation& edit, Document& document) {
    Joint* const joint = find_joint(document, edit.joint);
    if (joint == nullptr) return no_such_joint(edit.joint);
    if (const Result<void> usable = expect_rotation(edit.axis, edit.angle); !usable) return usable;
    joint->limit_orientation = axis_angle(edit.axis, edit.angle);
    return {};
}

Result<void> set_rotation(const SetJointRotation& edit, Document& document) {
    Joint* const joint = find_joint(document, edit.joint);
    if (joint == nullptr) return no_such_joint(edit.joint);
    if (const Result<void> usable = expect_rotation(edit.axis, edit.angle); !usable) return usable;
    at(document.nodes, joint->node).delta.rotation = axis_angle(edit.axis, edit.angle);
    return {};
}

}  // namespace

/// Unusable quaternions become a zero axis, which is rejected.
SetJointRotation::SetJointRotation(const Item& which, const quat& rotation) : joint(which), axis(0.0F) {
    const glm::dquat q = rotation.w < 0.0F ? -glm::dquat(rotation) : glm::dquat(rotation);
    const double length = glm::length(q);
    if (!(length > 1e-6) || !std::isfinite(length)) return;
    glm::dvec3 v(q.x, q.y, q.z);
    // What a product of float quaternions leaves beside the axis that was turned about is no part of the turn.
    constexpr double remainder = 1.2e-7;
    constexpr double turned = 1e-4;
    if (glm::length(v) > turned) {
        for (int i = 0; i < 3; ++i) v[i] = std::abs(v[i]) < remainder ? 0.0 : v[i];
    }
    const double sine = glm::length(v);
    axis = sine > 0.0 ? vec3(v / sine) : vec3(0.0F, 0.0F, 1.0F);
    // From both: acos alone loses half of the digits at small angles.
    angle = static_cast<float>(2.0 * std::atan2(sine, q.w));
}

std::vector<CommandKind> joint_commands() {
    const std::vector<ItemKind> joints{ItemKind::joint};
    return {
        command_kind<SetJointLimits, set_limits>(
            "set-joint-limits", "Set limits of {joint}",
            "Sets how far a joint turns about the axes of its limit frame.",
            {command_field<&SetJointLimits::joint>("joint", "", "the joint", joints),
             command_field<&SetJointLimits::lower>("lower", "rad",
                                                   "the lower limits about X, Y, Z; null: free"),
             command_field<&SetJointLimits::upper>("upper", "rad",
                                                   "the upper limits about X, Y, Z; null: free")}),
        command_kind<SetJointLimitOrientation, set_limit_orientation>(
            "set-joint-limit-orientation", "Turn limits of {joint}",
            "Turns the frame whose axes a joint's limits are about.",
            {command_field<&SetJointLimitOrientation::joint>("joint", "", "the joint", joints),
             command_field<&SetJointLimitOrientation::axis>("axis", "", "the axis, of any length but 0"),
             command_field<&SetJointLimitOrientation::angle>("angle", "rad", "the angle about it")}),
        command_kind<SetJointStiffness, set_stiffness>(
            "set-joint-stiffness", "Set stiffness of {joint}",
            "Sets how strongly a joint resists inverse kinematics.",
            {command_field<&SetJointStiffness::joint>("joint", "", "the joint", joints),
             command_field<&SetJointStiffness::stiffness>(
                 "stiffness", "", "about X, Y, Z, each from 0 (free) to 1 (rigid); null: not given")}),
        command_kind<SetJointCentre, set_centre>(
            "set-joint-centre", "Move centre of {joint}",
            "Moves the point that a joint turns about; at rest nothing else moves.",
            {command_field<&SetJointCentre::joint>("joint", "", "the joint", joints),
             command_field<&SetJointCentre::centre>("centre", "length",
                                                    "in the humanoid's frame at rest, in the file's unit")}),
        command_kind<SetJointRotation, set_rotation>(
            "set-joint-rotation", "Rotate {joint}", "Sets a joint's rotation from its rest.",
            {command_field<&SetJointRotation::joint>("joint", "", "the joint", joints),
             command_field<&SetJointRotation::axis>("axis", "", "the axis, of any length but 0"),
             command_field<&SetJointRotation::angle>("angle", "rad", "the angle about it")}),
    };
}

}  // namespace vitruvian

#include "model/edit/command.h"

#include "model/edit/move_centre.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

bool is_index(int index, std::size_t size) {
    return index >= 0 && static_cast<std::size_t>(index) < size;
}

template <class List>
auto& at(List& list, int index) {
    return list[static_cast<std::size_t>(index)];
}

Joint* find_joint(Document& document, const Item& item) {
    if (item.kind != ItemKind::joint || !exists(document, item)) return nullptr;
    return &at(at(document.humanoids, item.humanoid).joints, item.index);
}

tl::unexpected<Error> no_such_joint(const Item& item) {
    return fail("edit-no-such-joint",
                fmt::format("There is no joint {} in humanoid {}.", item.index, item.humanoid));
}

bool all_at_most(const vec3& a, const vec3& b) {
    return a.x <= b.x && a.y <= b.y && a.z <= b.z;
}

Result<void> change(const SetJointLimits& edit, Document& document) {
    Joint* const joint = find_joint(document, edit.joint);
    if (joint == nullptr) return no_such_joint(edit.joint);
    if ((edit.lower && !is_finite(*edit.lower)) || (edit.upper && !is_finite(*edit.upper))) {
        return fail("edit-not-finite", "A joint limit must be a finite angle.");
    }
    if (edit.lower && edit.upper && !all_at_most(*edit.lower, *edit.upper)) {
        return fail("edit-limits-crossed", "The lower limit lies above the upper limit on some axis.");
    }
    joint->lower_limit = edit.lower;
    joint->upper_limit = edit.upper;
    return {};
}

Result<void> change(const SetJointStiffness& edit, Document& document) {
    Joint* const joint = find_joint(document, edit.joint);
    if (joint == nullptr) return no_such_joint(edit.joint);
    // Written so that NaN fails too.
    const bool inside = !edit.stiffness || (all_at_most(vec3(0.0F), *edit.stiffness) &&
                                            all_at_most(*edit.stiffness, vec3(1.0F)));
    if (!inside) return fail("edit-stiffness-range", "Stiffness must lie between 0 and 1 on every axis.");
    joint->stiffness = edit.stiffness;
    return {};
}

Result<void> change(const SetJointCentre& edit, Document& document) {
    if (find_joint(document, edit.joint) == nullptr) return no_such_joint(edit.joint);
    if (!is_finite(edit.centre)) return fail("edit-not-finite", "A joint's centre must be finite.");
    return move_centre(document, static_cast<std::size_t>(edit.joint.humanoid),
                       static_cast<std::size_t>(edit.joint.index), edit.centre);
}

Result<void> change(const SetJointRotation& edit, Document& document) {
    Joint* const joint = find_joint(document, edit.joint);
    if (joint == nullptr) return no_such_joint(edit.joint);
    const float length = glm::length(edit.rotation);
    if (!is_finite(edit.rotation) || !(length > 1e-6F) || !std::isfinite(length)) {
        return fail("edit-not-a-rotation", "A rotation must be a finite quaternion that is not zero.");
    }
    document.nodes[static_cast<std::size_t>(joint->node)].delta.rotation =
        normalized_or_identity(edit.rotation);
    return {};
}

Result<void> change(const SetDisplacerWeight& edit, Document& document) {
    if (edit.displacer.kind != ItemKind::displacer || !exists(document, edit.displacer)) {
        return fail("edit-no-such-displacer", fmt::format("There is no displacer {}.", edit.displacer.index));
    }
    if (!std::isfinite(edit.weight)) return fail("edit-not-finite", "A displacer's weight must be finite.");
    at(document.displacers, edit.displacer.index).weight = edit.weight;
    return {};
}

/// What compose(rest, delta) makes `local` of; nullopt where rest is flat.
std::optional<Transform> delta_to(const Transform& rest, const Transform& local) {
    const vec3 s = rest.scale;
    if (s.x == 0.0F || s.y == 0.0F || s.z == 0.0F) return std::nullopt;
    Transform delta;
    const quat back = glm::conjugate(rest.rotation);
    delta.translation = (back * (local.translation - rest.translation)) / s;
    delta.rotation = normalized_or_identity(back * local.rotation);
    delta.scale = local.scale / s;
    delta.scale_orientation = local.scale_orientation;
    return is_finite(delta) ? std::optional(delta) : std::nullopt;
}

Result<void> change(const ApplyPose& edit, Document& document) {
    std::vector<std::pair<std::size_t, Transform>> deltas;
    for (const auto& [node, local] : edit.locals) {
        if (!is_index(node, document.nodes.size())) {
            return fail("edit-no-such-node", fmt::format("There is no node {}.", node));
        }
        const auto at = static_cast<std::size_t>(node);
        const std::optional<Transform> delta = delta_to(document.nodes[at].rest, local);
        if (!delta) {
            return fail("edit-not-finite",
                        fmt::format("{} cannot be posed: its rest has no extent.", document.nodes[at].name));
        }
        deltas.emplace_back(at, *delta);
    }
    for (const auto& [node, delta] : deltas) document.nodes[node].delta = delta;
    return {};
}

/// Where the name of what exists is kept; null for kinds that are not renamed.
std::string* name_to_change(Document& document, const Item& item) {
    const auto of_node = [&document](int node) { return &at(document.nodes, node).name; };
    switch (item.kind) {
        case ItemKind::humanoid:
            return &at(document.humanoids, item.index).name;
        case ItemKind::joint:
        case ItemKind::site:
            return of_node(node_of(document, item));
        case ItemKind::segment:
            return &at(at(document.humanoids, item.humanoid).segments, item.index).name;
        case ItemKind::displacer:
            return &at(document.displacers, item.index).name;
        default:
            return nullptr;
    }
}

Result<void> change(const Rename& edit, Document& document) {
    std::string* const target = exists(document, edit.thing) ? name_to_change(document, edit.thing) : nullptr;
    if (target == nullptr) return fail("edit-no-such-thing", "There is nothing to rename at that place.");
    const bool has_control = std::any_of(edit.name.begin(), edit.name.end(),
                                         [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (edit.name.empty() || has_control) {
        return fail("edit-bad-name", "A name must not be empty or hold control characters.");
    }
    const std::vector<Item> list = items_of(document, edit.thing.kind, edit.thing.humanoid);
    const bool taken = std::any_of(list.begin(), list.end(), [&](const Item& other) {
        return other != edit.thing && name_of(document, other) == edit.name;
    });
    if (taken) return fail("edit-name-taken", fmt::format("Another one is already called {}.", edit.name));
    *target = edit.name;
    return {};
}

std::string joint_name(const Item& item, const Document& document) {
    return exists(document, item) ? name_of(document, item) : "joint";
}

std::string describe(const SetJointLimits& edit, const Document& document) {
    return fmt::format("Set limits of {}", joint_name(edit.joint, document));
}
std::string describe(const SetJointStiffness& edit, const Document& document) {
    return fmt::format("Set stiffness of {}", joint_name(edit.joint, document));
}
std::string describe(const SetJointCentre& edit, const Document& document) {
    return fmt::format("Move centre of {}", joint_name(edit.joint, document));
}
std::string describe(const SetJointRotation& edit, const Document& document) {
    return fmt::format("Rotate {}", joint_name(edit.joint, document));
}
std::string describe(const ApplyPose&, const Document&) {
    return "Pose by matrices";
}
std::string describe(const Rename& edit, const Document&) {
    return fmt::format("Rename to {}", edit.name);
}
std::string describe(const SetDisplacerWeight& edit, const Document& document) {
    const bool known = exists(document, edit.displacer);
    return fmt::format("Set weight of {}", known ? name_of(document, edit.displacer) : "displacer");
}

}  // namespace

std::string title_of(const Command& command, const Document& document) {
    return std::visit([&document](const auto& edit) { return describe(edit, document); }, command);
}

Result<void> apply(const Command& command, Document& document) {
    return std::visit([&document](const auto& edit) { return change(edit, document); }, command);
}

}  // namespace vitruvian

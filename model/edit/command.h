// Edits as data: one Command is one change of a Document. Panels push them, History keeps them, journals and scripts
// hold them as JSON (command_json.h). apply() either changes the document as asked or leaves it untouched and says why.
// What a command and its fields are called, with units and help: command_table.h.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <concepts>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace vitruvian {

struct SetJointLimits {
    Item joint;
    std::optional<vec3> lower;  // radians; nullopt: free
    std::optional<vec3> upper;
    bool operator==(const SetJointLimits&) const = default;
};

struct SetJointStiffness {
    Item joint;
    std::optional<vec3> stiffness;  // 0..1 per axis; nullopt: not given
    bool operator==(const SetJointStiffness&) const = default;
};

/// Moves the joint's frame; geometry, children and sites stay where they are at rest. Clips keep their keys
/// (see model/edit/move_centre.h for what that means).
struct SetJointCentre {
    Item joint;
    vec3 centre{0.0F};  // in the humanoid's frame at rest
    bool operator==(const SetJointCentre&) const = default;
};

/// The rotation part of the joint's delta from rest.
struct SetJointRotation {
    SetJointRotation() = default;
    SetJointRotation(const Item& which,
                     const quat& rotation);  // an axis of length 0 where the rotation is unusable

    Item joint;
    vec3 axis{0.0F, 0.0F, 1.0F};  // of any length but 0
    float angle = 0.0F;           // radians
    bool operator==(const SetJointRotation&) const = default;
};

/// Names of one kind are unique: within the humanoid, or, of humanoids and displacers, within the file.
struct Rename {
    Item thing;  // a humanoid, joint, segment, site or displacer
    std::string name;
    bool operator==(const Rename&) const = default;
};

struct SetDisplacerWeight {
    Item displacer;
    float weight = 0.0F;
    bool operator==(const SetDisplacerWeight&) const = default;
};

/// Puts nodes where a pose has them: the delta from rest of each becomes what leads there.
struct ApplyPose {
    std::vector<std::pair<int, Transform>> locals;  // node, and its frame in its parent's
    bool operator==(const ApplyPose&) const = default;
};

struct Command;

/// Several commands as one edit and one undo step: all of them or none. Each is applied to what those before it left,
/// and its indices count in that.
struct Batch {
    std::string title;  // for the undo menu
    std::vector<Command> commands;
    bool operator==(const Batch& other) const;
};

/// Any one of them. A struct of its own, not the variant itself, so that a Batch can hold Commands.
struct Command {
    using Edit = std::variant<SetJointLimits, SetJointStiffness, SetJointCentre, SetJointRotation, Rename,
                              SetDisplacerWeight, ApplyPose, Batch>;
    Command() = default;
    template <class Kind>
    requires std::constructible_from<Edit, Kind> Command(Kind&& kind)
        : edit(std::forward<Kind>(kind)) {}  // implicit: an edit is a Command

    Edit edit;
    bool operator==(const Command&) const = default;
};

/// A short title for the undo menu: "Set limits of l_elbow". `document` is the one that the command is for.
[[nodiscard]] std::string title_of(const Command& command, const Document& document);

/// Changes `document`, or returns an Error and leaves it as it was.
[[nodiscard]] Result<void> apply(const Command& command, Document& document);

}  // namespace vitruvian

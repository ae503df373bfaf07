// Edits as data: one Command is one change of a Document. Panels push them, and `vitruvian edit` will run
// them from a file. apply() either changes the document as asked or leaves it untouched and says why.
#pragma once

#include "model/document/item.h"

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace vitruvian {

struct SetJointLimits {
    Item joint;
    std::optional<vec3> lower;  // radians; nullopt: free
    std::optional<vec3> upper;
};
struct SetJointStiffness {
    Item joint;
    std::optional<vec3> stiffness;  // 0..1 per axis
};
/// Moves the joint's frame; geometry, children and sites stay where they are at rest. Clips keep their keys
/// (see model/edit/move_centre.h for what that means).
struct SetJointCentre {
    Item joint;
    vec3 centre;  // in the humanoid's frame at rest
};
/// The rotation part of the joint's delta from rest.
struct SetJointRotation {
    Item joint;
    quat rotation;
};
/// Of a humanoid, joint, segment, site or displacer.
struct Rename {
    Item thing;
    std::string name;
};
struct SetDisplacerWeight {
    Item displacer;
    float weight = 0.0F;
};
/// Puts nodes where a pose has them: the delta from rest of each becomes what leads there.
struct ApplyPose {
    std::vector<std::pair<int, Transform>> locals;  // node, and its frame in its parent's
};

using Command = std::variant<SetJointLimits, SetJointStiffness, SetJointCentre, SetJointRotation, Rename,
                             SetDisplacerWeight, ApplyPose>;

/// A short title for the undo menu: "Set limits of l_elbow".
[[nodiscard]] std::string title_of(const Command& command, const Document& document);

/// Changes `document`, or returns an Error and leaves it as it was.
[[nodiscard]] Result<void> apply(const Command& command, Document& document);

}  // namespace vitruvian

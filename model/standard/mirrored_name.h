// Names of counterparts on the other side, by the naming conventions of tools. Independent of documents.
#pragma once

#include "model/standard/hanim_joints.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

struct MirroredName {
    std::string name;
    Side side = Side::none;  // of the given name
};

/// "r_elbow" for "l_elbow", "RightHand" for "LeftHand", "hand.R" for "hand.L"; nullopt for a name without a
/// side.
[[nodiscard]] std::optional<MirroredName> mirrored_name(std::string_view name);

}  // namespace vitruvian

// The name that the other side's counterpart of a thing has, by how tools name sides. Knows nothing of documents.
#pragma once

#include "model/standard/hanim_joints.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

struct MirroredName {
    std::string name;
    Side side = Side::none;  // that the name given is of
};

/// "r_elbow" of "l_elbow", "RightHand" of "LeftHand", "hand.R" of "hand.L"; nullopt for a name without a side.
[[nodiscard]] std::optional<MirroredName> mirrored_name(std::string_view name);

}  // namespace vitruvian

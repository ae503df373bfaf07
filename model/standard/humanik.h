// HumanIK's node ids and names for the 55 humanoid bones. Its matrices need no conversion: they are
// column-major world matrices, as ours.
#pragma once

#include "model/standard/bone.h"

#include <string>

namespace vitruvian {

/// The HumanIK id of a figure's bone (Hips 1, LeftUpLeg 2, ...); nullopt where HumanIK has none (eyes, jaw).
/// HumanIK's spine may not skip a number, so chest and upper chest take the next ones that the figure's map
/// leaves free.
[[nodiscard]] std::optional<int> humanik_node_id(const BoneMap& bones, Bone bone);

/// What HumanIK calls the node of an id that humanik_node_id gives ("LeftUpLeg"); empty for other ids.
[[nodiscard]] std::string humanik_node_name(int id);

}  // namespace vitruvian

// HumanIK's node ids and names for the 55 humanoid bones. Its matrices need no conversion: they are
// column-major world matrices, as ours.
#pragma once

#include "model/standard/bone.h"

#include <string>

namespace vitruvian {

/// Returns the HumanIK id of a figure's bone (Hips 1, LeftUpLeg 2, ...); nullopt if HumanIK has none (eyes,
/// jaw). HumanIK's spine must be numbered without gaps, so chest and upper chest get the next ids that are
/// unused in the figure's map.
[[nodiscard]] std::optional<int> humanik_node_id(const BoneMap& bones, Bone bone);

/// Returns HumanIK's node name for an id from humanik_node_id ("LeftUpLeg"); empty for other ids.
[[nodiscard]] std::string humanik_node_name(int id);

}  // namespace vitruvian

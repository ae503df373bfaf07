// Joint::centre: where joints are in their humanoid's frame while all are at rest.
#pragma once

#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Each node's frame in the world at rest. Parents come first.
[[nodiscard]] std::vector<glm::dmat4> world_at_rest(const Document& document);

/// Works out the centres of a humanoid of the document, whose world at rest is `world`. What is not finite becomes 0.
void place_joint_centres(const Document& document, std::span<const glm::dmat4> world, Humanoid& humanoid);

}  // namespace vitruvian

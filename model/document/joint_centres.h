// Joint::centre: positions of joints in their humanoid's frame with all joints at rest.
#pragma once

#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Returns the world matrix of each node at rest. Parents come first.
[[nodiscard]] std::vector<glm::dmat4> world_at_rest(const Document& document);

/// Computes the joint centres of a humanoid of the document; `world` is the result of world_at_rest.
/// Non-finite values become 0.
void place_joint_centres(const Document& document, std::span<const glm::dmat4> world, Humanoid& humanoid);

}  // namespace vitruvian

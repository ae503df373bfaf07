// Posing of a figure by target positions: used by the command line's --reach and the command "reach".
#pragma once

#include "model/ik/ik_solver.h"

#include <span>
#include <utility>
#include <vector>

namespace vitruvian {

/// Moves each target's node to its position in world space, with restarts; `pins` are nodes that keep their
/// place in `start`, and with pins the root may move. The distances are those of the targets, followed by
/// those of the pins.
[[nodiscard]] IkResult reach(const Document& document, int humanoid, const Pose& start,
                             std::span<const std::pair<int, vec3>> targets, std::span<const int> pins);

}  // namespace vitruvian

// Posing a figure by where its ends are to be: what the command line's --reach and the command "reach" both do.
#pragma once

#include "model/ik/ik_solver.h"

#include <span>
#include <utility>
#include <vector>

namespace vitruvian {

/// Brings each target's node to its position in world space, thoroughly, with restarts; `pins` are nodes that stay where
/// `start` has them, and with pins the root may move. The distances are of the targets first, then of the pins.
[[nodiscard]] IkResult reach(const Document& document, int humanoid, const Pose& start,
                             std::span<const std::pair<int, vec3>> targets, std::span<const int> pins);

}  // namespace vitruvian

// How a figure reaches with a hand, a foot or its hips: used by drags in the view, the command line's --reach and
// the command "reach".
#pragma once

#include "model/ik/ik_solver.h"

#include <span>
#include <utility>
#include <vector>

namespace vitruvian {

enum class ReachRoot {
    as_needed,  // the root moves if the hips are dragged or something is pinned
    free,
    fixed
};

/// A figure prepared for reaching: limbs move before the trunk does, and knees and elbows bend one way.
struct Reaching {
    IkFigure figure;
    std::vector<int> pins;  // the nodes that stay; the feet where the hips are moved and nothing is pinned
    bool root_free = false;
};

/// `effectors`: the nodes that are moved, at least one; those among `pins` are no pins.
[[nodiscard]] Reaching make_reaching(const Document& document, int humanoid, std::span<const int> effectors,
                                     std::vector<int> pins, ReachRoot root = ReachRoot::as_needed);

/// Moves each target's node to its position in world space, with restarts; `pins` are nodes that keep their
/// place in `start`, and with pins the root may move. The distances are those of the targets, followed by
/// those of the pins.
[[nodiscard]] IkResult reach(const Document& document, int humanoid, const Pose& start,
                             std::span<const std::pair<int, vec3>> targets, std::span<const int> pins);

}  // namespace vitruvian

// Stretching of a figure towards targets that may be out of reach. For ik_solver.cpp.
#pragma once

#include "model/ik/ik_state.h"

#include <vector>

namespace vitruvian {

/// Returns the joint of the first degree of freedom that belongs to one; -1: none.
[[nodiscard]] int topmost_joint(const std::vector<IkFreedom>& freedoms);

/// Returns the targets with distant ones moved closer: slightly beyond the reach of everything below the
/// topmost joint they only serve as directions.
[[nodiscard]] std::vector<IkTarget> within_sight(const IkState& state);

/// Minimises, from the current state, the sum of the effectors' distances from their targets and the cost of
/// angles that differ from `home`. Thus nearby targets give similar poses; the topmost joint, which rotates
/// the whole body, has the highest cost and rotates only if the others do not suffice. `share` scales the
/// costs: if it is small the effectors come as close as they can. Returns the number of iterations.
int stretch(IkState& state, const IkVector& home, double share);

}  // namespace vitruvian

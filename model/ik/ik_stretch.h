// How a figure stretches towards targets that it may not reach. For ik_solver.cpp.
#pragma once

#include "model/ik/ik_state.h"

#include <vector>

namespace vitruvian {

/// The joint of the first of the freedoms that turn one; -1: none does.
[[nodiscard]] int topmost_joint(const std::vector<IkFreedom>& freedoms);

/// The targets, those that are far off brought nearer: a little farther than anything that the topmost joint turns could
/// reach, they are no more than directions.
[[nodiscard]] std::vector<IkTarget> within_sight(const IkState& state);

/// Goes from where the figure stands to the least sum of how far the effectors are from their targets and what the angles
/// cost that are not as at `home`. So targets that lie close together have poses that do; the topmost joint, which turns
/// the whole body, costs most and turns where the others do not suffice. `share` of the costs counts: with little of
/// them the effectors come as near as they can. Returns the iterations.
int stretch(IkState& state, const IkVector& home, double share);

}  // namespace vitruvian

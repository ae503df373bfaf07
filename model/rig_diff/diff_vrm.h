// Differences in what only VRM files say.
#pragma once

#include "model/rig_diff/rig_diff.h"

namespace vitruvian::rig_diff {

/// Appends the changes of where a figure looks, of what the first person sees, of springs, colliders, constraints and
/// meta's lists, where both documents were read from VRM files of one version. `changes` are those found so far: joints
/// that were renamed are the same ones, and a figure that was scaled as a whole is compared in its new size.
void compare_vrm(const Document& first, const Document& second, double tolerance,
                 std::vector<RigChange>& changes);

}  // namespace vitruvian::rig_diff

// Effector targets given on the command line: `--reach` and `--pin`.
#pragma once

#include "app/cli/input.h"

namespace vitruvian {

/// Moves the effectors to their targets by inverse kinematics. Errors without a place: no humanoid, no such
/// effector, a target that is not a finite number.
[[nodiscard]] Result<void> apply_reaches(const Document& document, const PosingOptions& options,
                                         PosedFigure& figure);

}  // namespace vitruvian

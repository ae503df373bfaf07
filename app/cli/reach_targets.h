// Effectors that are to be somewhere, as the command line names them: `--reach` and `--pin`.
#pragma once

#include "app/cli/input.h"

namespace vitruvian {

/// Brings the effectors to their targets by inverse kinematics. Errors without a place: no humanoid, no such effector, a
/// target that is not a number.
[[nodiscard]] Result<void> apply_reaches(const Document& document, const PosingOptions& options,
                                         PosedFigure& figure);

}  // namespace vitruvian

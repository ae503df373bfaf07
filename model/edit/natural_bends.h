// Knees and elbows that bend as people's do, for figures whose files give no limits.
#pragma once

#include "model/ik/ik_figure.h"

namespace vitruvian {

/// The figure as make_ik_figure has it; its knees and elbows without limits keep within those of people
/// (ApplyAnatomicalLimits), as far as they are known, or they would bend either way.
[[nodiscard]] IkFigure make_natural_ik_figure(const Document& document, int humanoid);

}  // namespace vitruvian

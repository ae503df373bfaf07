// Anatomical limits for knees and elbows of figures whose files give no limits.
#pragma once

#include "model/ik/ik_figure.h"

namespace vitruvian {

/// Returns the result of make_ik_figure, in which knees and elbows without limits get anatomical ones
/// (ApplyAnatomicalLimits), if known; otherwise they could bend either way.
[[nodiscard]] IkFigure make_natural_ik_figure(const Document& document, int humanoid);

}  // namespace vitruvian

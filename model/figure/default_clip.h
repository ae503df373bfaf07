// Selection of the clip that shows the figure best.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// Returns the clip that a figure plays initially: walking, else running, dancing, idling; else the first
/// that moves anything; -1 if none does.
[[nodiscard]] int default_clip(const Document& document);

}  // namespace vitruvian

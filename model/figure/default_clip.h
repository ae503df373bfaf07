// Which of a document's clips shows the figure best.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// The clip that a figure plays at first: walking, else running, dancing, idling; else the first that moves
/// anything; -1 where none does.
[[nodiscard]] int default_clip(const Document& document);

}  // namespace vitruvian

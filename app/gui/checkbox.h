// A box to tick.
#pragma once

namespace vitruvian {

struct PanelContext;

/// Has an outline that tells it from a button. True where it was changed.
bool checkbox(const PanelContext& c, const char* label, bool* on);

}  // namespace vitruvian

// A checkbox.
#pragma once

namespace vitruvian {

struct PanelContext;

/// A checkbox with an outline, unlike a button. True if it was changed.
bool checkbox(const PanelContext& c, const char* label, bool* on);

}  // namespace vitruvian

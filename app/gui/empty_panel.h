// What a panel says that has nothing to show: why, and what to do.
#pragma once

namespace vitruvian {

struct PanelContext;

inline constexpr const char* nothing_is_open =
    "Nothing is open. Drop a humanoid onto the window, or press Ctrl+O.";

/// Quiet words, as wide as the panel.
void empty_panel(const PanelContext& c, const char* text);

}  // namespace vitruvian

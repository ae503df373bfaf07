// The empty state of a panel: why there is nothing to show, and what to do.
#pragma once

namespace vitruvian {

struct PanelContext;

inline constexpr const char* nothing_is_open =
    "Nothing is open. Drop a humanoid onto the window, or press Ctrl+O.";

/// Draws `text` in the dim colour, wrapped to the panel's width.
void empty_panel(const PanelContext& c, const char* text);

}  // namespace vitruvian

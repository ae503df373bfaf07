// Popups over the panels and keyboard focus: access to state that ImGui has only internally.
#pragma once

#include "app/gui/keys.h"

#include <string_view>
#include <vector>

namespace vitruvian {

struct PanelContext;

/// True if that key was pressed without Ctrl and Alt.
[[nodiscard]] bool has_key(const std::vector<KeyPress>& keys, Key key);

/// Closes the menu, combo or list that was opened last, and no other; false if none is open.
bool close_innermost_popup();

/// The text of the active text field; empty if there is none.
[[nodiscard]] std::string_view text_being_typed();
/// Deactivates the active text field, keeping its text.
void leave_text_field();
/// Deactivates the text field that was drawn last when Tab is pressed in it: true in that frame.
[[nodiscard]] bool leave_by_tab(const PanelContext& c);

/// The floating windows that Esc closes, by ImGui's ids.
struct ClosableWindows {
    std::vector<unsigned> in_last_frame;
    std::vector<unsigned> drawn;
};

/// Call it in a window that Esc closes: takes the key if it was pressed and no other such window lies over this
/// one.
[[nodiscard]] bool take_escape(const PanelContext& c);
/// Call it when all windows are drawn.
void end_closable_windows(const PanelContext& c);
/// True if the window that is drawn, or a part of it, has the keyboard.
[[nodiscard]] bool has_keyboard();

/// Call it before a tooltip: ImGui lets one that fits nowhere beside the pointer go over the window's edge.
void keep_tooltip_on_screen();

}  // namespace vitruvian

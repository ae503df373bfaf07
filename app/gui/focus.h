// What is open on top of the panels, and who has the keyboard: what ImGui knows of it and says only inside.
#pragma once

#include "app/gui/keys.h"

#include <string_view>
#include <vector>

namespace vitruvian {

struct PanelContext;

/// Is that key, without Ctrl and Alt, among those pressed?
[[nodiscard]] bool has_key(const std::vector<KeyPress>& keys, Key key);

/// Closes the menu, combo or list that was opened last, and no other; false where none is open.
bool close_innermost_popup();

/// What stands in the field that is typed into; empty where there is none.
[[nodiscard]] std::string_view text_being_typed();
/// The field for text that is typed into is left as it is.
void leave_text_field();
/// Where Tab is pressed in the text field that was drawn last, it is left: true in that frame.
[[nodiscard]] bool leave_by_tab(const PanelContext& c);

/// Esc, where nobody wanted it: closes one window that floats over the panels.
void close_dialogs_by_key(const PanelContext& c);

}  // namespace vitruvian

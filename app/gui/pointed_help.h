// Help for what is under the pointer.
#pragma once

#include <string>

namespace vitruvian {

struct Layout;
struct PanelContext;

/// The help text of the panel or tool under the pointer; empty if there is none. Controls have their tooltips
/// (GuiState::pointed_at).
[[nodiscard]] std::string help_of_place(const PanelContext& c, const Layout& layout);

/// Gives the current window, which floats over the panels, this help where none of its controls is under the
/// pointer. Called before ImGui::End.
void help_of_window(const PanelContext& c, const char* text);

}  // namespace vitruvian

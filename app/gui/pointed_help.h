// Help for what is under the pointer.
#pragma once

#include <string>

namespace vitruvian {

struct Layout;
struct PanelContext;

/// What the panel or tool under the pointer is for; empty where nothing is to be said. Controls say it themselves, by their
/// tooltips (GuiState::pointed_at).
[[nodiscard]] std::string help_of_place(const PanelContext& c, const Layout& layout);

}  // namespace vitruvian

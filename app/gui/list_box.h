// Lists in combo boxes and menus: long ones have a search, and all open at the row that is chosen.
#pragma once

#include <string>

namespace vitruvian {

struct PanelContext;

/// Of the list that is open; there is one at most.
struct ListState {
    std::string text;  // only rows with it in their titles are shown
    bool just_opened = false;
    bool scrolls = false;  // to the chosen row
    bool entered = false;  // the first row that is shown is taken
};

/// Within an open popup, for `count` rows: where they are many, a field to search them.
void begin_list(const PanelContext& c, const std::string& id, std::size_t count, float width);
/// True where the row was chosen now; the popup closes then. `id`: its name in the report.
bool list_row(const PanelContext& c, const std::string& id, const std::string& title, bool chosen);
void end_list();

/// Is `wanted` within `text`, in any case?
[[nodiscard]] bool contains_text(const std::string& text, const std::string& wanted);

}  // namespace vitruvian

// Lists in combo boxes and menus. Long ones have a search; all open at the chosen row.
#pragma once

#include <string>

namespace vitruvian {

struct PanelContext;

/// The state of the open list; at most one is open.
struct ListState {
    std::string text;      // only rows whose titles contain it are shown
    bool scrolls = false;  // it scrolls to the chosen row
    bool entered = false;  // Enter was pressed: the first visible row is chosen
};

/// Begins a list of `count` rows within an open popup, with a search field if they are many.
void begin_list(const PanelContext& c, const std::string& id, std::size_t count, float width);
/// Draws a row; true if it was chosen, which closes the popup. `id` is its name in the widget report.
bool list_row(const PanelContext& c, const std::string& id, const std::string& title, bool chosen);
void end_list();

/// True if `text` contains `wanted`, ignoring case.
[[nodiscard]] bool contains_text(const std::string& text, const std::string& wanted);

}  // namespace vitruvian

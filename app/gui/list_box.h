// Lists in combo boxes and menus. Long ones have a search; all open at the chosen row, and Up, Down and Enter
// go to another.
#pragma once

#include <string>

namespace vitruvian {

struct PanelContext;

/// The state of the open list; at most one is open.
struct ListState {
    std::string text;      // only rows whose titles contain it are shown
    bool scrolls = false;  // it scrolls to the row that is lit
    bool entered = false;  // Enter was pressed: the row reached by keys is chosen, or the first one found
    // Rows are counted among those that are shown; -1: none.
    int row = 0;       // the next one that is drawn
    int rows = 0;      // how many the last frame had
    int chosen = -1;   // the chosen one
    int reached = -1;  // the one reached by keys
};

/// Begins a list of `count` rows within an open popup, with a search field if they are many.
void begin_list(const PanelContext& c, const std::string& id, std::size_t count, float width);
/// Draws a row; true if it was chosen, which closes the popup. `id` is its name in the widget report.
bool list_row(const PanelContext& c, const std::string& id, const std::string& title, bool chosen);
void end_list(const PanelContext& c);

/// True if `text` contains `wanted`, ignoring case.
[[nodiscard]] bool contains_text(const std::string& text, const std::string& wanted);

}  // namespace vitruvian

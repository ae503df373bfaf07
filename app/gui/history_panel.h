// The history panel: every step of the active figure with its values; a click goes to it, a right click copies it as a
// command.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

struct PanelContext;

/// One line: a state of the document, named after what led to it.
struct HistoryRow {
    std::uint64_t step = 0;
    std::string title;
    std::string values;
};

/// Rows are made anew when the figure or its history changes.
struct HistoryState {
    std::vector<HistoryRow> rows;
    std::uint64_t rows_of = 0;  // OpenFigure::reading
    unsigned revision = 0;
    bool stale = true;
    std::uint64_t shown_step = 0;  // that the list has scrolled to
};

/// Into the current ImGui window.
void draw_history_panel(const PanelContext& c);

/// Puts text into the clipboard, and says so in the report.
void copy_text(const PanelContext& c, const std::string& text);

}  // namespace vitruvian

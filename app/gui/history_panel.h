// The history panel: every step of the active figure with its values. A click goes to a step, a right click
// copies it as a command.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian {

struct PanelContext;

/// One line: a state of the document, named after the step that led to it.
struct HistoryRow {
    std::uint64_t step = 0;
    std::string title;
    std::string values;
};

/// Rows are rebuilt when the figure or its history changes.
struct HistoryState {
    std::vector<HistoryRow> rows;
    std::uint64_t rows_of = 0;  // OpenFigure::reading
    unsigned revision = 0;
    bool stale = true;
    std::uint64_t shown_step = 0;  // the step that the list has scrolled to
};

/// Draws the panel into the current ImGui window.
void draw_history_panel(const PanelContext& c);

/// Copies text to the clipboard, and notes it in the report.
void copy_text(const PanelContext& c, const std::string& text);

}  // namespace vitruvian

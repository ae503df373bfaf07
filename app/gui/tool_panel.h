// The window's side of the viewport tools: their strip of buttons, their keys, and the drawing of their
// marks.
#pragma once

#include "app/gui/actions.h"
#include "app/gui/panel.h"

#include <string>
#include <vector>

namespace vitruvian {

/// Draws a short text with a background beside a position, kept within the area.
void draw_note(const PanelContext& c, const Rect& area, ImVec2 at, const std::string& text);

/// Translates a key of the window to the tools' own; 0 if they have none.
[[nodiscard]] int tool_key(int key);

/// While something is dragged, keys go to the tool only.
void give_keys_to_tools(const PanelContext& c);

/// The actions of the Tools menu.
void add_tool_actions(std::vector<Action>& list);

/// The strip of tools in a picture of this height, below a gap at its upper edge; lengths in pixels, the gap in
/// the design's units.
struct ToolGrid {
    int columns = 0;  // 0: there is no room for it
    int rows = 0;
    float icon = 28.0F;  // at scale 1
    ImVec2 size{0.0F, 0.0F};
};
[[nodiscard]] ToolGrid tools_grid(float height, float scale, float top_gap, bool has_pins);

/// The gap above the strip of tools, in the design's units: below the strip of views, if there is one.
[[nodiscard]] constexpr float gap_above_tools(bool is_only_view) {
    return is_only_view ? 52.0F : 8.0F;
}

/// Draws the choice of tools, of their axes and of symmetry at the right of the picture.
void draw_tool_strip(const PanelContext& c, const Rect& area);

void paint_marks(const PanelContext& c, const Rect& area, const ToolMarks& marks);

/// Writes the places of handles and the state of the tools to the report.
void report_tools(const PanelContext& c, const Rect& area, const ToolView& view, const ToolMarks& marks);

}  // namespace vitruvian

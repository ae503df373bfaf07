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

/// Draws the choice of tools, of their axes and of symmetry at the right of the picture. `top`: distance from
/// the upper edge, in the design's units.
void draw_tool_strip(const PanelContext& c, const Rect& area, float top);

void paint_marks(const PanelContext& c, const Rect& area, const ToolMarks& marks);

/// Writes the places of handles and the state of the tools to the report.
void report_tools(const PanelContext& c, const Rect& area, const ToolView& view, const ToolMarks& marks);

}  // namespace vitruvian

// What the window adds to the tools of the view: their strip of buttons, their keys, and the painting of their marks.
#pragma once

#include "app/gui/actions.h"
#include "app/gui/panel.h"

#include <string>
#include <vector>

namespace vitruvian {

/// A short text on a ground of its own beside a place, kept within the area.
void draw_note(const PanelContext& c, const Rect& area, ImVec2 at, const std::string& text);

/// A key of the window as tools name it; 0 where they have none.
[[nodiscard]] int tool_key(int key);

/// While something is seized its keys go to the tool alone.
void give_keys_to_tools(const PanelContext& c);

/// What the menu Tools has.
void add_tool_actions(std::vector<Action>& list);

/// The choice of tools, of their axes and of symmetry, at the right of the picture.
/// `top`: how far below the upper edge, in the design's units.
void draw_tool_strip(const PanelContext& c, const Rect& area, float top);

void paint_marks(const PanelContext& c, const Rect& area, const ToolMarks& marks);

/// Tells the report where handles are, and what the tools do.
void report_tools(const PanelContext& c, const Rect& area, const ToolView& view, const ToolMarks& marks);

}  // namespace vitruvian

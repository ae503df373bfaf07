// The panes of a divided viewport: their rectangles, the splitters between them, and the labels with the view
// menu.
#pragma once

#include "app/gui/panel.h"

#include <vector>

namespace vitruvian {

/// The rectangles of the views in the viewport, in the order of Views::all, with `gap` pixels between them.
[[nodiscard]] std::vector<Rect> pane_rects(ViewLayout layout, const ViewSplit& split, const Rect& area,
                                           float gap);

/// Draws the splitters in the viewport's window, if there is more than one view.
void draw_pane_splitters(const PanelContext& c, const Rect& area);

/// Draws the name of a view, which opens the view menu when clicked; not left of `left`. A small pane has a
/// low line in its corner.
void draw_pane_label(const PanelContext& c, int view, const Rect& pane, float left);
/// The height of the label, from the pane's upper edge.
[[nodiscard]] float label_height(const Rect& pane, float scale);

/// Draws the button that opens the choice of layouts, within a strip.
void draw_views_button(const PanelContext& c);

}  // namespace vitruvian

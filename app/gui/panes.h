// The viewport divided: where each view's picture is, the splitters between them, and their labels with the menu of a view.
#pragma once

#include "app/gui/panel.h"

#include <vector>

namespace vitruvian {

/// Where the views' pictures are in the viewport, in the order of Views::all; `gap` is between them.
[[nodiscard]] std::vector<Rect> pane_rects(ViewLayout layout, const ViewSplit& split, const Rect& area,
                                           float gap);

/// Into the viewport's window, where there is more than one view.
void draw_pane_splitters(const PanelContext& c, const Rect& area);

/// What a view is and, by a click, what it may be; not left of `left`. In a small pane it is a low line in the corner.
void draw_pane_label(const PanelContext& c, int view, const Rect& pane, float left);
/// What it takes of the pane's height, from the upper edge.
[[nodiscard]] float label_height(const Rect& pane, float scale);

/// A button that opens the choice of layouts; within a strip.
void draw_views_button(const PanelContext& c);

}  // namespace vitruvian

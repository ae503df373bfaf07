// The tabs of the layout presets in the toolbar.
#pragma once

namespace vitruvian {

struct PanelContext;

/// Draws them at the right end of the line.
void draw_layout_tabs(const PanelContext& c);

}  // namespace vitruvian

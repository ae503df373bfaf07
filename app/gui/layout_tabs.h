// The layout presets as words in the toolbar.
#pragma once

namespace vitruvian {

struct PanelContext;

/// At the right end of the line.
void draw_layout_tabs(const PanelContext& c);

}  // namespace vitruvian

// The legend of the weight heat map.
#pragma once

namespace vitruvian {

struct PanelContext;

/// Draws a colour bar from 0 to 1, as wide as the panel.
void draw_heat_ramp(const PanelContext& c);

}  // namespace vitruvian

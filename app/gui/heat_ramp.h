// What the colours of a skin mean that is painted with its weights.
#pragma once

namespace vitruvian {

struct PanelContext;

/// A bar from 0 to 1, as wide as the panel.
void draw_heat_ramp(const PanelContext& c);

}  // namespace vitruvian

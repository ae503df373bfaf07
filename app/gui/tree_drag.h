// Hanging joints and sites elsewhere by dragging their rows in the scene tree.
#pragma once

#include "app/scene/frame.h"

namespace vitruvian {

struct PanelContext;

/// The row that was drawn last: a joint can be dragged from it onto another one, which then carries it, or onto a slot of
/// the bone map; a site onto a joint.
void drag_to_hang(const PanelContext& c, const Selection& row);

/// While a thing is dragged along the upper or lower edge of the rows, they come. In the window of the rows.
void scroll_for_drag(const PanelContext& c);

}  // namespace vitruvian

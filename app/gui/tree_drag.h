// Re-parenting of joints and sites by dragging their rows in the scene tree.
#pragma once

#include "app/scene/frame.h"

namespace vitruvian {

struct PanelContext;

/// Makes the last drawn row a drag source and drop target: a joint can be dragged onto another joint, which
/// becomes its parent, or onto a slot of the bone map; a site onto a joint.
void drag_to_reparent(const PanelContext& c, const Selection& row);

/// Scrolls while a row is dragged along the upper or lower edge. Call it within the window of the rows.
void scroll_for_drag(const PanelContext& c);

}  // namespace vitruvian

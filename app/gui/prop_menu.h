// Props: other open files attached to a figure's sites. Part of the view, not of a document.
#pragma once

#include "app/gui/actions.h"
#include "app/scene/frame.h"

#include <vector>

namespace vitruvian {

struct PanelContext;

/// Draws the rows of an open menu: the open files that can be attached to the site, and "detach".
void prop_rows(const PanelContext& c, const Selection& site);

/// Draws a button that opens this menu.
void draw_prop_button(const PanelContext& c, const Selection& site);

/// The shortcut for the selected site: attaches the file that was opened last, or detaches the present prop.
void add_prop_actions(std::vector<Action>& list);

}  // namespace vitruvian

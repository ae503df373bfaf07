// What a figure holds: another open file on one of its sites. Part of the view, of no document.
#pragma once

#include "app/gui/actions.h"
#include "app/scene/frame.h"

#include <vector>

namespace vitruvian {

struct PanelContext;

/// Rows of a menu that is open: every open file that may be put on the site, and letting go of what is there.
void prop_rows(const PanelContext& c, const Selection& site);

/// A button that opens these rows.
void draw_prop_button(const PanelContext& c, const Selection& site);

/// The same for the selected site, by a key: the file that was opened last, or what is there is let go.
void add_prop_actions(std::vector<Action>& list);

}  // namespace vitruvian

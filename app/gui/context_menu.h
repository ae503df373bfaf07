// What a right click offers, in the tree and in the picture.
#pragma once

#include "app/scene/skin_pick.h"

#include <vector>

namespace vitruvian {

struct OpenFigure;
struct PanelContext;

/// Around a popup of menu rows.
void begin_menu_style(const PanelContext& c);
void end_menu_style();

/// Of one part of a figure.
void item_menu(const PanelContext& c, const Selection& what);
/// Of a part with its figure's below, or of a figure alone.
void selection_menu(const PanelContext& c, const Selection& what);
/// The same where what was drawn last is clicked with the right button.
void menu_on_last_item(const PanelContext& c, const Selection& what);
/// The same where the window's rest is, or what in it has no menu of its own. After all that is in the window.
void menu_on_window(const PanelContext& c, const Selection& what);
/// Of a whole figure: show, hide, save, close.
void figure_menu(const PanelContext& c, const OpenFigure& figure);
/// What a click at this place could select, and what was hit itself.
void targets_menu(const PanelContext& c, const std::vector<PickTarget>& targets, const Selection& picked);
/// Where nothing was hit: of the view.
void view_menu(const PanelContext& c);

}  // namespace vitruvian

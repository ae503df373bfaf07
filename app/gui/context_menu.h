// Context menus of the tree and the viewport.
#pragma once

#include "app/scene/skin_pick.h"

#include <vector>

namespace vitruvian {

struct OpenFigure;
struct PanelContext;

/// Push and pop the style of a popup with menu rows.
void begin_menu_style(const PanelContext& c);
void end_menu_style();

/// The menu of one part of a figure.
void item_menu(const PanelContext& c, const Selection& what);
/// The menu of a part followed by its figure's, or of a figure alone.
void selection_menu(const PanelContext& c, const Selection& what);
/// That menu as the context menu of the last drawn item.
void menu_on_last_item(const PanelContext& c, const Selection& what);
/// That menu as the context menu of the current window, where no item in it has its own. Call it after all
/// items.
void menu_on_window(const PanelContext& c, const Selection& what);
/// The menu of a whole figure: show, hide, save, close.
void figure_menu(const PanelContext& c, const OpenFigure& figure);
/// The menu of what a click could select at this position, and of what was hit itself.
void targets_menu(const PanelContext& c, const std::vector<PickTarget>& targets, const Selection& picked);
/// The menu of the view, for a click that hits nothing.
void view_menu(const PanelContext& c);

}  // namespace vitruvian

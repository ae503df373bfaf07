// What stands around the panels: menu bar, toolbar, status bar, messages, help and About.
#pragma once

namespace vitruvian {

struct PanelContext;
struct Rect;

void draw_menu_bar(const PanelContext& c, const Rect& area);
void draw_toolbar(const PanelContext& c, const Rect& area);
void draw_status_bar(const PanelContext& c, const Rect& area);

/// Messages over the lower right of the viewport, and what is being read or written over its middle.
void draw_toasts(const PanelContext& c, const Rect& viewport);
void draw_messages_window(const PanelContext& c);
void draw_help(const PanelContext& c);
void draw_about(const PanelContext& c);

}  // namespace vitruvian

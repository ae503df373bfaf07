// What stands around the panels: menu bar, toolbar, status bar, messages, help and About.
#pragma once

namespace vitruvian {

struct PanelContext;
struct Rect;

void draw_menu_bar(const PanelContext& c, const Rect& area);
void draw_toolbar(const PanelContext& c, const Rect& area);
void draw_status_bar(const PanelContext& c, const Rect& area);

/// Messages over the lower right of the viewport, and what is being read or written over its middle.
/// What is under way, over the picture.
void draw_work(const PanelContext& c, const Rect& viewport);
/// What was said last and is not dismissed, in a line.
void draw_message_line(const PanelContext& c, const Rect& area);
void draw_messages_window(const PanelContext& c);
void draw_help(const PanelContext& c);
void draw_about(const PanelContext& c);

}  // namespace vitruvian

// What surrounds the panels: menu bar, toolbar, status bar, messages, help and About.
#pragma once

namespace vitruvian {

struct PanelContext;
struct Rect;

void draw_menu_bar(const PanelContext& c, const Rect& area);
void draw_toolbar(const PanelContext& c, const Rect& area);
void draw_status_bar(const PanelContext& c, const Rect& area);

/// Draws the progress of loading, checking and saving over the viewport.
void draw_work(const PanelContext& c, const Rect& viewport);
/// Draws the latest message that is not dismissed in one line.
void draw_message_line(const PanelContext& c, const Rect& area);
void draw_messages_window(const PanelContext& c);
void draw_help(const PanelContext& c);
void draw_about(const PanelContext& c);

}  // namespace vitruvian

// Actions on clips and poses, for the menus, the palette, shortcuts and the timeline's menu.
#pragma once

#include <vector>

namespace vitruvian {

struct Action;
struct PanelContext;

void add_pose_actions(std::vector<Action>& list);
void add_clip_actions(std::vector<Action>& list);

/// Sets the tooltip of a menu's command; if it is disabled, with the reason.
void explain(const PanelContext& c, const Action& action, bool enabled);

/// Draws the popup "clip menu" with the actions on clips, if it is open.
void draw_clip_menu(const PanelContext& c);

}  // namespace vitruvian

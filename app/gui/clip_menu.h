// What is done to clips and poses: actions for the menus, the palette, keys and the timeline's own menu.
#pragma once

#include <vector>

namespace vitruvian {

struct Action;
struct PanelContext;

void add_pose_actions(std::vector<Action>& list);
void add_clip_actions(std::vector<Action>& list);

/// The tooltip of a command in a menu; where it cannot be given now and that is not plain to see, with the reason.
void explain(const PanelContext& c, const Action& action, bool enabled);

/// The popup "clip menu", where it was opened: the actions on clips.
void draw_clip_menu(const PanelContext& c);

}  // namespace vitruvian

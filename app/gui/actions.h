// All commands of the window in one table, which menus, shortcuts, the palette and the help page share.
#pragma once

#include "app/gui/keys.h"

#include <functional>
#include <string>
#include <vector>

namespace vitruvian {

struct PanelContext;

struct Action {
    std::string id;     // stable, like "play.toggle"
    std::string title;  // as shown in the menu
    const char* menu = "";
    Shortcut shortcut;
    std::function<void(const PanelContext&)> run;
    std::function<bool(const PanelContext&)> enabled;  // empty: always
    std::function<bool(const PanelContext&)> checked;  // empty: not a toggle
    bool separator_before = false;
    Shortcut other_shortcut = {};  // an alternative, not shown
};

struct MenuTitle {
    const char* name;
    char letter;  // with Alt opens it; no action has that key
};
inline constexpr MenuTitle menu_titles[] = {{"File", 'F'},   {"Edit", 'E'},  {"Rig", 'G'},  {"View", 'V'},
                                            {"Layers", 'S'}, {"Tools", 'T'}, {"Pose", 'P'}, {"Clip", 'C'},
                                            {"Play", 'Y'},   {"Help", 'L'}};

[[nodiscard]] const std::vector<Action>& actions();

/// Conditions of actions: a figure is open; a figure with a humanoid is open.
[[nodiscard]] bool has_figure(const PanelContext& c);
[[nodiscard]] bool has_humanoid(const PanelContext& c);

// Each appends its part of the list.

/// Actions that open, save and close files.
void add_file_actions(std::vector<Action>& list);

/// Actions for panels, layouts, the theme and the scale of the interface.
void add_panel_actions(std::vector<Action>& list);

/// Actions for layers and the style of bones.
void add_layer_actions(std::vector<Action>& list);

/// Actions of playback.
void add_play_actions(std::vector<Action>& list);

/// Actions that show and hide figures.
void add_figure_actions(std::vector<Action>& list);

/// Actions on the selected item.
void add_part_actions(std::vector<Action>& list);

/// Actions that go through the problems of the figure and fix them.
void add_problem_actions(std::vector<Action>& list);

/// Actions that divide the viewport.
void add_view_layout_actions(std::vector<Action>& list);

/// Runs the actions whose shortcuts were pressed. While a text field has the keyboard, these are function
/// keys and those keys with Ctrl that it does not use.
void run_shortcuts(const PanelContext& c);

}  // namespace vitruvian

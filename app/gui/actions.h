// Every command that the window has, in one table: menus, keys, the palette and the help page all read it.
#pragma once

#include "app/gui/keys.h"

#include <functional>
#include <string>
#include <vector>

namespace vitruvian {

struct PanelContext;

struct Action {
    std::string id;     // stable: "play.toggle"
    std::string title;  // as the menu says it
    const char* menu = "";
    Shortcut shortcut;
    std::function<void(const PanelContext&)> run;
    std::function<bool(const PanelContext&)> enabled;  // empty: always
    std::function<bool(const PanelContext&)> checked;  // empty: not a switch
    bool separator_before = false;
    Shortcut other_shortcut = {};  // does the same; not shown
};

inline constexpr const char* menu_names[] = {"File",  "Edit", "Rig",  "View", "Layers",
                                             "Tools", "Pose", "Clip", "Play", "Help"};

[[nodiscard]] const std::vector<Action>& actions();

/// When actions can be run: a figure is open; it is, and has a humanoid.
[[nodiscard]] bool has_figure(const PanelContext& c);
[[nodiscard]] bool has_humanoid(const PanelContext& c);

// The parts of the list, each to its end.

/// Those that open, save and close files.
void add_file_actions(std::vector<Action>& list);

/// Those for panels, layouts, the theme and the size of the interface.
void add_panel_actions(std::vector<Action>& list);

/// Those for layers, and how bones look.
void add_layer_actions(std::vector<Action>& list);

/// Those that play a clip.
void add_play_actions(std::vector<Action>& list);

/// Those that show and hide figures.
void add_figure_actions(std::vector<Action>& list);

/// Those for the one thing that is selected.
void add_part_actions(std::vector<Action>& list);

/// Those that divide the viewport.
void add_view_layout_actions(std::vector<Action>& list);

/// Runs what the key presses ask for; while a text field has the keyboard, only keys with Ctrl that it does
/// not use, and function keys.
void run_shortcuts(const PanelContext& c);

}  // namespace vitruvian

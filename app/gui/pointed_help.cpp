#include "app/gui/pointed_help.h"

#include "app/gui/action_help.h"
#include "app/gui/actions.h"
#include "app/gui/gui.h"
#include "app/gui/key_panel.h"
#include "app/gui/panel.h"

#include <algorithm>
#include <string_view>

namespace vitruvian {
namespace {

std::string help_of_tool(const PanelContext& c) {
    const auto tool = std::find_if(actions().begin(), actions().end(), [&](const Action& action) {
        return std::string_view(action.menu) == "Tools" && action.id.find('.') == action.id.rfind('.') &&
               action.shortcut.key != 0 && action.checked && action.id != "tool.symmetric" &&
               action.checked(c);
    });
    const std::string view = "The figure. Click to select, drag to orbit, right-click for a menu.";
    return tool == actions().end()
               ? view
               : view + "\n" + tool->title + " (" + tool->shortcut.text() + "): " + help_of(*tool);
}

const char* help_of_side(SideTab tab) {
    switch (tab) {
        case SideTab::inspector:
            return "The properties of the selection. Click a number to type it, or drag it; Tab goes to the "
                   "next; right-click to reset it and for more.";
        case SideTab::bones:
            return "The bone map: which joints are the 55 humanoid bones, by which animations are "
                   "retargeted. Drag a joint from the tree onto a slot, or click a slot and then Pick.";
        case SideTab::weights:
            return "Skin weights, 0 to 1. Click the skin for the weights of a vertex, or paint with the "
                   "brush.";
        case SideTab::history:
            return "Every undo step since the file was opened. Click to go there; right-click to copy steps "
                   "as commands for vitruvian edit.";
    }
    return "";
}

const char* help_of_timeline(TimelineTab tab) {
    switch (tab) {
        case TimelineTab::time:
            return "The clip's time in seconds, a mark for each frame of 1/30 s. Drag to scrub; Left and "
                   "Right step.";
        case TimelineTab::keys:
            return "A row for each joint, a mark for each key. Drag keys to move them, drag beside them to "
                   "box-select; A selects all, G and S move and scale the selected ones in time, Delete "
                   "deletes them, I inserts keys.";
        case TimelineTab::curves:
            return "Values of the selection over time, in degrees, lengths or weights. Drag keys and the "
                   "ends of their tangents.";
    }
    return "";
}

}  // namespace

std::string help_of_place(const PanelContext& c, const Layout& layout) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const Settings& settings = c.gui.settings;
    if (layout.tree.contains(mouse))
        return "Everything in the open files. Type to search; double-click to frame; drag joints and sites "
               "onto other joints to re-parent them; right-click for a menu.";
    if (layout.inspector.contains(mouse)) return help_of_side(static_cast<SideTab>(settings.side_tab));
    if (layout.timeline.contains(mouse))
        return help_of_timeline(static_cast<TimelineTab>(settings.timeline_tab));
    if (layout.problems.contains(mouse))
        return "What is wrong with the rig. Click to show it on the figure; Fix repairs it as one undo step; "
               "Ignore hides it, with a reason.";
    return layout.viewport.contains(mouse) ? help_of_tool(c) : std::string();
}

void help_of_window(const PanelContext& c, const char* text) {
    if (c.gui.pointed_at.empty() && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
        c.gui.pointed_at = text;
}

}  // namespace vitruvian

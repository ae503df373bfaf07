#include "app/gui/actions.h"

#include "app/gui/clip_menu.h"
#include "app/gui/panel.h"
#include "app/gui/rename_window.h"
#include "app/gui/side_panels.h"
#include "app/gui/text_field.h"
#include "app/gui/tool_panel.h"

#include <algorithm>
#include <string_view>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

void add_edit(std::vector<Action>& list) {
    list.push_back({"edit.undo",
                    "Undo",
                    "Edit",
                    ctrl('Z'),
                    [](Context c) { c.push(Undo{}); },
                    [](Context c) { return !c.session.undo_title().empty(); },
                    {}});
    list.push_back({"edit.redo",
                    "Redo",
                    "Edit",
                    ctrl_shift('Z'),
                    [](Context c) { c.push(Redo{}); },
                    [](Context c) { return !c.session.redo_title().empty(); },
                    {},
                    false,
                    ctrl('Y')});
    list.push_back({"edit.search",
                    "Search the scene tree",
                    "Edit",
                    ctrl('F'),
                    [](Context c) {
                        c.gui.settings.show_tree = true;
                        request_focus(c, "tree/search");
                    },
                    {},
                    {},
                    true});
    list.push_back({"edit.deselect",
                    "Select nothing",
                    "Edit",
                    plain(Key::escape),
                    [](Context c) {
                        c.push(Select{Selection{c.session.active_id(), {}}});
                    },
                    [](Context c) { return c.session.selection().item.kind != ItemKind::none; },
                    {}});
    list.push_back({"edit.palette",
                    "Command palette\u2026",
                    "Edit",
                    ctrl('P'),
                    [](Context c) {
                        c.gui.palette = {};
                        c.gui.palette.open = true;
                        request_focus(c, "palette/text");
                    },
                    {},
                    {},
                    true});
}

void add_view(std::vector<Action>& list, const char* id, const char* title, Shortcut key, StandardView view,
              bool opposite, bool separator = false) {
    list.push_back({id,
                    title,
                    "View",
                    key,
                    [view, opposite](Context c) {
                        c.push(ShowView{view, opposite});
                    },
                    {},
                    {},
                    separator});
}

void add_views(std::vector<Action>& list) {
    list.push_back({"view.frame",
                    "Frame the selection",
                    "View",
                    plain('F'),
                    [](Context c) { c.push(FrameSelection{}); },
                    {},
                    {},
                    false,
                    plain('.')});
    list.push_back({"view.frame_all",
                    "Frame all",
                    "View",
                    plain(Key::home),
                    [](Context c) { c.push(FrameAll{}); },
                    {},
                    {}});
    add_view(list, "view.best", "Best view", plain('0'), StandardView::best, false, true);
    add_view(list, "view.front", "Front", plain('1'), StandardView::front, false);
    add_view(list, "view.back", "Back", ctrl('1'), StandardView::front, true);
    add_view(list, "view.side", "Left side", plain('3'), StandardView::side, false);
    add_view(list, "view.other_side", "Right side", ctrl('3'), StandardView::side, true);
    add_view(list, "view.top", "Top", plain('7'), StandardView::top, false);
    add_view(list, "view.bottom", "Bottom", ctrl('7'), StandardView::top, true);
    add_view(list, "view.inclined", "From above, at 45 degrees", plain('9'), StandardView::inclined, false);
    list.push_back({"view.return",
                    "Leave the camera view",
                    "View",
                    plain(Key::backspace),
                    [](Context c) { c.push(LookBack{}); },
                    [](Context c) { return c.session.views().view().left.has_value(); },
                    {}});
    list.push_back({"view.orthographic",
                    "Orthographic",
                    "View",
                    plain('5'),
                    [](Context c) { c.push(SetOrthographic{!c.session.camera().orthographic}); },
                    {},
                    [](Context c) { return c.session.camera().orthographic; }});
    add_view_layout_actions(list);
    add_figure_actions(list);
    add_panel_actions(list);
}

void add_help(std::vector<Action>& list) {
    list.push_back({"help.keys",
                    "Keys and mouse",
                    "Help",
                    plain(Key::f1),
                    [](Context c) {
                        c.gui.help_open = !c.gui.help_open;
                        c.gui.helped_with = c.gui.pointed_at;
                    },
                    {},
                    [](Context c) { return c.gui.help_open; }});
    list.push_back(
        {"help.about", "About Vitruvian", "Help", {}, [](Context c) { c.gui.about_open = true; }, {}, {}});
}

std::vector<Action> make_actions() {
    std::vector<Action> list;
    add_file_actions(list);
    add_edit(list);
    add_views(list);
    add_layer_actions(list);
    add_tool_actions(list);
    add_pose_actions(list);
    add_clip_actions(list);
    add_play_actions(list);
    add_help(list);
    add_side_actions(list);
    add_repair_actions(list);
    add_problem_actions(list);
    return list;
}

/// While a text field has the keyboard, its own keys do not trigger commands.
bool is_for_text(const KeyPress& press) {
    const bool function_key =
        press.key >= static_cast<int>(Key::f1) && press.key <= static_cast<int>(Key::f12);
    if (function_key) return false;
    if (!press.ctrl) return true;
    constexpr std::string_view editing = "ACVXZY";
    return press.key > 255 || editing.find(static_cast<char>(press.key)) != std::string_view::npos;
}

}  // namespace

bool has_figure(const PanelContext& c) {
    return c.session.active_figure() != nullptr;
}

bool has_humanoid(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    return figure != nullptr && !figure->document().humanoids.empty();
}

const std::vector<Action>& actions() {
    static const std::vector<Action> list = make_actions();
    return list;
}

void run_shortcuts(const PanelContext& c) {
    for (const KeyPress& press : c.gui.keys) {
        if (c.gui.text_input && is_for_text(press)) continue;
        const auto action = std::find_if(actions().begin(), actions().end(), [&](const Action& candidate) {
            return candidate.shortcut.matches(press) || candidate.other_shortcut.matches(press);
        });
        if (action == actions().end()) continue;
        // A toggle does not repeat while its key is held down.
        if (press.repeat && action->checked) continue;
        if (!action->enabled || action->enabled(c)) action->run(c);
    }
    c.gui.keys.clear();
}

}  // namespace vitruvian

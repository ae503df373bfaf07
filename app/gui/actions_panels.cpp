// Commands for the window: its panels, layouts, theme and size.
#include "app/gui/actions.h"
#include "app/gui/layout_presets.h"
#include "app/gui/panel.h"

#include <algorithm>
#include <string>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

void add_panel(std::vector<Action>& list, const char* id, const char* title, bool Settings::*member,
               bool separator = false, Shortcut key = {}) {
    list.push_back({id,
                    title,
                    "View",
                    key,
                    [member](Context c) { c.gui.settings.*member = !(c.gui.settings.*member); },
                    {},
                    [member](Context c) { return c.gui.settings.*member; },
                    separator});
}

void set_scale(Context c, float scale) {
    c.gui.settings.scale = std::clamp(scale, 0.5F, 3.0F);
}

void add_layouts(std::vector<Action>& list) {
    for (std::size_t i = 0; i < layout_count; ++i) {
        list.push_back({std::string("layout.") + static_cast<char>('1' + i),
                        std::string("Layout: ") + layout_names[i],
                        "View",
                        ctrl_shift(static_cast<char>('1' + i)),
                        [i](Context c) { choose_layout(c.gui.settings, i); },
                        {},
                        [i](Context c) { return c.gui.settings.layout == static_cast<int>(i); },
                        i == 0});
    }
}

void add_theme_and_scale(std::vector<Action>& list) {
    add_panel(list, "theme.light", "Light theme", &Settings::light_theme, true);
    list.push_back({"scale.up",
                    "Larger interface",
                    "View",
                    ctrl('='),
                    [](Context c) { set_scale(c, c.gui.settings.scale + 0.1F); },
                    {},
                    {}});
    list.push_back({"scale.down",
                    "Smaller interface",
                    "View",
                    ctrl('-'),
                    [](Context c) { set_scale(c, c.gui.settings.scale - 0.1F); },
                    {},
                    {}});
    list.push_back({"scale.reset",
                    "Interface at its normal size",
                    "View",
                    ctrl('0'),
                    [](Context c) { set_scale(c, 1.0F); },
                    {},
                    {}});
}

}  // namespace

void add_panel_actions(std::vector<Action>& list) {
    add_panel(list, "panel.tree", "Scene tree", &Settings::show_tree, true);
    add_panel(list, "panel.inspector", "Inspector", &Settings::show_inspector);
    add_panel(list, "panel.timeline", "Timeline", &Settings::show_timeline);
    add_panel(list, "panel.problems", "Problems", &Settings::show_problems, false, ctrl_shift('M'));
    list.push_back({"panel.rom", "Range of motion", "View", ctrl_shift('R'),
                    [](Context c) {
                        c.gui.rom.open = !c.gui.rom.open;
                        ++c.gui.rom.revision;
                    },
                    has_figure, [](Context c) { return c.gui.rom.open; }});
    list.push_back({"panel.diff", "Differences of two figures", "View", ctrl_shift('D'),
                    [](Context c) {
                        c.gui.diff.open = !c.gui.diff.open;
                        ++c.gui.diff.revision;
                    },
                    [](Context c) { return c.session.figures().size() > 1 || c.gui.diff.open; },
                    [](Context c) { return c.gui.diff.open; }});
    add_panel(list, "panel.toolbar", "Toolbar", &Settings::show_toolbar);
    add_panel(list, "panel.status", "Status bar", &Settings::show_status);
    list.push_back({"panel.messages",
                    "Messages",
                    "View",
                    {},
                    [](Context c) { c.gui.messages_open = !c.gui.messages_open; },
                    {},
                    [](Context c) { return c.gui.messages_open; }});
    add_layouts(list);
    add_theme_and_scale(list);
}

}  // namespace vitruvian

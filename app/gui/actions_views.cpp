// Commands that divide the viewport.
#include "app/gui/actions.h"
#include "app/gui/panel.h"

namespace vitruvian {
namespace {

using Context = const PanelContext&;

constexpr Shortcut ctrl_alt(char key) {
    return {key, true, false, true};
}

void add_layout(std::vector<Action>& list, const char* id, const char* title, Shortcut key,
                ViewLayout layout) {
    list.push_back({id,
                    title,
                    "View",
                    key,
                    [layout](Context c) { c.gui.settings.views.layout = layout; },
                    {},
                    [layout](Context c) { return c.gui.settings.views.layout == layout; },
                    layout == ViewLayout::one});
}

bool is_divided(Context c) {
    return c.session.views().count() > 1;
}

}  // namespace

void add_view_layout_actions(std::vector<Action>& list) {
    add_layout(list, "views.one", "One view", ctrl_alt('1'), ViewLayout::one);
    add_layout(list, "views.two", "Two views side by side", ctrl_alt('2'), ViewLayout::two);
    add_layout(list, "views.three", "Three views: free, front, side", ctrl_alt('3'), ViewLayout::three);
    list.push_back({"views.four",
                    "Four views: top, free, front, side",
                    "View",
                    ctrl_alt('Q'),
                    [](Context c) {
                        ViewLayout& layout = c.gui.settings.views.layout;
                        layout = layout == ViewLayout::four ? ViewLayout::one : ViewLayout::four;
                    },
                    {},
                    [](Context c) { return c.gui.settings.views.layout == ViewLayout::four; },
                    false,
                    ctrl_alt('4')});
    list.push_back({"views.linked",
                    "Link the views",
                    "View",
                    ctrl_alt('L'),
                    [](Context c) { c.gui.settings.views.linked = !c.gui.settings.views.linked; },
                    {},
                    [](Context c) { return c.gui.settings.views.linked; }});
    list.push_back({"views.next",
                    "Next view",
                    "View",
                    ctrl_alt('N'),
                    [](Context c) {
                        const Views& views = c.session.views();
                        c.push(FocusView{(views.active + 1) % views.count()});
                    },
                    is_divided,
                    {}});
    list.push_back({"views.turns", "The view can be orbited", "View", ctrl_alt('T'),
                    [](Context c) {
                        const Views& views = c.session.views();
                        c.push(SetView{views.active, views.view().figure, !views.view().turns});
                    },
                    is_divided, [](Context c) { return c.session.views().view().turns; }});
}

}  // namespace vitruvian

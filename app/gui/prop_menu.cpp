#include "app/gui/prop_menu.h"

#include "app/gui/context_menu.h"
#include "app/gui/widgets.h"

#include <algorithm>
#include <string>

namespace vitruvian {
namespace {

using Context = const PanelContext&;

constexpr const char* how =
    "Puts its origin on the site, in metres; it follows every pose. Belongs to the view: not saved in a "
    "file, not undone with Ctrl+Z, but attached again when both files are open again.";

bool is_on(const OpenFigure& figure, const Selection& site) {
    return figure.attached.any() && figure.attached.figure == site.figure &&
           figure.attached.site == site.item;
}

/// Returns what is attached to the site; null: nothing.
const OpenFigure* prop_on(Context c, const Selection& site) {
    const auto& figures = c.session.figures();
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [&](const OpenFigure& figure) { return is_on(figure, site); });
    return found == figures.end() ? nullptr : &*found;
}

/// Returns the most recently opened file that can be attached there; null if there is none.
const OpenFigure* last_prop(Context c, const Selection& site) {
    const auto& figures = c.session.figures();
    const auto found = std::find_if(figures.rbegin(), figures.rend(), [&](const OpenFigure& figure) {
        return figure.id != site.figure && !figure.clips_only && !figure.attached.any();
    });
    return found == figures.rend() ? nullptr : &*found;
}

bool can_hold(Context c, const Selection& site) {
    const OpenFigure* figure = c.session.figure(site.figure);
    return figure != nullptr && site.item.kind == ItemKind::site && !figure->attached.any();
}

}  // namespace

void prop_rows(Context c, const Selection& site) {
    bool any = false;
    for (const OpenFigure& figure : c.session.figures()) {
        if (figure.id == site.figure || figure.clips_only) continue;
        any = true;
        const bool is_here = is_on(figure, site);
        ImGui::PushID(static_cast<int>(figure.id));
        const std::string name = row_text(fitted_middle(figure.name(), c.theme.px(240)));
        if (ImGui::MenuItem(name.c_str(), nullptr, is_here, can_hold(c, site)))
            c.push(AttachProp{figure.id, is_here ? Selection{} : site});
        c.mark("prop/" + figure.name());
        tooltip(c, is_here ? "Detaches it" : how);
        ImGui::PopID();
    }
    if (any) return;
    ImGui::TextDisabled("No other file is open");
    if (ImGui::MenuItem("Open one beside it\u2026")) open_file_browser(c);
    c.mark("prop/open");
    tooltip(c, "Shift+Open opens it beside what is open; so does dropping it with Shift.");
}

void draw_prop_button(Context c, const Selection& site) {
    const OpenFigure* prop = prop_on(c, site);
    if (text_button(c, "inspector/site/prop", prop == nullptr ? "Attach\u2026" : "Attached\u2026", how))
        ImGui::OpenPopup("props");
    begin_menu_style(c);
    if (ImGui::BeginPopup("props")) {
        prop_rows(c, site);
        ImGui::EndPopup();
    }
    end_menu_style();
}

void add_prop_actions(std::vector<Action>& list) {
    list.push_back({"rig.prop",
                    "Attach a prop to the selected site, or detach it",
                    "Rig",
                    {'A', true, false, true},
                    [](Context c) {
                        const Selection& site = c.session.selection();
                        if (const OpenFigure* prop = prop_on(c, site))
                            return c.push(AttachProp{prop->id, {}});
                        if (const OpenFigure* prop = last_prop(c, site)) c.push(AttachProp{prop->id, site});
                    },
                    [](Context c) {
                        const Selection& site = c.session.selection();
                        return can_hold(c, site) &&
                               (prop_on(c, site) != nullptr || last_prop(c, site) != nullptr);
                    },
                    [](Context c) { return prop_on(c, c.session.selection()) != nullptr; },
                    true});
}

}  // namespace vitruvian

// Commands for the selected item: its name, and what can be added to it.
#include "app/gui/actions.h"
#include "app/gui/item_menu.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"

namespace vitruvian {
namespace {

using Context = const PanelContext&;

bool has_name(Context c) {
    switch (c.session.selection().item.kind) {
        case ItemKind::joint:
        case ItemKind::segment:
        case ItemKind::site:
        case ItemKind::displacer:
        case ItemKind::mesh:
        case ItemKind::clip:
        case ItemKind::humanoid:
            return true;
        default:
            return false;
    }
}

void rename(Context c) {
    c.gui.settings.show_inspector = true;
    c.gui.settings.side_tab = static_cast<int>(SideTab::inspector);
    request_focus(c, "inspector/name");
}

/// Returns the figure whose part is selected; null if none is.
const OpenFigure* owner(Context c) {
    const Selection& what = c.session.selection();
    const OpenFigure* figure = c.session.figure(what.figure);
    return figure != nullptr && exists(figure->document(), what.item) ? figure : nullptr;
}

template <bool (*can)(const OpenFigure&, const Item&)>
bool is_possible(Context c) {
    const OpenFigure* figure = owner(c);
    return figure != nullptr && can(*figure, c.session.selection().item);
}

template <void (*change)(Context, const OpenFigure&, const Item&)>
void to_selected(Context c) {
    change(c, *owner(c), c.session.selection().item);
}

}  // namespace

void add_part_actions(std::vector<Action>& list) {
    list.push_back({"rig.name", "Rename the selection", "Rig", plain(Key::f2), rename, has_name, {}, true});
    list.push_back({"rig.add_joint",
                    "Add a joint below the selected one",
                    "Rig",
                    {},
                    to_selected<add_joint_below>,
                    is_possible<can_have_joint>,
                    {}});
    list.push_back({"rig.add_site",
                    "Add a site to the selected joint or segment",
                    "Rig",
                    {},
                    to_selected<add_site_on>,
                    is_possible<can_have_site>,
                    {}});
    list.push_back({"rig.raise",
                    "Re-parent the selection to its grandparent",
                    "Rig",
                    {},
                    to_selected<reparent_to_grandparent>,
                    is_possible<can_reparent_to_grandparent>,
                    {}});
}

}  // namespace vitruvian

#include "app/gui/inspector.h"

#include "app/gui/context_menu.h"
#include "app/gui/docked_window.h"
#include "app/gui/focus.h"
#include "app/gui/text_field.h"
#include "app/gui/widgets.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

/// Whether items of this kind can be renamed by a Command.
bool can_be_renamed(ItemKind kind) {
    return kind == ItemKind::humanoid || kind == ItemKind::joint || kind == ItemKind::segment ||
           kind == ItemKind::site || kind == ItemKind::displacer;
}

/// Draws the kind and the name, as a text field if it can be changed.
void draw_title(const PanelContext& c, const Selection& what) {
    const std::string name = name_of(c.session, what);
    inline_icon(c, icon_of(what.item.kind), c.theme.accent);
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    const std::string kind(kind_name(what.item.kind));
    const std::size_t others = c.session.view().also_selected.size();
    std::string text = static_cast<char>(kind[0] - 'a' + 'A') + kind.substr(1);
    if (others > 0) text += fmt::format(", one of {} selected", others + 1);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
    ImGui::PushFont(c.theme.strong);
    if (!can_be_renamed(what.item.kind)) {
        ImGui::TextWrapped("%s", name.empty() ? "(no name)" : name.c_str());
    } else {
        name_field(c, what, name);
    }
    ImGui::PopFont();
    ImGui::Spacing();
}

}  // namespace

void name_field(const PanelContext& c, const Selection& what, const std::string& name) {
    InspectorState& state = c.gui.inspector;
    if (state.name_of != what || state.name_was != name) {
        state.name = name;
        state.name_of = what;
        state.name_was = name;
    }
    ImGui::SetNextItemWidth(-1.0F);
    text_field(c, "inspector/name", "(no name)", state.name, ImGuiInputTextFlags_AutoSelectAll);
    const bool by_tab = leave_by_tab(c);
    if (by_tab && !ImGui::GetIO().KeyShift) c.gui.fields.open_next = true;
    const bool done = by_tab || ImGui::IsItemDeactivatedAfterEdit();
    tooltip(c, "Its name in the file. Enter or Tab sets it, Esc cancels.");
    if (done && state.name != name) c.push(Edit{what.figure, Rename{what.item, state.name}});
    // A name that is refused does not stay in the field.
    if (done) state.name = name;
}

namespace {

void draw_selected(const PanelContext& c, const Selection& what) {
    if (what.item.kind == ItemKind::none) {
        inspect_file(c, *c.session.active_figure());
        return;
    }
    draw_title(c, what);
    switch (what.item.kind) {
        case ItemKind::joint:
            return inspect_joint(c, what);
        case ItemKind::segment:
            return inspect_segment(c, what);
        case ItemKind::site:
            return inspect_site(c, what);
        case ItemKind::displacer:
            return inspect_displacer(c, what);
        case ItemKind::mesh:
            return inspect_mesh(c, what);
        case ItemKind::clip:
            return inspect_clip(c, what);
        case ItemKind::humanoid:
            return inspect_humanoid(c, what);
        default:
            return;
    }
}

}  // namespace

void draw_inspector(const PanelContext& c, const Rect& area) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(4), c.theme.px(4)));
    begin_docked("Inspector", area, ImGuiWindowFlags_AlwaysVerticalScrollbar);
    if (ImGui::GetScrollMaxY() <= 0.0F) {
        // Space is reserved for the scroll bar, so that nothing moves when it appears; an inactive bar is
        // hidden.
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.PushClipRect(area.min(), area.max());
        list.AddRectFilled(ImVec2(area.max().x - ImGui::GetStyle().ScrollbarSize, area.y), area.max(),
                           color_of(c.theme.panel));
        list.PopClipRect();
    }
    if (const OpenFigure* figure = c.session.active_figure()) {
        const Selection& what = c.session.selection();
        // Things of one kind have their rows in the same places; the page of another kind begins at its top.
        if (c.gui.inspector.page != what.item.kind) ImGui::SetScrollY(0.0F);
        c.gui.inspector.page = what.item.kind;
        draw_selected(c, what);
        c.gui.fields.open_next = false;  // there is no field after the last one of the page
        menu_on_window(c, what.figure == 0 ? Selection{figure->id, {}} : what);
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace vitruvian

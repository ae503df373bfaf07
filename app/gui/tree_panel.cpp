#include "app/gui/tree_panel.h"

#include "app/gui/context_menu.h"
#include "app/gui/docked_window.h"
#include "app/gui/empty_panel.h"
#include "app/gui/focus.h"
#include "app/gui/text_field.h"
#include "app/gui/tree_drag.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace vitruvian {
namespace {

void toggle(TreeState& state, const TreeRow& row) {
    if (!state.toggled.erase(row.key)) state.toggled.insert(row.key);
    state.stale = true;
}

std::string row_id(const TreeRow& row) {
    if (row.heading) return fmt::format("tree/{}", row.label);
    return fmt::format("tree/{}/{}", kind_name(row.what.item.kind), row.label);
}

/// Returns the first row that matches the search; null if there is none.
const TreeRow* first_hit(const PanelContext& c) {
    const std::vector<TreeRow>& rows = c.gui.tree.rows;
    const auto hit = std::find_if(rows.begin(), rows.end(), [](const TreeRow& row) { return row.is_hit; });
    return hit == rows.end() ? nullptr : &*hit;
}

/// Enter and Down go to the match, Esc ends the search.
void search_by_keys(const PanelContext& c, bool active, bool left) {
    TreeState& state = c.gui.tree;
    if (!active && !left) return;
    if (c.take_key(Key::escape)) {
        state.search.clear();
        leave_text_field();
        return;
    }
    const bool enter = c.take_key(Key::enter);
    const bool down = active && c.take_key(Key::down);
    if (state.search.empty() || (!enter && !down)) return;
    const TreeRow* hit = first_hit(c);
    if (hit == nullptr) return;
    c.push(Select{hit->what, enter});
    state.shown_selection = {};
    leave_text_field();
    state.focus_rows = true;
}

void draw_search(const PanelContext& c) {
    TreeState& state = c.gui.tree;
    const float button = c.theme.px(26);
    const float buttons = (state.search.empty() ? 1.0F : 2.0F) * button;
    ImGui::SetNextItemWidth(std::max(ImGui::GetContentRegionAvail().x - buttons - c.theme.px(2), 1.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(c.theme.px(28), c.theme.px(5)));
    const bool entered = text_field(c, "tree/search", "Search", state.search,
                                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleVar();
    const bool active = ImGui::IsItemActive();
    const bool left = ImGui::IsItemDeactivated();
    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    draw_icon(*ImGui::GetWindowDrawList(), Icon::search,
              ImVec2(from.x + c.theme.px(15), 0.5F * (from.y + to.y)), c.theme.px(13), color_of(c.theme.dim));
    search_by_keys(c, active, left || entered);
    if (!state.search.empty()) {
        ImGui::SameLine(0.0F, c.theme.px(2));
        if (icon_button(c, "tree/search/clear", Icon::close, "Clear the search (Esc)", false, true, 26.0F))
            state.search.clear();
    }
    ImGui::SameLine(0.0F, c.theme.px(2));
    if (icon_button(c, "tree/collapse", Icon::collapse, "Collapse all branches but the first", false, true,
                    26.0F)) {
        state.toggled.clear();
        state.stale = true;
        state.shown_selection = c.session.selection();
    }
}

float eye_half(const Theme& theme) {
    return theme.px(12);
}

/// Whether the row's figure, or what is drawn of its item, can be shown and hidden, and is shown.
std::optional<bool> is_shown(const PanelContext& c, const TreeRow& row) {
    const OpenFigure* figure = row.heading ? nullptr : c.session.figure(row.what.figure);
    if (figure == nullptr) return std::nullopt;
    if (row.what.item.kind == ItemKind::none) return figure->shown;
    const ItemKind kind = row.what.item.kind;
    if (kind != ItemKind::mesh && kind != ItemKind::joint && kind != ItemKind::site) return std::nullopt;
    return !hides(*figure, row.what.item);
}

/// Draws the visibility toggle at the end of a row, centred at `centre`.
void draw_eye(const PanelContext& c, const TreeRow& row, bool shown, ImVec2 centre, bool hovered) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 color = color_of(hovered ? c.theme.text : shown ? c.theme.dim : c.theme.faint);
    draw_icon(list, Icon::eye, centre, c.theme.px(14), color);
    const float half = c.theme.px(6);
    if (!shown) {
        list.AddLine(ImVec2(centre.x - half, centre.y + half), ImVec2(centre.x + half, centre.y - half),
                     color, c.theme.px(1.5F));
    }
    const float reach = eye_half(c.theme);
    const bool is_file = row.what.item.kind == ItemKind::none;
    c.report.widget(
        "tree/eye/" + (is_file ? c.session.figure(row.what.figure)->name() : name_of(c.session, row.what)),
        ImVec2(centre.x - reach, centre.y - reach), ImVec2(centre.x + reach, centre.y + reach));
    if (!hovered) return;
    tooltip(c, shown ? "Hide it (Alt: show only this one)" : "Show it");
    if (!ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
    const bool alone = ImGui::GetIO().KeyAlt;
    if (is_file) {
        c.push(alone ? Intent(ShowAlone{row.what.figure}) : Intent(SetShown{row.what.figure, !shown}));
    } else {
        c.push(alone ? Intent(ShowItemsAlone{row.what.figure, {row.what.item}})
                     : Intent(SetItemsShown{row.what.figure, {row.what.item}, !shown}));
    }
}

/// Draws the badge of a file's remarks; returns its width.
float draw_badge(const PanelContext& c, const OpenFigure& figure, float right, float middle) {
    const Message* message = c.session.message_of(figure.id);
    if (message == nullptr) return 0.0F;
    const float width = c.theme.px(20);
    const ImVec2 from(right - width, middle - c.theme.px(10));
    const ImVec2 to(right, middle + c.theme.px(10));
    draw_icon(*ImGui::GetWindowDrawList(), icon_of(message->severity), ImVec2(right - 0.5F * width, middle),
              c.theme.px(14), color_of(color_of(c.theme, message->severity)));
    c.report.widget("tree/badge/" + figure.name(), from, to);
    if (!ImGui::IsItemHovered() || !ImGui::IsMouseHoveringRect(from, to)) return width;
    tooltip(c, message->title.c_str());
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) c.gui.messages_open = true;
    return width;
}

/// Draws the context menu of a row.
void draw_row_menu(const PanelContext& c, const TreeRow& row) {
    if (row.heading) return;
    ImGui::PushID(static_cast<int>(row.key));
    ImGui::PushID(static_cast<int>(row.key >> 32U));
    menu_on_last_item(c, row.what);
    ImGui::PopID();
    ImGui::PopID();
}

/// Positions of a row's arrow, icon and text.
struct RowRoom {
    float left;
    float top;
    float right;
    float bottom;
    bool narrow;
    bool selected;
};

void draw_row_words(const PanelContext& c, const TreeRow& row, const RowRoom& room) {
    const Theme& theme = c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const OpenFigure* file =
        row.what.item.kind == ItemKind::none ? c.session.figure(row.what.figure) : nullptr;
    const float middle = std::floor(0.5F * (room.top + room.bottom));
    if (row.has_children) {
        draw_icon(list, row.open ? Icon::chevron_down : Icon::chevron_right,
                  ImVec2(room.left + theme.px(6), middle), theme.px(9), color_of(theme.dim));
    }
    float x = room.left + theme.px(room.narrow ? 13 : 16);
    if (!row.heading && !(room.narrow && file != nullptr)) {
        draw_icon(list, icon_of(row.what.item.kind), ImVec2(x + theme.px(7), middle), theme.px(13),
                  color_of(room.selected ? theme.accent : theme.dim));
        x += theme.px(room.narrow ? 17 : 20);
    }
    const float badge = file == nullptr ? 0.0F : draw_badge(c, *file, room.right, middle);
    if (room.narrow) ImGui::PushFont(theme.small);
    const float width = room.right - badge - x - theme.px(4);
    const float count = ImGui::CalcTextSize(row.detail.c_str()).x + theme.px(room.narrow ? 4 : 8);
    // A heading's text has priority over its count, a name over its details.
    const float label = ImGui::CalcTextSize(row.label.c_str()).x;
    const float least = row.heading ? label : std::min(label, 0.5F * width);
    const bool has_count = !row.detail.empty() && least + count <= width;
    const std::string shown =
        fitted_middle(row.label, std::max(width - (has_count ? count : 0.0F), theme.px(16)));
    const bool is_quiet = row.heading || !is_shown(c, row).value_or(true);
    const float text_y = middle - std::floor(0.5F * ImGui::GetTextLineHeight());
    list.AddText(ImVec2(x, text_y), color_of(is_quiet ? theme.dim : theme.text), shown.c_str());
    if (has_count) list.AddText(ImVec2(room.right - count, text_y), color_of(theme.dim), row.detail.c_str());
    if (room.narrow) ImGui::PopFont();
    if (shown != row.label || (!row.detail.empty() && !has_count))
        tooltip(c, fmt::format("{}{}{}", row.label, row.detail.empty() ? "" : ": ", row.detail).c_str());
}

void select_row(const PanelContext& c, const TreeRow& row) {
    const ImGuiIO& io = ImGui::GetIO();
    c.gui.tree.shown_selection = row.what;
    if (io.KeyCtrl) return c.push(ToggleSelected{row.what});
    if (io.KeyShift)
        return c.push(SelectMany{items_between(c.gui.tree.rows, c.session.selection(), row.what)});
    c.push(Select{row.what, false});
}

void draw_row(const PanelContext& c, const TreeRow& row, float height) {
    TreeState& state = c.gui.tree;
    const Theme& theme = c.theme;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushID(static_cast<int>(row.key));
    ImGui::PushID(static_cast<int>(row.key >> 32U));
    ImGui::InvisibleButton("row", ImVec2(width, height));
    ImGui::PopID();
    ImGui::PopID();
    c.mark(row_id(row));
    const bool hovered = ImGui::IsItemHovered();
    // Names stay readable, however deep they are.
    const bool narrow = width < theme.px(170);
    const float max_indent = std::max(width - theme.px(150), theme.px(8));
    const float indent = from.x + theme.px(narrow ? 0 : 2) +
                         std::min(theme.px(narrow ? 0.3F * row.indent : row.indent), max_indent);
    const ImVec2 to(from.x + width, from.y + height);
    // In a narrow panel a file's name uses the eye's space until the row is hovered, as names of meshes do.
    const std::optional<bool> shown = is_shown(c, row);
    const bool is_file = row.what.item.kind == ItemKind::none;
    const bool has_eye = shown && ((is_file && !narrow) || hovered || !*shown);
    const bool on_eye =
        shown && ImGui::IsItemHovered() && ImGui::GetIO().MousePos.x > to.x - 2.0F * eye_half(theme);
    const bool on_arrow = row.has_children && ImGui::GetIO().MousePos.x < indent + theme.px(14);
    if (ImGui::IsItemClicked() && !on_eye) {
        if (row.has_children && (on_arrow || row.heading)) {
            toggle(state, row);
        } else {
            select_row(c, row);
        }
    }
    const bool adds = ImGui::GetIO().KeyCtrl || ImGui::GetIO().KeyShift;
    if (hovered && !row.heading && !adds && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !on_arrow &&
        !on_eye) {
        c.push(Select{row.what, true});
    }
    if (hovered && !row.heading) c.push(Hover{row.what});
    draw_row_menu(c, row);
    if (!row.heading) drag_to_reparent(c, row.what);

    const bool selected = !row.heading && c.session.view().is_selected(row.what);
    const bool lit = !row.heading && row.what.item.kind != ItemKind::none && row.what == c.session.hovered();
    if (selected || hovered || lit) {
        ImGui::GetWindowDrawList()->AddRectFilled(
            from, to, color_of(selected ? theme.accent_quiet : theme.raised), theme.px(4));
    }
    if (has_eye) draw_eye(c, row, *shown, ImVec2(to.x - eye_half(theme), 0.5F * (from.y + to.y)), on_eye);
    draw_row_words(c, row,
                   {indent, from.y, has_eye ? to.x - 2.0F * eye_half(theme) : to.x, to.y, narrow, selected});
}

/// Opens the branches that hide the selection.
bool reveal(TreeState& state, const Session& session) {
    const Selection& wanted = session.selection();
    const Document& document = session.active_figure()->document();
    const bool is_displacer = wanted.item.kind == ItemKind::displacer;
    const int humanoid =
        is_displacer ? std::max(humanoid_of(document, wanted.item), 0) : wanted.item.humanoid;
    // Headings are closed initially, and contents of closed branches have no rows.
    const Selection heading{wanted.figure, {wanted.item.kind, humanoid, -1}};
    std::unordered_set<std::uint64_t> opened;
    for (const TreeRow& row : tree_rows(session, {}, "")) {
        if (row.heading && !row.open && row.what == heading) opened.insert(row.key);
    }
    std::vector<const TreeRow*> above;
    const std::vector<TreeRow> all = tree_rows(session, opened, "");
    for (const TreeRow& row : all) {
        while (!above.empty() && above.back()->depth >= row.depth) above.pop_back();
        if (row.heading || row.what != wanted) {
            above.push_back(&row);
            continue;
        }
        for (const TreeRow* parent : above) {
            if (opened.contains(parent->key)) {
                state.toggled.insert(parent->key);
            } else {
                state.toggled.erase(parent->key);
            }
        }
        return true;
    }
    return false;
}

void move_by_keys(const PanelContext& c) {
    TreeState& state = c.gui.tree;
    const auto current = std::find_if(state.rows.begin(), state.rows.end(), [&](const TreeRow& row) {
        return !row.heading && row.what == c.session.selection();
    });
    if (current == state.rows.end()) return;
    const auto select_near = [&](int step) {
        auto row = current;
        while (true) {
            if (step < 0 && row == state.rows.begin()) return;
            row += step;
            if (row == state.rows.end()) return;
            if (!row->heading) break;
        }
        c.push(Select{row->what, false});
    };
    if (c.take_key(Key::down)) select_near(1);
    if (c.take_key(Key::up)) select_near(-1);
    if (c.take_key(Key::enter)) c.push(FrameSelection{});
    if (current->has_children) {
        if (current->open && c.take_key(Key::left)) toggle(state, *current);
        if (!current->open && c.take_key(Key::right)) toggle(state, *current);
    }
}

void refresh_rows(const PanelContext& c) {
    TreeState& state = c.gui.tree;
    const bool search_ended = state.search.empty() && !state.searched.empty();
    if (search_ended) state.shown_selection = {};
    const bool reselected = state.shown_selection != c.session.selection();
    if (reselected && state.search.empty() && c.session.selection().item.kind != ItemKind::none) {
        state.stale = reveal(state, c.session) || state.stale;
    }
    if (!state.stale && state.rows_of == c.session.structure_revision() && state.searched == state.search)
        return;
    state.rows = tree_rows(c.session, state.toggled, state.search);
    const std::size_t figures = c.session.figures().size();
    if (figures < std::exchange(state.figures, figures) && state.rows.empty() && !state.search.empty()) {
        // What was searched for is closed.
        state.search.clear();
        state.rows = tree_rows(c.session, state.toggled, state.search);
    }
    state.rows_of = c.session.structure_revision();
    state.searched = state.search;
    state.stale = false;
}

}  // namespace

void draw_tree_panel(const PanelContext& c, const Rect& area) {
    TreeState& state = c.gui.tree;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    begin_docked("Scene tree", area, ImGuiWindowFlags_NoScrollbar);
    draw_search(c);
    refresh_rows(c);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0.0F, 0.0F));
    ImGui::BeginChild("rows", ImVec2(0.0F, 0.0F), false, ImGuiWindowFlags_NoNav);
    if (state.focus_rows) ImGui::SetWindowFocus();
    state.focus_rows = false;
    state.focused =
        ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) && !ImGui::GetIO().WantTextInput;
    const float height = c.theme.px(24);
    if (state.focused) move_by_keys(c);
    scroll_for_drag(c);
    if (state.shown_selection != c.session.selection()) {
        state.shown_selection = c.session.selection();
        for (std::size_t i = 0; i < state.rows.size(); ++i) {
            if (state.rows[i].heading || state.rows[i].what != state.shown_selection) continue;
            const float y = static_cast<float>(i) * height;
            const float top = ImGui::GetScrollY();
            if (y < top || y + height > top + ImGui::GetWindowHeight()) {
                ImGui::SetScrollY(std::max(0.0F, y - 0.4F * ImGui::GetWindowHeight()));
            }
        }
    }
    if (state.rows.empty()) {
        if (c.session.figures().empty()) {
            empty_panel(c, nothing_is_open);
        } else {
            empty_panel(c, fmt::format("Nothing is called \u201C{}\u201D.", state.search).c_str());
        }
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(state.rows.size()), height);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            draw_row(c, at(state.rows, i), height);
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::End();
    ImGui::PopStyleVar();
}

}  // namespace vitruvian

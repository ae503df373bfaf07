// The dope sheet: rows of keys, selected with the mouse, moved, scaled, copied and deleted.
#include "app/gui/clip_menu.h"
#include "app/gui/key_sheet_view.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace vitruvian {
namespace {

bool is_selected_row(const KeySheetView& s, int index) {
    return index >= 0 && at(s.state.rows, index).item.kind != ItemKind::none &&
           s.c.session.view().is_selected({s.figure.id, at(s.state.rows, index).item});
}

void draw_diamond(ImDrawList& list, ImVec2 centre, float half, ImU32 fill, ImU32 edge) {
    const ImVec2 top(centre.x, centre.y - half);
    const ImVec2 right(centre.x + half, centre.y);
    const ImVec2 bottom(centre.x, centre.y + half);
    const ImVec2 left(centre.x - half, centre.y);
    list.AddQuadFilled(top, right, bottom, left, fill);
    list.AddQuad(top, right, bottom, left, edge, 1.0F);
}

/// Draws the keys of one row; keys closer than the width of their marks are drawn as a line per pixel.
void draw_keys(const KeySheetView& s, int index, float middle) {
    const Theme& theme = s.c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::vector<float>& times = s.times(index);
    const auto first =
        std::lower_bound(times.begin(), times.end(), static_cast<float>(s.scale.at(s.lanes.x - theme.px(8))));
    const auto last = std::upper_bound(
        times.begin(), times.end(), static_cast<float>(s.scale.at(s.lanes.x + s.scale.width + theme.px(8))));
    const auto count = static_cast<float>(std::distance(first, std::max(first, last)));
    const bool dense = count * theme.px(7) > s.scale.width;
    const float half = theme.px(index < 0 ? 4.5F : 4.0F);
    const ImU32 edge = color_of(theme.panel);
    float drawn_at = -1e9F;
    for (auto time = first; time < last; ++time) {
        const float x = std::floor(s.scale.x(static_cast<double>(*time))) + 0.5F;
        const bool chosen = is_chosen(s, index, *time);
        const ImU32 color = color_of(chosen ? theme.accent : index < 0 ? theme.text : theme.dim);
        if (dense) {
            if (x - drawn_at < 1.0F && !chosen) continue;
            list.AddLine(ImVec2(x, middle - half), ImVec2(x, middle + half), color, 1.0F);
            drawn_at = x;
        } else {
            draw_diamond(list, ImVec2(x, middle), half, color, edge);
            if (s.c.report.enabled() && s.shown.size() * times.size() < 2000) {
                const std::string name = index < 0 ? "all" : at(s.state.rows, index).name;
                s.c.report.widget(fmt::format("keys/key/{}/{:.3f}", name, *time),
                                  ImVec2(x - half, middle - half), ImVec2(x + half, middle + half));
            }
        }
    }
}

void draw_rows(KeySheetView& s, ImVec2 names, float names_width) {
    const Theme& theme = s.c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float right = s.lanes.x + s.scale.width;
    ImGui::PushClipRect(names, ImVec2(right, s.lanes.y + s.height), true);
    for (std::size_t place = 0; place < s.shown.size(); ++place) {
        const float y = s.y(place);
        if (y + s.row < s.lanes.y || y > s.lanes.y + s.height) continue;
        const int index = s.shown[place];
        const ImVec2 from(names.x, y);
        const ImVec2 to(right, y + s.row - 1.0F);
        const bool selected = is_selected_row(s, index);
        if (selected) list.AddRectFilled(from, to, color_of(theme.accent_quiet, 0.75F));
        if (!selected && index < 0) list.AddRectFilled(from, to, color_of(theme.raised));
        if (!selected && index >= 0 && place % 2 == 1)
            list.AddRectFilled(from, to, color_of(theme.raised, 0.45F));
        const std::string name =
            index < 0 ? fmt::format("All {} rows", s.state.rows.size()) : at(s.state.rows, index).name;
        const float text_y = std::floor(y + 0.5F * (s.row - ImGui::GetTextLineHeight()));
        list.AddText(ImVec2(names.x + theme.px(8), text_y),
                     color_of(index < 0 || selected ? theme.text : theme.dim),
                     fitted_middle(name, names_width - theme.px(16)).c_str());
    }
    ImGui::PopClipRect();
}

void draw_lanes(const KeySheetView& s) {
    ImGui::PushClipRect(s.lanes, ImVec2(s.lanes.x + s.scale.width, s.lanes.y + s.height), true);
    for (std::size_t place = 0; place < s.shown.size(); ++place) {
        const float y = s.y(place);
        if (y + s.row < s.lanes.y || y > s.lanes.y + s.height) continue;
        draw_keys(s, s.shown[place], std::floor(y + 0.5F * s.row));
    }
    ImGui::PopClipRect();
}

void draw_playhead(const KeySheetView& s, float top) {
    const Theme& theme = s.c.theme;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float x = std::floor(s.scale.x(s.c.session.clip_time()));
    if (x < s.lanes.x || x > s.lanes.x + s.scale.width) return;
    const ImU32 accent = color_of(theme.accent);
    list.AddLine(ImVec2(x, top), ImVec2(x, s.lanes.y + s.height), accent, theme.px(2));
    list.AddTriangleFilled(ImVec2(x - theme.px(5), top), ImVec2(x + theme.px(5), top),
                           ImVec2(x, top + theme.px(8)), accent);
}

/// A click on a name selects its item.
void work_names(KeySheetView& s, ImVec2 names, float width) {
    ImGui::SetCursorScreenPos(ImVec2(names.x, s.lanes.y));
    ImGui::InvisibleButton("names", ImVec2(width, std::max(s.height, 1.0F)));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float place = (mouse.y - s.lanes.y + s.state.scroll) / s.row;
    for (std::size_t i = 0; s.c.report.enabled() && i < s.shown.size(); ++i) {
        if (s.shown[i] < 0 || s.y(i) < s.lanes.y || s.y(i) + s.row > s.lanes.y + s.height) continue;
        s.c.report.widget("keys/row/" + at(s.state.rows, s.shown[i]).name, ImVec2(names.x, s.y(i)),
                          ImVec2(names.x + width, s.y(i) + s.row));
    }
    if (!ImGui::IsItemHovered() || place < 0.0F || place >= static_cast<float>(s.shown.size())) return;
    const int index = s.shown[static_cast<std::size_t>(place)];
    if (index < 0) return;
    const KeyRow& row = at(s.state.rows, index);
    tooltip(s.c, fmt::format("{}: {} keys. Click to select it, double-click for its keys.", row.name,
                             row.times.size())
                     .c_str());
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        s.state.curve_of = row.what;
        if (row.item.kind != ItemKind::none) s.c.push(Select{{s.figure.id, row.item}});
    }
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        s.state.selection.clear();
        s.state.selection.add_span(row, -1.0F, 1e9F);
    }
}

void scroll(KeySheetView& s) {
    const float most = std::max(0.0F, static_cast<float>(s.shown.size()) * s.row - s.height);
    const ImGuiIO& io = ImGui::GetIO();
    const bool over = ImGui::IsWindowHovered() && io.MousePos.y >= s.lanes.y;
    if (over && !io.KeyCtrl && !io.KeyShift) s.state.scroll -= 3.0F * s.row * io.MouseWheel;
    // An item selected elsewhere is scrolled into view, once.
    const Item& item = s.c.session.selection().item;
    if (s.state.scrolled_to != item) {
        s.state.scrolled_to = item;
        for (std::size_t place = 0; place < s.shown.size(); ++place) {
            if (!is_selected_row(s, s.shown[place])) continue;
            const float y = static_cast<float>(place) * s.row;
            if (y < s.state.scroll || y + s.row > s.state.scroll + s.height)
                s.state.scroll = y - 0.5F * s.height;
        }
    }
    s.state.scroll = std::clamp(s.state.scroll, 0.0F, most);
    if (most <= 0.0F) return;
    const float share = s.height / (s.height + most);
    const float top = s.lanes.y + s.state.scroll / (s.height + most) * s.height;
    const float x = s.lanes.x + s.scale.width - s.c.theme.px(4);
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x, top),
                                              ImVec2(x + s.c.theme.px(3), top + share * s.height),
                                              color_of(s.c.theme.faint, 0.6F), s.c.theme.px(2));
}

std::vector<int> shown_rows(const PanelContext& c, const OpenFigure& figure, const KeyPanelState& state) {
    std::vector<int> out{-1};
    for (int i = 0; i < static_cast<int>(state.rows.size()); ++i) {
        if (!state.only_selected || c.session.view().is_selected({figure.id, at(state.rows, i).item}))
            out.push_back(i);
    }
    return out;
}

}  // namespace

void draw_key_sheet(const PanelContext& c, const OpenFigure& figure, const Clip& clip) {
    refresh_keys(c, figure);
    KeyPanelState& state = c.gui.keys_panel;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 region = ImGui::GetContentRegionAvail();
    const float names = std::min(c.theme.px(188), std::floor(0.3F * region.x));
    const float ruler = c.theme.px(24);
    draw_key_tools(c, figure, names);
    const float left = from.x + names + c.theme.px(4);
    KeySheetView sheet{c,
                       figure,
                       clip,
                       state,
                       time_scale(c, clip, left, from.x + region.x - left),
                       ImVec2(left, from.y + ruler),
                       std::max(region.y - ruler, 1.0F),
                       c.theme.px(20),
                       shown_rows(c, figure, state)};
    scroll(sheet);
    draw_rows(sheet, ImVec2(from.x, from.y + ruler), names);
    draw_key_ruler(c, clip, sheet.scale, ImVec2(left, from.y), ruler, from.y + region.y);
    draw_lanes(sheet);
    work_names(sheet, from, names);
    work_lanes(sheet);
    draw_playhead(sheet, from.y);
    draw_clip_menu(c);
}

}  // namespace vitruvian

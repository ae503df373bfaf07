#include "app/gui/panes.h"

#include "app/gui/action_help.h"
#include "app/gui/actions.h"
#include "app/gui/camera_menu.h"
#include "app/gui/context_menu.h"
#include "app/gui/viewport_hints.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {
namespace {

struct Side {
    const char* id;
    const char* title;
    const char* help;
    StandardView from;
    bool opposite;
};

constexpr std::array sides = {
    Side{"front", "Front", "From the front (1), orthographic; dragging to orbit pans", StandardView::front,
         false},
    Side{"back", "Back", "From behind (Ctrl+1), orthographic; dragging to orbit pans", StandardView::front,
         true},
    Side{"left", "Left side", "From its left (3), orthographic; dragging to orbit pans", StandardView::side,
         false},
    Side{"right", "Right side", "From its right (Ctrl+3), orthographic; dragging to orbit pans",
         StandardView::side, true},
    Side{"top", "Top", "From above (7), orthographic; dragging to orbit pans", StandardView::top, false},
    Side{"below", "Bottom", "From below (Ctrl+7), orthographic; dragging to orbit pans", StandardView::top,
         true},
};

/// Returns "Front", or "Free" for a rotatable view; with the only figure that it shows, if any.
std::string title_of_view(const PanelContext& c, const StageView& view) {
    std::string out = "Free";
    for (const Side& side : sides) {
        if (!view.turns && side.from == view.from && side.opposite == view.opposite) out = side.title;
    }
    const OpenFigure* own = c.session.figure(view.figure);
    return own == nullptr ? out : fmt::format("{}: {}", out, fitted_middle(own->name(), c.theme.px(140)));
}

/// A row of a menu; returns true when it was chosen.
bool row(const PanelContext& c, const std::string& id, const char* title, const char* help, bool checked,
         const char* key = nullptr) {
    const bool chosen = ImGui::MenuItem(title, key, checked);
    c.mark("panes/" + id);
    tooltip(c, help);
    return chosen;
}

void action_row(const PanelContext& c, std::string_view id) {
    const auto action = std::find_if(actions().begin(), actions().end(),
                                     [id](const Action& candidate) { return candidate.id == id; });
    if (action == actions().end()) return;
    const bool checked = action->checked && action->checked(c);
    if (row(c, action->id, action->title.c_str(), help_of(*action), checked, action->shortcut.text().c_str()))
        action->run(c);
}

void layout_rows(const PanelContext& c) {
    for (const char* id : {"views.one", "views.two", "views.three", "views.four"}) action_row(c, id);
    ImGui::Separator();
    action_row(c, "views.linked");
}

void side_rows(const PanelContext& c, int index, const StageView& view) {
    const std::uint64_t figure = view.figure;
    if (row(c, "free", "Free", "Orbits, with perspective (0)", view.turns)) {
        c.push(FocusView{index});
        c.push(SetView{index, figure, true});
        c.push(SetOrthographic{false});
        c.push(ShowView{StandardView::best, false});
    }
    for (const Side& side : sides) {
        const bool is_it = !view.turns && side.from == view.from && side.opposite == view.opposite;
        if (!row(c, side.id, side.title, side.help, is_it)) continue;
        c.push(FocusView{index});
        c.push(SetView{index, figure, false});
        c.push(SetOrthographic{true});
        c.push(ShowView{side.from, side.opposite});
    }
}

void figure_rows(const PanelContext& c, int index, const StageView& view) {
    if (c.session.figures().size() < 2) return;
    ImGui::Separator();
    if (row(c, "figure/all", "All figures", "Shows every figure in this view", view.figure == 0))
        c.push(SetView{index, 0, view.turns});
    for (const OpenFigure& figure : c.session.figures()) {
        if (figure.attached.any()) continue;
        const std::string title = fitted_middle(figure.name(), c.theme.px(220));
        ImGui::PushID(static_cast<int>(figure.id));
        if (row(c, "figure/" + figure.name(), title.c_str(), "Shows only this figure in this view",
                view.figure == figure.id))
            c.push(SetView{index, figure.id, view.turns});
        ImGui::PopID();
    }
}

void camera_menu(const PanelContext& c, int index) {
    const std::vector<Viewpoint> cameras = cameras_at_hand(c);
    if (cameras.empty() || !ImGui::BeginMenu("Cameras of the file")) return;
    camera_rows(c, "panes/camera", cameras, index);
    ImGui::EndMenu();
}

/// A dragged divider.
struct Grip {
    bool lit = false;
    bool dragged = false;
    bool centred = false;  // clicked twice
};

Grip grip(const PanelContext& c, const char* id, const Rect& place, ImGuiMouseCursor cursor) {
    ImGui::SetCursorScreenPos(place.min());
    ImGui::InvisibleButton(id, place.size());
    c.mark(id);
    Grip out;
    out.lit = ImGui::IsItemActive() || ImGui::IsItemHovered();
    if (out.lit) ImGui::SetMouseCursor(cursor);
    out.dragged = ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1.0F);
    out.centred = ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left);
    return out;
}

bool has_low_label(const Rect& pane, float scale) {
    return pane.width < 240.0F * scale || pane.height < 200.0F * scale;
}

}  // namespace

std::vector<Rect> pane_rects(ViewLayout layout, const ViewSplit& split, const Rect& area, float gap) {
    if (layout == ViewLayout::one) return {area};
    const float left = std::max(std::floor((area.width - gap) * split.x), 1.0F);
    const float right = std::max(area.width - gap - left, 1.0F);
    const float upper = std::max(std::floor((area.height - gap) * split.y), 1.0F);
    const float lower = std::max(area.height - gap - upper, 1.0F);
    const float x = area.x + left + gap;
    const float y = area.y + upper + gap;
    if (layout == ViewLayout::two)
        return {{area.x, area.y, left, area.height}, {x, area.y, right, area.height}};
    const Rect upper_right{x, area.y, right, upper};
    const Rect lower_right{x, y, right, lower};
    if (layout == ViewLayout::three) return {{area.x, area.y, left, area.height}, upper_right, lower_right};
    return {{area.x, area.y, left, upper}, upper_right, {area.x, y, left, lower}, lower_right};
}

void draw_pane_splitters(const PanelContext& c, const Rect& area) {
    const ViewLayout layout = c.session.views().layout;
    if (layout == ViewLayout::one) return;
    const float gap = c.theme.px(4);
    ViewSplit& split = c.gui.settings.views;
    const std::vector<Rect> panes = pane_rects(layout, split, area, gap);
    const float x = panes[0].x + panes[0].width;
    const float y = panes[1].y + panes[1].height;
    const Rect upright{x, area.y, gap, area.height};
    const float begin = layout == ViewLayout::three ? x + gap : area.x;
    const Rect level{begin, y, area.x + area.width - begin, gap};
    // The first one gets the mouse: where dividers cross, both are grabbed.
    const float reach = c.theme.px(4);
    const Rect crossing{x - reach, y - reach, gap + 2.0F * reach, gap + 2.0F * reach};
    Grip both;
    if (layout == ViewLayout::four)
        both = grip(c, "splitter/views/middle", crossing, ImGuiMouseCursor_ResizeAll);
    const Grip in_x = grip(c, "splitter/views/x", upright, ImGuiMouseCursor_ResizeEW);
    Grip in_y;
    if (layout != ViewLayout::two) in_y = grip(c, "splitter/views/y", level, ImGuiMouseCursor_ResizeNS);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto draw = [&](const Rect& line, bool lit) {
        list.AddRectFilled(line.min(), line.max(), color_of(lit ? c.theme.accent : c.theme.window));
    };
    draw(upright, in_x.lit || both.lit);
    if (layout != ViewLayout::two) draw(level, in_y.lit || both.lit);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto share = [&](float at, float from, float length) {
        return std::clamp((at - 0.5F * gap - from) / std::max(length - gap, 1.0F), 0.1F, 0.9F);
    };
    if (in_x.dragged || both.dragged) split.x = share(mouse.x, area.x, area.width);
    if (in_y.dragged || both.dragged) split.y = share(mouse.y, area.y, area.height);
    if (in_x.centred || both.centred) split.x = 0.5F;
    if (in_y.centred || both.centred) split.y = 0.5F;
}

float label_height(const Rect& pane, float scale) {
    return std::floor((has_low_label(pane, scale) ? 20.0F : 38.0F) * scale + 0.5F);
}

void draw_pane_label(const PanelContext& c, int index, const Rect& pane, float left) {
    const StageView& view = at(c.session.views().all, index);
    const bool low = has_low_label(pane, c.theme.scale);
    const float inset = low ? 0.0F : c.theme.px(8);
    const float rim = low ? c.theme.px(1) : c.theme.px(4);
    const ImVec2 from(std::max(pane.x + inset, left), pane.y + inset);
    ImFont* const font = low ? c.theme.small : c.theme.regular;
    ImGui::PushFont(font);
    const float room = pane.x + pane.width - from.x - inset - 2.0F * (rim + c.theme.px(8));
    const std::string title = fitted_middle(title_of_view(c, view), std::max(room, c.theme.px(24)));
    const ImVec2 text = ImGui::CalcTextSize(title.c_str());
    ImGui::PopFont();
    const ImVec2 size(text.x + 2.0F * c.theme.px(8), low ? c.theme.px(18) : c.theme.px(22));
    ImGui::PushID(index);
    begin_strip(c, "label", from, ImVec2(size.x + 2.0F * rim, size.y + 2.0F * rim));
    ImGui::SetCursorScreenPos(ImVec2(from.x + rim, from.y + rim));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("view", size)) ImGui::OpenPopup("menu of a view");
    c.mark(fmt::format("viewport/pane/{}/menu", index));
    const bool hovered = ImGui::IsItemHovered();
    const bool active = c.session.views().active == index;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hovered)
        list.AddRectFilled(corner, ImVec2(corner.x + size.x, corner.y + size.y), color_of(c.theme.hover),
                           c.theme.px(4));
    ImGui::PushFont(font);
    list.AddText(ImVec2(corner.x + c.theme.px(8), std::floor(corner.y + 0.5F * (size.y - text.y))),
                 color_of(active    ? c.theme.accent
                          : hovered ? c.theme.text
                                    : c.theme.dim),
                 title.c_str());
    ImGui::PopFont();
    tooltip(c,
            "Side, camera and figure of this view. Keys act on the view under the pointer; Ctrl+Alt+N: on "
            "the next");
    begin_menu_style(c);
    if (ImGui::BeginPopup("menu of a view")) {
        side_rows(c, index, view);
        camera_menu(c, index);
        figure_rows(c, index, view);
        ImGui::Separator();
        if (row(c, "orthographic", "Orthographic", "Parallel lines stay parallel (5)",
                view.camera.orthographic)) {
            c.push(FocusView{index});
            c.push(SetOrthographic{!view.camera.orthographic});
        }
        if (row(c, "turns", "Can be orbited", "If off, dragging to orbit pans instead (Ctrl+Alt+T)",
                view.turns))
            c.push(SetView{index, view.figure, !view.turns});
        ImGui::Separator();
        layout_rows(c);
        ImGui::EndPopup();
    }
    end_menu_style();
    end_strip();
    ImGui::PopID();
}

void draw_views_button(const PanelContext& c) {
    const float side = c.theme.px(28);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("views button", ImVec2(side, side))) ImGui::OpenPopup("layouts of views");
    c.mark("viewport/views");
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hovered)
        list.AddRectFilled(from, ImVec2(from.x + side, from.y + side), color_of(c.theme.hover),
                           c.theme.px(4));
    const ImU32 color = color_of(hovered ? c.theme.text : c.theme.dim);
    const float cell = c.theme.px(7);
    for (int i = 0; i < 4; ++i) {
        const ImVec2 corner(from.x + c.theme.px(6) + static_cast<float>(i % 2) * c.theme.px(9),
                            from.y + c.theme.px(6) + static_cast<float>(i / 2) * c.theme.px(9));
        list.AddRect(corner, ImVec2(corner.x + cell, corner.y + cell), color, c.theme.px(1));
    }
    tooltip(c, "Several views: front, side, top, two figures side by side (Ctrl+Alt+Q: four)");
    begin_menu_style(c);
    if (ImGui::BeginPopup("layouts of views")) {
        layout_rows(c);
        ImGui::EndPopup();
    }
    end_menu_style();
}

}  // namespace vitruvian

#include "app/gui/viewport_hints.h"

#include "app/gui/widgets.h"
#include "model/formats/suffixes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace vitruvian {
namespace {

/// Returns "l_elbow"; while weights are shown, with the influences there: "l_elbow 62 %, l_shoulder 38 %".
std::string hover_text(const PanelContext& c, const std::vector<PickTarget>& under) {
    const Selection& hovered = c.session.hovered();
    if (!c.session.view().show.weights || under.empty() || under.front().what != hovered)
        return label_of(c.session, hovered);
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(under.size(), most); ++i) {
        text += fmt::format("{}{} {:.0f} %", i == 0 ? "" : ", ", label_of(c.session, under[i].what),
                            100.0F * under[i].weight);
    }
    return text;
}

/// Returns the nearest height above `at` where a label of this size covers no other, or if that is above
/// `top`, below it; and reserves it.
float free_height(std::vector<Rect>& taken, ImVec2 at, ImVec2 size, float margin, float top) {
    const float height = size.y + 0.5F * margin;
    const auto free_from = [&](float y, bool upwards) {
        Rect mine{at.x - margin, y, size.x + 2.0F * margin, height};
        const auto covers = [&mine](const Rect& other) {
            return mine.x < other.x + other.width && other.x < mine.x + mine.width &&
                   mine.y < other.y + other.height && other.y < mine.y + mine.height;
        };
        // Each move passes one of the others, which limits the number of moves.
        for (std::size_t moves = 0; moves < taken.size(); ++moves) {
            const auto other = std::find_if(taken.begin(), taken.end(), covers);
            if (other == taken.end()) break;
            mine.y = upwards ? other->y - height : other->y + other->height;
        }
        return mine.y;
    };
    const float begin = std::max(at.y, top);
    const float above = free_from(begin, true);
    const float y = above >= top ? above : free_from(begin, false);
    taken.push_back({at.x - margin, y, size.x + 2.0F * margin, height});
    return y;
}

/// Leaves the space between the columns of buttons at the sides.
ImVec2 beside_strips(const std::vector<Rect>& strips, const Rect& area, ImVec2 at, ImVec2 size,
                     float margin) {
    float left = area.x;
    float right = area.x + area.width;
    for (const Rect& strip : strips) {
        if (strip.width > strip.height || strip.x + strip.width <= area.x || strip.x >= right) continue;
        if (strip.x + 0.5F * strip.width < area.x + 0.5F * area.width) {
            left = std::max(left, strip.x + strip.width);
        } else {
            right = std::min(right, strip.x);
        }
    }
    return {std::floor(std::max(std::min(at.x, right - margin - size.x), left + margin)), at.y};
}

/// Returns the height below the strips along the picture's upper edge at the label.
float below_strips(const std::vector<Rect>& strips, const Rect& area, ImVec2 at, ImVec2 size, float margin) {
    float out = area.y + 1.5F * margin;
    for (const Rect& strip : strips) {
        const bool along = strip.width > strip.height && strip.y < area.y + 0.25F * area.height;
        const bool over = strip.x < at.x + size.x + margin && at.x - margin < strip.x + strip.width;
        if (along && over && strip.y + strip.height > area.y)
            out = std::max(out, strip.y + strip.height + margin);
    }
    return out;
}

}  // namespace

void begin_strip(const PanelContext& c, const char* name, ImVec2 from, ImVec2 size) {
    c.gui.strips.push_back({from.x, from.y, size.x, size.y});
    ImGui::SetCursorScreenPos(from);
    const ImVec4 ground = c.theme.over_picture();
    ImGui::PushStyleColor(ImGuiCol_ChildBg, ground);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(4), c.theme.px(4)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(2), c.theme.px(2)));
    ImGui::BeginChild(name, size, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                          ImGuiWindowFlags_NoNav | ImGuiWindowFlags_AlwaysUseWindowPadding);
}

void end_strip() {
    ImGui::EndChild();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

void draw_invitation(const PanelContext& c, const Rect& area) {
    // The user of the built-in figure has seen it, and needs the space.
    const OpenFigure* figure = c.session.active_figure();
    const bool is_worked_on = c.session.selection().item.kind != ItemKind::none ||
                              (figure != nullptr && figure->history.can_undo());
    // It would cover the figure in so low a picture, and the labels of views.
    const bool would_hide = area.height < c.theme.px(180) || c.session.views().count() > 1;
    if (!c.session.only_builtin() || c.session.loading() || is_worked_on || would_hide) return;
    // In a low picture the strips at its sides reach down to here.
    const float beside = c.theme.px(area.height < c.theme.px(440) ? 80 : 24);
    const std::string asked = "Drop a humanoid here, or press Ctrl+O";
    std::string text = "Drop a humanoid here";
    for (const std::string& longer : {asked, asked + ":  " + suffix_list("  ")}) {
        if (ImGui::CalcTextSize(longer.c_str()).x <= area.width - 2.0F * beside) text = longer;
    }
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 at(std::floor(area.x + 0.5F * (area.width - size.x)), area.y + area.height - c.theme.px(32));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec4 ground = c.theme.over_picture();
    const ImVec2 from(at.x - c.theme.px(16), at.y - c.theme.px(8));
    const ImVec2 to(at.x + size.x + c.theme.px(16), at.y + size.y + c.theme.px(8));
    list.AddRectFilled(from, to, color_of(ground), c.theme.px(16));
    list.AddText(at, color_of(c.theme.text), text.c_str());
    c.report.widget("viewport/invitation", from, to);
}

void draw_empty_stage(const PanelContext& c, const Rect& area) {
    if (!c.session.figures().empty() || c.session.loading()) return;
    constexpr const char* title = "Nothing is open";
    const std::string how =
        fitted("Drop a humanoid here:  " + suffix_list("  "), area.width - c.theme.px(64));
    ImGui::PushFont(c.theme.strong);
    const float title_width = ImGui::CalcTextSize(title).x;
    ImGui::PopFont();
    const float how_width = ImGui::CalcTextSize(how.c_str()).x;
    const float gap = c.theme.px(8);
    const float width = std::min(how_width + c.theme.px(48), area.width);
    const float height = 2.0F * ImGui::GetTextLineHeight() + c.theme.px(28) + 2.0F * gap + c.theme.px(40);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, c.theme.px(8));
    begin_strip(c, "empty stage",
                ImVec2(std::floor(area.x + 0.5F * (area.width - width)),
                       std::floor(area.y + 0.5F * (area.height - height))),
                ImVec2(width, height));
    const auto centred = [&](float part) { ImGui::SetCursorPosX(std::max(0.5F * (width - part), gap)); };
    ImGui::SetCursorPosY(c.theme.px(20));
    centred(title_width);
    ImGui::PushFont(c.theme.strong);
    ImGui::TextUnformatted(title);
    ImGui::PopFont();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + gap);
    centred(how_width);
    dim_text(c, how);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + gap);
    const float padding = 2.0F * ImGui::GetStyle().FramePadding.x;
    centred(ImGui::CalcTextSize("Open\u2026").x + ImGui::CalcTextSize("Open the manikin").x + 2.0F * padding +
            gap);
    if (text_button(c, "empty/open", "Open\u2026", "Choose a file (Ctrl+O)")) open_file_browser(c);
    ImGui::SameLine(0.0F, gap);
    if (text_button(c, "empty/manikin", "Open the manikin", "The figure that comes with the program"))
        c.push(OpenBuiltin{});
    end_strip();
    ImGui::PopStyleVar();
}

void draw_hover_name(const PanelContext& c, const Rect& area, const std::vector<PickTarget>& under) {
    const Selection& hovered = c.session.hovered();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (hovered.item.kind == ItemKind::none || !area.contains(mouse)) return;
    const std::string text = hover_text(c, under);
    if (text.empty()) return;
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImVec2 at(mouse.x + c.theme.px(18), mouse.y + c.theme.px(14));
    at.x = std::min(at.x, area.x + area.width - size.x - c.theme.px(12));
    at.y = std::min(at.y, area.y + area.height - size.y - c.theme.px(8));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec4 ground = c.theme.over_picture();
    list.AddRectFilled(ImVec2(at.x - c.theme.px(6), at.y - c.theme.px(3)),
                       ImVec2(at.x + size.x + c.theme.px(6), at.y + size.y + c.theme.px(3)), color_of(ground),
                       c.theme.px(4));
    list.AddText(at, color_of(c.theme.text), text.c_str());
}

std::vector<FigureName> figure_names(const PanelContext& c, const Rect& area, const RenderScene& scene) {
    std::vector<FigureName> out;
    const auto& figures = c.session.figures();
    const auto shown = std::count_if(figures.begin(), figures.end(), [](const OpenFigure& figure) {
        return figure.shown && !figure.attached.any();
    });
    // In a small picture they would cover what they name.
    if (shown < 2 || area.height < c.theme.px(130)) return out;
    const mat4 clip_from_world =
        scene.camera.projection(area.width / area.height, scene.bounds) * scene.camera.view();
    ImGui::PushFont(c.theme.small);
    std::vector<Rect> taken;
    for (const OpenFigure& figure : figures) {
        if (!figure.shown || figure.attached.any()) continue;
        const Stance& stance = figure.shape.stance;
        const vec3 top = stance.ground + stance.up * stance.height * 1.06F;
        const vec3 in_scene = vec3(figure.placement * vec4(top, 1.0F)) - scene.origin;
        const vec4 place = clip_from_world * vec4(in_scene, 1.0F);
        if (place.w <= 0.0F) continue;
        if (std::abs(place.x) > place.w) continue;  // it is outside the picture
        std::string text = fitted_middle(figure.name(), c.theme.px(150));
        const ImVec2 size = ImGui::CalcTextSize(text.c_str());
        ImVec2 at(std::floor(area.x + (0.5F + 0.5F * place.x / place.w) * area.width - 0.5F * size.x),
                  std::floor(area.y + (0.5F - 0.5F * place.y / place.w) * area.height - size.y));
        const float margin = c.theme.px(8);
        at = beside_strips(c.gui.strips, area, at, size, margin);
        at.y = free_height(taken, at, size, margin, below_strips(c.gui.strips, area, at, size, margin));
        const ImVec2 around(c.theme.px(6), c.theme.px(2));
        const Rect box{at.x - around.x, at.y - around.y, size.x + 2.0F * around.x, size.y + 2.0F * around.y};
        out.push_back({std::move(text), at, box, figure.id});
    }
    ImGui::PopFont();
    return out;
}

void draw_figure_names(const PanelContext& c, const std::vector<FigureName>& names) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::PushFont(c.theme.small);
    for (const FigureName& name : names) {
        if (c.session.views().count() == 1) {
            const ImVec2 size = ImGui::CalcTextSize(name.text.c_str());
            c.report.widget("view/name/" + c.session.figure(name.figure)->name(), name.at,
                            ImVec2(name.at.x + size.x, name.at.y + size.y));
        }
        const bool active = name.figure == c.session.active_id();
        list.AddRectFilled(name.box.min(), name.box.max(), color_of(c.theme.over_picture()), c.theme.px(8));
        list.AddText(name.at, color_of(active ? c.theme.accent : c.theme.text), name.text.c_str());
    }
    ImGui::PopFont();
}

}  // namespace vitruvian

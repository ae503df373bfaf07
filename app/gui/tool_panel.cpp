#include "app/gui/tool_panel.h"

#include "app/gui/viewport_hints.h"
#include "app/gui/widgets.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

struct ToolButton {
    const char* id;
    ToolKind kind;
    Icon icon;
    const char* help;
};

constexpr std::array tool_buttons = {
    ToolButton{"viewport/tool.select", ToolKind::select, Icon::cursor,
               "Select (V). Shift+click adds; Shift+drag selects in a box"},
    ToolButton{"viewport/tool.move", ToolKind::move, Icon::move,
               "Move (G), in the unit of the file; Ctrl: 1 cm steps"},
    ToolButton{"viewport/tool.rotate", ToolKind::rotate, Icon::rotate,
               "Rotate (R), in degrees; Ctrl: 5\u00B0 steps"},
    ToolButton{"viewport/tool.scale", ToolKind::scale, Icon::scale, "Scale (S); Ctrl: steps of 0.1"},
    ToolButton{"viewport/tool.limits", ToolKind::limits, Icon::limits,
               "Limits and stiffness (Shift+L): drag the ends of the arcs, and the rings"},
    ToolButton{"viewport/tool.reach", ToolKind::reach, Icon::reach,
               "Reach (E): drag a joint and the body follows"},
};

struct FrameChoice {
    GizmoFrame frame;
    const char* title;
};

constexpr std::array frame_choices = {
    FrameChoice{GizmoFrame::local, "Local: the joint's own axes"},
    FrameChoice{GizmoFrame::parent, "Parent: the axes of its parent"},
    FrameChoice{GizmoFrame::world, "World: the scene's axes"},
    FrameChoice{GizmoFrame::limit, "Limit: the axes of its limit frame"},
};

const char* tool_name(ToolKind kind) {
    constexpr std::array names = {"select", "move", "rotate", "scale", "limits", "reach"};
    return names.at(static_cast<std::size_t>(kind));
}

ImU32 packed(const vec4& color) {
    return color_of(ImVec4(color.r, color.g, color.b, color.a));
}

/// Draws plain shapes over the viewport.
struct Painter {
    ImDrawList& list;
    ImVec2 origin;

    [[nodiscard]] ImVec2 at(const vec2& p) const { return {origin.x + p.x, origin.y + p.y}; }

    void operator()(const ToolStroke& stroke) const {
        for (const vec2& point : stroke.points) list.PathLineTo(at(point));
        list.PathStroke(packed(stroke.color), stroke.closed ? ImDrawFlags_Closed : ImDrawFlags_None,
                        stroke.width);
    }
    void operator()(const ToolFill& fill) const {
        // Antialiased edges would be visible between triangles.
        const ImDrawListFlags flags = list.Flags;
        if (fill.points.size() > 3) list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
        for (std::size_t i = 0; i + 2 < fill.points.size(); i += 3)
            list.AddTriangleFilled(at(fill.points[i]), at(fill.points[i + 1]), at(fill.points[i + 2]),
                                   packed(fill.color));
        list.Flags = flags;
    }
    void operator()(const ToolDisc& disc) const {
        list.AddCircleFilled(at(disc.at), disc.radius, packed(disc.color));
        if (disc.rim.a > 0.0F)
            list.AddCircle(at(disc.at), disc.radius, packed(disc.rim), 0, std::max(1.0F, 0.2F * disc.radius));
    }
};

void draw_frame_choice(const PanelContext& c, float icon) {
    const std::string help =
        fmt::format("Axes of the gizmo: {} (comma: the next)", to_string(c.gui.tools.frame));
    if (icon_button(c, "viewport/frame", Icon::axes, help.c_str(), false, true, icon))
        ImGui::OpenPopup("frame");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(12), c.theme.px(6)));
    if (ImGui::BeginPopup("frame")) {
        for (const FrameChoice& choice : frame_choices) {
            if (ImGui::MenuItem(choice.title, nullptr, c.gui.tools.frame == choice.frame))
                c.gui.tools.frame = choice.frame;
            c.mark(std::string("viewport/frame/") + to_string(choice.frame));
        }
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
}

}  // namespace

void draw_note(const PanelContext& c, const Rect& area, ImVec2 at, const std::string& text) {
    if (text.empty()) return;
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImVec2 place(at.x + c.theme.px(18), at.y + c.theme.px(14));
    place.x = std::clamp(place.x, area.x + c.theme.px(12),
                         std::max(area.x + area.width - size.x - c.theme.px(12), area.x + c.theme.px(12)));
    place.y = std::clamp(place.y, area.y + c.theme.px(8),
                         std::max(area.y + area.height - size.y - c.theme.px(8), area.y + c.theme.px(8)));
    ImDrawList& list = *ImGui::GetForegroundDrawList();  // over the strips of tools, which lie on the picture
    const ImVec4 ground = c.theme.over_picture();
    list.AddRectFilled(ImVec2(place.x - c.theme.px(6), place.y - c.theme.px(3)),
                       ImVec2(place.x + size.x + c.theme.px(6), place.y + size.y + c.theme.px(3)),
                       color_of(ground), c.theme.px(4));
    list.AddText(place, color_of(c.theme.text), text.c_str());
}

int tool_key(int key) {
    if (key == static_cast<int>(Key::enter)) return ToolKey::enter;
    if (key == static_cast<int>(Key::escape)) return ToolKey::escape;
    if (key == static_cast<int>(Key::backspace)) return ToolKey::backspace;
    return key < 256 ? key : 0;
}

void give_keys_to_tools(const PanelContext& c) {
    if (!c.gui.tools.busy() || c.gui.text_input) return;
    std::erase_if(c.gui.keys, [&c](const KeyPress& press) {
        const bool function_key =
            press.key >= static_cast<int>(Key::f1) && press.key <= static_cast<int>(Key::f12);
        if (press.ctrl || press.alt || function_key) return false;
        c.gui.tools.type({tool_key(press.key), press.shift});
        return true;
    });
}

ToolGrid tools_grid(float height, float scale, float top_gap, bool has_pins) {
    const auto px = [&](float length) { return std::floor(length * scale + 0.5F); };
    ToolGrid grid;
    grid.icon = height < px(300) ? 22.0F : 28.0F;  // as the layers' on the other side
    const float cell = px(grid.icon) + px(2);
    const float inner = px(4);
    const int count = static_cast<int>(tool_buttons.size()) + (has_pins ? 3 : 2);
    const float room = height - px(top_gap) - px(8) - 2.0F * inner;
    const int most = std::clamp(static_cast<int>(room / cell), 1, count);
    const int columns = (count + most - 1) / most;
    if (columns > 2) return grid;  // it would cover so low a picture; the menu has the tools too
    grid.columns = columns;
    grid.rows = (count + columns - 1) / columns;
    grid.size = ImVec2(static_cast<float>(grid.columns) * cell - px(2) + 2.0F * inner,
                       static_cast<float>(grid.rows) * cell - px(2) + 2.0F * inner);
    return grid;
}

void draw_tool_strip(const PanelContext& c, const Rect& area) {
    Toolbox& tools = c.gui.tools;
    const bool has_pins = !tools.pins().empty();
    const float gap = gap_above_tools(c.session.views().count() == 1);
    const auto [columns, rows, icon, size] = tools_grid(area.height, c.theme.scale, gap, has_pins);
    if (columns == 0) return;
    begin_strip(c, "tools", ImVec2(area.x + area.width - size.x - c.theme.px(8), area.y + c.theme.px(gap)),
                size);
    int place = 0;
    const auto next = [&, columns = columns] {
        if (place++ % columns > 0) ImGui::SameLine();
    };
    for (const ToolButton& button : tool_buttons) {
        next();
        if (icon_button(c, button.id, button.icon, button.help, tools.kind == button.kind, true, icon))
            tools.kind = button.kind;
    }
    next();
    draw_frame_choice(c, icon);
    next();
    if (icon_button(c, "viewport/symmetric", Icon::mirror, "Symmetry (M): mirror edits to the other side",
                    tools.symmetric, true, icon))
        tools.symmetric = !tools.symmetric;
    if (has_pins) {
        next();
        if (icon_button(c, "viewport/unpin", Icon::pin,
                        "Remove all pins, which hold joints and sites while reaching", true, true, icon))
            tools.remove_pins();
    }
    end_strip();
}

void paint_marks(const PanelContext& c, const Rect& area, const ToolMarks& marks) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect(area.min(), area.max(), true);
    const Painter painter{list, area.min()};
    for (const auto& shape : marks.shapes) std::visit(painter, shape);
    for (const ToolReadout& readout : marks.readouts)
        draw_note(c, area, painter.at(readout.at), readout.text);
    list.PopClipRect();
}

void report_tools(const PanelContext& c, const Rect& area, const ToolView& view, const ToolMarks& marks) {
    if (!c.report.enabled()) return;
    for (const auto& [name, at] : c.gui.tools.handles(view, c.session)) {
        const ImVec2 place(std::round(area.x + at.x), std::round(area.y + at.y));
        c.report.widget(name, place, place);
    }
    const Toolbox& tools = c.gui.tools;
    nlohmann::json pins = nlohmann::json::array();
    for (const Selection& pin : tools.pins()) pins.push_back(label_of(c.session, pin));
    c.report.state("tools", {{"tool", tool_name(tools.kind)},
                             {"frame", to_string(tools.frame)},
                             {"symmetric", tools.symmetric},
                             {"busy", tools.busy()},
                             {"pins", std::move(pins)},
                             {"selected", gizmo_items(c.session).size()},
                             {"readout", marks.readouts.empty() ? "" : marks.readouts.front().text}});
}

}  // namespace vitruvian

#include "app/gui/viewport_strips.h"

#include "app/gui/actions.h"
#include "app/gui/camera_menu.h"
#include "app/gui/panes.h"
#include "app/gui/show_layer.h"
#include "app/gui/tool_panel.h"
#include "app/gui/viewport_hints.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

struct Layer {
    const char* action;
    Icon icon;
    const char* name;
    bool Show::*member;
};

constexpr std::array layers = {
    Layer{"layer.skin", Icon::skin, "Skin", &Show::skin},
    Layer{"layer.wireframe", Icon::wireframe, "Wireframe (W)", &Show::wireframe},
    Layer{"layer.joints", Icon::joint, "Joints (J)", &Show::joints},
    Layer{"layer.bones", Icon::bones, "Bones (B)", &Show::bones},
    Layer{"layer.limits", Icon::limits, "Joint limits (L)", &Show::limits},
    Layer{"layer.weights", Icon::weights,
          "Skin weights (Shift+W) of the selected joint; with none selected, coloured by the joint with the "
          "largest weight",
          &Show::weights},
    Layer{"layer.stiffness", Icon::stiffness,
          "Stiffness (Shift+T): dark: free, bright: rigid, grey: not given", &Show::stiffness},
    Layer{"layer.labels", Icon::label, "Joint names (N)", &Show::labels},
    Layer{"layer.sites", Icon::site, "Sites", &Show::sites},
    Layer{"layer.displacers", Icon::displacer, "Displaced vertices", &Show::displacers},
    Layer{"layer.centre_of_mass", Icon::mass, "Centres of mass", &Show::centre_of_mass},
    Layer{"layer.bounds", Icon::bounds, "Bounding boxes", &Show::bounds},
    Layer{"layer.grid", Icon::grid, "Floor grid", &Show::grid},
};

struct ViewButton {
    const char* label;
    const char* help;
    StandardView view;
};

constexpr std::array views = {
    ViewButton{"Best", "Three quarters from the front (0)", StandardView::best},
    ViewButton{"Front", "From the front (1, Ctrl+1 from behind)", StandardView::front},
    ViewButton{"Side", "From its left (3, Ctrl+3 from its right)", StandardView::side},
    ViewButton{"Top", "From above (7, Ctrl+7 from below)", StandardView::top},
};

/// Rows and columns of small square buttons in a strip.
struct Grid {
    int columns = 1;
    int rows = 1;
    float icon = 28.0F;  // at scale 1
    float cell = 30.0F;  // pixels
    ImVec2 size;
};

/// One column if the viewport is high enough, otherwise as many as needed.
Grid layers_grid(float height, float scale) {
    const auto px = [&](float length) { return std::floor(length * scale + 0.5F); };
    Grid grid;
    grid.icon = height < px(300) ? 22.0F : 28.0F;
    grid.cell = px(grid.icon) + px(2);
    const float room = height - 2.0F * px(8) - 2.0F * px(4);
    const int count = static_cast<int>(layers.size());
    const int max_rows = std::clamp(static_cast<int>(room / grid.cell), 1, count);
    grid.columns = (count + max_rows - 1) / max_rows;
    grid.rows = (count + grid.columns - 1) / grid.columns;
    const auto extent = [&](int cells) {
        return static_cast<float>(cells) * grid.cell - px(2) + 2.0F * px(4);
    };
    grid.size = ImVec2(extent(grid.columns), extent(grid.rows));
    return grid;
}

/// A text button in a strip; its width fits `widest`.
bool strip_button(const PanelContext& c, const std::string& id, const char* text, const char* widest,
                  const char* help) {
    const ImVec2 size(ImGui::CalcTextSize(widest).x + 2.0F * c.theme.px(10), c.theme.px(28));
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(id.c_str(), size);
    c.mark(id);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) {
        list.AddRectFilled(from, ImVec2(from.x + size.x, from.y + size.y), color_of(c.theme.hover),
                           c.theme.px(4));
    }
    const ImVec2 extent = ImGui::CalcTextSize(text);
    list.AddText(ImVec2(std::floor(from.x + 0.5F * (size.x - extent.x)),
                        std::floor(from.y + 0.5F * (size.y - extent.y))),
                 color_of(hovered ? c.theme.text : c.theme.dim), text);
    tooltip(c, help);
    return pressed;
}

/// The cameras of the file in a menu below the button.
void draw_cameras(const PanelContext& c, const std::vector<Viewpoint>& cameras) {
    if (strip_button(c, "viewport/cameras", "Cameras", "Cameras",
                     "Viewpoints and camera sites of the file; Backspace leaves one"))
        ImGui::OpenPopup("cameras");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(12), c.theme.px(6)));
    if (ImGui::BeginPopup("cameras")) {
        camera_rows(c, "viewport/camera", cameras);
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
    ImGui::SameLine();
}

}  // namespace

float draw_layers(const PanelContext& c, const Rect& area) {
    const float gap = c.theme.px(8);
    const Grid grid = layers_grid(area.height, c.theme.scale);
    if (grid.columns > 2) return area.x;  // it would cover so low a picture; the menu has the layers too
    begin_strip(c, "layers", ImVec2(area.x + gap, area.y + gap), grid.size);
    const Show& show = c.session.view().show;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i];
        if (static_cast<int>(i) % grid.columns > 0) ImGui::SameLine();
        if (icon_button(c, std::string("viewport/") + layer.action, layer.icon, layer.name,
                        show.*layer.member, true, grid.icon)) {
            show_layer(c, layer.member, !(show.*layer.member));
        }
    }
    end_strip();
    return area.x + gap + grid.size.x;
}

void draw_views(const PanelContext& c, const Rect& area) {
    const float height = c.theme.px(28);
    const float padding = c.theme.px(10);
    const char* lens = c.session.camera().orthographic ? "Ortho" : "Persp";
    const std::vector<Viewpoint> cameras = cameras_at_hand(c);
    float width = 2.0F * c.theme.px(4) + ImGui::CalcTextSize("Persp").x + 2.0F * padding + c.theme.px(2) +
                  c.theme.px(28);
    for (const ViewButton& view : views)
        width += ImGui::CalcTextSize(view.label).x + 2.0F * padding + c.theme.px(2);
    if (!cameras.empty()) width += ImGui::CalcTextSize("Cameras").x + 2.0F * padding + c.theme.px(2);
    if (width > 0.6F * area.width) return;
    begin_strip(c, "views", ImVec2(area.x + area.width - width - c.theme.px(8), area.y + c.theme.px(8)),
                ImVec2(width, height + 2.0F * c.theme.px(4)));
    for (const ViewButton& view : views) {
        if (strip_button(c, std::string("viewport/view/") + view.label, view.label, view.label, view.help)) {
            c.push(ShowView{view.view, ImGui::GetIO().KeyCtrl});
        }
        ImGui::SameLine();
    }
    if (!cameras.empty()) draw_cameras(c, cameras);
    if (strip_button(c, "viewport/lens", lens, "Persp", "Perspective or orthographic projection (5)")) {
        c.push(SetOrthographic{!c.session.camera().orthographic});
    }
    ImGui::SameLine();
    draw_views_button(c);
    end_strip();
}

void draw_axes(const PanelContext& c, const Rect& area, const Camera& camera, bool at_right) {
    const mat4 view = camera.view();
    const float room = c.theme.px(40);
    ImVec2 centre(area.x + room, area.y + area.height - room);
    // In a low picture the layers reach down there; a very low one has no space at all.
    if (area.height < c.theme.px(240)) return;
    if (c.session.views().count() > 1) {
        if (at_right) centre.x = area.x + area.width - room;
    } else {
        const Grid grid = layers_grid(area.height, c.theme.scale);
        if (c.theme.px(8) + grid.size.y > area.height - 2.0F * room) centre.x += c.theme.px(8) + grid.size.x;
    }
    const float length = c.theme.px(22);
    std::array<int, 3> order = {0, 1, 2};
    std::sort(order.begin(), order.end(), [&](int a, int b) { return view[a].z < view[b].z; });
    ImDrawList& list = *ImGui::GetWindowDrawList();
    constexpr std::array names = {"X", "Y", "Z"};
    ImGui::PushFont(c.theme.small);
    for (const int axis : order) {
        const ImVec2 tip(centre.x + view[axis].x * length, centre.y - view[axis].y * length);
        const ImU32 color = color_of(at(c.theme.axis, axis));
        list.AddLine(centre, tip, color, c.theme.px(2));
        const char* name = at(names, axis);
        const ImVec2 size = ImGui::CalcTextSize(name);
        const ImVec2 at(centre.x + view[axis].x * length * 1.4F, centre.y - view[axis].y * length * 1.4F);
        list.AddText(ImVec2(at.x - 0.5F * size.x, at.y - 0.5F * size.y), color, name);
    }
    ImGui::PopFont();
}

Air air_between_strips(const Rect& area, float scale) {
    const Grid grid = layers_grid(area.height, scale);
    const auto px = [&](float length) { return std::floor(length * scale + 0.5F); };
    Air air;
    const ToolGrid tools = tools_grid(area.height, scale, gap_above_tools(true), false);
    const auto side = [&](float strip) {
        return std::clamp((strip + 2.0F * px(8)) / area.width, Air{}.left, 0.25F);
    };
    if (grid.columns <= 2) air.left = side(grid.size.x);
    if (tools.columns > 0) air.right = side(tools.size.x);
    // The figure stands in the middle while there is room for that.
    if (grid.columns <= 2 && tools.columns > 0) air.left = air.right = std::max(air.left, air.right);
    // The views' strip is in the right corner, in a narrow picture also over the middle.
    constexpr float views_width = 330.0F;
    const bool in_the_way = px(views_width) < 0.6F * area.width && px(views_width) > 0.35F * area.width;
    if (in_the_way) air.top = std::clamp(px(52) / area.height, air.top, 0.25F);
    return air;
}

bool has_strips(const std::vector<Rect>& panes, float scale) {
    return panes.size() == 1 || std::all_of(panes.begin(), panes.end(), [scale](const Rect& pane) {
               return pane.width >= std::floor(240.0F * scale + 0.5F);
           });
}

Air air_of_pane(const Rect& pane, const Rect& area, const std::vector<Rect>& panes, float scale) {
    Air air;
    // In a narrow one the label is also over the middle.
    if (pane.width < 400.0F * scale)
        air.top = std::clamp(label_height(pane, scale) / pane.height, air.top, 0.25F);
    if (!has_strips(panes, scale)) return air;
    const Grid grid = layers_grid(area.height, scale);
    const ToolGrid tools = tools_grid(area.height, scale, gap_above_tools(false), false);
    const auto side = [&](float strip) {
        return std::clamp((strip + 2.0F * std::floor(8.0F * scale + 0.5F)) / pane.width, Air{}.left, 0.25F);
    };
    if (pane.x <= area.x && grid.columns <= 2) air.left = side(grid.size.x);
    if (pane.x + pane.width >= area.x + area.width - 1.0F && tools.columns > 0)
        air.right = side(tools.size.x);
    return air;
}

}  // namespace vitruvian

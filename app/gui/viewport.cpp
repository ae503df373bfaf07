#include "app/gui/viewport.h"

#include "app/gui/actions.h"
#include "app/gui/context_menu.h"
#include "app/gui/viewport_hints.h"
#include "app/gui/widgets.h"
#include "app/scene/finding_marks.h"
#include "app/scene/view_camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace vitruvian {
namespace {

constexpr float orbit_speed = 0.008F;  // radians a pixel at scale 1

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
          "Skin weights (Shift+W): of the selected joint; of none, by the joint that leads", &Show::weights},
    Layer{"layer.stiffness", Icon::stiffness,
          "Stiffness (Shift+T): dark is free, bright is rigid, grey not given", &Show::stiffness},
    Layer{"layer.labels", Icon::label, "Names of the joints (N)", &Show::labels},
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

void draw_layers(const PanelContext& c, const Rect& area) {
    const float gap = c.theme.px(8);
    const float inner = c.theme.px(4);
    const float icon = area.height < c.theme.px(300) ? 22.0F : 28.0F;
    const float cell = c.theme.px(icon) + c.theme.px(2);
    // One column where the viewport is high enough, otherwise as many as it takes.
    const float room = area.height - 2.0F * gap - 2.0F * inner;
    const int count = static_cast<int>(layers.size());
    const int most_rows = std::clamp(static_cast<int>(room / cell), 1, count);
    const int columns = (count + most_rows - 1) / most_rows;
    const int rows = (count + columns - 1) / columns;
    const ImVec2 size(static_cast<float>(columns) * cell - c.theme.px(2) + 2.0F * inner,
                      static_cast<float>(rows) * cell - c.theme.px(2) + 2.0F * inner);
    begin_strip(c, "layers", ImVec2(area.x + gap, area.y + gap), size);
    const Show& show = c.session.view().show;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i];
        if (static_cast<int>(i) % columns > 0) ImGui::SameLine();
        if (icon_button(c, std::string("viewport/") + layer.action, layer.icon, layer.name,
                        show.*layer.member, true, icon)) {
            Show changed = show;
            changed.*layer.member = !(show.*layer.member);
            c.push(SetShow{changed});
        }
    }
    end_strip();
}

/// A button of words in a strip; `widest` is what its width is made for.
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
    if (strip_button(c, "viewport/cameras", "Cameras", "Cameras", "Viewpoints and camera sites of the file"))
        ImGui::OpenPopup("cameras");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(12), c.theme.px(6)));
    if (ImGui::BeginPopup("cameras")) {
        begin_list(c, "viewport/cameras", cameras.size(), c.theme.px(200));
        for (std::size_t i = 0; i < cameras.size(); ++i) {
            if (list_row(c, fmt::format("viewport/camera/{}", i), cameras[i].name, false))
                c.push(LookThrough{c.session.active_id(), static_cast<int>(i)});
        }
        end_list();
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar(2);
    ImGui::SameLine();
}

void draw_views(const PanelContext& c, const Rect& area) {
    const float height = c.theme.px(28);
    const float padding = c.theme.px(10);
    const char* lens = c.session.camera().orthographic ? "Ortho" : "Persp";
    const OpenFigure* figure = c.session.active_figure();
    const std::vector<Viewpoint> cameras = figure ? cameras_of(figure->document()) : std::vector<Viewpoint>();
    float width = 2.0F * c.theme.px(4) + ImGui::CalcTextSize("Persp").x + 2.0F * padding;
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
    if (strip_button(c, "viewport/lens", lens, "Persp", "Perspective or parallel projection (5)")) {
        c.push(SetOrthographic{!c.session.camera().orthographic});
    }
    end_strip();
}

/// The world's axes as the camera sees them.
void draw_axes(const PanelContext& c, const Rect& area) {
    const mat4 view = c.session.camera().view();
    // In a low picture the layers take the left side.
    const bool low = area.height < c.theme.px(30.0F * static_cast<float>(layers.size()) + 76.0F);
    const ImVec2 centre(low ? area.x + area.width - c.theme.px(40) : area.x + c.theme.px(40),
                        area.y + area.height - c.theme.px(40));
    const float length = c.theme.px(22);
    std::array<int, 3> order = {0, 1, 2};
    std::sort(order.begin(), order.end(), [&](int a, int b) { return view[a].z < view[b].z; });
    ImDrawList& list = *ImGui::GetWindowDrawList();
    constexpr std::array names = {"X", "Y", "Z"};
    ImGui::PushFont(c.theme.small);
    for (const int axis : order) {
        const ImVec2 tip(centre.x + view[axis].x * length, centre.y - view[axis].y * length);
        const ImU32 color = color_of(c.theme.axis[static_cast<std::size_t>(axis)]);
        list.AddLine(centre, tip, color, c.theme.px(2));
        const char* name = names[static_cast<std::size_t>(axis)];
        const ImVec2 size = ImGui::CalcTextSize(name);
        const ImVec2 at(centre.x + view[axis].x * length * 1.4F, centre.y - view[axis].y * length * 1.4F);
        list.AddText(ImVec2(at.x - 0.5F * size.x, at.y - 0.5F * size.y), color, name);
    }
    ImGui::PopFont();
}

}  // namespace

void Viewport::refresh(const PanelContext& c, int width, int height) {
    if (drawn_revision_ == c.session.picture_revision() && target_.width() == width &&
        target_.height() == height)
        return;
    target_.resize(width, height);
    scene_ = compose_frame(c.session.frame_figures(), c.session.view(), c.session.camera(), &picks_);
    if (const ShownProblem* shown = c.session.shown_problem()) {
        const OpenFigure& figure = *c.session.figure(shown->figure);
        add_finding_marks(figure.frame(), shown->marks, c.session.view().pixel_scale, scene_);
    }
    renderer_.draw(scene_, target_);
    drawn_revision_ = c.session.picture_revision();
}

Selection Viewport::pick(const PanelContext& c, const Rect& area, float raster) {
    under_.clear();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int x = static_cast<int>((mouse.x - area.x) * raster);
    const int y = static_cast<int>((mouse.y - area.y) * raster);
    if (x < 0 || y < 0 || x >= target_.width() || y >= target_.height()) return {};
    const Selection picked = picks_.at(renderer_.pick(scene_, target_.width(), target_.height(), x, y));
    const OpenFigure* figure = c.session.figure(picked.figure);
    if (figure == nullptr || !exists(figure->document(), picked.item)) return picked;
    const Ray ray = pixel_ray(scene_.camera, (mouse.x - area.x) / area.width * 2.0F - 1.0F,
                              1.0F - (mouse.y - area.y) / area.height * 2.0F, area.width / area.height);
    under_ = pick_targets(figure->frame(), picked, ray);
    return picked;
}

/// A click on the skin selects the joint that leads there, a second one there the next, with Alt the mesh.
void Viewport::click(const PanelContext& c, const Rect& area, float raster) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool again = std::hypot(mouse.x - last_click_.x, mouse.y - last_click_.y) < c.theme.px(4);
    last_click_ = mouse;
    Selection what = pick(c, area, raster);
    if (what.item.kind == ItemKind::none) {
        what.figure = c.session.active_id();
    } else if (!ImGui::GetIO().KeyAlt && !under_.empty()) {
        what = again ? next_target(under_, c.session.selection()) : under_.front().what;
    }
    c.push(Select{what, false});
}

void Viewport::drag(const PanelContext& c, const Rect& area) {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 delta = io.MouseDelta;
    if (delta.x == 0.0F && delta.y == 0.0F) return;
    const float from_press = std::hypot(io.MousePos.x - press_.x, io.MousePos.y - press_.y);
    if (!dragged_ && from_press < c.theme.px(4)) return;
    dragged_ = true;
    const bool right = ImGui::IsMouseDown(ImGuiMouseButton_Right);
    if (io.KeyShift || right) {
        c.push(PanCamera{delta.x, delta.y, area.height});
    } else {
        const float speed = orbit_speed / c.theme.scale;
        c.push(OrbitCamera{-delta.x * speed, delta.y * speed});
    }
}

void Viewport::follow_mouse(const PanelContext& c, const Rect& area, float raster) {
    const ImGuiIO& io = ImGui::GetIO();
    if (ImGui::IsItemActivated()) {
        press_ = io.MousePos;
        dragged_ = false;
    }
    if (ImGui::IsItemActive()) drag(c, area);
    if (ImGui::IsItemDeactivated() && !dragged_ && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        click(c, area, raster);
    }
    if (ImGui::IsItemDeactivated() && !dragged_ && ImGui::IsMouseReleased(ImGuiMouseButton_Right)) {
        menu_picked_ = pick(c, area, raster);
        menu_targets_ = under_;
        menu_opens_ = true;
    }
    if (!ImGui::IsItemHovered()) return;
    if (io.MouseWheel != 0.0F) {
        const vec2 toward((io.MousePos.x - area.x) / area.width * 2.0F - 1.0F,
                          1.0F - (io.MousePos.y - area.y) / area.height * 2.0F);
        c.push(ZoomCamera{std::pow(0.88F, io.MouseWheel), toward});
    }
    if (ImGui::IsItemActive()) return;
    const bool moved = io.MousePos.x != last_mouse_.x || io.MousePos.y != last_mouse_.y;
    last_mouse_ = io.MousePos;
    if (moved) {
        const Selection picked = pick(c, area, raster);
        c.push(Hover{under_.empty() || io.KeyAlt ? picked : under_.front().what});
    } else {
        c.push(Hover{c.session.hovered()});
    }
}

void Viewport::draw_context_menu(const PanelContext& c) {
    if (std::exchange(menu_opens_, false)) ImGui::OpenPopup("picture menu");
    begin_menu_style(c);
    if (ImGui::BeginPopup("picture menu")) {
        const OpenFigure* figure = c.session.figure(menu_picked_.figure);
        if (figure != nullptr && menu_picked_.item.kind != ItemKind::none &&
            exists(figure->document(), menu_picked_.item)) {
            targets_menu(c, menu_targets_, menu_picked_);
            const Selection& first = menu_targets_.empty() ? menu_picked_ : menu_targets_.front().what;
            if (exists(figure->document(), first.item)) item_menu(c, first);
            figure_menu(c, *figure);
        } else {
            view_menu(c);
        }
        ImGui::EndPopup();
    }
    end_menu_style();
}

void Viewport::draw(const PanelContext& c, const Rect& area, float raster) {
    const int width = std::max(1, static_cast<int>(std::lround(area.width * raster)));
    const int height = std::max(1, static_cast<int>(std::lround(area.height * raster)));
    refresh(c, width, height);
    ImGui::SetNextWindowPos(area.min());
    ImGui::SetNextWindowSize(area.size());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::Begin("Viewport", nullptr, flags);
    ImGui::PopStyleVar();
    const auto name = static_cast<std::uintptr_t>(target_.texture());
    const auto texture = reinterpret_cast<ImTextureID>(name);  // NOLINT(performance-no-int-to-ptr)
    ImGui::GetWindowDrawList()->AddImage(texture, area.min(), area.max(), ImVec2(0.0F, 1.0F),
                                         ImVec2(1.0F, 0.0F));
    ImGui::InvisibleButton("picture", area.size(),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle |
                               ImGuiButtonFlags_MouseButtonRight);
    c.mark("viewport");
    follow_mouse(c, area, raster);
    draw_figure_names(c, area, scene_);
    draw_axes(c, area);
    draw_invitation(c, area);
    draw_empty_stage(c, area);
    draw_hover_name(c, area, under_);
    draw_layers(c, area);
    draw_views(c, area);
    draw_context_menu(c);
    ImGui::End();
}

}  // namespace vitruvian

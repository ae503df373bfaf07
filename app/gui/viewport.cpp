#include "app/gui/viewport.h"

#include "app/gui/actions.h"
#include "app/gui/widgets.h"
#include "app/scene/finding_marks.h"
#include "app/scene/view_camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

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

/// A floating strip over the picture.
void begin_strip(const PanelContext& c, const char* name, ImVec2 at, ImVec2 size) {
    ImGui::SetCursorScreenPos(at);
    ImVec4 ground = c.theme.panel;
    ground.w = 0.82F;
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

void draw_layers(const PanelContext& c, const Rect& area) {
    const float gap = c.theme.px(8);
    const float inner = c.theme.px(4);
    const float cell = c.theme.px(28) + c.theme.px(2);
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
                        show.*layer.member)) {
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
        for (std::size_t i = 0; i < cameras.size(); ++i) {
            ImGui::PushID(static_cast<int>(i));
            if (ImGui::MenuItem(cameras[i].name.c_str()))
                c.push(LookThrough{c.session.active_id(), static_cast<int>(i)});
            ImGui::PopID();
            c.mark(fmt::format("viewport/camera/{}", i));
        }
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
    const ImVec2 centre(area.x + c.theme.px(40), area.y + area.height - c.theme.px(40));
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

/// Where nothing has been opened yet: what to do.
void draw_invitation(const PanelContext& c, const Rect& area) {
    if (!c.session.only_builtin()) return;
    const char* text = "Drop a humanoid here: .wrl  .x3d  .glb  .gltf  .vrm  .bvh";
    const ImVec2 size = ImGui::CalcTextSize(text);
    const ImVec2 at(std::floor(area.x + 0.5F * (area.width - size.x)), area.y + area.height - c.theme.px(44));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImVec4 ground = c.theme.panel;
    ground.w = 0.7F;
    list.AddRectFilled(ImVec2(at.x - c.theme.px(16), at.y - c.theme.px(8)),
                       ImVec2(at.x + size.x + c.theme.px(16), at.y + size.y + c.theme.px(8)),
                       color_of(ground), c.theme.px(18));
    list.AddText(at, color_of(c.theme.text), text);
}

/// Nothing is open: what can be done, in the middle of the picture.
void draw_empty_stage(const PanelContext& c, const Rect& area) {
    if (!c.session.figures().empty() || c.session.loading()) return;
    constexpr const char* title = "Nothing is open";
    constexpr const char* how = "Drop a humanoid here: .wrl  .x3d  .glb  .gltf  .vrm  .bvh";
    ImGui::PushFont(c.theme.strong);
    const float title_width = ImGui::CalcTextSize(title).x;
    ImGui::PopFont();
    const float how_width = ImGui::CalcTextSize(how).x;
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
    ImGui::PushStyleColor(ImGuiCol_Text, c.theme.dim);
    ImGui::TextUnformatted(how);
    ImGui::PopStyleColor();
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + gap);
    const float padding = 2.0F * ImGui::GetStyle().FramePadding.x;
    centred(ImGui::CalcTextSize("Open\u2026").x + ImGui::CalcTextSize("Open the manikin").x + 2.0F * padding +
            gap);
    if (text_button(c, "empty/open", "Open\u2026", "Choose a file (Ctrl+O)"))
        open_file_browser(c.gui.browser, c.gui.settings.last_folder);
    ImGui::SameLine(0.0F, gap);
    if (text_button(c, "empty/manikin", "Open the manikin", "The figure that comes with the program"))
        c.push(OpenBuiltin{});
    end_strip();
    ImGui::PopStyleVar();
}

void draw_hover_name(const PanelContext& c, const Rect& area) {
    const Selection& hovered = c.session.hovered();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (hovered.item.kind == ItemKind::none || !area.contains(mouse)) return;
    const std::string text = name_of(c.session, hovered);
    if (text.empty()) return;
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImVec2 at(mouse.x + c.theme.px(18), mouse.y + c.theme.px(14));
    at.x = std::min(at.x, area.x + area.width - size.x - c.theme.px(12));
    at.y = std::min(at.y, area.y + area.height - size.y - c.theme.px(8));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImVec4 ground = c.theme.panel;
    ground.w = 0.9F;
    list.AddRectFilled(ImVec2(at.x - c.theme.px(6), at.y - c.theme.px(3)),
                       ImVec2(at.x + size.x + c.theme.px(6), at.y + size.y + c.theme.px(3)), color_of(ground),
                       c.theme.px(4));
    list.AddText(at, color_of(c.theme.text), text.c_str());
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

Selection Viewport::pick(const Rect& area, float raster) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const int x = static_cast<int>((mouse.x - area.x) * raster);
    const int y = static_cast<int>((mouse.y - area.y) * raster);
    if (x < 0 || y < 0 || x >= target_.width() || y >= target_.height()) return {};
    return picks_.at(renderer_.pick(scene_, target_.width(), target_.height(), x, y));
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
    if (follow_brush(c, area)) {
        dragged_ = true;  // nothing is selected when the button comes up
        return;
    }
    if (ImGui::IsItemDeactivated() && !dragged_ && ImGui::IsMouseReleased(ImGuiMouseButton_Right))
        open_item_menu(c, pick(area, raster));
    if (ImGui::IsItemActive()) drag(c, area);
    if (ImGui::IsItemDeactivated() && !dragged_ && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
        Selection what = pick(area, raster);
        if (what.item.kind == ItemKind::none) what.figure = c.session.active_id();
        c.push(Select{what, false});
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
    c.push(Hover{moved ? pick(area, raster) : c.session.hovered()});
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
    draw_axes(c, area);
    draw_invitation(c, area);
    draw_empty_stage(c, area);
    draw_hover_name(c, area);
    draw_layers(c, area);
    draw_views(c, area);
    ImGui::End();
}

}  // namespace vitruvian

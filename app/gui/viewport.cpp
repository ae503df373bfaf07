#include "app/gui/viewport.h"

#include "app/gui/actions.h"
#include "app/gui/context_menu.h"
#include "app/gui/panes.h"
#include "app/gui/tool_panel.h"
#include "app/gui/viewport_hints.h"
#include "app/gui/widgets.h"
#include "app/scene/finding_marks.h"
#include "app/scene/view_camera.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <utility>

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

/// Rows and columns of small square buttons in a strip.
struct Grid {
    int columns = 1;
    int rows = 1;
    float icon = 28.0F;  // at scale 1
    float cell = 30.0F;  // pixels
    ImVec2 size;
};

/// One column where the viewport is high enough, otherwise as many as it takes.
Grid layers_grid(float height, float scale) {
    const auto px = [&](float length) { return std::floor(length * scale + 0.5F); };
    Grid grid;
    grid.icon = height < px(300) ? 22.0F : 28.0F;
    grid.cell = px(grid.icon) + px(2);
    const float room = height - 2.0F * px(8) - 2.0F * px(4);
    const int count = static_cast<int>(layers.size());
    const int most_rows = std::clamp(static_cast<int>(room / grid.cell), 1, count);
    grid.columns = (count + most_rows - 1) / most_rows;
    grid.rows = (count + grid.columns - 1) / grid.columns;
    const auto extent = [&](int cells) {
        return static_cast<float>(cells) * grid.cell - px(2) + 2.0F * px(4);
    };
    grid.size = ImVec2(extent(grid.columns), extent(grid.rows));
    return grid;
}

/// Answers where it ends, at its right.
float draw_layers(const PanelContext& c, const Rect& area) {
    const float gap = c.theme.px(8);
    const Grid grid = layers_grid(area.height, c.theme.scale);
    if (grid.columns > 2) return area.x;  // it would hide a picture this low; the menu has the layers too
    begin_strip(c, "layers", ImVec2(area.x + gap, area.y + gap), grid.size);
    const Show& show = c.session.view().show;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const Layer& layer = layers[i];
        if (static_cast<int>(i) % grid.columns > 0) ImGui::SameLine();
        if (icon_button(c, std::string("viewport/") + layer.action, layer.icon, layer.name,
                        show.*layer.member, true, grid.icon)) {
            Show changed = show;
            changed.*layer.member = !(show.*layer.member);
            c.push(SetShow{changed});
        }
    }
    end_strip();
    return area.x + gap + grid.size.x;
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
    if (strip_button(c, "viewport/lens", lens, "Persp", "Perspective or parallel projection (5)")) {
        c.push(SetOrthographic{!c.session.camera().orthographic});
    }
    ImGui::SameLine();
    draw_views_button(c);
    end_strip();
}

/// The world's axes as the camera sees them.
void draw_axes(const PanelContext& c, const Rect& area, const Camera& camera) {
    const mat4 view = camera.view();
    const float room = c.theme.px(40);
    ImVec2 centre(area.x + room, area.y + area.height - room);
    // In a low picture the layers reach down there; a very low one has no room at all.
    if (area.height < c.theme.px(240)) return;
    if (c.session.views().count() > 1) {
        centre.x = area.x + area.width - room;
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

/// Units of the window for one of the design, for what is drawn and seized in a picture: less in small ones beside others.
float tool_scale(const PanelContext& c, const Rect& rect) {
    if (c.session.views().count() == 1) return c.theme.scale;
    const float enough = c.theme.px(420);
    return c.theme.scale * std::clamp(std::min(rect.width, rect.height) / enough, 0.55F, 1.0F);
}

/// Processor time of this thread.
double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Air air_between_strips(const Rect& area, float scale) {
    const Grid grid = layers_grid(area.height, scale);
    const auto px = [&](float length) { return std::floor(length * scale + 0.5F); };
    Air air;
    const float side = (grid.size.x + 2.0F * px(8)) / area.width;
    if (grid.columns <= 2) air.left = air.right = std::clamp(side, air.left, 0.25F);
    // The views' strip stands in the right corner, of a narrow picture over the middle too.
    constexpr float views_width = 330.0F;
    const bool in_the_way = px(views_width) < 0.6F * area.width && px(views_width) > 0.35F * area.width;
    if (in_the_way) air.top = std::clamp(px(52) / area.height, air.top, 0.25F);
    return air;
}

Viewport::Composed& Viewport::scene_of(const PanelContext& c, const StageView& view) {
    const auto found = std::find_if(scenes_.begin(), scenes_.end(),
                                    [&](const Composed& known) { return known.figure == view.figure; });
    if (found != scenes_.end()) {
        found->scene.camera = view.camera;
        return *found;
    }
    scenes_.reserve(most_views);
    Composed made;
    made.figure = view.figure;
    ViewSettings settings = c.session.view();
    // The tool draws the selected joint's limits itself, to be seized.
    if (composed_with_ == ToolKind::limits && settings.selected.item.kind == ItemKind::joint)
        settings.show.limits = false;
    std::optional<RenderScene> instead = compose_rom(c, made.picks);
    if (!instead) instead = compose_diff(c, made.picks);
    made.scene = instead ? std::move(*instead)
                         : compose_frame(c.session.frame_figures(view), settings, view.camera, &made.picks);
    made.scene.camera = view.camera;
    if (const ShownProblem* shown = c.session.shown_problem()) {
        const OpenFigure& figure = *c.session.figure(shown->figure);
        add_finding_marks(figure.frame(), shown->marks, c.session.view().pixel_scale, made.scene);
    }
    return scenes_.emplace_back(std::move(made));
}

void Viewport::refresh(const PanelContext& c, const std::vector<Rect>& rects, float raster) {
    const double now = ImGui::GetTime();
    const std::uint64_t revision =
        c.session.scene_revision() + c.gui.rom.revision + c.gui.diff.revision;  // each only grows
    const bool is_other = composed_revision_ != revision || composed_with_ != c.gui.tools.kind;
    if (is_other) scenes_.clear();
    composed_revision_ = revision;
    composed_with_ = c.gui.tools.kind;
    const std::array<StageView, most_views>& views = c.session.views().all;
    std::array<bool, most_views> stale{};
    drew_ = false;
    drawing_took_ = 0.0;
    for (std::size_t i = 0; i < rects.size(); ++i) {
        Pane& pane = panes_[i];
        const int width = std::max(1, static_cast<int>(std::lround(rects[i].width * raster)));
        const int height = std::max(1, static_cast<int>(std::lround(rects[i].height * raster)));
        stale[i] = is_other || pane.drawn_view != views[i].revision || pane.target.width() != width ||
                   pane.target.height() != height;
        if (stale[i]) pane.target.resize(width, height);
        drew_ = drew_ || stale[i];
    }
    const bool settles = !drew_ && quality_.is_due(now);
    if (!drew_ && !settles) return;
    Quality quality;
    if (drew_) {
        quality = quality_.for_change(now);
    } else {
        quality_.drawn_in_full();
    }
    for (std::size_t i = 0; i < rects.size(); ++i) {
        Pane& pane = panes_[i];
        if (!stale[i] && !(settles && pane.is_coarse)) continue;
        const RenderScene& scene = scene_of(c, views[i]).scene;
        const double begin = thread_seconds();
        renderer_.draw(scene, pane.target, quality);
        drawing_took_ += thread_seconds() - begin;
        pane.drawn_view = views[i].revision;
        pane.drawn_camera = views[i].camera;
        pane.drawn_figure = views[i].figure;
        pane.is_coarse = quality != Quality{};
    }
}

const RenderTarget& Viewport::picture() {
    Pane& pane = at(panes_, active_);
    const auto composed = std::find_if(scenes_.begin(), scenes_.end(), [&](const Composed& known) {
        return known.figure == pane.drawn_figure;
    });
    if (!pane.is_coarse || composed == scenes_.end()) return pane.target;
    composed->scene.camera = pane.drawn_camera;
    renderer_.draw(composed->scene, pane.target);
    pane.is_coarse = false;
    return pane.target;
}

void Viewport::frame_took(double seconds) {
    if (drew_) quality_.took(seconds);
}

Seen Viewport::pick(const PanelContext& c, int index, const Rect& rect, const vec2& place, float raster) {
    const RenderTarget& target = at(panes_, index).target;
    const int x = static_cast<int>(place.x * raster);
    const int y = static_cast<int>(place.y * raster);
    if (x < 0 || y < 0 || x >= target.width() || y >= target.height()) return {};
    const Composed& composed = scene_of(c, at(c.session.views().all, index));
    Seen seen;
    seen.what = composed.picks.at(renderer_.pick(composed.scene, target.width(), target.height(), x, y));
    const OpenFigure* figure = c.session.figure(seen.what.figure);
    if (figure == nullptr || !exists(figure->document(), seen.what.item)) return seen;
    const Ray ray = pixel_ray(composed.scene.camera, place.x / rect.width * 2.0F - 1.0F,
                              1.0F - place.y / rect.height * 2.0F, rect.width / rect.height);
    seen.targets = pick_targets(figure->frame(), seen.what, ray);
    return seen;
}

void Viewport::use_tools(const PanelContext& c, int index, const Rect& rect, const Rect& area, float raster) {
    const StageView& view = at(c.session.views().all, index);
    if (follow_brush(c, rect, view)) return;
    const ImGuiIO& io = ImGui::GetIO();
    ToolInput input;
    input.view = ToolView(view.camera, vec2(rect.width, rect.height), tool_scale(c, rect));
    input.at = vec2(io.MousePos.x - rect.x, io.MousePos.y - rect.y);
    input.only = view.figure;
    input.turns = view.turns;
    input.over = ImGui::IsItemHovered();
    for (const PointerButton button : {PointerButton::left, PointerButton::right, PointerButton::middle}) {
        const int number = button == PointerButton::left ? 0 : button == PointerButton::right ? 1 : 2;
        const bool seen = ImGui::IsItemActivated() || (c.gui.tools.busy() && area.contains(io.MousePos));
        if (seen && ImGui::IsMouseClicked(number)) input.pressed = button;
        if (input.pressed == button && !held_) held_ = button;
        if (held_ != button || ImGui::IsMouseDown(number)) continue;
        input.released = button;
        held_.reset();
    }
    input.held = held_;
    input.wheel = input.over ? io.MouseWheel : 0.0F;
    input.ctrl = io.KeyCtrl;
    input.shift = io.KeyShift;
    input.alt = io.KeyAlt;
    input.pick = [&](const vec2& at) {
        seen_ = pick(c, index, rect, at, raster);
        return seen_;
    };
    const ToolOutput output = c.gui.tools.update(input, c.session);
    for (const Intent& intent : output.intents) c.push(intent);
    paint_marks(c, rect, output.marks);
    report_tools(c, rect, input.view, output.marks);
    if (!output.asks_menu) return;
    menu_of_ = pick(c, index, rect, input.at, raster);
    menu_opens_ = true;
}

void Viewport::draw_context_menu(const PanelContext& c) {
    if (std::exchange(menu_opens_, false)) ImGui::OpenPopup("picture menu");
    begin_menu_style(c);
    if (ImGui::BeginPopup("picture menu")) {
        const OpenFigure* figure = c.session.figure(menu_of_.what.figure);
        if (figure != nullptr && menu_of_.what.item.kind != ItemKind::none &&
            exists(figure->document(), menu_of_.what.item)) {
            targets_menu(c, menu_of_.targets, menu_of_.what);
            const Selection& first = menu_of_.targets.empty() ? menu_of_.what : menu_of_.targets.front().what;
            if (exists(figure->document(), first.item)) item_menu(c, first);
            figure_menu(c, *figure);
        } else {
            view_menu(c);
        }
        ImGui::EndPopup();
    }
    end_menu_style();
}

/// A copy: as a textured rectangle the picture would cost as much as what is drawn in it, where a processor draws.
void Viewport::show(const ImDrawList* /*list*/, const ImDrawCmd* command) {
    const Place& place = *static_cast<const Place*>(command->UserCallbackData);
    place.picture->show_at(place.left, place.bottom);
}

int Viewport::follow_focus(const PanelContext& c, const std::vector<Rect>& rects) {
    const int count = static_cast<int>(rects.size());
    const int active = std::clamp(c.session.views().active, 0, count - 1);
    const ImGuiIO& io = ImGui::GetIO();
    int under = -1;
    for (int i = 0; i < count; ++i) under = at(rects, i).contains(io.MousePos) ? i : under;
    const bool free = !held_ && !c.gui.tools.busy() && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
    // A view that a key has chosen keeps the keys until the pointer comes to another one, or does something.
    const bool acts = io.MouseWheel != 0.0F || ImGui::IsMouseClicked(ImGuiMouseButton_Left) ||
                      ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                      ImGui::IsMouseClicked(ImGuiMouseButton_Middle);
    const bool comes = free && under >= 0 && (under != under_ || acts);
    if (free || under < 0) under_ = under;
    if (!comes || under == active) return active;
    c.push(FocusView{under});
    return under;
}

void Viewport::draw_pane(const PanelContext& c, int index, const Rect& rect, bool has_focus, const Rect& area,
                         float raster) {
    const StageView& view = at(c.session.views().all, index);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const RenderTarget& picture = at(panes_, index).target;
    const auto pixels = [raster](float length) { return static_cast<int>(std::lround(length * raster)); };
    const float below = ImGui::GetIO().DisplaySize.y - rect.y;
    at(places_, index) = {&picture, pixels(rect.x), pixels(below) - picture.height()};
    list.AddCallback(show, &at(places_, index));
    ImGui::SetCursorScreenPos(rect.min());
    ImGui::PushID(index);
    ImGui::InvisibleButton("picture", rect.size(),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle |
                               ImGuiButtonFlags_MouseButtonRight);
    ImGui::PopID();
    const bool alone = c.session.views().count() == 1;
    if (!alone) c.mark(fmt::format("viewport/pane/{}", index));
    if (has_focus) {
        use_tools(c, index, rect, area, raster);
    } else {
        const ToolView there(view.camera, vec2(rect.width, rect.height), tool_scale(c, rect));
        paint_marks(c, rect, c.gui.tools.marks_in(there, view.figure, c.session));
    }
    list.PushClipRect(rect.min(), rect.max(), true);
    if (view.figure == 0) draw_figure_names(c, rect, scene_of(c, view).scene);
    draw_axes(c, rect, view.camera);
    list.PopClipRect();
    if (!alone && has_focus) list.AddRect(rect.min(), rect.max(), color_of(c.theme.accent));
}

void Viewport::draw(const PanelContext& c, const Rect& area, float raster) {
    const ViewLayout layout = c.session.views().layout;
    const std::vector<Rect> rects = pane_rects(layout, c.gui.settings.views, area, c.theme.px(4));
    refresh(c, rects, raster);
    ImGui::SetNextWindowPos(area.min());
    ImGui::SetNextWindowSize(area.size());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings |
                                       ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
                                       ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBackground;
    ImGui::Begin("Viewport", nullptr, flags);
    ImGui::PopStyleVar();
    active_ = follow_focus(c, rects);
    draw_pane_splitters(c, area);
    for (int i = 0; i < static_cast<int>(rects.size()); ++i)
        draw_pane(c, i, at(rects, i), i == active_, area, raster);
    if (c.report.enabled()) c.report.widget("viewport", at(rects, active_).min(), at(rects, active_).max());
    draw_invitation(c, area);
    draw_empty_stage(c, area);
    draw_hover_name(c, at(rects, active_), seen_.targets);
    const float right_of_layers = draw_layers(c, area) + c.theme.px(8);
    const bool alone = rects.size() == 1;
    if (alone) draw_views(c, area);
    for (int i = 0; !alone && i < static_cast<int>(rects.size()); ++i) {
        const Rect& rect = at(rects, i);
        draw_pane_label(c, i,
                        ImVec2(std::max(rect.x + c.theme.px(8), rect.x == area.x ? right_of_layers : rect.x),
                               rect.y + c.theme.px(8)));
    }
    draw_tool_strip(c, area, alone ? 52.0F : 8.0F);
    draw_context_menu(c);
    ImGui::End();
}

}  // namespace vitruvian

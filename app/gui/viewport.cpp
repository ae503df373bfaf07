#include "app/gui/viewport.h"

#include "app/gui/context_menu.h"
#include "app/gui/docked_window.h"
#include "app/gui/panes.h"
#include "app/gui/tool_panel.h"
#include "app/gui/viewport_hints.h"
#include "app/gui/viewport_strips.h"
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

/// Returns window units per design unit for what is drawn and grabbed in a picture: less in small ones, and
/// in those beside others.
float tool_scale(const PanelContext& c, const Rect& rect) {
    const bool alone = c.session.views().count() == 1;
    const float enough = c.theme.px(alone ? 300 : 420);
    return c.theme.scale * std::clamp(std::min(rect.width, rect.height) / enough, 0.55F, 1.0F);
}

/// Processor time of this thread.
double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Viewport::Composed& Viewport::scene_of(const PanelContext& c, const StageView& view) {
    const auto found = std::find_if(scenes_.begin(), scenes_.end(),
                                    [&](const Composed& known) { return known.figure == view.figure; });
    if (found != scenes_.end()) {
        look_from(found->scene, view.camera);
        return *found;
    }
    scenes_.reserve(max_views);
    Composed made;
    made.figure = view.figure;
    ViewSettings settings = c.session.view();
    // The tool itself draws the selected joint's limits as handles.
    if (composed_with_ == ToolKind::limits && settings.selected.item.kind == ItemKind::joint)
        settings.show.limits = false;
    std::optional<RenderScene> instead = compose_rom(c, made.picks);
    if (!instead) instead = compose_diff(c, made.picks);
    made.stands_as_placed = !instead;
    made.scene = instead ? std::move(*instead)
                         : compose_frame(c.session.frame_figures(view), settings, view.camera, &made.picks);
    look_from(made.scene, view.camera);
    if (const ShownProblem* shown = c.session.shown_problem()) {
        const OpenFigure& figure = *c.session.figure(shown->figure);
        add_finding_marks(figure.frame(), shown->marks, c.session.view().pixel_scale, made.scene);
    }
    return scenes_.emplace_back(std::move(made));
}

/// Beside the strips, whose places are those of the last frame.
std::vector<FigureName> Viewport::names_in(const PanelContext& c, const StageView& view, const Rect& rect) {
    const Composed& seen = scene_of(c, view);
    if (view.figure != 0 || !seen.stands_as_placed) return {};
    return figure_names(c, rect, seen.scene);
}

std::vector<PixelBox> Viewport::covered_in(const PanelContext& c, const StageView& view, const Rect& rect,
                                           const std::vector<FigureName>& names, float raster) {
    std::vector<PixelBox> out;
    if (scene_of(c, view).scene.labels.empty()) return out;
    const auto add = [&](const Rect& box) {
        const vec2 low(box.x - rect.x, box.y - rect.y);
        out.push_back({raster * low, raster * (low + vec2(box.width, box.height))});
    };
    for (const Rect& strip : c.gui.strips) add(strip);
    for (const FigureName& name : names) add(name.box);
    return out;
}

void Viewport::refresh(const PanelContext& c, const std::vector<Rect>& rects, float raster) {
    const double now = ImGui::GetTime();
    const std::uint64_t revision =
        c.session.scene_revision() + c.gui.rom.revision + c.gui.diff.revision;  // each only increases
    const bool is_other = composed_revision_ != revision || composed_with_ != c.gui.tools.kind ||
                          std::exchange(letters_changed_, false);
    if (is_other) scenes_.clear();
    composed_revision_ = revision;
    composed_with_ = c.gui.tools.kind;
    const std::array<StageView, max_views>& views = c.session.views().all;
    std::array<bool, max_views> stale{};
    drew_ = false;
    drawing_took_ = 0.0;
    for (std::size_t i = 0; i < rects.size(); ++i) {
        Pane& pane = panes_[i];
        const int width = std::max(1, static_cast<int>(std::lround(rects[i].width * raster)));
        const int height = std::max(1, static_cast<int>(std::lround(rects[i].height * raster)));
        stale[i] = is_other || pane.drawn_view != views[i].revision || pane.target.width() != width ||
                   pane.target.height() != height;
        pane.names = names_in(c, views[i], rects[i]);
        std::vector<PixelBox> covered = covered_in(c, views[i], rects[i], pane.names, raster);
        stale[i] = stale[i] || covered != pane.covered;
        pane.covered = std::move(covered);
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
        RenderScene& scene = scene_of(c, views[i]).scene;
        scene.covered = pane.covered;
        const double begin = thread_seconds();
        renderer_.draw(scene, pane.target, quality);
        drawing_took_ += thread_seconds() - begin;
        pane.drawn_view = views[i].revision;
        pane.drawn_camera = views[i].camera;
        pane.drawn_figure = views[i].figure;
        pane.is_coarse = quality != Quality{};
    }
}

void Viewport::use_typefaces(std::vector<Typeface> others) {
    renderer_.use_typefaces(std::move(others));
    letters_changed_ = true;
}

const RenderTarget& Viewport::picture() {
    Pane& pane = at(panes_, active_);
    const auto composed = std::find_if(scenes_.begin(), scenes_.end(), [&](const Composed& known) {
        return known.figure == pane.drawn_figure;
    });
    if (!pane.is_coarse || composed == scenes_.end()) return pane.target;
    look_from(composed->scene, pane.drawn_camera);
    composed->scene.covered = pane.covered;
    renderer_.draw(composed->scene, pane.target);
    pane.is_coarse = false;
    return pane.target;
}

void Viewport::note_frame_time(double seconds) {
    if (drew_) quality_.took(seconds);
}

Seen Viewport::pick(const PanelContext& c, int index, const Rect& rect, const vec2& place, float raster) {
    const RenderTarget& target = at(panes_, index).target;
    const int x = static_cast<int>(place.x * raster);
    const int y = static_cast<int>(place.y * raster);
    if (x < 0 || y < 0 || x >= target.width() || y >= target.height()) return {};
    const StageView& view = at(c.session.views().all, index);
    const Composed& composed = scene_of(c, view);
    Seen seen;
    seen.what = composed.picks.at(renderer_.pick(composed.scene, target.width(), target.height(), x, y));
    const OpenFigure* figure = c.session.figure(seen.what.figure);
    if (figure == nullptr || !exists(figure->document(), seen.what.item)) return seen;
    const Ray ray = pixel_ray(view.camera, place.x / rect.width * 2.0F - 1.0F,
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
    input.handles = !has_brush(c);
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
            selection_menu(
                c, exists(figure->document(), first.item) ? first : Selection{menu_of_.what.figure, {}});
        } else {
            view_menu(c);
        }
        ImGui::EndPopup();
    }
    end_menu_style();
}

/// Copies the picture: as a textured rectangle it would cost as much as the picture itself in software
/// renderers.
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
    // A view activated by keyboard keeps the keyboard until the pointer enters another one, or acts.
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
    draw_probed_vertex(c, rect, view);
    list.PushClipRect(rect.min(), rect.max(), true);
    // The layers are at the left of all views, the tools at the right.
    draw_axes(c, rect, view.camera, rect.x <= area.x);
    list.PopClipRect();
    if (!alone && has_focus) list.AddRect(rect.min(), rect.max(), color_of(c.theme.accent));
}

void Viewport::draw_names(const PanelContext& c, const std::vector<Rect>& rects) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < rects.size(); ++i) {
        list.PushClipRect(rects[i].min(), rects[i].max(), true);
        draw_figure_names(c, panes_[i].names);
        list.PopClipRect();
    }
}

void Viewport::draw(const PanelContext& c, const Rect& area, float raster) {
    const ViewLayout layout = c.session.views().layout;
    const std::vector<Rect> rects = pane_rects(layout, c.gui.settings.views, area, c.theme.px(4));
    refresh(c, rects, raster);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    begin_docked("Viewport", area, docked_unscrolled | ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();
    active_ = follow_focus(c, rects);
    c.gui.strips.clear();
    draw_pane_splitters(c, area);
    for (int i = 0; i < static_cast<int>(rects.size()); ++i)
        draw_pane(c, i, at(rects, i), i == active_, area, raster);
    if (c.report.enabled()) c.report.widget("viewport", at(rects, active_).min(), at(rects, active_).max());
    draw_invitation(c, area);
    draw_empty_stage(c, area);
    draw_hover_name(c, at(rects, active_), seen_.targets);
    const bool alone = rects.size() == 1;
    const bool strips = has_strips(rects, c.theme.scale);
    const float right_of_layers = (strips ? draw_layers(c, area) : area.x) + c.theme.px(8);
    if (alone) draw_views(c, area);
    for (int i = 0; !alone && i < static_cast<int>(rects.size()); ++i) {
        const Rect& rect = at(rects, i);
        draw_pane_label(c, i, rect, strips && rect.x == area.x ? right_of_layers : rect.x);
    }
    if (strips) draw_tool_strip(c, area);
    draw_names(c, rects);
    draw_context_menu(c);
    ImGui::End();
}

}  // namespace vitruvian

#include "app/gui/gui.h"

#include "app/gui/actions.h"
#include "app/gui/chrome.h"
#include "app/gui/docked_window.h"
#include "app/gui/focus.h"
#include "app/gui/panes.h"
#include "app/gui/pointed_help.h"
#include "app/gui/timeline.h"
#include "app/gui/tool_panel.h"
#include "app/gui/viewport_strips.h"

#include <backends/imgui_impl_opengl3.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

constexpr float gap = 4.0F;            // width of the splitter between panels, at scale 1
constexpr float least_low = 80.0F;     // height of the timeline and of the problems, at least
constexpr float least_middle = 72.0F;  // height of what is above them: the tabs' labels and a row

/// Returns how much larger panels are than in the settings, which refer to a window of up to 1920 x 1080
/// design units: a larger one has room for longer names and more rows.
float growth_of_panels(float width, float height, float scale) {
    return std::clamp(std::min(width / 1920.0F, height / 1080.0F) / scale, 1.0F, 2.0F);
}

/// Places timeline and problems above `bottom`; returns what is left above them. In a low window the timeline is
/// not shown while the problems are.
float stack_low_panels(Layout& layout, const Settings& settings, float top, float bottom, float scale,
                       float growth) {
    const auto px = [&](float length) { return std::floor(length * scale + 0.5F); };
    const auto place = [&](Rect& panel, float wanted, float share, float others) {
        const float room = bottom - top;
        const float most = std::max(std::min(share * room, room - others - px(gap)), px(least_low));
        const float height = std::clamp(px(wanted), px(least_low), most);
        panel = {0.0F, bottom - height, layout.menu.width, height};
        bottom -= height + px(gap);
    };
    const float above = px(least_middle) + (settings.show_problems ? px(least_low) + px(gap) : 0.0F);
    if (settings.show_timeline && bottom - top >= above + px(least_low) + px(gap)) {
        const bool keys = settings.timeline_tab != 0;
        place(layout.timeline, keys ? growth * settings.keys_height : settings.timeline_height, 0.5F, above);
    }
    if (settings.show_problems)
        place(layout.problems, growth * settings.problems_height, 0.6F, px(least_middle));
    return bottom;
}

}  // namespace

Layout lay_out(const Settings& settings, float width, float height, float scale, bool has_messages) {
    const auto px = [&](float length) { return std::floor(length * scale + 0.5F); };
    const float growth = growth_of_panels(width, height, scale);
    Layout layout;
    float top = px(28);
    float bottom = height;
    layout.menu = {0.0F, 0.0F, width, top};
    if (settings.show_toolbar) {
        layout.toolbar = {0.0F, top, width, px(36)};
        top += px(36);
    }
    top += px(1);
    if (settings.show_status) {
        layout.status = {0.0F, height - px(24), width, px(24)};
        bottom -= px(24) + px(1);
    }
    if (has_messages) {
        layout.messages = {0.0F, bottom - px(26), width, px(26)};
        bottom -= px(26) + px(1);
    }
    bottom = stack_low_panels(layout, settings, top, bottom, scale, growth);
    const float middle = std::max(bottom - top, 1.0F);
    const bool has_sides = middle >= px(least_middle);
    // Both side panels shrink equally, so that the viewport keeps half of the width.
    float tree = settings.show_tree && has_sides ? px(growth * settings.tree_width) : 0.0F;
    float inspector = settings.show_inspector && has_sides ? px(growth * settings.inspector_width) : 0.0F;
    const float room = 0.5F * width - 2.0F * px(gap);
    if (tree + inspector > room) {
        const float shrink = std::max(room, 0.0F) / (tree + inspector);
        tree = std::floor(tree * shrink);
        inspector = std::floor(inspector * shrink);
    }
    const float left = tree > 0.0F ? tree + px(gap) : 0.0F;
    const float right = inspector > 0.0F ? inspector + px(gap) : 0.0F;
    if (tree > 0.0F) layout.tree = {0.0F, top, tree, middle};
    if (inspector > 0.0F) layout.inspector = {width - inspector, top, inspector, middle};
    layout.viewport = {left, top, std::max(width - left - right, 1.0F), middle};
    return layout;
}

Gui::Gui(Renderer& renderer, Settings settings) : viewport_(renderer) {
    state_.settings = std::move(settings);
    state_.device = renderer.device_name();
}

void Gui::set_scale(float content_scale, float raster) {
    raster_ = raster;
    const float scale = std::clamp(content_scale * state_.settings.scale, 0.5F, 4.0F);
    const bool same_fonts = fonts_for_ == std::array{scale, raster} && !script_fonts_.has_news();
    if (same_fonts && light_for_ == state_.settings.light_theme) return;
    const Theme before = theme_;
    theme_ = make_theme(state_.settings.light_theme, scale);
    light_for_ = state_.settings.light_theme;
    if (same_fonts) {
        theme_.regular = before.regular;
        theme_.strong = before.strong;
        theme_.small = before.small;
        return;
    }
    fonts_for_ = {scale, raster};
    if (script_fonts_.has_news()) {
        std::vector<Typeface> typefaces;
        for (const ScriptFace& face : script_fonts_.faces()) typefaces.push_back(face.face);
        viewport_.use_typefaces(std::move(typefaces));
    }
    build_fonts(theme_, raster, script_fonts_.faces());
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

Background Gui::background() const {
    Background background;
    if (state_.settings.light_theme) {
        background.plain = true;
        background.color = vec3(0.86F, 0.86F, 0.87F);
    }
    return background;
}

void Gui::draw_splitters(const PanelContext& c, const Layout& layout) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0F, 0.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0F, 1.0F));
    ImGui::PushStyleColor(ImGuiCol_WindowBg, theme_.window);
    Settings& settings = state_.settings;
    // A separate window for each: they do not overlap, so the order of windows does not matter.
    const auto splitter = [&](const char* id, const Rect& grip, bool vertical, float actual, float& length,
                              float sign, float low, float growth) {
        begin_docked(id, grip, docked_unscrolled);
        ImGui::InvisibleButton("grip", grip.size());
        c.mark(id);
        const bool active = ImGui::IsItemActive();
        const bool activated = ImGui::IsItemActivated();
        if (active || ImGui::IsItemHovered()) {
            ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
            ImGui::GetWindowDrawList()->AddRectFilled(grip.min(), grip.max(), color_of(theme_.accent));
        }
        ImGui::End();
        const float mouse = vertical ? ImGui::GetIO().MousePos.x : ImGui::GetIO().MousePos.y;
        const float edge = vertical ? grip.x : grip.y;
        if (activated) grabbed_at_ = mouse - edge;
        const float delta = mouse - grabbed_at_ - edge;
        // Relative to the panel's actual size, not to its size in a larger window.
        if (active && delta != 0.0F)
            length = std::max((actual + sign * delta) / (theme_.scale * growth), low);
    };
    const float thick = theme_.px(gap);
    const float growth = growth_of_panels(display.x, display.y, theme_.scale);
    const Rect& middle = layout.viewport;
    if (layout.tree.width > 0.0F) {
        splitter("splitter/tree", {middle.x - thick, middle.y, thick, middle.height}, true, layout.tree.width,
                 settings.tree_width, 1.0F, 140.0F, growth);
    }
    if (layout.inspector.width > 0.0F) {
        splitter("splitter/inspector", {middle.x + middle.width, middle.y, thick, middle.height}, true,
                 layout.inspector.width, settings.inspector_width, -1.0F, 200.0F, growth);
    }
    if (layout.timeline.width > 0.0F) {
        splitter("splitter/timeline", {0.0F, layout.timeline.y - thick, display.x, thick}, false,
                 layout.timeline.height,
                 settings.timeline_tab != 0 ? settings.keys_height : settings.timeline_height, -1.0F,
                 settings.timeline_tab != 0 ? 120.0F : 80.0F, settings.timeline_tab != 0 ? growth : 1.0F);
    }
    if (layout.problems.width > 0.0F) {
        splitter("splitter/problems", {0.0F, layout.problems.y - thick, display.x, thick}, false,
                 layout.problems.height, settings.problems_height, -1.0F, 80.0F, growth);
    }
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

void Gui::draw_panels(const PanelContext& c, const Layout& layout) {
    const Settings& settings = state_.settings;
    draw_menu_bar(c, layout.menu);
    if (settings.show_toolbar) draw_toolbar(c, layout.toolbar);
    if (layout.tree.width > 0.0F) draw_tree_panel(c, layout.tree);
    viewport_.draw(c, layout.viewport, raster_);
    if (layout.inspector.width > 0.0F) draw_side_column(c, layout.inspector);
    if (layout.problems.width > 0.0F) draw_problems_panel(c, layout.problems);
    if (layout.timeline.width > 0.0F) draw_timeline(c, layout.timeline);
    if (settings.show_status) draw_status_bar(c, layout.status);
    draw_rom_panel(c, layout.viewport);
    draw_diff_panel(c, layout.viewport);
    draw_message_line(c, layout.messages);
    draw_work(c, layout.viewport);
    draw_file_browser(c);
    draw_pose_panel(c);
    draw_messages_window(c);
    draw_help(c);
    draw_about(c);
    draw_palette(c);
    draw_rename_window(c);
    draw_unsaved_dialog(c);
    draw_field_problem(c);
    draw_dragged_joint(c);
    end_closable_windows(c);
}

bool Gui::opens_text_field() const {
    return state_.focus.frames_left > 0 || state_.fields.fresh;
}

void Gui::remember_files(const std::vector<Event>& events, const Session& session) {
    for (const Event& event : events) {
        if (event.kind != Event::Kind::opened && event.kind != Event::Kind::saved) continue;
        const OpenFigure* figure = session.figure(event.figure);
        if (figure != nullptr && !figure->path.empty()) state_.settings.add_recent(figure->path);
    }
}

void Gui::put_props_back(const std::vector<Event>& events, const std::vector<KeptProp>& props,
                         Session& session) {
    for (const Event& event : events) {
        if (event.kind != Event::Kind::opened) continue;
        for (const AttachProp& intent : props_to_attach(props, session, event.figure))
            session.execute(intent);
    }
}

void Gui::arrange_views(Session& session, const Rect& viewport) const {
    const ViewSplit& split = state_.settings.views;
    std::vector<float> aspects;
    for (const Rect& pane : pane_rects(split.layout, split, viewport, theme_.px(gap)))
        aspects.push_back(pane.width / pane.height);
    session.arrange_views(split.layout, aspects, split.linked);
}

void Gui::leave_air(Session& session, const Rect& viewport) const {
    const ViewSplit& split = state_.settings.views;
    const std::vector<Rect> panes = pane_rects(split.layout, split, viewport, theme_.px(gap));
    if (panes.size() < 2) return session.set_air(air_between_strips(viewport, theme_.scale));
    std::vector<Air> airs;
    for (const Rect& pane : panes) airs.push_back(air_of_pane(pane, viewport, panes, theme_.scale));
    session.set_airs(airs);
}

void Gui::frame(Session& session, const std::vector<KeyPress>& keys) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    // A menu may have changed the visible panels or the scale in the last frame.
    const Layout layout =
        lay_out(state_.settings, display.x, display.y, theme_.scale, !session.messages().empty());
    arrange_views(session, layout.viewport);
    leave_air(session, layout.viewport);
    session.set_pixel_scale(theme_.scale * raster_);
    session.set_background(background());

    Intents intents;
    const PanelContext c{session, intents, theme_, report_, state_};
    state_.keys = keys;
    // A field that opens now receives keys immediately, not only once ImGui has focused it; one that closed in
    // the last frame (Enter) receives none, though ImGui still wants text for a frame.
    state_.focus.frames_left = std::max(state_.focus.frames_left - 1, 0);
    const bool is_field_active = ImGui::GetIO().WantTextInput && ImGui::IsAnyItemActive();
    state_.text_input = is_field_active || state_.palette.open || opens_text_field() ||
                        state_.leaving.is_open || state_.fields.typing != 0;
    give_keys_to_menus(c);
    give_keys_to_tools(c);
    if (has_key(state_.keys, Key::escape) && (close_popup_by_key(c) || cancel_field(state_.fields)))
        static_cast<void>(c.take_key(Key::escape));
    ImGui::PushFont(theme_.regular);
    state_.pointed_at.clear();
    draw_splitters(c, layout);
    draw_panels(c, layout);
    if (state_.pointed_at.empty()) state_.pointed_at = help_of_place(c, layout);
    report_.state("help", {{"text", state_.pointed_at}});
    ImGui::PopFont();
    end_menu_keys(c);
    run_shortcuts(c);
    script_fonts_.note_names(session, state_);
    ImGui::Render();

    const auto is_hover = [](const Intent& intent) { return intent.as<Hover>() != nullptr; };
    if (std::none_of(intents.begin(), intents.end(), is_hover)) intents.push_back(Hover{});
    if (session.in_gesture() && !ImGui::IsAnyItemActive() && !state_.tools.busy() &&
        !state_.keys_panel.grabs())
        intents.push_back(EndGesture{});
    const auto tell = [&] {
        const std::vector<Event> events = session.take_events();
        report_events(events, session, report_);
        remember_files(events, session);
        put_props_back(events, state_.settings.props, session);
    };
    tell();
    for (const Intent& intent : intents) {
        session.execute(intent);
        if (const auto* attached = intent.as<AttachProp>())
            keep_prop(state_.settings.props, session, attached->prop);
        tell();
    }
    report_session(session, report_);
    report_.end_frame();
}

}  // namespace vitruvian

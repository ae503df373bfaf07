// Shared by the dope sheet and the curves: time scale, ruler, tools, clipboard.
#include "app/gui/key_panel.h"

#include "app/gui/actions.h"
#include "app/gui/problems_panel.h"
#include "app/gui/widgets.h"
#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {

float TimeScale::x(double seconds) const {
    return left + width * static_cast<float>((seconds - from) / (to - from));
}

double TimeScale::at(float x) const {
    return from + (to - from) * static_cast<double>((x - left) / width);
}

TimeScale time_scale(const PanelContext& c, const Clip& clip, float left, float width) {
    const KeyPanelState& state = c.gui.keys_panel;
    const double inset = static_cast<double>(c.theme.px(10));
    TimeScale out{left, std::max(width, 1.0F), state.from, state.to};
    if (state.to > state.from) return out;
    // The whole clip, with a margin on both sides.
    const double length = std::max(clip.duration, 0.1);
    const double air = length * inset / std::max(static_cast<double>(width) - 2.0 * inset, 1.0);
    out.from = -air;
    out.to = length + air;
    return out;
}

bool has_own_clip(const PanelContext& c) {
    const OpenFigure* figure = c.session.active_figure();
    return figure != nullptr && figure->playing_clip() != nullptr && figure->clip_file == 0;
}

void remember_chosen_keys(KeyPanelState& state, const OpenFigure& figure) {
    constexpr std::size_t most = 200;
    KeySelection& then = state.chosen_at[figure.history.step()];
    if (then != state.selection) then = state.selection;  // unchanged in most frames
    if (state.chosen_at.size() > most) state.chosen_at.erase(state.chosen_at.begin());
}

void refresh_keys(const PanelContext& c, const OpenFigure& figure) {
    KeyPanelState& state = c.gui.keys_panel;
    const std::shared_ptr<const Clip>& clip = figure.player->clip();
    const bool idle = state.hand == KeyPanelState::Hand::idle;
    if (state.clip == clip && state.figure == figure.id) {
        if (idle) remember_chosen_keys(state, figure);
        return;
    }
    const bool other = state.figure != figure.id || !state.clip || state.clip->name != clip->name;
    if (other) {
        state.selection.clear();
        state.chosen_at.clear();
        state.curve_key.reset();
        state.from = state.to = 0.0;
        state.scroll = 0.0F;
        state.scrolled_to.reset();
    }
    const OpenFigure* source = c.session.clip_source(figure);
    state.clip = clip;
    state.figure = figure.id;
    state.rows = key_rows(source ? source->document() : figure.document(), *clip);
    state.times = times_of(state.rows);
    state.frame_rate = frame_rate_of(*clip);
    if (idle) {
        const auto then = state.chosen_at.find(figure.history.step());
        if (then != state.chosen_at.end()) state.selection = then->second;
        state.selection.prune(state.rows);
    }
    // The targets of a clip of another file are items of that file.
    for (KeyRow& row : state.rows) {
        if (source) row.item = {};
    }
}

bool has_chosen_keys(const PanelContext& c) {
    return has_own_clip(c) && !c.gui.keys_panel.selection.empty();
}

namespace {

Item clip_item(const OpenFigure& figure) {
    return {ItemKind::clip, -1, figure.clip};
}

}  // namespace

void delete_chosen_keys(const PanelContext& c) {
    if (!has_chosen_keys(c)) return;
    KeyPanelState& state = c.gui.keys_panel;
    const OpenFigure& figure = *c.session.active_figure();
    std::vector<KeyChoice> keys = state.selection.keys();
    // In the curve view a key only belongs to its curve's channel.
    const bool in_curves = c.gui.settings.timeline_tab == static_cast<int>(TimelineTab::curves);
    if (in_curves && state.curve_key && state.clip && state.curve_key->channel < state.clip->channels.size())
        for (KeyChoice& key : keys) key.path = state.clip->channels[state.curve_key->channel].path;
    c.push(Edit{figure.id, DeleteKeys{clip_item(figure), std::move(keys)}});
    state.selection.clear();
    state.curve_key.reset();
}

void copy_chosen_keys(const PanelContext& c) {
    KeyPanelState& state = c.gui.keys_panel;
    if (state.selection.empty() || !state.clip) return;
    state.clipboard = copied_keys(*state.clip, state.selection);
    state.clipboard_figure = state.figure;
}

void paste_keys(const PanelContext& c) {
    KeyPanelState& state = c.gui.keys_panel;
    if (state.clipboard.empty() || !has_own_clip(c)) return;
    const OpenFigure& figure = *c.session.active_figure();
    if (state.clipboard_figure != figure.id) {
        c.push(ShowMessage{Severity::warning, "These keys are of another figure",
                           "Keys can be pasted only in clips of the same figure; to carry a pose to another "
                           "figure use Pose > Copy the pose."});
        return;
    }
    const auto now = static_cast<float>(snapped(c.session.clip_time(), state.frame_rate));
    SetKeys keys{clip_item(figure), pasted_at(state.clipboard, now)};
    state.selection.clear();
    for (const KeyValues& values : keys.keys) {
        KeyRow row;
        row.what.node = values.node;
        row.what.bone = values.bone;
        row.what.displacer = values.displacer;
        for (const float time : values.times) state.selection.add(row, time);
    }
    c.push(Edit{figure.id, Batch{"Paste keys", {std::move(keys)}}});
}

void jump_to_key(const PanelContext& c, int direction) {
    const OpenFigure* figure = c.session.active_figure();
    if (figure == nullptr || !figure->player) return;
    refresh_keys(c, *figure);
    const KeyPanelState& state = c.gui.keys_panel;
    std::vector<float> times = state.times;
    for (const KeyRow& row : state.rows) {
        if (row.item == c.session.selection().item && row.item.kind != ItemKind::none) times = row.times;
    }
    const double to = next_key(times, c.session.clip_time(), direction);
    if (c.session.playback().playing) c.push(SetPlaying{false});
    c.push(SetTime{std::clamp(to, 0.0, std::max(state.clip->duration - 1e-6, 0.0))});
}

void show_tab(const PanelContext& c, TimelineTab tab) {
    c.gui.settings.show_timeline = true;
    c.gui.settings.timeline_tab = static_cast<int>(tab);
}

void draw_timeline_tabs(const PanelContext& c) {
    struct Tab {
        TimelineTab tab;
        Icon icon;
        const char* id;
        const char* help;
    };
    constexpr std::array tabs = {
        Tab{TimelineTab::time, Icon::clip, "timeline/tab/time", "Time: scrub through the clip"},
        Tab{TimelineTab::keys, Icon::key, "timeline/tab/keys",
            "Dope sheet (K): a row for each joint, bone and displacer that the clip moves"},
        Tab{TimelineTab::curves, Icon::curve, "timeline/tab/curves",
            "Curves (Shift+K): the values of the selected joint's keys, axis by axis"}};
    const float top = ImGui::GetCursorPosY();
    const float left = ImGui::GetCursorPosX();
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        ImGui::SetCursorPos(ImVec2(left, top + static_cast<float>(i) * c.theme.px(21)));
        const bool now = c.gui.settings.timeline_tab == static_cast<int>(tabs[i].tab);
        if (icon_button(c, tabs[i].id, tabs[i].icon, tabs[i].help, now, true, 20.0F))
            show_tab(c, tabs[i].tab);
    }
    // A separate child window.
    const ImVec2 window = ImGui::GetWindowPos();
    const float x = std::floor(window.x + left + c.theme.px(28)) + 0.5F;
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x, window.y + top),
                                        ImVec2(x, window.y + ImGui::GetWindowContentRegionMax().y),
                                        color_of(c.theme.border));
    ImGui::SetCursorPos(ImVec2(left + c.theme.px(34), top));
}

void draw_key_tools(const PanelContext& c, const OpenFigure& figure, float width) {
    const ImVec2 from = ImGui::GetCursorPos();
    const bool own = has_own_clip(c);
    const Onion& onion = c.session.playback().onion;
    if (icon_button(c, "keys/insert", Icon::key,
                    "Insert keys for the selection, or for all that is posed (I). Alt+I deletes keys.", false,
                    own, 22.0F))
        c.push(KeyPose{figure.id, false});
    ImGui::SameLine(0.0F, c.theme.px(2));
    const bool automatic = c.session.playback().auto_key;
    if (icon_button(c, "keys/auto", Icon::record,
                    "Automatic keys: posing the figure while its clip plays inserts keys in the clip at this "
                    "time instead of changing the file's pose (Ctrl+K)",
                    automatic, own, 22.0F))
        c.push(SetAutoKey{!automatic});
    ImGui::SameLine(0.0F, c.theme.px(2));
    if (icon_button(c, "keys/onion", Icon::onion, "Onion skin: ghosts of the frames before and after (O)",
                    onion.ghosts(), true, 22.0F)) {
        Onion next = onion;
        next.before = next.after = onion.ghosts() ? 0 : 3;
        c.push(SetOnion{next});
    }
    ImGui::SameLine(0.0F, c.theme.px(2));
    if (icon_button(c, "keys/trail", Icon::trail,
                    "Motion path of the selected joint or site through the clip (Shift+O)", onion.trail, true,
                    22.0F)) {
        Onion next = onion;
        next.trail = !next.trail;
        c.push(SetOnion{next});
    }
    ImGui::SameLine(0.0F, c.theme.px(2));
    if (icon_button(c, "keys/only_selected", Icon::eye, "Show only the rows of what is selected",
                    c.gui.keys_panel.only_selected, true, 22.0F))
        c.gui.keys_panel.only_selected = !c.gui.keys_panel.only_selected;
    ImGui::SetCursorPos(ImVec2(from.x + width - c.theme.px(24), from.y));
    if (icon_button(c, "keys/more", Icon::more,
                    "More for this clip: loop, trim, reverse, resample, bake, curves", false, true, 22.0F))
        ImGui::OpenPopup("clip menu");
}

namespace {

/// Returns a step between marks that leaves room for their text: frames, then seconds.
double mark_step(const TimeScale& scale, double frame_rate, double room) {
    const double per_second = static_cast<double>(scale.width) / (scale.to - scale.from);
    const double frame = 1.0 / frame_rate;
    for (const double step :
         {frame, 2.0 * frame, 5.0 * frame, 10.0 * frame, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0}) {
        if (per_second * step >= room) return step;
    }
    return 300.0;
}

}  // namespace

void draw_key_ruler(const PanelContext& c, const Clip& clip, const TimeScale& scale, ImVec2 from,
                    float height, float bottom) {
    KeyPanelState& state = c.gui.keys_panel;
    ImGui::SetCursorScreenPos(from);
    ImGui::InvisibleButton("ruler", ImVec2(scale.width, height));
    c.mark("keys/ruler");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::PushClipRect(from, ImVec2(from.x + scale.width, bottom), true);
    const double step = mark_step(scale, state.frame_rate, static_cast<double>(c.theme.px(56)));
    ImGui::PushFont(c.theme.small);
    const auto first = static_cast<long>(std::ceil(std::max(scale.from, 0.0) / step));
    const auto last = std::min(static_cast<long>(std::floor(scale.to / step)), first + 400);
    for (long i = first; i <= last; ++i) {
        const double time = static_cast<double>(i) * step;
        const float x = std::floor(scale.x(time));
        list.AddLine(ImVec2(x, from.y + 0.5F * height), ImVec2(x, bottom), color_of(c.theme.border));
        const std::string text = fmt::format("{:.0f}", time * state.frame_rate);
        const float gap = c.theme.px(4);
        const float text_width = ImGui::CalcTextSize(text.c_str()).x;
        const bool fits = x + gap + text_width <= from.x + scale.width;
        list.AddText(ImVec2(fits ? x + gap : x - gap - text_width, from.y + c.theme.px(2)),
                     color_of(c.theme.dim), text.c_str());
    }
    ImGui::PopFont();
    // Time after the end is not played.
    const float end = scale.x(clip.duration);
    list.AddRectFilled(ImVec2(end, from.y), ImVec2(from.x + scale.width, bottom),
                       color_of(c.theme.window, 0.55F));
    const bool on_problem = draw_problem_marks(c, clip, scale.x(0.0), end, from.y + height - c.theme.px(5),
                                               from.y + height - c.theme.px(1));
    ImGui::PopClipRect();
    if (ImGui::IsItemActivated() && !on_problem) {
        state.hand = KeyPanelState::Hand::scrub;
        if (c.session.playback().playing) c.push(SetPlaying{false});
    }
    if (state.hand != KeyPanelState::Hand::scrub) return;
    if (!ImGui::IsItemActive()) {
        state.hand = KeyPanelState::Hand::idle;
        return;
    }
    const double rate = ImGui::GetIO().KeyCtrl ? 0.0 : state.frame_rate;
    const double time = snapped(scale.at(ImGui::GetIO().MousePos.x), rate);
    // Just before the end: the end itself is the start of the next loop.
    c.push(SetTime{std::clamp(time, 0.0, std::max(clip.duration - 1e-6, 0.0))});
}

void move_time_view(const PanelContext& c, const Clip& clip, const TimeScale& scale) {
    KeyPanelState& state = c.gui.keys_panel;
    const ImGuiIO& io = ImGui::GetIO();
    const double length = scale.to - scale.from;
    if (state.hand == KeyPanelState::Hand::pan) {
        const double by = static_cast<double>(io.MouseDelta.x / scale.width) * length;
        state.from = scale.from - by;
        state.to = scale.to - by;
        if (!ImGui::IsMouseDown(ImGuiMouseButton_Middle)) state.hand = KeyPanelState::Hand::idle;
        return;
    }
    if (!ImGui::IsItemHovered()) return;
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Middle)) state.hand = KeyPanelState::Hand::pan;
    if (io.MouseWheel == 0.0F || !(io.KeyCtrl || io.KeyShift)) return;
    const double at = scale.at(io.MousePos.x);
    const double shortest = 4.0 / state.frame_rate;
    const double longest = 20.0 * std::max(clip.duration, 1.0);
    if (io.KeyShift) {
        const double by = -0.1 * static_cast<double>(io.MouseWheel) * length;
        state.from = scale.from + by;
        state.to = scale.to + by;
        return;
    }
    const double factor =
        std::clamp(length * std::pow(0.8, static_cast<double>(io.MouseWheel)), shortest, longest) / length;
    state.from = at - (at - scale.from) * factor;
    state.to = at + (scale.to - at) * factor;
}

}  // namespace vitruvian

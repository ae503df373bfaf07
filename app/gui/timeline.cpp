#include "app/gui/timeline.h"

#include "app/gui/docked_window.h"
#include "app/gui/widgets.h"
#include "app/session/key_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace vitruvian {
namespace {

void draw_transport(const PanelContext& c, bool has_clip) {
    const Playback& playback = c.session.playback();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(c.theme.px(2), c.theme.px(4)));
    if (icon_button(c, "timeline/start", Icon::to_start, "To the start (Ctrl+J)", false, has_clip))
        c.push(SetTime{0.0});
    ImGui::SameLine();
    if (icon_button(c, "timeline/back", Icon::step_back, "Previous frame (Left)", false, has_clip))
        c.push(StepFrames{-1});
    ImGui::SameLine();
    if (icon_button(c, "timeline/play", playback.playing ? Icon::pause : Icon::play,
                    playback.playing ? "Pause (Space)" : "Play (Space)", playback.playing,
                    can_play(c.session))) {
        c.push(SetPlaying{!playback.playing});
    }
    ImGui::SameLine();
    if (icon_button(c, "timeline/forward", Icon::step_forward, "Next frame (Right)", false, has_clip)) {
        c.push(StepFrames{1});
    }
    ImGui::SameLine();
    if (icon_button(c, "timeline/loop", Icon::loop, "Loop: start again at the end (Ctrl+L)", playback.loop)) {
        c.push(SetLoop{!playback.loop});
    }
    ImGui::PopStyleVar();
}

std::string clip_title(const Clip& clip, std::size_t index) {
    return clip.name.empty() ? fmt::format("Clip {}", index) : clip.name;
}

/// Draws a clip of the list: of the file `source`, or (0) the figure's own.
void clip_row(const PanelContext& c, const std::string& title, std::uint64_t source, std::size_t index,
              bool chosen) {
    ImGui::PushID(static_cast<int>(source));
    ImGui::PushID(static_cast<int>(index));
    if (list_row(c, "timeline/clip/" + title, title, chosen)) {
        c.push(ChooseClip{c.session.active_id(), static_cast<int>(index), source});
        if (source != 0) c.push(SetPlaying{true});
    }
    ImGui::PopID();
    ImGui::PopID();
}

void rows_of_other(const PanelContext& c, const OpenFigure& figure, const OpenFigure& other) {
    const auto& clips = other.document().clips;
    if (!clips.empty()) ImGui::Separator();
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const bool chosen = figure.clip_file == other.id && figure.clip == static_cast<int>(i);
        clip_row(c, fmt::format("{} - {}", clip_title(*clips[i], i), other.name()), other.id, i, chosen);
    }
}

void clip_rows(const PanelContext& c, const OpenFigure& figure) {
    const bool takes_others = !figure.clips_only && has_bones(figure.document());
    const auto& figures = c.session.figures();
    const auto add_others = [&](bool clips_only) {
        for (const OpenFigure& other : figures) {
            if (takes_others && other.id != figure.id && other.clips_only == clips_only)
                rows_of_other(c, figure, other);
        }
    };
    // Clip files were opened for this; a figure's own list may be long.
    add_others(true);
    const auto& clips = figure.document().clips;
    if (!clips.empty()) ImGui::Separator();
    for (std::size_t i = 0; i < clips.size(); ++i) {
        const bool chosen = figure.clip_file == 0 && figure.clip == static_cast<int>(i);
        clip_row(c, clip_title(*clips[i], i), 0, i, chosen);
    }
    add_others(false);
}

void draw_clip_choice(const PanelContext& c, const OpenFigure& figure) {
    const std::optional<ClipSetAside> aside = c.session.clip_set_aside();
    const Clip* clip = aside ? aside->clip : figure.playing_clip();
    const OpenFigure* source = c.session.clip_source(figure);
    const auto& figures = c.session.figures();
    const bool any = std::any_of(figures.begin(), figures.end(), [](const OpenFigure& candidate) {
        return !candidate.document().clips.empty();
    });
    std::string shown = any ? "No clip" : "This file has no clips";
    if (clip) shown = clip_title(*clip, static_cast<std::size_t>(aside ? aside->choice.clip : figure.clip));
    if (source) shown += " - " + source->name();
    if (aside) shown = "Posed over: " + shown;
    ImGui::BeginDisabled(!any);
    if (begin_combo(c, "timeline/clip", shown, c.theme.px(176))) {
        std::size_t count = 0;
        for (const OpenFigure& candidate : figures) count += candidate.document().clips.size();
        // Above the list, which opens at the current clip and may be long.
        if (list_row(c, "timeline/clip/none", "No clip: the pose of the file",
                     figure.playing_clip() == nullptr))
            c.push(ChooseClip{figure.id, -1});
        begin_list(c, "timeline/clip", count, c.theme.px(280));
        clip_rows(c, figure);
        end_list(c);
        ImGui::EndCombo();
    } else {
        tooltip(c, aside
                       ? "The figure shows its own pose, made over this clip. I inserts it into the clip as "
                         "keys; moving along the timeline or playing brings the clip back."
                       : "The clip that the figure plays: one of its own, or of another open file");
    }
    ImGui::EndDisabled();
}

/// A combo box with descriptions; returns the newly chosen one, or -1.
template <std::size_t N>
int word_choice(const PanelContext& c, const char* id, const std::array<const char*, N>& words,
                const std::array<const char*, N>& meanings, int now, const std::string& shown, float width,
                const char* help) {
    int chosen = -1;
    if (begin_combo(c, id, shown, width)) {
        for (std::size_t i = 0; i < N; ++i) {
            if (combo_row(meanings[i], now == static_cast<int>(i))) chosen = static_cast<int>(i);
            c.mark(fmt::format("{}/{}", id, words[i]));
        }
        ImGui::EndCombo();
    } else {
        tooltip(c, help);
    }
    return chosen;
}

/// Chooses the remapping formula and the reference pose.
void draw_remap_choices(const PanelContext& c, const OpenFigure& figure, float width) {
    RemapOptions options = figure.remap;
    // In the order of RemapMode and of ReferenceKind.
    constexpr std::array modes = {"auto", "spec", "world"};
    constexpr std::array mode_meanings = {"Automatic, by the rigs (auto)",
                                          "Formula of EXT_skeleton_humanoid (spec)",
                                          "World rotations (world)"};
    constexpr std::array references = {"auto", "bind", "rest", "tpose"};
    constexpr std::array reference_meanings = {"The one nearest to a T-pose (auto)",
                                               "The skin's bind pose (bind)", "The rest pose (rest)",
                                               "A computed T-pose (tpose)"};
    const auto mode_now = static_cast<int>(options.mode);
    const auto reference_now = static_cast<int>(options.target_reference);
    const bool by_spec = figure.plan()->mode() == RemapMode::spec;
    const std::string mode_text = by_spec ? "Method: formula" : "Method: world";
    const ReferenceKind used = figure.plan()->target_reference();
    const std::string reference_text = used == ReferenceKind::bind   ? "Relative to: bind pose"
                                       : used == ReferenceKind::rest ? "Relative to: rest pose"
                                                                     : "Relative to: T-pose";
    const int mode = word_choice(c, "timeline/remap", modes, mode_meanings, mode_now, mode_text, width,
                                 "How the clip of another rig is retargeted to this one. By the bones' world "
                                 "rotations: correct for every rig. By EXT_skeleton_humanoid's own formula: "
                                 "correct if both rigs have the bone axes that it requires.");
    ImGui::SameLine(0.0F, c.theme.px(4));
    const int reference = word_choice(c, "timeline/reference", references, reference_meanings, reference_now,
                                      reference_text, width,
                                      "The figure's reference pose: the skin's bind pose, the rest pose, or "
                                      "a computed T-pose. auto takes the one nearest to a T-pose.");
    if (mode >= 0) options.mode = static_cast<RemapMode>(mode);
    if (reference >= 0) options.target_reference = static_cast<ReferenceKind>(reference);
    if (mode >= 0 || reference >= 0) c.push(SetRemap{figure.id, options});
}

void draw_remap_switches(const PanelContext& c, const OpenFigure& figure) {
    const OpenFigure* source = c.session.clip_source(figure);
    const bool has_rig = source && !source->document().humanoids.empty();
    const bool shown = c.session.source_is_shown(figure);
    if (toggle_button(c, "timeline/source", "Show source",
                      has_rig ? "Show the rig that the clip comes from beside the figure, playing in step"
                              : "The clip has no rig of its own that could be shown",
                      shown, has_rig)) {
        c.push(ShowSource{figure.id, !shown});
    }
    ImGui::SameLine(0.0F, c.theme.px(4));
    RemapOptions options = figure.remap;
    if (toggle_button(c, "timeline/pin_feet", "Pin feet",
                      "Feet that stand still in the clip stand still here too, instead of sliding",
                      options.pin_feet)) {
        options.pin_feet = !options.pin_feet;
        c.push(SetRemap{figure.id, options});
    }
}

/// Draws how a clip made for another figure is remapped to this one: in a line, or in a list where that is
/// too short.
void draw_remap(const PanelContext& c, const OpenFigure& figure) {
    if (!figure.plan()) return;
    const float choice = c.theme.px(184);
    const float room = ImGui::GetWindowContentRegionMax().x - ImGui::GetCursorPosX();
    if (room >= 2.0F * choice + c.theme.px(210)) {
        draw_remap_choices(c, figure, choice);
        ImGui::SameLine(0.0F, c.theme.px(4));
        draw_remap_switches(c, figure);
        return;
    }
    const char* title = room > c.theme.px(140) ? "Retarget\u2026" : "\u2026";
    if (text_button(c, "timeline/carried", title, "How the clip of another rig is retargeted"))
        ImGui::OpenPopup("carried over");
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(c.theme.px(8), c.theme.px(8)));
    if (ImGui::BeginPopup("carried over")) {
        draw_remap_choices(c, figure, choice);
        draw_remap_switches(c, figure);
        ImGui::EndPopup();
    }
    ImGui::PopStyleVar();
}

void draw_speed(const PanelContext& c) {
    float speed = c.session.playback().speed;
    ImGui::SetNextItemWidth(c.theme.px(88));
    if (slider(c, "timeline/speed", speed, 0.1F, 2.0F, "%.2fx", 1.0F)) {
        // Snaps to the middle.
        if (std::abs(speed - 1.0F) < 0.04F) speed = 1.0F;
        c.push(SetSpeed{speed});
    }
    tooltip(c, "Playback speed, 0.1 to 2. Click to type it; right-click to reset it.");
}

void draw_time(const PanelContext& c, const Clip* clip) {
    const double time = c.session.clip_time();
    const double duration = clip ? clip->duration : 0.0;
    const double rate = clip ? frame_rate_of(*clip) : 0.0;
    const std::string text = fmt::format("{:.2f} / {:.2f} s   frame {:.0f} / {:.0f}", time, duration,
                                         std::round(time * rate), std::round(duration * rate));
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    const float right = ImGui::GetWindowContentRegionMax().x;
    ImGui::SameLine();
    if (right - width < ImGui::GetCursorPosX()) return ImGui::NewLine();
    ImGui::SetCursorPosX(right - width);
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, clip ? c.theme.text : c.theme.dim);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

/// Returns a step between labelled marks that leaves room for the labels.
double mark_step(double duration, float width, float room) {
    constexpr std::array steps = {frame_seconds, 0.1,  0.2,  0.5,   1.0,   2.0,   5.0,
                                  10.0,          20.0, 60.0, 120.0, 300.0, 600.0, 3600.0};
    for (const double step : steps) {
        if (static_cast<double>(width) * step / duration >= static_cast<double>(room)) return step;
    }
    return duration;
}

/// Returns the pixel columns that contain keys of the clip.
std::set<int> key_columns(const Clip& clip, float width) {
    std::set<int> columns;
    for (const Channel& channel : clip.channels) {
        // A channel with many keys fills its columns anyway.
        const std::size_t step = std::max<std::size_t>(1, channel.times.size() / 2048);
        for (std::size_t i = 0; i < channel.times.size(); i += step) {
            const double at = static_cast<double>(channel.times[i]) / clip.duration;
            if (at >= 0.0 && at <= 1.0) columns.insert(static_cast<int>(at * static_cast<double>(width)));
        }
    }
    return columns;
}

void draw_marks(const PanelContext& c, const Clip& clip, ImVec2 from, float width, float track_y) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const double step = mark_step(clip.duration, width, c.theme.px(64));
    const ImU32 ink = color_of(c.theme.dim);
    ImGui::PushFont(c.theme.small);
    const int count = static_cast<int>(std::min(clip.duration / step + 1e-6, 1000.0));
    float free_from = from.x;  // of other labels
    for (int i = 0; i <= count; ++i) {
        const double time = static_cast<double>(i) * step;
        const float x = std::floor(from.x + width * static_cast<float>(time / clip.duration));
        list.AddLine(ImVec2(x, from.y), ImVec2(x, track_y), color_of(c.theme.border));
        const std::string text = fmt::format("{:.{}f} s", time, step < 0.1 ? 2 : step < 1.0 ? 1 : 0);
        const float gap = c.theme.px(8);  // room for the playhead's head
        const float text_width = ImGui::CalcTextSize(text.c_str()).x;
        const bool fits = x + gap + text_width <= from.x + width;
        const float left = fits ? x + gap : x - gap - text_width;
        if (left < free_from) continue;
        list.AddText(ImVec2(left, from.y), ink, text.c_str());
        free_from = left + text_width + gap;
    }
    ImGui::PopFont();
}

/// Suggests what to do where nothing is animated; `clip`: the chosen one, without a length, or null.
void draw_no_clip(const PanelContext& c, const Clip* clip, ImVec2 from, ImVec2 to) {
    const OpenFigure* figure = c.session.active_figure();
    const bool has_clips = figure != nullptr && !figure->document().clips.empty();
    const std::string text =
        fitted(clip != nullptr && !clip->channels.empty() ? "This clip is a single pose: it has no length"
               : has_clips                                ? "Choose a clip above, or drop a motion file here"
                           : "Drop a motion file here: BVH, VRMA or another figure with clips",
               to.x - from.x - c.theme.px(16));
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImGui::GetWindowDrawList()->AddText(
        ImVec2(std::floor(0.5F * (from.x + to.x - size.x)), std::floor(0.5F * (from.y + to.y - size.y))),
        color_of(c.theme.dim), text.c_str());
}

void draw_track(const PanelContext& c, const Clip* clip) {
    const ImVec2 region = ImGui::GetContentRegionAvail();
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float height = std::max(region.y, c.theme.px(32));
    const float inset = c.theme.px(6);
    const float width = region.x - 2.0F * inset;
    ImGui::InvisibleButton("track", ImVec2(region.x, height));
    c.mark("timeline/track");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 left(from.x + inset, from.y);
    const float ruler = c.theme.px(18);
    const ImVec2 top(from.x, from.y + ruler);
    const ImVec2 bottom(from.x + region.x, from.y + height);
    list.AddRectFilled(top, bottom, color_of(c.theme.raised, 0.55F), c.theme.px(4));
    if (!clip || clip->duration <= 0.0) {
        draw_no_clip(c, clip, top, bottom);
        return;
    }
    draw_marks(c, *clip, left, width, bottom.y);
    const float middle = 0.5F * (top.y + bottom.y);
    const float tick = std::min(c.theme.px(5), 0.35F * (bottom.y - top.y));
    for (const int column : key_columns(*clip, width)) {
        const float x = left.x + static_cast<float>(column);
        list.AddLine(ImVec2(x, middle - tick), ImVec2(x, middle + tick), color_of(c.theme.dim, 0.55F));
    }
    const bool on_problem = draw_problem_marks(c, *clip, left.x, left.x + width, bottom.y - c.theme.px(9),
                                               bottom.y - c.theme.px(2));
    // A press on a problem jumps there instead of scrubbing.
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID jumped = ImGui::GetID("jumped");
    if (ImGui::IsItemActivated()) storage.SetBool(jumped, on_problem);
    if (ImGui::IsItemActive() && !storage.GetBool(jumped)) {
        const float at = std::clamp((ImGui::GetIO().MousePos.x - left.x) / width, 0.0F, 1.0F);
        if (ImGui::IsItemActivated() && c.session.playback().playing) c.push(SetPlaying{false});
        // Whole frames, or any time with Ctrl. Just before the end: the end itself is the start of the next
        // loop.
        const double rate = ImGui::GetIO().KeyCtrl ? 0.0 : frame_rate_of(*clip);
        const double time = snapped(static_cast<double>(at) * clip->duration, rate);
        c.push(SetTime{std::min(time, clip->duration - 1e-6)});
    }
    const float x = std::floor(left.x + width * static_cast<float>(c.session.clip_time() / clip->duration));
    const ImU32 accent = color_of(c.theme.accent);
    list.AddLine(ImVec2(x, from.y + c.theme.px(4)), ImVec2(x, bottom.y), accent, c.theme.px(2));
    list.AddTriangleFilled(ImVec2(x - c.theme.px(5), from.y + c.theme.px(2)),
                           ImVec2(x + c.theme.px(5), from.y + c.theme.px(2)),
                           ImVec2(x, from.y + c.theme.px(10)), accent);
}

}  // namespace

bool can_play(const Session& session) {
    const std::optional<ClipSetAside> aside = session.clip_set_aside();
    return session.moves() || (aside && aside->clip->duration > 0.0);
}

void draw_timeline(const PanelContext& c, const Rect& area) {
    begin_docked("Timeline", area, docked_unscrolled);
    // As high as the buttons beside them.
    const float padding = 0.5F * (c.theme.px(28) - ImGui::GetTextLineHeight());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(c.theme.px(8), padding));
    if (const OpenFigure* figure = c.session.active_figure()) {
        const Clip* clip = c.session.clock_clip();
        draw_transport(c, clip != nullptr);
        ImGui::SameLine(0.0F, c.theme.px(16));
        draw_clip_choice(c, *figure);
        ImGui::SameLine(0.0F, c.theme.px(8));
        draw_speed(c);
        ImGui::SameLine(0.0F, c.theme.px(16));
        draw_remap(c, *figure);
        draw_time(c, clip);
        draw_timeline_tabs(c);
        const auto tab = static_cast<TimelineTab>(c.gui.settings.timeline_tab);
        const Clip* own = figure->playing_clip();
        if (tab == TimelineTab::keys && own) {
            draw_key_sheet(c, *figure, *own);
        } else if (tab == TimelineTab::curves && own) {
            draw_curves(c, *figure, *own);
        } else {
            draw_track(c, clip);
        }
    }
    ImGui::PopStyleVar();
    ImGui::End();
}

}  // namespace vitruvian

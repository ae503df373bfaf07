#include "app/gui/timeline.h"

#include "app/gui/widgets.h"

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
    if (icon_button(c, "timeline/back", Icon::step_back, "A frame back (Left)", false, has_clip))
        c.push(StepFrames{-1});
    ImGui::SameLine();
    if (icon_button(c, "timeline/play", playback.playing ? Icon::pause : Icon::play,
                    playback.playing ? "Pause (Space)" : "Play (Space)", playback.playing, has_clip)) {
        c.push(SetPlaying{!playback.playing});
    }
    ImGui::SameLine();
    if (icon_button(c, "timeline/forward", Icon::step_forward, "A frame forward (Right)", false, has_clip)) {
        c.push(StepFrames{1});
    }
    ImGui::SameLine();
    if (icon_button(c, "timeline/loop", Icon::loop, "Begin again at the end (Ctrl+L)", playback.loop)) {
        c.push(SetLoop{!playback.loop});
    }
    ImGui::PopStyleVar();
}

void draw_clip_choice(const PanelContext& c, const OpenFigure& figure) {
    const int index = c.session.active_index();
    const Clip* clip = figure.playing_clip();
    const auto& clips = figure.document().clips;
    const auto title = [&](std::size_t i) {
        return clips[i]->name.empty() ? fmt::format("Clip {}", i) : clips[i]->name;
    };
    const std::string shown = clip            ? title(static_cast<std::size_t>(figure.clip))
                              : clips.empty() ? std::string("This file has no clips")
                                              : std::string("No clip");
    ImGui::BeginDisabled(clips.empty());
    if (begin_combo(c, "timeline/clip", shown, c.theme.px(176))) {
        if (ImGui::Selectable("No clip: the pose of the file", !clip)) c.push(ChooseClip{index, -1});
        c.mark("timeline/clip/none");
        for (std::size_t i = 0; i < clips.size(); ++i) {
            ImGui::PushID(static_cast<int>(i));
            if (ImGui::Selectable(title(i).c_str(), figure.clip == static_cast<int>(i))) {
                c.push(ChooseClip{index, static_cast<int>(i)});
            }
            ImGui::PopID();
            c.mark(fmt::format("timeline/clip/{}", title(i)));
        }
        ImGui::EndCombo();
    } else {
        tooltip(c, "Which animation the figure plays");
    }
    ImGui::EndDisabled();
}

void draw_speed(const PanelContext& c) {
    float speed = c.session.playback().speed;
    ImGui::SetNextItemWidth(c.theme.px(88));
    if (slider(c, "timeline/speed", speed, 0.1F, 2.0F, "%.2fx")) {
        // The middle is easy to find again.
        if (std::abs(speed - 1.0F) < 0.04F) speed = 1.0F;
        c.push(SetSpeed{speed});
    }
    tooltip(c, "Speed, from a tenth to twice");
    if (ImGui::IsItemHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) c.push(SetSpeed{1.0F});
}

void draw_time(const PanelContext& c, const Clip* clip) {
    const double time = c.session.clip_time();
    const double duration = clip ? clip->duration : 0.0;
    const std::string text =
        fmt::format("{:.2f} / {:.2f} s   frame {:.0f} / {:.0f}", time, duration,
                    std::floor(time / frame_seconds + 0.5), std::floor(duration / frame_seconds + 0.5));
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    const float right = ImGui::GetWindowContentRegionMax().x;
    ImGui::SameLine();
    if (right - width < ImGui::GetCursorPosX()) return ImGui::NewLine();
    ImGui::SetCursorPosX(right - width);
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, clip ? c.theme.text : c.theme.faint);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

/// A step between labelled marks that leaves room for the labels.
double mark_step(double duration, float width, float room) {
    constexpr std::array steps = {frame_seconds, 0.1,  0.2,  0.5,   1.0,   2.0,   5.0,
                                  10.0,          20.0, 60.0, 120.0, 300.0, 600.0, 3600.0};
    for (const double step : steps) {
        if (static_cast<double>(width) * step / duration >= static_cast<double>(room)) return step;
    }
    return duration;
}

/// The pixel columns on which the clip has keys.
std::set<int> key_columns(const Clip& clip, float width) {
    std::set<int> columns;
    for (const Channel& channel : clip.channels) {
        // A dense channel fills its columns anyway.
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
    for (int i = 0; i <= count; ++i) {
        const double time = static_cast<double>(i) * step;
        const float x = std::floor(from.x + width * static_cast<float>(time / clip.duration));
        list.AddLine(ImVec2(x, from.y), ImVec2(x, track_y), color_of(c.theme.border));
        const std::string text = step < 0.1   ? fmt::format("{:.2f}", time)
                                 : step < 1.0 ? fmt::format("{:.1f}", time)
                                              : fmt::format("{:.0f} s", time);
        if (x + ImGui::CalcTextSize(text.c_str()).x + c.theme.px(4) > from.x + width + c.theme.px(24))
            continue;
        list.AddText(ImVec2(x + c.theme.px(4), from.y), ink, text.c_str());
    }
    ImGui::PopFont();
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
    if (!clip || clip->duration <= 0.0) return;
    draw_marks(c, *clip, left, width, bottom.y);
    const float middle = 0.5F * (top.y + bottom.y);
    const float tick = std::min(c.theme.px(5), 0.35F * (bottom.y - top.y));
    for (const int column : key_columns(*clip, width)) {
        const float x = left.x + static_cast<float>(column);
        list.AddLine(ImVec2(x, middle - tick), ImVec2(x, middle + tick), color_of(c.theme.dim, 0.55F));
    }
    if (ImGui::IsItemActive()) {
        const float at = std::clamp((ImGui::GetIO().MousePos.x - left.x) / width, 0.0F, 1.0F);
        if (ImGui::IsItemActivated() && c.session.playback().playing) c.push(SetPlaying{false});
        // Just before the end: the end itself is the start of the next round.
        c.push(SetTime{std::min(static_cast<double>(at) * clip->duration, clip->duration - 1e-6)});
    }
    const float x = std::floor(left.x + width * static_cast<float>(c.session.clip_time() / clip->duration));
    const ImU32 accent = color_of(c.theme.accent);
    list.AddLine(ImVec2(x, from.y + c.theme.px(4)), ImVec2(x, bottom.y), accent, c.theme.px(2));
    list.AddTriangleFilled(ImVec2(x - c.theme.px(5), from.y + c.theme.px(2)),
                           ImVec2(x + c.theme.px(5), from.y + c.theme.px(2)),
                           ImVec2(x, from.y + c.theme.px(10)), accent);
}

}  // namespace

void draw_timeline(const PanelContext& c, const Rect& area) {
    ImGui::SetNextWindowPos(area.min());
    ImGui::SetNextWindowSize(area.size());
    constexpr ImGuiWindowFlags flags =
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::Begin("Timeline", nullptr, flags);
    // As high as the buttons beside them.
    const float padding = 0.5F * (c.theme.px(28) - ImGui::GetTextLineHeight());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(c.theme.px(8), padding));
    if (const OpenFigure* figure = c.session.active_figure()) {
        const Clip* clip = figure->playing_clip();
        draw_transport(c, clip != nullptr);
        ImGui::SameLine(0.0F, c.theme.px(16));
        draw_clip_choice(c, *figure);
        ImGui::SameLine(0.0F, c.theme.px(8));
        draw_speed(c);
        draw_time(c, clip);
        draw_track(c, clip);
    }
    ImGui::PopStyleVar();
    ImGui::End();
}

}  // namespace vitruvian

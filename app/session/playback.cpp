// Time, and the figures' poses at that time. Playback applies to all animated figures, whichever is selected.
#include "app/session/handlers.h"
#include "app/session/key_sheet.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// Returns the end of the longest visible clip.
double longest(const Stage& stage) {
    double end = 0.0;
    for (const OpenFigure& figure : stage.figures) {
        if (figure.moves()) end = std::max(end, figure.playing_clip()->duration);
    }
    return end;
}

}  // namespace

const OpenFigure* clock_figure(const Parts& s) {
    const OpenFigure* active = active_figure(s);
    if (active != nullptr && active->moves()) return active;
    const auto first = std::find_if(s.stage.figures.begin(), s.stage.figures.end(),
                                    [](const OpenFigure& figure) { return figure.moves(); });
    return first == s.stage.figures.end() ? nullptr : &*first;
}

double clip_time(const Parts& s) {
    const OpenFigure* figure = clock_figure(s);
    return figure == nullptr ? 0.0
                             : wrap_time(s.playback.time, figure->playing_clip()->duration, s.playback.loop);
}

void rebuild(Parts& s, OpenFigure& figure) {
    figure.skeleton = make_skeleton(figure.document());
    figure.shape = make_figure_shape(figure.document(), figure.skeleton);
    figure.skeleton_revision = figure.history.revision();
    repose(s, figure);
}

void repose(Parts& s, OpenFigure& figure) {
    if (const Clip* clip = figure.playing_clip()) {
        const double time = wrap_time(s.playback.time, clip->duration, s.playback.loop);
        figure.pose = figure.player->pose_at(time, figure.skeleton);
    } else {
        figure.pose = file_pose(figure.skeleton);
    }
    figure.world = world_matrices(figure.skeleton, figure.pose);
    refresh_onion(s, figure);
    if (hold_props(s.stage)) place_side_by_side(s.stage);
    ++s.picture_revision;
}

void repose_all(Parts& s) {
    for (OpenFigure& figure : s.stage.figures) repose(s, figure);
}

void advance(Parts& s, double elapsed) {
    s.playback.time += elapsed * static_cast<double>(s.playback.speed);
    const double end = longest(s.stage);
    if (!s.playback.loop && s.playback.time >= end) {
        s.playback.time = end;
        s.playback.playing = false;
    }
    repose_all(s);
}

void stop_if_still(Parts& s) {
    s.playback.playing = s.playback.playing && s.stage.moves();
}

void stop_walking_builtin(Parts& s) {
    if (s.stage.only_builtin()) s.playback.playing = false;
}

void handle(Parts& s, const SetPlaying& intent) {
    if (intent.on) take_up_clip(s);
    if (s.playback.playing && !intent.on && !intent.exact) {
        if (const OpenFigure* figure = clock_figure(s)) {
            const Clip& clip = *figure->playing_clip();
            const double now = clip_time(s);
            // The end itself is the start of the next loop.
            const double last = std::max(clip.duration - 1e-6, 0.0);
            s.playback.time += std::min(snapped(now, frame_rate_of(clip)), std::max(last, now)) - now;
        }
    }
    s.playback.wish = intent.on ? Wish::play : Wish::pause;
    s.playback.playing = intent.on && s.stage.moves();
    // Playing from the end without looping restarts.
    if (s.playback.playing && !s.playback.loop && s.playback.time >= longest(s.stage)) s.playback.time = 0.0;
    repose_all(s);
}

void handle(Parts& s, const SetTime& intent) {
    take_up_clip(s);
    s.playback.time = std::max(0.0, intent.seconds);
    repose_all(s);
}

void handle(Parts& s, const StepFrames& intent) {
    take_up_clip(s);
    const OpenFigure* figure = clock_figure(s);
    if (figure == nullptr) return;
    const double duration = figure->playing_clip()->duration;
    s.playback.playing = false;
    s.playback.wish = Wish::pause;
    // To the neighbouring whole frame; the epsilon prevents getting stuck by rounding.
    const double rate = frame_rate_of(*figure->playing_clip());
    double time = (std::round(clip_time(s) * rate) + intent.frames) / rate;
    if (time < 0.0) time = s.playback.loop ? std::max(0.0, duration + time) : 0.0;
    if (time > duration) time = s.playback.loop ? time - duration : duration;
    s.playback.time = time;
    repose_all(s);
}

void handle(Parts& s, const SetSpeed& intent) {
    s.playback.speed = std::clamp(intent.speed, 0.1F, 2.0F);
}

void handle(Parts& s, const SetLoop& intent) {
    s.playback.time = clip_time(s);
    s.playback.loop = intent.on;
}

}  // namespace vitruvian

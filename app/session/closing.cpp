// Closing figures, and actions that wait because unsaved work would be lost.
#include "app/session/handlers.h"
#include "model/figure/default_clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

bool is_among(const std::vector<std::uint64_t>& ids, std::uint64_t id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// A figure with a clip of the closed file plays its own again, otherwise it shows its file's pose.
void fall_back(Parts& s, OpenFigure& figure, const std::string& closed) {
    figure.clip_file = 0;
    figure.clip = default_clip(figure.document());
    if (!settle_clip(s.stage, figure)) figure.clip = -1;
    std::string now = "It is in the pose of its file.";
    if (figure.playing_clip()) {
        now = figure.playing_clip()->name.empty()
                  ? "It plays its own clip again."
                  : fmt::format("It plays its own \"{}\" again.", figure.playing_clip()->name);
    }
    s.notices.say(Severity::info,
                  fmt::format("{} is closed, and with it the clip of {}", closed, figure.name()),
                  std::move(now));
}

/// Shows clip files that were hidden behind the figures playing them, if nothing else is left.
void show_what_is_left(Parts& s) {
    for (OpenFigure& figure : s.stage.figures) {
        if (figure.shown) return;
    }
    for (OpenFigure& figure : s.stage.figures) figure.shown = figure.clips_only;
}

void close_figures(Parts& s, const std::vector<std::uint64_t>& ids) {
    handle(s, EndGesture{});
    const Stance before = stage_stance(s);
    std::vector<std::pair<std::uint64_t, std::string>> orphans;  // figures whose clip's file was closed
    for (const OpenFigure& figure : s.stage.figures) {
        if (is_among(ids, figure.id)) {
            forget_figure(s, figure);
        } else if (const OpenFigure* source = s.stage.clip_source(figure);
                   source != nullptr && is_among(ids, source->id)) {
            orphans.emplace_back(figure.id, source->name());
        }
    }
    std::erase_if(s.stage.figures, [&](const OpenFigure& figure) { return is_among(ids, figure.id); });
    for (const auto& [id, closed] : orphans) fall_back(s, *s.stage.find(id), closed);
    prune_selection(s);
    show_what_is_left(s);
    restand(s, before);
    frame_who_is_left(s);
}

void go_on(Parts& s, Waiting waiting) {
    if (waiting.arrived.empty()) {
        close_figures(s, waiting.closing);
    } else {
        let_in(s, std::move(waiting.arrived), waiting.arrival);
    }
}

}  // namespace

void forget_figure(Parts& s, const OpenFigure& figure) {
    s.note({Event::Kind::closed, figure.id, figure.name(), {}, 0});
    s.edits.forget(figure.id);
    s.notices.forget_figure(figure.id);
    s.work.loader.drop_images(figure.reading);
}

std::vector<std::uint64_t> at_stake(const Parts& s) {
    std::vector<std::uint64_t> out;
    if (!s.work.waiting) return out;
    const Waiting& waiting = *s.work.waiting;
    const auto would_go = [&](const OpenFigure& figure) {
        if (waiting.arrived.empty()) return is_among(waiting.closing, figure.id);
        return !is_newer_self(waiting.arrival) ||
               std::any_of(waiting.arrived.begin(), waiting.arrived.end(),
                           [&](const OpenFigure& newer) { return newer.newer_of == figure.id; });
    };
    for (const OpenFigure& figure : s.stage.figures) {
        if (!figure.history.is_saved() && would_go(figure)) out.push_back(figure.id);
    }
    return out;
}

void have_wait(Parts& s, Waiting waiting) {
    const std::optional<Waiting>& before = s.work.waiting;
    if (before && !before->arrived.empty() && !is_newer_self(before->arrival)) {
        s.notices.say(Severity::info, fmt::format("{} is not opened", before->arrived.front().name()),
                      "Something else was asked for meanwhile.");
    }
    s.work.waiting.emplace(std::move(waiting));
    ++s.structure_revision;
}

void settle_waiting(Parts& s) {
    if (!s.work.waiting || s.work.saver.busy() || s.edits.in_gesture() || !at_stake(s).empty()) return;
    handle(s, AnswerUnsaved{true});
}

void handle(Parts& s, const CloseFiles& intent) {
    std::vector<std::uint64_t> ids;
    bool unsaved = false;
    for (const OpenFigure& figure : s.stage.figures) {
        if (!is_among(intent.ids, figure.id)) continue;
        ids.push_back(figure.id);
        unsaved = unsaved || !figure.history.is_saved();
    }
    if (ids.empty()) return;
    if (!unsaved) return close_figures(s, ids);
    have_wait(s, {{}, Arrival::replace, std::move(ids)});
}

void handle(Parts& s, const AnswerUnsaved& intent) {
    if (!s.work.waiting) return;
    Waiting waiting = std::move(*s.work.waiting);
    s.work.waiting.reset();
    ++s.structure_revision;
    if (intent.go_on) go_on(s, std::move(waiting));
}

}  // namespace vitruvian

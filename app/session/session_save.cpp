// Saving what is open, and what happens to unsaved work when something else is to be shown.
#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

/// What could not be carried over, a line each.
std::string lines_of(const Diagnostics& notes) {
    std::string out;
    for (const Diagnostic& note : notes.list()) {
        out += (out.empty() ? "" : "\n") + note.message;
        if (note.count > 1) out += fmt::format(" ({} times)", note.count);
    }
    return out;
}

std::string way_out(const Error& error) {
    if (error.code == "cannot-write") return "\nChoose another place with File, Save as.";
    if (error.code == "format-not-written") return "\nChoose another format with File, Save as.";
    return {};
}

}  // namespace

void Session::carry_out(const SaveFigure& intent) {
    if (intent.figure < 0 || intent.figure >= static_cast<int>(figures_.size())) return;
    const OpenFigure& figure = figures_[static_cast<std::size_t>(intent.figure)];
    const bool own = intent.path.empty();
    if (own && figure.path.empty()) {
        say(Severity::warning, "The built-in manikin has no file", "Choose one with File, Save as.");
        return;
    }
    saver_.save({figure.id, figure.history.step(), figure.document(), own ? figure.path : intent.path,
                 own ? figure.format : intent.format});
}

void Session::carry_out(const CancelSaving& /*intent*/) {
    saver_.cancel();
}

void Session::receive_saved(SavedFile saved) {
    const std::string name = saved.path.filename().string();
    if (!saved.notes) {
        const Error& error = saved.notes.error();
        if (error.code == "cancelled") {
            say(Severity::info, fmt::format("Saving {} was cancelled", name), "The file is as it was.");
        } else {
            say(Severity::error, fmt::format("{} could not be saved", name), error.text() + way_out(error));
        }
        return;
    }
    const auto figure = std::find_if(figures_.begin(), figures_.end(),
                                     [&](const OpenFigure& f) { return f.id == saved.owner; });
    if (figure != figures_.end()) {
        figure->history.mark_saved(saved.step);
        figure->path = saved.path;
        figure->format = saved.format;
    }
    ++structure_revision_;
    if (saved.notes->empty()) {
        say(Severity::info, fmt::format("{} is saved", name), saved.path.string());
    } else {
        say(Severity::warning, fmt::format("{} is saved, but not all of it could be carried over", name),
            lines_of(*saved.notes));
    }
}

bool Session::would_replace(const std::vector<OpenFigure>& figures, Arrival arrival) const {
    if (arrival == Arrival::reload) return true;
    if (arrival == Arrival::add && !only_builtin()) return false;
    // Clips play on what is open.
    return clip_target() < 0 || std::any_of(figures.begin(), figures.end(),
                                            [](const OpenFigure& figure) { return !figure.clips_only; });
}

std::string Session::waiting_to_replace() const {
    return waiting_ ? waiting_->figures.front().name() : std::string();
}

void Session::carry_out(const AnswerReplace& intent) {
    if (!waiting_) return;
    Waiting waiting = std::move(*waiting_);
    waiting_.reset();
    ++structure_revision_;
    if (intent.go_on) let_in(std::move(waiting.figures), waiting.arrival);
}

}  // namespace vitruvian

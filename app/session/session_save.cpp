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

/// The files that were written beside the main one, a line.
std::string files_of(const SavedDocument& saved) {
    std::string names;
    for (std::size_t i = 1; i < saved.files.size(); ++i) {
        if (saved.files[i].was_there) continue;
        names += (names.empty() ? "" : ", ") +
                 saved.files[i].path.lexically_relative(saved.files.front().path.parent_path()).string();
    }
    if (names.empty()) return names;
    return fmt::format("{}Written beside it: {}", saved.notes.empty() ? "" : "\n", names);
}

std::string way_out(const Error& error) {
    if (error.code == "cannot-write" || error.code == "file-exists" || error.code == "file-changed")
        return "\nChoose another place with File, Save as.";
    if (error.code == "format-not-written") return "\nChoose another format with File, Save as.";
    return {};
}

}  // namespace

void Session::carry_out(const SaveFigure& intent) {
    if (intent.figure < 0 || intent.figure >= static_cast<int>(figures_.size())) return;
    const OpenFigure& figure = figures_[static_cast<std::size_t>(intent.figure)];
    if (intent.path.empty() && figure.path.empty()) {
        say(Severity::warning, "The built-in manikin has no file", "Choose one with File, Save as.");
        return;
    }
    std::error_code ignored;
    const bool own = intent.path.empty() ||
                     (!figure.path.empty() && std::filesystem::equivalent(intent.path, figure.path, ignored));
    Replaceable replaces = NoFile{};
    if (intent.replaces) {
        replaces = AnyFile{};
    } else if (own && !figure.files.empty()) {
        replaces = figure.files.front().stamp;
    }
    record_edits();  // what is saved is in the journal before it takes the file's place
    saver_.save({figure.id, figure.history.step(), figure.document(),
                 intent.path.empty() ? figure.path : intent.path,
                 intent.path.empty() ? figure.format : intent.format, replaces});
}

void Session::carry_out(const OverwriteFile& intent) {
    const OpenFigure* figure = figure_with(intent.id);
    if (figure == nullptr || figure->path.empty()) return;
    record_edits();
    saver_.save(
        {figure->id, figure->history.step(), figure->document(), figure->path, figure->format, AnyFile{}});
}

void Session::carry_out(const CancelSaving& /*intent*/) {
    saver_.cancel();
}

void Session::receive_saved(SavedFile saved) {
    const std::string name = saved.path.filename().string();
    OpenFigure* figure = figure_with(saved.owner);
    if (!saved.saved) {
        const Error& error = saved.saved.error();
        if (error.code == "cancelled") {
            say(Severity::info, fmt::format("Saving {} was cancelled", name), "The file is as it was.");
        } else if (error.code == "file-changed" && figure != nullptr && figure->path == saved.path) {
            say_changed(*figure, name);
        } else {
            say(Severity::error, fmt::format("{} could not be saved", name), error.text() + way_out(error));
        }
        return;
    }
    const SavedDocument& done = *saved.saved;
    const bool own = figure != nullptr && figure->path == saved.path && figure->format == saved.format;
    const bool is_export = done.kept == Kept::part || (done.kept == Kept::document && !own);
    if (figure != nullptr && !is_export) take_over(*figure, saved);
    ++structure_revision_;
    const std::string lines = lines_of(done.notes) + files_of(done);
    if (is_export) {
        say(Severity::warning, fmt::format("{} is exported, not saved", name),
            fmt::format("{}{}{} stays open as it was{}.", lines, lines.empty() ? "" : "\n",
                        figure != nullptr ? figure->name() : "The figure",
                        figure != nullptr && !figure->history.is_saved() ? ", its edits unsaved" : ""));
    } else if (done.kept == Kept::all) {
        say(Severity::info, fmt::format("{} is saved", name),
            saved.path.string() + (lines.empty() ? "" : "\n") + lines);
    } else {
        say(Severity::warning, fmt::format("{} is saved, but not all of it could be carried over", name),
            lines);
    }
}

bool Session::would_replace(const std::vector<OpenFigure>& figures, Arrival arrival) const {
    if (is_newer_self(arrival)) {
        // Of those that were changed by another program it was said already what happens.
        return arrival == Arrival::reload &&
               std::any_of(figures_.begin(), figures_.end(), [&](const OpenFigure& open) {
                   const auto is_newer = [&](const OpenFigure& figure) { return figure.newer_of == open.id; };
                   return !open.history.is_saved() && std::any_of(figures.begin(), figures.end(), is_newer);
               });
    }
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

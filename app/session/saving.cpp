// Saving open figures, and messages about the result.
#include "app/session/handlers.h"
#include "model/io/file_stamp.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace vitruvian {
namespace {

/// Returns what could not be saved, one per line.
std::string lines_of(const Diagnostics& notes) {
    std::string out;
    for (const Diagnostic& note : notes.list()) {
        out += (out.empty() ? "" : "\n") + note.message;
        if (note.count > 1) out += fmt::format(" ({} times)", note.count);
    }
    return out;
}

/// Returns the files written beside the main one, as a line.
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
    if (error.code == "file-exists" || error.code == "file-changed")
        return "\nChoose another place with File, Save as.";
    if (error.code == "format-not-written") return "\nChoose another format with File, Save as.";
    return {};
}

/// Says why the file could not be saved, with the ways out.
void say_failed(Parts& s, const OpenFigure* figure, const SavedFile& saved) {
    const Error& error = saved.saved.error();
    const std::string name = saved.path.filename().string();
    // The title has its name.
    const std::string why = error.where.text() == saved.path.string() ? error.message : error.text();
    s.notices.forget_failed_saves(saved.path);
    Message& message =
        s.notices.say(Severity::error, fmt::format("{} could not be saved", name), why + way_out(error));
    message.not_saved = saved.path;
    if (figure != nullptr) {
        if (!figure->history.is_saved()) message.text += "\nThe edits are kept.";
        if (saved.path == figure->path)
            message.offers.push_back({"Try again", SaveFigure{figure->id, {}, FileFormat::unknown}});
        message.offers.push_back({"Save as\u2026", AskSavePlace{figure->id}});
    }
    s.note({Event::Kind::failed, figure != nullptr ? figure->id : 0, name, error.text(), 0});
}

/// Returns the file, without folders, that another program changed, if the save was refused because of it: the
/// figure's own or one that it refers to.
std::optional<std::string> changed_file(const OpenFigure* figure, const SavedFile& saved) {
    if (figure == nullptr || figure->path != saved.path) return std::nullopt;
    const std::string& code = saved.saved.error().code;
    if (code == "file-changed") return saved.path.filename().string();
    if (code != "source-changed") return std::nullopt;
    for (const KnownFile& file : figure->files) {
        if (!holds_same(file.path, file.stamp)) return file.path.filename().string();
    }
    return std::nullopt;
}

/// Returns the document to write: a file with room for one clip gets the one that the figure plays or was posed over.
Document written_document(const Parts& s, const OpenFigure& figure, const SaveRequest& to) {
    Document out = figure.document();
    const bool has_one = to.format == FileFormat::bvh || to.path.extension() == ".vrma";
    const bool is_own = to.path == figure.path;
    const std::optional<ClipSetAside> aside = clip_set_aside(s, figure);
    const ChooseClip choice = aside ? aside->choice : ChooseClip{figure.id, figure.clip, figure.clip_file};
    const bool has_own = aside || figure.playing_clip() != nullptr;
    if (!has_one || is_own || !has_own || choice.source != 0) return out;
    const auto playing = out.clips.begin() + choice.clip;
    std::rotate(out.clips.begin(), playing, playing + 1);
    return out;
}

}  // namespace

void handle(Parts& s, const SaveFigure& intent) {
    const OpenFigure* open = s.stage.find(intent.id);
    if (open == nullptr) return;
    const OpenFigure& figure = *open;
    if (intent.path.empty() && figure.path.empty()) {
        s.notices.say(Severity::warning, "The built-in manikin has no file",
                      "Choose one with File, Save as.");
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
    record_edits(s);  // saved steps are in the journal before the file is replaced
    SaveRequest request{figure.reading,
                        figure.history.step(),
                        {},
                        intent.path.empty() ? figure.path : intent.path,
                        intent.path.empty() ? figure.format : intent.format,
                        replaces,
                        intent.rigid,
                        intent.keep_bind};
    request.document = written_document(s, figure, request);
    s.work.saver.save(std::move(request));
}

void handle(Parts& s, const OverwriteFile& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr || figure->path.empty()) return;
    record_edits(s);
    s.work.saver.save({figure->reading, figure->history.step(), figure->document(), figure->path,
                       figure->format, AnyFile{}});
}

void handle(Parts& s, const CancelSaving& /*intent*/) {
    s.work.saver.cancel();
}

void receive_saved(Parts& s, SavedFile saved) {
    const std::string name = saved.path.filename().string();
    OpenFigure* figure = s.stage.find_reading(saved.owner);
    if (!saved.saved) {
        const Error& error = saved.saved.error();
        if (error.code == "cancelled") {
            s.notices.say(Severity::info, fmt::format("Saving {} was cancelled", name),
                          "The file is unchanged.");
        } else if (const auto changed = changed_file(figure, saved)) {
            note_change(*figure, *changed);
            figure->changed->refused = true;
        } else {
            say_failed(s, figure, saved);
        }
        return;
    }
    const SavedDocument& done = *saved.saved;
    // A figure that was closed meanwhile is saved anyway.
    const bool own = figure == nullptr || (figure->path == saved.path && figure->format == saved.format);
    const bool is_export = done.kept == Kept::part || (done.kept == Kept::document && !own);
    s.notices.forget_failed_saves(saved.path);
    if (figure != nullptr && !is_export) {
        s.notices.forget_failed_saves(figure->path);  // saved under another name
        take_over(s, *figure, saved);
    }
    if (figure != nullptr && is_export) know_exported(*figure, saved);
    ++s.structure_revision;
    const std::string lines = lines_of(done.notes) + files_of(done);
    if (is_export) {
        s.notices.say(
            Severity::warning, fmt::format("{} is exported, not saved", name),
            figure == nullptr
                ? lines
                : fmt::format("{}{}{} stays open as it was{}.", lines, lines.empty() ? "" : "\n",
                              figure->name(), figure->history.is_saved() ? "" : ", its edits unsaved"));
    } else if (done.kept == Kept::all) {
        s.notices.say(Severity::info, fmt::format("{} is saved", name),
                      saved.path.string() + (lines.empty() ? "" : "\n") + lines);
    } else {
        s.notices.say(Severity::warning,
                      fmt::format("{} is saved, but not everything could be written", name), lines);
    }
}

}  // namespace vitruvian

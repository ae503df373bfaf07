// Files that another program changes while they are open: detected when the window gets the focus and before
// they are overwritten; reloaded if no edit would be lost, otherwise the user is asked.
#include "app/session/handlers.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace vitruvian {
namespace {

constexpr FileStamp gone{std::numeric_limits<std::uint64_t>::max(), 0, 0};

std::vector<FileStamp> looks_of(const std::vector<KnownFile>& files) {
    std::vector<FileStamp> out;
    for (const KnownFile& file : files) out.push_back(look_at(file.path).value_or(gone));
    return out;
}

/// The result of looks_of while nobody has changed the files.
std::vector<FileStamp> known_looks(const std::vector<KnownFile>& files) {
    std::vector<FileStamp> out;
    for (const KnownFile& file : files) out.push_back({file.stamp.size, file.stamp.modified, 0});
    return out;
}

/// Returns the first file whose bytes have changed; a missing file may be about to be replaced.
const KnownFile* changed_one(const std::vector<KnownFile>& files, const std::vector<FileStamp>& looks) {
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (looks[i] != gone && !holds_same(files[i].path, files[i].stamp)) return &files[i];
    }
    return nullptr;
}

/// What the offers under the message lose.
std::string consequences(const DiskChange& change, const OpenFigure& figure) {
    const bool is_own = change.file == figure.name();
    const bool unsaved = !figure.history.is_saved();
    const bool reads = change.unreadable.empty();
    if (!unsaved && reads) return {};
    if (!is_own) {
        return unsaved ? fmt::format(
                             "Reload loses the edits made here, Overwrite writes {} anew, with what was "
                             "read of {} in a file of another name.",
                             figure.name(), change.file)
                       : std::string();
    }
    return unsaved && reads ? "Reload loses the edits made here, Overwrite what the other program wrote."
                            : "Overwrite loses what the other program wrote.";
}

void say_changed(Parts& s, const OpenFigure& figure) {
    s.notices.forget_changes(figure.id);
    const DiskChange& change = *figure.changed;
    const bool unsaved = !figure.history.is_saved();
    const bool own = change.file == figure.name();
    const std::string what = own ? change.file : fmt::format("{} of {}", change.file, figure.name());
    std::string text = change.refused ? "It was not saved. " : "";
    if (!change.unreadable.empty()) {
        text +=
            fmt::format("{}\n{}\n", change.unreadable,
                        unsaved ? "The edits made here are kept."
                                : "The figure stays as it was, and is loaded again once the file is whole.");
    }
    text += consequences(change, figure);
    Message& message =
        s.notices.say(Severity::warning,
                      change.unreadable.empty()
                          ? fmt::format("Another program has changed {}", what)
                          : fmt::format("Another program has changed {}, and it cannot be read now", what),
                      std::move(text));
    message.about = figure.id;
    message.offers.push_back({"Reload", RevertFigure{figure.id}});
    if (!own && !unsaved) return;
    message.offers.push_back({"Overwrite", OverwriteFile{figure.id}});
    message.offers.push_back({"Save as\u2026", AskSavePlace{figure.id}});
}

}  // namespace

void know_files(OpenFigure& figure) {
    figure.files.clear();
    const auto& source = figure.document().source;
    if (!figure.path.empty() && source && source->stamp) {
        figure.files.push_back({figure.path, *source->stamp});
        figure.files.insert(figure.files.end(), source->beside.begin(), source->beside.end());
    }
    figure.answered = known_looks(figure.files);
}

void handle(Parts& s, const ReloadFiles& intent) {
    std::vector<LoadRequest> files;
    for (const OpenFigure& figure : s.stage.figures) {
        const bool is_meant = intent.ids.empty() ||
                              std::find(intent.ids.begin(), intent.ids.end(), figure.id) != intent.ids.end();
        if (is_meant && !figure.path.empty()) files.push_back({figure.path, figure.id, nullptr});
    }
    if (!files.empty()) s.work.loader.load(std::move(files), Arrival::reload);
}

void handle(Parts& s, const RevertFigure& intent) {
    const OpenFigure* figure = s.stage.find(intent.id);
    if (figure != nullptr && !figure->path.empty())
        s.work.loader.load({{figure->path, intent.id, nullptr}}, Arrival::revert);
}

void handle(Parts& s, const CheckFiles& /*intent*/) {
    s.work.check_files = true;
}

void check_files(Parts& s) {
    for (OpenFigure& figure : s.stage.figures) {
        std::vector<FileStamp> looks = looks_of(figure.files);
        if (looks == figure.answered) continue;
        const bool is_gone = looks.front() == gone;
        const bool was_gone = figure.answered.front() == gone;
        figure.answered = looks;
        if (is_gone && was_gone) continue;
        // The previous message refers to an earlier state of the files.
        s.notices.forget_changes(figure.id);
        figure.changed.reset();
        if (is_gone) {
            Message& message =
                s.notices.say(Severity::warning, fmt::format("{} is not on the disk any more", figure.name()),
                              "Another program removed or renamed it. Save writes it again.");
            message.about = figure.id;
        } else if (const KnownFile* changed = changed_one(figure.files, looks)) {
            note_change(figure, changed->path.filename().string());
        }
    }
}

void note_change(OpenFigure& figure, std::string file) {
    figure.answered = looks_of(figure.files);
    figure.changed = {std::move(file), figure.changed && figure.changed->tried, std::nullopt, false, {}};
}

void settle_changes(Parts& s) {
    if (s.edits.in_gesture() || s.work.loader.reading() || s.work.saver.busy()) return;
    std::vector<LoadRequest> files;
    for (OpenFigure& figure : s.stage.figures) {
        if (!figure.changed) continue;
        DiskChange& change = *figure.changed;
        const bool unsaved = !figure.history.is_saved();
        if (!unsaved && !change.tried) {
            change.tried = true;
            files.push_back({figure.path, figure.id, nullptr});
        } else if (!change.reported || (*change.reported != unsaved && s.notices.shows_change(figure.id))) {
            change.reported = unsaved;
            say_changed(s, figure);
        }
    }
    if (!files.empty()) s.work.loader.load(std::move(files), Arrival::refresh);
}

/// Removes reloaded figures that are no longer open, and unrequested ones of figures edited meanwhile.
void drop_orphans(Parts& s, std::vector<OpenFigure>& newer, Arrival arrival) {
    const auto has_no_place = [&](const OpenFigure& figure) {
        OpenFigure* open = s.stage.find(figure.newer_of);
        if (open == nullptr) return true;
        if (arrival != Arrival::refresh) return false;
        if (!open->history.is_saved()) {
            if (open->changed) open->changed->tried = false;
            return true;
        }
        s.notices.say(Severity::info, fmt::format("{} is loaded again", open->name()),
                      "Another program has changed it.");
        return false;
    };
    newer.erase(std::remove_if(newer.begin(), newer.end(), has_no_place), newer.end());
}

namespace {

/// What is selected and played of a figure that is about to be replaced, with what its file already lacked.
MissedItems seen_items(const Parts& s, const OpenFigure& figure) {
    MissedItems out = figure.missed;
    const ViewSettings& view = s.viewing.settings;
    if (view.selected.figure == figure.id && view.selected.item.kind != ItemKind::none) {
        out.selected = {named(figure.document(), view.selected.item)};
        for (const Selection& also : view.also_selected)
            out.selected.push_back(named(figure.document(), also.item));
    } else if (view.selected.figure != 0 && view.selected.figure != figure.id) {
        out.selected.clear();
    }
    if (figure.clip >= 0) {
        const OpenFigure* source = s.stage.clip_source(figure);
        out.clip = named(source ? source->document() : figure.document(), {ItemKind::clip, -1, figure.clip});
        out.clip_file = figure.clip_file;
    }
    return out;
}

/// Selects in the new version what was selected in the old one; what it lacks stays in `missed`.
void select_again(Parts& s, OpenFigure& figure) {
    std::vector<NamedItem>& missed = figure.missed.selected;
    if (missed.empty()) return;
    std::vector<Selection> found;
    for (const NamedItem& seen : missed) {
        if (const std::optional<Item> item = find_again(figure.document(), seen))
            found.push_back({figure.id, *item});
    }
    if (found.size() == missed.size()) missed.clear();
    std::vector<Selection> present = s.viewing.settings.also_selected;
    present.insert(present.begin(), s.viewing.settings.selected);
    if (found == present) return;
    handle(s, Select{{figure.id, {}}, false});
    if (!found.empty()) handle(s, SelectMany{std::move(found)});
}

/// Chooses the clip that was played of the old version of its file; what is lacking stays in `missed`.
void play_again(Parts& s, OpenFigure& figure) {
    MissedItems& missed = figure.missed;
    if (!missed.clip) return;
    const OpenFigure* source = missed.clip_file == 0 ? &figure : s.stage.find(missed.clip_file);
    const std::optional<Item> clip = source ? find_again(source->document(), *missed.clip) : std::nullopt;
    figure.clip = clip ? clip->index : -1;
    figure.clip_file = clip ? missed.clip_file : 0;
    if (clip) missed.clip.reset();
}

}  // namespace

/// Replaces the old versions, keeping ids, so that view, selection and time are preserved.
void show_newer(Parts& s, std::vector<OpenFigure> figures) {
    handle(s, EndGesture{});
    const Stance before = stage_stance(s);
    for (OpenFigure& figure : s.stage.figures) figure.missed = seen_items(s, figure);
    for (OpenFigure& fresh : figures) {
        OpenFigure* old = s.stage.find(fresh.newer_of);
        if (old == nullptr) continue;
        s.notices.forget_changes(old->id);
        s.notices.forget_passing(old->id);
        s.notices.forget_reading(old->reading);
        s.edits.forget(old->id);
        s.work.loader.drop_images(old->reading);
        s.note({Event::Kind::opened, old->id, fresh.name(), {}, 0});
        fresh.id = old->id;
        fresh.shown = old->shown;
        for (const Item& item : old->hidden) {
            if (const auto same = find_again(fresh.document(), named(old->document(), item)))
                fresh.hidden.push_back(*same);
        }
        fresh.attached = old->attached;
        fresh.remap = old->remap;
        fresh.missed = std::move(old->missed);
        if (fresh.origin.lost) {
            fresh.missed.clip.reset();  // a recovered figure may have to show its pose
        } else {
            fresh.clip = -1;
            fresh.clip_humanoid = old->clip_humanoid;
        }
        order_steps(s, fresh);
        *old = std::move(fresh);
    }
    s.viewing.settings.hovered = {};
    for (OpenFigure& figure : s.stage.figures) {
        play_again(s, figure);
        settle_clip_or_say(s, figure);
        select_again(s, figure);
    }
    prune_selection(s);
    repose_all(s);
    place_side_by_side(s.stage);
    ++s.structure_revision;
    // Written in another unit, it would leave the picture.
    constexpr float other_size = 1.25F;
    const float growth = before.height > 0.0F ? stage_stance(s).height / before.height : 1.0F;
    if (growth > other_size || growth < 1.0F / other_size) restand(s, before);
}

void know_exported(OpenFigure& figure, const SavedFile& saved) {
    if (figure.path != saved.path || figure.files.empty()) return;
    figure.files.front().stamp = saved.saved->files.front().stamp;
    figure.answered = known_looks(figure.files);
}

/// Updates the figure to what `saved` holds.
void take_over(Parts& s, OpenFigure& figure, const SavedFile& saved) {
    figure.history.mark_saved(saved.step);
    s.note({Event::Kind::saved, figure.id, saved.path.filename().string(), {}, 0});
    s.work.recovery.note_saved(figure, saved.path, saved.saved->files.front().stamp, saved.step);
    const std::filesystem::path before = figure.path.parent_path();
    figure.path = saved.path;
    figure.format = saved.format;
    const std::vector<WrittenFile>& written = saved.saved->files;
    std::vector<KnownFile> files{{saved.path, written.front().stamp}};
    // In its old folder it still refers to the same files.
    if (before == saved.path.parent_path() && !figure.files.empty()) {
        files.insert(files.end(), figure.files.begin() + 1, figure.files.end());
    }
    for (std::size_t i = 1; i < written.size(); ++i) {
        std::error_code ignored;
        remember(files, {std::filesystem::weakly_canonical(written[i].path, ignored), written[i].stamp});
    }
    figure.files = std::move(files);
    figure.answered = known_looks(figure.files);
    // What another program wrote beside it does not belong to it any more: it is read again without that.
    if (figure.changed && figure.changed->file != figure.name()) s.work.check_files = true;
    figure.changed.reset();
    s.notices.forget_changes(figure.id);
}

}  // namespace vitruvian

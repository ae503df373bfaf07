// Loaded files: what is added to the stage, and what it replaces.
#include "app/manikin.h"
#include "app/session/folders.h"
#include "app/session/handlers.h"
#include "app/session/session.h"
#include "model/core/at.h"
#include "model/figure/default_clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace vitruvian {
namespace {

bool is_body(const OpenFigure& figure) {
    return !figure.clips_only;
}

/// Whether new figures would replace others with unsaved edits.
bool would_replace(const Parts& s, const std::vector<OpenFigure>& figures, Arrival arrival) {
    if (!is_newer_self(arrival)) {
        if (arrival == Arrival::add && !s.stage.only_builtin()) return false;
        // Clips play on open figures.
        const bool bodies = std::any_of(figures.begin(), figures.end(), is_body);
        return s.stage.has_unsaved_edits() && (bodies || clip_target(s, 0) == nullptr);
    }
    // Changes by another program have been reported already.
    return arrival == Arrival::reload &&
           std::any_of(figures.begin(), figures.end(), [&](const OpenFigure& figure) {
               const OpenFigure* open = s.stage.find(figure.newer_of);
               return open != nullptr && !open->history.is_saved();
           });
}

/// Adds figures, or lets them wait if unsaved edits would be lost.
void arrive(Parts& s, std::vector<OpenFigure> figures, Arrival arrival) {
    if (figures.empty()) return;
    if (would_replace(s, figures, arrival)) {
        have_wait(s, {std::move(figures), arrival, {}});
    } else {
        let_in(s, std::move(figures), arrival);
    }
}

void offer_to_keep(Parts& s, std::vector<std::filesystem::path> before, const std::string& arrived) {
    Message& message = s.notices.say(
        Severity::info, fmt::format("{} took the place of {}", arrived, before.front().filename().string()),
        "Side by side, each can play the other's clips. Files dropped with Shift stay beside what is open.");
    message.offers = {{"Keep both", OpenFiles{std::move(before), true}}};
}

/// Clip files play on the figure that was loaded with them, otherwise on an open one.
void show_arrived(Parts& s, std::vector<OpenFigure> figures, Arrival arrival) {
    std::stable_partition(figures.begin(), figures.end(), is_body);
    const auto first_clips = std::find_if_not(figures.begin(), figures.end(), is_body);
    std::vector<OpenFigure> clips(std::make_move_iterator(first_clips),
                                  std::make_move_iterator(figures.end()));
    figures.erase(first_clips, figures.end());
    const bool figures_came = !figures.empty();
    if (figures_came) {
        std::vector<std::filesystem::path> before;
        for (const OpenFigure& figure : s.stage.figures) {
            if (!figure.path.empty()) before.push_back(figure.path);
        }
        const std::string name = figures.front().name();
        const bool offers = arrival == Arrival::replace && !before.empty() &&
                            before.front() != figures.front().path &&
                            figures.front().path != s.work.paged_to && has_bones(figures.front().document());
        show_figures(s, std::move(figures), arrival);
        if (offers) offer_to_keep(s, std::move(before), name);
    }
    if (clips.empty()) return;
    bring_builtin(s);
    if (const OpenFigure* target = clip_target(s, 0)) {
        play_arrived_clips(s, std::move(clips), target->id);
    } else {
        show_figures(s, std::move(clips), figures_came ? Arrival::add : arrival);
    }
}

void clear_stage(Parts& s) {
    for (const OpenFigure& figure : s.stage.figures) {
        forget_figure(s, figure);
    }
    s.stage.figures.clear();
    prune_selection(s);
}

/// Returns the figure whose place the last of `arrived`, a recovered one, takes: what is open without edits is
/// not shown twice. 0: none.
std::uint64_t place_of_recovered(const Parts& s, const std::vector<OpenFigure>& arrived) {
    const std::filesystem::path& path = arrived.back().path;
    for (const OpenFigure& open : s.stage.figures) {
        std::error_code ignored;
        const bool is_same =
            path.empty() ? open.path.empty() : std::filesystem::equivalent(path, open.path, ignored);
        const bool is_taken = std::any_of(arrived.begin(), arrived.end() - 1,
                                          [&](const OpenFigure& other) { return other.newer_of == open.id; });
        if (is_same && open.history.is_saved() && !is_taken) return open.id;
    }
    return 0;
}

void say_builtin_is_missing(Parts& s, const Error& error) {
    s.notices.say(Severity::error, "The built-in figure is missing", error.text());
}

Result<OpenFigure> make_builtin(Parts& s) {
    Result<Document> manikin = load_builtin_manikin();
    if (!manikin) return tl::unexpected(manikin.error());
    ImagePlan images = plan_images(manikin->images);
    return make_figure(s, {}, History(std::move(*manikin)), std::move(images));
}

}  // namespace

OpenFigure make_figure(Parts& s, std::filesystem::path path, History history, ImagePlan images) {
    OpenFigure figure(s.stage.next_id++, std::move(path), std::move(history));
    figure.origin = origin_of(figure.path);
    figure.images.resize(figure.document().images.size());
    figure.image_plan = std::move(images);
    figure.format = figure.document().format;
    know_files(figure);
    figure.clips_only = holds_only_clips(figure.document());
    figure.clip = default_clip(figure.document());
    // A bone clip in a file without bones waits for another figure.
    if (const Result<void> settled = settle_clip(s.stage, figure); !settled) figure.clip = -1;
    rebuild(s, figure);
    return figure;
}

Result<void> show_builtin(Parts& s) {
    Result<OpenFigure> manikin = make_builtin(s);
    if (!manikin) return tl::unexpected(manikin.error());
    std::vector<OpenFigure> figures;
    figures.push_back(std::move(*manikin));
    show_figures(s, std::move(figures), Arrival::replace);
    return {};
}

void bring_builtin(Parts& s) {
    if (!std::exchange(s.builtin_waits, false) || !s.stage.figures.empty()) return;
    if (const Result<void> shown = show_builtin(s); !shown) say_builtin_is_missing(s, shown.error());
}

void receive(Parts& s, LoadedFiles loaded) {
    std::vector<OpenFigure> figures;
    for (LoadedFiles::File& file : loaded.files) {
        const std::string name = file.path.filename().string();
        if (!file.document) {
            const Error& error = file.document.error();
            if (error.code == "cancelled") continue;
            s.note({Event::Kind::failed, file.newer_of, name, error.text(), 0});
            OpenFigure* open = s.stage.find(file.newer_of);
            if (open != nullptr && open->changed) {
                open->changed->unreadable = error.text();
                open->changed->reported.reset();
                continue;
            }
            s.notices.say(Severity::error, fmt::format("{} could not be opened", name),
                          error.text() + "\n" + advice_for(error));
            continue;
        }
        figures.push_back(file.lost ? make_recovered(s, file)
                                    : make_figure(s, file.path, History(std::move(*file.document)),
                                                  std::move(file.images)));
        figures.back().newer_of = file.lost ? place_of_recovered(s, figures) : file.newer_of;
    }
    if (is_newer_self(loaded.arrival)) drop_orphans(s, figures, loaded.arrival);
    arrive(s, std::move(figures), loaded.arrival);
}

void let_in(Parts& s, std::vector<OpenFigure> figures, Arrival arrival) {
    for (const OpenFigure& figure : figures) say_diagnostics(s.notices, figure);
    if (is_newer_self(arrival)) {
        show_newer(s, std::move(figures));
    } else {
        const auto fresh = std::stable_partition(
            figures.begin(), figures.end(),
            [&](const OpenFigure& figure) { return s.stage.find(figure.newer_of) != nullptr; });
        std::vector<OpenFigure> added(std::make_move_iterator(fresh), std::make_move_iterator(figures.end()));
        figures.erase(fresh, figures.end());
        if (!figures.empty()) show_newer(s, std::move(figures));
        if (!added.empty()) show_arrived(s, std::move(added), arrival);
    }
    read_images(s);
}

void order_steps(Parts& s, const OpenFigure& figure) {
    const History& history = figure.history;
    std::vector<std::uint64_t>& undo = s.edits.undo_order;
    std::vector<std::uint64_t>& redo = s.edits.redo_order;
    undo.insert(undo.end(), history.present_index(), figure.id);
    redo.insert(redo.end(), history.steps().size() - 1 - history.present_index(), figure.id);
}

/// Nothing plays unasked except the built-in figure, unless the user has paused playback.
void show_figures(Parts& s, std::vector<OpenFigure> figures, Arrival arrival) {
    handle(s, EndGesture{});
    const bool goes_on = s.playback.playing && s.playback.wish == Wish::play;
    if (arrival != Arrival::add || s.stage.only_builtin()) clear_stage(s);
    const bool was_empty = s.stage.figures.empty();
    for (OpenFigure& figure : figures) {
        order_steps(s, figure);
        s.note({Event::Kind::opened, figure.id, figure.name(), {}, 0});
        s.stage.figures.push_back(std::move(figure));
    }
    if (was_empty) {
        s.playback.time = 0.0;
        s.playback.playing =
            s.stage.moves() && (s.stage.only_builtin() ? s.playback.wish != Wish::pause : goes_on);
    }
    repose_all(s);
    place_side_by_side(s.stage);
    frame_everything(s);
    ++s.structure_revision;
}

namespace {

/// Says which of the folder's files it is, in place of what was said of another one.
void say_place_in_folder(Parts& s, const std::vector<std::filesystem::path>& files, std::size_t which) {
    const std::filesystem::path folder = files.at(which).parent_path();
    s.notices.forget_place_in_folder();
    if (files.size() < 2) return;
    Message& message = s.notices.say(
        Severity::info,
        fmt::format("{}: {} of {} files in {}", files[which].filename().string(), which + 1, files.size(),
                    folder.has_filename() ? folder.filename().string() : folder.string()),
        "PageDown opens the next one, PageUp the one before.");
    message.place_in_folder = true;
}

/// Opens the first file of a folder; reports if there is none.
std::optional<std::filesystem::path> first_of_folder(Parts& s, const std::filesystem::path& folder) {
    const std::vector<std::filesystem::path> files = readable_files(folder);
    const std::string name = folder.has_filename() ? folder.filename().string() : folder.string();
    if (files.empty()) {
        s.notices.say(Severity::error, fmt::format("Nothing to open in {}", name),
                      fmt::format("The folder has no file that ends in {}.", suffix_list(", ")));
        s.note({Event::Kind::failed, 0, name, "no readable file", 0});
        return std::nullopt;
    }
    say_place_in_folder(s, files, 0);
    return files.front();
}

}  // namespace

std::filesystem::path file_with_neighbours(const Parts& s) {
    const OpenFigure* active = active_figure(s);
    return !s.work.last_opened.empty() || active == nullptr ? s.work.last_opened : active->path;
}

void handle(Parts& s, const OpenNeighbour& intent) {
    const std::filesystem::path from = file_with_neighbours(s);
    if (from.empty()) return;
    const std::vector<std::filesystem::path> files = readable_files(from.parent_path());
    if (files.empty()) return;
    const auto count = static_cast<int>(files.size());
    const auto found = std::find(files.begin(), files.end(), from);
    // If the file no longer exists, the first or the last.
    const int now = found != files.end() ? static_cast<int>(found - files.begin()) : intent.step > 0 ? -1 : 0;
    const int next = ((now + intent.step) % count + count) % count;
    handle(s, OpenFiles{{at(files, next)}, false});
    s.work.paged_to = s.work.last_opened;
    say_place_in_folder(s, files, static_cast<std::size_t>(next));
}

void handle(Parts& s, const OpenFiles& intent) {
    std::vector<std::filesystem::path> figures;
    for (std::filesystem::path file : intent.files) {
        std::error_code error;
        if (std::filesystem::is_directory(file, error)) {
            const std::optional<std::filesystem::path> first = first_of_folder(s, file);
            if (!first) continue;
            file = *first;
        }
        if (is_pose_file(file)) {
            handle(s, ImportPose{file});
        } else {
            figures.push_back(file);
        }
    }
    if (!figures.empty()) {
        std::error_code error;
        s.work.last_opened = std::filesystem::absolute(figures.back(), error).lexically_normal();
        s.work.paged_to.clear();
        s.work.loader.load(requests_for(figures), intent.add ? Arrival::add : Arrival::replace);
    }
}

void handle(Parts& s, const OpenBuiltin& /*intent*/) {
    Result<OpenFigure> manikin = make_builtin(s);
    if (!manikin) return say_builtin_is_missing(s, manikin.error());
    std::vector<OpenFigure> figures;
    figures.push_back(std::move(*manikin));
    arrive(s, std::move(figures), Arrival::add);
}

void handle(Parts& s, const CancelLoading& /*intent*/) {
    if (const std::optional<LoadProgress> progress = s.work.loader.progress()) {
        s.work.loader.cancel();
        s.notices.say(Severity::info, fmt::format("Loading {} was cancelled", progress->file), "");
    }
}

}  // namespace vitruvian

#include "app/session/session.h"

#include "app/manikin.h"
#include "model/formats/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace vitruvian {

std::string OpenFigure::name() const {
    return path.empty() ? std::string("Manikin") : path.filename().string();
}

const Clip* OpenFigure::playing_clip() const {
    return played.get();
}

Figure OpenFigure::frame() const {
    return {&document(), &skeleton, &shape, &pose, images, placement, shown};
}

Session::Session(std::function<void()> wake, std::filesystem::path recovery_folder)
    : loader_(wake),
      recovery_(std::move(recovery_folder)),
      saver_(std::move(wake), [this](const SaveRequest& request, const FileStamp& stamp) {
          recovery_.note_saving(request.owner, request.step, request.path, stamp);
      }) {}

Result<void> Session::show_builtin() {
    Result<Document> manikin = load_builtin_manikin();
    if (!manikin) return tl::unexpected(manikin.error());
    std::vector<OpenFigure> figures;
    ImagePlan images = plan_images(manikin->images);
    figures.push_back(make_figure({}, History(std::move(*manikin)), std::move(images)));
    show_figures(std::move(figures), Arrival::replace);
    return {};
}

Result<void> Session::open_now(const std::vector<std::filesystem::path>& files) {
    std::vector<OpenFigure> figures;
    std::optional<Error> first_error;
    for (const std::filesystem::path& file : files) {
        Result<Document> document = load_document(file);
        if (!document) {
            say(Severity::error, fmt::format("{} could not be opened", file.filename().string()),
                document.error().text());
            if (!first_error) first_error = document.error();
            continue;
        }
        ImagePlan images = plan_images(document->images);
        figures.push_back(make_figure(file, History(std::move(*document)), std::move(images)));
    }
    if (figures.empty() && first_error) return tl::unexpected(*first_error);
    show_figures(std::move(figures), Arrival::replace);
    read_images_now();
    return {};
}

bool Session::update(double elapsed) {
    const std::uint64_t before = picture_revision_ + structure_revision_;
    if (std::optional<LoadedFiles> loaded = loader_.take_files()) receive(std::move(*loaded));
    for (SavedFile& saved : saver_.take()) receive_saved(std::move(saved));
    take_images();
    if (check_files_ && !in_gesture() && !loader_.progress() && !saver_.busy()) {
        check_files_ = false;
        check_files();
    }
    for (Message& message : messages_) message.age += elapsed;
    const auto faded = [](const Message& message) {
        return message.severity == Severity::info && message.age > 6.0;
    };
    messages_.erase(std::remove_if(messages_.begin(), messages_.end(), faded), messages_.end());
    if (playback_.playing) advance(elapsed);
    record_edits();
    return picture_revision_ + structure_revision_ != before;
}

void Session::execute(const Intent& intent) {
    const bool continues_gesture = std::holds_alternative<Edit>(intent) ||
                                   std::holds_alternative<Hover>(intent) ||
                                   std::holds_alternative<CheckFiles>(intent);
    if (in_gesture() && !continues_gesture) carry_out(EndGesture{});
    std::visit([this](const auto& what) { carry_out(what); }, intent);
    record_edits();
}

// ---- what is open

OpenFigure Session::make_figure(std::filesystem::path path, History history, ImagePlan images) {
    OpenFigure figure(next_id_++, std::move(path), std::move(history));
    figure.origin = origin_of(figure.path);
    figure.images.resize(figure.document().images.size());
    figure.image_plan = std::move(images);
    figure.format = figure.document().format;
    know_files(figure);
    figure.clips_only = holds_only_clips(figure.document());
    figure.clip = telling_clip(figure.document());
    // A clip of bones in a file without any waits for another figure.
    if (const Result<void> settled = settle_clip(figure); !settled) figure.clip = -1;
    rebuild(figure);
    return figure;
}

void Session::receive(LoadedFiles loaded) {
    std::vector<OpenFigure> figures;
    for (LoadedFiles::File& file : loaded.files) {
        const std::string name = file.path.filename().string();
        if (!file.document) {
            const Error& error = file.document.error();
            if (error.code == "cancelled") continue;
            say(Severity::error, fmt::format("{} could not be opened", name),
                error.text() + "\nWhat was open stays open. Mend the file and drop it again.");
            continue;
        }
        figures.push_back(
            file.lost ? make_recovered(file)
                      : make_figure(file.path, History(std::move(*file.document)), std::move(file.images)));
        figures.back().newer_of = file.newer_of;
    }
    if (is_newer_self(loaded.arrival)) drop_orphans(figures, loaded.arrival);
    if (figures.empty()) return;
    if (loaded.arrival != Arrival::refresh) waiting_.reset();
    if (has_unsaved_edits() && would_replace(figures, loaded.arrival)) {
        waiting_.emplace(Waiting{std::move(figures), loaded.arrival});
        ++structure_revision_;
    } else {
        let_in(std::move(figures), loaded.arrival);
    }
}

void Session::let_in(std::vector<OpenFigure> figures, Arrival arrival) {
    for (const OpenFigure& figure : figures) say_diagnostics(figure);
    if (is_newer_self(arrival)) {
        show_newer(std::move(figures));
    } else {
        show_arrived(std::move(figures), arrival);
    }
    read_images();
}

/// Files of clips play on the figure that came with them, else on the one that is open.
void Session::show_arrived(std::vector<OpenFigure> figures, Arrival arrival) {
    const auto is_figure = [](const OpenFigure& figure) { return !figure.clips_only; };
    std::stable_partition(figures.begin(), figures.end(), is_figure);
    const auto first_clips = std::find_if_not(figures.begin(), figures.end(), is_figure);
    std::vector<OpenFigure> clips(std::make_move_iterator(first_clips),
                                  std::make_move_iterator(figures.end()));
    figures.erase(first_clips, figures.end());
    const bool figures_came = !figures.empty();
    if (figures_came) {
        std::vector<std::filesystem::path> before;
        for (const OpenFigure& figure : figures_) {
            if (!figure.path.empty()) before.push_back(figure.path);
        }
        const std::string name = figures.front().name();
        const bool offers = arrival == Arrival::replace && !before.empty() &&
                            before.front() != figures.front().path && has_bones(figures.front().document());
        show_figures(std::move(figures), arrival);
        if (offers) offer_to_keep(std::move(before), name);
    }
    if (clips.empty()) return;
    const int target = clip_target();
    if (target < 0) {
        show_figures(std::move(clips), figures_came ? Arrival::add : arrival);
    } else {
        play_arrived_clips(std::move(clips), target);
    }
}

void Session::show_figures(std::vector<OpenFigure> figures, Arrival arrival) {
    carry_out(EndGesture{});
    if (arrival != Arrival::add || only_builtin()) {
        loader_.drop_images();
        figures_.clear();
        undo_order_.clear();
        redo_order_.clear();
        view_.selected = {};
        view_.hovered = {};
        playback_.time = 0.0;
        playback_.playing = false;
    }
    for (OpenFigure& figure : figures) {
        if (figure.played) playback_.playing = true;
        const History& history = figure.history;
        undo_order_.insert(undo_order_.end(), history.present_index(), figure.id);
        redo_order_.insert(redo_order_.end(), history.steps().size() - 1 - history.present_index(),
                           figure.id);
        figures_.push_back(std::move(figure));
    }
    repose_all();
    place_side_by_side();
    frame_everything(StandardView::best);
    ++structure_revision_;
}

void Session::rebuild(OpenFigure& figure) {
    figure.skeleton = make_skeleton(figure.document());
    figure.shape = make_figure_shape(figure.document(), figure.skeleton);
    figure.skeleton_revision = figure.history.revision();
    repose(figure);
}

void Session::repose(OpenFigure& figure) {
    figure.pose = file_pose(figure.skeleton);
    if (const Clip* clip = figure.playing_clip()) {
        const double time = wrap_time(playback_.time, clip->duration, playback_.loop);
        if (figure.plan) {
            figure.pose.local = figure.plan->base().local;
            figure.plan->sample(time, figure.pose);
        } else {
            sample(*clip, time, figure.skeleton, figure.pose);
        }
    }
    figure.world = world_matrices(figure.skeleton, figure.pose);
    ++picture_revision_;
}

void Session::repose_all() {
    for (OpenFigure& figure : figures_) repose(figure);
}

void Session::advance(double elapsed) {
    playback_.time += elapsed * static_cast<double>(playback_.speed);
    if (!playback_.loop) {
        double end = 0.0;
        for (const OpenFigure& figure : figures_) {
            if (const Clip* clip = figure.playing_clip()) end = std::max(end, clip->duration);
        }
        if (playback_.time >= end) {
            playback_.time = end;
            playback_.playing = false;
        }
    }
    repose_all();
}

// ---- answers

const OpenFigure* Session::figure_with(std::uint64_t id) const {
    const auto found = std::find_if(figures_.begin(), figures_.end(),
                                    [id](const OpenFigure& figure) { return figure.id == id; });
    return found == figures_.end() ? nullptr : &*found;
}

OpenFigure* Session::figure_with(std::uint64_t id) {
    return const_cast<OpenFigure*>(std::as_const(*this).figure_with(id));
}

int Session::active_index() const {
    const int figure = view_.selected.figure;
    return figure >= 0 && figure < static_cast<int>(figures_.size()) ? figure : 0;
}

const OpenFigure* Session::active_figure() const {
    return figures_.empty() ? nullptr : &figures_[static_cast<std::size_t>(active_index())];
}

bool Session::only_builtin() const {
    return figures_.size() == 1 && figures_.front().path.empty();
}

double Session::clip_time() const {
    const OpenFigure* figure = active_figure();
    const Clip* clip = figure ? figure->playing_clip() : nullptr;
    return clip ? wrap_time(playback_.time, clip->duration, playback_.loop) : 0.0;
}

bool Session::has_unsaved_edits() const {
    return std::any_of(figures_.begin(), figures_.end(),
                       [](const OpenFigure& figure) { return !figure.history.is_saved(); });
}

std::string Session::undo_title() const {
    if (undo_order_.empty()) return {};
    return figure_with(undo_order_.back())->history.undo_title();
}

std::string Session::redo_title() const {
    if (redo_order_.empty()) return {};
    return figure_with(redo_order_.back())->history.redo_title();
}

std::vector<Figure> Session::frame_figures() const {
    std::vector<Figure> frames;
    frames.reserve(figures_.size());
    for (const OpenFigure& figure : figures_) frames.push_back(figure.frame());
    return frames;
}

void Session::set_background(const Background& background) {
    const Background& now = view_.background;
    if (now.plain == background.plain && now.transparent == background.transparent &&
        now.color == background.color) {
        return;
    }
    view_.background = background;
    ++picture_revision_;
}

void Session::set_camera(const Camera& camera) {
    camera_ = camera;
    ++picture_revision_;
}

void Session::set_pixel_scale(float scale) {
    if (view_.pixel_scale == scale) return;
    view_.pixel_scale = scale;
    ++picture_revision_;
}

void Session::say(Severity severity, std::string title, std::string text) {
    constexpr std::size_t most_kept = 20;
    if (messages_.size() >= most_kept) messages_.pop_front();
    messages_.push_back({next_message_++, severity, std::move(title), std::move(text), {}, 0, 0.0});
}

void Session::say_diagnostics(const OpenFigure& figure) {
    int problems = 0;
    for (const Diagnostic& diagnostic : figure.document().diagnostics.list()) {
        if (diagnostic.severity != Severity::info) problems += diagnostic.count;
    }
    if (problems == 0) return;
    const Diagnostic& first = figure.document().diagnostics.list().front();
    say(Severity::info,
        fmt::format("{}: {} {}", figure.name(), problems, problems == 1 ? "remark" : "remarks"),
        fmt::format("{}: {}\nSelect the file in the scene tree to read them all.", first.where.text(),
                    first.message));
}

}  // namespace vitruvian

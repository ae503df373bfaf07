#include "app/session/session.h"

#include "app/session/handlers.h"
#include "model/core/at.h"
#include "model/formats/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace vitruvian {

std::string OpenFigure::name() const {
    return path.empty() ? std::string("Manikin") : path.filename().string();
}

bool OpenFigure::clip_holds(int node) const {
    const Clip* clip = playing_clip();
    if (clip == nullptr) return false;
    if (plan() != nullptr) {
        // A remapped clip sets all joints, to the reference pose where it does not animate them.
        const Node& stands = at(document().nodes, node);
        return stands.kind == NodeKind::joint || at(pose.local, node) != compose(stands.rest, stands.delta);
    }
    return std::any_of(clip->channels.begin(), clip->channels.end(),
                       [node](const Channel& channel) { return channel.node == node; });
}

bool OpenFigure::clip_holds_weight(int displacer) const {
    const Clip* clip = playing_clip();
    if (clip == nullptr) return false;
    if (plan() != nullptr) return at(pose.weights, displacer) != at(document().displacers, displacer).weight;
    return std::any_of(clip->channels.begin(), clip->channels.end(),
                       [displacer](const Channel& channel) { return channel.displacer == displacer; });
}

Figure OpenFigure::frame() const {
    return {&document(), &skeleton, &shape,  &pose,  images, placement,
            shown,       id,        variant, ghosts, trails, hidden};
}

FileWork::FileWork(const std::function<void()>& wake, std::filesystem::path recovery_folder)
    : loader(wake),
      recovery(std::move(recovery_folder)),
      saver(wake, [this](const SaveRequest& request, const FileStamp& stamp) {
          recovery.note_saving(request.owner, request.step, request.path, stamp);
      }) {}

Parts::Parts(const std::function<void()>& wake, std::filesystem::path recovery_folder)
    : work(wake, std::move(recovery_folder)), problems(wake) {}

void Parts::note(Event event) {
    constexpr std::size_t max_kept = 1000;
    if (events.size() >= max_kept) events.erase(events.begin());
    events.push_back(std::move(event));
}

Session::Session(const std::function<void()>& wake, std::filesystem::path recovery_folder)
    : parts_(wake, std::move(recovery_folder)) {}

Result<void> Session::show_builtin() {
    return vitruvian::show_builtin(parts_);
}

void Session::start(const std::vector<std::filesystem::path>& files) {
    parts_.builtin_waits = true;
    if (files.empty() || std::any_of(files.begin(), files.end(), is_pose_file)) bring_builtin(parts_);
    if (!files.empty()) execute(OpenFiles{files, false});
}

Result<void> Session::open_now(const std::vector<std::filesystem::path>& files) {
    std::vector<OpenFigure> figures;
    std::optional<Error> first_error;
    for (const std::filesystem::path& file : files) {
        Result<Document> document = load_document(file);
        if (!document) {
            parts_.notices.say(Severity::error,
                               fmt::format("{} could not be opened", file.filename().string()),
                               document.error().text());
            if (!first_error) first_error = document.error();
            continue;
        }
        ImagePlan images = plan_images(document->images);
        figures.push_back(make_figure(parts_, file, History(std::move(*document)), std::move(images)));
    }
    if (figures.empty() && first_error) return tl::unexpected(*first_error);
    show_figures(parts_, std::move(figures), Arrival::replace);
    read_images_now(parts_);
    return {};
}

void Session::offer_lost_work() {
    vitruvian::offer_lost_work(parts_);
}

void Session::finish() {
    execute(EndGesture{});
    while (is_saving()) {
        update(0.0);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

void Session::discard_unsaved_edits() {
    parts_.work.recovery.discard_all();
}

bool Session::update(double elapsed) {
    Parts& s = parts_;
    const auto changes = [&s] {
        return s.picture_revision + s.viewing.views.revision + s.structure_revision + s.problems.revision +
               s.notices.revision;
    };
    const std::uint64_t before = changes();
    if (std::optional<LoadedFiles> loaded = s.work.loader.take_files()) receive(s, std::move(*loaded));
    for (SavedFile& saved : s.work.saver.take()) receive_saved(s, std::move(saved));
    if (s.builtin_waits && !s.work.loader.reading()) bring_builtin(s);
    take_images(s);
    settle_waiting(s);
    if (s.work.check_files && !in_gesture() && !s.work.loader.reading() && !s.work.saver.busy()) {
        s.work.check_files = false;
        check_files(s);
    }
    settle_changes(s);
    s.notices.grow_older(elapsed);
    stop_if_still(s);
    if (s.playback.playing) advance(s, elapsed);
    record_edits(s);
    follow_problems(s);
    return changes() != before;
}

void Session::execute(const Intent& intent) {
    const bool continues_gesture = intent.as<Edit>() || intent.as<Hover>() || intent.as<CancelGesture>() ||
                                   intent.as<ApplyStoredPose>() || intent.as<CheckFiles>();
    if (in_gesture() && !continues_gesture) handle(parts_, EndGesture{});
    intent.run(parts_);
    stop_if_still(parts_);
    record_edits(parts_);
}

std::vector<Event> Session::take_events() {
    return std::exchange(parts_.events, {});
}

const OpenFigure* Session::active_figure() const {
    return vitruvian::active_figure(parts_);
}

std::uint64_t Session::active_id() const {
    const OpenFigure* figure = active_figure();
    return figure == nullptr ? 0 : figure->id;
}

const OpenFigure* Session::clip_target(std::uint64_t source) const {
    return vitruvian::clip_target(parts_, source);
}

std::optional<ClipSetAside> Session::clip_set_aside() const {
    const OpenFigure* figure = active_figure();
    return figure == nullptr ? std::nullopt : vitruvian::clip_set_aside(parts_, *figure);
}

const Clip* Session::clock_clip() const {
    if (const std::optional<ClipSetAside> was = clip_set_aside()) return was->clip;
    const OpenFigure* figure = clock_figure(parts_);
    return figure == nullptr ? nullptr : figure->playing_clip();
}

double Session::clip_time() const {
    if (const std::optional<ClipSetAside> was = clip_set_aside())
        return wrap_time(was->time, was->clip->duration, playback().loop);
    return vitruvian::clip_time(parts_);
}

const ShownProblem* Session::shown_problem() const {
    return vitruvian::shown_problem(parts_);
}

std::filesystem::path Session::file_with_neighbours() const {
    return vitruvian::file_with_neighbours(parts_);
}

std::vector<std::uint64_t> Session::at_stake() const {
    return vitruvian::at_stake(parts_);
}

std::string Session::undo_title() const {
    const std::vector<std::uint64_t>& order = parts_.edits.undo_order;
    return order.empty() ? std::string() : figure(order.back())->history.undo_title();
}

std::string Session::redo_title() const {
    const std::vector<std::uint64_t>& order = parts_.edits.redo_order;
    return order.empty() ? std::string() : figure(order.back())->history.redo_title();
}

void Session::set_background(const Background& background) {
    Background& now = parts_.viewing.settings.background;
    if (now.plain == background.plain && now.transparent == background.transparent &&
        now.color == background.color) {
        return;
    }
    now = background;
    ++parts_.picture_revision;
}

void Session::set_camera(const Camera& camera) {
    Views& views = parts_.viewing.views;
    views.view().camera = camera;
    views.view().fit.reset();
    views.touch(views.view());
}

void Session::set_air(const Air& air) {
    for (StageView& view : parts_.viewing.views.all) view.air = air;
    fit_views(parts_);
}

void Session::set_airs(std::span<const Air> airs) {
    auto& views = parts_.viewing.views.all;
    for (std::size_t i = 0; i < std::min(airs.size(), views.size()); ++i) views[i].air = airs[i];
    fit_views(parts_);
}

void Session::arrange_views(ViewLayout layout, std::span<const float> aspects, bool linked) {
    vitruvian::arrange_views(parts_, layout, aspects, linked);
}

std::vector<Figure> Session::frame_figures(const StageView& view) const {
    return frames_of(parts_.stage, view);
}

void Session::set_pixel_scale(float scale) {
    if (parts_.viewing.settings.pixel_scale == scale) return;
    parts_.viewing.settings.pixel_scale = scale;
    ++parts_.picture_revision;
}

}  // namespace vitruvian

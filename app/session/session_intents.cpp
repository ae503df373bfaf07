// What each intent does to the session.
#include "app/scene/view_camera.h"
#include "app/session/session.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian {

void Session::carry_out(const OpenFiles& intent) {
    std::vector<std::filesystem::path> figures;
    for (const std::filesystem::path& file : intent.files) {
        if (is_pose_file(file)) {
            carry_out(ImportPose{file});
        } else {
            figures.push_back(file);
        }
    }
    if (!figures.empty()) loader_.load(requests_for(figures), intent.add ? Arrival::add : Arrival::replace);
}

void Session::carry_out(const CancelLoading& /*intent*/) {
    if (const std::optional<LoadProgress> progress = loader_.progress()) {
        loader_.cancel();
        say(Severity::info, fmt::format("Loading {} was cancelled", progress->file), "");
    }
}

// ---- selection and view

bool Session::holds(const Selection& selection) const {
    if (selection.figure < 0 || selection.figure >= static_cast<int>(figures_.size())) return false;
    const Document& document = figures_[static_cast<std::size_t>(selection.figure)].document();
    return selection.item.kind == ItemKind::none || exists(document, selection.item);
}

void Session::prune_selection() {
    if (!holds(view_.selected)) view_.selected = {};
    if (!holds(view_.hovered)) view_.hovered = {};
}

/// The manikin walks until somebody touches it.
void Session::stop_walking_builtin() {
    if (only_builtin() && playback_.playing) playback_.playing = false;
}

void Session::carry_out(const Select& intent) {
    if (!holds(intent.what)) return;
    if (intent.what.item.kind != ItemKind::none) stop_walking_builtin();
    if (view_.selected != intent.what) {
        view_.selected = intent.what;
        ++picture_revision_;
    }
    if (intent.frame) carry_out(FrameSelection{});
}

void Session::carry_out(const Hover& intent) {
    if (!holds(intent.what)) return;
    if (view_.hovered == intent.what) return;
    view_.hovered = intent.what;
    ++picture_revision_;
}

void Session::frame_everything(StandardView view) {
    if (figures_.empty()) return;
    const std::vector<Figure> frames = frame_figures();
    const bool orthographic = camera_.orthographic;
    camera_ = frame_view(scene_stance(frames), scene_bounds(frames), view, aspect_);
    camera_.orthographic = orthographic;
    ++picture_revision_;
}

void Session::carry_out(const FrameAll& /*intent*/) {
    if (figures_.empty()) return;
    camera_ = frame_bounds(camera_, scene_bounds(frame_figures()), aspect_);
    ++picture_revision_;
}

void Session::carry_out(const FrameSelection& /*intent*/) {
    if (figures_.empty()) return;
    camera_ = frame_bounds(camera_, selection_bounds(frame_figures(), view_.selected), aspect_);
    ++picture_revision_;
}

void Session::carry_out(const ShowView& intent) {
    frame_everything(intent.view);
    if (!intent.opposite) return;
    if (intent.view == StandardView::top) {
        camera_.pitch = -camera_.pitch;
    } else {
        camera_.yaw += glm::pi<float>();
    }
}

void Session::carry_out(const LookThrough& intent) {
    if (intent.figure < 0 || intent.figure >= static_cast<int>(figures_.size())) return;
    const Figure figure = figures_[static_cast<std::size_t>(intent.figure)].frame();
    const std::vector<Viewpoint> cameras = cameras_of(*figure.document);
    if (intent.camera < 0 || intent.camera >= static_cast<int>(cameras.size())) return;
    const bool orthographic = camera_.orthographic;
    camera_ = viewpoint_camera(cameras[static_cast<std::size_t>(intent.camera)], placed_world(figure),
                               figure.placement, scene_bounds(frame_figures()), aspect_);
    camera_.orthographic = orthographic;
    ++picture_revision_;
}

void Session::carry_out(const OrbitCamera& intent) {
    camera_.orbit(intent.yaw, intent.pitch);
    ++picture_revision_;
}

void Session::carry_out(const PanCamera& intent) {
    camera_.pan(intent.dx, intent.dy, intent.height);
    ++picture_revision_;
}

void Session::carry_out(const ZoomCamera& intent) {
    camera_.zoom(intent.factor, intent.toward, aspect_);
    ++picture_revision_;
}

void Session::carry_out(const SetOrthographic& intent) {
    camera_.orthographic = intent.on;
    ++picture_revision_;
}

void Session::carry_out(const SetShow& intent) {
    view_.show = intent.show;
    ++picture_revision_;
}

// ---- playback

void Session::carry_out(const SetPlaying& intent) {
    const bool any = std::any_of(figures_.begin(), figures_.end(),
                                 [](const OpenFigure& figure) { return figure.playing_clip() != nullptr; });
    playback_.playing = intent.on && any;
    const OpenFigure* figure = active_figure();
    const Clip* clip = figure ? figure->playing_clip() : nullptr;
    // Play at the end of a clip that does not loop begins anew.
    if (playback_.playing && !playback_.loop && clip && playback_.time >= clip->duration)
        playback_.time = 0.0;
    repose_all();
}

void Session::carry_out(const SetTime& intent) {
    playback_.time = std::max(0.0, intent.seconds);
    repose_all();
}

void Session::carry_out(const StepFrames& intent) {
    const OpenFigure* figure = active_figure();
    const Clip* clip = figure ? figure->playing_clip() : nullptr;
    if (!clip) return;
    playback_.playing = false;
    // To the neighbouring whole frame; the small part keeps rounding from standing still.
    const double frame = std::round(clip_time() / frame_seconds) + intent.frames;
    double time = frame * frame_seconds;
    if (time < 0.0) time = playback_.loop ? std::max(0.0, clip->duration + time) : 0.0;
    if (time > clip->duration) time = playback_.loop ? time - clip->duration : clip->duration;
    playback_.time = time;
    repose_all();
}

void Session::carry_out(const SetSpeed& intent) {
    playback_.speed = std::clamp(intent.speed, 0.1F, 2.0F);
}

void Session::carry_out(const SetLoop& intent) {
    playback_.time = clip_time();
    playback_.loop = intent.on;
}

// ---- edits

void Session::after_edit(OpenFigure& edited) {
    if (edited.skeleton_revision != edited.history.revision()) {
        rebuild(edited);
        // What is carried over goes by both figures' joints and bones.
        for (OpenFigure& figure : figures_) {
            const bool own = &figure == &edited;
            if ((own && figure.clip >= 0) || figure.clip_file == edited.id) settle_clip_or_say(figure);
        }
        repose_all();
    }
    prune_selection();
    ++structure_revision_;
}

void Session::carry_out(const Edit& intent) {
    if (intent.figure < 0 || intent.figure >= static_cast<int>(figures_.size())) return;
    OpenFigure& figure = figures_[static_cast<std::size_t>(intent.figure)];
    stop_walking_builtin();
    if (const Result<void> done = figure.history.execute(intent.command); !done) {
        say(Severity::warning, title_of(intent.command, figure.document()) + " was not possible",
            done.error().message);
        return;
    }
    const bool first_of_gesture = !in_gesture() || !gesture_edited_;
    if (in_gesture()) gesture_edited_ = true;
    if (first_of_gesture) {
        undo_order_.push_back(figure.id);
        redo_order_.clear();
    }
    after_edit(figure);
}

void Session::carry_out(const BeginGesture& intent) {
    if (intent.figure < 0 || intent.figure >= static_cast<int>(figures_.size())) return;
    gesture_figure_ = intent.figure;
    gesture_edited_ = false;
    figures_[static_cast<std::size_t>(intent.figure)].history.begin_gesture();
}

void Session::carry_out(const EndGesture& /*intent*/) {
    if (!in_gesture()) return;
    figures_[static_cast<std::size_t>(gesture_figure_)].history.end_gesture();
    gesture_figure_ = -1;
}

void Session::carry_out(const Undo& /*intent*/) {
    if (undo_order_.empty()) return;
    const std::uint64_t id = undo_order_.back();
    undo_order_.pop_back();
    redo_order_.push_back(id);
    OpenFigure* figure = figure_with(id);
    figure->history.undo();
    after_edit(*figure);
}

void Session::carry_out(const Redo& /*intent*/) {
    if (redo_order_.empty()) return;
    const std::uint64_t id = redo_order_.back();
    redo_order_.pop_back();
    undo_order_.push_back(id);
    OpenFigure* figure = figure_with(id);
    figure->history.redo();
    after_edit(*figure);
}

// ---- messages

void Session::carry_out(const ShowMessage& intent) {
    say(intent.severity, intent.title, intent.text);
}

void Session::carry_out(const DismissMessage& intent) {
    const auto same = [&](const Message& message) { return message.id == intent.id; };
    messages_.erase(std::remove_if(messages_.begin(), messages_.end(), same), messages_.end());
}

}  // namespace vitruvian

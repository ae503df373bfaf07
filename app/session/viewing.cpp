// What is selected, shown and looked at.
#include "app/scene/view_camera.h"
#include "app/session/handlers.h"
#include "model/core/at.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <utility>

namespace vitruvian {

const OpenFigure* active_figure(const Parts& s) {
    if (const OpenFigure* figure = s.stage.find(s.viewing.settings.selected.figure)) return figure;
    const auto shown = std::find_if(s.stage.figures.begin(), s.stage.figures.end(),
                                    [](const OpenFigure& figure) { return figure.shown; });
    if (shown != s.stage.figures.end()) return &*shown;
    return s.stage.figures.empty() ? nullptr : &s.stage.figures.front();
}

void prune_selection(Parts& s) {
    std::erase_if(s.viewing.settings.also_selected,
                  [&s](const Selection& what) { return !s.stage.holds(what); });
    if (!s.stage.holds(s.viewing.settings.selected)) {
        s.viewing.settings.selected = {};
        s.viewing.settings.also_selected.clear();
    }
    if (!s.stage.holds(s.viewing.settings.hovered)) s.viewing.settings.hovered = {};
}

void handle(Parts& s, const Select& intent) {
    if (!s.stage.holds(intent.what)) return;
    if (s.problems.shown) {
        s.problems.shown.reset();
        ++s.picture_revision;
    }
    if (intent.what.item.kind != ItemKind::none) stop_walking_builtin(s);
    if (s.viewing.settings.selected != intent.what || !s.viewing.settings.also_selected.empty()) {
        s.viewing.settings.selected = intent.what;
        s.viewing.settings.also_selected.clear();
        if (s.playback.onion.trail) repose_all(s);
        ++s.picture_revision;
    }
    if (intent.frame) handle(s, FrameSelection{});
}

void handle(Parts& s, const SelectMany& intent) {
    const Selection none{s.viewing.settings.selected.figure, {}};
    handle(s, Select{intent.what.empty() ? none : intent.what.front()});
    for (const Selection& what : intent.what) {
        const bool fits = s.stage.holds(what) && what.figure == s.viewing.settings.selected.figure;
        if (fits && !s.viewing.settings.is_selected(what)) s.viewing.settings.also_selected.push_back(what);
    }
}

void handle(Parts& s, const ToggleSelected& intent) {
    ViewSettings& settings = s.viewing.settings;
    const bool same_figure = settings.selected.figure == intent.what.figure;
    if (!same_figure || settings.selected.item.kind == ItemKind::none) {
        handle(s, Select{intent.what});
        return;
    }
    std::vector<Selection> all{settings.selected};
    all.insert(all.end(), settings.also_selected.begin(), settings.also_selected.end());
    if (std::erase(all, intent.what) == 0) all.insert(all.begin(), intent.what);
    handle(s, SelectMany{std::move(all)});
}

void handle(Parts& s, const Hover& intent) {
    if (!s.stage.holds(intent.what)) return;
    if (s.viewing.settings.hovered == intent.what) return;
    s.viewing.settings.hovered = intent.what;
    ++s.picture_revision;
}

namespace {

/// Some stand in a row behind the first, by more than they are thick.
bool stands_in_rows(const Parts& s) {
    const Stance stance = scene_stance(s.stage.frames());
    return std::any_of(s.stage.figures.begin(), s.stage.figures.end(), [&](const OpenFigure& figure) {
        const vec3 place(figure.placement * vec4(figure.shape.stance.ground, 1.0F));
        return figure.shown && glm::dot(stance.ground - place, stance.front) > 0.5F * stance.height;
    });
}

/// Where several figures stand together, their names are over their heads.
Air framing_air(const Parts& s) {
    Air air = s.viewing.air;
    const auto shown = std::count_if(s.stage.figures.begin(), s.stage.figures.end(),
                                     [](const OpenFigure& figure) { return figure.shown; });
    if (shown > 1) air.top += 0.05F;
    return air;
}

}  // namespace

void frame_everything(Parts& s, StandardView view) {
    if (s.stage.figures.empty()) return;
    const std::vector<Figure> frames = s.stage.frames();
    const bool orthographic = s.viewing.camera.orthographic;
    const FramedPoints points = framed_points(frames);
    s.viewing.camera = frame_view(scene_stance(frames), points, view, s.viewing.aspect, framing_air(s));
    if (view == StandardView::best && stands_in_rows(s)) {
        constexpr float over_heads = 0.35F;  // radians more from above
        s.viewing.camera.orbit(0.0F, over_heads);
        s.viewing.camera = frame_points(s.viewing.camera, points, s.viewing.aspect, framing_air(s));
    }
    s.viewing.camera.orthographic = orthographic;
    ++s.picture_revision;
}

void handle(Parts& s, const FrameAll& /*intent*/) {
    if (s.stage.figures.empty()) return;
    s.viewing.camera =
        frame_points(s.viewing.camera, framed_points(s.stage.frames()), s.viewing.aspect, framing_air(s));
    ++s.picture_revision;
}

void handle(Parts& s, const FrameSelection& /*intent*/) {
    if (s.stage.figures.empty()) return;
    s.viewing.camera = frame_bounds(
        s.viewing.camera, selection_bounds(s.stage.frames(), s.viewing.settings.selected), s.viewing.aspect);
    ++s.picture_revision;
}

void handle(Parts& s, const ShowView& intent) {
    frame_everything(s, intent.view);
    if (!intent.opposite) return;
    if (intent.view == StandardView::top) {
        s.viewing.camera.pitch = -s.viewing.camera.pitch;
    } else {
        s.viewing.camera.yaw += glm::pi<float>();
    }
}

void handle(Parts& s, const LookThrough& intent) {
    const OpenFigure* open = s.stage.find(intent.id);
    if (open == nullptr) return;
    const Figure figure = open->frame();
    const std::vector<Viewpoint> cameras = cameras_of(*figure.document);
    if (intent.camera < 0 || intent.camera >= static_cast<int>(cameras.size())) return;
    const bool orthographic = s.viewing.camera.orthographic;
    s.viewing.camera = viewpoint_camera(at(cameras, intent.camera), placed_world(figure), figure.placement,
                                        scene_bounds(s.stage.frames()), s.viewing.aspect);
    s.viewing.camera.orthographic = orthographic;
    ++s.picture_revision;
}

void handle(Parts& s, const OrbitCamera& intent) {
    s.viewing.camera.orbit(intent.yaw, intent.pitch);
    ++s.picture_revision;
}

void handle(Parts& s, const PanCamera& intent) {
    s.viewing.camera.pan(intent.dx, intent.dy, intent.height);
    ++s.picture_revision;
}

void handle(Parts& s, const ZoomCamera& intent) {
    s.viewing.camera.zoom(intent.factor, intent.toward, s.viewing.aspect);
    ++s.picture_revision;
}

void handle(Parts& s, const SetOrthographic& intent) {
    s.viewing.camera.orthographic = intent.on;
    ++s.picture_revision;
}

void handle(Parts& s, const SetShow& intent) {
    s.viewing.settings.show = intent.show;
    ++s.picture_revision;
}

void handle(Parts& s, const ChooseVariant& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr || figure->variant == intent.variant || intent.variant < -1 ||
        intent.variant >= static_cast<int>(figure->document().variants.size()))
        return;
    figure->variant = intent.variant;
    ++s.picture_revision;
}

// ---- which figures are shown

namespace {

bool any_shown(const Parts& s) {
    return std::any_of(s.stage.figures.begin(), s.stage.figures.end(),
                       [](const OpenFigure& figure) { return figure.shown; });
}

/// The camera where nothing is open: as if a person stood there, in metres.
Camera camera_of_empty_stage(const Viewing& viewing) {
    const Bounds person{vec3(-0.5F, 0.0F, -0.3F), vec3(0.5F, 1.8F, 0.3F)};
    Camera camera = frame_view(Stance{}, person, StandardView::best, viewing.aspect);
    camera.orthographic = viewing.camera.orthographic;
    return camera;
}

}  // namespace

Stance stage_stance(const Parts& s) {
    return any_shown(s) ? scene_stance(s.stage.frames()) : s.viewing.last_stance;
}

void restand(Parts& s, const Stance& before) {
    s.viewing.last_stance = before;
    repose_all(s);
    place_side_by_side(s.stage);
    if (any_shown(s)) s.viewing.camera = moved_along(s.viewing.camera, before, stage_stance(s));
    if (s.stage.figures.empty()) {
        s.viewing.camera = camera_of_empty_stage(s.viewing);
        s.viewing.last_stance = {};
    }
    s.playback.playing = s.playback.playing && s.stage.moves();
    ++s.picture_revision;
    ++s.structure_revision;
}

void handle(Parts& s, const SetShown& intent) {
    OpenFigure* figure = s.stage.find(intent.id);
    if (figure == nullptr || figure->shown == intent.on) return;
    const Stance before = stage_stance(s);
    figure->shown = intent.on;
    if (intent.on && figure->clips_only) {
        const auto player =
            std::find_if(s.stage.figures.begin(), s.stage.figures.end(),
                         [&](const OpenFigure& other) { return other.clip_file == figure->id; });
        if (player != s.stage.figures.end()) step_with(s.stage, *figure, *player);
    }
    restand(s, before);
}

void handle(Parts& s, const ShowAlone& intent) {
    if (s.stage.find(intent.id) == nullptr) return;
    const Stance before = stage_stance(s);
    for (OpenFigure& figure : s.stage.figures) figure.shown = figure.id == intent.id;
    restand(s, before);
}

void handle(Parts& s, const ShowAll& /*intent*/) {
    const Stance before = stage_stance(s);
    for (OpenFigure& figure : s.stage.figures) figure.shown = figure.shown || !figure.clips_only;
    restand(s, before);
}

}  // namespace vitruvian

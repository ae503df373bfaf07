// Cameras of the views.
#include "app/scene/framing.h"
#include "app/scene/view_camera.h"
#include "app/session/handlers.h"
#include "model/core/at.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

void look(Parts& s, StageView& view, const Camera& camera) {
    view.camera = camera;
    view.fit.reset();
    view.left.reset();
    s.viewing.views.touch(view);
}

/// Frames everything that the view shows.
void look_at_all(Parts& s, StageView& view, const Camera& camera) {
    look(s, view, camera);
    view.fit = StageView::Fit{view.aspect, view.air};
}

/// Visits each view that a command for the active one applies to.
void for_each_meant(Parts& s, const std::function<void(StageView&)>& use) {
    Views& views = s.viewing.views;
    for (int i = 0; i < views.count(); ++i) {
        if (views.linked || i == views.active) use(at(views.all, i));
    }
}

/// Whether some are in a row behind the first, further than their depth.
bool stands_in_rows(const std::vector<Figure>& figures) {
    const Stance stance = scene_stance(figures);
    return std::any_of(figures.begin(), figures.end(), [&](const Figure& figure) {
        const vec3 place(figure.placement * vec4(figure.shape->stance.ground, 1.0F));
        return figure.shown && glm::dot(stance.ground - place, stance.front) > 0.5F * stance.height;
    });
}

/// What a picture has to contain; it depends on all vertices, so it is computed once for views of the same
/// figures.
struct Framed {
    std::uint64_t figure = 0;
    std::vector<Figure> frames;
    FramedPoints points;
};

/// Where several figures are shown together, their names are above their heads.
Air air_over(const StageView& view, const std::vector<Figure>& frames) {
    Air air = view.air;
    const auto shown =
        std::count_if(frames.begin(), frames.end(), [](const Figure& figure) { return figure.shown; });
    if (shown > 1) air.top += 0.05F;
    return air;
}

const Framed& framed_of(const Stage& stage, const StageView& view, std::vector<Framed>& known) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Framed& framed) { return framed.figure == view.figure; });
    if (found != known.end()) return *found;
    std::vector<Figure> frames = frames_of(stage, view);
    FramedPoints points = framed_points(frames);
    known.push_back({view.figure, std::move(frames), std::move(points)});
    return known.back();
}

/// Returns a camera for all of `framed` from the view's side.
Camera camera_from_side(const StageView& view, const Framed& framed) {
    Camera camera = frame_view(scene_stance(framed.frames), framed.points, view.from, view.aspect,
                               air_over(view, framed.frames));
    if (view.from == StandardView::best && stands_in_rows(framed.frames)) {
        constexpr float over_heads = 0.4F;  // radians of additional elevation
        camera.orbit(0.0F, over_heads);
        camera = frame_points(camera, framed.points, view.aspect, air_over(view, framed.frames));
    }
    camera.orthographic = view.camera.orthographic;
    if (!view.opposite) return camera;
    if (view.from == StandardView::top) {
        camera.pitch = -camera.pitch;
    } else {
        camera.yaw += glm::pi<float>();
    }
    return camera;
}

/// A line of messages that appears or disappears does not move the camera.
bool is_near(const StageView::Fit& a, const StageView::Fit& b) {
    const auto near = [](float x, float y) { return std::abs(x - y) < 0.06F; };
    return near(a.air.left, b.air.left) && near(a.air.right, b.air.right) && near(a.air.top, b.air.top) &&
           near(a.air.bottom, b.air.bottom) && std::max(a.aspect / b.aspect, b.aspect / a.aspect) < 1.2F;
}

/// Gives linked views from fixed sides the same distance, so that figures have the same scale in each.
void equalise(Parts& s) {
    Views& views = s.viewing.views;
    if (!views.linked || views.count() < 2) return;
    float farthest = 0.0F;
    for (int i = 0; i < views.count(); ++i) {
        const StageView& view = at(views.all, i);
        if (!view.turns && view.figure == 0) farthest = std::max(farthest, view.camera.distance);
    }
    for (int i = 0; i < views.count(); ++i) {
        StageView& view = at(views.all, i);
        if (!view.turns && view.figure == 0) view.camera.distance = farthest;
    }
}

/// Gives two figures side by side a view each.
bool share_out(Parts& s) {
    Views& views = s.viewing.views;
    StageView& left = views.all[0];
    StageView& right = views.all[1];
    if (views.layout != ViewLayout::two || left.figure != 0 || right.figure != 0) return false;
    std::vector<std::uint64_t> bodies;
    for (const OpenFigure& figure : s.stage.figures) {
        if (figure.shown && !figure.attached.any()) bodies.push_back(figure.id);
    }
    if (bodies.size() < 2) return false;
    left.figure = bodies[0];
    right.figure = bodies[1];
    return true;
}

/// Returns the camera of an empty stage: framing a person, in metres.
Camera camera_of_empty_stage(const StageView& view) {
    const Bounds person{vec3(-0.5F, 0.0F, -0.3F), vec3(0.5F, 1.8F, 0.3F)};
    Camera camera = frame_view(Stance{}, person, view.from, view.aspect);
    camera.orthographic = view.camera.orthographic;
    return camera;
}

/// Sets the initial views of a layout; `seen` provides the camera of the free ones.
void begin_layout(Parts& s, ViewLayout layout, const StageView& seen) {
    Views& views = s.viewing.views;
    const auto fix = [&](int i, StandardView from) {
        StageView& view = at(views.all, i);
        view.from = from;
        view.turns = false;
        view.camera.orthographic = true;
    };
    views.layout = layout;
    views.active = layout == ViewLayout::four ? 1 : 0;
    for (StageView& view : views.all) {
        const float aspect = view.aspect;
        const Air air = view.air;
        view = StageView{};
        view.aspect = aspect;
        view.air = air;
        look(s, view, seen.camera);
        // What was framed is also complete in the new picture.
        if (seen.figure == 0) view.fit = seen.fit;
    }
    if (layout == ViewLayout::four) fix(0, StandardView::top);
    if (layout == ViewLayout::three || layout == ViewLayout::four) {
        fix(views.count() - 2, StandardView::front);
        fix(views.count() - 1, StandardView::side);
    }
}

}  // namespace

std::vector<Figure> frames_of(const Stage& stage, const StageView& view) {
    std::vector<Figure> out = stage.frames();
    if (stage.find(view.figure) == nullptr) return out;
    for (Figure& figure : out) {
        const bool is_held = stage.find(figure.id)->attached.figure == view.figure;
        figure.shown = figure.id == view.figure || (is_held && figure.shown);
    }
    return out;
}

void frame_everything(Parts& s) {
    if (s.stage.figures.empty()) return;
    static_cast<void>(share_out(s));
    Views& views = s.viewing.views;
    std::vector<Framed> known;
    known.reserve(max_views);
    for (int i = 0; i < views.count(); ++i) {
        StageView& view = at(views.all, i);
        if (s.stage.find(view.figure) == nullptr) view.figure = 0;
        if (view.turns) view.from = StandardView::best;
        if (view.turns) view.opposite = false;
        look_at_all(s, view, camera_from_side(view, framed_of(s.stage, view, known)));
    }
    equalise(s);
    ++s.picture_revision;
}

void frame_views(Parts& s, const std::function<Camera(const StageView&)>& make) {
    for_each_meant(s, [&](StageView& view) { look(s, view, make(view)); });
    equalise(s);
}

void move_cameras_along(Parts& s, const Stance& before) {
    const bool any = std::any_of(s.stage.figures.begin(), s.stage.figures.end(),
                                 [](const OpenFigure& figure) { return figure.shown; });
    for (StageView& view : s.viewing.views.all) {
        if (s.stage.find(view.figure) == nullptr) view.figure = 0;
        const std::optional<StageView::Fit> fit = view.fit;
        if (any) look(s, view, moved_along(view.camera, before, stage_stance(s)));
        view.fit = fit;
        if (s.stage.figures.empty()) look(s, view, camera_of_empty_stage(view));
    }
}

void arrange_views(Parts& s, ViewLayout layout, std::span<const float> aspects, bool linked) {
    Views& views = s.viewing.views;
    const bool is_new = layout != views.layout;
    views.linked = linked;
    for (int i = 0; i < view_count(layout); ++i)
        at(views.all, i).aspect = aspects[static_cast<std::size_t>(i)];
    if (!is_new) return;
    StageView seen = views.view();
    // A free view provides the camera of the free ones; with a single view, the active one does.
    for (int i = 0; layout != ViewLayout::one && !seen.turns && i < views.count(); ++i)
        seen = at(views.all, i);
    begin_layout(s, layout, seen);
    if (s.stage.figures.empty()) return;
    // A view that saw one figure alone has to show the others, too.
    const bool shows_others = share_out(s) || seen.figure != 0;
    std::vector<Framed> known;
    known.reserve(max_views);
    for (int i = 0; i < views.count(); ++i) {
        StageView& view = at(views.all, i);
        const Framed* framed = view.turns && !shows_others ? nullptr : &framed_of(s.stage, view, known);
        if (framed != nullptr && view.turns)
            look_at_all(
                s, view,
                frame_points(view.camera, framed->points, view.aspect, air_over(view, framed->frames)));
        if (framed != nullptr && !view.turns) look_at_all(s, view, camera_from_side(view, *framed));
    }
    equalise(s);
}

namespace {

/// Frames everything again in those of the views that `meant` chooses among the ones where everything is
/// framed.
void frame_again(Parts& s, const std::function<bool(const StageView&)>& meant) {
    Views& views = s.viewing.views;
    if (s.stage.figures.empty()) return;
    std::vector<Framed> known;
    known.reserve(max_views);
    bool any = false;
    for (int i = 0; i < views.count(); ++i) {
        StageView& view = at(views.all, i);
        if (!view.fit || !meant(view)) continue;
        const Framed& framed = framed_of(s.stage, view, known);
        look_at_all(s, view,
                    frame_points(view.camera, framed.points, view.aspect, air_over(view, framed.frames)));
        any = true;
    }
    if (any) equalise(s);
}

}  // namespace

void fit_views(Parts& s) {
    frame_again(s, [](const StageView& view) { return !is_near(*view.fit, {view.aspect, view.air}); });
}

void frame_who_is_left(Parts& s) {
    frame_again(s, [&](const StageView& view) {
        const std::vector<Figure> frames = frames_of(s.stage, view);
        return std::any_of(frames.begin(), frames.end(), [](const Figure& figure) { return figure.shown; });
    });
}

void handle(Parts& s, const FocusView& intent) {
    Views& views = s.viewing.views;
    views.active = std::clamp(intent.view, 0, views.count() - 1);
}

void handle(Parts& s, const SetView& intent) {
    Views& views = s.viewing.views;
    if (intent.view < 0 || intent.view >= views.count()) return;
    StageView& view = at(views.all, intent.view);
    view.turns = intent.turns;
    const bool other = view.figure != intent.figure;
    view.figure = s.stage.find(intent.figure) == nullptr ? 0 : intent.figure;
    views.touch(view);
    if (!other || s.stage.figures.empty()) return;
    const std::vector<Figure> frames = frames_of(s.stage, view);
    look_at_all(s, view,
                frame_points(view.camera, framed_points(frames), view.aspect, air_over(view, frames)));
}

void handle(Parts& s, const FrameAll& /*intent*/) {
    if (s.stage.figures.empty()) return;
    std::vector<Framed> known;
    known.reserve(max_views);
    frame_views(s, [&](const StageView& view) {
        const Framed& framed = framed_of(s.stage, view, known);
        return frame_points(view.camera, framed.points, view.aspect, air_over(view, framed.frames));
    });
    for_each_meant(s, [](StageView& view) { view.fit = StageView::Fit{view.aspect, view.air}; });
}

void handle(Parts& s, const FrameSelection& /*intent*/) {
    if (s.stage.figures.empty()) return;
    const Selection& selected = s.viewing.settings.selected;
    frame_views(s, [&](const StageView& view) {
        const bool sees_it = view.figure == 0 || view.figure == selected.figure;
        const Selection what = sees_it ? selected : Selection{};
        return frame_bounds(view.camera, selection_bounds(frames_of(s.stage, view), what), view.aspect);
    });
}

void handle(Parts& s, const ShowView& intent) {
    StageView& view = s.viewing.views.view();
    view.from = intent.view;
    view.opposite = intent.opposite;
    if (s.stage.figures.empty()) return;
    std::vector<Framed> known;
    look_at_all(s, view, camera_from_side(view, framed_of(s.stage, view, known)));
}

void handle(Parts& s, const LookThrough& intent) {
    const OpenFigure* open = s.stage.find(intent.id);
    if (open == nullptr) return;
    const Figure figure = open->frame();
    const std::vector<Viewpoint> cameras = cameras_of(*figure.document);
    if (intent.camera < 0 || intent.camera >= static_cast<int>(cameras.size())) return;
    StageView& view = s.viewing.views.view();
    Camera camera = viewpoint_camera(at(cameras, intent.camera), placed_world(figure), figure.placement,
                                     scene_bounds(s.stage.frames()), view.aspect);
    camera.orthographic = view.camera.orthographic;
    const StageView::Left left = view.left.value_or(StageView::Left{view.camera, view.fit});
    look(s, view, camera);
    view.left = left;
}

void handle(Parts& s, const LookBack& /*intent*/) {
    StageView& view = s.viewing.views.view();
    const std::optional<StageView::Left> left = view.left;
    if (!left) return;
    look(s, view, left->camera);
    view.fit = left->fit;
}

void handle(Parts& s, const OrbitCamera& intent) {
    for_each_meant(s, [&](StageView& view) {
        if (!view.turns) return;
        view.camera.orbit(intent.yaw, intent.pitch);
        s.viewing.views.touch(view);
    });
}

namespace {

/// Moves linked views like the active view's camera, with the same zoom.
void follow(Parts& s, const Camera& before) {
    Views& views = s.viewing.views;
    const Camera now = views.view().camera;
    views.touch(views.view());
    views.view().fit.reset();
    if (!views.linked) return;
    for (int i = 0; i < views.count(); ++i) {
        if (i == views.active) continue;
        StageView& view = at(views.all, i);
        view.camera.target += now.target - before.target;
        view.camera.distance *= now.distance / before.distance;
        view.fit.reset();
        views.touch(view);
    }
}

}  // namespace

void handle(Parts& s, const PanCamera& intent) {
    Camera& camera = s.viewing.views.view().camera;
    const Camera before = camera;
    camera.pan(intent.dx, intent.dy, intent.height);
    follow(s, before);
}

void handle(Parts& s, const ZoomCamera& intent) {
    StageView& view = s.viewing.views.view();
    const Camera before = view.camera;
    view.camera.zoom(intent.factor, intent.toward, view.aspect);
    follow(s, before);
}

void handle(Parts& s, const SetOrthographic& intent) {
    StageView& view = s.viewing.views.view();
    view.camera.orthographic = intent.on;
    s.viewing.views.touch(view);
}

}  // namespace vitruvian

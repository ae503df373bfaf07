#include "app/session/stage.h"

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

const OpenFigure* first_shown(const Stage& stage) {
    const auto first = std::find_if(stage.figures.begin(), stage.figures.end(),
                                    [](const OpenFigure& figure) { return figure.shown; });
    return first == stage.figures.end() ? nullptr : &*first;
}

/// From a figure's axes to the scene's: its ground, left, up and front to those of `stage`.
mat4 placed_as(const Stance& stage, const Stance& stance, float scale) {
    const mat3 turn =
        mat3(stage.left, stage.up, stage.front) * glm::transpose(mat3(stance.left, stance.up, stance.front));
    mat4 out(turn * scale);
    out[3] = vec4(stage.ground - turn * stance.ground * scale, 1.0F);
    return out;
}

/// How much larger than in its file a figure is shown beside the first: in the same units, and a rig of clips
/// as large as the figure that plays them, so that they step alike.
float shown_scale(const Stage& stage, const OpenFigure& figure) {
    const OpenFigure* first = first_shown(stage);
    if (first == nullptr || first->id == figure.id) return 1.0F;
    const Stance& stance = figure.shape.stance;
    if (figure.clips_only && stance.height > 0.0F) {
        const auto player =
            std::find_if(stage.figures.begin(), stage.figures.end(),
                         [&](const OpenFigure& other) { return other.clip_file == figure.id; });
        const OpenFigure& other = player == stage.figures.end() ? *first : *player;
        if (other.shape.stance.height > 0.0F && other.id != figure.id) {
            return shown_scale(stage, other) * other.shape.stance.height / stance.height;
        }
    }
    // The size of a thing tells nothing of its unit; that of a person does.
    if (figure.document().humanoids.empty() || first->document().humanoids.empty()) return 1.0F;
    return stance.metres_per_unit / first->shape.stance.metres_per_unit;
}

}  // namespace

const OpenFigure* Stage::find(std::uint64_t id) const {
    const auto found = std::find_if(figures.begin(), figures.end(),
                                    [id](const OpenFigure& figure) { return figure.id == id; });
    return found == figures.end() ? nullptr : &*found;
}

OpenFigure* Stage::find(std::uint64_t id) {
    return const_cast<OpenFigure*>(std::as_const(*this).find(id));
}

OpenFigure* Stage::find_reading(std::uint64_t reading) {
    const auto found = std::find_if(figures.begin(), figures.end(), [reading](const OpenFigure& figure) {
        return figure.reading == reading;
    });
    return found == figures.end() ? nullptr : &*found;
}

bool Stage::only_builtin() const {
    return figures.size() == 1 && figures.front().path.empty();
}

bool Stage::has_unsaved_edits() const {
    return std::any_of(figures.begin(), figures.end(),
                       [](const OpenFigure& figure) { return !figure.history.is_saved(); });
}

bool Stage::moves() const {
    return std::any_of(figures.begin(), figures.end(),
                       [](const OpenFigure& figure) { return figure.moves(); });
}

bool Stage::holds(const Selection& selection) const {
    if (selection.figure == 0) return selection.item.kind == ItemKind::none;
    const OpenFigure* figure = find(selection.figure);
    if (figure == nullptr) return false;
    return selection.item.kind == ItemKind::none || exists(figure->document(), selection.item);
}

std::vector<Figure> Stage::frames() const {
    std::vector<Figure> out;
    out.reserve(figures.size());
    for (const OpenFigure& figure : figures) out.push_back(figure.frame());
    return out;
}

const OpenFigure* Stage::clip_source(const OpenFigure& figure) const {
    return figure.clip_file == 0 ? nullptr : find(figure.clip_file);
}

OpenFigure* Stage::clip_source(const OpenFigure& figure) {
    return const_cast<OpenFigure*>(std::as_const(*this).clip_source(figure));
}

bool Stage::source_is_shown(const OpenFigure& figure) const {
    const OpenFigure* source = clip_source(figure);
    return source != nullptr && source->shown && source->clip_file == 0 && source->clip == figure.clip;
}

void place_side_by_side(Stage& stage) {
    const OpenFigure* first = first_shown(stage);
    if (first == nullptr) return;
    const Stance stance = first->shape.stance;
    const vec3 right = stance.left;  // the viewer's right of figures seen from the front
    float edge = 0.0F;
    float neighbour = 0.0F;  // how tall the figure before is shown
    for (OpenFigure& open : stage.figures) {
        open.placement = mat4(1.0F);
        if (!open.shown) continue;
        const float scale = shown_scale(stage, open);
        if (open.id != first->id) open.placement = placed_as(stance, open.shape.stance, scale);
        const Figure figure = open.frame();
        const Bounds bounds = scene_bounds({&figure, 1});
        if (bounds.empty()) continue;
        const float half = 0.5F * glm::dot(glm::abs(right), bounds.size());
        const float middle = glm::dot(bounds.centre(), right);
        const float height = open.shape.stance.height * scale;
        if (open.id == first->id) {
            edge = middle + half;
        } else {
            const float gap = 0.2F * std::max(neighbour, height);  // room to swing an arm
            open.placement[3] += vec4(right * (edge + gap + half - middle), 0.0F);
            edge += gap + 2.0F * half;
        }
        neighbour = height;
    }
}

Camera moved_along(const Camera& camera, const Stance& before, const Stance& now) {
    const float scale = before.metres_per_unit / now.metres_per_unit;
    const mat4 moved = placed_as(now, before, scale);
    Camera out = camera;
    out.target = vec3(moved * vec4(camera.target, 1.0F));
    out.up = glm::normalize(mat3(moved) * camera.up);
    out.front = glm::normalize(mat3(moved) * camera.front);
    out.distance *= scale;
    return out;
}

}  // namespace vitruvian

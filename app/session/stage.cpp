#include "app/session/stage.h"

#include "app/scene/framing.h"
#include "model/core/at.h"

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

const OpenFigure* first_shown(const Stage& stage) {
    const auto first = std::find_if(stage.figures.begin(), stage.figures.end(), [](const OpenFigure& figure) {
        return figure.shown && !figure.attached.any();
    });
    return first == stage.figures.end() ? nullptr : &*first;
}

/// Returns the matrix from a figure's axes to the scene's: its ground, left, up and front are aligned with
/// those of `stage`.
mat4 placed_as(const Stance& stage, const Stance& stance, float scale) {
    const mat3 turn =
        mat3(stage.left, stage.up, stage.front) * glm::transpose(mat3(stance.left, stance.up, stance.front));
    mat4 out(turn * scale);
    out[3] = vec4(stage.ground - turn * stance.ground * scale, 1.0F);
    return out;
}

/// Returns the scale at which a figure is shown beside the first, relative to its file: converted to the same
/// units; a clip's rig is as large as the figure that plays the clip, so that their steps match.
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
    // The size of an object does not indicate its unit; that of a person does.
    if (figure.document().humanoids.empty() || first->document().humanoids.empty()) return 1.0F;
    const float scale = stance.metres_per_unit / first->shape.stance.metres_per_unit;
    // Comparable heights: a child is smaller and a giant larger than the first, but all are visible.
    constexpr float most = 1.35F;
    const float ratio = stance.height * scale / std::max(first->shape.stance.height, 1e-9F);
    return ratio <= 0.0F ? scale : scale * std::clamp(ratio, 1.0F / most, most) / ratio;
}

/// Returns the number of figures in a row.
std::size_t row_length(const Stage& stage) {
    constexpr std::size_t max_columns = 5;
    const auto shown = static_cast<std::size_t>(
        std::count_if(stage.figures.begin(), stage.figures.end(),
                      [](const OpenFigure& figure) { return figure.shown && !figure.attached.any(); }));
    if (shown <= max_columns) return max_columns;
    const std::size_t rows = (shown + max_columns - 1) / max_columns;
    return (shown + rows - 1) / rows;
}

/// The current row.
struct Row {
    std::size_t length = 1;  // its capacity
    std::size_t count = 0;   // of figures in it
    float edge = 0.0F;       // end of its last figure, towards the viewer's right
    float neighbour = 0.0F;  // height of the previous figure as shown
    float tallest = 0.0F;
    float start = 0.0F;  // where the first row begins
    float depth = 0.0F;  // distance behind the first row
    bool shifted = false;

    /// If it is full, starts the next row behind it, with figures in the gaps of the previous one.
    void step_back_if_full() {
        if (count < length) return;
        depth += 1.5F * tallest;
        shifted = !shifted;
        edge = start + (shifted ? 0.5F * tallest : 0.0F);
        neighbour = tallest = 0.0F;
        count = 0;
    }
};

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
    return std::any_of(figures.begin(), figures.end(), [](const OpenFigure& figure) {
        return figure.moves() && figure.playing_clip()->duration > 0.0;
    });
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
    for (const OpenFigure& figure : figures) {
        if (!figure.attached.any()) out.push_back(figure.frame());
    }
    for (const OpenFigure& figure : figures) {
        if (!figure.attached.any()) continue;
        const OpenFigure* holder = find(figure.attached.figure);
        out.push_back(figure.frame());
        out.back().shown = figure.shown && (holder == nullptr || holder->shown);
    }
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
    Row row;
    row.length = row_length(stage);
    for (OpenFigure& open : stage.figures) {
        if (open.attached.any()) continue;
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
        row.step_back_if_full();
        if (open.id == first->id) {
            row.edge = middle + half;
            row.start = middle - half;
        } else {
            // Space to swing an arm.
            const float gap = row.count == 0 ? 0.0F : 0.2F * std::max(row.neighbour, height);
            open.placement[3] +=
                vec4(right * (row.edge + gap + half - middle) - stance.front * row.depth, 0.0F);
            row.edge += gap + 2.0F * half;
        }
        row.neighbour = height;
        row.tallest = std::max(row.tallest, height);
        ++row.count;
    }
    OpenFigure* over = stage.find(stage.laid_over);
    const OpenFigure* under = stage.find(stage.laid_under);
    if (over != nullptr && under != nullptr) over->placement = under->placement;
    static_cast<void>(hold_props(stage));
}

bool hold_props(Stage& stage) {
    bool let_go = false;
    for (OpenFigure& prop : stage.figures) {
        Attachment& attached = prop.attached;
        if (!attached.any()) continue;
        const OpenFigure* holder = stage.find(attached.figure);
        if (holder != nullptr) {
            const Document& document = holder->document();
            const std::vector<Item> named =
                find_items(document, ItemKind::site, attached.name, attached.site.humanoid);
            const bool is_there = std::find(named.begin(), named.end(), attached.site) != named.end();
            if (!is_there) attached.site = named.empty() ? Item{} : named.front();
        }
        const int node = holder == nullptr || attached.site.kind == ItemKind::none
                             ? -1
                             : node_of(holder->document(), attached.site);
        if (node < 0 || node >= static_cast<int>(holder->world.size())) {
            attached = {};
            let_go = true;
            continue;
        }
        // Objects that are not humanoids are in metres, as both kinds of formats specify.
        const bool has_unit = !prop.document().humanoids.empty();
        const float unit = has_unit ? prop.shape.stance.metres_per_unit : 1.0F;
        const float scale = unit / std::max(holder->shape.stance.metres_per_unit, 1e-9F);
        prop.placement = holder->placement * at(holder->world, node) *
                         mat4(vec4(scale, 0.0F, 0.0F, 0.0F), vec4(0.0F, scale, 0.0F, 0.0F),
                              vec4(0.0F, 0.0F, scale, 0.0F), vec4(0.0F, 0.0F, 0.0F, 1.0F));
    }
    return let_go;
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

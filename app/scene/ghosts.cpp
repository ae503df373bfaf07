#include "app/scene/ghosts.h"

#include <cstddef>
#include <span>
#include <vector>

namespace vitruvian {
namespace {

Material ghost(const vec4& color) {
    Material out;
    out.base_color = color;
    out.alpha_mode = AlphaMode::blend;
    return out;
}

/// Colours marks of both figures like their ghosts; sides have no colour here, since a colour says which
/// figure it is. `of_first`: how many marks are the first figure's. Selected marks keep their colour.
template <class OverlayMark>
void color_by_figure(std::vector<OverlayMark>& marks, std::size_t of_first, const ViewSettings& view,
                     const Picks* picks) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
        OverlayMark& mark = marks[i];
        if (picks != nullptr) {
            const Selection what = picks->at(mark.pick_id);
            if (view.is_selected(what) || view.hovered == what) continue;
        }
        const vec4& color = i < of_first ? first_ghost_color : second_ghost_color;
        mark.color = vec4(vec3(color), mark.color.a);
    }
}

}  // namespace

RenderScene compose_ghosts(const std::array<Figure, 2>& figures, const ViewSettings& view,
                           const Camera& camera, Picks* picks) {
    const RenderScene alone = compose_frame(std::span(figures).first(1), view, camera);
    RenderScene scene = compose_frame(figures, view, camera, picks);
    const auto first = static_cast<int>(scene.materials.size());
    scene.materials.push_back(ghost(first_ghost_color));
    scene.materials.push_back(ghost(second_ghost_color));
    for (std::size_t i = 0; i < scene.items.size(); ++i)
        scene.items[i].material = i < alone.items.size() ? first : first + 1;
    color_by_figure(scene.bones, alone.bones.size(), view, picks);
    color_by_figure(scene.joints, alone.joints.size(), view, picks);
    return scene;
}

}  // namespace vitruvian

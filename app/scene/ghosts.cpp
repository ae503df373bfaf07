#include "app/scene/ghosts.h"

#include <span>

namespace vitruvian {
namespace {

Material ghost(const vec4& color) {
    Material out;
    out.base_color = color;
    out.alpha_mode = AlphaMode::blend;
    return out;
}

}  // namespace

RenderScene compose_ghosts(const std::array<Figure, 2>& figures, const ViewSettings& view,
                           const Camera& camera, Picks* picks) {
    const std::size_t of_first = compose_frame(std::span(figures).first(1), view, camera).items.size();
    RenderScene scene = compose_frame(figures, view, camera, picks);
    const auto first = static_cast<int>(scene.materials.size());
    scene.materials.push_back(ghost(first_ghost_color));
    scene.materials.push_back(ghost(second_ghost_color));
    for (std::size_t i = 0; i < scene.items.size(); ++i)
        scene.items[i].material = i < of_first ? first : first + 1;
    return scene;
}

}  // namespace vitruvian

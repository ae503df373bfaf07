// Keeps the view's target in the picture when another clip moves the figure elsewhere.
#include "app/session/handlers.h"
#include "model/core/at.h"

#include <cmath>
#include <limits>

namespace vitruvian {
namespace {

vec3 place_in_scene(const OpenFigure& figure, int node) {
    return vec3(figure.placement * at(figure.world, node)[3]);
}

bool is_in_sight(const StageView& view, const vec3& point) {
    const vec3 p = vec3(view.camera.view() * vec4(point, 1.0F));
    if (p.z >= 0.0F) return false;
    const float half = 0.5F * view.camera.vertical_extent_at_target() *
                       (view.camera.orthographic ? 1.0F : -p.z / view.camera.distance);
    return std::abs(p.y) < half && std::abs(p.x) < half * view.aspect;
}

}  // namespace

std::vector<Watched> watched_joints(const Parts& s, const OpenFigure& figure) {
    std::vector<Watched> out;
    for (const StageView& view : s.viewing.views.all) {
        Watched watched;
        float nearest = std::numeric_limits<float>::max();
        for (const Item& joint : items_of(figure.document(), ItemKind::joint)) {
            const int node = node_of(figure.document(), joint);
            const vec3 place = place_in_scene(figure, node);
            const float distance = glm::length(place - view.camera.target);
            if (distance >= nearest || !is_in_sight(view, place)) continue;
            nearest = distance;
            watched = {node, place};
        }
        out.push_back(watched);
    }
    return out;
}

void keep_in_sight(Parts& s, const OpenFigure& figure, std::span<const Watched> watched) {
    for (std::size_t i = 0; i < watched.size(); ++i) {
        StageView& view = s.viewing.views.all.at(i);
        if (watched[i].node < 0) continue;
        const vec3 now = place_in_scene(figure, watched[i].node);
        if (is_in_sight(view, now)) continue;
        view.camera.target += now - watched[i].place;
        view.fit.reset();
        s.viewing.views.touch(view);
    }
}

}  // namespace vitruvian

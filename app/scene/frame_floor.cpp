#include "app/scene/frame_floor.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// Below the centre of what stands on the floor, whole metres from below the first figure's hips, so that
/// grid lines keep their positions.
vec3 middle_of_floor(const Floor& floor, const Stance& stance, const Bounds& standing) {
    vec3 out = stance.ground;
    if (standing.empty()) return out;
    for (const vec3& axis : {glm::cross(floor.up, floor.front), floor.front}) {
        const float away = glm::dot(standing.centre() - stance.ground, axis);
        out += std::round(away / floor.unit) * floor.unit * axis;
    }
    return out;
}

}  // namespace

Floor floor_under(const Stance& stance, const Bounds& standing, const RenderScene& scene, const Show& show) {
    const Bounds& moved = scene.casters.empty() ? scene.bounds : scene.casters;
    const Bounds& bounds = standing.empty() ? moved : standing;
    const bool own_floor = std::any_of(scene.items.begin(), scene.items.end(),
                                       [](const RenderItem& item) { return item.is_floor; });
    Floor floor;
    floor.up = stance.up;
    floor.front = stance.front;
    floor.unit = 1.0F / std::max(stance.metres_per_unit, 1e-6F);
    floor.origin = middle_of_floor(floor, stance, standing);
    const float extent =
        bounds.empty() || bounds.min == bounds.max ? 2.0F * floor.unit : glm::length(bounds.size());
    floor.radius = std::max(1.6F * extent, 0.5F * stance.height);
    floor.grid = show.grid && !own_floor;
    floor.shadow = show.skin && !own_floor;
    return floor;
}

}  // namespace vitruvian

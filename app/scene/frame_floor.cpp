#include "app/scene/frame_floor.h"

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>

namespace vitruvian {
namespace {

/// Places the floor below the centre of what stands on it, and after what has moved away from there. Its lines keep
/// their positions: they start from below the first figure's hips.
void place(Floor& floor, const Stance& stance, const Bounds& standing, const Bounds& moved) {
    constexpr float least = 0.4F;  // of the radius: as far as figures move without the floor
    floor.origin = stance.ground;
    if (standing.empty()) return;
    const std::array<vec3, 2> axes{glm::cross(floor.up, floor.front), floor.front};
    const auto on_floor = [&axes](const vec3& way) {
        return vec2(glm::dot(way, axes[0]), glm::dot(way, axes[1]));
    };
    floor.middle = glm::round(on_floor(standing.centre() - stance.ground) / floor.unit) * floor.unit;
    if (!moved.empty()) {
        const vec2 away = on_floor(moved.centre() - standing.centre());
        const float distance = glm::length(away);
        if (distance > least * floor.radius) floor.middle += away * (1.0F - least * floor.radius / distance);
    }
    const vec2 origin = glm::round(floor.middle / floor.unit) * floor.unit;
    floor.origin += origin.x * axes[0] + origin.y * axes[1];
    floor.middle -= origin;
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
    // The squares under an object suit its size, whatever its unit.
    const float metres = stance.found ? stance.metres_per_unit : guess_unit(stance.height).metres;
    floor.unit = 1.0F / std::max(metres, 1e-6F);
    const float extent =
        bounds.empty() || bounds.min == bounds.max ? 2.0F * floor.unit : glm::length(bounds.size());
    floor.radius = std::max(1.6F * extent, 0.5F * stance.height);
    place(floor, stance, standing, moved);
    floor.grid = show.grid && !own_floor;
    floor.shadow = show.skin && !own_floor;
    return floor;
}

}  // namespace vitruvian

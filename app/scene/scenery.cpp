#include "app/scene/scenery.h"

#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitruvian {
namespace {

/// How far around the figures scenery casts shadows, relative to their size.
constexpr float shadow_reach = 3.0F;
/// How far above the soles a floor may be, relative to the figure's height.
constexpr float at_feet = 0.15F;

struct Extent {
    float low = 0.0F;
    float high = 0.0F;
};

/// Extent along an axis, relative to the figure's ground.
Extent extent_along(const Bounds& box, const Stance& stance, const vec3& axis) {
    const float middle = glm::dot(box.centre() - stance.ground, axis);
    const float half = 0.5F * glm::dot(glm::abs(axis), box.size());
    return {middle - half, middle + half};
}

/// Whether the line from the eye to a point enters the box from outside.
bool is_between(const Bounds& box, const vec3& eye, const vec3& point) {
    const vec3 way = point - eye;
    float enters = -std::numeric_limits<float>::max();
    float leaves = std::numeric_limits<float>::max();
    for (int axis = 0; axis < 3; ++axis) {
        if (way[axis] == 0.0F) {
            if (eye[axis] < box.min[axis] || eye[axis] > box.max[axis]) return false;
            continue;
        }
        const float a = (box.min[axis] - eye[axis]) / way[axis];
        const float b = (box.max[axis] - eye[axis]) / way[axis];
        enters = std::max(enters, std::min(a, b));
        leaves = std::min(leaves, std::max(a, b));
    }
    return enters > 0.0F && enters < 1.0F && enters <= leaves;
}

}  // namespace

bool is_floor_like(const Bounds& box, const Stance& stance) {
    if (box.empty() || !(stance.height > 0.0F)) return false;
    const Extent across = extent_along(box, stance, stance.left);
    const Extent along = extent_along(box, stance, stance.front);
    const Extent upwards = extent_along(box, stance, stance.up);
    const bool under_feet = across.low < 0.0F && across.high > 0.0F && along.low < 0.0F && along.high > 0.0F;
    const float wide = std::min(across.high - across.low, along.high - along.low);
    return under_feet && upwards.high - upwards.low <= 0.06F * wide && wide >= 0.6F * stance.height &&
           upwards.high < at_feet * stance.height && upwards.high > -stance.height;
}

bool surrounds(const Bounds& box, const Bounds& standing) {
    if (box.empty() || standing.empty()) return false;
    const vec3 slack(0.05F * glm::length(standing.size()));
    return glm::all(glm::lessThan(box.min, standing.min + slack)) &&
           glm::all(glm::greaterThan(box.max, standing.max - slack));
}

bool begins_at_feet(const Bounds& box, const Stance& stance) {
    return std::abs(extent_along(box, stance, stance.up).low) < at_feet * stance.height;
}

bool is_wall(const Bounds& box, const Bounds& standing) {
    return !box.empty() && glm::length(box.size()) >= glm::length(standing.size());
}

bool is_within(const vec3& point, const Bounds& box) {
    return glm::all(glm::greaterThan(point, box.min)) && glm::all(glm::lessThan(point, box.max));
}

float opening(const Camera& camera, std::span<const Bounds> walls, const Bounds& figures) {
    if (figures.empty()) return 0.0F;
    const vec3 eye = camera.eye();
    const float height = glm::dot(glm::abs(camera.up), figures.size());
    const vec3 middle = figures.centre();
    const vec3 head = middle + 0.4F * height * camera.up;
    if (std::none_of(walls.begin(), walls.end(), [&](const Bounds& wall) {
            return is_between(wall, eye, middle) && is_between(wall, eye, head);
        })) {
        return 0.0F;
    }
    const mat4 view = camera.view();
    float nearest = std::numeric_limits<float>::max();
    for (const vec3& corner : figures.corners()) nearest = std::min(nearest, -(view * vec4(corner, 1.0F)).z);
    return std::max(nearest - 0.1F * glm::length(figures.size()), 0.0F);
}

Bounds near_part(const Bounds& box, const Bounds& standing) {
    if (box.empty() || standing.empty()) return box;
    const vec3 reach(shadow_reach * glm::length(standing.size()));
    const vec3 low = glm::max(box.min, standing.min - reach);
    const vec3 high = glm::min(box.max, standing.max + reach);
    Bounds out;
    if (glm::any(glm::greaterThan(low, high))) return out;
    out.add(low);
    out.add(high);
    return out;
}

}  // namespace vitruvian

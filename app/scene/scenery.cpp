#include "app/scene/scenery.h"

#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace vitruvian {
namespace {

/// How far around the figures things throw shadows, in sizes of what stands there.
constexpr float shadow_reach = 3.0F;
/// How far above the soles a floor may be, in heights of the figure.
constexpr float at_feet = 0.15F;

struct Extent {
    float low = 0.0F;
    float high = 0.0F;
};

/// Along an axis, from the figure's ground.
Extent extent_along(const Bounds& box, const Stance& stance, const vec3& axis) {
    const float middle = glm::dot(box.centre() - stance.ground, axis);
    const float half = 0.5F * glm::dot(glm::abs(axis), box.size());
    return {middle - half, middle + half};
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

float opening(const Camera& camera, const Bounds& around, const Bounds& figures) {
    if (around.empty() || figures.empty()) return 0.0F;
    const vec3 eye = camera.eye();
    const bool inside =
        glm::all(glm::greaterThan(eye, around.min)) && glm::all(glm::lessThan(eye, around.max));
    if (inside) return 0.0F;
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

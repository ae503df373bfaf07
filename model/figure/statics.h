// Statics of a body: its centre of mass, its support polygon, and the torque that each joint must hold.
// Masses in kilograms; positions in world space, in the document's units.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

struct BodyMass {
    float mass = 0.0F;
    vec3 centre{0.0F};
    int given = 0;  // segments whose mass is given in the file
    int without = 0;
};
/// For humanoid `humanoid` with nodes at `world`. nullopt if no segment on a joint has a mass.
[[nodiscard]] std::optional<BodyMass> body_mass(const Document& document, int humanoid,
                                                std::span<const mat4> world);

/// Returns for each joint of the humanoid the torque in newton metres, about world axes, needed to hold the
/// segments at and below it against a gravity of 9.81 m/s^2 along -`up` (unit): zero if nothing below it has
/// mass.
[[nodiscard]] std::vector<vec3> static_torques(const Document& document, int humanoid,
                                               std::span<const mat4> world, const vec3& up,
                                               float metres_per_unit);

/// Returns the convex hull, in order and projected along `up`, of the points at most `tolerance` above the
/// lowest one, at the height of that one. Empty for fewer than three non-collinear points.
[[nodiscard]] std::vector<vec3> support_polygon(std::span<const vec3> points, const vec3& up,
                                                float tolerance);

/// Returns how far `point`, projected along `up`, is inside the polygon; negative: outside. The polygon must
/// come from support_polygon.
[[nodiscard]] float distance_inside(std::span<const vec3> polygon, const vec3& point, const vec3& up);

}  // namespace vitruvian

// What a body's masses do while it stands still: its centre of mass, what its feet stand on, and the torque that each
// joint must hold. Masses in kilograms; places in the document's world, in its units.
#pragma once

#include "model/document/document.h"

#include <optional>
#include <span>
#include <vector>

namespace vitruvian {

struct BodyMass {
    float mass = 0.0F;
    vec3 centre{0.0F};
    int given = 0;  // segments whose mass the file gives
    int without = 0;
};
/// Of humanoid `humanoid` whose nodes are at `world`. nullopt where no segment on a joint has a mass.
[[nodiscard]] std::optional<BodyMass> body_mass(const Document& document, int humanoid,
                                                std::span<const mat4> world);

/// For each joint of the humanoid the torque in newton metres, about axes of the world, with which it must hold the
/// segments at and below it against a gravity of 9.81 m/s^2 along -`up` (unit): zero where nothing below it has mass.
[[nodiscard]] std::vector<vec3> static_torques(const Document& document, int humanoid,
                                               std::span<const mat4> world, const vec3& up,
                                               float metres_per_unit);

/// The convex hull, in order and seen along `up`, of the points that are at most `tolerance` above the lowest; each at
/// the height of that one. Empty for fewer than three points that are not on one line.
[[nodiscard]] std::vector<vec3> support_polygon(std::span<const vec3> points, const vec3& up,
                                                float tolerance);

/// How far `point`, seen along `up`, is inside the polygon; negative: outside. The polygon as from support_polygon.
[[nodiscard]] float distance_inside(std::span<const vec3> polygon, const vec3& point, const vec3& up);

}  // namespace vitruvian

// Scenery of a file: its floor, walls, and the parts that cast shadows on the figures.
#pragma once

#include "renderer/camera.h"

#include <span>

namespace vitruvian {

/// True for a floor under the figure with that stance; `box` is its world box: a thin, level, wide piece at
/// its feet, or below them by less than its height.
[[nodiscard]] bool is_floor_like(const Bounds& box, const Stance& stance);

/// True for a room or a sky around everything in `standing`.
[[nodiscard]] bool surrounds(const Bounds& box, const Bounds& standing);

/// True if the surrounding piece starts at the figure's feet: a room has a floor.
[[nodiscard]] bool begins_at_feet(const Bounds& box, const Stance& stance);

/// True for a piece that may hide everything in `standing`, or be a side of a room around it.
[[nodiscard]] bool is_wall(const Bounds& box, const Bounds& standing);

[[nodiscard]] bool is_within(const vec3& point, const Bounds& box);

/// Returns how far in front of the eye a picture must start so that none of `walls` hides the figures; 0 if
/// none does. An eye within a wall's box looks out of it.
[[nodiscard]] float opening(const Camera& camera, std::span<const Bounds> walls, const Bounds& figures);

/// Returns the part of a piece of scenery that casts shadows on or near `standing`: shadow resolution
/// increases as the casters get smaller.
[[nodiscard]] Bounds near_part(const Bounds& box, const Bounds& standing);

}  // namespace vitruvian

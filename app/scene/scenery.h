// What a file has around its figures: its floor, and what of the rest throws shadows on them.
#pragma once

#include "renderer/camera.h"

#include <span>

namespace vitruvian {

/// True for a floor under the figure that stands there, whose box in the world is `box`: a thin, level, wide piece at its
/// feet, or below them by less than its height.
[[nodiscard]] bool is_floor_like(const Bounds& box, const Stance& stance);

/// True for a room or a sky around all that stands at `standing`.
[[nodiscard]] bool surrounds(const Bounds& box, const Bounds& standing);

/// True where what surrounds the figure begins at its feet: a room has a floor.
[[nodiscard]] bool begins_at_feet(const Bounds& box, const Stance& stance);

/// True for what may hide all that stands at `standing`, or be a side of a room around it.
[[nodiscard]] bool is_wall(const Bounds& box, const Bounds& standing);

[[nodiscard]] bool is_within(const vec3& point, const Bounds& box);

/// Where an eye has to begin to see the figures, that one of `walls` hides: how far before it, or 0. An eye within the
/// box of a wall looks out of it.
[[nodiscard]] float opening(const Camera& camera, std::span<const Bounds> walls, const Bounds& figures);

/// The part of a piece of scenery that throws shadows on what stands at `standing`, or near it: shadows are as fine as
/// what throws them is small.
[[nodiscard]] Bounds near_part(const Bounds& box, const Bounds& standing);

}  // namespace vitruvian

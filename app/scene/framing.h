// The bounds and points that a picture of figures must contain.
#pragma once

#include "app/scene/frame.h"

namespace vitruvian {

/// Returns the world bounds of the figures in their current poses, without stage or props if there are
/// humanoids. Views frame these bounds. Poses every vertex: too slow for every frame.
[[nodiscard]] Bounds scene_bounds(std::span<const Figure> figures);

/// Returns what a picture of the figures must contain: their posed vertices and joints, in the scene; parts
/// that reach far beyond a hand (a staff, a sword) separately. Poses every vertex, like scene_bounds.
[[nodiscard]] FramedPoints framed_points(std::span<const Figure> figures);

/// Returns the world bounds of the selection, for "frame selection"; of everything if nothing is selected.
[[nodiscard]] Bounds selection_bounds(std::span<const Figure> figures, const Selection& selection);

}  // namespace vitruvian

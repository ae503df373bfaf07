// What a picture of figures has to hold.
#pragma once

#include "app/scene/frame.h"

namespace vitruvian {

/// World bounds of the figures in their present poses, without stage or props where there are humanoids.
/// This is what views frame; it poses every vertex, so it is not for every frame.
[[nodiscard]] Bounds scene_bounds(std::span<const Figure> figures);

/// What a picture of the figures has to hold: their vertices in the present poses, and their joints, in the
/// scene; what reaches far beyond a hand (a staff, a sword) apart. Poses every vertex, as scene_bounds does.
[[nodiscard]] FramedPoints framed_points(std::span<const Figure> figures);

/// World bounds of what is selected, for "frame selection"; of everything where nothing is.
[[nodiscard]] Bounds selection_bounds(std::span<const Figure> figures, const Selection& selection);

}  // namespace vitruvian

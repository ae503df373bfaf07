// Bounding box of a segment's geometry.
#pragma once

#include "model/check/subject.h"

namespace vitruvian::check {

/// Returns the box of a segment's geometry at rest, in the figure's space; empty if it has none.
[[nodiscard]] Bounds segment_box(const Subject& subject, const Figure& figure, int segment);

/// Returns the distance of a point from a non-empty box; 0 inside.
[[nodiscard]] float distance_to_box(const Bounds& box, const vec3& point);

}  // namespace vitruvian::check

// How large a segment's own geometry is.
#pragma once

#include "model/check/subject.h"

namespace vitruvian::check {

/// The box of a segment's geometry at rest, in the figure's space; empty where it has none.
[[nodiscard]] Bounds segment_box(const Subject& subject, const Figure& figure, int segment);

/// How far a point is from a box that is not empty; 0 inside.
[[nodiscard]] float distance_to_box(const Bounds& box, const vec3& point);

}  // namespace vitruvian::check

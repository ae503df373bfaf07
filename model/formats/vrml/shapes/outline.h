// Triangulates the area within closed outlines: letters, with their holes. Knows nothing of fonts.
#pragma once

#include "model/core/transform.h"

#include <cstdint>
#include <vector>

namespace vitruvian::vrml {

using Contour = std::vector<vec2>;

/// Twice the enclosed area, positive for a counter-clockwise contour.
[[nodiscard]] float signed_area2(const Contour& contour);

struct FilledOutline {
    std::vector<vec2> points;
    std::vector<std::uint32_t> triangles;  // counter-clockwise
};

/// Triangulates the area within the contours that have the orientation of the largest one, minus those of the
/// other orientation. Contours must not cross each other.
[[nodiscard]] FilledOutline fill_outline(std::vector<Contour> contours);

}  // namespace vitruvian::vrml

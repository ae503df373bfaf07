// Areas within closed outlines as triangles: letters, with the holes in them. Knows no fonts.
#pragma once

#include "model/core/transform.h"

#include <cstdint>
#include <vector>

namespace vitruvian::vrml {

using Contour = std::vector<vec2>;

/// Twice the area within, positive where the contour turns counter-clockwise.
[[nodiscard]] float signed_area2(const Contour& contour);

struct FilledOutline {
    std::vector<vec2> points;
    std::vector<std::uint32_t> triangles;  // counter-clockwise
};

/// Triangles of what lies within the contours that turn like the largest one, less those that turn the other
/// way. Contours do not cross each other.
[[nodiscard]] FilledOutline fill_outline(std::vector<Contour> contours);

}  // namespace vitruvian::vrml

// What checks of pose, transforms and skin measure with: directions, angles, sizes, and how they are told.
#pragma once

#include "model/check/findings.h"
#include "model/check/subject.h"

#include <optional>
#include <string>

namespace vitruvian::check {

/// Degrees between two directions of any length but 0.
[[nodiscard]] double degrees_between(const vec3& a, const vec3& b);

/// Unit direction; nullopt where both are the same point.
[[nodiscard]] std::optional<vec3> direction(const vec3& from, const vec3& to);
/// The same between two bones; nullopt also where one of them is missing.
[[nodiscard]] std::optional<vec3> direction(const Figure& figure, Bone from, Bone to);

/// A vector along the figure's left, up and forward, and back.
[[nodiscard]] vec3 to_axes(const Figure& figure, const vec3& v);
[[nodiscard]] vec3 from_axes(const Figure& figure, const vec3& v);

/// False where the head (else the chest) is not above the hips, or these not above the feet (over 45 degrees off): the height along +Y then means nothing.
[[nodiscard]] bool stands_upright(const Figure& figure);

/// How many of the file's units a metre is: what the file says, 1 where the figure is as high as people are, else by its
/// height, or by its length where it lies. For fixed limits in metres, which would mean nothing in a figure of 175 units.
[[nodiscard]] float units_per_metre(const Subject& subject, const Figure& figure);

/// False, and the present check is said to be skipped, where there are no figures.
[[nodiscard]] bool has_figures(const Subject& subject, Findings& findings);

/// "leftUpperArm (l_shoulder)".
[[nodiscard]] std::string spoken(const Subject& subject, const Figure& figure, Bone bone);

/// "(0.00, 0.82, 0.58)": with so many digits behind the point, and never -0.
[[nodiscard]] std::string say_vector(const vec3& v, int digits);
/// "points 31.0 degrees below the X axis"; directions in the figure's space.
[[nodiscard]] std::string say_deviation(const Figure& figure, const vec3& is, const vec3& ought);
/// "rotate leftUpperArm by +31.0 degrees about Z": the shortest way from `is` to `ought`.
[[nodiscard]] std::string say_turn(const Figure& figure, const std::string& what, const vec3& is,
                                   const vec3& ought);

}  // namespace vitruvian::check

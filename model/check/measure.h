// Measurements for checks of pose, transforms and skin: directions, angles, sizes, and their text.
#pragma once

#include "model/check/findings.h"
#include "model/check/subject.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian::check {

/// Degrees between two directions of non-zero length.
[[nodiscard]] double degrees_between(const vec3& a, const vec3& b);

/// Unit direction; nullopt if the points coincide.
[[nodiscard]] std::optional<vec3> direction(const vec3& from, const vec3& to);
/// As above, between two bones; nullopt also if one of them is missing.
[[nodiscard]] std::optional<vec3> direction(const Figure& figure, Bone from, Bone to);

/// Converts a vector to the figure's left, up and forward axes, and back.
[[nodiscard]] vec3 to_axes(const Figure& figure, const vec3& v);
[[nodiscard]] vec3 from_axes(const Figure& figure, const vec3& v);

/// False where the head (else the chest) is not above the hips, or these not above the feet (over 45 degrees
/// off): the height along +Y then means nothing.
[[nodiscard]] bool stands_upright(const Figure& figure);

/// A human's height in metres, from which units are guessed.
constexpr double nominal_height = 1.75;

/// A unit of length, or a factor, that a file may have been written in instead of metres.
struct Unit {
    double per_metre;
    std::string_view name;
};

/// Returns how far a height is from a human's in some unit, as a share of the latter.
[[nodiscard]] double off_from_human(double height, double units_per_metre);

/// Whether a height may be a human's in some unit: PO19.
[[nodiscard]] bool is_human_in(double height, double units_per_metre);

/// Returns the unit other than metres in which a figure of this height is nearest to a human's.
[[nodiscard]] const Unit& nearest_unit(double height);

/// Returns the file's units per metre: as given in the file, 1 if the figure has a human height, otherwise
/// those of the unit that its height (or its length if it is lying) fits, else the ratio to a human's. For
/// fixed limits in metres, which would be meaningless in a figure of 175 units.
[[nodiscard]] float units_per_metre(const Subject& subject, const Figure& figure);

/// True for joints that neither the file nor detection identifies as a humanoid: an animal, a plant, a machine.
[[nodiscard]] bool is_bare_skeleton(const Figure& figure);

/// Returns false, and records the current check as skipped, if there are no figures.
[[nodiscard]] bool has_figures(const Subject& subject, Findings& findings);

/// "leftUpperArm (l_shoulder)".
[[nodiscard]] std::string spoken(const Subject& subject, const Figure& figure, Bone bone);

/// The name of a joint or node; of one without a name its bone, else "joint #12" or "node #30".
[[nodiscard]] std::string spoken(const Subject& subject, int node);

/// "(0.00, 0.82, 0.58)": with that many decimals, and never -0.
[[nodiscard]] std::string say_vector(const vec3& v, int digits);
/// "points 31.0 degrees below the X axis"; directions in the figure's space.
[[nodiscard]] std::string say_deviation(const Figure& figure, const vec3& is, const vec3& ought);
/// "rotate leftUpperArm by +31.0 degrees about Z": the smallest rotation from `is` to `ought`.
[[nodiscard]] std::string say_turn(const Figure& figure, const std::string& what, const vec3& is,
                                   const vec3& ought);

}  // namespace vitruvian::check

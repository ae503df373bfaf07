// The unit in which a figure's lengths are read and typed, in the inspector and in the view alike.
#pragma once

#include "app/session/session.h"

#include <string>

namespace vitruvian {

struct LengthUnit {
    const char* symbol = "m";  // "units" where the length is no unit that has a symbol
    float metres = 1.0F;       // the length of one unit
    int decimals = 3;          // of numbers that are shown: small figures get more
};

/// Returns the unit of the humanoid's frame, which is the file's: a humanoid in inches is under a scale of
/// 0.0254. `humanoid` -1: the unit of the file.
[[nodiscard]] LengthUnit length_unit(const OpenFigure& figure, int humanoid);

/// "0.075 m": the length as it is shown, with the unit. A zero has no sign.
[[nodiscard]] std::string length_text(float metres, const LengthUnit& unit);
/// "0.120  1.500  -0.030 m": the place or size as it is shown.
[[nodiscard]] std::string lengths_text(const vec3& metres, const LengthUnit& unit);

/// Returns the translation moved by `by`, without the remainders of arithmetic in floats: what moves comes to a
/// thousandth of the last decimal that is shown, what does not stays as it is.
[[nodiscard]] vec3 moved_translation(const vec3& translation, const vec3& by, const LengthUnit& unit);

}  // namespace vitruvian

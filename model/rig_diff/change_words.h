// Text for a change between two rigs.
#pragma once

#include "model/rig_diff/rig_diff.h"

#include <string>

namespace vitruvian {

/// The object's name; for one without, its place, as "#12 below l_elbow", or "(no name)".
[[nodiscard]] std::string shown_name(const RigChange& change);

/// ": upper limit 1 2 3, before 1 2 4 (0.1 rad)": the text after an object's name.
[[nodiscard]] std::string words_of_change(const RigChange& change);

/// The value before or after a change for people: numbers with four digits, with more where these do not
/// tell the two values apart.
[[nodiscard]] std::string words_of_value(const RigChange& change, const Value& value);

/// "0.1 rad (5.7 deg)", the size of the change; empty if it has no number.
[[nodiscard]] std::string words_of_magnitude(const RigChange& change);

}  // namespace vitruvian

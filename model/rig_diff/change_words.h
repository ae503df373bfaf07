// A change between two rigs in words.
#pragma once

#include "model/rig_diff/rig_diff.h"

#include <string>

namespace vitruvian {

/// ": upper limit 1 2 3, before 1 2 4 (0.1 rad)": what stands behind a thing's name.
[[nodiscard]] std::string words_of_change(const RigChange& change);

/// "0.1 rad (5.7 deg)", how large the change is; empty where there is no number.
[[nodiscard]] std::string words_of_magnitude(const RigChange& change);

}  // namespace vitruvian

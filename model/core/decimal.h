// The decimal that a float was written as. Arithmetic of edits is done on it, so that 0.6 + 0.1 is stored as 0.7.
#pragma once

namespace vitruvian {

/// Returns the shortest decimal that reads as the number: 0.1 for 0.1F. The number itself if it is not finite.
[[nodiscard]] double decimal(float number);

}  // namespace vitruvian

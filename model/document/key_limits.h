// Limits beyond which keys of a clip are invalid. Such a key does not invalidate the clip or the file.
#pragma once

#include <cstddef>
#include <vector>

namespace vitruvian {

constexpr float latest_key = 1e6F;     // seconds, positive or negative: eleven days
constexpr float furthest_key = 1e12F;  // metres, or the unit of the value

/// Removes the keys whose time or one of whose `stride` values is NaN or beyond these limits, and returns how
/// many. There are `stride` values per time.
std::size_t drop_absurd_keys(std::vector<float>& times, std::vector<float>& values, std::size_t stride);

}  // namespace vitruvian

// Which keys of a clip make no sense. One of them must not cost the clip, or the file.
#pragma once

#include <cstddef>
#include <vector>

namespace vitruvian {

constexpr float latest_key = 1e6F;     // seconds, either way: eleven days
constexpr float furthest_key = 1e12F;  // metres, or whatever a value is

/// Drops the keys whose time or one of whose `stride` values is NaN or beyond those; how many. There are `stride`
/// values to each time.
std::size_t drop_absurd_keys(std::vector<float>& times, std::vector<float>& values, std::size_t stride);

}  // namespace vitruvian

#include "model/document/key_limits.h"

#include "model/core/check.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {

std::size_t drop_absurd_keys(std::vector<float>& times, std::vector<float>& values, std::size_t stride) {
    VT_CHECK(values.size() == times.size() * stride);
    const auto within = [](float limit) { return [limit](float value) { return std::abs(value) <= limit; }; };
    const std::size_t count = times.size();
    const auto at = [&](std::size_t key) {
        return values.begin() + static_cast<std::ptrdiff_t>(key * stride);
    };
    std::size_t kept = 0;
    for (std::size_t key = 0; key < count; ++key) {
        const bool sane =
            within(latest_key)(times[key]) && std::all_of(at(key), at(key + 1), within(furthest_key));
        if (!sane) continue;
        if (kept != key) {
            times[kept] = times[key];
            std::copy(at(key), at(key + 1), at(kept));
        }
        ++kept;
    }
    times.resize(kept);
    values.resize(kept * stride);
    return count - kept;
}

}  // namespace vitruvian

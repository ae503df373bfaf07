#include "model/document/key_limits.h"

#include "model/core/check.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// As std::all_of, without branches: compilers vectorise it. Values are finite only within the limit.
bool all_within(const std::vector<float>& values, float limit) {
    unsigned outside = 0;
    for (const float value : values) outside |= static_cast<unsigned>(!(std::abs(value) <= limit));
    return outside == 0;
}

}  // namespace

std::size_t drop_absurd_keys(std::vector<float>& times, std::vector<float>& values, std::size_t stride) {
    VT_CHECK(values.size() == times.size() * stride);
    if (all_within(times, latest_key) && all_within(values, furthest_key)) return 0;
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

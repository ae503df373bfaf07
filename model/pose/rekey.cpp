#include "model/pose/rekey.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {

void add_times_between(std::set<float>& times) {
    constexpr std::size_t points_of_curve = 16;
    constexpr std::size_t max_points = 100'000;
    if (times.empty()) return;
    const std::size_t points = std::min(points_of_curve, max_points / times.size());
    std::set<float> between;
    for (auto next = times.begin(); next != times.end();) {
        const float from = *next++;
        if (next == times.end()) break;
        for (std::size_t i = 1; i < points; ++i)
            between.insert(from + (*next - from) * (static_cast<float>(i) / static_cast<float>(points)));
    }
    times.merge(between);
}

std::set<float> straight_times(const Channel& channel) {
    std::set<float> out(channel.times.begin(), channel.times.end());
    if (channel.interpolation == Interpolation::cubic) add_times_between(out);
    return out;
}

std::set<float> evenly_fewer(std::set<float> times, std::size_t tracks) {
    constexpr std::size_t max_samples = std::size_t{1} << 24;
    const std::size_t most = std::max(max_samples / std::max(tracks, std::size_t{1}), std::size_t{2});
    if (times.size() <= most) return times;
    const std::size_t step = (times.size() + most - 1) / most;
    std::set<float> out{*times.rbegin()};
    std::size_t i = 0;
    for (const float time : times) {
        if (i++ % step == 0) out.insert(time);
    }
    return out;
}

LinearKeys linear_keys(const std::set<float>& times, std::size_t wide, const SampleRow& sample) {
    constexpr double moment = 1e-9;  // seconds
    constexpr float smallest_jump = 1e-5F;
    LinearKeys out;
    std::vector<float> before(wide);
    std::vector<float> after(wide);
    const auto add = [&out](float time, const std::vector<float>& row) {
        out.times.push_back(time);
        out.values.insert(out.values.end(), row.begin(), row.end());
    };
    for (const float time : times) {
        sample(static_cast<double>(time) - moment, before);
        sample(static_cast<double>(time) + moment, after);
        add(time, before);
        const bool jumps = !std::equal(before.begin(), before.end(), after.begin(),
                                       [](float a, float b) { return std::abs(a - b) <= smallest_jump; });
        if (jumps) add(time, after);
    }
    return out;
}

Channel keyed_weight(const Channel& like, const std::set<float>& times,
                     const std::function<float(double)>& weight) {
    LinearKeys keys = linear_keys(
        times, 1, [&weight](double seconds, std::span<float> out) { out.front() = weight(seconds); });
    Channel out = like;
    out.interpolation = Interpolation::linear;
    out.times = std::move(keys.times);
    out.values = std::move(keys.values);
    return out;
}

}  // namespace vitruvian

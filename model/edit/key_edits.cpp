#include "model/edit/key_edits.h"

#include "model/core/decimal.h"
#include "model/core/transform.h"
#include "model/edit/clip_keys.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

std::size_t count_of(const Channel& channel) {
    return static_cast<std::size_t>(components(channel.path));
}

std::size_t stride_of(const Channel& channel) {
    return count_of(channel) * (channel.interpolation == Interpolation::cubic ? 3U : 1U);
}

/// All numbers of a key.
std::span<const float> numbers_of(const Channel& channel, std::size_t key) {
    return std::span(channel.values).subspan(key * stride_of(channel), stride_of(channel));
}

/// A key's value, without tangents.
std::span<const float> value_of(const Channel& channel, std::size_t key) {
    const bool cubic = channel.interpolation == Interpolation::cubic;
    return numbers_of(channel, key).subspan(cubic ? count_of(channel) : 0, count_of(channel));
}

struct MovedKey {
    float time = 0.0F;
    std::vector<float> numbers;
    bool moved = false;
};

/// Scales the tangents of a key whose distance to its neighbours is multiplied by `scale`, possibly reversed.
void stretch_tangents(std::vector<float>& numbers, std::size_t count, float scale) {
    for (std::size_t i = 0; i < count; ++i) {
        numbers[i] /= scale;
        numbers[2 * count + i] /= scale;
        if (scale < 0.0F) std::swap(numbers[i], numbers[2 * count + i]);
    }
}

quat quat_of(std::span<const float> v) {
    return {v[3], v[0], v[1], v[2]};
}

/// Returns smooth slopes: for each key the slope between its neighbours, at the ends that to the single
/// neighbour. `values` holds `count` numbers per key.
std::vector<float> slopes(std::span<const float> times, std::span<const float> values, std::size_t count) {
    std::vector<float> out(values.size(), 0.0F);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const std::size_t before = i == 0 ? 0 : i - 1;
        const std::size_t after = std::min(i + 1, times.size() - 1);
        const float span = times[after] - times[before];
        if (!(span > same_key_time)) continue;
        for (std::size_t c = 0; c < count; ++c)
            out[i * count + c] = (values[after * count + c] - values[before * count + c]) / span;
    }
    return out;
}

/// Chooses the signs of quaternions so that neighbours are close: splines interpolate the numbers.
void align_signs(std::vector<float>& values) {
    for (std::size_t i = 4; i < values.size(); i += 4) {
        float dot = 0.0F;
        for (std::size_t c = 0; c < 4; ++c) dot += values[i + c] * values[i - 4 + c];
        for (std::size_t c = 0; dot < 0.0F && c < 4; ++c) values[i + c] = -values[i + c];
    }
}

/// Returns `value` plus `weight` times the difference from `last` to `first`.
std::vector<float> led_over(std::span<const float> value, std::span<const float> first,
                            std::span<const float> last, float weight) {
    std::vector<float> out(value.begin(), value.end());
    if (value.size() == 4) {
        quat way = normalized_or_identity(quat_of(first) * glm::conjugate(quat_of(last)));
        if (way.w < 0.0F) way = -way;
        const quat led = glm::normalize(glm::slerp(identity_quat, way, weight) * quat_of(value));
        return {led.x, led.y, led.z, led.w};
    }
    for (std::size_t c = 0; c < out.size(); ++c) out[c] += weight * (first[c] - last[c]);
    return out;
}

std::vector<float> sampled(const Channel& channel, float time) {
    const vec4 value = sample_channel(channel, static_cast<double>(time));
    std::vector<float> out;
    for (std::size_t c = 0; c < count_of(channel); ++c) out.push_back(value[static_cast<int>(c)]);
    return out;
}

}  // namespace

float TimeChange::operator()(float time) const {
    const double pivot = decimal(about);
    return static_cast<float>(pivot + (decimal(time) - pivot) * decimal(scale) + decimal(by));
}

std::vector<std::size_t> keys_at(const Channel& channel, std::span<const float> times) {
    std::vector<std::size_t> out;
    if (times.empty()) {
        for (std::size_t i = 0; i < channel.times.size(); ++i) out.push_back(i);
        return out;
    }
    std::vector<float> wanted(times.begin(), times.end());
    std::sort(wanted.begin(), wanted.end());
    for (std::size_t i = 0; i < channel.times.size(); ++i) {
        const auto near = std::lower_bound(wanted.begin(), wanted.end(), channel.times[i] - same_key_time);
        if (near != wanted.end() && *near <= channel.times[i] + same_key_time) out.push_back(i);
    }
    return out;
}

void erase_keys(Channel& channel, std::span<const std::size_t> keys) {
    Channel out = channel;
    out.times.clear();
    out.values.clear();
    for (std::size_t i = 0; i < channel.times.size(); ++i) {
        if (std::binary_search(keys.begin(), keys.end(), i)) continue;
        const std::span<const float> numbers = numbers_of(channel, i);
        out.times.push_back(channel.times[i]);
        out.values.insert(out.values.end(), numbers.begin(), numbers.end());
    }
    channel = std::move(out);
}

void move_keys(Channel& channel, std::span<const std::size_t> keys, const TimeChange& change) {
    const bool cubic = channel.interpolation == Interpolation::cubic;
    std::vector<MovedKey> all;
    for (std::size_t i = 0; i < channel.times.size(); ++i) {
        const std::span<const float> numbers = numbers_of(channel, i);
        MovedKey key{channel.times[i], {numbers.begin(), numbers.end()}, false};
        if (std::binary_search(keys.begin(), keys.end(), i)) {
            key.time = change(key.time);
            key.moved = true;
            if (cubic) stretch_tangents(key.numbers, count_of(channel), change.scale);
        }
        all.push_back(std::move(key));
    }
    // Keys at one time (a step) swap places when everything is reversed.
    if (change.scale < 0.0F) std::reverse(all.begin(), all.end());
    std::vector<float> taken;
    for (const MovedKey& key : all) {
        if (key.moved) taken.push_back(key.time);
    }
    std::sort(taken.begin(), taken.end());
    const auto comes_to = [&taken](float time) {
        const auto near = std::lower_bound(taken.begin(), taken.end(), time - same_key_time);
        return near != taken.end() && *near <= time + same_key_time;
    };
    std::erase_if(all, [&](const MovedKey& key) { return !key.moved && comes_to(key.time); });
    std::stable_sort(all.begin(), all.end(),
                     [](const MovedKey& a, const MovedKey& b) { return a.time < b.time; });
    channel.times.clear();
    channel.values.clear();
    for (const MovedKey& key : all) {
        channel.times.push_back(key.time);
        channel.values.insert(channel.values.end(), key.numbers.begin(), key.numbers.end());
    }
}

void set_tangent(Channel& channel, std::size_t key, TangentSide side, std::span<const float> tangent) {
    const std::size_t begin =
        key * stride_of(channel) + (side == TangentSide::out ? 2 * count_of(channel) : 0);
    std::copy(tangent.begin(), tangent.end(), channel.values.begin() + static_cast<std::ptrdiff_t>(begin));
}

void set_interpolation(Channel& channel, Interpolation interpolation) {
    if (channel.interpolation == interpolation) return;
    const std::size_t count = count_of(channel);
    std::vector<float> values;
    for (std::size_t i = 0; i < channel.times.size(); ++i) {
        const std::span<const float> value = value_of(channel, i);
        values.insert(values.end(), value.begin(), value.end());
    }
    if (interpolation == Interpolation::cubic) {
        if (count == 4) align_signs(values);
        const std::vector<float> slope = slopes(channel.times, values, count);
        std::vector<float> all;
        for (std::size_t i = 0; i < values.size(); i += count) {
            const auto from = static_cast<std::ptrdiff_t>(i);
            const auto to = static_cast<std::ptrdiff_t>(i + count);
            all.insert(all.end(), slope.begin() + from, slope.begin() + to);
            all.insert(all.end(), values.begin() + from, values.begin() + to);
            all.insert(all.end(), slope.begin() + from, slope.begin() + to);
        }
        values = std::move(all);
    }
    channel.interpolation = interpolation;
    channel.values = std::move(values);
}

void close_loop(Channel& channel, float length, float seam) {
    if (channel.times.size() < 2) return;
    const Channel before = channel;
    const std::vector<float> first = sampled(before, 0.0F);
    const std::vector<float> last = sampled(before, length);
    const float from = std::max(0.0F, length - seam);
    const auto put = [&](float time, float weight) {
        set_key(channel, time, led_over(sampled(before, time), first, last, weight));
    };
    // A smooth transition needs keys of its own where the channel has few.
    constexpr int steps = 8;
    const bool blends = seam > same_key_time && channel.interpolation != Interpolation::step;
    const auto eased = [](float x) { return x * x * (3.0F - 2.0F * x); };
    for (int i = 0; blends && i <= steps; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(steps);
        put(from + share * (length - from), eased(share));
    }
    for (const float time : before.times) {
        if (blends && time > from && time < length) put(time, eased((time - from) / (length - from)));
    }
    put(length, 1.0F);
}

}  // namespace vitruvian

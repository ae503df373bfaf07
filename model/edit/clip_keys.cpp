#include "model/edit/clip_keys.h"

#include "model/pose/pose.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

constexpr float same_time = 1e-4F;  // seconds: no two keys of a motion are nearer

/// Access to individual keys, for any interpolation.
class Keys {
  public:
    explicit Keys(const Channel& channel)
        : channel_(channel), count_(static_cast<std::size_t>(components(channel.path))) {}

    [[nodiscard]] bool is_cubic() const { return channel_.interpolation == Interpolation::cubic; }
    [[nodiscard]] std::size_t stride() const { return count_ * (is_cubic() ? 3U : 1U); }
    /// All numbers of key i; its value; its tangents.
    [[nodiscard]] std::span<const float> all(std::size_t i) const {
        return std::span(channel_.values).subspan(i * stride(), stride());
    }
    [[nodiscard]] std::span<const float> value(std::size_t i) const {
        return all(i).subspan(is_cubic() ? count_ : 0, count_);
    }
    [[nodiscard]] std::span<const float> in(std::size_t i) const { return all(i).first(count_); }
    [[nodiscard]] std::span<const float> out(std::size_t i) const { return all(i).last(count_); }

    /// Returns all numbers of a new key at `time`.
    [[nodiscard]] std::vector<float> between(float time) const {
        const vec4 value = sample_channel(channel_, static_cast<double>(time));
        std::vector<float> out;
        if (is_cubic()) out = slope(time);
        for (std::size_t c = 0; c < count_; ++c) out.push_back(value[static_cast<int>(c)]);
        for (std::size_t c = 0; is_cubic() && c < count_; ++c) out.push_back(out[c]);
        return out;
    }

  private:
    /// Returns the slope of the value (glTF 2.0, 3.11 "Cubic spline interpolation", derivative).
    [[nodiscard]] std::vector<float> slope(float time) const {
        std::vector<float> out(count_, 0.0F);
        const auto& times = channel_.times;
        const auto after = std::upper_bound(times.begin(), times.end(), time);
        if (after == times.begin() || after == times.end()) return out;
        const auto i = static_cast<std::size_t>(after - times.begin()) - 1;
        const float span = times[i + 1] - times[i];
        const float u = (time - times[i]) / span;
        for (std::size_t c = 0; c < count_; ++c) {
            out[c] = (6.0F * u * u - 6.0F * u) * (value(i)[c] - value(i + 1)[c]) / span +
                     (3.0F * u * u - 4.0F * u + 1.0F) * this->out(i)[c] +
                     (3.0F * u * u - 2.0F * u) * in(i + 1)[c];
        }
        return out;
    }

    const Channel& channel_;
    std::size_t count_;
};

/// Returns the channel without its keys.
Channel bare(const Channel& channel) {
    Channel out = channel;
    out.times.clear();
    out.values.clear();
    return out;
}

void push(Channel& channel, float time, std::span<const float> numbers) {
    channel.times.push_back(time);
    channel.values.insert(channel.values.end(), numbers.begin(), numbers.end());
}

/// A step's value holds until the next key; reversed, it begins there.
Channel reversed_steps(const Channel& channel, float duration) {
    const Keys keys(channel);
    Channel out = bare(channel);
    const std::size_t last = channel.times.size() - 1;
    if (channel.times[last] < duration) push(out, 0.0F, keys.value(last));
    for (std::size_t i = last; i-- > 0;) push(out, duration - channel.times[i + 1], keys.value(i));
    return out;
}

}  // namespace

Channel cut(const Channel& channel, float from, float to) {
    const Keys keys(channel);
    Channel out = bare(channel);
    if (channel.times.size() == 1) {
        push(out, 0.0F, keys.all(0));
        return out;
    }
    push(out, 0.0F, keys.between(from));
    for (std::size_t i = 0; i < channel.times.size(); ++i) {
        const float time = channel.times[i];
        if (time > from && time < to) push(out, time - from, keys.all(i));
    }
    const auto at_end = std::find(channel.times.begin(), channel.times.end(), to);
    if (at_end != channel.times.end()) {
        push(out, to - from, keys.all(static_cast<std::size_t>(at_end - channel.times.begin())));
    } else {
        push(out, to - from, keys.between(to));
    }
    return out;
}

Channel reversed(const Channel& channel, float duration) {
    if (channel.interpolation == Interpolation::step && channel.times.size() > 1)
        return reversed_steps(channel, duration);
    const Keys keys(channel);
    Channel out = bare(channel);
    for (std::size_t i = channel.times.size(); i-- > 0;) {
        out.times.push_back(duration - channel.times[i]);
        const auto append = [&out](std::span<const float> numbers, float sign) {
            for (const float number : numbers) out.values.push_back(sign * number);
        };
        if (keys.is_cubic()) append(keys.out(i), -1.0F);
        append(keys.value(i), 1.0F);
        if (keys.is_cubic()) append(keys.in(i), -1.0F);
    }
    return out;
}

Channel resampled(const Channel& channel, float duration, float rate) {
    if (channel.times.size() == 1) return channel;
    Channel out = bare(channel);
    if (channel.interpolation == Interpolation::cubic) out.interpolation = Interpolation::linear;
    const auto count = static_cast<std::size_t>(components(channel.path));
    const auto add = [&](double time) {
        const vec4 value = sample_channel(channel, time);
        push(out, static_cast<float>(time), std::span(&value.x, count));
    };
    const double step = 1.0 / static_cast<double>(rate);
    const auto whole = static_cast<std::size_t>(static_cast<double>(duration) / step + 1e-3);
    for (std::size_t i = 0; i <= whole; ++i)
        add(std::min(static_cast<double>(i) * step, static_cast<double>(duration)));
    if (static_cast<double>(whole) * step < static_cast<double>(duration) - 1e-3 * step)
        add(static_cast<double>(duration));
    return out;
}

void set_key(Channel& channel, float time, std::span<const float> value) {
    const bool cubic = channel.interpolation == Interpolation::cubic;
    const std::size_t count = value.size();
    const std::size_t stride = count * (cubic ? 3U : 1U);
    const auto place = std::lower_bound(channel.times.begin(), channel.times.end(), time - same_time);
    const auto i = static_cast<std::size_t>(place - channel.times.begin());
    const bool is_new = place == channel.times.end() || *place > time + same_time;
    if (is_new) {
        const std::vector<float> numbers =
            channel.times.empty() ? std::vector<float>(stride, 0.0F) : Keys(channel).between(time);
        channel.values.insert(channel.values.begin() + static_cast<std::ptrdiff_t>(i * stride),
                              numbers.begin(), numbers.end());
        channel.times.insert(place, time);
    }
    float* const old = channel.values.data() + i * stride + (cubic ? count : 0);
    // Cubic rotations are splines of the four numbers: the sign is chosen to match the key that was there.
    float sign = 0.0F;
    for (std::size_t c = 0; cubic && count == 4 && c < count; ++c) sign += old[c] * value[c];
    for (std::size_t c = 0; c < count; ++c) old[c] = sign < 0.0F ? -value[c] : value[c];
}

}  // namespace vitruvian

#include "app/session/key_curves.h"

#include "model/core/at.h"
#include "model/figure/euler_angles.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace vitruvian {
namespace {

constexpr std::array axis_names = {"X", "Y", "Z"};

quat quat_of(const vec4& v) {
    return {v.w, v.x, v.y, v.z};
}

bool is_rotation(const Channel& channel) {
    return components(channel.path) == 4;
}

/// Converts a channel's value to the axes of the curves.
vec3 seen(const Channel& channel, const vec4& value, const vec3& near) {
    if (!is_rotation(channel)) return vec3(value);
    return glm::degrees(euler_angles(quat_of(value), glm::radians(near)));
}

/// Half a time difference over which a value with this speed changes little.
float short_while(float speed) {
    return 0.01F / std::max(speed, 1e-3F);
}

/// Returns the slopes of the curves where a channel has that value, displayed as `values`, and that tangent.
vec3 slopes_of(const Channel& channel, const vec4& value, const vec4& tangent, const vec3& values) {
    if (!is_rotation(channel)) return vec3(tangent);
    const float h = short_while(glm::length(tangent));
    return (seen(channel, glm::normalize(value + h * tangent), values) -
            seen(channel, glm::normalize(value - h * tangent), values)) /
           (2.0F * h);
}

/// Returns the tangent of a rotation `value` whose curves, at `values`, have these slopes.
vec4 turning_tangent(const vec4& value, const vec3& values, const vec3& slopes) {
    const vec3 rates = glm::radians(slopes);
    const float h = short_while(glm::length(rates));
    const auto at_time = [&](float time) {
        const quat q = euler_rotation(glm::radians(values) + time * rates);
        const vec4 numbers(q.x, q.y, q.z, q.w);
        return glm::dot(numbers, value) < 0.0F ? -numbers : numbers;
    };
    return (at_time(h) - at_time(-h)) / (2.0F * h);
}

std::size_t stride_of(const Channel& channel) {
    return static_cast<std::size_t>(components(channel.path)) *
           (channel.interpolation == Interpolation::cubic ? 3U : 1U);
}

/// Returns a key's value, or its tangents: `part` 0 in, 1 value, 2 out, for cubic channels; otherwise the
/// value.
vec4 numbers_of(const Channel& channel, std::size_t key, std::size_t part) {
    const auto count = static_cast<std::size_t>(components(channel.path));
    const bool cubic = channel.interpolation == Interpolation::cubic;
    const std::size_t begin = key * stride_of(channel) + (cubic ? part * count : 0);
    vec4 out(0.0F);
    for (std::size_t c = 0; c < count; ++c) out[static_cast<int>(c)] = channel.values[begin + c];
    return out;
}

std::string path_title(ChannelPath path) {
    switch (path) {
        case ChannelPath::translation:
            return "Translation";
        case ChannelPath::rotation:
            return "Rotation";
        case ChannelPath::scale:
            return "Scale";
        case ChannelPath::scale_orientation:
            return "Scale axes";
        default:
            return "Weight";
    }
}

/// Returns the curves of one channel, without points.
std::vector<Curve> axes_of(const Channel& channel, std::size_t index) {
    std::vector<Curve> out;
    const bool weight = channel.path == ChannelPath::weight;
    for (int axis = 0; axis < (weight ? 1 : 3); ++axis) {
        Curve curve;
        curve.channel = index;
        curve.axis = axis;
        curve.name = path_title(channel.path);
        if (!weight) curve.name += std::string(" ") + axis_names.at(static_cast<std::size_t>(axis));
        if (is_rotation(channel)) curve.unit = "\u00B0";
        out.push_back(std::move(curve));
    }
    return out;
}

/// Returns one key of a channel in the form of `set-keys`.
KeyValues key_of(const Channel& channel, std::size_t key) {
    return {channel.node, channel.bone, channel.displacer, channel.path, {channel.times.at(key)}, {}, {}, {}};
}

std::vector<float> list_of(const vec4& numbers, const Channel& channel) {
    std::vector<float> out;
    for (int c = 0; c < components(channel.path); ++c) out.push_back(numbers[c]);
    return out;
}

}  // namespace

std::vector<Curve> curves_of(const Clip& clip, const KeyChoice& what, double from, double to, int count) {
    std::vector<Curve> out;
    for (std::size_t i = 0; i < clip.channels.size(); ++i) {
        const Channel& channel = clip.channels[i];
        if (channel.node != what.node || channel.bone != what.bone || channel.displacer != what.displacer)
            continue;
        std::vector<Curve> axes = axes_of(channel, i);
        // Every angle continues from the previous one, from the first key on, so that keys and samples agree.
        vec3 near(0.0F);
        const bool slopes = channel.interpolation == Interpolation::cubic;
        const auto last = static_cast<double>(channel.times.back());
        const double begin = std::min(from, 0.0);
        const int steps = std::max(count, 2);
        const double step = (std::max(to, last) - begin) / steps;
        std::size_t key = 0;
        for (int s = 0; s <= steps; ++s) {
            const double time = begin + step * s;
            for (; key < channel.times.size() && static_cast<double>(channel.times[key]) <= time + 1e-9;
                 ++key) {
                const vec4 numbers = numbers_of(channel, key, 1);
                const vec3 value = seen(channel, numbers, near);
                const auto slopes_on = [&](std::size_t part) {
                    return slopes ? slopes_of(channel, numbers, numbers_of(channel, key, part), value)
                                  : vec3(0.0F);
                };
                const vec3 in = slopes_on(0);
                const vec3 out_of = slopes_on(2);
                for (Curve& curve : axes) {
                    curve.keys.push_back(
                        {static_cast<double>(channel.times[key]), static_cast<double>(value[curve.axis])});
                    if (!slopes) continue;
                    curve.in_slopes.push_back(static_cast<double>(in[curve.axis]));
                    curve.out_slopes.push_back(static_cast<double>(out_of[curve.axis]));
                }
                near = value;
            }
            near = seen(channel, sample_channel(channel, time), near);
            if (time < from - step || time > to + step) continue;
            for (Curve& curve : axes) curve.points.push_back({time, static_cast<double>(near[curve.axis])});
        }
        std::move(axes.begin(), axes.end(), std::back_inserter(out));
    }
    return out;
}

vec3 values_at(const std::vector<Curve>& curves, const CurveKey& key) {
    vec3 out(0.0F);
    for (const Curve& curve : curves) {
        if (curve.channel == key.channel && key.key < curve.keys.size())
            out[curve.axis] = static_cast<float>(curve.keys[key.key].value);
    }
    return out;
}

KeyValues with_value(const Clip& clip, const CurveKey& key, const vec3& values) {
    const Channel& channel = clip.channels.at(key.channel);
    KeyValues out = key_of(channel, key.key);
    if (is_rotation(channel)) {
        const quat q = euler_rotation(glm::radians(values));
        out.values = {q.x, q.y, q.z, q.w};
    } else {
        out.values = list_of(vec4(values, 0.0F), channel);
    }
    return out;
}

KeyValues with_slope(const Clip& clip, const CurveKey& key, TangentSide side, double slope,
                     const vec3& values) {
    const Channel& channel = clip.channels.at(key.channel);
    KeyValues out = key_of(channel, key.key);
    out.values = list_of(numbers_of(channel, key.key, 1), channel);
    const vec4 value = numbers_of(channel, key.key, 1);
    vec4 tangent = numbers_of(channel, key.key, side == TangentSide::in ? 0 : 2);
    if (is_rotation(channel)) {
        vec3 slopes = slopes_of(channel, value, tangent, values);
        slopes[key.axis] = static_cast<float>(slope);
        tangent = turning_tangent(value, values, slopes);
    } else {
        tangent[key.axis] = static_cast<float>(slope);
    }
    (side == TangentSide::in ? out.in_tangents : out.out_tangents) = list_of(tangent, channel);
    return out;
}

CurveRange range_of(const std::vector<Curve>& curves) {
    CurveRange out{1e30, -1e30};
    for (const Curve& curve : curves) {
        for (const std::vector<CurvePoint>* list : {&curve.points, &curve.keys}) {
            for (const CurvePoint& point : *list) {
                out.low = std::min(out.low, point.value);
                out.high = std::max(out.high, point.value);
            }
        }
    }
    if (out.low > out.high) return {};
    const double room = std::max(0.12 * (out.high - out.low), std::max(0.02, 0.02 * std::abs(out.high)));
    return {out.low - room, out.high + room};
}

}  // namespace vitruvian

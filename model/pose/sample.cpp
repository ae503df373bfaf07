// Evaluates keyed channels. Interpolation is in double precision: a rotation channel's error is multiplied by
// everything below the joint, and world positions are guaranteed to 1e-5.
#include "model/core/check.h"
#include "model/core/vector_units.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

using Value = std::array<double, 4>;

/// Below this angle between two quaternions the chord equals the arc to 1e-9.
constexpr double nearly_parallel = 1.0 - 1e-7;

VT_INLINE bool is_rotation(ChannelPath path) {
    return path == ChannelPath::rotation || path == ChannelPath::scale_orientation;
}

VT_INLINE Value load(const float* values, int count) {
    Value out{static_cast<double>(values[0]), 0.0, 0.0, 0.0};
    if (count == 1) return out;
    out[1] = static_cast<double>(values[1]);
    out[2] = static_cast<double>(values[2]);
    if (count == 4) out[3] = static_cast<double>(values[3]);
    return out;
}

VT_INLINE vec4 store(const Value& v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]),
            static_cast<float>(v[3])};
}

VT_INLINE double dot(const Value& a, const Value& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

VT_INLINE Value blend(const Value& a, double wa, const Value& b, double wb) {
    return {a[0] * wa + b[0] * wb, a[1] * wa + b[1] * wb, a[2] * wa + b[2] * wb, a[3] * wa + b[3] * wb};
}

VT_INLINE Value unit_quaternion(const Value& q) {
    const double length = std::sqrt(dot(q, q));
    if (!(length > 1e-12)) return {0.0, 0.0, 0.0, 1.0};
    const double scale = 1.0 / length;
    return {q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale};
}

/// Two numbers in one register (an extension of GCC and clang).
using Pair [[gnu::vector_size(16)]] = double;

/// Sines on [0, pi/2] to 1e-11: Taylor series to the 15th power needs no range reduction, unlike the
/// library's. Summed in pairs of terms, which are independent of each other.
VT_INLINE void make_sines(Pair& x) {
    const Pair s = x * x;
    const Pair s2 = s * s;
    const Pair low = (1.0 - s * (1.0 / 6.0)) + s2 * (1.0 / 120.0 - s * (1.0 / 5040.0));
    const Pair high =
        (1.0 / 362880.0 - s * (1.0 / 39916800.0)) + s2 * (1.0 / 6227020800.0 - s * (1.0 / 1307674368000.0));
    x *= low + s2 * s2 * high;
}

/// The angle of a cosine in [0, 1], to 2e-8 (Abramowitz and Stegun, 4.4.46). The remaining error in length is
/// normalized afterwards.
VT_INLINE double arc(double cosine) {
    const double c = cosine;
    const double c2 = c * c;
    const double low = (1.5707963050 - c * 0.2145988016) + c2 * (0.0889789874 - c * 0.0501743046);
    const double high = (0.0308918810 - c * 0.0170881256) + c2 * (0.0066700901 - c * 0.0012624911);
    return std::sqrt(1.0 - c) * (low + c2 * c2 * high);
}

VT_INLINE Value slerp(const Value& a, const Value& b, double u) {
    double cosine = dot(a, b);
    const double sign = cosine < 0.0 ? -1.0 : 1.0;
    cosine *= sign;
    if (cosine > nearly_parallel) return blend(a, 1.0 - u, b, sign * u);
    const double angle = arc(cosine);
    Pair shares{(1.0 - u) * angle, u * angle};
    make_sines(shares);
    return blend(a, shares[0], b, sign * shares[1]);
}

/// glTF 2.0, 3.11 "Cubic spline interpolation"; tangents are per second.
VT_INLINE Value hermite(const Value& v0, const Value& out0, const Value& in1, const Value& v1, double u,
                        double span) {
    const double u2 = u * u;
    const double u3 = u2 * u;
    const Value ends = blend(v0, 2.0 * u3 - 3.0 * u2 + 1.0, v1, 3.0 * u2 - 2.0 * u3);
    const Value tangents = blend(out0, span * (u3 - 2.0 * u2 + u), in1, span * (u3 - u2));
    return blend(ends, 1.0, tangents, 1.0);
}

/// Returns the last key at or before `seconds`, or 0. `hint` is tried first: the channels of a clip mostly
/// share their keys.
std::size_t find_key(const std::vector<float>& times, double seconds, std::size_t hint) {
    const auto at = [&times](std::size_t i) { return static_cast<double>(times[i]); };
    if (hint + 1 < times.size() && at(hint) <= seconds && seconds < at(hint + 1)) return hint;
    const auto after = std::upper_bound(times.begin(), times.end(), seconds,
                                        [](double s, float key) { return s < static_cast<double>(key); });
    return after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
}

VT_INLINE vec4 sample_at(const Channel& channel, double seconds, std::size_t key, int count) {
    const bool cubic = channel.interpolation == Interpolation::cubic;
    const std::size_t stride = static_cast<std::size_t>(count) * (cubic ? 3U : 1U);
    const std::size_t value_offset = cubic ? static_cast<std::size_t>(count) : 0U;
    const float* const first = channel.values.data() + key * stride;
    const Value v0 = load(first + value_offset, count);
    const bool rotation = is_rotation(channel.path);
    const double t0 = static_cast<double>(channel.times[key]);
    const bool between = key + 1 < channel.times.size() && seconds > t0;
    if (!between || channel.interpolation == Interpolation::step)
        return store(rotation ? unit_quaternion(v0) : v0);

    const double span = static_cast<double>(channel.times[key + 1]) - t0;
    const double u = (seconds - t0) / span;
    const float* const second = first + stride;
    const Value v1 = load(second + value_offset, count);
    if (cubic) {
        const Value out0 = load(first + 2 * value_offset, count);
        const Value in1 = load(second, count);
        const Value v = hermite(v0, out0, in1, v1, u, span);
        return store(rotation ? unit_quaternion(v) : v);
    }
    if (rotation) return store(unit_quaternion(slerp(v0, v1, u)));
    return store(blend(v0, 1.0 - u, v1, u));
}

/// Returns the required size of `values`.
VT_INLINE std::size_t expected_values(const Channel& channel, int count) {
    const std::size_t per_key = channel.interpolation == Interpolation::cubic ? 3 : 1;
    return channel.times.size() * per_key * static_cast<std::size_t>(count);
}

VT_INLINE vec3 stretch(const Transform& rest, const vec3& v) {
    if (rest.scale_orientation == identity_quat) return rest.scale * v;
    return rest.scale_orientation * (rest.scale * (glm::conjugate(rest.scale_orientation) * v));
}

/// Most rests have no rotation (all of H-Anim's).
VT_INLINE quat turned(const quat& rest, const quat& delta) {
    return rest == identity_quat ? delta : normalized_or_identity(rest * delta);
}

/// One component of rest * delta (see compose): what a channel of ChannelSpace::delta writes.
VT_INLINE void write_delta(ChannelPath path, const vec4& v, const Transform& rest, Transform& local) {
    switch (path) {
        case ChannelPath::translation:
            local.translation = rest.translation + rest.rotation * stretch(rest, vec3(v));
            break;
        case ChannelPath::rotation:
            local.rotation = turned(rest.rotation, quat(v.w, v.x, v.y, v.z));
            break;
        case ChannelPath::scale:
            local.scale = rest.scale * vec3(v);
            break;
        case ChannelPath::scale_orientation:
            if (rest.scale_orientation == identity_quat) local.scale_orientation = quat(v.w, v.x, v.y, v.z);
            break;
        case ChannelPath::weight:
            break;
    }
}

VT_INLINE void write_local(ChannelPath path, const vec4& v, Transform& local) {
    switch (path) {
        case ChannelPath::translation:
            local.translation = vec3(v);
            break;
        case ChannelPath::rotation:
            local.rotation = quat(v.w, v.x, v.y, v.z);
            break;
        case ChannelPath::scale:
            local.scale = vec3(v);
            break;
        case ChannelPath::scale_orientation:
            local.scale_orientation = quat(v.w, v.x, v.y, v.z);
            break;
        case ChannelPath::weight:
            break;
    }
}

VT_INLINE void sample_channels(const Clip& clip, double seconds, const Skeleton& skeleton, Pose& pose) {
    std::size_t hint = 0;
    for (const Channel& channel : clip.channels) {
        if (channel.times.empty()) continue;
        const bool is_weight = channel.path == ChannelPath::weight;
        const int target = is_weight ? channel.displacer : channel.node;
        const std::size_t targets = is_weight ? pose.weights.size() : pose.local.size();
        if (target < 0 || static_cast<std::size_t>(target) >= targets) continue;
        const int count = components(channel.path);
        VT_CHECK(channel.values.size() == expected_values(channel, count));
        hint = find_key(channel.times, seconds, hint);
        const vec4 value = sample_at(channel, seconds, hint, count);
        const auto index = static_cast<std::size_t>(target);
        if (is_weight) {
            pose.weights[index] = value.x;
        } else if (channel.space == ChannelSpace::delta) {
            write_delta(channel.path, value, skeleton.rest[index], pose.local[index]);
        } else {
            write_local(channel.path, value, pose.local[index]);
        }
    }
}
#if VT_HAS_WIDE_VECTORS
VT_WIDE void sample_channels_wide(const Clip& clip, double seconds, const Skeleton& skeleton, Pose& pose) {
    sample_channels(clip, seconds, skeleton, pose);
}
#endif

}  // namespace

vec4 sample_channel(const Channel& channel, double seconds) {
    VT_CHECK(!channel.times.empty());
    const int count = components(channel.path);
    VT_CHECK(channel.values.size() == expected_values(channel, count));
    return sample_at(channel, seconds, find_key(channel.times, seconds, 0), count);
}

void sample(const Clip& clip, double seconds, const Skeleton& skeleton, Pose& pose) {
    VT_CHECK(pose.local.size() == skeleton.size());
#if VT_HAS_WIDE_VECTORS
    if (has_wide_vectors()) return sample_channels_wide(clip, seconds, skeleton, pose);
#endif
    sample_channels(clip, seconds, skeleton, pose);
}

}  // namespace vitruvian

#include "model/formats/vrml/read/splines.h"

#include "model/core/transform.h"
#include "model/document/key_limits.h"
#include "model/figure/joint_angles.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// Seconds. Between closer keys a curve is a straight line, as its velocity would not be a float.
constexpr float shortest_span = 1e-9F;

/// A spline's keys, `width` floats each.
class Keys {
  public:
    Keys(const Channel& channel, std::size_t width)
        : times_(&channel.times), values_(&channel.values), width_(width) {}

    [[nodiscard]] std::size_t count() const { return times_->size(); }
    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] float value(std::size_t key, std::size_t i) const { return (*values_)[key * width_ + i]; }
    /// Returns the time from a key to the next one.
    [[nodiscard]] float span(std::size_t key) const { return (*times_)[key + 1] - (*times_)[key]; }
    /// True if the last value is the first, without which a curve is not closed.
    [[nodiscard]] bool meets() const {
        const auto wide = static_cast<std::ptrdiff_t>(width_);
        return std::equal(values_->begin(), values_->begin() + wide, values_->end() - wide);
    }

  private:
    const std::vector<float>* times_;
    const std::vector<float>* values_;
    std::size_t width_;
};

/// The keys before and after one; at the ends of a closed curve, those beyond the key where it closes.
struct Neighbours {
    std::size_t before = 0;
    std::size_t after = 0;
    float span_before = 0.0F;
    float span_after = 0.0F;
    bool any = false;
};

Neighbours neighbours(const Keys& keys, std::size_t key, bool closed) {
    const std::size_t last = keys.count() - 1;
    if (key > 0 && key < last) return {key - 1, key + 1, keys.span(key - 1), keys.span(key), true};
    if (!closed) return {};
    return {last - 1, 1, keys.span(last - 1), keys.span(0), true};
}

float length_of(const float* vector, std::size_t width) {
    double sum = 0.0;
    for (std::size_t i = 0; i < width; ++i)
        sum += static_cast<double>(vector[i]) * static_cast<double>(vector[i]);
    return static_cast<float>(std::sqrt(sum));
}

/// Returns the length of the straight lines between the keys.
float path_length(const Keys& keys) {
    float out = 0.0F;
    std::vector<float> step(keys.width());
    for (std::size_t key = 0; key + 1 < keys.count(); ++key) {
        for (std::size_t i = 0; i < keys.width(); ++i) step[i] = keys.value(key + 1, i) - keys.value(key, i);
        out += length_of(step.data(), step.size());
    }
    return out;
}

quat quat_at(const std::vector<float>& values, std::size_t key) {
    const float* q = values.data() + 4 * key;
    return {q[3], q[0], q[1], q[2]};
}

quat towards(const quat& q, const quat& from) {
    return glm::dot(q, from) < 0.0F ? -q : q;
}

/// Returns the rotation by which the curve at `here` keeps its velocity.
quat inner_rotation(const quat& before, const quat& here, const quat& after) {
    const quat inverse = glm::conjugate(here);
    const vec3 sum = rotation_vector(inverse * before) + rotation_vector(inverse * after);
    return here * axis_angle(sum, -0.25F * glm::length(sum));
}

/// Returns into how many parts each interval is divided: straight ones deviate by less than 1e-4 radians.
std::vector<std::size_t> squad_steps(const Keys& keys, const std::vector<float>& values,
                                     const std::vector<quat>& inner) {
    constexpr float steps_squared = 7500.0F;  // per radian that the interval turns
    std::vector<std::size_t> out;
    std::size_t sum = 0;
    for (std::size_t key = 0; key + 1 < keys.count(); ++key) {
        const float turn = angle_between(quat_at(values, key), inner[key]) +
                           angle_between(inner[key], inner[key + 1]) +
                           angle_between(inner[key + 1], quat_at(values, key + 1));
        const float wanted = keys.span(key) > 0.0F ? std::ceil(std::sqrt(turn * steps_squared)) : 1.0F;
        out.push_back(static_cast<std::size_t>(std::max(wanted, 1.0F)));
        sum += out.back();
    }
    // Long clips have keys that are close to each other; those of a hostile file may not be.
    const std::size_t most = 16 * keys.count() + 4096;
    for (std::size_t& steps : out) steps = sum > most ? std::max<std::size_t>(steps * most / sum, 1) : steps;
    return out;
}

}  // namespace

bool is_curved(std::string_view type) {
    return type == "SplinePositionInterpolator" || type == "SplineScalarInterpolator" ||
           type == "SquadOrientationInterpolator";
}

void follow_spline(Channel& channel, std::size_t width, const Spline& spline) {
    const Keys keys(channel, width);
    if (keys.count() < 2) return;
    const bool has_velocities =
        spline.velocities.size() == channel.values.size() &&
        std::all_of(spline.velocities.begin(), spline.velocities.end(),
                    [](float velocity) { return std::abs(velocity) <= furthest_key; });
    const bool closed = spline.closed && keys.meets();
    const float path = has_velocities && spline.normalized ? path_length(keys) : 0.0F;
    std::vector<float> out;
    out.reserve(3 * channel.values.size());
    for (std::size_t key = 0; key < keys.count(); ++key) {
        const Neighbours near = neighbours(keys, key, closed);
        // The velocity per interval, which is weighted by the lengths of the intervals beside the key.
        const float both = near.span_before + near.span_after;
        const float leaving = both > 0.0F ? 2.0F * near.span_before / both : 1.0F;
        const float arriving = both > 0.0F ? 2.0F * near.span_after / both : 1.0F;
        const float span_before = key > 0 ? keys.span(key - 1) : 0.0F;
        const float span_after = key + 1 < keys.count() ? keys.span(key) : 0.0F;
        const float in = span_before > shortest_span ? arriving / span_before : 0.0F;
        const float after = span_after > shortest_span ? leaving / span_after : 0.0F;
        const float own = path > 0.0F ? length_of(spline.velocities.data() + key * width, width) : 0.0F;
        const float scale = own > 0.0F ? path / own : 1.0F;
        const auto velocity = [&](std::size_t i) {
            if (has_velocities) return scale * spline.velocities[key * width + i];
            return near.any ? 0.5F * (keys.value(near.after, i) - keys.value(near.before, i)) : 0.0F;
        };
        for (std::size_t i = 0; i < width; ++i) out.push_back(in * velocity(i));
        for (std::size_t i = 0; i < width; ++i) out.push_back(keys.value(key, i));
        for (std::size_t i = 0; i < width; ++i) out.push_back(after * velocity(i));
    }
    channel.values = std::move(out);
    channel.interpolation = Interpolation::cubic;
}

void follow_squad(Channel& channel, bool closed) {
    const Keys keys(channel, 4);
    if (keys.count() < 2) return;
    const bool closes = closed && keys.meets();
    std::vector<quat> inner;
    for (std::size_t key = 0; key < keys.count(); ++key) {
        const Neighbours near = neighbours(keys, key, closes);
        const quat here = quat_at(channel.values, key);
        inner.push_back(near.any ? inner_rotation(quat_at(channel.values, near.before), here,
                                                  quat_at(channel.values, near.after))
                                 : here);
    }
    const std::vector<std::size_t> steps = squad_steps(keys, channel.values, inner);
    Channel out = channel;
    out.times.clear();
    out.values.clear();
    quat last = quat_at(channel.values, 0);
    const auto add = [&](float time, const quat& q) {
        last = glm::normalize(towards(q, last));
        out.times.push_back(time);
        out.values.insert(out.values.end(), {last.x, last.y, last.z, last.w});
    };
    for (std::size_t key = 0; key + 1 < keys.count(); ++key) {
        const quat from = quat_at(channel.values, key);
        const quat to = quat_at(channel.values, key + 1);
        for (std::size_t step = 0; step < steps[key]; ++step) {
            const float u = static_cast<float>(step) / static_cast<float>(steps[key]);
            const quat q = glm::slerp(glm::slerp(from, to, u), glm::slerp(inner[key], inner[key + 1], u),
                                      2.0F * u * (1.0F - u));
            add(channel.times[key] + u * keys.span(key), q);
        }
    }
    add(channel.times.back(), quat_at(channel.values, keys.count() - 1));
    channel = std::move(out);
}

}  // namespace vitruvian::vrml

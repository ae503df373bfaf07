#include "model/pose/straight_channels.h"

#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace vitruvian {
namespace {

vec4 between(const vec4& a, const vec4& b, float u, bool rotation) {
    if (!rotation) return a + (b - a) * u;
    const quat q = glm::slerp(quat(a.w, a.x, a.y, a.z), quat(b.w, b.x, b.y, b.z), u);
    return {q.x, q.y, q.z, q.w};
}

float distance(const vec4& a, const vec4& b, bool rotation) {
    const float apart = glm::length(a - b);
    return rotation ? std::min(apart, glm::length(a + b)) : apart;
}

/// Subdivides intervals of a cubic channel until the chords are close enough to the curve.
class Straightener {
  public:
    Straightener(const Channel& channel, float tolerance, Channel& out)
        : channel_(&channel), out_(&out), rotation_(components(channel.path) == 4) {
        float size = 0.0F;
        for (const float value : channel.values) size = std::max(size, std::abs(value));
        tolerance_ = tolerance * (rotation_ ? 1.0F : std::max(size, 1e-3F));
    }

    void add_key(double time, const vec4& value) {
        out_->times.push_back(static_cast<float>(time));
        for (int i = 0; i < components(out_->path); ++i) out_->values.push_back(value[i]);
    }

    void add(double from, double to, int depth) {
        const vec4 a = sample_channel(*channel_, from);
        const vec4 b = sample_channel(*channel_, to);
        const int deepest = 10;
        bool straight = true;
        for (const float u : {0.25F, 0.5F, 0.75F}) {
            const vec4 exact = sample_channel(*channel_, from + (to - from) * static_cast<double>(u));
            straight = straight && distance(exact, between(a, b, u, rotation_), rotation_) <= tolerance_;
        }
        if (straight || depth >= deepest) return add_key(to, b);
        const double middle = 0.5 * (from + to);
        add(from, middle, depth + 1);
        add(middle, to, depth + 1);
    }

  private:
    const Channel* channel_;
    Channel* out_;
    bool rotation_ = false;
    float tolerance_ = 0.0F;
};

/// Doubles the keys of steps: each holds until the next one's time.
void double_keys(const Channel& channel, Channel& out) {
    const auto count = static_cast<std::ptrdiff_t>(components(channel.path));
    const auto add = [&](std::size_t at_key, std::size_t value_of) {
        const auto first = channel.values.begin() + static_cast<std::ptrdiff_t>(value_of) * count;
        out.times.push_back(channel.times[at_key]);
        out.values.insert(out.values.end(), first, first + count);
    };
    for (std::size_t k = 0; k < channel.times.size(); ++k) {
        if (k > 0) add(k, k - 1);
        add(k, k);
    }
}

}  // namespace

Channel straightened(const Channel& channel, float tolerance) {
    if (channel.interpolation == Interpolation::linear) return channel;
    Channel out = channel;
    out.interpolation = Interpolation::linear;
    out.times.clear();
    out.values.clear();
    if (channel.interpolation == Interpolation::step) {
        double_keys(channel, out);
        return out;
    }
    Straightener straightener(channel, tolerance, out);
    const auto first = static_cast<double>(channel.times.front());
    straightener.add_key(first, sample_channel(channel, first));
    for (std::size_t k = 1; k < channel.times.size(); ++k)
        straightener.add(static_cast<double>(channel.times[k - 1]), static_cast<double>(channel.times[k]), 0);
    return out;
}

bool is_straight(const Clip& clip) {
    return std::ranges::all_of(
        clip.channels, [](const Channel& channel) { return channel.interpolation == Interpolation::linear; });
}

Clip straightened(const Clip& clip, float tolerance) {
    Clip out = clip;
    for (Channel& channel : out.channels) channel = straightened(channel, tolerance);
    return out;
}

std::optional<Document> with_straight_channels(const Document& document, float tolerance,
                                               Diagnostics& notes) {
    if (std::ranges::all_of(document.clips, [](const auto& clip) { return is_straight(*clip); }))
        return std::nullopt;
    Document out = document;
    for (std::shared_ptr<const Clip>& clip : out.clips) {
        if (is_straight(*clip)) continue;
        notes.note("clip-straightened",
                   fmt::format("this format has no curves between keys: the clip {} gets keys along them",
                               clip->name));
        clip = std::make_shared<const Clip>(straightened(*clip, tolerance));
    }
    return out;
}

}  // namespace vitruvian

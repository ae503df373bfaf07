#include "model/pose/following_rate.h"

#include "model/pose/pose.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace vitruvian {
namespace {

quat turn_at(const Channel& channel, double time) {
    const vec4 v = sample_channel(channel, time);
    return normalized_or_identity({v.w, v.x, v.y, v.z});
}

/// Returns the largest angle at a key between the channel and the linear interpolation of frames.
double cut_corner(const Channel& channel, double rate) {
    double worst = 0.0;
    for (std::size_t k = 1; k + 1 < channel.times.size(); ++k) {
        const float time = channel.times[k];
        const bool jumps = channel.times[k - 1] == time || channel.times[k + 1] == time;
        if (jumps) continue;
        const double frame = static_cast<double>(time) * rate;
        const double before = std::floor(frame);
        const quat line = glm::slerp(turn_at(channel, before / rate), turn_at(channel, (before + 1.0) / rate),
                                     static_cast<float>(frame - before));
        const quat off = glm::conjugate(line) * turn_at(channel, static_cast<double>(time));
        const float sine = glm::length(vec3(off.x, off.y, off.z));
        worst = std::max(worst, 2.0 * std::asin(std::min(static_cast<double>(sine), 1.0)));
    }
    return glm::degrees(worst);
}

}  // namespace

FollowingRate following_rate(const Clip& clip) {
    constexpr double enough = 0.5;
    FollowingRate out;
    for (const double rate : {60.0, 120.0, 240.0}) {
        out = {rate, 0.0};
        for (const Channel& channel : clip.channels) {
            if (channel.path == ChannelPath::rotation && channel.interpolation != Interpolation::step)
                out.degrees = std::max(out.degrees, cut_corner(channel, rate));
        }
        if (out.degrees < enough) break;
    }
    return out;
}

}  // namespace vitruvian

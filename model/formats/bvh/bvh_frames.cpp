#include "model/formats/bvh/bvh_frames.h"

#include "model/core/at.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace vitruvian {
namespace {

constexpr double usual_rate = 60.0;

}  // namespace

bool keeps_to(const Clip& clip, double rate) {
    return std::all_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
        return std::all_of(channel.times.begin(), channel.times.end(), [&](float time) {
            const double frame = static_cast<double>(time) * rate;
            return std::abs(frame - std::round(frame)) < 2e-3 + 1e-6 * std::abs(frame);
        });
    });
}

double frame_rate(const Clip& clip) {
    // A recording has its own rate: the time between its first keys.
    std::vector<double> rates{30.0, 60.0, 24.0, 25.0, 50.0, 100.0, 120.0};
    for (const Channel& channel : clip.channels) {
        if (channel.times.size() < 3 || !(channel.times[1] > channel.times[0])) continue;
        const double span =
            static_cast<double>(channel.times.back()) - static_cast<double>(channel.times.front());
        const double rate = static_cast<double>(channel.times.size() - 1) / span;
        if (rate >= 10.0 && rate <= 480.0) rates.insert(rates.begin(), rate);
        break;
    }
    const auto found =
        std::find_if(rates.begin(), rates.end(), [&](double rate) { return keeps_to(clip, rate); });
    return found == rates.end() ? usual_rate : *found;
}

const Clip* clip_in_bvh(const Document& document) {
    std::vector<bool> is_joint(document.nodes.size(), false);
    for (const Humanoid& humanoid : document.humanoids) {
        for (const Joint& joint : humanoid.joints) is_joint[static_cast<std::size_t>(joint.node)] = true;
    }
    const auto found = std::find_if(document.clips.begin(), document.clips.end(), [&](const auto& clip) {
        return std::any_of(clip->channels.begin(), clip->channels.end(), [&](const Channel& channel) {
            return channel.node >= 0 && at(is_joint, channel.node);
        });
    });
    return found == document.clips.end() ? nullptr : found->get();
}

}  // namespace vitruvian

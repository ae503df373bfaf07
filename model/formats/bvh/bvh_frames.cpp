#include "model/formats/bvh/bvh_frames.h"

#include "model/core/at.h"
#include "model/pose/following_rate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

bool is_at_frame(float time, double rate) {
    const double frame = static_cast<double>(time) * rate;
    return std::abs(frame - std::round(frame)) < 2e-3 + 1e-6 * std::abs(frame);
}

std::size_t keys_at_frames(const Channel& channel, double rate) {
    return static_cast<std::size_t>(std::count_if(channel.times.begin(), channel.times.end(),
                                                  [rate](float time) { return is_at_frame(time, rate); }));
}

/// Moves single keys between frames to frames.
std::size_t move_keys(Channel& channel, double rate) {
    const std::size_t count = channel.times.size();
    const std::size_t on_frames = keys_at_frames(channel, rate);
    if (on_frames == count || 2 * on_frames < count) return 0;
    const std::size_t wide = channel.values.size() / count;
    std::map<double, std::size_t> key_of;  // by frame
    for (std::size_t k = 0; k < count; ++k) {
        const double frame = std::round(static_cast<double>(channel.times[k]) * rate);
        const auto [found, is_new] = key_of.try_emplace(frame, k);
        if (!is_new && !is_at_frame(channel.times[k], rate)) found->second = k;
    }
    const Channel before = channel;
    channel.times.clear();
    channel.values.clear();
    for (const auto& [frame, key] : key_of) {
        const bool stays = is_at_frame(before.times[key], rate);
        channel.times.push_back(stays ? before.times[key] : static_cast<float>(frame / rate));
        const auto values = before.values.begin() + static_cast<std::ptrdiff_t>(key * wide);
        channel.values.insert(channel.values.end(), values, values + static_cast<std::ptrdiff_t>(wide));
    }
    return count - on_frames;
}

}  // namespace

bool keeps_to(const Clip& clip, double rate) {
    return std::all_of(clip.channels.begin(), clip.channels.end(), [&](const Channel& channel) {
        return keys_at_frames(channel, rate) == channel.times.size();
    });
}

bool nearly_keeps_to(const Clip& clip, double rate) {
    std::size_t keys = 0;
    std::size_t on_frames = 0;
    for (const Channel& channel : clip.channels) {
        keys += channel.times.size();
        on_frames += keys_at_frames(channel, rate);
    }
    return 10 * on_frames >= 9 * keys;
}

double frame_rate(const Clip& clip) {
    // A recording has a rate of its own: that of its first keys.
    std::vector<double> rates{30.0, 60.0, 24.0, 25.0, 50.0, 100.0, 120.0};
    for (const Channel& channel : clip.channels) {
        if (channel.times.size() < 3 || !(channel.times[1] > channel.times[0])) continue;
        const double span =
            static_cast<double>(channel.times.back()) - static_cast<double>(channel.times.front());
        const double rate = static_cast<double>(channel.times.size() - 1) / span;
        if (rate >= 10.0 && rate <= 480.0) rates.insert(rates.begin(), rate);
        break;
    }
    for (const auto keeps : {&keeps_to, &nearly_keeps_to}) {
        const auto found =
            std::find_if(rates.begin(), rates.end(), [&](double rate) { return keeps(clip, rate); });
        if (found != rates.end()) return *found;
    }
    return following_rate(clip).rate;
}

ClipAtFrames with_keys_at_frames(const Clip& clip, double rate) {
    ClipAtFrames out{clip};
    for (Channel& channel : out.clip.channels) out.moved += move_keys(channel, rate);
    if (out.moved > 0) out.clip.duration = std::round(clip.duration * rate) / rate;
    return out;
}

void note_moved_keys(std::size_t moved, const Document& document, Diagnostics& notes) {
    if (moved == 0) return;
    notes.warn(
        "bvh-keys-moved",
        fmt::format("keys that stood between frames, which BVH has not, are at the nearest frame: {}", moved),
        {document.file, 0, 0, {}});
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

#include "model/formats/vrml/write/moving_points.h"

#include "model/core/at.h"
#include "model/core/check.h"
#include "model/pose/straight_channels.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace vitruvian::vrml {
namespace {

void add_offsets(const MeshPoints::Offsets& offsets, float weight, std::vector<vec3>& places) {
    if (weight == 0.0F) return;
    for (const auto& [point, offset] : offsets.by_point) places[point] += weight * offset;
}

/// Returns the value of a linear weight channel; at a step that before it, or `after` it.
float weight_at(const Channel& channel, float time, bool after) {
    const std::vector<float>& times = channel.times;
    const auto next = after ? std::upper_bound(times.begin(), times.end(), time)
                            : std::lower_bound(times.begin(), times.end(), time);
    if (next == times.begin()) return channel.values.front();
    if (next == times.end()) return channel.values.back();
    const auto i = static_cast<std::size_t>(next - times.begin());
    const float share = (time - times[i - 1]) / (times[i] - times[i - 1]);
    return channel.values[i - 1] * (1.0F - share) + channel.values[i] * share;
}

/// Returns all times of the channels in ascending order; those of steps twice.
std::vector<float> times_of(const std::map<int, Channel>& channels) {
    std::map<float, std::ptrdiff_t> repeats;
    for (const auto& [displacer, channel] : channels) {
        for (const float time : channel.times) {
            const auto [first, last] = std::equal_range(channel.times.begin(), channel.times.end(), time);
            repeats[time] = std::max(repeats[time], std::min<std::ptrdiff_t>(last - first, 2));
        }
    }
    std::vector<float> out;
    for (const auto& [time, count] : repeats) out.insert(out.end(), static_cast<std::size_t>(count), time);
    return out;
}

}  // namespace

void apply_weights(const Document& document, MeshPoints& points) {
    for (const auto& [displacer, offsets] : points.displacers)
        add_offsets(offsets, at(document.displacers, displacer).weight, points.places);
}

bool moves_points(const Channel& channel, const MovingPoints& moving) {
    return channel.path == ChannelPath::weight && !channel.times.empty() &&
           moving.points.displacers.contains(channel.displacer);
}

std::optional<PointKeys> point_keys(const Document& document, const MovingPoints& moving, const Clip& clip,
                                    std::size_t max_values) {
    std::map<int, Channel> channels;
    for (const Channel& channel : clip.channels) {
        if (moves_points(channel, moving))
            channels.insert_or_assign(channel.displacer, straightened(channel, exact_chords));
    }
    VT_CHECK(!channels.empty());
    PointKeys out;
    out.times = times_of(channels);
    const std::size_t width = moving.points.places.size() * 3;
    if (width > max_values / out.times.size()) return std::nullopt;
    out.values.reserve(width * out.times.size());
    for (std::size_t k = 0; k < out.times.size(); ++k) {
        const bool after = k > 0 && out.times[k - 1] == out.times[k];
        std::vector<vec3> places = moving.points.places;
        for (const auto& [displacer, offsets] : moving.points.displacers) {
            const auto channel = channels.find(displacer);
            const float weight = channel == channels.end() ? at(document.displacers, displacer).weight
                                                           : weight_at(channel->second, out.times[k], after);
            add_offsets(offsets, weight, places);
        }
        for (const vec3& place : places) out.values.insert(out.values.end(), {place.x, place.y, place.z});
    }
    return out;
}

}  // namespace vitruvian::vrml

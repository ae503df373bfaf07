// Writes clips as animations (glTF 2.0, 3.11) of a file that is written from scratch. A clip's deltas from
// rest are converted to the node's local transform, as in sample() (model/pose).
#include "model/core/at.h"
#include "model/formats/gltf/write/writing.h"
#include "model/pose/pose.h"
#include "model/pose/rekey.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Keys of a sampler. `wide` numbers per value; cubic keys have three values each.
struct Keys {
    std::vector<float> times;
    std::vector<float> values;
    Interpolation interpolation = Interpolation::linear;
    std::size_t wide = 1;

    [[nodiscard]] std::size_t stride() const {
        return wide * (interpolation == Interpolation::cubic ? 3U : 1U);
    }
};

const char* interpolation_name(Interpolation interpolation) {
    switch (interpolation) {
        case Interpolation::step:
            return "STEP";
        case Interpolation::linear:
            return "LINEAR";
        case Interpolation::cubic:
            return "CUBICSPLINE";
    }
    return "LINEAR";
}

const char* path_name(ChannelPath path) {
    if (path == ChannelPath::translation) return "translation";
    return path == ChannelPath::rotation ? "rotation" : "scale";
}

/// Makes times strictly increasing and non-negative, as glTF requires. Of two keys at the same time (a step)
/// the first moves to just before it; keys before 0 are left out, except for the last, which moves to 0 if
/// there is no key there.
Keys with_rising_times(const Keys& keys) {
    Keys out = keys;
    out.times.clear();
    out.values.clear();
    const std::size_t stride = keys.stride();
    const auto push = [&](float time, std::size_t key) {
        out.times.push_back(time);
        const auto begin = keys.values.begin() + static_cast<std::ptrdiff_t>(key * stride);
        out.values.insert(out.values.end(), begin, begin + static_cast<std::ptrdiff_t>(stride));
    };
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
        const bool is_last = k + 1 == keys.times.size();
        float time = keys.times[k];
        if (time < 0.0F) {
            if (!is_last && keys.times[k + 1] <= 0.0F) continue;
            time = 0.0F;
        }
        if (!is_last && keys.times[k + 1] == keys.times[k]) {
            if (time <= 0.0F) continue;
            time = std::nextafter(time, 0.0F);
        }
        if (out.times.empty() || time > out.times.back()) push(time, k);
    }
    if (out.interpolation == Interpolation::cubic && out.times.size() < 2) {
        out.interpolation = Interpolation::step;
        const auto value = out.values.begin() + static_cast<std::ptrdiff_t>(out.wide);
        out.values = std::vector<float>(value, value + static_cast<std::ptrdiff_t>(out.wide));
    }
    return out;
}

vec3 stretched(const Transform& rest, const vec3& v) {
    return rest.scale_orientation * (rest.scale * (glm::conjugate(rest.scale_orientation) * v));
}

/// Converts a channel's values to components of the local transform of the node that holds them. Tangents of
/// cubic keys are transformed by the linear part of the same map.
Keys local_keys(const Writing& writing, const Channel& channel) {
    Keys out{channel.times, channel.values, channel.interpolation,
             static_cast<std::size_t>(components(channel.path))};
    if (channel.bone && channel.node < 0) return out;
    const auto node = static_cast<std::size_t>(channel.node);
    const Transform& rest = writing.document.nodes[node].rest;
    const bool is_delta = channel.space == ChannelSpace::delta;
    // Where a shear was split into two nodes, the parent is rotated to the axes of the scale.
    const quat after =
        writing.posed_node[node] == channel.node ? identity_quat : writing.local[node].scale_orientation;
    const bool cubic = channel.interpolation == Interpolation::cubic;
    for (std::size_t i = 0; i < out.values.size(); i += out.wide) {
        const bool is_value = !cubic || i / out.wide % 3 == 1;
        float* v = out.values.data() + i;
        if (channel.path == ChannelPath::rotation) {
            const quat q(v[3], v[0], v[1], v[2]);
            const quat turned = (is_delta ? rest.rotation * q : q) * after;
            const quat kept = is_value ? normalized_or_identity(turned) : turned;
            if (!is_delta && after == identity_quat) continue;
            v[0] = kept.x;
            v[1] = kept.y;
            v[2] = kept.z;
            v[3] = kept.w;
        } else if (is_delta) {
            vec3 moved(v[0], v[1], v[2]);
            if (channel.path == ChannelPath::translation) {
                moved = rest.rotation * stretched(rest, moved);
                if (is_value) moved += rest.translation;
            } else {
                moved *= rest.scale;
            }
            v[0] = moved.x;
            v[1] = moved.y;
            v[2] = moved.z;
        }
    }
    return out;
}

struct WeightTrack {
    const Channel* channel = nullptr;  // null: does not move
    float still = 0.0F;                // then
};
using WeightTracks = std::vector<WeightTrack>;

/// Returns the channel whose keys have the times of all others' and go between them alike, if there is one.
const Channel* common_keys(const WeightTracks& tracks) {
    const Channel* first = nullptr;
    for (const WeightTrack& track : tracks) {
        if (track.channel == nullptr) continue;
        if (first == nullptr) first = track.channel;
        if (track.channel->times != first->times || track.channel->interpolation != first->interpolation)
            return nullptr;
    }
    return first;
}

Keys interleaved_keys(const WeightTracks& tracks, const Channel& common) {
    Keys out{common.times, {}, common.interpolation, tracks.size()};
    const std::size_t parts = out.interpolation == Interpolation::cubic ? 3 : 1;
    for (std::size_t i = 0; i < out.times.size() * parts; ++i) {
        const bool is_value = parts == 1 || i % parts == 1;
        for (const WeightTrack& track : tracks) {
            const float still = is_value ? track.still : 0.0F;
            out.values.push_back(track.channel == nullptr ? still : track.channel->values[i]);
        }
    }
    return out;
}

/// Returns the keys of all tracks, value by value: as they are if their times agree, otherwise linear ones.
Keys interleaved(const WeightTracks& tracks) {
    if (const Channel* common = common_keys(tracks)) return interleaved_keys(tracks, *common);
    std::set<float> times;
    for (const WeightTrack& track : tracks) {
        if (track.channel != nullptr) times.merge(straight_times(*track.channel));
    }
    times = evenly_fewer(std::move(times), tracks.size());
    LinearKeys keys = linear_keys(times, tracks.size(), [&tracks](double seconds, std::span<float> row) {
        for (std::size_t d = 0; d < row.size(); ++d) {
            const Channel* channel = tracks[d].channel;
            row[d] = channel == nullptr ? tracks[d].still : sample_channel(*channel, seconds).x;
        }
    });
    return {std::move(keys.times), std::move(keys.values), Interpolation::linear, tracks.size()};
}

class AnimationWriter {
  public:
    AnimationWriter(Writing& writing, const Clip& clip) : writing_(writing), clip_(clip) {}

    /// Returns the animation's index, or -1 where nothing of the clip could be written.
    int write() {
        // Of channels with the same target the last wins, as in sample().
        std::map<Target, std::size_t> last;
        for (std::size_t c = 0; c < clip_.channels.size(); ++c) last[target_of(clip_.channels[c])] = c;
        for (std::size_t c = 0; c < clip_.channels.size(); ++c) {
            if (last[target_of(clip_.channels[c])] == c) write_channel(clip_.channels[c]);
        }
        write_weights();
        if (channels_.empty()) return -1;
        OrderedJson json = OrderedJson::object();
        if (!clip_.name.empty()) json["name"] = clip_.name;
        json["channels"] = std::move(channels_);
        json["samplers"] = std::move(samplers_);
        if (!clip_.reference_pose.empty()) {
            json["extensions"]["KHR_character_reference_pose"]["poseType"] = clip_.reference_pose;
            writing_.extensions.insert("KHR_character_reference_pose");
        }
        return writing_.add("animations", std::move(json));
    }

  private:
    using Target = std::tuple<int, int, ChannelPath>;

    static Target target_of(const Channel& channel) {
        if (channel.path == ChannelPath::weight) return {-1, channel.displacer, channel.path};
        const int bone = channel.node < 0 && channel.bone ? static_cast<int>(*channel.bone) : -1;
        return {channel.node, bone, channel.path};
    }

    int add_sampler(const Keys& keys, std::size_t accessor_wide) {
        OrderedJson sampler = {{"input", writing_.bin.add_shared_times(keys.times)}};
        if (keys.interpolation != Interpolation::linear) {
            sampler["interpolation"] = interpolation_name(keys.interpolation);
        }
        sampler["output"] = writing_.bin.add_floats(keys.values, accessor_wide, ViewTarget::none);
        samplers_.push_back(std::move(sampler));
        return static_cast<int>(samplers_.size()) - 1;
    }

    void add_channel(const Keys& keys, OrderedJson target) {
        // Weights of several targets are interleaved single numbers.
        const bool is_weights = target["path"].get_ref<const std::string&>() == "weights";
        const std::size_t accessor_wide = is_weights ? 1 : keys.wide;
        OrderedJson channel = {{"sampler", add_sampler(with_rising_times(keys), accessor_wide)}};
        channel["target"] = std::move(target);
        channels_.push_back(std::move(channel));
    }

    void write_channel(const Channel& channel) {
        if (channel.path == ChannelPath::weight) return;
        if (channel.path == ChannelPath::scale_orientation) {
            writing_.note("gltf-scale-orientation", "keys of a scale orientation cannot be kept in glTF");
            return;
        }
        const bool is_bone = channel.node < 0;
        OrderedJson json = OrderedJson::object();
        if (!is_bone) json["node"] = at(writing_.posed_node, channel.node);
        json["path"] = path_name(channel.path);
        if (is_bone) {
            json["extensions"]["EXT_skeleton_humanoid"]["humanoidBoneName"] = to_string(*channel.bone);
            writing_.extensions.insert("EXT_skeleton_humanoid");
        }
        add_channel(local_keys(writing_, channel), std::move(json));
    }

    [[nodiscard]] const Channel* weight_channel(int displacer) const {
        const Channel* out = nullptr;
        for (const Channel& channel : clip_.channels) {
            if (channel.path == ChannelPath::weight && channel.displacer == displacer) out = &channel;
        }
        return out;
    }

    /// glTF animates all weights of a mesh together: one channel for every node with animated morph targets.
    void write_weights() {
        std::vector<bool> moves(writing_.document.displacers.size(), false);
        for (const Channel& channel : clip_.channels) {
            if (channel.path == ChannelPath::weight) at(moves, channel.displacer) = true;
        }
        for (std::size_t n = 0; n < writing_.nodes.size(); ++n) {
            const std::vector<int>& displacers = writing_.nodes[n].displacers;
            const bool some =
                std::any_of(displacers.begin(), displacers.end(), [&](int d) { return at(moves, d); });
            if (some) add_channel(weight_keys(displacers), {{"node", n}, {"path", "weights"}});
        }
        for (std::size_t d = 0; d < moves.size(); ++d) {
            if (moves[d] && !writing_.document.displacers[d].changes.empty()) {
                writing_.note("gltf-material-keys",
                              "glTF has no keys of what expressions do to materials; a clip's are left out");
            }
        }
    }

    /// Returns the interleaved keys of several displacers' weights. Channels with other key times than the
    /// first are sampled at the key times of all.
    [[nodiscard]] Keys weight_keys(const std::vector<int>& displacers) const {
        WeightTracks tracks;
        for (const int displacer : displacers)
            tracks.push_back({weight_channel(displacer), at(writing_.document.displacers, displacer).weight});
        return interleaved(tracks);
    }

    Writing& writing_;
    const Clip& clip_;
    OrderedJson channels_ = OrderedJson::array();
    OrderedJson samplers_ = OrderedJson::array();
};

}  // namespace

int write_animation(Writing& writing, const Clip& clip) {
    const int animation = AnimationWriter(writing, clip).write();
    if (animation < 0) writing.note("gltf-clip-empty", "a clip that moves nothing is left out");
    return animation;
}

void write_animations(Writing& writing) {
    for (const auto& clip : writing.document.clips) {
        writing.animation.push_back(write_animation(writing, *clip));
    }
}

}  // namespace vitruvian::gltf

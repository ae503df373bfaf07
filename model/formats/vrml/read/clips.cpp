#include "model/formats/vrml/read/clips.h"

#include "model/document/key_limits.h"
#include "model/formats/vrml/read/keyed_shapes.h"
#include "model/formats/vrml/read/splines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace vitruvian::vrml {
namespace {

/// An interpolator's keys in order, and their values, `stride` floats each.
struct Track {
    std::vector<float> keys;
    std::vector<float> values;
    std::size_t stride = 0;
};

std::size_t floats_per_value(std::string_view type) {
    if (type == "OrientationInterpolator" || type == "SquadOrientationInterpolator") return 4;
    if (type == "PositionInterpolator" || type == "SplinePositionInterpolator") return 3;
    if (type == "ScalarInterpolator" || type == "SplineScalarInterpolator") return 1;
    return 0;
}

bool moves_points(std::string_view type) {
    return type == "CoordinateInterpolator" || type == "NormalInterpolator";
}

/// Keys have to ascend (VRML97 4.6.8); where they do not, they are sorted with their values.
void sort_keys(Track& track) {
    if (std::is_sorted(track.keys.begin(), track.keys.end())) return;
    std::vector<std::size_t> order(track.keys.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return track.keys[a] < track.keys[b]; });
    Track sorted{{}, {}, track.stride};
    for (const std::size_t i : order) {
        sorted.keys.push_back(track.keys[i]);
        const auto first = track.values.begin() + static_cast<std::ptrdiff_t>(i * track.stride);
        sorted.values.insert(sorted.values.end(), first, first + static_cast<std::ptrdiff_t>(track.stride));
    }
    track = std::move(sorted);
}

Track read_track(World& world, NodeRef interpolator) {
    Track track;
    const std::string_view type = world.syntax(interpolator).type;
    track.keys = read_floats(world, interpolator, "key");
    track.stride = floats_per_value(type);
    track.values = track.stride == 4 ? read_rotations(world, interpolator, "keyValue")
                                     : read_floats(world, interpolator, "keyValue");
    if (moves_points(type))
        track.stride = track.keys.empty() ? 3 : track.values.size() / track.keys.size() / 3 * 3;
    if (track.stride == 0) {
        world.note(interpolator, "vrml-interpolator-not-shown",
                   fmt::format("a {} is kept, but not played", type));
        return track;
    }
    const std::size_t count = std::min(track.keys.size(), track.values.size() / track.stride);
    if (count != track.keys.size() || count * track.stride != track.values.size()) {
        world.warn(interpolator, "vrml-interpolator-length", "an interpolator has not one value per key");
    }
    track.keys.resize(count);
    track.values.resize(count * track.stride);
    if (drop_absurd_keys(track.keys, track.values, track.stride) > 0) {
        world.warn(interpolator, "vrml-interpolator-absurd",
                   "keys of an interpolator are out of range; they are left out");
    }
    sort_keys(track);
    return track;
}

std::optional<ChannelPath> path_of(std::string_view field, std::size_t stride) {
    if (stride == 4 && field == "rotation") return ChannelPath::rotation;
    if (stride == 4 && field == "scaleOrientation") return ChannelPath::scale_orientation;
    if (stride == 3 && field == "translation") return ChannelPath::translation;
    if (stride == 3 && field == "scale") return ChannelPath::scale;
    if (stride == 1 && field == "weight") return ChannelPath::weight;
    return std::nullopt;
}

/// Converts axes and angles to x y z w, each in the hemisphere of the previous one.
std::vector<float> quaternions(const std::vector<float>& rotations) {
    std::vector<float> out;
    out.reserve(rotations.size());
    quat last = identity_quat;
    for (std::size_t i = 0; i + 3 < rotations.size(); i += 4) {
        quat q = axis_angle({rotations[i], rotations[i + 1], rotations[i + 2]}, rotations[i + 3]);
        if (glm::dot(q, last) < 0.0F) q = -q;
        last = q;
        out.insert(out.end(), {q.x, q.y, q.z, q.w});
    }
    return out;
}

class ClipMaker {
  public:
    ClipMaker(World& world, const Survey& survey, const BuiltNodes& built, Document& document)
        : world_(&world),
          survey_(&survey),
          built_(&built),
          document_(&document),
          shapes_(world, built, document) {}

    void add(NodeRef timer) {
        double seconds = read_double(*world_, timer, "cycleInterval", 1.0);
        if (!(seconds > 0.0) || seconds > 1e9) {
            world_->warn(timer, "vrml-cycle-interval",
                         "a TimeSensor's cycleInterval is not usable; it is read as 1 s");
            seconds = 1.0;
        }
        Clip clip;
        clip.name = world_->given_name(timer);
        if (clip.name.empty()) clip.name = fmt::format("clip {}", document_->clips.size() + 1);
        clip.duration = seconds;
        clip.loop = read_bool(*world_, timer, "loop", false);
        channels_.clear();
        tracks_.clear();
        order_.clear();
        for (const Endpoint& end : reach({timer, "fraction"})) {
            if (end.field == "fraction" && world_->kind(end.node) == WorldNode::interpolator)
                drive(end.node, seconds);
        }
        if (order_.empty()) return;
        BuiltClip made{timer, {}};
        for (const Key& key : order_) {
            clip.channels.push_back(std::move(channels_[key]));
            made.tracks.push_back(tracks_[key]);
        }
        made_.push_back(std::move(made));
        document_->clips.push_back(std::make_shared<const Clip>(std::move(clip)));
    }

    [[nodiscard]] std::vector<BuiltClip> take_made() { return std::move(made_); }

  private:
    using Key = std::tuple<int, int, ChannelPath>;  // node, displacer, path

    /// Returns everything reached, or nothing once the world is rejected for its size.
    std::vector<Endpoint> reach(const Endpoint& start) {
        if (world_->is_refused()) return {};
        std::vector<Endpoint> out = survey_->events.reach(start);
        for (const Endpoint& end : out) tell_script(end.node);
        return world_->spend_values(out.size()) ? out : std::vector<Endpoint>();
    }

    void tell_script(NodeRef node) {
        if (world_->syntax(node).type != "Script") return;
        world_->note(node, "vrml-script-not-run",
                     "a Script is between a TimeSensor and what it moves: Scripts are not run, and what "
                     "one would change of the motion does not show");
    }

    void drive(NodeRef interpolator, double seconds) {
        const Track track = read_track(*world_, interpolator);
        if (track.keys.empty()) return;
        Channel channel;
        channel.times.reserve(track.keys.size());
        for (const float key : track.keys) {
            channel.times.push_back(static_cast<float>(static_cast<double>(key) * seconds));
        }
        if (moves_points(world_->syntax(interpolator).type)) {
            drive_shape(interpolator, track, channel.times);
            return;
        }
        channel.values = track.stride == 4 ? quaternions(track.values) : track.values;
        const bool curved = is_curved(world_->syntax(interpolator).type);
        if (curved && !bend(channel, track.stride, interpolator)) return;
        // Its `value` may be routed to several nodes; `reach` includes the start.
        for (const Endpoint& end : reach({interpolator, "value"})) {
            const std::optional<ChannelPath> path = path_of(end.field, track.stride);
            // The keys of a curve are not those of the file.
            if (path) aim(channel, *path, end.node, curved ? NodeRef() : interpolator);
        }
    }

    /// Makes the channel follow the interpolator's curve; false once the world is rejected for its size.
    bool bend(Channel& channel, std::size_t stride, NodeRef interpolator) {
        if (!world_->spend_values(channel.values.size())) return false;
        const bool closed = read_bool(*world_, interpolator, "closed", false);
        if (stride == 4) {
            follow_squad(channel, closed);
            return true;
        }
        follow_spline(channel, stride,
                      {closed, read_floats(*world_, interpolator, "keyVelocity"),
                       read_bool(*world_, interpolator, "normalizeVelocity", false)});
        return true;
    }

    /// Animates points or normals of meshes: a weight for each key.
    void drive_shape(NodeRef interpolator, const Track& track, const std::vector<float>& times) {
        std::vector<vec3> values(track.values.size() / 3);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = {track.values[3 * i], track.values[3 * i + 1], track.values[3 * i + 2]};
        for (const Endpoint& end : reach({interpolator, "value"})) {
            if (end.field != "point" && end.field != "vector") continue;
            const std::vector<int>& displacers =
                shapes_.displacers(interpolator, end.node, track.keys.size(), values);
            for (std::size_t key = 0; key < displacers.size(); ++key)
                put(KeyedShapes::weight_channel(times, key, displacers[key]), {});
        }
    }

    void aim(const Channel& prototype, ChannelPath path, NodeRef target, NodeRef interpolator) {
        if (path == ChannelPath::weight) {
            const auto found = built_->displacers.find(target.key());
            if (found == built_->displacers.end()) return;
            for (const int displacer : found->second) {
                if (world_->is_refused()) return;
                Channel channel = prototype;
                channel.path = path;
                channel.displacer = displacer;
                put(std::move(channel), {interpolator, vec3(0.0F)});
            }
            return;
        }
        const auto found = built_->frames.find(target.key());
        if (found == built_->frames.end()) return;
        for (const FrameTarget& frame : found->second) {
            if (world_->is_refused()) return;
            Channel channel = prototype;
            channel.path = path;
            channel.node = frame.node;
            channel.space = frame.in_rest ? ChannelSpace::local : ChannelSpace::delta;
            if (frame.in_rest && path == ChannelPath::translation) {
                const bool cubic = channel.interpolation == Interpolation::cubic;
                for (std::size_t i = 0; i < channel.values.size(); ++i) {
                    if (cubic && i / 3 % 3 != 1) continue;  // a velocity
                    channel.values[i] += frame.base[static_cast<glm::length_t>(i % 3)];
                }
            }
            const bool is_placed = frame.in_rest && path == ChannelPath::translation;
            put(std::move(channel), {interpolator, is_placed ? frame.base : vec3(0.0F)});
        }
    }

    /// `track`: where it is in the file; without an interpolator where it is shared.
    void put(Channel channel, const BuiltTrack& track) {
        const std::size_t own_size = 16;
        if (!world_->spend_values(own_size + channel.times.size() + channel.values.size())) return;
        const Key key{channel.node, channel.displacer, channel.path};
        tracks_[key] = track;
        const auto [place, fresh] = channels_.insert_or_assign(key, std::move(channel));
        if (fresh) order_.push_back(place->first);
    }

    World* world_;
    const Survey* survey_;
    const BuiltNodes* built_;
    Document* document_;
    KeyedShapes shapes_;
    std::map<Key, Channel> channels_;
    std::map<Key, BuiltTrack> tracks_;
    std::vector<BuiltClip> made_;
    std::vector<Key> order_;
};

}  // namespace

std::vector<BuiltClip> add_clips(World& world, const Survey& survey, const BuiltNodes& built,
                                 Document& document) {
    ClipMaker maker(world, survey, built, document);
    for (const NodeRef timer : survey.timers) maker.add(timer);
    return maker.take_made();
}

}  // namespace vitruvian::vrml

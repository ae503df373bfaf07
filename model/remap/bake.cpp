// Converts plans to clips of node channels, with no more keys than needed.
#include "model/core/at.h"
#include "model/remap/remap_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::size_t max_keys = 100'000;
constexpr double same_key = 1e-4;  // maximum distance in seconds between a key and its frame
/// Keys are not added closer to each other than this: steps would need infinitely many.
constexpr float nearest_keys = 1.0F / 2000.0F;

/// Whole frames and the end, ascending.
std::vector<float> frame_times(double end, double rate) {
    std::vector<float> out;
    const double frames = std::min(std::floor(end * rate + 1e-4), static_cast<double>(max_keys));
    for (double frame = 0.0; frame <= frames; frame += 1.0)
        out.push_back(static_cast<float>(rate > 0.0 ? std::min(frame / rate, end) : 0.0));
    if (end - static_cast<double>(out.back()) > same_key) out.push_back(static_cast<float>(end));
    return out;
}

/// Returns the clip's own key times, ascending.
std::vector<float> key_times(const Clip& clip) {
    std::vector<float> out;
    for (const Channel& channel : clip.channels) {
        if (out.size() + channel.times.size() > max_keys) break;
        out.insert(out.end(), channel.times.begin(), channel.times.end());
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// Returns the clip's own key times, unless only whole frames are wanted, and all frames without a key,
/// ascending.
std::vector<float> baking_times(const Clip& clip, const BakeOptions& options) {
    std::vector<float> out;
    if (!options.whole_frames) out = key_times(clip);
    const auto keys = static_cast<std::ptrdiff_t>(out.size());
    for (const float frame : frame_times(std::max(clip.duration, 0.0), std::max(options.rate, 0.0))) {
        const auto last = out.begin() + keys;
        const auto near = std::lower_bound(out.begin(), last, frame - static_cast<float>(same_key));
        if (near == last || *near > frame + static_cast<float>(same_key)) out.push_back(frame);
    }
    for (const double seconds : options.also_at) out.push_back(static_cast<float>(seconds));
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

Channel empty_channel(int node, ChannelPath path) {
    Channel out;
    out.node = node;
    out.path = path;
    return out;
}

quat rotation_at(const Channel& channel, std::size_t key) {
    const float* v = channel.values.data() + 4 * key;
    return {v[3], v[0], v[1], v[2]};
}
vec3 position_at(const Channel& channel, std::size_t key) {
    const float* v = channel.values.data() + 3 * key;
    return {v[0], v[1], v[2]};
}

/// Returns the angle between two rotations, in radians; accurate for small ones, unlike an arc cosine.
float gap(const quat& a, const quat& b) {
    const quat d = glm::conjugate(a) * b;
    return 2.0F * std::atan2(glm::length(vec3(d.x, d.y, d.z)), std::abs(d.w));
}

/// The nodes that are baked with dense keys, and their values at ascending times.
class DenseKeys {
  public:
    struct Tolerance {
        float angle = 0.0F;
        float length = 0.0F;       // in the world
        std::vector<float> scale;  // of the space that each node moves in

        [[nodiscard]] float length_of(const Channel& channel) const {
            return length / at(scale, channel.node);
        }
    };

    DenseKeys(const RemapPlan& plan, std::vector<Channel> channels)
        : plan_(plan), channels_(std::move(channels)), pose_(plan.base()) {}

    [[nodiscard]] bool empty() const { return channels_.empty(); }

    void add(const std::vector<float>& times) {
        for (const float seconds : times) rows_.push_back(row_at(seconds));
    }

    /// Subdivides intervals until the middle of each is within tolerance of its interpolation.
    void refine(const Tolerance& tolerance) {
        std::vector<Row> done;
        std::vector<Row> waiting(rows_.rbegin(), rows_.rend());  // the next one is last
        while (!waiting.empty()) {
            if (!done.empty() && done.size() + waiting.size() < max_keys) {
                const float from = done.back().time;
                const float to = waiting.back().time;
                if (to - from > nearest_keys) {
                    Row middle = row_at(0.5F * (from + to));
                    if (!is_between(done.back(), waiting.back(), middle, tolerance)) {
                        waiting.push_back(std::move(middle));
                        continue;
                    }
                }
            }
            done.push_back(std::move(waiting.back()));
            waiting.pop_back();
        }
        rows_ = std::move(done);
    }

    [[nodiscard]] std::vector<Channel> take() {
        for (const Row& row : rows_) {
            const float* value = row.values.data();
            for (Channel& channel : channels_) {
                const int count = components(channel.path);
                channel.times.push_back(row.time);
                channel.values.insert(channel.values.end(), value, value + count);
                value += count;
            }
        }
        return std::move(channels_);
    }

  private:
    struct Row {
        float time = 0.0F;
        std::vector<float> values;  // of all channels
    };

    Row row_at(float seconds) {
        plan_.sample(static_cast<double>(seconds), pose_);
        Row row{seconds, {}};
        for (const Channel& channel : channels_) {
            const Transform& local = at(pose_.local, channel.node);
            if (channel.path == ChannelPath::rotation) {
                const quat& q = local.rotation;
                row.values.insert(row.values.end(), {q.x, q.y, q.z, q.w});
            } else {
                const vec3& v = local.translation;
                row.values.insert(row.values.end(), {v.x, v.y, v.z});
            }
        }
        return row;
    }

    [[nodiscard]] bool is_between(const Row& a, const Row& b, const Row& middle,
                                  const Tolerance& tolerance) const {
        std::size_t at = 0;
        for (const Channel& channel : channels_) {
            const auto rotation = [at](const Row& r) {
                return quat(r.values[at + 3], r.values[at], r.values[at + 1], r.values[at + 2]);
            };
            const auto position = [at](const Row& r) {
                return vec3(r.values[at], r.values[at + 1], r.values[at + 2]);
            };
            if (channel.path == ChannelPath::rotation) {
                if (gap(glm::slerp(rotation(a), rotation(b), 0.5F), rotation(middle)) > tolerance.angle)
                    return false;
                at += 4;
            } else {
                const vec3 halfway = 0.5F * (position(a) + position(b));
                if (glm::distance(halfway, position(middle)) > tolerance.length_of(channel)) return false;
                at += 3;
            }
        }
        return true;
    }

    const RemapPlan& plan_;
    std::vector<Channel> channels_;
    Pose pose_;
    std::vector<Row> rows_;
};

/// Whether all keys between `from` and `to` are within tolerance of the interpolation between these two.
bool can_span(const Channel& channel, std::size_t from, std::size_t to,
              const DenseKeys::Tolerance& tolerance) {
    const float start = channel.times[from];
    const float length = channel.times[to] - start;
    for (std::size_t i = from + 1; i < to; ++i) {
        const float u = length > 0.0F ? (channel.times[i] - start) / length : 0.0F;
        if (channel.path == ChannelPath::rotation) {
            const quat q = glm::slerp(rotation_at(channel, from), rotation_at(channel, to), u);
            if (gap(q, rotation_at(channel, i)) > tolerance.angle) return false;
        } else {
            const vec3 p = glm::mix(position_at(channel, from), position_at(channel, to), u);
            if (glm::distance(p, position_at(channel, i)) > tolerance.length_of(channel)) return false;
        }
    }
    return true;
}

/// Returns the furthest key that one linear segment from `from` can reach: by doubling, then bisection.
std::size_t reach(const Channel& channel, std::size_t from, const DenseKeys::Tolerance& tolerance) {
    const std::size_t last = channel.times.size() - 1;
    std::size_t good = from + 1;
    std::size_t step = 2;
    while (from + step <= last && can_span(channel, from, from + step, tolerance)) {
        good = from + step;
        step *= 2;
    }
    std::size_t bad = std::min(from + step, last + 1);
    if (bad == last + 1 && can_span(channel, from, last, tolerance)) return last;
    while (bad - good > 1) {
        const std::size_t middle = good + (bad - good) / 2;
        (can_span(channel, from, middle, tolerance) ? good : bad) = middle;
    }
    return good;
}

/// Removes keys that the interpolation of their neighbours reproduces within tolerance.
void drop_keys(Channel& channel, const DenseKeys::Tolerance& tolerance) {
    const bool known = channel.path == ChannelPath::rotation || channel.path == ChannelPath::translation;
    if (!known || channel.interpolation != Interpolation::linear || channel.times.size() < 2) return;
    std::vector<std::size_t> kept{0};
    while (kept.back() + 1 < channel.times.size()) kept.push_back(reach(channel, kept.back(), tolerance));
    const auto count = static_cast<std::size_t>(components(channel.path));
    if (kept.size() == 2) {
        const auto second = channel.values.begin() + static_cast<std::ptrdiff_t>(kept[1] * count);
        const bool rotation = channel.path == ChannelPath::rotation;
        const bool same = rotation ? gap(rotation_at(channel, 0), rotation_at(channel, kept[1])) < 1e-6F
                                   : std::equal(second, second + 3, channel.values.begin());
        if (same) kept.resize(1);
    }
    Channel out = channel;
    out.times.clear();
    out.values.clear();
    for (const std::size_t key : kept) {
        const auto value = channel.values.begin() + static_cast<std::ptrdiff_t>(key * count);
        out.times.push_back(channel.times[key]);
        out.values.insert(out.values.end(), value, value + static_cast<std::ptrdiff_t>(count));
    }
    channel = std::move(out);
}

/// Returns channels that cannot be converted key by key; with `all`, also those that can.
std::vector<Channel> dense_channels(const RemapTables& tables, bool all) {
    const TargetTables& target = tables.target;
    std::vector<Channel> out;
    if (all) {
        for (const Channel& channel : tables.exact.channels)
            out.push_back(empty_channel(channel.node, channel.path));
    }
    for (const DrivenNode& driven : tables.mixed)
        out.push_back(empty_channel(driven.node, ChannelPath::rotation));
    for (const DetachedBone& bone : target.detached)
        out.push_back(empty_channel(bone.node, ChannelPath::rotation));
    if (target.hips_node >= 0 && tables.source.moves_hips && !tables.exact_hips)
        out.push_back(empty_channel(target.hips_node, ChannelPath::translation));
    for (const DetachedBone& bone : target.detached) {
        // The hips may be among the exact channels.
        const bool there = std::any_of(out.begin(), out.end(), [&bone](const Channel& c) {
            return c.node == bone.node && c.path == ChannelPath::translation;
        });
        if (!there) out.push_back(empty_channel(bone.node, ChannelPath::translation));
    }
    return out;
}

/// Nodes moved by pins follow the pose, whatever the clip's own keys are.
void add_pinned(const FootPins& pins, std::vector<Channel>& channels) {
    if (pins.empty()) return;
    const auto add = [&](int node, ChannelPath path) {
        const bool there = std::any_of(channels.begin(), channels.end(),
                                       [&](const Channel& c) { return c.node == node && c.path == path; });
        if (!there) channels.push_back(empty_channel(node, path));
    };
    if (pins.hips >= 0) add(pins.hips, ChannelPath::translation);
    for (const PinnedLeg& leg : pins.legs) {
        for (const int node : {leg.upper, leg.lower, leg.foot}) add(node, ChannelPath::rotation);
        if (!leg.foot_hangs) add(leg.foot, ChannelPath::translation);
    }
}

/// Adds what is static of joints, but differs from the file's pose: it would stay as it is there.
void add_still_joints(const TargetTables& target, Clip& clip) {
    constexpr std::array paths{ChannelPath::rotation, ChannelPath::translation, ChannelPath::scale,
                               ChannelPath::scale_orientation};
    const Pose stored = file_pose(target.skeleton);
    std::set<std::pair<int, ChannelPath>> moves;
    for (const Channel& c : clip.channels) moves.emplace(c.node, c.path);
    for (int node = 0; node < static_cast<int>(target.skeleton.size()); ++node) {
        for (const ChannelPath path : paths) {
            std::vector<float> still = key_values(at(target.base.local, node), path);
            if (still == key_values(at(stored.local, node), path) || moves.contains({node, path})) continue;
            clip.channels.push_back(held_channel(node, path, std::move(still)));
        }
    }
}

/// H-Anim joints have a translation as their rest, which is subtracted for a delta.
void turn_into_delta(Channel& channel, const Transform& rest) {
    const bool only_moved = rest.rotation == identity_quat && rest.scale == vec3(1.0F);
    if (!only_moved) return;
    channel.space = ChannelSpace::delta;
    if (channel.path != ChannelPath::translation) return;
    const bool cubic = channel.interpolation == Interpolation::cubic;
    for (std::size_t i = 0; i + 2 < channel.values.size(); i += 3) {
        if (cubic && (i / 3) % 3 != 1) continue;  // a tangent
        for (int axis = 0; axis < 3; ++axis)
            channel.values[i + static_cast<std::size_t>(axis)] -= rest.translation[axis];
    }
}

/// Returns a weight channel with keys at `times` only.
Channel at_times(const Channel& face, const std::vector<float>& times) {
    Channel out = face;
    out.interpolation = Interpolation::linear;
    out.times = times;
    out.values.clear();
    for (const float time : times) out.values.push_back(sample_channel(face, static_cast<double>(time)).x);
    return out;
}

/// Returns the largest scale of what is above each node.
std::vector<float> scales_above(const TargetTables& target) {
    const std::vector<mat4> world = world_matrices(target.skeleton, target.base);
    std::vector<float> out(target.skeleton.size(), 1.0F);
    for (std::size_t node = 0; node < out.size(); ++node) {
        const int parent = target.skeleton.parent[node];
        if (parent < 0) continue;
        const mat3 axes(at(world, parent));
        const float scale = std::max({glm::length(axes[0]), glm::length(axes[1]), glm::length(axes[2])});
        if (scale > 0.0F) out[node] = scale;
    }
    return out;
}

}  // namespace

Clip RemapPlan::bake(const BakeOptions& options) const {
    const TargetTables& target = tables_->target;
    Clip out = tables_->exact;
    if (options.whole_frames) out.channels.clear();
    const float size = target.hip_height > 0.0F ? target.hip_height : 1.0F;
    const DenseKeys::Tolerance tolerance{options.tolerance, options.tolerance * size, scales_above(target)};
    std::vector<Channel> wanted = dense_channels(*tables_, options.whole_frames);
    add_pinned(tables_->pins, wanted);
    const auto is_wanted = [&](const Channel& exact) {
        return std::any_of(wanted.begin(), wanted.end(),
                           [&](const Channel& c) { return c.node == exact.node && c.path == exact.path; });
    };
    out.channels.erase(std::remove_if(out.channels.begin(), out.channels.end(), is_wanted),
                       out.channels.end());
    DenseKeys dense(*this, std::move(wanted));
    if (!dense.empty()) {
        dense.add(baking_times(*tables_->source.clip, options));
        if (options.tolerance > 0.0F && !options.whole_frames) dense.refine(tolerance);
        std::vector<Channel> channels = dense.take();
        std::move(channels.begin(), channels.end(), std::back_inserter(out.channels));
    }
    if (options.tolerance > 0.0F) {
        for (Channel& channel : out.channels) drop_keys(channel, tolerance);
    }
    add_still_joints(target, out);
    if (target.is_hanim) {
        for (Channel& channel : out.channels)
            turn_into_delta(channel, at(target.skeleton.rest, channel.node));
    }
    for (const Channel& face : tables_->face) {
        out.channels.push_back(
            options.whole_frames ? at_times(face, baking_times(*tables_->source.clip, options)) : face);
    }
    return out;
}

}  // namespace vitruvian

// Compares clips: how far two with the same name move joints, sites and displacers apart, and when.
#include "model/document/file_format.h"
#include "model/figure/joint_angles.h"
#include "model/remap/clip_player.h"
#include "model/rig_diff/comparing.h"

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {
namespace {

constexpr double rate = 30.0;  // samples per second
constexpr int max_looks = 3000;
constexpr std::size_t max_keys = 20'000;
constexpr double finest_motion = 5e-3;    // keys are rounded, and errors add up along chains of joints
constexpr double finest_own_turn = 1e-3;  // of a single joint

std::optional<ClipPlayer> player_of(const Rig& rig, int clip) {
    const RemapSource source{at(rig.document.clips, clip), &rig.document, -1};
    Result<ClipPlayer> player =
        ClipPlayer::make(source, rig.document, rig.document.humanoids.empty() ? -1 : 0);
    if (!player) return std::nullopt;
    return std::move(*player);
}

/// Returns the times at which both are sampled: evenly, and at every key, since a difference may be between
/// two samples.
std::vector<double> moments_of(const Clip& first, const Clip& second) {
    const double duration = std::max(first.duration, second.duration);
    const int looks = std::clamp(static_cast<int>(std::ceil(duration * rate)) + 1, 1, max_looks);
    std::vector<double> out;
    for (int look = 0; look < looks; ++look) out.push_back(looks == 1 ? 0.0 : duration * look / (looks - 1));
    // Keys of several channels are at the same time except for rounding.
    constexpr double apart = 1e-4;
    std::set<std::int64_t> keys;
    for (const Clip* clip : {&first, &second}) {
        for (const Channel& channel : clip->channels) {
            for (const float time : channel.times) {
                if (keys.size() < max_keys) keys.insert(std::llround(static_cast<double>(time) / apart));
            }
        }
    }
    for (const std::int64_t key : keys) {
        const double time = static_cast<double>(key) * apart;
        if (time <= duration) out.push_back(time);
    }
    return out;
}

/// The largest difference of two clips.
struct Widest {
    double size = 0.0;
    double time = 0.0;
    int where = -1;

    void take(double apart, double now, int what) {
        if (apart > size) *this = {apart, now, what};
    }
};

/// The rotation from rest, in world space. Computed from the change of space, since joints below non-uniform
/// scales have axes that are not perpendicular, which differ by format.
quat turned(const std::vector<mat4>& world, const std::vector<mat4>& rest, int node) {
    return rotation_of(at(world, node) * affine_inverse(at(rest, node)));
}

vec3 travelled(const std::vector<mat4>& world, const std::vector<mat4>& rest, int node) {
    return vec3(at(world, node)[3]) - vec3(at(rest, node)[3]);
}

/// Whether all its keys have the same value.
bool is_held(const Clip& clip) {
    return std::all_of(clip.channels.begin(), clip.channels.end(), [](const Channel& channel) {
        const auto width = static_cast<std::ptrdiff_t>(components(channel.path));
        const auto& values = channel.values;
        return channel.interpolation != Interpolation::cubic &&
               (std::ssize(values) <= width ||
                std::equal(values.begin() + width, values.end(), values.begin()));
    });
}

std::vector<std::string> names_of_clips(const Document& document) {
    std::vector<std::string> out;
    for (const auto& clip : document.clips) out.push_back(clip->name);
    return out;
}

/// A motion file stores no name for its clip, which is named after the file.
bool names_clips(const Document& document) {
    return document.format != FileFormat::bvh;
}

std::vector<std::string> given_names_of_clips(const Document& document) {
    return names_clips(document) ? names_of_clips(document) : std::vector<std::string>(document.clips.size());
}

}  // namespace

/// By name, otherwise by duration and targets.
Pairs Comparison::match_clips() const {
    using Moved = std::set<std::pair<int, int>>;  // node or bone, and its kind
    const auto moved_by = [this](const Clip& clip, bool is_first) {
        Moved out;
        for (const Channel& c : clip.channels) {
            const int kind = c.bone ? 1 : 0;
            if (c.bone) {
                out.emplace(static_cast<int>(*c.bone), kind);
            } else if (c.node >= 0) {
                const int node = at(is_first ? first_.carrier : second_.carrier, c.node);
                out.emplace(is_first ? second_node(node) : node, kind);
            }
        }
        return out;
    };
    const Likeness likeness = [&](int i, int j) {
        const Clip& a = *at(first_.document.clips, i);
        const Clip& b = *at(second_.document.clips, j);
        constexpr double hundredth = 0.01;
        const bool are_poses = is_held(a) && is_held(b);
        if (!are_poses && std::abs(a.duration - b.duration) > hundredth * std::max(a.duration, b.duration))
            return 0.0F;
        const Moved before = moved_by(a, true);
        const Moved after = moved_by(b, false);
        Moved both;
        std::set_intersection(before.begin(), before.end(), after.begin(), after.end(),
                              std::inserter(both, both.end()));
        const std::size_t all = before.size() + after.size() - both.size();
        return all == 0 ? 0.0F : static_cast<float>(both.size()) / static_cast<float>(all);
    };
    return pair_up(given_names_of_clips(first_.document), given_names_of_clips(second_.document), likeness);
}

void Comparison::compare_clips() {
    figure_ = 0;
    const std::vector<MovedNode> nodes = moved_nodes();
    const std::size_t before_pairs = changes_.size();
    const Pairs pairs = paired(RigPart::clip, names_of_clips(first_.document),
                               names_of_clips(second_.document), match_clips());
    // A motion file of no motion has one all the same.
    if (is_motion_file(first_) != is_motion_file(second_)) {
        forgive(before_pairs, [](const RigChange&, const Rig& rig) {
            const auto& clips = rig.document.clips;
            return is_motion_file(rig) &&
                   std::all_of(clips.begin(), clips.end(), [](const auto& clip) { return is_held(*clip); });
        });
    }
    for (const auto& [i, j] : pairs) {
        const Clip& a = *at(first_.document.clips, i);
        const Clip& b = *at(second_.document.clips, j);
        const std::size_t from = changes_.size();
        if (names_clips(first_.document) && names_clips(second_.document))
            renamed(RigPart::clip, a.name, b.name);
        compare_length(a, b);
        if (&a != &b) compare_motion(i, j, nodes);
        set_items(from, item_of(RigPart::clip, i), item_of(RigPart::clip, j));
    }
}

void Comparison::compare_length(const Clip& before, const Clip& after) {
    // X3D has no clips of zero duration: a pose is held there.
    const bool is_pose =
        (before.duration == 0.0 && is_held(after)) || (after.duration == 0.0 && is_held(before));
    if (is_one_family() || !is_pose)
        number(RigPart::clip, after.name, "duration", before.duration, after.duration, "s",
               std::max(tolerance_, 1e-4));
    const auto says_loop = [](const Document& document) {
        return is_world(document.format) ||
               (!document.humanoids.empty() && document.humanoids.front().kind == HumanoidKind::hanim);
    };
    if (before.loop == after.loop || !says_loop(first_.document) || !says_loop(second_.document)) return;
    RigChange& change = add(RigPart::clip, after.name, RigChangeKind::changed, "loop");
    change.before = before.loop;
    change.after = after.loop;
}

/// Returns nodes that neither clip animates: their pose is compared elsewhere.
std::vector<Comparison::MovedNode> Comparison::still_nodes(const ClipPlayer& first, const ClipPlayer& second,
                                                           std::vector<MovedNode> all) const {
    if (first.plan() != nullptr || second.plan() != nullptr) return {};
    const auto moved_by = [](const Clip& clip) {
        std::set<int> out;
        for (const Channel& channel : clip.channels) out.insert(channel.node);
        return out;
    };
    const std::set<int> by_first = moved_by(*first.clip());
    const std::set<int> by_second = moved_by(*second.clip());
    std::erase_if(all, [&](const MovedNode& node) {
        return by_first.contains(node.first) || by_second.contains(node.second);
    });
    return all;
}

/// Whether its axes at rest are equal, so that rotations about them can be compared.
bool Comparison::has_same_rest(const MovedNode& node) const {
    constexpr float same = 1e-3F;
    return angle_between(first_.orientation(node.first), second_.orientation(node.second)) <= same;
}

/// Returns the difference of its rotations from rest in its own frame.
double Comparison::own_turns_apart(const Pose& first, const Pose& second, const MovedNode& node) const {
    const auto from_rest = [](const Rig& rig, const Pose& pose, int index) {
        return glm::conjugate(at(rig.rest.local, index).rotation) * at(pose.local, index).rotation;
    };
    return static_cast<double>(
        angle_between(from_rest(first_, first, node.first), from_rest(second_, second, node.second)));
}

/// Returns the difference of a node's world rotations in several forms, one of which stays zero whatever else
/// differs: from rest; absolute, where rest poses differ; `own`, in its own frame, where its parent differs.
std::array<double, 3> Comparison::turns_apart(const std::vector<mat4>& first, const std::vector<mat4>& second,
                                              double own, const MovedNode& node) const {
    const auto apart = [](const quat& a, const quat& b) { return static_cast<double>(angle_between(a, b)); };
    const double from_rest =
        apart(turned(first, first_.world, node.first), turned(second, second_.world, node.second));
    const double shown = has_same_axes()
                             ? apart(rotation_of(at(first, node.first)), rotation_of(at(second, node.second)))
                             : from_rest;
    return {from_rest, shown, is_one_family() && node.is_rehung ? own : from_rest};
}

/// Returns displacers that a clip animates: the weights of the others are compared elsewhere.
Pairs Comparison::moved_displacers(const Clip& first, const Clip& second) {
    const auto moves = [](const Clip& clip, int displacer) {
        return std::any_of(clip.channels.begin(), clip.channels.end(), [displacer](const Channel& channel) {
            return channel.path == ChannelPath::weight && channel.displacer == displacer;
        });
    };
    Pairs out;
    for (const auto& [i, j] : displacer_pairs()) {
        if (moves(first, i) || moves(second, j)) out.emplace_back(i, j);
    }
    return out;
}

/// Compares in world space, independently of a format's joint axes: the rotation of each joint and site, the
/// translation of the topmost joints, and the weights of displacers.
void Comparison::compare_motion(int before, int after, const std::vector<MovedNode>& nodes) {
    const std::optional<ClipPlayer> a = player_of(first_, before);
    const std::optional<ClipPlayer> b = player_of(second_, after);
    const std::string& name = at(second_.document.clips, after)->name;
    if (!a && !b) return compare_channels(before, after);
    if (!a || !b) return words(RigPart::clip, name, "plays", a ? "yes" : "no", b ? "yes" : "no");
    const std::vector<MovedNode> still = still_nodes(*a, *b, nodes);
    const Pairs displacers = moved_displacers(*a->clip(), *b->clip());
    std::vector<std::array<Widest, 3>> turns(nodes.size());
    Widest own_turn;
    Widest travel;
    Widest weight;
    for (const double time : moments_of(*a->clip(), *b->clip())) {
        Pose pose_a = a->pose_at(time, first_.skeleton);
        Pose pose_b = b->pose_at(time, second_.skeleton);
        for (const MovedNode& node : still) {
            at(pose_a.local, node.first) = at(first_.rest.local, node.first);
            at(pose_b.local, node.second) = at(second_.rest.local, node.second);
        }
        const std::vector<mat4> world_a = world_matrices(first_.skeleton, pose_a);
        const std::vector<mat4> world_b = world_matrices(second_.skeleton, pose_b);
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const MovedNode& node = nodes[n];
            const double own = is_one_family() ? own_turns_apart(pose_a, pose_b, node) : 0.0;
            const std::array apart = turns_apart(world_a, world_b, own, node);
            for (std::size_t way = 0; way < apart.size(); ++way)
                turns[n][way].take(apart[way], time, node.second);
            if (is_one_family() && has_same_rest(node)) own_turn.take(own, time, node.second);
            if (!node.is_topmost) continue;
            const vec3 away = is_placed_by_motion(node.first, node.second)
                                  ? vec3(at(world_a, node.first)[3]) - vec3(at(world_b, node.second)[3])
                                  : travelled(world_a, first_.world, node.first) -
                                        travelled(world_b, second_.world, node.second);
            travel.take(static_cast<double>(glm::length(away)), time, node.second);
        }
        for (const auto& [i, j] : displacers)
            weight.take(std::abs(static_cast<double>(at(pose_a.weights, i) - at(pose_b.weights, j))), time,
                        j);
    }
    Widest turn;
    for (const std::array<Widest, 3>& ways : turns) {
        const Widest& least = *std::min_element(
            ways.begin(), ways.end(), [](const Widest& x, const Widest& y) { return x.size < y.size; });
        turn.take(least.size, least.time, least.where);
    }
    const auto tell = [&](const Widest& widest, double scale, const char* field, const char* unit,
                          const std::string& what) {
        if (widest.size <= std::max(tolerance_, finest_motion) * scale) return;
        RigChange& change = add(RigPart::clip, name, RigChangeKind::changed, field);
        change.magnitude = widest.size;
        change.unit = unit;
        change.detail = fmt::format("{} after {:.3f} s", what, widest.time);
    };
    const auto node_name = [&](const Widest& widest) {
        return widest.where < 0 ? std::string() : at(second_.document.nodes, widest.where).name;
    };
    const bool is_small = turn.size <= std::max(tolerance_, finest_motion) &&
                          own_turn.size > std::max(tolerance_, finest_own_turn);
    const Widest& told = is_small ? own_turn : turn;
    tell(told, is_small ? finest_own_turn / finest_motion : 1.0, "motion", "rad",
         fmt::format("{:.1f} degrees at {}", glm::degrees(told.size), node_name(told)));
    tell(travel, length_, "travel", "m", fmt::format("{:.4g} at {}", travel.size, node_name(travel)));
    if (weight.where < 0) return;
    tell(weight, 1.0, "weights", "",
         fmt::format("{:.3g} of {}", weight.size, at(second_.document.displacers, weight.where).name));
}

/// Returns the joints and sites that are in both.
std::vector<Comparison::MovedNode> Comparison::moved_nodes() const {
    std::vector<MovedNode> out;
    const auto carrier_above = [](const Rig& rig, int node) {
        const int parent = at(rig.document.nodes, node).parent;
        return parent < 0 ? -1 : at(rig.carrier, parent);
    };
    std::vector<char> is_rehung(second_of_node_.size(), 0);
    const auto hangs_elsewhere = [&](int first, int second) {
        const int above = carrier_above(first_, first);
        return above >= 0 &&
               (at(is_rehung, above) != 0 ||
                (second_node(above) >= 0 && second_node(above) != carrier_above(second_, second)));
    };
    for (int node = 0; node < static_cast<int>(second_of_node_.size()); ++node) {
        if (second_node(node) < 0) continue;
        at(is_rehung, node) = hangs_elsewhere(node, second_node(node)) ? 1 : 0;
        out.push_back({node, second_node(node), carrier_above(first_, node) < 0, at(is_rehung, node) != 0});
    }
    const std::size_t figures = std::min(first_.document.humanoids.size(), second_.document.humanoids.size());
    for (std::size_t h = 0; h < figures; ++h) {
        for (const auto& [i, j] : match_sites(static_cast<int>(h))) {
            const int first = at(first_.document.humanoids[h].sites, i).node;
            const int second = at(second_.document.humanoids[h].sites, j).node;
            out.push_back({first, second, false, hangs_elsewhere(first, second)});
        }
    }
    return out;
}

/// Compares clips that animate no figure of their file by their channels.
void Comparison::compare_channels(int before, int after) {
    const Clip& a = *at(first_.document.clips, before);
    const Clip& b = *at(second_.document.clips, after);
    const auto is_like = [](const Channel& x, const Channel& y) {
        return x.bone == y.bone && x.path == y.path && x.times.size() == y.times.size() &&
               x.values.size() == y.values.size();
    };
    const bool alike =
        std::equal(a.channels.begin(), a.channels.end(), b.channels.begin(), b.channels.end(), is_like);
    if (!alike) return words(RigPart::clip, b.name, "channels", "some", "others");
    float largest = 0.0F;
    for (std::size_t c = 0; c < a.channels.size(); ++c) {
        for (std::size_t v = 0; v < a.channels[c].values.size(); ++v)
            largest = std::max(largest, std::abs(a.channels[c].values[v] - b.channels[c].values[v]));
    }
    constexpr double finest = 1e-3;
    if (static_cast<double>(largest) <= std::max(tolerance_, finest)) return;
    RigChange& change = add(RigPart::clip, b.name, RigChangeKind::changed, "values");
    change.magnitude = static_cast<double>(largest);
}

}  // namespace vitruvian::rig_diff

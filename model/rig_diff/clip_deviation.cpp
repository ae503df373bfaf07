// Samples two clips side by side, in world space, independently of a format's joint axes.
#include "model/rig_diff/clip_deviation.h"

#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/remap/clip_player.h"
#include "model/rig_diff/comparing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {
namespace {

constexpr double rate = 30.0;  // samples per second
constexpr int max_looks = 3000;
constexpr std::size_t max_keys = 20'000;

/// Differences in several forms, one of which stays zero whatever else differs.
using Forms = std::array<double, 3>;
using WidestForms = std::array<Widest, 3>;

void take_forms(WidestForms& widest, const Forms& apart, double time, int node) {
    for (std::size_t form = 0; form < apart.size(); ++form) widest[form].take(apart[form], time, node);
}

const Widest& least_of(const WidestForms& forms) {
    return *std::min_element(forms.begin(), forms.end(),
                             [](const Widest& x, const Widest& y) { return x.size < y.size; });
}

/// Returns the times at which both are sampled: evenly, and at every key, since a difference may be between
/// two samples. In seconds of the first clip; `slower`: the second's seconds for each of them.
std::vector<double> moments_of(const Clip& first, const Clip& second, double slower) {
    const double duration = std::max(first.duration, second.duration / slower);
    const int looks = std::clamp(static_cast<int>(std::ceil(duration * rate)) + 1, 1, max_looks);
    std::vector<double> out;
    for (int look = 0; look < looks; ++look) out.push_back(looks == 1 ? 0.0 : duration * look / (looks - 1));
    // Keys of several channels are at the same time except for rounding.
    constexpr double apart = 1e-4;
    std::set<std::int64_t> keys;
    for (const auto& [clip, seconds] : {std::pair(&first, 1.0), std::pair(&second, slower)}) {
        for (const Channel& channel : clip->channels) {
            for (const float time : channel.times) {
                if (keys.size() < max_keys)
                    keys.insert(std::llround(static_cast<double>(time) / (seconds * apart)));
            }
        }
    }
    for (const std::int64_t key : keys) {
        const double time = static_cast<double>(key) * apart;
        if (time <= duration) out.push_back(time);
    }
    return out;
}

/// The rotation from rest, in world space. Computed from the change of space, since joints below non-uniform
/// scales have axes that are not perpendicular, which differ by format.
quat turned(const std::vector<mat4>& world, const std::vector<mat4>& rest, int node) {
    return rotation_of(at(world, node) * affine_inverse(at(rest, node)));
}

/// A node in a pose and at rest, seen from the joint that carries it; from the world if there is none (-1).
struct CarriedNode {
    mat4 posed;
    mat4 rest;
    mat3 world{1.0F};  // the carrier's axes at rest, with their scale

    CarriedNode(const Rig& rig, const std::vector<mat4>& pose, int node, int carrier)
        : posed(at(pose, node)), rest(at(rig.world, node)) {
        if (carrier < 0) return;
        posed = affine_inverse(at(pose, carrier)) * posed;
        rest = affine_inverse(at(rig.world, carrier)) * rest;
        world = mat3(at(rig.world, carrier));
    }

    [[nodiscard]] vec3 shift() const { return vec3(posed[3] - rest[3]); }
    [[nodiscard]] float unit() const { return std::cbrt(std::abs(glm::determinant(world))); }
};

void hold(Transform& posed, const Transform& rest, ChannelPath path) {
    if (path == ChannelPath::translation) posed.translation = rest.translation;
    if (path == ChannelPath::rotation) posed.rotation = rest.rotation;
    if (path != ChannelPath::scale) return;
    posed.scale = rest.scale;
    posed.scale_orientation = rest.scale_orientation;
}

double length_of(const vec3& v) {
    return static_cast<double>(glm::length(v));
}

vec3 scale_of(const mat4& frame) {
    return {glm::length(vec3(frame[0])), glm::length(vec3(frame[1])), glm::length(vec3(frame[2]))};
}

/// Returns the factors by which the axes are longer than at rest; one for all axes if `as_one`.
vec3 stretch_of(const CarriedNode& node, bool as_one) {
    const vec3 now = scale_of(node.posed);
    const vec3 rest = glm::max(scale_of(node.rest), vec3(1e-12F));
    return as_one ? vec3(std::cbrt(now.x * now.y * now.z / (rest.x * rest.y * rest.z))) : now / rest;
}

double largest_of(const vec3& v) {
    const vec3 size = glm::abs(v);
    return static_cast<double>(std::max({size.x, size.y, size.z}));
}

/// Returns the node that a mesh without weights moves with; -1: none.
int node_of_rigid(const MeshInstance& mesh) {
    return mesh.mesh->is_skinned() || mesh.skin->nodes.empty() ? -1 : mesh.skin->nodes.front();
}

/// Returns the nodes that clips animate.
std::set<int> animated_nodes(const Document& document) {
    std::set<int> out;
    for (const auto& clip : document.clips) {
        for (const Channel& channel : clip->channels) out.insert(channel.node);
    }
    return out;
}

/// Returns the node at or above `node` that is at `place` at rest, where those below it are not animated; else `node`:
/// readers of worlds dissolve Transforms that only place a mesh.
int node_at(const Rig& rig, const std::set<int>& animated, int node, const vec3& place, double near) {
    int up = node;
    while (up >= 0 && length_of(rig.position(up) - place) > near) {
        if (animated.contains(up)) return node;
        up = at(rig.document.nodes, up).parent;
    }
    return up >= 0 ? up : node;
}

}  // namespace

/// Returns components of nodes that neither clip animates: their pose is compared elsewhere.
std::vector<Comparison::StillPart> Comparison::still_parts(const ClipPlayer& first, const ClipPlayer& second,
                                                           const std::vector<MovedNode>& nodes) const {
    if (first.plan() != nullptr || second.plan() != nullptr) return {};
    const auto moved_by = [](const Clip& clip) {
        std::set<std::pair<int, ChannelPath>> out;
        for (const Channel& channel : clip.channels) out.emplace(channel.node, channel.path);
        return out;
    };
    const auto by_first = moved_by(*first.clip());
    const auto by_second = moved_by(*second.clip());
    std::vector<StillPart> out;
    for (const MovedNode& node : nodes) {
        for (const ChannelPath path : {ChannelPath::translation, ChannelPath::rotation, ChannelPath::scale}) {
            if (!by_first.contains({node.first, path}) && !by_second.contains({node.second, path}))
                out.push_back({node, path});
        }
    }
    return out;
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

/// Returns the difference of a node's world rotations: from rest; absolute, where rest poses differ; along its
/// own axes at rest, where the whole figure was turned, or `own`, in its own frame, where its parent differs.
Forms Comparison::turns_apart(const std::vector<mat4>& first, const std::vector<mat4>& second, double own,
                              const MovedNode& node) const {
    const auto apart = [](const quat& a, const quat& b) { return static_cast<double>(angle_between(a, b)); };
    const quat turn = turned(first, first_.world, node.first);
    const quat new_turn = turned(second, second_.world, node.second);
    const double from_rest = apart(turn, new_turn);
    if (!has_same_axes()) return {from_rest, from_rest, is_one_family() && node.is_rehung ? own : from_rest};
    const auto along = [](const quat& axes, const quat& q) { return glm::conjugate(axes) * q * axes; };
    const double in_frame =
        apart(along(first_.orientation(node.first), turn), along(second_.orientation(node.second), new_turn));
    const double shown = apart(rotation_of(at(first, node.first)), rotation_of(at(second, node.second)));
    return {from_rest, shown, is_one_family() && node.is_rehung ? own : in_frame};
}

/// Adds the difference of a node's places and scales, as seen from its carrier: from rest along the axes of the
/// world; from rest along the carrier's own axes (a topmost node's own), and absolute, where rest poses differ.
void Comparison::take_place(const std::vector<mat4>& first, const std::vector<mat4>& second,
                            const MovedNode& node, double time, NodeDeviation& out) const {
    if (node.carrier < 0 && !node.is_topmost) return;
    const CarriedNode a(first_, first, node.first, node.carrier);
    const CarriedNode b(second_, second, node.second, second_node(node.carrier));
    const double in_world = length_of(a.world * a.shift() - b.world * b.shift());
    const double in_frame = node.carrier < 0
                                ? length_of(glm::conjugate(first_.orientation(node.first)) * a.shift() -
                                            glm::conjugate(second_.orientation(node.second)) * b.shift())
                                : length_of(a.unit() * a.shift() - b.unit() * b.shift());
    const double shown = length_of(a.unit() * vec3(a.posed[3]) - b.unit() * vec3(b.posed[3]));
    const bool same_axes = has_same_axes();
    if (is_placed_by_motion(node.first, node.second)) {
        take_forms(out.travel, {shown, shown, shown}, time, node.second);
    } else {
        take_forms(out.travel, {in_world, same_axes ? in_frame : in_world, same_axes ? shown : in_world},
                   time, node.second);
    }
    const double stretch = largest_of(stretch_of(a, !same_axes) - stretch_of(b, !same_axes));
    const double scale = same_axes ? largest_of(scale_of(a.posed) - scale_of(b.posed)) : stretch;
    take_forms(out.stretch, {stretch, scale, stretch}, time, node.second);
}

ClipDeviation Comparison::deviation(const ClipPlayer& a, const ClipPlayer& b,
                                    const std::vector<MovedNode>& nodes, double slower) {
    const std::vector<StillPart> still = still_parts(a, b, nodes);
    const Pairs displacers = moved_displacers(*a.clip(), *b.clip());
    std::vector<NodeDeviation> apart(nodes.size());
    ClipDeviation out;
    for (const double moment : moments_of(*a.clip(), *b.clip(), slower)) {
        const double time = moment * slower;
        Pose pose_a = a.pose_at(moment, first_.skeleton);
        Pose pose_b = b.pose_at(time, second_.skeleton);
        for (const auto& [node, path] : still) {
            hold(at(pose_a.local, node.first), at(first_.rest.local, node.first), path);
            hold(at(pose_b.local, node.second), at(second_.rest.local, node.second), path);
        }
        const std::vector<mat4> world_a = world_matrices(first_.skeleton, pose_a);
        const std::vector<mat4> world_b = world_matrices(second_.skeleton, pose_b);
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const MovedNode& node = nodes[n];
            const double own = is_one_family() ? own_turns_apart(pose_a, pose_b, node) : 0.0;
            take_forms(apart[n].turn, turns_apart(world_a, world_b, own, node), time, node.second);
            if (is_one_family() && !node.is_rehung && has_same_rest(node))
                out.own_turn.take(own, time, node.second);
            take_place(world_a, world_b, node, time, apart[n]);
        }
        for (const auto& [i, j] : displacers)
            out.weight.take(std::abs(static_cast<double>(at(pose_a.weights, i) - at(pose_b.weights, j))),
                            time, j);
    }
    const auto take = [](Widest& widest, const WidestForms& forms) {
        const Widest& least = least_of(forms);
        widest.take(least.size, least.time, least.where);
    };
    for (const NodeDeviation& node : apart) {
        take(out.turn, node.turn);
        take(out.travel, node.travel);
        take(out.stretch, node.stretch);
    }
    return out;
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
    const auto add_node = [&](int first, int second, bool is_joint) {
        const int above = carrier_above(first_, first);
        const bool is_carried =
            above >= 0 && second_node(above) >= 0 && second_node(above) == carrier_above(second_, second);
        const bool is_alone = above < 0 && carrier_above(second_, second) < 0;
        out.push_back({.first = first,
                       .second = second,
                       .carrier = is_carried ? above : -1,
                       .is_topmost = is_joint ? above < 0 : is_alone,
                       .is_rehung = hangs_elsewhere(first, second)});
    };
    for (int node = 0; node < static_cast<int>(second_of_node_.size()); ++node) {
        if (second_node(node) < 0) continue;
        at(is_rehung, node) = hangs_elsewhere(node, second_node(node)) ? 1 : 0;
        add_node(node, second_node(node), true);
    }
    const std::size_t figures = std::min(first_.document.humanoids.size(), second_.document.humanoids.size());
    for (std::size_t h = 0; h < figures; ++h) {
        for (const auto& [i, j] : match_sites(static_cast<int>(h)))
            add_node(at(first_.document.humanoids[h].sites, i).node,
                     at(second_.document.humanoids[h].sites, j).node, false);
    }
    std::set<int> known;
    for (const MovedNode& node : out) known.insert(node.first);
    const std::set<int> animated = animated_nodes(first_.document);
    const std::set<int> new_animated = animated_nodes(second_.document);
    const double near = tolerance_ * length_;
    for (const auto& [i, j] : mesh_pairs_) {
        int first = node_of_rigid(at(first_.document.meshes, i));
        int second = node_of_rigid(at(second_.document.meshes, j));
        if (first < 0 || second < 0) continue;
        second = node_at(second_, new_animated, second, first_.position(first), near);
        first = node_at(first_, animated, first, second_.position(second), near);
        if (known.insert(first).second) add_node(first, second, false);
    }
    return out;
}

}  // namespace vitruvian::rig_diff

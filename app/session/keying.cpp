#include "app/session/keying.h"

#include "model/core/at.h"
#include "model/edit/frames.h"
#include "model/edit/key_edits.h"
#include "model/edit/key_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

constexpr std::array node_paths{ChannelPath::translation, ChannelPath::rotation, ChannelPath::scale,
                                ChannelPath::scale_orientation};

const Channel* find_channel(const Clip* clip, int node, int displacer, ChannelPath path) {
    if (clip == nullptr) return nullptr;
    const auto found =
        std::find_if(clip->channels.begin(), clip->channels.end(), [&](const Channel& channel) {
            return channel.node == node && channel.displacer == displacer && channel.path == path &&
                   !channel.bone;
        });
    return found == clip->channels.end() ? nullptr : &*found;
}

bool is_moved(const Clip* clip, int node) {
    return std::any_of(node_paths.begin(), node_paths.end(),
                       [&](ChannelPath path) { return find_channel(clip, node, -1, path) != nullptr; });
}

void set_component(Transform& t, ChannelPath path, std::span<const float> v) {
    if (path == ChannelPath::translation) t.translation = {v[0], v[1], v[2]};
    if (path == ChannelPath::rotation) t.rotation = {v[3], v[0], v[1], v[2]};
    if (path == ChannelPath::scale) t.scale = {v[0], v[1], v[2]};
    if (path == ChannelPath::scale_orientation) t.scale_orientation = {v[3], v[0], v[1], v[2]};
}

/// Whether they are equal except for rounding.
bool are_near(const Transform& a, const Transform& b) {
    constexpr float tiny = 1e-6F;
    const auto apart = [](const quat& p, const quat& q) { return 1.0F - std::abs(glm::dot(p, q)); };
    return glm::length(a.translation - b.translation) <= tiny * (1.0F + glm::length(b.translation)) &&
           glm::length(a.scale - b.scale) <= tiny * (1.0F + glm::length(b.scale)) &&
           apart(a.rotation, b.rotation) <= tiny && apart(a.scale_orientation, b.scale_orientation) <= tiny;
}

/// Whether a key of that component is needed even if the clip has no channel for it.
bool differs(const Transform& a, const Transform& b, ChannelPath path) {
    Transform with = b;
    set_component(with, path, key_values(a, path));
    return path == ChannelPath::rotation || !are_near(with, b);
}

KeyValues keys_for(const Channel& channel) {
    KeyValues out;
    out.node = channel.node;
    out.bone = channel.bone;
    out.displacer = channel.displacer;
    out.path = channel.path;
    return out;
}

/// Converts a channel's value between its possible spaces.
std::vector<float> in_space(const Transform& rest, ChannelPath path, ChannelSpace from, ChannelSpace to,
                            std::vector<float> value) {
    if (from == to) return value;
    Transform t = from == ChannelSpace::delta ? Transform{} : rest;
    set_component(t, path, value);
    if (to == ChannelSpace::local) return key_values(compose(rest, t), path);
    const std::optional<Transform> delta = delta_to(rest, t);
    return delta ? key_values(*delta, path) : value;
}

/// Returns a channel's values, and its tangents, in the form of `set-keys`.
KeyValues values_of(const Document& document, const Channel& channel) {
    KeyValues out = keys_for(channel);
    out.times = channel.times;
    const auto count = static_cast<std::size_t>(components(channel.path));
    const bool cubic = channel.interpolation == Interpolation::cubic;
    const bool is_node = channel.node >= 0;
    const ChannelSpace space = is_node ? space_of_new_channel(document, channel.node) : channel.space;
    const std::size_t stride = count * (cubic ? 3U : 1U);
    for (std::size_t i = 0; i < channel.times.size(); ++i) {
        const auto from = channel.values.begin() + static_cast<std::ptrdiff_t>(i * stride);
        const auto part = [&](std::size_t n) {
            const auto begin = from + static_cast<std::ptrdiff_t>(n * count);
            return std::vector<float>(begin, begin + static_cast<std::ptrdiff_t>(count));
        };
        std::vector<float> value = part(cubic ? 1 : 0);
        if (is_node)
            value =
                in_space(at(document.nodes, channel.node).rest, channel.path, channel.space, space, value);
        out.values.insert(out.values.end(), value.begin(), value.end());
        // Tangents of values converted to another space are recomputed.
        if (!cubic || channel.space != space) continue;
        const std::vector<float> in = part(0);
        const std::vector<float> outward = part(2);
        out.in_tangents.insert(out.in_tangents.end(), in.begin(), in.end());
        out.out_tangents.insert(out.out_tangents.end(), outward.begin(), outward.end());
    }
    return out;
}

}  // namespace

PosedThings posed_things(const Document& document, const Clip* clip, const Pose& pose) {
    PosedThings out;
    PosedThings joints;
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const Node& node = document.nodes[n];
        if (node.kind != NodeKind::joint && node.kind != NodeKind::humanoid) continue;
        const auto index = static_cast<int>(n);
        if (node.kind == NodeKind::joint) joints.nodes.push_back(index);
        if (is_moved(clip, index) || !are_near(pose.local[n], node.rest)) out.nodes.push_back(index);
    }
    for (std::size_t d = 0; d < document.displacers.size(); ++d) {
        const auto index = static_cast<int>(d);
        const bool moved = find_channel(clip, -1, index, ChannelPath::weight) != nullptr;
        if (moved || pose.weights[d] != 0.0F) out.displacers.push_back(index);
    }
    return out.empty() ? joints : out;
}

PosedThings posed_things(const Document& document, std::span<const Item> items) {
    PosedThings out;
    const auto add = [](std::vector<int>& list, int index) {
        if (std::find(list.begin(), list.end(), index) == list.end()) list.push_back(index);
    };
    for (const Item& item : items) {
        if (!exists(document, item)) continue;
        if (item.kind == ItemKind::displacer) add(out.displacers, item.index);
        int node = node_of(document, item);
        if (item.kind == ItemKind::site && node >= 0) node = at(document.nodes, node).parent;
        const bool has_frame = item.kind == ItemKind::joint || item.kind == ItemKind::segment ||
                               item.kind == ItemKind::site || item.kind == ItemKind::bone ||
                               item.kind == ItemKind::node || item.kind == ItemKind::humanoid;
        if (has_frame && node >= 0) add(out.nodes, node);
    }
    return out;
}

std::vector<KeyValues> keys_of_pose(const Document& document, const Clip* clip, const Pose& pose,
                                    const PosedThings& things, float time) {
    std::vector<KeyValues> out;
    for (const int n : things.nodes) {
        const Node& node = at(document.nodes, n);
        const Transform& local = at(pose.local, n);
        for (const ChannelPath path : node_paths) {
            const Channel* channel = find_channel(clip, n, -1, path);
            if (channel == nullptr && !differs(local, node.rest, path)) continue;
            const ChannelSpace space = channel ? channel->space : space_of_new_channel(document, n);
            const std::optional<Transform> delta = delta_to(node.rest, local);
            KeyValues keys;
            keys.node = n;
            keys.path = path;
            keys.times = {time};
            keys.values = key_values(space == ChannelSpace::delta && delta ? *delta : local, path);
            out.push_back(std::move(keys));
        }
    }
    for (const int d : things.displacers) {
        KeyValues keys;
        keys.displacer = d;
        keys.path = ChannelPath::weight;
        keys.times = {time};
        keys.values = {at(pose.weights, d)};
        out.push_back(std::move(keys));
    }
    return out;
}

std::vector<KeyChoice> keys_at_time(const Clip& clip, const PosedThings* things, float time) {
    const auto is_wanted = [&](const Channel& channel) {
        if (things == nullptr) return true;
        const auto has = [](const std::vector<int>& list, int index) {
            return std::find(list.begin(), list.end(), index) != list.end();
        };
        return channel.path == ChannelPath::weight ? has(things->displacers, channel.displacer)
                                                   : has(things->nodes, channel.node);
    };
    std::vector<KeyChoice> out;
    for (const Channel& channel : clip.channels) {
        const std::array<float, 1> when{time};
        if (!is_wanted(channel) || keys_at(channel, when).empty()) continue;
        out.push_back({channel.node, channel.bone, channel.displacer, channel.path, {time}});
    }
    return out;
}

Pose pose_with_clip(const Document& document, const Clip& clip, double seconds) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    sample(clip, seconds, skeleton, pose);
    return pose;
}

Document stored_in(const Document& document, const Pose& pose) {
    Document out = document;
    for (std::size_t n = 0; n < out.nodes.size(); ++n) {
        Node& node = out.nodes[n];
        if (are_near(pose.local[n], compose(node.rest, node.delta))) continue;
        if (const std::optional<Transform> delta = delta_to(node.rest, pose.local[n])) node.delta = *delta;
    }
    for (std::size_t d = 0; d < out.displacers.size(); ++d) out.displacers[d].weight = pose.weights[d];
    return out;
}

Batch leading_to(const Pose& from, const Pose& to, std::string title) {
    Batch out{std::move(title), {}};
    ApplyPose nodes;
    for (std::size_t n = 0; n < to.local.size(); ++n) {
        if (to.local[n] != from.local[n]) nodes.locals.emplace_back(static_cast<int>(n), to.local[n]);
    }
    if (!nodes.locals.empty()) out.commands.emplace_back(std::move(nodes));
    for (std::size_t d = 0; d < to.weights.size(); ++d) {
        if (to.weights[d] != from.weights[d])
            out.commands.emplace_back(SetDisplacerWeight{displacer_item(static_cast<int>(d)), to.weights[d]});
    }
    return out;
}

Pose with_changes(Pose stored, const Pose& from, const Pose& to) {
    for (std::size_t n = 0; n < to.local.size(); ++n) {
        if (to.local[n] != from.local[n]) stored.local[n] = to.local[n];
    }
    for (std::size_t d = 0; d < to.weights.size(); ++d) {
        if (to.weights[d] != from.weights[d]) stored.weights[d] = to.weights[d];
    }
    return stored;
}

PosedThings changed_things(const Pose& from, const Pose& to) {
    PosedThings out;
    for (std::size_t n = 0; n < to.local.size(); ++n) {
        if (!are_near(to.local[n], from.local[n])) out.nodes.push_back(static_cast<int>(n));
    }
    for (std::size_t d = 0; d < to.weights.size(); ++d) {
        if (to.weights[d] != from.weights[d]) out.displacers.push_back(static_cast<int>(d));
    }
    return out;
}

bool is_posing(const Command& command) {
    if (const auto* batch = std::get_if<Batch>(&command.edit)) {
        return !batch->commands.empty() &&
               std::all_of(batch->commands.begin(), batch->commands.end(), is_posing);
    }
    return poses_whole(command) || std::holds_alternative<SetJointRotation>(command.edit) ||
           std::holds_alternative<ApplyPose>(command.edit) ||
           std::holds_alternative<ReachTargets>(command.edit) ||
           std::holds_alternative<SetDisplacerWeight>(command.edit);
}

bool poses_whole(const Command& command) {
    if (const auto* mirror = std::get_if<Mirror>(&command.edit))
        return mirror->what == std::vector<std::string>{"pose"};
    return std::holds_alternative<EnforceTPose>(command.edit);
}

Result<std::optional<Command>> posing_as_keys(const Command& command, const Document& document, int clip,
                                              double seconds) {
    const Clip& moved = *at(document.clips, clip);
    Document posed = stored_in(document, pose_with_clip(document, moved, seconds));
    const Pose before = file_pose(make_skeleton(posed));
    if (Result<void> done = apply(command, posed); !done) return tl::unexpected(done.error());
    const Pose after = file_pose(make_skeleton(posed));
    const PosedThings changed = changed_things(before, after);
    if (changed.empty()) return std::optional<Command>();
    return std::optional<Command>(
        SetKeys{{ItemKind::clip, -1, clip},
                keys_of_pose(document, &moved, after, changed, static_cast<float>(seconds))});
}

std::string free_clip_name(const Document& document, const std::string& wanted) {
    const auto is_free = [&document](const std::string& name) {
        return std::none_of(document.clips.begin(), document.clips.end(),
                            [&name](const auto& clip) { return clip->name == name; });
    };
    std::string name = wanted.empty() ? "Clip" : wanted;
    for (int i = 2; !is_free(name); ++i) name = fmt::format("{} {}", wanted.empty() ? "Clip" : wanted, i);
    return name;
}

Batch clip_as_commands(const Document& document, const Clip& clip, const std::string& title) {
    Batch out{title, {}};
    out.commands.emplace_back(AddClip{free_clip_name(document, clip.name)});
    const Item item{ItemKind::clip, -1, static_cast<int>(document.clips.size())};
    SetKeys keys{item, {}};
    SetKeys tangents{item, {}};
    SetInterpolation steps{item, {}, "step"};
    SetInterpolation curves{item, {}, "cubic"};
    for (const Channel& channel : clip.channels) {
        KeyValues values = values_of(document, channel);
        const KeyChoice whole{channel.node, channel.bone, channel.displacer, channel.path, {}};
        if (channel.interpolation == Interpolation::step) steps.keys.push_back(whole);
        if (channel.interpolation == Interpolation::cubic) curves.keys.push_back(whole);
        if (!values.in_tangents.empty()) tangents.keys.push_back(values);
        values.in_tangents.clear();
        values.out_tangents.clear();
        keys.keys.push_back(std::move(values));
    }
    if (!keys.keys.empty()) out.commands.emplace_back(std::move(keys));
    if (!steps.keys.empty()) out.commands.emplace_back(std::move(steps));
    if (!curves.keys.empty()) out.commands.emplace_back(std::move(curves));
    if (!tangents.keys.empty()) out.commands.emplace_back(std::move(tangents));
    return out;
}

}  // namespace vitruvian

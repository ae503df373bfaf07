#include "model/edit/unmirror.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/edit/frames.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

const vec3 flip{-1.0F, 1.0F, 1.0F};

/// The rotation as seen in a mirror across X.
quat mirrored(const quat& q) {
    return {q.w, q.x, -q.y, -q.z};
}

/// How a node's local transform changes: its parent's frame may be flipped, and its own.
struct Change {
    bool above = false;
    bool own = false;
    vec3 scale{1.0F};            // signs
    quat after = identity_quat;  // two negative scales are half a turn

    [[nodiscard]] bool is_none() const { return !above && !own; }
    [[nodiscard]] vec3 moved(const vec3& v) const { return above ? flip * v : v; }
    [[nodiscard]] quat turned(const quat& q) const { return (above ? mirrored(q) : q) * after; }
};

Change change_of(const Transform& local, bool above, bool own) {
    Change out;
    out.above = above;
    out.own = own;
    if (above == own) return out;
    out.scale = flip;
    const vec3 scale = local.scale * flip;
    std::array<bool, 3> negative{scale.x < 0.0F, scale.y < 0.0F, scale.z < 0.0F};
    if (std::ranges::count(negative, true) != 2) return out;
    const auto axis = static_cast<glm::length_t>(std::ranges::find(negative, false) - negative.begin());
    vec3 about(0.0F);
    about[axis] = 1.0F;
    out.after = quat(0.0F, about.x, about.y, about.z);
    out.scale *= 2.0F * about - 1.0F;
    return out;
}

std::vector<Change> changes_of(const Document& document) {
    std::vector<Change> out;
    out.reserve(document.nodes.size());
    for (const Node& node : document.nodes) {
        const bool above = node.parent >= 0 && at(out, node.parent).own;
        const vec3& s = node.rest.scale;
        const bool turns_over = s.x * s.y * s.z < 0.0F;
        out.push_back(change_of(node.rest, above, above != turns_over));
    }
    return out;
}

void change_clips(Document& document, const std::vector<Change>& changes) {
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        auto copy = std::make_shared<Clip>(*clip);
        for (Channel& channel : copy->channels) {
            if (channel.node < 0 || channel.path == ChannelPath::weight) continue;
            const Change& change = at(changes, channel.node);
            const auto stride = static_cast<std::size_t>(components(channel.path));
            for (std::size_t i = 0; i + stride <= channel.values.size(); i += stride) {
                float* v = channel.values.data() + i;
                if (channel.path == ChannelPath::rotation) {
                    const quat q = change.turned(quat(v[3], v[0], v[1], v[2]));
                    std::copy_n(std::array{q.x, q.y, q.z, q.w}.data(), 4, v);
                } else {
                    const vec3 old(v[0], v[1], v[2]);
                    const vec3 now =
                        channel.path == ChannelPath::translation ? change.moved(old) : change.scale * old;
                    std::copy_n(&now.x, 3, v);
                }
            }
        }
        clip = std::move(copy);
    }
}

void change_loads(Document& document, const std::vector<Change>& changes) {
    const auto is_flipped = [&changes](int node) { return node >= 0 && at(changes, node).own; };
    const auto carry = [&](auto& thing) {
        if (!is_flipped(thing.node)) return;
        thing.position *= flip;
        thing.orientation = mirrored(thing.orientation);
    };
    for (Viewpoint& view : document.viewpoints) carry(view);
    for (Light& light : document.lights) carry(light);
    change_skins(document, [&](Skin& skin) {
        bool changed = false;
        for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
            if (!is_flipped(skin.nodes[i])) continue;
            skin.inverse_bind[i] = glm::scale(mat4(1.0F), flip) * skin.inverse_bind[i];
            changed = true;
        }
        return changed;
    });
}

/// Whether all that is in a node's frame is known here.
bool can_change(const Document& document) {
    const bool has_more = std::ranges::any_of(document.humanoids, [](const Humanoid& humanoid) {
        const bool has_limits = std::ranges::any_of(
            humanoid.joints, [](const Joint& joint) { return joint.lower_limit || joint.upper_limit; });
        return has_limits || humanoid.kind == HumanoidKind::hanim || is_vrm(humanoid.kind);
    });
    const bool has_deltas = std::ranges::any_of(document.nodes, [](const Node& node) {
        return node.delta != Transform{} || node.rest.scale_orientation != identity_quat;
    });
    const bool has_delta_keys = std::ranges::any_of(document.clips, [](const auto& clip) {
        return std::ranges::any_of(clip->channels, [](const Channel& channel) {
            return channel.node >= 0 && channel.space == ChannelSpace::delta;
        });
    });
    return !has_more && !has_deltas && !has_delta_keys;
}

}  // namespace

std::optional<Document> without_mirrored_frames(const Document& document) {
    if (!can_change(document)) return std::nullopt;
    const std::vector<Change> changes = changes_of(document);
    const bool is_mirrored = std::ranges::any_of(document.humanoids, [&](const Humanoid& humanoid) {
        return std::ranges::any_of(humanoid.joints,
                                   [&](const Joint& joint) { return at(changes, joint.node).own; });
    });
    if (!is_mirrored) return std::nullopt;
    Document out = document;
    for (std::size_t n = 0; n < out.nodes.size(); ++n) {
        const Change& change = changes[n];
        if (change.is_none()) continue;
        Transform& rest = out.nodes[n].rest;
        rest.translation = change.moved(rest.translation);
        rest.rotation = change.turned(rest.rotation);
        rest.scale *= change.scale;
    }
    change_clips(out, changes);
    change_loads(out, changes);
    return out;
}

}  // namespace vitruvian

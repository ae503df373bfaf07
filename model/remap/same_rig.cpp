#include "model/remap/same_rig.h"

#include "model/core/at.h"

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

bool is_near(const Transform& a, const Transform& b) {
    constexpr float rounding = 1e-6F;
    const float size = std::max(1.0F, glm::length(a.translation));
    return glm::distance(a.translation, b.translation) <= rounding * size &&
           std::abs(glm::dot(a.rotation, b.rotation)) >= 1.0F - 1e-7F &&
           glm::distance(a.scale, b.scale) <= rounding * std::max(1.0F, glm::length(a.scale)) &&
           a.scale_orientation == identity_quat && b.scale_orientation == identity_quat;
}

/// Converts a channel of deltas to one of local transforms.
void make_local(Channel& channel, const Transform& rest) {
    if (channel.space == ChannelSpace::local) return;
    channel.space = ChannelSpace::local;
    // Rests that are nearly equal do not rotate scales (see is_near).
    if (channel.path == ChannelPath::scale_orientation) return;
    const bool cubic = channel.interpolation == Interpolation::cubic;
    const auto wide = static_cast<std::size_t>(components(channel.path));
    for (std::size_t i = 0; i + wide <= channel.values.size(); i += wide) {
        float* v = channel.values.data() + i;
        const bool is_value = !cubic || i / wide % 3 == 1;
        if (channel.path == ChannelPath::rotation) {
            const quat q = rest.rotation * quat(v[3], v[0], v[1], v[2]);
            v[0] = q.x;
            v[1] = q.y;
            v[2] = q.z;
            v[3] = q.w;
            continue;
        }
        vec3 value = rest.scale * vec3(v[0], v[1], v[2]);
        if (channel.path == ChannelPath::translation)
            value = rest.rotation * value + (is_value ? rest.translation : vec3(0.0F));
        for (int k = 0; k < 3; ++k) v[k] = value[k];
    }
}

}  // namespace

bool is_same_rig(const RemapSource& source, const Document& target, const RemapOptions& options) {
    const bool is_asked = options.mode != RemapMode::automatic ||
                          options.target_reference != ReferenceKind::automatic ||
                          options.source_reference != ReferenceKind::automatic;
    if (is_asked || source.document == nullptr) return false;
    const bool moves_nodes = std::all_of(
        source.clip->channels.begin(), source.clip->channels.end(),
        [](const Channel& channel) { return channel.node >= 0 || channel.path == ChannelPath::weight; });
    const std::vector<Node>& from = source.document->nodes;
    return moves_nodes && std::equal(from.begin(), from.end(), target.nodes.begin(), target.nodes.end(),
                                     [](const Node& a, const Node& b) {
                                         return a.name == b.name && a.parent == b.parent &&
                                                is_near(a.rest, b.rest);
                                     });
}

void play_as_it_is(const Clip& clip, RemapTables& tables) {
    TargetTables& target = tables.target;
    target.driven.clear();
    target.detached.clear();
    target.kept.clear();
    target.base = file_pose(target.skeleton);
    tables.exact_hips = true;
    tables.exact.channels.clear();
    for (const Channel& channel : clip.channels) {
        if (channel.path == ChannelPath::weight || channel.times.empty()) continue;
        tables.exact.channels.push_back(channel);
        make_local(tables.exact.channels.back(), at(target.skeleton.rest, channel.node));
    }
    tables.loose = tables.exact;
    tables.packed = pack_rotations(tables.loose.channels);
}

}  // namespace vitruvian

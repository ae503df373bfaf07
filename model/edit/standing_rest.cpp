#include "model/edit/standing_rest.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/edit/frames.h"
#include "model/figure/reference_pose.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace vitruvian {
namespace {

/// Adds keys for rest values that clips do not animate.
void key_rest(Document& document, int node, ChannelPath path) {
    const Channel channel = held_channel(node, path, key_values(at(document.nodes, node).rest, path));
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        const auto& channels = clip->channels;
        if (std::any_of(channels.begin(), channels.end(),
                        [&](const Channel& other) { return other.node == node && other.path == path; }))
            continue;
        auto keyed = std::make_shared<Clip>(*clip);
        keyed->channels.push_back(channel);
        clip = std::move(keyed);
    }
}

void set_rest(Document& document, int index, const Transform& rest) {
    Node& node = at(document.nodes, index);
    if (node.rest.rotation != rest.rotation) key_rest(document, index, ChannelPath::rotation);
    if (node.rest.translation != rest.translation) key_rest(document, index, ChannelPath::translation);
    change_keys(document, index, ChannelSpace::delta, affine_inverse(to_matrix(rest)) * to_matrix(node.rest),
                identity_quat);
    node.rest = rest;
}

/// Rotates joints, and their end sites, to the world's axes.
void unturn(Document& document) {
    const std::vector<mat4> world = worlds_at_rest(document);
    std::vector<quat> turn;
    turn.reserve(world.size());
    for (const mat4& matrix : world) turn.push_back(glm::conjugate(rotation_part(matrix)));
    turn_frames(document, turn);
    for (Node& node : document.nodes) node.rest.rotation = identity_quat;
}

}  // namespace

StandingDocument standing_at_rest(const Document& document) {
    StandingDocument out{document, {}};
    if (document.format != FileFormat::bvh) return out;
    for (int h = 0; h < static_cast<int>(document.humanoids.size()); ++h) {
        const ReferencePose reference = make_reference_pose(document, h, ReferenceKind::automatic);
        if (!reference.from_motion || !reference.body.found) continue;
        for (const Joint& joint : at(document.humanoids, h).joints)
            set_rest(out.document, joint.node, at(reference.pose.local, joint.node));
        out.humanoids.push_back(h);
    }
    if (out.humanoids.empty()) return out;
    unturn(out.document);
    const std::vector<mat4> world = worlds_at_rest(out.document);
    for (Humanoid& figure : out.document.humanoids) {
        const mat4 from_world = figure.node < 0 ? mat4(1.0F) : affine_inverse(at(world, figure.node));
        for (Joint& joint : figure.joints) joint.centre = vec3(from_world * at(world, joint.node)[3]);
    }
    return out;
}

}  // namespace vitruvian

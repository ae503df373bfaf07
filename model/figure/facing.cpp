#include "model/figure/facing.h"

#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/figure/reference_pose.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace vitruvian {
namespace {

/// Returns the first figure to rotate, and its rotation; -1: none.
int first_to_turn(const Document& document, quat& turn) {
    int out = -1;
    for (int h = 0; h < static_cast<int>(document.humanoids.size()); ++h) {
        const Humanoid& figure = at(document.humanoids, h);
        const bool has_bones = std::any_of(figure.bones.node.begin(), figure.bones.node.end(),
                                           [](int node) { return node >= 0; });
        if (!has_bones) continue;
        if (figure.kind == HumanoidKind::hanim) return -1;
        const quat own = turn_to_front(document, h);
        if (own == identity_quat) return -1;
        if (out >= 0) continue;
        out = h;
        turn = own;
    }
    return out;
}

bool stands(const vec3& up) {
    return up.y > std::max(std::abs(up.x), std::abs(up.z));
}

/// Returns the direction that a rotation to the front brings up.
vec3 up_before(const quat& turn) {
    return glm::conjugate(turn) * vec3(0.0F, 1.0F, 0.0F);
}

/// Returns the first figure, and the rotation of the world that makes it stand, where all figures of a world are
/// modelled with another axis up than +Y, as robots of OpenHRP are with Z: in their own frames as in the world, so that
/// a figure that lies on a bed is none. -1: not so.
int first_of_other_axes(const Document& document, quat& turn) {
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    int out = -1;
    for (int h = 0; h < static_cast<int>(document.humanoids.size()); ++h) {
        const Humanoid& figure = at(document.humanoids, h);
        const quat own = turn_to_front(document, h);
        const vec3 up = up_before(own);
        const mat3 frame = figure.node < 0 ? mat3(1.0F) : mat3(at(world, figure.node));
        if (stands(up) || stands(glm::transpose(frame) * up)) return -1;
        if (out >= 0) continue;
        out = h;
        turn = own;
    }
    return out;
}

/// Rotates values and tangents of cubic channels alike.
void turn_keys(Channel& channel, const quat& turn) {
    if (channel.path == ChannelPath::translation) {
        for (std::size_t i = 0; i + 2 < channel.values.size(); i += 3) {
            float* v = channel.values.data() + i;
            const vec3 turned = turn * vec3(v[0], v[1], v[2]);
            std::copy_n(&turned.x, 3, v);
        }
    } else if (channel.path == ChannelPath::rotation) {
        for (std::size_t i = 0; i + 3 < channel.values.size(); i += 4) {
            float* v = channel.values.data() + i;
            const quat turned = turn * quat(v[3], v[0], v[1], v[2]);
            v[0] = turned.x;
            v[1] = turned.y;
            v[2] = turned.z;
            v[3] = turned.w;
        }
    }
}

void turn_keys_of_roots(Document& document, const quat& turn) {
    const auto moves_root = [&](const Channel& channel) {
        return channel.node >= 0 && channel.space == ChannelSpace::local &&
               at(document.nodes, channel.node).parent < 0;
    };
    for (std::shared_ptr<const Clip>& clip : document.clips) {
        if (std::none_of(clip->channels.begin(), clip->channels.end(), moves_root)) continue;
        auto turned = std::make_shared<Clip>(*clip);
        for (Channel& channel : turned->channels) {
            if (moves_root(channel)) turn_keys(channel, turn);
        }
        clip = std::move(turned);
    }
}

}  // namespace

quat turn_to_front(const Document& document, int humanoid) {
    if (humanoid >= static_cast<int>(document.humanoids.size())) return identity_quat;
    const BodyFrame body = make_reference_pose(document, humanoid, ReferenceKind::automatic).body;
    const bool looks_back = at(document.humanoids, humanoid).kind == HumanoidKind::vrm0;
    if (!body.found && !looks_back) return identity_quat;
    const vec3 up = body.to_world({0.0F, 1.0F, 0.0F});
    const vec3 front = body.to_world({0.0F, 0.0F, 1.0F});
    const mat3 world_from_front(glm::cross(up, front), up, front);
    quat turn = normalized_or_identity(glm::quat_cast(glm::transpose(world_from_front)));
    for (int i = 0; i < 4; ++i) {
        if (std::abs(turn[i] - std::round(turn[i])) < 1e-6F) turn[i] = std::round(turn[i]);
    }
    return std::abs(turn.w) == 1.0F ? identity_quat : turn;
}

void note_turn(const Document& document, int humanoid, const quat& turn, std::string_view standard,
               Diagnostics& notes) {
    if (turn == identity_quat) return;
    notes.warn("turned-to-front",
               fmt::format("'{}' and all around it is turned by {:.0f} degrees: figures stand along +Y and "
                           "look along +Z in {}",
                           at(document.humanoids, humanoid).name,
                           glm::degrees(glm::angle(turn.w < 0.0F ? -turn : turn)), standard),
               {document.file, 0, 0, {}});
}

void turn_world(Document& document, const quat& turn) {
    turn_keys_of_roots(document, turn);
    for (Node& node : document.nodes) {
        if (node.parent >= 0) continue;
        node.rest.translation = turn * node.rest.translation;
        node.rest.rotation = turn * node.rest.rotation;
    }
    const auto turn_place = [&turn](auto& thing) {
        if (thing.node >= 0) return;
        thing.position = turn * thing.position;
        thing.orientation = turn * thing.orientation;
    };
    for (Viewpoint& view : document.viewpoints) turn_place(view);
    for (Light& light : document.lights) turn_place(light);
    for (Humanoid& figure : document.humanoids) {
        if (figure.node >= 0) continue;  // otherwise they are in its frame
        for (Joint& joint : figure.joints) joint.centre = turn * joint.centre;
    }
}

FacedDocument faced_forward(const Document& document) {
    FacedDocument out{document, identity_quat, -1};
    if (is_gltf(document.format) || document.format == FileFormat::bvh)
        out.humanoid = first_to_turn(document, out.turn);
    if (out.humanoid >= 0) turn_world(out.document, out.turn);
    return out;
}

FacedDocument stood_up(const Document& document) {
    const FacedDocument unchanged{document, identity_quat, -1};
    if (is_world(document.format)) {
        FacedDocument out = unchanged;
        out.humanoid = first_of_other_axes(document, out.turn);
        if (out.humanoid >= 0) turn_world(out.document, out.turn);
        return out;
    }
    if (document.format != FileFormat::bvh) return unchanged;
    FacedDocument faced = faced_forward(document);
    return faced.humanoid < 0 || stands(up_before(faced.turn)) ? unchanged : faced;
}

}  // namespace vitruvian

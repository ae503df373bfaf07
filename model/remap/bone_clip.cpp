#include "model/remap/bone_clip.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/remap/remap_tables.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

namespace vitruvian {
namespace {

/// Hips higher than this are in centimetres, not in metres.

/// Returns the position of an average adult's bone in the T-pose, in metres, except for fingers.
vec3 average_place(Bone bone) {
    switch (bone) {
        case Bone::hips:
            return {0.0F, 0.95F, 0.0F};
        case Bone::spine:
            return {0.0F, 1.05F, -0.01F};
        case Bone::chest:
            return {0.0F, 1.18F, -0.02F};
        case Bone::upper_chest:
            return {0.0F, 1.31F, -0.02F};
        case Bone::neck:
            return {0.0F, 1.47F, -0.02F};
        case Bone::head:
            return {0.0F, 1.56F, 0.0F};
        case Bone::jaw:
            return {0.0F, 1.58F, 0.03F};
        case Bone::left_eye:
            return {0.032F, 1.63F, 0.07F};
        case Bone::left_shoulder:
            return {0.03F, 1.42F, 0.0F};
        case Bone::left_upper_arm:
            return {0.17F, 1.42F, -0.02F};
        case Bone::left_lower_arm:
            return {0.45F, 1.42F, -0.02F};
        case Bone::left_hand:
            return {0.70F, 1.42F, -0.02F};
        case Bone::left_thumb_metacarpal:
            return {0.73F, 1.42F, 0.01F};
        case Bone::left_thumb_proximal:
            return {0.762F, 1.42F, 0.042F};
        case Bone::left_thumb_distal:
            return {0.784F, 1.42F, 0.064F};
        case Bone::left_upper_leg:
            return {0.09F, 0.90F, 0.0F};
        case Bone::left_lower_leg:
            return {0.09F, 0.49F, 0.0F};
        case Bone::left_foot:
            return {0.09F, 0.08F, 0.0F};
        case Bone::left_toes:
            return {0.09F, 0.02F, 0.13F};
        default:
            break;
    }
    if (const Bone other = mirrored_bone(bone); other < bone) {
        const vec3 left = average_place(other);
        return {-left.x, left.y, left.z};
    }
    // Four fingers of three bones, index first.
    const int place = static_cast<int>(bone) - static_cast<int>(Bone::left_index_proximal);
    constexpr std::array along{0.79F, 0.83F, 0.855F};
    return {at(along, place % 3), 1.42F, 0.015F - 0.022F * static_cast<float>(place / 3)};
}

using Places = std::array<std::optional<vec3>, bone_count>;

Places average_places() {
    Places out;
    for (std::size_t b = 0; b < bone_count; ++b) out[b] = average_place(static_cast<Bone>(b));
    return out;
}

/// Returns the positions of a figure's bones in the T-pose, in its own axes, above the ground, in metres.
Places places_of(const Document& document, int index, BoneAxes axes) {
    const Humanoid& humanoid = at(document.humanoids, index);
    const ReferencePose reference = make_reference_pose(document, index, ReferenceKind::tpose);
    const float metres = reference.body.hip_height > highest_hips_in_metres ? 0.01F : 1.0F;
    Places out;
    for (std::size_t b = 0; b < bone_count; ++b) {
        const int node = humanoid.bones.node[b];
        if (node < 0) continue;
        vec3 place = reference.body.body_from_world(vec3(at(reference.world, node)[3]));
        place.y -= reference.body.ground;
        // A VRMA's whole T-pose stands on the ground, as a VRM's does.
        if (axes == BoneAxes::world) place.y += reference.lift;
        out[b] = place * metres;
    }
    return out;
}

}  // namespace

Document make_t_pose_figure(const Document* document, int humanoid, BoneAxes axes) {
    const bool has_figure = document != nullptr && humanoid >= 0 &&
                            static_cast<std::size_t>(humanoid) < document->humanoids.size();
    Places places = has_figure ? places_of(*document, humanoid, axes) : average_places();
    if (!at(places, Bone::hips)) places = average_places();
    Document out;
    out.format = FileFormat::glb;
    Node root;
    root.name = "root";
    out.nodes.push_back(root);
    Humanoid figure;
    figure.name = has_figure ? at(document->humanoids, humanoid).name : "humanoid";
    figure.kind = axes == BoneAxes::world ? HumanoidKind::vrm1 : HumanoidKind::ext_skeleton_humanoid;
    figure.node = 0;
    std::vector<quat> world_rotation{identity_quat};
    std::vector<vec3> world_place{vec3(0.0F)};
    for (std::size_t b = 0; b < bone_count; ++b) {
        const auto bone = static_cast<Bone>(b);
        if (!places[b]) continue;
        int parent = 0;
        for (std::optional<Bone> up = parent_of(bone); up && parent == 0; up = parent_of(*up)) {
            parent = std::max(figure.bones[*up], 0);
        }
        const auto above = static_cast<std::size_t>(parent);
        const quat rotation = axes == BoneAxes::world ? identity_quat : t_pose_frame(bone);
        const quat back = glm::conjugate(world_rotation[above]);
        Node node;
        node.name = to_string(bone);
        node.parent = parent;
        node.kind = NodeKind::joint;
        node.rest.rotation = normalized_or_identity(back * rotation);
        node.rest.translation = back * (*places[b] - world_place[above]);
        figure.bones[bone] = static_cast<int>(out.nodes.size());
        Joint joint;
        joint.node = figure.bones[bone];
        joint.centre = *places[b];
        figure.joints.push_back(joint);
        out.nodes.push_back(std::move(node));
        world_rotation.push_back(rotation);
        world_place.push_back(*places[b]);
    }
    out.humanoids.push_back(std::move(figure));
    return out;
}

Result<Clip> clip_on_figure(const RemapSource& source, const Document& figure) {
    RemapOptions options;
    options.target_reference = ReferenceKind::rest;
    Result<Clip> out = remap_clip(source, figure, 0, options);
    if (out) out->name = source.clip->name;
    return out;
}

Clip to_bone_channels(const Clip& clip, const Document& figure) {
    Clip out = clip;
    out.channels.clear();
    for (const Channel& channel : clip.channels) {
        const std::optional<Bone> bone =
            channel.node < 0 ? std::nullopt : figure.humanoids[0].bones.bone_of(channel.node);
        const bool is_known =
            channel.path == ChannelPath::rotation || channel.path == ChannelPath::translation;
        if (!bone || !is_known) continue;
        const Transform& rest = at(figure.nodes, channel.node).rest;
        const quat back = glm::conjugate(rest.rotation);
        Channel changed = channel;
        changed.node = -1;
        changed.bone = bone;
        changed.space = ChannelSpace::delta;
        const auto wide = static_cast<std::size_t>(components(channel.path));
        const bool cubic = channel.interpolation == Interpolation::cubic;
        for (std::size_t i = 0; i < changed.values.size(); i += wide) {
            float* v = changed.values.data() + i;
            if (wide == 4) {
                const quat q = back * quat(v[3], v[0], v[1], v[2]);
                std::tie(v[0], v[1], v[2], v[3]) = std::tuple(q.x, q.y, q.z, q.w);
                continue;
            }
            const bool is_value = !cubic || i / wide % 3 == 1;
            const vec3 moved = back * (vec3(v[0], v[1], v[2]) - (is_value ? rest.translation : vec3(0.0F)));
            std::tie(v[0], v[1], v[2]) = std::tuple(moved.x, moved.y, moved.z);
        }
        out.channels.push_back(std::move(changed));
    }
    return out;
}

}  // namespace vitruvian

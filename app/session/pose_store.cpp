#include "app/session/pose_store.h"

#include "model/core/at.h"
#include "model/edit/frames.h"
#include "model/edit/mirror.h"
#include "model/figure/bone_frames.h"
#include "model/figure/reference_pose.h"
#include "model/remap/bone_clip.h"
#include "model/standard/mirrored_name.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <unordered_map>

namespace vitruvian {
namespace {

/// A clip of one key that holds a figure's pose.
Clip clip_of_pose(const Document& document, const Pose& pose) {
    Clip out;
    out.name = "pose";
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const NodeKind kind = document.nodes[n].kind;
        if (kind != NodeKind::joint && kind != NodeKind::humanoid) continue;
        for (const ChannelPath path : {ChannelPath::rotation, ChannelPath::translation}) {
            out.channels.push_back(held_channel(static_cast<int>(n), path, key_values(pose.local[n], path)));
        }
    }
    return out;
}

float hip_height(const Document& t_pose_figure) {
    const int hips = t_pose_figure.humanoids[0].bones[Bone::hips];
    return hips < 0 ? 1.0F : std::max(at(t_pose_figure.nodes, hips).rest.translation.y, 1e-3F);
}

/// Returns how much higher its lowest bone is than in the T-pose, relative to the hips' height there.
std::optional<float> lift_of(const Document& document, int humanoid, const Pose& pose) {
    const BoneMap& bones = at(document.humanoids, humanoid).bones;
    const ReferencePose standing = make_reference_pose(document, humanoid, ReferenceKind::tpose);
    const auto height = [&](const std::vector<mat4>& world, int node) {
        return glm::dot(standing.body.up(), vec3(at(world, node)[3]));
    };
    const auto lowest = [&](const std::vector<mat4>& world) {
        float out = std::numeric_limits<float>::max();
        for (const int node : bones.node) {
            if (node >= 0) out = std::min(out, height(world, node));
        }
        return out;
    };
    const int hips = bones[Bone::hips];
    if (hips < 0) return std::nullopt;
    const float ground = lowest(standing.world);
    const float tall = height(standing.world, hips) - ground;
    if (!(tall > 1e-6F)) return std::nullopt;
    return (lowest(world_matrices(make_skeleton(document), pose)) - ground) / tall;
}

void store_bones(const Document& document, int humanoid, const Pose& pose, StoredPose& out) {
    const Document figure = make_t_pose_figure(&document, humanoid, BoneAxes::world);
    const auto clip = std::make_shared<const Clip>(clip_of_pose(document, pose));
    const Result<Clip> carried = clip_on_figure({clip, &document, humanoid}, figure);
    if (!carried) return;  // a figure without bones only has joints
    const Skeleton skeleton = make_skeleton(figure);
    Pose posed = rest_pose(skeleton);
    sample(*carried, 0.0, skeleton, posed);
    const BoneMap& bones = figure.humanoids[0].bones;
    const BoneMap& own = at(document.humanoids, humanoid).bones;
    for (std::size_t b = 0; b < bone_count; ++b) {
        if (bones.node[b] < 0 || own.node[b] < 0) continue;
        const auto node = static_cast<std::size_t>(bones.node[b]);
        out.turns[b] = glm::conjugate(figure.nodes[node].rest.rotation) * posed.local[node].rotation;
    }
    const int hips = bones[Bone::hips];
    if (hips < 0) return;
    out.hips =
        (at(posed.local, hips).translation - at(figure.nodes, hips).rest.translation) / hip_height(figure);
    out.lift = lift_of(document, humanoid, pose);
}

/// Returns the node of each stored joint in the humanoid; empty if it is another rig. Joints of one name, or of
/// none, are told apart by their order.
std::vector<int> nodes_of_joints(const StoredPose& stored, const Document& document, int humanoid) {
    std::unordered_map<std::string_view, std::vector<int>> nodes;
    for (const Joint& joint : at(document.humanoids, humanoid).joints)
        nodes[at(document.nodes, joint.node).name].push_back(joint.node);
    std::unordered_map<std::string_view, std::size_t> seen;
    std::vector<int> out;
    std::size_t found = 0;
    for (const StoredPose::JointPart& part : stored.joints) {
        const std::vector<int>& alike = nodes[part.name];
        const std::size_t place = seen[part.name]++;
        const bool same =
            place < alike.size() &&
            std::abs(glm::dot(at(document.nodes, alike[place]).rest.rotation, part.rest)) > 0.9999F;
        out.push_back(same ? alike[place] : -1);
        found += same ? 1U : 0U;
    }
    constexpr std::size_t max_missing = 20;  // one in this many: fingers do not make it another rig
    const bool is_same =
        !stored.joints.empty() && found * max_missing >= stored.joints.size() * (max_missing - 1);
    return is_same ? out : std::vector<int>();
}

Result<Pose> posed_by_bones(const StoredPose& stored, const Document& document, int humanoid,
                            const Pose& shown) {
    const Document figure = make_t_pose_figure(nullptr, -1, BoneAxes::world);
    const BoneMap& bones = figure.humanoids[0].bones;
    auto clip = std::make_shared<Clip>();
    for (std::size_t b = 0; b < bone_count; ++b) {
        if (!stored.turns[b] || bones.node[b] < 0) continue;
        Transform turned = at(figure.nodes, bones.node[b]).rest;
        turned.rotation = normalized_or_identity(turned.rotation * *stored.turns[b]);
        clip->channels.push_back(
            held_channel(bones.node[b], ChannelPath::rotation, key_values(turned, ChannelPath::rotation)));
    }
    Transform hips = at(figure.nodes, bones[Bone::hips]).rest;
    hips.translation += stored.hips * hip_height(figure);
    clip->channels.push_back(held_channel(bones[Bone::hips], ChannelPath::translation,
                                          key_values(hips, ChannelPath::translation)));
    float& height = clip->channels.back().values[1];
    const float unlifted = height;
    const auto carried = [&](float lift) -> Result<Pose> {
        height = unlifted + lift * hip_height(figure);
        const Result<RemapPlan> plan = RemapPlan::make({clip, &figure, 0}, document, humanoid);
        if (!plan) return tl::unexpected(plan.error());
        Pose out = shown;
        plan->sample(0.0, out);
        return out;
    };
    Result<Pose> out = carried(0.0F);
    if (!out || !stored.lift) return out;
    const std::optional<float> first = lift_of(document, humanoid, *out);
    if (!first || std::abs(*stored.lift - *first) < 1e-4F) return out;
    // How much the figure rises with the hips depends on the figure: measured by a first attempt.
    const float tried = *stored.lift - *first;
    Result<Pose> trial = carried(tried);
    const std::optional<float> second = trial ? lift_of(document, humanoid, *trial) : std::nullopt;
    const float gain = second ? (*second - *first) / tried : 0.0F;
    return gain > 0.1F ? carried(tried / gain) : out;
}

/// Returns the bone part with left and right exchanged.
StoredPose bones_exchanged(const StoredPose& pose) {
    StoredPose out = pose;
    out.hips.x = -pose.hips.x;
    for (std::size_t b = 0; b < bone_count; ++b) {
        const auto other = static_cast<std::size_t>(mirrored_bone(static_cast<Bone>(b)));
        out.turns[b] = pose.turns[other];
        if (const std::optional<quat>& turn = pose.turns[other])
            out.turns[b] = quat(turn->w, turn->x, -turn->y, -turn->z);
    }
    return out;
}

/// Poses the joints at `nodes`, one for each that is stored (-1: not in this rig).
void pose_joints(const StoredPose& stored, std::span<const int> nodes, const Document& document, int humanoid,
                 bool is_mirrored, Pose& pose) {
    const std::vector<Joint>& joints = at(document.humanoids, humanoid).joints;
    const auto rest_of = [&](const Joint& joint) { return at(document.nodes, joint.node).rest; };
    std::vector<Transform> shown;
    for (const Joint& joint : joints)
        shown.push_back(delta_to(rest_of(joint), at(pose.local, joint.node)).value_or(Transform()));
    std::vector<Transform> deltas = shown;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto joint = std::find_if(joints.begin(), joints.end(),
                                        [&](const Joint& each) { return each.node == nodes[i]; });
        if (joint != joints.end())
            deltas[static_cast<std::size_t>(joint - joints.begin())] = stored.joints[i].delta;
    }
    if (is_mirrored) deltas = sides_exchanged(document, humanoid, std::move(deltas));
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (deltas[j] != shown[j]) at(pose.local, joints[j].node) = compose(rest_of(joints[j]), deltas[j]);
    }
}

Transform blended(const Transform& a, const Transform& b, float share) {
    Transform out;
    out.translation = glm::mix(a.translation, b.translation, share);
    out.scale = glm::mix(a.scale, b.scale, share);
    out.rotation = glm::normalize(glm::slerp(a.rotation, b.rotation, share));
    out.scale_orientation = glm::normalize(glm::slerp(a.scale_orientation, b.scale_orientation, share));
    return out;
}

}  // namespace

bool StoredPose::has_bones() const {
    return std::any_of(turns.begin(), turns.end(), [](const auto& turn) { return turn.has_value(); });
}

Result<StoredPose> store_pose(const Document& document, int humanoid, const Pose& pose) {
    if (humanoid < 0 || static_cast<std::size_t>(humanoid) >= document.humanoids.size())
        return fail("pose-nothing", "There is no humanoid whose pose can be stored.");
    StoredPose out;
    store_bones(document, humanoid, pose, out);
    for (const Joint& joint : at(document.humanoids, humanoid).joints) {
        const Node& node = at(document.nodes, joint.node);
        const std::optional<Transform> delta = delta_to(node.rest, at(pose.local, joint.node));
        if (delta) out.joints.push_back({node.name, node.rest.rotation, *delta});
    }
    for (std::size_t d = 0; d < document.displacers.size(); ++d) {
        const Displacer& displacer = document.displacers[d];
        if (!displacer.keyed_shape && !displacer.name.empty())
            out.weights.emplace_back(displacer.name, pose.weights[d]);
    }
    return out;
}

Result<AppliedPose> posed_by(const StoredPose& stored, const Document& document, int humanoid,
                             const Pose& shown, float share, bool is_mirrored) {
    if (humanoid < 0 || static_cast<std::size_t>(humanoid) >= document.humanoids.size())
        return fail("pose-nothing", "There is no humanoid to pose.");
    AppliedPose out{shown, false};
    const std::vector<int> nodes = nodes_of_joints(stored, document, humanoid);
    if (!nodes.empty()) {
        out.by_joints = true;
        pose_joints(stored, nodes, document, humanoid, is_mirrored, out.pose);
    } else {
        if (!stored.has_bones())
            return fail("pose-no-match", "The pose is for other joints, and has no bones to match.");
        Result<Pose> pose =
            posed_by_bones(is_mirrored ? bones_exchanged(stored) : stored, document, humanoid, shown);
        if (!pose) return fail("pose-no-match", pose.error().message);
        out.pose = std::move(*pose);
    }
    const auto has = [&document](const std::string& name) {
        return std::any_of(document.displacers.begin(), document.displacers.end(),
                           [&](const Displacer& displacer) { return displacer.name == name; });
    };
    for (const auto& [name, weight] : stored.weights) {
        const auto other = is_mirrored ? mirrored_name(name) : std::nullopt;
        const std::string& there = other && has(other->name) ? other->name : name;
        for (std::size_t d = 0; d < document.displacers.size(); ++d) {
            if (document.displacers[d].name == there) out.pose.weights[d] = weight;
        }
    }
    for (std::size_t n = 0; n < shown.local.size(); ++n) {
        if (out.pose.local[n] != shown.local[n])
            out.pose.local[n] = blended(shown.local[n], out.pose.local[n], share);
    }
    for (std::size_t d = 0; d < shown.weights.size(); ++d)
        out.pose.weights[d] = glm::mix(shown.weights[d], out.pose.weights[d], share);
    return out;
}

}  // namespace vitruvian

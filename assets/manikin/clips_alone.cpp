// The clips without the figure: on bare joints whose bones lie as the extension's reference pose has them.
#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/figure/reference_pose.h"
#include "model/remap/bone_clip.h"

#include "assets/manikin/skeleton.h"
#include "assets/manikin/t_pose_figure.h"
#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian::manikin {
namespace {

constexpr vec3 along_bone{0.0F, 1.0F, 0.0F};

/// The bone that the next one along it goes on from: backs curve and feet slope, these do not.
bool goes_on_from(Bone bone, Bone parent) {
    return pointed_bone(parent) == bone || (parent == Bone::hips && bone == Bone::spine);
}

/// Marks on the ground below the toes, which are as high as the ankles then: feet stand on them.
void add_soles(Document& figure) {
    const BoneMap& bones = figure.humanoids.front().bones;
    const std::vector<mat4> world = world_matrices(make_skeleton(figure), rest_pose(make_skeleton(figure)));
    for (const Bone toes : {Bone::left_toes, Bone::right_toes}) {
        const mat4& frame = at(world, bones[toes]);
        Node sole;
        sole.name = toes == Bone::left_toes ? "leftSole" : "rightSole";
        sole.parent = bones[toes];
        sole.rest.translation = glm::transpose(mat3(frame)) * vec3(0.0F, -frame[3].y, 0.0F);
        figure.nodes.push_back(std::move(sole));
    }
}

void lie_along_their_axes(Document& figure) {
    Humanoid& humanoid = figure.humanoids.front();
    for (const Joint& joint : humanoid.joints) {
        Node& node = at(figure.nodes, joint.node);
        const auto bone = humanoid.bones.bone_of(joint.node);
        const auto parent = humanoid.bones.bone_of(node.parent);
        if (bone && parent && goes_on_from(*bone, *parent))
            node.rest.translation = along_bone * glm::length(node.rest.translation);
    }
    const std::vector<mat4> world = world_matrices(make_skeleton(figure), rest_pose(make_skeleton(figure)));
    for (Joint& joint : humanoid.joints) joint.centre = vec3(at(world, joint.node)[3]);
    add_soles(figure);
}

/// By how much the axis that the elbow bends about, once the arm is raised to the side, is turned about the
/// forearm from where the extension has it: H-Anim's arms hang a little backward, and raised by the shortest
/// way they roll.
float roll_of(const Document& figure, Bone elbow) {
    const Humanoid& humanoid = figure.humanoids.front();
    const ReferencePose raised = make_reference_pose(figure, 0, ReferenceKind::tpose);
    const quat world = glm::normalize(glm::quat_cast(mat3(at(raised.world, humanoid.bones[elbow]))));
    const vec3 bends = glm::conjugate(t_pose_frame(elbow)) * (world * vec3(-1.0F, 0.0F, 0.0F));
    return std::atan2(-bends.z, bends.x);
}

/// The channel that turns a bone; one that lets it rest where the clip has none.
Channel& turning(Clip& clip, Bone bone) {
    const auto found =
        std::find_if(clip.channels.begin(), clip.channels.end(), [bone](const Channel& channel) {
            return channel.bone == bone && channel.path == ChannelPath::rotation;
        });
    if (found != clip.channels.end()) return *found;
    Channel still;
    still.bone = bone;
    still.space = ChannelSpace::delta;
    still.times = {0.0F};
    still.values = {0.0F, 0.0F, 0.0F, 1.0F};
    return clip.channels.emplace_back(std::move(still));
}

/// Deltas `before` * delta * `after`, in the bone's own axes.
void turn_keys(Channel& channel, const quat& before, const quat& after) {
    for (std::size_t k = 0; k + 4 <= channel.values.size(); k += 4) {
        float* v = &channel.values[k];
        const quat q = before * quat(v[3], v[0], v[1], v[2]) * after;
        v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
    }
}

/// Rolls an arm about itself and its hand back again, so that the elbow bends about its own X.
void roll_arm(Clip& clip, Bone upper, float angle) {
    const quat roll = axis_angle(along_bone, angle);
    const quat back = glm::conjugate(roll);
    const auto lower = static_cast<Bone>(static_cast<int>(upper) + 1);
    const auto hand = static_cast<Bone>(static_cast<int>(upper) + 2);
    turn_keys(turning(clip, upper), identity_quat, roll);
    turn_keys(turning(clip, lower), back, roll);
    turn_keys(turning(clip, hand), back, identity_quat);
}

/// A quaternion and its negative are the same turn: each key takes the sign that is nearer to the one before.
void keep_signs(Channel& channel) {
    if (channel.path != ChannelPath::rotation) return;
    std::vector<float>& v = channel.values;
    for (std::size_t k = 4; k + 4 <= v.size(); k += 4) {
        const float dot = v[k - 4] * v[k] + v[k - 3] * v[k + 1] + v[k - 2] * v[k + 2] + v[k - 1] * v[k + 3];
        for (std::size_t i = 0; dot < 0.0F && i < 4; ++i) v[k + i] = -v[k + i];
    }
}

}  // namespace

Document clips_alone(const Document& figure) {
    Document out = make_t_pose_figure(&figure, 0, BoneAxes::extension);
    lie_along_their_axes(out);
    RemapOptions options;
    options.target_reference = ReferenceKind::rest;
    BakeOptions keys;
    keys.rate = 20.0;
    keys.tolerance = 0.009F;
    for (const std::shared_ptr<const Clip>& clip : figure.clips) {
        const Result<RemapPlan> plan = RemapPlan::make({clip, &figure, 0}, out, 0, options);
        if (!plan) give_up(plan.error().text());
        Clip moved = to_bone_channels(plan->bake(keys), out);
        moved.name = clip->name;
        for (const Bone upper : {Bone::left_upper_arm, Bone::right_upper_arm})
            roll_arm(moved, upper, roll_of(figure, static_cast<Bone>(static_cast<int>(upper) + 1)));
        for (Channel& channel : moved.channels) keep_signs(channel);
        out.clips.push_back(std::make_shared<const Clip>(std::move(moved)));
    }
    return out;
}

}  // namespace vitruvian::manikin

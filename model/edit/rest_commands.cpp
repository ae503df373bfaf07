// Commands on rest and reference poses: pose as rest, T-pose, bone axes.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/even_scales.h"
#include "model/edit/frames.h"
#include "model/edit/pose_as_rest.h"
#include "model/figure/bone_frames.h"
#include "model/figure/reference_pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

tl::unexpected<Error> no_front() {
    return fail("edit-no-front",
                "The figure's front is unknown: map the hips, the head, and both legs or arms first.");
}

Result<void> pose_to_rest(const PoseAsRest& edit, Document& document) {
    if (!is_there(document, edit.humanoid, ItemKind::humanoid))
        return no_such_thing(edit.humanoid, ItemKind::humanoid);
    Document changed = document;
    if (const Result<void> done = pose_as_rest(changed, edit.humanoid.index); !done) return done;
    return keep_if_valid(std::move(changed), document, MeshNumbers::unproved);
}

Result<void> enforce_t_pose(const EnforceTPose& edit, Document& document) {
    if (!is_there(document, edit.humanoid, ItemKind::humanoid))
        return no_such_thing(edit.humanoid, ItemKind::humanoid);
    const Humanoid& humanoid = at(document.humanoids, edit.humanoid.index);
    const Skeleton skeleton = make_skeleton(document);
    const Pose start = base_pose(document, skeleton);
    const std::vector<mat4> world = world_matrices(skeleton, start);
    const BodyFrame body = find_body_frame(humanoid, world);
    if (!body.found) return no_front();
    const Pose pose = turned_into_t_pose(document, humanoid, start, world, body);
    Document changed = document;
    for (const Joint& joint : humanoid.joints) {
        Node& node = at(changed.nodes, joint.node);
        const Transform& local = at(pose.local, joint.node);
        const std::optional<Transform> delta =
            local == node.rest ? std::optional(Transform{}) : delta_to(node.rest, local);
        if (!delta)
            return fail("edit-flat-frame",
                        fmt::format("{} cannot be posed: its rest has no extent.", node.name));
        node.delta = *delta;
    }
    return keep_if_valid(std::move(changed), document);
}

/// Directions of bones, in the figure's axes.
class Directions {
  public:
    Directions(const Humanoid& humanoid, const std::vector<mat4>& world, const BodyFrame& body)
        : bones_(humanoid.bones), world_(world), body_(body) {}

    /// Returns the rotation from the axes of the T-pose to those of the bone in its direction.
    [[nodiscard]] quat turn_of(Bone bone) const {
        const vec3 wanted = t_pose_frame(bone) * vec3(0.0F, 1.0F, 0.0F);
        if (const std::optional<vec3> along = direction(bone))
            return min_turn(wanted, *along, t_pose_frame(bone) * vec3(1.0F, 0.0F, 0.0F));
        // A bone without a successor continues the arm or finger before it.
        std::optional<Bone> above = parent_of(bone);
        while (above && bones_[*above] < 0) above = parent_of(*above);
        return above && is_arm(bone) ? turn_of(*above) : identity_quat;
    }

  private:
    [[nodiscard]] static bool is_arm(Bone bone) {
        const Bone left = side_of(bone) == BoneSide::right ? mirrored_bone(bone) : bone;
        return left >= Bone::left_lower_arm && left <= Bone::left_little_distal;
    }
    [[nodiscard]] std::optional<Bone> next(Bone bone) const {
        std::optional<Bone> to = pointed_bone(bone);
        const bool is_right = bone == Bone::right_hand;
        if ((bone == Bone::left_hand || is_right) && bones_[*to] < 0) {
            for (const Bone finger : {Bone::left_ring_proximal, Bone::left_index_proximal}) {
                to = is_right ? mirrored_bone(finger) : finger;
                if (bones_[*to] >= 0) break;
            }
        }
        while (to && bones_[*to] < 0) to = pointed_bone(*to);
        return to;
    }
    [[nodiscard]] std::optional<vec3> direction(Bone bone) const {
        const std::optional<Bone> to = next(bone);
        if (!to) return std::nullopt;
        const vec3 way =
            body_.body_from_world(vec3(at(world_, bones_[*to])[3]) - vec3(at(world_, bones_[bone])[3]));
        const float length = glm::length(way);
        return length > 1e-9F && std::isfinite(length) ? std::optional(way / length) : std::nullopt;
    }

    const BoneMap& bones_;
    const std::vector<mat4>& world_;
    const BodyFrame& body_;
};

Result<void> orient_bones(const OrientBones& edit, Document& document) {
    if (!is_there(document, edit.humanoid, ItemKind::humanoid))
        return no_such_thing(edit.humanoid, ItemKind::humanoid);
    const Humanoid& humanoid = at(document.humanoids, edit.humanoid.index);
    if (rests_unturned(document, edit.humanoid.index))
        return fail(
            "edit-no-axes",
            "H-Anim's joints have no axes of their own: save the figure as glTF and orient it there.");
    Document changed = document;
    if (const Result<void> even = even_scales(changed); !even) return even;
    const std::vector<mat4> world = worlds_at_rest(changed);
    const BodyFrame body = find_body_frame(humanoid, world);
    if (!body.found) return no_front();
    if (body.mirrored)
        return fail("edit-mirrored",
                    "The figure is mirrored, left for right: map its bones the other way first.");
    const Directions directions(humanoid, world, body);
    std::vector<quat> turn(document.nodes.size(), identity_quat);
    for (std::size_t i = 0; i < bone_count; ++i) {
        const int node = humanoid.bones.node[i];
        if (node < 0) continue;
        const auto bone = static_cast<Bone>(i);
        const quat wanted = body.world_from_body * directions.turn_of(bone) * t_pose_frame(bone);
        at(turn, node) = plain_rotation(glm::conjugate(rotation_part(at(world, node))) * wanted);
    }
    turn_frames(changed, turn);
    return keep_if_valid(std::move(changed), document);
}

}  // namespace

std::vector<CommandKind> rest_commands() {
    const std::vector<ItemKind> humanoids{ItemKind::humanoid};
    return {
        command_kind<PoseAsRest, pose_to_rest>(
            "pose-as-rest", "Pose of {humanoid} as rest",
            "Makes the pose that joints have their rest; skins keep the shape that they have there, clips "
            "what "
            "they show. Limits are about the new rest.",
            {command_field<&PoseAsRest::humanoid>("humanoid", "", "whose", humanoids)}),
        command_kind<EnforceTPose, enforce_t_pose>(
            "enforce-t-pose", "T-pose of {humanoid}",
            "Poses arms, hands, legs and feet as in a T-pose; pose-as-rest then makes it the rest.",
            {command_field<&EnforceTPose::humanoid>("humanoid", "", "whose", humanoids)}),
        command_kind<OrientBones, orient_bones>(
            "orient-bones", "Orient bones of {humanoid}",
            "Turns the axes of bones until +Y is along each and +X bends it; meshes and clips stay as they "
            "are.",
            {command_field<&OrientBones::humanoid>("humanoid", "", "whose", humanoids)}),
    };
}

}  // namespace vitruvian

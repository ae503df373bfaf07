#include "model/figure/t_pose.h"

#include "model/core/at.h"
#include "model/core/check.h"
#include "model/figure/bone_frames.h"
#include "model/figure/joint_angles.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

using MaybeVec = std::optional<vec3>;

bool is_foot(Bone bone) {
    return bone == Bone::left_foot || bone == Bone::right_foot;
}

bool is_hand(Bone bone) {
    return bone == Bone::left_hand || bone == Bone::right_hand;
}

bool is_limb(Bone bone) {
    switch (side_of(bone) == BoneSide::right ? mirrored_bone(bone) : bone) {
        case Bone::left_upper_arm:
        case Bone::left_lower_arm:
        case Bone::left_hand:
        case Bone::left_upper_leg:
        case Bone::left_lower_leg:
        case Bone::left_foot:
            return true;
        default:
            return false;
    }
}

/// Arms distinguish a T-pose from an A-pose; hands are short, and legs hardly differ.
float limb_weight(Bone bone) {
    const Bone left = side_of(bone) == BoneSide::right ? mirrored_bone(bone) : bone;
    return left == Bone::left_upper_arm || left == Bone::left_lower_arm ? 2.0F : 1.0F;
}

/// Bones that turned_into_t_pose does not rotate.
bool keeps_its_curve(Bone bone) {
    return side_of(bone) == BoneSide::middle || bone == Bone::left_shoulder || bone == Bone::right_shoulder;
}

float angle_between(const vec3& a, const vec3& b) {
    return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

MaybeVec unit(const vec3& v) {
    const float length = glm::length(v);
    if (!(length > 1e-9F) || !std::isfinite(length)) return std::nullopt;
    return v / length;
}

/// Returns the smallest rotation from unit vector `from` to `to`; where they are opposite, about `spare`.
quat min_rotation(const vec3& from, const vec3& to, const vec3& spare) {
    const vec3 axis = glm::cross(from, to);
    if (glm::length(axis) < 1e-6F)
        return glm::dot(from, to) > 0.0F ? identity_quat : axis_angle(spare, 3.14159265F);
    return axis_angle(axis, angle_between(from, to));
}

/// The bones of one humanoid in their current pose, in its own axes.
class Placed {
  public:
    Placed(const Humanoid& humanoid, std::span<const mat4> world, const BodyFrame& body)
        : bones_(&humanoid.bones), world_(world), body_(&body) {}

    [[nodiscard]] bool has(Bone bone) const { return (*bones_)[bone] >= 0; }
    [[nodiscard]] vec3 at(Bone bone) const {
        return body_->body_from_world(vec3(world_[static_cast<std::size_t>((*bones_)[bone])][3]));
    }
    /// Returns the next existing bone along the limb; for a hand, any finger if the middle one is missing.
    [[nodiscard]] std::optional<Bone> next(Bone bone) const {
        std::optional<Bone> to = pointed_bone(bone);
        if (is_hand(bone) && !has(*to)) {
            const bool left = bone == Bone::left_hand;
            for (const Bone finger : {Bone::left_ring_proximal, Bone::left_index_proximal}) {
                to = left ? finger : mirrored_bone(finger);
                if (has(*to)) break;
            }
        }
        while (to && !has(*to)) to = pointed_bone(*to);
        return to;
    }
    /// Returns the direction from the bone to the next one, or to its tip.
    [[nodiscard]] MaybeVec direction(Bone bone) const {
        const std::optional<Bone> to = next(bone);
        if (to) return unit(at(*to) - at(bone));
        const MaybeVec& tip = tips_[static_cast<std::size_t>(bone)];
        return tip ? unit(*tip - at(bone)) : std::nullopt;
    }
    /// Sets the end of a bone without a successor, in world space.
    void set_tip(Bone bone, const vec3& tip) {
        tips_[static_cast<std::size_t>(bone)] = body_->body_from_world(tip);
    }
    /// Returns the direction from the little finger's root to the index finger's.
    [[nodiscard]] MaybeVec across_palm(Bone hand) const {
        const bool left = hand == Bone::left_hand;
        const Bone index = left ? Bone::left_index_proximal : Bone::right_index_proximal;
        Bone outer = left ? Bone::left_little_proximal : Bone::right_little_proximal;
        if (!has(outer)) outer = left ? Bone::left_ring_proximal : Bone::right_ring_proximal;
        if (!has(index) || !has(outer)) return std::nullopt;
        return unit(at(index) - at(outer));
    }

  private:
    const BoneMap* bones_;
    std::span<const mat4> world_;
    const BodyFrame* body_;
    std::array<MaybeVec, bone_count> tips_;
};

/// In a BVH file End Sites, and joints that are not bones, mark the end of a hand or foot. In other files
/// such nodes may be anything.
void find_tips(const Document& document, const Humanoid& humanoid, std::span<const mat4> world,
               Placed& placed) {
    if (document.format != FileFormat::bvh) return;
    std::array<float, bone_count> farthest{};
    std::vector<int> owner(document.nodes.size(), -1);
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const std::optional<Bone> own = humanoid.bones.bone_of(static_cast<int>(n));
        const int parent = document.nodes[n].parent;
        owner[n] = own ? static_cast<int>(*own) : parent < 0 ? -1 : at(owner, parent);
        if (own || owner[n] < 0 || !is_limb(static_cast<Bone>(owner[n]))) continue;
        const auto bone = static_cast<Bone>(owner[n]);
        const vec3 place(world[n][3]);
        const float distance = glm::distance(place, vec3(at(world, humanoid.bones[bone])[3]));
        float& best = at(farthest, bone);
        if (distance <= best) continue;
        best = distance;
        placed.set_tip(bone, place);
    }
}

vec3 wanted_direction(Bone bone) {
    return t_pose_frame(bone) * vec3(0, 1, 0);
}

MaybeVec without_slope(const vec3& v) {
    return unit({v.x, 0.0F, v.z});
}

std::optional<float> direction_error(const Placed& placed, Bone bone) {
    const MaybeVec points = placed.direction(bone);
    if (!points) return std::nullopt;
    if (!is_foot(bone)) return angle_between(*points, wanted_direction(bone));
    const MaybeVec level = without_slope(*points);
    if (!level) return std::nullopt;
    return angle_between(*level, wanted_direction(bone));
}

std::optional<float> palm_error(const Placed& placed, Bone bone) {
    if (!is_hand(bone)) return std::nullopt;
    const MaybeVec along = placed.direction(bone);
    const MaybeVec across = placed.across_palm(bone);
    if (!along || !across) return std::nullopt;
    const MaybeVec flat = unit(*across - *along * glm::dot(*across, *along));
    const MaybeVec ahead = unit(vec3(0, 0, 1) - *along * along->z);
    if (!flat || !ahead) return std::nullopt;
    return angle_between(*flat, *ahead);
}

/// Returns how much `bone` must rotate in addition to `inherited`, in the figure's axes.
quat correction(const Placed& placed, Bone bone, const quat& inherited) {
    const MaybeVec points = placed.direction(bone);
    if (!points) return inherited;
    const vec3 spare = side_of(bone) == BoneSide::left ? vec3(0, 0, 1) : vec3(0, 0, -1);
    if (is_foot(bone)) {
        // Feet are flat in nearly every rest pose, however the legs are spread: their slope is kept.
        const MaybeVec level = without_slope(*points);
        return level ? min_rotation(*level, wanted_direction(bone), {0, 1, 0}) : inherited;
    }
    quat out = min_rotation(inherited * *points, wanted_direction(bone), spare) * inherited;
    if (!is_hand(bone)) return out;
    if (const MaybeVec across = placed.across_palm(bone)) {
        const vec3 along = wanted_direction(bone);
        const vec3 now = out * *across;
        const MaybeVec flat = unit(now - along * glm::dot(now, along));
        if (flat) out = min_rotation(*flat, {0, 0, 1}, along) * out;
    }
    return out;
}

}  // namespace

TPoseScore score_t_pose(const Humanoid& humanoid, std::span<const mat4> world, const BodyFrame& body) {
    TPoseScore out;
    const Placed placed(humanoid, world, body);
    float sum = 0.0F;
    float weights = 0.0F;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        if (!placed.has(bone)) continue;
        const mat4& matrix = at(world, humanoid.bones[bone]);
        const quat axes = glm::conjugate(body.world_from_body) * to_transform(matrix).rotation;
        const TPoseError error{bone, direction_error(placed, bone), angle_between(axes, t_pose_frame(bone)),
                               palm_error(placed, bone)};
        out.bones.push_back(error);
        if (!error.direction || !is_limb(bone)) continue;
        sum += *error.direction * limb_weight(bone);
        weights += limb_weight(bone);
        out.worst_limb = std::max(out.worst_limb, *error.direction);
    }
    if (weights > 0.0F) out.limbs = sum / weights;
    out.facing = angle_between(body.world_from_body, identity_quat);
    return out;
}

Pose turned_into_t_pose(const Document& document, const Humanoid& humanoid, const Pose& start,
                        std::span<const mat4> world, const BodyFrame& body) {
    VT_CHECK(start.local.size() == document.nodes.size());
    Pose out = start;
    Placed placed(humanoid, world, body);
    find_tips(document, humanoid, world, placed);
    // Rotation of each node from `start` in the figure's axes; nodes between bones rotate with their parents.
    std::vector<quat> turned(document.nodes.size(), identity_quat);
    std::vector<int> bone_of(document.nodes.size(), -1);
    for (std::size_t i = 0; i < bone_count; ++i) {
        const int node = humanoid.bones.node[i];
        if (node >= 0) at(bone_of, node) = static_cast<int>(i);
    }
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const int parent = document.nodes[n].parent;
        const quat inherited = parent < 0 ? identity_quat : at(turned, parent);
        turned[n] = inherited;
        if (bone_of[n] < 0 || keeps_its_curve(static_cast<Bone>(bone_of[n]))) continue;
        turned[n] = correction(placed, static_cast<Bone>(bone_of[n]), inherited);
        const quat axes = glm::conjugate(body.world_from_body) * to_transform(world[n]).rotation;
        const quat turn = glm::conjugate(inherited) * turned[n];
        out.local[n].rotation =
            normalized_or_identity(start.local[n].rotation * (glm::conjugate(axes) * turn * axes));
    }
    return out;
}

}  // namespace vitruvian

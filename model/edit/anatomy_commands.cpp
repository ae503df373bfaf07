// Commands that set human joint limits on the joints of a rig.
#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/edit_parts.h"
#include "model/edit/frames.h"
#include "model/figure/bone_frames.h"
#include "model/figure/bone_map.h"
#include "model/figure/reference_pose.h"
#include "model/standard/anatomical_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// Returns the H-Anim joint that moves a bone.
std::string hanim_joint_of(Bone bone) {
    const bool is_right = side_of(bone) == BoneSide::right;
    const std::string prefix = is_right ? "r_" : "l_";
    switch (is_right ? mirrored_bone(bone) : bone) {
        case Bone::hips:
            return "HumanoidRoot";
        case Bone::spine:
        case Bone::chest:
        case Bone::upper_chest:
            return "vl5";
        case Bone::neck:
        case Bone::head:
            return "skullbase";
        case Bone::jaw:
            return "temporomandibular";
        case Bone::left_eye:
            return "l_eyeball_joint";
        case Bone::right_eye:
            return "r_eyeball_joint";
        case Bone::left_shoulder:
            return prefix + "sternoclavicular";
        case Bone::left_upper_arm:
            return prefix + "shoulder";
        case Bone::left_lower_arm:
            return prefix + "elbow";
        case Bone::left_hand:
            return prefix + "wrist";
        case Bone::left_upper_leg:
            return prefix + "hip";
        case Bone::left_lower_leg:
            return prefix + "knee";
        case Bone::left_foot:
            return prefix + "ankle";
        case Bone::left_toes:
            return prefix + "metatarsal";
        default:
            break;
    }
    constexpr std::array<std::string_view, 5> fingers{"thumb", "index", "middle", "ring", "pinky"};
    const auto first =
        static_cast<std::size_t>(is_right ? Bone::right_thumb_metacarpal : Bone::left_thumb_metacarpal);
    const std::size_t place = static_cast<std::size_t>(bone) - first;
    return fmt::format("{}{}{}", prefix, fingers.at(place / 3), place % 3 + 1);
}

/// Returns how many bones share one of H-Anim's joints; its range is divided among them.
int sharers(const Humanoid& humanoid, Bone bone) {
    int out = 0;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto other = static_cast<Bone>(i);
        const bool is_there = humanoid.bones[other] >= 0;
        out += is_there && hanim_joint_of(other) == hanim_joint_of(bone) ? 1 : 0;
    }
    return out;
}

/// The level from which a figure has joints that take over some of what the joint does at lower levels: the
/// file's level of articulation, or that of its own joints.
class Levels {
  public:
    Levels(const Document& document, const Humanoid& humanoid)
        : level_(std::clamp(level_of_articulation(document, humanoid), 1, 3)) {
        for (const Joint& joint : humanoid.joints) {
            const auto name = hanim_joint_from_name(at(document.nodes, joint.node).name);
            if (!name) continue;
            const std::string_view fact = hanim_joint_facts()[name->fact].name_1_1;
            if (fact.starts_with("vl") || fact.starts_with("vt") || fact.starts_with("vc")) ++spine_;
            const bool splits = fact == "sternoclavicular" || fact == "acromioclavicular" ||
                                fact == "subtalar" || fact == "metatarsal";
            if (splits) parts_.emplace_back(fact);
        }
    }

    [[nodiscard]] int of(const HanimJointName& joint) const {
        const std::string_view fact = hanim_joint_facts()[joint.fact].name_1_1;
        const auto has = [&](std::string_view part) {
            return std::find(parts_.begin(), parts_.end(), part) != parts_.end();
        };
        if (fact == "shoulder" && (has("sternoclavicular") || has("acromioclavicular")))
            return std::max(level_, 2);
        if (fact == "ankle" && has("subtalar")) return std::max(level_, 2);
        if (fact == "midtarsal" && has("metatarsal")) return std::max(level_, 2);
        const bool is_spine =
            fact == "skullbase" || fact.starts_with("vl") || fact.starts_with("vt") || fact.starts_with("vc");
        constexpr int some = 4;  // more than level 1 has
        constexpr int many = 12;
        if (is_spine && spine_ >= some) return std::max(level_, spine_ >= many ? 3 : 2);
        return level_;
    }

  private:
    int level_;
    int spine_ = 0;
    std::vector<std::string_view> parts_;
};

/// Limits for a rig's bones, which have axes and a rest pose of their own.
class BoneLimits {
  public:
    BoneLimits(const Document& document, int humanoid)
        : humanoid_(at(document.humanoids, humanoid)),
          rest_(make_reference_pose(document, humanoid, ReferenceKind::rest)) {}

    [[nodiscard]] std::optional<AnatomicalLimits> of(Bone bone) const {
        const auto name = hanim_joint_from_name(hanim_joint_of(bone));
        std::optional<AnatomicalLimits> out = name ? anatomical_limits(*name, 1) : std::nullopt;
        if (!out) return std::nullopt;
        const auto share = static_cast<float>(std::max(sharers(humanoid_, bone), 1));
        out->lower /= share;
        out->upper /= share;
        quat turned = identity_quat;
        if (const std::optional<vec3> arm = arm_direction(bone)) {
            turned = min_turn(vec3(0.0F, -1.0F, 0.0F), *arm, vec3(0.0F, 0.0F, 1.0F));
            // The ranges are measured from hanging arms.
            const bool is_upper = bone == Bone::left_upper_arm || bone == Bone::right_upper_arm;
            const float raised = is_upper ? std::atan2(arm->x, -arm->y) : 0.0F;
            out->lower.z -= raised;
            out->upper.z -= raised;
        }
        const quat axes = rotation_part(at(rest_.world, humanoid_.bones[bone]));
        out->orientation = normalized_or_identity(glm::conjugate(axes) * rest_.body.world_from_body * turned *
                                                  out->orientation);
        return out;
    }

  private:
    /// Returns the direction of the arm or hand, for arms, hands and fingers, in the figure's axes.
    [[nodiscard]] std::optional<vec3> arm_direction(Bone bone) const {
        const bool is_right = side_of(bone) == BoneSide::right;
        const Bone left = is_right ? mirrored_bone(bone) : bone;
        if (left < Bone::left_upper_arm || left > Bone::left_little_distal) return std::nullopt;
        const auto own = [&](Bone of_left) { return is_right ? mirrored_bone(of_left) : of_left; };
        const Bone from = own(left == Bone::left_upper_arm ? left : Bone::left_lower_arm);
        const Bone to = own(left == Bone::left_upper_arm ? Bone::left_lower_arm : Bone::left_hand);
        if (humanoid_.bones[from] < 0 || humanoid_.bones[to] < 0) return std::nullopt;
        const vec3 d = rest_.body.body_from_world(vec3(at(rest_.world, humanoid_.bones[to])[3]) -
                                                  vec3(at(rest_.world, humanoid_.bones[from])[3]));
        const float length = glm::length(d);
        return length > 1e-9F ? std::optional(d / length) : std::nullopt;
    }

    const Humanoid& humanoid_;
    ReferencePose rest_;
};

/// The known limits of a joint.
struct Known {
    bool is_known = false;
    std::optional<AnatomicalLimits> limits;  // nullopt: free, as for the root
};

/// `world`: at rest.
Known limits_of_hanim(const Document& document, const Humanoid& humanoid, const Joint& joint,
                      const Levels& levels, const std::vector<mat4>& world) {
    const auto name = hanim_joint_from_name(at(document.nodes, joint.node).name);
    if (!name) return {};
    if (hanim_joint_facts()[name->fact].level == 0) return {true, std::nullopt};
    std::optional<AnatomicalLimits> limits = anatomical_limits(*name, levels.of(*name));
    if (!limits) return {};
    // In other formats the joint's frame may have axes of its own.
    const quat axes = rotation_part(at(world, joint.node));
    const quat figure = humanoid.node < 0 ? identity_quat : rotation_part(at(world, humanoid.node));
    limits->orientation =
        normalized_or_identity(plain_rotation(glm::conjugate(axes) * figure) * limits->orientation);
    return {true, limits};
}

Known limits_of_bone(const Humanoid& humanoid, const Joint& joint, const BoneLimits& bones) {
    const std::optional<Bone> bone = humanoid.bones.bone_of(joint.node);
    if (!bone) return {};
    if (*bone == Bone::hips) return {true, std::nullopt};
    const auto limits = bones.of(*bone);
    return {limits.has_value(), limits};
}

void set(Joint& joint, const std::optional<AnatomicalLimits>& limits) {
    joint.lower_limit = limits ? std::optional(limits->lower) : std::nullopt;
    joint.upper_limit = limits ? std::optional(limits->upper) : std::nullopt;
    joint.limit_orientation = limits ? limits->orientation : identity_quat;
}

Result<void> apply_limits(const ApplyAnatomicalLimits& edit, Document& document) {
    if (!is_there(document, edit.humanoid, ItemKind::humanoid))
        return no_such_thing(edit.humanoid, ItemKind::humanoid);
    const int index = edit.humanoid.index;
    const Humanoid& humanoid = at(document.humanoids, index);
    const std::vector<Item> joints =
        edit.joints.empty() ? items_of(document, ItemKind::joint, index) : edit.joints;
    const Levels levels(document, humanoid);
    const bool is_hanim = humanoid.kind == HumanoidKind::hanim;
    const std::vector<mat4> world = worlds_at_rest(document);
    const BoneLimits bones(document, index);
    Humanoid limited = humanoid;
    int found = 0;
    for (const Item& item : joints) {
        if (!is_there(document, item, ItemKind::joint) || item.humanoid != index)
            return no_such_thing(item, ItemKind::joint);
        Joint& joint = at(limited.joints, item.index);
        const Known known = is_hanim ? limits_of_hanim(document, humanoid, joint, levels, world)
                                     : limits_of_bone(humanoid, joint, bones);
        if (known.is_known) {
            set(joint, known.limits);
            ++found;
        } else if (!edit.joints.empty()) {
            return fail(
                "edit-no-known-joint",
                fmt::format("{} is not a joint with known limits: it must have one of H-Anim's names, "
                            "or be one of the humanoid's bones.",
                            name_of(document, item)));
        }
    }
    if (found == 0)
        return fail("edit-no-known-joint", "None of the joints has known limits: map bones first.");
    at(document.humanoids, index) = std::move(limited);
    return {};
}

}  // namespace

std::vector<CommandKind> anatomy_commands() {
    return {command_kind<ApplyAnatomicalLimits, apply_limits>(
        "apply-anatomical-limits", "Apply anatomical limits",
        "Sets human joint limits on all joints where they are known.",
        {command_field<&ApplyAnatomicalLimits::humanoid>("humanoid", "", "whose", {ItemKind::humanoid}),
         may_be_absent(command_field<&ApplyAnatomicalLimits::joints>(
             "joints", "", "a list of joints; left out: all that are known", {ItemKind::joint}))})};
}

}  // namespace vitruvian

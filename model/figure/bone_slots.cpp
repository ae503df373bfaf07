#include "model/figure/bone_slots.h"

#include "model/core/at.h"
#include "model/figure/body_frame.h"
#include "model/figure/bone_doubt.h"
#include "model/figure/bone_frames.h"
#include "model/figure/bone_hierarchy.h"
#include "model/figure/bone_map.h"
#include "model/figure/reference_pose.h"

#include <fmt/format.h>

#include <algorithm>

namespace vitruvian {
namespace {

constexpr float sure_enough = 0.7F;  // of BoneEvidence::confidence

class Judge {
  public:
    Judge(const Document& document, const Humanoid& humanoid)
        : document_(document), humanoid_(humanoid), skeleton_(make_skeleton(document)) {
        world_ = world_matrices(skeleton_, base_pose(document, skeleton_));
        body_ = find_body_frame(humanoid, world_);
        Bounds bounds;
        for (const int node : humanoid.bones.node) {
            if (node >= 0) bounds.add(vec3(at(world_, node)[3]));
        }
        size_ = bounds.empty() ? 0.0F : glm::length(bounds.size());
    }

    [[nodiscard]] BoneSlot of(Bone bone) const {
        if (node(bone) < 0) return {is_required(bone) ? SlotState::missing : SlotState::absent, {}};
        for (const auto& check : {&Judge::twice, &Judge::above_its_parent, &Judge::other_side}) {
            if (std::string why = (this->*check)(bone); !why.empty())
                return {SlotState::wrong, std::move(why)};
        }
        if (std::string why = elsewhere(bone); !why.empty()) return {SlotState::doubtful, std::move(why)};
        const auto place = static_cast<std::size_t>(bone);
        if (place >= humanoid_.bone_evidence.size()) return {SlotState::mapped, {}};
        const BoneEvidence& evidence = humanoid_.bone_evidence[place];
        return {evidence.confidence < sure_enough ? SlotState::doubtful : SlotState::mapped, evidence.reason};
    }

  private:
    [[nodiscard]] int node(Bone bone) const { return humanoid_.bones[bone]; }
    [[nodiscard]] const std::string& name(int node) const { return at(document_.nodes, node).name; }

    /// Returns the nearest ancestor bone that has a joint.
    [[nodiscard]] std::optional<Bone> mapped_above(Bone bone) const {
        std::optional<Bone> above = parent_of(bone);
        while (above && node(*above) < 0) above = parent_of(*above);
        return above;
    }

    [[nodiscard]] std::string twice(Bone bone) const {
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto other = static_cast<Bone>(i);
            if (other != bone && node(other) == node(bone))
                return fmt::format("\"{}\" is {}, too.", name(node(bone)), to_string(other));
        }
        return {};
    }

    [[nodiscard]] std::string above_its_parent(Bone bone) const {
        const std::optional<Bone> above = mapped_above(bone);
        if (!above || !is_below(document_, node(*above), node(bone))) return {};
        return fmt::format("\"{}\" carries \"{}\", which as {} should carry it.", name(node(bone)),
                           name(node(*above)), to_string(*above));
    }

    [[nodiscard]] std::string other_side(Bone bone) const {
        const Bone mirrored = mirrored_bone(bone);
        if (mirrored == bone || node(mirrored) < 0 || !body_.found) return {};
        const auto x = [&](Bone of) { return body_.body_from_world(vec3(at(world_, node(of))[3])).x; };
        const bool is_left = bone < mirrored;
        const float apart = is_left ? x(bone) - x(mirrored) : x(mirrored) - x(bone);
        if (apart > -0.01F * size_) return {};
        return fmt::format("\"{}\" lies on the figure's {} of \"{}\".", name(node(bone)),
                           is_left ? "right" : "left", name(node(mirrored)));
    }

    [[nodiscard]] std::string elsewhere(Bone bone) const {
        const std::optional<Bone> above = mapped_above(bone);
        if (!above || is_below(document_, node(bone), node(*above))) return {};
        // Limbs are attached to the trunk at whatever height the rig's author chose.
        for (auto trunk = Bone::hips; *above <= Bone::head && trunk <= Bone::head;
             trunk = static_cast<Bone>(static_cast<int>(trunk) + 1)) {
            if (node(trunk) >= 0 && is_below(document_, node(bone), node(trunk))) return {};
        }
        return fmt::format("\"{}\" is not below \"{}\", the {}.", name(node(bone)), name(node(*above)),
                           to_string(*above));
    }

    const Document& document_;
    const Humanoid& humanoid_;
    Skeleton skeleton_;
    std::vector<mat4> world_;
    BodyFrame body_;
    float size_ = 0.0F;
};

}  // namespace

std::array<BoneSlot, bone_count> judge_bones(const Document& document, int humanoid) {
    const Humanoid& figure = at(document.humanoids, humanoid);
    const Judge judge(document, figure);
    std::array<BoneSlot, bone_count> out;
    for (std::size_t i = 0; i < bone_count; ++i) out[i] = judge.of(static_cast<Bone>(i));
    for (MissingBone& missing : missing_bones(document, figure)) {
        // Whoever took it away knows why.
        const auto place = static_cast<std::size_t>(missing.bone);
        const bool has_reason =
            place < figure.bone_evidence.size() && !figure.bone_evidence[place].reason.empty();
        out[place] = {SlotState::missing,
                      has_reason ? figure.bone_evidence[place].reason : std::move(missing.why)};
    }
    return out;
}

BoneVerdict verdict_of(const std::array<BoneSlot, bone_count>& slots) {
    BoneVerdict out;
    for (const BoneSlot& slot : slots) {
        const bool is_empty = slot.state == SlotState::absent || slot.state == SlotState::missing;
        out.mapped += is_empty ? 0 : 1;
        out.missing += slot.state == SlotState::missing ? 1 : 0;
        out.doubtful += slot.state == SlotState::doubtful ? 1 : 0;
        out.wrong += slot.state == SlotState::wrong ? 1 : 0;
    }
    if (out.wrong > 0) {
        out.worst = SlotState::wrong;
    } else if (out.missing > 0) {
        out.worst = SlotState::missing;
    } else if (out.doubtful > 0) {
        out.worst = SlotState::doubtful;
    }
    return out;
}

FoundBones find_bones(const Document& document, int humanoid) {
    const Humanoid& now = at(document.humanoids, humanoid);
    Humanoid anew = now;
    anew.bones = {};
    anew.bone_evidence.clear();
    BoneMapper mapper(document);
    if (now.kind == HumanoidKind::hanim) {
        mapper.map_hanim(anew);
    } else {
        mapper.map(anew);
    }
    FoundBones out{anew.bones, std::move(anew.bone_evidence), mapper.doubt()};
    out.evidence.resize(bone_count);
    for (std::size_t i = 0; i < bone_count; ++i) {
        const int node = out.bones.node[i];
        const bool is_joint = std::any_of(now.joints.begin(), now.joints.end(),
                                          [node](const Joint& joint) { return joint.node == node; });
        if (is_joint) continue;
        out.bones.node[i] = -1;
        out.evidence[i] = {};
    }
    return out;
}

}  // namespace vitruvian

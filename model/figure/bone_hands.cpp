// Fingers of hands that are known, by the shape of each hand: whatever the rest of the figure looks like.
#include "model/core/at.h"
#include "model/figure/bone_findings.h"
#include "model/figure/bone_frames.h"
#include "model/figure/shape_parts.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian {
namespace {

constexpr std::size_t finger_joints = 15;

std::size_t first_finger(bool left) {
    return static_cast<std::size_t>(left ? Bone::left_thumb_metacarpal : Bone::right_thumb_metacarpal);
}

class HandReader {
  public:
    HandReader(const Document& document, std::span<const mat4> world, const BoneMap& map,
               const BoneFindings& found)
        : world_(world), map_(map), found_(found), tree_(document, found.candidates, world) {}

    /// Returns the fingers as nodes; none where the hand is unknown or has no fingers.
    [[nodiscard]] std::array<int, finger_joints> fingers(bool left, int& found) const {
        std::array<int, finger_joints> out{};
        out.fill(-1);
        const int hand = joint_of(map_[left ? Bone::left_hand : Bone::right_hand]);
        if (hand < 0) return out;
        // What is named as of the hand's side is no thing that it holds, even if the other hand has less.
        const int twin = is_named_throughout(hand, left ? Side::left : Side::right)
                             ? -1
                             : joint_of(map_[left ? Bone::right_hand : Bone::left_hand]);
        const HandShape shape = find_fingers(tree_, hand, twin, arm_direction(left, hand), front());
        found = shape.found;
        for (std::size_t i = 0; i < finger_joints; ++i) {
            const int joint = shape.fingers.at(i / 3).at(i % 3);
            if (joint >= 0) out.at(i) = tree_.node(joint);
        }
        return out;
    }

  private:
    [[nodiscard]] vec3 place(Bone bone) const { return vec3(at(world_, map_[bone])[3]); }

    [[nodiscard]] int joint_of(int node) const {
        for (int joint = 0; joint < tree_.size(); ++joint) {
            if (tree_.node(joint) == node) return joint;
        }
        return -1;
    }

    [[nodiscard]] bool is_named_throughout(int hand, Side side) const {
        for (int joint = hand + 1; joint < tree_.size(); ++joint) {
            if (tree_.is_below(joint, hand) && found_.keys[static_cast<std::size_t>(joint)].side != side)
                return false;
        }
        return true;
    }

    [[nodiscard]] vec3 arm_direction(bool left, int hand) const {
        const vec3 wrist = tree_.position(hand);
        for (Bone bone : {Bone::left_lower_arm, Bone::left_upper_arm, Bone::left_shoulder}) {
            if (!left) bone = mirrored_bone(bone);
            if (map_[bone] < 0) continue;
            const vec3 direction = unit_or_zero(wrist - place(bone));
            if (direction != vec3(0.0F)) return direction;
        }
        const int parent = tree_.parent(hand);
        return parent < 0 ? vec3(0.0F) : unit_or_zero(wrist - tree_.position(parent));
    }

    /// Adds the vector from the right bone to the left one to `across`, and their middle to `middle`, where both exist.
    void add_pair(Bone left, vec3& across, vec3& middle, float& count) const {
        const Bone right = mirrored_bone(left);
        if (map_[left] < 0 || map_[right] < 0) return;
        across += place(left) - place(right);
        middle += 0.5F * (place(left) + place(right));
        count += 1.0F;
    }

    /// Returns where toes point, else where the named sides say that the figure faces; zero: unknown.
    [[nodiscard]] vec3 front() const {
        vec3 across(0.0F), low(0.0F), high(0.0F);
        float legs = 0.0F, arms = 0.0F;
        for (const Bone bone : {Bone::left_upper_leg, Bone::left_lower_leg})
            add_pair(bone, across, low, legs);
        for (const Bone bone : {Bone::left_shoulder, Bone::left_upper_arm})
            add_pair(bone, across, high, arms);
        if (arms == 0.0F) return vec3(0.0F);
        if (legs == 0.0F && map_[Bone::hips] < 0) return vec3(0.0F);
        low = legs > 0.0F ? low / legs : place(Bone::hips);
        const vec3 up = unit_or_zero(high / arms - low);
        vec3 toes(0.0F);
        for (const auto& [foot, toe] :
             {std::pair{Bone::left_foot, Bone::left_toes}, std::pair{Bone::right_foot, Bone::right_toes}}) {
            if (map_[foot] >= 0 && map_[toe] >= 0) toes += place(toe) - place(foot);
        }
        toes -= up * glm::dot(toes, up);
        return unit_or_zero(toes != vec3(0.0F) ? toes : glm::cross(across, up));
    }

    std::span<const mat4> world_;
    const BoneMap& map_;
    const BoneFindings& found_;
    JointTree tree_;
};

}  // namespace

void fill_fingers(const Document& document, std::span<const mat4> world, BoneFindings& found,
                  Humanoid& humanoid) {
    BoneMap& map = humanoid.bones;
    if (map[Bone::left_hand] < 0 && map[Bone::right_hand] < 0) return;
    const HandReader reader(document, world, map, found);
    for (const bool left : {true, false}) {
        const std::size_t first = first_finger(left);
        int fingers = 0;
        std::array<int, finger_joints> nodes = reader.fingers(left, fingers);
        BoneMap without = map;
        for (std::size_t i = 0; i < finger_joints; ++i) without.node[first + i] = -1;
        for (int& node : nodes) {
            if (node >= 0 && without.bone_of(node)) node = -1;
        }
        const auto is_joint = [](int node) { return node >= 0; };
        const auto begin = map.node.begin() + static_cast<std::ptrdiff_t>(first);
        const auto named = std::count_if(begin, begin + finger_joints, is_joint);
        const auto shaped = std::count_if(nodes.begin(), nodes.end(), is_joint);
        // A thumb with a name and a sword are no hand of two fingers.
        constexpr int fewest = 3;
        if (named * 10 >= shaped * 6 || (named > 0 && fingers < fewest)) continue;
        for (std::size_t i = 0; i < finger_joints; ++i) {
            const auto bone = static_cast<Bone>(first + i);
            found.shaped.map[bone] = map[bone] = nodes.at(i);
            at(found.shaped.confidence, bone) = fingers == 5 ? 0.7F : 0.45F;
            at(humanoid.bone_evidence, bone) =
                nodes.at(i) >= 0 ? shaped_evidence(found, bone) : BoneEvidence{};
        }
    }
}

}  // namespace vitruvian

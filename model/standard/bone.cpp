#include "model/standard/bone.h"

#include "model/core/at.h"

#include <algorithm>

namespace vitruvian {
namespace {

struct BoneFact {
    std::string_view name;
    Bone parent;  // hips is its own parent
};

/// Indexed by Bone; names and parents of EXT_skeleton_humanoid (those of VRM 1.0).
constexpr std::array<BoneFact, bone_count> bone_facts{{
    {"hips", Bone::hips},
    {"spine", Bone::hips},
    {"chest", Bone::spine},
    {"upperChest", Bone::chest},
    {"neck", Bone::upper_chest},
    {"head", Bone::neck},
    {"jaw", Bone::head},
    {"leftEye", Bone::head},
    {"rightEye", Bone::head},
    {"leftShoulder", Bone::upper_chest},
    {"leftUpperArm", Bone::left_shoulder},
    {"leftLowerArm", Bone::left_upper_arm},
    {"leftHand", Bone::left_lower_arm},
    {"leftThumbMetacarpal", Bone::left_hand},
    {"leftThumbProximal", Bone::left_thumb_metacarpal},
    {"leftThumbDistal", Bone::left_thumb_proximal},
    {"leftIndexProximal", Bone::left_hand},
    {"leftIndexIntermediate", Bone::left_index_proximal},
    {"leftIndexDistal", Bone::left_index_intermediate},
    {"leftMiddleProximal", Bone::left_hand},
    {"leftMiddleIntermediate", Bone::left_middle_proximal},
    {"leftMiddleDistal", Bone::left_middle_intermediate},
    {"leftRingProximal", Bone::left_hand},
    {"leftRingIntermediate", Bone::left_ring_proximal},
    {"leftRingDistal", Bone::left_ring_intermediate},
    {"leftLittleProximal", Bone::left_hand},
    {"leftLittleIntermediate", Bone::left_little_proximal},
    {"leftLittleDistal", Bone::left_little_intermediate},
    {"leftUpperLeg", Bone::hips},
    {"leftLowerLeg", Bone::left_upper_leg},
    {"leftFoot", Bone::left_lower_leg},
    {"leftToes", Bone::left_foot},
    {"rightShoulder", Bone::upper_chest},
    {"rightUpperArm", Bone::right_shoulder},
    {"rightLowerArm", Bone::right_upper_arm},
    {"rightHand", Bone::right_lower_arm},
    {"rightThumbMetacarpal", Bone::right_hand},
    {"rightThumbProximal", Bone::right_thumb_metacarpal},
    {"rightThumbDistal", Bone::right_thumb_proximal},
    {"rightIndexProximal", Bone::right_hand},
    {"rightIndexIntermediate", Bone::right_index_proximal},
    {"rightIndexDistal", Bone::right_index_intermediate},
    {"rightMiddleProximal", Bone::right_hand},
    {"rightMiddleIntermediate", Bone::right_middle_proximal},
    {"rightMiddleDistal", Bone::right_middle_intermediate},
    {"rightRingProximal", Bone::right_hand},
    {"rightRingIntermediate", Bone::right_ring_proximal},
    {"rightRingDistal", Bone::right_ring_intermediate},
    {"rightLittleProximal", Bone::right_hand},
    {"rightLittleIntermediate", Bone::right_little_proximal},
    {"rightLittleDistal", Bone::right_little_intermediate},
    {"rightUpperLeg", Bone::hips},
    {"rightLowerLeg", Bone::right_upper_leg},
    {"rightFoot", Bone::right_lower_leg},
    {"rightToes", Bone::right_foot},
}};

}  // namespace

std::string_view to_string(Bone bone) {
    return at(bone_facts, bone).name;
}

std::optional<Bone> bone_from_string(std::string_view name) {
    const auto found = std::find_if(bone_facts.begin(), bone_facts.end(),
                                    [name](const BoneFact& fact) { return fact.name == name; });
    if (found == bone_facts.end()) return std::nullopt;
    return static_cast<Bone>(found - bone_facts.begin());
}

std::optional<Bone> parent_of(Bone bone) {
    if (bone == Bone::hips) return std::nullopt;
    return at(bone_facts, bone).parent;
}

std::optional<Bone> BoneMap::bone_of(int node_index) const {
    if (node_index < 0) return std::nullopt;
    const auto found = std::find(node.begin(), node.end(), node_index);
    if (found == node.end()) return std::nullopt;
    return static_cast<Bone>(found - node.begin());
}

std::size_t BoneMap::mapped() const {
    return static_cast<std::size_t>(std::count_if(node.begin(), node.end(), [](int n) { return n >= 0; }));
}

}  // namespace vitruvian

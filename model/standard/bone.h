// The 55 humanoid bones that EXT_skeleton_humanoid, VRM 1.0 and Unity share: names, parents, and a map to
// nodes.
#pragma once

#include "model/core/at.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

/// In hierarchy order: a bone's parent comes before it.
enum class Bone : std::uint8_t {
    hips,
    spine,
    chest,
    upper_chest,
    neck,
    head,
    jaw,
    left_eye,
    right_eye,
    left_shoulder,
    left_upper_arm,
    left_lower_arm,
    left_hand,
    left_thumb_metacarpal,
    left_thumb_proximal,
    left_thumb_distal,
    left_index_proximal,
    left_index_intermediate,
    left_index_distal,
    left_middle_proximal,
    left_middle_intermediate,
    left_middle_distal,
    left_ring_proximal,
    left_ring_intermediate,
    left_ring_distal,
    left_little_proximal,
    left_little_intermediate,
    left_little_distal,
    left_upper_leg,
    left_lower_leg,
    left_foot,
    left_toes,
    right_shoulder,
    right_upper_arm,
    right_lower_arm,
    right_hand,
    right_thumb_metacarpal,
    right_thumb_proximal,
    right_thumb_distal,
    right_index_proximal,
    right_index_intermediate,
    right_index_distal,
    right_middle_proximal,
    right_middle_intermediate,
    right_middle_distal,
    right_ring_proximal,
    right_ring_intermediate,
    right_ring_distal,
    right_little_proximal,
    right_little_intermediate,
    right_little_distal,
    right_upper_leg,
    right_lower_leg,
    right_foot,
    right_toes,
};
inline constexpr std::size_t bone_count = 55;

/// Whether a bone is of a finger or thumb of either hand.
[[nodiscard]] constexpr bool is_finger(Bone bone) {
    return (bone >= Bone::left_thumb_metacarpal && bone <= Bone::left_little_distal) ||
           (bone >= Bone::right_thumb_metacarpal && bone <= Bone::right_little_distal);
}
[[nodiscard]] constexpr bool is_eye(Bone bone) {
    return bone == Bone::left_eye || bone == Bone::right_eye;
}

/// "leftUpperArm", as in the extension's humanoidBones.
[[nodiscard]] std::string_view to_string(Bone bone);
[[nodiscard]] std::optional<Bone> bone_from_string(std::string_view name);
/// nullopt for hips.
[[nodiscard]] std::optional<Bone> parent_of(Bone bone);

/// Node index of each bone, -1 if the figure has none.
struct BoneMap {
    std::array<int, bone_count> node;
    BoneMap() { node.fill(-1); }
    [[nodiscard]] int operator[](Bone bone) const { return at(node, bone); }
    int& operator[](Bone bone) { return at(node, bone); }
    [[nodiscard]] std::optional<Bone> bone_of(int node_index) const;
    /// Returns how many bones have a node.
    [[nodiscard]] std::size_t mapped() const;
};

/// The reason why a node was assigned to a bone, for display: "named mixamorig:LeftArm", "given by the file".
struct BoneEvidence {
    float confidence = 0.0F;  // 0 (no node) .. 1 (given by the file)
    std::string reason;
};

}  // namespace vitruvian

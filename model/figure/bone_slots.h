// State of each of the 55 slots of a bone map: filled, empty, doubtful, or wrong; and the map found by names
// and shape only.
#pragma once

#include "model/document/document.h"

#include <array>
#include <string>
#include <vector>

namespace vitruvian {

enum class SlotState {
    absent,    // no joint, and the bone is optional
    missing,   // no joint, and the bone is required
    mapped,    // no objection
    doubtful,  // weak evidence, or an unusual place in the hierarchy
    wrong,     // impossible: above its own parent, on the other side, or assigned twice
};

struct BoneSlot {
    SlotState state = SlotState::absent;
    std::string why;  // a sentence; may be empty
};

/// Judges the bones of the humanoid at that index, in the nodes' rest pose.
[[nodiscard]] std::array<BoneSlot, bone_count> judge_bones(const Document& document, int humanoid);

struct BoneVerdict {
    SlotState worst = SlotState::mapped;  // mapped, missing, doubtful or wrong
    int mapped = 0;                       // number of filled slots
    int missing = 0;                      // required ones that are empty
    int doubtful = 0;
    int wrong = 0;
};
[[nodiscard]] BoneVerdict verdict_of(const std::array<BoneSlot, bone_count>& slots);

struct FoundBones {
    BoneMap bones;  // of nodes that are joints of the humanoid
    std::vector<BoneEvidence> evidence;
    std::string doubt;  // reason why there are none although names suggest some; else empty
};
/// Finds bones as readers do in files that do not define them (bone_map.h), ignoring the humanoid's current
/// map.
[[nodiscard]] FoundBones find_bones(const Document& document, int humanoid);

}  // namespace vitruvian

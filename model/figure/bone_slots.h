// What is to be said of each of the 55 slots of a bone map: filled, empty, doubtful, or filled with what cannot be it;
// and the map that names and shape alone would give.
#pragma once

#include "model/document/document.h"

#include <array>
#include <string>
#include <vector>

namespace vitruvian {

enum class SlotState {
    absent,    // no joint, and none is asked for
    missing,   // no joint, where every humanoid must have one
    mapped,    // nothing speaks against it
    doubtful,  // weak evidence, or it hangs elsewhere in the tree than bodies have it
    wrong,     // it cannot be that bone: above its own parent, on the other side, or given twice
};

struct BoneSlot {
    SlotState state = SlotState::absent;
    std::string why;  // a sentence; empty where nothing is to be said
};

/// Of the humanoid at that index, in the pose that its nodes rest in.
[[nodiscard]] std::array<BoneSlot, bone_count> judge_bones(const Document& document, int humanoid);

struct BoneVerdict {
    SlotState worst = SlotState::mapped;  // mapped, missing, doubtful or wrong
    int mapped = 0;                       // how many slots are filled
    int missing = 0;                      // required ones that are empty
    int doubtful = 0;
    int wrong = 0;
};
[[nodiscard]] BoneVerdict verdict_of(const std::array<BoneSlot, bone_count>& slots);

struct FoundBones {
    BoneMap bones;  // of nodes that are joints of the humanoid
    std::vector<BoneEvidence> evidence;
    std::string doubt;  // why there are none although names suggest some; else empty
};
/// As a reader finds them in a file that does not say them (bone_map.h), whatever the humanoid has now.
[[nodiscard]] FoundBones find_bones(const Document& document, int humanoid);

}  // namespace vitruvian

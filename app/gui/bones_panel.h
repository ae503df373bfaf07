// The bones panel: a drawn human figure with the 55 slots of the bone map, which say what is mapped, missing, doubtful or
// wrong and take joints; the map found anew with reasons; how far the pose is from the T-pose.
#pragma once

#include "app/scene/frame.h"
#include "model/figure/bone_slots.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace vitruvian {

struct PanelContext;

/// What bones are looked at, worked out once for a document as it is.
struct BoneReading {
    std::uint64_t figure = 0;
    std::uint64_t reading = 0;
    unsigned revision = 0;
    int humanoid = -1;
    bool operator==(const BoneReading&) const = default;
};

struct BonesState {
    std::optional<BoneReading> read;
    std::array<BoneSlot, bone_count> slots;
    BoneVerdict verdict;
    std::optional<Bone> chosen;
    bool picking = false;             // the next joint that is selected is the chosen bone
    Selection before_picking;         // what was selected when that began
    std::string search;               // in the list of joints
    std::optional<FoundBones> found;  // offered, of `found_for`
    std::optional<BoneReading> found_for;
};

/// Into the current ImGui window.
void draw_bones_panel(const PanelContext& c);

}  // namespace vitruvian

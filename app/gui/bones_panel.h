// The bones panel: a drawing of a human with the 55 slots of the bone map, which show what is mapped,
// missing, doubtful or wrong and accept joints; auto-mapping with reasons; the difference between the pose
// and the T-pose.
#pragma once

#include "app/scene/frame.h"
#include "model/figure/bone_slots.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace vitruvian {

struct PanelContext;

/// The state of the panel, and what it computes once for each revision of a document.
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
    bool picking = false;             // the next joint that is selected is mapped to the chosen bone
    Selection before_picking;         // the selection when picking began
    std::optional<FoundBones> found;  // the proposal of auto-mapping, for `found_for`
    std::optional<BoneReading> found_for;
};

/// Draws the panel into the current ImGui window.
void draw_bones_panel(const PanelContext& c);

}  // namespace vitruvian

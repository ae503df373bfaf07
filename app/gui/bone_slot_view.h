// The human figure of the bones panel with its 55 slots, which can be clicked and are drop targets.
#pragma once

#include "app/gui/panel.h"

#include <optional>
#include <string>

namespace vitruvian {

/// The state that the bones panel shows in one frame.
struct BonesView {
    const PanelContext& c;
    const OpenFigure& figure;
    const Document& document;
    const Humanoid& humanoid;
    int index;  // of the humanoid
    BonesState& state;
};

/// The colour of the bone's side of the body.
[[nodiscard]] ImVec4 side_color(const Theme& theme, Bone bone);

/// The slot's state and its reason as text.
[[nodiscard]] std::string evidence_text(const BonesView& v, Bone bone);

/// Maps `bone` to `joint`; nullopt unmaps it.
void map_bone(const BonesView& v, Bone bone, const std::optional<Item>& joint);

/// Starts picking: the next joint that is selected is mapped to the chosen bone.
void begin_picking(const BonesView& v);

/// Chooses the slot and selects its joint; an empty slot starts picking.
void click_slot(const BonesView& v, Bone bone);

/// Draws the figure with all slots at the cursor.
void draw_slots(const BonesView& v);

}  // namespace vitruvian

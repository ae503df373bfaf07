// The human figure of the bones panel with its 55 slots: drawn, clicked, and dropped on.
#pragma once

#include "app/gui/panel.h"

#include <optional>
#include <string>

namespace vitruvian {

/// What the bones panel shows in a frame.
struct BonesView {
    const PanelContext& c;
    const OpenFigure& figure;
    const Document& document;
    const Humanoid& humanoid;
    int index;  // of the humanoid
    BonesState& state;
};

[[nodiscard]] const std::string& node_name(const BonesView& v, int node);

/// The colour of the bone's side of the body.
[[nodiscard]] ImVec4 side_color(const Theme& theme, Bone bone);

/// What the slot's state is and why, in words.
[[nodiscard]] std::string evidence_text(const BonesView& v, Bone bone);

/// No joint: the figure has no such bone.
void map_bone(const BonesView& v, Bone bone, const std::optional<Item>& joint);

/// The next joint that is selected is the chosen bone.
void begin_picking(const BonesView& v);

/// Chooses the slot and selects its joint; an empty one waits for a joint.
void click_slot(const BonesView& v, Bone bone);

/// The figure with all slots, from the cursor on.
void draw_slots(const BonesView& v);

}  // namespace vitruvian

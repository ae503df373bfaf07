// Drag and drop of joints and sites of the scene tree: onto another joint, or a joint onto a slot of the bone
// map.
#pragma once

#include "app/scene/frame.h"

#include <functional>
#include <optional>
#include <string>

namespace vitruvian {

struct PanelContext;

/// What a drop would do, or why it is not possible.
struct JointDrop {
    std::string words;
    bool possible = true;
};

/// Makes the last drawn item a drag source for the joint or site `what`.
void joint_drag_source(const Selection& what);

/// The joint or site that is being dragged; nullopt if none is.
[[nodiscard]] std::optional<Selection> dragged_joint();

/// Makes the last drawn item a drop target. Returns the dragged joint or site in the frame in which it is
/// dropped there. `judge` says what the drop would do; nullopt if this kind of item cannot be dropped here at
/// all.
[[nodiscard]] std::optional<Selection> dropped_joint(
    const PanelContext& c, const std::function<std::optional<JointDrop>(const Selection&)>& judge);

/// Draws the name of the dragged item, or what a drop would do, beside the pointer. Call it after all panels.
void draw_dragged_joint(const PanelContext& c);

}  // namespace vitruvian

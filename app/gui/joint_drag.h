// A joint or site that is dragged out of the scene tree: onto a joint there, and a joint onto a slot of the bone map.
#pragma once

#include "app/scene/frame.h"

#include <functional>
#include <optional>
#include <string>

namespace vitruvian {

struct PanelContext;

/// What letting the dragged thing go would do, or why it cannot be.
struct JointDrop {
    std::string words;
    bool possible = true;
};

/// Makes the row of a joint or site that was drawn last something that can be dragged.
void joint_drag_source(const Selection& what);

/// The joint or site that is being dragged.
[[nodiscard]] std::optional<Selection> dragged_joint();

/// Lets it be dropped on what was drawn last; it, while it is let go there. `judge` says what that would do; nullopt where
/// things like this one have no business.
[[nodiscard]] std::optional<Selection> dropped_joint(
    const PanelContext& c, const std::function<std::optional<JointDrop>(const Selection&)>& judge);

/// The dragged thing's name beside the pointer, or what letting it go there would do. After all panels.
void draw_dragged_joint(const PanelContext& c);

}  // namespace vitruvian

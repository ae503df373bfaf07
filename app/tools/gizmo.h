// The manipulator handles of the selection: rings to rotate, arrows to move, bars to scale. Of constant size
// on screen and drawn on top of everything.
#pragma once

#include "app/tools/transform_drag.h"

#include <optional>

namespace vitruvian {

/// Sizes in design units.
inline constexpr float turn_radius = 84.0F;           // radius of the axis rings
inline constexpr float picture_ring_radius = 102.0F;  // radius of the view-aligned ring
inline constexpr float own_axis_length = 34.0F;       // of the tripod that shows an item's own frame

struct Gizmo {
    TransformKind kind = TransformKind::rotate;
    GizmoFrame frame = GizmoFrame::local;
    mat3 axes{1.0F};  // unit
    vec3 pivot{0.0F};
};

/// Returns the handle at a point of the picture, as the constraint it stands for; nullopt if there is none.
[[nodiscard]] std::optional<Constraint> gizmo_part_at(const Gizmo& gizmo, const ToolView& view,
                                                      const vec2& at);

/// Returns a point on a handle where it can be grabbed: for tests and for reporting handle positions.
[[nodiscard]] std::optional<vec2> place_of_part(const Gizmo& gizmo, const ToolView& view,
                                                const Constraint& part);

void draw_gizmo(const Gizmo& gizmo, const std::optional<Constraint>& lit, MarkPen& pen);

/// Draws a small tripod of the gizmo's axes at its pivot: the frame of an item. It is no handle.
void draw_axes(const Gizmo& gizmo, MarkPen& pen);

/// Returns the highlighted variant of a colour.
[[nodiscard]] vec4 lit_color(const vec4& color);

}  // namespace vitruvian

// The handles of a selected thing: rings to turn it, arrows to move it, bars to scale it. Of one size on the screen and
// drawn over everything.
#pragma once

#include "app/tools/transform_drag.h"

#include <optional>

namespace vitruvian {

/// Sizes in the design's units.
inline constexpr float turn_radius = 84.0F;           // of the rings about the axes
inline constexpr float picture_ring_radius = 102.0F;  // of the one about the eye's direction

struct Gizmo {
    TransformKind kind = TransformKind::rotate;
    GizmoFrame frame = GizmoFrame::local;
    mat3 axes{1.0F};  // unit
    vec3 pivot{0.0F};
};

/// The part under a place of the picture, as the constraint that it means; nullopt where there is none.
[[nodiscard]] std::optional<Constraint> gizmo_part_at(const Gizmo& gizmo, const ToolView& view,
                                                      const vec2& at);

/// A point on a part, to be seized there: for tests, and for reports of where things are.
[[nodiscard]] std::optional<vec2> place_of_part(const Gizmo& gizmo, const ToolView& view,
                                                const Constraint& part);

void draw_gizmo(const Gizmo& gizmo, const std::optional<Constraint>& lit, MarkPen& pen);

/// A colour that lights up.
[[nodiscard]] vec4 lit_color(const vec4& color);

}  // namespace vitruvian

// How a body stands, drawn: what it stands on, whether its mass is over that, and how its parts' masses are spread.
#pragma once

#include "app/scene/frame.h"
#include "model/figure/statics.h"

#include <span>
#include <vector>

namespace vitruvian {

/// The corners of what humanoid `humanoid` stands on (support_polygon), in the space of `world`, where its nodes are: the
/// hull of the skin within 0.8 % of the height above its lowest point. `up` is unit, `height` the figure's, both in that
/// space. Displacers do not count.
[[nodiscard]] std::vector<vec3> standing_polygon(const Document& document, const FigureShape& shape,
                                                 std::span<const mat4> world, int humanoid, const vec3& up,
                                                 float height);

/// The polygon under the body on the floor, in the error colour where its mass is not over it; nothing while it is in the
/// air.
void add_support(const Figure& figure, std::span<const mat4> world, int humanoid, const BodyMass& body,
                 const ViewSettings& view, RenderScene& scene);

/// Of the selected segment and of those that weigh something, where the file gives their moments of inertia: the solid
/// ellipsoid of the same mass and moments, as three rings.
void add_inertia(const Figure& figure, std::span<const mat4> world, int humanoid, const ViewSettings& view,
                 RenderScene& scene);

}  // namespace vitruvian

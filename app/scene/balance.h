// Draws a body's balance: its support polygon, whether the centre of mass is above it, and the mass
// distribution of its segments.
#pragma once

#include "app/scene/frame.h"
#include "model/figure/statics.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Returns the corners of the support polygon of humanoid `humanoid` (support_polygon), in the space of
/// `world`, its node matrices: the hull of the skin within 0.8 % of the height above its lowest point. `up`
/// is unit, `height` the figure's, both in that space. Displacers are ignored.
[[nodiscard]] std::vector<vec3> standing_polygon(const Document& document, const FigureShape& shape,
                                                 std::span<const mat4> world, int humanoid, const vec3& up,
                                                 float height);

/// Draws the support polygon on the floor, in the error colour if the centre of mass is not above it; nothing
/// while the body is in the air.
void add_support(const Figure& figure, std::span<const mat4> world, int humanoid, const BodyMass& body,
                 const ViewSettings& view, RenderScene& scene);

/// Draws, for the selected segment and those that weigh something, if the file gives their moments of
/// inertia, the solid ellipsoid of the same mass and moments as three rings.
void add_inertia(const Figure& figure, std::span<const mat4> world, int humanoid, const ViewSettings& view,
                 RenderScene& scene);

}  // namespace vitruvian

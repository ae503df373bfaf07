// The marks drawn over a figure: bones, joints, limits, sites, displaced vertices, centres of mass, bounds.
#pragma once

#include "app/scene/frame.h"

namespace vitruvian {

/// Adds the overlay that `view` requests. `world`: the figure's node matrices in the scene.
void add_overlay(const Figure& figure, std::span<const mat4> world, const ViewSettings& view,
                 RenderScene& scene, Picks& picks);

}  // namespace vitruvian

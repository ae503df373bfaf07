// The skin painted with what a pose does to it.
#pragma once

#include "model/rom/range_of_motion.h"
#include "renderer/scene.h"

namespace vitruvian {

/// Paints the skin of a scene that compose_frame made of this figure alone, in this pose: each vertex by the area around it,
/// dark where half of that at rest is left, bright where it is twice as much.
void paint_area_change(const RomFigure& figure, const Pose& pose, RenderScene& scene);

}  // namespace vitruvian

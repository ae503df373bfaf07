// Colours the skin by how a pose deforms it.
#pragma once

#include "model/rom/range_of_motion.h"
#include "renderer/scene.h"

namespace vitruvian {

/// Colours the skin of a scene that compose_frame made of this figure only, in this pose: each vertex by the
/// change of the area around it, from dark at half its rest area to bright at twice.
void paint_area_change(const RomFigure& figure, const Pose& pose, RenderScene& scene);

}  // namespace vitruvian

// A file's own sky and lights.
#pragma once

#include "app/scene/frame.h"

namespace vitruvian {

/// Adds the file's own sky and lights if requested; the first figure with a sky provides it. The figure's
/// images begin at `first_image` of the scene's. `world` is placed_world.
void add_surroundings(const Figure& figure, std::span<const mat4> world, const Show& show, int first_image,
                      RenderScene& scene);

}  // namespace vitruvian

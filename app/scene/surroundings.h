// A file's own sky and lights.
#pragma once

#include "app/scene/frame.h"

namespace vitruvian {

/// The file's own sky and lights, where they are asked for; the first figure that has a sky gives it. The
/// figure's images begin at `first_image` of the scene's. `world` is placed_world.
void add_surroundings(const Figure& figure, std::span<const mat4> world, const Show& show, int first_image,
                      RenderScene& scene);

}  // namespace vitruvian

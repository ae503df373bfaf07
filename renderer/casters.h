// Surfaces that block light, and passes that draw all of them: shadow maps, ambient occlusion.
#pragma once

#include "renderer/deform.h"
#include "renderer/surfaces.h"

#include <functional>

namespace vitruvian {

/// False for mostly transparent surfaces, lines and points.
[[nodiscard]] bool hides(const RenderScene& scene, const DrawItem& draw);

/// True if it also casts a shadow; some occluders do not.
[[nodiscard]] bool casts(const RenderScene& scene, const DrawItem& draw);

/// The data that a pass over the casters needs.
struct Casters {
    const RenderScene& scene;
    Deformer& deformer;
    Surfaces& surfaces;
    Programs& programs;
    bool (*takes)(const RenderScene&, const DrawItem&) = casts;
};

/// Draws all casters; `set` sets the pass's own uniforms of a bound program. Cut-outs use the define CUT.
void draw_casters(const Casters& casters, const char* vertex, const char* fragment,
                  const std::function<void(const Program&)>& set);

}  // namespace vitruvian

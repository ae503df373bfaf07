// Which surfaces keep light from others, and passes over all of them: shadow maps, ambient occlusion.
#pragma once

#include "renderer/deform.h"
#include "renderer/surfaces.h"

#include <functional>

namespace vitruvian {

/// Mostly see-through things, lines and points hide nothing.
[[nodiscard]] bool hides(const RenderScene& scene, const DrawItem& draw);

/// And some of what hides things throws no shadow.
[[nodiscard]] bool casts(const RenderScene& scene, const DrawItem& draw);

/// What a pass over the casters draws with.
struct Casters {
    const RenderScene& scene;
    Deformer& deformer;
    Surfaces& surfaces;
    Programs& programs;
    bool (*takes)(const RenderScene&, const DrawItem&) = casts;
};

/// Draws all casters; `set` gives a program at hand the pass's own uniforms. Cut-outs come with the define CUT.
void draw_casters(const Casters& casters, const char* vertex, const char* fragment,
                  const std::function<void(const Program&)>& set);

/// Their depth alone, into the depth map that is bound.
void draw_depth_of(const Casters& casters, const mat4& clip_from_world);

}  // namespace vitruvian

// What the shader of surfaces is told in numbers: the file's lights, layers of a surface, a cartoon's.
#pragma once

#include "renderer/deform.h"
#include "renderer/programs.h"
#include "renderer/scene.h"

namespace vitruvian {

void set_lights(const RenderScene& scene, const Program& program);

/// Clear coat, sheen, glass and what a dielectric mirrors.
void set_layers(const RenderScene& scene, const DrawItem& item, const SurfaceLayers& layers,
                const Program& program);

void set_toon(const RenderScene& scene, const ToonSurface& toon, const Program& program);

}  // namespace vitruvian

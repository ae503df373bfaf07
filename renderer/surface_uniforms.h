// Uniforms of the surface shader: the file's lights, material layers, toon parameters.
#pragma once

#include "renderer/deform.h"
#include "renderer/programs.h"
#include "renderer/scene.h"

namespace vitruvian {

void set_lights(const RenderScene& scene, const Program& program);

/// Sets clear coat, sheen, transmission and dielectric reflection.
void set_layers(const RenderScene& scene, const DrawItem& item, const SurfaceLayers& layers,
                const Program& program);

void set_toon(const RenderScene& scene, const ToonSurface& toon, const Program& program);

}  // namespace vitruvian

// Draws the items of a scene with their materials. Knows nothing of where the picture goes.
#pragma once

#include "renderer/deform.h"
#include "renderer/textures.h"

namespace vitruvian {

class Surfaces {
  public:
    /// Opaque and cut-out surfaces; for wireframe style their edges too.
    void draw_opaque(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    /// Translucent surfaces, from back to front.
    void draw_blended(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    void sweep() { textures_.sweep(); }

  private:
    enum class Layer { opaque, solid_part, translucent_part, edges };
    void draw(const RenderScene& scene, const DrawItem& item, Layer layer, bool shadows, Deformer& deformer,
              Programs& programs);
    void set_material(const RenderScene& scene, const DrawItem& item, const Material& material, Layer layer,
                      const Program& program);

    Textures textures_;
};

}  // namespace vitruvian

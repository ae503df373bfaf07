// Draws the items of a scene with their materials. Knows nothing of where the picture goes.
#pragma once

#include "renderer/deform.h"
#include "renderer/textures.h"

#include <optional>

namespace vitruvian {

class Surfaces {
  public:
    /// Opaque and cut-out surfaces; for wireframe style their edges too.
    void draw_opaque(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    /// Translucent surfaces, from back to front.
    void draw_blended(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    /// True where the alpha of the item's texture leaves parts of it out: masks, and the cards of hair and
    /// leaves that are blended. What draws depth alone leaves those parts out with bind_cut_out.
    [[nodiscard]] static bool is_cut_out(const RenderScene& scene, const DrawItem& item);
    /// The item's vertices, texture and threshold for a program at hand with the define CUT (cut_out.glsl).
    void bind_cut_out(const RenderScene& scene, const DrawItem& item, Deformer& deformer,
                      const Program& program);
    static void draw_elements(const DrawItem& item);
    void sweep() { textures_.sweep(); }
    /// All taps of the shadows, or a few.
    void use_soft_shadows(bool soft) { soft_shadows_ = soft; }

  private:
    enum class Layer { opaque, solid_part, translucent_part, edges };
    void draw(const RenderScene& scene, const DrawItem& item, Layer layer, bool shadows, Deformer& deformer,
              Programs& programs);
    void set_material(const RenderScene& scene, const DrawItem& item, const Material& material, Layer layer,
                      const Program& program);

    Textures textures_;
    bool soft_shadows_ = true;
    std::optional<bool> by_hand_;  // colours are turned to linear by the shader; not asked yet where empty
    [[nodiscard]] bool decodes_by_hand();
};

}  // namespace vitruvian

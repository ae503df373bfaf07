// Draws the items of a scene with their materials. Knows nothing of where the picture goes.
#pragma once

#include "renderer/deform.h"
#include "renderer/textures.h"

#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

class Surfaces {
  public:
    /// Opaque and cut-out surfaces; for wireframe style their edges too.
    void draw_opaque(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    /// Whether some surface has the outline of a cartoon, beyond its vertices.
    [[nodiscard]] static bool any_outlined(const RenderScene& scene);
    /// Whether some surface lets light through (KHR_materials_transmission).
    [[nodiscard]] static bool any_transmits(const RenderScene& scene);
    /// Surfaces that let light through, over a copy of the picture as it is by now, the texture at Unit::source.
    void draw_transmitting(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    /// Translucent surfaces, from back to front.
    void draw_blended(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    /// True where the alpha of the item's texture or vertices leaves parts of it out: masks, and the cards of hair
    /// and leaves that are blended. What draws depth alone leaves those parts out with bind_cut_out.
    [[nodiscard]] static bool is_cut_out(const RenderScene& scene, const DrawItem& item);
    /// The item's vertices, texture and threshold for a program at hand with the define CUT (cut_out.glsl).
    void bind_cut_out(const RenderScene& scene, const DrawItem& item, Deformer& deformer,
                      const Program& program);
    static void draw_elements(const DrawItem& item);
    void sweep() { textures_.sweep(); }
    /// Whether the studio's lights shine on some surface.
    [[nodiscard]] static bool any_in_studio_light(const RenderScene& scene);
    /// All taps of the shadows and ambient occlusion, or a few and none.
    void use_soft_shadows(bool soft) { soft_shadows_ = soft; }
    /// Where the ambient occlusion of the first pixel drawn is in its map: (pixel + xy) * zw.
    void place_ambient_map(const vec4& place) { ambient_place_ = place; }

  private:
    enum class Layer { opaque, solid_part, transmitting, translucent_part, outline, edges };
    void draw(const RenderScene& scene, const DrawItem& item, Layer layer, bool shadows, Deformer& deformer,
              Programs& programs);
    void set_material(const RenderScene& scene, const DrawItem& item, const Material& material, Layer layer,
                      const Program& program);

    /// What the program is made with: what the item's textures ask for, and all of it.
    [[nodiscard]] std::vector<std::string> texture_defines(const RenderScene& scene, const DrawItem& item,
                                                           const Material& material);
    [[nodiscard]] std::vector<std::string> defines_of(const RenderScene& scene, const DrawItem& item,
                                                      const Material& material, Layer layer, bool shadows);
    static void draw_faces(const RenderScene& scene, const DrawItem& item, Layer layer, bool double_sided);
    void bind_textures(const RenderScene& scene, const DrawItem& item, const Material& material,
                       const Program& program);

    Textures textures_;
    bool soft_shadows_ = true;
    vec4 ambient_place_{0.0F};
    std::optional<bool> by_hand_;  // colours are turned to linear by the shader; not asked yet where empty
    [[nodiscard]] bool decodes_by_hand();
};

}  // namespace vitruvian

// Draws the items of a scene with their materials, independent of the target.
#pragma once

#include "renderer/deform.h"
#include "renderer/textures.h"

#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

class Surfaces {
  public:
    /// Draws opaque and cut-out surfaces; in wireframe style also their edges.
    void draw_opaque(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    /// True if any surface has a toon outline, which extends beyond its vertices.
    [[nodiscard]] static bool any_outlined(const RenderScene& scene);
    /// True if any surface transmits light (KHR_materials_transmission).
    [[nodiscard]] static bool any_transmits(const RenderScene& scene);
    /// True if any of them blurs what is behind it.
    [[nodiscard]] static bool any_frosted(const RenderScene& scene);
    /// Draws transmitting surfaces over a copy of the current picture, the texture at Unit::source.
    void draw_transmitting(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    /// Draws translucent surfaces, from back to front.
    void draw_blended(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs);
    /// The least alpha that blocks light, of a surface that is not opaque.
    [[nodiscard]] static float least_alpha(const Material& material);
    /// True if the alpha of the item's texture or vertices removes parts of it: masks, and blended cards of
    /// hair and leaves. Depth-only passes omit those parts with bind_cut_out.
    [[nodiscard]] static bool is_cut_out(const RenderScene& scene, const DrawItem& item);
    /// Binds the item's vertices, texture and threshold for a bound program with the define CUT
    /// (cut_out.glsl).
    void bind_cut_out(const RenderScene& scene, const DrawItem& item, Deformer& deformer,
                      const Program& program);
    static void draw_elements(const DrawItem& item);
    void sweep() { textures_.sweep(); }
    /// True if any surface is lit by the studio's lights.
    [[nodiscard]] static bool any_in_studio_light(const RenderScene& scene);
    /// Enables all taps of the shadows and ambient occlusion; otherwise a few taps and none.
    void use_soft_shadows(bool soft) { soft_shadows_ = soft; }
    /// Sets the place of the first pixel drawn in the ambient occlusion map: (pixel + xy) * zw.
    void place_ambient_map(const vec4& place) { ambient_place_ = place; }

  private:
    enum class Layer { opaque, solid_part, transmitting, translucent_part, outline, edges };
    void draw(const RenderScene& scene, const DrawItem& item, Layer layer, bool shadows, Deformer& deformer,
              Programs& programs);
    void set_material(const RenderScene& scene, const DrawItem& item, const Material& material, Layer layer,
                      const Program& program);

    /// Return the program's defines: those for the item's textures only, and the complete list.
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
    std::optional<bool> by_hand_;  // the shader converts colours to linear; empty: not queried yet
    [[nodiscard]] bool decodes_by_hand();
};

}  // namespace vitruvian

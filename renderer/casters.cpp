#include "renderer/casters.h"

#include "model/core/at.h"

namespace vitruvian {

bool hides(const RenderScene& scene, const DrawItem& draw) {
    if (draw.mesh->mode != GL_TRIANGLES || draw.mesh->index_count == 0) return false;
    const int material = draw.item->material;
    if (material < 0) return true;
    const Material& m = at(scene.materials, material);
    const bool is_glass = m.layers.transmission >= 0.5F && !m.unlit && !m.toon;
    return !is_glass && (m.alpha_mode == AlphaMode::opaque || m.base_color.a >= Surfaces::least_alpha(m));
}

bool casts(const RenderScene& scene, const DrawItem& draw) {
    return draw.item->casts && hides(scene, draw);
}

void draw_casters(const Casters& casters, const char* vertex, const char* fragment,
                  const std::function<void(const Program&)>& set) {
    const auto& [scene, deformer, surfaces, programs, takes] = casters;
    const Program& whole = programs.get({vertex, fragment, {}});
    whole.use();
    set(whole);
    deformer.bind_positions();
    bool any_cut = false;
    for (const DrawItem& draw : deformer.items()) {
        if (!takes(scene, draw)) continue;
        if (Surfaces::is_cut_out(scene, draw)) {
            any_cut = true;
        } else {
            Deformer::draw_positions(draw);
        }
    }
    if (!any_cut) return;
    const Program& cut = programs.get({vertex, fragment, {"CUT"}});
    cut.use();
    set(cut);
    for (const DrawItem& draw : deformer.items()) {
        if (!takes(scene, draw) || !Surfaces::is_cut_out(scene, draw)) continue;
        surfaces.bind_cut_out(scene, draw, deformer, cut);
        Surfaces::draw_elements(draw);
    }
    Textures::unbind();
}

}  // namespace vitruvian

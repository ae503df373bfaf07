#include "renderer/surfaces.h"

#include "renderer/casters.h"
#include "renderer/surface_textures.h"
#include "renderer/surface_uniforms.h"

#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

namespace vitruvian {
namespace {

/// A texel of a translucent material with at least this opacity hides what is behind it.
constexpr float solid_alpha = 0.98F;
/// Blended texels with at least this opacity cast a shadow.
constexpr float blended_cutoff = 0.5F;

/// Whether it transmits light, if it is lit.
bool transmits(const Material& material) {
    return material.layers.transmission > 0.0F && !material.unlit && !material.toon;
}

/// The outline hull of a blended material would show through it, unless it writes depth.
bool has_outline(const Material& material, const GpuMesh& mesh) {
    return material.toon && material.toon->outline_mode != OutlineWidth::none &&
           material.toon->outline_width > 0.0F &&
           (material.alpha_mode != AlphaMode::blend || material.toon->transparent_with_depth) &&
           mesh.has_normals && mesh.mode == GL_TRIANGLES;
}

/// Draws millions of points or triangles in parts, waiting for each: a software rasterizer stores what is
/// queued, some hundred bytes for each.
void draw_indices(const GpuMesh& mesh) {
    constexpr GLsizei part = 3 << 18;
    for (GLsizei first = 0; first < mesh.index_count; first += part) {
        if (first > 0) glFinish();
        glDrawElements(mesh.mode, std::min(part, mesh.index_count - first), GL_UNSIGNED_INT,
                       gl::offset(static_cast<std::size_t>(first) * sizeof(std::uint32_t)));
    }
}

/// Draws both sides of open parts, and front faces of closed ones.
void draw_runs(const GpuMesh& mesh) {
    glCullFace(GL_BACK);
    for (const TriangleRun& run : *mesh.runs) {
        run.closed ? glEnable(GL_CULL_FACE) : glDisable(GL_CULL_FACE);
        glDrawElements(mesh.mode, static_cast<GLsizei>(run.index_count), GL_UNSIGNED_INT,
                       gl::offset(run.first_index * sizeof(std::uint32_t)));
    }
}

/// From inside, the back faces of closed parts are visible.
bool is_seen_from_outside(const RenderScene& scene) {
    const vec3 eye = scene.camera.eye();
    return glm::any(glm::lessThan(eye, scene.bounds.min)) ||
           glm::any(glm::greaterThan(eye, scene.bounds.max));
}

/// Uses linear_from_texture in surface.frag on devices where sRGB sampling is slow.
bool is_decoded_by_hand(Unit unit) {
    return unit == Unit::base || unit == Unit::emissive;
}

bool is_lit_surface(const RenderScene& scene, const DrawItem& item) {
    return item.mesh->mode == GL_TRIANGLES && scene.style != SurfaceStyle::normals &&
           scene.style != SurfaceStyle::unlit;
}

/// Edges only a few pixels apart would fill the surface with their colour: the closer, the fainter.
float edge_opacity(const RenderScene& scene, const DrawItem& item) {
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    float scale = 1.0F;
    if (item.item->palette_count > 0) scale = glm::length(vec3(scene.palettes[item.item->palette_begin][0]));
    const Bounds& bounds = item.mesh->bounds;
    const float size = bounds.empty() ? 0.0F : glm::length(bounds.size()) * scale;
    const float pixels = size * static_cast<float>(viewport[3]) / scene.camera.vertical_extent_at_target();
    const float triangles = std::max(static_cast<float>(item.mesh->index_count) / 3.0F, 1.0F);
    const float apart =
        pixels / std::sqrt(triangles);  // the area of the surface is about the square of its box's diagonal
    const float opacity = std::clamp(apart / 12.0F, 0.10F, 1.0F);
    return 1.0F - std::sqrt(1.0F - opacity);  // an edge is drawn once for each of its two triangles
}

/// For anisotropic surfaces (KHR_materials_anisotropy), where the mesh has tangents.
void add_grain(const GpuMesh& mesh, std::vector<std::string>& defines) {
    const auto has = [&](const char* define) {
        return std::find(defines.begin(), defines.end(), define) != defines.end();
    };
    if (!mesh.has_tangents && !has("TEXTURED")) return;
    if (mesh.has_tangents && !has("TANGENTS")) defines.emplace_back("TANGENTS");
    defines.emplace_back("ANISOTROPY");
}

constexpr vec4 selection_tint{1.0F, 0.62F, 0.18F, 0.22F};
constexpr vec4 edge_color{0.86F, 0.88F, 0.92F, 1.0F};

}  // namespace

void Surfaces::set_material(const RenderScene& scene, const DrawItem& item, const Material& material,
                            Layer layer, const Program& program) {
    glUniform4fv(program.at("base_color"), 1, &material.base_color[0]);
    glUniform4f(program.at("surface"), material.metallic, material.roughness, material.occlusion_strength,
                material.normal_scale);
    const float cutoff = layer == Layer::solid_part ? solid_alpha : material.alpha_cutoff;
    vec3 glow = material.emissive;
    // Unlit surfaces still emit light, except for an emissive texture that is not bound.
    const bool plain = !is_lit_surface(scene, item);
    const bool no_glow = material.unlit && !material.toon;  // toon materials are marked unlit as a fallback
    if (no_glow || (plain && material.emissive_texture.present())) glow = vec3(0.0F);
    glUniform4f(program.at("emission"), glow.x, glow.y, glow.z, cutoff);
    vec4 tint = item.item->highlighted ? selection_tint : vec4(0.0F);
    if (layer == Layer::edges) tint = item.item->highlighted ? vec4(vec3(selection_tint), 1.0F) : edge_color;
    glUniform4fv(program.at("tint"), 1, &tint[0]);
    const bool behind_edges = scene.style == SurfaceStyle::wireframe && layer != Layer::edges;
    const float fade = layer == Layer::edges ? edge_opacity(scene, item) : behind_edges ? 0.22F : 1.0F;
    glUniform1f(program.at("fade"), fade);
    if (!scene.lights.empty()) set_lights(scene, program);
    glUniform4fv(program.at("ambient_place"), 1, &ambient_place_[0]);

    if (material.toon) {
        set_toon(scene, material.toon.value(), program);
    } else if (!material.unlit) {
        set_layers(scene, item, material.layers, program);
    }
    bind_textures(scene, item, material, program);
}

void Surfaces::bind_textures(const RenderScene& scene, const DrawItem& item, const Material& material,
                             const Program& program) {
    std::array<vec3, slot_rows * 2> rows{};
    std::array<float, slot_rows> sets{};
    for (const Slot& slot : texture_slots()) {
        if (!uses(slot, material)) continue;
        const TextureUse& use = slot.use(material);
        const std::shared_ptr<const Image> image = image_of(scene, *item.mesh, use);
        if (image == nullptr) continue;
        const bool by_hand = is_decoded_by_hand(slot.unit) && decodes_by_hand();
        textures_.bind(slot.unit, image, by_hand ? Encoding::srgb_in_shader : slot.encoding, use);
        const std::array<vec3, 2> transform = uv_rows(use);
        const auto row = static_cast<std::size_t>(slot.row);
        rows.at(row * 2) = transform[0];
        rows.at(row * 2 + 1) = transform[1];
        sets.at(row) = use.uv_set == 1 ? 1.0F : 0.0F;
    }
    glUniform3fv(program.at("uv_rows"), static_cast<GLsizei>(rows.size()), &rows[0][0]);
    glUniform1fv(program.at("uv_sets"), static_cast<GLsizei>(sets.size()), sets.data());
}

std::vector<std::string> Surfaces::texture_defines(const RenderScene& scene, const DrawItem& item,
                                                   const Material& material) {
    std::vector<std::string> defines;
    const bool lit = is_lit_surface(scene, item);
    bool has_bumps = false;
    bool has_glossiness = false;  // surfaces of the older workflow have an index of refraction of 0
    for (const Slot& slot : texture_slots()) {
        const bool for_light = slot.unit != Unit::base;
        if ((for_light && !lit) || !uses(slot, material) ||
            image_of(scene, *item.mesh, slot.use(material)) == nullptr) {
            continue;
        }
        if (defines.size() == max_textures) break;
        defines.emplace_back(slot.define);
        has_glossiness = has_glossiness ||
                         (slot.unit == Unit::specular_color && !material.toon && material.layers.ior <= 0.0F);
        has_bumps = has_bumps || slot.unit == Unit::normal || slot.unit == Unit::clearcoat_normal;
    }
    if (defines.empty()) return defines;
    if (has_bumps && item.mesh->has_tangents) defines.emplace_back("TANGENTS");
    if (has_glossiness) defines.emplace_back("GLOSSINESS");
    defines.emplace_back("TEXTURED");
    if (decodes_by_hand()) defines.emplace_back("SRGB_BY_HAND");
    return defines;
}

std::vector<std::string> Surfaces::defines_of(const RenderScene& scene, const DrawItem& item,
                                              const Material& material, Layer layer, bool shadows) {
    std::vector<std::string> defines;
    if (layer != Layer::edges) defines = texture_defines(scene, item, material);
    const bool lit = is_lit_surface(scene, item);
    if (!item.mesh->has_normals) defines.emplace_back("FLAT");
    if (item.mesh->has_colors && !material.toon) defines.emplace_back("VERTEX_COLORS");
    if (scene.style == SurfaceStyle::normals && item.mesh->mode == GL_TRIANGLES)
        defines.emplace_back("NORMALS");
    if (lit && material.toon && layer != Layer::edges) {
        defines.emplace_back("TOON");
        if (layer == Layer::outline) defines.emplace_back("OUTLINE");
    } else if (material.unlit || !lit || layer == Layer::edges) {
        defines.emplace_back("UNLIT");
    } else {
        if (material.layers.clearcoat > 0.0F) defines.emplace_back("CLEARCOAT");
        if (material.layers.sheen_color != vec3(0.0F)) defines.emplace_back("SHEEN");
        if (material.layers.anisotropy > 0.0F) add_grain(*item.mesh, defines);
        if (layer == Layer::transmitting) defines.emplace_back("TRANSMISSION");
    }
    const bool studio_lit = lit && !material.unlit && !material.toon && layer != Layer::edges;
    if (studio_lit && !scene.lights.empty()) {
        defines.emplace_back("FILE_LIGHTS");
    } else if (studio_lit && shadows) {
        defines.emplace_back("SHADOWS");
        if (std::ranges::none_of(scene.items, &RenderItem::casts)) defines.emplace_back("NOTHING_CASTS");
        if (!soft_shadows_) {
            defines.emplace_back("QUICK");
        } else if (!hides(scene, item) || layer == Layer::transmitting || layer == Layer::translucent_part) {
            defines.emplace_back("SKY_TAPS");  // it is not, or only partly, in the ambient occlusion map
        }
    }
    const bool cut = layer == Layer::solid_part ||
                     ((layer == Layer::opaque || layer == Layer::outline || layer == Layer::transmitting) &&
                      material.alpha_mode == AlphaMode::mask);
    if (cut) defines.emplace_back("CUT");
    const bool blended_outline = layer == Layer::outline && material.alpha_mode == AlphaMode::blend;
    if (layer == Layer::translucent_part || blended_outline) defines.emplace_back("BLEND");
    return defines;
}

/// Back faces first where both sides show through; for an outline only back faces.
void Surfaces::draw_faces(const RenderScene& scene, const DrawItem& item, Layer layer, bool double_sided) {
    const GpuMesh& mesh = *item.mesh;
    if (layer == Layer::translucent_part && double_sided) {
        glEnable(GL_CULL_FACE);
        for (const GLenum hidden : {GLenum{GL_FRONT}, GLenum{GL_BACK}}) {
            glCullFace(hidden);
            draw_indices(mesh);
        }
    } else if (layer == Layer::outline) {
        glEnable(GL_CULL_FACE);
        glCullFace(GL_FRONT);
        draw_indices(mesh);
    } else if (layer == Layer::opaque && item.has_shells && scene.style != SurfaceStyle::wireframe &&
               is_seen_from_outside(scene)) {
        draw_runs(mesh);
    } else {
        if (double_sided || layer == Layer::edges) {
            glDisable(GL_CULL_FACE);
        } else {
            glEnable(GL_CULL_FACE);
            glCullFace(GL_BACK);
        }
        draw_indices(mesh);
    }
    glDisable(GL_CULL_FACE);
}

void Surfaces::draw(const RenderScene& scene, const DrawItem& item, Layer layer, bool shadows,
                    Deformer& deformer, Programs& programs) {
    if (item.mesh->index_count == 0) return;
    const Material& material = material_of(scene, *item.item);
    const Program& program =
        programs.get({"surface.vert", "surface.frag", defines_of(scene, item, material, layer, shadows)});
    program.use();
    set_material(scene, item, material, layer, program);
    glFrontFace(item.mirrored ? GL_CW : GL_CCW);
    deformer.bind_surface(item);
    glVertexAttrib4f(static_cast<GLuint>(Attribute::color), 1.0F, 1.0F, 1.0F, 1.0F);
    draw_faces(scene, item, layer, material.double_sided);
}

float Surfaces::least_alpha(const Material& material) {
    return material.alpha_mode == AlphaMode::mask ? material.alpha_cutoff : blended_cutoff;
}

bool Surfaces::is_cut_out(const RenderScene& scene, const DrawItem& item) {
    const Material& material = material_of(scene, *item.item);
    return item.mesh->mode == GL_TRIANGLES && material.alpha_mode != AlphaMode::opaque &&
           (item.mesh->has_alpha || image_of(scene, *item.mesh, material.base_color_texture) != nullptr);
}

void Surfaces::bind_cut_out(const RenderScene& scene, const DrawItem& item, Deformer& deformer,
                            const Program& program) {
    const Material& material = material_of(scene, *item.item);
    const TextureUse& use = material.base_color_texture;
    const std::array<vec3, 2> rows = uv_rows(use);
    glUniform3fv(program.at("uv_rows"), 2, &rows[0][0]);
    glUniform1f(program.at("uv_set"), use.uv_set == 1 ? 1.0F : 0.0F);
    glUniform2f(program.at("alpha"), material.base_color.a, least_alpha(material));
    const std::shared_ptr<const Image> image = image_of(scene, *item.mesh, use);
    glUniform1f(program.at("textured"), image != nullptr ? 1.0F : 0.0F);
    if (image != nullptr)
        textures_.bind(Unit::base, image, decodes_by_hand() ? Encoding::srgb_in_shader : Encoding::srgb, use);
    deformer.bind_surface(item);
    glVertexAttrib4f(static_cast<GLuint>(Attribute::color), 1.0F, 1.0F, 1.0F, 1.0F);
}

void Surfaces::draw_elements(const DrawItem& item) {
    draw_indices(*item.mesh);
}

bool Surfaces::decodes_by_hand() {
    if (!by_hand_) by_hand_ = is_software_device();
    return *by_hand_;
}

void Surfaces::draw_opaque(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs) {
    const bool wireframe = scene.style == SurfaceStyle::wireframe;
    if (wireframe) {
        glEnable(GL_BLEND);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1.0F, 1.0F);
    }
    for (const DrawItem& item : deformer.items()) {
        const Material& material = material_of(scene, *item.item);
        const bool lit = is_lit_surface(scene, item) && !wireframe;
        if (lit && transmits(material)) continue;
        if (material.alpha_mode != AlphaMode::blend) {
            draw(scene, item, Layer::opaque, shadows, deformer, programs);
            if (lit && has_outline(material, *item.mesh))
                draw(scene, item, Layer::outline, false, deformer, programs);
        } else if (material.base_color.a >= solid_alpha) {
            draw(scene, item, Layer::solid_part, shadows, deformer, programs);
        }
    }
    if (wireframe) {
        glDisable(GL_POLYGON_OFFSET_FILL);
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        glDepthMask(GL_FALSE);  // so that the order of an edge's two triangles does not matter
        for (const DrawItem& item : deformer.items()) {
            draw(scene, item, Layer::edges, false, deformer, programs);
        }
        glDepthMask(GL_TRUE);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
        glDisable(GL_BLEND);
    }
    Textures::unbind();
}

bool Surfaces::any_outlined(const RenderScene& scene) {
    return std::any_of(scene.items.begin(), scene.items.end(), [&](const RenderItem& item) {
        const Material& material = material_of(scene, item);
        return material.toon && material.toon->outline_mode != OutlineWidth::none;
    });
}

bool Surfaces::any_in_studio_light(const RenderScene& scene) {
    if (!scene.lights.empty() || scene.style == SurfaceStyle::normals || scene.style == SurfaceStyle::unlit)
        return false;
    return std::any_of(scene.items.begin(), scene.items.end(), [&](const RenderItem& item) {
        const Material& material = material_of(scene, item);
        return item.mesh->topology == Topology::triangles && !material.unlit && !material.toon;
    });
}

bool Surfaces::any_transmits(const RenderScene& scene) {
    if (scene.style != SurfaceStyle::shaded) return false;
    return std::any_of(scene.items.begin(), scene.items.end(), [&](const RenderItem& item) {
        return item.mesh->topology == Topology::triangles && transmits(material_of(scene, item));
    });
}

bool Surfaces::any_frosted(const RenderScene& scene) {
    return std::any_of(scene.items.begin(), scene.items.end(), [&](const RenderItem& item) {
        const Material& material = material_of(scene, item);
        return transmits(material) && material.roughness > 0.1F && material.layers.ior > 1.0F;
    });
}

void Surfaces::draw_transmitting(const RenderScene& scene, bool shadows, Deformer& deformer,
                                 Programs& programs) {
    for (const DrawItem& item : deformer.items()) {
        const Material& material = material_of(scene, *item.item);
        if (!transmits(material) || !is_lit_surface(scene, item)) continue;
        const bool blends = material.alpha_mode == AlphaMode::blend;
        if (blends) glEnable(GL_BLEND);
        draw(scene, item, Layer::transmitting, shadows, deformer, programs);
        if (blends) glDisable(GL_BLEND);
    }
    Textures::unbind();
}

void Surfaces::draw_blended(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs) {
    if (scene.style == SurfaceStyle::wireframe) return;
    std::vector<const DrawItem*> blended;
    for (const DrawItem& item : deformer.items()) {
        const Material& material = material_of(scene, *item.item);
        const bool is_glass = transmits(material) && is_lit_surface(scene, item);
        if (material.alpha_mode == AlphaMode::blend && !is_glass) blended.push_back(&item);
    }
    if (blended.empty()) return;
    const vec3 back = scene.camera.eye() - scene.camera.target;
    // Toon materials specify an order; those that write depth come before all others.
    const auto order = [&](const DrawItem* draw) {
        const std::optional<ToonSurface>& toon = material_of(scene, *draw->item).toon;
        return std::tuple(!(toon && toon->transparent_with_depth), toon ? toon->render_order : 0,
                          glm::dot(back, draw->middle));
    };
    std::stable_sort(blended.begin(), blended.end(),
                     [&](const DrawItem* a, const DrawItem* b) { return order(a) < order(b); });
    glEnable(GL_BLEND);
    for (const DrawItem* item : blended) {
        const std::optional<ToonSurface>& toon = material_of(scene, *item->item).toon;
        glDepthMask(toon && toon->transparent_with_depth ? GL_TRUE : GL_FALSE);
        draw(scene, *item, Layer::translucent_part, shadows, deformer, programs);
        if (has_outline(material_of(scene, *item->item), *item->mesh) && is_lit_surface(scene, *item))
            draw(scene, *item, Layer::outline, false, deformer, programs);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    Textures::unbind();
}

}  // namespace vitruvian

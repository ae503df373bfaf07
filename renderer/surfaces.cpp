#include "renderer/surfaces.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

/// From this opacity on a texel of a translucent material hides what is behind it.
constexpr float solid_alpha = 0.98F;
/// Blended texels throw a shadow from this opacity on.
constexpr float blended_cutoff = 0.5F;

/// What is drawn where the file gives no material: warm, light, matt clay.
const Material& clay() {
    static const Material material = [] {
        Material m;
        m.base_color = vec4(0.62F, 0.585F, 0.55F, 1.0F);
        m.roughness = 0.62F;
        m.double_sided = true;
        return m;
    }();
    return material;
}

const Material& material_of(const RenderScene& scene, const RenderItem& item) {
    const auto index = static_cast<std::size_t>(item.material);
    return item.material >= 0 && index < scene.materials.size() ? scene.materials[index] : clay();
}

struct Slot {
    TextureUse Material::*use;
    Unit unit;
    Encoding encoding;
    const char* define;
};
constexpr std::array slots = {
    Slot{&Material::base_color_texture, Unit::base, Encoding::srgb, "BASE_TEXTURE"},
    Slot{&Material::metallic_roughness_texture, Unit::roughness, Encoding::linear, "ROUGHNESS_TEXTURE"},
    Slot{&Material::normal_texture, Unit::normal, Encoding::linear, "NORMAL_TEXTURE"},
    Slot{&Material::occlusion_texture, Unit::occlusion, Encoding::linear, "OCCLUSION_TEXTURE"},
    Slot{&Material::emissive_texture, Unit::emissive, Encoding::srgb, "EMISSIVE_TEXTURE"},
};

/// Millions of points or triangles in parts, each waited for: a driver that draws on the processor keeps what it is
/// to draw, some hundred bytes for each.
void draw_indices(const GpuMesh& mesh) {
    constexpr GLsizei part = 3 << 18;
    for (GLsizei first = 0; first < mesh.index_count; first += part) {
        if (first > 0) glFinish();
        glDrawElements(mesh.mode, std::min(part, mesh.index_count - first), GL_UNSIGNED_INT,
                       gl::offset(static_cast<std::size_t>(first) * sizeof(std::uint32_t)));
    }
}

/// By linear_from_texture in surface.frag, where the device is slow at it.
bool is_decoded_by_hand(Unit unit) {
    return unit == Unit::base || unit == Unit::emissive;
}

/// The decoded image of a texture use, or null where there is none (yet) or the mesh has no coordinates for
/// it.
std::shared_ptr<const Image> image_of(const RenderScene& scene, const GpuMesh& mesh, const TextureUse& use) {
    const auto index = static_cast<std::size_t>(use.image);
    if (!use.present() || !mesh.has_uv || index >= scene.images.size()) return nullptr;
    const std::shared_ptr<const Image>& image = scene.images[index];
    return image != nullptr && image->width > 0 && image->height > 0 ? image : nullptr;
}

/// Two rows of uv' = T(offset) R(rotation) S(scale) uv (KHR_texture_transform).
std::array<vec3, 2> uv_rows(const TextureUse& use) {
    const float c = std::cos(use.rotation);
    const float s = std::sin(use.rotation);
    return {vec3(c * use.scale.x, s * use.scale.y, use.offset.x),
            vec3(-s * use.scale.x, c * use.scale.y, use.offset.y)};
}

bool is_lit_surface(const RenderScene& scene, const DrawItem& item) {
    return item.mesh->mode == GL_TRIANGLES && scene.style != SurfaceStyle::normals &&
           scene.style != SurfaceStyle::unlit;
}

/// Edges closer to each other than a few pixels would fill the surface with their colour: the closer, the
/// fainter.
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
        pixels / std::sqrt(triangles);  // the surface is about as large as its box's diagonal squared
    const float opacity = std::clamp(apart / 12.0F, 0.10F, 1.0F);
    return 1.0F - std::sqrt(1.0F - opacity);  // an edge is drawn once for each of its two triangles
}

void set_lights(const RenderScene& scene, const Program& program) {
    std::array<vec4, most_scene_lights> place{}, aim{}, color{}, fall{}, cone{};
    const std::size_t count = std::min(scene.lights.size(), most_scene_lights);
    for (std::size_t i = 0; i < count; ++i) {
        const SceneLight& light = scene.lights[i];
        const bool spot = light.kind == Light::Kind::spot;
        place.at(i) = vec4(light.position, light.kind == Light::Kind::directional ? 0.0F : 1.0F);
        aim.at(i) = vec4(light.direction, light.radius);
        color.at(i) = vec4(light.color, light.ambient);
        fall.at(i) = vec4(light.attenuation, spot ? light.outer_cosine : -2.0F);
        cone.at(i) = vec4(spot ? light.inner_cosine : -1.5F, 0.0F, 0.0F, 0.0F);
    }
    const auto n = static_cast<GLsizei>(most_scene_lights);
    glUniform1i(program.at("light_count"), static_cast<GLint>(count));
    glUniform4fv(program.at("light_place"), n, &place[0][0]);
    glUniform4fv(program.at("light_aim"), n, &aim[0][0]);
    glUniform4fv(program.at("light_color"), n, &color[0][0]);
    glUniform4fv(program.at("light_fall"), n, &fall[0][0]);
    glUniform4fv(program.at("light_cone"), n, &cone[0][0]);
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
    glUniform4f(program.at("emission"), material.emissive.x, material.emissive.y, material.emissive.z,
                cutoff);
    vec4 tint = item.item->highlighted ? selection_tint : vec4(0.0F);
    if (layer == Layer::edges) tint = item.item->highlighted ? vec4(vec3(selection_tint), 1.0F) : edge_color;
    glUniform4fv(program.at("tint"), 1, &tint[0]);
    const bool behind_edges = scene.style == SurfaceStyle::wireframe && layer != Layer::edges;
    const float fade = layer == Layer::edges ? edge_opacity(scene, item) : behind_edges ? 0.22F : 1.0F;
    glUniform1f(program.at("fade"), fade);
    if (!scene.lights.empty()) set_lights(scene, program);

    std::array<vec3, 10> rows{};
    std::array<float, 5> sets{};
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const TextureUse& use = material.*slots.at(i).use;
        const std::shared_ptr<const Image> image = image_of(scene, *item.mesh, use);
        if (image == nullptr) continue;
        const bool by_hand = is_decoded_by_hand(slots.at(i).unit) && decodes_by_hand();
        textures_.bind(slots.at(i).unit, image, by_hand ? Encoding::linear : slots.at(i).encoding, use);
        const std::array<vec3, 2> transform = uv_rows(use);
        rows.at(i * 2) = transform[0];
        rows.at(i * 2 + 1) = transform[1];
        sets.at(i) = use.uv_set == 1 ? 1.0F : 0.0F;
    }
    glUniform3fv(program.at("uv_rows"), static_cast<GLsizei>(rows.size()), &rows[0][0]);
    glUniform1fv(program.at("uv_sets"), static_cast<GLsizei>(sets.size()), sets.data());
}

void Surfaces::draw(const RenderScene& scene, const DrawItem& item, Layer layer, bool shadows,
                    Deformer& deformer, Programs& programs) {
    if (item.mesh->index_count == 0) return;
    const Material& material = material_of(scene, *item.item);
    std::vector<std::string> defines;
    const bool lit = is_lit_surface(scene, item);
    bool textured = false;
    if (layer != Layer::edges) {
        for (const Slot& slot : slots) {
            const bool for_light = slot.unit != Unit::base;
            if ((for_light && (material.unlit || !lit)) ||
                image_of(scene, *item.mesh, material.*slot.use) == nullptr) {
                continue;
            }
            defines.emplace_back(slot.define);
            textured = true;
            if (slot.unit == Unit::normal && item.mesh->has_tangents) defines.emplace_back("TANGENTS");
        }
    }
    if (textured) defines.emplace_back("TEXTURED");
    if (textured && decodes_by_hand()) defines.emplace_back("SRGB_BY_HAND");
    if (!item.mesh->has_normals) defines.emplace_back("FLAT");
    if (item.mesh->has_colors) defines.emplace_back("VERTEX_COLORS");
    if (scene.style == SurfaceStyle::normals && item.mesh->mode == GL_TRIANGLES)
        defines.emplace_back("NORMALS");
    if (material.unlit || !lit || layer == Layer::edges) {
        defines.emplace_back("UNLIT");
    } else if (!scene.lights.empty()) {
        defines.emplace_back("FILE_LIGHTS");
    } else if (shadows) {
        defines.emplace_back("SHADOWS");
        if (!soft_shadows_) defines.emplace_back("FEW_TAPS");
    }
    const bool cut =
        layer == Layer::solid_part || (layer == Layer::opaque && material.alpha_mode == AlphaMode::mask);
    if (cut) defines.emplace_back("CUT");
    if (layer == Layer::translucent_part) defines.emplace_back("BLEND");

    const Program& program = programs.get({"surface.vert", "surface.frag", std::move(defines)});
    program.use();
    set_material(scene, item, material, layer, program);
    glFrontFace(item.mirrored ? GL_CW : GL_CCW);
    deformer.bind_surface(item);
    glVertexAttrib4f(static_cast<GLuint>(Attribute::color), 1.0F, 1.0F, 1.0F, 1.0F);
    const auto elements = [&] { draw_indices(*item.mesh); };
    if (layer == Layer::translucent_part && material.double_sided) {
        glEnable(GL_CULL_FACE);
        for (const GLenum hidden : {GLenum{GL_FRONT}, GLenum{GL_BACK}}) {
            glCullFace(hidden);
            elements();
        }
    } else {
        if (material.double_sided || layer == Layer::edges) {
            glDisable(GL_CULL_FACE);
        } else {
            glEnable(GL_CULL_FACE);
            glCullFace(GL_BACK);
        }
        elements();
    }
    glDisable(GL_CULL_FACE);
}

bool Surfaces::is_cut_out(const RenderScene& scene, const DrawItem& item) {
    const Material& material = material_of(scene, *item.item);
    return item.mesh->mode == GL_TRIANGLES && material.alpha_mode != AlphaMode::opaque &&
           image_of(scene, *item.mesh, material.base_color_texture) != nullptr;
}

void Surfaces::bind_cut_out(const RenderScene& scene, const DrawItem& item, Deformer& deformer,
                            const Program& program) {
    const Material& material = material_of(scene, *item.item);
    const TextureUse& use = material.base_color_texture;
    const std::array<vec3, 2> rows = uv_rows(use);
    glUniform3fv(program.at("uv_rows"), 2, &rows[0][0]);
    glUniform1f(program.at("uv_set"), use.uv_set == 1 ? 1.0F : 0.0F);
    const bool mask = material.alpha_mode == AlphaMode::mask;
    glUniform2f(program.at("alpha"), material.base_color.a, mask ? material.alpha_cutoff : blended_cutoff);
    textures_.bind(Unit::base, image_of(scene, *item.mesh, use),
                   decodes_by_hand() ? Encoding::linear : Encoding::srgb, use);
    deformer.bind_surface(item);
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
        if (material.alpha_mode != AlphaMode::blend) {
            draw(scene, item, Layer::opaque, shadows, deformer, programs);
        } else if (material.base_color.a >= solid_alpha) {
            draw(scene, item, Layer::solid_part, shadows, deformer, programs);
        }
    }
    if (wireframe) {
        glDisable(GL_POLYGON_OFFSET_FILL);
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        glDepthMask(GL_FALSE);  // so that which of an edge's two triangles comes first changes nothing
        for (const DrawItem& item : deformer.items()) {
            draw(scene, item, Layer::edges, false, deformer, programs);
        }
        glDepthMask(GL_TRUE);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
        glDisable(GL_BLEND);
    }
    Textures::unbind();
}

void Surfaces::draw_blended(const RenderScene& scene, bool shadows, Deformer& deformer, Programs& programs) {
    if (scene.style == SurfaceStyle::wireframe) return;
    std::vector<const DrawItem*> blended;
    for (const DrawItem& item : deformer.items()) {
        if (material_of(scene, *item.item).alpha_mode == AlphaMode::blend) blended.push_back(&item);
    }
    if (blended.empty()) return;
    const vec3 back = scene.camera.eye() - scene.camera.target;
    std::stable_sort(blended.begin(), blended.end(), [&](const DrawItem* a, const DrawItem* b) {
        return glm::dot(back, a->middle) < glm::dot(back, b->middle);
    });
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    for (const DrawItem* item : blended)
        draw(scene, *item, Layer::translucent_part, shadows, deformer, programs);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    Textures::unbind();
}

}  // namespace vitruvian

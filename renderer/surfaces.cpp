#include "renderer/surfaces.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

/// From this opacity on a texel of a translucent material hides what is behind it.
constexpr float solid_alpha = 0.98F;

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
    return item.mesh->mode == GL_TRIANGLES && scene.style != SurfaceStyle::normals;
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
    glUniform1f(program.at("fade"), behind_edges ? 0.22F : 1.0F);

    std::array<vec3, 10> rows{};
    std::array<float, 5> sets{};
    for (std::size_t i = 0; i < slots.size(); ++i) {
        const TextureUse& use = material.*slots.at(i).use;
        const std::shared_ptr<const Image> image = image_of(scene, *item.mesh, use);
        if (image == nullptr) continue;
        textures_.bind(slots.at(i).unit, image, slots.at(i).encoding, use);
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
    if (!item.mesh->has_normals) defines.emplace_back("FLAT");
    if (item.mesh->has_colors) defines.emplace_back("VERTEX_COLORS");
    if (scene.style == SurfaceStyle::normals && item.mesh->mode == GL_TRIANGLES)
        defines.emplace_back("NORMALS");
    if (material.unlit || !lit || layer == Layer::edges) {
        defines.emplace_back("UNLIT");
    } else if (shadows) {
        defines.emplace_back("SHADOWS");
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
    const auto elements = [&] {
        glDrawElements(item.mesh->mode, item.mesh->index_count, GL_UNSIGNED_INT, nullptr);
    };
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
        glDisable(GL_BLEND);
        glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
        for (const DrawItem& item : deformer.items()) {
            draw(scene, item, Layer::edges, false, deformer, programs);
        }
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
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

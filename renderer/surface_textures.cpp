#include "renderer/surface_textures.h"

#include <cmath>

namespace vitruvian {
namespace {

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

// Toon materials, which have no layers, use the rows and units of layers.
constexpr std::array slots = {
    Slot{[](const Material& m) -> const TextureUse& { return m.base_color_texture; }, 0, Unit::base,
         Encoding::srgb, "BASE_TEXTURE", Shading::all},
    Slot{[](const Material& m) -> const TextureUse& { return m.metallic_roughness_texture; }, 1,
         Unit::roughness, Encoding::linear, "ROUGHNESS_TEXTURE", Shading::lit},
    Slot{[](const Material& m) -> const TextureUse& { return m.normal_texture; }, 2, Unit::normal,
         Encoding::linear, "NORMAL_TEXTURE", Shading::lit_or_toon},
    Slot{[](const Material& m) -> const TextureUse& { return m.occlusion_texture; }, 3, Unit::occlusion,
         Encoding::linear, "OCCLUSION_TEXTURE", Shading::lit},
    Slot{[](const Material& m) -> const TextureUse& { return m.emissive_texture; }, 4, Unit::emissive,
         Encoding::srgb, "EMISSIVE_TEXTURE", Shading::lit_or_toon},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.specular_texture; }, 5, Unit::specular,
         Encoding::linear, "SPECULAR_TEXTURE", Shading::lit},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.specular_color_texture; }, 6,
         Unit::specular_color, Encoding::srgb, "SPECULAR_COLOR_TEXTURE", Shading::lit},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.clearcoat_texture; }, 7,
         Unit::clearcoat, Encoding::linear, "CLEARCOAT_TEXTURE", Shading::layered},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.clearcoat_roughness_texture; }, 8,
         Unit::clearcoat_roughness, Encoding::linear, "CLEARCOAT_ROUGHNESS_TEXTURE", Shading::layered},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.sheen_color_texture; }, 9,
         Unit::sheen_color, Encoding::srgb, "SHEEN_COLOR_TEXTURE", Shading::layered},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.sheen_roughness_texture; }, 10,
         Unit::sheen_roughness, Encoding::linear, "SHEEN_ROUGHNESS_TEXTURE", Shading::layered},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.transmission_texture; }, 11,
         Unit::transmission, Encoding::linear, "TRANSMISSION_TEXTURE", Shading::layered},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.thickness_texture; }, 12,
         Unit::thickness, Encoding::linear, "THICKNESS_TEXTURE", Shading::layered},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.clearcoat_normal_texture; }, 13,
         Unit::clearcoat_normal, Encoding::linear, "CLEARCOAT_NORMAL_TEXTURE", Shading::layered},
    Slot{[](const Material& m) -> const TextureUse& { return m.layers.anisotropy_texture; }, 14,
         Unit::anisotropy, Encoding::linear, "ANISOTROPY_TEXTURE", Shading::layered},
    Slot{[](const Material& m) -> const TextureUse& { return m.toon->shade_texture; }, 5, Unit::specular,
         Encoding::srgb, "SHADE_TEXTURE", Shading::toon},
    Slot{[](const Material& m) -> const TextureUse& { return m.toon->shading_shift_texture; }, 6,
         Unit::specular_color, Encoding::linear, "SHADING_SHIFT_TEXTURE", Shading::toon},
    Slot{[](const Material& m) -> const TextureUse& { return m.toon->matcap_texture; }, 7, Unit::clearcoat,
         Encoding::srgb, "MATCAP_TEXTURE", Shading::toon},
    Slot{[](const Material& m) -> const TextureUse& { return m.toon->rim_texture; }, 8,
         Unit::clearcoat_roughness, Encoding::srgb, "RIM_TEXTURE", Shading::toon},
    Slot{[](const Material& m) -> const TextureUse& { return m.toon->outline_width_texture; }, 9,
         Unit::sheen_color, Encoding::linear, "OUTLINE_WIDTH_TEXTURE", Shading::toon},
};

}  // namespace

std::span<const Slot> texture_slots() {
    return slots;
}

const Material& material_of(const RenderScene& scene, const RenderItem& item) {
    const auto index = static_cast<std::size_t>(item.material);
    return item.material >= 0 && index < scene.materials.size() ? scene.materials[index] : clay();
}

bool has_layers(const SurfaceLayers& layers) {
    return layers.clearcoat > 0.0F || layers.sheen_color != vec3(0.0F) || layers.transmission > 0.0F ||
           layers.anisotropy > 0.0F;
}

bool uses(const Slot& slot, const Material& material) {
    const bool toon = material.toon.has_value();
    switch (slot.shading) {
        case Shading::all:
            return true;
        case Shading::lit:
            return !toon && !material.unlit;
        case Shading::lit_or_toon:
            return toon || !material.unlit;
        case Shading::layered:
            return !toon && !material.unlit && has_layers(material.layers);
        case Shading::toon:
            return toon;
    }
    return false;
}

std::shared_ptr<const Image> image_of(const RenderScene& scene, const GpuMesh& mesh, const TextureUse& use) {
    const auto index = static_cast<std::size_t>(use.image);
    if (!use.present() || !mesh.has_uv || index >= scene.images.size()) return nullptr;
    const std::shared_ptr<const Image>& image = scene.images[index];
    return image != nullptr && image->width > 0 && image->height > 0 ? image : nullptr;
}

std::array<vec3, 2> uv_rows(const TextureUse& use) {
    const float c = std::cos(use.rotation);
    const float s = std::sin(use.rotation);
    return {vec3(c * use.scale.x, s * use.scale.y, use.offset.x),
            vec3(-s * use.scale.x, c * use.scale.y, use.offset.y)};
}

}  // namespace vitruvian

// Surfaces: glTF's metallic-roughness model with its extension layers, and VRM's toon surfaces. Colours are
// linear; a texture is multiplied with the factor next to it.
#pragma once

#include "model/core/transform.h"

#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

enum class Wrap { repeat, clamp, mirror };
enum class AlphaMode { opaque, mask, blend };

/// A reference to an image with its sampling and texture transform.
struct TextureUse {
    int image = -1;  // index into Document::images; -1: none
    int uv_set = 0;
    Wrap wrap_u = Wrap::repeat;
    Wrap wrap_v = Wrap::repeat;
    bool nearest = false;  // magnify without filtering
    vec2 offset{0.0F};     // uv' = T(offset) R(rotation) S(scale) uv, as KHR_texture_transform
    vec2 scale{1.0F};
    float rotation = 0.0F;  // radians
    [[nodiscard]] bool present() const { return image >= 0; }
    bool operator==(const TextureUse&) const = default;
};

/// Layers of glTF's KHR_materials_* extensions. The defaults have no effect.
struct SurfaceLayers {
    float ior = 1.5F;  // KHR_materials_ior; 0: reflectance independent of the viewing angle

    float specular = 1.0F;  // KHR_materials_specular
    vec3 specular_color{1.0F};
    TextureUse specular_texture;        // A
    TextureUse specular_color_texture;  // sRGB

    float clearcoat = 0.0F;  // KHR_materials_clearcoat
    float clearcoat_roughness = 0.0F;
    float clearcoat_normal_scale = 1.0F;
    TextureUse clearcoat_texture;            // R
    TextureUse clearcoat_roughness_texture;  // G
    TextureUse clearcoat_normal_texture;

    vec3 sheen_color{0.0F};  // KHR_materials_sheen
    float sheen_roughness = 0.0F;
    TextureUse sheen_color_texture;      // sRGB
    TextureUse sheen_roughness_texture;  // A

    float anisotropy = 0.0F;           // KHR_materials_anisotropy
    float anisotropy_rotation = 0.0F;  // radians from the tangent towards the bitangent
    TextureUse anisotropy_texture;     // R, G direction, B strength

    float transmission = 0.0F;          // KHR_materials_transmission
    TextureUse transmission_texture;    // R
    float thickness = 0.0F;             // KHR_materials_volume, in the mesh's units; 0: thin-walled
    TextureUse thickness_texture;       // G
    float attenuation_distance = 0.0F;  // metres; 0: no absorption
    vec3 attenuation_color{1.0F};

    bool operator==(const SurfaceLayers&) const = default;
};

enum class OutlineWidth { none, world, screen };

/// MToon (VRMC_materials_mtoon 1.0): two-tone lighting in addition to the base colour, a rim, and an outline.
struct ToonSurface {
    vec3 shade_color{1.0F};
    TextureUse shade_texture;  // sRGB
    float shading_shift = 0.0F;
    TextureUse shading_shift_texture;  // R, times its scale, is added
    float shading_shift_scale = 1.0F;
    float shading_toony = 0.9F;
    float gi_equalization = 0.9F;

    vec3 matcap_color{1.0F};
    TextureUse matcap_texture;  // sRGB, looked up by the normal; unset: no matcap
    vec3 rim_color{0.0F};
    TextureUse rim_texture;  // sRGB, for rim and matcap
    float rim_lighting_mix = 1.0F;
    float rim_fresnel_power = 5.0F;
    float rim_lift = 0.0F;

    OutlineWidth outline_mode = OutlineWidth::none;
    float outline_width = 0.0F;        // metres, or a fraction of the image height
    TextureUse outline_width_texture;  // G
    vec3 outline_color{0.0F};
    float outline_lighting_mix = 1.0F;

    bool transparent_with_depth = false;  // blended surfaces write depth
    int render_order = 0;                 // for blended surfaces: greater values are drawn later

    TextureUse uv_animation_mask_texture;  // B
    vec2 uv_scroll_speed{0.0F};            // per second
    float uv_rotation_speed = 0.0F;        // radians per second

    bool operator==(const ToonSurface&) const = default;
};

/// Metallic-roughness surface of glTF 2.0.
struct Material {
    std::string name;
    vec4 base_color{1.0F};
    float metallic = 0.0F;
    float roughness = 0.8F;
    vec3 emissive{0.0F};
    float normal_scale = 1.0F;
    float occlusion_strength = 1.0F;
    AlphaMode alpha_mode = AlphaMode::opaque;
    float alpha_cutoff = 0.5F;
    bool double_sided = false;
    bool unlit = false;
    TextureUse base_color_texture;          // sRGB
    TextureUse metallic_roughness_texture;  // linear: G roughness, B metallic
    TextureUse normal_texture;
    TextureUse occlusion_texture;
    TextureUse emissive_texture;  // sRGB
    SurfaceLayers layers;
    std::optional<ToonSurface> toon;  // replaces the metallic, roughness and layer parameters
    bool operator==(const Material&) const = default;
};

/// What an expression does to a material where it shows in full (VRMC_vrm 1.0, materialColorBinds and
/// textureTransformBinds).
struct MaterialChange {
    enum class Kind { color, emission, shade, matcap, rim, outline, texture_transform };
    int material = -1;  // index into Document::materials; -1: none
    Kind kind = Kind::color;
    vec4 color{1.0F};  // linear; alpha is that of `Kind::color` only
    vec2 scale{1.0F};  // of all its textures, as in TextureUse
    vec2 offset{0.0F};
    bool operator==(const MaterialChange&) const = default;
};

[[nodiscard]] inline bool is_same_but_for_name(const Material& a, const Material& b) {
    Material named = b;
    named.name = a.name;
    return a == named;
}

/// Calls visit(use, name) for every texture of a surface, including unset ones.
template <class MaterialType, class Visit>
void for_each_texture(MaterialType& m, const Visit& visit) {
    visit(m.base_color_texture, "base_color_texture");
    visit(m.metallic_roughness_texture, "metallic_roughness_texture");
    visit(m.normal_texture, "normal_texture");
    visit(m.occlusion_texture, "occlusion_texture");
    visit(m.emissive_texture, "emissive_texture");
    visit(m.layers.specular_texture, "specular_texture");
    visit(m.layers.specular_color_texture, "specular_color_texture");
    visit(m.layers.clearcoat_texture, "clearcoat_texture");
    visit(m.layers.clearcoat_roughness_texture, "clearcoat_roughness_texture");
    visit(m.layers.clearcoat_normal_texture, "clearcoat_normal_texture");
    visit(m.layers.sheen_color_texture, "sheen_color_texture");
    visit(m.layers.sheen_roughness_texture, "sheen_roughness_texture");
    visit(m.layers.anisotropy_texture, "anisotropy_texture");
    visit(m.layers.transmission_texture, "transmission_texture");
    visit(m.layers.thickness_texture, "thickness_texture");
    if (!m.toon) return;
    visit(m.toon->shade_texture, "shade_texture");
    visit(m.toon->shading_shift_texture, "shading_shift_texture");
    visit(m.toon->matcap_texture, "matcap_texture");
    visit(m.toon->rim_texture, "rim_texture");
    visit(m.toon->outline_width_texture, "outline_width_texture");
    visit(m.toon->uv_animation_mask_texture, "uv_animation_mask_texture");
}

}  // namespace vitruvian

// Toon surfaces of VRM (VRMC_materials_mtoon 1.0, VRM 0.x materialProperties), as far as the viewer has
// means: flat, in a colour between the lit and the shaded one, with their own transparency and culling.
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace vitruvian::gltf {
namespace {

/// How much of a toon surface lies in shade, seen by and large.
constexpr float share_of_shade = 0.25F;

float number_at(const Json* list, std::size_t index, float otherwise) {
    if (list == nullptr || !list->is_array() || index >= list->size() || !(*list)[index].is_number())
        return otherwise;
    const float value = (*list)[index].get<float>();
    return std::isfinite(value) ? value : otherwise;
}

/// Unity stores colours as sRGB.
float linear(float srgb) {
    return srgb <= 0.04045F ? srgb / 12.92F : std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}

void shade(Material& material, const vec3& shaded) {
    const vec3 lit(material.base_color);
    material.base_color = vec4(glm::mix(lit, glm::min(shaded, lit), share_of_shade), material.base_color.w);
    material.unlit = true;
}

void apply_mtoon1(const Json& toon, Material& material) {
    const Json* color = member(toon, "shadeColorFactor");
    const vec3 shaded(number_at(color, 0, 1.0F), number_at(color, 1, 1.0F), number_at(color, 2, 1.0F));
    shade(material, shaded);
}

AlphaMode alpha_mode_of(int blend_mode) {
    if (blend_mode == 0) return AlphaMode::opaque;
    return blend_mode == 1 ? AlphaMode::mask : AlphaMode::blend;
}

/// VRM 0.x: a list beside glTF's own materials, entry by entry.
void apply_vrm0(const Json& properties, Material& material) {
    const std::string shader = text_or_empty(properties, "shader");
    const bool is_toon = shader == "VRM/MToon";
    if (!is_toon && !shader.starts_with("VRM/Unlit")) return;
    material.unlit = true;
    if (const Json* floats = member(properties, "floatProperties")) {
        const int blend = int_or(*floats, "_BlendMode", -1);
        const float blend_as_float = float_or(*floats, "_BlendMode", static_cast<float>(blend));
        if (blend_as_float >= 0.0F && blend_as_float <= 3.0F)
            material.alpha_mode = alpha_mode_of(static_cast<int>(blend_as_float));
        material.alpha_cutoff = float_or(*floats, "_Cutoff", material.alpha_cutoff);
        if (float_or(*floats, "_CullMode", 2.0F) == 0.0F) material.double_sided = true;
    }
    const Json* vectors = member(properties, "vectorProperties");
    if (vectors == nullptr) return;
    if (const Json* color = member(*vectors, "_Color"); color != nullptr && is_toon) {
        material.base_color = {linear(number_at(color, 0, 1.0F)), linear(number_at(color, 1, 1.0F)),
                               linear(number_at(color, 2, 1.0F)), number_at(color, 3, 1.0F)};
    }
    if (const Json* color = member(*vectors, "_ShadeColor"); color != nullptr && is_toon) {
        shade(material, {linear(number_at(color, 0, 1.0F)), linear(number_at(color, 1, 1.0F)),
                         linear(number_at(color, 2, 1.0F))});
    }
    // Offset and scale as Unity counts, from the bottom up.
    const Json* place = member(*vectors, "_MainTex");
    TextureUse& texture = material.base_color_texture;
    const bool is_placed = texture.offset != vec2(0.0F) || texture.scale != vec2(1.0F);
    if (place == nullptr || is_placed) return;
    texture.scale = {number_at(place, 2, 1.0F), number_at(place, 3, 1.0F)};
    texture.offset = {number_at(place, 0, 0.0F), 1.0F - number_at(place, 1, 0.0F) - texture.scale.y};
}

}  // namespace

void apply_toon(const Reading& reading, std::size_t index, Material& material) {
    if (const Json* toon = extension(reading.element("materials", index), "VRMC_materials_mtoon")) {
        return apply_mtoon1(*toon, material);
    }
    const Json* vrm = extension(reading.root, "VRM");
    const Json* list = vrm == nullptr ? nullptr : member(*vrm, "materialProperties");
    if (list != nullptr && list->is_array() && index < list->size()) apply_vrm0((*list)[index], material);
}

}  // namespace vitruvian::gltf

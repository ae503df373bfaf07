// Reads toon materials of VRM: VRMC_materials_mtoon 1.0, and MToon and the unlit shaders of VRM 0.x
// (materialProperties), which are property lists of Unity's shaders.
#include "model/core/srgb.h"
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace vitruvian::gltf {
namespace {

ToonSurface read_mtoon1(Reading& reading, const JsonValue& json, const std::string& pointer) {
    ToonSurface out;
    const auto value = [&](const char* key, float& field) { field = float_or(json, key, field); };
    const auto color = [&](const char* key, vec3& field) { field = vector_or(member(json, key), field); };
    const auto texture = [&](const char* key) { return read_texture(reading, json, key, pointer); };
    color("shadeColorFactor", out.shade_color);
    out.shade_texture = texture("shadeMultiplyTexture");
    value("shadingShiftFactor", out.shading_shift);
    out.shading_shift_texture = texture("shadingShiftTexture");
    if (const JsonValue* shift = member(json, "shadingShiftTexture"))
        out.shading_shift_scale = float_or(*shift, "scale", 1.0F);
    value("shadingToonyFactor", out.shading_toony);
    value("giEqualizationFactor", out.gi_equalization);
    color("matcapFactor", out.matcap_color);
    out.matcap_texture = texture("matcapTexture");
    color("parametricRimColorFactor", out.rim_color);
    out.rim_texture = texture("rimMultiplyTexture");
    value("rimLightingMixFactor", out.rim_lighting_mix);
    value("parametricRimFresnelPowerFactor", out.rim_fresnel_power);
    value("parametricRimLiftFactor", out.rim_lift);
    const std::string mode = text_or_empty(json, "outlineWidthMode");
    if (mode == "worldCoordinates") out.outline_mode = OutlineWidth::world;
    if (mode == "screenCoordinates") out.outline_mode = OutlineWidth::screen;
    value("outlineWidthFactor", out.outline_width);
    out.outline_width_texture = texture("outlineWidthMultiplyTexture");
    color("outlineColorFactor", out.outline_color);
    value("outlineLightingMixFactor", out.outline_lighting_mix);
    out.transparent_with_depth = flag_or(json, "transparentWithZWrite", false);
    out.render_order =
        static_cast<int>(std::clamp(float_or(json, "renderQueueOffsetNumber", 0.0F), -10000.0F, 10000.0F));
    out.uv_animation_mask_texture = texture("uvAnimationMaskTexture");
    value("uvAnimationScrollXSpeedFactor", out.uv_scroll_speed.x);
    value("uvAnimationScrollYSpeedFactor", out.uv_scroll_speed.y);
    value("uvAnimationRotationSpeedFactor", out.uv_rotation_speed);
    return out;
}

AlphaMode alpha_mode_of(int blend_mode) {
    if (blend_mode == 0) return AlphaMode::opaque;
    return blend_mode == 1 ? AlphaMode::mask : AlphaMode::blend;
}

/// MToon's default, sRGB.
constexpr vec3 default_shade{0.97F, 0.81F, 0.86F};

/// Returns VRM 0.x's list parallel to glTF's materials; null: there is none.
const JsonValue* vrm0_list(const Reading& reading) {
    const JsonValue* vrm = extension(reading.root, "VRM");
    const JsonValue* list = vrm == nullptr ? nullptr : member(*vrm, "materialProperties");
    return list != nullptr && list->is_array() ? list : nullptr;
}

/// An entry of that list.
class Vrm0Material {
  public:
    Vrm0Material(Reading& reading, const JsonValue& json, std::string pointer)
        : reading_(reading),
          json_(json),
          floats_(member(json, "floatProperties")),
          vectors_(member(json, "vectorProperties")),
          textures_(member(json, "textureProperties")),
          pointer_(std::move(pointer)) {}

    void apply(Material& material) const {
        const std::string shader = text_or_empty(json_, "shader");
        const bool is_toon = shader == "VRM/MToon";
        if (!is_toon && !shader.starts_with("VRM/Unlit")) return;
        material.unlit = true;
        if (shader == "VRM/UnlitTexture") material.alpha_mode = AlphaMode::opaque;
        if (shader == "VRM/UnlitCutout") material.alpha_mode = AlphaMode::mask;
        if (shader.starts_with("VRM/UnlitTransparent")) material.alpha_mode = AlphaMode::blend;
        const float blend = value("_BlendMode", -1.0F);
        if (blend >= 0.0F && blend <= 3.0F) material.alpha_mode = alpha_mode_of(static_cast<int>(blend));
        material.alpha_cutoff = value("_Cutoff", material.alpha_cutoff);
        if (floats_ != nullptr && value("_CullMode", 2.0F) == 0.0F) material.double_sided = true;
        // One offset and scale holds for all textures of the surface.
        for (TextureUse* use :
             {&material.base_color_texture, &material.normal_texture, &material.emissive_texture})
            place(*use);
        if (!material.base_color_texture.present()) material.base_color_texture = texture("_MainTex");
        if (is_toon) apply_toon(material);
        if (shader == "VRM/UnlitTransparentZWrite") apply_flat_toon(material);
    }

  private:
    [[nodiscard]] float value(const char* key, float otherwise) const {
        return floats_ == nullptr ? otherwise : float_or(*floats_, key, otherwise);
    }
    [[nodiscard]] const JsonValue* vector(const char* key) const {
        return vectors_ == nullptr ? nullptr : member(*vectors_, key);
    }
    [[nodiscard]] vec3 color(const char* key, float otherwise) const {
        return linear_from_srgb(vector_or(vector(key), vec3(otherwise)));
    }
    [[nodiscard]] TextureUse unplaced_texture(const char* key) const {
        return textures_ == nullptr ? TextureUse{}
                                    : texture_at(reading_, int_or(*textures_, key, -1), pointer_);
    }
    [[nodiscard]] TextureUse texture(const char* key) const {
        TextureUse use = unplaced_texture(key);
        place(use);
        return use;
    }

    /// Applies offset and scale in Unity's convention, from the bottom up, where glTF itself has none.
    void place(TextureUse& texture) const {
        const JsonValue* place = vector("_MainTex");
        const bool is_placed = texture.offset != vec2(0.0F) || texture.scale != vec2(1.0F);
        if (place == nullptr || is_placed) return;
        texture.scale = {element_or(place, 2, 1.0F), element_or(place, 3, 1.0F)};
        texture.offset = {element_or(place, 0, 0.0F), 1.0F - element_or(place, 1, 0.0F) - texture.scale.y};
    }

    void apply_toon(Material& material) const {
        if (const JsonValue* base = vector("_Color"))
            material.base_color = vec4(color("_Color", 1.0F), element_or(base, 3, 1.0F));
        if (vector("_EmissionColor") != nullptr) material.emissive = color("_EmissionColor", 0.0F);
        if (!material.emissive_texture.present()) material.emissive_texture = texture("_EmissionMap");
        if (!material.normal_texture.present()) {
            material.normal_texture = texture("_BumpMap");
            if (material.normal_texture.present()) material.normal_scale = value("_BumpScale", 1.0F);
        }
        ToonSurface& toon = material.toon.emplace();
        toon.shade_color = linear_from_srgb(vector_or(vector("_ShadeColor"), default_shade));
        toon.shade_texture = texture("_ShadeTexture");
        read_shading(toon);
        read_rim(toon);
        read_outline(toon);
        toon.transparent_with_depth = value("_BlendMode", 0.0F) == 3.0F;
        toon.uv_animation_mask_texture = texture("_UvAnimMaskTexture");
        toon.uv_scroll_speed = {value("_UvAnimScrollX", 0.0F), -value("_UvAnimScrollY", 0.0F) + 0.0F};
        toon.uv_rotation_speed = value("_UvAnimRotation", 0.0F) * glm::two_pi<float>();
    }

    /// Only toon surfaces can write depth while they blend: this one has one tone, and so looks unlit.
    static void apply_flat_toon(Material& material) {
        ToonSurface& toon = material.toon.emplace();
        toon.shade_color = vec3(material.base_color);
        toon.shade_texture = material.base_color_texture;
        toon.transparent_with_depth = true;
    }

    /// VRM 0.x shades from `shift` to some value below 1; VRM 1.0 stores the centre and the sharpness.
    void read_shading(ToonSurface& toon) const {
        const float from = value("_ShadeShift", 0.0F);
        const float to = glm::mix(1.0F, from, value("_ShadeToony", 0.9F));
        toon.shading_shift = std::clamp(-0.5F * (to + from), -1.0F, 1.0F);
        toon.shading_toony = std::clamp(0.5F * (2.0F - (to - from)), 0.0F, 1.0F);
        toon.gi_equalization = std::clamp(1.0F - value("_IndirectLightIntensity", 0.1F), 0.0F, 1.0F);
    }

    void read_rim(ToonSurface& toon) const {
        toon.matcap_texture = unplaced_texture("_SphereAdd");  // goes by the view, not by the surface
        toon.rim_color = color("_RimColor", 0.0F);
        toon.rim_texture = texture("_RimTexture");
        toon.rim_lighting_mix = std::clamp(value("_RimLightingMix", 0.0F), 0.0F, 1.0F);
        toon.rim_fresnel_power = std::max(value("_RimFresnelPower", 1.0F), 0.0F);
        toon.rim_lift = value("_RimLift", 0.0F);
    }

    /// Widths are in centimetres, or in hundredths of half the image height.
    void read_outline(ToonSurface& toon) const {
        const float mode = value("_OutlineWidthMode", 0.0F);
        if (mode == 1.0F) toon.outline_mode = OutlineWidth::world;
        if (mode == 2.0F) toon.outline_mode = OutlineWidth::screen;
        const float unit = toon.outline_mode == OutlineWidth::screen ? 0.005F : 0.01F;
        toon.outline_width = toon.outline_mode == OutlineWidth::none
                                 ? 0.0F
                                 : std::max(value("_OutlineWidth", 0.0F) * unit, 0.0F);
        toon.outline_width_texture = texture("_OutlineWidthTexture");
        toon.outline_color = color("_OutlineColor", 0.0F);
        const bool is_mixed = value("_OutlineColorMode", 0.0F) == 1.0F;
        toon.outline_lighting_mix =
            is_mixed ? std::clamp(value("_OutlineLightingMix", 1.0F), 0.0F, 1.0F) : 0.0F;
    }

    Reading& reading_;
    const JsonValue& json_;
    const JsonValue* floats_;
    const JsonValue* vectors_;
    const JsonValue* textures_;
    std::string pointer_;
};

void read_toon(Reading& reading, std::size_t index, Material& material) {
    if (const JsonValue* toon = extension(reading.element("materials", index), "VRMC_materials_mtoon")) {
        material.toon =
            read_mtoon1(reading, *toon, fmt::format("/materials/{}/extensions/VRMC_materials_mtoon", index));
        material.unlit = true;
        return;
    }
    const JsonValue* list = vrm0_list(reading);
    if (list == nullptr || index >= list->size() || !(*list)[index].is_object()) return;
    Vrm0Material(reading, (*list)[index], fmt::format("/extensions/VRM/materialProperties/{}", index))
        .apply(material);
}

}  // namespace

void apply_toon(Reading& reading, std::size_t index, Material& material) {
    read_toon(reading, index, material);
    if (!material.toon) return;
    const ToonSurface& toon = *material.toon;
    if (toon.uv_scroll_speed != vec2(0.0F) || toon.uv_rotation_speed != 0.0F) {
        reading.warn("gltf-material-extension",
                     "MToon UV animation is not supported; its textures stay still",
                     fmt::format("/materials/{}", index));
    }
}

void apply_render_queues(Reading& reading) {
    const JsonValue* list = vrm0_list(reading);
    if (list == nullptr) return;
    std::vector<Material>& materials = reading.document.materials;
    const std::size_t count = std::min(list->size(), materials.size());
    for (const bool with_depth : {false, true}) {
        std::map<int, std::vector<std::size_t>> materials_of_queue;
        for (std::size_t i = 0; i < count; ++i) {
            const Material& material = materials[i];
            if (material.alpha_mode != AlphaMode::blend || !material.toon) continue;
            if (material.toon->transparent_with_depth != with_depth || !(*list)[i].is_object()) continue;
            const int queue = int_or((*list)[i], "renderQueue", -1);
            if (queue >= 0) materials_of_queue[queue].push_back(i);
        }
        int order = with_depth ? 0 : 1 - static_cast<int>(materials_of_queue.size());
        for (const auto& [queue, members] : materials_of_queue) {
            for (const std::size_t i : members) materials[i].toon->render_order = std::clamp(order, -9, 9);
            ++order;
        }
    }
}

}  // namespace vitruvian::gltf

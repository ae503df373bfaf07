// Material properties beyond core glTF: KHR_materials_*, VRMC_materials_mtoon, KHR_materials_variants.
#include "model/formats/gltf/write/writing.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian::gltf {
namespace {

class LayerWriter {
  public:
    LayerWriter(Writing& writing, const Material& material, OrderedJson& json)
        : writing_(writing), layers_(material.layers), json_(json) {}

    void write() {
        const SurfaceLayers plain;
        const SurfaceLayers& m = layers_;
        if (m.ior != plain.ior) extension("KHR_materials_ior")["ior"] = number(std::max(m.ior, 0.0F));
        if (m.specular != 1.0F || m.specular_color != vec3(1.0F) || m.specular_texture.present() ||
            m.specular_color_texture.present())
            write_specular();
        if (m.clearcoat != 0.0F || m.clearcoat_texture.present() || m.clearcoat_roughness_texture.present() ||
            m.clearcoat_normal_texture.present())
            write_clearcoat();
        if (m.sheen_color != vec3(0.0F) || m.sheen_color_texture.present() ||
            m.sheen_roughness_texture.present())
            write_sheen();
        if (m.anisotropy != 0.0F || m.anisotropy_rotation != 0.0F || m.anisotropy_texture.present()) {
            OrderedJson& e = extension("KHR_materials_anisotropy");
            e["anisotropyStrength"] = number(share(m.anisotropy));
            e["anisotropyRotation"] = number(m.anisotropy_rotation);
            add_texture(writing_, e, "anisotropyTexture", m.anisotropy_texture);
        }
        if (m.transmission != 0.0F || m.transmission_texture.present()) {
            OrderedJson& e = extension("KHR_materials_transmission");
            e["transmissionFactor"] = number(share(m.transmission));
            add_texture(writing_, e, "transmissionTexture", m.transmission_texture);
        }
        if (m.thickness != 0.0F || m.thickness_texture.present()) write_volume();
    }

  private:
    OrderedJson& extension(const char* name) {
        writing_.extensions.insert(name);
        OrderedJson& out = json_["extensions"][name];
        out = OrderedJson::object();
        return out;
    }
    void write_specular() {
        OrderedJson& e = extension("KHR_materials_specular");
        e["specularFactor"] = number(share(layers_.specular));
        add_texture(writing_, e, "specularTexture", layers_.specular_texture);
        e["specularColorFactor"] = numbers(glm::max(layers_.specular_color, vec3(0.0F)));
        add_texture(writing_, e, "specularColorTexture", layers_.specular_color_texture);
    }
    void write_clearcoat() {
        OrderedJson& e = extension("KHR_materials_clearcoat");
        e["clearcoatFactor"] = number(share(layers_.clearcoat));
        add_texture(writing_, e, "clearcoatTexture", layers_.clearcoat_texture);
        e["clearcoatRoughnessFactor"] = number(share(layers_.clearcoat_roughness));
        add_texture(writing_, e, "clearcoatRoughnessTexture", layers_.clearcoat_roughness_texture);
        add_texture(writing_, e, "clearcoatNormalTexture", layers_.clearcoat_normal_texture, "scale",
                    layers_.clearcoat_normal_scale);
    }
    void write_sheen() {
        OrderedJson& e = extension("KHR_materials_sheen");
        e["sheenColorFactor"] = numbers(glm::clamp(layers_.sheen_color, vec3(0.0F), vec3(1.0F)));
        add_texture(writing_, e, "sheenColorTexture", layers_.sheen_color_texture);
        e["sheenRoughnessFactor"] = number(share(layers_.sheen_roughness));
        add_texture(writing_, e, "sheenRoughnessTexture", layers_.sheen_roughness_texture);
    }
    void write_volume() {
        OrderedJson& e = extension("KHR_materials_volume");
        e["thicknessFactor"] = number(std::max(layers_.thickness, 0.0F));
        add_texture(writing_, e, "thicknessTexture", layers_.thickness_texture);
        if (layers_.attenuation_distance > 0.0F)
            e["attenuationDistance"] = number(layers_.attenuation_distance);
        e["attenuationColor"] = numbers(glm::clamp(layers_.attenuation_color, vec3(0.0F), vec3(1.0F)));
    }

    Writing& writing_;
    const SurfaceLayers& layers_;
    OrderedJson& json_;
};

OrderedJson color(const vec3& c) {
    return numbers(glm::clamp(c, vec3(0.0F), vec3(1.0F)));
}

OrderedJson toon_json(Writing& writing, const ToonSurface& toon) {
    constexpr std::array<const char*, 3> modes{"none", "worldCoordinates", "screenCoordinates"};
    OrderedJson out = OrderedJson::object();
    out["specVersion"] = "1.0";
    out["transparentWithZWrite"] = toon.transparent_with_depth;
    if (toon.render_order != 0) out["renderQueueOffsetNumber"] = std::clamp(toon.render_order, -9, 9);
    out["shadeColorFactor"] = color(toon.shade_color);
    add_texture(writing, out, "shadeMultiplyTexture", toon.shade_texture);
    out["shadingShiftFactor"] = number(toon.shading_shift);
    add_texture(writing, out, "shadingShiftTexture", toon.shading_shift_texture, "scale",
                toon.shading_shift_scale);
    out["shadingToonyFactor"] = number(toon.shading_toony);
    out["giEqualizationFactor"] = number(toon.gi_equalization);
    out["matcapFactor"] = color(toon.matcap_color);
    add_texture(writing, out, "matcapTexture", toon.matcap_texture);
    out["parametricRimColorFactor"] = color(toon.rim_color);
    add_texture(writing, out, "rimMultiplyTexture", toon.rim_texture);
    out["rimLightingMixFactor"] = number(toon.rim_lighting_mix);
    out["parametricRimFresnelPowerFactor"] = number(std::max(toon.rim_fresnel_power, 0.0F));
    out["parametricRimLiftFactor"] = number(toon.rim_lift);
    out["outlineWidthMode"] = modes.at(static_cast<std::size_t>(toon.outline_mode));
    out["outlineWidthFactor"] = number(std::max(toon.outline_width, 0.0F));
    add_texture(writing, out, "outlineWidthMultiplyTexture", toon.outline_width_texture);
    out["outlineColorFactor"] = color(toon.outline_color);
    out["outlineLightingMixFactor"] = number(toon.outline_lighting_mix);
    add_texture(writing, out, "uvAnimationMaskTexture", toon.uv_animation_mask_texture);
    out["uvAnimationScrollXSpeedFactor"] = number(toon.uv_scroll_speed.x);
    out["uvAnimationScrollYSpeedFactor"] = number(toon.uv_scroll_speed.y);
    out["uvAnimationRotationSpeedFactor"] = number(toon.uv_rotation_speed);
    return out;
}

}  // namespace

void add_layers(Writing& writing, const Material& material, OrderedJson& json) {
    LayerWriter(writing, material, json).write();
    if (!material.toon) return;
    json["extensions"]["VRMC_materials_mtoon"] = toon_json(writing, *material.toon);
    writing.extensions.insert("VRMC_materials_mtoon");
}

void add_variant_materials(Writing& writing, const MeshInstance& instance, OrderedJson& primitive) {
    std::map<int, OrderedJson> variants;
    for (std::size_t v = 0; v < instance.variant_materials.size(); ++v) {
        if (instance.variant_materials[v] >= 0) variants[instance.variant_materials[v]].push_back(v);
    }
    if (variants.empty()) return;
    OrderedJson& mappings = primitive["extensions"]["KHR_materials_variants"]["mappings"];
    for (auto& [material, list] : variants)
        mappings.push_back({{"material", material}, {"variants", std::move(list)}});
    writing.extensions.insert("KHR_materials_variants");
}

void write_variants(Writing& writing) {
    if (writing.document.variants.empty()) return;
    OrderedJson& list = writing.root["extensions"]["KHR_materials_variants"]["variants"];
    for (const std::string& name : writing.document.variants) list.push_back({{"name", name}});
    writing.extensions.insert("KHR_materials_variants");
}

}  // namespace vitruvian::gltf

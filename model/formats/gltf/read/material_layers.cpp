// KHR_materials_* beyond glTF's own surfaces, and KHR_materials_variants.
#include "model/core/at.h"
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace vitruvian::gltf {
namespace {

constexpr std::array<std::string_view, 12> known_extensions{
    "KHR_materials_unlit",      "KHR_materials_emissive_strength",
    "KHR_materials_ior",        "KHR_materials_specular",
    "KHR_materials_clearcoat",  "KHR_materials_sheen",
    "KHR_materials_anisotropy", "KHR_materials_transmission",
    "KHR_materials_volume",     "KHR_materials_pbrSpecularGlossiness",
    "VRMC_materials_mtoon",     "VRMC_materials_hdr_emissiveMultiplier"};

void warn_of_ignored(Reading& reading, const JsonValue& json, const std::string& pointer) {
    const JsonValue* extensions = member(json, "extensions");
    if (extensions == nullptr || !extensions->is_object()) return;
    for (const auto& [name, value] : extensions->items()) {
        if (std::find(known_extensions.begin(), known_extensions.end(), name) != known_extensions.end())
            continue;
        reading.warn("gltf-material-extension",
                     fmt::format("{} is not shown: surfaces look as they do without it", name),
                     fmt::format("{}/extensions/{}", pointer, name));
    }
}

/// The older workflow as the newer extensions say it: an index of 0 makes the specular colour all that is
/// mirrored, and its texture's alpha the smoothness.
void apply_specular_glossiness(Reading& reading, const JsonValue& json, const std::string& pointer,
                               Material& out) {
    const JsonValue* diffuse = member(json, "diffuseFactor");
    out.base_color = vec4(vector_or(diffuse, vec3(1.0F)), element_or(diffuse, 3, 1.0F));
    out.base_color_texture = read_texture(reading, json, "diffuseTexture", pointer);
    out.metallic = 0.0F;
    out.roughness = 1.0F - std::clamp(float_or(json, "glossinessFactor", 1.0F), 0.0F, 1.0F);
    out.metallic_roughness_texture = {};
    out.layers.ior = 0.0F;
    out.layers.specular_color = vector_or(member(json, "specularFactor"), vec3(1.0F));
    out.layers.specular_color_texture = read_texture(reading, json, "specularGlossinessTexture", pointer);
}

}  // namespace

void apply_layers(Reading& reading, std::size_t index, Material& material) {
    const JsonValue& json = reading.element("materials", index);
    const std::string pointer = fmt::format("/materials/{}", index);
    warn_of_ignored(reading, json, pointer);
    SurfaceLayers& out = material.layers;
    const auto with = [&](const char* name, const auto& read) {
        const JsonValue* found = extension(json, name);
        if (found == nullptr || !found->is_object()) return;
        const std::string place = fmt::format("{}/extensions/{}", pointer, name);
        read(*found, place, [&](const char* key) { return read_texture(reading, *found, key, place); });
    };
    with("KHR_materials_ior", [&](const JsonValue& e, const std::string&, const auto&) {
        out.ior = std::max(float_or(e, "ior", 1.5F), 0.0F);
    });
    with("KHR_materials_specular", [&](const JsonValue& e, const std::string&, const auto& texture) {
        out.specular = float_or(e, "specularFactor", 1.0F);
        out.specular_color = vector_or(member(e, "specularColorFactor"), vec3(1.0F));
        out.specular_texture = texture("specularTexture");
        out.specular_color_texture = texture("specularColorTexture");
    });
    with("KHR_materials_clearcoat", [&](const JsonValue& e, const std::string&, const auto& texture) {
        out.clearcoat = float_or(e, "clearcoatFactor", 0.0F);
        out.clearcoat_roughness = float_or(e, "clearcoatRoughnessFactor", 0.0F);
        out.clearcoat_texture = texture("clearcoatTexture");
        out.clearcoat_roughness_texture = texture("clearcoatRoughnessTexture");
        out.clearcoat_normal_texture = texture("clearcoatNormalTexture");
        if (const JsonValue* normal = member(e, "clearcoatNormalTexture"))
            out.clearcoat_normal_scale = float_or(*normal, "scale", 1.0F);
    });
    with("KHR_materials_sheen", [&](const JsonValue& e, const std::string&, const auto& texture) {
        out.sheen_color = vector_or(member(e, "sheenColorFactor"), vec3(0.0F));
        out.sheen_roughness = float_or(e, "sheenRoughnessFactor", 0.0F);
        out.sheen_color_texture = texture("sheenColorTexture");
        out.sheen_roughness_texture = texture("sheenRoughnessTexture");
    });
    with("KHR_materials_anisotropy", [&](const JsonValue& e, const std::string&, const auto& texture) {
        out.anisotropy = float_or(e, "anisotropyStrength", 0.0F);
        out.anisotropy_rotation = float_or(e, "anisotropyRotation", 0.0F);
        out.anisotropy_texture = texture("anisotropyTexture");
    });
    with("KHR_materials_transmission", [&](const JsonValue& e, const std::string&, const auto& texture) {
        out.transmission = float_or(e, "transmissionFactor", 0.0F);
        out.transmission_texture = texture("transmissionTexture");
    });
    with("KHR_materials_volume", [&](const JsonValue& e, const std::string&, const auto& texture) {
        out.thickness = std::max(float_or(e, "thicknessFactor", 0.0F), 0.0F);
        out.thickness_texture = texture("thicknessTexture");
        out.attenuation_distance = std::max(float_or(e, "attenuationDistance", 0.0F), 0.0F);
        out.attenuation_color = vector_or(member(e, "attenuationColor"), vec3(1.0F));
    });
    with("KHR_materials_pbrSpecularGlossiness",
         [&](const JsonValue& e, const std::string& place, const auto&) {
             apply_specular_glossiness(reading, e, place, material);
         });
}

void read_variants(Reading& reading) {
    constexpr std::size_t most = 1000;
    const JsonValue* all = extension(reading.root, "KHR_materials_variants");
    const JsonValue* list = all == nullptr ? nullptr : member(*all, "variants");
    if (list == nullptr || !list->is_array()) return;
    for (std::size_t i = 0; i < std::min(list->size(), most); ++i) {
        std::string name = (*list)[i].is_object() ? text_or_empty((*list)[i], "name") : std::string();
        reading.document.variants.push_back(name.empty() ? fmt::format("variant {}", i + 1)
                                                         : std::move(name));
    }
}

std::vector<int> variant_materials(const Reading& reading, const JsonValue& primitive) {
    const std::size_t count = reading.document.variants.size();
    const JsonValue* all = count == 0 ? nullptr : extension(primitive, "KHR_materials_variants");
    const JsonValue* mappings = all == nullptr ? nullptr : member(*all, "mappings");
    if (mappings == nullptr || !mappings->is_array()) return {};
    std::vector<int> out(count, -1);
    for (const JsonValue& mapping : *mappings) {
        const JsonValue* variants = mapping.is_object() ? member(mapping, "variants") : nullptr;
        const int material = mapping.is_object() ? int_or(mapping, "material", -1) : -1;
        const bool is_there =
            material >= 0 && static_cast<std::size_t>(material) < reading.document.materials.size();
        if (!is_there || variants == nullptr || !variants->is_array()) continue;
        for (const JsonValue& variant : *variants) {
            if (!variant.is_number_unsigned()) continue;
            const auto v = variant.get<std::uint64_t>();
            if (v < count) out[static_cast<std::size_t>(v)] = material;
        }
    }
    return out;
}

}  // namespace vitruvian::gltf

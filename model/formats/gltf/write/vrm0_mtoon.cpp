// MToon of VRM 0.x, which is Unity's shader property by property, as VRMC_materials_mtoon 1.0.
#include "model/formats/gltf/write/vrm0_source.h"

#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vitruvian::gltf {
namespace {

/// Unity stores colours as sRGB.
float linear(float srgb) {
    return srgb <= 0.04045F ? srgb / 12.92F : std::pow((srgb + 0.055F) / 1.055F, 2.4F);
}

class ToonWriter {
  public:
    ToonWriter(Writing& writing, const Vrm0Source& source, const Json& properties, OrderedJson& material)
        : writing_(writing),
          source_(source),
          floats_(Vrm0Source::object(properties, "floatProperties")),
          vectors_(Vrm0Source::object(properties, "vectorProperties")),
          textures_(Vrm0Source::object(properties, "textureProperties")),
          material_(material) {}

    void write() {
        add_base();
        toon_["specVersion"] = "1.0";
        // Blend mode 3 is transparent and writes depth.
        toon_["transparentWithZWrite"] = value("_BlendMode", 0.0F) == 3.0F;
        add_shade();
        add_rim();
        add_outline();
        add_motion();
        material_["extensions"]["VRMC_materials_mtoon"] = std::move(toon_);
        writing_.extensions.insert("VRMC_materials_mtoon");
        const bool is_dimmed =
            textures_.contains("_ReceiveShadowTexture") || textures_.contains("_ShadingGradeTexture");
        if (is_dimmed) {
            writing_.note(
                "vrm0-not-carried",
                "VRM 1.0's MToon has no textures of received shadow and shading grade; they are left out");
        }
    }

  private:
    [[nodiscard]] float value(const char* key, float otherwise) const {
        return float_or(floats_, key, otherwise);
    }

    [[nodiscard]] OrderedJson color(const char* key, float otherwise, std::size_t count = 3) const {
        const Json& list = Vrm0Source::list(vectors_, key);
        OrderedJson out = OrderedJson::array();
        for (std::size_t i = 0; i < count; ++i) {
            float v = i < list.size() && list[i].is_number() ? list[i].get<float>() : otherwise;
            if (!std::isfinite(v)) v = otherwise;
            v = std::clamp(v, 0.0F, 1.0F);
            out.push_back(number(i < 3 ? linear(v) : v));
        }
        return out;
    }

    /// A texture of the file that shows what one of the source shows, or -1.
    [[nodiscard]] int texture(const char* key) const {
        const int image = source_.image(writing_, int_or(textures_, key, -1));
        if (image < 0) return -1;
        const OrderedJson& textures = writing_.root["textures"];
        for (std::size_t t = 0; t < textures.size(); ++t) {
            const OrderedJson& json = textures[t];
            if (json.contains("source") && json["source"] == image) return static_cast<int>(t);
        }
        return writing_.add("textures", {{"source", image}});
    }

    void add_texture(OrderedJson& owner, const char* key, const char* property) const {
        if (const int index = texture(property); index >= 0) owner[key] = {{"index", index}};
    }

    void add_base() {
        OrderedJson& surface = material_["pbrMetallicRoughness"];
        if (vectors_.contains("_Color")) surface["baseColorFactor"] = color("_Color", 1.0F, 4);
        if (vectors_.contains("_EmissionColor")) material_["emissiveFactor"] = color("_EmissionColor", 0.0F);
        if (!material_.contains("emissiveTexture")) add_texture(material_, "emissiveTexture", "_EmissionMap");
        if (material_.contains("normalTexture") || texture("_BumpMap") < 0) return;
        add_texture(material_, "normalTexture", "_BumpMap");
        if (const float scale = value("_BumpScale", 1.0F); scale != 1.0F)
            material_["normalTexture"]["scale"] = number(scale);
    }

    /// VRM 0.x shades from `shift` to somewhere below 1; VRM 1.0 says the middle and how sharp.
    void add_shade() {
        toon_["shadeColorFactor"] = color("_ShadeColor", 0.0F);
        add_texture(toon_, "shadeMultiplyTexture", "_ShadeTexture");
        const float from = value("_ShadeShift", 0.0F);
        const float to = glm::mix(1.0F, from, value("_ShadeToony", 0.9F));
        toon_["shadingShiftFactor"] = number(std::clamp(-0.5F * (to + from), -1.0F, 1.0F));
        toon_["shadingToonyFactor"] = number(std::clamp(0.5F * (2.0F - (to - from)), 0.0F, 1.0F));
        toon_["giEqualizationFactor"] =
            number(std::clamp(1.0F - value("_IndirectLightIntensity", 0.1F), 0.0F, 1.0F));
    }

    void add_rim() {
        add_texture(toon_, "matcapTexture", "_SphereAdd");
        toon_["matcapFactor"] = OrderedJson::array({1, 1, 1});
        toon_["parametricRimColorFactor"] = color("_RimColor", 0.0F);
        add_texture(toon_, "rimMultiplyTexture", "_RimTexture");
        toon_["rimLightingMixFactor"] = number(std::clamp(value("_RimLightingMix", 0.0F), 0.0F, 1.0F));
        toon_["parametricRimFresnelPowerFactor"] = number(std::max(value("_RimFresnelPower", 1.0F), 0.0F));
        toon_["parametricRimLiftFactor"] = number(value("_RimLift", 0.0F));
    }

    /// Widths are centimetres, or hundredths of half the screen's height.
    void add_outline() {
        const auto mode = static_cast<int>(std::clamp(value("_OutlineWidthMode", 0.0F), 0.0F, 2.0F));
        constexpr std::array<const char*, 3> modes{"none", "worldCoordinates", "screenCoordinates"};
        const float width = value("_OutlineWidth", 0.0F) * (mode == 2 ? 0.005F : 0.01F);
        toon_["outlineWidthMode"] = modes.at(static_cast<std::size_t>(mode));
        toon_["outlineWidthFactor"] = number(mode == 0 ? 0.0F : std::max(width, 0.0F));
        add_texture(toon_, "outlineWidthMultiplyTexture", "_OutlineWidthTexture");
        toon_["outlineColorFactor"] = color("_OutlineColor", 0.0F);
        const bool is_mixed = value("_OutlineColorMode", 0.0F) == 1.0F;
        toon_["outlineLightingMixFactor"] =
            number(is_mixed ? std::clamp(value("_OutlineLightingMix", 1.0F), 0.0F, 1.0F) : 0.0F);
    }

    /// Unity's V goes up, glTF's down; turns a second become radians.
    void add_motion() {
        add_texture(toon_, "uvAnimationMaskTexture", "_UvAnimMaskTexture");
        toon_["uvAnimationScrollXSpeedFactor"] = number(value("_UvAnimScrollX", 0.0F));
        toon_["uvAnimationScrollYSpeedFactor"] = number(-value("_UvAnimScrollY", 0.0F) + 0.0F);
        toon_["uvAnimationRotationSpeedFactor"] =
            number(value("_UvAnimRotation", 0.0F) * glm::two_pi<float>());
    }

    Writing& writing_;
    const Vrm0Source& source_;
    const Json& floats_;
    const Json& vectors_;
    const Json& textures_;
    OrderedJson& material_;
    OrderedJson toon_ = OrderedJson::object();
};

}  // namespace

void carry_mtoon(Writing& writing, const Vrm0Source& source) {
    const Json& list = Vrm0Source::list(source.vrm, "materialProperties");
    const std::size_t count = std::min(list.size(), writing.document.materials.size());
    for (std::size_t m = 0; m < count; ++m) {
        if (text_or_empty(list[m], "shader") != "VRM/MToon") continue;
        ToonWriter(writing, source, list[m], writing.root["materials"][m]).write();
    }
}

}  // namespace vitruvian::gltf

// Materials beyond core glTF: layers of KHR_materials_*, toon materials of VRM, variants; read, written and
// read back.
#include "model/document/differences.h"
#include "model/formats/load.h"
#include "model/formats/save.h"

#include "gltf_builder.h"
#include <gtest/gtest.h>

#include <cmath>

namespace vitruvian {
namespace {

using test::count_of;
using test::GltfBuilder;
using test::Json;

/// A triangle with three materials, and an image for textures.
GltfBuilder triangle_with_materials() {
    GltfBuilder builder;
    const int positions = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    const int uv = builder.floats({0, 0, 1, 0, 0, 1}, "VEC2", 2);
    builder.mesh_node({{"attributes", {{"POSITION", positions}, {"TEXCOORD_0", uv}}}, {"material", 0}});
    builder.push("images", {{"bufferView", builder.view(std::vector<unsigned char>{0xFF, 0xD8, 0xFF, 0xD9})},
                            {"mimeType", "image/jpeg"}});
    builder.push("textures", {{"source", 0}});
    return builder;
}

Document written_and_read(const Document& document, FileFormat format = FileFormat::glb) {
    SaveOptions options;
    options.format = format;
    const Result<EncodedDocument> encoded = encode_document(document, options);
    EXPECT_TRUE(encoded) << encoded.error().text();
    const Result<Document> again = load_document(encoded->bytes, "again.glb", {});
    EXPECT_TRUE(again) << again.error().text();
    return *again;
}

Json with_texture(Json extension, const char* key) {
    extension[key] = {{"index", 0}, {"extensions", {{"KHR_texture_transform", {{"scale", {2, 3}}}}}}};
    return extension;
}

TEST(GltfMaterials, LayersAreReadAndWritten) {
    GltfBuilder builder = triangle_with_materials();
    Json material;
    material["extensions"] = {
        {"KHR_materials_ior", {{"ior", 1.8}}},
        {"KHR_materials_specular",
         with_texture({{"specularFactor", 0.25}, {"specularColorFactor", {1, 0.5, 0.25}}},
                      "specularTexture")},
        {"KHR_materials_clearcoat", with_texture({{"clearcoatFactor", 0.75},
                                                  {"clearcoatRoughnessFactor", 0.125},
                                                  {"clearcoatNormalTexture", {{"index", 0}, {"scale", 0.5}}}},
                                                 "clearcoatTexture")},
        {"KHR_materials_sheen",
         with_texture({{"sheenColorFactor", {0.5, 0.25, 0}}, {"sheenRoughnessFactor", 0.5}},
                      "sheenColorTexture")},
        {"KHR_materials_anisotropy",
         with_texture({{"anisotropyStrength", 0.625}, {"anisotropyRotation", -1.5}}, "anisotropyTexture")},
        {"KHR_materials_transmission", with_texture({{"transmissionFactor", 0.875}}, "transmissionTexture")},
        {"KHR_materials_volume",
         with_texture(
             {{"thicknessFactor", 0.5}, {"attenuationDistance", 2}, {"attenuationColor", {0.5, 1, 1}}},
             "thicknessTexture")},
    };
    builder.push("materials", material);
    const Document read = load(builder);
    const SurfaceLayers& layers = read.materials.at(0).layers;
    EXPECT_FLOAT_EQ(layers.ior, 1.8F);
    EXPECT_FLOAT_EQ(layers.specular, 0.25F);
    EXPECT_EQ(layers.specular_color, vec3(1.0F, 0.5F, 0.25F));
    EXPECT_EQ(layers.specular_texture.scale, vec2(2.0F, 3.0F));
    EXPECT_FLOAT_EQ(layers.clearcoat, 0.75F);
    EXPECT_FLOAT_EQ(layers.clearcoat_roughness, 0.125F);
    EXPECT_TRUE(layers.clearcoat_normal_texture.present());
    EXPECT_FLOAT_EQ(layers.clearcoat_normal_scale, 0.5F);
    EXPECT_EQ(layers.sheen_color, vec3(0.5F, 0.25F, 0.0F));
    EXPECT_TRUE(layers.sheen_color_texture.present());
    EXPECT_FLOAT_EQ(layers.anisotropy, 0.625F);
    EXPECT_FLOAT_EQ(layers.anisotropy_rotation, -1.5F);
    EXPECT_EQ(layers.anisotropy_texture.scale, vec2(2.0F, 3.0F));
    EXPECT_FLOAT_EQ(layers.transmission, 0.875F);
    EXPECT_FLOAT_EQ(layers.thickness, 0.5F);
    EXPECT_FLOAT_EQ(layers.attenuation_distance, 2.0F);
    EXPECT_EQ(layers.attenuation_color, vec3(0.5F, 1.0F, 1.0F));
    EXPECT_EQ(count_of(read, "gltf-material-extension"), 0);
    EXPECT_EQ(written_and_read(read).materials.at(0).layers, layers);
}

TEST(GltfMaterials, SpecularGlossinessIsConverted) {
    GltfBuilder builder = triangle_with_materials();
    Json material;
    material["extensions"]["KHR_materials_pbrSpecularGlossiness"] = {{"diffuseFactor", {0.5, 0.25, 0.125, 1}},
                                                                     {"specularFactor", {0.2, 0.2, 0.2}},
                                                                     {"glossinessFactor", 0.75},
                                                                     {"diffuseTexture", {{"index", 0}}}};
    builder.push("materials", material);
    const Document document = load(builder);
    const Material& read = document.materials.at(0);
    EXPECT_EQ(read.base_color, vec4(0.5F, 0.25F, 0.125F, 1.0F));
    EXPECT_FLOAT_EQ(read.roughness, 0.25F);
    EXPECT_FLOAT_EQ(read.metallic, 0.0F);
    EXPECT_FLOAT_EQ(read.layers.ior, 0.0F);
    EXPECT_EQ(read.layers.specular_color, vec3(0.2F));
    EXPECT_TRUE(read.base_color_texture.present());
}

TEST(GltfMaterials, WhatIsNotShownIsReportedOnceForEachExtension) {
    GltfBuilder builder = triangle_with_materials();
    for (int i = 0; i < 3; ++i) {
        Json material;
        material["extensions"] = {{"KHR_materials_dispersion", Json::object()},
                                  {"KHR_materials_iridescence", Json::object()},
                                  {"KHR_materials_clearcoat", Json::object()}};
        builder.push("materials", material);
    }
    const Document document = load(builder);
    int lines = 0;
    for (const Diagnostic& diagnostic : document.diagnostics.list()) {
        if (diagnostic.code != "gltf-material-extension") continue;
        ++lines;
        EXPECT_EQ(diagnostic.count, 3);
    }
    EXPECT_EQ(lines, 2);
}

TEST(GltfMaterials, TexturesThatAreNotThereAreLeftOut) {
    GltfBuilder builder = triangle_with_materials();
    Json material;
    material["extensions"] = {
        {"KHR_materials_specular", {{"specularTexture", {{"index", 7}}}, {"specularFactor", "much"}}},
        {"KHR_materials_sheen", 4},
        {"VRMC_materials_mtoon", {{"matcapTexture", {{"index", -1}}}}}};
    builder.push("materials", material);
    const Document document = load(builder);
    EXPECT_FALSE(document.materials.at(0).layers.specular_texture.present());
    EXPECT_FLOAT_EQ(document.materials[0].layers.specular, 1.0F);
    ASSERT_TRUE(document.materials[0].toon);
    EXPECT_FALSE(document.materials[0].toon->matcap_texture.present());
    EXPECT_GT(count_of(document, "gltf-index"), 0);
}

TEST(GltfMaterials, TexturesInFormatsThatAreNotReadAreReported) {
    GltfBuilder builder = triangle_with_materials();
    const int texture = builder.push("textures", {{"extensions", {{"EXT_texture_avif", {{"source", 0}}}}}});
    Json material;
    material["pbrMetallicRoughness"]["baseColorTexture"]["index"] = texture;
    builder.push("materials", material);
    const Document document = load(builder);
    EXPECT_FALSE(document.materials.at(0).base_color_texture.present());
    EXPECT_EQ(count_of(document, "gltf-texture-format"), 1);
}

TEST(GltfMaterials, ToonSurfacesAreReadAndWritten) {
    GltfBuilder builder = triangle_with_materials();
    Json material;
    material["extensions"]["VRMC_materials_mtoon"] = {{"specVersion", "1.0"},
                                                      {"shadeColorFactor", {0.25, 0.5, 0.75}},
                                                      {"shadeMultiplyTexture", {{"index", 0}}},
                                                      {"shadingShiftFactor", -0.25},
                                                      {"shadingShiftTexture", {{"index", 0}, {"scale", 0.5}}},
                                                      {"shadingToonyFactor", 0.75},
                                                      {"matcapFactor", {1, 0, 1}},
                                                      {"matcapTexture", {{"index", 0}}},
                                                      {"parametricRimColorFactor", {0.5, 0.5, 0}},
                                                      {"parametricRimFresnelPowerFactor", 3},
                                                      {"parametricRimLiftFactor", 0.125},
                                                      {"rimLightingMixFactor", 0.5},
                                                      {"rimMultiplyTexture", {{"index", 0}}},
                                                      {"outlineWidthMode", "screenCoordinates"},
                                                      {"outlineWidthFactor", 0.0078125},
                                                      {"outlineWidthMultiplyTexture", {{"index", 0}}},
                                                      {"outlineColorFactor", {0.125, 0, 0}},
                                                      {"outlineLightingMixFactor", 0.25},
                                                      {"transparentWithZWrite", true},
                                                      {"renderQueueOffsetNumber", 2},
                                                      {"uvAnimationScrollXSpeedFactor", 0.5},
                                                      {"uvAnimationRotationSpeedFactor", -1}};
    builder.push("materials", material);
    const Document read = load(builder);
    ASSERT_TRUE(read.materials.at(0).toon);
    const ToonSurface& toon = *read.materials[0].toon;
    EXPECT_EQ(toon.shade_color, vec3(0.25F, 0.5F, 0.75F));
    EXPECT_FLOAT_EQ(toon.shading_shift_scale, 0.5F);
    EXPECT_EQ(toon.outline_mode, OutlineWidth::screen);
    EXPECT_FLOAT_EQ(toon.outline_width, 0.0078125F);
    EXPECT_TRUE(toon.transparent_with_depth);
    EXPECT_EQ(toon.render_order, 2);
    const Document again = written_and_read(read);
    ASSERT_TRUE(again.materials.at(0).toon);
    EXPECT_EQ(*again.materials[0].toon, toon);
}

TEST(GltfMaterials, ToonSurfacesOfVrm0AreThoseOfVrm1) {
    GltfBuilder builder = triangle_with_materials();
    builder.push("materials", {{"name", "skin"}, {"normalTexture", {{"index", 0}}}});
    builder.json["extensions"]["VRM"]["materialProperties"] = Json::array(
        {{{"shader", "VRM/MToon"},
          {"floatProperties",
           {{"_ShadeShift", 0},
            {"_ShadeToony", 0.9},
            {"_OutlineWidthMode", 1},
            {"_OutlineWidth", 0.5},
            {"_RimFresnelPower", 4},
            {"_OutlineColorMode", 1},
            {"_OutlineLightingMix", 0.5}}},
          {"vectorProperties",
           {{"_Color", {1, 1, 1, 1}},
            {"_ShadeColor", {0.5, 0, 0, 1}},
            {"_RimColor", {1, 0, 0, 1}},
            {"_MainTex", {0.25, 0, 0.5, 0.5}}}},
          {"textureProperties", {{"_ShadeTexture", 0}, {"_SphereAdd", 0}, {"_OutlineWidthTexture", 99}}}}});
    const Document document = load(builder);
    const Material& material = document.materials.at(0);
    ASSERT_TRUE(material.toon);
    EXPECT_NEAR(material.toon->shade_color.x, 0.2140F, 1e-3F);
    EXPECT_NEAR(material.toon->shading_toony, 0.95F, 1e-5F);
    EXPECT_NEAR(material.toon->shading_shift, -0.05F, 1e-5F);
    EXPECT_EQ(material.toon->outline_mode, OutlineWidth::world);
    EXPECT_FLOAT_EQ(material.toon->outline_width, 0.005F);
    EXPECT_FLOAT_EQ(material.toon->outline_lighting_mix, 0.5F);
    EXPECT_TRUE(material.toon->shade_texture.present());
    EXPECT_EQ(material.toon->shade_texture.scale, vec2(0.5F));
    EXPECT_EQ(material.toon->shade_texture.offset, vec2(0.25F, 0.5F));
    EXPECT_EQ(material.toon->matcap_texture.scale, vec2(1.0F)) << "goes by the view";
    EXPECT_EQ(material.normal_texture.scale, vec2(0.5F)) << "of glTF's own material";
    EXPECT_EQ(material.normal_texture.offset, vec2(0.25F, 0.5F));
    EXPECT_FALSE(material.toon->outline_width_texture.present());
    EXPECT_EQ(*written_and_read(document).materials.at(0).toon, *material.toon);
}

TEST(GltfMaterials, RenderQueuesOfVrm0BecomeOffsets) {
    GltfBuilder builder = triangle_with_materials();
    Json& list = builder.json["extensions"]["VRM"]["materialProperties"];
    const auto push = [&](int blend_mode, int queue) {
        builder.push("materials", Json::object());
        list.push_back({{"shader", "VRM/MToon"},
                        {"renderQueue", queue},
                        {"floatProperties", {{"_BlendMode", blend_mode}}}});
    };
    for (const int queue : {3000, 2998, 3000, 2999}) push(2, queue);  // transparent
    for (const int queue : {2510, 2501}) push(3, queue);              // transparent with depth
    push(0, 2000);
    const Document document = load(builder);
    std::vector<int> orders;
    for (const Material& material : document.materials) orders.push_back(material.toon->render_order);
    EXPECT_EQ(orders, (std::vector<int>{0, -2, 0, -1, 1, 0, 0}));
}

TEST(GltfMaterials, TheUnlitShaderOfVrm0ThatWritesDepthIsAToonSurfaceOfOneTone) {
    GltfBuilder builder = triangle_with_materials();
    builder.push("materials", {{"pbrMetallicRoughness", {{"baseColorFactor", {0.5, 0.25, 0.125, 0.5}}}}});
    builder.json["extensions"]["VRM"]["materialProperties"] =
        Json::array({{{"shader", "VRM/UnlitTransparentZWrite"}, {"textureProperties", {{"_MainTex", 0}}}}});
    const Document document = load(builder);
    const Material& material = document.materials.at(0);
    EXPECT_EQ(material.alpha_mode, AlphaMode::blend);
    ASSERT_TRUE(material.toon);
    EXPECT_TRUE(material.toon->transparent_with_depth);
    EXPECT_EQ(material.toon->shade_color, vec3(material.base_color));
    EXPECT_TRUE(material.toon->shade_texture.present());
    EXPECT_EQ(material.toon->shade_texture, material.base_color_texture);
    EXPECT_EQ(*written_and_read(document).materials.at(0).toon, *material.toon);
}

TEST(GltfMaterials, UnlitShadersOfVrm0SayWhatTheirAlphaMeans) {
    GltfBuilder builder = triangle_with_materials();
    Json& list = builder.json["extensions"]["VRM"]["materialProperties"];
    for (const char* shader : {"VRM/UnlitTexture", "VRM/UnlitCutout", "VRM/UnlitTransparent"}) {
        builder.push("materials", {{"alphaMode", "BLEND"}});
        list.push_back({{"shader", shader}});
    }
    const Document document = load(builder);
    EXPECT_EQ(document.materials.at(0).alpha_mode, AlphaMode::opaque);
    EXPECT_EQ(document.materials.at(1).alpha_mode, AlphaMode::mask);
    EXPECT_EQ(document.materials.at(2).alpha_mode, AlphaMode::blend);
    EXPECT_TRUE(document.materials[2].unlit);
}

TEST(GltfMaterials, VariantsAreReadAndWritten) {
    GltfBuilder builder = triangle_with_materials();
    for (const char* name : {"red", "green", "blue"}) builder.push("materials", {{"name", name}});
    builder.json["extensions"]["KHR_materials_variants"]["variants"] =
        Json::array({{{"name", "meadow"}}, {{"name", "sea"}}, {{"name", "plain"}}});
    builder.json["meshes"][0]["primitives"][0]["extensions"]["KHR_materials_variants"]["mappings"] =
        Json::array({{{"material", 1}, {"variants", {0}}},
                     {{"material", 2}, {"variants", {1, 9}}},
                     {{"material", 77}, {"variants", {2}}}});
    const Document document = load(builder);
    EXPECT_EQ(document.variants, (std::vector<std::string>{"meadow", "sea", "plain"}));
    EXPECT_EQ(document.meshes.at(0).variant_materials, (std::vector<int>{1, 2, -1}));
    const Document again = written_and_read(document);
    EXPECT_EQ(again.variants, document.variants);
    EXPECT_EQ(again.meshes.at(0).variant_materials, document.meshes[0].variant_materials);
}

}  // namespace
}  // namespace vitruvian

// Material bindings of VRM 0.x expressions, written as VRM 1.0.
#include "model/core/at.h"
#include "model/formats/save.h"

#include "gltf_builder.h"
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>

namespace vitruvian {
namespace {

using test::count_of;
using test::GltfBuilder;
using test::Json;

/// The bones that VRM requires, in one chain, and two materials of one name; the texture of the first is
/// transformed.
GltfBuilder figure_with_materials() {
    constexpr std::array bones{"hips",          "spine",         "head",          "leftUpperLeg",
                               "leftLowerLeg",  "leftFoot",      "rightUpperLeg", "rightLowerLeg",
                               "rightFoot",     "leftUpperArm",  "leftLowerArm",  "leftHand",
                               "rightUpperArm", "rightLowerArm", "rightHand"};
    constexpr std::array parents{-1, 0, 1, 0, 3, 4, 0, 6, 7, 1, 9, 10, 1, 12, 13};
    GltfBuilder builder;
    Json humanoid = Json::array();
    for (std::size_t i = 0; i < bones.size(); ++i) {
        builder.push("nodes",
                     {{"name", bones[i]}, {"translation", {0.1 * static_cast<double>(i % 3), 0.2, 0}}});
        if (parents[i] >= 0)
            builder.json["nodes"].at(static_cast<std::size_t>(parents[i]))["children"].push_back(i);
        humanoid.push_back({{"bone", bones[i]}, {"node", i}});
    }
    builder.push("images",
                 {{"uri",
                   "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk"
                   "+A8AAQUBAScY42YAAAAASUVORK5CYII="}});
    builder.push("textures", {{"source", 0}});
    Json texture = {{"index", 0}};
    texture["extensions"]["KHR_texture_transform"] = {{"scale", {3, 4}}, {"offset", {0.125, 0.5}}};
    builder.push("materials", {{"name", "skin"}, {"pbrMetallicRoughness", {{"baseColorTexture", texture}}}});
    builder.push("materials", {{"name", "skin"}});
    builder.json["extensions"]["VRM"] = {{"humanoid", {{"humanBones", humanoid}}}};
    return builder;
}

Json value(const char* property, Json numbers) {
    return {{"materialName", "skin"}, {"propertyName", property}, {"targetValue", std::move(numbers)}};
}

/// The custom expression written for one group with these values; null if there is none.
Json written(const Json& values, Diagnostics& notes) {
    GltfBuilder builder = figure_with_materials();
    builder.json["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"] =
        Json::array({{{"name", "Face"}, {"presetName", "unknown"}, {"materialValues", values}}});
    SaveOptions options;
    options.format = FileFormat::vrm;
    options.anew = true;
    const Document document = load(builder);
    notes = document.diagnostics;
    Result<EncodedDocument> out = encode_document(document, options);
    if (!out) {
        ADD_FAILURE() << out.error().text();
        return {};
    }
    std::uint32_t length = 0;
    std::memcpy(&length, out->bytes.data() + 12, sizeof(length));
    const auto* text = reinterpret_cast<const char*>(out->bytes.data()) + 20;
    const Json root = Json::parse(text, text + length);
    const Json& vrm = root["extensions"]["VRMC_vrm"];
    return vrm.contains("expressions") ? vrm["expressions"]["custom"]["Face"] : Json();
}

TEST(Vrm0Expressions, EveryColourGoesToLinearLight) {
    const std::array<std::pair<const char*, const char*>, 5> colors{{{"_Color", "color"},
                                                                     {"_EmissionColor", "emissionColor"},
                                                                     {"_ShadeColor", "shadeColor"},
                                                                     {"_RimColor", "rimColor"},
                                                                     {"_OutlineColor", "outlineColor"}}};
    Json values = Json::array();
    for (const auto& color : colors) values.push_back(value(color.first, {1, 0.5, -1, 0.5}));
    Diagnostics notes;
    const Json face = written(values, notes);
    ASSERT_EQ(face["materialColorBinds"].size(), colors.size());
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const Json& bind = face["materialColorBinds"][i];
        EXPECT_EQ(bind["type"], colors[i].second);
        EXPECT_EQ(bind["material"], 0);  // the first of that name
        EXPECT_NEAR(bind["targetValue"][0].get<double>(), 1.0, 1e-6);
        EXPECT_NEAR(bind["targetValue"][1].get<double>(), 0.2140411, 1e-6);
        EXPECT_NEAR(bind["targetValue"][2].get<double>(), 0.0, 1e-6);
        EXPECT_NEAR(bind["targetValue"][3].get<double>(), 0.5, 1e-6);
    }
    EXPECT_EQ(count_of(notes, "vrm-expression-material"), 0);
}

TEST(Vrm0Expressions, PlacesOfTexturesCountFromTheTop) {
    Diagnostics notes;
    const Json face =
        written({value("_MainTex_ST", {2, 0.5, 0.25, 0.125}), value("_MainTex_ST_S", {2, 9, 0.25, 9}),
                 value("_MainTex_ST_T", {9, 0.5, 9, 0.125})},
                notes);
    const Json wanted = {{{"material", 0}, {"scale", {2.0, 0.5}}, {"offset", {0.25, 0.375}}},
                         {{"material", 0}, {"scale", {2.0, 4.0}}, {"offset", {0.25, 0.5}}},
                         {{"material", 0}, {"scale", {3.0, 0.5}}, {"offset", {0.125, 0.375}}}};
    EXPECT_EQ(face["textureTransformBinds"], wanted) << face;
}

TEST(Vrm0Expressions, WhatHasNoPlaceIsReported) {
    Json other = value("_Color", {1, 1, 1, 1});
    other["materialName"] = "nobody";
    for (const Json& lost :
         {value("_Cutoff", {1, 1, 1, 1}), value("_Color", {1, 1}), value("_Color", "red"),
          value("_Color", {1, 1, 1, nullptr}), value("_Color", {1e300, 1, 1, 1}), other, Json(3)}) {
        Diagnostics notes;
        const Json face = written(Json::array({lost}), notes);
        EXPECT_TRUE(face.empty()) << lost;
        EXPECT_EQ(count_of(notes, "vrm-expression-material"), 1) << lost;
    }
}

TEST(Vrm0Expressions, AnEmptyNeutralFaceStays) {
    GltfBuilder builder = figure_with_materials();
    builder.json["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"] = Json::array(
        {{{"name", "Neutral"}, {"presetName", "neutral"}}, {{"name", "Pause"}, {"presetName", "unknown"}}});
    SaveOptions options;
    options.format = FileFormat::vrm;
    options.anew = true;
    const Result<EncodedDocument> out = encode_document(load(builder), options);
    ASSERT_TRUE(out) << out.error().text();
    const Result<Document> again = load_document(out->bytes, "again.vrm", {});
    ASSERT_TRUE(again) << again.error().text();
    std::vector<std::string> names;
    for (const Expression& expression : again->humanoids.at(0).expressions) names.push_back(expression.name);
    EXPECT_EQ(names, (std::vector<std::string>{"neutral", "Pause"}));
    EXPECT_EQ(count_of(out->notes, "vrm-expression-moves-nothing"), 0);
}

}  // namespace
}  // namespace vitruvian

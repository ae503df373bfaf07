// Materials that are renamed, merged if equal, and given unique names: in documents and in their files.
#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/edit/command_json.h"
#include "model/edit/history.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/folders.h"
#include "tests/unit/edited_figures.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <set>

namespace vitruvian::test {
namespace {

using Json = nlohmann::json;

Material unnamed(const Document& document, int material) {
    Material out = material < 0 ? Material() : at(document.materials, material);
    out.name.clear();
    return out;
}

/// All materials that meshes use, in every variant, without names.
std::vector<Material> worn(const Document& document) {
    std::vector<Material> out;
    for (const MeshInstance& mesh : document.meshes) {
        out.push_back(unnamed(document, mesh.material));
        for (const int material : mesh.variant_materials) out.push_back(unnamed(document, material));
    }
    return out;
}

/// With a few materials, some of which are equal or have shared or missing names.
Document with_materials(std::uint32_t seed) {
    Document out = random_document(seed);
    Random random(seed);
    const std::array names{"skin", "skin", "cloth", "", "skin_2"};
    out.materials.assign(static_cast<std::size_t>(random.integer(1, 9)), out.materials.front());
    const auto count = static_cast<int>(out.materials.size());
    for (Material& material : out.materials) {
        material.name = names.at(static_cast<std::size_t>(random.integer(0, 4)));
        material.roughness = 0.5F * static_cast<float>(random.integer(0, 2));
    }
    out.variants = {"day", "night"};
    for (MeshInstance& mesh : out.meshes) {
        mesh.material = random.integer(-1, count - 1);
        mesh.variant_materials = {random.integer(-1, count - 1), random.integer(0, count - 1)};
    }
    return out;
}

TEST(TidyMaterials, WhatIsSeenStaysAndEachHasAName) {
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        const Document before = with_materials(seed);
        History history(before);
        ASSERT_TRUE(history.execute(TidyMaterials{})) << seed;
        const Document& after = history.present();
        EXPECT_EQ(expect_valid(after), std::nullopt) << seed;
        EXPECT_EQ(worn(after), worn(before)) << seed;
        std::set<std::string> names;
        for (std::size_t i = 0; i < after.materials.size(); ++i) {
            EXPECT_FALSE(after.materials[i].name.empty()) << seed;
            EXPECT_TRUE(names.insert(after.materials[i].name).second) << seed << after.materials[i].name;
            for (std::size_t k = 0; k < i; ++k)
                EXPECT_NE(unnamed(after, static_cast<int>(i)), unnamed(after, static_cast<int>(k))) << seed;
        }
        EXPECT_EQ(title_of(TidyMaterials{}, after), "Tidy materials (nothing to do)") << seed;
        history.undo();
        EXPECT_TRUE(differences(before, history.present()).empty()) << seed;
        EXPECT_FALSE(history.can_undo());
    }
}

TEST(TidyMaterials, TheFirstKeepsItsNameAndTakenOnesAreLeftOut) {
    Document document = random_document(1);
    document.materials.assign(5, Material());
    const std::array names{"skin", "skin", "skin_2", "", "other"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        document.materials[i].name = names.at(i);
        document.materials[i].roughness = i == 4 ? 0.0F : 0.1F * static_cast<float>(i);
    }
    EXPECT_EQ(title_of(TidyMaterials{}, document), "Tidy materials (1 merged, 2 named)");
    ASSERT_TRUE(apply(TidyMaterials{}, document));
    std::vector<std::string> found;
    for (const Material& material : document.materials) found.push_back(material.name);
    EXPECT_EQ(found, (std::vector<std::string>{"skin", "skin_3", "skin_2", "material_3"}));
    EXPECT_EQ(command_json(TidyMaterials{}, document), R"({"do":"tidy-materials"})");
    const Result<Command> again = command_from_json(R"({"do":"tidy-materials"})", document);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, Command(TidyMaterials{}));
}

TEST(TidyMaterials, MaterialsAreRenamed) {
    Document document = with_materials(3);
    const Item first{ItemKind::material, -1, 0};
    ASSERT_TRUE(apply(Rename{first, "face"}, document));
    EXPECT_EQ(document.materials.front().name, "face");
    EXPECT_EQ(command_json(Rename{first, "cheek"}, document),
              R"({"do":"rename","thing":"material","name":"face","to":"cheek"})");
    document.materials.push_back(document.materials.front());
    EXPECT_FALSE(apply(Rename{first, "face"}, document)) << "another has it";
    EXPECT_FALSE(apply(Rename{{ItemKind::material, -1, 99}, "x"}, document));
}

Json boxman() {
    std::ifstream file(source_folder() / "tests" / "data" / "boxman.gltf");
    return Json::parse(file);
}

/// A primitive for each of `materials`.
Json wearing(const std::vector<Json>& materials) {
    Json out = boxman();
    const Json surface = out["materials"][0];
    const Json primitive = out["meshes"][0]["primitives"][0];
    out["materials"] = Json::array();
    out["meshes"][0]["primitives"] = Json::array();
    for (const Json& material : materials) {
        Json made = surface;
        made.erase("name");
        made.update(material);
        Json shape = primitive;
        shape["material"] = out["materials"].size();
        out["materials"].push_back(made);
        out["meshes"][0]["primitives"].push_back(shape);
    }
    return out;
}

Document read(const Json& json) {
    const std::string text = json.dump();
    const auto bytes = std::as_bytes(std::span(text));
    Result<Document> document = load_document(bytes, "t.gltf", {});
    if (!document) throw std::runtime_error(document.error().text());
    return std::move(*document);
}

/// The file saved in place after the command.
Json saved(Document document, const Command& command) {
    const Result<void> done = apply(command, document);
    if (!done) throw std::runtime_error(done.error().text());
    const Result<EncodedDocument> out = encode_document(document, {});
    if (!out) throw std::runtime_error(out.error().text());
    for (const Diagnostic& note : out->notes.list()) EXPECT_NE(note.code, "save-anew") << note.message;
    return Json::parse(reinterpret_cast<const char*>(out->bytes.data()),
                       reinterpret_cast<const char*>(out->bytes.data() + out->bytes.size()));
}

std::vector<std::string> names_in(const Json& list) {
    std::vector<std::string> out;
    for (const Json& material : list) out.push_back(material.value("name", ""));
    return out;
}

std::vector<int> worn_in(const Json& json) {
    std::vector<int> out;
    for (const Json& primitive : json["meshes"][0]["primitives"]) out.push_back(primitive["material"]);
    return out;
}

using Names = std::vector<std::string>;

TEST(TidyMaterials, AFileIsTidiedInPlace) {
    const Json extra = {{"name", "skin"}, {"extras", {{"shop", 7}}}};
    Json json =
        wearing({{{"name", "skin"}}, {{"name", "flesh"}}, extra, Json::object(), {{"doubleSided", true}}});
    json["extensionsUsed"] = {"KHR_materials_variants"};
    json["extensions"]["KHR_materials_variants"]["variants"] = Json::array({{{"name", "night"}}});
    json["meshes"][0]["primitives"][0]["extensions"]["KHR_materials_variants"]["mappings"] =
        Json::array({{{"material", 4}, {"variants", {0}}}});
    const Document document = read(json);
    EXPECT_EQ(title_of(TidyMaterials{}, document), "Tidy materials (2 merged, 2 named)");
    const Json out = saved(document, TidyMaterials{});
    EXPECT_EQ(names_in(out["materials"]), (Names{"skin", "skin_2", "material_2"}));
    EXPECT_EQ(out["materials"][1]["extras"]["shop"], 7) << "what the program does not know tells them apart";
    EXPECT_EQ(worn_in(out), (std::vector<int>{0, 0, 1, 0, 2}));
    EXPECT_EQ(
        out["meshes"][0]["primitives"][0]["extensions"]["KHR_materials_variants"]["mappings"][0]["material"],
        2);
    EXPECT_EQ(out["textures"], json["textures"]);
}

TEST(TidyMaterials, TexturesThatAreTheSameCountAsOne) {
    Json json = wearing({{{"name", "a"}}, {{"name", "b"}}});
    json["textures"].push_back(json["textures"][0]);
    json["materials"][1]["pbrMetallicRoughness"]["baseColorTexture"]["index"] = json["textures"].size() - 1;
    EXPECT_EQ(names_in(saved(read(json), TidyMaterials{})["materials"]), Names{"a"});
}

Json vrm0() {
    Json json = wearing({{{"name", "skin"}}, {{"name", "skin"}}, {{"name", "face"}}, {{"name", "cloth"}}});
    json["extensionsUsed"] = {"VRM"};
    Json& vrm = json["extensions"]["VRM"];
    for (const Json& material : json["materials"])
        vrm["materialProperties"].push_back({{"name", material["name"]}, {"shader", "VRM_USE_GLTFSHADER"}});
    vrm["materialProperties"][3]["renderQueue"] = 3000;
    vrm["blendShapeMaster"]["blendShapeGroups"] = Json::array(
        {{{"name", "Joy"},
          {"materialValues", Json::array({{{"materialName", "face"}, {"propertyName", "_Color"}}})}}});
    return json;
}

TEST(TidyMaterials, Vrm0FollowsWithItsOwnLists) {
    const Json out = saved(read(vrm0()), TidyMaterials{});
    const Names expected{"skin", "face", "cloth"};
    EXPECT_EQ(names_in(out["materials"]), expected)
        << "an expression binds the face, the cloth is drawn later";
    EXPECT_EQ(names_in(out["extensions"]["VRM"]["materialProperties"]), expected);
    EXPECT_EQ(worn_in(out), (std::vector<int>{0, 0, 1, 2}));
}

TEST(TidyMaterials, BlendShapesFollowANewName) {
    const Json out = saved(read(vrm0()), Rename{{ItemKind::material, -1, 2}, "cheek"});
    EXPECT_EQ(out["materials"][2]["name"], "cheek");
    const Json& vrm = out["extensions"]["VRM"];
    EXPECT_EQ(vrm["materialProperties"][2]["name"], "cheek");
    EXPECT_EQ(vrm["blendShapeMaster"]["blendShapeGroups"][0]["materialValues"][0]["materialName"], "cheek");
    EXPECT_EQ(vrm["materialProperties"][0]["name"], "skin");
}

TEST(TidyMaterials, AMaterialThatAFaceChangesStaysByItself) {
    Json json = wearing({{{"name", "a"}}, {{"name", "b"}}, {{"name", "c"}}});
    json["extensionsUsed"] = {"VRMC_vrm"};
    json["extensions"]["VRMC_vrm"]["expressions"]["preset"]["happy"]["materialColorBinds"] =
        Json::array({{{"material", 2}, {"type", "color"}, {"targetValue", {1, 0, 0, 1}}}});
    const Json out = saved(read(json), TidyMaterials{});
    EXPECT_EQ(names_in(out["materials"]), (Names{"a", "c"}));
    EXPECT_EQ(
        out["extensions"]["VRMC_vrm"]["expressions"]["preset"]["happy"]["materialColorBinds"][0]["material"],
        1);
}

TEST(TidyMaterials, AWorldsDefNameIsTheMaterials) {
    const std::string text =
        "#VRML V2.0 utf8\n"
        "Shape { appearance DEF look Appearance { material DEF skin Material { diffuseColor 1 0.5 0 } }\n"
        "  geometry Box {} }\n"
        "Transform { translation 3 0 0 children Shape { appearance USE look geometry Box {} } }\n"
        "DEF blush ColorInterpolator { key [0 1] keyValue [1 0 0, 0 1 0] }\n"
        "ROUTE blush.value_changed TO skin.diffuseColor\n";
    Result<Document> document = load_document(std::as_bytes(std::span(text)), "t.wrl", {});
    ASSERT_TRUE(document);
    ASSERT_TRUE(apply(Rename{{ItemKind::material, -1, 0}, "flesh"}, *document));
    const Result<EncodedDocument> out = encode_document(*document, {});
    ASSERT_TRUE(out);
    const std::string after(reinterpret_cast<const char*>(out->bytes.data()), out->bytes.size());
    std::string expected = text;
    for (std::size_t place = 0; (place = expected.find("skin")) != std::string::npos;)
        expected.replace(place, 4, "flesh");
    EXPECT_EQ(after, expected);
}

}  // namespace
}  // namespace vitruvian::test

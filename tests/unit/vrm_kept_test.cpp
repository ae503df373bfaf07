// VRM files that are written anew keep what they say beyond bones and faces.
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/folders.h"
#include "tests/unit/avatar_rigs.h"
#include "tests/unit/gltf_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace vitruvian::test {
namespace {

/// A figure that faces +Z with a hair of two joints on its head: the nodes behind `first`.
struct Haired {
    Avatar avatar;
    int first;
};
Haired with_hair() {
    Haired out{make_avatar(t_pose(), Kind::vrm), 0};
    GltfBuilder& builder = out.avatar.builder;
    const float half = std::sqrt(0.5F);
    out.first = builder.push("nodes", {{"name", "hair 1"}, {"translation", {0, 0.1, -0.05}}});
    builder.push("nodes",
                 {{"name", "hair 2"}, {"translation", {0, -0.2, 0}}, {"rotation", {half, 0, 0, half}}});
    builder.json["nodes"][static_cast<std::size_t>(out.first)]["children"] = {out.first + 1};
    at(builder.json["nodes"], at(out.avatar.node, Bone::head))["children"].push_back(out.first);
    return out;
}

/// The JSON of the document as a VRM 1.0 file.
Json written_anew(const Document& document) {
    SaveOptions options;
    options.format = FileFormat::vrm;
    options.anew = true;
    const Result<EncodedDocument> out = encode_document(document, options);
    EXPECT_TRUE(out) << out.error().text();
    if (!out) return {};
    std::uint32_t length = 0;
    std::memcpy(&length, out->bytes.data() + 12, 4);
    const auto* text = reinterpret_cast<const char*>(out->bytes.data()) + 20;
    return Json::parse(text, text + length);
}

std::string name_of(const Json& root, const Json& node) {
    return root["nodes"].at(node.get<std::size_t>()).value("name", "");
}

TEST(VrmKept, Vrm1DataStays) {
    Haired made = with_hair();
    Json& root = made.avatar.builder.json;
    const int head = at(made.avatar.node, Bone::head);
    Json& vrm = root["extensions"]["VRMC_vrm"];
    vrm["meta"] = {{"name", "n"},
                   {"authors", {"one", "two"}},
                   {"licenseUrl", "https://vrm.dev/licenses/1.0/"},
                   {"avatarPermission", "everyone"},
                   {"otherLicenseUrl", "https://example.org/terms"}};
    vrm["lookAt"] = {{"type", "bone"}, {"offsetFromHeadBone", {0, 0.06, 0}}};
    vrm["firstPerson"]["meshAnnotations"] = {{{"node", root["scenes"][0]["nodes"][1]}, {"type", "both"}}};
    vrm["expressions"]["custom"]["wink"] = {
        {"isBinary", true},
        {"overrideBlink", "block"},
        {"materialColorBinds", {{{"material", 0}, {"type", "color"}, {"targetValue", {1, 0, 0, 1}}}}}};
    root["materials"] = {{{"name", "skin"}}};
    root["extensions"]["VRMC_springBone"] = {
        {"specVersion", "1.0"},
        {"colliders", {{{"node", head}, {"shape", {{"sphere", {{"radius", 0.1}}}}}}}},
        {"colliderGroups", {{{"colliders", {0}}}}},
        {"springs",
         {{{"joints", {{{"node", made.first}, {"stiffness", 0.7}}, {{"node", made.first + 1}}}},
           {"colliderGroups", {0}},
           {"center", head}}}}};
    root["nodes"].at(static_cast<std::size_t>(made.first))["extensions"]["VRMC_node_constraint"] = {
        {"specVersion", "1.0"}, {"constraint", {{"rotation", {{"source", head}, {"weight", 0.5}}}}}};
    const Json out = written_anew(made.avatar.load());
    const Json& kept = out["extensions"]["VRMC_vrm"];
    EXPECT_EQ(kept["meta"], vrm["meta"]);
    EXPECT_EQ(kept["lookAt"], vrm["lookAt"]);
    ASSERT_EQ(kept["firstPerson"]["meshAnnotations"].size(), 1U);
    EXPECT_TRUE(out["nodes"]
                    .at(kept["firstPerson"]["meshAnnotations"][0]["node"].get<std::size_t>())
                    .contains("mesh"));
    EXPECT_EQ(kept["expressions"]["custom"]["wink"], vrm["expressions"]["custom"]["wink"]);
    const Json& springs = out["extensions"]["VRMC_springBone"];
    EXPECT_EQ(name_of(out, springs["colliders"][0]["node"]), "head");
    const Json& spring = springs["springs"][0];
    EXPECT_EQ(name_of(out, spring["center"]), "head");
    EXPECT_EQ(name_of(out, spring["joints"][0]["node"]), "hair 1");
    EXPECT_EQ(name_of(out, spring["joints"][1]["node"]), "hair 2");
    EXPECT_EQ(spring["joints"][0]["stiffness"], 0.7);
    EXPECT_EQ(spring["colliderGroups"], Json::array({0}));
    bool is_constrained = false;
    for (const Json& node : out["nodes"]) {
        if (node.value("name", "") != "hair 1") continue;
        const Json& rotation = node["extensions"]["VRMC_node_constraint"]["constraint"]["rotation"];
        EXPECT_EQ(name_of(out, rotation["source"]), "head");
        is_constrained = true;
    }
    EXPECT_TRUE(is_constrained);
}

TEST(VrmKept, ExtensionsOfCollidersStayAndAreListed) {
    Haired made = with_hair();
    Json& root = made.avatar.builder.json;
    const Json plane = {{"specVersion", "1.0"}, {"shape", {{"plane", {{"normal", {0, 1, 0}}}}}}};
    root["extensions"]["VRMC_springBone"] = {
        {"specVersion", "1.0"},
        {"colliders",
         {{{"node", at(made.avatar.node, Bone::head)},
           {"shape", {{"sphere", {{"radius", 0.1}}}}},
           {"extensions", {{"VRMC_springBone_extended_collider", plane}}}}}},
        {"springs", {{{"joints", {{{"node", made.first}}, {{"node", made.first + 1}}}}}}}};
    const Json out = written_anew(made.avatar.load());
    EXPECT_EQ(out["extensions"]["VRMC_springBone"]["colliders"][0]["extensions"]
                 ["VRMC_springBone_extended_collider"],
              plane);
    const Json& used = out["extensionsUsed"];
    EXPECT_NE(std::find(used.begin(), used.end(), "VRMC_springBone_extended_collider"), used.end());
}

TEST(VrmKept, DisplacersAreExpressionsForOthersAndStayDisplacers) {
    const Result<Document> manikin = load_document(source_folder() / "assets/manikin/manikin.x3d");
    ASSERT_TRUE(manikin.has_value());
    ASSERT_FALSE(manikin->displacers.empty());
    const Json root = written_anew(*manikin);
    const Json& expressions = root["extensions"]["VRMC_vrm"]["expressions"];
    for (const Displacer& displacer : manikin->displacers) {
        const Json own =
            expressions.value("custom", Json::object())
                .value(displacer.name,
                       expressions.value("preset", Json::object()).value(displacer.name, Json::object()));
        ASSERT_TRUE(own.contains("morphTargetBinds")) << displacer.name;
        for (const Json& bind : own["morphTargetBinds"]) {
            const Json& node = root["nodes"].at(bind["node"].get<std::size_t>());
            const Json& names = root["meshes"].at(node["mesh"].get<std::size_t>())["extras"]["targetNames"];
            EXPECT_EQ(names.at(bind["index"].get<std::size_t>()), displacer.name);
        }
    }
    SaveOptions options;
    options.format = FileFormat::vrm;
    const Result<EncodedDocument> out = encode_document(*manikin, options);
    ASSERT_TRUE(out.has_value());
    const Result<Document> again = load_document(out->bytes, "again.vrm", {});
    ASSERT_TRUE(again.has_value());
    EXPECT_EQ(again->displacers.size(), manikin->displacers.size());
    EXPECT_TRUE(again->humanoids.at(0).expressions.empty());
}

TEST(VrmKept, WordsOfAnotherKindDoNoHarm) {
    Haired made = with_hair();
    Json& root = made.avatar.builder.json;
    Json& vrm = root["extensions"]["VRMC_vrm"];
    vrm["meta"] = {7};
    vrm["lookAt"] = "bone";
    vrm["firstPerson"]["meshAnnotations"] = {3, {{"node", 1e9}}};
    vrm["expressions"] = {{"preset", {{"happy", {{"materialColorBinds", {{"material", -1}}}}}}}};
    root["extensions"]["VRMC_springBone"] = {{"springs", {5, {{"joints", {{{"node", -4}}}}}}}};
    root["nodes"][0]["extensions"]["VRMC_node_constraint"] = {{"constraint", {{"roll", 3}}}};
    const Json out = written_anew(made.avatar.load());
    EXPECT_TRUE(out["extensions"]["VRMC_vrm"].contains("meta"));
}

/// VRM 0.x takes the last joint's bone to go on as from its parent, whatever the joint's own axes are.
TEST(VrmKept, TheTailOfATurnedSpringOfVrm0GoesOn) {
    Haired made = with_hair();
    Json& root = made.avatar.builder.json;
    Json bones = Json::array();
    for (const auto& [bone, json] : root["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"].items())
        bones.push_back({{"bone", bone}, {"node", json["node"]}});
    root["extensions"].erase("VRMC_vrm");
    root["extensions"]["VRM"] = {{"humanoid", {{"humanBones", bones}}},
                                 {"secondaryAnimation", {{"boneGroups", {{{"bones", {made.first}}}}}}}};
    const Json out = written_anew(made.avatar.load());
    const Json& joints = out["extensions"]["VRMC_springBone"]["springs"][0]["joints"];
    ASSERT_EQ(joints.size(), 3U);
    const Json& tail = out["nodes"].at(joints[2]["node"].get<std::size_t>())["translation"];
    // 7 cm down in the world, and the joint is turned by 90 degrees about X.
    EXPECT_NEAR(tail[0].get<float>(), 0.0F, 1e-6F);
    EXPECT_NEAR(tail[1].get<float>(), 0.0F, 1e-6F);
    EXPECT_NEAR(tail[2].get<float>(), 0.07F, 1e-6F);
}

}  // namespace
}  // namespace vitruvian::test

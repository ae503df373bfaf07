// Optional data of glTF that common programs require nevertheless.
#include "model/formats/gltf/gltf_writer.h"
#include "tests/unit/gltf_builder.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

TEST(GltfForOthers, CamerasEndSomewhereAndSparseListsSayWhereTheyBegin) {
    int cameras = 0;
    int lists = 0;
    for (std::uint32_t seed = 0; seed < 5; ++seed) {
        SaveOptions options;
        options.format = FileFormat::gltf;
        const Result<EncodedDocument> written = write_gltf(test::random_document(seed), options);
        ASSERT_TRUE(written.has_value()) << written.error().text();
        const char* text = reinterpret_cast<const char*>(written->bytes.data());
        const nlohmann::json root = nlohmann::json::parse(text, text + written->bytes.size());
        for (const nlohmann::json& camera : root.value("cameras", nlohmann::json::array())) {
            ++cameras;
            EXPECT_GT(camera["perspective"].value("zfar", 0.0), 1000.0);  // view3dscene
        }
        for (const nlohmann::json& accessor : root["accessors"]) {
            if (!accessor.contains("sparse")) continue;
            ++lists;
            EXPECT_TRUE(accessor["sparse"]["indices"].contains("byteOffset"));  // F3D
            EXPECT_TRUE(accessor["sparse"]["values"].contains("byteOffset"));
        }
    }
    EXPECT_GT(cameras, 0);
    EXPECT_GT(lists, 0);
}

/// The file written from scratch.
nlohmann::json written_anew(const Document& document) {
    SaveOptions options;
    options.format = FileFormat::gltf;
    options.anew = true;
    const Result<EncodedDocument> written = write_gltf(document, options);
    EXPECT_TRUE(written.has_value()) << written.error().text();
    if (!written) return {};
    const char* text = reinterpret_cast<const char*>(written->bytes.data());
    return nlohmann::json::parse(text, text + written->bytes.size());
}

/// Two joints named "bone" below "root", a skin named "Body" on a node that is no joint, and a second one on a
/// joint.
test::GltfBuilder skin_with_twins() {
    test::GltfBuilder builder;
    builder.push("nodes", {{"name", "root"}, {"children", {1, 2}}});
    builder.push("nodes", {{"name", "bone"}, {"translation", {0, 1, 0}}});
    builder.push("nodes", {{"name", "bone"}, {"translation", {1, 1, 0}}});
    builder.push("skins", {{"joints", {0, 1, 2}}});
    const int positions = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    builder.json["accessors"][static_cast<std::size_t>(positions)]["min"] = {0, 0, 0};
    builder.json["accessors"][static_cast<std::size_t>(positions)]["max"] = {1, 1, 0};
    const std::vector<std::uint8_t> joints{1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0};
    const std::vector<float> weights{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    builder.push("meshes", {{"name", "Torso"},
                            {"primitives",
                             {{{"attributes",
                                {{"POSITION", positions},
                                 {"JOINTS_0", builder.accessor(builder.view(joints), 5121, "VEC4", 3)},
                                 {"WEIGHTS_0", builder.floats(weights, "VEC4", 4)}}}}}}});
    builder.push("nodes", {{"name", "Body"}, {"mesh", 0}, {"skin", 0}});
    builder.json["nodes"][1]["mesh"] = 0;
    builder.json["nodes"][1]["skin"] = 0;
    builder.json["scenes"] = {{{"nodes", {0, 3}}}};
    builder.json["scene"] = 0;
    return builder;
}

TEST(GltfForOthers, NodesHaveNamesOfTheirOwnAndSkinsKeepTheirNodes) {
    const nlohmann::json root = written_anew(test::load(skin_with_twins()));
    std::multiset<std::string> names;
    for (const nlohmann::json& node : root["nodes"]) {
        names.insert(node.value("name", ""));
        if (!node.contains("skin")) continue;
        // assimp and engines know the parts of a figure by the names of their nodes.
        EXPECT_TRUE(node["name"] == "Body" || node["name"] == "Torso") << node;
        EXPECT_FALSE(node.contains("children")) << node;
    }
    EXPECT_EQ(names, (std::multiset<std::string>{"root", "bone", "bone.2", "Body", "Torso"}));
}

/// What three.js makes of a node's name (PropertyBinding.sanitizeNodeName).
std::string name_in_three_js(std::string name) {
    name.erase(std::remove_if(name.begin(), name.end(),
                              [](char c) { return std::string("[].:/").find(c) != std::string::npos; }),
               name.end());
    std::replace(name.begin(), name.end(), ' ', '_');
    return name;
}

/// three.js calls the second thing of a name NAME_1, and does not ask whether a node is called so.
TEST(GltfForOthers, NumberedNodesAreNotCalledAsThreeJsNumbersThem) {
    const nlohmann::json root = written_anew(test::load(skin_with_twins()));
    std::set<std::string> names;
    for (const nlohmann::json& node : root["nodes"]) names.insert(name_in_three_js(node.value("name", "")));
    EXPECT_EQ(names.size(), root["nodes"].size());
    for (const std::string& name : names) {
        for (int n = 1; n < 5; ++n) EXPECT_EQ(names.count(name + '_' + std::to_string(n)), 0U) << name;
    }
}

/// F3D and assimp apply the transform of a skinned mesh's node.
TEST(GltfForOthers, SkinsOnMovedNodesGetNodesAtTheOriginWithTheirNames) {
    test::GltfBuilder builder = skin_with_twins();
    builder.json["nodes"][3]["translation"] = {5, 0, 0};
    const nlohmann::json root = written_anew(test::load(builder));
    int bodies = 0;
    for (const nlohmann::json& node : root["nodes"]) {
        if (node.value("name", "") != "Body") continue;
        ++bodies;
        EXPECT_TRUE(node.contains("skin"));
        EXPECT_FALSE(node.contains("translation"));
    }
    EXPECT_EQ(bodies, 1);
}

TEST(GltfForOthers, TwoFiguresMayShareNames) {
    Document two = test::load(skin_with_twins());
    ASSERT_EQ(two.humanoids.size(), 1U);
    const auto twins = static_cast<int>(two.nodes.size());
    const std::vector<Node> nodes = two.nodes;
    for (Node node : nodes) {
        if (node.parent >= 0) node.parent += twins;
        two.nodes.push_back(node);
    }
    Humanoid other = two.humanoids.front();
    for (Joint& joint : other.joints) joint.node += twins;
    if (other.node >= 0) other.node += twins;
    two.humanoids.push_back(std::move(other));
    const nlohmann::json root = written_anew(two);
    std::map<std::string, int> count;
    for (const nlohmann::json& node : root["nodes"]) ++count[node.value("name", "")];
    EXPECT_EQ(count["root"], 2);
    EXPECT_EQ(count["bone"], 2);
    EXPECT_EQ(count["bone.2"], 1);
}

/// The Khronos validator calls strides of views of keys and bind matrices errors.
TEST(GltfForOthers, OnlyVerticesKeepStridesWhereAFileIsConverted) {
    test::GltfBuilder builder = skin_with_twins();
    const int times = builder.accessor(builder.view<float>({0, 1}, 4), 5126, "SCALAR", 2);
    const int turns = builder.accessor(builder.view<float>({0, 0, 0, 1, 1, 0, 0, 0}, 16), 5126, "VEC4", 2);
    const int apart = builder.accessor(builder.view<float>({0, 1, 0, 9, 0, 2, 0, 9}, 16), 5126, "VEC3", 2);
    builder.json["bufferViews"][2]["byteStride"] = 16;  // of the weights
    builder.push(
        "animations",
        {{"name", "turn"},
         {"samplers", {{{"input", times}, {"output", turns}}, {{"input", times}, {"output", apart}}}},
         {"channels",
          {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}},
           {{"sampler", 1}, {"target", {{"node", 1}, {"path", "translation"}}}}}}});
    const std::vector<std::byte> before = builder.glb();
    const Document document = test::load(builder);
    ASSERT_EQ(document.clips.size(), 1U);
    const auto written = [&](FileFormat format) {
        SaveOptions options;
        options.format = format;
        return write_gltf(document, options).value();
    };
    EXPECT_EQ(written(FileFormat::glb).bytes, before) << "in its own format the file stays as it is";
    const std::vector<std::byte> made = written(FileFormat::gltf).bytes;
    const char* text = reinterpret_cast<const char*>(made.data());
    const nlohmann::json root = nlohmann::json::parse(text, text + made.size());
    const auto stride_of = [&](const nlohmann::json& accessor) {
        const nlohmann::json& view = root["accessors"].at(accessor.get<std::size_t>())["bufferView"];
        return root["bufferViews"].at(view.get<std::size_t>()).value("byteStride", 0);
    };
    const nlohmann::json& samplers = root["animations"][0]["samplers"];
    EXPECT_EQ(stride_of(samplers[0]["input"]), 0);
    EXPECT_EQ(stride_of(samplers[0]["output"]), 0);
    EXPECT_EQ(stride_of(samplers[1]["output"]), 16) << "its values are apart";
    EXPECT_EQ(stride_of(root["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]), 16);
}

}  // namespace
}  // namespace vitruvian

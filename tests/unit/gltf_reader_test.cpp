// The glTF reader's results for small files built here.
#include "model/core/at.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"

#include "gltf_builder.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <span>
#include <string>

namespace vitruvian {
namespace {

using test::count_of;
using test::GltfBuilder;
using test::Json;
using ::testing::ElementsAre;

const std::vector<float> triangle{0, 0, 0, 1, 0, 0, 0, 1, 0};

TEST(GltfNodes, StandParentsFirstWithTheDefaultSceneFirst) {
    GltfBuilder builder;
    builder.push("nodes", {{"name", "child"}});
    builder.push("nodes", {{"name", "outside"}});
    builder.push("nodes", {{"name", "root"}, {"children", {0}}, {"translation", {1, 2, 3}}});
    builder.push("scenes", {{"nodes", {1}}});
    builder.push("scenes", {{"nodes", {2}}});
    builder.json["scene"] = 1;
    const Document document = load(builder);
    ASSERT_EQ(document.nodes.size(), 3U);
    EXPECT_EQ(document.nodes[0].name, "root");
    EXPECT_EQ(document.nodes[0].source_index, 2);
    EXPECT_EQ(document.nodes[0].rest.translation, vec3(1, 2, 3));
    EXPECT_EQ(document.nodes[1].name, "child");
    EXPECT_EQ(document.nodes[1].parent, 0);
    EXPECT_EQ(document.nodes[2].name, "outside");
    EXPECT_EQ(document.nodes[2].parent, -1);
}

TEST(GltfNodes, OnlyTheSceneIsShown) {
    GltfBuilder builder;
    const int triangle = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    builder.push("meshes", {{"primitives", {{{"attributes", {{"POSITION", triangle}}}}}}});
    builder.push("nodes", {{"mesh", 0}});
    builder.push("nodes", {{"children", {2}}});
    builder.push("nodes", {{"mesh", 0}});
    builder.push("scenes", {{"nodes", {1}}});
    builder.push("scenes", {{"nodes", {0}}});
    const Document first = load(builder);
    ASSERT_EQ(first.meshes.size(), 1U);
    EXPECT_EQ(first.nodes.at(static_cast<std::size_t>(first.meshes[0].node)).source_index, 2);
    EXPECT_GT(count_of(first, "gltf-not-in-scene"), 0);
    builder.json["scene"] = 1;
    const Document second = load(builder);
    ASSERT_EQ(second.meshes.size(), 1U);
    EXPECT_EQ(second.nodes.at(static_cast<std::size_t>(second.meshes[0].node)).source_index, 0);
    builder.json.erase("scene");
    builder.json["scenes"] = {{{"name", "empty"}}};
    EXPECT_EQ(load(builder).meshes.size(), 2U);
}

TEST(GltfNodes, LightsOutsideTheSceneDoNotShine) {
    GltfBuilder builder;
    const int triangle = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    builder.push("meshes", {{"primitives", {{{"attributes", {{"POSITION", triangle}}}}}}});
    builder.push("nodes", {{"mesh", 0}});
    for (const char* name : {"lamp", "other scene's sun"}) {
        builder.push("nodes", {{"name", name}, {"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
    }
    builder.json["extensions"]["KHR_lights_punctual"]["lights"] = {{{"type", "point"}}};
    builder.push("scenes", {{"nodes", {0, 1}}});
    builder.push("scenes", {{"nodes", {2}}});
    const Document document = load(builder);
    ASSERT_EQ(document.lights.size(), 1U);
    EXPECT_EQ(document.lights[0].name, "lamp");
    EXPECT_EQ(count_of(document, "gltf-not-in-scene"), 1);
}

TEST(GltfNodes, HiddenOnesAreNotShownWithAllBelowThem) {
    GltfBuilder builder;
    const int triangle = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    builder.push("meshes", {{"primitives", {{{"attributes", {{"POSITION", triangle}}}}}}});
    builder.push("nodes",
                 {{"children", {1}}, {"extensions", {{"KHR_node_visibility", {{"visible", false}}}}}});
    builder.push("nodes", {{"mesh", 0}, {"extensions", {{"KHR_node_visibility", {{"visible", true}}}}}});
    builder.push("nodes", {{"mesh", 0}, {"extensions", {{"EXT_mesh_gpu_instancing", Json::object()}}}});
    builder.push("scenes", {{"nodes", {0, 2}}});
    const Document document = load(builder);
    ASSERT_EQ(document.meshes.size(), 1U);
    EXPECT_EQ(document.nodes.at(static_cast<std::size_t>(document.meshes[0].node)).source_index, 2);
    EXPECT_EQ(count_of(document, "gltf-not-in-scene"), 1);
    EXPECT_EQ(count_of(document, "gltf-instances"), 1);
    builder.json["scenes"] = {{{"nodes", {0}}}};
    EXPECT_EQ(load(builder).meshes.size(), 2U) << "where all is hidden, all is shown";
}

TEST(GltfNodes, MatricesBecomeTransforms) {
    GltfBuilder builder;
    builder.push("nodes", {{"matrix", {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1}}});
    builder.push("nodes", {{"rotation", {0, 0, 3, 3}}});
    const Document document = load(builder);
    const mat4 matrix = to_matrix(document.nodes[0].rest);
    EXPECT_NEAR(matrix[0][1], 2.0F, 1e-6F);
    EXPECT_NEAR(matrix[1][0], -2.0F, 1e-6F);
    EXPECT_NEAR(matrix[3][2], 7.0F, 1e-6F);
    EXPECT_NEAR(document.nodes[1].rest.rotation.z, std::sqrt(0.5F), 1e-6F);
    EXPECT_GT(count_of(document, "gltf-rotation-not-unit"), 0);
}

/// Positions of one point of each component type, as read.
template <class T>
vec3 read_point(const std::vector<T>& values, int component_type, bool normalized) {
    GltfBuilder builder;
    const int accessor = builder.accessor(builder.view(values), component_type, "VEC3", 1, normalized);
    builder.mesh_node({{"attributes", {{"POSITION", accessor}}}, {"mode", 0}});
    const Document document = load(builder);
    return document.meshes.empty() ? vec3(NAN) : document.meshes[0].mesh->positions[0];
}

TEST(GltfAccessors, AllComponentTypesPlainAndNormalized) {
    EXPECT_EQ(read_point<std::int8_t>({-128, 0, 127}, 5120, false), vec3(-128, 0, 127));
    EXPECT_EQ(read_point<std::int8_t>({-128, 0, 127}, 5120, true), vec3(-1, 0, 1));
    EXPECT_EQ(read_point<std::uint8_t>({0, 51, 255}, 5121, false), vec3(0, 51, 255));
    EXPECT_EQ(read_point<std::uint8_t>({0, 51, 255}, 5121, true), vec3(0.0F, 0.2F, 1.0F));
    EXPECT_EQ(read_point<std::int16_t>({-32768, 0, 32767}, 5122, false), vec3(-32768, 0, 32767));
    EXPECT_EQ(read_point<std::int16_t>({-32768, 0, 32767}, 5122, true), vec3(-1, 0, 1));
    EXPECT_EQ(read_point<std::uint16_t>({0, 13107, 65535}, 5123, true), vec3(0.0F, 0.2F, 1.0F));
    EXPECT_EQ(read_point<std::uint32_t>({0, 7, 100000}, 5125, false), vec3(0, 7, 100000));
    EXPECT_EQ(read_point<float>({-1.5F, 0, 1e6F}, 5126, false), vec3(-1.5F, 0, 1e6F));
}

TEST(GltfAccessors, StridesOffsetsAndSparseValues) {
    GltfBuilder builder;
    // Three points, each with a 4-byte gap behind, after 16 bytes of something else.
    const int view = builder.view<float>({9, 9, 9, 9, 1, 2, 3, 9, 4, 5, 6, 9, 7, 8, 9}, 16);
    const int accessor = builder.accessor(view, 5126, "VEC3", 3);
    builder.json["accessors"][0]["byteOffset"] = 16;
    const int indices = builder.view<std::uint16_t>({1, 77});
    const int values = builder.view<float>({40, 50, 60, 0, 0, 0});
    builder.json["accessors"][0]["sparse"] = {{"count", 2},
                                              {"indices", {{"bufferView", indices}, {"componentType", 5123}}},
                                              {"values", {{"bufferView", values}}}};
    builder.mesh_node({{"attributes", {{"POSITION", accessor}}}});
    const Document document = load(builder);
    ASSERT_EQ(document.meshes.size(), 1U);
    EXPECT_THAT(document.meshes[0].mesh->positions,
                ElementsAre(vec3(1, 2, 3), vec3(40, 50, 60), vec3(7, 8, 9)));
    EXPECT_GT(count_of(document, "gltf-sparse"), 0);  // vertex 77
}

TEST(GltfAccessors, NumbersThatAreNotFiniteBecomeZero) {
    GltfBuilder builder;
    builder.mesh_node({{"attributes", {{"POSITION", builder.vec3s({NAN, 1, INFINITY, 1, 0, 0, 0, 1, 0})}}}});
    const Document document = load(builder);
    EXPECT_EQ(document.meshes[0].mesh->positions[0], vec3(0, 1, 0));
    EXPECT_GT(count_of(document, "gltf-not-finite"), 0);
}

std::vector<std::uint32_t> list_of_mode(int mode) {
    GltfBuilder builder;
    builder.mesh_node(
        {{"attributes", {{"POSITION", builder.vec3s(std::vector<float>(15, 0.0F))}}}, {"mode", mode}});
    const Document document = load(builder);
    return document.meshes.empty() ? std::vector<std::uint32_t>{} : document.meshes[0].mesh->indices;
}

TEST(GltfMeshes, EveryModeBecomesAList) {
    EXPECT_THAT(list_of_mode(0), ElementsAre(0, 1, 2, 3, 4));
    EXPECT_THAT(list_of_mode(1), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(list_of_mode(2), ElementsAre(0, 1, 1, 2, 2, 3, 3, 4, 4, 0));
    EXPECT_THAT(list_of_mode(3), ElementsAre(0, 1, 1, 2, 2, 3, 3, 4));
    EXPECT_THAT(list_of_mode(4), ElementsAre(0, 1, 2));
    EXPECT_THAT(list_of_mode(5), ElementsAre(0, 1, 2, 1, 3, 2, 2, 3, 4));
    EXPECT_THAT(list_of_mode(6), ElementsAre(1, 2, 0, 2, 3, 0, 3, 4, 0));
}

TEST(GltfMeshes, NodesShareTheMeshAndHaveTheirOwnSkin) {
    GltfBuilder builder;
    builder.mesh_node({{"attributes", {{"POSITION", builder.vec3s(triangle)}}}});
    builder.push("nodes", {{"mesh", 0}});
    const Document document = load(builder);
    ASSERT_EQ(document.meshes.size(), 2U);
    EXPECT_EQ(document.meshes[0].mesh, document.meshes[1].mesh);
    EXPECT_EQ(document.meshes[1].node, 1);
    EXPECT_THAT(document.meshes[1].skin->nodes, ElementsAre(1));
    EXPECT_TRUE(document.meshes[0].mesh->normals.empty());
}

TEST(GltfMeshes, IndicesOutsideLoseTheirTriangle) {
    GltfBuilder builder;
    const int positions = builder.vec3s(triangle);
    const int indices = builder.accessor(builder.view<std::uint8_t>({0, 1, 2, 0, 1, 3}), 5121, "SCALAR", 6);
    builder.mesh_node({{"attributes", {{"POSITION", positions}}}, {"indices", indices}});
    const Document document = load(builder);
    EXPECT_THAT(document.meshes[0].mesh->indices, ElementsAre(0, 1, 2));
    EXPECT_GT(count_of(document, "gltf-index-range"), 0);
}

TEST(GltfMeshes, CopiesThatAreNotShownAreReportedAndNotWritten) {
    GltfBuilder builder;
    const int node = builder.mesh_node({{"attributes", {{"POSITION", builder.vec3s(triangle)}}}});
    const int places = builder.vec3s({0, 0, 0, 5, 0, 0});
    builder.json["nodes"][static_cast<std::size_t>(node)]["extensions"]["EXT_mesh_gpu_instancing"] = {
        {"attributes", {{"TRANSLATION", places}}}};
    builder.json["extensionsUsed"] = {"EXT_mesh_gpu_instancing", "KHR_mesh_quantization"};
    const Document document = load(builder);
    EXPECT_EQ(document.meshes.size(), 1U);
    EXPECT_EQ(count_of(document, "gltf-instances"), 1);
    SaveOptions options;
    options.format = FileFormat::glb;
    const auto same = encode_document(document, options);
    ASSERT_TRUE(same);
    EXPECT_EQ(count_of(same->notes, "gltf-extension-not-carried"), 0);
    options.anew = true;
    const auto anew = encode_document(document, options);
    ASSERT_TRUE(anew);
    EXPECT_EQ(count_of(anew->notes, "gltf-extension-not-carried"), 1);
}

TEST(GltfMeshes, LostExtensionsOfAFileWithAByteOrderMarkAreReported) {
    const std::string text =
        "\xEF\xBB\xBF"
        R"({"asset": {"version": "2.0"}, "extensionsUsed": ["X_other"],
        "scenes": [{"nodes": [0]}], "nodes": [{"name": "root"}]})";
    const Result<Document> document = load_document(std::as_bytes(std::span(text)), "a.gltf", {});
    ASSERT_TRUE(document) << document.error().text();
    SaveOptions options;
    options.format = FileFormat::glb;
    options.anew = true;
    const auto anew = encode_document(*document, options);
    ASSERT_TRUE(anew);
    EXPECT_EQ(count_of(anew->notes, "gltf-extension-not-carried"), 1);
}

TEST(GltfMeshes, ExtrasAndOrthographicCamerasAreTold) {
    const std::string text = R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [
        {"name": "root", "camera": 0, "extras": {"a": [1]}}], "extras": 5, "cameras": [{"type": "orthographic",
        "orthographic": {"xmag": 1, "ymag": 1, "znear": 0.1, "zfar": 9}, "extras": {"targetNames": ["mine"]}}]})";
    const Result<Document> document = load_document(std::as_bytes(std::span(text)), "a.gltf", {});
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(count_of(*document, "gltf-orthographic-camera"), 1);
    const auto told = [&](FileFormat format, bool anew) {
        SaveOptions options;
        options.format = format;
        options.anew = anew;
        const auto encoded = encode_document(*document, options);
        EXPECT_TRUE(encoded);
        if (!encoded) return std::string();
        for (const Diagnostic& d : encoded->notes.list()) {
            if (d.code == "gltf-extras-not-carried") return d.message;
        }
        return std::string();
    };
    EXPECT_EQ(told(FileFormat::gltf, false), "");
    EXPECT_EQ(told(FileFormat::gltf, true), "the extras of 2 of the file's objects are left out");
    EXPECT_EQ(told(FileFormat::x3d_xml, false), "the extras of 2 of the file's objects are left out");
}

TEST(GltfMeshes, MorphTargetsAreSparseAndNamed) {
    GltfBuilder builder;
    const int positions = builder.vec3s(triangle);
    const int offsets = builder.vec3s({0, 0, 0, 0, 2, 0, 0, 0, 0});
    builder.mesh_node({{"attributes", {{"POSITION", positions}}}, {"targets", {{{"POSITION", offsets}}}}});
    builder.json["meshes"][0]["extras"]["targetNames"] = {"smile"};
    builder.json["meshes"][0]["weights"] = {0.25};
    const Document document = load(builder);
    const Mesh& mesh = *document.meshes[0].mesh;
    ASSERT_EQ(mesh.targets.size(), 1U);
    EXPECT_THAT(mesh.targets[0].vertices, ElementsAre(1U));
    EXPECT_THAT(mesh.targets[0].positions, ElementsAre(vec3(0, 2, 0)));
    ASSERT_EQ(document.displacers.size(), 1U);
    EXPECT_EQ(document.displacers[0].name, "smile");
    EXPECT_EQ(document.displacers[0].weight, 0.25F);
    EXPECT_EQ(document.displacers[0].kind, DisplacerKind::morph);
    EXPECT_THAT(document.meshes[0].displacers, ElementsAre(0));
}

/// Two joints, three vertices; a builder to vary.
struct SkinnedCase {
    GltfBuilder builder;
    Json attributes;

    SkinnedCase(const std::vector<std::uint8_t>& joints, const std::vector<float>& weights) {
        attributes["POSITION"] = builder.vec3s(triangle);
        attributes["JOINTS_0"] = builder.accessor(builder.view(joints), 5121, "VEC4", 3);
        attributes["WEIGHTS_0"] = builder.floats(weights, "VEC4", 4);
        builder.push("nodes", {{"name", "arm"}, {"children", {1}}});
        builder.push("nodes", {{"name", "hand"}, {"translation", {0, 1, 0}}});
    }
    Document finish() {
        builder.mesh_node({{"attributes", attributes}});
        builder.json["nodes"][2]["skin"] = 0;
        builder.json["nodes"][2]["translation"] = {100, 100, 100};
        builder.push("skins", {{"joints", {0, 1}}});
        return load(builder);
    }
};

TEST(GltfSkins, WeightsAreScaledAndZerosDropped) {
    SkinnedCase skinned({0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 9}, {1, 1, 0, 0, 0.5F, 0, 0, 0, 1, 0, 0, 1});
    const Document document = skinned.finish();
    const Mesh& mesh = *document.meshes[0].mesh;
    EXPECT_THAT(mesh.influence_begin, ElementsAre(0, 2, 3, 4));
    EXPECT_THAT(mesh.influence_joint, ElementsAre(0, 1, 1, 0));
    EXPECT_THAT(mesh.influence_weight, ElementsAre(0.5F, 0.5F, 1.0F, 1.0F));
    EXPECT_GT(count_of(document, "gltf-weight-sum"), 0);
    EXPECT_GT(count_of(document, "gltf-joint-range"), 0);
    EXPECT_GT(count_of(document, "gltf-skin-no-bind"), 0);
}

TEST(GltfSkins, TheMeshNodesOwnTransformIsIgnored) {
    SkinnedCase skinned({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    const Document document = skinned.finish();
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    EXPECT_EQ(skinned_positions(document.meshes[0], world, {})[1], vec3(1, 0, 0));
}

TEST(GltfSkins, AnyNumberOfSetsAddsUp) {
    SkinnedCase skinned({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0.5F, 0, 0, 0, 0.5F, 0, 0, 0, 0.5F, 0, 0, 0});
    GltfBuilder& builder = skinned.builder;
    for (int set = 1; set < 3; ++set) {
        const std::string n = std::to_string(set);
        skinned.attributes["JOINTS_" + n] = builder.accessor(
            builder.view<std::uint16_t>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}), 5123, "VEC4", 3);
        const std::uint8_t quarter = 64;
        skinned.attributes["WEIGHTS_" + n] = builder.accessor(
            builder.view<std::uint8_t>({quarter, 0, 0, 0, quarter, 0, 0, 0, quarter, 0, 0, 0}), 5121, "VEC4",
            3, true);
    }
    const Document document = skinned.finish();
    EXPECT_THAT(document.meshes[0].mesh->influence_begin, ElementsAre(0, 3, 6, 9));
    EXPECT_EQ(count_of(document, "gltf-weight-sum"), 0);
}

TEST(GltfSkins, ASkinMakesAHumanoidWithSites) {
    SkinnedCase skinned({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    skinned.builder.push("nodes", {{"name", "socket"}});  // node 2; the mesh's is 3 then
    skinned.builder.json["nodes"][1]["children"] = {2};
    skinned.builder.mesh_node({{"attributes", skinned.attributes}});
    skinned.builder.json["nodes"][3]["skin"] = 0;
    skinned.builder.push("skins", {{"joints", {0, 1}}});
    const Document document = load(skinned.builder);
    ASSERT_EQ(document.humanoids.size(), 1U);
    const Humanoid& humanoid = document.humanoids[0];
    ASSERT_EQ(humanoid.joints.size(), 2U);
    EXPECT_EQ(humanoid.joints[1].centre, vec3(0, 1, 0));
    ASSERT_EQ(humanoid.sites.size(), 1U);
    EXPECT_EQ(at(document.nodes, humanoid.sites[0].node).name, "socket");
    EXPECT_EQ(document.meshes[0].humanoid, 0);
}

TEST(GltfHumanoids, BothLayoutsOfTheExtensionAreRead) {
    const Json skeleton = {{"rootNode", 0}, {"humanoidBones", {{"hips", 0}, {"spine", 1}, {"tail", 1}}}};
    for (const bool listed : {true, false}) {
        GltfBuilder builder;
        builder.push("nodes", {{"children", {1}}});
        builder.push("nodes", Json::object());
        Json& extension = builder.json["extensions"]["EXT_skeleton_humanoid"];
        if (listed) {
            extension["humanoidSkeletons"] = Json::array({skeleton});
        } else {
            extension = skeleton;
        }
        const Document document = load(builder);
        ASSERT_EQ(document.humanoids.size(), 1U);
        EXPECT_EQ(document.humanoids[0].kind, HumanoidKind::ext_skeleton_humanoid);
        EXPECT_EQ(document.humanoids[0].bones[Bone::spine], 1);
        EXPECT_EQ(document.humanoids[0].joints.size(), 2U);
        EXPECT_GT(count_of(document, "gltf-humanoid-bone"), 0);  // tail
    }
}

TEST(GltfHumanoids, Vrm1BonesAndTitle) {
    GltfBuilder builder;
    builder.push("nodes", {{"name", "root"}});
    builder.json["extensions"]["VRMC_vrm"] = {
        {"specVersion", "1.0"},
        {"meta", {{"name", "Somebody"}, {"authors", {"Anna"}}}},
        {"humanoid", {{"humanBones", {{"hips", {{"node", 0}}}, {"head", {{"node", 7}}}}}}}};
    const Document document = load(builder);
    EXPECT_EQ(document.format, FileFormat::vrm);
    ASSERT_EQ(document.humanoids.size(), 1U);
    EXPECT_EQ(document.humanoids[0].kind, HumanoidKind::vrm1);
    EXPECT_EQ(document.humanoids[0].name, "Somebody");
    EXPECT_EQ(document.humanoids[0].bones[Bone::hips], 0);
    EXPECT_EQ(document.humanoids[0].bones[Bone::head], -1);
}

/// One channel of node 0 as read.
Document animated(GltfBuilder& builder, int input, int output, const char* interpolation,
                  const Json& target) {
    builder.push("animations",
                 {{"name", "clip"},
                  {"samplers",
                   Json::array({{{"input", input}, {"output", output}, {"interpolation", interpolation}}})},
                  {"channels", Json::array({{{"sampler", 0}, {"target", target}}})}});
    return load(builder);
}

TEST(GltfAnimations, NormalizedCubicKeysKeepTheirTangents) {
    GltfBuilder builder;
    builder.push("nodes", Json::object());
    const int input = builder.floats({0, 2}, "SCALAR", 1);
    const std::vector<std::int16_t> keys{0, 0, 0, 0, 0, 0, 0,     32767, 0, 0, 0, 0,
                                         0, 0, 0, 0, 0, 0, 32767, 0,     0, 0, 0, 0};
    const int output = builder.accessor(builder.view(keys), 5122, "VEC4", 6, true);
    const Document document =
        animated(builder, input, output, "CUBICSPLINE", {{"node", 0}, {"path", "rotation"}});
    ASSERT_EQ(document.clips.size(), 1U);
    const Channel& channel = document.clips[0]->channels.at(0);
    EXPECT_EQ(document.clips[0]->duration, 2.0);
    EXPECT_EQ(channel.interpolation, Interpolation::cubic);
    EXPECT_EQ(channel.values.size(), 24U);
    EXPECT_EQ(channel.values[7], 1.0F);
    EXPECT_EQ(channel.values[18], 1.0F);
    EXPECT_EQ(channel.space, ChannelSpace::local);
}

TEST(GltfAnimations, KeysOutOfOrderAreSorted) {
    GltfBuilder builder;
    builder.push("nodes", Json::object());
    const int input = builder.floats({2, 0, 1}, "SCALAR", 1);
    const int output = builder.vec3s({2, 2, 2, 0, 0, 0, 1, 1, 1});
    const Document document = animated(builder, input, output, "STEP", {{"node", 0}, {"path", "scale"}});
    const Channel& channel = document.clips.at(0)->channels.at(0);
    EXPECT_THAT(channel.times, ElementsAre(0, 1, 2));
    EXPECT_EQ(channel.values[3], 1.0F);
    EXPECT_EQ(channel.interpolation, Interpolation::step);
    EXPECT_GT(count_of(document, "gltf-times"), 0);
}

TEST(GltfAnimations, WeightsAreOneChannelPerTarget) {
    GltfBuilder builder;
    const int positions = builder.vec3s(triangle);
    builder.mesh_node({{"attributes", {{"POSITION", positions}}},
                       {"targets", {{{"POSITION", positions}}, {{"POSITION", positions}}}}});
    const int input = builder.floats({0, 1, 2}, "SCALAR", 1);
    const int output = builder.floats({0, 10, 1, 11, 2, 12}, "SCALAR", 1);
    const Document document = animated(builder, input, output, "LINEAR", {{"node", 0}, {"path", "weights"}});
    ASSERT_EQ(document.clips.at(0)->channels.size(), 2U);
    const Channel& second = document.clips[0]->channels[1];
    EXPECT_EQ(second.displacer, 1);
    EXPECT_THAT(second.values, ElementsAre(10, 11, 12));
}

TEST(GltfAnimations, BoneChannelsAreDeltas) {
    GltfBuilder builder;
    const int input = builder.floats({0.5F}, "SCALAR", 1);
    const int output = builder.floats({0, 0, 0, 1}, "VEC4", 4);
    const Json target = {{"path", "rotation"},
                         {"extensions", {{"EXT_skeleton_humanoid", {{"humanoidBoneName", "leftHand"}}}}}};
    const Document document = animated(builder, input, output, "LINEAR", target);
    const Channel& channel = document.clips.at(0)->channels.at(0);
    EXPECT_EQ(channel.bone, Bone::left_hand);
    EXPECT_EQ(channel.node, -1);
    EXPECT_EQ(channel.space, ChannelSpace::delta);
}

TEST(GltfMaterials, FactorsTexturesAndExtensions) {
    GltfBuilder builder;
    builder.push("images", {{"uri", "data:image/png;base64,iVBORw0="}});
    builder.push("samplers", {{"wrapS", 33071}, {"wrapT", 33648}, {"magFilter", 9728}});
    builder.push("textures", {{"source", 0}, {"sampler", 0}});
    Json texture = {{"index", 0}};
    texture["extensions"]["KHR_texture_transform"] = {
        {"offset", {0.5, 0.25}}, {"scale", {2, 3}}, {"rotation", 1.5}, {"texCoord", 1}};
    Json material = {{"name", "skin"},
                     {"pbrMetallicRoughness",
                      {{"baseColorFactor", {0.1, 0.2, 0.3, 0.4}},
                       {"roughnessFactor", 0.6},
                       {"baseColorTexture", texture}}},
                     {"emissiveFactor", {1, 0.5, 0}},
                     {"alphaMode", "MASK"},
                     {"alphaCutoff", 0.3},
                     {"doubleSided", true}};
    material["extensions"] = {{"KHR_materials_unlit", Json::object()},
                              {"KHR_materials_emissive_strength", {{"emissiveStrength", 4}}}};
    builder.push("materials", material);
    const Document document = load(builder);
    const Material& read = document.materials.at(0);
    EXPECT_EQ(read.base_color, vec4(0.1F, 0.2F, 0.3F, 0.4F));
    EXPECT_EQ(read.metallic, 1.0F);
    EXPECT_EQ(read.roughness, 0.6F);
    EXPECT_EQ(read.emissive, vec3(4, 2, 0));
    EXPECT_EQ(read.alpha_mode, AlphaMode::mask);
    EXPECT_EQ(read.alpha_cutoff, 0.3F);
    EXPECT_TRUE(read.double_sided);
    EXPECT_TRUE(read.unlit);
    const TextureUse& use = read.base_color_texture;
    EXPECT_EQ(use.image, 0);
    EXPECT_EQ(use.uv_set, 1);
    EXPECT_EQ(use.wrap_u, Wrap::clamp);
    EXPECT_EQ(use.wrap_v, Wrap::mirror);
    EXPECT_TRUE(use.nearest);
    EXPECT_EQ(use.offset, vec2(0.5F, 0.25F));
    EXPECT_EQ(use.scale, vec2(2, 3));
    EXPECT_EQ(use.rotation, 1.5F);
    EXPECT_EQ(document.images.at(0)->mime_type, "image/png");
}

TEST(GltfCameras, AreViewpoints) {
    GltfBuilder builder;
    builder.push(
        "cameras",
        {{"name", "portrait"}, {"type", "perspective"}, {"perspective", {{"yfov", 0.9}, {"znear", 0.1}}}});
    builder.push("nodes", {{"camera", 0}});
    const Document document = load(builder);
    ASSERT_EQ(document.viewpoints.size(), 1U);
    EXPECT_EQ(document.viewpoints[0].name, "portrait");
    EXPECT_EQ(document.viewpoints[0].field_of_view, 0.9F);
    EXPECT_EQ(document.viewpoints[0].position, vec3(0.0F));
}

TEST(GltfLights, ShineAsBrightAsWhatLightsWhiteToWhite) {
    GltfBuilder builder;
    builder.json["extensions"]["KHR_lights_punctual"]["lights"] = Json::parse(R"([
        {"type": "directional", "name": "sun", "color": [1, 0.5, 0.25], "intensity": 3.14159265},
        {"type": "spot", "intensity": 6.2831853, "range": 7.0, "spot": {"innerConeAngle": 0.2, "outerConeAngle": 0.5}},
        {"type": "point"}, {"type": "area"}, 5])");
    const auto with_light = [](const Json& light) {
        return Json{{"name", "post"}, {"extensions", {{"KHR_lights_punctual", {{"light", light}}}}}};
    };
    for (const Json& light : {Json(1), Json(0), Json(3), Json(9), Json(4), Json("sun")})
        builder.push("nodes", with_light(light));
    const Document document = load(builder);
    ASSERT_EQ(document.lights.size(), 2U);
    const Light& spot = document.lights[0];
    EXPECT_EQ(spot.kind, Light::Kind::spot);
    EXPECT_EQ(spot.name, "post");
    EXPECT_EQ(at(document.nodes, spot.node).source_index, 0);
    EXPECT_NEAR(spot.intensity, 2.0F, 1e-6F);
    EXPECT_EQ(spot.attenuation, vec3(0.0F, 0.0F, 1.0F));
    EXPECT_EQ(spot.radius, 7.0F);
    EXPECT_EQ(spot.inner_cone, 0.2F);
    EXPECT_EQ(spot.outer_cone, 0.5F);
    const Light& sun = document.lights[1];
    EXPECT_EQ(sun.kind, Light::Kind::directional);
    EXPECT_EQ(sun.name, "sun");
    EXPECT_NEAR(sun.intensity, 1.0F, 1e-6F);
    EXPECT_EQ(sun.color, vec3(1.0F, 0.5F, 0.25F));
    EXPECT_EQ(test::count_of(document.diagnostics, "gltf-light"), 4);
}

/// Random trees: parents come first, every node occurs once, and world matrices do not depend on the order.
TEST(GltfNodes, RandomTreesComeParentsFirst) {
    std::mt19937 random(7);
    for (int round = 0; round < 50; ++round) {
        const int count = 2 + static_cast<int>(random() % 30);
        std::vector<int> order(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) at(order, i) = i;
        std::shuffle(order.begin(), order.end(), random);
        GltfBuilder builder;
        std::vector<int> parent(static_cast<std::size_t>(count), -1);
        for (int i = 0; i < count; ++i) builder.push("nodes", {{"translation", {i, 0, 0}}});
        for (std::size_t i = 1; i < order.size(); ++i) {
            const int up = order[random() % i];
            at(parent, order[i]) = up;
            at(builder.json["nodes"], up)["children"].push_back(order[i]);
        }
        const Document document = load(builder);
        ASSERT_EQ(document.nodes.size(), static_cast<std::size_t>(count));
        const Skeleton skeleton = make_skeleton(document);
        const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
        for (std::size_t i = 0; i < document.nodes.size(); ++i) {
            float expected = 0.0F;
            for (int up = document.nodes[i].source_index; up >= 0; up = at(parent, up)) {
                expected += static_cast<float>(up);
            }
            EXPECT_EQ(world[i][3][0], expected);
        }
    }
}

}  // namespace
}  // namespace vitruvian

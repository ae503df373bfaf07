// Real files against what independent implementations compute for them.
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/folders.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const fs::path shared_dir = vitruvian::shared_folder();

bool has_corpus() {
    return fs::exists(shared_dir / "corpus" / "gltf");
}

#define SKIP_WITHOUT_CORPUS() \
    if (!has_corpus()) GTEST_SKIP() << "no corpus at " << shared_dir

Json read_json(const fs::path& path) {
    std::ifstream stream(path);
    return Json::parse(stream, nullptr, false);
}

std::string argument(const Json& expected, const std::string& name, const std::string& otherwise) {
    const Json& args = expected["args"];
    for (std::size_t i = 0; i + 1 < args.size(); ++i) {
        if (args[i] == name) return args[i + 1];
    }
    return otherwise;
}

int node_with_index(const Document& document, int gltf_node) {
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        if (document.nodes[i].source_index == gltf_node) return static_cast<int>(i);
    }
    return -1;
}

void expect_matrix(const Json& expected, const mat4& actual, const std::string& what) {
    float largest = 1.0F;
    for (const Json& number : expected) largest = std::max(largest, std::abs(number.get<float>()));
    for (int i = 0; i < 16; ++i) {
        EXPECT_NEAR(at(expected, i).get<float>(), actual[i / 4][i % 4], 1e-5F * largest)
            << what << ", number " << i;
    }
}

void expect_vertices(const Json& expected, const Document& document, const std::vector<mat4>& world,
                     const std::vector<float>& weights) {
    const int node = node_with_index(document, expected["node"]);
    const auto instance = std::find_if(
        document.meshes.begin(), document.meshes.end(),
        [&](const MeshInstance& m) { return m.node == node && m.primitive == expected["prim"].get<int>(); });
    ASSERT_NE(instance, document.meshes.end());
    const std::vector<vec3> positions = skinned_source_positions(*instance, world, weights);
    ASSERT_EQ(positions.size(), expected["count"].get<std::size_t>());
    EXPECT_EQ(instance->mesh->is_skinned(), expected["skinned"].get<bool>());
    for (const auto& [index, place] : expected["sample"].items()) {
        const vec3& actual = positions[std::stoul(index)];
        const vec3 wanted(place[0].get<float>(), place[1].get<float>(), place[2].get<float>());
        EXPECT_LE(glm::length(actual - wanted), 1e-5F * std::max(1.0F, glm::length(wanted)))
            << "node " << expected["node"] << " vertex " << index;
    }
}

class GltfExpected : public ::testing::TestWithParam<const char*> {};

TEST_P(GltfExpected, NodesAndVerticesStandWhereOthersPutThem) {
    SKIP_WITHOUT_CORPUS();
    const Json expected = read_json(shared_dir / "expected" / GetParam());
    ASSERT_TRUE(expected.is_object());
    const Result<Document> document =
        load_document(shared_dir / "corpus" / expected["file"].get<std::string>());
    ASSERT_TRUE(document) << document.error().text();
    const std::size_t clip = std::stoul(argument(expected, "--clip", "0"));
    ASSERT_LT(clip, document->clips.size());
    const Skeleton skeleton = make_skeleton(*document);
    Pose pose = file_pose(skeleton);
    sample(*document->clips[clip], std::stod(argument(expected, "--time", "0")), skeleton, pose);
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    for (const auto& [index, matrix] : expected["nodes"].items()) {
        const int node = node_with_index(*document, std::stoi(index));
        ASSERT_GE(node, 0);
        expect_matrix(matrix, at(world, node), "node " + index);
    }
    for (const Json& mesh : expected["vertices"]) expect_vertices(mesh, *document, world, pose.weights);
}

INSTANTIATE_TEST_SUITE_P(Files, GltfExpected,
                         ::testing::Values("gltf_knight.json", "gltf_mannequiny.json",
                                           "gltf_robotexpressive.json", "gltf_splines.json"));

TEST(GltfCorpus, EveryFileIsReadWithoutABrokenPromise) {
    SKIP_WITHOUT_CORPUS();
    for (const char* folder : {"gltf", "ext", "vrm"}) {
        for (const auto& entry : fs::directory_iterator(shared_dir / "corpus" / folder)) {
            if (entry.path().extension() == ".bin") continue;
            const Result<Document> document = load_document(entry.path());
            ASSERT_TRUE(document) << document.error().text();
            EXPECT_EQ(expect_valid(*document), std::nullopt) << entry.path();
        }
    }
}

Document corpus(const char* file) {
    Result<Document> document = load_document(shared_dir / "corpus" / file);
    EXPECT_TRUE(document) << document.error().text();
    return document ? std::move(*document) : Document{};
}

int bones_found(const Humanoid& humanoid) {
    const auto& nodes = humanoid.bones.node;
    return static_cast<int>(std::count_if(nodes.begin(), nodes.end(), [](int node) { return node >= 0; }));
}

TEST(GltfCorpus, TwoSkeletonsAreTwoHumanoids) {
    SKIP_WITHOUT_CORPUS();
    const Document document = corpus("ext/ext_two_skeletons.glb");
    ASSERT_EQ(document.humanoids.size(), 2U);
    for (std::size_t h = 0; h < 2; ++h) {
        EXPECT_EQ(document.humanoids[h].kind, HumanoidKind::ext_skeleton_humanoid);
        EXPECT_EQ(bones_found(document.humanoids[h]), 55);
        EXPECT_EQ(document.humanoids[h].joints.size(), 55U);
        EXPECT_EQ(document.meshes[h].humanoid, static_cast<int>(h));
    }
}

TEST(GltfCorpus, FiveSkinsOfOneArmatureAreOneHumanoid) {
    SKIP_WITHOUT_CORPUS();
    const Document document = corpus("gltf/quaternius-adventurer.glb");
    ASSERT_EQ(document.humanoids.size(), 1U);
    EXPECT_EQ(document.humanoids[0].kind, HumanoidKind::inferred);
    EXPECT_TRUE(std::all_of(document.meshes.begin(), document.meshes.end(),
                            [](const MeshInstance& m) { return m.humanoid == 0; }));
}

TEST(GltfCorpus, ClipsOfBonesHaveNoNodes) {
    SKIP_WITHOUT_CORPUS();
    const Document document = corpus("ext/ext_anims.glb");
    EXPECT_TRUE(document.nodes.empty());
    ASSERT_EQ(document.clips.size(), 4U);
    for (const auto& clip : document.clips) {
        EXPECT_TRUE(clip->targets_bones());
        for (const Channel& channel : clip->channels) {
            EXPECT_EQ(channel.node, -1);
            EXPECT_EQ(channel.space, ChannelSpace::delta);
        }
    }
}

TEST(GltfCorpus, Vrm0ThumbsAreOneBoneFurtherIn) {
    SKIP_WITHOUT_CORPUS();
    const Document document = corpus("vrm/Godette_vrm_v4.vrm");
    EXPECT_EQ(document.format, FileFormat::vrm);
    ASSERT_EQ(document.humanoids.size(), 1U);
    const Humanoid& humanoid = document.humanoids[0];
    EXPECT_EQ(humanoid.kind, HumanoidKind::vrm0);
    EXPECT_EQ(humanoid.name, "Low-Poly Godette");
    const int metacarpal = humanoid.bones[Bone::left_thumb_metacarpal];
    const int proximal = humanoid.bones[Bone::left_thumb_proximal];
    const int distal = humanoid.bones[Bone::left_thumb_distal];
    ASSERT_GE(metacarpal, 0);
    ASSERT_GE(proximal, 0);
    EXPECT_EQ(at(document.nodes, proximal).parent, metacarpal);
    EXPECT_EQ(at(document.nodes, distal).parent, proximal);
}

TEST(GltfCorpus, SecondSetOfInfluencesCounts) {
    SKIP_WITHOUT_CORPUS();
    const Document document = corpus("gltf/skin-multiple-sets.gltf");
    ASSERT_EQ(document.meshes.size(), 1U);
    const Mesh& mesh = *document.meshes[0].mesh;
    EXPECT_EQ(mesh.influence_begin.size(), 4U);
    EXPECT_EQ(*std::max_element(mesh.influence_joint.begin(), mesh.influence_joint.end()), 7U);
}

TEST(GltfCorpus, MeshoptIsUnpacked) {
    SKIP_WITHOUT_CORPUS();
    const Document document = corpus("gltf/pirate.glb");
    ASSERT_EQ(document.meshes.size(), 1U);
    EXPECT_TRUE(document.diagnostics.empty());
    const Mesh& mesh = *document.meshes[0].mesh;
    EXPECT_GT(mesh.positions.size(), 1000U);
    // Quantised to 14 bits and unit normals: wrong data would not satisfy these.
    Bounds bounds;
    for (const vec3& position : mesh.positions) bounds.add(position);
    EXPECT_GT(bounds.size().x, 0.0F);
    EXPECT_LE(glm::length(bounds.max), 65536.0F);
    ASSERT_EQ(mesh.normals.size(), mesh.positions.size());
}

}  // namespace
}  // namespace vitruvian

// Real VRML97 figures and the torture set: counts, names and world matrices against independent
// implementations.
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/folders.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

namespace vitruvian {
namespace {

struct Counts {
    std::size_t joints = 0;
    std::size_t segments = 0;
    std::size_t sites = 0;
    std::size_t displacers = 0;
};

Counts count(const Document& document) {
    Counts out;
    for (const Humanoid& h : document.humanoids) {
        out.joints += h.joints.size();
        out.segments += h.segments.size();
        out.sites += h.sites.size();
    }
    for (const Displacer& d : document.displacers) out.displacers += d.humanoid >= 0 ? 1 : 0;
    return out;
}

std::string text_of(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
}

class Torture : public testing::TestWithParam<std::string> {};

TEST_P(Torture, KeepsItsExpectLine) {
    const std::filesystem::path path = shared_folder() / "corpus/torture" / GetParam();
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the torture corpus is not here";
    // In the gzipped case the line is inside.
    const std::string text =
        text_of(GetParam() == "a06_gzip.wrl" ? path.parent_path() / "a01_baseline.wrl" : path);
    const std::size_t at = text.find("# EXPECT ");
    if (at == std::string::npos) GTEST_SKIP() << "a library for another case: it expects nothing of its own";
    Counts expected;
    vec3 probe(0.0F);
    ASSERT_EQ(std::sscanf(text.c_str() + at,
                          "# EXPECT joints=%zu segments=%zu sites=%zu displacers=%zu probe=%f,%f,%f",
                          &expected.joints, &expected.segments, &expected.sites, &expected.displacers,
                          &probe.x, &probe.y, &probe.z),
              7);
    const Result<Document> document = load_document(path);
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    const Counts found = count(*document);
    EXPECT_EQ(found.joints, expected.joints);
    EXPECT_EQ(found.segments, expected.segments);
    EXPECT_EQ(found.sites, expected.sites);
    EXPECT_EQ(found.displacers, expected.displacers);

    const Skeleton skeleton = make_skeleton(*document);
    const std::vector<mat4> world = world_matrices(skeleton, file_pose(skeleton));
    bool seen = false;
    for (const Humanoid& h : document->humanoids) {
        for (const Joint& joint : h.joints) {
            const auto node = static_cast<std::size_t>(joint.node);
            if (document->nodes[node].name != "probe") continue;
            seen = true;
            EXPECT_LT(glm::distance(vec3(world[node][3]), probe), 1e-5F)
                << glm::distance(vec3(world[node][3]), probe);
        }
    }
    EXPECT_TRUE(seen) << "no joint is named probe";
}

std::vector<std::string> torture_files() {
    std::vector<std::string> out;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(shared_folder() / "corpus/torture", error)) {
        if (entry.path().extension() == ".wrl") out.push_back(entry.path().filename().string());
    }
    std::sort(out.begin(), out.end());
    if (out.empty()) out.emplace_back("a01_baseline.wrl");
    return out;
}

INSTANTIATE_TEST_SUITE_P(Vrml, Torture, testing::ValuesIn(torture_files()),
                         [](const auto& info) { return info.param.substr(0, info.param.find('.')); });

struct ExpectedPose {
    const char* file;
    const char* clip = "";
    double cycle = 0.0;
};

class WorldMatrices : public testing::TestWithParam<ExpectedPose> {};

TEST_P(WorldMatrices, AgreeWithAnotherImplementation) {
    const std::filesystem::path path = shared_folder() / "expected" / GetParam().file;
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the expected values are not here";
    const nlohmann::json expected = nlohmann::json::parse(text_of(path));
    const Result<Document> document =
        load_document(shared_folder() / "corpus" / expected.at("file").get<std::string>());
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    const Counts found = count(*document);
    EXPECT_EQ(found.joints, expected.at("counts").at("joints").get<std::size_t>());
    EXPECT_EQ(found.segments, expected.at("counts").at("segments").get<std::size_t>());
    EXPECT_EQ(found.sites, expected.at("counts").at("sites").get<std::size_t>());
    EXPECT_EQ(document->humanoids.size(), expected.at("counts").at("humanoids").get<std::size_t>());

    const Skeleton skeleton = make_skeleton(*document);
    Pose pose = file_pose(skeleton);
    for (const auto& clip : document->clips) {
        if (clip->name == GetParam().clip) sample(*clip, GetParam().cycle * clip->duration, skeleton, pose);
    }
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    std::map<std::string, mat4> by_name;
    for (const Joint& joint : document->humanoids.at(0).joints) {
        const auto node = static_cast<std::size_t>(joint.node);
        by_name[document->nodes[node].name] = world[node];
    }
    for (const auto& [name, numbers] : expected.at("joints").items()) {
        ASSERT_TRUE(by_name.contains(name)) << "no joint " << name;
        const mat4& m = by_name[name];
        for (int i = 0; i < 16; ++i) {
            const auto want = numbers.at(static_cast<std::size_t>(i)).get<float>();
            EXPECT_NEAR(m[i / 4][i % 4], want, 1e-5F * std::max(1.0F, std::abs(want)))
                << name << " number " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Vrml, WorldMatrices,
    testing::Values(ExpectedPose{"loa3_wrl_rest.json"}, ExpectedPose{"loa3_wrl_walk.json", "WalkTimer", 0.3},
                    ExpectedPose{"openhrp_rest.json"}, ExpectedPose{"hrp4c_rest.json"},
                    ExpectedPose{"jin_loa4_rest.json"}, ExpectedPose{"jin_loa4_walk.json", "WalkTimer", 0.3},
                    ExpectedPose{"joe_kick.json", "KickTimer", 0.5},
                    ExpectedPose{"annexd_motion_f100.json", "motion_animation", 10.0 / 39.1}),
    [](const auto& info) {
        const std::string name = info.param.file;
        return name.substr(0, name.find('.'));
    });

TEST(VrmlCorpus, FullFigureHasItsClipsAndLooks) {
    const std::filesystem::path path =
        shared_folder() / "corpus/hanim/vrml97/HAnim1SpecificationLOA3Animation.wrl";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the corpus is not here";
    const Result<Document> document = load_document(path);
    ASSERT_TRUE(document) << document.error().text();
    ASSERT_EQ(document->clips.size(), 9U);
    for (const auto& clip : document->clips) {
        EXPECT_TRUE(clip->loop);
        EXPECT_FALSE(clip->channels.empty());
        if (clip->name == "WalkTimer") {
            EXPECT_DOUBLE_EQ(clip->duration, 1.73);
        }
        if (clip->name == "RunTimer") {
            EXPECT_DOUBLE_EQ(clip->duration, 0.9);
        }
    }
    EXPECT_EQ(document->viewpoints.size(), 27U);
    const Humanoid& h = document->humanoids.at(0);
    EXPECT_EQ(h.name, "humanoid");
    EXPECT_EQ(h.version, "1.1");
    EXPECT_EQ(h.info.front(), (std::pair<std::string, std::string>(
                                  "authorName", "Matthew T. Beitler Joe D. Williams Don Brutzman")));
    EXPECT_FALSE(document->meshes.empty());
    EXPECT_GE(h.bones[Bone::left_upper_arm], 0);
    // One diamond is used at every site: a single mesh in memory.
    std::map<const Mesh*, int> uses;
    for (const MeshInstance& instance : document->meshes) ++uses[instance.mesh.get()];
    EXPECT_LT(uses.size() * 10, document->meshes.size());
}

struct X3dFile {
    const char* file;
    Counts counts;
    bool skinned = false;
    std::size_t clips = 0;
};

TEST(VrmlCorpus, X3dFiguresAreComplete) {
    const std::filesystem::path folder = shared_folder() / "corpus/hanim/x3d";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the corpus is not here";
    for (const X3dFile& wanted :
         {X3dFile{"DiamondManLOA1.x3d", {20, 18, 53, 0}}, X3dFile{"Humanoid3.x3d", {94, 75, 118, 0}},
          X3dFile{"JinComplete.x3d", {146, 146, 124, 0}, true},
          X3dFile{"JinLOA4.x3d", {146, 146, 0, 0}, false, 9},
          X3dFile{"JoeHAnimKick1a.x3dv", {89, 0, 1, 0}, true, 1},
          X3dFile{"JoeSkinTexcoordDisplacerKick.x3d", {94, 1, 1, 1}, true, 1},
          X3dFile{"KoreanCharacter01Jin.x3d", {18, 18, 0, 0}},
          X3dFile{"KoreanCharacterMotionAnnexD01Jin.x3d", {18, 18, 0, 0}, false, 1}}) {
        SCOPED_TRACE(wanted.file);
        const Result<Document> document = load_document(folder / wanted.file);
        ASSERT_TRUE(document) << document.error().text();
        const Counts found = count(*document);
        EXPECT_EQ(found.joints, wanted.counts.joints);
        EXPECT_EQ(found.segments, wanted.counts.segments);
        EXPECT_EQ(found.sites, wanted.counts.sites);
        EXPECT_EQ(found.displacers, wanted.counts.displacers);
        EXPECT_EQ(document->clips.size(), wanted.clips);
        const bool skinned = std::any_of(document->meshes.begin(), document->meshes.end(),
                                         [](const MeshInstance& m) { return m.mesh->is_skinned(); });
        EXPECT_EQ(skinned, wanted.skinned);
    }
}

TEST(VrmlCorpus, SegmentedFigureStandsTogether) {
    const std::filesystem::path path = shared_folder() / "corpus/hanim/vrml97/JinLOA1.wrl";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the corpus is not here";
    const Result<Document> document = load_document(path);
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->meshes.size(), 18U);
    const Skeleton skeleton = make_skeleton(*document);
    // The humanoid's scale is a placement, not a pose: the neutral figure keeps it.
    for (const Pose& pose : {file_pose(skeleton), rest_pose(skeleton)}) {
        const Bounds box = posed_bounds(*document, world_matrices(skeleton, pose), pose.weights);
        EXPECT_NEAR(box.size().y, 1.7F, 0.3F);
        EXPECT_NEAR(box.centre().x, 0.0F, 0.1F);
    }
}

}  // namespace
}  // namespace vitruvian

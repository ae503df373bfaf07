// Remapped clips against world matrices that independent implementations computed.
#include "model/core/at.h"
#include "model/formats/gltf/read/gltf_reader.h"
#include "model/io/file.h"
#include "model/remap/remap.h"
#include "tests/folders.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace vitruvian {
namespace {

const std::filesystem::path shared = shared_folder();

struct Expected {
    std::string file;
    std::string clip_file;
    std::size_t clip = 0;
    double time = 0.0;
    RemapOptions options;
    std::map<int, mat4> node_world;
};

Expected read_expected(const std::filesystem::path& path) {
    const nlohmann::json json = nlohmann::json::parse(std::ifstream(path));
    Expected out;
    out.file = json["file"];
    const auto& args = json["args"];
    for (std::size_t i = 0; i + 1 < args.size(); i += 2) {
        const std::string key = args[i];
        const std::string value = args[i + 1];
        if (key == "--time") out.time = std::stod(value);
        if (key == "--remap") out.options.mode = remap_mode_from_string(value).value();
        if (key == "--reference") {
            out.options.target_reference = reference_kind_from_string(value).value();
            // In the files' numbers bones without a channel keep their rest.
            out.options.still_bones_keep_rest = true;
        }
        if (key == "--clip") {
            const std::size_t hash = value.find('#');
            out.clip_file = value.substr(0, hash);
            if (hash != std::string::npos) out.clip = std::stoul(value.substr(hash + 1));
        }
    }
    for (const auto& [node, numbers] : json["nodes"].items()) {
        mat4 matrix;
        for (int i = 0; i < 16; ++i) matrix[i / 4][i % 4] = at(numbers, i).get<float>();
        out.node_world[std::stoi(node)] = matrix;
    }
    return out;
}

Document read_corpus(const std::string& name) {
    const std::filesystem::path path = shared / "corpus" / name;
    const auto bytes = read_file(path, std::size_t{1} << 26);
    EXPECT_TRUE(bytes.has_value()) << path;
    auto document = read_gltf(bytes.value(), name, path.parent_path(), {});
    EXPECT_TRUE(document.has_value()) << document.error().text();
    return std::move(document.value());
}

/// The largest difference of any element from the expected, relative to the figure's size (1 for unit axes).
float worst_difference(const Document& document, const std::vector<mat4>& world, const Expected& expected) {
    float worst = 0.0F;
    std::size_t compared = 0;
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        const auto found = expected.node_world.find(document.nodes[i].source_index);
        if (found == expected.node_world.end()) continue;
        ++compared;
        for (int c = 0; c < 4; ++c) {
            const float size = std::max(c < 3 ? glm::length(vec3(found->second[0])) : 1.0F, 1e-6F);
            for (int r = 0; r < 3; ++r)
                worst = std::max(worst, std::abs(world[i][c][r] - found->second[c][r]) / size);
        }
    }
    EXPECT_EQ(compared, expected.node_world.size());
    return worst;
}

class RemapExpected : public testing::TestWithParam<const char*> {};

TEST_P(RemapExpected, IndependentImplementationsAgree) {
    const std::filesystem::path path = shared / "expected" / (std::string(GetParam()) + ".json");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the corpus is not here: " << path;
    const Expected expected = read_expected(path);
    const Document target = read_corpus(expected.file);
    const Document clips = read_corpus(expected.clip_file);
    const RemapSource source{clips.clips.at(expected.clip), &clips, -1};
    const auto plan = RemapPlan::make(source, target, 0, expected.options);
    ASSERT_TRUE(plan.has_value()) << plan.error().text();
    const Skeleton skeleton = make_skeleton(target);
    const std::vector<mat4> world = world_matrices(skeleton, plan->pose_at(expected.time));
    EXPECT_LT(worst_difference(target, world, expected), 1e-5F);

    // Baked keys give the same.
    Pose pose = file_pose(skeleton);
    sample(plan->bake(), expected.time, skeleton, pose);
    EXPECT_LT(worst_difference(target, world_matrices(skeleton, pose), expected), 1e-5F);

    if (expected.options.mode != RemapMode::world) return;
    RemapOptions spec = expected.options;
    spec.mode = RemapMode::spec;
    const auto literal = RemapPlan::make(source, target, 0, spec);
    ASSERT_TRUE(literal.has_value());
    EXPECT_LT(worst_difference(target, world_matrices(skeleton, literal->pose_at(expected.time)), expected),
              1e-5F)
        << "spec and world agree where both rigs conform";
}

INSTANTIATE_TEST_SUITE_P(Corpus, RemapExpected,
                         testing::Values("ext_armature_zup_cm_0", "ext_armature_zup_cm_2", "ext_full55_0",
                                         "ext_full55_2", "ext_intermediate_0", "ext_intermediate_2",
                                         "ext_min15_0", "ext_min15_2", "ext_rest_is_apose_0",
                                         "ext_rest_is_apose_2", "vrma_godette"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace vitruvian

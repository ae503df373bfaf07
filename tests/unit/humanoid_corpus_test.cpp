// Bone maps, levels of articulation and stances of real figures.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "model/figure/stance.h"
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

struct Figure {
    const char* file;
    int bones;  // how many of the 55
    const char* hips;
    const char* left_hand;
    const char* right_foot;  // empty: left out
    int level;
    vec3 up;
    vec3 front;
    float min_height, greatest_height;  // world units
};

constexpr vec3 y_up{0, 1, 0};
constexpr vec3 z_up{0, 0, 1};
constexpr vec3 to_z{0, 0, 1};
constexpr vec3 to_x{1, 0, 0};

std::vector<Figure> figures() {
    return {
        {"hanim/vrml97/HAnim1SpecificationLOA3Animation.wrl", 55, "HumanoidRoot", "l_wrist", "r_ankle", 3,
         y_up, to_z, 1.6F, 1.9F},
        {"hanim/vrml97/JinLOA1.wrl", 17, "HumanoidRoot", "l_radiocarpal", "r_talocrural", 1, y_up, to_z, 1.4F,
         1.8F},
        {"hanim/vrml97/KoreanCharacter05Ju.wrl", 17, "HumanoidRoot", "l_radiocarpal", "r_talocrural", 1, y_up,
         to_z, 1.3F, 1.7F},
        {"hanim/robots/sample1.wrl", 15, "WAIST", "LARM_WRIST_R", "RLEG_ANKLE_R", -1, z_up, to_x, 1.3F, 1.7F},
        {"hanim/robots/hrp4c/HRP4Cmain.wrl", 17, "WAIST", "L_WRIST_R", "R_ANKLE_R", -1, z_up, to_x, 1.5F,
         1.7F},
        {"gltf/Knight.glb", 18, "hips", "wrist.l", "foot.r", -1, y_up, to_z, 2.0F, 3.0F},
        {"gltf/RobotExpressive.glb", 31, "Body", "Palm2.L", "Foot.R", -1, y_up, to_z, 4.0F, 5.0F},
        {"gltf/human-sintel.glb", 52, "pelvis", "hand_l", "foot_r", -1, y_up, to_z, 1.6F, 2.0F},
        {"gltf/rig-human.glb", 52, "pelvis", "hand_l", "foot_r", -1, y_up, to_z, 1.5F, 1.9F},
        {"gltf/mannequiny-0.3.0.glb", 45, "pelvis", "hand.l", "foot.r", -1, y_up, to_z, 1.2F, 2.0F},
        {"gltf/quaternius-adventurer.glb", 48, "Hips", "Hand.L", "Foot.R", -1, y_up, to_z, 1.6F, 2.0F},
        {"vrm/Godette_vrm_v4.vrm", 45, "pelvis_Armature", "hand.l_Armature", "foot.r_Armature", -1, y_up,
         -to_z, 1.3F, 1.7F},
        {"vrm/cryptovoxels.vrm", 43, "Hips", "Left wrist", "Right ankle", -1, y_up, -to_z, 1.3F, 1.7F},
        {"ext/ext_full55.glb", 55, "hips", "leftHand", "rightFoot", -1, y_up, to_z, 1.3F, 1.6F},
        {"ext/ext_armature_zup_cm.glb", 55, "hips", "leftHand", "rightFoot", -1, y_up, to_z, 1.3F, 1.6F},
    };
}

class HumanoidCorpus : public testing::TestWithParam<Figure> {};

TEST_P(HumanoidCorpus, IsMappedAndStands) {
    const Figure& figure = GetParam();
    const fs::path path = vitruvian::shared_folder() / "corpus" / figure.file;
    if (!fs::exists(path)) GTEST_SKIP() << "no corpus file " << path;
    const Result<Document> document = load_document(path);
    ASSERT_TRUE(document) << document.error().text();
    ASSERT_EQ(expect_valid(*document), std::nullopt);
    ASSERT_EQ(document->humanoids.size(), 1U);
    const Humanoid& humanoid = document->humanoids[0];
    const auto name = [&](Bone bone) {
        return humanoid.bones[bone] < 0 ? "" : at(document->nodes, humanoid.bones[bone]).name;
    };
    EXPECT_EQ(
        std::count_if(humanoid.bones.node.begin(), humanoid.bones.node.end(), [](int n) { return n >= 0; }),
        figure.bones);
    EXPECT_EQ(name(Bone::hips), figure.hips);
    EXPECT_EQ(name(Bone::left_hand), figure.left_hand);
    EXPECT_EQ(name(Bone::right_foot), figure.right_foot);
    EXPECT_EQ(level_of_articulation(*document, humanoid), figure.level);

    const Skeleton skeleton = make_skeleton(*document);
    const Stance stance =
        find_stance(*document, world_matrices(skeleton, file_pose(skeleton)), skeleton.weights, 0);
    EXPECT_TRUE(stance.found);
    EXPECT_EQ(stance.up, figure.up);
    EXPECT_LT(glm::length(stance.front - figure.front), 1e-5F);
    EXPECT_GT(stance.height, figure.min_height);
    EXPECT_LT(stance.height, figure.greatest_height);
    EXPECT_EQ(stance.metres_per_unit, 1.0F);
    EXPECT_LT(glm::dot(stance.ground, stance.up), 0.5F);
}

INSTANTIATE_TEST_SUITE_P(Corpus, HumanoidCorpus, testing::ValuesIn(figures()), [](const auto& info) {
    std::string name = info.param.file;
    for (char& c : name) {
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    return name;
});

}  // namespace
}  // namespace vitruvian

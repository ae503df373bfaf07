// H-Anim figures as targets and sources: their neutral pose has the arms down, and their spine many
// vertebrae.
#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/formats/load.h"
#include "model/remap/remap.h"
#include "tests/folders.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace vitruvian {
namespace {

const std::filesystem::path corpus = vitruvian::shared_folder() / "corpus";

class HanimRemap : public testing::Test {
  protected:
    void SetUp() override {
        const std::filesystem::path path = corpus / "hanim/vrml97/HAnim1SpecificationLOA3Animation.wrl";
        if (!std::filesystem::exists(path)) GTEST_SKIP() << "the corpus is not here: " << path;
        auto document = load_document(path);
        ASSERT_TRUE(document.has_value()) << document.error().text();
        figure_ = std::move(*document);
        ASSERT_FALSE(figure_.humanoids.empty());
    }

    [[nodiscard]] vec3 place(const std::vector<mat4>& world, Bone bone) const {
        return vec3(at(world, figure_.humanoids[0].bones[bone])[3]);
    }

    Document figure_;
};

TEST_F(HanimRemap, TheReferenceIsAComputedTPose) {
    const ReferencePose rest = make_reference_pose(figure_, 0, ReferenceKind::rest);
    EXPECT_GT(rest.score.worst_limb, 1.2F);  // arms down
    const ReferencePose reference = make_reference_pose(figure_, 0, ReferenceKind::automatic);
    EXPECT_EQ(reference.kind, ReferenceKind::tpose);
    EXPECT_LT(reference.score.worst_limb, 1e-3F);
    const vec3 arm = place(reference.world, Bone::left_hand) - place(reference.world, Bone::left_upper_arm);
    EXPECT_GT(arm.x / glm::length(arm), 0.9999F);
    // Palms down: the index finger is in front of the little one, at the same height.
    const vec3 palm = place(reference.world, Bone::left_index_proximal) -
                      place(reference.world, Bone::left_little_proximal);
    EXPECT_GT(palm.z / glm::length(palm), 0.9F);
    // The public description of the stance rotates the shoulders by 90 degrees about Z: minus the arms' own
    // slope.
    const auto shoulder = static_cast<std::size_t>(figure_.humanoids[0].bones[Bone::left_upper_arm]);
    const quat turn = reference.pose.local[shoulder].rotation;
    EXPECT_NEAR(std::abs(2.0F * std::atan2(turn.z, turn.w)), glm::radians(90.0F), glm::radians(15.0F));
}

TEST_F(HanimRemap, ThereAndBackThroughManyVertebrae) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        test::Random random(seed);
        test::RigStyle style;
        style.conforms = true;
        const Document rig = test::make_rig(random, style);
        const auto clip = std::make_shared<Clip>(remap_clip({test::make_bone_clip(random)}, rig, 0).value());
        const auto on_figure = std::make_shared<Clip>(remap_clip({clip, &rig, 0}, figure_, 0).value());
        RemapSource back{on_figure, &figure_, 0};
        const auto plan = RemapPlan::make(back, rig, 0);
        ASSERT_TRUE(plan.has_value());
        // Bones that the figure lacks have been folded, so only existing ones are compared, by direction.
        for (const float key : on_figure->channels.front().times) {
            const auto t = static_cast<double>(key);
            const auto wanted = test::posed_world(rig, *clip, t);
            const auto got = world_matrices(make_skeleton(rig), plan->pose_at(t));
            for (std::size_t i = 0; i < bone_count; ++i) {
                const int node = rig.humanoids[0].bones.node[i];
                if (figure_.humanoids[0].bones.node[i] < 0) continue;
                for (int c = 0; c < 3; ++c) {
                    EXPECT_LT(glm::distance(at(wanted, node)[c], at(got, node)[c]), 5e-5F)
                        << to_string(static_cast<Bone>(i)) << " seed " << seed << " at " << t;
                }
            }
        }
    }
}

TEST_F(HanimRemap, ATurnOfTheSpineIsSharedByItsVertebrae) {
    auto clip = std::make_shared<Clip>();
    Channel spine;
    spine.bone = Bone::spine;
    spine.space = ChannelSpace::delta;
    const quat bend = axis_angle({1, 0, 0}, 1.0F);
    spine.times = {0.0F};
    spine.values = {bend.x, bend.y, bend.z, bend.w};
    clip->channels.push_back(spine);
    const auto plan = RemapPlan::make({clip}, figure_, 0);
    ASSERT_TRUE(plan.has_value());
    const Pose pose = plan->pose_at(0.0);
    int turned = 0;
    float most = 0.0F;
    float sum = 0.0F;
    for (std::size_t n = 0; n < figure_.nodes.size(); ++n) {
        const quat& q = pose.local[n].rotation;
        const float angle = 2.0F * std::asin(std::min(std::abs(q.x), 1.0F));
        const std::string& name = figure_.nodes[n].name;
        const bool is_vertebra = name.find("vl") != std::string::npos || name.find("vt") != std::string::npos;
        if (!is_vertebra || angle < 1e-4F) continue;
        ++turned;
        most = std::max(most, angle);
        sum += angle;
    }
    EXPECT_GT(turned, 3);
    EXPECT_LT(most, 0.3F);
    EXPECT_NEAR(sum, 1.0F, 1e-4F);
}

TEST_F(HanimRemap, ItsOwnWalkPlaysOnOtherRigs) {
    test::Random random(9);
    test::RigStyle style;
    const Document rig = test::make_rig(random, style);
    std::size_t played = 0;
    for (const auto& clip : figure_.clips) {
        const auto plan = RemapPlan::make({clip, &figure_, 0}, rig, 0);
        if (!plan) continue;
        ++played;
        const auto skeleton = make_skeleton(figure_);
        for (double t = 0.0; t < clip->duration; t += clip->duration / 7.0) {
            Pose pose = file_pose(skeleton);
            sample(*clip, t, skeleton, pose);
            const auto source = world_matrices(skeleton, pose);
            const auto target = world_matrices(make_skeleton(rig), plan->pose_at(t));
            // Straight limbs of the source are straight on the target: arms and legs have the same
            // directions.
            for (const auto& [from, to] : {std::pair{Bone::left_upper_arm, Bone::left_lower_arm},
                                           std::pair{Bone::right_lower_arm, Bone::right_hand},
                                           std::pair{Bone::left_upper_leg, Bone::left_lower_leg},
                                           std::pair{Bone::right_lower_leg, Bone::right_foot}}) {
                const vec3 a = glm::normalize(place(source, to) - place(source, from));
                const BoneMap& bones = rig.humanoids[0].bones;
                const vec3 b = glm::normalize(vec3(at(target, bones[to])[3] - at(target, bones[from])[3]));
                EXPECT_GT(glm::dot(a, b), 0.999F) << clip->name << " " << to_string(from) << " at " << t;
            }
        }
    }
    EXPECT_GE(played, 3U);
}

/// Its arms are children of the sacroiliac joint beside the spine: they are placed as if they were attached
/// to the spine.
TEST(RemapDetached, ArmsBesideTheSpineFollowIt) {
    const std::filesystem::path path = corpus / "hanim/vrml97/KoreanCharacter05Ju.wrl";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the corpus is not here: " << path;
    const auto figure = load_document(path);
    ASSERT_TRUE(figure.has_value());
    const BoneMap& bones = figure->humanoids.at(0).bones;
    ASSERT_GE(bones[Bone::left_hand], 0);
    auto clip = std::make_shared<Clip>();
    Channel spine;
    spine.bone = Bone::spine;
    spine.space = ChannelSpace::delta;
    const quat bend = axis_angle({1, 0, 0}, 0.8F);
    spine.times = {0.0F};
    spine.values = {bend.x, bend.y, bend.z, bend.w};
    clip->channels.push_back(spine);
    const auto plan = RemapPlan::make({clip}, *figure, 0);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->target_reference(), ReferenceKind::tpose);
    const Skeleton skeleton = make_skeleton(*figure);
    const std::vector<mat4> before = world_matrices(skeleton, plan->base());
    const std::vector<mat4> after = world_matrices(skeleton, plan->pose_at(0.0));
    const auto spine_node = static_cast<std::size_t>(bones[Bone::spine]);
    const mat4 moved = after[spine_node] * affine_inverse(before[spine_node]);
    for (const Bone bone : {Bone::left_upper_arm, Bone::left_hand, Bone::right_lower_arm, Bone::head}) {
        const auto node = static_cast<std::size_t>(bones[bone]);
        EXPECT_LT(glm::distance(vec3(moved * before[node][3]), vec3(after[node][3])), 1e-5F)
            << to_string(bone);
    }
    const Clip baked = plan->bake();
    EXPECT_LT(glm::distance(
                  test::posed_world(*figure, baked, 0.0)[static_cast<std::size_t>(bones[Bone::left_hand])][3],
                  at(after, bones[Bone::left_hand])[3]),
              1e-5F);
}

/// Its nodes rest in a frame of a motion, below hips without a parent joint for their bind matrix.
TEST(RemapReference, AFigureThatRestsInAMotionIsBoundUpright) {
    const std::filesystem::path path = corpus / "gltf/mannequiny-0.3.0.glb";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the corpus is not here: " << path;
    const auto figure = load_document(path);
    ASSERT_TRUE(figure.has_value());
    const ReferencePose reference = make_reference_pose(*figure, 0, ReferenceKind::automatic);
    EXPECT_EQ(reference.kind, ReferenceKind::bind);
    EXPECT_TRUE(reference.body.on_axes);
    EXPECT_LT(reference.score.facing, 1e-3F);
    EXPECT_LT(reference.score.worst_limb, glm::radians(10.0F));
}

}  // namespace
}  // namespace vitruvian

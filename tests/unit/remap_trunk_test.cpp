// A trunk leans as far on figures with fewer bones, or many vertebrae, as in the clip's own, and carries the arms where
// they are; fingers stay on their hands.
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/remap/remap.h"
#include "tests/folders.h"
#include "tests/unit/bvh_motions.h"
#include "tests/unit/read_text.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// A bow: each of the three bones of the trunk turns forwards.
std::shared_ptr<const Clip> make_bow() {
    auto clip = std::make_shared<Clip>();
    for (const Bone bone : {Bone::spine, Bone::chest, Bone::upper_chest}) {
        Channel channel;
        channel.bone = bone;
        channel.space = ChannelSpace::delta;
        const quat turn = axis_angle({1, 0, 0}, 0.35F);
        channel.times = {0.0F};
        channel.values = {turn.x, turn.y, turn.z, turn.w};
        clip->channels.push_back(channel);
    }
    return clip;
}

class RemapTrunk : public testing::Test {
  protected:
    RemapTrunk() {
        test::Random random(1);
        test::RigStyle style;
        style.varies = false;
        style.kind = HumanoidKind::inferred;
        style.conforms = true;
        source_ = test::make_rig(random, style);
        bow_ = std::make_shared<Clip>(remap_clip({make_bow()}, source_, 0).value());
    }

    /// The world's matrices of a figure that bows.
    [[nodiscard]] std::vector<mat4> bowing(const Document& figure) const {
        const Result<RemapPlan> plan = RemapPlan::make({bow_, &source_, 0}, figure, 0);
        return world_matrices(make_skeleton(figure), plan.value().pose_at(0.0));
    }

    /// How far the trunk has turned forwards between the base and the bow, in degrees.
    [[nodiscard]] float lean(const Document& figure) const {
        const BoneMap& bones = figure.humanoids[0].bones;
        const auto direction = [&](const std::vector<mat4>& world) {
            return glm::normalize(vec3(at(world, bones[Bone::neck])[3] - at(world, bones[Bone::spine])[3]));
        };
        const Result<RemapPlan> plan = RemapPlan::make({bow_, &source_, 0}, figure, 0);
        const vec3 before = direction(world_matrices(make_skeleton(figure), plan.value().base()));
        return glm::degrees(std::acos(glm::dot(before, direction(bowing(figure)))));
    }

    Document source_;
    std::shared_ptr<const Clip> bow_;
};

TEST_F(RemapTrunk, WithoutAChestItTurnsAsTheMeanOfTheBonesItLacks) {
    const float wanted = lean(source_);
    EXPECT_GT(wanted, 30.0F);
    for (const bool has_chest : {false, true}) {
        Document figure = source_;
        figure.humanoids[0].bones[Bone::upper_chest] = -1;
        if (!has_chest) figure.humanoids[0].bones[Bone::chest] = -1;
        // Another size: it is not the clip's own rig.
        figure.nodes[0].rest.scale = vec3(2.0F);
        EXPECT_NEAR(lean(figure), wanted, 6.0F);
        // What hangs on the trunk is turned as in the clip.
        const std::vector<mat4> from = bowing(source_);
        const std::vector<mat4> to = bowing(figure);
        for (const Bone bone : {Bone::head, Bone::left_upper_arm, Bone::right_hand, Bone::left_foot}) {
            const int node = source_.humanoids[0].bones[bone];
            for (int c = 0; c < 3; ++c)
                EXPECT_LT(glm::distance(at(from, node)[c], at(to, node)[c] / 2.0F), 1e-5F) << to_string(bone);
        }
    }
}

TEST_F(RemapTrunk, WithManyVertebraeItLeansAsFar) {
    const Result<Document> manikin = load_document(source_folder() / "assets/manikin/manikin.wrl");
    ASSERT_TRUE(manikin.has_value());
    // Its upper chest is the vertebra below the neck: what that turns does not move the neck.
    EXPECT_GT(lean(*manikin), 0.7F * lean(source_));
    EXPECT_LT(lean(*manikin), lean(source_));
}

TEST_F(RemapTrunk, ManyJointsOfANeckLeanAsOneDoes) {
    const Result<Document> manikin = load_document(source_folder() / "assets/manikin/manikin.wrl");
    ASSERT_TRUE(manikin.has_value());
    auto nod = std::make_shared<Clip>(*bow_);
    const int spine = source_.humanoids[0].bones[Bone::spine];
    std::erase_if(nod->channels, [&](const Channel& channel) { return channel.node != spine; });
    ASSERT_EQ(nod->channels.size(), 1U);
    const int neck = source_.humanoids[0].bones[Bone::neck];
    const quat turn = at(source_.nodes, neck).rest.rotation * axis_angle({1, 0, 0}, 0.6F);
    nod->channels[0].node = neck;
    nod->channels[0].values = {turn.x, turn.y, turn.z, turn.w};
    const auto plan = RemapPlan::make({nod, &source_, 0}, *manikin, 0);
    ASSERT_TRUE(plan.has_value());
    const BoneMap& bones = manikin->humanoids[0].bones;
    const auto direction = [&](const Pose& pose) {
        const std::vector<mat4> world = world_matrices(make_skeleton(*manikin), pose);
        return glm::normalize(vec3(at(world, bones[Bone::head])[3] - at(world, bones[Bone::neck])[3]));
    };
    const float cosine = glm::dot(direction(plan->base()), direction(plan->pose_at(0.0)));
    EXPECT_GT(std::acos(cosine), 0.7F * 0.6F);
}

/// All bones point up at zero, each along the Y axis of its joint: a trunk that stands, with shoulders in the neck.
TEST(RemapShoulders, ThatPointUpAtZeroPointAsInTheMotion) {
    const std::vector<test::JointPlan>& joints = test::figure();
    std::vector<quat> frames;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        vec3 to = joints[j].end;
        for (std::size_t k = joints.size(); k-- > j + 1;) {
            if (joints[k].parent == static_cast<int>(j)) to = joints[k].place;
        }
        const vec3 y = glm::normalize(to - joints[j].place);
        const vec3 z = glm::normalize(glm::cross(glm::cross(y, vec3(0.01F, 0.02F, 1.0F)), y));
        frames.push_back(glm::normalize(glm::quat_cast(mat3(glm::cross(y, z), y, z))));
    }
    frames[0] = identity_quat;
    test::Random random(3);
    const Document source = test::read_text(test::bvh_of(test::make_motion(random), frames));
    test::RigStyle style;
    style.varies = false;
    const Document target = test::make_rig(random, style);
    const auto plan = RemapPlan::make({source.clips.at(0), &source, -1}, target, 0);
    ASSERT_TRUE(plan.has_value());
    const auto direction = [](const Document& document, const std::vector<mat4>& world, Bone from, Bone to) {
        const BoneMap& bones = document.humanoids[0].bones;
        return glm::normalize(vec3(at(world, bones[to])[3] - at(world, bones[from])[3]));
    };
    for (int frame = 0; frame < 12; ++frame) {
        const double time = 0.1 * frame;
        const std::vector<mat4> from = test::posed_world(source, *source.clips[0], time);
        const std::vector<mat4> to = world_matrices(make_skeleton(target), plan->pose_at(time));
        for (const auto& [a, b] : {std::pair{Bone::left_shoulder, Bone::left_upper_arm},
                                   std::pair{Bone::right_shoulder, Bone::right_upper_arm}}) {
            const float cosine = glm::dot(direction(source, from, a, b), direction(target, to, a, b));
            EXPECT_GT(cosine, std::cos(glm::radians(25.0F))) << to_string(a) << " in frame " << frame;
        }
    }
}

/// As in a full Rigify export, whose deforming fingers are not below the deforming hands.
TEST(RemapFingers, ThatTheClipLacksFollowHandsThatTheyDoNotHangOn) {
    test::Random random(5);
    test::RigStyle style;
    style.kind = HumanoidKind::inferred;
    Document source = test::make_rig(random, style);
    auto clip = std::make_shared<Clip>(remap_clip({test::make_bone_clip(random)}, source, 0).value());
    Document target = test::make_rig(random, style);
    const std::vector<mat4> rest = test::posed_world(target, Clip{}, 0.0);
    const BoneMap& bones = target.humanoids[0].bones;
    const Bone finger = Bone::left_index_proximal;
    Node& apart = at(target.nodes, bones[finger]);
    apart.parent = 0;
    apart.rest = to_transform(affine_inverse(rest[0]) * at(rest, bones[finger]));
    for (int& node : source.humanoids[0].bones.node) {
        const auto bone = source.humanoids[0].bones.bone_of(node);
        if (bone && is_finger(*bone)) node = -1;
    }
    const auto plan = RemapPlan::make({clip, &source, 0}, target, 0);
    ASSERT_TRUE(plan.has_value());
    const auto in_hand = [&](const std::vector<mat4>& world) {
        return affine_inverse(at(world, bones[Bone::left_hand])) * at(world, bones[finger]);
    };
    const mat4 wanted = in_hand(rest);
    const Clip baked = plan->bake();
    for (const double time : {0.0, 0.4, 1.0}) {
        for (const std::vector<mat4>& world : {world_matrices(make_skeleton(target), plan->pose_at(time)),
                                               test::posed_world(target, baked, time)}) {
            for (int c = 0; c < 4; ++c) EXPECT_LT(glm::distance(in_hand(world)[c], wanted[c]), 1e-4F);
        }
    }
}

/// A VRMA has no meshes either, and the place of its hips is not relative to where they rest.
TEST(RemapHips, OfAModelWithoutMeshesMoveFromWhereTheyRest) {
    test::Random random(8);
    test::RigStyle style;
    Document source = test::make_rig(random, style);
    auto clip = std::make_shared<Clip>();
    Channel hips;
    hips.node = source.humanoids[0].bones[Bone::hips];
    hips.path = ChannelPath::translation;
    hips.times = {0.0F};
    // It rests a metre beside the origin.
    source.nodes[0].rest.translation = {1, 0, 0};
    const vec3 place = at(source.nodes, hips.node).rest.translation;
    hips.values = {place.x, place.y, place.z};
    clip->channels.push_back(hips);
    style.kind = HumanoidKind::vrm1;
    Document target = test::make_rig(random, style);
    target.format = FileFormat::vrm;
    const auto plan = RemapPlan::make({clip, &source, 0}, target, 0);
    ASSERT_TRUE(plan.has_value());
    const Pose pose = plan->pose_at(0.0);
    const int node = target.humanoids[0].bones[Bone::hips];
    const vec3 rest = at(target.nodes, node).rest.translation;
    EXPECT_LT(glm::distance(at(pose.local, node).translation, rest), 1e-5F);
}

}  // namespace
}  // namespace vitruvian

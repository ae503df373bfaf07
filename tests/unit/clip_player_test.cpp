// Playing clips: a figure's own unchanged, others remapped.
#include "model/remap/clip_player.h"

#include "tests/unit/random_rig.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

namespace vitruvian {
namespace {

using test::make_bone_clip;
using test::make_rig;
using test::Random;

TEST(ClipPlayer, AClipOfItsOwnNodesIsSampledAsItIs) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Document document = test::random_document(seed);
        const Skeleton skeleton = make_skeleton(document);
        Clip own = *document.clips.front();
        std::erase_if(own.channels, [](const Channel& channel) { return channel.bone.has_value(); });
        const auto clip = std::make_shared<const Clip>(std::move(own));
        const Result<ClipPlayer> player = ClipPlayer::make({clip, &document, -1}, document, -1);
        ASSERT_TRUE(player.has_value());
        EXPECT_EQ(player->plan(), nullptr);
        for (const double time : {0.0, 0.3, 100.0}) {
            Pose expected = file_pose(skeleton);
            sample(*clip, time, skeleton, expected);
            const Pose found = player->pose_at(time, skeleton);
            EXPECT_EQ(found.local, expected.local);
            EXPECT_EQ(found.weights, expected.weights);
        }
    }
}

TEST(ClipPlayer, WhatNamesBonesOrIsOfAnotherRigIsCarriedOver) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        const Document target = make_rig(random, {});
        const Skeleton skeleton = make_skeleton(target);
        const RemapSource source{make_bone_clip(random), nullptr, -1};
        const Result<ClipPlayer> player = ClipPlayer::make(source, target, 0);
        ASSERT_TRUE(player.has_value()) << player.error().text();
        ASSERT_NE(player->plan(), nullptr);
        for (const double time : {0.0, 0.3, 1.0}) {
            const Pose expected = player->plan()->pose_at(time);
            EXPECT_EQ(player->pose_at(time, skeleton).local, expected.local);
        }
    }
}

TEST(ClipPlayer, AFileWithoutHumanoidsReportsIt) {
    Random random(1);
    Document target;
    target.file = "props.glb";
    const Result<ClipPlayer> player = ClipPlayer::make({make_bone_clip(random), nullptr, -1}, target, -1);
    ASSERT_FALSE(player.has_value());
    EXPECT_EQ(player.error().code, "remap-no-target-bones");
    EXPECT_EQ(player.error().where.file, "props.glb");
}

}  // namespace
}  // namespace vitruvian

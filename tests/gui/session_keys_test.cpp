// Keys and poses in the session: keyed as visible, posing that sets keys, baking, the pose library.
#include "app/gui/timeline.h"
#include "app/session/session.h"
#include "model/document/differences.h"
#include "model/formats/load.h"
#include "tests/folders.h"
#include "tests/gui/boxman_session.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace vitruvian {
namespace {

using SessionKeys = test::BoxmanSession;

TEST_F(SessionKeys, TheFirstKeyMakesAClipAndPosingFillsIt) {
    session_->execute(ChooseClip{id(), -1});
    const std::size_t clips = figure().document().clips.size();
    select(Bone::left_upper_arm);
    session_->execute(KeyPose{id(), false});
    ASSERT_EQ(figure().document().clips.size(), clips + 1);
    EXPECT_EQ(steps(), 1U);
    EXPECT_DOUBLE_EQ(figure().document().clips.back()->duration, 1.0);
    ASSERT_NE(figure().playing_clip(), nullptr);
    session_->execute(SetAutoKey{true});
    session_->execute(SetTime{0.5});
    const auto stored = figure().document().nodes;
    turn(Bone::left_upper_arm, 0.8F);
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.8F, 1e-3F);
    EXPECT_EQ(figure().document().nodes.size(), stored.size());
    for (std::size_t i = 0; i < stored.size(); ++i)
        EXPECT_EQ(figure().document().nodes[i].delta, stored[i].delta);
    session_->execute(SetTime{0.25});
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.4F, 1e-3F);
    // A drag is one step, and a joint that the drag no longer affects loses its key.
    session_->execute(SetTime{0.75});
    session_->execute(BeginGesture{id()});
    for (const float angle : {0.1F, 0.2F, 0.3F}) turn(Bone::right_upper_arm, angle);
    turn(Bone::left_upper_arm, 1.0F);
    session_->execute(EndGesture{});
    EXPECT_EQ(steps(), 3U);
    EXPECT_NEAR(seen(Bone::left_upper_arm), 1.0F, 1e-3F);
    EXPECT_NEAR(seen(Bone::right_upper_arm), 0.0F, 1e-3F);
    session_->execute(Undo{});
    session_->execute(Undo{});
    EXPECT_EQ(steps(), 1U);
    EXPECT_EQ(expect_valid(figure().document()), std::nullopt);
}

TEST_F(SessionKeys, TheFirstKeyIsOfAllThatFollowedAHand) {
    session_->execute(ChooseClip{id(), -1});
    turn(Bone::left_upper_arm, 0.4F);
    turn(Bone::left_lower_arm, 0.5F);
    select(Bone::left_hand);
    session_->execute(KeyPose{id(), false});
    EXPECT_EQ(session_->undo_title(), "Key 3 joints in a new clip");
    const Clip& clip = *figure().document().clips.back();
    for (const Bone bone : {Bone::left_upper_arm, Bone::left_lower_arm, Bone::left_hand}) {
        const int node = figure().document().humanoids[0].bones[bone];
        EXPECT_TRUE(std::any_of(clip.channels.begin(), clip.channels.end(), [node](const Channel& channel) {
            return channel.node == node;
        })) << node;
    }
}

TEST_F(SessionKeys, WithoutAutomaticKeysPosingChangesTheFile) {
    session_->execute(ChooseClip{id(), -1});
    session_->execute(KeyPose{id(), true});
    turn(Bone::left_upper_arm, 0.8F);
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.0F, 1e-3F);  // the clip determines it
    session_->execute(ChooseClip{id(), -1});
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.8F, 1e-3F);
}

TEST_F(SessionKeys, AnEnforcedTPoseIsSeenThoughAClipWasShown) {
    session_->execute(ChooseClip{id(), 0});
    session_->execute(SetPlaying{false});
    session_->execute(Edit{id(), EnforceTPose{{ItemKind::humanoid, -1, 0}}});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    ASSERT_FALSE(session_->messages().empty());
    EXPECT_EQ(session_->messages().back().title, "The clip is released");
    session_->execute(Undo{});
    EXPECT_EQ(figure().clip, 0);
    EXPECT_TRUE(session_->messages().empty()) << "it is there again";
    session_->execute(Redo{});
    EXPECT_EQ(figure().playing_clip(), nullptr);
}

TEST_F(SessionKeys, AnEnforcedTPoseReportsWhichLimitsItPasses) {
    session_->execute(ChooseClip{id(), -1});
    const quat lowered = axis_angle(vec3(0.0F, 0.0F, 1.0F), 0.8F);
    session_->execute(Edit{id(), SetJointRotation{joint(Bone::left_upper_arm), lowered}});
    session_->execute(Edit{id(), PoseAsRest{{ItemKind::humanoid, -1, 0}}});
    session_->execute(Edit{id(), SetJointLimits{joint(Bone::left_upper_arm), vec3(-0.1F), vec3(0.1F)}});
    session_->execute(Edit{id(), EnforceTPose{{ItemKind::humanoid, -1, 0}}});
    ASSERT_FALSE(session_->messages().empty());
    EXPECT_EQ(session_->messages().back().title, "The T-pose takes a joint past its limits");
    session_->execute(Undo{});
    EXPECT_TRUE(session_->messages().empty());
}

TEST_F(SessionKeys, UndoBringsBackTheClipThatMadeWayForAPose) {
    session_->execute(ChooseClip{id(), 0});
    session_->execute(SetPlaying{false});
    session_->execute(SetTime{0.25});
    const float before = seen(Bone::left_lower_arm);
    session_->execute(LetClipGo{id()});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    session_->execute(BeginGesture{id()});
    turn(Bone::left_lower_arm, 0.5F);
    turn(Bone::left_lower_arm, 1.0F);
    session_->execute(EndGesture{});
    EXPECT_NEAR(seen(Bone::left_lower_arm), 1.0F, 1e-4F);
    turn(Bone::left_upper_arm, 0.5F);
    session_->execute(Undo{});
    EXPECT_EQ(figure().playing_clip(), nullptr) << "it made way for the step before";
    session_->execute(Undo{});
    ASSERT_NE(figure().playing_clip(), nullptr);
    EXPECT_EQ(figure().clip, 0);
    EXPECT_DOUBLE_EQ(session_->playback().time, 0.25);
    EXPECT_NEAR(seen(Bone::left_lower_arm), before, 1e-4F);
    session_->execute(Redo{});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    EXPECT_NEAR(seen(Bone::left_lower_arm), 1.0F, 1e-4F);
    // The history panel jumps over several steps.
    turn(Bone::left_upper_arm, 0.5F);
    const auto& history = figure().history;
    const std::size_t present = history.present_index();
    const std::uint64_t last = history.step();
    session_->execute(GoToStep{id(), history.steps()[present - 2].number});
    ASSERT_NE(figure().playing_clip(), nullptr);
    EXPECT_DOUBLE_EQ(session_->playback().time, 0.25);
    session_->execute(GoToStep{id(), last});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    EXPECT_NEAR(seen(Bone::left_lower_arm), 1.0F, 1e-4F);
    // A user who chose no clip finds the same after undo.
    session_->execute(ChooseClip{id(), 0});
    session_->execute(ChooseClip{id(), -1});
    turn(Bone::left_lower_arm, 0.2F);
    session_->execute(Undo{});
    EXPECT_EQ(figure().playing_clip(), nullptr);
}

TEST_F(SessionKeys, AClipThatWasPosedOverComesBackWhenTimeMoves) {
    const auto pose_over = [this] {
        session_->execute(ChooseClip{id(), 0});
        session_->execute(SetPlaying{false});
        session_->execute(SetTime{0.25});
        session_->execute(LetClipGo{id()});
        ASSERT_NE(session_->clock_clip(), nullptr) << "the timeline is not empty during the drag";
        session_->execute(BeginGesture{id()});
        turn(Bone::left_lower_arm, 1.0F);
        session_->execute(EndGesture{});
        ASSERT_EQ(figure().playing_clip(), nullptr);
        ASSERT_EQ(session_->clock_clip(), figure().document().clips[0].get());
        ASSERT_NEAR(session_->clip_time(), 0.25, 1e-9);
        ASSERT_TRUE(can_play(*session_)) << "Space brings it back";
    };
    pose_over();
    session_->execute(SetTime{0.5});
    EXPECT_EQ(figure().playing_clip(), figure().document().clips[0].get());
    EXPECT_DOUBLE_EQ(session_->playback().time, 0.5);
    pose_over();
    session_->execute(StepFrames{1});
    EXPECT_EQ(figure().clip, 0);
    EXPECT_GT(session_->playback().time, 0.25);
    EXPECT_LE(session_->playback().time, 0.31);
    pose_over();
    session_->execute(Undo{});
    session_->execute(Redo{});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    session_->execute(SetPlaying{true});
    EXPECT_EQ(figure().clip, 0);
    EXPECT_DOUBLE_EQ(session_->playback().time, 0.25);
    EXPECT_TRUE(session_->playback().playing);
    // Another pose leaves it set aside; choosing none, or deleting it, does not.
    pose_over();
    turn(Bone::left_upper_arm, 0.5F);
    EXPECT_NE(session_->clock_clip(), nullptr);
    session_->execute(ChooseClip{id(), -1});
    EXPECT_EQ(session_->clock_clip(), nullptr);
    pose_over();
    session_->execute(Edit{id(), DeleteClip{{ItemKind::clip, -1, 0}}});
    EXPECT_EQ(session_->clock_clip(), nullptr);
}

TEST_F(SessionKeys, WhatWasPosedOverAClipIsKeyedInIt) {
    session_->execute(ChooseClip{id(), -1});
    session_->execute(KeyPose{id(), true});
    const std::size_t clips = figure().document().clips.size();
    const Document before = figure().document();
    session_->execute(SetTime{0.5});
    select(Bone::left_foot);
    // Like the tools: the clip is released, and they rotate the figure's own pose.
    session_->execute(LetClipGo{id()});
    session_->execute(BeginGesture{id()});
    turn(Bone::left_upper_arm, 0.8F);
    session_->execute(EndGesture{});
    turn(Bone::right_upper_arm, 0.4F);
    ASSERT_EQ(figure().playing_clip(), nullptr);
    session_->execute(KeyPose{id(), false});
    ASSERT_EQ(figure().document().clips.size(), clips);
    ASSERT_NE(figure().playing_clip(), nullptr);
    EXPECT_DOUBLE_EQ(session_->playback().time, 0.5);
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.8F, 1e-3F);
    EXPECT_NEAR(seen(Bone::right_upper_arm), 0.4F, 1e-3F);
    for (std::size_t n = 0; n < before.nodes.size(); ++n)
        EXPECT_EQ(figure().document().nodes[n].delta, before.nodes[n].delta) << "the file's own pose";
    session_->execute(SetTime{0.25});
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.4F, 1e-3F);
    // After undo it is the file's pose again, after redo the clip's.
    session_->execute(Undo{});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.8F, 1e-3F);
    session_->execute(Redo{});
    ASSERT_NE(figure().playing_clip(), nullptr);
    EXPECT_DOUBLE_EQ(session_->playback().time, 0.5);
    session_->execute(Undo{});
    session_->execute(Undo{});
    session_->execute(Undo{});
    EXPECT_TRUE(differences(before, figure().document()).empty());
    ASSERT_NE(figure().playing_clip(), nullptr);
    session_->execute(Undo{});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    session_->execute(Redo{});
    EXPECT_NE(figure().playing_clip(), nullptr) << "the new clip that is made again is shown again";
}

TEST_F(SessionKeys, WhoStopsStandsOnAFrame) {
    session_->execute(ChooseClip{id(), -1});
    session_->execute(KeyPose{id(), true});
    for (const bool exact : {false, true}) {
        session_->execute(SetTime{0.117});
        session_->execute(SetPlaying{true});
        session_->execute(SetPlaying{false, exact});
        EXPECT_NEAR(session_->playback().time, exact ? 0.117 : 4.0 / 30.0, 1e-9);
    }
}

TEST_F(SessionKeys, WhatChangesNothingIsReportedAndIsNoStep) {
    session_->execute(ChooseClip{id(), -1});
    turn(Bone::left_upper_arm, 0.8F);
    turn(Bone::left_upper_arm, 0.4F);
    session_->execute(Undo{});
    session_->execute(Edit{id(), MapBones{{ItemKind::humanoid, -1, 0}}});
    EXPECT_EQ(session_->messages().back().title, "There is nothing to change");
    EXPECT_EQ(steps(), 1U);
    EXPECT_EQ(session_->undo_title(), session_->redo_title());
    session_->execute(Redo{});
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.4F, 1e-3F) << "what can be done again still can";
    EXPECT_TRUE(session_->messages().empty());
    // Confirming a bone that was guessed is a change.
    const std::size_t before = steps();
    session_->execute(
        Edit{id(), SetBone{{ItemKind::bone, 0, static_cast<int>(Bone::hips)}, joint(Bone::hips)}});
    EXPECT_EQ(steps(), before + 1);
    EXPECT_EQ(figure().document().humanoids[0].bone_evidence[0].confidence, 1.0F);
}

TEST_F(SessionKeys, KeysAreTakenAwayHere) {
    session_->execute(ChooseClip{id(), -1});
    select(Bone::left_upper_arm);
    session_->execute(KeyPose{id(), false});
    session_->execute(SetTime{0.5});
    session_->execute(UnkeyPose{id(), false});
    EXPECT_EQ(session_->messages().back().title, "There is no key here");
    session_->execute(KeyPose{id(), false});
    EXPECT_EQ(figure().playing_clip()->channels[0].times.size(), 3U);
    session_->execute(UnkeyPose{id(), false});
    EXPECT_EQ(figure().playing_clip()->channels[0].times.size(), 2U);
}

TEST_F(SessionKeys, WhatIsCarriedOverIsBakedIntoKeysOfItsOwn) {
    std::ofstream(folder_ / "walk.bvh") << test::small_bvh(true);
    session_->execute(OpenFiles{{folder_ / "walk.bvh"}, false});
    for (int i = 0; i < 2000 && figure().plan() == nullptr; ++i) {
        session_->update(0.0);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ASSERT_NE(figure().plan(), nullptr);
    session_->execute(SetPlaying{false});
    session_->execute(SetTime{0.8});
    const float carried = seen(Bone::left_upper_leg);
    const std::size_t clips = figure().document().clips.size();
    session_->execute(KeyPose{id(), false});  // is rejected
    EXPECT_EQ(steps(), 0U);
    session_->execute(BakeClip{id()});
    ASSERT_EQ(figure().document().clips.size(), clips + 1);
    EXPECT_EQ(figure().plan(), nullptr);
    EXPECT_NEAR(seen(Bone::left_upper_leg), carried, 5e-3F);
    EXPECT_EQ(steps(), 1U);
    EXPECT_EQ(expect_valid(figure().document()), std::nullopt);
    // After undo it is remapped again, at the same time, and the reverse.
    session_->execute(Undo{});
    EXPECT_EQ(figure().document().clips.size(), clips);
    EXPECT_NE(figure().plan(), nullptr);
    EXPECT_EQ(session_->playback().time, 0.8);
    session_->execute(Redo{});
    EXPECT_EQ(figure().plan(), nullptr);
    ASSERT_NE(figure().playing_clip(), nullptr);
    EXPECT_EQ(figure().clip, static_cast<int>(clips));
    EXPECT_EQ(session_->playback().time, 0.8);
}

TEST_F(SessionKeys, PosesAreCopiedMirroredKeptAndBlended) {
    session_->execute(ChooseClip{id(), -1});
    turn(Bone::left_upper_leg, 0.6F);
    session_->execute(CopyPose{id()});
    session_->execute(StorePose{id(), "kick"});
    session_->execute(ResetPose{id(), true});
    EXPECT_NEAR(seen(Bone::left_upper_leg), 0.0F, 1e-3F);
    session_->execute(PastePose{id(), true});
    EXPECT_NEAR(seen(Bone::right_upper_leg), 0.6F, 2e-2F);
    EXPECT_NEAR(seen(Bone::left_upper_leg), 0.0F, 2e-2F);
    session_->execute(ResetPose{id(), true});
    const std::size_t before = steps();
    session_->execute(BeginGesture{id()});
    for (const float share : {0.2F, 0.9F, 0.5F})
        session_->execute(ApplyStoredPose{id(), "kick", share, false});
    session_->execute(EndGesture{});
    EXPECT_EQ(steps(), before + 1);
    EXPECT_NEAR(seen(Bone::left_upper_leg), 0.3F, 1e-3F);
    select(Bone::left_upper_leg);
    session_->execute(ResetPose{id(), false});
    EXPECT_NEAR(seen(Bone::left_upper_leg), 0.0F, 1e-3F);
    session_->execute(RenamePose{"kick", "high kick"});
    ASSERT_EQ(session_->poses().size(), 1U);
    EXPECT_EQ(session_->poses()[0].name, "high kick");
    session_->execute(ForgetPose{"high kick"});
    EXPECT_TRUE(session_->poses().empty());
}

TEST_F(SessionKeys, APoseOfJointsWithoutNamesComesBackJointByJoint) {
    std::ifstream file(source_folder() / "tests" / "data" / "boxman.gltf");
    nlohmann::json world = nlohmann::json::parse(file);
    for (nlohmann::json& node : world["nodes"]) node.erase("name");
    world.erase("extensions");  // no bones either: the pose is of joints alone
    Session session;
    ASSERT_TRUE(session.open_now({write("nameless.gltf", world.dump())}));
    const std::uint64_t id = session.figures().back().id;
    const auto document = [&]() -> const Document& { return session.figures().back().document(); };
    session.execute(ChooseClip{id, -1});
    const Item joint = joint_item(0, 5);
    const std::string name = label_of(document(), joint);
    EXPECT_EQ(name, "joint 5");
    session.execute(Edit{id, SetJointRotation{joint, axis_angle(vec3(1.0F, 0.0F, 0.0F), 0.6F)}});
    EXPECT_NE(session.undo_title().find(name), std::string::npos) << session.undo_title();
    const Document posed = document();
    session.execute(CopyPose{id});
    session.execute(ResetPose{id, true});
    ASSERT_FALSE(differences(posed, document()).empty());
    session.execute(PastePose{id, false});
    for (std::size_t i = 0; i < posed.nodes.size(); ++i) {
        const quat& then = posed.nodes[i].delta.rotation;
        EXPECT_GT(std::abs(glm::dot(then, document().nodes[i].delta.rotation)), 1.0F - 1e-6F) << i;
    }
}

TEST_F(SessionKeys, GhostsAndTrailsFollowTheClip) {
    session_->execute(ChooseClip{id(), -1});
    select(Bone::left_foot);
    session_->execute(KeyPose{id(), true});
    session_->execute(SetAutoKey{true});
    session_->execute(SetTime{0.5});
    turn(Bone::left_upper_leg, 1.0F);
    Onion onion;
    onion.before = 2;
    onion.after = 1;
    onion.trail = true;
    session_->execute(SetOnion{onion});
    ASSERT_EQ(figure().ghosts.size(), 3U);
    EXPECT_LT(figure().ghosts.front().distance, 0.0F);
    EXPECT_GT(figure().ghosts.back().distance, 0.0F);
    // Ghosts cast no shadows, and are not a floor of the file.
    EXPECT_TRUE(compose_frame(session_->frame_figures(), session_->view(), session_->camera()).floor.grid);
    ASSERT_EQ(figure().trails.size(), 1U);
    EXPECT_EQ(figure().trails[0].points.size(), 31U);
    EXPECT_GT(glm::length(figure().trails[0].points[15] - figure().trails[0].points[0]), 1e-3F);
    session_->execute(SetTime{0.0});
    EXPECT_EQ(figure().ghosts.size(), 1U);
    session_->execute(ChooseClip{id(), -1});
    EXPECT_TRUE(figure().ghosts.empty());
    EXPECT_TRUE(figure().trails.empty());
    // The reference pose needs no clip.
    session_->execute(SetOnion{});
    session_->execute(ShowReference{ReferenceKind::tpose});
    ASSERT_EQ(figure().ghosts.size(), 1U);
    EXPECT_EQ(figure().ghosts.front().distance, 0.0F);
    session_->execute(ShowReference{});
    EXPECT_TRUE(figure().ghosts.empty());
}

}  // namespace
}  // namespace vitruvian

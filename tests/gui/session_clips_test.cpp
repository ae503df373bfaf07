// Clips of other files on the open figure, in the session, without a window.
#include "app/session/session.h"
#include "model/core/at.h"
#include "tests/folders.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

namespace vitruvian {
namespace {

using test::small_bvh;

class SessionClips : public test::SessionTest {
  protected:
    void SetUp() override {
        write("walk.bvh", small_bvh(true));
        write("odd.bvh", small_bvh(false));
        ASSERT_TRUE(session_.show_builtin());
    }

    void open(const std::vector<std::filesystem::path>& files, bool add = false) {
        session_.execute(OpenFiles{files, add});
        wait();
    }
    void wait() {
        for (int i = 0; i < 3000 && session_.loading(); ++i) pause();
        for (int i = 0; i < 20; ++i) pause();
    }
    void pause() {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        session_.update(0.0);
    }
    const OpenFigure& figure(std::size_t i) const { return session_.figures()[i]; }
    /// The rotation of a bone's node from its reference (or the file's pose), in radians.
    float turn(std::size_t i, Bone bone) const {
        const auto node = static_cast<std::size_t>(figure(i).document().humanoids[0].bones[bone]);
        const Pose still = figure(i).plan() ? figure(i).plan()->base() : file_pose(figure(i).skeleton);
        const quat rest = still.local[node].rotation;
        const quat d = glm::conjugate(rest) * figure(i).pose.local[node].rotation;
        return 2.0F * std::atan2(glm::length(vec3(d.x, d.y, d.z)), std::abs(d.w));
    }

    const std::filesystem::path boxman_ = source_folder() / "tests" / "data" / "boxman.gltf";
};

TEST_F(SessionClips, AStepIsAFrameOfTheClip) {
    std::string film = small_bvh(true);
    const std::string half = "Frame Time: 0.5";
    film.replace(film.find(half), half.size(), "Frame Time: 0.0416667");
    std::ofstream(folder_ / "film.bvh") << film;
    ASSERT_TRUE(session_.open_now({folder_ / "film.bvh"}));
    session_.execute(SetPlaying{false});
    session_.execute(SetTime{0.0});
    session_.execute(StepFrames{1});
    EXPECT_NEAR(session_.clip_time(), 1.0 / 24.0, 1e-6);
}

TEST_F(SessionClips, AClipOfOneFrameIsAPoseAndNothingPlays) {
    std::string pose = small_bvh(true);
    const std::size_t motion = pose.find("Frames:");
    const std::size_t first = pose.find('\n', pose.find("Frame Time:")) + 1;
    pose = pose.substr(0, motion) + "Frames: 1\nFrame Time: 0.5\n" +
           pose.substr(first, pose.find('\n', first) + 1 - first);
    std::ofstream(folder_ / "pose.bvh") << pose;
    open({folder_ / "pose.bvh"});
    ASSERT_NE(figure(0).playing_clip(), nullptr);
    EXPECT_EQ(figure(0).playing_clip()->duration, 0.0);
    EXPECT_FALSE(session_.playback().playing) << "frames would be drawn for ever, all the same";
    session_.execute(SetPlaying{true});
    EXPECT_FALSE(session_.playback().playing);
}

TEST_F(SessionClips, AClipPlaysOnTheManikinAndShowsItsRig) {
    const Document before = figure(0).document();
    open({folder_ / "walk.bvh"});
    ASSERT_EQ(session_.figures().size(), 2U);
    ASSERT_TRUE(figure(0).plan() != nullptr);
    EXPECT_TRUE(session_.playback().playing);
    EXPECT_EQ(session_.clip_source(figure(0)), &figure(1));
    EXPECT_TRUE(session_.source_is_shown(figure(0)));
    session_.execute(SetTime{1.0});
    EXPECT_NEAR(turn(0, Bone::left_upper_leg), glm::radians(60.0F), 1e-3F);
    EXPECT_NEAR(turn(0, Bone::right_upper_leg), 0.0F, 1e-3F);
    // None of it is an edit.
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_TRUE(session_.undo_title().empty());
    EXPECT_EQ(figure(0).document().clips, before.clips);
    for (std::size_t i = 0; i < before.nodes.size(); ++i)
        EXPECT_EQ(figure(0).document().nodes[i].delta, before.nodes[i].delta);
}

TEST_F(SessionClips, SourceBesideTargetIsAsLargeAndInStep) {
    open({boxman_});
    const std::size_t count = session_.figures().size();
    open({folder_ / "walk.bvh"});
    ASSERT_EQ(session_.figures().size(), count + 1) << "a file of clips takes nobody's place";
    EXPECT_FALSE(figure(1).shown) << "only when asked";
    session_.execute(ShowSource{figure(0).id, true});
    EXPECT_TRUE(session_.source_is_shown(figure(0)));
    const std::vector<Figure> frames = session_.frame_figures();
    const float target = figure(0).shape.stance.height;
    EXPECT_NEAR(figure(1).shape.stance.height * placement_scale(frames[1]), target, 1e-3F * target);
    EXPECT_GT(glm::length(vec3(figure(1).placement[3])), 0.1F * target);
    for (const double time : {0.25, 0.8, 1.0}) {
        session_.execute(SetTime{time});
        const float wanted = glm::radians(60.0F * static_cast<float>(time));
        EXPECT_NEAR(turn(0, Bone::left_upper_leg), wanted, 2e-3F);
        EXPECT_NEAR(turn(1, Bone::left_upper_leg), wanted, 2e-3F);
    }
    session_.execute(ShowSource{figure(0).id, false});
    EXPECT_FALSE(figure(1).shown);
    EXPECT_TRUE(figure(0).plan() != nullptr);
}

TEST_F(SessionClips, ModeReferenceAndItsOwnClipAreChoices) {
    open({boxman_, folder_ / "walk.bvh"});
    ASSERT_TRUE(figure(0).plan() != nullptr);
    EXPECT_EQ(figure(0).plan()->mode(), RemapMode::world);
    RemapOptions options;
    options.mode = RemapMode::spec;
    options.target_reference = ReferenceKind::tpose;
    session_.execute(SetRemap{figure(0).id, options});
    EXPECT_EQ(figure(0).plan()->mode(), RemapMode::spec);
    EXPECT_EQ(figure(0).plan()->target_reference(), ReferenceKind::tpose);
    session_.execute(ChooseClip{figure(0).id, 0});
    EXPECT_FALSE(figure(0).plan() != nullptr);
    EXPECT_EQ(figure(0).playing_clip(), figure(0).document().clips[0].get());
    session_.execute(ChooseClip{figure(0).id, -1});
    EXPECT_EQ(figure(0).playing_clip(), nullptr);
    session_.execute(ChooseClip{figure(0).id, 0, 1000});
    session_.execute(ChooseClip{figure(0).id, 9, figure(1).id});
    EXPECT_EQ(figure(0).playing_clip(), nullptr) << "what there is not cannot be chosen";
}

TEST_F(SessionClips, ARigThatCannotBeMappedReportsWhyAndIsShown) {
    open({boxman_});
    open({folder_ / "odd.bvh"});
    ASSERT_EQ(session_.figures().size(), 2U);
    EXPECT_FALSE(figure(0).plan() != nullptr);
    EXPECT_TRUE(figure(1).shown);
    ASSERT_FALSE(session_.messages().empty());
    EXPECT_EQ(session_.messages().back().severity, Severity::warning);
    EXPECT_NE(session_.messages().back().text.find("moves no bone"), std::string::npos)
        << session_.messages().back().text;
}

TEST_F(SessionClips, ReloadKeepsWhatPlaysWhere) {
    open({folder_ / "walk.bvh"});
    session_.execute(SetTime{0.5});
    session_.execute(ReloadFiles{});
    wait();
    ASSERT_EQ(session_.figures().size(), 2U);
    EXPECT_TRUE(figure(0).path.empty());
    EXPECT_EQ(session_.clip_source(figure(0)), &figure(1));
    EXPECT_NEAR(turn(0, Bone::left_upper_leg), glm::radians(30.0F), 1e-3F);
}

TEST_F(SessionClips, AnEditOfTheBonesIsFollowed) {
    open({boxman_, folder_ / "walk.bvh"});
    session_.execute(SetTime{1.0});
    const auto& humanoid = figure(0).document().humanoids[0];
    const int hips = humanoid.bones[Bone::hips];
    int joint = -1;
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        if (humanoid.joints[j].node == hips) joint = static_cast<int>(j);
    }
    ASSERT_GE(joint, 0);
    session_.execute(
        Edit{figure(0).id,
             SetJointCentre{joint_item(0, joint), at(humanoid.joints, joint).centre + vec3(0, 0.01F, 0)}});
    EXPECT_TRUE(figure(0).plan() != nullptr);
    EXPECT_NEAR(turn(0, Bone::left_upper_leg), glm::radians(60.0F), 2e-3F);
}

TEST_F(SessionClips, JointsGoAndComeUnderAClipFromElsewhere) {
    open({folder_ / "walk.bvh"});
    ASSERT_NE(figure(0).plan(), nullptr);
    const std::size_t nodes = figure(0).pose.local.size();
    const Item elbow = find_joints(figure(0).document(), "l_elbow").at(0);
    session_.execute(Edit{figure(0).id, DeleteJoint{elbow}});
    EXPECT_LT(figure(0).pose.local.size(), nodes);
    EXPECT_EQ(figure(0).pose.local.size(), figure(0).skeleton.size());
    EXPECT_NE(figure(0).plan(), nullptr) << "plays on";
    session_.execute(Undo{});
    EXPECT_EQ(figure(0).pose.local.size(), nodes);
    EXPECT_NE(figure(0).plan(), nullptr);
}

TEST_F(SessionClips, AFigureThatTakesAnothersPlaceOffersToKeepBoth) {
    const auto other = source_folder() / "tests" / "data" / "boxman.wrl";
    open({other});
    open({boxman_});
    ASSERT_EQ(session_.figures().size(), 1U);
    ASSERT_FALSE(session_.messages().empty());
    ASSERT_EQ(session_.messages().back().offers.size(), 1U);
    session_.execute(std::get<Intent>(session_.messages().back().offers.front().what));
    wait();
    ASSERT_EQ(session_.figures().size(), 2U);
    session_.execute(ChooseClip{figure(1).id, 0, figure(0).id});
    EXPECT_TRUE(figure(1).plan() != nullptr) << "each plays the other's clips";
    EXPECT_TRUE(figure(0).shown);
}

}  // namespace
}  // namespace vitruvian

// Poses of a whole figure that plays a clip of a few of its joints: only poses that the clip would hide
// release it.
#include "tests/gui/boxman_session.h"

#include <algorithm>
#include <vector>

namespace vitruvian {
namespace {

/// A figure that plays a clip of only its left hand and foot, which holds them rotated by half a radian.
class ClipOfFewJoints : public test::BoxmanSession {
  protected:
    void SetUp() override {
        BoxmanSession::SetUp();
        session_->execute(ChooseClip{id(), -1});
        clip_ = static_cast<int>(figure().document().clips.size());
        const std::vector held = {Bone::left_hand, Bone::left_foot};
        session_->execute(Edit{id(), AddClip{"Few joints"}});
        for (const Bone bone : held) turn(bone, 0.5F);
        for (const Bone bone : held) {
            for (const float time : {0.0F, 1.0F})
                session_->execute(Edit{id(), SetKey{{ItemKind::clip, -1, clip_}, time, joint(bone)}});
        }
        for (const Bone bone : held) turn(bone, 0.0F);
        turn(Bone::left_upper_arm, 0.3F);
    }
    void play() {
        session_->execute(ChooseClip{id(), clip_});
        session_->execute(SetTime{0.5});
        ASSERT_NEAR(seen(Bone::left_hand), 0.5F, 1e-3F);
    }
    float stored(Bone bone) const {
        const auto node = static_cast<std::size_t>(figure().document().humanoids[0].bones[bone]);
        return 2.0F * std::acos(std::min(std::abs(figure().document().nodes[node].delta.rotation.w), 1.0F));
    }
    void expect_playing() const {
        EXPECT_EQ(figure().clip, clip_);
        EXPECT_DOUBLE_EQ(session_->playback().time, 0.5);
        EXPECT_NEAR(seen(Bone::left_hand), 0.5F, 1e-3F);
        EXPECT_LT(stored(Bone::left_hand), 1e-3F) << "the clip's pose is not the file's";
    }

    int clip_ = -1;
};

TEST_F(ClipOfFewJoints, AWholePoseIsAppliedUnderTheClip) {
    play();
    session_->execute(CopyPose{id()});
    session_->execute(StorePose{id(), "kept"});
    session_->execute(Edit{id(), SetJointRotation{joint(Bone::left_upper_arm), identity_quat}});
    session_->execute(PastePose{id()});
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.3F, 1e-3F);
    expect_playing();
    turn(Bone::left_upper_arm, 0.1F);
    session_->execute(BeginGesture{id()});
    for (const float share : {0.2F, 0.5F}) session_->execute(ApplyStoredPose{id(), "kept", share});
    session_->execute(EndGesture{});
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.2F, 1e-3F);
    expect_playing();
    session_->execute(Undo{});
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.1F, 1e-3F);
    expect_playing();
    select(Bone::left_upper_arm);
    session_->execute(ResetPose{id()});
    EXPECT_NEAR(seen(Bone::left_upper_arm), 0.0F, 1e-3F);
    expect_playing();
}

TEST_F(ClipOfFewJoints, OneSideIsPosedLikeTheOtherAsItIsSeen) {
    const Mirror to_right{{ItemKind::humanoid, -1, 0}, "left", {"pose"}};
    play();
    session_->execute(Edit{id(), to_right});
    EXPECT_NEAR(seen(Bone::right_upper_arm), 0.3F, 1e-3F);
    EXPECT_NEAR(seen(Bone::right_hand), 0.5F, 1e-3F) << "like the left hand that is seen";
    expect_playing();
    // Conversely, the clip's joints change.
    turn(Bone::right_hand, 0.2F);
    session_->execute(Edit{id(), Mirror{{ItemKind::humanoid, -1, 0}, "right", {"pose"}}});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    EXPECT_NEAR(seen(Bone::left_hand), 0.2F, 1e-3F);
    EXPECT_NEAR(seen(Bone::right_foot), 0.5F, 1e-3F);
    session_->execute(Undo{});
    expect_playing();
}

TEST_F(ClipOfFewJoints, APoseThatTheClipWouldHideBeginsAtWhatIsSeen) {
    session_->execute(CopyPose{id()});
    session_->execute(StorePose{id(), "flat"});
    play();
    session_->execute(ApplyStoredPose{id(), "flat", 0.5F});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    EXPECT_NEAR(seen(Bone::left_hand), 0.25F, 1e-3F);
    session_->execute(Undo{});
    expect_playing();
    // In a drag, everything is between what was visible at its start and the pose.
    session_->execute(BeginGesture{id()});
    for (const float share : {0.2F, 0.8F, 0.4F}) session_->execute(ApplyStoredPose{id(), "flat", share});
    session_->execute(EndGesture{});
    EXPECT_NEAR(seen(Bone::left_foot), 0.3F, 1e-3F);
    session_->execute(Undo{});
    expect_playing();
    select(Bone::left_foot);
    session_->execute(ResetPose{id()});
    EXPECT_EQ(figure().playing_clip(), nullptr);
    EXPECT_NEAR(seen(Bone::left_foot), 0.0F, 1e-3F);
    EXPECT_NEAR(seen(Bone::left_hand), 0.5F, 1e-3F) << "only the foot is reset";
}

}  // namespace
}  // namespace vitruvian

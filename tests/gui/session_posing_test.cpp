// Poses of a whole figure that plays a clip of a few of its joints: only poses that the clip would hide
// release it.
#include "app/session/several.h"
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

using SeveralJoints = test::BoxmanSession;

TEST_F(SeveralJoints, AreResetKeyedAndUnkeyedTogether) {
    session_->execute(ChooseClip{id(), -1});
    const std::vector both = {Bone::left_lower_arm, Bone::right_lower_arm};
    for (const Bone bone : both) turn(bone, 0.5F);
    turn(Bone::left_upper_leg, 0.3F);
    session_->execute(SelectMany{{{id(), joint(both[0])}, {id(), joint(both[1])}}});
    session_->execute(ResetPose{id(), false});
    for (const Bone bone : both) EXPECT_NEAR(seen(bone), 0.0F, 1e-4F);
    EXPECT_NEAR(seen(Bone::left_upper_leg), 0.3F, 1e-3F);
    EXPECT_NE(session_->undo_title().find("and 1 more"), std::string::npos) << session_->undo_title();
    session_->execute(Undo{});
    for (const Bone bone : both) EXPECT_NEAR(seen(bone), 0.5F, 1e-3F);

    session_->execute(ChooseClip{id(), 0});
    session_->execute(SetTime{0.3});
    const auto keyed = [&] {
        int count = 0;
        for (const Channel& channel : figure().playing_clip()->channels) {
            const bool is_one = std::any_of(both.begin(), both.end(), [&](Bone bone) {
                return channel.node == figure().document().humanoids[0].bones[bone];
            });
            const auto& times = channel.times;
            if (is_one && std::any_of(times.begin(), times.end(), [](float t) { return t == 0.3F; })) ++count;
        }
        return count;
    };
    ASSERT_EQ(keyed(), 0);
    session_->execute(KeyPose{id(), false});
    EXPECT_EQ(keyed(), 2);
    session_->execute(UnkeyPose{id(), false});
    EXPECT_EQ(keyed(), 0);
}

TEST_F(SeveralJoints, GetLimitsAndStiffnessOfOneAndAreDeleted) {
    const Item from = joint(Bone::left_lower_arm);
    const std::vector<Item> items = {
        from, joint(Bone::right_lower_arm), joint(Bone::left_lower_leg), {ItemKind::displacer, -1, 0}};
    const std::vector<Item> others = other_joints(items, from);
    ASSERT_EQ(others.size(), 2U);
    session_->execute(Edit{id(), SetJointLimits{from, vec3(-1.0F), vec3(0.5F)}});
    session_->execute(Edit{id(), SetJointLimitOrientation{from, vec3(0.0F, 1.0F, 0.0F), 0.4F}});
    session_->execute(Edit{id(), SetJointStiffness{from, vec3(0.25F)}});
    session_->execute(Edit{id(), give_limits(figure().document(), from, others)});
    session_->execute(Edit{id(), give_stiffness(figure().document(), from, others)});
    const std::vector<Joint> joints = figure().document().humanoids[0].joints;
    for (const Item& item : others) {
        const Joint& joint = joints[static_cast<std::size_t>(item.index)];
        EXPECT_EQ(joint.lower_limit, vec3(-1.0F));
        EXPECT_EQ(joint.upper_limit, vec3(0.5F));
        EXPECT_NEAR(joint.limit_orientation.y, std::sin(0.2F), 1e-6F);
        EXPECT_EQ(joint.stiffness, vec3(0.25F));
    }
    const std::size_t displacers = figure().document().displacers.size();
    const auto command = delete_items(figure().document(), items);
    ASSERT_TRUE(command);
    session_->execute(Edit{id(), *command});
    EXPECT_EQ(figure().document().humanoids[0].joints.size(), joints.size() - 3);
    EXPECT_EQ(figure().document().displacers.size(), displacers - 1);
    for (const Bone bone : {Bone::left_lower_arm, Bone::right_lower_arm, Bone::left_lower_leg})
        EXPECT_LT(figure().document().humanoids[0].bones[bone], 0);
    EXPECT_FALSE(delete_items(figure().document(), {}));
}

TEST_F(SeveralJoints, ATurnAboutOneAxisIsWrittenAsThatAxis) {
    const quat turn = normalized_or_identity(axis_angle(vec3(0.3F, 0.5F, 0.2F), 0.7F));
    const quat there = glm::conjugate(turn) * (axis_angle(vec3(1.0F, 0.0F, 0.0F), 0.5235988F) * turn);
    const quat back = turn * there * glm::conjugate(turn);
    EXPECT_EQ(SetJointRotation(Item{}, back).axis, vec3(1.0F, 0.0F, 0.0F));
    // A turn that is as small as that is one.
    EXPECT_NEAR(SetJointRotation(Item{}, axis_angle(vec3(0.0F, 1.0F, 0.0F), 1e-6F)).axis.y, 1.0F, 1e-6F);
}

}  // namespace
}  // namespace vitruvian

// Inverse kinematics in the viewport, without a window: what is dragged, what follows and what stays.
#include "app/tools/reach_drag.h"
#include "model/figure/joint_angles.h"
#include "tests/gui/tools_fixture.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

class ReachTest : public test::ToolsTest {
  protected:
    [[nodiscard]] std::string hips() const {
        return at(document().nodes, document().humanoids.front().bones[Bone::hips]).name;
    }
};

TEST_F(ReachTest, ReachingBringsTheHandAndPinsHold) {
    tools_.kind = ToolKind::reach;
    select("r_talocrural");
    tools_.toggle_pins(session_);
    ASSERT_EQ(tools_.pins().size(), 1U);
    const vec3 foot = position("r_talocrural");
    const vec2 from = seen(position("l_radiocarpal"));
    const vec2 to = from + vec2(30.0F, -40.0F);
    drag(from, to, 12);
    EXPECT_EQ(session_.selection().item, joint("l_radiocarpal"));
    EXPECT_LT(glm::length(seen(position("l_radiocarpal")) - to), 2.0F);
    EXPECT_LT(glm::length(position("r_talocrural") - foot), 0.01F);
    EXPECT_EQ(session_.undo_title(), "Reach with l_radiocarpal");
    session_.execute(Undo{});
    EXPECT_TRUE(session_.undo_title().empty());
    EXPECT_LT(glm::length(seen(position("l_radiocarpal")) - from), 0.1F);
    // The ankle stays pinned, whatever index it has after an edit.
    session_.execute(Edit{id(), DeleteJoint{joint("l_hip")}});
    frame();
    ASSERT_EQ(tools_.pins().size(), 1U);
    EXPECT_EQ(tools_.pins().front().item, joint("r_talocrural"));
    session_.execute(Undo{});
    frame();
    EXPECT_EQ(tools_.pins().front().item, joint("r_talocrural"));
    select("r_talocrural");
    tools_.toggle_pins(session_);
    EXPECT_TRUE(tools_.pins().empty());
}

TEST_F(ReachTest, TheCommandPosesAsADragDoes) {
    tools_.kind = ToolKind::reach;
    const Document before = document();
    const Pose start = file_pose(make_skeleton(before));
    const vec2 from = seen(position("l_radiocarpal"));
    drag(from, from + vec2(60.0F, -90.0F), 24);
    const OpenFigure& figure = session_.figures().front();
    const int hand = node_of(before, joint("l_radiocarpal"));
    const vec3 place(at(figure.world, hand)[3]);
    const IkResult result = reach(before, 0, start, {{{hand, place}}}, {});
    EXPECT_TRUE(result.reached);
    const std::vector<mat4> world = world_matrices(make_skeleton(before), result.pose);
    // The way of the pointer makes a little of it; a trunk that turns with the arm takes the other hand along.
    for (const char* name : {"l_elbow", "l_shoulder", "skullbase", "r_shoulder", "r_radiocarpal"}) {
        const int node = node_of(before, joint(name));
        const vec3 apart = vec3(at(world, node)[3]) - vec3(at(figure.world, node)[3]);
        EXPECT_LT(glm::length(apart), 0.05F) << name;
    }
}

TEST_F(ReachTest, AClipThatHoldsNothingOfWhatFollowsPlaysOn) {
    const auto clip = static_cast<int>(document().clips.size());
    const Item item{ItemKind::clip, -1, clip};
    session_.execute(
        Edit{id(), SetJointRotation{joint("r_elbow"), axis_angle(vec3(1.0F, 0.0F, 0.0F), -0.5F)}});
    session_.execute(Edit{id(), AddClip{"Right elbow"}});
    for (const float time : {0.0F, 1.0F}) session_.execute(Edit{id(), SetKey{item, time, joint("r_elbow")}});
    session_.execute(Edit{id(), SetJointRotation{joint("r_elbow"), identity_quat}});
    session_.execute(ChooseClip{id(), clip});
    session_.execute(SetTime{0.3});
    tools_.kind = ToolKind::reach;
    const vec3 right = position("r_radiocarpal");
    const vec2 from = seen(position("l_radiocarpal"));
    const vec2 to = from + vec2(20.0F, -30.0F);
    drag(from, to, 12);
    EXPECT_EQ(session_.figures().front().clip, clip);
    EXPECT_DOUBLE_EQ(session_.playback().time, 0.3);
    EXPECT_LT(glm::length(seen(position("l_radiocarpal")) - to), 2.0F);
    EXPECT_LT(glm::length(delta("r_elbow") - identity_quat), 1e-6F) << "the clip's pose is not the file's";
    session_.execute(Undo{});
    EXPECT_LT(glm::length(position("r_radiocarpal") - right), 1e-6F);
    const vec2 hand = seen(right);
    drag(hand, hand + vec2(-20.0F, -30.0F), 12);
    EXPECT_EQ(session_.figures().front().clip, -1) << "its elbow would not be seen to follow";
    EXPECT_LT(glm::length(seen(position("r_radiocarpal")) - hand - vec2(-20.0F, -30.0F)), 2.0F);
}

TEST_F(ReachTest, HipsStayOrAreFreeAndPinsMayTurn) {
    tools_.kind = ToolKind::reach;
    const auto shortfall_of = [&](ReachRoot root) {
        tools_.reach.root = root;
        const vec3 hips = position("sacroiliac");
        const vec2 from = seen(position("l_radiocarpal"));
        const vec2 to = from + vec2(420.0F, -260.0F);  // further than the body reaches
        move(from);
        press(from);
        for (int i = 1; i <= 20; ++i) move(from + (to - from) * (static_cast<float>(i) / 20.0F));
        const float left = glm::length(seen(position("l_radiocarpal")) - to);
        const float moved = glm::length(position("sacroiliac") - hips);
        const std::string said = marks_.readouts.empty() ? "" : marks_.readouts.front().text;
        EXPECT_EQ(said.ends_with(" m short"), root == ReachRoot::fixed)
            << "in the unit of typed moves: " << said;
        release();
        session_.execute(Undo{});
        return std::pair(left, moved);
    };
    const auto [fixed_left, fixed_moved] = shortfall_of(ReachRoot::fixed);
    const auto [free_left, free_moved] = shortfall_of(ReachRoot::free);
    EXPECT_LT(free_left, 0.5F * fixed_left);
    EXPECT_GT(fixed_left, 10.0F);
    EXPECT_GT(free_moved, 0.05F);
    EXPECT_LT(fixed_moved, free_moved);

    tools_.reach.root = ReachRoot::free;
    select("r_talocrural");
    tools_.toggle_pins(session_);
    const auto turned_by = [&](bool pins_turn) {
        tools_.reach.pins_turn = pins_turn;
        const auto turn = [&] {
            return glm::quat_cast(
                mat3(at(session_.figures().front().world, node_of(document(), joint("r_talocrural")))));
        };
        const quat before = turn();
        const vec3 foot = position("r_talocrural");
        const vec2 from = seen(position("l_radiocarpal"));
        drag(from, from + vec2(60.0F, 120.0F), 20);
        EXPECT_LT(glm::length(position("r_talocrural") - foot), 0.02F);
        const float angle = angle_between(turn(), before);
        session_.execute(Undo{});
        return angle;
    };
    const float held = turned_by(false);
    EXPECT_LT(held, 0.05F);
    EXPECT_GT(turned_by(true), held);
}

TEST_F(ReachTest, AnArmGoesBeforeTheTrunk) {
    tools_.kind = ToolKind::reach;
    const vec3 head = position("skullbase");
    const vec2 from = seen(position("l_radiocarpal"));
    const vec2 to = from + vec2(45.0F, -75.0F);
    drag(from, to, 12);
    EXPECT_LT(glm::length(seen(position("l_radiocarpal")) - to), 2.0F);
    EXPECT_LT(glm::length(position("skullbase") - head), 0.08F);
}

TEST_F(ReachTest, OfARigWithoutBonesTheEndsOfItsChainsAreSeized) {
    Document plain = document();
    plain.humanoids.front().bones = {};
    const std::vector<Item> ends = common_effectors(plain, 0);
    EXPECT_NE(std::find(ends.begin(), ends.end(), joint("l_carpal_distal_interphalangeal_2")), ends.end());
    EXPECT_EQ(std::find(ends.begin(), ends.end(), joint("l_elbow")), ends.end());
    EXPECT_LT(ends.size(), 40U);
}

TEST_F(ReachTest, KneesWithoutLimitsBendForward) {
    // Straight legs, in a file that does not specify their bending direction.
    const int count = static_cast<int>(document().humanoids.front().joints.size());
    for (int j = 0; j < count; ++j) session_.execute(Edit{id(), SetJointLimits{joint_item(0, j), {}, {}}});
    ASSERT_FALSE(data("l_knee").upper_limit);
    tools_.kind = ToolKind::reach;
    frame();
    const vec3 knee = position("l_knee");
    const vec3 feet[] = {position("l_talocrural"), position("r_talocrural")};
    const vec2 from = handle("tool/reach/" + hips());
    drag(from, from + vec2(0.0F, 60.0F), 12);
    EXPECT_GT(position("l_knee").z - knee.z, 0.1F);
    EXPECT_NEAR(position("l_knee").z, position("r_knee").z, 0.05F);
    EXPECT_LT(std::abs(position("l_knee").x - knee.x), 0.08F) << "and not sideways";
    EXPECT_LT(glm::length(position("l_talocrural") - feet[0]), 0.01F);
    EXPECT_LT(glm::length(position("r_talocrural") - feet[1]), 0.01F);
    const vec2 hand = seen(position("l_radiocarpal"));
    drag(hand, hand + vec2(-20.0F, -90.0F), 12);
    const vec3 angles = swing_twist_angles(delta("l_elbow"));
    EXPECT_LT(angles.x, -0.3F) << "the elbow bends forward";
    EXPECT_NEAR(angles.z, 0.0F, 1e-3F);
}

TEST_F(ReachTest, HipsThatStayKeepTheFeetWhereTheyAre) {
    tools_.kind = ToolKind::reach;
    const vec3 feet[] = {position("l_talocrural"), position("r_talocrural")};
    const vec3 head = position("skullbase");
    const vec2 from = seen(position("l_radiocarpal"));
    drag(from, from + vec2(420.0F, -260.0F), 20);  // further than the arm reaches
    EXPECT_GT(glm::length(position("skullbase") - head), 0.02F) << "the trunk comes along";
    EXPECT_LT(glm::length(position("l_talocrural") - feet[0]), 1e-4F);
    EXPECT_LT(glm::length(position("r_talocrural") - feet[1]), 1e-4F);
}

TEST_F(ReachTest, SeveralSelectedJointsAreDraggedTogether) {
    tools_.kind = ToolKind::reach;
    session_.execute(SelectMany{{{id(), joint("r_radiocarpal")}, {id(), joint("l_radiocarpal")}}});
    frame();
    const vec3 right = position("r_radiocarpal");
    const vec3 left = position("l_radiocarpal");
    const vec2 from = seen(left);
    drag(from, from + vec2(0.0F, -60.0F), 12);
    const vec3 way = position("l_radiocarpal") - left;
    EXPECT_GT(way.y, 0.1F);
    EXPECT_LT(glm::length(position("r_radiocarpal") - right - way), 0.005F)
        << "the other hand goes the same way";
    EXPECT_EQ(session_.undo_title(), "Reach with l_radiocarpal and 1 more");
    EXPECT_EQ(session_.view().also_selected.size(), 1U) << "both stay selected";
    session_.execute(Undo{});
    frame();
    // What is not among the selected joints goes alone.
    const vec2 head = seen(position("skullbase"));
    drag(head, head + vec2(12.0F, 4.0F), 6);
    EXPECT_EQ(session_.selection().item, joint("skullbase"));
}

TEST_F(ReachTest, FeetHoldWhileHipsAreDraggedDown) {
    tools_.kind = ToolKind::reach;
    frame();
    const vec3 feet[] = {position("l_talocrural"), position("r_talocrural")};
    const vec3 start = position("humanoid_root");
    const vec2 from = seen(start);
    for (const float down : {0.10F, 0.24F, 0.60F}) {
        const vec2 to = seen(start - vec3(0.0F, down, 0.0F));
        drag(from, to, 24);
        for (int side = 0; side < 2; ++side) {
            const vec3 foot = position(side == 0 ? "l_talocrural" : "r_talocrural");
            EXPECT_LT(glm::length(foot - feet[side]), 1e-3F) << "by " << down << " m";
        }
        EXPECT_LT(glm::length(seen(position("humanoid_root")) - to), 6.0F) << "people sit back, by " << down;
        session_.execute(Undo{});
        frame();
    }
}

TEST_F(ReachTest, WhatIsOutOfReachDoesNotTremble) {
    tools_.kind = ToolKind::reach;
    frame();
    const vec2 from = seen(position("l_radiocarpal"));
    move(from);
    press(from);
    for (int i = 1; i <= 30; ++i) move(from + vec2(20.0F, -14.0F) * static_cast<float>(i));
    for (int i = 0; i < 60; ++i) move(from + vec2(600.0F + static_cast<float>(i % 2), -420.0F));
    Pose before = session_.figures().front().pose;
    for (int i = 0; i < 30; ++i) {
        move(from + vec2(600.0F + static_cast<float>(i % 2), -420.0F));
        const Pose& now = session_.figures().front().pose;
        for (std::size_t n = 0; n < now.local.size(); ++n)
            EXPECT_LT(angle_between(now.local[n].rotation, before.local[n].rotation), glm::radians(0.6F))
                << n;
        before = now;
    }
    release();
    EXPECT_NE(session_.undo_title(), "");
}

}  // namespace
}  // namespace vitruvian

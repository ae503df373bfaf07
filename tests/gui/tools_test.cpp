// The tools of the viewport without a window: from pointer and key input to edits of the session.
#include "model/core/decimal.h"
#include "model/edit/edit_parts.h"
#include "model/figure/joint_angles.h"
#include "tests/gui/tools_fixture.h"

#include <cmath>
#include <random>

namespace vitruvian {
namespace {

using test::ToolsTest;

void expect_same_turn(const quat& is, const quat& should_be, float tolerance) {
    EXPECT_LT(angle_between(is, should_be), tolerance) << is.w << " " << is.x << " " << is.y << " " << is.z;
}

TEST(ToolView, PlacesAndRaysAreInverse) {
    std::mt19937 random(3);
    const auto real = [&random](float low, float high) {
        return low + (high - low) * static_cast<float>(random()) / static_cast<float>(std::mt19937::max());
    };
    for (int i = 0; i < 200; ++i) {
        Camera camera;
        camera.yaw = real(-3.0F, 3.0F);
        camera.pitch = real(-1.5F, 1.5F);
        camera.orthographic = i % 2 == 0;
        const ToolView view(camera, vec2(real(100.0F, 2000.0F), real(100.0F, 1500.0F)), 1.5F);
        const vec3 point = camera.target + vec3(real(-0.8F, 0.8F), real(-0.8F, 0.8F), real(-0.8F, 0.8F));
        const std::optional<vec2> place = view.place(point);
        ASSERT_TRUE(place);
        const Ray ray = view.ray(*place);
        const vec3 along = point - ray.origin;
        EXPECT_LT(glm::length(along - ray.direction * glm::dot(along, ray.direction)), 1e-4F);
        // A design unit has the stated length there.
        const vec2 next = view.place(point + view.right() * view.length_of_px(point)).value();
        EXPECT_NEAR(glm::length(next - *place), 1.5F, 2e-2F);
    }
}

TEST_F(ToolsTest, WhatIsPointedAtIsAskedAgainWhereTheCameraMoved) {
    picked_ = {id(), joint("l_knee")};
    move(vec2(400.0F, 300.0F));
    EXPECT_EQ(session_.hovered(), picked_);
    const Selection before = picked_;
    picked_ = {id(), joint("l_hip")};
    frame();
    EXPECT_EQ(session_.hovered(), before) << "nothing moved: nobody looks";
    session_.execute(OrbitCamera{0.3F, 0.0F});
    frame();
    frame();
    EXPECT_EQ(session_.hovered(), picked_);
}

TEST_F(ToolsTest, TypedNumbersAreExactAndOneUndoStep) {
    select("l_elbow");
    tools_.start(TransformKind::rotate);
    frame();
    EXPECT_TRUE(tools_.busy());
    type("X30");
    ASSERT_EQ(marks_.readouts.size(), 1U);
    EXPECT_EQ(marks_.readouts.front().text, "X local  [30]\u00B0");
    type("\r");
    EXPECT_FALSE(tools_.busy());
    EXPECT_FALSE(session_.in_gesture());
    expect_same_turn(delta("l_elbow"), axis_angle(vec3(1.0F, 0.0F, 0.0F), glm::radians(30.0F)), 1e-5F);
    EXPECT_EQ(session_.undo_title(), "Rotate l_elbow");
    session_.execute(Undo{});
    expect_same_turn(delta("l_elbow"), identity_quat, 1e-6F);
    EXPECT_TRUE(session_.undo_title().empty());
}

TEST_F(ToolsTest, TheSameAxisTwiceIsOfTheOtherFrameAndThriceNone) {
    select("l_elbow");
    tools_.start(TransformKind::rotate);
    frame();
    type("Z9");
    EXPECT_EQ(marks_.readouts.front().text, "Z local  [9]\u00B0");
    type("Z");
    EXPECT_EQ(marks_.readouts.front().text, "Z world  [9]\u00B0");
    type("Z");
    EXPECT_EQ(marks_.readouts.front().text, "[9]\u00B0");
    type({"-\x1b", 2});
    EXPECT_TRUE(session_.undo_title().empty());
}

TEST_F(ToolsTest, ARingTurnsByTheAngleThatThePointerGoes) {
    for (const bool snaps : {false, true}) {
        select("l_shoulder");
        tools_.kind = ToolKind::rotate;
        tools_.frame = GizmoFrame::world;
        const vec3 pivot = position("l_shoulder");
        const vec2 from = handle("tool/gizmo/z");
        const vec3 axis(0.0F, 0.0F, 1.0F);
        const vec3 arm = meet_plane(input_.view.ray(from), pivot, axis).value() - pivot;
        input_.ctrl = snaps;
        drag(from, seen(pivot + glm::angleAxis(glm::radians(38.2F), axis) * arm), 9);
        input_.ctrl = false;
        // The shoulder and all its ancestors have no rest rotation.
        expect_same_turn(delta("l_shoulder"), axis_angle(axis, glm::radians(snaps ? 40.0F : 38.2F)), 2e-3F);
        session_.execute(Undo{});
        EXPECT_TRUE(session_.undo_title().empty());
    }
}

TEST_F(ToolsTest, TheFrameOfTheSelectedJointIsShownByEveryTool) {
    select("l_elbow");
    const quat turn = axis_angle(vec3(0.0F, 0.0F, 1.0F), glm::radians(40.0F));
    session_.execute(Edit{id(), SetJointRotation{joint("l_elbow"), turn}});
    const vec2 middle = seen(position("l_elbow"));
    const float length = own_axis_length * input_.view.length_of_px(position("l_elbow"));
    const vec2 end = seen(position("l_elbow") + turn * vec3(length, 0.0F, 0.0F));
    for (const ToolKind kind : {ToolKind::select, ToolKind::rotate, ToolKind::limits, ToolKind::reach}) {
        tools_.kind = kind;
        frame();
        const bool drawn = std::any_of(marks_.shapes.begin(), marks_.shapes.end(), [&](const auto& shape) {
            const auto* stroke = std::get_if<ToolStroke>(&shape);
            return stroke != nullptr && stroke->points.size() == 2 &&
                   glm::length(stroke->points[0] - middle) < 0.5F &&
                   glm::length(stroke->points[1] - end) < 0.5F;
        });
        EXPECT_TRUE(drawn) << "tool " << static_cast<int>(kind);
    }
}

TEST_F(ToolsTest, WhereTheBrushIsNoHandleIsInItsWay) {
    select("l_shoulder");
    tools_.kind = ToolKind::rotate;
    const vec2 from = handle("tool/gizmo/z");
    frame();
    EXPECT_FALSE(marks_.shapes.empty());
    input_.handles = false;
    drag(from, from + vec2(30.0F, 30.0F));
    EXPECT_TRUE(marks_.shapes.empty());
    EXPECT_TRUE(session_.undo_title().empty());
}

TEST_F(ToolsTest, AnArrowMovesAlongItsAxisInWholeCentimetres) {
    session_.execute(Select{{id(), {ItemKind::humanoid, -1, 0}}});
    tools_.kind = ToolKind::move;
    tools_.frame = GizmoFrame::world;
    const vec3 before = position("l_elbow");
    const vec2 from = handle("tool/gizmo/x");
    input_.ctrl = true;
    drag(from, from + vec2(57.0F, 9.0F));
    const vec3 moved =
        (position("l_elbow") - before) * session_.figures().front().shape.stance.metres_per_unit;
    EXPECT_GT(std::abs(moved.x), 0.02F);
    EXPECT_NEAR(moved.x * 100.0F, std::round(moved.x * 100.0F), 1e-3F);
    EXPECT_NEAR(moved.y, 0.0F, 1e-5F);
    EXPECT_NEAR(moved.z, 0.0F, 1e-5F);
}

TEST_F(ToolsTest, CancellingLeavesNothingAndKeepsWhatCanBeDoneAgain) {
    session_.execute(Edit{id(), SetJointStiffness{joint("l_knee"), vec3(0.5F)}});
    session_.execute(Undo{});
    const std::string redo = session_.redo_title();
    ASSERT_FALSE(redo.empty());
    select("l_elbow");
    tools_.start(TransformKind::rotate);
    frame();
    move(vec2(300.0F, 100.0F));
    move(vec2(500.0F, 300.0F));
    EXPECT_GT(angle_between(delta("l_elbow"), identity_quat), 0.01F);
    press(input_.at, PointerButton::right);
    release();
    EXPECT_FALSE(tools_.busy());
    EXPECT_EQ(delta("l_elbow"), identity_quat);
    EXPECT_TRUE(session_.undo_title().empty());
    EXPECT_EQ(session_.redo_title(), redo);
    EXPECT_FALSE(session_.has_unsaved_edits());
    session_.execute(Redo{});
    EXPECT_EQ(data("l_knee").stiffness, vec3(0.5F));
}

TEST_F(ToolsTest, TheEndOfALimitIsDragged) {
    session_.execute(Edit{id(), SetJointLimits{joint("l_elbow"), vec3(-1.0F), vec3(1.0F)}});
    select("l_elbow");
    tools_.kind = ToolKind::limits;
    frame();
    const auto handles = limit_handles(session_.figures().front(), joint("l_elbow"), input_.view).value();
    const LimitFan& fan = handles.fans.front();
    const vec2 from = handle("tool/limit/x/upper");
    drag(from, seen(fan.place(0.7F, 1.0F)));
    EXPECT_NEAR(data("l_elbow").upper_limit->x, 0.7F, 2e-2F);
    EXPECT_EQ(data("l_elbow").upper_limit->y, 1.0F);
    EXPECT_EQ(data("l_elbow").lower_limit, vec3(-1.0F));
    session_.execute(Undo{});
    EXPECT_EQ(data("l_elbow").upper_limit, vec3(1.0F));
    // A number that is typed while the handle is held; one end cannot pass the other.
    press(handle("tool/limit/x/lower"));
    type("-20\r");
    input_.held.reset();
    frame();
    EXPECT_NEAR(data("l_elbow").lower_limit->x, glm::radians(-20.0F), 1e-5F);
    press(handle("tool/limit/x/lower"));
    type("80");
    ASSERT_EQ(marks_.readouts.size(), 1U);
    EXPECT_EQ(marks_.readouts.front().text, "X lower  [80]\u00B0   at most 57.3\u00B0");
    type("\r");
    EXPECT_FLOAT_EQ(data("l_elbow").lower_limit->x, 1.0F);
}

TEST_F(ToolsTest, AHandleThatIsClickedTakesANumber) {
    session_.execute(Edit{id(), SetJointLimits{joint("l_elbow"), vec3(-1.0F), vec3(1.0F)}});
    select("l_elbow");
    tools_.kind = ToolKind::limits;
    frame();
    press(handle("tool/limit/x/upper"));
    release();
    EXPECT_TRUE(tools_.busy());
    // The pointer may move anywhere.
    move(input_.at + vec2(60.0F, 40.0F));
    EXPECT_EQ(data("l_elbow").upper_limit, vec3(1.0F));
    type("35\r");
    EXPECT_FALSE(tools_.busy());
    EXPECT_NEAR(data("l_elbow").upper_limit->x, glm::radians(35.0F), 1e-5F);
    session_.execute(Undo{});
    EXPECT_EQ(data("l_elbow").upper_limit, vec3(1.0F));
    // Esc cancels, and so does a click without a number.
    press(handle("tool/limit/x/lower"));
    release();
    type("7\x1b");
    EXPECT_FALSE(tools_.busy());
    press(handle("tool/limit/x/lower"));
    release();
    press(vec2(5.0F, 5.0F));
    release();
    EXPECT_FALSE(tools_.busy());
    EXPECT_EQ(data("l_elbow").lower_limit, vec3(-1.0F));
}

TEST_F(ToolsTest, BothSidesAreMovedAndScaled) {
    tools_.symmetric = true;
    const vec3 left = position("l_elbow");
    const vec3 right = position("r_elbow");
    select("l_elbow");
    tools_.start(TransformKind::move);
    frame();
    type("Z.05\r");
    const vec3 left_way = position("l_elbow") - left;
    const vec3 right_way = position("r_elbow") - right;
    EXPECT_NEAR(glm::length(left_way), 0.05F, 1e-4F);
    EXPECT_LT(glm::length(right_way - vec3(-left_way.x, left_way.y, left_way.z)), 1e-4F);
    tools_.start(TransformKind::scale);
    frame();
    type("2\r");
    for (const char* name : {"l_elbow", "r_elbow"}) {
        const vec3 scale = at(document().nodes, node_of(document(), joint(name))).delta.scale;
        EXPECT_LT(glm::length(scale - vec3(2.0F)), 1e-4F) << name;
    }
    session_.execute(Undo{});
    session_.execute(Undo{});
    EXPECT_EQ(position("r_elbow"), right);
}

TEST_F(ToolsTest, StiffnessGrowsOutwards) {
    select("l_shoulder");
    tools_.kind = ToolKind::limits;
    frame();
    const vec2 from = handle("tool/limit/y/stiffness");
    const vec2 middle =
        seen(limit_handles(session_.figures().front(), joint("l_shoulder"), input_.view)->fans.at(1).middle);
    input_.ctrl = true;
    drag(from, from + glm::normalize(from - middle) * 35.0F);
    ASSERT_TRUE(data("l_shoulder").stiffness);
    EXPECT_FLOAT_EQ(data("l_shoulder").stiffness->y, 0.7F);
    EXPECT_EQ(data("l_shoulder").stiffness->x, 0.0F);
    EXPECT_NE(data("r_shoulder").stiffness->y, 0.7F) << "not a symmetric edit";
}

TEST_F(ToolsTest, AStiffnessRingSeizedOverItsMiddleGrowsUpwardsOnBothSides) {
    const OpenFigure& figure = session_.figures().front();
    const LimitHandles handles = *limit_handles(figure, joint("l_elbow"), input_.view);
    const vec2 middle = seen(handles.fans.at(0).middle);
    const vec3 before = *data("l_elbow").stiffness;
    input_.at = middle + vec2(0.0F, 3.0F);
    LimitDrag drag(figure, handles, {LimitPart::Kind::stiffness, 0}, true, input_);
    input_.at = middle + vec2(0.0F, -32.0F);
    drag.follow(input_);
    const std::optional<Command> command = drag.command();
    ASSERT_TRUE(command);
    session_.execute(Edit{id(), *command});
    for (const char* name : {"l_elbow", "r_elbow"})
        EXPECT_EQ(*data(name).stiffness, vec3(before.x + 0.5F, before.y, before.z)) << name;
    EXPECT_EQ(session_.undo_title(), "Set stiffness of l_elbow");
}

TEST_F(ToolsTest, SeveralJointsTurnTogether) {
    session_.execute(
        SelectMany{{{id(), joint("l_elbow")}, {id(), joint("r_elbow")}, {id(), joint("l_knee")}}});
    EXPECT_EQ(gizmo_items(session_).size(), 3U);
    tools_.start(TransformKind::rotate);
    frame();
    type("X20\r");
    const quat turned = axis_angle(vec3(1.0F, 0.0F, 0.0F), glm::radians(20.0F));
    for (const char* name : {"l_elbow", "r_elbow", "l_knee"}) expect_same_turn(delta(name), turned, 1e-5F);
    EXPECT_EQ(session_.undo_title(), "Rotate l_elbow and 2 more");
    session_.execute(Undo{});
    for (const char* name : {"l_elbow", "r_elbow", "l_knee"}) EXPECT_EQ(delta(name), identity_quat);
}

TEST_F(ToolsTest, TheOtherSideFollowsMirrored) {
    tools_.symmetric = true;
    select("l_shoulder");
    tools_.start(TransformKind::rotate);
    frame();
    type("Z25\r");
    expect_same_turn(delta("l_shoulder"), axis_angle(vec3(0.0F, 0.0F, 1.0F), glm::radians(25.0F)), 1e-5F);
    expect_same_turn(delta("r_shoulder"), axis_angle(vec3(0.0F, 0.0F, 1.0F), glm::radians(-25.0F)), 1e-4F);
    session_.execute(Undo{});
    EXPECT_EQ(delta("r_shoulder"), identity_quat);
}

TEST_F(ToolsTest, AnotherGestureEndsItAndNothingIsLeftHanging) {
    select("l_elbow");
    tools_.start(TransformKind::rotate);
    frame();
    type("X30");
    session_.execute(Select{{id(), joint("l_knee")}});
    EXPECT_FALSE(session_.in_gesture());
    frame();
    EXPECT_FALSE(tools_.busy());
    EXPECT_EQ(session_.undo_title(), "Rotate l_elbow");
}

TEST_F(ToolsTest, WhatAClipShowsIsWhereADragBegins) {
    session_.execute(ChooseClip{id(), 0});
    session_.execute(SetTime{0.3});
    const vec3 foot = position("r_talocrural");
    select("l_elbow");
    const Document before = document();
    for (const bool keep : {false, true}) {
        tools_.start(TransformKind::rotate);
        frame();
        type("X30");
        EXPECT_EQ(session_.figures().front().clip, -1);
        EXPECT_LT(glm::length(position("r_talocrural") - foot), 1e-4F) << "the pose is taken over";
        type(keep ? "\r" : "\x1b");
        if (keep) break;
        EXPECT_EQ(session_.figures().front().clip, 0);
        EXPECT_LT(glm::length(position("r_talocrural") - foot), 1e-4F);
        EXPECT_FALSE(session_.has_unsaved_edits());
    }
    EXPECT_EQ(session_.undo_title(), "Rotate l_elbow");
    session_.execute(Undo{});
    EXPECT_EQ(at(document().nodes, node_of(document(), joint("l_elbow"))).delta,
              at(before.nodes, node_of(before, joint("l_elbow"))).delta);
}

TEST_F(ToolsTest, SitesAndWholeFiguresArePutElsewhereUnderTheClip) {
    session_.execute(ChooseClip{id(), 0});
    session_.execute(SetTime{0.3});
    const Item site = items_of(document(), ItemKind::site).front();
    const Item humanoid = items_of(document(), ItemKind::humanoid).front();
    for (const Item& item : {site, humanoid}) {
        const int node = gizmo_node(document(), item);
        const vec3 before = place_of(node);
        const Document first = document();
        move_up(item, ".04");
        const vec3 moved = place_of(node) - before;
        EXPECT_NEAR(moved.y * session_.figures().front().shape.stance.metres_per_unit, 0.04F, 1e-4F);
        EXPECT_LT(std::abs(moved.x) + std::abs(moved.z), 1e-5F);
        EXPECT_EQ(session_.figures().front().clip, 0) << "plays on";
        EXPECT_DOUBLE_EQ(session_.playback().time, 0.3);
        EXPECT_EQ(delta("l_elbow"), at(first.nodes, node_of(first, joint("l_elbow"))).delta.rotation);
        session_.execute(Undo{});
        EXPECT_LT(glm::length(place_of(node) - before), 1e-6F);
        EXPECT_FALSE(session_.has_unsaved_edits());
    }
}

TEST_F(ToolsTest, AJointThatTheClipDoesNotHoldIsTurnedUnderIt) {
    const auto clip = static_cast<int>(document().clips.size());
    session_.execute(
        Edit{id(), SetJointRotation{joint("r_elbow"), axis_angle(vec3(1.0F, 0.0F, 0.0F), -0.2F)}});
    session_.execute(Edit{id(), AddClip{"Right elbow"}});
    session_.execute(Edit{id(), SetKey{{ItemKind::clip, -1, clip}, 0.0F, joint("r_elbow")}});
    session_.execute(Edit{id(), SetKey{{ItemKind::clip, -1, clip}, 1.0F, joint("r_elbow")}});
    session_.execute(Edit{id(), SetJointRotation{joint("r_elbow"), identity_quat}});
    session_.execute(ChooseClip{id(), clip});
    session_.execute(SetTime{0.3});
    ASSERT_EQ(session_.figures().front().clip, clip);
    const vec3 hand = position("r_radiocarpal");
    const vec3 other_hand = position("l_radiocarpal");
    const auto turn_left_elbow = [&](std::string_view last) {
        select("l_elbow");
        tools_.start(TransformKind::rotate);
        frame();
        type("X-40");
        EXPECT_GT(glm::length(position("l_radiocarpal") - other_hand), 1e-2F)
            << "it is seen while it is turned";
        type(last);
    };
    turn_left_elbow("\x1b");
    EXPECT_LT(glm::length(position("l_radiocarpal") - other_hand), 1e-6F);
    turn_left_elbow("\r");
    EXPECT_EQ(session_.figures().front().clip, clip) << "plays on";
    EXPECT_DOUBLE_EQ(session_.playback().time, 0.3);
    EXPECT_GT(glm::length(position("l_radiocarpal") - other_hand), 1e-2F);
    EXPECT_LT(glm::length(position("r_radiocarpal") - hand), 1e-6F);
    expect_same_turn(delta("r_elbow"), identity_quat, 1e-6F);
    session_.execute(Undo{});
    EXPECT_LT(glm::length(position("l_radiocarpal") - other_hand), 1e-6F);
    // In symmetric mode, it rotates one that the clip animates.
    tools_.symmetric = true;
    turn_left_elbow("\r");
    EXPECT_EQ(session_.figures().front().clip, -1);
    EXPECT_GT(glm::length(position("r_radiocarpal") - hand), 1e-2F);
}

TEST_F(ToolsTest, AWeightThatTheClipDoesNotHoldIsDraggedUnderIt) {
    session_.execute(ChooseClip{id(), 0});
    for (const Item& item : items_of(document(), ItemKind::displacer)) {
        session_.execute(Select{{id(), item}});
        frame();
        if (tools_.handles(input_.view, session_).empty()) continue;
        ASSERT_FALSE(session_.figures().front().clip_holds_weight(item.index));
        const quat elbow = delta("l_elbow");
        press(handle("tool/weight"));
        type("0.75\r");
        release();
        EXPECT_FLOAT_EQ(at(document().displacers, item.index).weight, 0.75F);
        EXPECT_EQ(session_.figures().front().clip, 0);
        EXPECT_EQ(delta("l_elbow"), elbow);
        return;
    }
    FAIL() << "no displacer with a handle";
}

TEST_F(ToolsTest, WithAutomaticKeysADragKeysTheClip) {
    session_.execute(ChooseClip{id(), 0});
    session_.execute(SetAutoKey{true});
    session_.execute(SetTime{0.2});
    const auto keys = [&] {
        std::size_t count = 0;
        for (const Channel& channel : document().clips.front()->channels) count += channel.times.size();
        return count;
    };
    const std::size_t before = keys();
    const Document first = document();
    tools_.kind = ToolKind::reach;
    const vec2 from = seen(position("l_radiocarpal"));
    const vec2 to = from + vec2(30.0F, -40.0F);
    drag(from, to, 25);
    ASSERT_NE(session_.figures().front().playing_clip(), nullptr);
    EXPECT_DOUBLE_EQ(session_.playback().time, 0.2);
    EXPECT_GT(keys(), before + 1);
    EXPECT_LT(glm::length(seen(position("l_radiocarpal")) - to), 5.0F);
    for (std::size_t n = 0; n < first.nodes.size(); ++n)
        EXPECT_EQ(document().nodes[n].delta, first.nodes[n].delta) << "the file's own pose";
    session_.execute(Undo{});
    EXPECT_EQ(keys(), before);
    EXPECT_FALSE(session_.figures().front().history.can_undo());
}

TEST_F(ToolsTest, ClicksDragsAndBoxes) {
    tools_.kind = ToolKind::select;
    picked_ = {id(), joint("l_knee")};
    press(vec2(400.0F, 300.0F));
    release();
    EXPECT_EQ(session_.selection(), picked_);
    const float yaw = session_.camera().yaw;
    drag(vec2(20.0F, 20.0F), vec2(80.0F, 20.0F));
    EXPECT_NE(session_.camera().yaw, yaw);
    EXPECT_EQ(session_.selection(), picked_) << "a drag selects nothing";
    input_.shift = true;
    drag(vec2(1.0F, 1.0F), vec2(799.0F, 599.0F));
    input_.shift = false;
    const std::size_t count = document().humanoids.front().joints.size();
    EXPECT_EQ(session_.view().also_selected.size() + 1, count);
    // Those of one arm: Shift-click removes one again.
    input_.shift = true;
    picked_ = {id(), joint("l_elbow")};
    press(vec2(400.0F, 300.0F));
    release();
    EXPECT_EQ(session_.view().also_selected.size() + 2, count);
    EXPECT_FALSE(session_.view().is_selected(picked_));
}

TEST_F(ToolsTest, ALassoTakesWhatItEncloses) {
    const vec2 knee = seen(position("l_knee"));
    input_.shift = true;
    input_.ctrl = true;
    move(knee + vec2(-9.0F, -9.0F));
    press(input_.at);
    for (const vec2 corner : {vec2(9.0F, -9.0F), vec2(9.0F, 9.0F), vec2(-9.0F, 9.0F)}) move(knee + corner);
    release();
    EXPECT_EQ(session_.selection().item, joint("l_knee"));
    EXPECT_TRUE(session_.view().also_selected.empty());
}

TEST_F(ToolsTest, ADisplacersWeightIsDragged) {
    int dragged = 0;
    for (const Item& item : items_of(document(), ItemKind::displacer)) {
        session_.execute(Select{{id(), item}});
        frame();
        if (tools_.handles(input_.view, session_).empty()) continue;
        const vec2 from = handle("tool/weight");
        move(from);
        press(from);
        type("0.75\r");
        release();
        EXPECT_FLOAT_EQ(at(document().displacers, item.index).weight, 0.75F);
        session_.execute(Undo{});
        EXPECT_EQ(at(document().displacers, item.index).weight, 0.0F);
        EXPECT_TRUE(session_.undo_title().empty());
        ++dragged;
    }
    EXPECT_GT(dragged, 0) << "the manikin has displacers that move something";
    EXPECT_LT(dragged, static_cast<int>(document().displacers.size())) << "and some that only name vertices";
}

TEST_F(ToolsTest, ASiteIsMovedAndTurned) {
    const std::vector<Item> sites = items_of(document(), ItemKind::site);
    ASSERT_FALSE(sites.empty());
    const Item site = sites.front();
    const int node = node_of(document(), site);
    const vec3 before = place_of(node);
    const vec3 said = said_translation(document(), site);
    move_up(site, ".04");
    const float metres = session_.figures().front().shape.stance.metres_per_unit;
    EXPECT_NEAR((place_of(node).y - before.y) * metres, 0.04F, 1e-4F);
    EXPECT_NEAR(place_of(node).x, before.x, 1e-5F);
    // The file says what was typed: the sum of two decimals, and the other axes as they were.
    const vec3 then = said_translation(document(), site);
    EXPECT_EQ(then, vec3(said.x, static_cast<float>(decimal(said.y) + 0.04), said.z));
    tools_.start(TransformKind::rotate);
    frame();
    type("Y90\r");
    const mat4 frame_now = session_.figures().front().world.at(static_cast<std::size_t>(node));
    EXPECT_NEAR(glm::normalize(vec3(frame_now[0])).z, -1.0F, 1e-4F);
    session_.execute(Undo{});
    session_.execute(Undo{});
    EXPECT_LT(glm::length(place_of(node) - before), 1e-6F);
}

}  // namespace
}  // namespace vitruvian

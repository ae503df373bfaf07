// The dope sheet, its curves and stored poses: logic without a session.
#include "app/session/key_sheet.h"

#include "app/session/key_curves.h"
#include "app/session/keying.h"
#include "app/session/pose_store.h"
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

namespace vitruvian {
namespace {

Channel channel(int node, ChannelPath path, std::vector<float> times) {
    Channel out;
    out.node = node;
    out.path = path;
    out.times = std::move(times);
    for (std::size_t i = 0; i < out.times.size(); ++i) {
        std::vector<float> value(static_cast<std::size_t>(components(path)), 0.0F);
        value.back() = 1.0F;
        out.values.insert(out.values.end(), value.begin(), value.end());
    }
    return out;
}

Document two_nodes() {
    Document document;
    for (const char* name : {"hips", "knee"}) {
        Node node;
        node.name = name;
        node.parent = static_cast<int>(document.nodes.size()) - 1;
        document.nodes.push_back(node);
    }
    return document;
}

Clip two_rows() {
    Clip clip;
    clip.duration = 1.0;
    clip.channels = {channel(1, ChannelPath::rotation, {0.0F, 0.5F, 1.0F}),
                     channel(0, ChannelPath::rotation, {0.0F, 1.0F}),
                     channel(0, ChannelPath::translation, {0.0F, 0.25F})};
    return clip;
}

TEST(KeySheet, RowsAreInTheOrderOfTheTreeWithEachTimeOnce) {
    const std::vector<KeyRow> rows = key_rows(two_nodes(), two_rows());
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].name, "hips");
    EXPECT_EQ(rows[0].times, (std::vector<float>{0.0F, 0.25F, 1.0F}));
    EXPECT_EQ(rows[1].name, "knee");
    EXPECT_EQ(times_of(rows), (std::vector<float>{0.0F, 0.25F, 0.5F, 1.0F}));
}

TEST(KeySheet, RowsOfNodesWithoutNamesAreNumbered) {
    Document document = two_nodes();
    document.nodes[1].name.clear();
    const std::vector<KeyRow> rows = key_rows(document, two_rows());
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].name, "hips");
    EXPECT_EQ(rows[1].name, "node 1");
}

TEST(KeySheet, ChoosingAddsTakesAwayAndFollowsMoves) {
    const std::vector<KeyRow> rows = key_rows(two_nodes(), two_rows());
    KeySelection chosen;
    chosen.add_span(rows[0], 0.2F, 2.0F);
    chosen.add(rows[1], 0.5F);
    chosen.add(rows[1], 0.5F);
    EXPECT_EQ(chosen.size(), 3U);
    EXPECT_TRUE(chosen.has(rows[0], 0.25F));
    EXPECT_FALSE(chosen.has(rows[0], 0.0F));
    EXPECT_FLOAT_EQ(chosen.first(), 0.25F);
    EXPECT_FLOAT_EQ(chosen.last(), 1.0F);
    const KeySelection moved = chosen.moved({0.5F, 1.0F, 0.0F});
    EXPECT_TRUE(moved.has(rows[1], 1.0F));
    EXPECT_FALSE(moved.has(rows[1], 0.5F));
    KeySelection pruned = moved;
    pruned.prune(rows);  // only 1.0 s is a time of the second row
    EXPECT_EQ(pruned.size(), 1U);
    chosen.remove(rows[1], 0.5F);
    EXPECT_EQ(chosen.keys().size(), 1U);
}

TEST(KeySheet, MovesComeToFramesAndNeverBeforeTheBeginning) {
    const std::vector<KeyRow> rows = key_rows(two_nodes(), two_rows());
    KeySelection chosen;
    chosen.add_span(rows[0], 0.2F, 2.0F);
    EXPECT_NEAR(dragged(chosen, 0.25, 0.06, 30.0)(0.25F), 9.0 / 30.0, 1e-5);
    EXPECT_NEAR(dragged(chosen, 0.25, 0.06, 0.0)(0.25F), 0.31, 1e-5);
    EXPECT_NEAR(dragged(chosen, 1.0, -3.0, 30.0)(0.25F), 0.0, 1e-5);
    const TimeChange half = stretched(chosen, 0.0, 1.0, 0.5, 30.0);
    EXPECT_NEAR(half(1.0F), 0.5, 1e-5);
    EXPECT_NEAR(half(0.25F), 0.125, 1e-5);
    EXPECT_NEAR(scaled(chosen, 0.0, 0.5)(1.0F), 0.5, 1e-5);
    // A number that is typed is the scale, wherever the playhead is.
    EXPECT_EQ(scaled(chosen, 0.5, 9.0).scale, 9.0F);
    EXPECT_NEAR(scaled(chosen, 0.5, 9.0)(0.25F), 0.0, 1e-5);
    EXPECT_NEAR(scaled(chosen, 0.5, 9.0)(1.0F), 6.75, 1e-5);
    EXPECT_NEAR(scaled(chosen, 0.5, -1.0)(0.25F), 0.75, 1e-5);
    EXPECT_NEAR(scaled(chosen, 0.5, -1.0)(1.0F), 0.0, 1e-5);
    EXPECT_NEAR(moved_by(chosen, 0.1)(0.25F), 0.35, 1e-5);
    EXPECT_EQ(moved_by(chosen, 0.1)(0.6F), 0.7F);  // 0.70000005 in floats
    EXPECT_NEAR(moved_by(chosen, -9.0)(0.25F), 0.0, 1e-5);
    EXPECT_GT(stretched(chosen, 0.5, 1.0, -9.0, 30.0).scale, 0.0F);
    EXPECT_GE(stretched(chosen, 0.5, 1.0, 9.0, 30.0)(0.25F), -1e-6F);
}

TEST(KeySheet, FrameRatesAreThoseThatTheKeysLieOn) {
    Clip clip = two_rows();
    EXPECT_DOUBLE_EQ(frame_rate_of(clip), 24.0);  // 0.25 s is not a frame of 30 a second
    clip.channels.pop_back();
    EXPECT_DOUBLE_EQ(frame_rate_of(clip), 30.0);
    clip.channels[0].times[1] = 0.123F;
    EXPECT_DOUBLE_EQ(frame_rate_of(clip), 30.0);
    clip.channels.resize(1);
    clip.channels[0].times = {0.0F, 0.03F, 0.06F, 0.09F, 0.72F};
    EXPECT_NEAR(frame_rate_of(clip), 100.0 / 3.0, 1e-4) << "not 100, of which the keys are every third frame";
    clip.channels[0].times = {0.0F, 0.02F, 0.03F, 0.06F, 0.09F};
    EXPECT_NEAR(frame_rate_of(clip), 100.0, 1e-4);
    clip.channels[0].times = {0.0F, 0.004F, 0.012F, 0.036F, 3.733F};
    EXPECT_DOUBLE_EQ(frame_rate_of(clip), 30.0) << "no film has 250 frames a second";
    clip.channels[0].times = {0.0F, 0.04F, 0.08F, 0.1083F, 0.2167F, 0.16F, 0.2F, 0.24F, 0.28F, 0.32F};
    EXPECT_DOUBLE_EQ(frame_rate_of(clip), 25.0)
        << "two keys that were scaled make it no film of another rate";
    clip.channels[0].times.clear();
    for (int i = 0; i <= 30; ++i) clip.channels[0].times.push_back(static_cast<float>(i) / 30.0F);
    for (int i = 1; i <= 15; i += 2) clip.channels[0].times.push_back(static_cast<float>(i) / 60.0F);
    EXPECT_DOUBLE_EQ(frame_rate_of(clip), 30.0) << "some that were scaled by a half, between the frames";
    clip.channels[0].times.clear();
    for (int i = 0; i <= 30; ++i) clip.channels[0].times.push_back(static_cast<float>(i) / 60.0F);
    EXPECT_DOUBLE_EQ(frame_rate_of(clip), 60.0);
    clip.channels[0].times = {0.0F, 0.7153F};
    EXPECT_DOUBLE_EQ(frame_rate_of(clip), 30.0) << "two keys are no film";
}

TEST(KeySheet, CopiedKeysComeBackElsewhere) {
    Document document = two_nodes();
    auto clip = std::make_shared<Clip>(two_rows());
    clip->name = "walk";
    document.clips.push_back(clip);
    const std::vector<KeyRow> rows = key_rows(document, *clip);
    KeySelection chosen;
    chosen.add(rows[0], 0.25F);
    chosen.add(rows[1], 0.5F);
    const SetKeys paste{{ItemKind::clip, -1, 0}, pasted_at(copied_keys(*clip, chosen), 2.0F)};
    ASSERT_TRUE(apply(paste, document));
    const std::vector<KeyRow> after = key_rows(document, *document.clips[0]);
    EXPECT_EQ(after[0].times, (std::vector<float>{0.0F, 0.25F, 1.0F, 2.0F}));
    EXPECT_EQ(after[1].times.back(), 2.25F);
    EXPECT_DOUBLE_EQ(next_key(after[1].times, 0.6, 1), 1.0);
    EXPECT_DOUBLE_EQ(next_key(after[1].times, 0.5, -1), 0.0);
    EXPECT_DOUBLE_EQ(next_key(after[1].times, 9.0, 1), 9.0);
}

TEST(KeyCurves, RotationsAreContinuousDegreesAndKeysTakeTypedOnes) {
    Clip clip;
    Channel turn = channel(0, ChannelPath::rotation, {0.0F, 0.5F, 1.0F, 1.5F});
    for (std::size_t key = 0; key < 4; ++key) {
        const quat q = axis_angle(vec3(0.0F, 1.0F, 0.0F), glm::radians(80.0F * static_cast<float>(key)));
        for (int c = 0; c < 4; ++c) turn.values[key * 4 + static_cast<std::size_t>(c)] = q[c];
    }
    clip.channels.push_back(turn);
    clip.duration = 1.5;
    KeyChoice what;
    what.node = 0;
    std::vector<Curve> curves = curves_of(clip, what, 0.0, 1.5, 90);
    ASSERT_EQ(curves.size(), 3U);
    EXPECT_EQ(curves[1].name, "Rotation Y");
    for (std::size_t key = 0; key < 4; ++key) {
        // The three values together are the rotation.
        const vec3 values = values_at(curves, {0, 1, key});
        const KeyValues same = with_value(clip, {0, 1, key}, values);
        float dot = 0.0F;
        for (std::size_t c = 0; c < 4; ++c) dot += same.values[c] * turn.values[key * 4 + c];
        EXPECT_NEAR(std::abs(dot), 1.0F, 1e-4F) << key;
    }
    for (std::size_t i = 1; i < curves[1].points.size(); ++i)
        EXPECT_LT(std::abs(curves[1].points[i].value - curves[1].points[i - 1].value), 10.0) << i;
    EXPECT_NEAR(curves[1].keys[1].value, 80.0, 0.01);
    const CurveRange range = range_of(curves);
    EXPECT_LT(range.low, 0.0);
    EXPECT_GT(range.high, 80.0);
}

TEST(KeyCurves, TangentsAreSeenAndSet) {
    Document document = two_nodes();
    document.clips.push_back(std::make_shared<Clip>(two_rows()));
    const Item item{ItemKind::clip, -1, 0};
    KeyChoice hips;
    hips.node = 0;
    hips.path = ChannelPath::translation;
    ASSERT_TRUE(apply(SetInterpolation{item, {hips}, "cubic"}, document));
    const std::vector<Curve> curves = curves_of(*document.clips[0], hips, 0.0, 1.0, 60);
    const auto x =
        std::find_if(curves.begin(), curves.end(), [](const Curve& c) { return c.name == "Translation X"; });
    ASSERT_NE(x, curves.end());
    ASSERT_EQ(x->out_slopes.size(), 2U);
    ASSERT_TRUE(apply(
        SetKeys{item,
                {with_slope(*document.clips[0], {x->channel, 0, 0}, TangentSide::out, 4.0, vec3(0.0F))}},
        document));
    EXPECT_NEAR(sample_channel(document.clips[0]->channels[x->channel], 0.001).x, 0.004F, 1e-4F);
}

TEST(KeyCurves, TangentsOfRotationsAreTurnsASecond) {
    Document document = two_nodes();
    Channel turn = channel(0, ChannelPath::rotation, {0.0F, 0.5F, 1.0F});
    for (std::size_t key = 0; key < 3; ++key) {
        const quat q = axis_angle(vec3(0.6F, 0.0F, 0.8F), 0.4F + 0.5F * static_cast<float>(key));
        for (int c = 0; c < 4; ++c) turn.values[key * 4 + static_cast<std::size_t>(c)] = q[c];
    }
    Clip clip;
    clip.channels.push_back(turn);
    clip.duration = 1.0;
    document.clips.push_back(std::make_shared<Clip>(clip));
    const Item item{ItemKind::clip, -1, 0};
    KeyChoice what;
    what.node = 0;
    what.path = ChannelPath::rotation;
    ASSERT_TRUE(apply(SetInterpolation{item, {what}, "cubic"}, document));
    const std::vector<Curve> before = curves_of(*document.clips[0], what, 0.0, 1.0, 1000);
    for (const Curve& curve : before) {
        ASSERT_EQ(curve.out_slopes.size(), 3U);
        // The slope of the curve after its middle key.
        const double rise = (curve.points[501].value - curve.points[500].value) / 0.001;
        EXPECT_NEAR(curve.out_slopes[1], rise, 0.5) << curve.name;
    }
    const CurveKey key{0, 1, 1};
    ASSERT_TRUE(apply(
        SetKeys{item, {with_slope(*document.clips[0], key, TangentSide::out, 90.0, values_at(before, key))}},
        document));
    const std::vector<Curve> after = curves_of(*document.clips[0], what, 0.0, 1.0, 1000);
    EXPECT_NEAR(after[1].out_slopes[1], 90.0, 0.1);
    EXPECT_NEAR((after[1].points[501].value - after[1].points[500].value) / 0.001, 90.0, 1.0);
    for (const std::size_t other : {0U, 2U})
        EXPECT_NEAR(after[other].out_slopes[1], before[other].out_slopes[1], 0.1) << other;
    for (const std::size_t axis : {0U, 1U, 2U})
        EXPECT_NEAR(after[axis].in_slopes[1], before[axis].in_slopes[1], 0.1) << axis;
}

// ---- poses

Document boxman() {
    Result<Document> read = load_document(source_folder() / "tests" / "data" / "boxman.gltf");
    EXPECT_TRUE(read) << (read ? "" : read.error().text());
    return read ? std::move(*read) : Document();
}

TEST(PoseStore, APoseIsItsJsonAndComesBack) {
    const Document document = boxman();
    ASSERT_FALSE(document.humanoids.empty());
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    const int arm = document.humanoids[0].bones[Bone::left_upper_arm];
    ASSERT_GE(arm, 0);
    Transform& local = at(pose.local, arm);
    local.rotation = local.rotation * axis_angle(vec3(0.0F, 0.0F, 1.0F), 0.7F);
    Result<StoredPose> stored = store_pose(document, 0, pose);
    ASSERT_TRUE(stored);
    stored->name = "wave \"high\"/left";
    EXPECT_TRUE(stored->has_bones());
    const Result<StoredPose> read = pose_from_json(pose_json(*stored));
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->joints, stored->joints);
    const auto turn_of = [&](const Pose& posed, Bone bone) {
        const auto node = static_cast<std::size_t>(document.humanoids[0].bones[bone]);
        return 2.0F * std::acos(std::min(1.0F, std::abs(glm::dot(posed.local[node].rotation,
                                                                 skeleton.rest[node].rotation))));
    };
    const Result<AppliedPose> whole = posed_by(*read, document, 0, file_pose(skeleton), 1.0F);
    ASSERT_TRUE(whole);
    EXPECT_TRUE(whole->by_joints);
    EXPECT_NEAR(turn_of(whole->pose, Bone::left_upper_arm), 0.7F, 1e-3F);
    const Result<AppliedPose> half = posed_by(*read, document, 0, file_pose(skeleton), 0.5F);
    ASSERT_TRUE(half);
    EXPECT_NEAR(turn_of(half->pose, Bone::left_upper_arm), 0.35F, 1e-3F);
    // By its bones alone the figure stands equally well, and mirrored the other arm is rotated.
    StoredPose bones = *read;
    bones.joints.clear();
    const Result<AppliedPose> by_bones = posed_by(bones, document, 0, file_pose(skeleton), 1.0F);
    ASSERT_TRUE(by_bones) << by_bones.error().text();
    EXPECT_FALSE(by_bones->by_joints);
    EXPECT_NEAR(turn_of(by_bones->pose, Bone::left_upper_arm), 0.7F, 2e-2F);
    const Result<AppliedPose> other = posed_by(bones, document, 0, file_pose(skeleton), 1.0F, true);
    ASSERT_TRUE(other);
    EXPECT_NEAR(turn_of(other->pose, Bone::right_upper_arm), 0.7F, 2e-2F);
    EXPECT_NEAR(turn_of(other->pose, Bone::left_upper_arm), 0.0F, 2e-2F);
}

TEST(PoseStore, MirroredOnTheSameRigMovesNothingButTheOtherSide) {
    const Document document = boxman();
    ASSERT_FALSE(document.humanoids.empty());
    const Skeleton skeleton = make_skeleton(document);
    const BoneMap& bones = document.humanoids[0].bones;
    Pose left = rest_pose(skeleton);
    at(left.local, bones[Bone::left_upper_arm]).rotation = axis_angle(vec3(0.0F, 0.0F, 1.0F), 0.7F);
    at(left.local, bones[Bone::spine]).rotation = axis_angle(vec3(0.0F, 1.0F, 0.0F), 0.3F);
    Pose expected = rest_pose(skeleton);
    at(expected.local, bones[Bone::right_upper_arm]).rotation = axis_angle(vec3(0.0F, 0.0F, 1.0F), -0.7F);
    at(expected.local, bones[Bone::spine]).rotation = axis_angle(vec3(0.0F, 1.0F, 0.0F), -0.3F);
    const Result<StoredPose> stored = store_pose(document, 0, left);
    ASSERT_TRUE(stored);
    const Result<AppliedPose> posed = posed_by(*stored, document, 0, rest_pose(skeleton), 1.0F, true);
    ASSERT_TRUE(posed);
    EXPECT_TRUE(posed->by_joints);
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        const quat& turn = posed->pose.local[n].rotation;
        const bool is_turned = expected.local[n] != document.nodes[n].rest;
        if (is_turned) {
            EXPECT_GT(std::abs(glm::dot(turn, expected.local[n].rotation)), 0.999999F)
                << document.nodes[n].name;
        } else {
            EXPECT_EQ(posed->pose.local[n], document.nodes[n].rest) << document.nodes[n].name;
        }
    }
}

TEST(PoseStore, WithOtherLegsTheFeetStandAsTheyStood) {
    const Document document = boxman();
    ASSERT_FALSE(document.humanoids.empty());
    const BoneMap& bones = document.humanoids[0].bones;
    const auto height = [&](const Document& figure, const Pose& pose) {
        const std::vector<mat4> world = world_matrices(make_skeleton(figure), pose);
        return at(world, bones[Bone::left_foot])[3].y;
    };
    // It squats, with its feet where they were.
    const Pose standing = rest_pose(make_skeleton(document));
    Pose pose = standing;
    const auto bend = [&](Bone bone, float radians) {
        quat& turned = at(pose.local, bones[bone]).rotation;
        turned = turned * axis_angle(vec3(1.0F, 0.0F, 0.0F), radians);
    };
    for (const Bone bone : {Bone::left_upper_leg, Bone::right_upper_leg}) bend(bone, -1.4F);
    for (const Bone bone : {Bone::left_lower_leg, Bone::right_lower_leg}) bend(bone, 1.4F);
    const float raised = height(document, pose) - height(document, standing);
    ASSERT_GT(raised, 0.1F);
    at(pose.local, bones[Bone::hips]).translation.y -= raised;
    Result<StoredPose> stored = store_pose(document, 0, pose);
    ASSERT_TRUE(stored);
    stored->joints.clear();
    const Result<StoredPose> read = pose_from_json(pose_json(*stored));
    ASSERT_TRUE(read);
    ASSERT_TRUE(read->lift);
    // The other figure's thighs are half as long.
    Document other = document;
    for (const Bone bone : {Bone::left_lower_leg, Bone::right_lower_leg})
        at(other.nodes, bones[bone]).rest.translation *= 0.5F;
    const Pose other_standing = rest_pose(make_skeleton(other));
    const Result<AppliedPose> squat = posed_by(*read, other, 0, other_standing, 1.0F);
    ASSERT_TRUE(squat) << squat.error().text();
    EXPECT_NEAR(height(other, squat->pose), height(other, other_standing), 0.02F) << *read->lift;
    EXPECT_NEAR(store_pose(other, 0, squat->pose)->lift.value_or(9.0F), *read->lift, 1e-3F);
    StoredPose old = *read;
    old.lift.reset();
    const Result<AppliedPose> floating = posed_by(old, other, 0, other_standing, 1.0F);
    ASSERT_TRUE(floating);
    EXPECT_GT(std::abs(height(other, floating->pose) - height(other, other_standing)), 0.03F);
}

TEST(PoseStore, WhatIsNoPoseIsRefused) {
    for (const char* text : {"", "{", "[]", "{}", R"({"pose": 3})", R"({"pose": "empty"})"}) {
        EXPECT_FALSE(pose_from_json(text)) << text;
    }
    const Result<StoredPose> odd = pose_from_json(
        R"({"pose":"odd","bones":{"hips":[0,0,0,0],"tail":[0,0,0,1],"head":[0,1e999,0,1],"neck":[0,0,0,2]}})");
    ASSERT_TRUE(odd || odd.error().code == "pose-syntax");
    EXPECT_FALSE(odd && at(odd->turns, Bone::hips));
}

using PoseFolder = test::FolderTest;

TEST_F(PoseFolder, TheLibraryKeepsRenamesAndForgets) {
    PoseLibrary library(folder_);
    EXPECT_TRUE(library.poses().empty());
    StoredPose pose;
    pose.turns[0] = identity_quat;
    for (const char* name : {"../up", "b pose", "a/b"}) {
        pose.name = name;
        ASSERT_TRUE(library.keep(pose)) << name;
    }
    pose.name = "";
    EXPECT_FALSE(library.keep(pose));
    std::ofstream(folder_ / "broken.json") << "{";
    PoseLibrary again(folder_);
    ASSERT_EQ(again.poses().size(), 3U);
    EXPECT_EQ(again.poses()[0].name, "../up");
    ASSERT_TRUE(again.rename("b pose", "c"));
    ASSERT_TRUE(again.forget("../up"));
    ASSERT_EQ(again.poses().size(), 2U);
    EXPECT_EQ(again.poses()[1].name, "c");
    EXPECT_FALSE(std::filesystem::exists(folder_.parent_path() / "up.json"));
}

}  // namespace
}  // namespace vitruvian

// Clips of figures that differ in something else: only differences of motion are reported.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/unit/bvh_motions.h"
#include "tests/unit/optimised/rig_diff_words.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using test::saved_as;
using test::words;

/// The manikin with one of its clips.
Document walking() {
    Document out = test::manikin();
    out.clips.resize(1);
    return out;
}

Item named(const Document& document, ItemKind kind, const std::string& name) {
    const Result<Item> item = find_item(document, kind, name, 0);
    EXPECT_TRUE(item.has_value()) << name;
    return *item;
}

TEST(RigDiffClips, FollowARestThatChangesAndAParent) {
    for (const char* format : {"glb", "x3d"}) {
        const Document before = saved_as(walking(), format);
        const Item elbow = named(before, ItemKind::joint, "l_elbow");
        const Item knee = named(before, ItemKind::joint, "l_knee");
        const Item hip = named(before, ItemKind::joint, "r_hip");
        const Item site = named(before, ItemKind::site, "l_iliocristale_pt");
        const std::vector<std::pair<Command, std::string>> edits{
            {SetJointRotation{elbow, axis_angle({0.0F, 0.0F, 1.0F}, 0.3F)}, "joint l_elbow changed rotation"},
            {ReParent{knee, hip}, "joint l_knee changed parent"},
            {ReParent{site, hip}, "site l_iliocristale_pt changed segment"},
        };
        for (const auto& [command, told] : edits) {
            Document changed = before;
            ASSERT_TRUE(apply(command, changed));
            const Document after = saved_as(changed, format);
            EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{told}) << format;
        }
    }
}

TEST(RigDiffClips, StateTheStartOfAMotionThatHasAPlace) {
    test::Random random(7);
    const test::Motion motion = test::make_motion(random);
    const std::vector<quat> upright(test::figure().size(), identity_quat);
    const Document before = test::read_text(test::bvh_of(motion, upright), "motion.bvh");
    Document trimmed = before;
    ASSERT_TRUE(apply(TrimClip{std::nullopt, 0.3F * static_cast<float>(before.clips[0]->duration),
                               static_cast<float>(before.clips[0]->duration)},
                      trimmed));
    for (const std::string& word : words(compare_rigs(before, saved_as(trimmed, "bvh"))))
        EXPECT_TRUE(word.starts_with("clip ")) << word;
    test::Motion elsewhere = motion;
    for (vec3& hips : elsewhere.hips) hips += vec3(50.0F, 0.0F, 0.0F);
    EXPECT_EQ(words(compare_rigs(before, test::read_text(test::bvh_of(elsewhere, upright), "motion.bvh"))),
              std::vector<std::string>{"clip motion changed travel"});
}

TEST(RigDiffClips, OfMotionFilesAreCalledAsTheFile) {
    const Document walk = walking();
    const Document one = saved_as(walk, "bvh", "one");
    EXPECT_EQ(words(compare_rigs(one, saved_as(walk, "bvh", "another"))), std::vector<std::string>{});
    Document shorter = one;
    ASSERT_TRUE(apply(TrimClip{std::nullopt, 0.0F, 0.5F}, shorter));
    const std::vector<std::string> told = words(compare_rigs(one, saved_as(shorter, "bvh", "another")));
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front(), "clip rig_diff_another changed duration");
}

/// Replaces the first clip by one in which `change` was applied to it.
template <class Change>
Document with_clip(Document document, const Change& change) {
    Clip clip = *at(document.clips, 0);
    change(clip);
    at(document.clips, 0) = std::make_shared<const Clip>(std::move(clip));
    return document;
}

/// A key at the clip's start and end, both with the value.
Channel held(int node, ChannelPath path, const std::vector<float>& value, const Clip& clip) {
    Channel out;
    out.node = node;
    out.path = path;
    out.space = ChannelSpace::delta;
    out.times = {0.0F, static_cast<float>(clip.duration)};
    out.values = value;
    out.values.insert(out.values.end(), value.begin(), value.end());
    return out;
}

TEST(RigDiffClips, TellTheJointThatTurnsAndNotThoseBelowIt) {
    const Document before = saved_as(walking(), "glb");
    Document changed = before;
    const int neck = test::joint_named(changed, "vc4").node;
    changed = with_clip(before, [&](Clip& clip) {
        const quat turn = axis_angle({1.0F, 0.0F, 0.0F}, 0.05F);
        std::erase_if(clip.channels, [neck](const Channel& channel) { return channel.node == neck; });
        clip.channels.push_back(held(neck, ChannelPath::rotation, {turn.x, turn.y, turn.z, turn.w}, clip));
    });
    Document still = with_clip(before, [&](Clip& clip) {
        std::erase_if(clip.channels, [neck](const Channel& channel) { return channel.node == neck; });
    });
    const std::vector<RigChange> changes = compare_rigs(still, changed);
    ASSERT_EQ(words(changes), std::vector<std::string>{"clip Walk changed motion"});
    EXPECT_NEAR(changes[0].magnitude, 0.05, 1e-4);
    EXPECT_TRUE(changes[0].detail.starts_with("2.9 degrees at vc4 after")) << changes[0].detail;
}

TEST(RigDiffClips, TellWhereAnInnerJointIsMovedOrScaled) {
    for (const char* format : {"glb", "x3d"}) {
        const Document before = saved_as(walking(), format);
        Document changed = before;
        const int elbow = test::joint_named(changed, "l_elbow").node;
        const auto with = [&](ChannelPath path, const std::vector<float>& value) {
            return compare_rigs(before, with_clip(before, [&](Clip& clip) {
                                    clip.channels.push_back(held(elbow, path, value, clip));
                                }));
        };
        const std::vector<RigChange> moved = with(ChannelPath::translation, {0.0F, 0.05F, 0.0F});
        ASSERT_EQ(words(moved), std::vector<std::string>{"clip Walk changed travel"}) << format;
        EXPECT_NEAR(moved[0].magnitude, 0.05, 1e-4);
        EXPECT_TRUE(moved[0].detail.starts_with("0.05 at l_elbow after")) << moved[0].detail;
        const std::vector<RigChange> scaled = with(ChannelPath::scale, {1.25F, 1.25F, 1.25F});
        ASSERT_EQ(words(scaled), std::vector<std::string>{"clip Walk changed scale"}) << format;
        EXPECT_NEAR(scaled[0].magnitude, 0.25, 1e-4);
    }
}

TEST(RigDiffClips, LeaveAloneWhatTheyDoNotMove) {
    const Document before = saved_as(walking(), "x3d");
    Document changed = before;
    at(changed.nodes, test::joint_named(changed, "l_elbow").node).delta.scale = {1.0F, 1.2F, 1.0F};
    EXPECT_EQ(words(compare_rigs(before, changed)), std::vector<std::string>{"joint l_elbow changed scale"});
    // A figure that was turned as a whole moves as before.
    changed = before;
    at(changed.nodes, test::joint_named(changed, "humanoid_root").node).rest.rotation =
        axis_angle({0.0F, 1.0F, 0.0F}, 0.5F);
    EXPECT_EQ(words(compare_rigs(before, changed)),
              std::vector<std::string>{"joint humanoid_root changed orientation"});
}

TEST(RigDiffClips, ThatOnlyBecameSlowerDifferInTheirLength) {
    const Document before = walking();
    const Document slower = with_clip(before, [](Clip& clip) {
        clip.duration *= 1.5;
        for (Channel& channel : clip.channels) {
            for (float& time : channel.times) time *= 1.5F;
        }
    });
    const std::vector<RigChange> changes = compare_rigs(before, slower);
    ASSERT_EQ(words(changes), std::vector<std::string>{"clip Walk changed duration"});
    EXPECT_NEAR(changes[0].magnitude, 0.5 * before.clips[0]->duration, 1e-4);
}

/// Adds a mesh without weights to a node.
void add_prop(Document& out, int node) {
    MeshInstance& prop = out.meshes.emplace_back();
    prop.name = "Door";
    Mesh mesh;
    mesh.positions = {{1.0F, 0.0F, 0.0F}, {2.0F, 0.0F, 0.0F}, {1.0F, 1.0F, 0.0F}};
    mesh.indices = {0, 1, 2};
    prop.mesh = std::make_shared<const Mesh>(std::move(mesh));
    Skin skin;
    skin.nodes = {node};
    skin.inverse_bind = {mat4(1.0F)};
    prop.skin = std::make_shared<const Skin>(std::move(skin));
}

/// A mesh on a node of its own, which a clip turns by the angle.
Document turning_prop(float angle) {
    Document out = walking();
    Node& node = out.nodes.emplace_back();
    node.name = "door";
    const int door = static_cast<int>(out.nodes.size()) - 1;
    add_prop(out, door);
    return with_clip(std::move(out), [&](Clip& clip) {
        const quat turn = axis_angle({0.0F, 1.0F, 0.0F}, angle);
        clip.channels.push_back(held(door, ChannelPath::rotation, {turn.x, turn.y, turn.z, turn.w}, clip));
    });
}

TEST(RigDiffClips, WhatAJointCarriesTurnsAsMuchOnANodeOfItsOwn) {
    Document on_joint = walking();
    Document on_node = on_joint;
    const int elbow = test::joint_named(on_joint, "l_elbow").node;
    add_prop(on_joint, elbow);
    Node& node = on_node.nodes.emplace_back();
    node.name = "door";
    node.parent = elbow;
    add_prop(on_node, static_cast<int>(on_node.nodes.size()) - 1);
    for (const auto& [before, after] : {std::pair(&on_joint, &on_node), std::pair(&on_node, &on_joint)}) {
        for (const std::string& word : words(compare_rigs(*before, *after)))
            EXPECT_FALSE(word.starts_with("clip ")) << word;
    }
}

TEST(RigDiffClips, WhatAMovingTransformCarriesOnAStillOneMovesAlike) {
    const Document world = test::read_text(
        "#VRML V2.0 utf8\nDEF Body Transform { children [ DEF Arm Transform { translation 0 2 0 children [ "
        "Transform { translation 1 0.5 0 children Shape { geometry DEF Palm Box { size 1 0.4 0.3 } } } ] } ] "
        "}\n"
        "DEF Wave TimeSensor { cycleInterval 2 loop TRUE } DEF Turn OrientationInterpolator { key [ 0 0.5 1 "
        "] "
        "keyValue [ 0 0 1 0, 0 0 1 1.2, 0 0 1 0 ] } DEF Walk PositionInterpolator { key [ 0 1 ] keyValue [ 0 "
        "0 0, 3 0 0 "
        "] }\nROUTE Wave.fraction_changed TO Turn.set_fraction ROUTE Turn.value_changed TO Arm.set_rotation\n"
        "ROUTE Wave.fraction_changed TO Walk.set_fraction ROUTE Walk.value_changed TO Body.set_translation");
    ASSERT_EQ(world.clips.size(), 1U);
    const Document placed = saved_as(world, "glb");
    EXPECT_GT(placed.nodes.size(), world.nodes.size()) << "the still Transform is a node of its own";
    for (const std::string& word : words(compare_rigs(world, placed)))
        EXPECT_FALSE(word.starts_with("clip ")) << word;
    Document slower = world;
    auto clip = std::make_shared<Clip>(*world.clips[0]);
    for (Channel& channel : clip->channels) {
        if (channel.path == ChannelPath::rotation) channel.values = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    }
    slower.clips[0] = std::move(clip);
    const std::vector<std::string> told = words(compare_rigs(placed, slower));
    EXPECT_NE(std::find(told.begin(), told.end(), "clip Wave changed motion"), told.end());
}

TEST(RigDiffClips, OfPropsAndOfFilesWithoutFigures) {
    Document before = turning_prop(0.4F);
    Document after = turning_prop(0.5F);
    const std::vector<RigChange> changes = compare_rigs(before, after);
    ASSERT_EQ(words(changes), std::vector<std::string>{"clip Walk changed motion"});
    EXPECT_NEAR(changes[0].magnitude, 0.1, 1e-4);
    EXPECT_NE(changes[0].detail.find("at door"), std::string::npos) << changes[0].detail;
    for (Document* document : {&before, &after}) {
        document->humanoids.clear();
        document->viewpoints.clear();
        for (MeshInstance& mesh : document->meshes) mesh.humanoid = -1;
    }
    EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{"clip Walk changed motion"});
    ASSERT_FALSE(after.displacers.empty());
    at(after.displacers, 0).weight += 0.5F;
    const std::vector<std::string> told = words(compare_rigs(before, after));
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0], "displacer " + after.displacers[0].name + " changed weight");
}

}  // namespace
}  // namespace vitruvian

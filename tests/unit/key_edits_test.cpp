// Keys of clips that are moved, deleted, set and curved, and looping clips.
#include "model/edit/key_edits.h"

#include "model/edit/command_json.h"
#include "model/edit/history.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace vitruvian {
namespace {

using test::Random;
using test::random_document;

const Item the_clip{ItemKind::clip, -1, 0};

/// A document whose clip 0 has one channel, of node 1's translation, with keys at 0, 0.5, 1 and 2 s.
Document keyed(Interpolation interpolation = Interpolation::linear) {
    Document document = random_document(3);
    auto clip = std::make_shared<Clip>();
    clip->name = "slide";
    clip->duration = 2.0;
    Channel channel;
    channel.node = 1;
    channel.path = ChannelPath::translation;
    channel.interpolation = interpolation;
    channel.times = {0.0F, 0.5F, 1.0F, 2.0F};
    for (float key = 0.0F; key < 4.0F; key += 1.0F) {
        const std::vector<float> value{key, 0.0F, 0.0F};
        const int parts = interpolation == Interpolation::cubic ? 3 : 1;
        for (int part = 0; part < parts; ++part)
            channel.values.insert(channel.values.end(), value.begin(), value.end());
    }
    clip->channels.push_back(std::move(channel));
    document.clips = {std::move(clip)};
    return document;
}

const Channel& channel_of(const Document& document, std::size_t index = 0) {
    return document.clips[0]->channels.at(index);
}

KeyChoice of_node(int node, std::vector<float> times = {}) {
    KeyChoice out;
    out.node = node;
    out.times = std::move(times);
    return out;
}

KeyValues translation(int node, float time, const vec3& value) {
    KeyValues out;
    out.node = node;
    out.path = ChannelPath::translation;
    out.times = {time};
    out.values = {value.x, value.y, value.z};
    return out;
}

TEST(Keys, MoveInTimeAndReplaceWhatTheyMeet) {
    Document document = keyed();
    ASSERT_TRUE(apply(MoveKeys{the_clip, {of_node(1, {0.5F, 1.0F})}, 1.0F}, document));
    EXPECT_EQ(channel_of(document).times, (std::vector<float>{0.0F, 1.5F, 2.0F}));
    EXPECT_FLOAT_EQ(channel_of(document).values[3], 1.0F);  // of what was at 0.5
    EXPECT_FLOAT_EQ(channel_of(document).values[6], 2.0F);  // 1.0 came to 2.0 and replaced it
    EXPECT_DOUBLE_EQ(document.clips[0]->duration, 2.0);
    ASSERT_TRUE(apply(MoveKeys{the_clip, {of_node(1, {2.0F})}, 0.75F}, document));
    EXPECT_DOUBLE_EQ(document.clips[0]->duration, 2.75);
    ASSERT_TRUE(apply(MoveKeys{the_clip, {of_node(1, {2.75F})}, -1.0F}, document));
    EXPECT_DOUBLE_EQ(document.clips[0]->duration, 1.75);
    EXPECT_EQ(expect_valid(document), std::nullopt);
}

TEST(Keys, ScaleAboutATimeAndTurnRound) {
    Document document = keyed(Interpolation::cubic);
    ASSERT_TRUE(apply(MoveKeys{the_clip, {of_node(1)}, 0.0F, 0.5F, 1.0F}, document));
    EXPECT_EQ(channel_of(document).times, (std::vector<float>{0.5F, 0.75F, 1.0F, 1.5F}));
    EXPECT_FLOAT_EQ(channel_of(document).values[9], 2.0F);  // twice as steep in half the time
    Document turned = keyed(Interpolation::cubic);
    const Channel before = channel_of(turned);
    ASSERT_TRUE(apply(MoveKeys{the_clip, {of_node(1)}, 0.0F, -1.0F, 1.0F}, turned));
    for (const double t : {0.1, 0.6, 1.3, 1.9}) {
        EXPECT_NEAR(sample_channel(channel_of(turned), t).x, sample_channel(before, 2.0 - t).x, 1e-4) << t;
    }
}

TEST(Keys, WhatMakesNoSenseLeavesNoTrace) {
    Document document = keyed();
    const auto before = document.clips[0];
    const auto code = [&document](const Command& command) {
        const Result<void> done = apply(command, document);
        return done ? std::string("done") : done.error().code;
    };
    EXPECT_EQ(code(MoveKeys{the_clip, {of_node(1, {0.5F})}, -1.0F}), "edit-bad-time");
    EXPECT_EQ(code(MoveKeys{the_clip, {of_node(1)}, 0.0F, 0.0F}), "edit-bad-range");
    EXPECT_EQ(code(MoveKeys{the_clip, {of_node(1, {0.7F})}, 0.1F}), "edit-no-such-key");
    EXPECT_EQ(code(DeleteKeys{the_clip, {of_node(2)}}), "edit-no-such-key");
    EXPECT_EQ(code(DeleteKeys{{ItemKind::clip, -1, 7}, {of_node(1)}}), "edit-no-such-clip");
    EXPECT_EQ(code(SetInterpolation{the_clip, {of_node(1)}, "wavy"}), "edit-no-such-interpolation");
    EXPECT_EQ(code(LoopClip{the_clip, 3.0F, {}}), "edit-bad-range");
    EXPECT_EQ(code(SetKeys{the_clip, {translation(9999, 0.1F, vec3(0.0F))}}), "edit-no-such-target");
    EXPECT_EQ(code(SetKeys{the_clip, {translation(1, -0.1F, vec3(0.0F))}}), "edit-bad-time");
    EXPECT_EQ(code(SetKeys{the_clip, {translation(1, 0.1F, vec3(1e30F))}}), "edit-not-finite");
    KeyValues of_bone = translation(-1, 0.1F, vec3(0.0F));
    of_bone.bone = Bone::hips;
    EXPECT_EQ(code(SetKeys{the_clip, {of_bone}}), "edit-bone-clip");
    EXPECT_EQ(document.clips[0], before);
}

TEST(Keys, DeletingTheLastOneDeletesTheChannel) {
    Document document = keyed();
    ASSERT_TRUE(apply(DeleteKeys{the_clip, {of_node(1, {2.0F, 0.5F})}}, document));
    EXPECT_EQ(channel_of(document).times, (std::vector<float>{0.0F, 1.0F}));
    EXPECT_DOUBLE_EQ(document.clips[0]->duration, 1.0);
    ASSERT_TRUE(apply(DeleteKeys{the_clip, {of_node(1)}}, document));
    EXPECT_TRUE(document.clips[0]->channels.empty());
    EXPECT_EQ(expect_valid(document), std::nullopt);
}

TEST(Keys, ValuesAreSetWhereTheyAreAndWhereTheyAreNot) {
    Document document = keyed();
    ASSERT_TRUE(apply(SetKeys{the_clip,
                              {translation(1, 0.5F, vec3(9.0F)), translation(1, 0.75F, vec3(8.0F)),
                               translation(2, 3.0F, vec3(7.0F))}},
                      document));
    EXPECT_EQ(channel_of(document).times, (std::vector<float>{0.0F, 0.5F, 0.75F, 1.0F, 2.0F}));
    EXPECT_FLOAT_EQ(channel_of(document).values[3], 9.0F);
    ASSERT_EQ(document.clips[0]->channels.size(), 2U);
    EXPECT_EQ(channel_of(document, 1).node, 2);
    EXPECT_DOUBLE_EQ(document.clips[0]->duration, 3.0);
    KeyValues turn;
    turn.node = 1;
    turn.times = {1.0F};
    turn.values = {0.0F, 0.0F, 0.0F, 5.0F};
    ASSERT_TRUE(apply(SetKeys{the_clip, {turn}}, document));
    EXPECT_FLOAT_EQ(channel_of(document, 2).values[3], 1.0F);
    EXPECT_EQ(expect_valid(document), std::nullopt);
}

TEST(Keys, TangentsShapeACubicChannel) {
    Document document = keyed();
    ASSERT_TRUE(apply(SetInterpolation{the_clip, {of_node(1)}, "cubic"}, document));
    for (std::size_t i = 0; i < 4; ++i) {
        const auto time = static_cast<double>(channel_of(document).times[i]);
        EXPECT_NEAR(sample_channel(channel_of(document), time).x, static_cast<float>(i), 1e-5F);
    }
    KeyValues keys = translation(1, 0.5F, vec3(1.0F, 0.0F, 0.0F));
    keys.out_tangents = {8.0F, 0.0F, 0.0F};
    ASSERT_TRUE(apply(SetKeys{the_clip, {keys}}, document));
    EXPECT_NEAR(sample_channel(channel_of(document), 0.505).x, 1.04F, 2e-3F);
    ASSERT_TRUE(apply(SetInterpolation{the_clip, {of_node(1)}, "linear"}, document));
    EXPECT_EQ(channel_of(document).values.size(), 12U);
    EXPECT_NEAR(sample_channel(channel_of(document), 0.75).x, 1.5F, 1e-5F);
}

TEST(Keys, ALoopEndsAsItBeginsAndLeavesTheRest) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Document document = random_document(seed);
        const Clip before = *document.clips[0];
        ASSERT_TRUE(apply(LoopClip{the_clip, 0.25F, {}}, document));
        const Clip& after = *document.clips[0];
        EXPECT_DOUBLE_EQ(after.duration, before.duration);
        for (std::size_t c = 0; c < after.channels.size(); ++c) {
            const Channel& channel = after.channels[c];
            const auto apart = [&channel](const vec4& a, const vec4& b) {
                return components(channel.path) == 4 ? std::min(glm::length(a - b), glm::length(a + b))
                                                     : glm::length(a - b);
            };
            EXPECT_LT(apart(sample_channel(channel, 0.75), sample_channel(before.channels[c], 0.0)), 1e-4F)
                << seed << " " << c;
            if (before.channels[c].interpolation == Interpolation::cubic) continue;
            EXPECT_LT(apart(sample_channel(channel, 0.25), sample_channel(before.channels[c], 0.25)), 1e-4F);
        }
        EXPECT_EQ(expect_valid(document), std::nullopt);
    }
}

TEST(Keys, CommandsAreTheirJson) {
    const Document document = keyed(Interpolation::cubic);
    KeyValues values = translation(1, 0.1F, vec3(1.0F, 2.0F, 3.0F));
    values.in_tangents = {0.5F, 0.25F, 0.125F};
    const std::vector<Command> commands{
        SetKeys{the_clip, {values}}, DeleteKeys{the_clip, {of_node(1, {0.5F})}},
        MoveKeys{the_clip, {of_node(1)}, 0.25F, 2.0F, 1.0F}, SetInterpolation{the_clip, {of_node(1)}, "step"},
        LoopClip{the_clip, 0.5F, {"rotation"}}};
    for (const Command& command : commands) {
        const std::string json = command_json(command, document);
        const Result<Command> read = command_from_json(json, document);
        ASSERT_TRUE(read) << json << read.error().text();
        EXPECT_EQ(*read, command) << json;
    }
    const auto code = [&document](const char* json) {
        const Result<Command> read = command_from_json(json, document);
        return read ? std::string("read")
                    : read.error().code + " at " + std::to_string(read.error().where.column);
    };
    EXPECT_EQ(code(R"({"do":"delete-keys","clip":"slide","keys":[{"times":[0]}]})"), "edit-field at 44");
    EXPECT_EQ(code(R"({"do":"delete-keys","clip":"slide","keys":[{"node":"no"}]})"),
              "edit-no-such-item at 52");
}

TEST(Keys, MovingBackIsWhatItWasAndUndoIsExact) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        Random random(seed);
        History history(random_document(seed));
        const auto first = history.present().clips[0];
        KeyChoice all{first->channels[0].node, first->channels[0].bone, first->channels[0].displacer, {}, {}};
        ASSERT_TRUE(history.execute(MoveKeys{the_clip, {all}, 4.0F}));
        ASSERT_TRUE(history.execute(MoveKeys{the_clip, {all}, -4.0F}));
        for (std::size_t i = 0; i < first->channels[0].times.size(); ++i)
            EXPECT_NEAR(history.present().clips[0]->channels[0].times[i], first->channels[0].times[i], 1e-5F);
        history.undo();
        history.undo();
        EXPECT_EQ(history.present().clips[0], first);
    }
}

}  // namespace
}  // namespace vitruvian

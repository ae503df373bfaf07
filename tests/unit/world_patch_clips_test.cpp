// Saving a world with edited clips: the keys are changed in place, and nothing else is.
#include "model/edit/command.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vitruvian::test {
namespace {

const std::string world_text = R"(#VRML V2.0 utf8
# by hand
PROTO Joint [ exposedField SFVec3f center 0 0 0 exposedField SFRotation rotation 0 0 1 0
 exposedField SFVec3f translation 0 0 0 exposedField MFNode children [] exposedField SFString name "" ] { Transform {
 center IS center rotation IS rotation translation IS translation children IS children } }
PROTO Humanoid [ exposedField MFNode humanoidBody [] exposedField MFNode joints [] exposedField SFString name "" ] {
 Group { children IS humanoidBody } }
Humanoid { name "h" humanoidBody DEF root Joint { name "HumanoidRoot" center 0 1 0 children
 DEF knee Joint { name "l_knee" center 0 .5 0 } } joints [ USE root USE knee ] }
DEF Walk TimeSensor { cycleInterval 2 loop TRUE }  # two seconds
DEF Bend OrientationInterpolator {
 key [ 0, .25 .5   # the middle
       1 ]
 keyValue [ 1 0 0 0,   # straight
            1 0 0 .4
            1 0 0 .8,  # bent
            1 0 0 0 ] }
DEF Rise PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 0 .1 0 ] }
Script { url "javascript: kept" }
ROUTE Walk.fraction_changed TO Bend.set_fraction
ROUTE Bend.value_changed TO knee.rotation
ROUTE Walk.fraction_changed TO Rise.set_fraction
ROUTE Rise.value_changed TO root.translation
)";

/// The text after the edits, which is read back as edited.
std::string edited(const std::vector<Command>& commands, const std::string& before = world_text) {
    Document document = read_text(before);
    for (const Command& command : commands) {
        const Result<void> done = apply(command, document);
        if (!done) return "edit: " + done.error().text();
    }
    const Result<EncodedDocument> encoded = encode_document(document, {});
    if (!encoded) return encoded.error().text();
    std::string text(reinterpret_cast<const char*>(encoded->bytes.data()), encoded->bytes.size());
    for (const Diagnostic& note : encoded->notes.list()) {
        if (note.code == "save-anew") return "anew: " + note.message;
    }
    if (const auto wrong = difference(read_text(text), document, {})) return "differs: " + *wrong;
    return text;
}

std::string with(const std::string& part, const std::string& by, std::string text = world_text) {
    const std::size_t at = text.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

const Item walk{ItemKind::clip, -1, 0};

int knee_item() {
    const Document document = read_text(world_text);
    return document.humanoids.at(0).joints.at(1).node;
}

KeyChoice keys_of_knee(std::vector<float> times) {
    KeyChoice out;
    out.node = knee_item();
    out.path = ChannelPath::rotation;
    out.times = std::move(times);
    return out;
}

KeyValues key_of_knee(float time, float angle) {
    KeyValues out;
    out.node = knee_item();
    out.path = ChannelPath::rotation;
    out.times = {time};
    const quat q = axis_angle(vec3(1.0F, 0.0F, 0.0F), angle);
    out.values = {q.x, q.y, q.z, q.w};
    return out;
}

TEST(WorldPatchClips, AKeyThatIsChangedIsOneNumber) {
    EXPECT_EQ(edited({SetKeys{walk, {key_of_knee(1.0F, 0.5F)}}}), with("1 0 0 .8,", "1 0 0 0.5,"));
}

TEST(WorldPatchClips, AKeyMoreIsAFewNumbersMore) {
    const std::string text = edited({SetKeys{walk, {key_of_knee(1.5F, 0.25F)}}});
    EXPECT_NE(text.find("key [ 0, .25 .5 0.75   # the middle"), std::string::npos) << text;
    EXPECT_NE(text.find("1 0 0 .8 1 0 0 0.2"), std::string::npos) << text;
    EXPECT_NE(text.find(",  # bent\n            1 0 0 0 ] }"), std::string::npos) << text;
}

TEST(WorldPatchClips, AKeyLessTakesItsNumbersAlone) {
    const std::string text = edited({DeleteKeys{walk, {keys_of_knee({0.5F})}}});
    EXPECT_NE(text.find("# straight"), std::string::npos) << text;
    EXPECT_NE(text.find("# straight\n            1 0 0 .8,  # bent"), std::string::npos) << text;
    EXPECT_NE(text.find("key [ 0, .5   # the middle"), std::string::npos) << text;
    EXPECT_NE(text.find("javascript: kept"), std::string::npos);
}

TEST(WorldPatchClips, AKeyMovesInTime) {
    EXPECT_EQ(edited({MoveKeys{walk, {keys_of_knee({0.5F})}, 0.25F, 1.0F, 0.0F}}),
              with(".25 .5", "0.375 .5"));
}

TEST(WorldPatchClips, AClipIsTrimmedInPlace) {
    const std::string text = edited({TrimClip{walk, 0.0F, 1.0F}});
    EXPECT_NE(text.find("cycleInterval 1 loop TRUE }  # two seconds"), std::string::npos) << text;
    EXPECT_NE(text.find("javascript: kept"), std::string::npos);
    EXPECT_NE(text.find("DEF Rise PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 0 0.05 0 ] }"),
              std::string::npos)
        << text;
}

TEST(WorldPatchClips, WhatIsUndoneByTheOppositeLeavesTheTextAsItWas) {
    // 2.73 has no exact float, and no float is exactly 0.7 of it.
    const std::string before = with(".25 .5", ".25 0.7", with("cycleInterval 2", "cycleInterval 2.73"));
    EXPECT_EQ(edited({TrimClip{walk, 0.0F, std::nullopt}}, before), before);
    EXPECT_EQ(edited({SetKeys{walk, {key_of_knee(3.73F, 0.5F)}}, DeleteKeys{walk, {keys_of_knee({3.73F})}}},
                     before),
              before);
}

TEST(WorldPatchClips, KeysOfALongerClipAreWrittenInFewDigits) {
    const std::string before = with(".25 .5", ".25 0.7", with("cycleInterval 2", "cycleInterval 2.73"));
    const std::string longer = edited({SetKeys{walk, {key_of_knee(5.46F, 0.5F)}}}, before);
    EXPECT_NE(longer.find("key [ 0, 0.125 0.35 "), std::string::npos) << longer;
}

TEST(WorldPatchClips, ALastKeyGoesWithWhatPartsItFromTheRest) {
    const std::string before =
        with(",  # bent\n            1 0 0 0 ]", ", 1 0 0 0 ]", with("   # the middle\n       1 ]", ", 1 ]"));
    const std::string after = edited({DeleteKeys{walk, {keys_of_knee({2.0F})}}}, before);
    EXPECT_NE(after.find("key [ 0, .25 .5 ]"), std::string::npos) << after;
    EXPECT_NE(after.find("1 0 0 .8 ] }"), std::string::npos) << after;
}

TEST(WorldPatchClips, AnotherJointsKeysGetAnInterpolatorOfTheirOwn) {
    KeyValues key = key_of_knee(1.0F, 0.5F);
    key.node = read_text(world_text).humanoids.at(0).joints.at(0).node;
    const std::string text = edited({SetKeys{walk, {key}}});
    EXPECT_NE(text.find("_rotation OrientationInterpolator { key [ 0.5 ] keyValue [ 1 0 0 0.5 ] }\nROUTE "),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("javascript: kept"), std::string::npos);
}

}  // namespace
}  // namespace vitruvian::test

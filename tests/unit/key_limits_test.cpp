// Invalid keys invalidate neither the clip nor the file, in any format.
#include "model/document/key_limits.h"

#include "model/formats/load.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/gltf_builder.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace vitruvian {
namespace {

using test::read_text;

using test::count_of;
constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(KeyLimits, AbsurdKeysAreDroppedWithTheirValues) {
    std::vector<float> times{0, 1, nan_value, 3, 1e30F, 5, 6};
    std::vector<float> values{0, 0, 1, 1, 2, 2, 3, infinity, 4, 4, -1e30F, 5, 6, 6};
    EXPECT_EQ(drop_absurd_keys(times, values, 2), 4U);
    EXPECT_EQ(times, (std::vector<float>{0, 1, 6}));
    EXPECT_EQ(values, (std::vector<float>{0, 0, 1, 1, 6, 6}));
    EXPECT_EQ(drop_absurd_keys(times, values, 2), 0U);
}

std::string bvh(const std::string& frames) {
    return "HIERARCHY\nROOT hips\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
           "Xrotation "
           "Yrotation\nJOINT spine\n{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n}\n}\n"
           "MOTION\nFrames: 3\nFrame Time: 0.1\n" +
           frames;
}

TEST(KeyLimits, Bvh) {
    for (const char* odd : {"nan", "-nan", "inf", "1e39", "1e30", "-1.#IND", "1.#QNAN"}) {
        const Document document = read_text(
            bvh(fmt::format("1 2 3 0 0 0 10 0 0\n1 2 {0} 5 0 0 20 0 0\n1 2 3 0 {0} 0 30 0 0\n", odd)));
        EXPECT_TRUE(count_of(document, "bvh-key")) << odd;
        ASSERT_EQ(document.clips.size(), 1U) << odd;
        const std::vector<Channel>& channels = document.clips[0]->channels;
        ASSERT_EQ(channels.size(), 3U) << odd;
        EXPECT_EQ(channels[0].times, (std::vector<float>{0.0F, 0.2F})) << odd;  // the hips' place
        EXPECT_EQ(channels[1].times, (std::vector<float>{0.0F, 0.1F})) << odd;  // their rotation
        EXPECT_EQ(channels[2].times.size(), 3U) << odd;
    }
    const std::string words = bvh("1 2 three");
    EXPECT_FALSE(load_document(std::as_bytes(std::span(words)), "keys", {}));
}

TEST(KeyLimits, BvhWithoutAnySaneKeyOfAJoint) {
    const Document document =
        read_text(bvh("1 2 3 0 0 0 nan 0 0\n1 2 3 0 0 0 nan 0 0\n1 2 3 0 0 0 0 0 inf\n"));
    ASSERT_EQ(document.clips.size(), 1U);
    EXPECT_EQ(document.clips[0]->channels.size(), 2U);
}

TEST(KeyLimits, Interpolators) {
    for (const char* odd : {"nan", "1e39", "1e30", "-1e20", "inf"}) {
        for (const std::string& keys : {fmt::format("key [0 0.5 1] keyValue [0 0 0 1 {} 1 2 2 2]", odd),
                                        fmt::format("key [0 {} 1] keyValue [0 0 0 1 1 1 2 2 2]", odd)}) {
            const Document document = read_text(
                "#VRML V2.0 utf8\nDEF T TimeSensor { cycleInterval 2 } DEF G Transform { children Shape { "
                "geometry Box {} } } DEF P PositionInterpolator { " +
                keys +
                " } ROUTE T.fraction_changed TO P.set_fraction ROUTE P.value_changed TO G.set_translation\n");
            EXPECT_TRUE(count_of(document, "vrml-interpolator-absurd")) << keys;
            ASSERT_EQ(document.clips.size(), 1U) << keys;
            ASSERT_EQ(document.clips[0]->channels.size(), 1U) << keys;
            EXPECT_EQ(document.clips[0]->channels[0].times, (std::vector<float>{0.0F, 2.0F})) << keys;
        }
    }
}

TEST(KeyLimits, XmlAndJsonHaveTheSame) {
    const std::string nodes =
        "<TimeSensor DEF='T'/><Transform DEF='G'><Shape><Box/></Shape></Transform><PositionInterpolator "
        "DEF='P' "
        "key='0 0.5 1' keyValue='0 0 0 1 1e39 1 2 2 2'/><ROUTE fromNode='T' fromField='fraction_changed' "
        "toNode='P' "
        "toField='set_fraction'/><ROUTE fromNode='P' fromField='value_changed' toNode='G' "
        "toField='translation'/>";
    const Document xml = read_text("<X3D version='4.0'><Scene>" + nodes + "</Scene></X3D>");
    ASSERT_EQ(xml.clips.size(), 1U);
    EXPECT_EQ(xml.clips[0]->channels[0].times.size(), 2U);
    const Document json = read_text(
        R"({"X3D": {"@version": "4.0", "Scene": {"-children": [{"TimeSensor": {"@DEF": "T"}}, {"Transform": {"@DEF":
        "G", "-children": [{"Shape": {"-geometry": {"Box": {}}}}]}}, {"PositionInterpolator": {"@DEF": "P", "@key": [0,
        0.5, 1], "@keyValue": [0, 0, 0, 1, 1e39, 1, 2, 2, 2]}}, {"ROUTE": {"@fromNode": "T", "@fromField":
        "fraction_changed", "@toNode": "P", "@toField": "set_fraction"}}, {"ROUTE": {"@fromNode": "P", "@fromField":
        "value_changed", "@toNode": "G", "@toField": "translation"}}]}}})");
    ASSERT_EQ(json.clips.size(), 1U);
    EXPECT_EQ(json.clips[0]->channels[0].times.size(), 2U);
}

TEST(KeyLimits, HanimMotion) {
    const Document document = read_text(
        "#X3D V4.0 utf8\nPROFILE Full\nHAnimHumanoid { skeleton HAnimJoint { name \"humanoid_root\" children "
        "HAnimJoint "
        "{ name \"l_hip\" } } motions HAnimMotion { channels \"3 Xposition Yposition Zposition 1 Xrotation\" "
        "joints "
        "\"humanoid_root l_hip\" values [ 0 0 0 10, 1 1e30 1 20, 2 2 2 nan ] } }");
    EXPECT_TRUE(count_of(document, "hanim-motion-absurd"));
    ASSERT_EQ(document.clips.size(), 1U);
    ASSERT_EQ(document.clips[0]->channels.size(), 2U);
    EXPECT_EQ(document.clips[0]->channels[0].times.size(), 2U);
    EXPECT_EQ(document.clips[0]->channels[1].times.size(), 2U);
}

/// A node and a channel that moves it; the clips of the file.
std::vector<std::shared_ptr<const Clip>> gltf_clips(const std::vector<float>& times,
                                                    const std::vector<float>& values) {
    test::GltfBuilder builder;
    builder.push("nodes", {{"name", "moved"}});
    const int input = builder.floats(times, "SCALAR", 1);
    const int output = builder.vec3s(values);
    builder.push("animations",
                 {{"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "translation"}}}}}},
                  {"samplers", {{{"input", input}, {"output", output}}}}});
    const Document document = test::load(builder);
    EXPECT_EQ(test::count_of(document, "gltf-key"), 1);
    return document.clips;
}

TEST(KeyLimits, Gltf) {
    for (const float odd : {nan_value, infinity, 1e30F}) {
        for (const auto& clips : {gltf_clips({0, odd, 2}, {0, 0, 0, 1, 1, 1, 2, 2, 2}),
                                  gltf_clips({0, 1, 2}, {0, 0, 0, 1, odd, 1, 2, 2, 2})}) {
            ASSERT_EQ(clips.size(), 1U);
            ASSERT_EQ(clips[0]->channels.size(), 1U);
            EXPECT_EQ(clips[0]->channels[0].times, (std::vector<float>{0, 2}));
            EXPECT_EQ(clips[0]->channels[0].values, (std::vector<float>{0, 0, 0, 2, 2, 2}));
            EXPECT_EQ(clips[0]->duration, 2.0);
        }
    }
    EXPECT_TRUE(gltf_clips({nan_value}, {0, 0, 0}).empty());
}

}  // namespace
}  // namespace vitruvian

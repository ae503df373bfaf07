// Reading a file's humanoid, or joints without one: limits, declared facts, repeated parts.
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>

namespace vitruvian {
namespace {

using test::read_body;
using test::read_text;

using test::count_of;
TEST(HanimFigure, JointsWithoutAHumanoidKeepWhatTheySay) {
    const Document document = read_body(
        "Transform { translation 0 5 0 children DEF hanim_l_hip Joint { center 0 1 0 llimit [ -1 -2 -3 ] "
        "ulimit [ "
        "1 2 3 ] stiffness [ 0.5 0 1 ] limitOrientation 0 1 0 1 children [ Segment { name \"l_thigh\" mass 4 "
        "} "
        "DEF hanim_l_knee Joint { center 0 0.5 0 children Site { name \"tip\" } } ] } }");
    ASSERT_EQ(document.humanoids.size(), 1U);
    const Humanoid& figure = document.humanoids.front();
    ASSERT_EQ(figure.joints.size(), 2U);
    EXPECT_EQ(figure.joints[0].lower_limit, vec3(-1, -2, -3));
    EXPECT_EQ(figure.joints[0].upper_limit, vec3(1, 2, 3));
    EXPECT_EQ(figure.joints[0].stiffness, vec3(0.5F, 0, 1));
    EXPECT_NEAR(figure.joints[0].limit_orientation.y, std::sin(0.5F), 1e-6F);
    EXPECT_EQ(figure.joints[0].centre, vec3(0, 6, 0));
    ASSERT_EQ(figure.segments.size(), 1U);
    EXPECT_EQ(figure.segments[0].mass, 4.0F);
    ASSERT_EQ(figure.sites.size(), 1U);
    EXPECT_EQ(count_of(document, "hanim-no-humanoid"), 1);
}

TEST(HanimFigure, RobotsWithoutAHumanoidStandByTheirTranslations) {
    const Document document =
        read_body("Joint { name \"a\" translation 0 1 0 children Joint { name \"b\" translation 0 0.5 0 } }");
    ASSERT_EQ(document.humanoids.front().joints.size(), 2U);
    EXPECT_EQ(document.humanoids.front().joints[1].centre, vec3(0, 1.5F, 0));
}

TEST(HanimFigure, AJointInTwoPlacesIsReported) {
    const Document document = read_body(
        "Humanoid { humanoidBody DEF r Joint { name \"HumanoidRoot\" children [ DEF j Joint { name \"l_hip\" "
        "} "
        "Joint { name \"vl5\" children USE j } ] } joints [ USE r USE j ] }");
    EXPECT_EQ(document.humanoids.front().joints.size(), 3U);
    EXPECT_EQ(count_of(document, "hanim-joint-repeated"), 1);
}

TEST(HanimFigure, JointsInListsAreNotRepeated) {
    const Document document =
        read_body("Humanoid { humanoidBody DEF r Joint { name \"HumanoidRoot\" } joints [ USE r ] }");
    EXPECT_EQ(count_of(document, "hanim-joint-repeated"), 0);
}

TEST(HanimFigure, DeclaredFactsAreKeptApartFromInfo) {
    const Document document = read_text(
        "#X3D V4.0 utf8\nPROFILE Immersive\n"
        "HAnimHumanoid { name \"f\" loa 2 skeletalConfiguration \"BASIC\" bboxCenter 0 1 0 bboxSize 2 4 6 "
        "info [ "
        "\"authorName=A. Person\" ] skeleton HAnimJoint { name \"humanoid_root\" } }");
    const Humanoid& figure = document.humanoids.front();
    EXPECT_EQ(figure.declared_loa, 2);
    EXPECT_EQ(figure.skeletal_configuration, "BASIC");
    ASSERT_TRUE(figure.bounding_box);
    EXPECT_EQ(figure.bounding_box->min, vec3(-1, -1, -3));
    EXPECT_EQ(figure.bounding_box->max, vec3(1, 3, 3));
    ASSERT_EQ(figure.info.size(), 1U);
    EXPECT_EQ(figure.info[0].first, "authorName");
}

TEST(HanimFigure, WhatIsNotDeclaredStaysEmpty) {
    const Document document = read_body("Humanoid { humanoidBody Joint { name \"HumanoidRoot\" } }");
    const Humanoid& figure = document.humanoids.front();
    EXPECT_FALSE(figure.declared_loa);
    EXPECT_FALSE(figure.bounding_box);
    EXPECT_TRUE(figure.skeletal_configuration.empty());
}

}  // namespace
}  // namespace vitruvian

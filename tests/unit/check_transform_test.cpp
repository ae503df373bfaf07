// TR01 to TR09: for each a figure that just passes and one that just fails, on every kind of figure it
// applies to.
#include "model/check/profile.h"
#include "model/core/at.h"
#include "model/edit/history.h"
#include "model/pose/pose.h"
#include "tests/unit/avatar_rigs.h"
#include "tests/unit/remap_rigs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vitruvian {
namespace {

using check::Finding;
using check::Level;
using test::Json;
using test::Kind;

/// A figure whose left lower arm is scaled (everything below it is removed, so that nothing is sheared).
Document scaled(Kind kind, const vec3& scale) {
    test::Places places = test::t_pose();
    if (kind == Kind::hanim) {
        return test::load_world(test::hanim_text(places, Bone::left_lower_arm,
                                                 fmt::format("scale {} {} {}", scale.x, scale.y, scale.z)));
    }
    test::Avatar avatar = test::make_avatar(places, kind);
    const int node = avatar.node.at(static_cast<std::size_t>(Bone::left_lower_arm));
    at(avatar.builder.json["nodes"], node)["scale"] = {scale.x, scale.y, scale.z};
    return avatar.load();
}

std::string forearm(Kind kind) {
    return kind == Kind::hanim ? "l_elbow" : "leftLowerArm";
}

TEST(CheckTransforms, ScalesAreOne) {
    for (const Kind kind : {Kind::hanim, Kind::vrm, Kind::ext}) {
        SCOPED_TRACE(test::to_string(kind));
        const Document good = scaled(kind, vec3(1.0009F, 1, 1));
        EXPECT_EQ(test::objects_of(test::findings_of(good, "TR01")), "");
        const Document uneven = scaled(kind, vec3(1.0011F, 1, 1));
        EXPECT_EQ(test::objects_of(test::findings_of(uneven, "TR01")), forearm(kind));
        EXPECT_EQ(test::objects_of(test::findings_of(uneven, "TR03")), "");
        EXPECT_EQ(test::objects_of(test::findings_of(scaled(kind, vec3(1.0009F)), "TR03")), "");
        const Document large = scaled(kind, vec3(1.0011F));
        EXPECT_EQ(test::objects_of(test::findings_of(large, "TR03")), forearm(kind));
        EXPECT_EQ(test::objects_of(test::findings_of(large, "TR01")), "");
        EXPECT_EQ(test::findings_of(uneven, "TR01").at(0).level, Level::error);
        EXPECT_EQ(test::findings_of(large, "TR03").at(0).level, Level::warning);
    }
}

TEST(CheckTransforms, AShearedMatrixIsNoUnevenScale) {
    const auto with = [](float yy, float shear) {
        test::Avatar avatar = test::make_avatar(test::t_pose(), Kind::vrm);
        Json& node =
            at(avatar.builder.json["nodes"], avatar.node.at(static_cast<std::size_t>(Bone::left_toes)));
        const Json place = node["translation"];
        node.erase("translation");
        node["matrix"] = {1, 0, 0, 0, shear, yy, 0, 0, 0, 0, 1, 0, place[0], place[1], place[2], 1};
        return avatar.load();
    };
    const Document sheared = with(1.0F, 0.02F);
    EXPECT_EQ(test::objects_of(test::findings_of(sheared, "TR07")), "leftToes");
    EXPECT_EQ(test::objects_of(test::findings_of(sheared, "TR01")), "");
    const Document uneven = with(1.02F, 0.0F);
    EXPECT_EQ(test::objects_of(test::findings_of(uneven, "TR07")), "");
    EXPECT_EQ(test::objects_of(test::findings_of(uneven, "TR01")), "leftToes");
}

TEST(CheckTransforms, ArmaturesMayBeScaled) {
    test::Avatar avatar = test::make_avatar(test::t_pose(), Kind::vrm);
    const int root =
        avatar.builder.push("nodes", {{"name", "armature"}, {"scale", {2, 2, 2}}, {"children", {0}}});
    avatar.builder.json["scenes"][0]["nodes"][0] = root;
    const Document document = avatar.load();
    EXPECT_EQ(test::objects_of(test::findings_of(document, "TR01")), "");
    EXPECT_EQ(test::objects_of(test::findings_of(document, "TR03")), "");
}

TEST(CheckTransforms, MirrorsAreReportedOnceAtTheTop) {
    for (const Kind kind : {Kind::hanim, Kind::vrm, Kind::ext}) {
        SCOPED_TRACE(test::to_string(kind));
        EXPECT_EQ(test::objects_of(test::findings_of(scaled(kind, vec3(-1, -1, 1)), "TR02")), "");
        EXPECT_EQ(test::objects_of(test::findings_of(scaled(kind, vec3(-1, 1, 1)), "TR02")), forearm(kind));
    }
}

TEST(CheckTransforms, ShearIsReportedWhereItBegins) {
    for (const Kind kind : {Kind::hanim, Kind::vrm}) {
        SCOPED_TRACE(test::to_string(kind));
        for (const float uneven : {1.00009F, 1.00011F}) {
            const Document document = [&] {
                const std::string turn = "rotation 0 0 1 0.785398";
                if (kind == Kind::hanim) {
                    std::string text = test::hanim_text(test::t_pose(), Bone::left_hand, turn);
                    const std::string name = "name \"l_elbow\"";
                    text.insert(text.find(name), fmt::format("scale {} 1 1 ", uneven));
                    return test::load_world(text);
                }
                test::Avatar avatar = test::make_avatar(test::t_pose(), kind);
                Json& nodes = avatar.builder.json["nodes"];
                nodes[static_cast<std::size_t>(avatar.node.at(
                    static_cast<std::size_t>(Bone::left_lower_arm)))]["scale"] = {uneven, 1, 1};
                at(nodes, avatar.node.at(static_cast<std::size_t>(Bone::left_hand)))["rotation"] = {
                    0, 0, 0.38268343, 0.92387953};
                return avatar.load();
            }();
            const std::string hand = kind == Kind::hanim ? "l_wrist" : "leftHand";
            const auto findings = test::findings_of(document, "TR05");
            EXPECT_EQ(test::objects_of(findings), uneven > 1.0001F ? hand : "");
            for (const Finding& finding : findings) EXPECT_EQ(finding.level, Level::error);
        }
    }
}

TEST(CheckTransforms, HanimJointsRestUnturned) {
    const auto with = [](const char* fields) {
        return test::load_world(test::hanim_text(test::hanging_pose(), Bone::left_upper_arm, fields));
    };
    EXPECT_TRUE(test::findings_of(with("rotation 0 0 1 0.00009"), "TR04").empty());
    EXPECT_TRUE(test::findings_of(with("translation 0 0 0.00009"), "TR04").empty());
    for (const char* fields : {"rotation 0 0 1 0.00011", "translation 0 0 0.00011"}) {
        Document document = with(fields);
        const auto found = test::findings_of(document, "TR04");
        EXPECT_EQ(test::objects_of(found), "l_shoulder");
        ASSERT_EQ(found.size(), 1U);
        // Its fix resets the field, and nothing else.
        ASSERT_FALSE(found[0].fix.empty());
        const std::vector<mat4> rest =
            world_matrices(make_skeleton(document), rest_pose(make_skeleton(document)));
        for (const Command& command : found[0].fix) ASSERT_TRUE(apply(command, document));
        EXPECT_TRUE(test::findings_of(document, "TR04").empty());
        EXPECT_EQ(world_matrices(make_skeleton(document), rest_pose(make_skeleton(document))), rest);
    }
}

TEST(CheckTransforms, BonesOfGltfMayBeTurned) {
    EXPECT_TRUE(test::findings_of(test::make_figure(test::t_pose(), Kind::ext), "TR04").empty());
    Document document = test::make_figure(test::t_pose(), Kind::ext);
    document.humanoids.front().kind = HumanoidKind::vrm0;
    const auto found = test::findings_of(document, "TR04");
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].level, Level::info);
}

TEST(CheckTransforms, RotationsAreUnitAsWritten) {
    for (const float length : {1.0076F, 1.0078F, 0.9924F, 0.9922F}) {
        SCOPED_TRACE(length);
        const bool fails = std::abs(length - 1.0F) > 0.00769F;
        test::Avatar avatar = test::make_avatar(test::t_pose(), Kind::vrm);
        avatar.builder.json["nodes"][3]["rotation"] = {0, 0, 0, length};
        EXPECT_EQ(test::objects_of(test::findings_of(avatar.load(), "TR06")), fails ? "upperChest" : "");

        test::Avatar moving = test::make_avatar(test::t_pose(), Kind::vrm);
        const int input = moving.builder.floats({0, 1}, "SCALAR", 1);
        const int output = moving.builder.floats({0, 0, 0, 1, 0, 0, 0, length}, "VEC4", 4);
        moving.builder.push(
            "animations",
            {{"name", "walk"},
             {"samplers", Json::array({{{"input", input}, {"output", output}}})},
             {"channels", Json::array({{{"sampler", 0}, {"target", {{"node", 3}, {"path", "rotation"}}}}})}});
        const auto found = test::findings_of(moving.load(), "TR06");
        EXPECT_EQ(test::objects_of(found), fails ? "walk" : "");
        EXPECT_EQ(found.empty() ? 1.0 : found[0].time.value_or(-1.0), 1.0);
    }
}

TEST(CheckTransforms, MatricesAreTranslationRotationAndScale) {
    for (const float shear : {0.00009F, 0.00011F}) {
        test::Avatar avatar = test::make_avatar(test::t_pose(), Kind::vrm);
        const int node = avatar.builder.push(
            "nodes", {{"name", "prop"}, {"matrix", {2, 0, 0, 0, shear, 1, 0, 0, 0, 0, -1, 0, 5, 6, 7, 1}}});
        avatar.builder.json["scenes"][0]["nodes"].push_back(node);
        EXPECT_EQ(test::objects_of(test::findings_of(avatar.load(), "TR07")), shear > 1e-4F ? "prop" : "");
    }
    test::Avatar avatar = test::make_avatar(test::t_pose(), Kind::vrm);
    const int node = avatar.builder.push(
        "nodes", {{"name", "prop"}, {"matrix", {1, 0, 0, 0.01, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}});
    avatar.builder.json["scenes"][0]["nodes"].push_back(node);
    EXPECT_EQ(test::objects_of(test::findings_of(avatar.load(), "TR07")), "prop");
}

TEST(CheckTransforms, SixteenNumbersAreARightHandedFrame) {
    for (const Kind kind : {Kind::hanim, Kind::vrm, Kind::ext}) {
        SCOPED_TRACE(test::to_string(kind));
        EXPECT_EQ(test::objects_of(test::findings_of(scaled(kind, vec3(2, 2, 2)), "TR08", "humanik")), "");
        const auto found = test::findings_of(scaled(kind, vec3(-1, 1, 1)), "TR08", "humanik");
        ASSERT_FALSE(found.empty());
        EXPECT_EQ(found[0].object.name, forearm(kind));
        EXPECT_TRUE(test::findings_of(scaled(kind, vec3(-1, 1, 1)), "TR08").empty())
            << "only HumanIK asks for it";
    }
}

TEST(CheckTransforms, PosesSurviveTheirMatrices) {
    test::Random random(11);
    for (int i = 0; i < 20; ++i) {
        const Document document = test::make_rig(random, {});
        EXPECT_EQ(test::objects_of(test::findings_of(document, "TR09", "humanik")), "") << i;
    }
    // A singular frame does not determine a joint's position.
    const auto flat = [](float scale) { return scaled(Kind::vrm, vec3(scale, 1, 1)); };
    EXPECT_EQ(test::findings_of(flat(0.5F), "TR09", "humanik").size(), 0U);
    EXPECT_EQ(test::findings_of(flat(0.0F), "TR09", "humanik").size(), 1U);
    // A very uneven scale below which joints turn leaves too few digits: 0.00001 of the pose is the threshold.
    const auto sheared = [](float scale) {
        test::Avatar avatar = test::make_avatar(test::t_pose(), Kind::vrm);
        const auto node = [&](Bone bone) -> vitruvian::Json& {
            return avatar.builder
                .json["nodes"][static_cast<std::size_t>(avatar.node.at(static_cast<std::size_t>(bone)))];
        };
        node(Bone::left_upper_arm)["scale"] = {scale, 1, 1};
        node(Bone::left_lower_arm)["rotation"] = {std::sin(0.35F), 0, 0, std::cos(0.35F)};
        node(Bone::left_hand)["rotation"] = {0, std::sin(0.35F), 0, std::cos(0.35F)};
        return avatar.load();
    };
    EXPECT_EQ(test::findings_of(sheared(1e2F), "TR09", "humanik").size(), 0U);
    const auto found = test::findings_of(sheared(1e5F), "TR09", "humanik");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_GT(found[0].value.value_or(0.0), 1e-5);
    EXPECT_LT(found[0].value.value_or(1.0), 1e-2) << "by a little, not as a singular frame does";
}

}  // namespace
}  // namespace vitruvian

// PO01 to PO29: for each a figure that just passes and one that just fails, on every kind of figure it
// applies to.
#include "model/check/measure.h"
#include "model/core/at.h"
#include "model/edit/history.h"
#include "model/formats/bvh/bvh_writer.h"
#include "tests/unit/avatar_rigs.h"
#include "tests/unit/check_rigs.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace vitruvian {
namespace {

using check::Finding;
using check::Level;
using test::Kind;
using test::Places;

constexpr vec3 x_axis{1, 0, 0};
constexpr vec3 y_axis{0, 1, 0};
constexpr vec3 z_axis{0, 0, 1};

/// Two poses on both sides of a check's threshold, and the object of the second one's finding.
struct Case {
    std::string id;
    std::function<void(Places&)> passes;
    std::function<void(Places&)> fails;
    std::string object;
    Level level = Level::warning;
    bool hanging = false;  // from H-Anim's default pose
    bool only_hanim = false;
};

std::function<void(Places&)> turn(Bone bone, const vec3& axis, float degrees) {
    return [=](Places& places) { places.turn_below(bone, axis, degrees); };
}

std::function<void(Places&)> move(Bone bone, const vec3& by) {
    return [=](Places& places) { places.move_below(bone, by); };
}

std::function<void(Places&)> all(const std::function<void(vec3&)>& edit) {
    return [=](Places& places) { places.for_each(edit); };
}

std::function<void(Places&)> scale(float factor) {
    return all([factor](vec3& place) { place *= factor; });
}

std::function<void(Places&)> turn_all(const vec3& axis, float degrees) {
    return all([=](vec3& place) { place = axis_angle(axis, glm::radians(degrees)) * place; });
}

/// Bends only the first phalanx of the index finger.
std::function<void(Places&)> bend_first_phalanx(float degrees) {
    return [=](Places& places) {
        places.turn_below(Bone::left_index_proximal, z_axis, -degrees);
        places.turn_below(Bone::left_index_intermediate, z_axis, degrees);
    };
}

std::vector<Case> cases() {
    const std::string figure = "FIGURE";
    return {
        {"PO01", turn_all(y_axis, 36), turn_all(y_axis, 38), figure, Level::error},
        {"PO01", turn_all(y_axis, 0), turn_all(y_axis, 180), figure, Level::error},
        {"PO02", turn(Bone::hips, x_axis, 14), turn(Bone::hips, x_axis, 16), figure, Level::error},
        {"PO03", turn(Bone::left_upper_arm, z_axis, -4.8F), turn(Bone::left_upper_arm, z_axis, -5.2F),
         "leftUpperArm"},
        {"PO03", turn(Bone::right_upper_arm, z_axis, 4.8F), turn(Bone::right_upper_arm, z_axis, 36.5F),
         "rightUpperArm"},
        {"PO03", turn(Bone::left_upper_arm, y_axis, -4.8F), turn(Bone::left_upper_arm, z_axis, -37.5F),
         "leftUpperArm", Level::error},
        {"PO04", turn(Bone::left_lower_arm, y_axis, -4.8F), turn(Bone::left_lower_arm, y_axis, -5.2F),
         "leftLowerArm"},
        {"PO05", turn(Bone::right_hand, z_axis, 9.8F), turn(Bone::right_hand, z_axis, 10.2F), "rightHand"},
        {"PO06", bend_first_phalanx(9.8F), turn(Bone::left_middle_intermediate, z_axis, -5.2F),
         "leftMiddleIntermediate"},
        {"PO06", bend_first_phalanx(0.0F), bend_first_phalanx(10.2F), "leftIndexProximal"},
        {"PO07", turn(Bone::left_thumb_proximal, y_axis, 9.8F),
         turn(Bone::left_thumb_proximal, y_axis, -10.2F), "leftThumbProximal", Level::info},
        {"PO09", turn(Bone::left_upper_leg, z_axis, 14.8F), turn(Bone::left_upper_leg, z_axis, 15.2F),
         "leftUpperLeg"},
        {"PO10", turn(Bone::right_lower_leg, x_axis, 19.8F), turn(Bone::right_lower_leg, x_axis, 20.2F),
         "rightLowerLeg"},
        {"PO11", turn(Bone::left_foot, y_axis, 19.8F), turn(Bone::left_foot, y_axis, 20.2F), "leftFoot"},
        {"PO12", turn(Bone::neck, x_axis, 29.8F), turn(Bone::neck, x_axis, 30.2F), "neck"},
        {"PO13", turn(Bone::left_shoulder, z_axis, 19.8F), turn(Bone::left_shoulder, z_axis, 20.2F),
         "leftShoulder"},
        {"PO14", turn(Bone::left_upper_arm, z_axis, 9.8F), turn(Bone::left_upper_arm, z_axis, 10.2F),
         "leftUpperArm", Level::warning, true, true},
        {"PO15", all([](vec3& p) { p.y += 0.017F; }), all([](vec3& p) { p.y += 0.018F; }), figure},
        {"PO15", all([](vec3& p) { p.y -= 0.017F; }), all([](vec3& p) { p.y -= 0.018F; }), figure},
        {"PO17", all([](vec3& p) { p.x += 0.0094F; }), all([](vec3& p) { p.x += 0.0097F; }), figure},
        {"PO17", all([](vec3& p) { p.z += 0.189F; }), all([](vec3& p) { p.z += 0.193F; }), figure},
        {"PO18", scale(1.19F), scale(1.21F), figure},
        {"PO18", scale(0.81F), scale(0.78F), figure},
        {"PO18", scale(1.49F / 1.75F), scale(1.56F), figure, Level::error},
        {"PO19", scale(50.0F), scale(100.0F), figure, Level::error},
        {"PO19", scale(1.0F), scale(0.0254F), figure, Level::error},
        {"PO20", move(Bone::hips, {0, -0.93F, 0}), move(Bone::hips, {0, -0.95F, 0}), figure, Level::error},
        {"PO21", move(Bone::left_lower_leg, {0, 0, 0.017F}), move(Bone::left_lower_leg, {0, 0, 0.018F}),
         "leftLowerLeg|l_knee"},
        {"PO21", move(Bone::right_index_proximal, {0, 0.017F, 0}),
         move(Bone::right_index_proximal, {0, 0.018F, 0}), "leftIndexProximal|l_index1", Level::info},
        {"PO22", move(Bone::left_lower_leg, {0, -0.17F, 0}), move(Bone::left_lower_leg, {0, -0.2F, 0}),
         "leftUpperLeg", Level::info},
        {"PO23", turn(Bone::left_lower_arm, y_axis, 0.4F), turn(Bone::left_lower_arm, y_axis, 0.6F),
         "leftLowerArm"},
        {"PO23", turn(Bone::right_lower_arm, y_axis, 5.0F), turn(Bone::right_lower_arm, y_axis, -0.6F),
         "rightLowerArm"},
        {"PO23", turn(Bone::left_lower_leg, x_axis, 5.0F), turn(Bone::left_lower_leg, x_axis, -0.6F),
         "leftLowerLeg"},
    };
}

/// The name of a finding's object in a figure of this kind.
std::string expected_object(const Case& test, Kind kind, const Document& document) {
    if (test.object == "FIGURE") return document.humanoids.front().name;
    const std::size_t bar = test.object.find('|');
    if (bar == std::string::npos) return test.object;
    return kind == Kind::hanim ? test.object.substr(bar + 1) : test.object.substr(0, bar);
}

TEST(CheckMessages, VectorsHaveNoMinusZero) {
    EXPECT_EQ(check::say_vector(vec3(-0.001F, 0.82F, -0.0F), 2), "(0.00, 0.82, 0.00)");
    EXPECT_EQ(check::say_vector(vec3(-0.006F, -1.0F, 0.99996F), 4), "(-0.0060, -1.0000, 1.0000)");
}

TEST(CheckPose, JustPassesAndJustFails) {
    for (const Case& test : cases()) {
        for (const Kind kind : {Kind::hanim, Kind::vrm, Kind::ext}) {
            if (test.only_hanim && kind != Kind::hanim) continue;
            SCOPED_TRACE(test.id + " " + test.object + " " + test::to_string(kind));
            // H-Anim's profiles exclude the T-pose.
            const std::string profile = kind == Kind::hanim && !test.only_hanim ? "vrm" : "";
            Places good = test.hanging ? test::hanging_pose() : test::t_pose();
            Places bad = good;
            test.passes(good);
            test.fails(bad);
            EXPECT_EQ(test::objects_of(test::findings_of(test::make_figure(good, kind), test.id, profile)),
                      "");
            const Document document = test::make_figure(bad, kind);
            const std::vector<Finding> found = test::findings_of(document, test.id, profile);
            EXPECT_EQ(test::objects_of(found), expected_object(test, kind, document));
            for (const Finding& finding : found) {
                EXPECT_EQ(finding.level, test.level);
                EXPECT_FALSE(finding.message.empty());
                EXPECT_FALSE(finding.advice.empty());
                EXPECT_TRUE(finding.value.has_value());
            }
        }
    }
}

TEST(CheckPose, ACleanFigureHasNoFindings) {
    for (const Kind kind : {Kind::hanim, Kind::vrm, Kind::ext}) {
        SCOPED_TRACE(test::to_string(kind));
        const Places places = kind == Kind::hanim ? test::hanging_pose() : test::t_pose();
        const check::Outcome outcome = check::run_checks(test::make_figure(places, kind));
        for (const Finding& finding : outcome.findings) {
            const bool is_here =
                finding.id.starts_with("PO") || finding.id.starts_with("TR") || finding.id.starts_with("SK");
            EXPECT_FALSE(is_here) << finding.id << ' ' << finding.object.name << ' ' << finding.message;
        }
    }
}

TEST(CheckPose, NamesWhereAnArmPointsAndHowToRotateIt) {
    Places places = test::t_pose();
    places.turn_below(Bone::left_upper_arm, z_axis, -31.0F);
    const auto found = test::findings_of(test::make_figure(places, Kind::vrm), "PO03");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].message, "leftUpperArm points 31.0 degrees below the X axis");
    EXPECT_EQ(found[0].advice, "rotate leftUpperArm by +31.0 degrees about Z");
    EXPECT_NEAR(*found[0].value, 31.0, 0.01);
    EXPECT_EQ(found[0].threshold, 5.0);
    EXPECT_EQ(found[0].unit, "deg");
    EXPECT_FALSE(found[0].where.pointer.empty());
    ASSERT_TRUE(found[0].marks.is && found[0].marks.ought);
    EXPECT_LT(found[0].marks.is->y, -0.5F);
    places.turn_below(Bone::left_upper_arm, z_axis, -7.0F);
    const auto severe = test::findings_of(test::make_figure(places, Kind::vrm), "PO03");
    ASSERT_EQ(severe.size(), 1U);
    EXPECT_EQ(severe[0].level, Level::error);
    EXPECT_EQ(severe[0].threshold, 37.0);
}

/// A T-pose that faces another axis than +Z; with VRM 0 for -Z, as its figures do.
Document turned_figure(const std::function<void(Places&)>& edit, float degrees) {
    Places places = test::t_pose();
    edit(places);
    turn_all(y_axis, degrees)(places);
    Document out = test::make_figure(places, Kind::vrm);
    if (degrees == 180.0F) out.humanoids.front().kind = HumanoidKind::vrm0;
    return out;
}

TEST(CheckPose, AdviceNamesTheFiguresOwnAxesWhereItLooksElsewhere) {
    const auto advice = [](const Document& document, const char* id) {
        const auto found = test::findings_of(document, id, "vrm");
        EXPECT_EQ(found.size(), 1U) << id;
        return found.empty() ? std::string() : found[0].advice;
    };
    for (const float degrees : {0.0F, 90.0F, 180.0F}) {
        SCOPED_TRACE(degrees);
        const auto own = [degrees](const char* words) { return degrees == 0.0F ? "" : words; };
        EXPECT_EQ(
            advice(turned_figure(turn(Bone::left_upper_arm, z_axis, -31.0F), degrees), "PO03"),
            std::string("rotate leftUpperArm by +31.0 degrees about Z") + own(" (the figure's forward)"));
        EXPECT_EQ(advice(turned_figure(turn(Bone::left_upper_arm, y_axis, -31.0F), degrees), "PO03"),
                  "rotate leftUpperArm by +31.0 degrees about Y");
        EXPECT_EQ(advice(turned_figure(turn(Bone::right_lower_leg, x_axis, 25.0F), degrees), "PO10"),
                  std::string("rotate rightLowerLeg by -25.0 degrees about X") + own(" (the figure's left)"));
        const vec3 between = glm::normalize(vec3(0.0F, 1.0F, 1.0F));
        const std::string slanting =
            advice(turned_figure(turn(Bone::left_upper_arm, between, -31.0F), degrees), "PO03");
        EXPECT_EQ(slanting.find(" about the axis (") != std::string::npos, true) << slanting;
        EXPECT_EQ(slanting.ends_with(" (of the figure: left, up, forward)"), degrees != 0.0F) << slanting;
    }
}

TEST(CheckPose, TheMirrorPlaceIsWhereTheFigureStands) {
    const Places still = test::t_pose();
    for (const float degrees : {0.0F, 90.0F, 180.0F}) {
        SCOPED_TRACE(degrees);
        const Document document = turned_figure(move(Bone::left_lower_leg, {0, 0, 0.02F}), degrees);
        const auto found = test::findings_of(document, "PO21", "vrm");
        ASSERT_EQ(found.size(), 1U);
        const vec3 right = still[Bone::right_lower_leg] + vec3(0, 0, 0.02F);
        const vec3 ought = axis_angle(y_axis, glm::radians(degrees)) * right;
        EXPECT_EQ(found[0].advice,
                  "move one of them: the right one's mirror place is " + check::say_vector(ought, 4));
        ASSERT_EQ(found[0].marks.points.size(), 3U);
        EXPECT_LT(glm::distance(found[0].marks.points[2], ought), 1e-4F);
    }
}

TEST(CheckPose, MarksAreWhereAMovedFigureStands) {
    Places places = test::t_pose();
    move(Bone::left_lower_leg, {0, 0, 0.02F})(places);
    test::expect_marks_move_with_figure(test::make_figure(places, Kind::hanim), "PO21", 3);
}

TEST(CheckPose, AFigureTurnedRoundIsOneFindingAndNotTwenty) {
    Places places = test::t_pose();
    turn_all(y_axis, 90)(places);
    const Document document = test::make_figure(places, Kind::vrm);
    for (const char* id : {"PO03", "PO04", "PO05", "PO06", "PO08", "PO09", "PO11", "PO13", "PO21"}) {
        SCOPED_TRACE(id);
        EXPECT_EQ(test::objects_of(test::findings_of(document, id)), "");
    }
    EXPECT_EQ(test::findings_of(document, "PO01").size(), 1U);
}

TEST(CheckPose, AFigureThatLiesIsOneError) {
    Places places = test::t_pose();
    turn_all(x_axis, -90)(places);
    const check::Outcome outcome = check::run_checks(test::make_figure(places, Kind::vrm));
    for (const Finding& finding : outcome.findings) {
        const bool is_expected = finding.level != Level::error || finding.id == "PO02";
        EXPECT_TRUE(is_expected) << finding.id << ' ' << finding.message;
    }
}

TEST(CheckPose, WithoutAMeshTheHeadGivesTheHeight) {
    const auto of_joints = [](float head) {
        return test::load_world(
            "#VRML V2.0 utf8\nHumanoid { name \"figure\" humanoidBody Joint { name \"HumanoidRoot\" "
            "center 0 0.8 0 children [ Joint { name \"l_ankle\" } Joint { name \"skullbase\" center 0 " +
            std::to_string(head) + " 0 } ] } }");
    };
    EXPECT_TRUE(test::findings_of(of_joints(1.41F), "PO18").empty());
    EXPECT_EQ(test::objects_of(test::findings_of(of_joints(1.39F), "PO18")), "figure");
    const Document pelvis = test::load_world(
        "#VRML V2.0 utf8\nHumanoid { name \"figure\" humanoidBody Joint { name \"HumanoidRoot\" center 0 0.8 "
        "0 } }");
    EXPECT_TRUE(test::findings_of(pelvis, "PO18").empty());
}

TEST(CheckPose, SkeletonsThatAreNoHumanoidsHaveNoHeight) {
    Document animal = test::load(test::gltf_rig(test::GltfKind::plain));
    animal.nodes.front().rest.scale *= 100.0F;
    EXPECT_FALSE(test::findings_of(animal, "PO19").empty());
    for (Humanoid& humanoid : animal.humanoids) humanoid.bones = {};
    for (const char* id : {"PO15", "PO18", "PO19"}) EXPECT_TRUE(test::findings_of(animal, id).empty()) << id;
}

TEST(CheckPose, PalmsFaceDownOrTheThighs) {
    for (const Kind kind : {Kind::hanim, Kind::vrm, Kind::ext}) {
        SCOPED_TRACE(test::to_string(kind));
        const bool hangs = kind == Kind::hanim;
        const vec3 along = hangs ? y_axis : x_axis;
        Places good = hangs ? test::hanging_pose() : test::t_pose();
        Places bad = good;
        good.turn_below(Bone::left_hand, along, 19.5F);
        bad.turn_below(Bone::left_hand, along, 20.5F);
        EXPECT_EQ(test::objects_of(test::findings_of(test::make_figure(good, kind), "PO08")), "");
        EXPECT_EQ(test::objects_of(test::findings_of(test::make_figure(bad, kind), "PO08")), "leftHand");
    }
}

TEST(CheckPose, ThumbsPointWhereTheProfileWantsThem) {
    const Document document = test::make_figure(test::t_pose(), Kind::vrm);
    EXPECT_TRUE(test::findings_of(document, "PO07", "vrm").empty());
    EXPECT_TRUE(test::findings_of(document, "PO07", "unity-humanoid").empty());
    EXPECT_EQ(test::findings_of(document, "PO07", "humanik").size(), 4U);
    Places flat = test::t_pose();
    for (const Bone thumb : {Bone::left_thumb_metacarpal, Bone::right_thumb_metacarpal})
        flat.turn_below(thumb, y_axis, thumb == Bone::left_thumb_metacarpal ? 15.0F : -15.0F);
    const Document flatter = test::make_figure(flat, Kind::vrm);
    EXPECT_TRUE(test::findings_of(flatter, "PO07", "vrm").empty());
    EXPECT_FALSE(test::findings_of(flatter, "PO07", "unity-humanoid").empty());
}

TEST(CheckPose, FeetAreBroughtToTheGround) {
    for (const Kind kind : {Kind::vrm, Kind::ext}) {
        Places places = test::t_pose();
        places.for_each([](vec3& p) { p.y += 0.1F; });
        // Bones and mesh are below one node, as Blender writes them.
        test::Avatar avatar = test::make_avatar(places, kind);
        const test::Json roots = avatar.builder.json["scenes"][0]["nodes"];
        const int armature = avatar.builder.push("nodes", {{"name", "armature"}, {"children", roots}});
        avatar.builder.json["scenes"][0]["nodes"] = {armature};
        Document document = avatar.load();
        const std::vector<Finding> found = test::findings_of(document, "PO15");
        ASSERT_EQ(found.size(), 1U);
        ASSERT_FALSE(found[0].fix.empty());
        for (const Command& command : found[0].fix) ASSERT_TRUE(apply(command, document));
        EXPECT_TRUE(test::findings_of(document, "PO15").empty());
        EXPECT_TRUE(test::findings_of(document, "SK16").empty());
    }
}

// The zero pose of a skeleton is not a pose to stand in: lowered to the ground, its motion would go through
// the floor.
TEST(CheckPose, MotionFilesStandWhereTheirMotionPutsThem) {
    Places places = test::t_pose();
    places.for_each([](vec3& p) { p.y += 0.3F; });
    const Result<EncodedDocument> encoded = write_bvh(test::make_figure(places, Kind::ext));
    ASSERT_TRUE(encoded);
    const std::string text(reinterpret_cast<const char*>(encoded->bytes.data()), encoded->bytes.size());
    const std::vector<Finding> found = test::findings_of(test::read_text(text, "walk.bvh"), "PO15");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_TRUE(found[0].fix.empty());
}

TEST(CheckPose, FeetAndToesAreNearTheGround) {
    const auto raise = [](float feet, float toes) {
        Places places = test::t_pose();
        for (const Bone foot : {Bone::left_foot, Bone::right_foot}) {
            places.move_below(foot, {0, feet, 0});
            places.move_below(foot == Bone::left_foot ? Bone::left_toes : Bone::right_toes,
                              {0, toes - feet, 0});
        }
        return places;
    };
    for (const Kind kind : {Kind::hanim, Kind::vrm, Kind::ext}) {
        SCOPED_TRACE(test::to_string(kind));
        EXPECT_TRUE(test::findings_of(test::make_figure(raise(0.25F, 0.0F), kind), "PO16").empty());
        EXPECT_EQ(test::findings_of(test::make_figure(raise(0.26F, 0.0F), kind), "PO16").size(), 1U);
    }
}

TEST(CheckPose, CentresStandInTheirLimbs) {
    for (const Kind kind : {Kind::hanim, Kind::vrm, Kind::ext}) {
        SCOPED_TRACE(test::to_string(kind));
        for (const float off : {0.049F, 0.051F}) {
            Document document = test::make_figure(test::t_pose(), kind);
            // The vertices of the foot reach 3 cm beyond its joint.
            const Humanoid& figure = document.humanoids.front();
            const int node = figure.bones[Bone::left_foot];
            int joint = 0;
            while (at(figure.joints, joint).node != node) ++joint;
            const vec3 centre = test::t_pose()[Bone::left_foot] + vec3(off, 0, 0);
            ASSERT_TRUE(apply(SetJointCentre{joint_item(0, joint), centre}, document));
            const std::string wanted = kind == Kind::hanim ? "l_ankle" : "leftFoot";
            EXPECT_EQ(test::objects_of(test::findings_of(document, "PO24")), off > 0.05F ? wanted : "");
        }
    }
}

TEST(CheckPose, CentresAreInTheHumanoidsSpace) {
    Places places = test::hanging_pose();
    EXPECT_TRUE(test::findings_of(test::make_figure(places, Kind::hanim), "PO25").empty());
    places[Bone::left_upper_leg] -= places[Bone::hips];
    const auto found = test::findings_of(test::make_figure(places, Kind::hanim), "PO25");
    EXPECT_EQ(test::objects_of(found), "l_hip");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].level, Level::error);
}

TEST(CheckPose, BonesHaveTheExtensionsAxes) {
    const auto turned = [](const vec3& axis, float degrees) {
        test::Avatar avatar = test::make_avatar(test::t_pose(), Kind::ext);
        avatar.turn_axes(Bone::left_lower_leg, axis_angle(axis, glm::radians(degrees)));
        return avatar.load();
    };
    EXPECT_EQ(test::objects_of(test::findings_of(turned(x_axis, 4.8F), "PO26")), "");
    EXPECT_EQ(test::objects_of(test::findings_of(turned(x_axis, 5.2F), "PO26")), "leftLowerLeg");
    EXPECT_EQ(test::objects_of(test::findings_of(turned(y_axis, 9.8F), "PO27")), "");
    EXPECT_EQ(test::objects_of(test::findings_of(turned(y_axis, 10.2F), "PO27")), "leftLowerLeg");
    EXPECT_EQ(test::objects_of(test::findings_of(turned(y_axis, 10.2F), "PO26")), "");
}

TEST(CheckPose, ATPoseCanBeReached) {
    Places places = test::hanging_pose();
    places.turn_below(Bone::left_upper_arm, z_axis, 4.8F);
    EXPECT_TRUE(test::findings_of(test::make_figure(places, Kind::hanim), "PO28").empty());
    places.turn_below(Bone::left_upper_arm, z_axis, 0.4F);
    const auto found = test::findings_of(test::make_figure(places, Kind::hanim), "PO28");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NE(found[0].message.find("PO03 leftUpperArm 5.2 degrees"), std::string::npos) << found[0].message;
}

TEST(CheckPose, ARootBelowTheHipsIsNoted) {
    Places places = test::hanging_pose();
    places[Bone::hips].y = 0.911F;
    EXPECT_TRUE(test::findings_of(test::make_figure(places, Kind::hanim), "PO29").empty());
    places[Bone::hips].y = 0.909F;
    const auto found = test::findings_of(test::make_figure(places, Kind::hanim), "PO29");
    EXPECT_EQ(test::objects_of(found), "HumanoidRoot");
}

TEST(CheckPose, ARootOnTheFloorIsToldOfThoughTheHipsAreNot) {
    const auto found = [](const char* root, const char* scene = "0 0 0") {
        const std::string text =
            test::replaced(test::hanim_rig(), "center 0 0.95 0", fmt::format("center {}", root));
        return test::findings_of(
            test::world(test::with_fields(text, "hanim_Figure", fmt::format("translation {}", scene))),
            "PO20");
    };
    EXPECT_TRUE(found("0 0.011 0").empty());
    const auto on_the_floor = found("0 0.009 0");
    ASSERT_EQ(on_the_floor.size(), 1U);
    EXPECT_EQ(on_the_floor[0].object.kind, "humanoid");
    EXPECT_NEAR(*on_the_floor[0].value, 0.009, 1e-6);
    EXPECT_EQ(on_the_floor[0].level, Level::warning) << "its sacroiliac joint is where hips are";
    EXPECT_TRUE(found("0 0.009 0", "0 0.9 0").empty()) << "the scene lifts it";
}

}  // namespace
}  // namespace vitruvian

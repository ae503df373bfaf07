// LI01 to LI13: each on a rig that just passes and one that just fails.
#include "model/check/registry.h"
#include "tests/unit/check_rigs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>
#include <utility>

namespace vitruvian::test {
namespace {

using check::degree;
using check::Finding;
using check::Level;

/// The rigs of both versions with a text replaced.
std::vector<Document> rigs_with(std::string_view from, std::string_view to) {
    return {world(replaced(hanim_rig(), from, to)),
            world(replaced(hanim_rig(RigVersion::hanim_2_0), from, to))};
}

/// The limits of l_knee in the rig.
constexpr std::string_view knee = "llimit [ 0 0 0 ]\nulimit [ 2.2 0 0 ]\n";

void expect_knee(std::string_view limits, std::string_view id, const Names& expected) {
    for (const Document& rig : rigs_with(knee, limits)) EXPECT_EQ(named_by(rig, id), expected) << limits;
}

Finding only_one(const Document& document, std::string_view id) {
    std::vector<Finding> all = findings_of(document, id);
    EXPECT_EQ(all.size(), 1U) << id;
    return all.size() == 1 ? all.front() : Finding{};
}

TEST(CheckLimits, LI01Inverted) {
    expect_knee("llimit [ 1 0 0 ]\nulimit [ 1 0 0 ]\n", "LI01", {});
    expect_knee("llimit [ 1.001 0 0 ]\nulimit [ 1 0 0 ]\n", "LI01", {"l_knee"});
    const Document rig = world(replaced(hanim_rig(), knee, "llimit [ -1 2 0 ]\nulimit [ 1 -0.5 0 ]\n"));
    EXPECT_NEAR(only_one(rig, "LI01").value.value_or(0.0), -2.5, 1e-6);
    const Document repaired = fixed(rig, "LI01");
    EXPECT_EQ(named_by(repaired, "LI01"), Names{});
    const Joint& joint = repaired.humanoids[0].joints[3];
    EXPECT_EQ(joint.lower_limit, vec3(-1.0F, -0.5F, 0.0F));
    EXPECT_EQ(joint.upper_limit, vec3(1.0F, 2.0F, 0.0F));
}

/// The angle between the marks, which turn about X of a figure that hangs down and faces +Z.
double marked_turn(const Finding& finding) {
    if (!finding.marks.is || !finding.marks.ought) return 0.0;
    const vec3 is = *finding.marks.is;
    const vec3 ought = *finding.marks.ought;
    EXPECT_NEAR(glm::cross(is, ought).y, 0.0F, 0.01F);
    return std::acos(static_cast<double>(glm::dot(is, ought)));
}

TEST(CheckLimits, ALimitIsShownAsAnArc) {
    const auto turn = [](std::string_view limits, std::string_view id) {
        return marked_turn(only_one(world(replaced(hanim_rig(), knee, limits)), id));
    };
    EXPECT_NEAR(turn("llimit [ 1 0 0 ]\nulimit [ 0.2 0 0 ]\n", "LI01"), 0.8, 0.01);
    EXPECT_NEAR(turn("llimit [ 0.3 0 0 ]\nulimit [ 1 0 0 ]\n", "LI04"), 0.3, 0.01);
    EXPECT_NEAR(turn("llimit [ 0 0 0 ]\nulimit [ 1.2 0 0 ]\n", "LI07"), 1.0, 0.01);
    EXPECT_NEAR(turn("llimit [ 0 0 0 ]\nulimit [ 1 0 0 ]\nrotation 1 0 0 1.5\n", "LI10"), 0.5, 0.01);
}

TEST(CheckLimits, LI02Length) {
    expect_knee("llimit [ 0 0 0 ]\nulimit [ 1 0 0 ]\n", "LI02", {});
    expect_knee("", "LI02", {});
    expect_knee("llimit [ ]\nulimit [ ]\n", "LI02", {});
    expect_knee("llimit [ 0 0 ]\nulimit [ 1 0 0 ]\n", "LI02", {"l_knee"});
    expect_knee("llimit [ 0 0 ]\nulimit [ 1 0 ]\n", "LI02", {"l_knee"});
    expect_knee("llimit [ 0 0 0 0 ]\nulimit [ 1 0 0 0 ]\n", "LI02", {"l_knee"});
    expect_knee("llimit [ 0 0 0 ]\n", "LI02", {"l_knee"});
    // A robot's joint has one axis.
    expect_knee("jointType \"rotate\"\njointAxis 1 0 0\nllimit [ 0 ]\nulimit [ 1 ]\n", "LI02", {});
}

TEST(CheckLimits, LI03Frozen) {
    expect_knee("llimit [ 0 0 0 ]\nulimit [ 0 0 0.001 ]\n", "LI03", {});
    expect_knee("llimit [ 0 0 0 ]\nulimit [ 0 0 0 ]\n", "LI03", {"l_knee"});
    expect_knee("", "LI03", {});
    // After limits are edited, the file's zeros no longer matter.
    Document rig = world(replaced(hanim_rig(), knee, "llimit [ 0 0 0 ]\nulimit [ 0 0 0 ]\n"));
    ASSERT_TRUE(apply(SetJointLimits{joint_item(0, 3), vec3(0.0F), vec3(1.0F)}, rig));
    EXPECT_EQ(named_by(rig, "LI03"), Names{});
}

TEST(CheckLimits, LI04ZeroOutside) {
    expect_knee("llimit [ 0.00009 0 0 ]\nulimit [ 1 0 0 ]\n", "LI04", {});
    expect_knee("llimit [ 0.00011 0 0 ]\nulimit [ 1 0 0 ]\n", "LI04", {"l_knee"});
    expect_knee("llimit [ -1 0 0 ]\nulimit [ -0.00011 0 0 ]\n", "LI04", {"l_knee"});
    expect_knee("llimit [ 1 0 0 ]\nulimit [ 0.5 0 0 ]\n", "LI04", {});  // LI01's
}

TEST(CheckLimits, LI05Degrees) {
    expect_knee("llimit [ 0 0 0 ]\nulimit [ 6.283 0 0 ]\n", "LI05", {});
    expect_knee("llimit [ 0 0 0 ]\nulimit [ 6.284 0 0 ]\n", "LI05", {"l_knee"});
    expect_knee("llimit [ -6.284 0 0 ]\nulimit [ 1 0 0 ]\n", "LI05", {"l_knee"});
    const Document rig = world(replaced(hanim_rig(), knee, "llimit [ -10 0 0 ]\nulimit [ 130 0 0 ]\n"));
    const Document repaired = fixed(rig, "LI05");
    EXPECT_EQ(named_by(repaired, "LI05"), Names{});
    EXPECT_NEAR(repaired.humanoids[0].joints[3].upper_limit->x, 130.0 * degree, 1e-6);
    EXPECT_NEAR(repaired.humanoids[0].joints[3].lower_limit->x, -10.0 * degree, 1e-6);
}

TEST(CheckLimits, LI06WiderThanAPerson) {
    // A knee has 145 degrees about X (1.3 times that: 188.5) and none about Z (then 10).
    const auto about_x = [](double range) {
        return fmt::format("llimit [ 0 0 0 ]\nulimit [ {} 0 0 ]\n", range * degree);
    };
    expect_knee(about_x(188.0), "LI06", {});
    expect_knee(about_x(189.0), "LI06", {"l_knee"});
    const auto about_z = [](double range) {
        return fmt::format("llimit [ 0 0 0 ]\nulimit [ 1 0 {} ]\n", range * degree);
    };
    expect_knee(about_z(9.9), "LI06", {});
    expect_knee(about_z(10.1), "LI06", {"l_knee"});
    const std::string root =
        "DEF hanim_HumanoidRoot Joint { name \"HumanoidRoot\"\ncenter 0 0.95 0\nllimit [ -0.05";
    EXPECT_EQ(named_by(world(replaced(hanim_rig(), root, replaced(root, "-0.05", "-6"))), "LI06"), Names{});
}

TEST(CheckLimits, LI07Mirrored) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "LI07"), Names{});
    const auto knee_with = [&](const std::string& limits) { return world(replaced(rig, knee, limits)); };
    const auto shifted = [](double low, double high) {
        return fmt::format("llimit [ {} 0 0 ]\nulimit [ {} 0 0 ]\n", low * degree, 2.2 + high * degree);
    };
    EXPECT_EQ(named_by(knee_with(shifted(-4.9, 0)), "LI07"), Names{});
    EXPECT_EQ(named_by(knee_with(shifted(-5.1, 0)), "LI07"), Names{"l_knee"});
    EXPECT_EQ(named_by(knee_with(shifted(0, 5.1)), "LI07"), Names{"l_knee"});
    // About Y, mirroring swaps and negates: -1..2 on the left is -2..1 on the right.
    const std::string left = replaced(rig, knee, "llimit [ 0 -1 0 ]\nulimit [ 2.2 2 0 ]\n");
    EXPECT_EQ(named_by(world(replaced(left, knee, "llimit [ 0 -2 0 ]\nulimit [ 2.2 1 0 ]\n")), "LI07"),
              Names{});
    EXPECT_EQ(named_by(world(replaced(left, knee, "llimit [ 0 -1 0 ]\nulimit [ 2.2 2 0 ]\n")), "LI07"),
              Names{"l_knee"});
    // With separate limit frames the sides cannot be compared.
    const std::string turned =
        replaced(left, knee, "limitOrientation 1 0 0 1\nllimit [ 0 -1 0 ]\nulimit [ 2.2 2 0 ]\n");
    EXPECT_EQ(named_by(world(without_field(turned, "hanim_r_knee", "limitOrientation 0")), "LI07"), Names{});
}

TEST(CheckLimits, LI08LimitOrientation) {
    const auto axis = [](const char* value) {
        const std::string rig = without_field(hanim_rig(), "hanim_l_knee", "limitOrientation");
        return world(with_fields(rig, "hanim_l_knee", fmt::format("limitOrientation {}", value)));
    };
    EXPECT_EQ(named_by(axis("0 0 1.0009 0"), "LI08"), Names{});
    EXPECT_EQ(named_by(axis("0 0 1.0011 0"), "LI08"), Names{"l_knee"});
    EXPECT_EQ(named_by(axis("0 0 0.9989 0"), "LI08"), Names{"l_knee"});
    EXPECT_EQ(named_by(axis("0 0 0 0"), "LI08"), Names{"l_knee"});
    EXPECT_EQ(named_by(axis("0.6 0.8 0 1"), "LI08"), Names{});
}

TEST(CheckLimits, LI09Stiffness) {
    const auto stiff = [](const char* value) {
        const std::string rig = without_field(hanim_rig(), "hanim_l_knee", "stiffness");
        return world(with_fields(rig, "hanim_l_knee", fmt::format("stiffness {}", value)));
    };
    EXPECT_EQ(named_by(stiff("[ 0 1 1 ]"), "LI09"), Names{});
    EXPECT_EQ(named_by(stiff("[ ]"), "LI09"), Names{});
    EXPECT_EQ(named_by(stiff("[ 0 1.001 1 ]"), "LI09"), Names{"l_knee"});
    EXPECT_EQ(named_by(stiff("[ 0 -0.001 1 ]"), "LI09"), Names{"l_knee"});
    EXPECT_EQ(named_by(stiff("[ 0 1 ]"), "LI09"), Names{"l_knee"});
    const Document repaired = fixed(stiff("[ -2 0.5 7 ]"), "LI09");
    EXPECT_EQ(repaired.humanoids[0].joints[3].stiffness, vec3(0.0F, 0.5F, 1.0F));
    EXPECT_EQ(named_by(repaired, "LI09"), Names{});
    // A single number is read as three, so there is nothing for an edit to change.
    const std::vector<check::Finding> single = findings_of(stiff("[ 0.5 ]"), "LI09");
    ASSERT_EQ(single.size(), 1U);
    EXPECT_TRUE(single[0].fix.empty());
    EXPECT_EQ(single[0].threshold, 3.0);
    EXPECT_EQ(findings_of(stiff("[ 0 1.5 1 ]"), "LI09").at(0).threshold, 1.0);
    EXPECT_EQ(findings_of(stiff("[ 0 -0.5 1 ]"), "LI09").at(0).threshold, 0.0);
}

/// The rig with a rotation about an axis stored in a joint.
Document turned(const char* def, const char* axis, double angle, const std::string& rig = hanim_rig()) {
    return world(with_fields(rig, def, fmt::format("rotation {} {}", axis, angle)));
}

TEST(CheckLimits, LI10RestPose) {
    EXPECT_EQ(named_by(turned("hanim_l_knee", "1 0 0", 2.2 + 0.9 * degree), "LI10"), Names{});
    const Document beyond = turned("hanim_l_knee", "1 0 0", 2.2 + 1.1 * degree);
    EXPECT_EQ(named_by(beyond, "LI10"), Names{"l_knee"});
    EXPECT_NEAR(only_one(beyond, "LI10").value.value_or(0.0), 1.1 * degree, 1e-4);
    EXPECT_EQ(named_by(turned("hanim_l_knee", "1 0 0", -1.1 * degree), "LI10"), Names{"l_knee"});
    // Twist is about Y, in the limit frame: with Y rotated to X, a rotation about X is twist.
    const std::string frame = replaced(
        hanim_rig(), knee, "limitOrientation 0 0 1 -1.57079633\nllimit [ -0.1 0 0 ]\nulimit [ 0.1 2.2 0 ]\n");
    EXPECT_EQ(named_by(turned("hanim_l_knee", "1 0 0", 2.0, frame), "LI10"), Names{});
    EXPECT_EQ(named_by(turned("hanim_l_knee", "0 1 0", 2.0, frame), "LI10"), Names{"l_knee"});
}

TEST(CheckLimits, LI10WithoutLimitsIsSkipped) {
    check::RunOptions options;
    options.only = {"LI10"};
    const check::Outcome outcome = check::run_checks(load(gltf_rig()), nullptr, options);
    EXPECT_TRUE(outcome.findings.empty());
    ASSERT_EQ(outcome.skipped.size(), 1U);
    EXPECT_EQ(outcome.skipped[0].id, "LI10");
}

TEST(CheckLimits, LI11To13AtRest) {
    EXPECT_EQ(named_by(turned("hanim_l_knee", "1 0 0", -4.9 * degree), "LI11"), Names{});
    EXPECT_EQ(named_by(turned("hanim_l_knee", "1 0 0", -5.1 * degree), "LI11"), Names{"l_knee"});
    EXPECT_EQ(named_by(turned("hanim_r_elbow", "1 0 0", 4.9 * degree), "LI12"), Names{});
    EXPECT_EQ(named_by(turned("hanim_r_elbow", "1 0 0", 5.1 * degree), "LI12"), Names{"r_elbow"});
    EXPECT_EQ(named_by(turned("hanim_r_elbow", "1 0 0", -1.0), "LI12"), Names{});
    EXPECT_EQ(named_by(turned("hanim_r_elbow", "0 1 0", 9.9 * degree), "LI13"), Names{});
    EXPECT_EQ(named_by(turned("hanim_r_elbow", "0 1 0", 10.1 * degree), "LI13"), Names{"r_elbow"});
    EXPECT_EQ(named_by(turned("hanim_l_knee", "0 0 1", 10.1 * degree), "LI13"), Names{"l_knee"});
    EXPECT_EQ(named_by(turned("hanim_l_knee", "1 0 0", 2.0), "LI13"), Names{});
}

TEST(CheckLimits, AStoredPoseIsShownOnItsBone) {
    for (const auto& [id, angle, turn] :
         {std::tuple("LI10", 2.7, 0.5), std::tuple("LI11", -0.4, 0.4 - 5.0 * degree)}) {
        const Finding finding = only_one(turned("hanim_l_knee", "1 0 0", angle), id);
        EXPECT_NEAR(marked_turn(finding), turn, 0.01) << id;
        ASSERT_TRUE(finding.marks.is && finding.marks.ought) << id;
        EXPECT_TRUE(finding.marks.in_stored_pose) << id;
        // The lower leg hangs along -Y; bending turns it towards -Z.
        const auto bend = [](const vec3& way) { return static_cast<double>(std::atan2(-way.z, -way.y)); };
        EXPECT_NEAR(bend(*finding.marks.is), angle, 0.05) << id;
        EXPECT_NEAR(std::abs(bend(*finding.marks.ought)), std::abs(angle) - turn, 0.05) << id;
    }
    const Finding twisted = only_one(turned("hanim_r_elbow", "0 1 0", 0.6), "LI13");
    ASSERT_TRUE(twisted.marks.is && twisted.marks.ought);
    EXPECT_NEAR(std::acos(glm::dot(*twisted.marks.is, *twisted.marks.ought)), 0.6F, 0.02F);
}

TEST(CheckLimits, MarksAreWhereAMovedFigureStands) {
    for (const auto& [id, angle] : {std::pair("LI10", 2.7), std::pair("LI11", -0.4)})
        expect_marks_move_with_figure(turned("hanim_l_knee", "1 0 0", angle), id, 0);
    expect_marks_move_with_figure(
        world(replaced(hanim_rig(), knee, "llimit [ 0.3 0 0 ]\nulimit [ 1 0 0 ]\n")), "LI04", 0);
}

/// A glTF rig with a clip that rotates one bone to `angle` about an axis of its parent and back.
Document animated(const char* bone, const vec3& axis, double angle, GltfKind kind = GltfKind::plain) {
    GltfBuilder rig = gltf_rig(kind);
    const auto s = static_cast<float>(std::sin(angle / 2.0));
    const auto c = static_cast<float>(std::cos(angle / 2.0));
    const int input = rig.floats({0.0F, 0.5F, 1.0F}, "SCALAR", 1);
    const int output = rig.floats({0, 0, 0, 1, axis.x * s, axis.y * s, axis.z * s, c, 0, 0, 0, 1}, "VEC4", 4);
    rig.push(
        "animations",
        {{"name", "Swing"},
         {"samplers", Json::array({{{"input", input}, {"output", output}}})},
         {"channels", Json::array({{{"sampler", 0},
                                    {"target", {{"node", node_of(rig, bone)}, {"path", "rotation"}}}}})}});
    return load(rig);
}

TEST(CheckLimits, LI11InClips) {
    const vec3 x(1.0F, 0.0F, 0.0F);
    EXPECT_EQ(named_by(animated("leftLowerLeg", x, -4.8 * degree), "LI11"), Names{});
    const Finding finding = only_one(animated("leftLowerLeg", x, -5.2 * degree), "LI11");
    EXPECT_EQ(finding.object.name, "leftLowerLeg");
    EXPECT_EQ(finding.clip, "Swing");
    EXPECT_NEAR(finding.time.value_or(0.0), 0.5, 0.02);
    EXPECT_NEAR(finding.value.value_or(0.0), -5.2 * degree, 1e-3);
    EXPECT_EQ(named_by(animated("leftLowerLeg", x, 1.0), "LI11"), Names{});
    EXPECT_NEAR(marked_turn(only_one(animated("leftLowerLeg", x, -0.5), "LI11")), 0.5 - 5.0 * degree, 0.01);
}

TEST(CheckLimits, LI12AndLI13InClipsOfATPose) {
    // In T-pose the left forearm flexes about -Y; about X it twists.
    const vec3 y(0.0F, 1.0F, 0.0F);
    const vec3 x(1.0F, 0.0F, 0.0F);
    EXPECT_EQ(named_by(animated("leftLowerArm", y, -1.0), "LI12"), Names{});
    EXPECT_EQ(named_by(animated("leftLowerArm", y, -1.0), "LI13"), Names{});
    EXPECT_EQ(named_by(animated("leftLowerArm", y, 4.8 * degree), "LI12"), Names{});
    EXPECT_EQ(named_by(animated("leftLowerArm", y, 5.2 * degree), "LI12"), Names{"leftLowerArm"});
    EXPECT_EQ(named_by(animated("rightLowerArm", y, 1.0), "LI12"), Names{});
    EXPECT_EQ(named_by(animated("rightLowerArm", y, -5.2 * degree), "LI12"), Names{"rightLowerArm"});
    EXPECT_EQ(named_by(animated("leftLowerArm", x, 9.8 * degree), "LI13"), Names{});
    EXPECT_EQ(named_by(animated("leftLowerArm", x, 10.2 * degree), "LI13"), Names{"leftLowerArm"});
}

TEST(CheckLimits, LI11InClipsOfWorlds) {
    const auto clip = [](double angle) {
        return world(hanim_rig() + fmt::format("DEF T TimeSensor {{ cycleInterval 2 loop TRUE }}\n"
                                               "DEF O OrientationInterpolator {{ key [ 0 0.5 1 ]\n"
                                               "keyValue [ 1 0 0 0, 1 0 0 {}, 1 0 0 0 ] }}\n"
                                               "ROUTE T.fraction_changed TO O.set_fraction\n"
                                               "ROUTE O.value_changed TO hanim_l_knee.set_rotation\n",
                                               angle));
    };
    EXPECT_EQ(named_by(clip(-4.9 * degree), "LI11"), Names{});
    const Finding finding = only_one(clip(-5.1 * degree), "LI11");
    EXPECT_EQ(finding.object.name, "l_knee");
    EXPECT_TRUE(finding.clip.has_value());
    EXPECT_NEAR(finding.time.value_or(0.0), 1.0, 0.02);
    expect_marks_move_with_figure(clip(-0.4), "LI11", 0);
}

}  // namespace
}  // namespace vitruvian::test

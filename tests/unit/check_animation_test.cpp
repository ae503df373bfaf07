// The checks of clips, each with cases just inside and just outside the threshold, on glTF and H-Anim rigs.
#include "model/core/at.h"
#include "tests/unit/clip_rig.h"
#include "tests/unit/gltf_builder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vitruvian::test {
namespace {

using check::Finding;
using check::Level;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// The rig is part of the fixture's name: both kinds have the same checks.
class ClipChecks : public testing::TestWithParam<HumanoidKind> {
  protected:
    ClipRig rig{GetParam()};

    [[nodiscard]] const Finding only(const std::string& id, const std::string& profile = {}) const {
        const std::vector<Finding> found = rig.check(id, profile);
        EXPECT_EQ(found.size(), 1U) << id;
        return found.empty() ? Finding{} : found.front();
    }
};
INSTANTIATE_TEST_SUITE_P(Rigs, ClipChecks, testing::Values(HumanoidKind::inferred, HumanoidKind::hanim),
                         [](const auto& info) {
                             return info.param == HumanoidKind::hanim ? "hanim" : "gltf";
                         });

TEST_P(ClipChecks, TheRigIsValidAndStandsClean) {
    rig.add_clip("still", 1.0);
    rig.turn(Bone::spine, {0.0F, 0.5F, 1.0F}, {identity_quat, about_y(10.0F), identity_quat});
    EXPECT_EQ(expect_valid(rig.document), std::nullopt);
    for (int n = 1; n <= 21; ++n) {
        const std::string id = (n < 10 ? "AN0" : "AN") + std::to_string(n);
        EXPECT_THAT(rig.check(id), IsEmpty()) << id;
    }
}

TEST_P(ClipChecks, AboveTheHipsNothingTravels) {
    rig.add_clip("walk", 1.0);
    rig.shift(Bone::hips, {0.0F, 1.0F}, {vec3(0.0F), vec3(0.0F, 0.0F, 0.01F)});
    rig.turn(Bone::hips, {0.0F, 1.0F}, {identity_quat, about_y(1.0F)});
    EXPECT_THAT(rig.check("AN06"), IsEmpty());
    rig.shift_node(0, {0.0F, 1.0F}, {vec3(0.0F), vec3(0.0F, 0.0F, 0.01F)});
    EXPECT_EQ(only("AN06").level, Level::info);
    EXPECT_EQ(only("AN06", "vrm").level, Level::error);
    EXPECT_EQ(only("AN06").clip, "walk");
}

TEST_P(ClipChecks, BonesKeepTheirLength) {
    // A constant offset of d has an rms of d.
    for (const auto& [millimetres, found] : {std::pair{4.9F, 0U}, {5.1F, 1U}}) {
        ClipRig one(GetParam());
        one.add_clip("stretch", 1.0);
        const vec3 along = vec3(0.001F * millimetres, 0.0F, 0.0F);
        one.shift(Bone::left_lower_arm, {0.0F, 1.0F}, {along, along});
        one.shift(Bone::hips, {0.0F, 1.0F}, {along * 10.0F, along * 10.0F});
        const std::vector<Finding> findings = one.check("AN07");
        ASSERT_THAT(findings, SizeIs(found));
        if (found == 0) continue;
        EXPECT_EQ(findings[0].object.name, "leftLowerArm");
        EXPECT_NEAR(*findings[0].value, 0.0051, 1e-5);
    }
    rig.add_clip("roundabout", 1.0);
    rig.shift(Bone::left_lower_arm, {0.0F}, {vec3(-0.28F, 0.28F, 0.0F)});
    EXPECT_THAT(rig.check("AN07"), IsEmpty()) << "moved, but no further from its parent";
}

TEST_P(ClipChecks, ScalesStayWithinAThousandth) {
    rig.add_clip("breathe", 2.0);
    rig.scale(Bone::chest, {0.0F, 1.0F}, {1.0F, 1.0009F});
    EXPECT_THAT(rig.check("AN08"), IsEmpty());
    rig.scale(Bone::spine, {0.0F, 1.5F}, {1.0F, 1.0011F});
    const Finding finding = only("AN08");
    EXPECT_EQ(finding.object.name, "spine");
    EXPECT_EQ(finding.time, 1.5);
}

TEST_P(ClipChecks, AJointDoesNotPop) {
    rig.add_clip("pop", 1.0);
    const float frame = 1.0F / 30.0F;
    rig.turn(Bone::left_upper_arm, {0.0F, 0.5F, 0.5F + frame, 1.0F},
             {identity_quat, identity_quat, about_z(44.0F), about_z(44.0F)});
    EXPECT_THAT(rig.check("AN11"), IsEmpty());
    rig.turn(Bone::right_upper_arm, {0.0F, 0.5F, 0.5F + frame, 1.0F},
             {identity_quat, identity_quat, about_z(46.0F), about_z(46.0F)});
    const Finding finding = only("AN11");
    EXPECT_EQ(finding.object.name, "rightUpperArm");
    EXPECT_EQ(finding.object.kind, "joint");
    EXPECT_NEAR(*finding.time, 0.5333, 1e-3);
    EXPECT_NEAR(*finding.value, 0.8029, 1e-3);
    ASSERT_THAT(finding.spans, SizeIs(1));
    EXPECT_NEAR(finding.spans.front().from, 0.5333, 1e-3);
}

TEST_P(ClipChecks, AJumpThatIsMeantIsNoPop) {
    rig.add_clip("step", 1.0);
    rig.turn(Bone::left_upper_arm, {0.0F, 0.5F}, {identity_quat, about_z(90.0F)}, Interpolation::step);
    EXPECT_THAT(rig.check("AN11"), IsEmpty());
}

TEST_P(ClipChecks, FeetThatStandDoNotSlide) {
    rig.add_clip("slow", 1.0);
    rig.shift(Bone::hips, {0.0F, 1.0F}, {vec3(0.0F), vec3(0.45F, 0.0F, 0.0F)});
    EXPECT_THAT(rig.check("AN13"), IsEmpty());
    ClipRig high(GetParam());
    high.add_clip("fly", 1.0);
    high.shift(Bone::hips, {0.0F, 1.0F}, {vec3(0.0F, 0.06F, 0.0F), vec3(2.0F, 0.06F, 0.0F)});
    EXPECT_THAT(high.check("AN13"), IsEmpty()) << "over 5 cm above the ground";
    ClipRig fast(GetParam());
    fast.add_clip("skate", 1.0);
    fast.shift(Bone::hips, {0.0F, 1.0F}, {vec3(0.0F), vec3(0.55F, 0.0F, 0.0F)});
    const std::vector<Finding> findings = fast.check("AN13");
    ASSERT_THAT(findings, SizeIs(2));
    EXPECT_EQ(findings[0].object.name, "leftFoot");
    EXPECT_NEAR(*findings[0].value, 0.55, 1e-3);
    ASSERT_THAT(findings[0].spans, SizeIs(1));
    EXPECT_NEAR(findings[0].spans.front().from, 0.1, 0.051);
    EXPECT_NEAR(findings[0].spans.front().to, 1.0, 0.051);
}

TEST_P(ClipChecks, AFootMayRollOverItsToes) {
    rig.add_clip("roll", 1.0);
    // The ankle moves at 0.5 m/s and the heel faster about the tip of the toes, which is fixed.
    std::vector<float> times;
    std::vector<quat> turns;
    std::vector<vec3> offsets;
    const vec3 tip(0.1F, 0.0F, 0.2F);
    const vec3 hips(0.0F, 1.0F, 0.0F);
    for (int i = 0; i <= 8; ++i) {
        times.push_back(0.05F * static_cast<float>(i));
        turns.push_back(about_x(8.0F * static_cast<float>(i)));
        offsets.push_back(tip + turns.back() * (hips - tip) - hips);
    }
    rig.turn(Bone::hips, times, turns);
    rig.shift(Bone::hips, times, offsets);
    EXPECT_THAT(rig.check("AN13"), IsEmpty());
}

TEST_P(ClipChecks, AWalkOnTheSpotIsNoSlide) {
    const auto walk = [&](float left, float right) {
        ClipRig one(GetParam());
        one.add_clip("walk", 1.0);
        // Both feet are held on the ground by their own nodes.
        one.shift(Bone::left_upper_leg, {0.0F, 1.0F}, {vec3(0.0F), vec3(0.0F, 0.0F, left)});
        one.shift(Bone::right_upper_leg, {0.0F, 1.0F}, {vec3(0.0F), vec3(0.0F, 0.0F, right)});
        return one.check("AN13");
    };
    EXPECT_THAT(walk(-1.0F, -1.0F), IsEmpty()) << "the ground passes below";
    EXPECT_THAT(walk(-1.0F, -1.3F), IsEmpty());
    EXPECT_THAT(walk(-1.0F, 1.0F), SizeIs(2)) << "this way and that";
    EXPECT_THAT(walk(-1.0F, 0.0F), SizeIs(1));
}

TEST_P(ClipChecks, AFootThatSwingsOverTheGroundDoesNotSlide) {
    const auto swing = [&](float height) {
        ClipRig one(GetParam());
        one.add_clip("swing", 1.0);
        one.shift(Bone::left_upper_leg, {0.0F, 1.0F}, {vec3(0.0F, height, 0.0F), vec3(0.0F, height, 1.0F)});
        return one.check("AN13");
    };
    EXPECT_THAT(swing(0.011F), IsEmpty());
    EXPECT_THAT(swing(0.009F), SizeIs(1));
}

TEST_P(ClipChecks, ABlinkIsNoPop) {
    at(rig.document.nodes, rig.node(Bone::head)).name = "l_eyelid_joint";
    rig.add_clip("blink", 1.0);
    rig.turn(Bone::head, {0.0F, 0.5F, 0.53F}, {identity_quat, identity_quat, about_x(60.0F)});
    EXPECT_THAT(rig.check("AN11"), IsEmpty());
}

TEST_P(ClipChecks, NothingGoesThroughTheFloor) {
    rig.add_clip("sink", 1.0);
    rig.shift(Bone::hips, {0.0F, 0.5F, 1.0F}, {vec3(0.0F), vec3(0.0F, -0.009F, 0.0F), vec3(0.0F)});
    EXPECT_THAT(rig.check("AN14"), IsEmpty());
    rig.add_clip("dive", 1.0);
    rig.shift(Bone::hips, {0.0F, 0.5F, 1.0F}, {vec3(0.0F), vec3(0.0F, -0.011F, 0.0F), vec3(0.0F)});
    const std::vector<Finding> findings = rig.check("AN14");
    ASSERT_THAT(findings, SizeIs(2));
    EXPECT_EQ(findings[1].object.name, "rightFoot");
    EXPECT_EQ(findings[0].clip, "dive");
    EXPECT_NEAR(*findings[0].time, 0.5, 1e-6);
    EXPECT_NEAR(*findings[0].value, -0.011, 1e-4);
    ASSERT_THAT(findings[0].marks.points, SizeIs(1));
    EXPECT_NEAR(findings[0].marks.points[0].y, -0.011F, 1e-4F);
    // Above a centimetre from 0.4545 to 0.5455 s.
    ASSERT_THAT(findings[0].spans, SizeIs(1));
    EXPECT_NEAR(findings[0].spans.front().from, 0.4667, 1e-3);
    EXPECT_NEAR(findings[0].spans.front().to, 0.5333, 1e-3);
}

TEST_P(ClipChecks, AFigureDoesNotHangInTheAir) {
    rig.add_clip("hop", 3.0);
    const vec3 up(0.0F, 0.06F, 0.0F);
    rig.shift(Bone::hips, {0.0F, 0.9F, 0.91F, 1.85F, 1.86F, 3.0F},
              {vec3(0.0F), vec3(0.0F), up, up, vec3(0.0F), vec3(0.0F)});
    EXPECT_THAT(rig.check("AN15"), IsEmpty()) << "under a second";
    rig.add_clip("hang", 3.0);
    rig.shift(Bone::hips, {0.0F, 0.9F, 0.91F, 2.1F, 2.11F, 3.0F},
              {vec3(0.0F), vec3(0.0F), up, up, vec3(0.0F), vec3(0.0F)});
    rig.add_clip("rise", 3.0);
    rig.shift(Bone::hips, {0.0F, 3.0F}, {up, up * 8.0F});
    const Finding finding = only("AN15");
    EXPECT_EQ(finding.object.name, "hang");
    EXPECT_NEAR(*finding.time, 0.93, 0.03);
}

TEST_P(ClipChecks, TheHipsComeBack) {
    rig.add_clip("near", 1.0);
    rig.shift(Bone::hips, {0.0F, 1.0F}, {vec3(0.0F), vec3(0.0F, 0.0F, 0.019F)});
    rig.turn(Bone::hips, {0.0F, 1.0F}, {identity_quat, about_y(1.9F)});
    EXPECT_THAT(rig.check("AN16"), IsEmpty());
    rig.add_clip("far", 1.0);
    rig.shift(Bone::hips, {0.0F, 1.0F}, {vec3(0.0F), vec3(0.0F, 0.0F, 0.021F)});
    EXPECT_NEAR(*only("AN16").value, 0.021, 1e-5);
    rig.add_clip("turned", 1.0);
    rig.turn(Bone::hips, {0.0F, 1.0F}, {identity_quat, about_y(2.1F)});
    EXPECT_THAT(rig.check("AN16"), SizeIs(2));
}

TEST_P(ClipChecks, ALoopEndsWhereItBegins) {
    const auto clip = [&](const std::string& name, float degrees) {
        rig.add_clip(name, 1.0);
        rig.turn(Bone::head, {0.0F, 1.0F}, {identity_quat, about_x(degrees)});
    };
    clip("closed", 1.9F);
    clip("no loop", 46.0F);
    EXPECT_THAT(rig.check("AN17"), IsEmpty());
    clip("seam", 2.1F);
    EXPECT_EQ(only("AN17").object.name, "seam");
    EXPECT_THAT(only("AN17").message, HasSubstr("head"));
}

TEST_P(ClipChecks, OneJointTremblesMoreThanOthers) {
    const auto tremble = [&](float degrees) {
        ClipRig one(GetParam());
        one.add_clip("tremble", 2.0);
        std::vector<float> times;
        std::vector<quat> shaken;
        for (int i = 0; i <= 60; ++i) {
            times.push_back(static_cast<float>(i) / 30.0F);
            shaken.push_back(about_x(i % 2 == 0 ? 0.0F : degrees));
        }
        one.turn(Bone::head, times, shaken);
        for (const Bone bone : {Bone::neck, Bone::spine, Bone::chest})
            one.turn(bone, {0.0F, 1.0F, 2.0F}, {identity_quat, about_x(20.0F), identity_quat});
        return one.check("AN18");
    };
    // Alternating by d: the first differences are d and -d, the second 2 d.
    EXPECT_THAT(tremble(0.98F), IsEmpty());
    const std::vector<Finding> findings = tremble(1.02F);
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].object.name, "head");
}

TEST_P(ClipChecks, LimitsHoldInClips) {
    rig.joint(Bone::left_lower_arm).lower_limit = vec3(-1.0F, 0.0F, 0.0F);
    rig.joint(Bone::left_lower_arm).upper_limit = vec3(0.0F);
    rig.add_clip("within", 1.0);
    rig.turn(Bone::left_lower_arm, {0.0F, 0.5F, 1.0F}, {identity_quat, about_x(-58.2F), identity_quat});
    EXPECT_THAT(rig.check("AN19"), IsEmpty()) << "less than a degree beyond 57.3";
    rig.add_clip("beyond", 1.0);
    rig.turn(Bone::left_lower_arm, {0.0F, 0.5F, 1.0F}, {identity_quat, about_x(-60.0F), identity_quat});
    const Finding finding = only("AN19");
    EXPECT_EQ(finding.clip, "beyond");
    EXPECT_NEAR(*finding.time, 0.5, 0.02);
    ASSERT_TRUE(finding.marks.is && finding.marks.ought);
    EXPECT_NEAR(glm::degrees(std::acos(glm::dot(*finding.marks.is, *finding.marks.ought))), 2.7F, 0.2F);
    rig.joint(Bone::left_lower_arm).lower_limit.reset();
    EXPECT_THAT(rig.check("AN19"), IsEmpty());
}

TEST_P(ClipChecks, EachExcessOfManyHasItsMark) {
    rig.joint(Bone::left_lower_arm).lower_limit = vec3(-1.0F, 0.0F, 0.0F);
    rig.joint(Bone::left_lower_arm).upper_limit = vec3(0.0F);
    for (int i = 0; i < 210; ++i) {
        rig.add_clip(fmt::format("beyond {}", i), 1.0);
        rig.turn(Bone::left_lower_arm, {0.0F, 0.5F, 1.0F}, {identity_quat, about_x(-60.0F), identity_quat});
    }
    const std::vector<Finding> found = rig.check("AN19");
    ASSERT_THAT(found, SizeIs(210));
    EXPECT_TRUE(
        std::all_of(found.begin(), found.end(), [](const Finding& f) { return f.marks.is.has_value(); }));
}

TEST_P(ClipChecks, DeadChannelsAreCounted) {
    rig.add_clip("alive", 1.0);
    rig.turn(Bone::head, {0.0F, 1.0F}, {identity_quat, about_x(0.01F)});
    EXPECT_THAT(rig.check("AN20"), IsEmpty());
    rig.shift(Bone::head, {0.0F}, {vec3(0.0F)});
    rig.turn(Bone::neck, {0.0F, 1.0F}, {about_x(3.0F), about_x(3.0F)});
    const Finding finding = only("AN20");
    EXPECT_EQ(finding.object.name, "alive");
    EXPECT_THAT(finding.message, HasSubstr("2 of 3 channels"));
    EXPECT_EQ(finding.value, 0.0);
    EXPECT_EQ(finding.threshold, 1e-5);
}

TEST_P(ClipChecks, ArmsStayOutsideTheBody) {
    const auto cross = [&](float degrees) {
        ClipRig one(GetParam());
        one.add_clip("cross", 1.0);
        one.turn(Bone::left_upper_arm, {0.0F, 1.0F}, {identity_quat, about_z(-degrees)});
        return one.check("AN21");
    };
    EXPECT_THAT(cross(40.0F), IsEmpty());
    EXPECT_THAT(cross(130.0F), testing::Not(IsEmpty()));
}

TEST_P(ClipChecks, OnlyChosenClipsCount) {
    rig.add_clip("first", 1.0);
    rig.add_clip("second", 1.0);
    rig.turn(Bone::head, {0.0F, 1.0F}, {identity_quat, about_x(10.0F)});
    check::RunOptions options;
    options.only = {"AN17"};
    options.clips = {0};
    EXPECT_THAT(check::run_checks(rig.document, nullptr, options).findings, IsEmpty());
    options.clips = {1};
    EXPECT_THAT(check::run_checks(rig.document, nullptr, options).findings, SizeIs(1));
}

TEST_P(ClipChecks, KeysThatAreYearsApartCostNothing) {
    rig.add_clip("long", 1e6);
    rig.turn(Bone::head, {0.0F, 1e6F}, {identity_quat, about_x(10.0F)});
    EXPECT_THAT(rig.check("AN17"), SizeIs(1));
}

TEST(ClipUnits, AFigureInCentimetresIsHeldToTheSameMetres) {
    ClipRig rig;
    for (Node& node : rig.document.nodes) node.rest.translation *= 100.0F;
    for (MeshInstance& instance : rig.document.meshes) {
        auto mesh = std::make_shared<Mesh>(*instance.mesh);
        for (vec3& position : mesh->positions) position *= 100.0F;
        instance.mesh = std::move(mesh);
        auto skin = std::make_shared<Skin>(*instance.skin);
        for (mat4& matrix : skin->inverse_bind) matrix[3] = vec4(100.0F * vec3(matrix[3]), 1.0F);
        instance.skin = std::move(skin);
    }
    rig.document.metres_per_unit = 0.01F;
    rig.add_clip("slow", 1.0);
    rig.shift(Bone::hips, {0.0F, 1.0F}, {vec3(0.0F), vec3(45.0F, 0.0F, 0.0F)});
    EXPECT_THAT(rig.check("AN13"), IsEmpty());
    rig.add_clip("fast", 1.0);
    rig.shift(Bone::hips, {0.0F, 1.0F}, {vec3(0.0F), vec3(60.0F, 0.0F, 0.0F)});
    EXPECT_THAT(rig.check("AN13"), SizeIs(2));
}

/// A file with two nodes and one animation, to be corrupted.
struct AnimatedFile {
    GltfBuilder file;
    Json samplers = Json::array();
    Json channels = Json::array();

    AnimatedFile() {
        file.json["nodes"] = Json::array({{{"name", "a"}}, {{"name", "b"}}});
        file.json["scenes"] = Json::array({{{"nodes", {0, 1}}}});
    }
    void rotate(int node, const std::vector<float>& times, const std::vector<float>& rotations) {
        samplers.push_back(
            {{"input", file.floats(times, "SCALAR", 1)}, {"output", file.floats(rotations, "VEC4", 4)}});
        channels.push_back(
            {{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", "rotation"}}}});
    }
    [[nodiscard]] std::vector<Finding> check(const std::string& id) {
        file.json["animations"] =
            Json::array({{{"name", "wave"}, {"samplers", samplers}, {"channels", channels}}});
        return findings_of(test::load(file), id);
    }
};

const std::vector<float> two_turns{0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.6F, 0.0F, 0.8F};

TEST(ClipKeys, TimesAscend) {
    for (const auto& [times, found] : {std::pair{std::vector{0.0F, 0.5F}, 0U},
                                       {std::vector{0.5F, 0.5F}, 1U},
                                       {std::vector{0.5F, 0.2F}, 1U},
                                       {std::vector{-0.1F, 0.2F}, 1U}}) {
        AnimatedFile file;
        file.rotate(0, times, two_turns);
        const std::vector<Finding> findings = file.check("AN01");
        ASSERT_THAT(findings, SizeIs(found)) << times[0] << " " << times[1];
        if (found == 0) continue;
        EXPECT_EQ(findings[0].level, Level::error);
        EXPECT_EQ(findings[0].object.name, "wave");
        EXPECT_EQ(findings[0].where.pointer, "/animations/0/samplers/0/input");
    }
}

TEST(ClipKeys, ANodeHasOneChannelForEachPath) {
    AnimatedFile file;
    file.rotate(0, {0.0F, 1.0F}, two_turns);
    file.rotate(1, {0.0F, 1.0F}, two_turns);
    EXPECT_THAT(file.check("AN02"), IsEmpty());
    file.rotate(1, {0.0F, 1.0F}, two_turns);
    const std::vector<Finding> findings = file.check("AN02");
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].object.name, "b");
    EXPECT_EQ(findings[0].where.pointer, "/animations/0/channels/2");
}

Json humanoid_target(const char* bone, const char* path) {
    return {{"path", path}, {"extensions", {{"EXT_skeleton_humanoid", {{"humanoidBoneName", bone}}}}}};
}

TEST(ClipKeys, HumanoidChannelsHaveSamplersOfTheirOwnAndRotate) {
    AnimatedFile file;
    file.file.json["extensionsUsed"] = {"EXT_skeleton_humanoid"};
    file.rotate(0, {0.0F, 1.0F}, two_turns);
    file.rotate(1, {0.0F, 1.0F}, two_turns);
    file.channels[1]["target"] = humanoid_target("leftHand", "rotation");
    EXPECT_THAT(file.check("AN03"), IsEmpty());
    EXPECT_THAT(file.check("AN04"), IsEmpty());
    file.channels[1]["sampler"] = 0;
    EXPECT_THAT(file.check("AN03"), SizeIs(1));
    file.channels[1]["target"] = humanoid_target("leftHand", "scale");
    ASSERT_THAT(file.check("AN04"), SizeIs(1));
    EXPECT_EQ(file.check("AN04")[0].level, Level::info);
    EXPECT_EQ(file.check("AN04")[0].object.name, "leftHand");
    file.channels[1]["target"] = humanoid_target("leftHand", "weights");
    ASSERT_THAT(file.check("AN04"), SizeIs(1));
    EXPECT_EQ(file.check("AN04")[0].level, Level::error);
}

TEST(ClipKeys, ANodeWithASkinnedMeshIsNotMoved) {
    AnimatedFile file;
    const int positions = file.file.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    file.file.json["meshes"] =
        Json::array({{{"primitives", Json::array({{{"attributes", {{"POSITION", positions}}}}})}}});
    file.file.json["skins"] = Json::array({{{"joints", {0}}}});
    file.file.json["nodes"][1]["mesh"] = 0;
    file.rotate(1, {0.0F, 1.0F}, two_turns);
    EXPECT_THAT(file.check("AN05"), IsEmpty());
    file.file.json["nodes"][1]["skin"] = 0;
    ASSERT_THAT(file.check("AN05"), SizeIs(1));
    EXPECT_EQ(file.check("AN05")[0].level, Level::warning);
}

TEST(ClipKeys, RotationKeysStayOnOneSide) {
    AnimatedFile file;
    file.rotate(0, {0.0F, 1.0F}, two_turns);
    EXPECT_THAT(file.check("AN12"), IsEmpty());
    file.rotate(1, {0.0F, 1.0F}, {0.0F, 0.0F, 0.0F, 1.0F, 0.0F, -0.6F, 0.0F, -0.8F});
    const std::vector<Finding> findings = file.check("AN12");
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].object.name, "b");
    EXPECT_EQ(findings[0].time, 1.0);
    EXPECT_NEAR(*findings[0].value, -0.8, 1e-6);
}

/// A world whose interpolator has these keys, and a value for each of `values`.
Document world_with(const std::string& keys, int values,
                    const std::string& route = "I.value_changed TO J.rotation") {
    std::string text =
        "#VRML V2.0 utf8\nDEF T TimeSensor { cycleInterval 1 }\nDEF J Transform { }\n"
        "DEF I OrientationInterpolator { key [ " +
        keys + " ] keyValue [";
    for (int i = 0; i < values; ++i) text += " 0 1 0 0." + std::to_string(i);
    text += " ] }\nROUTE T.fraction_changed TO I.set_fraction\nROUTE " + route + "\n";
    Result<Document> document =
        load_document(std::as_bytes(std::span(text.data(), text.size())), "world.wrl", {});
    EXPECT_TRUE(document) << document.error().text();
    return document ? std::move(*document) : Document{};
}

TEST(ClipKeys, AnInterpolatorMayJumpAndNotGoBack) {
    const std::vector<Finding> jump = findings_of(world_with("0 0.5 0.5 1", 4), "AN01");
    ASSERT_THAT(jump, SizeIs(1));
    EXPECT_EQ(jump[0].level, Level::info);
    const std::vector<Finding> found = findings_of(world_with("0 0.6 0.5 1", 4), "AN01");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].object.name, "I");
    EXPECT_EQ(found[0].where.line, 4);
    EXPECT_EQ(found[0].value, 0.5);
    EXPECT_EQ(found[0].clip, "T");
    EXPECT_EQ(found[0].time, 0.5);
}

TEST(ClipKeys, AnInterpolatorHasAValueForEachKeyWithinTheCycle) {
    EXPECT_THAT(findings_of(world_with("0 1", 2), "AN09"), IsEmpty());
    EXPECT_THAT(findings_of(world_with("0 1.001", 2), "AN09"), SizeIs(1));
    const std::vector<Finding> uneven = findings_of(world_with("0 1", 3), "AN09");
    ASSERT_THAT(uneven, SizeIs(1));
    EXPECT_EQ(uneven[0].clip, "T");
}

TEST(ClipKeys, ARouteNamesWhatIsThere) {
    EXPECT_THAT(findings_of(world_with("0 1", 2), "AN10"), IsEmpty());
    EXPECT_THAT(findings_of(world_with("0 1", 2, "I.value_changed TO K.rotation"), "AN10"), SizeIs(1));
    EXPECT_THAT(findings_of(world_with("0 1", 2, "I.value_changed TO J.translation"), "AN10"), SizeIs(1));
    EXPECT_THAT(findings_of(world_with("0 1", 2, "I.value_changed TO J.set_turning"), "AN10"), SizeIs(1));
}

TEST(ClipKeys, ADeadChannelOfAFile) {
    AnimatedFile file;
    file.rotate(0, {0.0F, 1.0F}, two_turns);
    EXPECT_THAT(file.check("AN20"), IsEmpty());
    file.rotate(1, {0.0F, 1.0F}, {0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.0F, 0.0F, 1.0F});
    ASSERT_THAT(file.check("AN20"), SizeIs(1));
    EXPECT_THAT(file.check("AN20")[0].message, HasSubstr("rotation of b"));
}

}  // namespace
}  // namespace vitruvian::test

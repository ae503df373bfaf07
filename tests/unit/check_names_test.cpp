// The checks of names and sides, of ST04 to ST27: each on a rig that just passes and one that just fails.
#include "model/core/at.h"
#include "tests/unit/check_rigs.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace vitruvian::test {
namespace {

using check::Finding;
using check::Level;

TEST(CheckNames, ST04DuplicateNames) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "ST04"), Names{});
    const Finding joint = only_one(world(replaced(rig, "name \"r_knee\"", "name \"l_knee\"")), "ST04");
    EXPECT_EQ(joint.object.name, "l_knee");
    EXPECT_EQ(joint.level, Level::error);
    EXPECT_EQ(joint.value, 2.0);
    EXPECT_EQ(named_by(world(replaced(rig, "name \"r_knee\"", "name \"l_knee\"")), "ST19"), Names{});
    EXPECT_EQ(named_by(world(replaced(rig, "name \"r_calf\"", "name \"l_calf\"")), "ST04"), Names{"l_calf"});
    EXPECT_EQ(named_by(world(replaced(rig, "name \"r_hand_tip\"", "name \"l_hand_tip\"")), "ST04"),
              Names{"l_hand_tip"});
    // A joint and a segment may share a name; so may displacers of two segments.
    EXPECT_EQ(named_by(world(replaced(rig, "name \"l_calf\"", "name \"l_knee\"")), "ST04"), Names{});
    const std::string displacer = "displacers [ DEF x Displacer { name \"l_eyebrow_raiser_action\" } ]";
    EXPECT_EQ(named_by(world(with_fields(rig, "hanim_l5", displacer)), "ST04"), Names{});
    EXPECT_EQ(named_by(world(replaced(rig, "displacers [",
                                      "displacers [ Displacer { name \"l_eyebrow_raiser_action\" } ")),
                       "ST04"),
              Names{"l_eyebrow_raiser_action"});
}

TEST(CheckNames, ST04OfNodesIsAWarning) {
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST04"), Names{});
    node(rig, "rightToes")["name"] = "leftToes";
    const Finding finding = only_one(load(rig), "ST04");
    EXPECT_EQ(finding.object.name, "leftToes");
    EXPECT_EQ(finding.level, Level::warning);
}

TEST(CheckNames, ST05MissingNames) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "ST05"), Names{});
    const Finding absent = only_one(world(without_field(rig, "hanim_l_knee", "name")), "ST05");
    EXPECT_EQ(absent.object.name, "hanim_l_knee");
    EXPECT_GT(absent.where.line, 1);
    EXPECT_EQ(named_by(world(replaced(rig, "name \"l_calf\"", "name \"\"")), "ST05"), Names{"hanim_l_calf"});
    EXPECT_EQ(named_by(world(without_field(rig, "hanim_l_hand_tip", "name")), "ST05"),
              Names{"hanim_l_hand_tip"});
    EXPECT_EQ(named_by(world(without_field(rig, "l_eyebrow_raiser_action", "name")), "ST05"),
              Names{"l_eyebrow_raiser_action"});
    EXPECT_EQ(
        named_by(world(without_field(hanim_rig(RigVersion::hanim_2_0), "hanim_l_knee", "name")), "ST05"),
        Names{"hanim_l_knee"});
}

TEST(CheckNames, ST06JointNames) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "ST06"), Names{});
    const Document old = world(replaced(rig, "name \"l_wrist\"", "name \"l_radiocarpal\""));
    const Finding finding = only_one(old, "ST06");
    EXPECT_EQ(finding.object.name, "l_radiocarpal");
    EXPECT_EQ(finding.level, Level::warning);
    const Document repaired = fixed(old, "ST06");
    EXPECT_EQ(named_by(repaired, "ST06"), Names{});
    EXPECT_FALSE(find_items(repaired, ItemKind::joint, "l_wrist").empty());
    EXPECT_EQ(only_one(world(replaced(rig, "name \"l_wrist\"", "name \"tail\"")), "ST06").level, Level::info);
    EXPECT_EQ(named_by(world(replaced(rig, "name \"l_wrist\"", "name \"x_tail\"")), "ST06"), Names{});
    const std::string second = hanim_rig(RigVersion::hanim_2_0);
    EXPECT_EQ(named_by(world(second), "ST06"), Names{});
    const Document mixed = world(replaced(second, "name \"l_radiocarpal\"", "name \"l_wrist\""));
    EXPECT_EQ(only_one(mixed, "ST06").level, Level::warning);
    EXPECT_EQ(named_by(fixed(mixed, "ST06"), "ST06"), Names{});
}

TEST(CheckNames, ST07DefPrefix) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "ST07"), Names{});
    EXPECT_EQ(named_by(world(replaced_all(rig, "hanim_l_knee", "joe_l_knee")), "ST07"), Names{"l_knee"});
    EXPECT_EQ(named_by(world(replaced_all(rig, "hanim_l_knee", "hanim_left_knee")), "ST07"), Names{"l_knee"});
    // What a DEF name cannot hold is an underscore there.
    const auto spaced = [&](const char* def) {
        return world(
            replaced(replaced_all(rig, "hanim_l_knee", def), "name \"l_knee\"", "name \"x_l.knee 1\""));
    };
    EXPECT_EQ(named_by(spaced("hanim_x_l_knee_1"), "ST07"), Names{});
    EXPECT_EQ(named_by(spaced("hanim_x_l_knee_2"), "ST07"), Names{"x_l.knee 1"});
    // Another prefix throughout: one finding, for the figure. Two figures may have different ones.
    const std::string other = replaced_all(rig, "hanim_", "joe_");
    EXPECT_EQ(named_by(world(other), "ST07"), Names{"Figure"});
    const std::string second = replaced(other, "#VRML V2.0 utf8", "");
    EXPECT_EQ(named_by(world(rig + second), "ST07"), Names{});
}

TEST(CheckNames, ST18LongNames) {
    const auto named = [](const std::string& name) {
        GltfBuilder rig = gltf_rig();
        node(rig, "leftToes")["name"] = name;
        return load(rig);
    };
    EXPECT_EQ(named_by(named(std::string(64, 'a')), "ST18"), Names{});
    EXPECT_EQ(only_one(named(std::string(65, 'a')), "ST18").level, Level::error);
    EXPECT_EQ(only_one(named("Zehen_\u00e4"), "ST18").level, Level::warning);
    // Characters count, not bytes.
    std::string many;
    for (int i = 0; i < 64; ++i) many += "\u00e4";
    EXPECT_EQ(only_one(named(many), "ST18").level, Level::warning);
    EXPECT_EQ(only_one(named(many + "a"), "ST18").level, Level::error);
    const std::string figure = hanim_rig();
    EXPECT_EQ(named_by(world(figure), "ST18"), Names{});
    const std::string long_name = "name \"x_" + std::string(63, 'a') + "\"";
    EXPECT_EQ(only_one(world(replaced(figure, "name \"l_knee\"", long_name)), "ST18").value, 65.0);
}

TEST(CheckNames, ST19Sides) {
    const std::string figure = hanim_rig();
    EXPECT_EQ(named_by(world(figure), "ST19"), Names{});
    const auto at_x = [&](const char* x) {
        return world(replaced(figure, "center 0.2 0.88 0", fmt::format("center {} 0.88 0", x)));
    };
    EXPECT_EQ(named_by(at_x("-0.0009"), "ST19"), Names{});
    EXPECT_EQ(named_by(at_x("-0.0011"), "ST19"), Names{"l_wrist"});
    // The middle is that of the whole figure, not of the legs alone.
    const auto hip_at = [&](const char* x) {
        return world(replaced(figure, "center 0.096 0.9 0", fmt::format("center {} 0.9 0", x)));
    };
    EXPECT_EQ(named_by(hip_at("-0.0009"), "ST19"), Names{});
    EXPECT_EQ(named_by(hip_at("-0.0011"), "ST19"), Names{"l_hip"});
    // Nor does it depend on how the line from hip to hip is tilted.
    for (const char* y : {"0.8", "0.86", "0.89", "0.91", "0.94", "1"}) {
        const auto tilted = [&](const char* x) {
            return world(replaced(figure, "center 0.096 0.9 0", fmt::format("center {} {} 0", x, y)));
        };
        EXPECT_EQ(named_by(tilted("-0.0009"), "ST19"), Names{}) << y;
        EXPECT_EQ(named_by(tilted("-0.0011"), "ST19"), Names{"l_hip"}) << y;
    }
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST19"), Names{});
    std::swap(ext_bones(rig)["leftHand"], ext_bones(rig)["rightHand"]);
    EXPECT_EQ(named_by(load(rig), "ST19"), (Names{"leftHand", "rightHand"}));
    // A leg that rests across the other is not a swap if the skin was bound with it at its side.
    GltfBuilder crossed = gltf_rig(GltfKind::plain);
    node(crossed, "leftUpperLeg")["rotation"] = {0, 0, -0.5, 0.8660254};
    EXPECT_EQ(named_by(load(crossed), "ST19"), Names{});
    // A figure rotated as a whole has no swapped sides.
    GltfBuilder turned = gltf_rig();
    node(turned, "Armature")["rotation"] = {0, 1, 0, 0};
    EXPECT_EQ(named_by(load(turned), "ST19"), Names{});
    // Nor has one that leans to a side, although its head is beside its hips (PO02).
    for (const double degrees : {5.0, 12.0, 20.0, 40.0, 70.0}) {
        const double half = degrees * std::numbers::pi / 360.0;
        GltfBuilder leaning = gltf_rig();
        node(leaning, "Armature")["rotation"] = {0, 0, std::sin(half), std::cos(half)};
        EXPECT_EQ(named_by(load(leaning), "ST19"), Names{}) << degrees;
    }
}

TEST(CheckNames, ST19OfBvh) {
    EXPECT_EQ(named_by(bvh_rig(0, 0), "ST19"), Names{});
    EXPECT_EQ(named_by(bvh_rig(-30, 0), "ST19"), Names{});  // bare offsets, of one side
    EXPECT_EQ(named_by(bvh_rig(-30, 30), "ST19").size(), 4U);
}

TEST(CheckNames, ST20Pairs) {
    const std::string figure = hanim_rig();
    EXPECT_EQ(named_by(world(figure), "ST20"), Names{});
    EXPECT_EQ(named_by(world(replaced(figure, "name \"r_knee\"", "name \"x_knee\"")), "ST20"),
              Names{"l_knee"});
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST20"), Names{});
    ext_bones(rig).erase("rightToes");
    EXPECT_EQ(named_by(load(rig), "ST20"), Names{"leftToes"});
}

TEST(CheckNames, ST22Numbering) {
    GltfBuilder rig = gltf_rig();
    node(rig, "spine")["name"] = "Spine";
    node(rig, "chest")["name"] = "Spine1";
    Json& third = node(rig, "upperChest")["name"];
    third = "Spine2";
    EXPECT_EQ(named_by(load(rig), "ST22"), Names{});
    third = "Spine3";
    EXPECT_EQ(named_by(load(rig), "ST22"), Names{"Spine3"});
    node(rig, "neck")["name"] = "Neck1";
    EXPECT_EQ(named_by(load(rig), "ST22"), (Names{"Spine3", "Neck1"}));
    GltfBuilder from_one = gltf_rig();
    node(from_one, "spine")["name"] = "Spine1";
    node(from_one, "chest")["name"] = "Spine2";
    EXPECT_EQ(named_by(load(from_one), "ST22"), Names{"Spine1"}) << "of two, the first may be missing";
    node(from_one, "upperChest")["name"] = "Spine3";
    EXPECT_EQ(named_by(load(from_one), "ST22"), Names{}) << "as in SMPL";
    EXPECT_EQ(named_by(load(from_one), "ST22", "humanik"), Names{"Spine1"});
    // A neck of three counts from 1 too, where it begins on the trunk.
    GltfBuilder neck = gltf_rig();
    node(neck, "head")["name"] = "Neck2";
    node(neck, "neck")["name"] = "Neck1";
    EXPECT_EQ(named_by(load(neck), "ST22"), Names{"Neck1"});
    node(neck, "leftHand")["name"] = "Neck3";
    EXPECT_EQ(named_by(load(neck), "ST22"), Names{});
    // An animal's joints have no bones.
    Document animal = load(from_one);
    for (Node& each : animal.nodes) {
        if (each.name == "Spine3") each.name = "Spine4";
    }
    EXPECT_EQ(named_by(animal, "ST22"), Names{"Spine4"});
    animal.humanoids[0].bones = {};
    animal.humanoids[0].kind = HumanoidKind::inferred;
    EXPECT_EQ(named_by(animal, "ST22"), Names{});
    const std::string figure = hanim_rig();
    EXPECT_EQ(named_by(world(figure), "ST22"), Names{});
    EXPECT_EQ(named_by(world(replaced(figure, "name \"vl5\"", "name \"Spine1\"")), "ST22"), Names{"Spine1"});
}

TEST(CheckNames, ST23SiteSuffix) {
    for (const RigVersion version : {RigVersion::hanim_1_1, RigVersion::hanim_2_0}) {
        const std::string rig = hanim_rig(version);
        const std::string tip =
            version == RigVersion::hanim_1_1 ? "name \"l_hand_tip\"" : "name \"l_carpal_tip\"";
        EXPECT_EQ(named_by(world(rig), "ST23"), Names{});
        EXPECT_EQ(named_by(world(replaced(rig, tip, "name \"l_hand_end\"")), "ST23"), Names{"l_hand_end"});
        EXPECT_EQ(named_by(world(replaced(rig, tip, "name \"x_end\"")), "ST23"), Names{});
        EXPECT_EQ(named_by(world(replaced(rig, tip, "name \"wrist_pt\"")), "ST23"), Names{});
        EXPECT_EQ(named_by(world(replaced(rig, tip, "name \"l_calf_tip\"")), "ST23"), Names{"l_calf_tip"});
        EXPECT_EQ(named_by(world(replaced(rig, "name \"front_view\"", "name \"front\"")), "ST23"),
                  Names{"front"});
    }
}

TEST(CheckNames, ST24SiteSegment) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "ST24"), Names{});
    // On the hand: a site of the skull is wrong there, one of the hand or a non-standard one is right.
    const auto called = [&](const char* name) {
        return world(replaced(rig, "name \"l_hand_tip\"", fmt::format("name \"{}\"", name)));
    };
    EXPECT_EQ(named_by(called("sellion_pt"), "ST24"), Names{"sellion_pt"});
    EXPECT_EQ(named_by(called("l_ulnar_styloid_pt"), "ST24"), Names{});
    EXPECT_EQ(named_by(called("somewhere_pt"), "ST24"), Names{});
    // The figure has no forefoot: its sites are elsewhere.
    EXPECT_EQ(named_by(called("l_digit2_pt"), "ST24"), Names{});
}

TEST(CheckNames, ST25CoordNames) {
    for (const RigVersion version : {RigVersion::hanim_1_1, RigVersion::hanim_2_0}) {
        const std::string rig = hanim_rig(version);
        EXPECT_EQ(named_by(world(rig), "ST25"), Names{});
        EXPECT_EQ(named_by(world(replaced_all(rig, "l_calf_coords", "shin_points")), "ST25"),
                  Names{"l_calf"});
        EXPECT_EQ(
            named_by(world(replaced(rig, "coord USE l_calf_coords", "coord Coordinate { point [ 0 0 0 ] }")),
                     "ST25"),
            Names{"l_calf"});
    }
}

TEST(CheckNames, ST19SidesHoldWithoutAnUpperLeg) {
    // A figure facing -Z, as those of VRM 0 do.
    GltfBuilder rig = gltf_rig(GltfKind::vrm);
    rig.json["nodes"][0]["rotation"] = {0, 1, 0, 0};
    Document document = load(rig);
    EXPECT_EQ(named_by(document, "ST19"), Names{});
    document.humanoids.at(0).bones[Bone::left_upper_leg] = -1;
    EXPECT_EQ(named_by(document, "ST19"), Names{});
    EXPECT_EQ(named_by(document, "PO03"), Names{});
}

TEST(CheckNames, ST27Vocabulary) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "ST27"), Names{});
    EXPECT_EQ(named_by(world(replaced(rig, "name \"HumanoidRoot\"", "name \"humanoid_root\"")), "ST27"),
              Names{});
    EXPECT_EQ(named_by(world(replaced(rig, "name \"l_wrist\"", "name \"l_radiocarpal\"")), "ST27"),
              Names{"Figure"});
    const std::string second = hanim_rig(RigVersion::hanim_2_0);
    EXPECT_EQ(named_by(world(replaced(second, "name \"humanoid_root\"", "name \"HumanoidRoot\"")), "ST27"),
              Names{"Figure"});
}

}  // namespace
}  // namespace vitruvian::test

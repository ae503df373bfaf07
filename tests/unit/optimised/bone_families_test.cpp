// Bone maps of rigs without mapped bones: every naming family, clean and noisy, and rigs without names.
#include "model/core/at.h"
#include "model/figure/bone_doubt.h"
#include "model/figure/bone_map.h"
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "model/standard/bone_name_table.h"
#include "tests/folders.h"
#include "tests/unit/family_rigs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace vitruvian {
namespace {

using test::FamilyRig;
using test::Random;
using test::RigFamily;
using test::RigNoise;

std::string name_at(const Document& document, int node) {
    return node < 0 ? "(none)" : at(document.nodes, node).name;
}

void expect_exact(const FamilyRig& rig, const BoneMap& map, const std::string& what) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        EXPECT_EQ(name_at(rig.document, map.node[i]), name_at(rig.document, rig.expected.node[i]))
            << what << ", " << to_string(static_cast<Bone>(i));
    }
}

std::vector<RigFamily> all_families() {
    std::vector<RigFamily> out = test::rig_families();
    const std::vector<RigFamily> more = test::rig_families_of_table();
    out.insert(out.end(), more.begin(), more.end());
    return out;
}

TEST(BoneFamilies, CleanRigsMapExactly) {
    Random random(1);
    for (const RigFamily& family : all_families()) {
        FamilyRig rig = test::make_family_rig(family, {}, random);
        BoneMapper(rig.document).map(rig.document.humanoids[0]);
        expect_exact(rig, rig.document.humanoids[0].bones, family.title);
    }
}

TEST(BoneFamilies, DirtyRigsMapExactly) {
    const RigNoise noise{true, true, true, true};
    for (const RigFamily& family : all_families()) {
        for (std::uint32_t seed = 0; seed < 12; ++seed) {
            Random random(seed);
            FamilyRig rig = test::make_family_rig(family, noise, random);
            BoneMapper(rig.document).map(rig.document.humanoids[0]);
            expect_exact(rig, rig.document.humanoids[0].bones, fmt::format("{} #{}", family.title, seed));
            if (testing::Test::HasFailure()) return;
        }
    }
}

TEST(BoneFamilies, EveryBoneHasAReason) {
    Random random(7);
    for (const RigFamily& family : all_families()) {
        FamilyRig rig = test::make_family_rig(family, {}, random);
        Humanoid& humanoid = rig.document.humanoids[0];
        BoneMapper(rig.document).map(humanoid);
        ASSERT_EQ(humanoid.bone_evidence.size(), bone_count);
        for (std::size_t i = 0; i < bone_count; ++i) {
            const BoneEvidence& why = humanoid.bone_evidence[i];
            EXPECT_EQ(humanoid.bones.node[i] >= 0, why.confidence > 0.0F);
            EXPECT_EQ(humanoid.bones.node[i] >= 0, !why.reason.empty());
            EXPECT_LE(why.confidence, 1.0F);
        }
    }
}

/// A figure's trunk with `names`, from the hips to where neck and arms are attached, with plain limbs.
Document figure_with_trunk(const std::vector<std::string>& names) {
    Document out;
    out.humanoids.emplace_back();
    const auto add = [&out](int parent, const std::string& name, const vec3& step) {
        return test::add_joint(out, parent, name, step);
    };
    int top = add(-1, "pelvis", {0, 0.95F, 0});
    for (const std::string& name : names)
        top = add(top, name, {0, 0.4F / static_cast<float>(names.size()), 0});
    add(add(top, "neck_01", {0, 0.1F, 0}), "head", {0, 0.1F, 0});
    for (const float side : {1.0F, -1.0F}) {
        const char* suffix = side > 0.0F ? "_l" : "_r";
        const auto chain = [&](int parent, std::initializer_list<std::pair<const char*, vec3>> links) {
            for (const auto& [name, step] : links)
                parent = add(parent, std::string(name) + suffix, step * vec3(side, 1, 1));
        };
        chain(top, {{"clavicle", {0.03F, 0.05F, 0}},
                    {"upperarm", {0.15F, 0, 0}},
                    {"lowerarm", {0.27F, 0, 0}},
                    {"hand", {0.25F, 0, 0}}});
        chain(0, {{"thigh", {0.1F, -0.05F, 0}},
                  {"calf", {0, -0.4F, 0.01F}},
                  {"foot", {0, -0.42F, -0.02F}},
                  {"ball", {0, -0.07F, 0.13F}}});
    }
    return out;
}

TEST(BoneFamilies, TheUpperChestCarriesTheArms) {
    using Trunk = std::vector<std::string>;
    const std::vector<std::pair<Trunk, Trunk>> cases{
        {{"spine_01", "spine_02", "spine_03"}, {"spine_01", "spine_02", "spine_03"}},
        {{"spine_01", "spine_02", "spine_03", "spine_04", "spine_05"}, {"spine_01", "spine_02", "spine_05"}},
        {{"spine_0", "spine_1", "spine_2", "spine_3"}, {"spine_0", "spine_1", "spine_3"}},
        {{"Spine0", "Spine1", "Spine2"}, {"Spine0", "Spine1", "Spine2"}},
        {{"Spine", "Spine1", "Spine2", "Spine3"}, {"Spine", "Spine1", "Spine3"}},
    };
    for (const auto& [names, expected] : cases) {
        Document document = figure_with_trunk(names);
        BoneMapper(document).map(document.humanoids[0]);
        const BoneMap& map = document.humanoids[0].bones;
        EXPECT_EQ(name_at(document, map[Bone::spine]), expected[0]) << names.front();
        EXPECT_EQ(name_at(document, map[Bone::chest]), expected[1]) << names.front();
        EXPECT_EQ(name_at(document, map[Bone::upper_chest]), expected[2]) << names.front();
    }
}

/// All 55 bones, with generated names.
RigFamily nameless(int count) {
    RigFamily family{"nameless", {}};
    for (std::size_t i = 0; i < bone_count; ++i) family.names[i] = fmt::format("bone_{}", count + int(i));
    return family;
}

TEST(BoneShape, NamelessRigsMapByTopologyAndGeometry) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        FamilyRig rig = test::make_family_rig(nameless(3), {false, false, true, true}, random);
        for (Node& node : rig.document.nodes)
            node.name = fmt::format("bone_{}", &node - rig.document.nodes.data());
        BoneMapper(rig.document).map(rig.document.humanoids[0]);
        BoneMap map = rig.document.humanoids[0].bones;
        // A mirrored figure without names is a figure with swapped sides.
        if (rig.document.nodes[0].rest.scale.x < 0.0F) {
            for (std::size_t i = 0; i < bone_count; ++i) {
                const auto bone = static_cast<Bone>(i);
                if (is_left(bone)) std::swap(map[bone], map[other_side(bone)]);
            }
        }
        expect_exact(rig, map, fmt::format("#{}", seed));
        if (testing::Test::HasFailure()) return;
    }
}

TEST(BoneShape, NamelessRigsKeepTheirSidesInAnyPose) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(100 + seed);
        FamilyRig rig = test::make_family_rig(nameless(3), {false, false, true, false}, random);
        const auto node = [&rig](Bone bone) -> Node& { return at(rig.document.nodes, rig.expected[bone]); };
        // T, A or I-pose, facing +Z or -Z, with feet that point outwards.
        const float arms = random.real(0.0F, 1.4F);
        node(Bone::left_upper_arm).rest.rotation = axis_angle({0, 0, 1}, -arms);
        node(Bone::right_upper_arm).rest.rotation = axis_angle({0, 0, 1}, arms);
        const float feet = random.real(0.0F, 0.5F);
        node(Bone::left_foot).rest.rotation = axis_angle({0, 1, 0}, feet);
        node(Bone::right_foot).rest.rotation = axis_angle({0, 1, 0}, -feet);
        if (random.chance(0.5F)) rig.document.nodes[0].rest.rotation = axis_angle({0, 1, 0}, 3.14159265F);
        for (Node& each : rig.document.nodes) each.name.clear();
        BoneMapper(rig.document).map(rig.document.humanoids[0]);
        const BoneMap& map = rig.document.humanoids[0].bones;
        for (std::size_t i = 0; i < bone_count; ++i)
            EXPECT_EQ(map.node[i], rig.expected.node[i]) << seed << " " << to_string(static_cast<Bone>(i));
        if (testing::Test::HasFailure()) return;
    }
}

/// Makes a bone, with its descendants, a child of the scene's root without moving it.
void hang_on_root(Document& document, int node) {
    Node& moved = at(document.nodes, node);
    for (int up = moved.parent; up > 0; up = at(document.nodes, up).parent)
        moved.rest.translation += at(document.nodes, up).rest.translation;
    moved.parent = 0;
}

TEST(BoneFamilies, OneBoneElsewhereInTheTreeCostsNothing) {
    for (const RigFamily& family : all_families()) {
        for (std::uint32_t seed = 0; seed < 8; ++seed) {
            Random random(seed);
            FamilyRig rig = test::make_family_rig(family, {}, random);
            std::vector<Bone> movable;
            for (const Bone bone : {Bone::left_upper_arm, Bone::right_lower_arm, Bone::left_hand,
                                    Bone::right_upper_leg, Bone::left_lower_leg, Bone::right_foot,
                                    Bone::right_shoulder, Bone::left_index_proximal, Bone::head}) {
                if (rig.expected[bone] >= 0) movable.push_back(bone);
            }
            const Bone bone =
                movable.at(static_cast<std::size_t>(random.integer(0, static_cast<int>(movable.size()) - 1)));
            hang_on_root(rig.document, rig.expected[bone]);
            BoneMapper(rig.document).map(rig.document.humanoids[0]);
            expect_exact(rig, rig.document.humanoids[0].bones,
                         fmt::format("{} with {} on the root", family.title, to_string(bone)));
            if (testing::Test::HasFailure()) return;
        }
    }
}

/// MikuMikuDance's legs have a second chain of joints, whose toes have the name that other models use for the
/// toes.
TEST(BoneFamilies, TheOtherNameOfABoneIsTriedWhereTheFirstStandsElsewhere) {
    for (const RigFamily& family : all_families()) {
        if (family.title != "mmd") continue;
        Random random(3);
        FamilyRig rig = test::make_family_rig(family, {}, random);
        const int toes = rig.expected[Bone::left_toes];
        ASSERT_GE(toes, 0);
        at(rig.document.nodes, toes).name = "左つま先";
        Node other;
        other.name = "左足先EX";
        other.kind = NodeKind::joint;
        other.parent = rig.expected[Bone::hips];
        other.rest.translation = {0.1F, -0.9F, 0.1F};
        const int added = static_cast<int>(rig.document.nodes.size());
        rig.document.nodes.push_back(other);
        Joint joint;
        joint.node = added;
        rig.document.humanoids[0].joints.push_back(joint);
        BoneMapper(rig.document).map(rig.document.humanoids[0]);
        EXPECT_EQ(rig.document.humanoids[0].bones[Bone::left_toes], toes);
        return;
    }
    GTEST_SKIP() << "the table of names is not here";
}

TEST(BoneFamilies, TheOnlyJointBetweenTwoBonesIsTheBone) {
    Random random(5);
    for (const Bone bone : {Bone::left_upper_arm, Bone::right_lower_arm, Bone::left_upper_leg,
                            Bone::right_lower_leg, Bone::left_hand}) {
        FamilyRig rig = test::make_family_rig(test::rig_families()[4], {}, random);
        at(rig.document.nodes, rig.expected[bone]).name = "Humerous.L";
        BoneMapper(rig.document).map(rig.document.humanoids[0]);
        expect_exact(rig, rig.document.humanoids[0].bones, std::string(to_string(bone)));
    }
}

TEST(BoneFamilies, ASpineBesideTheHipsIsTheSpine) {
    // Both at one position, as for a body in two halves.
    Document document = figure_with_trunk({"spine_01", "spine_02"});
    Node root;
    root.name = "root";
    root.kind = NodeKind::joint;
    root.rest.translation = {0, 0.95F, 0};
    for (Node& node : document.nodes) node.parent = node.name == "spine_01" ? 0 : node.parent + 1;
    document.nodes[0].rest = {};
    for (Node& node : document.nodes) {
        if (node.name == "spine_01") node.rest = {};
    }
    document.nodes.insert(document.nodes.begin(), root);
    Joint joint;
    for (Joint& other : document.humanoids[0].joints) ++other.node;
    document.humanoids[0].joints.insert(document.humanoids[0].joints.begin(), joint);
    document.humanoids[0].joints[0].node = 0;
    BoneMapper(document).map(document.humanoids[0]);
    const BoneMap& map = document.humanoids[0].bones;
    EXPECT_EQ(name_at(document, map[Bone::hips]), "pelvis");
    EXPECT_EQ(name_at(document, map[Bone::spine]), "spine_01");
    EXPECT_EQ(name_at(document, map[Bone::left_foot]), "foot_l");
    EXPECT_EQ(name_at(document, map[Bone::right_hand]), "hand_r");
}

TEST(BoneFamilies, ARootOnTheGroundIsNotTheHips) {
    Random random(6);
    FamilyRig rig = test::make_family_rig(test::rig_families()[4], {}, random);
    rig.document.nodes[0].name = "root";
    Joint root;
    root.node = 0;
    rig.document.humanoids[0].joints.insert(rig.document.humanoids[0].joints.begin(), root);
    const std::string hips = std::exchange(at(rig.document.nodes, rig.expected[Bone::hips]).name, "Body");
    BoneMapper(rig.document).map(rig.document.humanoids[0]);
    expect_exact(rig, rig.document.humanoids[0].bones, "hips without their name " + hips);
}

TEST(BoneFamilies, OfTwoJointsOfOneNameInARowTheLowerIsTheBone) {
    Document document = figure_with_trunk({"spine_01", "spine_02"});
    for (Node& node : document.nodes) {
        if (node.name == "clavicle_l") node.name = "LUpperArmJoint";
        if (node.name == "upperarm_l") node.name = "LeftUpperArm";
    }
    BoneMapper(document).map(document.humanoids[0]);
    EXPECT_EQ(name_at(document, document.humanoids[0].bones[Bone::left_upper_arm]), "LeftUpperArm");
}

/// A fox whose joints have human names, with a mesh or as motion data.
Document fox(bool has_mesh) {
    Document out = figure_with_trunk({"spine_01", "spine_02"});
    const quat forwards = axis_angle({1, 0, 0}, 1.5707963F);
    for (Node& node : out.nodes) {
        if (node.name == "pelvis") node.rest.rotation = forwards;
        const bool is_leg = node.name.starts_with("thigh");
        if (is_leg) node.rest.rotation = glm::conjugate(forwards);
        if (node.name.starts_with("upperarm"))
            node.rest.rotation = glm::conjugate(forwards) *
                                 axis_angle({0, 0, 1}, node.name.ends_with("_l") ? -1.5707963F : 1.5707963F);
    }
    if (has_mesh) {
        MeshInstance instance;
        auto skin = std::make_shared<Skin>();
        skin->nodes = {0};
        skin->inverse_bind = {mat4(1.0F)};
        instance.mesh = std::make_shared<Mesh>();
        instance.skin = skin;
        out.meshes.push_back(instance);
    }
    return out;
}

TEST(BoneDoubt, WhatRestsOnAllFoursIsAnAnimal) {
    for (const bool has_mesh : {true, false}) {
        Document document = fox(has_mesh);
        BoneMapper mapper(document);
        mapper.map(document.humanoids[0]);
        EXPECT_LT(document.humanoids[0].bones[Bone::hips], 0) << has_mesh;
        EXPECT_NE(mapper.doubt().find("all fours"), std::string::npos) << mapper.doubt();
        EXPECT_FALSE(missing_bones(document, document.humanoids[0]).empty());
    }
}

TEST(BoneDoubt, AMotionThatRisesFromAllFoursIsAPersons) {
    Document document = fox(false);
    auto clip = std::make_shared<Clip>();
    clip->duration = 1.0;
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        if (document.nodes[i].rest.rotation == identity_quat) continue;
        Channel channel;
        channel.node = static_cast<int>(i);
        channel.path = ChannelPath::rotation;
        channel.times = {0.0F};
        channel.values = {0.0F, 0.0F, 0.0F, 1.0F};
        clip->channels.push_back(std::move(channel));
    }
    document.clips.push_back(std::move(clip));
    BoneMapper mapper(document);
    mapper.map(document.humanoids[0]);
    EXPECT_GE(document.humanoids[0].bones[Bone::hips], 0) << mapper.doubt();
}

TEST(BoneDoubt, NoUprightFigureIsDoubted) {
    Random random(8);
    for (const RigFamily& family : all_families()) {
        for (const float arms : {0.0F, 0.8F, 1.5F}) {
            FamilyRig rig = test::make_family_rig(family, {}, random);
            for (const auto& [bone, sign] :
                 {std::pair{Bone::left_upper_arm, -1.0F}, std::pair{Bone::right_upper_arm, 1.0F}})
                at(rig.document.nodes, rig.expected[bone]).rest.rotation = axis_angle({0, 0, 1}, sign * arms);
            const Skeleton skeleton = make_skeleton(rig.document);
            EXPECT_FALSE(stands_on_all_fours(rig.expected, world_matrices(skeleton, rest_pose(skeleton))));
        }
    }
}

TEST(BoneDoubt, EveryMissingBoneHasASentence) {
    Random random(9);
    FamilyRig rig = test::make_family_rig(test::rig_families()[4], {}, random);
    Humanoid& humanoid = rig.document.humanoids[0];
    humanoid.bones = rig.expected;
    EXPECT_TRUE(missing_bones(rig.document, humanoid).empty());
    humanoid.bones[Bone::left_hand] = -1;
    humanoid.bones[Bone::right_lower_arm] = -1;
    const std::vector<MissingBone> missing = missing_bones(rig.document, humanoid);
    ASSERT_EQ(missing.size(), 2U);
    EXPECT_EQ(missing[0].bone, Bone::left_hand);
    const std::string hand = name_at(rig.document, rig.expected[Bone::left_hand]);
    EXPECT_NE(missing[0].why.find(hand), std::string::npos) << missing[0].why;
    EXPECT_EQ(missing[1].bone, Bone::right_lower_arm);
    humanoid.bones = {};
    ASSERT_EQ(missing_bones(rig.document, humanoid).size(), 1U);
    EXPECT_NE(missing_bones(rig.document, humanoid)[0].why.find("no humanoid"), std::string::npos);
}

TEST(BoneShape, ExtraJointsAreNoBones) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        FamilyRig rig = test::make_family_rig(nameless(3), {false, true, true, false}, random);
        for (Node& node : rig.document.nodes) node.name.clear();
        BoneMapper(rig.document).map(rig.document.humanoids[0]);
        const BoneMap& map = rig.document.humanoids[0].bones;
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            if (bone == Bone::jaw || bone == Bone::left_eye || bone == Bone::right_eye) continue;
            EXPECT_EQ(map[bone], rig.expected[bone]) << seed << " " << to_string(bone);
        }
        if (testing::Test::HasFailure()) return;
    }
}

TEST(BoneShape, FillsWhatTheNamesLeaveOut) {
    Random random(3);
    FamilyRig rig = test::make_family_rig(test::rig_families()[4], {}, random);
    for (const Bone bone : {Bone::spine, Bone::left_lower_arm, Bone::right_index_distal, Bone::neck}) {
        at(rig.document.nodes, rig.expected[bone]).name = "Bone.017";
    }
    Humanoid& humanoid = rig.document.humanoids[0];
    BoneMapper(rig.document).map(humanoid);
    expect_exact(rig, humanoid.bones, "gaps");
    const BoneEvidence& why = at(humanoid.bone_evidence, Bone::left_lower_arm);
    EXPECT_NE(why.reason.find("by shape"), std::string::npos) << why.reason;
    EXPECT_LT(why.confidence, 0.9F);
}

TEST(BoneShape, SwappedSidesAreReported) {
    Random random(4);
    FamilyRig rig = test::make_family_rig(test::rig_families()[4], {}, random);
    rig.document.nodes[0].rest.scale.x = -1.0F;
    Humanoid& humanoid = rig.document.humanoids[0];
    BoneMapper(rig.document).map(humanoid);
    expect_exact(rig, humanoid.bones, "what the author calls left is left");
    const BoneEvidence& hand = at(humanoid.bone_evidence, Bone::left_hand);
    EXPECT_NE(hand.reason.find("right"), std::string::npos) << hand.reason;
    EXPECT_LT(hand.confidence, at(humanoid.bone_evidence, Bone::hips).confidence);
}

TEST(BoneShape, AFourLeggedOneIsNoHumanoid) {
    // The trunk is horizontal, and all four limbs point down.
    Document dog;
    dog.humanoids.emplace_back();
    const auto add = [&dog](int parent, const vec3& step) {
        Node node;
        node.parent = parent;
        node.rest.translation = step;
        Joint joint;
        joint.node = static_cast<int>(dog.nodes.size());
        dog.nodes.push_back(node);
        dog.humanoids[0].joints.push_back(joint);
        return joint.node;
    };
    const int hips = add(-1, {0, 0.6F, 0});
    const int chest = add(add(hips, {0, 0, 0.3F}), {0, 0, 0.3F});
    add(add(chest, {0, 0.1F, 0.1F}), {0, 0.05F, 0.1F});
    for (const int on : {hips, chest}) {
        for (const float side : {-0.1F, 0.1F}) {
            add(add(add(on, {side, -0.05F, 0}), {0, -0.25F, 0}), {0, -0.25F, 0});
        }
    }
    BoneMapper(dog).map(dog.humanoids[0]);
    EXPECT_EQ(dog.humanoids[0].bones.node, BoneMap().node);
}

/// Humanoids of the corpus with a map in the file: compared with what is inferred without it.
TEST(BoneFamilies, InferenceAgreesWithMapsThatFilesGive) {
    const auto folder = shared_folder() / "corpus" / "ext";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no corpus";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const Result<Document> document = load_document(entry.path());
        ASSERT_TRUE(document);
        for (const Humanoid& given : document->humanoids) {
            ASSERT_EQ(given.bone_evidence.size(), bone_count);
            EXPECT_EQ(given.bone_evidence[0].reason, "given by the file (EXT_skeleton_humanoid)");
            Humanoid found = given;
            BoneMapper(*document).map(found);
            EXPECT_EQ(found.bones.node, given.bones.node) << entry.path();
        }
    }
}

}  // namespace
}  // namespace vitruvian

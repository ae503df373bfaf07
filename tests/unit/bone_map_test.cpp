// Finding the humanoid bones among named joints, and a figure's stance.
#include "model/figure/bone_map.h"

#include "model/core/at.h"
#include "model/standard/hanim_joints.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// Joints by name and parent name, parents first.
Document rig(const std::vector<std::pair<std::string, std::string>>& joints) {
    Document document;
    document.humanoids.emplace_back();
    for (const auto& [name, parent] : joints) {
        Node node;
        node.name = name;
        node.kind = NodeKind::joint;
        for (std::size_t i = 0; i < document.nodes.size(); ++i) {
            if (document.nodes[i].name == parent) node.parent = static_cast<int>(i);
        }
        Joint joint;
        joint.node = static_cast<int>(document.nodes.size());
        document.nodes.push_back(node);
        document.humanoids[0].joints.push_back(joint);
    }
    return document;
}

/// A family's names of the bones that all families have, the left ones; "{L}" stands for the side.
struct Family {
    const char* title;
    std::array<const char*, 12>
        names;  // hips spine chest head, shoulder upper lower hand, upper lower foot toes
    std::array<const char*, 2> sides;
};

Document figure_of(const Family& family) {
    const auto& n = family.names;
    std::vector<std::pair<std::string, std::string>> joints{
        {"Origin", ""}, {n[0], "Origin"}, {n[1], n[0]}, {n[2], n[1]}, {n[3], n[2]}};
    for (const char* side : family.sides) {
        const auto name = [&](std::size_t i) {
            std::string out = n[i];
            const std::size_t mark = out.find("{L}");
            return mark == std::string::npos ? out : out.replace(mark, 3, side);
        };
        std::string parent = n[2];
        for (std::size_t i = 4; i < 8; ++i) {
            if (name(i).empty()) continue;
            joints.emplace_back(name(i), parent);
            parent = name(i);
        }
        parent = n[0];
        for (std::size_t i = 8; i < 12; ++i) {
            if (name(i).empty()) continue;
            joints.emplace_back(name(i), parent);
            parent = name(i);
        }
    }
    return rig(joints);
}

const std::vector<Family>& families() {
    static const std::vector<Family> list{
        {"vrm",
         {"hips", "spine", "chest", "head", "{L}Shoulder", "{L}UpperArm", "{L}LowerArm", "{L}Hand",
          "{L}UpperLeg", "{L}LowerLeg", "{L}Foot", "{L}Toes"},
         {"left", "right"}},
        {"unity",
         {"Hips", "Spine", "Chest", "Head", "{L}Shoulder", "{L}UpperArm", "{L}LowerArm", "{L}Hand",
          "{L}UpperLeg", "{L}LowerLeg", "{L}Foot", "{L}Toes"},
         {"Left", "Right"}},
        {"mixamo",
         {"mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Head", "mixamorig:{L}Shoulder",
          "mixamorig:{L}Arm", "mixamorig:{L}ForeArm", "mixamorig:{L}Hand", "mixamorig:{L}UpLeg",
          "mixamorig:{L}Leg", "mixamorig:{L}Foot", "mixamorig:{L}ToeBase"},
         {"Left", "Right"}},
        {"mixamo without colons",
         {"mixamorigHips", "mixamorigSpine", "mixamorigSpine1", "mixamorigHead", "mixamorig{L}Shoulder",
          "mixamorig{L}Arm", "mixamorig{L}ForeArm", "mixamorig{L}Hand", "mixamorig{L}UpLeg",
          "mixamorig{L}Leg", "mixamorig{L}Foot", "mixamorig{L}ToeBase"},
         {"Left", "Right"}},
        {"rpm",
         {"Hips", "Spine", "Spine1", "Head", "{L}Shoulder", "{L}Arm", "{L}ForeArm", "{L}Hand", "{L}UpLeg",
          "{L}Leg", "{L}Foot", "{L}ToeBase"},
         {"Left", "Right"}},
        {"unreal",
         {"pelvis", "spine_01", "spine_02", "head", "clavicle_{L}", "upperarm_{L}", "lowerarm_{L}",
          "hand_{L}", "thigh_{L}", "calf_{L}", "foot_{L}", "ball_{L}"},
         {"l", "r"}},
        {"biped",
         {"Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Head", "Bip01 {L} Clavicle",
          "Bip01 {L} UpperArm", "Bip01 {L} Forearm", "Bip01 {L} Hand", "Bip01 {L} Thigh", "Bip01 {L} Calf",
          "Bip01 {L} Foot", "Bip01 {L} Toe0"},
         {"L", "R"}},
        {"rigify",
         {"DEF-spine", "DEF-spine.001", "DEF-spine.002", "DEF-spine.006", "DEF-shoulder.{L}",
          "DEF-upper_arm.{L}", "DEF-forearm.{L}", "DEF-hand.{L}", "DEF-thigh.{L}", "DEF-shin.{L}",
          "DEF-foot.{L}", "DEF-toe.{L}"},
         {"L", "R"}},
        {"makehuman",
         {"root", "spine04", "spine03", "head", "clavicle.{L}", "upperarm01.{L}", "lowerarm01.{L}",
          "wrist.{L}", "upperleg01.{L}", "lowerleg01.{L}", "foot.{L}", ""},
         {"L", "R"}},
        {"cmu",
         {"Hips", "LowerBack", "Spine", "Head", "{L}Shoulder", "{L}Arm", "{L}ForeArm", "{L}Hand", "{L}UpLeg",
          "{L}Leg", "{L}Foot", "{L}ToeBase"},
         {"Left", "Right"}},
        {"vroid",
         {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_Head", "J_Bip_{L}_Shoulder",
          "J_Bip_{L}_UpperArm", "J_Bip_{L}_LowerArm", "J_Bip_{L}_Hand", "J_Bip_{L}_UpperLeg",
          "J_Bip_{L}_LowerLeg", "J_Bip_{L}_Foot", "J_Bip_{L}_ToeBase"},
         {"L", "R"}},
        {"cats",
         {"Hips", "Spine", "Chest", "Head", "{L} shoulder", "{L} arm", "{L} elbow", "{L} wrist", "{L} leg",
          "{L} knee", "{L} ankle", "{L} toe"},
         {"Left", "Right"}},
        {"quaternius",
         {"Hips", "Abdomen", "Torso", "Head", "Shoulder.{L}", "UpperArm.{L}", "LowerArm.{L}", "Palm.{L}",
          "UpperLeg.{L}", "LowerLeg.{L}", "Foot.{L}", "Toes.{L}"},
         {"L", "R"}},
        {"kaykit",
         {"hips", "spine", "chest", "head", "", "upperarm.{L}", "lowerarm.{L}", "wrist.{L}", "upperleg.{L}",
          "lowerleg.{L}", "foot.{L}", "toes.{L}"},
         {"l", "r"}},
        {"namespaced",
         {"Armature|rig:hips", "Armature|rig:spine", "Armature|rig:chest", "Armature|rig:head",
          "Armature|rig:shoulder.{L}", "Armature|rig:upper_arm.{L}", "Armature|rig:lower_arm.{L}",
          "Armature|rig:hand.{L}", "Armature|rig:upper_leg.{L}", "Armature|rig:lower_leg.{L}",
          "Armature|rig:foot.{L}", "Armature|rig:toes.{L}"},
         {"L", "R"}},
    };
    return list;
}

constexpr std::array<Bone, 12> left_bones{Bone::hips,           Bone::spine,         Bone::chest,
                                          Bone::head,           Bone::left_shoulder, Bone::left_upper_arm,
                                          Bone::left_lower_arm, Bone::left_hand,     Bone::left_upper_leg,
                                          Bone::left_lower_leg, Bone::left_foot,     Bone::left_toes};
constexpr std::array<Bone, 8> right_bones{Bone::right_shoulder, Bone::right_upper_arm, Bone::right_lower_arm,
                                          Bone::right_hand,     Bone::right_upper_leg, Bone::right_lower_leg,
                                          Bone::right_foot,     Bone::right_toes};

std::string name_of(const Document& document, const BoneMap& map, Bone bone) {
    return map[bone] < 0 ? "" : at(document.nodes, map[bone]).name;
}

std::string sided(const char* pattern, const char* side) {
    std::string out = pattern;
    const std::size_t mark = out.find("{L}");
    return mark == std::string::npos ? out : out.replace(mark, 3, side);
}

TEST(BonesFromNames, EveryFamilyIsUnderstood) {
    for (const Family& family : families()) {
        SCOPED_TRACE(family.title);
        const Document document = figure_of(family);
        const BoneMap map = bones_from_names(document, document.humanoids[0]);
        for (std::size_t i = 0; i < left_bones.size(); ++i) {
            EXPECT_EQ(name_of(document, map, left_bones[i]), sided(family.names[i], family.sides[0]));
        }
        for (std::size_t i = 0; i < right_bones.size(); ++i) {
            EXPECT_EQ(name_of(document, map, right_bones[i]), sided(family.names[i + 4], family.sides[1]));
        }
    }
}

TEST(BonesFromNames, OrderOfJointsDoesNotMatter) {
    test::Random random(1);
    for (const Family& family : families()) {
        Document document = figure_of(family);
        const BoneMap before = bones_from_names(document, document.humanoids[0]);
        auto& joints = document.humanoids[0].joints;
        for (std::size_t i = joints.size() - 1; i > 0; --i) {
            std::swap(joints[i], at(joints, random.integer(0, static_cast<int>(i))));
        }
        EXPECT_EQ(bones_from_names(document, document.humanoids[0]).node, before.node) << family.title;
    }
}

TEST(BonesFromNames, FingersOfABipedAreDistinguished) {
    Document document = rig({{"Bip01 Pelvis", ""},
                             {"Bip01 Spine", "Bip01 Pelvis"},
                             {"Bip01 Head", "Bip01 Spine"},
                             {"Bip01 L Thigh", "Bip01 Pelvis"},
                             {"Bip01 R Thigh", "Bip01 Pelvis"},
                             {"Bip01 L UpperArm", "Bip01 Spine"},
                             {"Bip01 R UpperArm", "Bip01 Spine"},
                             {"Bip01 L Forearm", "Bip01 L UpperArm"},
                             {"Bip01 L Hand", "Bip01 L Forearm"},
                             {"Bip01 L Finger0", "Bip01 L Hand"},
                             {"Bip01 L Finger01", "Bip01 L Finger0"},
                             {"Bip01 L Finger1", "Bip01 L Hand"},
                             {"Bip01 L Finger11", "Bip01 L Finger1"}});
    const BoneMap map = bones_from_names(document, document.humanoids[0]);
    EXPECT_EQ(name_of(document, map, Bone::left_thumb_metacarpal), "Bip01 L Finger0");
    EXPECT_EQ(name_of(document, map, Bone::left_thumb_proximal), "Bip01 L Finger01");
    EXPECT_EQ(name_of(document, map, Bone::left_index_proximal), "Bip01 L Finger1");
    EXPECT_EQ(name_of(document, map, Bone::left_index_intermediate), "Bip01 L Finger11");
}

TEST(BonesFromNames, FingersThatHangFromEachOtherAreNone) {
    // Each number is a joint along its finger, and the fingers differ by what Blender appends to repeated names.
    std::vector<std::pair<std::string, std::string>> joints{
        {"Pelvis", ""},          {"Spine", "Pelvis"},         {"Head", "Spine"},
        {"Thigh.L", "Pelvis"},   {"Thigh.R", "Pelvis"},       {"UpperArm.L", "Spine"},
        {"UpperArm.R", "Spine"}, {"Forearm.L", "UpperArm.L"}, {"Hand.L", "Forearm.L"}};
    for (const char* finger : {"", ".001", ".002"}) {
        joints.emplace_back(fmt::format("Finger1.L{}", finger), "Hand.L");
        joints.emplace_back(fmt::format("Finger2.L{}", finger), fmt::format("Finger1.L{}", finger));
        joints.emplace_back(fmt::format("Finger3.L{}", finger), fmt::format("Finger2.L{}", finger));
    }
    Document document = rig(joints);
    const BoneMap map = bones_from_names(document, document.humanoids[0]);
    EXPECT_EQ(name_of(document, map, Bone::left_hand), "Hand.L");
    for (const Bone bone : {Bone::left_index_proximal, Bone::left_index_intermediate,
                            Bone::left_middle_proximal, Bone::left_middle_intermediate})
        EXPECT_EQ(map[bone], -1) << to_string(bone);
}

TEST(BonesFromNames, AFingerWithANameOfItsOwnMayHangFromAnother) {
    Document document = rig({{"Pelvis", ""},
                             {"Spine", "Pelvis"},
                             {"Head", "Spine"},
                             {"Thigh.L", "Pelvis"},
                             {"Thigh.R", "Pelvis"},
                             {"UpperArm.L", "Spine"},
                             {"UpperArm.R", "Spine"},
                             {"Forearm.L", "UpperArm.L"},
                             {"Hand.L", "Forearm.L"},
                             {"Index1.L", "Hand.L"},
                             {"Index2.L", "Index1.L"},
                             {"Ring1.L", "Hand.L"},
                             {"Ring2.L", "Ring1.L"},
                             {"Pinky1.L", "Ring1.L"},
                             {"Pinky2.L", "Pinky1.L"}});
    const BoneMap map = bones_from_names(document, document.humanoids[0]);
    EXPECT_EQ(name_of(document, map, Bone::left_index_proximal), "Index1.L");
    EXPECT_EQ(name_of(document, map, Bone::left_ring_intermediate), "Ring2.L");
    EXPECT_EQ(name_of(document, map, Bone::left_little_proximal), "Pinky1.L");
}

TEST(BonesFromNames, ThreeFingerJointsInARowAreTheFinger) {
    Document document = figure_of(families()[13]);
    const auto add = [&document](const char* name, const char* parent) {
        Node node;
        node.name = name;
        for (std::size_t i = 0; i < document.nodes.size(); ++i) {
            if (document.nodes[i].name == parent) node.parent = static_cast<int>(i);
        }
        Joint joint;
        joint.node = static_cast<int>(document.nodes.size());
        document.nodes.push_back(node);
        document.humanoids[0].joints.push_back(joint);
    };
    add("Index2.l", "wrist.l");
    add("Index3.l", "Index2.l");
    add("Index4.l", "Index3.l");
    const BoneMap map = bones_from_names(document, document.humanoids[0]);
    EXPECT_EQ(name_of(document, map, Bone::left_index_proximal), "Index2.l");
    EXPECT_EQ(name_of(document, map, Bone::left_index_distal), "Index4.l");
}

TEST(BonesFromNames, BonesThatHangWronglyAreLeftOut) {
    Document document = figure_of(families()[5]);
    const auto index = [&document](const char* name) {
        const auto found = std::find_if(document.nodes.begin(), document.nodes.end(),
                                        [name](const Node& n) { return n.name == name; });
        return static_cast<std::size_t>(found - document.nodes.begin());
    };
    document.nodes[index("hand_l")].parent = 0;
    document.nodes[index("foot_l")].parent = 0;
    const BoneMap map = bones_from_names(document, document.humanoids[0]);
    EXPECT_EQ(name_of(document, map, Bone::left_hand), "");
    EXPECT_EQ(name_of(document, map, Bone::right_hand), "hand_r");
    EXPECT_EQ(name_of(document, map, Bone::left_foot), "foot_l") << "as rigs driven by IK have it";
    EXPECT_EQ(name_of(document, map, Bone::right_foot), "foot_r");
    EXPECT_EQ(name_of(document, map, Bone::left_lower_leg), "calf_l");
}

TEST(BonesFromNames, ArmsMayHangBesideTheSpine) {
    Document document = figure_of(families()[5]);
    Node& shoulder = *std::find_if(document.nodes.begin(), document.nodes.end(),
                                   [](const Node& n) { return n.name == "clavicle_l"; });
    shoulder.parent = 1;
    const BoneMap map = bones_from_names(document, document.humanoids[0]);
    EXPECT_EQ(name_of(document, map, Bone::hips), document.nodes[1].name);
    EXPECT_EQ(name_of(document, map, Bone::left_shoulder), "clavicle_l");
    EXPECT_EQ(name_of(document, map, Bone::left_hand), "hand_l");
}

TEST(BonesFromNames, AShoulderThatCarriesTheLowerArmIsTheUpperArm) {
    const Document document = rig({{"таз", ""},
                                   {"грудь", "таз"},
                                   {"голова", "грудь"},
                                   {"плечо.L", "грудь"},
                                   {"предплечье.L", "плечо.L"},
                                   {"кисть.L", "предплечье.L"},
                                   {"плечо.R", "грудь"},
                                   {"предплечье.R", "плечо.R"},
                                   {"кисть.R", "предплечье.R"},
                                   {"бедро.L", "таз"},
                                   {"голень.L", "бедро.L"},
                                   {"бедро.R", "таз"},
                                   {"голень.R", "бедро.R"}});
    const BoneMap map = bones_from_names(document, document.humanoids[0]);
    EXPECT_EQ(name_of(document, map, Bone::left_upper_arm), "плечо.L");
    EXPECT_EQ(name_of(document, map, Bone::right_upper_arm), "плечо.R");
    EXPECT_EQ(map[Bone::left_shoulder], -1);
    EXPECT_EQ(map[Bone::right_shoulder], -1);
}

TEST(BonesFromNames, HipsCarryLegsAndSpine) {
    Document document = rig({{"Bone", ""},
                             {"Body", "Bone"},
                             {"Hips", "Body"},
                             {"Abdomen", "Hips"},
                             {"Torso", "Abdomen"},
                             {"Head", "Torso"},
                             {"UpperArm.L", "Torso"},
                             {"UpperArm.R", "Torso"},
                             {"UpperLeg.L", "Body"},
                             {"UpperLeg.R", "Body"},
                             {"LowerLeg.L", "UpperLeg.L"}});
    const BoneMap map = bones_from_names(document, document.humanoids[0]);
    EXPECT_EQ(name_of(document, map, Bone::hips), "Body");
    EXPECT_EQ(name_of(document, map, Bone::spine), "Abdomen");
    EXPECT_EQ(name_of(document, map, Bone::left_lower_leg), "LowerLeg.L");
}

TEST(BonesFromNames, APlainTrunkIsMappedWhateverTheLimbsAreCalled) {
    const Document document = rig({{"pelvis", ""},
                                   {"spine", "pelvis"},
                                   {"chest", "spine"},
                                   {"neck", "chest"},
                                   {"head", "neck"},
                                   {"upper_arm.L", "chest"},
                                   {"forearm.L", "upper_arm.L"},
                                   {"hand.L", "forearm.L"},
                                   {"upper_arm.R", "chest"},
                                   {"forearm.R", "upper_arm.R"},
                                   {"hand.R", "forearm.R"},
                                   {"thigh.L", "pelvis"},
                                   {"shin.L", "thigh.L"},
                                   {"foot.L", "shin.L"},
                                   {"thigh.R", "pelvis"},
                                   {"shin.R", "thigh.R"},
                                   {"foot.R", "shin.R"}});
    const BoneMap map = bones_from_names(document, document.humanoids[0]);
    EXPECT_EQ(map[Bone::hips], 0);
    EXPECT_EQ(map[Bone::spine], 1);
    EXPECT_EQ(map[Bone::chest], 2);
    EXPECT_EQ(map[Bone::left_foot], 13);
}

TEST(BonesFromNames, WhatIsNoFigureStaysUnmapped) {
    const std::array<std::vector<std::pair<std::string, std::string>>, 3> rigs{{
        {{"Root", ""},
         {"Wheel.L", "Root"},
         {"Wheel.R", "Root"},
         {"Door", "Root"},
         {"Head", "Root"},
         {"Spine", "Root"}},
        {{"", ""}, {"joint1", ""}, {"joint2", "joint1"}},
        {{"hips", ""},
         {"spine", "hips"},
         {"chest", "spine"},
         {"neck", "chest"},
         {"head", "neck"},
         {"jaw", "head"}},
    }};
    for (const auto& joints : rigs) {
        const Document document = rig(joints);
        EXPECT_EQ(bones_from_names(document, document.humanoids[0]).node, BoneMap().node);
    }
}

/// All joints of levels up to `level`, each the child of the previous one: sufficient for naming.
Document hanim_chain(int level, bool second_version, const std::string& prefix) {
    std::vector<std::pair<std::string, std::string>> joints;
    std::string parent;
    const auto add = [&](std::string_view name, const char* side) {
        joints.emplace_back(prefix + side + std::string(name), parent);
        parent = joints.back().first;
    };
    for (const HanimJointFact& fact : hanim_joint_facts()) {
        if (fact.level > level) continue;
        const std::string_view name = second_version || fact.name_1_1.empty() ? fact.name_2 : fact.name_1_1;
        if (!fact.sided) {
            add(name, "");
            continue;
        }
        add(name, "l_");
        add(name, "r_");
    }
    return rig(joints);
}

TEST(Hanim, LevelOfArticulationIsTheLastCompleteOne) {
    for (int level = 0; level <= 4; ++level) {
        for (const bool second : {false, true}) {
            Document document = hanim_chain(level, second, "");
            EXPECT_EQ(level_of_articulation(document, document.humanoids[0]), level);
            auto& joints = document.humanoids[0].joints;
            joints.erase(std::find_if(joints.begin(), joints.end(), [&](const Joint& joint) {
                const auto name = hanim_joint_from_name(at(document.nodes, joint.node).name);
                return hanim_joint_facts()[name->fact].level == level;
            }));
            EXPECT_EQ(level_of_articulation(document, document.humanoids[0]), level - 1) << "one joint short";
        }
    }
    EXPECT_EQ(hanim_chain(3, false, "").nodes.size(), 94U);
    EXPECT_EQ(hanim_chain(4, true, "").nodes.size(), 146U);
}

TEST(Hanim, NamesAreForgiven) {
    const auto meaning = hanim_joint_from_name("l_knee");
    ASSERT_TRUE(meaning);
    for (const char* name : {"L_Knee", "l _knee", "hanim_l_knee", "Joe:l_knee", "gunner_L_KNEE"}) {
        EXPECT_EQ(hanim_joint_from_name(name), meaning) << name;
    }
    EXPECT_EQ(hanim_joint_from_name("l_wrist"), hanim_joint_from_name("l_radiocarpal"));
    EXPECT_EQ(hanim_joint_from_name("HumanoidRoot"), hanim_joint_from_name("humanoid_root"));
    EXPECT_EQ(hanim_joint_from_name("humanoidRoot"), hanim_joint_from_name("gunner_HumanoidRoot"));
    EXPECT_NE(hanim_joint_from_name("l_knee"), hanim_joint_from_name("r_knee"));
    for (const char* name :
         {"", "knee", "l_kneecap", "_", "xl_knee", "x_l_knee", "hanim_x_l_knee", "rig:x_l_knee"}) {
        EXPECT_EQ(hanim_joint_from_name(name), std::nullopt) << name;
    }
    EXPECT_EQ(hanim_joint_from_name(std::string(100000, '_')), std::nullopt);
}

TEST(Hanim, BonesByBothVersionsAndPrefixes) {
    for (const std::string prefix : {"", "hanim_", "Joe_"}) {
        const Document first = hanim_chain(1, false, prefix);
        const BoneMap low = bones_from_hanim_names(first, first.humanoids[0]);
        EXPECT_EQ(name_of(first, low, Bone::hips), prefix + "HumanoidRoot");
        EXPECT_EQ(name_of(first, low, Bone::spine), prefix + "vl5");
        EXPECT_EQ(name_of(first, low, Bone::chest), "");
        EXPECT_EQ(name_of(first, low, Bone::neck), "");
        EXPECT_EQ(name_of(first, low, Bone::head), prefix + "skullbase");
    }
    Document second = hanim_chain(3, true, "");
    for (Node& node : second.nodes) node.parent = node.name == "humanoid_root" ? -1 : 0;
    const auto hang = [&second](const char* name, const char* parent) {
        const auto index = [&second](const char* n) {
            return static_cast<int>(std::find_if(second.nodes.begin(), second.nodes.end(),
                                                 [n](const Node& node) { return node.name == n; }) -
                                    second.nodes.begin());
        };
        at(second.nodes, index(name)).parent = index(parent);
    };
    hang("l_knee", "l_hip");
    hang("l_talocrural", "l_knee");
    hang("l_metatarsophalangeal_2", "l_talocrural");
    second.humanoids[0].version = "2.0";
    const BoneMap map = bones_from_hanim_names(second, second.humanoids[0]);
    EXPECT_EQ(name_of(second, map, Bone::left_upper_leg), "l_hip");
    EXPECT_EQ(name_of(second, map, Bone::left_foot), "l_talocrural");
    EXPECT_EQ(name_of(second, map, Bone::left_toes), "l_metatarsophalangeal_2");
    EXPECT_EQ(name_of(second, map, Bone::right_lower_leg), "") << "it does not hang on the thigh";
}

TEST(Hanim, RobotsWithTheirOwnNamesAreInferred) {
    Document document = rig({{"WAIST", ""},
                             {"WAIST_P", "WAIST"},
                             {"CHEST", "WAIST_P"},
                             {"LARM_SHOULDER_P", "CHEST"},
                             {"LARM_ELBOW", "LARM_SHOULDER_P"},
                             {"RARM_SHOULDER_P", "CHEST"},
                             {"RARM_ELBOW", "RARM_SHOULDER_P"},
                             {"LLEG_HIP_R", "WAIST"},
                             {"LLEG_HIP_P", "LLEG_HIP_R"},
                             {"LLEG_KNEE", "LLEG_HIP_P"},
                             {"RLEG_HIP_R", "WAIST"},
                             {"RLEG_HIP_P", "RLEG_HIP_R"},
                             {"RLEG_KNEE", "RLEG_HIP_P"}});
    BoneMapper(document).map_hanim(document.humanoids[0]);
    const BoneMap& map = document.humanoids[0].bones;
    EXPECT_EQ(name_of(document, map, Bone::hips), "WAIST");
    EXPECT_EQ(name_of(document, map, Bone::left_upper_leg), "LLEG_HIP_P");
    EXPECT_EQ(name_of(document, map, Bone::right_lower_leg), "RLEG_KNEE");
    EXPECT_EQ(name_of(document, map, Bone::left_lower_arm), "LARM_ELBOW");
}

TEST(Bones, NamesAndParentsAreConsistent) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        EXPECT_EQ(bone_from_string(to_string(bone)), bone);
        const std::optional<Bone> parent = parent_of(bone);
        EXPECT_EQ(parent.has_value(), bone != Bone::hips);
        EXPECT_TRUE(!parent || *parent < bone);
    }
    EXPECT_EQ(to_string(Bone::left_upper_arm), "leftUpperArm");
    EXPECT_EQ(parent_of(Bone::left_upper_leg), Bone::hips);
    EXPECT_EQ(parent_of(Bone::right_thumb_metacarpal), Bone::right_hand);
    EXPECT_EQ(bone_from_string("tail"), std::nullopt);
}

/// Legs below the sacroiliac, and the trunk below `trunk_parent`.
Document rig_with_sacroiliac(const char* trunk_parent) {
    return rig({{"HumanoidRoot", ""},
                {"sacroiliac", "HumanoidRoot"},
                {"l_hip", "sacroiliac"},
                {"l_knee", "l_hip"},
                {"r_hip", "sacroiliac"},
                {"r_knee", "r_hip"},
                {"vl5", trunk_parent},
                {"skullbase", "vl5"}});
}

TEST(BoneMap, ARootOfItsOwnAboveTheSacroiliacIsNotTheHips) {
    const auto hips_of = [](const char* trunk_parent) {
        Document document = rig_with_sacroiliac(trunk_parent);
        return bones_from_hanim_names(document, document.humanoids[0])[Bone::hips];
    };
    EXPECT_EQ(hips_of("HumanoidRoot"), 0);
    EXPECT_EQ(hips_of("sacroiliac"), 1);
}

/// Like figures of MikuMikuDance and Rigify converted to H-Anim: everything is below a joint on the floor.
TEST(BoneMap, ARootOnTheFloorIsNotTheHips) {
    const auto hips_of = [](float root_height) {
        Document document = rig_with_sacroiliac("HumanoidRoot");
        const std::array<vec3, 8> places{{{0, root_height, 0},
                                          {0, 1, 0},
                                          {0.1F, 0.95F, 0},
                                          {0.1F, 0.5F, 0},
                                          {-0.1F, 0.95F, 0},
                                          {-0.1F, 0.5F, 0},
                                          {0, 1.1F, 0},
                                          {0, 1.6F, 0}}};
        for (std::size_t i = 0; i < places.size(); ++i) {
            Node& node = document.nodes[i];
            node.rest.translation = places[i];
            if (node.parent >= 0) node.rest.translation -= places[static_cast<std::size_t>(node.parent)];
        }
        return bones_from_hanim_names(document, document.humanoids[0])[Bone::hips];
    };
    EXPECT_EQ(hips_of(1.0F), 0);
    EXPECT_EQ(hips_of(0.0F), 1);
}

}  // namespace
}  // namespace vitruvian

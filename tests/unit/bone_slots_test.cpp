// The states of the slots of a bone map, and bone names of naming conventions.
#include "model/figure/bone_slots.h"

#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/edit/naming.h"
#include "model/figure/bone_map.h"
#include "tests/unit/edited_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace vitruvian::test {
namespace {

SlotState state_of(const Document& document, Bone bone) {
    return judge_bones(document, 0)[static_cast<std::size_t>(bone)].state;
}

TEST(BoneSlots, AWholeFigureIsReady) {
    for (const std::string& path : figures) {
        const auto slots = judge_bones(figure(path), 0);
        const BoneVerdict verdict = verdict_of(slots);
        EXPECT_EQ(verdict.wrong, 0) << path;
        EXPECT_EQ(verdict.missing, 0) << path;
        EXPECT_GT(verdict.mapped, 15) << path;
    }
}

TEST(BoneSlots, ErrorsHaveTheReason) {
    Document document = figure("assets/manikin/manikin.glb");
    ASSERT_EQ(state_of(document, Bone::left_lower_arm), SlotState::mapped);
    BoneMap& bones = document.humanoids[0].bones;
    const BoneMap right = bones;

    bones[Bone::left_hand] = -1;
    EXPECT_EQ(state_of(document, Bone::left_hand), SlotState::missing);
    EXPECT_EQ(verdict_of(judge_bones(document, 0)).worst, SlotState::missing);
    bones = right;

    bones[Bone::jaw] = -1;
    EXPECT_EQ(state_of(document, Bone::jaw), SlotState::absent) << "nobody must have a jaw";
    bones = right;

    std::swap(bones[Bone::left_upper_arm], bones[Bone::left_lower_arm]);
    EXPECT_EQ(state_of(document, Bone::left_lower_arm), SlotState::wrong) << "it carries its own parent";
    bones = right;

    for (const auto& [left, other] : {std::pair{Bone::left_upper_leg, Bone::right_upper_leg},
                                      std::pair{Bone::left_lower_leg, Bone::right_lower_leg},
                                      std::pair{Bone::left_foot, Bone::right_foot}})
        std::swap(bones[left], bones[other]);
    const BoneSlot slot = judge_bones(document, 0)[static_cast<std::size_t>(Bone::left_lower_leg)];
    EXPECT_EQ(slot.state, SlotState::wrong) << "it lies on the other side";
    EXPECT_NE(slot.why.find("right"), std::string::npos);
    bones = right;

    bones[Bone::left_toes] = bones[Bone::left_foot];
    EXPECT_EQ(state_of(document, Bone::left_toes), SlotState::wrong) << "one joint is two bones";
    bones = right;

    document.humanoids[0].bone_evidence.assign(bone_count, {1.0F, "said"});
    at(document.humanoids[0].bone_evidence, Bone::head) = {0.4F, "a guess"};
    EXPECT_EQ(state_of(document, Bone::head), SlotState::doubtful);
}

TEST(BoneSlots, WhatWasTakenAwayByHandSaysSo) {
    Document document = figure("assets/manikin/manikin.glb");
    apply_well(MapBones{the_humanoid}, document);
    const auto of = [](Bone bone) { return Item{ItemKind::bone, 0, static_cast<int>(bone)}; };
    const auto why = [&](Bone bone) {
        const auto slots = judge_bones(document, 0);
        return at(slots, bone).why;
    };
    const Item hand =
        joint_called(document, at(document.nodes, document.humanoids[0].bones[Bone::left_hand]).name);
    apply_well(SetBone{of(Bone::left_hand), std::nullopt}, document);
    EXPECT_EQ(state_of(document, Bone::left_hand), SlotState::missing);
    EXPECT_EQ(why(Bone::left_hand), "taken away by hand");
    apply_well(SetBone{of(Bone::left_hand), hand}, document);
    apply_well(SetBone{of(Bone::left_foot), hand}, document);
    EXPECT_THAT(why(Bone::left_hand), ::testing::HasSubstr("given to another bone"));
}

TEST(BoneSlots, MapBonesFindsWhatWasTakenAway) {
    for (const std::string& path : figures) {
        Document document = figure(path);
        const BoneMap before = find_bones(document, 0).bones;
        document.humanoids[0].bones = {};
        apply_well(MapBones{the_humanoid}, document);
        EXPECT_EQ(document.humanoids[0].bones.node, before.node) << path;
        EXPECT_FALSE(document.humanoids[0].bone_evidence[0].reason.empty()) << path;
    }
}

TEST(Naming, NamesOfASchemeAreAllDifferent) {
    for (const NamingScheme scheme : naming_schemes) {
        std::set<std::string> names;
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            const auto name = bone_name(bone, scheme);
            if (scheme == NamingScheme::mixamo && bone == Bone::jaw) {
                EXPECT_FALSE(name);
                continue;
            }
            ASSERT_TRUE(name) << to_string(scheme) << " " << to_string(bone);
            EXPECT_TRUE(names.insert(*name).second) << *name;
        }
        EXPECT_EQ(naming_scheme_from_string(to_string(scheme)), scheme);
    }
    EXPECT_EQ(bone_name(Bone::right_lower_arm, NamingScheme::mixamo), "mixamorig:RightForeArm");
    EXPECT_EQ(bone_name(Bone::left_little_distal, NamingScheme::unity), "LeftLittleDistal");
    EXPECT_EQ(bone_name(Bone::left_hand, NamingScheme::hanim_1_1), "l_wrist");
    EXPECT_EQ(bone_name(Bone::left_hand, NamingScheme::hanim_2_0), "l_radiocarpal");
    EXPECT_EQ(bone_name(Bone::right_foot, NamingScheme::vrm), "rightFoot");
}

TEST(Naming, RenamedJointsAreFoundAgainByTheirNames) {
    for (const NamingScheme scheme : naming_schemes) {
        for (const std::string& path : figures) {
            SCOPED_TRACE(path + " " + std::string(to_string(scheme)));
            Document document = figure(path);
            const BoneMap bones = document.humanoids[0].bones;
            apply_well(RenameJoints{the_humanoid, std::string(to_string(scheme))}, document);
            EXPECT_TRUE(renames_to(document, 0, scheme).empty()) << "a second time changes nothing";
            std::set<std::string> names;
            for (const Item& joint : items_of(document, ItemKind::joint, 0))
                EXPECT_TRUE(names.insert(name_of(document, joint)).second) << name_of(document, joint);
            for (const Bone bone : {Bone::left_upper_arm, Bone::right_hand, Bone::left_foot, Bone::hips}) {
                if (bones[bone] < 0) continue;
                const auto wanted = bone_name(bone, scheme);
                EXPECT_EQ(at(document.nodes, bones[bone]).name, *wanted);
            }
        }
    }
    Document document = figure(figures.front());
    EXPECT_FALSE(apply(RenameJoints{the_humanoid, "klingon"}, document));
}

TEST(Naming, TwoThatWouldGetOneNameKeepTheirs) {
    Document document = figure("assets/manikin/manikin.glb");
    const BoneMap& bones = document.humanoids[0].bones;
    at(document.nodes, bones[Bone::left_hand]).name = "own";
    at(document.nodes, bones[Bone::left_foot]).name = "LeftHand";
    document.humanoids[0].bones[Bone::left_foot] = -1;  // keeps its name, which another one would get
    apply_well(RenameJoints{the_humanoid, "unity"}, document);
    EXPECT_EQ(at(document.nodes, bones[Bone::left_hand]).name, "own");
    EXPECT_EQ(at(document.nodes, bones[Bone::right_hand]).name, "RightHand");
}

}  // namespace
}  // namespace vitruvian::test

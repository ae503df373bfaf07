// Bone maps of rigs that say nothing of bones: every naming family, clean and dirty, and rigs without names.
#include "model/figure/bone_map.h"
#include "model/formats/load.h"
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
    return node < 0 ? "(none)" : document.nodes[static_cast<std::size_t>(node)].name;
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

TEST(BoneFamilies, EveryBoneSaysWhy) {
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

/// A figure's trunk under `names`, from the hips to where neck and arms hang, with plain limbs.
Document figure_with_trunk(const std::vector<std::string>& names) {
    Document out;
    out.humanoids.emplace_back();
    const auto add = [&out](int parent, const std::string& name, const vec3& step) {
        Node node;
        node.name = name;
        node.kind = NodeKind::joint;
        node.parent = parent;
        node.rest.translation = step;
        Joint joint;
        joint.node = static_cast<int>(out.nodes.size());
        out.nodes.push_back(std::move(node));
        out.humanoids[0].joints.push_back(joint);
        return joint.node;
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

/// All 55 bones, under names that say nothing.
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
        // A mirrored figure without names is a figure whose sides have changed places.
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
        rig.document.nodes[static_cast<std::size_t>(rig.expected[bone])].name = "Bone.017";
    }
    Humanoid& humanoid = rig.document.humanoids[0];
    BoneMapper(rig.document).map(humanoid);
    expect_exact(rig, humanoid.bones, "gaps");
    const BoneEvidence& why = humanoid.bone_evidence[static_cast<std::size_t>(Bone::left_lower_arm)];
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
    const BoneEvidence& hand = humanoid.bone_evidence[static_cast<std::size_t>(Bone::left_hand)];
    EXPECT_NE(hand.reason.find("right"), std::string::npos) << hand.reason;
    EXPECT_LT(hand.confidence, humanoid.bone_evidence[static_cast<std::size_t>(Bone::hips)].confidence);
}

TEST(BoneShape, AFourLeggedOneIsNoHumanoid) {
    // The trunk lies level, and all four limbs point down.
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

/// Humanoids of the corpus whose file gives the map: what would have been found without it?
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

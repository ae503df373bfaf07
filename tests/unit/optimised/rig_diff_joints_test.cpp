// Matching joints of two rigs: by name, by former names, by the standard's versions, by position.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/formats/load.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/folders.h"
#include "tests/unit/optimised/rig_diff_words.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace vitruvian {
namespace {

using test::joint_named;
using test::manikin;
using test::words;

TEST(RigDiffJoints, ARenamedJointIsKnownByItsPlace) {
    Document changed = manikin();
    at(changed.nodes, joint_named(changed, "l_knee").node).name = "genou_gauche";
    // Its bone was determined by the name; the map here is kept.
    const std::vector<RigChange> changes = compare_rigs(manikin(), changed);
    ASSERT_EQ(words(changes), std::vector<std::string>{"joint genou_gauche renamed name"});
    EXPECT_EQ(to_string(changes[0].before), "l_knee");
}

TEST(RigDiffJoints, ARenamedJointIsKnownWhereverItHasGone) {
    Result<Document> loaded = load_document(source_folder() / "assets/manikin/manikin.glb");
    ASSERT_TRUE(loaded.has_value());
    loaded->clips.clear();
    loaded->humanoids[0].bones = {};
    const auto renamed_after = [&](const auto& change) {
        Document changed = *loaded;
        change(changed);
        at(changed.nodes, joint_named(changed, "l_elbow").node).name = "coude";
        const std::vector<std::string> told = words(compare_rigs(*loaded, changed));
        const auto has = [&](const std::string& word) {
            return std::find(told.begin(), told.end(), word) != told.end();
        };
        return has("joint coude renamed name") && !has("joint coude added ") &&
               !has("joint l_elbow removed ");
    };
    // Moved with the shoulder, and by itself, above the same hand.
    EXPECT_TRUE(renamed_after([](Document& document) {
        quat& rotation = at(document.nodes, joint_named(document, "l_shoulder").node).rest.rotation;
        rotation = glm::normalize(rotation * axis_angle({0, 0, 1}, 0.6F));
    }));
    EXPECT_TRUE(renamed_after([](Document& document) {
        at(document.nodes, joint_named(document, "l_elbow").node).rest.translation += vec3(0.1F, 0.1F, 0.0F);
    }));
}

TEST(RigDiffJoints, JointsWithoutNamesAreKnownByTheirPlace) {
    Result<Document> loaded = load_document(source_folder() / "assets/manikin/manikin.glb");
    ASSERT_TRUE(loaded.has_value());
    loaded->clips.clear();
    loaded->humanoids[0].bones = {};
    Document named = *loaded;
    const Item elbow = *find_item(*loaded, ItemKind::joint, "l_elbow", 0);
    const Item tip = *find_item(*loaded, ItemKind::joint, "l_index3", 0);
    for (Document* document : {&*loaded, &named}) {
        for (const Joint& joint : document->humanoids[0].joints) at(document->nodes, joint.node).name.clear();
    }
    Document shorter = *loaded;
    at(named.nodes, node_of(named, elbow)).name = "elbow";
    const std::vector<RigChange> changes = compare_rigs(*loaded, named);
    ASSERT_EQ(words(changes), std::vector<std::string>{"joint elbow renamed name"});
    EXPECT_TRUE(changes[0].place.starts_with("#" + std::to_string(elbow.index) + " below"))
        << changes[0].place;
    const Result<void> deleted = apply(DeleteJoint{tip}, shorter);
    ASSERT_TRUE(deleted.has_value()) << deleted.error().message;
    std::size_t joints = 0;
    for (const RigChange& change : compare_rigs(*loaded, shorter)) {
        if (change.part != RigPart::joint) continue;
        ++joints;
        EXPECT_EQ(change.kind, RigChangeKind::removed);
        EXPECT_EQ(change.item_before, tip);
    }
    EXPECT_EQ(joints, 1U);
}

TEST(RigDiffJoints, AShiftedPoseOfAScaledFigureIsToldInMetres) {
    Result<Document> before = load_document(source_folder() / "assets/manikin/manikin.glb");
    ASSERT_TRUE(before.has_value());
    before->clips.clear();
    at(before->nodes, before->humanoids[0].joints[0].node).rest.scale = vec3(0.01F);
    Document after = *before;
    at(after.nodes, joint_named(after, "l_elbow").node).delta.translation = {5.0F, 0.0F, 0.0F};
    const std::vector<RigChange> changes = compare_rigs(*before, after);
    ASSERT_EQ(words(changes), std::vector<std::string>{"joint l_elbow changed translation"});
    const auto& shift = std::get<std::vector<float>>(changes[0].after);
    ASSERT_EQ(shift.size(), 3U);
    EXPECT_NEAR(glm::length(vec3(shift[0], shift[1], shift[2])), 0.05F, 1e-4F);
}

TEST(RigDiffJoints, OfJointsAtOnePlaceTheAlikeAreTheSame) {
    Document before = manikin();
    before.clips.clear();
    before.humanoids[0].bones = {};
    // A helper at the place of the elbow, without a forearm below it.
    const Item shoulder = *find_item(before, ItemKind::joint, "l_shoulder", 0);
    const Item elbow = *find_item(before, ItemKind::joint, "l_elbow", 0);
    ASSERT_TRUE(
        apply(AddJoint{"twist", shoulder, at(before.humanoids[0].joints, elbow.index).centre}, before));
    Document after = before;
    int number = 0;
    for (const Joint& joint : after.humanoids[0].joints)
        at(after.nodes, joint.node).name = "n" + std::to_string(number++);
    for (const RigChange& change : compare_rigs(before, after)) {
        if (change.part != RigPart::joint) continue;
        EXPECT_EQ(change.kind, RigChangeKind::renamed) << change.name << ' ' << change.field;
        EXPECT_EQ(change.item_before, change.item_after) << change.name;
    }
}

TEST(RigDiffJoints, JointsAreKnownByTheNamesThatTheyHad) {
    Document named = manikin();
    Humanoid& figure = named.humanoids[0];
    for (std::size_t j = 0; j < figure.joints.size(); ++j) {
        std::string& name = at(named.nodes, figure.joints[j].node).name;
        const std::string made = "x_" + std::to_string(j);
        figure.info.emplace_back("ownName_" + made, name);
        name = made;
    }
    named.clips.clear();
    Document before = manikin();
    before.clips.clear();
    EXPECT_EQ(words(compare_rigs(before, named)), std::vector<std::string>{});
    // H-Anim marks non-standard names with "x_".
    Document foreign = before;
    foreign.humanoids[0].kind = HumanoidKind::inferred;
    Document marked = before;
    at(marked.nodes, joint_named(marked, "l_knee").node).name = "x_knee";
    at(foreign.nodes, joint_named(foreign, "l_knee").node).name = "knee";
    EXPECT_EQ(words(compare_rigs(foreign, marked)), std::vector<std::string>{});
    EXPECT_EQ(words(compare_rigs(before, marked)), std::vector<std::string>{"joint x_knee renamed name"});
}

TEST(RigDiffJoints, JointsAreKnownByTheNamesOfOtherVersions) {
    const auto foot = [](const char* version, std::array<const char*, 3> names) {
        std::string text = "#X3D V3.3 utf8\nPROFILE Immersive\nHAnimHumanoid { name \"Man\" version \"" +
                           std::string(version) +
                           "\" skeleton [ HAnimJoint { name \"humanoid_root\" children [\n";
        const std::array<const char*, 3> centres{"0.1 0.07 0", "0.1 0.02 0.04", "0.1 0.02 0.08"};
        for (std::size_t i = 0; i < names.size(); ++i)
            text += "HAnimJoint { name \"" + std::string(names.at(i)) + "\" center " + centres.at(i) +
                    " children [\n";
        text += "] } ] } ] } ] } ] }\n";
        Result<Document> document = load_document(std::as_bytes(std::span(text)), "foot.x3dv", {});
        EXPECT_TRUE(document.has_value());
        return document ? std::move(*document) : Document();
    };
    // The toes of 2.0 have the former name of the middle of the foot.
    const std::vector<RigChange> changes = compare_rigs(
        foot("1.1", {"l_ankle", "l_midtarsal", "l_metatarsal"}),
        foot("2.0", {"l_talocrural", "l_metatarsophalangeal_2", "l_tarsal_distal_interphalangeal_2"}));
    int renamed = 0;
    for (const RigChange& change : changes) {
        if (change.part != RigPart::joint) continue;
        EXPECT_EQ(change.kind, RigChangeKind::renamed)
            << change.name << " " << change.field << " " << change.detail;
        ++renamed;
    }
    EXPECT_EQ(renamed, 3);
}

}  // namespace
}  // namespace vitruvian

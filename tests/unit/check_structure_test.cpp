// ST01 to ST30, but for names and sides (check_names_test.cpp): each on a rig that just passes and one that just
// fails.
#include "model/core/at.h"
#include "tests/unit/check_rigs.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace vitruvian::test {
namespace {

using check::Finding;
using check::Level;

TEST(CheckStructure, TheRigsAreClean) {
    GltfBuilder vrm = gltf_rig(GltfKind::vrm);
    GltfBuilder plain = gltf_rig(GltfKind::plain);
    GltfBuilder ext = gltf_rig();
    const std::vector<Document> rigs{world(hanim_rig()),
                                     world(hanim_rig(RigVersion::hanim_2_0)),
                                     world(hanim_skin_rig()),
                                     load(vrm),
                                     load(plain),
                                     load(ext)};
    for (const Document& rig : rigs) {
        ASSERT_EQ(rig.humanoids.size(), 1U);
        for (const check::CheckInfo& info : check::all_checks()) {
            const check::Family family = check::family_of(info.id);
            if (family != check::Family::structure && family != check::Family::limits &&
                family != check::Family::displacers && family != check::Family::sites_and_mass) {
                continue;
            }
            for (const Finding& finding : findings_of(rig, info.id)) {
                EXPECT_EQ(finding.level, Level::info)
                    << rig.file << " " << finding.id << " " << finding.object.name << ": " << finding.message;
            }
        }
    }
}

TEST(CheckStructure, ST01RequiredBones) {
    GltfBuilder rig = gltf_rig(GltfKind::vrm);
    EXPECT_EQ(named_by(load(rig), "ST01"), Names{});
    rig.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"].erase("leftFoot");
    const Finding finding = only_one(load(rig), "ST01");
    EXPECT_EQ(finding.object.name, "leftFoot");
    EXPECT_EQ(finding.level, Level::error);
    // Bones beyond the 15 may be missing, and the extension requires none.
    GltfBuilder other = gltf_rig(GltfKind::vrm);
    other.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"].erase("leftToes");
    EXPECT_EQ(named_by(load(other), "ST01"), Names{});
    GltfBuilder ext = gltf_rig();
    ext_bones(ext).erase("leftFoot");
    EXPECT_EQ(named_by(load(ext), "ST01"), Names{});
    EXPECT_EQ(named_by(load(ext), "ST01", "humanik"), Names{"leftFoot"});
}

TEST(CheckStructure, ST02BoneOrder) {
    GltfBuilder rig = gltf_rig();
    // A joint in between that is not a bone is harmless.
    const int twist =
        rig.push("nodes", {{"name", "twist"}, {"children", node(rig, "leftUpperArm")["children"]}});
    node(rig, "leftUpperArm")["children"] = {twist};
    EXPECT_EQ(named_by(load(rig), "ST02"), Names{});
    std::swap(ext_bones(rig)["leftUpperArm"], ext_bones(rig)["leftLowerArm"]);
    EXPECT_EQ(named_by(load(rig), "ST02"), (Names{"leftUpperArm", "leftLowerArm", "leftHand"}));
    EXPECT_EQ(findings_of(load(rig), "ST02").front().level, Level::error);
}

TEST(CheckStructure, ST02OfInferredBones) {
    // Nobody said that these are a humanoid's bones: many exporters leave out their order.
    GltfBuilder rig = gltf_rig(GltfKind::plain);
    const int foot = node_of(rig, "leftFoot");
    node(rig, "leftLowerLeg")["children"] = Json::array();
    node(rig, "Armature")["children"].push_back(foot);
    const auto findings = findings_of(load(rig), "ST02");
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings.front().object.name, "leftFoot");
    EXPECT_EQ(findings.front().level, Level::warning);
    EXPECT_EQ(findings_of(load(rig), "ST02", "unity-humanoid").front().level, Level::error);
}

TEST(CheckStructure, ST02OfHanimFigures) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "ST02"), Names{});
    Document document = world(rig);
    BoneMap& map = document.humanoids[0].bones;
    std::swap(map[Bone::left_lower_leg], map[Bone::left_foot]);
    EXPECT_FALSE(named_by(document, "ST02").empty());
}

TEST(CheckStructure, ST03MappedTwice) {
    Document document = load(gltf_rig());
    EXPECT_EQ(named_by(document, "ST03"), Names{});
    BoneMap& map = document.humanoids[0].bones;
    map[Bone::left_toes] = map[Bone::left_foot];
    EXPECT_EQ(named_by(document, "ST03"), Names{"leftFoot"});
    Document figure = world(hanim_rig());
    EXPECT_EQ(named_by(figure, "ST03"), Names{});
    figure.humanoids[0].bones[Bone::left_toes] = figure.humanoids[0].bones[Bone::left_foot];
    EXPECT_EQ(named_by(figure, "ST03"), Names{"leftFoot"});
    // A single joint for both sides is on one side, and nothing else is reported.
    Document both = load(gltf_rig());
    both.humanoids[0].bones[Bone::left_foot] = both.humanoids[0].bones[Bone::right_foot];
    EXPECT_EQ(named_by(both, "ST03").size(), 1U);
    EXPECT_EQ(named_by(both, "ST19"), Names{});
    EXPECT_EQ(named_by(both, "ST02"), Names{});
    // Nor for what the other side's joint carries.
    Document knee = load(gltf_rig());
    knee.humanoids[0].bones[Bone::right_lower_leg] = knee.humanoids[0].bones[Bone::left_lower_leg];
    EXPECT_EQ(named_by(knee, "ST02"), Names{});
}

TEST(CheckStructure, ST08JointUnderSegment) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "ST08"), Names{});
    const std::string joint = "children [ DEF hanim_x_tail Joint { name \"x_tail\" } Shape";
    EXPECT_EQ(named_by(world(replaced(rig, "children [ Shape", joint)), "ST08"), Names{"x_tail"});
    const std::string second = hanim_rig(RigVersion::hanim_2_0);
    EXPECT_EQ(named_by(world(second), "ST08"), Names{});
    EXPECT_EQ(
        named_by(world(replaced(second, "children [ Shape", replaced(joint, "Joint", "HAnimJoint"))), "ST08"),
        Names{"x_tail"});
}

TEST(CheckStructure, ST09Lists) {
    const std::string rig = hanim_rig();
    EXPECT_EQ(named_by(world(rig), "ST09"), Names{});
    const Finding missing = only_one(world(replaced(rig, "USE hanim_l_knee ", "")), "ST09");
    EXPECT_EQ(missing.object.name, "l_knee");
    EXPECT_EQ(missing.level, Level::warning);
    EXPECT_EQ(named_by(world(replaced(rig, "USE hanim_l_calf ", "")), "ST09"), Names{"l_calf"});
    EXPECT_EQ(named_by(world(replaced(rig, "USE hanim_l_hand_tip ", "")), "ST09"), Names{"l_hand_tip"});
    // A copy in the list is not a USE.
    EXPECT_EQ(named_by(world(replaced(rig, "USE hanim_l_knee ", "Joint { name \"l_knee\" } ")), "ST09"),
              (Names{"l_knee"}));
    EXPECT_EQ(named_by(world(replaced(rig, "USE hanim_l_knee ", "USE hanim_l_knee USE nobody ")), "ST09"),
              Names{"Figure"});
    // Viewers only need the joints' list if there is a skin.
    const std::string skinned = hanim_skin_rig();
    EXPECT_EQ(named_by(world(skinned), "ST09"), Names{});
    const Finding fatal = only_one(world(replaced(skinned, "USE hanim_vl5 ", "")), "ST09");
    EXPECT_EQ(fatal.level, Level::error);
    EXPECT_EQ(fatal.object.name, "vl5");
}

TEST(CheckStructure, ST10Roots) {
    for (const RigVersion version : {RigVersion::hanim_1_1, RigVersion::hanim_2_0}) {
        const bool is_second = version == RigVersion::hanim_2_0;
        const std::string rig = hanim_rig(version);
        EXPECT_EQ(named_by(world(rig), "ST10"), Names{});
        const std::string body = is_second ? "skeleton [" : "humanoidBody [";
        const std::string extra = body + (is_second ? " HAnimJoint" : " Joint") + " { name \"x_tail\" }";
        EXPECT_EQ(named_by(world(replaced(rig, body, extra)), "ST10"), Names{"x_tail"});
        const std::string root = is_second ? "name \"humanoid_root\"" : "name \"HumanoidRoot\"";
        EXPECT_EQ(named_by(world(replaced(rig, root, "name \"pelvis\"")), "ST10"), Names{"pelvis"});
        const std::string other = is_second ? "name \"HumanoidRoot\"" : "name \"humanoid_root\"";
        EXPECT_EQ(named_by(world(replaced(rig, root, other)), "ST10"), Names{});
    }
}

TEST(CheckStructure, ST11HipsAreNotTheRoot) {
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST11", "unity-humanoid"), Names{});
    node(rig, "Armature").erase("children");
    rig.json["scenes"][0]["nodes"] = {1, rig.json["nodes"].size() - 1};
    EXPECT_EQ(named_by(load(rig), "ST11", "unity-humanoid"), Names{"hips"});
    EXPECT_EQ(named_by(load(rig), "ST11", "vrchat-pc"), Names{"hips"});
    EXPECT_EQ(named_by(load(rig), "ST11"), Names{});
}

TEST(CheckStructure, ST12BonesAreJoints) {
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST12"), Names{});
    const int loose = rig.push("nodes", {{"name", "jawbone"}});
    node(rig, "head")["children"] = {loose};
    ext_bones(rig)["jaw"] = loose;
    EXPECT_EQ(named_by(load(rig), "ST12"), Names{"jaw"});
}

TEST(CheckStructure, ST13TwoParents) {
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST13"), Names{});
    node(rig, "head")["children"] = {node_of(rig, "leftToes")};
    const Finding finding = only_one(load(rig), "ST13");
    EXPECT_EQ(finding.object.name, "leftToes");
    EXPECT_EQ(finding.value, 2.0);
    EXPECT_EQ(finding.where.pointer, fmt::format("/nodes/{}", node_of(rig, "leftToes")));
}

TEST(CheckStructure, ST13JointUsedTwice) {
    for (const RigVersion version : {RigVersion::hanim_1_1, RigVersion::hanim_2_0}) {
        const std::string rig = hanim_rig(version);
        EXPECT_EQ(named_by(world(rig), "ST13"), Names{});
        const Document twice = world(with_fields(rig, "hanim_skullbase", "children [ USE hanim_l_knee ]"));
        EXPECT_EQ(named_by(twice, "ST13"), Names{"l_knee"});
    }
}

/// Moves the weights of a joint's vertices to another joint.
void take_weights(GltfBuilder& rig, std::string_view from, std::string_view to, Document& document) {
    MeshInstance& instance = document.meshes[0];
    Mesh mesh = *instance.mesh;
    const auto place = [&](std::string_view name) {
        const int source = node_of(rig, name);
        for (std::size_t i = 0; i < instance.skin->nodes.size(); ++i) {
            if (at(document.nodes, instance.skin->nodes[i]).source_index == source)
                return static_cast<std::uint32_t>(i);
        }
        return 0U;
    };
    std::replace(mesh.influence_joint.begin(), mesh.influence_joint.end(), place(from), place(to));
    instance.mesh = std::make_shared<const Mesh>(std::move(mesh));
}

TEST(CheckStructure, ST14OrphanChains) {
    GltfBuilder rig = gltf_rig();
    Document document = load(rig);
    EXPECT_EQ(named_by(document, "ST14"), Names{});
    // A leaf without weights is an end; a chain without weights is an orphan, reported once.
    take_weights(rig, "leftToes", "leftFoot", document);
    EXPECT_EQ(named_by(document, "ST14"), Names{});
    take_weights(rig, "leftFoot", "leftUpperLeg", document);
    EXPECT_EQ(named_by(document, "ST14"), Names{"leftFoot"});
    take_weights(rig, "leftLowerLeg", "leftUpperLeg", document);
    EXPECT_EQ(named_by(document, "ST14"), Names{"leftLowerLeg"});
}

TEST(CheckStructure, ST15EndBones) {
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST15"), Names{});
    const int hand = node_of(rig, "leftHand");
    Json children = Json::array();
    for (const char* name : {"Head_END", "finger.Nub", "x_nub", "LeftHandIndex4", "Index14", "bend"})
        children.push_back(rig.push("nodes", {{"name", name}}));
    at(rig.json["nodes"], hand)["children"] = children;
    Names names = named_by(load(rig), "ST15");
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (Names{"Head_END", "LeftHandIndex4", "x_nub"}));
    // With a child it is not an end.
    rig.json["nodes"][children[0].get<std::size_t>()]["children"] = {rig.push("nodes", {{"name", "hat"}})};
    EXPECT_EQ(named_by(load(rig), "ST15").size(), 2U);
}

TEST(CheckStructure, ST15OfBvh) {
    EXPECT_EQ(named_by(bvh_rig(0, 0), "ST15"), Names{});  // a chain has to end with an End Site
    EXPECT_EQ(named_by(bvh_rig(0, 0, "Head_end"), "ST15"), Names{"Head_end"});
}

/// A rig whose skin has `count` joints.
Document many_joints(int count) {
    GltfBuilder rig = gltf_rig();
    Json& joints = rig.json["skins"][0]["joints"];
    rig.json["skins"][0].erase("inverseBindMatrices");
    Json children = Json::array();
    while (static_cast<int>(joints.size()) < count) {
        const int added = rig.push("nodes", {{"name", fmt::format("extra{}", joints.size())}});
        children.push_back(added);
        joints.push_back(added);
    }
    node(rig, "head")["children"] = children;
    return load(rig);
}

TEST(CheckStructure, ST16JointsOfASkin) {
    EXPECT_EQ(named_by(many_joints(256), "ST16"), Names{});
    const Finding finding = only_one(many_joints(257), "ST16");
    EXPECT_EQ(finding.object.name, "Skin");
    EXPECT_EQ(finding.value, 257.0);
    EXPECT_EQ(finding.threshold, 256.0);
}

TEST(CheckStructure, ST17ZeroLength) {
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST17"), Names{});
    // The figure is about 1.54 m tall: 0.154 mm for limbs, 1 mm for the trunk.
    node(rig, "leftHand")["translation"] = {0.0002, 0, 0};
    node(rig, "chest")["translation"] = {0, 0.0011, 0};
    EXPECT_EQ(named_by(load(rig), "ST17"), Names{});
    node(rig, "leftHand")["translation"] = {0.0001, 0, 0};
    node(rig, "chest")["translation"] = {0, 0.0009, 0};
    EXPECT_EQ(named_by(load(rig), "ST17"), (Names{"spine", "leftLowerArm"}));
    const std::string figure = hanim_rig();
    EXPECT_EQ(named_by(world(figure), "ST17"), Names{});
    EXPECT_EQ(named_by(world(replaced(figure, "center 0.11 0.07 0", "center 0.104 0.49 0")), "ST17"),
              Names{"leftLowerLeg"});
}

TEST(CheckStructure, ST21UpperChest) {
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST21"), Names{});
    ext_bones(rig).erase("chest");
    EXPECT_EQ(named_by(load(rig), "ST21"), Names{"upperChest"});
    ext_bones(rig).erase("upperChest");
    EXPECT_EQ(named_by(load(rig), "ST21"), Names{});
}

TEST(CheckStructure, ST26ChildrenInOrder) {
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST26", "vrchat-pc"), Names{});
    EXPECT_EQ(named_by(load(rig), "ST26"), Names{});
    const int twist = rig.push("nodes", {{"name", "twist"}});
    Json& children = node(rig, "leftUpperArm")["children"];
    children = {children[0], twist};
    EXPECT_EQ(named_by(load(rig), "ST26", "vrchat-pc"), Names{});
    std::swap(children[0], children[1]);
    EXPECT_EQ(named_by(load(rig), "ST26", "vrchat-pc"), Names{"leftUpperArm"});
    GltfBuilder between = gltf_rig();
    Json& chest = node(between, "upperChest")["children"];
    const int link = between.push("nodes", {{"name", "link"}, {"children", {chest[0]}}});
    node(between, "upperChest")["children"][0] = link;
    EXPECT_EQ(named_by(load(between), "ST26", "vrchat-mobile"), Names{"neck"});
}

TEST(CheckStructure, ST28Articulation) {
    const std::string rig = hanim_rig();
    const Finding finding = only_one(world(rig), "ST28");
    EXPECT_EQ(finding.value, 1.0);
    EXPECT_EQ(finding.level, Level::info);
    EXPECT_NE(finding.message.find("for level 2 it lacks"), std::string::npos) << finding.message;
    EXPECT_EQ(only_one(world(replaced(rig, "name \"l_wrist\"", "name \"x_wrist\"")), "ST28").value, 0.0);
    EXPECT_EQ(only_one(world(replaced(rig, "name \"HumanoidRoot\"", "name \"x_root\"")), "ST28").value, -1.0);
}

TEST(CheckStructure, ST29CommonRoot) {
    GltfBuilder rig = gltf_rig();
    EXPECT_EQ(named_by(load(rig), "ST29"), Names{});
    rig.json["skins"][0]["skeleton"] = node_of(rig, "spine");
    const Finding finding = only_one(load(rig), "ST29");
    EXPECT_EQ(finding.object.name, "Skin");
    EXPECT_EQ(finding.where.pointer, "/skins/0/skeleton");
    rig.json["skins"][0].erase("skeleton");
    EXPECT_EQ(named_by(load(rig), "ST29"), Names{});
    node(rig, "leftFoot").erase("children");
    rig.json["scenes"][0]["nodes"].push_back(node_of(rig, "leftToes"));
    EXPECT_EQ(only_one(load(rig), "ST29").value, 2.0);
}

TEST(CheckStructure, ST30SpineRises) {
    GltfBuilder rig = gltf_rig();
    node(rig, "neck")["translation"] = {0, 0.0001, 0.1};
    EXPECT_EQ(named_by(load(rig), "ST30"), Names{});
    node(rig, "neck")["translation"] = {0, 0, 0.1};
    EXPECT_EQ(named_by(load(rig), "ST30"), Names{"neck"});
    const std::string figure = hanim_rig();
    EXPECT_EQ(named_by(world(figure), "ST30"), Names{});
    EXPECT_EQ(named_by(world(replaced(figure, "center 0 1.05 0", "center 0 0.94 0")), "ST30"),
              Names{"spine"});
}

TEST(CheckStructure, FindingsOfWorldsHavePlaces) {
    const std::string rig = hanim_rig();
    const Finding finding = only_one(world(replaced_all(rig, "hanim_l_knee", "joe_l_knee")), "ST07");
    const std::string before =
        replaced_all(rig, "hanim_l_knee", "joe_l_knee").substr(0, rig.find("DEF hanim_l_knee"));
    EXPECT_EQ(finding.where.line, 1 + std::count(before.begin(), before.end(), '\n'));
}

}  // namespace
}  // namespace vitruvian::test

// Meaning of edits of joints, sites, displacers, limits and weights.
#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/edit/command_json.h"
#include "model/edit/edit_parts.h"
#include "model/edit/frames.h"
#include "model/figure/reference_pose.h"
#include "model/standard/anatomical_limits.h"
#include "model/standard/mirrored_name.h"
#include "tests/unit/edited_figures.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace vitruvian::test {
namespace {

TEST(DeleteJoint, ItsChildrenAndWeightsGoToItsParent) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        const Item elbow = joint_called(document, "leftLowerArm");
        const std::string name = name_of(document, elbow);
        const std::vector<mat4> world = posed(document);
        const auto shape = shapes(document, world);
        const vec3 hand = vec3(at(world, document.humanoids[0].bones[Bone::left_hand])[3]);
        const std::size_t joints = document.humanoids[0].joints.size();
        apply_well(DeleteJoint{elbow}, document);
        EXPECT_EQ(document.humanoids[0].joints.size(), joints - 1);
        EXPECT_TRUE(find_items(document, ItemKind::node, name).empty());
        EXPECT_EQ(document.humanoids[0].bones[Bone::left_lower_arm], -1);
        const int hand_node = document.humanoids[0].bones[Bone::left_hand];
        EXPECT_LT(glm::length(vec3(posed(document)[static_cast<std::size_t>(hand_node)][3]) - hand), 1e-5F);
        // One of the figures is bound in a T-pose, and at rest bent.
        const bool is_bound_at_rest = path != "assets/manikin/manikin.glb";
        EXPECT_LT(moved(shapes(document, posed(document)), shape), is_bound_at_rest ? 1e-4F : 0.05F);
        // What the elbow moved is now moved by the shoulder.
        ASSERT_TRUE(apply(
            SetJointRotation{joint_called(document, "leftUpperArm"), axis_angle({0, 0, 1}, 1.0F)}, document));
        EXPECT_GT(moved(shapes(document, posed(document)), shape), 0.05F);
        const Result<void> root = apply(DeleteJoint{joint_item(0, 0)}, document);
        ASSERT_FALSE(root);
        EXPECT_EQ(root.error().code, "edit-root-joint");
    }
}

TEST(DeleteJoint, SitesStayOnTheSkinHoweverItIsPosed) {
    for (const std::string& path : hanim_figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        const Item elbow = joint_called(document, "leftLowerArm");
        apply_well(AddSite{"x_watch_pt", {}, elbow, {0.3F, 1.2F, 0.1F}}, document);
        apply_well(SetJointRotation{elbow, axis_angle({1, 0, 0}, 1.0F)}, document);
        const auto watch = [&document] {
            return node_of(document, find_items(document, ItemKind::site, "x_watch_pt").at(0));
        };
        const auto place = [&] { return vec3(world_at_rest(document, watch())[3]); };
        const vec3 before = place();
        const Transform own = at(document.nodes, watch()).delta;
        apply_well(DeleteJoint{elbow}, document);
        EXPECT_LT(glm::distance(place(), before), 1e-5F);
        // In files a site has one place, which is both.
        EXPECT_EQ(at(document.nodes, watch()).delta, own);
    }
}

TEST(DeleteJoint, OneThatBearsNothingLeavesAllElseAsItWas) {
    for (const std::string& path : hanim_figures) {
        SCOPED_TRACE(path);
        const Document before = figure(path);
        Document document = before;
        apply_well(AddJoint{"tail", joint_called(document, "hips"), {0.1F, 0.8F, -0.3F}}, document);
        const auto tail = static_cast<int>(document.humanoids[0].joints.size()) - 1;
        apply_well(AddSite{"tail_site", {}, joint_item(0, tail), {0.0F, 0.1F, 0.0F}}, document);
        const auto site = static_cast<int>(document.humanoids[0].sites.size()) - 1;
        apply_well(SetSite{{ItemKind::site, 0, site}, vec3(0.2F), {}, 0.0F}, document);
        apply_well(DeleteSite{{ItemKind::site, 0, site}}, document);
        apply_well(DeleteJoint{joint_item(0, tail)}, document);
        EXPECT_TRUE(differences(before, document).empty());
    }
}

TEST(SetSite, WhatNumbersCannotSayLeavesNoTrace) {
    Document document = figure("assets/manikin/manikin.wrl");
    const Item site{ItemKind::site, 0, 0};
    at(document.nodes, node_of(document, site)).frame_offset = vec3(3e38F);
    const Document before = document;
    const Result<void> done = apply(SetSite{site, vec3(3e38F), {}, 0.0F}, document);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, "edit-out-of-range");
    EXPECT_TRUE(differences(before, document).empty());
}

TEST(ReParent, KeepsPlacesAtRestAndPosed) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        bend(document);
        const std::string hand = name_of(document, joint_called(document, "leftHand"));
        const auto posed_shape = shapes(document, posed(document));
        apply_well(ReParent{joint_called(document, "leftHand"), joint_called(document, "head")}, document);
        EXPECT_LT(moved(shapes(document, posed(document)), posed_shape), 1e-4F);
        const Skeleton skeleton = make_skeleton(document);
        const Document before = figure(path);
        const Skeleton old = make_skeleton(before);
        EXPECT_LT(
            glm::length(place_of(document, world_matrices(skeleton, base_pose(document, skeleton)), hand) -
                        place_of(before, world_matrices(old, base_pose(before, old)), hand)),
            1e-5F);
        EXPECT_FALSE(
            apply(ReParent{joint_called(document, "head"), joint_called(document, "leftHand")}, document));
    }
}

TEST(AddJoint, StandsWhereItIsPut) {
    for (const std::string& path : figures) {
        Document document = figure(path);
        apply_well(AddJoint{"tail", joint_called(document, "hips"), {0.1F, 0.8F, -0.3F}}, document);
        EXPECT_LT(glm::length(place_of(document, posed(document), "tail") - vec3(0.1F, 0.8F, -0.3F)), 1e-5F)
            << path;
        EXPECT_FALSE(apply(AddJoint{"tail", joint_item(0, 0), vec3(0.0F)}, document));
    }
}

TEST(Sites, AreAddedMovedAndDeleted) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        const std::size_t nodes = document.nodes.size();
        const Item hand = joint_called(document, "leftHand");
        apply_well(AddSite{"l_thing_tip", {}, hand, vec3(0.0F)}, document);
        const int h = node_of(document, hand);
        const bool hanim = path.ends_with(".wrl");
        const vec3 origin = hanim ? vec3(0.0F) : vec3(posed(document)[static_cast<std::size_t>(h)][3]);
        EXPECT_LT(glm::length(place_of(document, posed(document), "l_thing_tip") - origin), 1e-5F);
        const Item site = *find_item(document, ItemKind::site, "l_thing_tip");
        apply_well(SetSite{site, vec3(0.1F, 0.2F, 0.3F), vec3(0, 1, 0), 1.0F}, document);
        const auto said = [&] {
            const Node& node = document.nodes[static_cast<std::size_t>(node_of(document, site))];
            return said_translation(document, site, compose(node.rest, node.delta).translation);
        };
        EXPECT_LT(glm::length(said() - vec3(0.1F, 0.2F, 0.3F)), 1e-6F) << "what is shown is what was said";
        if (hanim) {
            EXPECT_LT(
                glm::length(place_of(document, posed(document), "l_thing_tip") - vec3(0.1F, 0.2F, 0.3F)),
                1e-5F);
        }
        apply_well(DeleteSite{site}, document);
        EXPECT_EQ(document.nodes.size(), nodes);
        EXPECT_FALSE(apply(AddSite{"nowhere", {}, {}, vec3(0.0F)}, document));
    }
}

TEST(NormaliseWeights, LeavesTheLargest) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Document document = random_document(seed);
        const Mesh before = *document.meshes[0].mesh;
        apply_well(NormaliseWeights{2, 0.05F}, document);
        const Mesh& after = *document.meshes[0].mesh;
        for (std::size_t v = 0; v < after.positions.size(); ++v) {
            EXPECT_LE(after.influence_begin[v + 1] - after.influence_begin[v], 2U);
            EXPECT_GE(after.influence_begin[v + 1] - after.influence_begin[v], 1U);
            std::map<std::uint32_t, float> sums;
            for (std::uint32_t i = before.influence_begin[v]; i < before.influence_begin[v + 1]; ++i)
                sums[before.influence_joint[i]] += before.influence_weight[i];
            const auto largest = std::max_element(
                sums.begin(), sums.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
            const auto begin = after.influence_joint.begin();
            EXPECT_NE(std::find(begin + after.influence_begin[v], begin + after.influence_begin[v + 1],
                                largest->first),
                      begin + after.influence_begin[v + 1]);
        }
        EXPECT_FALSE(apply(NormaliseWeights{0, 0.0F}, document));
    }
}

TEST(AddDisplacer, DoesWhatTheOthersDidTogether) {
    for (const std::string& path :
         {std::string("assets/manikin/manikin.wrl"), std::string("assets/manikin/manikin.glb")}) {
        Document document = figure(path);
        ASSERT_GE(document.displacers.size(), 2U);
        const auto is_action = [&](std::size_t d) {
            return document.displacers[d].kind == DisplacerKind::action;
        };
        std::size_t first = 0;
        while (!is_action(first)) ++first;
        std::size_t other = first + 1;
        while (!is_action(other) || document.displacers[other].segment != document.displacers[first].segment)
            ++other;
        const int second = static_cast<int>(other);
        apply_well(
            AddDisplacer{"both_action",
                         {{displacer_item(static_cast<int>(first)), 0.5F}, {displacer_item(second), 0.25F}},
                         {},
                         {}},
            document);
        const std::vector<mat4> world = posed(document);
        std::vector<float> weights(document.displacers.size(), 0.0F);
        std::vector<float> mixed = weights;
        weights.back() = 1.0F;
        mixed[first] = 0.5F;
        mixed[other] = 0.25F;
        bool changed = false;
        for (const MeshInstance& mesh : document.meshes) {
            const auto a = skinned_positions(mesh, world, weights);
            const auto b = skinned_positions(mesh, world, mixed);
            const auto rest = skinned_positions(mesh, world, std::vector<float>(weights.size(), 0.0F));
            for (std::size_t v = 0; v < a.size(); ++v) {
                EXPECT_LT(glm::length(a[v] - b[v]), 1e-5F);
                changed = changed || glm::length(a[v] - rest[v]) > 1e-3F;
            }
        }
        EXPECT_TRUE(changed);
        EXPECT_FALSE(apply(AddDisplacer{"nothing", {}, {}, {}}, document));
        apply_well(DeleteDisplacer{displacer_item(static_cast<int>(document.displacers.size()) - 1)},
                   document);
    }
}

TEST(AddDisplacer, DoesWhatTheJointsDoBetweenTwoPoses) {
    for (const std::string& path :
         {std::string("assets/manikin/manikin.x3d"), std::string("assets/manikin/manikin.glb")}) {
        Document document = figure(path);
        const std::size_t already = document.displacers.size();
        const int elbow = node_of(document, joint_called(document, "leftLowerArm"));
        const int neck = node_of(document, joint_called(document, "head"));
        const auto turned = [&](int node, float angle) {
            Transform local = at(document.nodes, node).rest;
            local.rotation = local.rotation * axis_angle(vec3(1.0F, 0.3F, 0.0F), angle);
            return std::pair(node, local);
        };
        const std::vector<std::pair<int, Transform>> from{turned(elbow, -0.6F)};
        const std::vector<std::pair<int, Transform>> to{turned(elbow, -0.9F), turned(neck, 0.3F)};
        EXPECT_FALSE(apply(AddDisplacer{"same", {}, from, from}, document));
        EXPECT_FALSE(apply(AddDisplacer{"none", {}, {}, {{-1, Transform{}}}}, document));
        apply_well(AddDisplacer{"nod", {}, from, to}, document);
        const Skeleton skeleton = make_skeleton(document);
        const auto looks = [&](const std::vector<std::pair<int, Transform>>& locals, float weight) {
            Pose pose = rest_pose(skeleton);
            for (const auto& [node, local] : locals) at(pose.local, node) = local;
            const std::vector<mat4> world = world_matrices(skeleton, pose);
            std::vector<float> weights(document.displacers.size(), 0.0F);
            // The skin has one, and each rigid segment that moves.
            std::fill(weights.begin() + static_cast<std::ptrdiff_t>(already), weights.end(), weight);
            std::vector<std::vector<vec3>> out;
            for (const MeshInstance& mesh : document.meshes) {
                if (mesh.mesh->is_skinned()) out.push_back(skinned_positions(mesh, world, weights));
            }
            return out;
        };
        EXPECT_LT(moved(looks(from, 1.0F), looks(to, 0.0F)), 1e-4F);
        EXPECT_GT(moved(looks(from, 0.0F), looks(to, 0.0F)), 0.02F);
        // As a command in text form it does the same.
        Document again = figure(path);
        const std::string text = command_json(AddDisplacer{"nod", {}, from, to}, again);
        apply_well(command_from_json(text, again).value(), again);
        ASSERT_EQ(again.meshes.size(), document.meshes.size());
        for (std::size_t m = 0; m < document.meshes.size(); ++m) {
            const std::vector<MorphTarget>& targets = document.meshes[m].mesh->targets;
            ASSERT_EQ(again.meshes[m].mesh->targets.size(), targets.size());
            for (std::size_t t = 0; t < targets.size(); ++t)
                EXPECT_EQ(again.meshes[m].mesh->targets[t].positions, targets[t].positions);
        }
    }
}

TEST(AnatomicalLimits, AreThoseOfTheFiguresLevel) {
    const HanimJointName left_hip = *hanim_joint_from_name("l_hip");
    EXPECT_EQ(anatomical_limits(left_hip, 1)->lower, vec3(-2.0944F, -0.6981F, -0.5236F));
    const HanimJointName right_hip = *hanim_joint_from_name("r_hip");
    EXPECT_EQ(anatomical_limits(right_hip, 3)->lower, vec3(-2.0944F, -0.7854F, -0.7854F));
    EXPECT_EQ(anatomical_limits(right_hip, 3)->upper, vec3(0.5236F, 0.6981F, 0.5236F));
    const HanimJointName lumbar = *hanim_joint_from_name("vl5");
    EXPECT_EQ(anatomical_limits(lumbar, 1)->upper.x, 1.4835F);
    EXPECT_EQ(anatomical_limits(lumbar, 2)->upper.x, 0.4276F);
    EXPECT_EQ(anatomical_limits(lumbar, 3)->upper.x, 0.2199F);
    EXPECT_FALSE(anatomical_limits(*hanim_joint_from_name("HumanoidRoot"), 2));
    Document document = figure("assets/manikin/manikin.wrl");
    const Item elbow = joint_called(document, "l_elbow");
    apply_well(ApplyAnatomicalLimits{the_humanoid, {elbow}}, document);
    const Joint& joint = at(document.humanoids[0].joints, elbow.index);
    EXPECT_EQ(joint.upper_limit, anatomical_limits(*hanim_joint_from_name("l_elbow"), 3)->upper);
    apply_well(ApplyAnatomicalLimits{the_humanoid, {}}, document);
    EXPECT_EQ(document.humanoids[0].joints[0].lower_limit, std::nullopt) << "the root is free";
}

TEST(AnatomicalLimits, BendBonesOfATPoseTheRightWay) {
    Document document = figure("tests/data/boxman.gltf");
    apply_well(ApplyAnatomicalLimits{the_humanoid, {}}, document);
    const std::vector<mat4> world = posed(document);
    const auto swung = [&](const char* bone, const vec3& along) {
        const Item item = joint_called(document, bone);
        const Joint& joint = at(document.humanoids[0].joints, item.index);
        // As far as the limit goes about X.
        const bool is_lower = -joint.lower_limit->x > joint.upper_limit->x;
        const float angle = is_lower ? joint.lower_limit->x : joint.upper_limit->x;
        const quat frame =
            glm::normalize(glm::quat_cast(mat3(at(world, joint.node)))) * joint.limit_orientation;
        return axis_angle(frame * vec3(1, 0, 0), angle) * along;
    };
    EXPECT_GT(swung("leftLowerArm", {1, 0, 0}).z, 0.3F) << "elbows bend to the front";
    EXPECT_GT(swung("rightLowerArm", {-1, 0, 0}).z, 0.3F);
    EXPECT_LT(swung("leftLowerLeg", {0, -1, 0}).z, -0.3F) << "knees bend to the back";
    EXPECT_GT(swung("rightUpperLeg", {0, -1, 0}).z, 0.3F) << "hips bend to the front";
}

TEST(MirroredName, KnowsHowToolsNameSides) {
    const auto other = [](const char* name) { return mirrored_name(name) ? mirrored_name(name)->name : ""; };
    EXPECT_EQ(other("l_elbow"), "r_elbow");
    EXPECT_EQ(other("r_hand_tip"), "l_hand_tip");
    EXPECT_EQ(other("mixamorig:LeftHand"), "mixamorig:RightHand");
    EXPECT_EQ(other("hand.L"), "hand.R");
    EXPECT_EQ(other("J_Bip_R_UpperArm"), "J_Bip_L_UpperArm");
    EXPECT_EQ(other("skullbase"), "");
    EXPECT_EQ(mirrored_name("RightFoot")->side, Side::right);
}

}  // namespace
}  // namespace vitruvian::test

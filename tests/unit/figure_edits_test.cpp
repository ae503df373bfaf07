// What edits of figures mean: what must stay where it is stays, at rest, posed and in clips.
#include "model/edit/command.h"
#include "model/figure/bone_frames.h"
#include "model/figure/reference_pose.h"
#include "model/figure/stance.h"
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "model/standard/anatomical_limits.h"
#include "model/standard/mirrored_name.h"
#include "tests/folders.h"
#include "tests/unit/fingerprint.h"
#include "tests/unit/random_commands.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace vitruvian {
namespace {

using test::fingerprint;
using test::Random;
using test::random_command;
using test::random_document;

/// As the file has it, at rest.
Document figure(const std::string& path) {
    static std::map<std::string, Document> read;
    if (!read.contains(path)) {
        auto document = load_document(source_folder() / path);
        EXPECT_TRUE(document) << path << (document ? "" : document.error().text());
        read[path] = document ? std::move(*document) : Document{};
        for (Node& node : read[path].nodes) {
            if (node.kind == NodeKind::joint) node.delta = {};
        }
    }
    return read[path];
}

const std::vector<std::string> hanim_figures{"assets/manikin/manikin.wrl", "tests/data/boxman.wrl"};
const std::vector<std::string> figures{"assets/manikin/manikin.wrl", "assets/manikin/manikin.glb",
                                       "tests/data/boxman.wrl", "tests/data/boxman.gltf"};

/// World matrices: as the file poses it, or at a time of its clip.
std::vector<mat4> posed(const Document& document, int clip = -1, double seconds = 0.0) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    if (clip >= 0) sample(*document.clips[static_cast<std::size_t>(clip)], seconds, skeleton, pose);
    return world_matrices(skeleton, pose);
}

std::vector<std::vector<vec3>> shapes(const Document& document, const std::vector<mat4>& world) {
    std::vector<std::vector<vec3>> out;
    const std::vector<float> weights(document.displacers.size(), 0.0F);
    for (const MeshInstance& mesh : document.meshes) out.push_back(skinned_positions(mesh, world, weights));
    return out;
}

/// The furthest that a vertex is from where it was.
float moved(const std::vector<std::vector<vec3>>& a, const std::vector<std::vector<vec3>>& b,
            float factor = 1.0F) {
    float out = a.size() == b.size() ? 0.0F : 1e9F;
    for (std::size_t m = 0; m < std::min(a.size(), b.size()); ++m) {
        for (std::size_t v = 0; v < a[m].size(); ++v)
            out = std::max(out, glm::length(factor * a[m][v] - b[m][v]));
    }
    return out;
}

vec3 place_of(const Document& document, const std::vector<mat4>& world, const std::string& name) {
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        if (document.nodes[n].name == name) return vec3(world[n][3]);
    }
    ADD_FAILURE() << "there is no " << name;
    return vec3(0.0F);
}

Item joint_called(const Document& document, const std::string& name) {
    const auto found = find_joints(document, name);
    EXPECT_EQ(found.size(), 1U) << name;
    return found.empty() ? joint_item(0, 0) : found.front();
}

const Item the_humanoid{ItemKind::humanoid, -1, 0};

void bend(Document& document) {
    for (const auto& [bone, axis] : std::map<std::string, vec3>{{"leftUpperArm", {0.3F, 0.2F, 1.0F}},
                                                                {"leftLowerArm", {-1.0F, 0.1F, 0.0F}},
                                                                {"rightUpperLeg", {-1.0F, 0.0F, 0.2F}},
                                                                {"head", {0.0F, 1.0F, 0.3F}}}) {
        ASSERT_TRUE(apply(SetJointRotation{joint_called(document, bone), axis_angle(axis, 0.7F)}, document));
    }
}

void apply_well(const Command& command, Document& document) {
    const Result<void> done = apply(command, document);
    ASSERT_TRUE(done) << title_of(command, document) << ": " << done.error().message;
    ASSERT_EQ(expect_valid(document), std::nullopt);
}

TEST(EveryCommand, IsWholeOrLeavesNoTraceAndCanBeUndone) {
    int applied = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        std::vector<Document> states{random_document(seed)};
        for (int i = 0; i < 100; ++i) {
            Document document = states.back();
            const Command command = random_command(random, document);
            if (apply(command, document)) {
                ASSERT_EQ(expect_valid(document), std::nullopt) << title_of(command, states.back());
                states.push_back(std::move(document));
                ++applied;
            } else if (i % 4 == 0) {
                ASSERT_EQ(fingerprint(document), fingerprint(states.back())) << title_of(command, document);
            }
        }
        // The first state, which shares what it can with all others, is what it was.
        ASSERT_EQ(fingerprint(states.front()), fingerprint(random_document(seed)));
    }
    EXPECT_GT(applied, 5000);
}

TEST(PoseAsRest, KeepsTheShapeAndWhatClipsShow) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        bend(document);
        const auto posed_shape = shapes(document, posed(document));
        const auto in_clip = document.clips.empty() ? posed_shape : shapes(document, posed(document, 0, 0.3));
        const std::vector<mat4> before = posed(document);
        const std::vector<mat4> joints_in_clip = document.clips.empty() ? before : posed(document, 0, 0.3);
        apply_well(PoseAsRest{the_humanoid}, document);
        EXPECT_LT(moved(shapes(document, posed(document)), posed_shape), 2e-4F);
        for (const Joint& joint : document.humanoids[0].joints) {
            const auto n = static_cast<std::size_t>(joint.node);
            EXPECT_EQ(document.nodes[n].delta, Transform{}) << document.nodes[n].name;
            EXPECT_LT(glm::length(vec3(posed(document)[n][3] - before[n][3])), 1e-4F);
            if (joint.node % 7 == 0) break;
        }
        if (!document.clips.empty()) {
            // Weights blend what was bound in one pose otherwise than what was in another.
            const bool is_rigid = path.ends_with(".wrl");
            EXPECT_LT(moved(shapes(document, posed(document, 0, 0.3)), in_clip), is_rigid ? 5e-4F : 0.05F);
            const std::vector<mat4> now = posed(document, 0, 0.3);
            for (const Joint& joint : document.humanoids[0].joints) {
                const auto n = static_cast<std::size_t>(joint.node);
                EXPECT_LT(glm::length(now[n][3] - joints_in_clip[n][3]), 2e-4F) << document.nodes[n].name;
            }
        }
        // Bound there: every joint's skin matrix is the same one.
        for (const MeshInstance& mesh : document.meshes) {
            const std::vector<mat4> world = posed(document);
            std::vector<mat4> skin(mesh.skin->nodes.size());
            skin_matrices(*mesh.skin, world, skin);
            for (const mat4& matrix : skin) {
                if (mesh.mesh->is_skinned()) {
                    EXPECT_LT(glm::length(matrix[3] - skin[0][3]), 1e-3F);
                }
            }
        }
    }
}

TEST(PoseAsRest, LeavesHAnimJointsUnturned) {
    for (const std::string& path : hanim_figures) {
        Document document = figure(path);
        bend(document);
        apply_well(PoseAsRest{the_humanoid}, document);
        for (const Joint& joint : document.humanoids[0].joints) {
            const Node& node = document.nodes[static_cast<std::size_t>(joint.node)];
            EXPECT_EQ(node.rest.rotation, identity_quat) << node.name;
            EXPECT_LT(glm::length(joint.centre - node.frame_offset), 1e-4F) << node.name;
        }
    }
}

TEST(Scale, ScalesAllThatIsSeen) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        bend(document);
        const auto before = shapes(document, posed(document));
        const auto in_clip = document.clips.empty() ? before : shapes(document, posed(document, 0, 0.3));
        const std::vector<Joint> joints = document.humanoids[0].joints;
        apply_well(Scale{0.01F}, document);
        EXPECT_LT(moved(before, shapes(document, posed(document)), 0.01F), 1e-6F);
        if (!document.clips.empty()) {
            EXPECT_LT(moved(in_clip, shapes(document, posed(document, 0, 0.3)), 0.01F), 1e-6F);
        }
        EXPECT_EQ(document.humanoids[0].joints[3].lower_limit, joints[3].lower_limit);
        EXPECT_EQ(document.humanoids[0].joints[3].centre, joints[3].centre * 0.01F);
        EXPECT_FALSE(apply(Scale{0.0F}, document));
        EXPECT_FALSE(apply(Scale{1e38F}, document) && apply(Scale{1e38F}, document));
    }
}

TEST(DeleteJoint, ItsChildrenAndWeightsGoToItsParent) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        const Item elbow = joint_called(document, "leftLowerArm");
        const std::string name = name_of(document, elbow);
        const std::vector<mat4> world = posed(document);
        const auto shape = shapes(document, world);
        const vec3 hand =
            vec3(world[static_cast<std::size_t>(document.humanoids[0].bones[Bone::left_hand])][3]);
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
        // What the elbow moved the shoulder moves now.
        ASSERT_TRUE(apply(
            SetJointRotation{joint_called(document, "leftUpperArm"), axis_angle({0, 0, 1}, 1.0F)}, document));
        EXPECT_GT(moved(shapes(document, posed(document)), shape), 0.05F);
        const Result<void> root = apply(DeleteJoint{joint_item(0, 0)}, document);
        ASSERT_FALSE(root);
        EXPECT_EQ(root.error().code, "edit-root-joint");
    }
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

TEST(OrientBones, TurnsAxesAndNothingElse) {
    for (const std::string& path : {std::string("tests/data/boxman.gltf")}) {
        Document document = figure(path);
        ASSERT_NE(document.humanoids[0].kind, HumanoidKind::hanim);
        const auto shape = shapes(document, posed(document));
        const auto in_clip = document.clips.empty() ? shape : shapes(document, posed(document, 0, 0.3));
        apply_well(OrientBones{the_humanoid}, document);
        EXPECT_LT(moved(shapes(document, posed(document)), shape), 1e-5F);
        if (!document.clips.empty()) {
            EXPECT_LT(moved(shapes(document, posed(document, 0, 0.3)), in_clip), 1e-4F);
        }
        const std::vector<mat4> world = posed(document);
        const BoneMap& bones = document.humanoids[0].bones;
        int looked_at = 0;
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            const auto next = pointed_bone(bone);
            if (bones[bone] < 0 || !next || bones[*next] < 0) continue;
            const mat4& own = world[static_cast<std::size_t>(bones[bone])];
            const vec3 way(world[static_cast<std::size_t>(bones[*next])][3] - own[3]);
            EXPECT_GT(glm::dot(glm::normalize(way), vec3(own[1])), 0.9999F) << to_string(bone);
            ++looked_at;
        }
        EXPECT_GT(looked_at, 8);
    }
    Document hanim = figure("assets/manikin/manikin.wrl");
    EXPECT_FALSE(apply(OrientBones{the_humanoid}, hanim));
}

TEST(EnforceTPose, PutsArmsToTheSides) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        bend(document);
        apply_well(EnforceTPose{the_humanoid}, document);
        const std::vector<mat4> world = posed(document);
        const Humanoid& humanoid = document.humanoids[0];
        EXPECT_LT(score_t_pose(humanoid, world, find_body_frame(humanoid, world)).worst_limb, 0.02F);
    }
}

TEST(Placing, StandsAndFacesForward) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        apply_well(StandOnGround{the_humanoid}, document);
        apply_well(FaceForward{the_humanoid}, document);
        const auto upright = shapes(document, posed(document));
        const auto in_clip = document.clips.empty() ? upright : shapes(document, posed(document, 0, 0.3));
        // Turned about and sunk, and then put right.
        const int top = document.humanoids[0].node >= 0 ? document.humanoids[0].node : 0;
        Document lost = document;
        Node& node = lost.nodes[static_cast<std::size_t>(top)];
        Transform away = compose(node.rest, node.delta);
        away.rotation = axis_angle({0, 1, 0}, 2.0F) * away.rotation;
        away.translation += vec3(0.0F, -3.0F, 0.0F);
        if (document.humanoids[0].kind == HumanoidKind::hanim) {
            ASSERT_TRUE(apply(ApplyPose{{{top, away}}}, lost));
        } else {
            node.rest = away;
        }
        apply_well(FaceForward{the_humanoid}, lost);
        apply_well(StandOnGround{the_humanoid}, lost);
        const Skeleton skeleton = make_skeleton(lost);
        const Stance stance =
            find_stance(lost, posed(lost), std::vector<float>(lost.displacers.size(), 0.0F), 0);
        EXPECT_NEAR(stance.bounds.min.y, 0.0F, 1e-4F);
        EXPECT_GT(stance.front.z, 0.999F);
        EXPECT_EQ(skeleton.size(), lost.nodes.size());
    }
}

TEST(Mirror, MakesTheRightLikeTheLeft) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        const Item left = joint_called(document, "leftLowerArm");
        const Item right = joint_called(document, "rightLowerArm");
        bend(document);
        apply_well(SetJointLimits{left, vec3(-2.0F, -0.3F, -0.1F), vec3(0.0F, 0.5F, 0.2F)}, document);
        apply_well(SetJointStiffness{left, vec3(0.1F, 0.2F, 0.3F)}, document);
        apply_well(Mirror{the_humanoid, "left", {}}, document);
        const Joint& joint = document.humanoids[0].joints[static_cast<std::size_t>(right.index)];
        EXPECT_EQ(joint.lower_limit, vec3(-2.0F, -0.5F, -0.2F));
        EXPECT_EQ(joint.upper_limit, vec3(0.0F, 0.3F, 0.1F));
        EXPECT_EQ(joint.stiffness, vec3(0.1F, 0.2F, 0.3F));
        const std::vector<mat4> world = posed(document);
        const BoneMap& bones = document.humanoids[0].bones;
        const vec3 hand(world[static_cast<std::size_t>(bones[Bone::left_hand])][3]);
        const vec3 other(world[static_cast<std::size_t>(bones[Bone::right_hand])][3]);
        EXPECT_LT(glm::length(vec3(-hand.x, hand.y, hand.z) - other), 1e-4F);
        EXPECT_FALSE(apply(Mirror{the_humanoid, "top", {}}, document));
        EXPECT_FALSE(apply(Mirror{the_humanoid, "left", {"hats"}}, document));
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
                         {{displacer_item(static_cast<int>(first)), 0.5F}, {displacer_item(second), 0.25F}}},
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
        EXPECT_FALSE(apply(AddDisplacer{"nothing", {}}, document));
        apply_well(DeleteDisplacer{displacer_item(static_cast<int>(document.displacers.size()) - 1)},
                   document);
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
    const Joint& joint = document.humanoids[0].joints[static_cast<std::size_t>(elbow.index)];
    EXPECT_EQ(joint.upper_limit, anatomical_limits(*hanim_joint_from_name("l_elbow"), 3)->upper);
    apply_well(ApplyAnatomicalLimits{the_humanoid, {}}, document);
    EXPECT_EQ(document.humanoids[0].joints[0].lower_limit, std::nullopt) << "the root is free";
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
}  // namespace vitruvian

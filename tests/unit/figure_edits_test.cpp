// Meaning of edits of whole figures: what must stay in place does, at rest, posed and in clips.
#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/figure/reference_pose.h"
#include "model/figure/stance.h"
#include "tests/unit/edited_figures.h"
#include "tests/unit/fingerprint.h"
#include "tests/unit/random_commands.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

namespace vitruvian::test {
namespace {

TEST(EveryCommand, IsWholeOrLeavesNoTraceAndCanBeUndone) {
    int applied = 0;
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
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
        // The first state, which shares data with all others, is unchanged.
        ASSERT_EQ(fingerprint(states.front()), fingerprint(random_document(seed)));
    }
    EXPECT_GT(applied, 3000);
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
            // Weights blend bind poses differently from other poses.
            const bool is_rigid = path.ends_with(".wrl");
            EXPECT_LT(moved(shapes(document, posed(document, 0, 0.3)), in_clip), is_rigid ? 5e-4F : 0.05F);
            const std::vector<mat4> now = posed(document, 0, 0.3);
            for (const Joint& joint : document.humanoids[0].joints) {
                const auto n = static_cast<std::size_t>(joint.node);
                EXPECT_LT(glm::length(now[n][3] - joints_in_clip[n][3]), 2e-4F) << document.nodes[n].name;
            }
        }
        // Bound there: every joint's skin matrix is the same.
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

TEST(PoseAsRest, ChangesNothingThatIsAtRest) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        bend(document);
        apply_well(PoseAsRest{the_humanoid}, document);
        const Document once = document;
        apply_well(PoseAsRest{the_humanoid}, document);
        EXPECT_EQ(fingerprint(document), fingerprint(once));
    }
}

TEST(PoseAsRest, LeavesHAnimJointsUnturned) {
    for (const std::string& path : hanim_figures) {
        Document document = figure(path);
        bend(document);
        apply_well(PoseAsRest{the_humanoid}, document);
        for (const Joint& joint : document.humanoids[0].joints) {
            const Node& node = at(document.nodes, joint.node);
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
            const mat4& own = at(world, bones[bone]);
            const vec3 way(at(world, bones[*next])[3] - own[3]);
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
        // Rotated and lowered, and then corrected.
        const int top = document.humanoids[0].node >= 0 ? document.humanoids[0].node : 0;
        Document lost = document;
        Node& node = at(lost.nodes, top);
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
        const Joint& joint = at(document.humanoids[0].joints, right.index);
        EXPECT_EQ(joint.lower_limit, vec3(-2.0F, -0.5F, -0.2F));
        EXPECT_EQ(joint.upper_limit, vec3(0.0F, 0.3F, 0.1F));
        EXPECT_EQ(joint.stiffness, vec3(0.1F, 0.2F, 0.3F));
        const std::vector<mat4> world = posed(document);
        const BoneMap& bones = document.humanoids[0].bones;
        const vec3 hand(at(world, bones[Bone::left_hand])[3]);
        const vec3 other(at(world, bones[Bone::right_hand])[3]);
        EXPECT_LT(glm::length(vec3(-hand.x, hand.y, hand.z) - other), 1e-4F);
        EXPECT_FALSE(apply(Mirror{the_humanoid, "top", {}}, document));
        EXPECT_FALSE(apply(Mirror{the_humanoid, "left", {"hats"}}, document));
    }
}

TEST(Mirror, APlaneIsTheFiguresOwnWhereItLooksElsewhere) {
    // Z is up, left is along Y, as in robots.
    const auto limb = [](const std::string& side, const std::string& y) {
        return "Joint { name \"" + side + "_hip\" center 0 " + y + "0.1 0.9 children Joint { name \"" + side +
               "_knee\" center 0 " + y + "0.1 0.5 children Joint { name \"" + side + "_ankle\" center 0 " +
               y + "0.1 0.1 } } }\n";
    };
    const auto arm = [](const std::string& side, const std::string& y) {
        return "Joint { name \"" + side + "_shoulder\" center 0 " + y + "0.2 1.4 children Joint { name \"" +
               side + "_elbow\" center 0 " + y + "0.2 1.1 children Joint { name \"" + side +
               "_wrist\" center 0 " + y + "0.2 0.8 } } }\n";
    };
    Document document =
        read_body("Humanoid { humanoidBody Joint { name \"HumanoidRoot\" center 0 0 0.9 children [\n" +
                  limb("l", "") + limb("r", "-") +
                  "Joint { name \"vl5\" center 0 0 1 children [ Joint { name \"skullbase\" "
                  "center 0 0 1.6 }\n" +
                  arm("l", "") + arm("r", "-") + "] } ] } }\n");
    const Item left = joint_called(document, "l_elbow");
    const Item right = joint_called(document, "r_elbow");
    apply_well(SetJointCentre{right, vec3(0.05F, -0.3F, 1.0F)}, document);
    apply_well(Mirror{the_humanoid, "right", {"centres"}}, document);
    EXPECT_LT(glm::distance(at(document.humanoids[0].joints, left.index).centre, vec3(0.05F, 0.3F, 1.0F)),
              1e-5F);
}

}  // namespace
}  // namespace vitruvian::test

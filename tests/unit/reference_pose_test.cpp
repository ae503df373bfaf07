// Deviations of reference poses from a T-pose, bone by bone, on rigs with known angles.
#include "model/figure/reference_pose.h"

#include "model/core/at.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using test::make_rig;
using test::Random;
using test::RigStyle;

Document conforming_rig(std::uint32_t seed) {
    Random random(seed);
    RigStyle style;
    style.conforms = true;
    style.varies = false;
    return make_rig(random, style);
}

TPoseError error_of(const TPoseScore& score, Bone bone) {
    const auto found = std::find_if(score.bones.begin(), score.bones.end(),
                                    [bone](const TPoseError& e) { return e.bone == bone; });
    EXPECT_NE(found, score.bones.end());
    return found == score.bones.end() ? TPoseError{} : *found;
}

void turn(Document& rig, Bone bone, const vec3& axis, float radians) {
    quat& rotation = at(rig.nodes, rig.humanoids[0].bones[bone]).rest.rotation;
    rotation = rotation * axis_angle(axis, radians);
}

TEST(ReferencePose, AConformingRigIsNowhereOff) {
    const ReferenceComparison all = compare_references(conforming_rig(1), 0);
    for (const ReferenceKind kind : {ReferenceKind::bind, ReferenceKind::rest, ReferenceKind::tpose}) {
        EXPECT_EQ(all.of(kind).kind, kind);
        // The rig's middle fingers are 6 degrees in front of the line of the arm.
        EXPECT_LT(all.of(kind).score.limbs, 0.015F);
        EXPECT_LT(all.of(kind).score.facing, 1e-3F);
        ASSERT_EQ(all.of(kind).score.bones.size(), bone_count);
        for (const TPoseError& error : all.of(kind).score.bones) {
            const bool hand = error.bone == Bone::left_hand || error.bone == Bone::right_hand;
            EXPECT_LT(error.axes, hand ? 0.1F : 1e-3F) << to_string(error.bone);
            EXPECT_LT(error.palm.value_or(0.0F), 1e-3F);
        }
        // Thumbs are at 45 degrees, arms along X, feet forward.
        for (const Bone bone : {Bone::left_thumb_metacarpal, Bone::right_thumb_proximal, Bone::left_upper_arm,
                                Bone::right_lower_arm, Bone::left_foot, Bone::right_upper_leg}) {
            ASSERT_TRUE(error_of(all.of(kind).score, bone).direction.has_value());
            EXPECT_LT(*error_of(all.of(kind).score, bone).direction, 2e-3F) << to_string(bone);
        }
    }
}

TEST(ReferencePose, EachErrorIsTheAngleItWasMadeWith) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        Document rig = conforming_rig(seed);
        const float arm = random.real(0.7F, 1.3F);
        const float palm = random.real(0.2F, 1.0F);
        const float thumb = random.real(0.1F, 0.6F);
        turn(rig, Bone::left_upper_arm, {1, 0, 0}, arm);  // +X bends it: down, as an A-pose has it
        turn(rig, Bone::right_upper_arm, {1, 0, 0}, arm);
        turn(rig, Bone::left_hand, {0, 1, 0}, palm);  // about its own direction
        turn(rig, Bone::right_thumb_metacarpal, {1, 0, 0}, thumb);
        const ReferenceComparison all = compare_references(rig, 0);
        const TPoseScore& rest = all.rest.score;
        EXPECT_NEAR(*error_of(rest, Bone::left_upper_arm).direction, arm, 1e-3F);
        EXPECT_NEAR(error_of(rest, Bone::left_upper_arm).axes, arm, 1e-3F);
        EXPECT_NEAR(*error_of(rest, Bone::right_lower_arm).direction, arm, 1e-3F);
        EXPECT_GT(*error_of(rest, Bone::left_hand).palm, 0.5F * palm);
        EXPECT_LT(*error_of(rest, Bone::left_upper_leg).direction, 1e-3F);
        // Both arms count twice for upper and lower arm, once for the hand, out of 16 in total.
        EXPECT_GT(rest.limbs, 0.5F * arm);
        EXPECT_NEAR(rest.worst_limb, arm, 0.1F);
        EXPECT_EQ(all.used, ReferenceKind::tpose) << "an A-pose is brought into the T-pose";
        EXPECT_LT(all.tpose.score.worst_limb, 2e-3F);
        EXPECT_LT(*error_of(all.tpose.score, Bone::left_hand).palm, 2e-3F);
        EXPECT_LT(*error_of(all.tpose.score, Bone::right_thumb_metacarpal).direction, 2e-3F);
    }
}

TEST(ReferencePose, TheNearerOneIsUsed) {
    Document rig = conforming_rig(3);
    turn(rig, Bone::left_upper_arm, {1, 0, 0}, 0.2F);
    EXPECT_EQ(compare_references(rig, 0).used, ReferenceKind::bind) << "equal: the extension speaks of bind";
    turn(rig, Bone::left_upper_arm, {1, 0, 0}, 0.9F);
    turn(rig, Bone::right_upper_arm, {1, 0, 0}, 1.1F);
    EXPECT_EQ(compare_references(rig, 0).used, ReferenceKind::tpose);
    rig.humanoids[0].kind = HumanoidKind::vrm1;
    EXPECT_EQ(compare_references(rig, 0).used, ReferenceKind::rest) << "VRM promises it";
}

/// Binds a mesh to the bones where they are, and to the hips' parent if it `has_root`.
void bind_where_it_is(Document& rig, bool has_root = true) {
    const Humanoid& humanoid = rig.humanoids.front();
    const Skeleton skeleton = make_skeleton(rig);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    auto skin = std::make_shared<Skin>();
    if (has_root) skin->nodes.push_back(at(rig.nodes, humanoid.bones[Bone::hips]).parent);
    for (const int node : humanoid.bones.node) skin->nodes.push_back(node);
    auto mesh = std::make_shared<Mesh>();
    mesh->influence_begin.push_back(0);
    for (std::size_t i = 0; i < skin->nodes.size(); ++i) {
        skin->inverse_bind.push_back(affine_inverse(at(world, skin->nodes[i])));
        mesh->positions.emplace_back(at(world, skin->nodes[i])[3]);
        mesh->influence_joint.push_back(static_cast<std::uint32_t>(i));
        mesh->influence_weight.push_back(1.0F);
        mesh->influence_begin.push_back(static_cast<std::uint32_t>(i + 1));
    }
    mesh->indices = {0, 1, 2};
    MeshInstance instance;
    instance.mesh = mesh;
    instance.skin = skin;
    instance.humanoid = 0;
    rig.meshes.push_back(std::move(instance));
}

/// The skin's entry becomes the identity, and the vertex that it moved follows another.
void silence(Document& rig, int node) {
    Skin skin = *rig.meshes.front().skin;
    Mesh mesh = *rig.meshes.front().mesh;
    for (std::size_t i = 0; i < skin.nodes.size(); ++i) {
        if (skin.nodes[i] != node) continue;
        skin.inverse_bind[i] = mat4(1.0F);
        mesh.influence_joint[i] = static_cast<std::uint32_t>(i + 1);
    }
    rig.meshes.front().skin = std::make_shared<Skin>(std::move(skin));
    rig.meshes.front().mesh = std::make_shared<Mesh>(std::move(mesh));
}

TEST(ReferencePose, JointsThatMoveNothingAndHaveNoBindMatrixDoNotCount) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        Document rig = conforming_rig(seed);
        bind_where_it_is(rig);
        const BoneMap& bones = rig.humanoids.front().bones;
        // The file rests in a frame of a motion.
        Random random(seed);
        at(rig.nodes, at(rig.nodes, bones[Bone::hips]).parent).rest.rotation = random.rotation();
        for (const Bone bone :
             {Bone::hips, Bone::left_upper_arm, Bone::right_lower_arm, Bone::left_upper_leg})
            turn(rig, bone, glm::normalize(random.vector(-1.0F, 1.0F)), random.real(0.5F, 1.5F));
        const ReferencePose whole = make_reference_pose(rig, 0, ReferenceKind::bind);
        EXPECT_LT(whole.score.limbs, 0.1F);
        EXPECT_TRUE(whole.body.on_axes) << seed << ": the root is bound in the scene";

        silence(rig, bones[Bone::neck]);
        const ReferencePose without_neck = make_reference_pose(rig, 0, ReferenceKind::bind);
        EXPECT_LT(without_neck.score.limbs, whole.score.limbs + 1e-3F) << seed;

        silence(rig, at(rig.nodes, bones[Bone::hips]).parent);
        const ReferencePose without_root = make_reference_pose(rig, 0, ReferenceKind::bind);
        EXPECT_LT(without_root.score.limbs, 0.02F) << seed;
        EXPECT_LT(without_root.score.facing, 1e-3F) << seed;
        EXPECT_TRUE(without_root.body.on_axes) << seed;
        EXPECT_EQ(compare_references(rig, 0).used, ReferenceKind::bind) << seed;
    }
}

/// Hips that no joint above them binds, at rest in a frame of a motion, are turned by less than a figure leans.
TEST(ReferencePose, HipsAreBoundWhereTheSkinIs) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        Document rig = conforming_rig(seed);
        bind_where_it_is(rig, false);
        const BoneMap& bones = rig.humanoids.front().bones;
        const quat bound = at(rig.nodes, bones[Bone::hips]).rest.rotation;
        Random random(seed);
        turn(rig, Bone::hips, {0, 1, 0}, random.real(0.15F, 0.25F));
        for (const Bone bone : {Bone::spine, Bone::left_upper_arm, Bone::left_upper_leg})
            turn(rig, bone, glm::normalize(random.vector(-1.0F, 1.0F)), random.real(0.2F, 1.5F));
        const ReferencePose reference = make_reference_pose(rig, 0, ReferenceKind::automatic);
        EXPECT_EQ(reference.kind, ReferenceKind::bind) << seed;
        const quat& hips = at(reference.pose.local, bones[Bone::hips]).rotation;
        EXPECT_GT(std::abs(glm::dot(hips, bound)), 0.9999F) << seed;
    }
}

/// A knight whose nodes rest in a lunge: the joint that carries the hips is bound upright, and higher.
TEST(ReferencePose, JointsAboveTheHipsPlaceTheFigureAsBound) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        Document rig = conforming_rig(seed);
        bind_where_it_is(rig);
        const int hips = rig.humanoids.front().bones[Bone::hips];
        const int root = at(rig.nodes, hips).parent;
        const ReferencePose before = make_reference_pose(rig, 0, ReferenceKind::bind);
        Random random(seed);
        Transform& rest = at(rig.nodes, root).rest;
        rest.rotation = axis_angle({1, 0, 0}, random.real(0.4F, 0.7F)) * rest.rotation;
        rest.translation += random.vector(-0.3F, 0.3F);
        const ReferencePose reference = make_reference_pose(rig, 0, ReferenceKind::automatic);
        EXPECT_EQ(reference.body.up(), before.body.up()) << seed;
        EXPECT_EQ(reference.body.front(), before.body.front()) << seed;
        const vec3 was(at(before.world, hips)[3]);
        EXPECT_LT(glm::distance(vec3(at(reference.world, hips)[3]), was), 1e-5F * glm::length(was)) << seed;
    }
}

}  // namespace
}  // namespace vitruvian

// Deviations of reference poses from a T-pose, bone by bone, on rigs with known angles.
#include "model/figure/reference_pose.h"

#include "model/core/at.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

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

/// Binds a mesh to all nodes where they are, except those of `unused`, whose bind matrices are identities.
void bind_here(Document& rig, const std::vector<Bone>& unused) {
    const Skeleton skeleton = make_skeleton(rig);
    const std::vector<mat4> world = world_matrices(skeleton, file_pose(skeleton));
    Skin skin;
    Mesh mesh;
    for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
        skin.nodes.push_back(static_cast<int>(n));
        const std::optional<Bone> bone = rig.humanoids[0].bones.bone_of(static_cast<int>(n));
        if (bone && std::find(unused.begin(), unused.end(), *bone) != unused.end()) {
            skin.inverse_bind.emplace_back(1.0F);
            continue;
        }
        skin.inverse_bind.push_back(affine_inverse(world[n]));
        mesh.positions.emplace_back(world[n][3]);
        mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
        mesh.influence_joint.push_back(static_cast<std::uint32_t>(n));
        mesh.influence_weight.push_back(1.0F);
    }
    mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
    MeshInstance instance;
    instance.mesh = std::make_shared<const Mesh>(std::move(mesh));
    instance.skin = std::make_shared<const Skin>(std::move(skin));
    instance.humanoid = 0;
    rig.meshes.push_back(std::move(instance));
}

/// As Sketchfab writes them.
TEST(ReferencePose, IdentitiesOfJointsThatMoveNothingSayNothing) {
    for (const std::vector<Bone>& unused :
         {std::vector<Bone>{}, {Bone::neck}, {Bone::chest, Bone::head}, {Bone::left_shoulder}}) {
        Document rig = conforming_rig(4);
        bind_here(rig, unused);
        turn(rig, Bone::left_upper_arm, {1, 0, 0}, 0.9F);
        turn(rig, Bone::right_upper_arm, {1, 0, 0}, 1.1F);
        turn(rig, Bone::left_upper_leg, {1, 0, 0}, 0.5F);
        const ReferenceComparison all = compare_references(rig, 0);
        EXPECT_EQ(all.used, ReferenceKind::bind);
        EXPECT_LT(all.bind.score.worst_limb, 0.1F);
        EXPECT_LT(all.bind.score.facing, 1e-3F);
        for (const TPoseError& error : all.bind.score.bones)
            EXPECT_LT(error.axes, 0.1F) << to_string(error.bone);
    }
}

}  // namespace
}  // namespace vitruvian

// A figure's stance, derived from its joints: rotated, scaled and moved randomly, the stance has to follow.
#include "model/figure/stance.h"

#include "model/core/at.h"
#include "model/figure/body_frame.h"
#include "model/pose/pose.h"
#include "tests/unit/random_rig.h"

#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

namespace vitruvian {
namespace {

using test::Random;

struct Point {
    Bone bone;
    vec3 place;
};

/// A person of 1.75 m with feet on the ground, facing +Z, in the frame of node 0.
Document person(bool with_mesh = true) {
    const std::vector<Point> points{{Bone::hips, {0, 0.95F, 0}},
                                    {Bone::spine, {0, 1.05F, 0}},
                                    {Bone::head, {0, 1.55F, 0.03F}},
                                    {Bone::left_eye, {0.03F, 1.62F, 0.1F}},
                                    {Bone::right_eye, {-0.03F, 1.62F, 0.1F}},
                                    {Bone::left_upper_arm, {0.18F, 1.4F, 0}},
                                    {Bone::right_upper_arm, {-0.18F, 1.4F, 0}},
                                    {Bone::left_upper_leg, {0.1F, 0.9F, 0}},
                                    {Bone::right_upper_leg, {-0.1F, 0.9F, 0}},
                                    {Bone::left_foot, {0.1F, 0.08F, -0.03F}},
                                    {Bone::right_foot, {-0.1F, 0.08F, -0.03F}},
                                    {Bone::left_toes, {0.1F, 0.02F, 0.1F}},
                                    {Bone::right_toes, {-0.1F, 0.02F, 0.1F}}};
    Document document;
    document.nodes.emplace_back();
    document.humanoids.emplace_back();
    document.humanoids[0].node = 0;
    for (const Point& point : points) {
        Node node;
        node.parent = 0;
        node.kind = NodeKind::joint;
        node.rest.translation = point.place;
        document.humanoids[0].bones[point.bone] = static_cast<int>(document.nodes.size());
        Joint joint;
        joint.node = static_cast<int>(document.nodes.size());
        document.nodes.push_back(node);
        document.humanoids[0].joints.push_back(joint);
    }
    if (!with_mesh) return document;
    auto mesh = std::make_shared<Mesh>();
    mesh->positions = {vec3(0.9F, 1.4F, 0), vec3(-0.9F, 1.4F, 0), vec3(0, 1.75F, 0.1F), vec3(0.1F, 0, 0.2F),
                       vec3(0, 0, -0.1F)};
    auto skin = std::make_shared<Skin>();
    skin->nodes = {0};
    skin->inverse_bind = {mat4(1.0F)};
    MeshInstance instance;
    instance.mesh = mesh;
    instance.skin = skin;
    instance.humanoid = 0;
    document.meshes.push_back(instance);
    return document;
}

Stance stance_of(Document document, const Transform& placed, int humanoid = 0) {
    document.nodes[0].rest = placed;
    const Skeleton skeleton = make_skeleton(document);
    return find_stance(document, world_matrices(skeleton, rest_pose(skeleton)), skeleton.weights, humanoid);
}

Transform turned(const quat& rotation, float scale = 1.0F) {
    Transform out;
    out.rotation = rotation;
    out.scale = vec3(scale);
    return out;
}

constexpr float right_angle = 1.5707964F;

TEST(Stance, FileConventionsAreSeenThrough) {
    struct Case {
        const char* name;
        quat rotation;
        vec3 up, front;
    };
    const std::vector<Case> cases{
        {"Y up, facing +Z", identity_quat, {0, 1, 0}, {0, 0, 1}},
        {"Y up, facing -Z", axis_angle({0, 1, 0}, 2 * right_angle), {0, 1, 0}, {0, 0, -1}},
        {"Z up, facing -Y", axis_angle({1, 0, 0}, right_angle), {0, 0, 1}, {0, -1, 0}},
        {"Z up, facing X",
         axis_angle({0, 0, 1}, right_angle) * axis_angle({1, 0, 0}, right_angle),
         {0, 0, 1},
         {1, 0, 0}},
        {"X up", axis_angle({0, 0, 1}, -right_angle), {1, 0, 0}, {0, 0, 1}},
        {"upside down", axis_angle({0, 0, 1}, 2 * right_angle), {0, -1, 0}, {0, 0, 1}},
    };
    for (const Case& c : cases) {
        const Stance stance = stance_of(person(), turned(c.rotation));
        EXPECT_TRUE(stance.found) << c.name;
        EXPECT_EQ(stance.up, c.up) << c.name;
        EXPECT_LT(glm::length(stance.front - c.front), 1e-6F) << c.name;
        EXPECT_LT(glm::length(stance.left - glm::cross(c.up, c.front)), 1e-6F) << c.name;
        EXPECT_NEAR(stance.height, 1.75F, 1e-5F) << c.name;
    }
}

TEST(Stance, FollowsAnyTurnScaleAndPlace) {
    Random random(1);
    for (int i = 0; i < 500; ++i) {
        Transform placed = turned(random.rotation(), random.real(0.01F, 100.0F));
        placed.translation = random.vector(-50.0F, 50.0F);
        const Stance stance = stance_of(person(i % 2 == 0), placed);
        ASSERT_TRUE(stance.found);
        EXPECT_GT(glm::dot(stance.up, placed.rotation * vec3(0, 1, 0)), 0.92F)
            << "20 degrees, and 2.6 that the head leans";
        EXPECT_NEAR(glm::dot(stance.up, stance.front), 0.0F, 1e-5F);
        EXPECT_NEAR(glm::length(stance.front), 1.0F, 1e-5F);
        EXPECT_LT(glm::length(stance.left - glm::cross(stance.up, stance.front)), 1e-5F);
        EXPECT_GT(glm::dot(stance.front, placed.rotation * vec3(0, 0, 1)), 0.7F);
        const float low = glm::dot(stance.ground, stance.up);
        EXPECT_GE(stance.height, 0.0F);
        for (const vec3& corner : {stance.bounds.min, stance.bounds.max}) EXPECT_TRUE(is_finite(corner));
        const vec3 hips(placed.rotation * (placed.scale * vec3(0, 0.9F, 0)) + placed.translation);
        const vec3 aside = (hips - stance.ground) - glm::dot(hips - stance.ground, stance.up) * stance.up;
        EXPECT_LT(glm::length(aside), 1e-3F * placed.scale.x + 1e-4F) << "the ground is under the hips";
        EXPECT_LE(low, glm::dot(hips, stance.up));
    }
}

TEST(Stance, ATurnAboutUpIsKeptToTheDegree) {
    for (float degrees = 0.0F; degrees < 360.0F; degrees += 7.0F) {
        const quat turn = axis_angle(vec3(0, 1, 0), glm::radians(degrees));
        const Stance stance = stance_of(person(), turned(turn));
        EXPECT_EQ(stance.up, vec3(0, 1, 0));
        const float to_axis = std::fabs(std::remainder(degrees, 90.0F));
        const vec3 front = turn * vec3(0, 0, 1);
        EXPECT_GT(glm::dot(stance.front, front), to_axis <= 20.0F ? 0.939F : 0.99999F) << degrees;
    }
}

TEST(Stance, LeaningFigureStandsUprightAllTheSame) {
    const Stance stance = stance_of(person(), turned(axis_angle(vec3(1, 0, 0), 0.3F)));
    EXPECT_EQ(stance.up, vec3(0, 1, 0));
    EXPECT_EQ(stance.front, vec3(0, 0, 1));
}

/// Binds a skin to the bones where they are, and makes the others children of the hips.
void bind(Document& document) {
    auto skin = std::make_shared<Skin>();
    auto mesh = std::make_shared<Mesh>();
    mesh->influence_begin.push_back(0);
    for (const Joint& joint : document.humanoids[0].joints) {
        const vec3 place = at(document.nodes, joint.node).rest.translation;
        mesh->influence_joint.push_back(static_cast<std::uint32_t>(skin->nodes.size()));
        mesh->influence_weight.push_back(1.0F);
        mesh->positions.push_back(place);
        mesh->influence_begin.push_back(static_cast<std::uint32_t>(mesh->positions.size()));
        skin->nodes.push_back(joint.node);
        skin->inverse_bind.push_back(glm::translate(mat4(1.0F), -place));
    }
    const int hips = document.humanoids[0].bones[Bone::hips];
    for (const Joint& joint : document.humanoids[0].joints) {
        if (joint.node == hips) continue;
        Node& node = at(document.nodes, joint.node);
        node.parent = hips;
        node.rest.translation -= at(document.nodes, hips).rest.translation;
    }
    mesh->indices = {0, 1, 2};
    document.meshes[0].mesh = std::move(mesh);
    document.meshes[0].skin = std::move(skin);
}

TEST(Stance, OfNodesThatRestInALungeIsThatOfTheBindPose) {
    Document knight = person();
    bind(knight);
    for (const float lean : {0.6F, 1.0F, 2.0F}) {
        const Stance stance = stance_of(knight, turned(axis_angle(vec3(1, 0, 0), lean)));
        EXPECT_EQ(stance.up, vec3(0, 1, 0)) << lean;
        EXPECT_EQ(stance.front, vec3(0, 0, 1)) << lean;
    }
}

/// The person with one bone, or a pair of them, at another position.
Document with_bones_at(Document document, std::initializer_list<std::pair<Bone, vec3>> places) {
    for (const auto& [bone, place] : places)
        at(document.nodes, document.humanoids[0].bones[bone]).rest.translation = place;
    return document;
}

TEST(Stance, OneJointOutOfPlaceTurnsNoFigureOver) {
    const std::vector<std::pair<const char*, Document>> cases{
        {"head under the feet", with_bones_at(person(), {{Bone::head, {0, -3.0F, 0}}})},
        {"head far in front", with_bones_at(person(), {{Bone::head, {0, 0.2F, 9.0F}}})},
        {"hips at the floor", with_bones_at(person(), {{Bone::hips, {0, -1.0F, 0}}})},
        {"hips far above", with_bones_at(person(), {{Bone::hips, {0, 5.0F, 0}}})},
        {"feet above the head",
         with_bones_at(person(), {{Bone::left_foot, {0.1F, 4.0F, 0}}, {Bone::right_foot, {-0.1F, 4.0F, 0}}})},
        {"legs up", with_bones_at(person(), {{Bone::left_upper_leg, {0.1F, 2.0F, 0}},
                                             {Bone::right_upper_leg, {-0.1F, 2.0F, 0}}})},
    };
    for (const auto& [name, document] : cases) {
        const Stance stance = stance_of(document, Transform{});
        EXPECT_EQ(stance.up, vec3(0, 1, 0)) << name;
        EXPECT_EQ(stance.front, vec3(0, 0, 1)) << name;
    }
}

TEST(Stance, FeetBehindAJumpersKneesSayNothingOfTheFront) {
    Document jumper = person();
    for (const auto& [bone, side] :
         {std::pair{Bone::left_lower_leg, 0.1F}, std::pair{Bone::right_lower_leg, -0.1F}}) {
        Node knee;
        knee.parent = 0;
        knee.rest.translation = {side, 0.75F, 0.4F};
        jumper.humanoids[0].bones[bone] = static_cast<int>(jumper.nodes.size());
        jumper.nodes.push_back(knee);
    }
    jumper = with_bones_at(jumper, {{Bone::left_foot, {0.1F, 0.4F, 0.1F}},
                                    {Bone::right_foot, {-0.1F, 0.4F, 0.1F}},
                                    {Bone::left_toes, {0.1F, 0.3F, 0.0F}},
                                    {Bone::right_toes, {-0.1F, 0.3F, 0.0F}},
                                    {Bone::left_eye, {0.03F, 1.62F, 0.03F}}});
    EXPECT_EQ(stance_of(jumper, Transform{}).front, vec3(0, 0, 1));
}

TEST(Stance, AHunchedBackStandsOnALevelFloor) {
    const Document hunched = with_bones_at(person(), {{Bone::head, {0, 1.2F, 0.7F}},
                                                      {Bone::left_upper_arm, {0.18F, 1.2F, 0.4F}},
                                                      {Bone::right_upper_arm, {-0.18F, 1.2F, 0.4F}}});
    EXPECT_EQ(stance_of(hunched, Transform{}).up, vec3(0, 1, 0));
}

TEST(Stance, AgreesWithTheFrameThatMotionIsCarriedOverIn) {
    Random random(2);
    for (int i = 0; i < 200; ++i) {
        Document document = person(i % 2 == 0);
        document.nodes[0].rest = turned(random.rotation(), random.real(0.1F, 10.0F));
        const Skeleton skeleton = make_skeleton(document);
        const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
        const Stance stance = find_stance(document, world, skeleton.weights, 0);
        const BodyFrame body = find_body_frame(document.humanoids[0], world);
        EXPECT_LT(glm::length(stance.up - body.to_world({0, 1, 0})), 1e-5F);
        EXPECT_LT(glm::length(stance.front - body.to_world({0, 0, 1})), 1e-5F);
    }
}

TEST(Stance, UnitsAreGuessedFromTheHeight) {
    EXPECT_EQ(stance_of(person(), turned(identity_quat, 1.0F)).metres_per_unit, 1.0F);
    EXPECT_EQ(stance_of(person(), turned(identity_quat, 100.0F)).metres_per_unit, 0.01F);
    EXPECT_EQ(stance_of(person(), turned(identity_quat, 39.37F)).metres_per_unit, 0.0254F);
    EXPECT_EQ(stance_of(person(), turned(identity_quat, 0.6F)).metres_per_unit, 1.0F) << "a child";
    EXPECT_EQ(stance_of(person(), turned(identity_quat, 100.0F)).unit, "centimetres");
    EXPECT_EQ(stance_of(person(), turned(identity_quat, 1000.0F)).unit, "millimetres");
    EXPECT_EQ(stance_of(person(), turned(identity_quat, 39.37F)).unit, "inches");
}

TEST(Stance, OtherSizesAreTakenForAPowerOfTenOfAMetre) {
    for (const float size : {1e-4F, 0.01F, 0.1F, 13.0F, 2e4F, 1e6F}) {
        const UnitGuess guess = guess_unit(1.7F * size);
        EXPECT_EQ(guess.name, "") << size;
        EXPECT_GT(1.7F * size * guess.metres, 0.5F) << size;
        EXPECT_LT(1.7F * size * guess.metres, 5.5F) << size;
    }
}

TEST(Stance, AHandIsInTheUnitOfItsFormat) {
    Document document = person();
    document.humanoids[0].bones = BoneMap{};
    for (const float size : {0.01F, 0.12F, 13.0F}) {
        document.format = FileFormat::glb;
        EXPECT_EQ(stance_of(document, turned(identity_quat, size)).metres_per_unit, 1.0F) << size;
        EXPECT_EQ(stance_of(document, turned(identity_quat, size)).unit, "metres") << size;
        document.format = FileFormat::bvh;
        EXPECT_EQ(stance_of(document, turned(identity_quat, size)).unit, "") << size << ": BVH has none";
    }
    document.format = FileFormat::glb;
    EXPECT_EQ(stance_of(document, turned(identity_quat, 100.0F)).unit, "centimetres")
        << "as a person would be";
}

TEST(Stance, TheFilesOwnUnitCountsMoreThanTheSize) {
    Document document = person();
    document.metres_per_unit = 0.01F;
    const Stance stance = stance_of(document, turned(identity_quat, 1.0F));
    EXPECT_EQ(stance.metres_per_unit, 0.01F);
    EXPECT_EQ(stance.unit, "centimetres");
}

TEST(Stance, WithoutSidesToesAndFaceGiveTheFront) {
    Document document = person();
    for (const Bone bone : {Bone::right_upper_arm, Bone::right_upper_leg})
        document.humanoids[0].bones[bone] = -1;
    const quat turn = axis_angle(vec3(0, 1, 0), 2 * right_angle);
    Stance stance = stance_of(document, turned(turn));
    EXPECT_TRUE(stance.found);
    EXPECT_LT(glm::length(stance.front - vec3(0, 0, -1)), 1e-5F);
    for (const Bone bone : {Bone::left_toes, Bone::right_toes}) document.humanoids[0].bones[bone] = -1;
    stance = stance_of(document, turned(turn));
    EXPECT_LT(glm::length(stance.front - vec3(0, 0, -1)), 1e-5F) << "by the eyes";
}

TEST(Stance, SwappedSidesAreOverruledByToesAndFaceTogether) {
    Document document = person();
    BoneMap& bones = document.humanoids[0].bones;
    std::swap(bones[Bone::left_upper_arm], bones[Bone::right_upper_arm]);
    std::swap(bones[Bone::left_upper_leg], bones[Bone::right_upper_leg]);
    EXPECT_EQ(stance_of(document, Transform{}).front, vec3(0, 0, 1));
}

TEST(Stance, WithoutBonesTheFilesAxesCount) {
    Document document = person();
    document.humanoids[0].bones = BoneMap{};
    const Stance upright = stance_of(document, Transform{});
    EXPECT_FALSE(upright.found);
    EXPECT_EQ(upright.up, vec3(0, 1, 0));
    EXPECT_EQ(upright.front, vec3(0, 0, 1));
    const Stance lying = stance_of(document, turned(axis_angle({1, 0, 0}, right_angle)));
    EXPECT_EQ(lying.up, vec3(0, 0, 1)) << "its joints reach much further along Z";
    EXPECT_EQ(lying.front, vec3(0, -1, 0));
}

TEST(Stance, MeshWithoutAnyHumanoidAndNothingAtAll) {
    Document document = person();
    document.humanoids.clear();
    document.meshes[0].humanoid = -1;
    const Stance stance = stance_of(document, Transform{}, -1);
    EXPECT_FALSE(stance.found);
    EXPECT_NEAR(stance.height, 1.75F, 1e-6F);
    EXPECT_EQ(stance.ground.y, 0.0F);
    const Stance nothing = find_stance(Document{}, {}, {}, -1);
    EXPECT_TRUE(nothing.bounds.empty());
    EXPECT_EQ(nothing.height, 0.0F);
}

}  // namespace
}  // namespace vitruvian

// Inverse kinematics: limits hold, targets are reached, and unreachable targets cause no trembling.
#include "tests/unit/ik_manikin.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace vitruvian::test {
namespace {

TEST(Ik, AnglesAreSwingAndTwist) {
    Random random(1);
    for (int i = 0; i < 500; ++i) {
        const vec3 angles(random.real(-1.5F, 1.5F), random.real(-3.0F, 3.0F), random.real(-1.5F, 1.5F));
        EXPECT_LT(glm::length(swing_twist_angles(swing_twist_rotation(angles)) - angles), 1e-4F);
    }
}

TEST(Ik, AnUnreachableTargetNeverTrembles) {
    const IkFigure figure = make_ik_figure(manikin(), 0);
    const int wrist = node_of(Bone::left_hand);
    Pose pose = rest_pose(figure.skeleton);
    const std::vector<IkTarget> targets{{wrist, vec3(3.0F, 2.0F, 1.0F), {}}};
    for (int frame = 0; frame < 60; ++frame) pose = solve_ik(figure, pose, targets).pose;
    for (int frame = 0; frame < 30; ++frame) {
        const Pose next = solve_ik(figure, pose, targets).pose;
        float largest = 0.0F;
        for (std::size_t i = 0; i < pose.local.size(); ++i) {
            const quat d = glm::inverse(pose.local[i].rotation) * next.local[i].rotation;
            largest = std::max(largest, 2.0F * std::atan2(glm::length(vec3(d.x, d.y, d.z)), std::abs(d.w)));
        }
        EXPECT_LT(largest, 0.0175F) << "a joint turns by over a degree while nothing moves";
        pose = next;
    }
}

TEST(Ik, PinsStayWhileTheBodyReaches) {
    const IkFigure figure = make_ik_figure(manikin(), 0);
    const Pose start = rest_pose(figure.skeleton);
    const std::vector<mat4> world = world_matrices(figure.skeleton, start);
    const int left_foot = node_of(Bone::left_foot);
    const int right_foot = node_of(Bone::right_foot);
    const int hand = node_of(Bone::right_hand);
    std::vector<IkTarget> targets{pinned(left_foot, world), pinned(right_foot, world)};
    targets.push_back({hand, vec3(at(world, hand)[3]) + vec3(0.1F, -0.25F, 0.35F), {}});
    IkOptions options;
    options.root_free = true;
    options.restarts = 4;
    const IkResult result = solve_ik(figure, start, targets, options);
    EXPECT_TRUE(result.reached);
    const std::vector<mat4> found = world_matrices(figure.skeleton, result.pose);
    for (const int foot : {left_foot, right_foot})
        EXPECT_LT(glm::length(vec3(at(found, foot)[3]) - vec3(at(world, foot)[3])), 1.1e-3F);
}

TEST(Ik, AStiffJointTurnsLess) {
    const auto bend_of_spine = [](float stiffness) {
        Document document = manikin();
        for (Joint& joint : document.humanoids[0].joints) {
            const std::string& name = at(document.nodes, joint.node).name;
            if (name.starts_with("v")) joint.stiffness = vec3(stiffness);
        }
        const IkFigure figure = make_ik_figure(document, 0);
        const Pose start = rest_pose(figure.skeleton);
        const std::vector<mat4> world = world_matrices(figure.skeleton, start);
        const int hand = node_of(Bone::right_hand);
        const std::vector<IkTarget> targets{{hand, vec3(at(world, hand)[3]) + vec3(0.1F, 0.35F, 0.55F), {}}};
        const IkResult result = solve_ik(figure, start, targets);
        float bend = 0.0F;
        for (const IkJoint& joint : figure.joints) {
            if (at(document.nodes, joint.node).name.starts_with("v"))
                bend += glm::length(angles_of(figure, joint, result.pose));
        }
        return bend;
    };
    EXPECT_LT(bend_of_spine(0.9F), 0.6F * bend_of_spine(0.0F));
}

TEST(Ik, WorksOnAnyRigAlsoMirroredAndScaledOnes) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        Document document = test::random_document(seed);
        Node& top = document.nodes.front();
        if (seed % 3 == 0) top.rest.scale = vec3(0.01F);
        if (seed % 3 == 1) top.rest.scale = vec3(-1.0F, 1.0F, 1.0F);
        const IkFigure figure = make_ik_figure(document, 0);
        const Pose start = rest_pose(figure.skeleton);
        const std::vector<mat4> world = world_matrices(figure.skeleton, start);
        const int end = figure.joints.back().node;
        const vec3 goal = vec3(at(world, end)[3]) + random.vector(-0.2F, 0.2F);
        const std::vector<IkTarget> targets{{end, goal, {}}};
        const IkResult result = solve_ik(figure, start, targets);
        ASSERT_EQ(result.distances.size(), 1U);
        EXPECT_LE(result.distances[0], glm::length(goal - vec3(at(world, end)[3])) * 1.01F + 1e-3F)
            << "farther than before, seed " << seed;
        const std::vector<mat4> found = world_matrices(figure.skeleton, result.pose);
        EXPECT_NEAR(glm::length(vec3(at(found, end)[3]) - goal), result.distances[0], 1e-3F);
    }
}

}  // namespace
}  // namespace vitruvian::test

// Inverse kinematics: limits hold, targets are reached, and unreachable targets cause no trembling.
#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/formats/load.h"
#include "model/ik/ik_solver.h"
#include "tests/folders.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace vitruvian {
namespace {

using test::Random;

const Document& manikin() {
    static const Document document = [] {
        Result<Document> loaded = load_document(source_folder() / "assets/manikin/manikin.x3d");
        EXPECT_TRUE(loaded.has_value());
        return std::move(*loaded);
    }();
    return document;
}

int node_of(Bone bone) {
    return manikin().humanoids[0].bones[bone];
}

vec3 angles_of(const IkFigure& figure, const IkJoint& joint, const Pose& pose) {
    const quat delta =
        glm::inverse(at(figure.skeleton.rest, joint.node).rotation) * at(pose.local, joint.node).rotation;
    return swing_twist_angles(glm::inverse(joint.limit_frame) * delta * joint.limit_frame);
}

/// Every joint at a random angle within its limits, up to `amplitude` of the range from the middle.
Pose random_pose(const IkFigure& figure, Random& random, float amplitude) {
    Pose pose = rest_pose(figure.skeleton);
    for (const IkJoint& joint : figure.joints) {
        vec3 angles(0.0F);
        for (int axis = 0; axis < 3; ++axis) {
            const float middle = 0.5F * (joint.lower[axis] + joint.upper[axis]);
            const float half = 0.5F * amplitude * (joint.upper[axis] - joint.lower[axis]);
            angles[axis] = random.real(middle - half, middle + half);
        }
        at(pose.local, joint.node).rotation = at(figure.skeleton.rest, joint.node).rotation *
                                              joint.limit_frame * swing_twist_rotation(angles) *
                                              glm::inverse(joint.limit_frame);
    }
    return pose;
}

TEST(Ik, AnglesAreSwingAndTwist) {
    Random random(1);
    for (int i = 0; i < 500; ++i) {
        const vec3 angles(random.real(-1.5F, 1.5F), random.real(-3.0F, 3.0F), random.real(-1.5F, 1.5F));
        EXPECT_LT(glm::length(swing_twist_angles(swing_twist_rotation(angles)) - angles), 1e-4F);
    }
}

TEST(Ik, ReachesWhatPosesWithinTheLimitsReach) {
    const IkFigure figure = make_ik_figure(manikin(), 0);
    Random random(2);
    IkOptions options;
    options.restarts = 4;
    const std::vector<int> ends{node_of(Bone::left_hand), node_of(Bone::right_hand), node_of(Bone::left_foot),
                                node_of(Bone::right_foot), node_of(Bone::head)};
    int reached = 0;
    constexpr int tries = 60;
    for (int i = 0; i < tries; ++i) {
        const std::vector<mat4> world = world_matrices(figure.skeleton, random_pose(figure, random, 1.0F));
        std::vector<IkTarget> targets;
        for (const int end : ends) targets.push_back({end, vec3(at(world, end)[3]), {}});
        const IkResult result = solve_ik(figure, rest_pose(figure.skeleton), targets, options);
        reached += result.reached ? 1 : 0;
        for (const IkJoint& joint : figure.joints) {
            const vec3 angles = angles_of(figure, joint, result.pose);
            for (int axis = 0; axis < 3; ++axis) {
                EXPECT_GE(angles[axis], std::min(joint.lower[axis], 0.0F) - 1e-3F);
                EXPECT_LE(angles[axis], std::max(joint.upper[axis], 0.0F) + 1e-3F);
            }
        }
        if (!result.reached) continue;
        const std::vector<mat4> found = world_matrices(figure.skeleton, result.pose);
        for (const IkTarget& target : targets)
            EXPECT_LT(glm::length(vec3(at(found, target.node)[3]) - target.position), 1.1e-3F);
    }
    EXPECT_GE(reached, tries * 99 / 100);
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

IkOptions thorough() {
    IkOptions options;
    options.iterations = 100;
    options.restarts = 8;
    return options;
}

/// The largest rotation of a joint between two poses, in degrees.
float largest_turn(const Pose& a, const Pose& b) {
    float largest = 0.0F;
    for (std::size_t i = 0; i < a.local.size(); ++i) {
        const quat d = glm::inverse(a.local[i].rotation) * b.local[i].rotation;
        largest = std::max(largest, 2.0F * std::atan2(glm::length(vec3(d.x, d.y, d.z)), std::abs(d.w)));
    }
    return glm::degrees(largest);
}

TEST(Ik, TargetsOutOfReachThatLieCloseTogetherArePointedAtAlike) {
    const IkFigure figure = make_ik_figure(manikin(), 0);
    const Pose rest = rest_pose(figure.skeleton);
    Random random(5);
    int unlike = 0;
    constexpr int tries = 20;
    for (int i = 0; i < tries; ++i) {
        const vec3 far = 5.0F * glm::normalize(random.vector(-1.0F, 1.0F));
        std::vector<Pose> poses;
        for (int k = 0; k < 2; ++k) {
            const std::vector<IkTarget> targets{
                {node_of(Bone::left_hand), far * (1.0F + 1e-4F * static_cast<float>(k)), {}}};
            const IkResult result = solve_ik(figure, rest, targets, thorough());
            ASSERT_FALSE(result.reached);
            poses.push_back(result.pose);
        }
        unlike += largest_turn(poses[0], poses[1]) > 5.0F ? 1 : 0;
    }
    // Behind the back the arm has several solutions.
    EXPECT_LE(unlike, tries / 10);
}

/// A hand's target moves along a path, each position solved from rest: the largest rotation of a joint
/// between consecutive unreachable positions, in degrees; and that of the hips from rest to any.
struct Swept {
    float step = 0.0F;
    float hips = 0.0F;
};
Swept sweep(const std::vector<vec3>& way) {
    const IkFigure figure = make_ik_figure(manikin(), 0);
    const Pose rest = rest_pose(figure.skeleton);
    Swept out;
    std::optional<Pose> before;
    for (const vec3& place : way) {
        const std::vector<IkTarget> targets{{node_of(Bone::left_hand), place, {}}};
        const IkResult result = solve_ik(figure, rest, targets, thorough());
        if (before && !result.reached) out.step = std::max(out.step, largest_turn(*before, result.pose));
        before = result.reached ? std::nullopt : std::optional(result.pose);
        const auto hips = static_cast<std::size_t>(node_of(Bone::hips));
        Pose turned = rest;
        turned.local[hips] = result.pose.local[hips];
        out.hips = std::max(out.hips, largest_turn(rest, turned));
    }
    return out;
}

TEST(Ik, WhereTheTargetMovesALittleThePoseMovesALittle) {
    const IkFigure figure = make_ik_figure(manikin(), 0);
    const std::vector<mat4> world = world_matrices(figure.skeleton, rest_pose(figure.skeleton));
    const vec3 shoulder(at(world, node_of(Bone::left_upper_arm))[3]);
    const auto outwards = [&](const vec3& way, float from) {
        std::vector<vec3> out;
        for (int i = 0; i < 25; ++i)
            out.push_back(shoulder + (from + 0.02F * static_cast<float>(i)) * glm::normalize(way));
        return out;
    };
    for (const vec3& way : {vec3(0.1F, 0.1F, 1.0F), vec3(1.0F, 0.05F, 0.1F), vec3(0.1F, 1.0F, 0.1F)}) {
        const auto far = sweep(outwards(way, 1.4F));
        EXPECT_LT(far.step, 10.0F) << way.x << ' ' << way.y;
        EXPECT_LT(far.hips, 75.0F) << "of the hips there is little need";
        EXPECT_EQ(sweep(outwards(way, 0.2F)).hips, 0.0F) << "the arm suffices";
    }
    std::vector<vec3> around;
    for (int angle = 0; angle <= 120; angle += 3) {
        const float radians = glm::radians(static_cast<float>(angle));
        around.emplace_back(3.0F * std::sin(radians), 1.3F, 3.0F * std::cos(radians));
    }
    EXPECT_LT(sweep(around).step, 15.0F);
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
}  // namespace vitruvian

// Inverse kinematics, by hundreds of solutions: what can be reached is reached, and a target that moves a little moves
// the pose a little.
#include "tests/unit/ik_manikin.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace vitruvian::test {
namespace {

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

TEST(IkSearch, ReachesWhatPosesWithinTheLimitsReach) {
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

TEST(IkSearch, TargetsOutOfReachThatLieCloseTogetherArePointedAtAlike) {
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

TEST(IkSearch, WhereTheTargetMovesALittleThePoseMovesALittle) {
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

}  // namespace
}  // namespace vitruvian::test

// Layers drawn over and on the skin: limit fans within their own bones, displacers in colour, bones of ghosts.
#include "app/scene/displaced.h"
#include "app/scene/ghosts.h"
#include "tests/cli/posed_figure.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian {
namespace {

/// Hips, a hand at arm's length and a finger of 4 cm, whose joints have limits from `first` on.
struct Finger : test::PosedFigure {
    explicit Finger(std::size_t first) {
        const std::vector<vec3> steps = {{0, 1, 0}, {0.7F, 0.4F, 0}, {0.09F, 0, 0}, {0.04F, 0, 0}};
        Humanoid figure;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            Node node;
            node.parent = static_cast<int>(i) - 1;
            node.kind = NodeKind::joint;
            node.rest.translation = steps[i];
            document.nodes.push_back(node);
            Joint joint;
            joint.node = static_cast<int>(i);
            if (i >= first) {
                joint.lower_limit = vec3(-0.3F);
                joint.upper_limit = vec3(1.5F);
            }
            figure.joints.push_back(joint);
        }
        document.humanoids.push_back(figure);
        settle();
    }
    [[nodiscard]] RenderScene with_limits(const Selection& selected = {}) const {
        const Figure one = figure();
        ViewSettings view;
        view.show = Show{};
        view.show.limits = true;
        view.selected = selected;
        return compose_frame({&one, 1}, view, Camera{});
    }
};

float farthest(const RenderScene& scene, const vec3& from) {
    float out = 0.0F;
    for (const OverlayTriangle& triangle : scene.triangles)
        for (const vec3& point : {triangle.a, triangle.b, triangle.c})
            out = std::max(out, glm::distance(point, from));
    return out;
}

TEST(LimitLayer, FansOfAFingerStayWithinIt) {
    const RenderScene scene = Finger(2).with_limits();
    EXPECT_GT(scene.triangles.size(), 10U);
    EXPECT_LT(farthest(scene, {0.81F, 1.4F, 0.0F}), 0.07F) << "the two joints are 4 cm apart";
}

TEST(LimitLayer, ASelectedJointHasLargeFansAlone) {
    const RenderScene scene = Finger(0).with_limits({0, joint_item(0, 3)});
    EXPECT_GT(farthest(scene, {0.83F, 1.4F, 0.0F}), 0.1F);
    EXPECT_LT(farthest(scene, {0.83F, 1.4F, 0.0F}), 0.3F);
}

std::shared_ptr<Mesh> face() {
    auto mesh = std::make_shared<Mesh>();
    mesh->positions.resize(4);
    mesh->targets.resize(2);
    mesh->targets[0].vertices = {1};
    mesh->targets[0].positions = {vec3(0.0F, 0.1F, 0.0F)};
    mesh->targets[1].vertices = {2};
    return mesh;
}

TEST(DisplacerLayer, SkinThatOnlyBelongsTogetherHasAColourOfItsOwn) {
    const auto mesh = face();
    const auto painted = displacement_colored(mesh, {0, 1});
    ASSERT_NE(painted, nullptr);
    ASSERT_EQ(painted->colors.size(), 4U);
    EXPECT_EQ(painted->colors[0], painted->colors[3]) << "what neither means is grey";
    EXPECT_NE(painted->colors[1], painted->colors[0]);
    EXPECT_NE(painted->colors[2], painted->colors[0]);
    EXPECT_NE(painted->colors[2], painted->colors[1]);
    const auto feature = displacement_colored(mesh, {1});
    ASSERT_NE(feature, nullptr);
    EXPECT_EQ(feature->colors[1], feature->colors[0]);
    EXPECT_EQ(feature->colors[2], painted->colors[2]);
    EXPECT_EQ(displacement_colored(mesh, {}), nullptr);
}

TEST(DisplacerLayer, TheSameIsUploadedOnce) {
    const auto mesh = face();
    const auto first = displacement_colored(mesh, {0});
    EXPECT_EQ(displacement_colored(mesh, {0}), first);
    EXPECT_NE(displacement_colored(mesh, {0, 1}), first);
    EXPECT_NE(displacement_colored(face(), {0}), first);
}

TEST(Ghosts, BonesHaveTheColourOfTheirFigureAndNotOfTheirSide) {
    const Finger first(0);
    const Finger second(0);
    ViewSettings view;
    view.show.bones = view.show.joints = true;
    Picks picks;
    const RenderScene scene = compose_ghosts({first.figure(), second.figure()}, view, Camera{}, &picks);
    ASSERT_GE(scene.bones.size(), 4U);
    ASSERT_EQ(scene.bones.size() % 2, 0U);
    for (std::size_t i = 0; i < scene.bones.size(); ++i) {
        const vec4& expected = i < scene.bones.size() / 2 ? first_ghost_color : second_ghost_color;
        EXPECT_EQ(vec3(scene.bones[i].color), vec3(expected)) << i;
    }
    EXPECT_EQ(vec3(scene.joints.front().color), vec3(first_ghost_color));
    EXPECT_EQ(vec3(scene.joints.back().color), vec3(second_ghost_color));
}

}  // namespace
}  // namespace vitruvian

// The pixels that a scene's parts cover: never too few, and not many too many.
#include "renderer/covered.h"

#include "tests/gl/gl_test.h"

#include <glm/gtc/matrix_transform.hpp>

#include <array>
#include <utility>

namespace vitruvian::test {
namespace {

constexpr int covered_width = 200;
constexpr int covered_height = 100;

TEST(PixelRect, GrowsToHoldOthersAndStaysInThePicture) {
    PixelRect rect;
    EXPECT_TRUE(rect.empty());
    EXPECT_TRUE(rect.grown(5, covered_width, covered_height).empty());
    rect.add({10, 20, 30, 40});
    rect.add({});
    EXPECT_EQ(rect, (PixelRect{10, 20, 30, 40}));
    rect.add({5, 30, 12, 90});
    EXPECT_EQ(rect, (PixelRect{5, 20, 30, 90}));
    EXPECT_EQ(rect.grown(15, covered_width, covered_height), (PixelRect{0, 5, 45, 100}));
}

TEST(Coverage, PointsOfClipSpaceArePixels) {
    Coverage coverage(mat4(1.0F), covered_width, covered_height);
    EXPECT_TRUE(coverage.pixels(3).empty());
    coverage.add(vec4(-0.5F, -0.5F, 0.0F, 1.0F));
    coverage.add(vec4(1.0F, 0.0F, 0.0F, 2.0F));
    EXPECT_EQ(coverage.pixels(0), (PixelRect{50, 25, 150, 50}));
    EXPECT_EQ(coverage.pixels(2), (PixelRect{48, 23, 152, 52}));
}

TEST(Coverage, WhatReachesBehindTheEyeMayBeAnywhere) {
    Coverage coverage(mat4(1.0F), covered_width, covered_height);
    coverage.add(vec4(0.0F, 0.0F, 0.0F, -1.0F));
    EXPECT_EQ(coverage.pixels(0), (PixelRect{0, 0, covered_width, covered_height}));
}

TEST(Coverage, WhatIsBesideThePictureReachesNoPixel) {
    Coverage coverage(mat4(1.0F), covered_width, covered_height);
    coverage.add(vec4(3.0F, 0.0F, 0.0F, 1.0F));
    coverage.add(vec4(4.0F, 0.5F, 0.0F, 1.0F));
    EXPECT_TRUE(coverage.pixels(3).empty());
}

/// A skinned mesh with a displacement: its vertices stay within the computed bounds, whatever moves them.
TEST(Coverage, PosedVerticesAreWithin) {
    Random random(7);
    for (int round = 0; round < 200; ++round) {
        Mesh mesh;
        const int joints = random.integer(1, 5);
        mesh.influence_begin.push_back(0);
        for (int v = 0; v < 30; ++v) {
            mesh.positions.push_back(random.vector(-1.0F, 1.0F));
            const int influences = random.integer(0, 3);
            for (int i = 0; i < influences; ++i) {
                mesh.influence_joint.push_back(static_cast<std::uint32_t>(random.integer(0, joints - 1)));
                mesh.influence_weight.push_back(1.0F / static_cast<float>(influences));
            }
            mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
        }
        MorphTarget target;
        for (std::uint32_t v = 0; v < 30; v += 2) {
            target.vertices.push_back(v);
            target.positions.push_back(random.vector(-0.5F, 0.5F));
        }
        mesh.targets.push_back(target);
        std::vector<mat4> palette;
        for (int j = 0; j < joints; ++j) {
            const mat4 moved = glm::translate(mat4(1.0F), random.vector(-1.0F, 1.0F));
            palette.push_back(
                glm::rotate(moved, random.real(-3.0F, 3.0F), glm::normalize(random.vector(0.1F, 1.0F))));
        }
        const std::vector<float> weights = {random.real(-2.0F, 2.0F)};
        const mat4 clip = glm::perspective(0.6F, 2.0F, 0.1F, 100.0F) *
                          glm::translate(mat4(1.0F), vec3(0.0F, 0.0F, random.real(-20.0F, -6.0F)));
        const vec4 plane(0.0F, 1.0F, 0.0F, 0.3F);
        Coverage whole(clip, covered_width, covered_height);
        Coverage below(clip, covered_width, covered_height);
        const MeshReach reach = reach_of(mesh);
        whole.add(reach, palette, weights);
        below.add_below(plane, reach, palette, weights);
        std::vector<vec3> displaced = mesh.positions;
        for (std::size_t i = 0; i < target.vertices.size(); ++i)
            displaced[target.vertices[i]] += weights[0] * target.positions[i];
        for (std::size_t v = 0; v < displaced.size(); ++v) {
            vec4 place(0.0F);
            for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i)
                place +=
                    mesh.influence_weight[i] * palette[mesh.influence_joint[i]] * vec4(displaced[v], 1.0F);
            if (place.w == 0.0F) place = vec4(displaced[v], 1.0F);
            const vec4 at = clip * place;
            const vec2 pixel = (vec2(at) / at.w * 0.5F + 0.5F) * vec2(covered_width, covered_height);
            const auto is_in = [&](const PixelRect& rect) {
                return pixel.x >= static_cast<float>(rect.left) &&
                       pixel.x <= static_cast<float>(rect.right) &&
                       pixel.y >= static_cast<float>(rect.bottom) && pixel.y <= static_cast<float>(rect.top);
            };
            const bool in_picture = is_in({0, 0, covered_width, covered_height});
            EXPECT_TRUE(!in_picture || is_in(whole.pixels(1)));
            const bool is_below = glm::dot(vec3(plane), vec3(place)) + plane.w < -1e-4F;
            EXPECT_TRUE(!in_picture || !is_below || is_in(below.pixels(1)));
        }
    }
}

// Feet are on the floor within rounding, which must not cause it to be drawn over them.
TEST(Coverage, WhatStandsOnAPlaneIsNotBelowIt) {
    Mesh mesh;
    mesh.positions = {{-1.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, {0.0F, 2.0F, 0.0F}};
    const MeshReach reach = reach_of(mesh);
    const mat4 clip =
        glm::perspective(0.6F, 2.0F, 0.1F, 100.0F) * glm::translate(mat4(1.0F), vec3(0.0F, 0.0F, -10.0F));
    const vec4 plane(0.0F, 1.0F, 0.0F, 0.0F);
    for (const auto& [sunk, is_below] :
         {std::pair(0.0F, false), {1e-7F, false}, {1e-5F, true}, {0.1F, true}}) {
        const std::array palette = {glm::translate(mat4(1.0F), vec3(0.0F, -sunk, 0.0F))};
        Coverage below(clip, covered_width, covered_height);
        below.add_below(plane, reach, palette, {});
        EXPECT_EQ(!below.pixels(0).empty(), is_below) << sunk;
    }
}

class LayerTest : public GlTest {};

TEST_F(LayerTest, APictureIsTheSameWithAStudioThatWasKept) {
    const RenderScene scene = make_figure(StandardView::best, 4.0F / 3.0F);
    RenderTarget target;
    target.resize(200, 150);
    renderer().draw(scene, target);
    const Image first = target.read();
    for (int i = 0; i < 3; ++i) {
        renderer().draw(scene, target);
        EXPECT_EQ(target.read().rgba, first.rgba) << i;
    }
    RenderScene other = scene;
    other.background.plain = true;
    renderer().draw(other, target);
    EXPECT_NE(target.read().rgba, first.rgba);
    renderer().draw(scene, target);
    EXPECT_EQ(target.read().rgba, first.rgba) << "a studio of before is not shown again";
}

TEST_F(LayerTest, LessQualityIsNearlyTheSamePictureAndLeavesNothingBehind) {
    const RenderScene scene = make_figure(StandardView::best, 4.0F / 3.0F);
    RenderTarget target;
    target.resize(200, 150);
    renderer().draw(scene, target);
    const Image full = target.read();
    for (const int samples : {4, 1}) {
        renderer().draw(scene, target, Quality{samples, 512, 256, 128, false});
        const Image less = target.read();
        EXPECT_NE(less.rgba, full.rgba);
        EXPECT_LT(share_differing(less, full, 40), 0.04) << samples;
        renderer().draw(scene, target);
        EXPECT_EQ(target.read().rgba, full.rgba) << samples;
    }
}

TEST_F(LayerTest, TheFloorLiesOverWhatIsBelowIt) {
    RenderScene scene = make_figure(StandardView::best, 4.0F / 3.0F);
    for (mat4& matrix : scene.palettes) matrix = glm::translate(mat4(1.0F), vec3(0.0F, -0.6F, 0.0F)) * matrix;
    scene.floor.grid = true;
    const Image with = draw(scene, 200, 150);
    scene.floor.grid = false;
    const Image without = draw(scene, 200, 150);
    RenderScene alone = scene;
    alone.background.transparent = true;
    alone.floor.shadow = false;
    const Image figure = draw(alone, 200, 150);
    int lines_over_figure = 0;
    for (std::size_t i = 0; i < with.rgba.size(); i += 4) {
        const bool covered = figure.rgba[i + 3] == 255;
        lines_over_figure += covered && with.rgba[i] > without.rgba[i] + 4 ? 1 : 0;
    }
    EXPECT_GT(lines_over_figure, 10);
}

}  // namespace
}  // namespace vitruvian::test

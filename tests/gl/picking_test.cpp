// What is under a pixel.
#include "tests/gl/gl_test.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::test {
namespace {

constexpr int picking_width = 320;
constexpr int picking_height = 240;

class PickingTest : public GlTest {
  protected:
    static std::uint32_t pick(const RenderScene& scene, const vec2& at) {
        return renderer().pick(scene, picking_width, picking_height, static_cast<int>(std::floor(at.x)),
                               static_cast<int>(std::floor(at.y)));
    }
};

RenderScene ball() {
    RenderScene scene;
    add(scene, make_sphere(1.0F), mat4(1.0F)).pick_id = 7;
    frame(scene, StandardView::front, static_cast<float>(picking_width) / picking_height);
    return scene;
}

TEST_F(PickingTest, SurfaceOrNothing) {
    const RenderScene scene = ball();
    EXPECT_EQ(renderer().pick(scene, picking_width, picking_height, picking_width / 2, picking_height / 2),
              7U);
    EXPECT_EQ(renderer().pick(scene, picking_width, picking_height, 2, 2), 0U);
    for (const auto& [x, y] :
         {std::pair(-1, 5), std::pair(5, -1), std::pair(picking_width, 5), std::pair(5, picking_height)})
        EXPECT_EQ(renderer().pick(scene, picking_width, picking_height, x, y), 0U)
            << "outside of the picture";
}

TEST_F(PickingTest, NothingInAnEmptyScene) {
    EXPECT_EQ(renderer().pick(RenderScene{}, picking_width, picking_height, 10, 10), 0U);
}

TEST_F(PickingTest, JointsComeBeforeSurfacesWithinAFewPixels) {
    RenderScene scene = ball();
    scene.joints.push_back({vec3(0.2F, 0.1F, 0.0F), 4.0F, vec4(1.0F), 42});  // inside the ball
    const vec2 at = to_pixels(scene, scene.joints[0].position, picking_width, picking_height);
    for (const vec2& off : {vec2(0, 0), vec2(8, 0), vec2(-8, 0), vec2(0, 8), vec2(0, -8)})
        EXPECT_EQ(pick(scene, at + off), 42U) << off.x << ' ' << off.y;
    for (const vec2& off : {vec2(14, 0), vec2(-14, 0), vec2(0, 14), vec2(0, -14)})
        EXPECT_EQ(pick(scene, at + off), 7U) << off.x << ' ' << off.y;
}

TEST_F(PickingTest, WhatIsHiddenByASurfaceIsNeitherSeenNorPicked) {
    RenderScene scene = ball();
    const vec3 eye = scene.camera.eye();
    scene.joints.push_back({vec3(0.0F), 6.0F, vec4(1.0F, 0.0F, 0.0F, 1.0F), 42});  // inside the ball
    scene.joints.push_back(
        {glm::normalize(eye) * 1.2F + vec3(0.4F, 0.0F, 0.0F), 6.0F, vec4(0.0F, 1.0F, 0.0F, 1.0F), 43});
    const vec2 inside = to_pixels(scene, scene.joints[0].position, picking_width, picking_height);
    const vec2 before = to_pixels(scene, scene.joints[1].position, picking_width, picking_height);
    const Image through = draw(scene, picking_width, picking_height);
    EXPECT_EQ(pick(scene, inside), 42U);
    EXPECT_EQ(pick(scene, before), 43U);
    scene.overlay_behind = true;
    EXPECT_EQ(pick(scene, inside), 7U);
    EXPECT_EQ(pick(scene, before), 43U);
    const Image tested = draw(scene, picking_width, picking_height);
    const auto same = [&](const vec2& at) {
        const auto place =
            4 * (static_cast<std::size_t>(at.y) * picking_width + static_cast<std::size_t>(at.x));
        return std::equal(through.rgba.begin() + static_cast<std::ptrdiff_t>(place),
                          through.rgba.begin() + static_cast<std::ptrdiff_t>(place) + 3,
                          tested.rgba.begin() + static_cast<std::ptrdiff_t>(place));
    };
    EXPECT_FALSE(same(inside));
    EXPECT_TRUE(same(before));
}

TEST_F(PickingTest, TheNearestJointWins) {
    RenderScene scene = ball();
    scene.joints.push_back({vec3(0.0F), 3.0F, vec4(1.0F), 1});
    scene.joints.push_back({vec3(0.1F, 0.0F, 0.0F), 3.0F, vec4(1.0F), 2});
    const vec2 one = to_pixels(scene, scene.joints[0].position, picking_width, picking_height);
    const vec2 two = to_pixels(scene, scene.joints[1].position, picking_width, picking_height);
    EXPECT_EQ(pick(scene, one), 1U);
    EXPECT_EQ(pick(scene, two), 2U);
    EXPECT_EQ(pick(scene, glm::mix(one, two, 0.25F)), 1U);
    EXPECT_EQ(pick(scene, glm::mix(one, two, 0.75F)), 2U);
}

TEST_F(PickingTest, BonesAndThingsThatCannotBePicked) {
    RenderScene scene = ball();
    scene.bones.push_back({vec3(-1.0F, 0.0F, 0.0F), vec3(1.0F, 0.0F, 0.0F), 0.1F, vec4(1.0F), 99});
    EXPECT_EQ(pick(scene, to_pixels(scene, vec3(-0.5F, 0.0F, 0.0F), picking_width, picking_height)), 99U);
    EXPECT_EQ(pick(scene, to_pixels(scene, vec3(0.0F, 0.7F, 0.0F), picking_width, picking_height)), 7U);
    scene.bones[0].pick_id = 0;
    EXPECT_EQ(pick(scene, to_pixels(scene, vec3(-0.5F, 0.0F, 0.0F), picking_width, picking_height)), 7U);
    scene.items[0].pick_id = 0;
    EXPECT_EQ(pick(scene, to_pixels(scene, vec3(0.0F, 0.7F, 0.0F), picking_width, picking_height)), 0U);
}

TEST_F(PickingTest, APickDoesNotDisturbThePicture) {
    RenderScene scene = ball();
    const Image before = draw(scene, picking_width, picking_height);
    RenderScene other = ball();
    other.palettes[0] = glm::translate(mat4(1.0F), vec3(0.3F, 0.0F, 0.0F));
    EXPECT_EQ(renderer().pick(other, picking_width, picking_height, picking_width / 2, picking_height / 2),
              7U);
    EXPECT_EQ(draw(scene, picking_width, picking_height).rgba, before.rgba);
}

/// The distance along the ray to a box about `centre`; infinity where the ray misses it.
float distance_to_box(const Ray& ray, const vec3& centre, const vec3& half_size) {
    float first = 0.0F;
    float last = std::numeric_limits<float>::infinity();
    for (int axis = 0; axis < 3; ++axis) {
        const float a = (centre[axis] - half_size[axis] - ray.origin[axis]) / ray.direction[axis];
        const float b = (centre[axis] + half_size[axis] - ray.origin[axis]) / ray.direction[axis];
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    }
    return first <= last ? first : std::numeric_limits<float>::infinity();
}

TEST_F(PickingTest, AgreesWithRaysThroughRandomBoxes) {
    Random random(77);
    int tested = 0;
    int hits = 0;
    for (int round = 0; round < 4; ++round) {
        RenderScene scene;
        std::vector<std::pair<vec3, vec3>> boxes;
        for (std::uint32_t i = 0; i < 12; ++i) {
            const vec3 half_size = random.vector(0.1F, 0.5F);
            const vec3 centre = random.vector(-1.5F, 1.5F);
            add(scene, make_box(half_size), glm::translate(mat4(1.0F), centre)).pick_id = 100 + i;
            boxes.emplace_back(centre, half_size);
        }
        const float aspect = static_cast<float>(picking_width) / picking_height;
        frame(scene, StandardView::inclined, aspect);
        scene.camera.orthographic = round % 2 == 1;
        const auto first_hit = [&](float x, float y) {
            const Ray ray = pixel_ray(scene.camera, x / picking_width * 2.0F - 1.0F,
                                      1.0F - y / picking_height * 2.0F, aspect);
            std::uint32_t id = 0;
            float nearest = std::numeric_limits<float>::infinity();
            for (std::uint32_t i = 0; i < boxes.size(); ++i) {
                const float distance = distance_to_box(ray, boxes[i].first, boxes[i].second);
                if (distance >= nearest) continue;
                nearest = distance;
                id = 100 + i;
            }
            return id;
        };
        for (int k = 0; k < 60; ++k) {
            const int x = random.integer(0, picking_width - 1);
            const int y = random.integer(0, picking_height - 1);
            const float cx = static_cast<float>(x) + 0.5F;
            const float cy = static_cast<float>(y) + 0.5F;
            const std::uint32_t wanted = first_hit(cx, cy);
            bool clear = true;  // no edge within two pixels
            for (const vec2& off : {vec2(2, 0), vec2(-2, 0), vec2(0, 2), vec2(0, -2)})
                clear = clear && first_hit(cx + off.x, cy + off.y) == wanted;
            if (!clear) continue;
            ++tested;
            if (wanted != 0) ++hits;
            EXPECT_EQ(renderer().pick(scene, picking_width, picking_height, x, y), wanted)
                << "at " << x << ", " << y;
        }
    }
    EXPECT_GT(tested, 100);
    EXPECT_GT(hits, 20);
}

}  // namespace
}  // namespace vitruvian::test

// Framing: whatever is shown is completely in the picture, large enough and upright. Needs no context.
#include "tests/gl/gl_test.h"

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::test {
namespace {

constexpr std::array all_views = {StandardView::best, StandardView::front, StandardView::side,
                                  StandardView::top, StandardView::inclined};

vec3 corner(const Bounds& bounds, unsigned i) {
    return {(i & 1U) != 0U ? bounds.max.x : bounds.min.x, (i & 2U) != 0U ? bounds.max.y : bounds.min.y,
            (i & 4U) != 0U ? bounds.max.z : bounds.min.z};
}

/// Every corner is inside with a margin; the box spans at least `least` of width or height.
void expect_framed(const Camera& camera, const Bounds& bounds, float aspect, float least) {
    const mat4 clip_from_world = camera.projection(aspect, bounds) * camera.view();
    vec2 low(10.0F);
    vec2 high(-10.0F);
    for (unsigned i = 0; i < 8; ++i) {
        const vec4 clip = clip_from_world * vec4(corner(bounds, i), 1.0F);
        ASSERT_GT(clip.w, 0.0F);
        const vec3 at = vec3(clip) / clip.w;
        EXPECT_LT(std::abs(at.z), 1.0F);
        low = glm::min(low, vec2(at));
        high = glm::max(high, vec2(at));
    }
    EXPECT_GT(low.x, -0.93F);
    EXPECT_GT(low.y, -0.93F);
    EXPECT_LT(high.x, 0.93F);
    EXPECT_LT(high.y, 0.93F);
    EXPECT_GT(std::max(high.x - low.x, high.y - low.y) * 0.5F, least);
}

std::array<Stance, 4> stances() {
    const auto stance = [](const vec3& up, const vec3& front) {
        Stance s;
        s.up = up;
        s.front = front;
        s.left = glm::cross(up, front);
        return s;
    };
    return {stance({0, 1, 0}, {0, 0, 1}), stance({0, 0, 1}, {0, -1, 0}), stance({0, 1, 0}, {0, 0, -1}),
            stance(glm::normalize(vec3(1, 2, 0)), glm::normalize(vec3(-2, 1, 0)))};
}

TEST(Camera, RandomBoxesAreWholeInThePictureAndUpright) {
    Random random(1);
    for (int round = 0; round < 200; ++round) {
        const float size = std::pow(10.0F, random.real(-2.5F, 4.5F));  // millimetres to tens of kilometres
        Bounds bounds;
        const vec3 middle = random.vector(-4.0F, 4.0F) * size;
        const vec3 half = random.vector(0.05F, 1.0F) * size;
        bounds.add(middle - half);
        bounds.add(middle + half);
        for (const float aspect : {16.0F / 9.0F, 1.0F, 0.2F, 6.0F}) {
            for (const Stance& stance : stances()) {
                for (const StandardView view : all_views) {
                    const Camera camera = frame_view(stance, bounds, view, aspect);
                    SCOPED_TRACE(::testing::Message() << "round " << round << ", aspect " << aspect
                                                      << ", view " << static_cast<int>(view));
                    expect_framed(camera, bounds, aspect, 0.5F);
                    if (::testing::Test::HasFailure()) return;
                    const vec3 up_in_view = glm::mat3(camera.view()) * stance.up;
                    const vec3 left_in_view = glm::mat3(camera.view()) * stance.left;
                    if (view == StandardView::top) {
                        EXPECT_NEAR(up_in_view.z, 1.0F, 1e-4F);
                    } else {
                        EXPECT_NEAR(up_in_view.x, 0.0F, 1e-4F);
                        EXPECT_GT(up_in_view.y, 0.9F);
                    }
                    if (view == StandardView::front) {
                        EXPECT_NEAR(left_in_view.x, 1.0F, 1e-4F)
                            << "the figure's left is on the picture's right";
                    } else if (view == StandardView::side) {
                        EXPECT_NEAR(left_in_view.z, 1.0F, 1e-4F);
                    }
                }
            }
        }
    }
}

TEST(Camera, FlatAndThinThingsAreFramedToo) {
    for (const vec3& half : {vec3(1, 1, 0), vec3(1, 0, 1), vec3(0, 1, 1), vec3(0, 1, 0)}) {
        Bounds bounds;
        bounds.add(-half);
        bounds.add(half);
        for (const StandardView view : {StandardView::best, StandardView::inclined})
            expect_framed(frame_view(stances()[0], bounds, view, 1.5F), bounds, 1.5F, 0.5F);
    }
}

TEST(Camera, APointOrNothingGivesAUsableCamera) {
    Bounds point;
    point.add(vec3(3.0F, 2.0F, 1.0F));
    for (const Bounds& bounds : {point, Bounds{}}) {
        const Camera camera = frame_view(stances()[0], bounds, StandardView::best, 1.5F);
        EXPECT_GT(camera.distance, 0.0F);
        const mat4 clip = camera.projection(1.5F, bounds) * camera.view();
        EXPECT_TRUE(is_finite(clip));
        EXPECT_NEAR(glm::determinant(glm::mat3(camera.view())), 1.0F, 1e-4F);
    }
}

/// A body with a head, seen from along +Z, and an upright blade in front of it on the way to an eye at this
/// yaw.
FramedPoints behind_blade(float yaw) {
    FramedPoints out;
    out.body = {vec3(-0.5F, 0.0F, -0.2F), vec3(0.5F, 1.8F, 0.2F)};
    out.heads = {{vec3(0.0F, 1.65F, 0.0F), 0.13F, vec3(0.0F, 0.0F, 1.0F)}};
    const vec3 ahead(std::sin(yaw), 0.0F, std::cos(yaw));
    const vec3 aside = 0.12F * vec3(ahead.z, 0.0F, -ahead.x);
    const vec3 foot = 0.6F * ahead + vec3(0.0F, 1.2F, 0.0F);
    const vec3 tip = 0.6F * ahead + vec3(0.0F, 1.9F, 0.0F);
    out.around_heads = {{foot - aside, foot + aside, tip + aside}, {foot - aside, tip + aside, tip - aside}};
    return out;
}

TEST(Camera, TheBestViewShowsTheFace) {
    const Stance stance;
    const auto best = [&](const FramedPoints& points) {
        return glm::degrees(frame_view(stance, points, StandardView::best, 1.5F).yaw);
    };
    const float usual = best({behind_blade(0.0F).body, {}, {}, {}});
    EXPECT_GT(usual, 10.0F);
    EXPECT_NEAR(best(behind_blade(glm::radians(usual))), -usual, 1e-3F);
    EXPECT_NEAR(best(behind_blade(glm::radians(usual + 90.0F))), usual, 1e-3F) << "it is beside the face";
    FramedPoints turned = behind_blade(glm::radians(usual));
    turned.heads[0].front = vec3(std::sin(1.0F), 0.0F, std::cos(1.0F));
    EXPECT_GT(best(turned), 0.0F) << "from the other side only an ear is seen";
    EXPECT_LT(best(turned), usual - 10.0F);
    FramedPoints shut_in = behind_blade(0.0F);
    for (int turn = 0; turn < 360; turn += 10) {
        const FramedPoints blade = behind_blade(glm::radians(static_cast<float>(turn)));
        shut_in.around_heads.insert(shut_in.around_heads.end(), blade.around_heads.begin(),
                                    blade.around_heads.end());
    }
    EXPECT_NEAR(best(shut_in), usual, 1e-3F) << "no other view is better";
}

TEST(Camera, OrthographicFramesToo) {
    Bounds bounds;
    bounds.add(vec3(-1.0F, 0.0F, -3.0F));
    bounds.add(vec3(1.0F, 2.0F, 3.0F));
    Camera camera = frame_view(stances()[0], bounds, StandardView::inclined, 1.5F);
    camera.orthographic = true;
    expect_framed(frame_bounds(camera, bounds, 1.5F), bounds, 1.5F, 0.7F);
}

TEST(Camera, RaysGoThroughThePixelsThatPointsAreDrawnAt) {
    Random random(9);
    for (int round = 0; round < 200; ++round) {
        Camera camera;
        camera.target = random.vector(-1.0F, 1.0F);
        camera.yaw = random.real(-3.0F, 3.0F);
        camera.pitch = random.real(-1.4F, 1.4F);
        camera.orthographic = round % 2 == 1;
        Bounds bounds;
        bounds.add(camera.target - vec3(1.0F));
        bounds.add(camera.target + vec3(1.0F));
        const float x = random.real(-1.0F, 1.0F);
        const float y = random.real(-1.0F, 1.0F);
        const Ray ray = pixel_ray(camera, x, y, 1.6F);
        const vec4 clip = camera.projection(1.6F, bounds) * camera.view() *
                          vec4(ray.origin + ray.direction * random.real(2.0F, 4.0F), 1.0F);
        EXPECT_NEAR(clip.x / clip.w, x, 1e-3F);
        EXPECT_NEAR(clip.y / clip.w, y, 1e-3F);
    }
}

TEST(Camera, ZoomKeepsThePointUnderThePointer) {
    Random random(4);
    for (int round = 0; round < 100; ++round) {
        Camera camera;
        camera.yaw = random.real(-3.0F, 3.0F);
        camera.pitch = random.real(-1.4F, 1.4F);
        const vec2 pointer(random.real(-1.0F, 1.0F), random.real(-1.0F, 1.0F));
        const float aspect = 1.7F;
        const Ray ray = pixel_ray(camera, pointer.x, pointer.y, aspect);
        const vec3 back = glm::normalize(camera.eye() - camera.target);
        const float along = glm::dot(camera.target - ray.origin, back) / glm::dot(ray.direction, back);
        const vec3 under = ray.origin + ray.direction * along;  // in the plane through the target
        camera.zoom(random.real(0.3F, 2.0F), pointer, aspect);
        Bounds bounds;
        bounds.add(camera.target);
        const vec4 clip = camera.projection(aspect, bounds) * camera.view() * vec4(under, 1.0F);
        EXPECT_NEAR(clip.x / clip.w, pointer.x, 2e-3F);
        EXPECT_NEAR(clip.y / clip.w, pointer.y, 2e-3F);
    }
}

TEST(Camera, PanMovesThePictureWithThePointer) {
    Camera camera;
    camera.pitch = 0.3F;
    Bounds bounds;
    bounds.add(camera.target);
    const vec3 point = camera.target;
    camera.pan(30.0F, -20.0F, 400.0F);
    const vec4 clip = camera.projection(1.0F, bounds) * camera.view() * vec4(point, 1.0F);
    EXPECT_NEAR(clip.x / clip.w * 200.0F, 30.0F, 0.1F);
    EXPECT_NEAR(-clip.y / clip.w * 200.0F, -20.0F, 0.1F);
}

}  // namespace
}  // namespace vitruvian::test

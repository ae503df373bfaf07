// The panorama box around a file's world, viewed in every direction.
#include "tests/gl/gl_test.h"

#include <cmath>

namespace vitruvian::test {
namespace {

constexpr int sky_side = 96;

class SkyTest : public GlTest {};

/// Its quarters are red, green, blue and white, from the top left by rows, darkened by the picture's index.
std::shared_ptr<const Image> quartered(int number) {
    constexpr int size = 64;
    auto image = std::make_shared<Image>(Image{size, size, {}});
    const auto bright = static_cast<std::uint8_t>(255 - 30 * number);
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            const int quarter = (y < size / 2 ? 0 : 2) + (x < size / 2 ? 0 : 1);
            for (int c = 0; c < 3; ++c)
                image->rgba.push_back(quarter == c || quarter == 3 ? bright : std::uint8_t{0});
            image->rgba.push_back(255);
        }
    }
    return image;
}

/// VRML97 6.5: which picture is visible in a direction, and where in it (right and up, -1..1).
struct Seen {
    int picture;
    vec2 at;
};
Seen seen_in(const vec3& d) {
    const vec3 a = glm::abs(d);
    if (a.z >= a.x && a.z >= a.y && d.z < 0.0F) return {0, vec2(d.x, d.y) / a.z};  // front
    if (a.z >= a.x && a.z >= a.y) return {1, vec2(-d.x, d.y) / a.z};               // back
    if (a.x >= a.y && d.x < 0.0F) return {2, vec2(-d.z, d.y) / a.x};               // left
    if (a.x >= a.y) return {3, vec2(d.z, d.y) / a.x};                              // right
    if (d.y > 0.0F) return {4, vec2(d.x, d.z) / a.y};  // top: its lower edge touches the front's upper one
    return {5, vec2(d.x, -d.z) / a.y};                 // bottom: its upper edge touches the front's lower one
}

RenderScene boxed() {
    RenderScene scene;
    leave_only_figures(scene);
    scene.background.transparent = false;
    scene.sky = Sky{};
    scene.sky->sky_colors = {vec3(0.0F)};
    for (int i = 0; i < 6; ++i) {
        scene.images.push_back(quartered(i));
        scene.sky->pictures.at(static_cast<std::size_t>(i)) = i;
    }
    return scene;
}

TEST_F(SkyTest, EveryDirectionShowsItsPictureUpright) {
    Random random(11);
    std::array<int, 6> looked_at{};
    for (int round = 0; round < 200; ++round) {
        RenderScene scene = boxed();
        scene.camera.yaw = random.real(-3.1F, 3.1F);
        scene.camera.pitch = random.real(-1.5F, 1.5F);
        const vec3 direction = glm::normalize(scene.camera.target - scene.camera.eye());
        const Seen seen = seen_in(direction);
        // Not at an edge or between quarters, where a pixel shows both.
        const vec2 clear = glm::abs(seen.at);
        if (std::max(clear.x, clear.y) > 0.9F || std::min(clear.x, clear.y) < 0.1F) continue;
        ++looked_at.at(static_cast<std::size_t>(seen.picture));
        const int quarter = (seen.at.y > 0.0F ? 0 : 2) + (seen.at.x < 0.0F ? 0 : 1);
        const int bright = 255 - 30 * seen.picture;
        const Pixel got = pixel(draw(scene, sky_side, sky_side), sky_side / 2, sky_side / 2);
        for (int c = 0; c < 3; ++c) {
            EXPECT_NEAR(got.at(static_cast<std::size_t>(c)), quarter == c || quarter == 3 ? bright : 0, 3)
                << "picture " << seen.picture << ", quarter " << quarter;
        }
    }
    for (const int count : looked_at) EXPECT_GT(count, 0);
}

TEST_F(SkyTest, PicturesThatAreMissingOrNotDecodedLeaveTheColours) {
    RenderScene scene = boxed();
    scene.sky->sky_colors = {vec3(0.0F, 0.0F, 1.0F)};
    scene.images[0] = nullptr;
    scene.sky->pictures[1] = -1;
    scene.sky->pictures[3] = 99;
    for (const float yaw : {0.0F, 1.5707963F, 3.1415927F, -1.5707963F}) {
        scene.camera.yaw = yaw;
        const Seen seen = seen_in(glm::normalize(scene.camera.target - scene.camera.eye()));
        const Pixel got = pixel(draw(scene, sky_side, sky_side), sky_side / 2 + 9, sky_side / 2 - 9);
        if (seen.picture == 2) {
            EXPECT_NE(got, (Pixel{0, 0, 255, 255}));
        } else {
            EXPECT_EQ(got, (Pixel{0, 0, 255, 255})) << "yaw " << yaw;
        }
    }
}

TEST_F(SkyTest, ASeeThroughPictureShowsTheColoursBehindIt) {
    RenderScene scene = boxed();
    scene.sky->sky_colors = {vec3(0.0F, 1.0F, 0.0F)};
    scene.images[0] = std::make_shared<const Image>(Image{1, 1, {255, 0, 0, 128}});
    const Seen seen = seen_in(glm::normalize(scene.camera.target - scene.camera.eye()));
    ASSERT_EQ(seen.picture, 0);
    const Pixel got = pixel(draw(scene, sky_side, sky_side), sky_side / 2, sky_side / 2);
    EXPECT_NEAR(got[0], 128, 2);
    EXPECT_NEAR(got[1], 127, 2);
}

}  // namespace
}  // namespace vitruvian::test

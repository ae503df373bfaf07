// Complete pictures: identical from run to run, in any size, whole or in bands; floor, shadow and grid.
#include "tests/gl/gl_test.h"

#include <glm/gtc/matrix_transform.hpp>

#include <functional>

namespace vitruvian::test {
namespace {

constexpr int picture_width = 200;
constexpr int picture_height = 150;

class PictureTest : public GlTest {};

RenderScene figure() {
    return make_figure(StandardView::best, static_cast<float>(picture_width) / picture_height);
}

TEST_F(PictureTest, TheSameSceneIsTheSameBytes) {
    const RenderScene scene = figure();
    const Image first = draw(scene, picture_width, picture_height);
    RenderScene other = figure();
    other.camera.yaw += 1.0F;
    other.style = SurfaceStyle::wireframe;
    EXPECT_NE(draw(other, picture_width, picture_height).rgba, first.rgba);
    EXPECT_EQ(draw(scene, picture_width, picture_height).rgba, first.rgba) << "whatever was drawn between";
    EXPECT_EQ(draw(figure(), picture_width, picture_height).rgba, first.rgba)
        << "from other meshes of the same values";
}

// Creates its own contexts, so it is not in the fixture's suite.
TEST(Contexts, TheSameSceneIsTheSameBytesInAnotherContext) {
    std::vector<Image> images;
    for (int i = 0; i < 2; ++i) {
        auto context = HeadlessContext::create();
        ASSERT_TRUE(context.has_value()) << context.error().text();
        auto renderer = Renderer::create(HeadlessContext::loader());
        ASSERT_TRUE(renderer.has_value()) << renderer.error().text();
        EXPECT_FALSE((*renderer)->device_name().empty());
        RenderTarget target;
        target.resize(picture_width, picture_height);
        (*renderer)->draw(figure(), target);
        images.push_back(target.read());
    }
    EXPECT_EQ(images[0].rgba, images[1].rgba);
}

TEST_F(PictureTest, ATargetCanBeResizedAndBack) {
    const RenderScene scene = figure();
    RenderTarget target;
    std::vector<Image> images;
    for (const auto& [w, h] : {std::pair(picture_width, picture_height), std::pair(37, 211), std::pair(1, 1),
                               std::pair(picture_width, picture_height)}) {
        target.resize(w, h);
        EXPECT_EQ(target.width(), w);
        EXPECT_EQ(target.height(), h);
        renderer().draw(scene, target);
        images.push_back(target.read());
        EXPECT_EQ(images.back().width, w);
        EXPECT_EQ(images.back().height, h);
        EXPECT_EQ(images.back().rgba.size(), static_cast<std::size_t>(w) * static_cast<std::size_t>(h) * 4);
    }
    EXPECT_EQ(images.front().rgba, images.back().rgba);
}

TEST_F(PictureTest, BandsMakeTheSamePicture) {
    RenderScene scene = figure();
    scene.joints.push_back({vec3(0.0F, 1.0F, 0.0F), 5.0F, vec4(1, 0, 0, 1), 1});
    scene.bones.push_back({vec3(0.0F, 1.0F, 0.0F), vec3(0.0F, 1.5F, 0.0F), 0.03F, vec4(0, 1, 0, 1), 2});
    scene.items[3].highlighted = true;
    for (const SurfaceStyle style : {SurfaceStyle::shaded, SurfaceStyle::wireframe}) {
        scene.style = style;
        // Lines are clipped at each band, which slightly moves their samples; an offset of one row would
        // change much more.
        // more.
        const double most = style == SurfaceStyle::wireframe ? 0.01 : 0.0002;
        const Image whole = draw(scene, picture_width, picture_height);
        for (const int band : {1, 40, 64, 149}) {
            EXPECT_LT(share_differing(draw(scene, picture_width, picture_height, band), whole, 3), most)
                << band << " rows a band";
        }
    }
}

TEST_F(PictureTest, AnEmptySceneIsAPictureToo) {
    const Image image = draw(RenderScene{}, picture_width, picture_height);
    EXPECT_EQ(pixel(image, 3, 3)[3], 255);
}

TEST_F(PictureTest, MovedPosesMoveTheShadow) {
    RenderScene scene = figure();
    const Image before = draw(scene, picture_width, picture_height);
    for (mat4& m : scene.palettes) m = glm::translate(mat4(1.0F), vec3(0.0F, 0.0F, 0.3F)) * m;
    const Image moved = draw(scene, picture_width, picture_height);
    EXPECT_GT(share_differing(before, moved, 8), 0.03);
    RenderTarget target;
    target.resize(picture_width, picture_height);
    auto fresh = Renderer::create(HeadlessContext::loader());
    ASSERT_TRUE(fresh.has_value());
    (*fresh)->draw(scene, target);
    EXPECT_EQ(target.read().rgba, moved.rgba) << "nothing is left of the pose before";
}

TEST_F(PictureTest, TheShadowDarkensTheFloorAndNothingElse) {
    RenderScene scene = figure();
    const Image with = draw(scene, picture_width, picture_height);
    scene.floor.shadow = false;
    const Image without = draw(scene, picture_width, picture_height);
    int darker = 0;
    for (std::size_t i = 0; i < with.rgba.size(); ++i) {
        EXPECT_LE(with.rgba[i], without.rgba[i] + 1);
        if (with.rgba[i] + 10 < without.rgba[i]) ++darker;
    }
    EXPECT_GT(darker, 300);
    for (int x = 0; x < picture_width; ++x) {
        for (int y = 0; y < picture_height / 3; ++y) {
            const Pixel a = pixel(with, x, y);
            const Pixel b = pixel(without, x, y);
            for (std::size_t c = 0; c < 3; ++c) ASSERT_NEAR(a.at(c), b.at(c), 1) << "away from the floor";
        }
    }
}

TEST_F(PictureTest, OnATransparentBackgroundTheShadowIsTranslucentBlack) {
    RenderScene scene = figure();
    scene.floor.grid = false;
    scene.background.transparent = true;
    scene.items.clear();
    add(scene, make_sphere(0.3F), glm::translate(mat4(1.0F), vec3(0.0F, 0.3F, 0.0F)));
    scene.bounds = Bounds{};
    scene.bounds.add(vec3(-0.3F, 0.0F, -0.3F));
    scene.bounds.add(vec3(0.3F, 0.6F, 0.3F));
    scene.materials.emplace_back();
    scene.materials[0].unlit = true;
    scene.items[0].material = 0;
    int shadow = 0;
    const Image image = draw(scene, picture_width, picture_height);
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        if (image.rgba[i + 3] < 20 || image.rgba[i] > 0) continue;
        ++shadow;
        EXPECT_LT(image.rgba[i + 3], 255);
        EXPECT_EQ(image.rgba[i + 1], 0);
    }
    EXPECT_GT(shadow, 50);
}

enum class AlphaOf { texture, vertices };

/// Number of shadow pixels of a card over the floor, with these two alphas.
int shadow_of_card(const std::function<Image(const RenderScene&)>& draw, AlphaMode mode, AlphaOf where,
                   int left, int right) {
    RenderScene scene = figure();
    scene.floor.grid = false;
    scene.background.transparent = true;
    scene.items.clear();
    auto card = std::make_shared<Mesh>();
    card->positions = {vec3(-0.4F, 0.3F, -0.4F), vec3(0.4F, 0.3F, -0.4F), vec3(0.4F, 0.3F, 0.4F),
                       vec3(-0.4F, 0.3F, 0.4F)};
    card->uv0 = {vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 1)};
    card->indices = {0, 2, 1, 0, 3, 2};
    if (where == AlphaOf::vertices) {
        for (const int alpha : {left, right, right, left})
            card->colors.emplace_back(vec3(1.0F), static_cast<float>(alpha) / 255.0F);
    }
    add(scene, card, mat4(1.0F));
    scene.bounds = Bounds{};
    scene.bounds.add(vec3(-0.4F, 0.0F, -0.4F));
    scene.bounds.add(vec3(0.4F, 0.3F, 0.4F));
    Material material;
    material.alpha_mode = mode;
    material.double_sided = true;
    if (where == AlphaOf::texture) material.base_color_texture.image = 0;
    material.base_color_texture.nearest = true;
    material.emissive = vec3(1.0F);
    scene.materials = {material};
    scene.items[0].material = 0;
    const auto alpha = [](int a) { return static_cast<std::uint8_t>(a); };
    scene.images = {
        std::make_shared<Image>(Image{2, 1, {255, 255, 255, alpha(left), 255, 255, 255, alpha(right)}})};
    const Image image = draw(scene);
    int shadow = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        shadow += image.rgba[i] == 0 && image.rgba[i + 3] > 40 ? 1 : 0;
    return shadow;
}

TEST_F(PictureTest, CutOutsThrowTheShadowOfTheCutOut) {
    const auto drawn = [](const RenderScene& scene) { return draw(scene, picture_width, picture_height); };
    for (const AlphaMode mode : {AlphaMode::mask, AlphaMode::blend}) {
        for (const AlphaOf where : {AlphaOf::texture, AlphaOf::vertices}) {
            const int whole = shadow_of_card(drawn, mode, where, 255, 255);
            const int half = shadow_of_card(drawn, mode, where, 255, 0);
            EXPECT_GT(whole, 100);
            EXPECT_GT(half, 30);
            EXPECT_LT(half, 0.8 * whole);
            EXPECT_EQ(shadow_of_card(drawn, mode, where, 0, 0), 0);
        }
    }
}

TEST_F(PictureTest, MasksThrowShadowsFromTheirOwnCutoffOn) {
    const auto shadow = [](float alpha, float cutoff) {
        RenderScene scene = figure();
        scene.floor.grid = false;
        scene.background.transparent = true;
        Material material;
        material.unlit = true;
        material.alpha_mode = AlphaMode::mask;
        material.alpha_cutoff = cutoff;
        material.base_color.a = alpha;
        scene.materials = {material};
        for (RenderItem& item : scene.items) item.material = 0;
        const Image image = draw(scene, picture_width, picture_height);
        int dark = 0;
        for (std::size_t i = 0; i < image.rgba.size(); i += 4)
            dark += image.rgba[i] == 0 && image.rgba[i + 3] > 40 ? 1 : 0;
        return dark;
    };
    EXPECT_GT(shadow(0.3F, 0.2F), 50);
    EXPECT_EQ(shadow(0.7F, 0.8F), 0);
}

TEST_F(PictureTest, WhatDoesNotCastThrowsNoShadow) {
    RenderScene scene = figure();
    const Image with = draw(scene, picture_width, picture_height);
    for (RenderItem& item : scene.items) item.casts = false;
    EXPECT_GT(share_differing(draw(scene, picture_width, picture_height), with, 8), 0.01);
}

TEST_F(PictureTest, TheGridCanBeSwitchedOff) {
    RenderScene scene = figure();
    const Image with = draw(scene, picture_width, picture_height);
    scene.floor.grid = false;
    EXPECT_GT(share_differing(draw(scene, picture_width, picture_height), with, 3), 0.01);
}

TEST_F(PictureTest, SizeAndUnitsDoNotChangeThePicture) {
    const RenderScene metres = figure();
    RenderScene centimetres = metres;
    constexpr float scale = 100.0F;
    for (mat4& m : centimetres.palettes) m = glm::scale(mat4(1.0F), vec3(scale)) * m;
    centimetres.bounds.min *= scale;
    centimetres.bounds.max *= scale;
    centimetres.floor.unit *= scale;
    centimetres.floor.radius *= scale;
    centimetres.camera.target *= scale;
    centimetres.camera.distance *= scale;
    EXPECT_LT(share_differing(draw(centimetres, picture_width, picture_height),
                              draw(metres, picture_width, picture_height), 8),
              0.005);
}

}  // namespace
}  // namespace vitruvian::test

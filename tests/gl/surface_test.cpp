// Appearance of surfaces: transparency, blending, textures, vertex colours and styles, each against colours
// computed by hand. Unlit materials exclude the studio's light.
#include "tests/gl/squares.h"

#include <glm/gtc/constants.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cmath>

namespace vitruvian::test {
namespace {

constexpr int surface_side = 128;

class SurfaceTest : public GlTest {};

TEST_F(SurfaceTest, UnlitColoursAreEncodedAndSeenAsTheyAre) {
    RenderScene scene = flat_scene();
    scene.materials = {unlit(vec4(0.5F, 0.04F, 0.001F, 1.0F))};
    add(scene, square(), mat4(1.0F), 0);
    expect_color(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2),
                 {encoded(0.5F), encoded(0.04F), encoded(0.001F), 255});
}

TEST_F(SurfaceTest, TransparentBackgroundHasStraightAlpha) {
    RenderScene scene = flat_scene();
    scene.materials = {unlit(vec4(1.0F))};
    add(scene, make_sphere(0.7F), mat4(1.0F), 0);
    const Image image = draw(scene, surface_side, surface_side);
    int edge = 0;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        const int alpha = image.rgba[i + 3];
        if (alpha == 0) continue;
        if (alpha < 255) ++edge;
        for (std::size_t c = i; c < i + 3; ++c) EXPECT_GE(image.rgba[c], 253) << "alpha " << alpha;
    }
    EXPECT_GT(edge, 40) << "the rim is smooth";
    EXPECT_EQ(pixel(image, 1, 1)[3], 0);
    EXPECT_EQ(pixel(image, surface_side / 2, surface_side / 2)[3], 255);
}

TEST_F(SurfaceTest, PlainBackgroundIsThatColour) {
    RenderScene scene = flat_scene();
    scene.background = {false, true, vec3(0.2F, 0.4F, 0.6F)};
    expect_color(pixel(draw(scene, surface_side, surface_side), 5, 5), {51, 102, 153, 255}, 1);
}

TEST_F(SurfaceTest, TranslucentSurfacesLieOverEachOtherFromBackToFront) {
    for (const bool red_first : {true, false}) {
        RenderScene scene = flat_scene();
        scene.materials = {unlit(vec4(1, 0, 0, 0.5F)), unlit(vec4(0, 1, 0, 0.5F))};
        for (Material& m : scene.materials) m.alpha_mode = AlphaMode::blend;
        const mat4 behind = glm::translate(mat4(1.0F), vec3(0, 0, -0.5F));
        if (red_first) add(scene, square(), behind, 0);
        add(scene, square(), mat4(1.0F), 1);
        if (!red_first) add(scene, square(), behind, 0);
        // Half green over half red over nothing: (1/4, 1/2) of 3/4.
        expect_color(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2),
                     {85, 170, 0, 191});
    }
}

TEST_F(SurfaceTest, OpaqueThingsHideTranslucentOnesBehindThem) {
    RenderScene scene = flat_scene();
    scene.materials = {unlit(vec4(1, 0, 0, 0.5F)), unlit(vec4(0, 0, 1, 1))};
    scene.materials[0].alpha_mode = AlphaMode::blend;
    add(scene, square(), glm::translate(mat4(1.0F), vec3(0, 0, -0.5F)), 0);
    add(scene, square(), mat4(1.0F), 1);
    expect_color(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2),
                 {0, 0, 255, 255});
}

TEST_F(SurfaceTest, MaskedTexelsAreHoles) {
    RenderScene scene = flat_scene();
    Material material = unlit(vec4(1.0F));
    material.alpha_mode = AlphaMode::mask;
    material.base_color_texture.image = 0;
    material.base_color_texture.nearest = true;
    scene.materials = {material};
    scene.images = {std::make_shared<Image>(Image{2, 1, {255, 0, 0, 100, 0, 255, 0, 200}})};
    add(scene, square(), mat4(1.0F), 0);
    const Image image = draw(scene, surface_side, surface_side);
    EXPECT_EQ(pixel(image, surface_side / 4, surface_side / 2)[3], 0);
    expect_color(pixel(image, 3 * surface_side / 4, surface_side / 2), {0, 255, 0, 255});
}

TEST_F(SurfaceTest, AlphaThatIsTheCutoffIsNoHole) {
    for (const float cutoff : {0.0F, 0.3F, 0.5F, 1.0F}) {
        RenderScene scene = flat_scene();
        scene.materials = {unlit(vec4(1.0F, 0.0F, 0.0F, cutoff))};
        scene.materials[0].alpha_mode = AlphaMode::mask;
        scene.materials[0].alpha_cutoff = cutoff;
        add(scene, square(), mat4(1.0F), 0);
        expect_color(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2),
                     {255, 0, 0, 255});
        scene.materials[0].alpha_cutoff = cutoff + 0.01F;
        EXPECT_EQ(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2)[3], 0)
            << cutoff;
    }
}

TEST_F(SurfaceTest, WhatIsTransparentDoesNotColourSmallTextures) {
    RenderScene scene = flat_scene();
    Material material = unlit(vec4(1.0F));
    material.alpha_mode = AlphaMode::blend;
    material.base_color_texture.image = 0;
    scene.materials = {material};
    auto image = std::make_shared<Image>(Image{64, 64, {}});
    for (int i = 0; i < 64 * 64; ++i) {
        const bool opaque = ((i ^ (i / 64)) & 1) == 0;  // a chequerboard of red and transparent
        image->rgba.insert(image->rgba.end(), {static_cast<std::uint8_t>(opaque ? 255 : 0), 0, 0,
                                               static_cast<std::uint8_t>(opaque ? 255 : 0)});
    }
    scene.images = {image};
    add(scene, square(), mat4(1.0F), 0);
    expect_color(pixel(draw(scene, 8, 8), 4, 4), {255, 0, 0, 128}, 3);
}

TEST_F(SurfaceTest, SmallTexturesAreMixedInLinearLight) {
    RenderScene scene = flat_scene();
    Material material = unlit(vec4(1.0F));
    material.base_color_texture.image = 0;
    scene.materials = {material};
    auto image = std::make_shared<Image>(Image{64, 64, {}});
    for (int i = 0; i < 64 * 64; ++i) {
        const auto grey = static_cast<std::uint8_t>(((i ^ (i / 64)) & 1) * 255);  // a chequerboard
        image->rgba.insert(image->rgba.end(), {grey, grey, 100, 255});
    }
    scene.images = {image};
    add(scene, square(), mat4(1.0F), 0);
    expect_color(pixel(draw(scene, 8, 8), 4, 4), {encoded(0.5F), encoded(0.5F), 100, 255});
}

/// An integer wrapped to 0..size-1.
int wrapped(int at, int size, Wrap wrap) {
    if (wrap == Wrap::clamp) return std::min(std::max(at, 0), size - 1);
    const int period = wrap == Wrap::mirror ? 2 * size : size;
    const int inside = ((at % period) + period) % period;
    return inside < size ? inside : period - 1 - inside;
}

TEST_F(SurfaceTest, TexturesAreWrappedAndTransformed) {
    Random random(8);
    constexpr int columns = 4;
    constexpr int rows = 3;
    auto image = std::make_shared<Image>(Image{columns, rows, {}});
    for (int i = 0; i < columns * rows; ++i) {
        for (int c = 0; c < 3; ++c) image->rgba.push_back(static_cast<std::uint8_t>(random.integer(0, 255)));
        image->rgba.push_back(255);
    }
    int tested = 0;
    for (const Wrap wrap : {Wrap::repeat, Wrap::clamp, Wrap::mirror}) {
        for (const float turn : {0.0F, 0.5F, -1.2F}) {
            for (const int uv_set : {0, 1}) {
                RenderScene scene = flat_scene();
                Material material = unlit(vec4(1.0F));
                TextureUse& use = material.base_color_texture;
                use = {0, uv_set, wrap, wrap, true, vec2(0.3F, -0.6F), vec2(2.0F, 1.5F), turn};
                scene.materials = {material};
                scene.images = {image};
                const auto mesh = square();
                if (uv_set == 1) {
                    mesh->uv1 = mesh->uv0;
                    mesh->uv0.assign(4, vec2(0.0F));
                }
                add(scene, mesh, mat4(1.0F), 0);
                const Image got = draw(scene, surface_side, surface_side);
                for (int y = 2; y < surface_side; y += 9) {
                    for (int x = 3; x < surface_side; x += 7) {
                        const vec2 uv = (vec2(x, y) + 0.5F) / static_cast<float>(surface_side);
                        // KHR_texture_transform: scale, then rotation, then offset.
                        const vec2 s = uv * use.scale;
                        const vec2 t(std::cos(turn) * s.x + std::sin(turn) * s.y + use.offset.x,
                                     -std::sin(turn) * s.x + std::cos(turn) * s.y + use.offset.y);
                        const vec2 texel = t * vec2(columns, rows);
                        const vec2 to_edge = glm::abs(texel - glm::round(texel));
                        if (std::min(to_edge.x, to_edge.y) < 0.15F) continue;  // samples of two texels meet
                        const int u = wrapped(static_cast<int>(std::floor(texel.x)), columns, wrap);
                        const int v = wrapped(static_cast<int>(std::floor(texel.y)), rows, wrap);
                        Pixel wanted = pixel(*image, u, v);
                        expect_color(pixel(got, x, y), wanted);
                        ++tested;
                    }
                }
                if (HasFailure()) FAIL() << "wrap " << static_cast<int>(wrap) << ", turn " << turn;
            }
        }
    }
    EXPECT_GT(tested, 1000);
}

TEST_F(SurfaceTest, VertexColoursAreMixedInLinearLight) {
    RenderScene scene = flat_scene();
    scene.materials = {unlit(vec4(1.0F))};
    const auto mesh = square();
    mesh->colors = {vec4(1, 0, 0, 1), vec4(0, 0, 1, 1), vec4(0, 0, 1, 1), vec4(1, 0, 0, 1)};
    add(scene, mesh, mat4(1.0F), 0);
    const Image image = draw(scene, surface_side, surface_side);
    for (const int x : {10, 40, surface_side / 2, 110}) {
        const float share = (static_cast<float>(x) + 0.5F) / static_cast<float>(surface_side);
        expect_color(pixel(image, x, 30), {encoded(1.0F - share), 0, encoded(share), 255}, 3);
    }
}

TEST_F(SurfaceTest, WithoutLightASurfaceShowsItsColourAndWhatItEmits) {
    RenderScene scene = flat_scene();
    scene.style = SurfaceStyle::unlit;
    Material material;
    material.base_color = vec4(0.2F, 0.3F, 0.1F, 1.0F);
    material.emissive = vec3(0.0F, 0.2F, 0.6F);
    scene.materials = {material};
    add(scene, square(), mat4(1.0F), 0);
    expect_color(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2),
                 {encoded(0.2F), encoded(0.5F), encoded(0.7F), 255});
    scene.materials[0].emissive_texture.image = 0;  // which does not exist
    expect_color(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2),
                 {encoded(0.2F), encoded(0.3F), encoded(0.1F), 255});
}

TEST_F(SurfaceTest, NormalsAreColours) {
    RenderScene scene = flat_scene();
    scene.style = SurfaceStyle::normals;
    add(scene, square(), mat4(1.0F));
    expect_color(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2),
                 {128, 128, 255, 255});
    scene.palettes[0] = glm::rotate(mat4(1.0F), 0.7F, vec3(0, 1, 0));
    expect_color(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2),
                 {static_cast<int>((0.5F + 0.5F * std::sin(0.7F)) * 255.0F), 128,
                  static_cast<int>((0.5F + 0.5F * std::cos(0.7F)) * 255.0F), 255});
}

TEST_F(SurfaceTest, StylesAreDifferentPictures) {
    RenderScene scene = make_figure(StandardView::best, 1.0F);
    const Image shaded = draw(scene, surface_side, surface_side);
    scene.style = SurfaceStyle::wireframe;
    const Image wireframe = draw(scene, surface_side, surface_side);
    scene.style = SurfaceStyle::normals;
    const Image normals = draw(scene, surface_side, surface_side);
    EXPECT_GT(share_differing(shaded, wireframe, 10), 0.05);
    EXPECT_GT(share_differing(shaded, normals, 10), 0.05);
    EXPECT_GT(share_differing(wireframe, normals, 10), 0.05);
}

TEST_F(SurfaceTest, SelectionIsSeen) {
    RenderScene scene = make_figure(StandardView::best, 1.0F);
    const Image before = draw(scene, surface_side, surface_side);
    scene.items[2].highlighted = true;
    EXPECT_GT(share_differing(draw(scene, surface_side, surface_side), before, 10), 0.005);
}

TEST_F(SurfaceTest, SelectionHasABrightLineBetweenDarkOnesOnAnyColour) {
    for (const vec3& skin : {vec3(0.9F, 0.85F, 0.7F), vec3(0.0F), vec3(1.0F, 0.35F, 0.03F)}) {
        RenderScene scene = flat_scene();
        scene.background = {false, true, vec3(0.9F, 0.6F, 0.2F)};
        scene.materials = {unlit(vec4(skin, 1.0F))};
        add(scene, make_sphere(0.5F), mat4(1.0F), 0);
        scene.items[0].highlighted = true;
        const Image image = draw(scene, surface_side, surface_side);
        int dark = 0;
        int bright = 0;
        int between = 0;  // steps of grey: the line is smooth
        for (int x = 16; x < surface_side / 2; ++x) {
            const int red = pixel(image, x, surface_side / 2)[0];
            dark += red < 110 && x < 33 ? 1 : 0;
            bright += red > 200 && x > 26 && x < 33 ? 1 : 0;
        }
        for (int y = 20; y < 64; ++y) {
            const int red = pixel(image, 40, y)[0];
            between += red > 60 && red < 215 ? 1 : 0;
        }
        EXPECT_GE(dark, 1);
        EXPECT_GE(bright, 1);
        EXPECT_GE(between, 2);
    }
}

TEST_F(SurfaceTest, LightComesFromAboveAndBaseColoursStayWhatTheyAre) {
    RenderScene scene;
    leave_only_figures(scene);
    Material red;
    red.base_color = vec4(0.5F, 0.05F, 0.05F, 1.0F);
    scene.materials = {red};
    add(scene, make_sphere(1.0F), mat4(1.0F), 0);
    frame(scene, StandardView::front, 1.0F);
    const Image image = draw(scene, surface_side, surface_side);
    const auto luminance = [](const Pixel& p) { return 0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2]; };
    EXPECT_GT(luminance(pixel(image, surface_side / 2, surface_side / 4)),
              1.3 * luminance(pixel(image, surface_side / 2, 4 * surface_side / 5)));
    for (int y = surface_side / 5; y < 4 * surface_side / 5; y += 5) {
        const Pixel p = pixel(image, surface_side / 2, y);
        EXPECT_GT(p[0], 50) << "no crushed darks";
        EXPECT_GT(p[0], p[1] + 25) << "it is red";
    }
}

TEST_F(SurfaceTest, GlossinessIsInTheAlphaOfTheSpecularColour) {
    const auto brightest = [](float factor, std::uint8_t alpha) {
        RenderScene scene = flat_scene();
        Material material;
        material.base_color = vec4(0.2F, 0.2F, 0.2F, 1.0F);
        material.roughness = 1.0F - factor;
        material.layers.ior = 0.0F;
        material.layers.specular_color = vec3(0.05F);
        material.layers.specular_color_texture.image = 0;
        scene.images = {std::make_shared<Image>(Image{1, 1, {255, 255, 255, alpha}})};
        scene.materials = {material};
        auto ball = std::make_shared<Mesh>(*make_sphere(0.8F));
        ball->uv0.assign(ball->positions.size(), vec2(0.5F));
        add(scene, ball, mat4(1.0F), 0);
        const Image image = draw(scene, surface_side, surface_side);
        int most = 0;
        for (std::size_t i = 0; i < image.rgba.size(); i += 4) most = std::max(most, int{image.rgba[i]});
        return most;
    };
    const int rough = brightest(0.2F, 255);
    EXPECT_NEAR(brightest(1.0F, 51), rough, 2);
    EXPECT_GT(brightest(1.0F, 255), rough + 20);
}

TEST_F(SurfaceTest, ClearCoatsHaveBumpsOfTheirOwn) {
    RenderScene scene = flat_scene();
    Material coated;
    coated.base_color = vec4(0.02F, 0.02F, 0.02F, 1.0F);
    coated.layers.clearcoat = 1.0F;
    coated.layers.clearcoat_roughness = 0.3F;
    scene.materials = {coated};
    // Flat on the left, tilted towards the ceiling on the right.
    scene.images = {std::make_shared<Image>(Image{2, 1, {128, 128, 255, 255, 128, 235, 195, 255}})};
    add(scene, square(), mat4(1.0F), 0);
    const Image smooth = draw(scene, surface_side, surface_side);
    TextureUse& bumps = scene.materials[0].layers.clearcoat_normal_texture;
    bumps.image = 0;
    bumps.nearest = true;
    const Image bumpy = draw(scene, surface_side, surface_side);
    expect_color(pixel(bumpy, surface_side / 4, surface_side / 2),
                 pixel(smooth, surface_side / 4, surface_side / 2), 3);
    const Pixel flat = pixel(smooth, 3 * surface_side / 4, surface_side / 2);
    const Pixel tilted = pixel(bumpy, 3 * surface_side / 4, surface_side / 2);
    EXPECT_GT(std::abs(flat[1] - tilted[1]), 3);
    scene.materials[0].layers.clearcoat_normal_scale = 0.0F;
    expect_color(pixel(draw(scene, surface_side, surface_side), 3 * surface_side / 4, surface_side / 2), flat,
                 3);
}

/// A metal sphere with horizontal tangents.
std::shared_ptr<Mesh> brushed_ball() {
    const std::shared_ptr<Mesh> ball = make_sphere(1.0F, 48);
    for (const vec3& n : ball->normals) {
        const vec3 along = glm::cross(vec3(0.0F, 1.0F, 0.0F), n);
        const float length = glm::length(along);
        ball->tangents.emplace_back(length > 1e-3F ? along / length : vec3(1.0F, 0.0F, 0.0F), 1.0F);
    }
    ball->uv0.assign(ball->positions.size(), vec2(0.5F));
    return ball;
}

/// How much a picture of the sphere changes horizontally, relative to vertically.
double change_across(const Image& image) {
    double across = 0.0;
    double down = 0.0;
    for (int y = surface_side / 4; y < surface_side * 3 / 4; ++y) {
        for (int x = surface_side / 4; x < surface_side * 3 / 4; ++x) {
            const int here = pixel(image, x, y)[1];
            across += std::abs(pixel(image, x + 1, y)[1] - here);
            down += std::abs(pixel(image, x, y + 1)[1] - here);
        }
    }
    return across / down;
}

TEST_F(SurfaceTest, HighlightsOfBrushedMetalAreLongAlongTheGrain) {
    RenderScene scene = flat_scene();
    Material metal;
    metal.base_color = vec4(0.2F, 0.2F, 0.2F, 1.0F);
    metal.metallic = 1.0F;
    metal.roughness = 0.3F;
    scene.materials = {metal};
    add(scene, brushed_ball(), mat4(1.0F), 0);
    const Image plain = draw(scene, surface_side, surface_side);
    SurfaceLayers& layers = scene.materials[0].layers;
    layers.anisotropy = 0.9F;
    const Image level = draw(scene, surface_side, surface_side);
    layers.anisotropy_rotation = glm::half_pi<float>();
    const Image upright = draw(scene, surface_side, surface_side);
    EXPECT_GT(change_across(upright), 2.0 * change_across(plain));
    EXPECT_LT(change_across(level), change_across(plain) / 1.5);

    // Red and green give the direction, here the bitangent's, and blue the strength.
    layers.anisotropy_rotation = 0.0F;
    layers.anisotropy_texture.image = 0;
    scene.images = {std::make_shared<Image>(Image{1, 1, {128, 255, 255, 255}})};
    EXPECT_LT(share_differing(draw(scene, surface_side, surface_side), upright, 6), 0.01);
    scene.images = {std::make_shared<Image>(Image{1, 1, {128, 255, 0, 255}})};
    EXPECT_LT(share_differing(draw(scene, surface_side, surface_side), plain, 12), 0.03);
}

TEST_F(SurfaceTest, MoreTexturesThanADeviceBindsAreLeftOut) {
    RenderScene scene = flat_scene();
    Material full;
    full.layers.clearcoat = 1.0F;
    full.layers.sheen_color = vec3(0.5F);
    full.layers.anisotropy = 0.5F;
    full.layers.transmission = 0.5F;
    full.layers.thickness = 0.1F;
    for_each_texture(full, [](TextureUse& use, const char*) { use.image = 0; });
    scene.materials = {full};
    scene.images = {std::make_shared<Image>(Image{1, 1, {128, 128, 255, 255}})};
    add(scene, square(), mat4(1.0F), 0);
    EXPECT_GT(pixel(draw(scene, surface_side, surface_side), surface_side / 2, surface_side / 2)[3], 0);
}

TEST_F(SurfaceTest, WhatIsSeenThroughASurfaceMayLieInAnotherBand) {
    RenderScene scene = flat_scene();
    Material glass;
    glass.roughness = 0.0F;
    glass.layers.transmission = 1.0F;
    glass.layers.thickness = 1.5F;
    scene.materials = {unlit(vec4(0.9F, 0.4F, 0.0F, 1.0F)), glass};
    add(scene, square(), glm::translate(mat4(1.0F), vec3(0, 0, -2)), 0);
    add(scene, make_sphere(0.9F), mat4(1.0F), 1);
    const Image whole = draw(scene, surface_side, surface_side);
    EXPECT_LT(share_differing(whole, draw(scene, surface_side, surface_side, 32), 8), 0.002);
    EXPECT_GT(pixel(whole, surface_side / 2, surface_side / 4)[0], 128) << "the square is seen";
}

TEST_F(SurfaceTest, FrostedGlassShowsNoEdgesOfWhatIsBehindIt) {
    constexpr int large = 512;
    RenderScene scene = flat_scene();
    Material glass;
    glass.roughness = 1.0F;
    glass.layers.transmission = 1.0F;
    scene.materials = {unlit(vec4(1.0F, 1.0F, 1.0F, 1.0F)), unlit(vec4(0.0F, 0.0F, 0.0F, 1.0F)), glass};
    add(scene, square(), glm::translate(mat4(1.0F), vec3(-1, 0, -1)), 0);
    add(scene, square(), glm::translate(mat4(1.0F), vec3(1, 0, -1)), 1);
    add(scene, square(), mat4(1.0F), 2);
    const Image image = draw(scene, large, large);
    int steepest = 0;
    for (int x = large / 4; x < large * 3 / 4; ++x) {
        const int change = pixel(image, x, large / 2)[0] - pixel(image, x + 1, large / 2)[0];
        steepest = std::max(steepest, std::abs(change));
    }
    EXPECT_GT(steepest, 0) << "there is a slope from light to dark";
    EXPECT_LT(steepest, 12);
}

}  // namespace
}  // namespace vitruvian::test

// Toon materials (VRMC_materials_mtoon 1.0): tones, rim, glow and outline, as in three-vrm.
#include "tests/gl/squares.h"

#include <functional>

namespace vitruvian::test {
namespace {

constexpr int toon_side = 128;

class ToonTest : public GlTest {};

Material toon(const vec4& color) {
    Material material = unlit(color);  // as readers provide it as a fallback without toon support
    material.toon.emplace().shade_color = vec3(color);
    return material;
}

TEST_F(ToonTest, ToonSurfacesGlow) {
    RenderScene scene = flat_scene();
    Material material = toon(vec4(0.2F, 0.3F, 0.1F, 1.0F));
    material.emissive = vec3(0.0F, 0.2F, 0.6F);
    scene.materials = {material};
    const auto mesh = square();
    add(scene, mesh, mat4(1.0F), 0);
    expect_color(pixel(draw(scene, toon_side, toon_side), toon_side / 2, toon_side / 2),
                 {encoded(0.2F), encoded(0.5F), encoded(0.7F), 255});
    const auto half = static_cast<std::uint8_t>(encoded(0.5F));
    scene.images = {std::make_shared<Image>(Image{1, 1, {half, half, half, 255}})};
    scene.materials[0].emissive_texture.image = 0;
    expect_color(pixel(draw(scene, toon_side, toon_side), toon_side / 2, toon_side / 2),
                 {encoded(0.2F), encoded(0.4F), encoded(0.4F), 255});
}

TEST_F(ToonTest, VertexColoursDoNotCount) {
    RenderScene scene = flat_scene();
    scene.materials = {toon(vec4(0.2F, 0.3F, 0.1F, 1.0F))};
    const auto mesh = square();
    mesh->colors.assign(4, vec4(0.0F, 1.0F, 0.0F, 1.0F));
    add(scene, mesh, mat4(1.0F), 0);
    expect_color(pixel(draw(scene, toon_side, toon_side), toon_side / 2, toon_side / 2),
                 {encoded(0.2F), encoded(0.3F), encoded(0.1F), 255});
}

TEST_F(ToonTest, TheRimIsInShadeToo) {
    RenderScene scene = flat_scene();
    Material material = toon(vec4(0.0F, 0.0F, 0.0F, 1.0F));
    material.toon->shading_shift = -1.0F;  // completely in shade
    material.toon->rim_color = vec3(0.0F, 0.0F, 0.5F);
    material.toon->rim_lift = 1.0F;
    for (const float mix : {0.0F, 1.0F}) {
        material.toon->rim_lighting_mix = mix;
        scene.items.clear();
        scene.materials = {material};
        add(scene, square(), mat4(1.0F), 0);
        expect_color(pixel(draw(scene, toon_side, toon_side), toon_side / 2, toon_side / 2),
                     {0, 0, encoded(0.5F), 255});
    }
}

/// The colour just outside a sphere with a wide red outline.
Pixel beside_ball(const Material& material, const std::function<Image(const RenderScene&)>& draw) {
    RenderScene scene = flat_scene();
    scene.materials = {material};
    add(scene, make_sphere(0.5F), mat4(1.0F), 0);
    return pixel(draw(scene), toon_side / 2, toon_side / 2 - static_cast<int>(0.54F * toon_side / 2));
}

TEST_F(ToonTest, SurfacesThatWriteDepthHaveAnOutline) {
    const auto drawn = [](const RenderScene& scene) { return draw(scene, toon_side, toon_side); };
    Material material = toon(vec4(0.2F, 0.3F, 0.1F, 0.5F));
    material.toon->outline_mode = OutlineWidth::world;
    material.toon->outline_width = 0.1F;
    material.toon->outline_color = vec3(1.0F, 0.0F, 0.0F);
    material.toon->outline_lighting_mix = 0.0F;
    expect_color(beside_ball(material, drawn), {255, 0, 0, 255});
    material.alpha_mode = AlphaMode::blend;
    EXPECT_EQ(beside_ball(material, drawn)[3], 0) << "its hull would show through it";
    material.toon->transparent_with_depth = true;
    expect_color(beside_ball(material, drawn), {255, 0, 0, 128});
}

}  // namespace
}  // namespace vitruvian::test

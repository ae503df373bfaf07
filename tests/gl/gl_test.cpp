#include "tests/gl/gl_test.h"

#include <cstdlib>

namespace vitruvian::test {
namespace {

std::unique_ptr<HeadlessContext> suite_context;
std::unique_ptr<Renderer> suite_renderer;

}  // namespace

void GlTest::SetUpTestSuite() {
    auto context = HeadlessContext::create();
    ASSERT_TRUE(context.has_value()) << context.error().text();
    suite_context = std::move(*context);
    auto made = Renderer::create(HeadlessContext::loader());
    ASSERT_TRUE(made.has_value()) << made.error().text();
    suite_renderer = std::move(*made);
}

void GlTest::TearDownTestSuite() {
    suite_renderer.reset();
    suite_context.reset();
}

Renderer& GlTest::renderer() {
    return *suite_renderer;
}

Image GlTest::draw(const RenderScene& scene, int width, int height, int band_height) {
    RenderTarget target;
    target.resize(width, height, band_height);
    renderer().draw(scene, target);
    return target.read();
}

Pixel pixel(const Image& image, int x, int y) {
    const std::size_t at =
        (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) *
        4;
    return {image.rgba.at(at), image.rgba.at(at + 1), image.rgba.at(at + 2), image.rgba.at(at + 3)};
}

double share_differing(const Image& a, const Image& b, int tolerance) {
    EXPECT_EQ(a.rgba.size(), b.rgba.size());
    if (a.rgba.size() != b.rgba.size() || a.rgba.empty()) return 1.0;
    std::size_t differing = 0;
    for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
        bool differs = false;
        for (std::size_t c = i; c < i + 4; ++c)
            differs = differs || std::abs(int{a.rgba[c]} - int{b.rgba[c]}) > tolerance;
        if (differs) ++differing;
    }
    return static_cast<double>(differing) / static_cast<double>(a.rgba.size() / 4);
}

vec2 to_pixels(const RenderScene& scene, const vec3& point, int width, int height) {
    const auto w = static_cast<float>(width);
    const auto h = static_cast<float>(height);
    const vec4 clip = scene.camera.projection(w / h, scene.bounds) * scene.camera.view() * vec4(point, 1.0F);
    return {(clip.x / clip.w * 0.5F + 0.5F) * w, (0.5F - clip.y / clip.w * 0.5F) * h};
}

void leave_only_figures(RenderScene& scene) {
    scene.floor.grid = false;
    scene.floor.shadow = false;
    scene.background.transparent = true;
}

}  // namespace vitruvian::test

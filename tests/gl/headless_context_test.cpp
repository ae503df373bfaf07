#include "renderer/headless_context.h"

#include "tests/gl/figure.h"
#include "tests/gl/squares.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

namespace vitruvian::test {
namespace {

/// Contexts share displays, which end with their last context: one that ends early must not end the others.
TEST(HeadlessContext, SeveralDrawAtOnceAndEndInTurn) {
    constexpr std::ptrdiff_t count = 4;
    std::latch all_drawn(count);
    std::vector<Image> pictures(count);
    std::vector<std::thread> threads;
    const auto work = [&](std::size_t i) {
        const auto context = HeadlessContext::create();
        const auto renderer =
            context ? Renderer::create(HeadlessContext::loader()) : tl::unexpected(context.error());
        const auto draw = [&]() -> Image {
            if (!renderer) return {};
            RenderScene scene = flat_scene();
            scene.materials = {unlit(vec4(0.5F, 0.04F, 0.001F, 1.0F))};
            add(scene, square(), mat4(1.0F), 0);
            RenderTarget target;
            target.resize(64, 48);
            (*renderer)->draw(scene, target);
            return target.read();
        };
        pictures[i] = draw();
        all_drawn.arrive_and_wait();
        // These end while the others draw again.
        if (i % 2 == 0) return;
        EXPECT_EQ(draw().rgba, pictures[i].rgba);
    };
    for (std::size_t i = 0; i < pictures.size(); ++i) threads.emplace_back(work, i);
    for (std::thread& thread : threads) thread.join();
    for (const Image& picture : pictures) {
        EXPECT_EQ(picture.width, 64);
        EXPECT_EQ(picture.rgba, pictures.front().rgba);
    }
    EXPECT_TRUE(HeadlessContext::create());  // and there can be others after all have ended
}

}  // namespace
}  // namespace vitruvian::test

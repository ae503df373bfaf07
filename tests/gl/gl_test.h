// Shared by the GL tests: a context and a renderer per suite, and measurements of pictures.
#pragma once

#include "renderer/headless_context.h"
#include "tests/gl/figure.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>

namespace vitruvian::test {

class GlTest : public ::testing::Test {
  protected:
    static void SetUpTestSuite();
    static void TearDownTestSuite();
    [[nodiscard]] static Renderer& renderer();
    [[nodiscard]] static Image draw(const RenderScene& scene, int width, int height,
                                    int band_height = RenderTarget::whole_picture);
};

/// Red, green, blue and alpha, 0..255.
using Pixel = std::array<int, 4>;
[[nodiscard]] Pixel pixel(const Image& image, int x, int y);

/// The share of pixels with a channel that differs by more than `tolerance` of 255.
[[nodiscard]] double share_differing(const Image& a, const Image& b, int tolerance);

/// The position of a point in a picture, in pixels from the top left; pixel centres are at half.
[[nodiscard]] vec2 to_pixels(const RenderScene& scene, const vec3& point, int width, int height);

/// Only the figures, on a transparent background: for tests that measure colours.
void leave_only_figures(RenderScene& scene);

/// Random numbers computed from the generator's bits, since the standard distributions differ between
/// libraries.
class Random {
  public:
    explicit Random(std::uint32_t seed) : bits_(seed) {}
    float real(float low, float high) {
        return low + (high - low) * static_cast<float>(bits_() >> 8U) * (1.0F / 16777216.0F);
    }
    int integer(int low, int high) {
        return low + static_cast<int>(bits_() % static_cast<unsigned>(high - low + 1));
    }
    vec3 vector(float low, float high) {
        const float x = real(low, high);
        const float y = real(low, high);
        return {x, y, real(low, high)};
    }

  private:
    std::mt19937 bits_;
};

}  // namespace vitruvian::test

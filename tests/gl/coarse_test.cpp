// Pictures of the least quality, shown while something moves on slow devices.
#include "tests/gl/squares.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <cstdlib>

namespace vitruvian::test {
namespace {

class CoarseTest : public GlTest {};

TEST_F(CoarseTest, StraightEdgesAreNoCombs) {
    constexpr int side = 128;
    Quality least;
    least.samples = 1;
    least.soft_shadows = false;
    int worst = 0;
    for (int shift = 0; shift < 16; ++shift) {
        RenderScene scene = flat_scene();
        scene.materials = {unlit(vec4(1.0F))};
        const float offset = static_cast<float>(shift) / 8.0F * 2.0F / static_cast<float>(side);
        add(scene, square(), glm::scale(glm::translate(mat4(1.0F), vec3(offset, offset, 0.0F)), vec3(0.5F)),
            0);
        RenderTarget target;
        target.resize(side, side);
        renderer().draw(scene, target, least);
        const Image image = target.read();
        // Along the vertical and the horizontal edges, neighbours are alike.
        for (int along = side / 2 - 16; along < side / 2 + 16; ++along) {
            for (int across = 0; across < side; ++across) {
                worst = std::max(
                    worst, std::abs(pixel(image, across, along)[3] - pixel(image, across, along + 1)[3]));
                worst = std::max(
                    worst, std::abs(pixel(image, along, across)[3] - pixel(image, along + 1, across)[3]));
            }
        }
    }
    EXPECT_LE(worst, 140);
}

}  // namespace
}  // namespace vitruvian::test

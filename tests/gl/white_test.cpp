// White figures: as light as their colour, and with form.
#include "tests/gl/gl_test.h"

#include <algorithm>

namespace vitruvian::test {
namespace {

class WhiteTest : public GlTest {};

TEST_F(WhiteTest, FiguresAreWhiteAndHaveForm) {
    RenderScene scene = make_figure(StandardView::best, 1.0F);
    leave_only_figures(scene);
    scene.materials.assign(1, Material{});
    for (RenderItem& item : scene.items) item.material = 0;
    const Image image = draw(scene, 320, 320);
    std::vector<int> levels;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        if (image.rgba[i + 3] == 255) levels.push_back(image.rgba[i + 1]);
    ASSERT_GT(levels.size(), 5000U);
    std::sort(levels.begin(), levels.end());
    const auto share = [&levels](double of) {
        return levels[static_cast<std::size_t>(of * static_cast<double>(levels.size()))];
    };
    EXPECT_GE(share(0.5), 242) << "white";
    EXPECT_GE(share(0.9) - share(0.25), 30) << "the lighter three quarters are not one surface";
    EXPECT_GE(share(0.9) - share(0.5), 8) << "nor is what the light falls on";
    EXPECT_GE(share(0.05), 110) << "shadows leave half of the lightness";
}

}  // namespace
}  // namespace vitruvian::test

// Positions of labels over a picture, and their letters.
#include "renderer/label_places.h"
#include "tests/gl/gl_test.h"

#include <cmath>
#include <utility>

namespace vitruvian::test {
namespace {

constexpr int label_width = 320;
constexpr int label_height = 240;

class LabelTest : public GlTest {};

RenderScene empty_scene() {
    RenderScene scene;
    leave_only_figures(scene);
    scene.bounds.add(vec3(-1.0F));
    scene.bounds.add(vec3(1.0F));
    scene.camera.target = vec3(0.0F);
    scene.camera.distance = 5.0F;
    return scene;
}

bool apart(const PlacedLabel& a, const PlacedLabel& b) {
    return a.high.x <= b.low.x || b.high.x <= a.low.x || a.high.y <= b.low.y || b.high.y <= a.low.y;
}

TEST(LabelPlaces, NoTwoOverlapAndAllAreInThePicture) {
    Random random(7);
    RenderScene scene = empty_scene();
    for (int i = 0; i < 200; ++i)
        scene.labels.push_back({random.vector(-1.0F, 1.0F), "joint " + std::to_string(i), vec4(1.0F)});
    Lettering lettering(12.0F);
    const auto placed = place_labels(scene, label_width, label_height, lettering);
    EXPECT_GT(placed.size(), 10U);
    EXPECT_LT(placed.size(), scene.labels.size());
    for (std::size_t a = 0; a < placed.size(); ++a) {
        EXPECT_GE(placed[a].low.x, 0.0F);
        EXPECT_LE(placed[a].high.x, label_width);
        for (std::size_t b = a + 1; b < placed.size(); ++b) EXPECT_TRUE(apart(placed[a], placed[b]));
    }
}

TEST(LabelPlaces, NoneIsUnderWhatTheWindowDrawsOverThePicture) {
    RenderScene scene = empty_scene();
    scene.labels.push_back({vec3(0.0F), "beside a name", vec4(1.0F), 1.0F, true});
    Lettering lettering(12.0F);
    const PlacedLabel before = place_labels(scene, label_width, label_height, lettering).at(0);
    scene.covered.push_back({before.low + vec2(4.0F), before.low + vec2(6.0F)});
    const auto moved = place_labels(scene, label_width, label_height, lettering);
    ASSERT_EQ(moved.size(), 1U);
    EXPECT_TRUE(moved[0].high.x <= before.low.x + 4.0F || moved[0].low.x >= before.low.x + 6.0F ||
                moved[0].high.y <= before.low.y + 4.0F || moved[0].low.y >= before.low.y + 6.0F);
    scene.covered.push_back({vec2(0.0F), vec2(label_width, label_height)});
    EXPECT_TRUE(place_labels(scene, label_width, label_height, lettering).empty());
}

TEST(LabelPlaces, ImportantOnesComeFirstThenTheNearest) {
    RenderScene scene = empty_scene();
    for (int i = 0; i < 40; ++i)
        scene.labels.push_back({vec3(0.0F, 0.0F, -0.01F * static_cast<float>(i)), "far away", vec4(1.0F)});
    scene.labels.push_back({vec3(0.0F, 0.0F, 0.5F), "near", vec4(1.0F)});
    scene.labels.push_back({vec3(0.0F, 0.0F, -0.9F), "chosen", vec4(1.0F), 1.0F, true});
    Lettering lettering(12.0F);
    const auto placed = place_labels(scene, label_width, label_height, lettering);
    ASSERT_GE(placed.size(), 2U);
    EXPECT_EQ(placed[0].text, U"chosen");
    EXPECT_EQ(placed[1].text, U"near");
}

TEST(LabelPlaces, ThoseOfAChainStandBesideIt) {
    RenderScene scene = empty_scene();
    scene.labels.push_back({vec3(0.0F, 0.42F, 0.1F), "what is wide, in front and above", vec4(1.0F)});
    constexpr int links = 6;
    for (int i = 0; i < links; ++i)
        scene.labels.push_back({vec3(0.0F, 0.4F - 0.14F * static_cast<float>(i), 0.0F), "link", vec4(1.0F)});
    Lettering lettering(12.0F);
    const auto placed = place_labels(scene, label_width, label_height, lettering);
    EXPECT_GE(placed.size(), links);
    for (std::size_t i = 1; i < placed.size(); ++i) {
        const bool beside = placed[i].low.x > 0.5F * label_width || placed[i].high.x < 0.5F * label_width;
        EXPECT_TRUE(beside) << "label " << i;
    }
}

TEST(LabelLetters, HaveInkAndAWiderHalo) {
    Lettering lettering(14.0F);
    const Letter letter = lettering.letter(U'H');
    int ink = 0;
    int halo = 0;
    for (std::size_t i = 0; i < lettering.sheet().size(); i += 2) {
        ink += lettering.sheet()[i] > 128 ? 1 : 0;
        halo += lettering.sheet()[i + 1] > 128 ? 1 : 0;
    }
    EXPECT_GT(ink, 15);
    EXPECT_GT(halo, 2 * ink);
    EXPECT_GT(letter.advance, 7.0F);
    EXPECT_LT(lettering.width(U"iii"), lettering.width(U"WWW"));
}

TEST(LabelLetters, WhatIsNoUtf8IsAQuestionMark) {
    EXPECT_EQ(label_characters("a\xC3\xA4\xE5\xB7\xA6"), U"a\u00E4\u5DE6");
    EXPECT_EQ(label_characters("\xC3"), U"?");
    EXPECT_EQ(label_characters("\xFFz"), U"?z");
}

/// Counts the nearly white and the nearly black pixels.
std::pair<int, int> brighter_and_darker(const Image& image) {
    std::pair<int, int> out;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
        out.first += image.rgba[i] > 220 ? 1 : 0;
        out.second += image.rgba[i] < 60 ? 1 : 0;
    }
    return out;
}

TEST_F(LabelTest, TextIsBrightWithADarkRim) {
    RenderScene scene = empty_scene();
    scene.background = {false, true, vec3(0.5F)};
    scene.labels.push_back({vec3(0.0F), "HHHH", vec4(1.0F)});
    const auto [bright, dark] = brighter_and_darker(draw(scene, label_width, label_height));
    EXPECT_GT(bright, 40);
    EXPECT_GT(dark, 40);
}

TEST_F(LabelTest, OnALightBackgroundTextIsDarkWithABrightRim) {
    RenderScene scene = empty_scene();
    scene.background = {false, true, vec3(0.8F)};
    scene.labels.push_back({vec3(0.0F), "HHHH", vec4(1.0F, 0.8F, 0.2F, 1.0F)});
    scene.labels.push_back({vec3(0.0F, 0.5F, 0.0F), "HHHH", vec4(1.0F)});
    const Image image = draw(scene, label_width, label_height);
    const auto [bright, dark] = brighter_and_darker(image);
    EXPECT_GT(bright, 80);
    EXPECT_GT(dark, 20);
    int golden = 0;  // the coloured label keeps its hue
    for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        golden += image.rgba[i] < 150 && image.rgba[i + 2] < 30 && image.rgba[i] > 90 ? 1 : 0;
    EXPECT_GT(golden, 20);
}

}  // namespace
}  // namespace vitruvian::test

// Highlights of worlds that are written from glTF, and from other worlds.
#include "model/core/at.h"
#include "tests/unit/gltf_builder.h"
#include "tests/unit/worlds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vitruvian {
namespace {

using test::Json;

TEST(WorldGloss, HighlightsOfGltfAreAsLargeAsTheirRoughnessHasThem) {
    test::GltfBuilder builder;
    const int positions = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    Json primitives = Json::array();
    const std::vector<float> roughness{0.2F, 0.3F, 0.5F, 0.7F, 0.85F};
    for (const float rough : roughness) {
        builder.push("materials",
                     {{"name", "m" + std::to_string(primitives.size())},
                      {"pbrMetallicRoughness", {{"metallicFactor", 0.0}, {"roughnessFactor", rough}}}});
        primitives.push_back({{"attributes", {{"POSITION", positions}}}, {"material", primitives.size()}});
    }
    builder.push("meshes", {{"primitives", primitives}});
    builder.push("nodes", {{"mesh", 0}});
    const Document document = test::load(builder);
    const test::WrittenWorld written = test::written_world(document, FileFormat::vrml97);
    const Document after = test::read_text(written.text);
    ASSERT_EQ(after.materials.size(), roughness.size());
    for (std::size_t m = 0; m < roughness.size(); ++m)
        EXPECT_NEAR(after.materials.at(m).roughness, roughness[m], 1e-4F);
    // 0.5: alpha 0.25, an exponent of 30, and 0.04 * 38 / 8 at its brightest.
    EXPECT_THAT(written.text, testing::HasSubstr("shininess 0.234375"));
    EXPECT_THAT(written.text, testing::HasSubstr("specularColor 0.19 0.19 0.19"));
}

/// A document's material has a roughness: what a world says beside it is taken from the source.
TEST(WorldGloss, MaterialsOfWorldsKeepTheirHighlightsInAnotherEncoding) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\n"
        "Shape { geometry Box { } appearance Appearance { material DEF green Material { "
        "diffuseColor 0.5 0.25 0.125 specularColor 0 0.68 0 shininess 0.3 ambientIntensity 0.7 } } }\n"
        "Shape { geometry Box { } appearance Appearance { material Material { shininess 0.9 } } }\n"
        "Shape { geometry Box { } appearance Appearance { material Material { specularColor 0.1 0.1 0.1 } } "
        "}\n");
    for (const FileFormat format : {FileFormat::vrml97, FileFormat::x3d_classic}) {
        const std::string text = test::written_world(document, format).text;
        EXPECT_THAT(text, testing::HasSubstr("specularColor 0 0.68 0"));
        EXPECT_THAT(text, testing::HasSubstr("shininess 0.3"));
        EXPECT_THAT(text, testing::HasSubstr("ambientIntensity 0.7"));
        EXPECT_THAT(text, testing::HasSubstr("shininess 0.9"));
        EXPECT_THAT(text, testing::HasSubstr("specularColor 0.1 0.1 0.1"));
        EXPECT_THAT(text, testing::Not(testing::HasSubstr("PhysicalMaterial")));
        EXPECT_EQ(test::read_text(text).materials, document.materials);
    }
    // What was edited follows the edit.
    Document edited = document;
    at(edited.materials, 0).roughness = 0.9F;
    const std::string text = test::written_world(edited, FileFormat::vrml97).text;
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("0.68")));
    EXPECT_THAT(text, testing::HasSubstr("shininess 0.9"));
}

}  // namespace
}  // namespace vitruvian

// Text as triangles: letters without gaps or overlaps, and FontStyle's layout rules.
#include "model/formats/vrml/read/vrml_reader.h"
#include "model/formats/vrml/shapes/glyphs.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace vitruvian {
namespace {

using test::read_body;

Bounds bounds_of(const std::string& strings, const std::string& style, const std::string& more = "") {
    const Document document =
        read_body(fmt::format("Shape {{ geometry Text {{ string [ {} ] {} fontStyle FontStyle {{ {} }} }} }}",
                              strings, more, style));
    Bounds out;
    if (document.meshes.size() != 1) {
        ADD_FAILURE() << "no text";
        return out;
    }
    const Mesh& mesh = *document.meshes[0].mesh;
    for (const std::uint32_t index : mesh.indices) out.add(mesh.positions[index]);
    return out;
}

TEST(Glyphs, FillTheirOutlinesExactly) {
    for (const bool bold : {false, true}) {
        vrml::Typeface& face = vrml::Typeface::shipped(bold);
        for (char32_t c = 0x21; c < 0x250; ++c) {
            if (!face.has(c) || (c >= 0x7F && c < 0xA1)) continue;
            const vrml::Glyph& glyph = face.glyph(c);
            float area = 0.0F;
            for (std::size_t i = 0; i + 2 < glyph.triangles.size(); i += 3) {
                const vec2 a = glyph.points[glyph.triangles[i]];
                const vec2 b = glyph.points[glyph.triangles[i + 1]] - a;
                const vec2 d = glyph.points[glyph.triangles[i + 2]] - a;
                const float part = 0.5F * (b.x * d.y - b.y * d.x);
                EXPECT_GE(part, -1e-6F) << static_cast<unsigned>(c);
                area += part;
            }
            EXPECT_NEAR(area, glyph.area, 1e-4F) << static_cast<unsigned>(c);
        }
    }
}

TEST(Glyphs, BrokenUtf8GivesReplacements) {
    EXPECT_EQ(vrml::characters_of("a\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"), U"a\u00E9\u4E2D\U0001F600");
    EXPECT_EQ(vrml::characters_of("\xFF"
                                  "a\xC3"),
              U"\uFFFDa\uFFFD");
    EXPECT_EQ(vrml::characters_of("\xED\xA0\x80").front(), U'\uFFFD');
}

TEST(VrmlText, SizeScalesTheLetters) {
    const Bounds one = bounds_of("\"HIM\"", "");
    const Bounds three = bounds_of("\"HIM\"", "size 3");
    EXPECT_NEAR(one.min.y, 0.0F, 1e-3F);  // capitals stand on the baseline
    EXPECT_GT(one.max.y, 0.6F);
    EXPECT_LT(one.max.y, 0.9F);
    EXPECT_NEAR(three.size().x, 3.0F * one.size().x, 1e-3F);
    EXPECT_NEAR(three.size().y, 3.0F * one.size().y, 1e-3F);
}

TEST(VrmlText, JustifyMovesLinesAndBlocks) {
    const float width = bounds_of("\"HIM\"", "").size().x;
    EXPECT_NEAR(bounds_of("\"HIM\"", "justify \"BEGIN\"").min.x, 0.0F, 0.1F);
    EXPECT_NEAR(bounds_of("\"HIM\"", "justify \"END\"").max.x, 0.0F, 0.1F);
    EXPECT_NEAR(bounds_of("\"HIM\"", "justify \"MIDDLE\"").centre().x, 0.0F, 0.05F);
    EXPECT_NEAR(bounds_of("\"HIM\"", "justify \"MIDDLE\"").size().x, width, 1e-4F);
    EXPECT_LT(bounds_of("\"HIM\"", "justify [ \"BEGIN\" \"BEGIN\" ]").max.y, 0.0F);
    EXPECT_GT(bounds_of("\"HIM\"", "justify [ \"BEGIN\" \"END\" ]").min.y, 0.0F);
    EXPECT_NEAR(bounds_of("\"HIM\" \"HIM\"", "justify [ \"MIDDLE\" \"MIDDLE\" ]").centre().y, 0.0F, 0.15F);
}

TEST(VrmlText, LinesRunDownOrUpByTheSpacing) {
    const Bounds down = bounds_of("\"H\" \"H\" \"H\"", "spacing 2");
    EXPECT_NEAR(down.min.y, -4.0F, 1e-3F);
    const Bounds up = bounds_of("\"H\" \"H\" \"H\"", "spacing 2 topToBottom FALSE");
    EXPECT_NEAR(up.min.y, 0.0F, 1e-3F);
    EXPECT_NEAR(up.max.y, 4.0F + down.max.y, 1e-3F);
}

TEST(VrmlText, RightToLeftEndsWhereItBegins) {
    const Bounds text = bounds_of("\"HIM\"", "leftToRight FALSE");
    EXPECT_NEAR(text.max.x, 0.0F, 0.1F);
    EXPECT_LT(text.min.x, -1.0F);
}

TEST(VrmlText, ColumnsStandBesideEachOther) {
    const Bounds text = bounds_of("\"HHHH\" \"HH\"", "horizontal FALSE");
    EXPECT_NEAR(text.size().y, 3.0F + 0.727F, 0.05F);
    EXPECT_LT(text.max.y, 0.0F);
    EXPECT_GT(text.max.x, 1.0F);
    EXPECT_LT(text.max.x, 2.0F);
    EXPECT_LT(bounds_of("\"HHHH\" \"HH\"", "horizontal FALSE leftToRight FALSE").max.x, 0.001F);
}

TEST(VrmlText, LengthAndMaxExtentStretch) {
    const float natural = bounds_of("\"HIM\"", "").size().x;
    EXPECT_NEAR(bounds_of("\"HIM\"", "", "length 10").size().x, 10.0F, 1.0F);
    const Bounds squeezed = bounds_of("\"HIM\" \"H\"", "", "maxExtent 1");
    EXPECT_NEAR(squeezed.size().x, 1.0F, 0.1F);
    EXPECT_NEAR(bounds_of("\"HIM\"", "", "maxExtent 100").size().x, natural, 1e-4F);
}

TEST(VrmlText, StylesDiffer) {
    const float plain = bounds_of("\"HIM\"", "").size().x;
    EXPECT_GT(bounds_of("\"HIM\"", "style \"BOLD\"").size().x, plain + 0.02F);
    EXPECT_GT(bounds_of("\"HIM\"", "style \"ITALIC\"").size().x, plain + 0.05F);
    const float typed = bounds_of("\"iii\"", "family \"TYPEWRITER\"").size().x;
    EXPECT_GT(typed, 1.2F);
    EXPECT_GT(typed, 1.5F * bounds_of("\"iii\"", "").size().x);
}

TEST(VrmlText, NothingToSetIsNoMesh) {
    EXPECT_TRUE(read_body("Shape { geometry Text { } }").meshes.empty());
    EXPECT_TRUE(read_body("Shape { geometry Text { string [ \"\" \" \" ] } }").meshes.empty());
    EXPECT_TRUE(
        read_body("Shape { geometry Text { string \"A\" fontStyle FontStyle { size 0 } } }").meshes.size() <=
        1);
}

}  // namespace
}  // namespace vitruvian

// Names from files in rows of the window, and the units of values beside them.
#include "app/gui/script_fonts.h"
#include "app/gui/widgets.h"
#include "app/scene/frame.h"
#include "app/session/lengths.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

namespace vitruvian {
namespace {

class UnitsTest : public test::FolderTest {};

TEST(RowText, StaysInOneLineAndWhole) {
    EXPECT_EQ(row_text("l_elbow"), "l_elbow");
    EXPECT_EQ(row_text("a\nb").find('\n'), std::string::npos);
    for (const std::string name : {"##x", "a##", "a###b", "####"}) {
        const std::string text = row_text(name);
        EXPECT_EQ(text.find("##"), std::string::npos) << name << ": ImGui shows nothing behind it";
        EXPECT_EQ(std::count(text.begin(), text.end(), '#'), std::count(name.begin(), name.end(), '#'));
    }
}

TEST(ScriptFonts, LookForWhatTheShippedTypefaceLacks) {
    ScriptFonts fonts;
    fonts.note("l_elbow");
    fonts.note("Ellenbogen links, \u043B\u043E\u043A\u043E\u0442\u044C, \u0107\u1EBF \u2026");
    fonts.note("line\nbreak");
    EXPECT_FALSE(fonts.has_news());
    fonts.note("\u5DE6\u8155");
    EXPECT_TRUE(fonts.has_news());
    // Whether the system has such a typeface or not.
    std::map<ImWchar, int> times;
    for (const ScriptFace& face : fonts.faces()) {
        ASSERT_FALSE(face.ranges.empty());
        EXPECT_EQ(face.ranges.back(), 0);
        ASSERT_TRUE(face.face.bytes);
        for (std::size_t i = 0; i + 1 < face.ranges.size(); i += 2) {
            for (int c = face.ranges[i]; c <= face.ranges[i + 1]; ++c) ++times[static_cast<ImWchar>(c)];
        }
    }
    for (const auto& [character, count] : times) EXPECT_EQ(count, 1) << character;
    EXPECT_FALSE(fonts.has_news());
    fonts.note("\u8155\u5DE6");
    EXPECT_FALSE(fonts.has_news()) << "each was seen";
}

/// A humanoid of two joints, 1.6 m tall under `scale`.
std::string scaled_world(double scale) {
    const auto number = [](double value) { return std::to_string(value); };
    const std::string joint = "DEF hanim_skullbase Joint { name \"skullbase\" center 0 " +
                              number(1.4 / scale) +
                              " 0 children DEF hanim_skull Segment { name \"skull\" children Transform { "
                              "translation 0 " +
                              number(1.5 / scale) + " 0 children Shape { geometry Sphere { radius " +
                              number(0.1 / scale) + " } } } } }";
    return "#VRML V2.0 utf8\n"
           "PROTO Joint [ field SFString name \"\" field SFVec3f center 0 0 0 field MFNode children [] ] "
           "{ Transform { center IS center children IS children } }\n"
           "PROTO Segment [ field SFString name \"\" field MFNode children [] ] { Group { children IS "
           "children } }\n"
           "PROTO Humanoid [ field SFString name \"\" field SFVec3f scale 1 1 1 field MFNode humanoidBody [] "
           "] "
           "{ Transform { scale IS scale children IS humanoidBody } }\n"
           "Humanoid { name \"h\" scale " +
           number(scale) + " " + number(scale) + " " + number(scale) +
           " humanoidBody DEF hanim_HumanoidRoot Joint { name \"HumanoidRoot\" center 0 " +
           number(0.9 / scale) +
           " 0 children [ DEF hanim_l_foot Segment { name \"l_foot\" children Shape { geometry Sphere { "
           "radius " +
           number(0.01 / scale) + " } } } " + joint + " ] } }\n";
}

TEST_F(UnitsTest, ALengthHasTheUnitOfItsHumanoidsFrame) {
    for (const auto& [scale, unit] : {std::pair(1.0, "m"), std::pair(0.0254, "in"), std::pair(0.01, "cm")}) {
        Session session;
        ASSERT_TRUE(session.open_now({write("h.wrl", scaled_world(scale))}));
        const OpenFigure& figure = session.figures().back();
        EXPECT_NEAR(length_unit(figure, 0).metres, scale, 1e-4 * scale);
        EXPECT_STREQ(length_unit(figure, 0).symbol, unit);
        const auto size = static_cast<float>(scale);
        EXPECT_EQ(length_text(1.5F * size, length_unit(figure, 0)), std::string("1.500 ") + unit);
        EXPECT_EQ(lengths_text({0.0F, -1e-5F * size, -2.0F * size}, length_unit(figure, 0)),
                  std::string("0.000  0.000  -2.000 ") + unit);
    }
}

}  // namespace
}  // namespace vitruvian

// PROTO declarations and instances beside a figure, written to every encoding and read back.
#include "tests/unit/diagnostics.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/worlds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace vitruvian {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string chairs =
    "#VRML V2.0 utf8\n"
    "PROTO Leg [ field SFFloat length 1 ] { Shape { geometry Cylinder { height IS length radius 0.03 } } }\n"
    "PROTO Chair [ exposedField SFVec3f position 0 0 0 field SFColor tint 0.6 0.3 0.1 eventIn SFTime swing "
    "field MFNode on [ ] field MFString words [ \"a\" \"b\" ] ] {\n"
    "  DEF Place Transform { translation IS position children [\n"
    "    DEF Seat Shape { appearance Appearance { material Material { diffuseColor IS tint } } geometry Box "
    "{ } }\n"
    "    Transform { translation 0 2 0 children USE Seat }\n"
    "    Leg { length 0.7 } Group { children IS on }\n"
    "    DEF Time TimeSensor { startTime IS swing cycleInterval 2 }\n"
    "    DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0, 0 0 1 1 ] }\n"
    "    DEF S Script { eventIn SFTime now IS swing field SFColor c IS tint url \"javascript: function now() "
    "{ }\" }\n"
    "  ] }\n"
    "  ROUTE Time.fraction_changed TO Turn.set_fraction\n  ROUTE Turn.value_changed TO "
    "Place.set_rotation\n}\n"
    "DEF One Chair { position 2 0 0 tint 1 0 0 on Shape { geometry Sphere { } } }\n"
    "Transform { translation 0 0 5 children DEF Two Chair { } }\n"
    "USE One\n"
    "DEF Clock TimeSensor { cycleInterval 3 }\n"
    "DEF Touch TouchSensor { }\n"
    "DEF Mover PositionInterpolator { key [ 0 1 ] keyValue [ 2 0 0, 3 0 0 ] }\n"
    "ROUTE Clock.fraction_changed TO Mover.set_fraction\nROUTE Mover.value_changed TO One.set_position\n"
    "ROUTE Touch.touchTime TO Two.swing\n";

TEST(WorldProtos, AreDeclaredInEveryEncoding) {
    const Document document = test::read_text(chairs);
    for (const FileFormat first : test::world_formats) {
        const test::WrittenWorld there = test::written_world(document, first);
        EXPECT_EQ(test::count_of(there.encoded.notes, "vrml-not-carried"), 0) << to_string(first);
        const Document read = test::read_text(there.text);
        EXPECT_EQ(read.diagnostics.list().size(), 0U) << to_string(first) << there.text;
        EXPECT_EQ(test::difference(read, document), std::nullopt) << there.text;
        const test::WrittenWorld again = test::written_world(read, FileFormat::vrml97);
        for (const std::string_view text : {"PROTO Leg [",
                                            "PROTO Chair [",
                                            "exposedField SFVec3f position 0 0 0",
                                            "field SFColor tint 0.6 0.3 0.1",
                                            "eventIn SFTime swing",
                                            "translation IS position",
                                            "diffuseColor IS tint",
                                            "height IS length",
                                            "startTime IS swing",
                                            "eventIn SFTime now IS swing",
                                            "field SFColor c IS tint",
                                            "children IS on",
                                            "USE Seat",
                                            "DEF One Chair {",
                                            "position 2 0 0",
                                            "tint 1 0 0",
                                            "DEF Two Chair { }",
                                            "USE One",
                                            "ROUTE Time.fraction_changed TO Turn.set_fraction",
                                            "ROUTE Mover.value_changed TO One.set_position",
                                            "ROUTE Touch.touchTime TO Two.swing",
                                            "ROUTE Clock.fraction_changed TO Mover.set_fraction"}) {
            EXPECT_THAT(again.text, HasSubstr(std::string(text))) << to_string(first);
        }
        EXPECT_THAT(again.text, Not(HasSubstr("IndexedFaceSet"))) << to_string(first);
    }
}

TEST(WorldProtos, LibrariesThatAreNotThereKeepTheirAddress) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nEXTERNPROTO Lamp [ field SFVec3f at exposedField MFNode shades ] "
        "[ \"http://example.org/lamps.wrl#Lamp\" ]\nDEF L Lamp { at 0 3 0 shades Shape { geometry Box { } } "
        "}\n");
    for (const FileFormat first : test::world_formats) {
        const std::string text = test::written_world(document, first).text;
        const test::WrittenWorld again = test::written_world(test::read_text(text), FileFormat::vrml97);
        EXPECT_THAT(again.text,
                    HasSubstr("EXTERNPROTO Lamp [\n  field SFVec3f at\n  exposedField MFNode shades\n] ["));
        EXPECT_THAT(again.text, HasSubstr("\"http://example.org/lamps.wrl#Lamp\""));
        EXPECT_THAT(again.text, HasSubstr("DEF L Lamp {\n  at 0 3 0\n")) << text;
    }
}

/// Edited shapes are written in their current state, parts of figures as the figure's; no ROUTEs to nodes
/// without such events.
TEST(WorldProtos, WhatIsEditedOrOfAFigureIsWrittenAsItLooks) {
    Document document = test::read_text(chairs);
    ASSERT_FALSE(document.materials.empty());
    document.materials[0].base_color.x = 0.125F;
    const std::string text = test::written_world(document, FileFormat::x3d_classic).text;
    EXPECT_THAT(text, Not(HasSubstr("PROTO")));
    EXPECT_THAT(text, Not(HasSubstr("set_position")));
    EXPECT_THAT(text, Not(HasSubstr("Two.swing")));
    const Document figure = test::read_text(
        "#X3D V4.0 utf8\nPROFILE Immersive\nCOMPONENT HAnim:1\n"
        "PROTO Bone [ initializeOnly SFFloat length 1 ] { Shape { geometry Cylinder { height IS length } } "
        "}\n"
        "DEF H HAnimHumanoid { name \"h\" skeleton DEF R HAnimJoint { name \"humanoid_root\" children "
        "DEF S HAnimSegment { name \"sacrum\" children Bone { length 0.5 } } } joints USE R segments USE S "
        "}\n");
    const std::string body = test::written_world(figure, FileFormat::x3d_xml).text;
    EXPECT_THAT(body, Not(HasSubstr("Proto")));
    EXPECT_THAT(body, HasSubstr("IndexedFaceSet"));
}

/// A Material in an Appearance, an Appearance that two shapes use, and one of each on a figure.
const std::string painted_world =
    "#VRML V2.0 utf8\n"
    "PROTO Paint [ exposedField SFColor tint 1 0 0 ] { Material { diffuseColor IS tint shininess 0.3 } }\n"
    "PROTO Coat [ exposedField SFColor tint 0 1 0 exposedField SFFloat clear 0 ] {\n"
    "  Appearance { material Material { diffuseColor IS tint transparency IS clear } } }\n"
    "Shape { appearance DEF A Appearance { material DEF P Paint { tint 0.2 0.4 0.6 } } geometry Box { } }\n"
    "Shape { appearance DEF C Coat { clear 0.5 } geometry Box { } }\n"
    "Transform { translation 3 0 0 children Shape { appearance USE C geometry Box { } } }\n"
    "Transform { translation 6 0 0 children Shape { appearance USE A geometry Box { } } }\n";

std::size_t times(const std::string& text, std::string_view word) {
    std::size_t out = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++out;
    return out;
}

TEST(WorldProtos, LooksStayInstances) {
    const Document document = test::read_text(painted_world);
    for (const FileFormat format :
         {FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld out = test::written_world(document, format);
        const auto of = [&](const char* proto) { return times(out.text, proto); };
        const bool is_named = format == FileFormat::x3d_xml || format == FileFormat::x3d_json;
        EXPECT_EQ(of("Paint"), 2U);                 // declared, and one instance
        EXPECT_EQ(of("Coat"), is_named ? 3U : 2U);  // the same, and a USE
        const Document again = test::read_text(out.text);
        ASSERT_EQ(again.meshes.size(), document.meshes.size());
        for (std::size_t m = 0; m < again.meshes.size(); ++m) {
            EXPECT_EQ(at(again.materials, again.meshes[m].material),
                      at(document.materials, document.meshes[m].material));
        }
        EXPECT_EQ(again.materials.size(), document.materials.size());
        EXPECT_EQ(times(test::written_world(again, FileFormat::vrml97).text, "Paint"), 2U);
    }
}

TEST(WorldProtos, AnEditedLookIsWrittenAsWhatItShows) {
    Document document = test::read_text(painted_world);
    const int painted = document.meshes[0].material;
    at(document.materials, painted).base_color = vec4(0.5F, 0.25F, 0.125F, 1.0F);
    const test::WrittenWorld out = test::written_world(document, FileFormat::x3d_xml);
    const Document again = test::read_text(out.text);
    const vec4 colour = at(again.materials, again.meshes[0].material).base_color;
    EXPECT_NEAR(colour.x, 0.5F, 1e-5F);
    EXPECT_NEAR(colour.z, 0.125F, 1e-5F);
    EXPECT_EQ(times(out.text, "Coat"), 3U);  // the other appearance was not edited
    EXPECT_EQ(times(out.text, "<ProtoInstance name='Paint'"), 0U);
}

}  // namespace
}  // namespace vitruvian

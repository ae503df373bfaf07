// Contents of a world other than its figures that are copied when it is rewritten elsewhere: groups with
// pointing sensors, unused declarations, movies and sounds.
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

using std::string_literals::operator""s;
namespace fs = std::filesystem;

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// The X coordinates of the shapes' points.
std::vector<float> places(const Document& document) {
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    std::vector<float> out;
    for (const MeshInstance& mesh : document.meshes) {
        for (const vec3& point : skinned_positions(mesh, world, {})) out.push_back(point.x + 2.0F * point.y);
    }
    std::sort(out.begin(), out.end());
    return out;
}

TEST(WorldCarried, ShapesThatVisibleHidesStayHidden) {
    const Document document = test::read_text(
        "#X3D V4.0 utf8\nPROFILE Immersive\n"
        "Transform { translation 1 0 0 children [\n"
        "  DEF Secret Shape { visible FALSE geometry Box { size 2 2 2 } }\n"
        "  Shape { geometry Sphere { } }\n] }\n"
        "Group { visible FALSE children [ Transform { translation 0 7 0 children [\n"
        "  Shape { geometry Cone { height 5 } } USE Secret ] } ] }\n"
        "Switch { whichChoice 1 children [ Shape { visible FALSE geometry Cylinder { height 9 } }\n"
        "  Shape { geometry Cylinder { height 3 } } ] }\n");
    ASSERT_EQ(document.meshes.size(), 2U);
    Document last = document;
    for (const FileFormat format :
         {FileFormat::x3d_xml, FileFormat::vrml97, FileFormat::x3d_json, FileFormat::vrml97}) {
        const test::WrittenWorld written = test::written_world(last, format);
        EXPECT_EQ(test::count_of(written.encoded.notes, "vrml-not-carried"), 0) << written.text;
        for (const char* part : {"Secret", "Cone", "height"}) EXPECT_TRUE(has(written.text, part));
        last = test::read_text(written.text);
        EXPECT_EQ(last.meshes.size(), 2U) << written.text;
        EXPECT_EQ(places(last).size(), places(document).size());
    }
}

TEST(WorldCarried, AHiddenShapeAloneStaysHidden) {
    const Document document = test::read_text(
        "#X3D V4.0 utf8\nPROFILE Immersive\n"
        "Shape { visible FALSE geometry Cone { height 5 } }\nShape { geometry Box { } }\n");
    for (const FileFormat format : {FileFormat::x3d_xml, FileFormat::vrml97}) {
        const test::WrittenWorld written = test::written_world(document, format);
        EXPECT_TRUE(has(written.text, "Cone")) << written.text;
        EXPECT_EQ(test::read_text(written.text).meshes.size(), 1U) << written.text;
    }
}

TEST(WorldCarried, AHiddenShapeThatCannotBeCopiedIsTold) {
    const Document document = test::read_text(
        "#X3D V4.0 utf8\nPROFILE Full\n"
        "Shape { visible FALSE geometry NurbsPatchSurface { uDimension 2 vDimension 2 } }\n"
        "Shape { geometry Box { } }\n");
    const test::WrittenWorld written = test::written_world(document, FileFormat::vrml97);
    EXPECT_TRUE(std::ranges::any_of(written.encoded.notes.list(), [](const Diagnostic& d) {
        return d.code == "vrml-not-carried" && has(d.message, "\"visible\" hides");
    }));
}

TEST(WorldCarried, WhatGltfHasNoPlaceForIsTold) {
    const Document document = test::read_text(
        R"(#X3D V4.0 utf8
PROFILE Full
Fog { }
Sound { source AudioClip { url "a.wav" } }
DEF G Group { metadata MetadataString { name "a" } children [
  TouchSensor { }
  Shape { geometry Text { string "a" fontStyle FontStyle { } } } ] }
Script { inputOnly SFFloat a }
Script { inputOnly SFFloat b }
Anchor { url "b.x3d" children Shape { geometry Box { } } }
)");
    SaveOptions options;
    options.format = FileFormat::glb;
    const Result<EncodedDocument> encoded = encode_document(document, options);
    ASSERT_TRUE(encoded);
    // Fog, sound, its clip, the metadata, the sensor, the programs, the link.
    EXPECT_EQ(test::count_of(encoded->notes, "world-not-carried"), 8);
    options.format = FileFormat::x3d_xml;
    const Result<EncodedDocument> world = encode_document(document, options);
    ASSERT_TRUE(world);
    EXPECT_EQ(test::count_of(world->notes, "vrml-not-carried"), 0);
}

TEST(WorldCarried, SensorsStayWithWhatTheyFeel) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\n"
        "Group { children [ DEF Press TouchSensor { } Shape { geometry Box { } } ] }\n"
        "Transform { translation 3 0 0 rotation 0 0 1 1 children [ DEF Drag PlaneSensor { } "
        "Shape { geometry Cone { } } ] }\n"
        "DEF Lonely Group { children DEF Nothing TouchSensor { } }\n"
        "DEF Door Group { children [ DEF Knock TouchSensor { } DEF Wing Transform { children Group { } } ] "
        "}\n"
        "DEF T TimeSensor { } DEF I OrientationInterpolator { key [ 0 1 ] keyValue [ 0 1 0 0 0 1 0 1 ] }\n"
        "ROUTE T.fraction_changed TO I.set_fraction\nROUTE I.value_changed TO Wing.rotation\n"
        "DEF L DirectionalLight { }\nROUTE Press.isActive TO L.on\nROUTE Knock.touchTime TO T.startTime\n");
    for (const FileFormat format : {FileFormat::vrml97, FileFormat::x3d_xml, FileFormat::x3d_classic}) {
        const test::WrittenWorld written = test::written_world(document, format);
        EXPECT_EQ(test::count_of(written.encoded.notes, "vrml-not-carried"), 0) << written.text;
        const Document again = test::read_text(written.text);
        ASSERT_EQ(again.meshes.size(), 2U);
        const std::vector<float> before = places(document);
        const std::vector<float> after = places(again);
        ASSERT_EQ(before.size(), after.size());
        for (std::size_t i = 0; i < before.size(); ++i) EXPECT_NEAR(before[i], after[i], 1e-4F);
        const test::WrittenWorld plain = test::written_world(again, FileFormat::vrml97);
        EXPECT_TRUE(has(plain.text, "DEF Press TouchSensor")) << plain.text;
        EXPECT_TRUE(has(plain.text, "DEF Drag PlaneSensor"));
        EXPECT_TRUE(has(plain.text, "DEF Nothing TouchSensor"));
        EXPECT_TRUE(has(plain.text, "DEF Knock TouchSensor"));
        EXPECT_TRUE(has(plain.text, "ROUTE Press.isActive TO L.on"));
        EXPECT_TRUE(has(plain.text, "ROUTE Knock.touchTime TO T."));
        // The sensor is beside the one shape that it senses.
        const std::size_t press = plain.text.find("DEF Press");
        const std::size_t group = plain.text.rfind("Group {", press);
        ASSERT_NE(group, std::string::npos);
        const std::string inside = plain.text.substr(group, press - group);
        EXPECT_EQ(
            std::count(inside.begin(), inside.end(), '{') - std::count(inside.begin(), inside.end(), '}'), 1)
            << inside;
    }
}

TEST(WorldCarried, DeclarationsThatNothingUses) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\n"
        "PROTO Wheel [ field SFFloat size 2 exposedField MFString words [ \"a\" ] field MFNode kids [ ] ] "
        "{ Transform { children IS kids } }\n"
        "PROTO Cart [ field SFFloat w 1 ] { Group { children [ Wheel { size IS w } ] } }\n"
        "PROTO Strange [ ] { Nobody { } }\n"
        "EXTERNPROTO Far [ field SFFloat size ] \"http://example.org/far.wrl#Far\"\n"
        "Shape { geometry Box { } }\n");
    for (const FileFormat format :
         {FileFormat::vrml97, FileFormat::x3d_xml, FileFormat::x3d_classic, FileFormat::x3d_json}) {
        const test::WrittenWorld written = test::written_world(document, format);
        EXPECT_GE(test::count_of(written.encoded.notes, "vrml-not-carried"), 1) << written.text;
        const test::WrittenWorld plain =
            test::written_world(test::read_text(written.text), FileFormat::vrml97);
        EXPECT_TRUE(has(plain.text, "PROTO Cart [")) << plain.text;
        EXPECT_TRUE(has(plain.text, "EXTERNPROTO Far ["));
        EXPECT_LT(plain.text.find("PROTO Wheel ["), plain.text.find("PROTO Cart ["));
        EXPECT_FALSE(has(plain.text, "Strange"));
    }
}

/// X_ITE does not open a file with a Displacer without displacements, on a joint or on a segment.
TEST(WorldCarried, FeaturesHaveDisplacementsOfNothing) {
    const std::string feature =
        "<HAnimDisplacer name='chin_feature' containerField='displacers' coordIndex='1 2'/>";
    const std::string faces =
        "<IndexedFaceSet coordIndex='0 1 2 3 -1'><Coordinate USE='C'/></IndexedFaceSet>";
    const std::string points = "point='0 0 0 1 0 0 1 1 0 0 1 0'/>";
    const std::string on_joint =
        "<Coordinate DEF='C' containerField='skinCoord' " + points +
        "<HAnimJoint name='humanoid_root' containerField='skeleton' skinCoordIndex='0 1 2 3' "
        "skinCoordWeight='1 1 1 1'>" +
        feature + "</HAnimJoint><Shape containerField='skin'>" + faces + "</Shape>";
    const std::string on_segment =
        "<HAnimJoint name='humanoid_root' containerField='skeleton'><HAnimSegment name='jaw'>"
        "<Coordinate DEF='C' containerField='coord' " +
        points + feature + "<Shape>" + faces + "</Shape></HAnimSegment></HAnimJoint>";
    for (const std::string& body : {on_joint, on_segment}) {
        const Document document = test::read_text("<X3D version='4.0'><Scene><HAnimHumanoid name='h'>" +
                                                  body + "</HAnimHumanoid></Scene></X3D>");
        ASSERT_EQ(document.displacers.size(), 1U);
        const test::WrittenWorld written = test::written_world(document, FileFormat::x3d_xml);
        EXPECT_TRUE(has(written.text, "displacements='0 0 0, 0 0 0'")) << written.text;
        const Document again = test::read_text(written.text);
        ASSERT_EQ(again.displacers.size(), 1U);
        EXPECT_EQ(again.displacers[0].kind, DisplacerKind::feature);
        ASSERT_EQ(again.meshes.at(0).mesh->targets.size(), 1U);
        EXPECT_TRUE(again.meshes.at(0).mesh->targets[0].positions.empty());
    }
}

class WorldMedia : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(from_ / "films");
        fs::create_directories(to_);
        write("films/a b.mpg", "\0\0\1\xBA film"s);
        write("hum.wav", "RIFF\x24\0\0\0WAVEfmt "s);
        write("notes.wav", "no sound at all");
        write("world.wrl",
              "#VRML V2.0 utf8\nShape { appearance Appearance { material Material { } texture MovieTexture { "
              "url [ \"films/a%20b.mpg\" \"http://example.org/a.mpg\" ] } } geometry Box { } }\n"
              "Sound { source DEF Hum AudioClip { url \"hum.wav\" } }\n"
              "Sound { source DEF Bad AudioClip { url \"notes.wav\" } }\n"
              "Sound { source DEF Out AudioClip { url \"../../hum.wav\" } }\n");
    }
    void TearDown() override { fs::remove_all(root_); }

    void write(const char* name, const std::string& text) const {
        std::ofstream(from_ / name, std::ios::binary) << text;
    }
    static std::string text_of(const fs::path& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    fs::path root_ =
        fs::temp_directory_path() / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::path from_ = root_ / "from";
    fs::path to_ = root_ / "to";
};

TEST_F(WorldMedia, GoAlongToAnotherFolder) {
    const Result<Document> document = load_document(from_ / "world.wrl");
    ASSERT_TRUE(document.has_value());
    for (const char* name : {"world.wrl", "world.x3d", "world.x3dj"}) {
        const Result<SavedDocument> saved = save_document(*document, to_ / name);
        ASSERT_TRUE(saved.has_value()) << saved.error().text();
        EXPECT_EQ(test::count_of(saved->notes, "reference-not-carried"), 2) << name;
        EXPECT_EQ(text_of(to_ / "films/a b.mpg"), "\0\0\1\xBA film"s);
        EXPECT_EQ(text_of(to_ / "hum.wav"), text_of(from_ / "hum.wav"));
        EXPECT_FALSE(fs::exists(to_ / "notes.wav"));
        const std::string text = text_of(to_ / name);
        EXPECT_TRUE(has(text, "films/a%20b.mpg")) << name;
        EXPECT_TRUE(has(text, "http://example.org/a.mpg")) << name;
    }
}

TEST_F(WorldMedia, StayWhereTheFileStays) {
    const Result<Document> document = load_document(from_ / "world.wrl");
    ASSERT_TRUE(document.has_value());
    const Result<SavedDocument> saved = save_document(*document, from_ / "world.x3d");
    ASSERT_TRUE(saved.has_value()) << saved.error().text();
    EXPECT_EQ(saved->files.size(), 1U);
    // An unrelated movie of that name is not overwritten.
    write("../to/hum.wav", "RIFF\x24\0\0\0WAVEother"s);
    const Result<SavedDocument> moved = save_document(*document, to_ / "world.x3d");
    ASSERT_TRUE(moved.has_value());
    EXPECT_EQ(text_of(to_ / "hum.wav"), "RIFF\x24\0\0\0WAVEother"s);
    EXPECT_TRUE(has(text_of(to_ / "world.x3d"), "hum_2.wav"));
    EXPECT_TRUE(fs::exists(to_ / "hum_2.wav"));
}

}  // namespace
}  // namespace vitruvian

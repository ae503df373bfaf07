// Irregularities of real VRML97, X3D and H-Anim files, one by one: each is read without losing the file, and
// reported once.
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/gzipped.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

namespace vitruvian {
namespace {

using test::read_body;

using test::count_of;
using vitruvian::test::gzipped;
namespace fs = std::filesystem;

Result<Document> try_read(const std::string& text, const fs::path& folder = {}) {
    Result<Document> document = load_document(std::as_bytes(std::span(text)), "t.wrl", folder);
    if (document) {
        EXPECT_EQ(expect_valid(*document), std::nullopt);
    }
    return document;
}

std::size_t joints_of(const Document& document) {
    return document.humanoids.empty() ? 0 : document.humanoids.front().joints.size();
}

/// A figure of `joints` joints in one chain.
std::string chain(int joints, const std::string& inside = "") {
    std::string open;
    std::string close;
    for (int i = 0; i < joints; ++i) {
        open += fmt::format("Joint {{ name \"{}\" center 0 {} 0 children [ ",
                            i == 0 ? std::string("HumanoidRoot") : fmt::format("x_{}", i), 0.01 * i);
        close += " ] }";
    }
    return "Humanoid { humanoidBody " + open + inside + close + " }";
}

class PitfallFiles : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / (std::string("vitruvian_pitfall_") +
                                               testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::create_directories(folder_ / "parts");
    }
    void TearDown() override { fs::remove_all(folder_); }
    void write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }
    fs::path folder_;
};

const std::string box = "Shape { geometry Box { } }";

// 1
TEST(Pitfalls, HeadersOfManyKinds) {
    for (const char* header : {"#VRML V2.0 utf8\n", "#VRML V2.0 utf8 made by hand\r\n", "",
                               "\xEF\xBB\xBF#VRML V2.0 utf8\n", "#VRML V2.0 utf8\r",
                               "#X3D V3.3 utf8\nPROFILE Immersive\nCOMPONENT HAnim:1\nMETA \"a\" "
                               "\"b\"\nUNIT length metres 1\n"}) {
        const Result<Document> document = try_read(header + box);
        ASSERT_TRUE(document) << header << document.error().text();
        EXPECT_EQ(document->meshes.size(), 1U) << header;
    }
    const Result<Document> old = try_read("#VRML V1.0 ascii\nSeparator { Cube { } }");
    ASSERT_FALSE(old);
    EXPECT_NE(old.error().text().find("1.0"), std::string::npos);
}

// 2
TEST(Pitfalls, GzipByContentAlsoWhereItIsCut) {
    std::string many = "#VRML V2.0 utf8\n" + box + "\n";
    for (int i = 0; i < 3000; ++i)
        many += fmt::format("Transform {{ translation {} 0 0 }}\n", i * 7919 % 1000);
    std::string packed = gzipped(many);
    EXPECT_EQ(try_read(packed)->meshes.size(), 1U);
    packed[packed.size() - 6] = static_cast<char>(packed[packed.size() - 6] ^ 0x55);  // the checksum
    const Result<Document> broken = try_read(packed);
    ASSERT_TRUE(broken);
    EXPECT_EQ(count_of(*broken, "gzip-damaged"), 1);
    const Result<Document> cut = try_read(packed.substr(0, packed.size() / 2));
    ASSERT_TRUE(cut) << cut.error().text();
    EXPECT_EQ(cut->meshes.size(), 1U);
}

// 3, 4
TEST(Pitfalls, LineEndsAndCommasAreSpace) {
    EXPECT_EQ(read_body("# comment ends here\rShape { geometry Box { size 1,,1,1 } }").meshes.size(), 1U);
    const Document document = read_body(
        "Shape{geometry IndexedFaceSet{coord Coordinate{point[,0 0 0,,1 0 0,0 1 "
        "0,]}coordIndex[0,1,2,-1,]}}#x\r\n" +
        box);
    EXPECT_EQ(document.meshes.size(), 2U);
    EXPECT_EQ(document.meshes[0].mesh->indices.size(), 3U);
}

// 5
TEST(Pitfalls, StringsHoldBracesLinesAndBackslashes) {
    const Document document = read_body(
        "Humanoid { name \"a # { ] \\\"b\\\" \\\\ \nc\" info [ \"path=C:\\temp\\new\" ] humanoidBody "
        "Joint { name \"HumanoidRoot\" } }");
    EXPECT_EQ(document.humanoids.at(0).name, "a # { ] \"b\" \\ \nc");
    EXPECT_EQ(document.humanoids.at(0).info.at(0).second, "C:\\temp\\new");
    EXPECT_EQ(count_of(document, "vrml-string-backslash"), 1);
}

// 6
TEST(Pitfalls, ListsWithoutBracketsAndEmptyOnes) {
    EXPECT_EQ(read_body("Group { children Shape { geometry Box { } } }").meshes.size(), 1U);
    EXPECT_EQ(
        read_body("Group { children [ ] } Group { children NULL } Group { children [ NULL " + box + " ] }")
            .meshes.size(),
        1U);
    EXPECT_EQ(read_body("DEF S " + box + " Group { children USE S }").meshes.size(), 2U);
}

// 7
TEST(Pitfalls, NumbersThatAreNoneBecomeNothingFarOff) {
    const Document document = read_body(
        "Transform { translation nan -nan inf scale 1. +.5 1e-1 children Shape { geometry IndexedFaceSet { "
        "coord "
        "Coordinate { point [ 0 0 0 1e+308 0 0 0 -1e+16 0 0X10 -0x2 -0 ] } coordIndex [ 0 1 2 3 ] } } }");
    const auto& list = document.diagnostics.list();
    EXPECT_GE(count_of(document, "vrml-number-not-finite"), 2);
    const auto range = std::find_if(list.begin(), list.end(),
                                    [](const Diagnostic& d) { return d.code == "vrml-number-range"; });
    ASSERT_NE(range, list.end());
    EXPECT_NE(range->message.find("\"point\""), std::string::npos);
    EXPECT_EQ(range->count, 1);
    EXPECT_GT(range->where.line, 1);
    for (const vec3& p : document.meshes.at(0).mesh->positions) EXPECT_LT(glm::length(p), 1e6F);
}

// 8
TEST(Pitfalls, OddIdentifiers) {
    const Document document = read_body(
        "DEF a-b:c.d Transform { children DEF \xE4\xBA\xBA Group { children DEF caf\xE9 Shape { geometry Box "
        "{ } } } } USE "
        "a-b:c.d");
    EXPECT_EQ(document.meshes.size(), 2U);
}

// 9
TEST(Pitfalls, KeywordsInAnyCase) {
    const Document document = read_body(
        "def S Shape { geometry IndexedFaceSet { solid false ccw true coord Coordinate { point [ 0 0 0 1 0 0 "
        "0 1 0 ] } "
        "coordIndex [ 0 1 2 ] } } Use S");
    EXPECT_EQ(document.meshes.size(), 2U);
    EXPECT_GE(count_of(document, "vrml-keyword-case"), 3);
    EXPECT_TRUE(document.materials.at(0).double_sided);
}

// 10
TEST(Pitfalls, NamesBindToTheClosestBeforeElseToALaterOne) {
    const Document document = read_body(
        "Transform { translation 1 0 0 children DEF S Shape { geometry Box { size 1 1 1 } } } USE S DEF S "
        "Shape { geometry Box { "
        "size 2 2 2 } } USE S USE Later Transform { children DEF Later Shape { geometry Sphere { } } }");
    ASSERT_EQ(document.meshes.size(), 6U);
    EXPECT_EQ(document.meshes[1].mesh, document.meshes[0].mesh);
    EXPECT_EQ(document.meshes[3].mesh, document.meshes[2].mesh);
    EXPECT_NE(document.meshes[3].mesh, document.meshes[1].mesh);
    EXPECT_EQ(document.meshes[4].mesh, document.meshes[5].mesh);
}

TEST(Pitfalls, RoutesBeforeTheirNodesAndBadOnes) {
    const std::string joint = "Humanoid { humanoidBody DEF J Joint { name \"HumanoidRoot\" } }";
    const std::string timer =
        "DEF T TimeSensor { } DEF I OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 1 ] }";
    const std::string good = " ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value TO J.rotation ";
    for (const std::string& text : {good + joint + timer, joint + timer + good,
                                    joint + timer + " ROUTE nobody.x TO J.rotation ROUTE broken " + good,
                                    "Group { " + good + " children [ " + joint + " ] } " + timer,
                                    "Group { children [ " + joint + good + timer + " ] }"}) {
        const Document document = read_body(text);
        EXPECT_EQ(document.clips.size(), 1U) << text;
    }
}

TEST(Pitfalls, AUseInsideItsOwnNodeIsBroken) {
    const Document document = read_body("DEF G Group { children [ " + box + " USE G ] }");
    EXPECT_EQ(document.meshes.size(), 1U);
    EXPECT_GE(count_of(document, "vrml-cycle"), 1);
}

// 12
TEST(Pitfalls, PrototypesNestRenameFanOutAndDefault) {
    const Document document = read_body(
        "PROTO Ball [ field SFFloat size 3 field SFNode look NULL ] { Shape { geometry Sphere { radius IS "
        "size } appearance IS "
        "look } Group { } }\n"
        "PROTO Pair [ exposedField SFFloat both 2 field MFNode more Shape { geometry Cone { } } ] { Group { "
        "children [ Ball { "
        "size IS both } Ball { size IS both } Group { children IS more } ] } }\n"
        "Pair { } Pair { both 5 more [ ] }");
    std::vector<float> radii;
    for (const MeshInstance& mesh : document.meshes) {
        Bounds bounds;
        for (const vec3& p : mesh.mesh->positions) bounds.add(p);
        radii.push_back(std::round(bounds.max.y));
    }
    EXPECT_EQ(radii, (std::vector<float>{2, 2, 1, 5, 5}));
}

TEST(Pitfalls, IsInEveryForm) {
    const Document document = read_body(
        "PROTO J [ exposedField SFVec3f center 0 0 0 exposedField SFRotation turn 0 0 1 0 eventIn SFRotation "
        "set_turn eventOut "
        "SFRotation turn_changed field MFNode children [ ] exposedField SFString name \"\" ] { Transform { "
        "center IS center "
        "rotation IS turn set_rotation IS set_turn rotation_changed IS turn_changed children IS children } "
        "}\n"
        "PROTO Joint [ exposedField SFVec3f center 0 0 0 exposedField SFRotation rotation 0 0 1 0 "
        "exposedField MFNode children [ "
        "] exposedField SFString name \"\" ] { Transform { center IS center rotation IS rotation children IS "
        "children } }\n"
        "PROTO Humanoid [ exposedField MFNode humanoidBody [ ] ] { Group { children IS humanoidBody } }\n"
        "Humanoid { humanoidBody DEF R Joint { name \"HumanoidRoot\" center 0 1 0 rotation 0 1 0 0.5 "
        "children DEF T J { turn 1 0 "
        "0 1 children " +
        box +
        " } } }\n"
        "DEF C TimeSensor { } DEF I OrientationInterpolator { key [ 0 1 ] keyValue [ 1 0 0 0 1 0 0 2 ] } "
        "ROUTE "
        "C.fraction_changed TO I.set_fraction ROUTE I.value_changed TO T.set_turn");
    EXPECT_EQ(joints_of(document), 1U);
    EXPECT_EQ(document.humanoids[0].joints[0].centre, vec3(0, 1, 0));
    EXPECT_EQ(document.clips.size(), 1U);
    EXPECT_EQ(document.meshes.size(), 1U);
}

TEST_F(PitfallFiles, AnInlinedFileInGltfIsToldAsSuch) {
    write("parts/ball.glb", std::string("glTF\2\0\0\0", 8));
    write("parts/ball.gltf", "{\"asset\": {\"version\": \"2.0\"}}");
    for (const std::string name : {"ball.glb", "ball.gltf"}) {
        const Document document = read_body("Inline { url \"parts/" + name + "\" }", folder_);
        EXPECT_EQ(count_of(document, "vrml-inline-format"), 1) << name;
        EXPECT_EQ(count_of(document, "vrml-unexpected-token"), 0) << name;
        EXPECT_EQ(count_of(document, "vrml-file-broken"), 0) << name;
    }
}

// 13
TEST_F(PitfallFiles, ExternalPrototypes) {
    write(
        "parts/lib.wrl",
        "#VRML V2.0 utf8\nPROTO First [ ] { Shape { geometry Box { } } } PROTO Ball [ field SFFloat r 1 ] { "
        "Shape { geometry Sphere { radius IS r } } }");
    const auto meshes = [&](const std::string& urls, const std::string& name = "Ball") {
        return read_body("EXTERNPROTO " + name + " [ field SFFloat r ] " + urls + " " + name + " { r 4 }",
                         folder_);
    };
    EXPECT_EQ(meshes("\"parts/lib.wrl#Ball\"").meshes.size(), 1U);
    EXPECT_EQ(meshes("[ \"urn:nobody:knows\" \"http://dead.example/x.wrl#Ball\" \"parts/lib.wrl#Ball\" ]")
                  .meshes.size(),
              1U);
    EXPECT_EQ(meshes("\"parts/lib.wrl\"").meshes.size(), 1U);
    EXPECT_EQ(meshes("\"PARTS/Lib.WRL#Ball\"").meshes.size(), 1U);
    const Document none = meshes("\"gone.wrl#Ball\"");
    EXPECT_TRUE(none.meshes.empty());
    EXPECT_GE(count_of(none, "vrml-file-missing"), 1);
    EXPECT_GE(count_of(meshes("\"parts/lib.wrl#Nobody\""), "vrml-externproto-missing"), 1);
    const Document dead = read_body(
        "EXTERNPROTO Joint [ exposedField MFNode children ] [ \"http://dead.example/hanim.wrl#Joint\" ] " +
        chain(3));
    EXPECT_EQ(joints_of(dead), 3U);
    write("self.wrl", "#VRML V2.0 utf8\nEXTERNPROTO A [ ] \"self.wrl#A\" A { }");
    EXPECT_TRUE(try_read("#VRML V2.0 utf8\nEXTERNPROTO A [ ] \"self.wrl#A\" A { } " + box, folder_));
}

// 14
TEST(Pitfalls, ScriptsAreKeptAndNothingTripsOverThem) {
    const Document document = read_body(
        "DEF Run Script { eventIn SFTime go field SFNode self USE Run field MFString words [ \"a\" ] field "
        "SFVec3f v 1 2 3 eventOut "
        "SFRotation out directOutput TRUE url [ \"javascript: function go(t) { if (t > 0) { out[0] = 1; } "
        "}\" \"file.js\" ] } " +
        chain(2));
    EXPECT_EQ(joints_of(document), 2U);
}

TEST(Pitfalls, UnknownNodesAndFieldsAreSkippedWithTheirPlace) {
    const Document document =
        read_body("Surface { visual [ " + box +
                  " ] depth { } } Transform { speed 1 2 3 mood \"good\" friend Nobody { a 1 b [ "
                  "2 3 ] } children [ Odd { children " +
                  box + " } " + box + " ] }");
    EXPECT_EQ(document.meshes.size(), 2U);
    EXPECT_EQ(count_of(document, "vrml-unknown-field"),
              2);  // mood and friend; what is in the unknown node is its own
    const auto& list = document.diagnostics.list();
    const auto unknown = std::find_if(list.begin(), list.end(),
                                      [](const Diagnostic& d) { return d.code == "vrml-unknown-node"; });
    ASSERT_NE(unknown, list.end());
    EXPECT_EQ(unknown->where.line, 2);
}

TEST(Pitfalls, KnownFieldsAndEventsAreNotStrange) {
    const Document document = read_body(
        "Transform { set_translation 1 2 3 bboxSize 1 1 1 addChildren [ ] } Sound { source AudioClip { url "
        "\"a.wav\" } } "
        "NavigationInfo { headlight FALSE } PROTO X [ field SFFloat mine 1 ] { Group { } } X { mine 2 } "
        "Script { field "
        "SFFloat own 1 url \"\" }");
    EXPECT_EQ(count_of(document, "vrml-unknown-field"), 0);
}

TEST(Pitfalls, FieldsOfTheWrongTypeAreReportedOnce) {
    const std::pair<const char*, const char*> cases[] = {
        {"Transform { translation \"far\" }", "translation"},
        {"Transform { translation 1 2 }", "translation"},
        {"Transform { rotation 0 1 0 }", "rotation"},
        {"Shape { geometry Box { size TRUE } }", "size"},
        {"Shape { geometry Sphere { radius \"big\" } }", "radius"},
        {"Shape { geometry IndexedFaceSet { coordIndex \"0 1 2\" } }", "coordIndex"},
        {"Shape { geometry IndexedFaceSet { coord 7 } }", "coord"},
        {"Shape { geometry IndexedFaceSet { solid \"no\" } }", "solid"},
        {"Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1 ] } } }", "point"},
        {"Viewpoint { description 5 }", "description"},
    };
    for (const auto& [text, field] : cases) {
        const Document document = read_body(text);
        EXPECT_EQ(count_of(document, "vrml-field-type"), 1) << text;
        for (const Diagnostic& d : document.diagnostics.list()) {
            if (d.code != "vrml-field-type") continue;
            EXPECT_NE(d.message.find(field), std::string::npos) << d.message;
            EXPECT_EQ(d.where.line, 2);
        }
    }
    EXPECT_EQ(
        count_of(
            read_body("Transform { translation 1 2 3 rotation 0 1 0 1 scale 1 1 1 children [ ] } Shape { "
                      "geometry NULL }"),
            "vrml-field-type"),
        0);
}

// 15
TEST(Pitfalls, LevelsAndChoicesByEitherName) {
    const std::string ball = "Shape { geometry Sphere { } }";
    for (const char* field : {"level", "children"}) {
        const Document document = read_body(fmt::format("LOD {{ range 5 {} [ {} {} ] }}", field, box, ball));
        EXPECT_EQ(document.meshes.size(), 1U) << field;
    }
    for (const char* field : {"choice", "children"}) {
        EXPECT_EQ(
            read_body(fmt::format("Switch {{ whichChoice 1 {} [ {} {} ] }}", field, box, ball)).meshes.size(),
            1U);
        EXPECT_EQ(read_body(fmt::format("Switch {{ {} [ {} {} ] }}", field, box, ball)).meshes.size(), 0U);
    }
}

TEST_F(PitfallFiles, InlinesPlainPackedMisspeltAndRound) {
    write("parts/Leg.wrl", "#VRML V2.0 utf8\n" + box);
    write("parts/packed.wrz", gzipped("#VRML V2.0 utf8\n" + box));
    write("bare.wrl", box);
    write("a.wrl", "#VRML V2.0 utf8\nInline { url \"b.wrl\" } " + box);
    write("b.wrl", "#VRML V2.0 utf8\nInline { url \"a.wrl\" } " + box);
    const auto meshes = [&](const std::string& urls) {
        return read_body("Inline { url " + urls + " }", folder_).meshes.size();
    };
    EXPECT_EQ(meshes("\"parts/Leg.wrl\""), 1U);
    EXPECT_EQ(meshes("\"parts/packed.wrz\""), 1U);
    EXPECT_EQ(meshes("\"PARTS/leg.WRL\""), 1U);
    EXPECT_EQ(meshes("[ \"gone.wrl\" \"bare.wrl\" ]"), 1U);
    EXPECT_EQ(meshes("\"a.wrl\""), 2U);
    const Document missing = read_body("Inline { url \"gone.wrl\" } " + box, folder_);
    EXPECT_EQ(missing.meshes.size(), 1U);
    EXPECT_GE(count_of(missing, "vrml-file-missing"), 1);
    const Document outside =
        read_body("Inline { url \"../../etc/passwd\" } Inline { url \"/etc/passwd\" } " + box, folder_);
    EXPECT_EQ(outside.meshes.size(), 1U);
}

// 16
TEST(Pitfalls, RotationsWithoutAnAxisAndLongAxes) {
    const Document document = read_body(
        "Humanoid { humanoidBody [ Joint { name \"HumanoidRoot\" rotation 0 0 0 1 children Joint { name "
        "\"l_hip\" rotation 0 0 5 -1 } ] } }");
    EXPECT_EQ(document.nodes.at(1).delta.rotation, identity_quat);
    EXPECT_NEAR(document.nodes.at(2).delta.rotation.z, -std::sin(0.5F), 1e-6F);
}

// 17
TEST(Pitfalls, FacesThatAreNotQuiteFaces) {
    const Document document = read_body(
        "Shape { geometry IndexedFaceSet { normal Normal { vector [ nan 0 0 0 0 0 0 0 1 ] } coord Coordinate "
        "{ point [ 0 0 0 1 0 0 0 "
        "1 0 ] } coordIndex [ 0 1 99 -1 0 0 1 -1 0 1 2 ] } }");
    ASSERT_EQ(document.meshes.size(), 1U);
    EXPECT_EQ(document.meshes[0].mesh->indices.size(), 3U);
    for (const vec3& n : document.meshes[0].mesh->normals) EXPECT_NEAR(glm::length(n), 1.0F, 1e-4F);
}

// Depth and size
TEST(Pitfalls, AThousandGroupsAndAShapeAtTheBottom) {
    std::string open;
    std::string close;
    for (int i = 0; i < 1000; ++i) {
        open += "Transform { children ";
        close += " }";
    }
    const std::string shape =
        "Shape { appearance Appearance { material Material { } } geometry IndexedFaceSet { coord Coordinate "
        "{ point [ 0 0 0 1 0 0 0 1 "
        "0 ] } coordIndex [ 0 1 2 ] } }";
    EXPECT_EQ(read_body(open + shape + close).meshes.size(), 1U);
    const Result<Document> deeper = try_read(
        "#VRML V2.0 utf8\nGroup { children Group { children Group { children Group { children Group { "
        "children Group { children Group { children Group { children Group { children Group { children " +
        open + shape + close + " } } } } } } } } } }");
    ASSERT_FALSE(deeper);
    EXPECT_EQ(deeper.error().code, "vrml-too-deep");
    EXPECT_NE(deeper.error().message.find("1000"), std::string::npos);
}

TEST(Pitfalls, AChainOfTwoHundredJoints) {
    const Document document = read_body(chain(200, "Segment { children " + box + " }"));
    EXPECT_EQ(joints_of(document), 200U);
    EXPECT_EQ(document.meshes.size(), 1U);
}

// X3D
TEST(Pitfalls, XmlInLatin1) {
    const std::string text =
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><X3D><Scene><HAnimHumanoid name='Ren\xE9' "
        "info='\"authorName=J\xF6rg\"'>"
        "<HAnimJoint name='humanoid_root' containerField='skeleton'/></HAnimHumanoid></Scene></X3D>";
    const Result<Document> document = try_read(text);
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->humanoids.at(0).name, "Ren\xC3\xA9");
    EXPECT_EQ(document->humanoids.at(0).info.at(0).second, "J\xC3\xB6rg");
    const Result<Document> utf8 = try_read(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><X3D><Scene><HAnimHumanoid "
        "name='Ren\xC3\xA9'/></Scene></X3D>");
    ASSERT_TRUE(utf8);
    EXPECT_EQ(utf8->humanoids.at(0).name, "Ren\xC3\xA9");
}

TEST(Pitfalls, UnitStatementsInEveryEncoding) {
    const std::string texts[] = {
        "#X3D V3.3 utf8\nPROFILE Immersive\nUNIT angle degree 0.0174533\nUNIT length cm 0.01\nShape { "
        "geometry Box { } }",
        "<X3D><head><unit category='angle' conversionFactor='0.0174533' name='degree'/><unit "
        "category='length' "
        "conversionFactor='0.01' name='cm'/></head><Scene><Shape><Box/></Shape></Scene></X3D>",
        "{\"X3D\":{\"head\":{\"unit\":[{\"@category\":\"angle\",\"@conversionFactor\":0.0174533,\"@name\":"
        "\"degree\"},{\"@category\":"
        "\"length\",\"@conversionFactor\":0.01,\"@name\":\"cm\"}]},\"Scene\":{\"-children\":[{\"Shape\":{\"-"
        "geometry\":{\"Box\":{}}}}]}}}"};
    for (const std::string& text : texts) {
        const Result<Document> document = try_read(text);
        ASSERT_TRUE(document) << text << document.error().text();
        ASSERT_TRUE(document->metres_per_unit) << text;
        EXPECT_NEAR(*document->metres_per_unit, 0.01F, 1e-7F);
        EXPECT_EQ(count_of(*document, "x3d-unit-angle"), 1) << text;
        EXPECT_EQ(document->meshes.size(), 1U);
    }
    EXPECT_FALSE(read_body(box).metres_per_unit);
}

TEST(Pitfalls, BoundSkinsBendFromTheirBindingPoints) {
    const std::string text =
        "<X3D><Scene><HAnimHumanoid name='f' version='2.0'><HAnimJoint DEF='a' name='humanoid_root' "
        "containerField='skeleton' skinCoordIndex='0 1 2' skinCoordWeight='1 1 1'/><Coordinate DEF='c' "
        "containerField='skinCoord' point='9 9 9 9 9 9 9 9 9'/><Coordinate "
        "containerField='skinBindingCoords' point='0 0 0 1 0 "
        "0 0 1 0'/><Normal DEF='n' containerField='skinNormal' vector='1 0 0 1 0 0 1 0 0'/><Normal "
        "containerField='skinBindingNormals' vector='0 0 2 0 0 2 0 0 2'/><Shape "
        "containerField='skin'><IndexedFaceSet "
        "coordIndex='0 1 2'><Coordinate USE='c'/><Normal "
        "USE='n'/></IndexedFaceSet></Shape></HAnimHumanoid></Scene></X3D>";
    const Result<Document> document = try_read(text);
    ASSERT_TRUE(document) << document.error().text();
    const Mesh& mesh = *document->meshes.at(0).mesh;
    Bounds bounds;
    for (const vec3& p : mesh.positions) bounds.add(p);
    EXPECT_EQ(bounds.max, vec3(1, 1, 0));
    for (const vec3& n : mesh.normals) EXPECT_EQ(n, vec3(0, 0, 1));
}

}  // namespace
}  // namespace vitruvian

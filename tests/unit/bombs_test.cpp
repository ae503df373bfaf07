// Small files that expand enormously: each is rejected with a specific code, or read to its actual contents.
// Nothing here is timed; a failure exceeds the memory or the runner's time limit.
#include "model/formats/load.h"
#include "model/io/gzip.h"
#include "tests/gzipped.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace vitruvian {
namespace {

using vitruvian::test::gzipped;
Result<Document> load_bomb(const std::string& text, const std::filesystem::path& folder = {}) {
    // A quarter of the product's limit of nodes, so that the tests finish sooner.
    LoadOptions options;
    options.limits.max_expanded_nodes /= 4;
    return load_document(std::as_bytes(std::span(text)), "bomb", folder, options);
}

std::string vrml(const std::string& body) {
    return "#VRML V2.0 utf8\n" + body;
}

std::string refusal(const std::string& text, const std::filesystem::path& folder = {}) {
    const Result<Document> document = load_bomb(text, folder);
    return document ? std::string("read") : document.error().code;
}

std::string repeated(const std::string& text, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += text;
    return out;
}

/// `level` for each of 30 levels, with its number as {0} and the previous one as {1}.
std::string levels(const std::string& level) {
    std::string out;
    for (int i = 1; i <= 30; ++i) out += fmt::format(fmt::runtime(level), i, i - 1);
    return out;
}

const std::string limit = "vrml-expansion-limit";

TEST(Bombs, ProtosWithinProtos) {
    const std::string first = "PROTO P0 [] { Shape { geometry Box {} } }\n";
    EXPECT_EQ(
        refusal(vrml(first + levels("PROTO P{0} [] {{ Group {{ children [ P{1} {{}} P{1} {{}} ] }} }}\n") +
                     "P30 {}")),
        limit);
    EXPECT_EQ(refusal(vrml("PROTO P0 [ field MFNode c [] ] { Group { children IS c } }\n" +
                           levels("PROTO P{0} [ field MFNode c [] ] {{ Group {{ children [ P{1} {{ c IS c }} "
                                  "P{1} {{ c IS c }} ] }} }}\n") +
                           "P30 { c Shape { geometry Box {} } }")),
              limit);
    EXPECT_EQ(refusal(vrml("PROTO P0 [ field MFNode c [] ] { Group { children IS c } }\n" +
                           levels("PROTO P{0} [ field MFNode c [ P{1} {{}} P{1} {{}} ] ] "
                                  "{{ Group {{ children IS c }} }}\n") +
                           "P30 {}")),
              limit);
}

TEST(Bombs, NodesUsedWithinNodesUsed) {
    EXPECT_EQ(refusal(vrml("DEF G0 Shape { geometry Box {} }\n" +
                           levels("DEF G{0} Group {{ children [ USE G{1} USE G{1} ] }}\n"))),
              limit);
    EXPECT_EQ(
        refusal(vrml("DEF T TimeSensor {} DEF P PositionInterpolator { key [0 1] keyValue [0 0 0 1 1 1] }\n"
                     "DEF G0 Transform { children Shape { geometry Box {} } }\n"
                     "ROUTE T.fraction_changed TO P.set_fraction\n"
                     "ROUTE P.value_changed TO G0.set_translation\n" +
                     levels("DEF G{0} Transform {{ children [ USE G{1} USE G{1} ] }}\n"))),
        limit);
}

TEST(Bombs, ListsHandedToManyInstances) {
    const std::string protos =
        "DEF a Group {} PROTO P [ field MFNode c [] ] { Group { children IS c } }\n"
        "PROTO O [ field MFNode c [] ] { Group { children [ " +
        repeated("P { c IS c } ", 1000) + "] } }\n";
    EXPECT_EQ(refusal(vrml(protos + "O { c [ " + repeated("USE a ", 20'000) + "] }")), limit);
    const std::string interface = [] {
        std::string fields;
        std::string links;
        for (int i = 0; i < 3000; ++i) {
            fields += fmt::format("field SFFloat f{} 0 ", i);
            links += fmt::format("f{0} IS f{0} ", i);
        }
        return "PROTO I [ " + fields + "] { Group { " + links + "} }\n";
    }();
    EXPECT_EQ(refusal(vrml(interface + repeated("I {} ", 1000))), limit);
}

TEST(Bombs, GeometryOfManyInstances) {
    std::string section;
    std::string spine;
    for (int i = 0; i < 1000; ++i) {
        section += fmt::format("{} {} ", i % 7, i % 5);
        spine += fmt::format("0 {} 0 ", i);
    }
    const std::string extrusion =
        "Shape { geometry Extrusion { crossSection [ " + section + "] spine [ " + spine + "] } }";
    EXPECT_EQ(refusal(vrml(extrusion)), "read");
    EXPECT_EQ(refusal(vrml("PROTO E [] { " + extrusion + " }\n" + repeated("E {} ", 100))), limit);
    EXPECT_EQ(refusal(vrml(
                  "PROTO P [] { Shape { appearance Appearance { texture PixelTexture { image 1000 1000 1 " +
                  repeated("0 ", 1'000'000) + "} } geometry Box {} } }\n" + repeated("P {} ", 100))),
              limit);
    // Equal ones share a mesh.
    const Result<Document> spheres = load_bomb(vrml(repeated("Shape { geometry Sphere {} } ", 20'000)));
    ASSERT_TRUE(spheres);
    EXPECT_EQ(spheres->meshes.size(), 20'000U);
    EXPECT_EQ(spheres->meshes.front().mesh, spheres->meshes.back().mesh);
}

TEST(Bombs, SizesThatAreOnlyClaimed) {
    for (const char* body :
         {"Shape { geometry ElevationGrid { xDimension 2147483647 zDimension 2147483647 height [1 2 3] } }",
          "Shape { geometry ElevationGrid { xDimension 65536 zDimension 65536 height [1 2 3] } }",
          "Shape { appearance Appearance { texture PixelTexture { image 100000 100000 4 1 2 3 } } geometry "
          "Box {} }",
          "Shape { appearance Appearance { texture PixelTexture { image 16384 16384 4 1 2 3 } } geometry Box "
          "{} }",
          "Shape { geometry Text { maxExtent 1e30 string [ \"a\" ] fontStyle FontStyle { size 1e30 } } }",
          "Shape { geometry IndexedFaceSet { coord Coordinate { point [0 0 0] } coordIndex [2147483647 0 1] "
          "} }"}) {
        EXPECT_EQ(refusal(vrml(body)), "read") << body;
    }
    const std::string x3d = "#X3D V3.3 utf8\nPROFILE Full\n";
    for (const std::string& body :
         {std::string(
              "Shape { geometry TriangleStripSet { stripCount [2147483647 2147483647] coord Coordinate { "
              "point [0 0 0 1 0 0 0 1 0 1 1 0] } } }"),
          "Shape { geometry LineSet { vertexCount [ " + repeated("2147483647 ", 1000) +
              "] coord Coordinate { point [0 0 0 1 0 0 0 1 0 1 1 0] } } }",
          "HAnimHumanoid { skeleton HAnimJoint { name \"r\" } motions HAnimMotion { frameCount 2147483647 "
          "channels \"" +
              repeated("6 Xposition Yposition Zposition Xrotation Yrotation Zrotation ", 1000) +
              "\" joints \"" + repeated("r ", 1000) + "\" values [1 2 3] } }"}) {
        EXPECT_EQ(refusal(x3d + body), "read") << body.substr(0, 60);
    }
}

TEST(Bombs, NamesAndVectorsOfAMillion) {
    const std::string name(1'000'000, 'x');
    EXPECT_EQ(refusal(vrml("PROTO J [] { Joint { name \"" + name + "\" } } Humanoid { humanoidBody [ " +
                           repeated("J {} ", 20'000) + "] }")),
              limit);
    EXPECT_EQ(refusal(vrml("DEF a Transform { translation [ " + repeated("1 ", 500'000) +
                           "] children Shape { geometry Box {} } }\n" + repeated("USE a ", 50'000))),
              "read");
}

TEST(Bombs, ClipsForManyTargets) {
    std::string keys;
    for (int i = 0; i < 2000; ++i) keys += fmt::format("{} ", i / 2000.0);
    std::string text = "DEF T TimeSensor {} DEF O OrientationInterpolator { key [ " + keys + "] keyValue [ " +
                       repeated("0 1 0 1 ", 2000) + "] } ROUTE T.fraction_changed TO O.set_fraction\n";
    for (int i = 0; i < 2000; ++i)
        text += fmt::format("DEF j{0} Transform {{}} ROUTE O.value_changed TO j{0}.set_rotation\n", i);
    EXPECT_EQ(refusal(vrml(text)), limit);
}

class InlineBombs : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() /
                  fmt::format("vitruvian-bombs-{}", testing::UnitTest::GetInstance()->random_seed());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& name, const std::string& body) {
        std::ofstream(folder_ / name) << vrml(body);
    }
    std::filesystem::path folder_;
};

TEST_F(InlineBombs, FilesWithinFiles) {
    for (int i = 0; i < 30; ++i)
        write(fmt::format("{}.wrl", i), repeated(fmt::format("Inline {{ url \"{}.wrl\" }} ", i + 1), 2));
    write("30.wrl", "Shape { geometry Box {} }");
    const Result<Document> bomb = load_document(folder_ / "0.wrl");
    ASSERT_FALSE(bomb);
    EXPECT_EQ(bomb.error().code, limit);
    EXPECT_TRUE(load_document(folder_ / "25.wrl"));
}

TEST_F(InlineBombs, NamesOfNoFile) {
    std::string urls;
    for (int i = 0; i < 500; ++i) urls += fmt::format("\"x{}.wrl\" ", i);
    EXPECT_EQ(
        refusal(vrml("PROTO U [] { Inline { url [ " + urls + "] } }\n" + repeated("U {} ", 300)), folder_),
        "read");
}

TEST(Bombs, GzipOfNothing) {
    EXPECT_EQ(refusal(gzipped(vrml("#" + std::string(64U << 20U, 'x')), 9)), "gzip-too-large");
    EXPECT_EQ(refusal(gzipped(vrml("Group {} #" + std::string(8U << 20U, 'x')), 9)), "read");
}

TEST(Bombs, XmlEntitiesAreNotExpanded) {
    std::string entities = "<!ENTITY e0 \"aaaaaaaaaa\">";
    for (int i = 1; i < 20; ++i)
        entities += fmt::format("<!ENTITY e{} \"{}\">", i, repeated(fmt::format("&e{};", i - 1), 10));
    const std::string text = "<?xml version=\"1.0\"?><!DOCTYPE X3D [" + entities +
                             "]><X3D><Scene><Transform DEF=\"&e19;\"/></Scene></X3D>";
    EXPECT_EQ(refusal(text), "read");
    EXPECT_EQ(refusal("<X3D><Scene>" + repeated("<Group>", 100'000)), "vrml-too-deep");
}

TEST(Bombs, NestedJson) {
    EXPECT_EQ(refusal("{\"X3D\":{\"Scene\":" + repeated("[", 100'000)), "vrml-too-deep");
    EXPECT_EQ(refusal("{\"X3D\":{\"Scene\":" + repeated("{\"a\":", 100'000)), "vrml-too-deep");
    EXPECT_EQ(refusal("{\"asset\":" + repeated("[", 100'000)), "gltf-too-deep");
    EXPECT_EQ(refusal("{\"asset\":{\"version\":\"2.0\"},\"a\":" + repeated("[", 100'000) +
                      repeated("]", 100'000) + "}"),
              "gltf-too-deep");
}

TEST(Bombs, BvhCounts) {
    const std::string root = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n";
    EXPECT_EQ(refusal(root + "CHANNELS 2000000000 Xposition\n}\n"), "bvh-channels");
    EXPECT_EQ(refusal(root + "CHANNELS 3 Xrotation Yrotation Zrotation\n}\nMOTION\nFrames: 2000000000\n"
                             "Frame Time: 0.01\n1 2 3\n"),
              "read");
    EXPECT_EQ(refusal(root + repeated("CHANNELS 0\nJOINT b\n{\nOFFSET 0 0 0\n", 5000)), "bvh-too-large");
}

std::string gltf(const std::string& members) {
    return R"({"asset":{"version":"2.0"},)" + members + "}";
}

TEST(Bombs, GltfClaims) {
    const std::string mesh =
        R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}])";
    EXPECT_EQ(
        refusal(gltf(R"("accessors":[{"count":4000000000,"type":"MAT4","componentType":5126}],)" + mesh)),
        "gltf-too-large");
    EXPECT_EQ(refusal(gltf(R"("buffers":[{"byteLength":100000000000,"uri":"data:,AAAA"}])")),
              "gltf-buffer-missing");
    std::string targets;
    std::string nodes;
    for (int i = 0; i < 3000; ++i) {
        targets += fmt::format("{}{{\"POSITION\":0}}", i == 0 ? "" : ",");
        nodes += fmt::format("{}{{\"mesh\":0}}", i == 0 ? "" : ",");
    }
    EXPECT_EQ(refusal(gltf(
                  R"("accessors":[{"count":3,"type":"VEC3","componentType":5126}],"meshes":[{"primitives":)"
                  R"([{"attributes":{"POSITION":0},"targets":[)" +
                  targets + R"(]}]}],"nodes":[)" + nodes + "]")),
              "gltf-too-large");
    std::string chain;
    for (int i = 1; i <= 5000; ++i) chain += fmt::format("{{\"children\":[{}]}},", i);
    EXPECT_EQ(refusal(gltf("\"nodes\":[" + chain + "{}]")), "gltf-too-deep");
    EXPECT_EQ(refusal(gltf(R"("nodes":[{"children":[1]},{"children":[0]}])")), "gltf-node-cycle");
}

}  // namespace
}  // namespace vitruvian

// Contents of a written world: PROTOs, names, text, pixels, clips of every kind, and notes.
#include "model/formats/load.h"
#include "model/formats/vrml/syntax/parser.h"
#include "model/formats/vrml/write/def_names.h"
#include "model/formats/vrml/write/definition_order.h"
#include "model/formats/vrml/write/hanim_protos.h"
#include "model/formats/vrml/write/world_writer.h"
#include "model/io/png.h"
#include "model/io/save_options.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/worlds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace vitruvian {
namespace {

using testing::HasSubstr;
using testing::Not;

bool says(const Diagnostics& diagnostics, std::string_view code, std::string_view part = {}) {
    const auto& list = diagnostics.list();
    return std::any_of(list.begin(), list.end(), [&](const Diagnostic& d) {
        return d.code == code && d.message.find(part) != std::string::npos;
    });
}

/// The interface of a PROTO in `text`: access, type and name of each field.
std::set<std::string> interface_of(const std::string& text, std::string_view proto) {
    Diagnostics diagnostics;
    vrml::Reporter reporter(diagnostics);
    const LoadOptions options;
    const Result<vrml::SyntaxTree> tree = vrml::parse_vrml(text, "protos", reporter, options);
    EXPECT_TRUE(tree) << tree.error().text();
    std::set<std::string> out;
    if (!tree) return out;
    for (const vrml::Proto& p : tree->protos) {
        if (p.name != proto) continue;
        for (const vrml::InterfaceField& f : p.interface) {
            out.insert(std::to_string(static_cast<int>(f.access)) + " " + std::string(f.type) + " " +
                       std::string(f.name));
        }
    }
    return out;
}

TEST(HanimProtos, HaveExactlyTheSpecificationsInterface) {
    std::ifstream in(shared_folder() / "specs/hanim-1.1.txt");
    if (!in) GTEST_SKIP() << "the specification is not here";
    std::stringstream all;
    all << in.rdbuf();
    const std::string spec = all.str();
    const std::string ours = "#VRML V2.0 utf8\n" + vrml::hanim_protos(false);
    for (const char* name : {"Joint", "Segment", "Site", "Displacer", "Humanoid"}) {
        const std::size_t begin = spec.find("PROTO " + std::string(name) + " [");
        ASSERT_NE(begin, std::string::npos) << name;
        // The interface ends with the last ']' of its line.
        const std::size_t end = spec.rfind(']', spec.find('\n', begin));
        const std::string proto =
            "#VRML V2.0 utf8\n" + spec.substr(begin, end - begin + 1) + " { Group { } }\n";
        EXPECT_EQ(interface_of(ours, name), interface_of(proto, name)) << name;
        EXPECT_FALSE(interface_of(ours, name).empty()) << name;
    }
}

TEST(DefNames, AreLegalAndUnique) {
    vrml::DefNames names;
    EXPECT_EQ(names.make("l_hip"), "l_hip");
    EXPECT_EQ(names.make("l_hip"), "l_hip_2");
    EXPECT_EQ(names.make("l hip"), "l_hip_3");
    EXPECT_EQ(names.make("1st"), "_1st");
    EXPECT_EQ(names.make("mixamorig:Hips"), "mixamorig_Hips");
    EXPECT_EQ(names.make("USE"), "USE_");
    EXPECT_EQ(names.make(""), "_");
    EXPECT_EQ(names.make("-x"), "_x");
    EXPECT_EQ(names.make("a\"b{c}"), "a_b_c_");
    EXPECT_EQ(names.make("B\xC3\xBCgel"), "B\xC3\xBCgel");
    EXPECT_EQ(names.make("B\xFCgel"), "B\xC3\xBCgel_2") << "a Latin-1 byte is the letter it was meant for";
}

TEST(DefinitionOrder, DefinitionsComeFirst) {
    using vrml::OutputNode;
    OutputNode group{"Group", {}, false, {}};
    OutputNode defined{"Material", "m", false, {}};
    defined.set("shininess", 0.5F);
    group.set_nodes("children", {vrml::use_of("Material", "m"), defined, vrml::use_of("Material", "m")});
    std::vector<OutputNode> roots{vrml::use_of("Material", "m"), group};
    vrml::put_definitions_first(roots);
    EXPECT_FALSE(roots[0].is_use);
    EXPECT_EQ(roots[0].fields.size(), 1U);
    for (const OutputNode& node : std::get<std::vector<OutputNode>>(roots[1].fields[0].value)) {
        EXPECT_TRUE(node.is_use);
    }
}

const char* const figure = R"(#VRML V2.0 utf8
DEF Humanoid Humanoid { name "a \"quoted\" & <odd> one\\" version "1.1" info [ "author=me", "plain" ]
 humanoidBody DEF hanim_HumanoidRoot Joint { name "HumanoidRoot" center 0 0.8 0 children [
  DEF hanim_l_shoulder Joint { name "l_shoulder" center 0.2 1.4 0 llimit [ -1 -2 -3 ] ulimit [ 1 2 3 ]
   stiffness [ 0.1 0.2 0.3 ] limitOrientation 0 1 0 0.5 children [
   DEF hanim_l_wrist Joint { name "l_wrist" center 0.2 0.8 0 rotation 1 0 0 0.25 children
    DEF hanim_l_hand Segment { name "l_hand" mass 0.5 centerOfMass 0 1 0 momentsOfInertia [ 1 0 0 0 2 0 0 0 3 ]
     bboxCenter 0 0.7 0 bboxSize 0.1 0.2 0.1
     children [
      Shape { appearance DEF skin Appearance { material Material { diffuseColor 0.5 0.25 1 transparency 0.5 shininess 0.8 specularColor 1 1 1 } }
       geometry IndexedFaceSet { coord DEF c Coordinate { point [ 0 0.7 0, 0.1 0.7 0, 0 0.6 0, 0 0.7 0.1 ] } coordIndex [ 0 2 1 -1 0 1 3 -1 ] solid FALSE } }
      DEF hanim_l_hand_tip Site { name "l_hand_tip" translation 0 0.6 0 } ]
     coord USE c
     displacers DEF grip Displacer { name "grip_action" coordIndex [ 1 3 ] displacements [ 0 0.1 0, 0 0 0.1 ] } } } ] } ] }
 viewpoints DEF v Viewpoint { description "Front \\ view" position 0 1 3 } }
DEF Walk_1 TimeSensor { cycleInterval 2 loop TRUE }
DEF o OrientationInterpolator { key [ 0 0.5 1 ] keyValue [ 0 0 1 0, 1 0 0 1, 0 0 1 0 ] }
ROUTE Walk_1.fraction_changed TO o.set_fraction
ROUTE o.value_changed TO hanim_l_wrist.set_rotation
)";

TEST(WorldWriter, StoresAWholeFigureInEveryEncoding) {
    const Document document = test::read_text(figure);
    for (const FileFormat format : test::world_formats) {
        const test::WrittenWorld written = test::written_world(document, format);
        const Document found = test::read_text(written.text);
        SCOPED_TRACE(written.text);
        EXPECT_EQ(test::difference(found, document), std::nullopt);
        EXPECT_EQ(found.format, format);
        EXPECT_TRUE(found.diagnostics.empty());
        ASSERT_EQ(found.materials.size(), 1U);
        EXPECT_EQ(found.materials[0].name, "skin");
        EXPECT_NEAR(found.materials[0].roughness, document.materials[0].roughness, 1e-5F);
        EXPECT_NEAR(found.materials[0].base_color.w, 0.5F, 1e-6F);
        EXPECT_TRUE(found.materials[0].double_sided);
        const vec3 box = found.humanoids[0].segments[0].bounding_box->size();
        EXPECT_LT(glm::length(box - vec3(0.1F, 0.2F, 0.1F)), 1e-6F);
        EXPECT_EQ(found.viewpoints[0].name, "Front \\ view");
    }
    EXPECT_THAT(test::written_world(document, FileFormat::x3d_xml).text,
                HasSubstr("<component name='HAnim' level='1'/>"));
    EXPECT_THAT(test::written_world(document, FileFormat::x3d_classic).text, HasSubstr("COMPONENT HAnim:1"));
    EXPECT_THAT(test::written_world(document, FileFormat::vrml97).text, Not(HasSubstr("skinCoord")));
}

TEST(WorldWriter, ANegativeZeroIsWrittenAsZero) {
    std::string text = figure;
    for (std::size_t at = text.find(" 0 "); at != std::string::npos; at = text.find(" 0 ", at + 4))
        text.replace(at, 3, " -0 ");
    const Document document = test::read_text(text);
    ASSERT_EQ(document.humanoids[0].joints.size(), 3U);
    for (const FileFormat format : test::world_formats)
        EXPECT_THAT(test::written_world(document, format).text, Not(testing::ContainsRegex("-0[^.0-9]")));
}

TEST(WorldWriter, ConvertsNamesThereAndBack) {
    const Document document = test::read_text(figure);
    SaveOptions second;
    second.hanim_version = HanimVersion::v2_0;
    const test::WrittenWorld modern = test::written_world(document, FileFormat::x3d_xml, second);
    for (const char* name : {"'humanoid_root'", "'l_shoulder'", "'l_radiocarpal'", "'l_carpal'",
                             "'l_carpal_tip'", "version='2.0'"}) {
        EXPECT_THAT(modern.text, HasSubstr(name));
    }
    EXPECT_TRUE(modern.encoded.notes.list().empty() || !says(modern.encoded.notes, "hanim-name-missing"));
    SaveOptions first;
    first.hanim_version = HanimVersion::v1_1;
    const Document back =
        test::read_text(test::written_world(test::read_text(modern.text), FileFormat::vrml97, first).text);
    EXPECT_EQ(test::difference(back, document), std::nullopt);
}

TEST(WorldWriter, NamesWithoutCounterpartAreMarkedAndReported) {
    const Document document = test::read_text(
        "#X3D V4.0 utf8\nPROFILE Immersive\nHAnimHumanoid { name \"f\" version \"2.0\" skeleton HAnimJoint { "
        "name "
        "\"humanoid_root\" children HAnimJoint { name \"l_calcaneocuboid\" center 0 0.1 0 } } }\n");
    SaveOptions first;
    first.hanim_version = HanimVersion::v1_1;
    const test::WrittenWorld written = test::written_world(document, FileFormat::vrml97, first);
    EXPECT_THAT(written.text, HasSubstr("\"x_l_calcaneocuboid\""));
    EXPECT_TRUE(says(written.encoded.notes, "hanim-name-missing"));
    SaveOptions second;
    second.hanim_version = HanimVersion::v2_0;
    EXPECT_THAT(test::written_world(test::read_text(written.text), FileFormat::x3d_xml, second).text,
                HasSubstr("name='l_calcaneocuboid'"));
}

TEST(WorldWriter, NamesThatX3dCannotHaveComeBack) {
    const std::string text =
        "#VRML V2.0 utf8\nHumanoid { name \"h\" version \"1.1\" humanoidBody Joint { name \"HumanoidRoot\" "
        "children [ "
        "Joint { name \"a_b\" children Site { name \"c d\" } } Joint { name \"a b\" } Joint { name \" lead\" "
        "} "
        "Joint { name \"end \" } Segment { name \"c_d\" } ] } }";
    const Document document = test::read_text(text);
    for (const FileFormat format : {FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        const Document back = test::read_text(test::written_world(document, format).text);
        std::multiset<std::string> found;
        for (const Node& node : back.nodes) found.insert(node.name);
        for (const Node& node : document.nodes)
            EXPECT_TRUE(found.contains(node.name)) << '"' << node.name << '"';
        EXPECT_EQ(back.humanoids.at(0).segments.at(0).name, "c_d");
        EXPECT_EQ(back.humanoids[0].info, document.humanoids[0].info);
    }
}

TEST(WorldWriter, ReportsWhatIsLostAndKeepsTheFilesWords) {
    const Document document = test::read_text(
        "#X3D V3.3 utf8\nPROFILE Immersive\nMETA \"title\" \"a \\\"t\\\"\"\nMETA \"creator\" \"me\"\n"
        "WorldInfo { title \"world\" info [ \"line\" ] }\nNavigationInfo { type [ \"FLY\" ] speed 2 }\n"
        "DEF T TouchSensor { }\nDEF S Script { url \"javascript:\" inputOnly SFBool b }\n"
        "DEF M Strange { }\nROUTE T.isActive TO S.b\nROUTE T.isActive TO M.x\nFog { }\nShape { geometry "
        "Sphere { } }\n");
    const test::WrittenWorld xml = test::written_world(document, FileFormat::x3d_xml);
    EXPECT_THAT(xml.text, HasSubstr("<meta name='title' content='a \"t\"'/>"));
    EXPECT_THAT(xml.text, HasSubstr("<meta name='creator' content='me'/>"));
    EXPECT_THAT(xml.text, HasSubstr("title='world'"));
    EXPECT_THAT(xml.text, HasSubstr("\"FLY\""));
    EXPECT_THAT(xml.text, HasSubstr("<TouchSensor DEF='T'"));
    EXPECT_THAT(xml.text, HasSubstr("<Script DEF='S'"));
    EXPECT_THAT(xml.text, HasSubstr("<Fog"));
    EXPECT_TRUE(says(xml.encoded.notes, "vrml-not-carried", "Strange"));
    EXPECT_TRUE(says(xml.encoded.notes, "vrml-route-not-carried"));
    EXPECT_TRUE(says(xml.encoded.notes, "vrml-written-otherwise", "Sphere"));
    EXPECT_THAT(test::written_world(document, FileFormat::vrml97).text, HasSubstr("\"creator=me\""));
    // And from there: the same text once more.
    EXPECT_THAT(test::written_world(test::read_text(xml.text), FileFormat::x3d_json).text,
                HasSubstr("\"creator\""));
}

TEST(WorldWriter, ClipsKeepTheirNamesStepsAndCurves) {
    Document document = test::read_text(figure);
    auto clip = std::make_shared<Clip>();
    clip->name = "run fast: 2";
    clip->duration = 1.5;
    clip->loop = true;
    Channel step;
    step.node = document.humanoids[0].joints[1].node;
    step.path = ChannelPath::translation;
    step.space = ChannelSpace::delta;
    step.interpolation = Interpolation::step;
    step.times = {0.0F, 0.5F, 1.5F};
    step.values = {0, 0, 0, 1, 0, 0, 0, 2, 0};
    Channel cubic = step;
    cubic.node = document.humanoids[0].joints[2].node;
    cubic.interpolation = Interpolation::cubic;
    cubic.times = {0.0F, 1.5F};
    cubic.values = {0, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0, 0};
    Channel weight;
    weight.displacer = 0;
    weight.path = ChannelPath::weight;
    weight.times = {0.0F, 1.0F};
    weight.values = {0.0F, 1.0F};
    Channel bone;
    bone.bone = Bone::head;
    bone.times = {0.0F};
    bone.values = {0, 0, 0, 1};
    clip->channels = {step, cubic, weight, bone};
    document.clips.push_back(clip);
    for (const FileFormat format : test::world_formats) {
        const test::WrittenWorld written = test::written_world(document, format);
        EXPECT_TRUE(says(written.encoded.notes, "clip-bones-not-carried"));
        const Document found = test::read_text(written.text);
        ASSERT_EQ(found.clips.size(), 2U);
        EXPECT_EQ(found.clips[1]->name, "run fast: 2");
        EXPECT_EQ(found.clips[1]->duration, 1.5);
        EXPECT_EQ(test::difference(found, document), std::nullopt);
        const Skeleton skeleton = make_skeleton(found);
        Pose pose = file_pose(skeleton);
        sample(*found.clips[1], 0.499, skeleton, pose);
        const auto joint = static_cast<std::size_t>(found.humanoids[0].joints[1].node);
        const vec3 before = pose.local[joint].translation - skeleton.rest[joint].translation;
        EXPECT_NEAR(before.x, 0.0F, 1e-5F) << "a step holds its value until the next";
    }
    // Of two looping clips only one starts by itself.
    EXPECT_THAT(test::written_world(document, FileFormat::x3d_xml).text, HasSubstr("enabled='false'"));
}

TEST(WorldWriter, WritesHanimMotion) {
    const Document document = test::read_text(figure);
    SaveOptions options;
    options.clips_as = ClipsAs::hanim_motion;
    for (const FileFormat format : {FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        const test::WrittenWorld written = test::written_world(document, format, options);
        EXPECT_THAT(written.text, HasSubstr("HAnimMotion"));
        EXPECT_THAT(written.text, Not(HasSubstr("TimeSensor")));
        EXPECT_EQ(test::difference(test::read_text(written.text), document), std::nullopt) << written.text;
    }
    EXPECT_THAT(test::written_world(document, FileFormat::vrml97, options).text, HasSubstr("TimeSensor"));
}

TEST(WorldWriter, PixelsAndPicturesGoAlong) {
    Document document = test::read_text(
        "#VRML V2.0 utf8\nShape { appearance Appearance { material Material { } texture PixelTexture { image "
        "2 1 4 "
        "0xFF0080FF 0x01020304 repeatS FALSE } } geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, "
        "1 0 0, "
        "0 1 0 ] } coordIndex [ 0 1 2 -1 ] texCoord TextureCoordinate { point [ 0 0, 1 0, 0 1 ] } } }\n");
    for (const FileFormat format : test::world_formats) {
        const Document found = test::read_text(test::written_world(document, format).text);
        ASSERT_EQ(found.images.size(), 1U);
        EXPECT_EQ(found.images[0]->encoded, document.images[0]->encoded);
        EXPECT_EQ(found.materials[0].base_color_texture.wrap_u, Wrap::clamp);
        ASSERT_EQ(found.meshes[0].mesh->uv0.size(), 3U);
        EXPECT_EQ(found.meshes[0].mesh->uv0, document.meshes[0].mesh->uv0);
    }
    auto picture = std::make_shared<ImageSource>();
    picture->name = "textures/../..\\skin of: it.png?x";
    picture->mime_type = "image/png";
    picture->encoded = encode_png({1, 1, {10, 20, 30, 255}});
    document.images[0] = picture;
    const test::WrittenWorld written = test::written_world(document, FileFormat::vrml97);
    ASSERT_EQ(written.encoded.side_files.size(), 1U);
    const std::string name = written.encoded.side_files[0].name.string();
    EXPECT_EQ(name.find_first_of("/\\: ?"), std::string::npos) << name;
    EXPECT_EQ(written.encoded.side_files[0].bytes, picture->encoded);
    EXPECT_THAT(written.text, HasSubstr("\"" + name + "\""));
}

TEST(WorldWriter, LinesPointsAndColoursGoAlong) {
    const Document document = test::read_text(
        "#X3D V3.3 utf8\nPROFILE Immersive\nShape { geometry IndexedLineSet { coord Coordinate { point [ 0 0 "
        "0, 1 0 0, "
        "1 1 0 ] } coordIndex [ 0 1 2 -1 2 0 -1 ] color Color { color [ 1 0 0, 0 1 0, 0 0 1 ] } } }\n"
        "Shape { geometry PointSet { coord Coordinate { point [ 0 0 0, 1 0 0 ] } color Color { color [ 1 0.5 "
        "0, 0 1 0 "
        "] } } }\nShape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } "
        "coordIndex [ 0 "
        "1 2 -1 ] color ColorRGBA { color [ 1 0 0 1, 0 1 0 1, 0 0 1 0.5 ] } } }\n");
    for (const FileFormat format : test::world_formats) {
        const test::WrittenWorld written = test::written_world(document, format);
        const Document found = test::read_text(written.text);
        EXPECT_EQ(test::difference(found, document), std::nullopt) << written.text;
        for (std::size_t m = 0; m < 3; ++m) {
            const Mesh& a = *found.meshes[m].mesh;
            const Mesh& b = *document.meshes[m].mesh;
            ASSERT_EQ(a.indices.size(), b.indices.size());
            for (std::size_t i = 0; i < a.indices.size(); ++i) {
                const vec4 x = a.colors[a.indices[i]];
                const vec4 y = b.colors[b.indices[i]];
                EXPECT_LT(glm::length(vec3(x) - vec3(y)), 1e-5F);
                if (format != FileFormat::vrml97) {
                    EXPECT_NEAR(x.w, y.w, 1e-6F);
                }
            }
        }
        EXPECT_EQ(says(written.encoded.notes, "mesh-not-carried"), format == FileFormat::vrml97);
    }
}

}  // namespace
}  // namespace vitruvian

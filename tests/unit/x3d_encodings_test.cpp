// One small skinned figure in X3D's three encodings: all give the same document, also gzipped.
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/gzipped.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

using testing::HasSubstr;
using vitruvian::test::gzipped;

constexpr const char* classic = R"(#X3D V4.0 utf8
PROFILE Immersive
COMPONENT HAnim:2
COMPONENT Text : 1
META "title" "small.x3dv"
UNIT length metre 1.0
PROTO Part [ inputOutput SFVec3f size 1 1 1 initializeOnly SFNode look NULL ] {
  Shape { appearance Appearance { material IS look } geometry Box { size IS size } }
}
DEF H HAnimHumanoid {
  name "small" version "2.0" loa 1 info [ "authorName=A \"B\" C" "x=y" ]
  skeleton DEF root HAnimJoint {
    name "humanoid_root" center 0 1 0 skinCoordIndex [ 0 1 ] skinCoordWeight [ 1 0.5 ]
    children [
      HAnimSegment { name "sacrum" children Part { size 1 2 3 look Material { diffuseColor 1 0 0 } } }
      DEF knee HAnimJoint { name "l_knee" center 0 0.5 0 ulimit [ 0.1 0.2 0.3 ] llimit [ -1 -2 -3 ]
        skinCoordIndex [ 1 2 ] skinCoordWeight [ 0.5 1 ]
        displacers HAnimDisplacer { name "l_knee_config" coordIndex [ 2 ] displacements [ 0 0 0.25 ] weight 0.5 } }
      HAnimSite { name "7" translation 1 2 3 }
    ]
  }
  joints [ USE root USE knee ]
  skinCoord DEF points Coordinate { point [ 0 1 0  0 0.5 0  0.5 0 0 ] }
  skin Shape { geometry IndexedTriangleSet { solid FALSE index [ 0 1 2 ] coord USE points } }
}
DEF T TimeSensor { cycleInterval 2 loop TRUE }
DEF I OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 1.5 ] }
ROUTE T.fraction_changed TO I.set_fraction
ROUTE I.value_changed TO knee.set_rotation
)";

constexpr const char* xml = R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE X3D PUBLIC "ISO//Web3D//DTD X3D 4.0//EN" "https://www.web3d.org/specifications/x3d-4.0.dtd">
<X3D profile='Immersive' version='4.0'>
<head><component name='HAnim' level='2'/><meta name='title' content='small.x3d'/></head>
<Scene>
  <ProtoDeclare name='Part'>
    <ProtoInterface>
      <field accessType='inputOutput' name='size' type='SFVec3f' value='1 1 1'/>
      <field accessType='initializeOnly' name='look' type='SFNode'/>
    </ProtoInterface>
    <ProtoBody>
      <Shape>
        <Appearance><IS><connect nodeField='material' protoField='look'/></IS></Appearance>
        <Box><IS><connect nodeField='size' protoField='size'/></IS></Box>
      </Shape>
    </ProtoBody>
  </ProtoDeclare>
  <!-- <HAnimJoint name='not this one'/> -->
  <HAnimHumanoid DEF='H' name='small' version='2.0' loa='1' info='"authorName=A \"B\" C" "x=y"'>
    <HAnimJoint DEF='root' name='humanoid_root' center='0 1 0' skinCoordIndex='0 1' skinCoordWeight='1, 0.5'>
      <HAnimSegment name='sacrum'>
        <ProtoInstance name='Part'>
          <fieldValue name='size' value='1 2 3'/>
          <fieldValue name='look'><Material diffuseColor='1 0 0'/></fieldValue>
        </ProtoInstance>
      </HAnimSegment>
      <HAnimJoint DEF='knee' name='l_knee' center='0 0.5 0' ulimit='0.1 0.2 0.3' llimit='-1 -2 -3'
                  skinCoordIndex='1 2' skinCoordWeight='0.5 1'>
        <HAnimDisplacer name='l_knee_config' coordIndex='2' displacements='0 0 0.25' weight='0.5'/>
      </HAnimJoint>
      <HAnimSite name='7' translation='1 2 3'/>
    </HAnimJoint>
    <HAnimJoint USE='root' containerField='joints'/>
    <HAnimJoint USE='knee' containerField='joints'/>
    <Coordinate DEF='points' containerField='skinCoord' point='0 1 0  0 0.5 0  0.5 0 0'/>
    <Shape containerField='skin'>
      <IndexedTriangleSet solid='false' index='0 1 2'><Coordinate USE='points'/></IndexedTriangleSet>
    </Shape>
  </HAnimHumanoid>
  <TimeSensor DEF='T' cycleInterval='2' loop='true'/>
  <OrientationInterpolator DEF='I' key='0 1' keyValue='0 0 1 0 0 0 1 1.5'/>
  <ROUTE fromNode='T' fromField='fraction_changed' toNode='I' toField='set_fraction'/>
  <ROUTE fromNode='I' fromField='value_changed' toNode='knee' toField='set_rotation'/>
</Scene>
</X3D>
)";

constexpr const char* json = R"({ "X3D": { "encoding": "UTF-8", "@profile": "Immersive", "@version": "4.0",
 "head": { "component": [ { "@name": "HAnim", "@level": 2 } ], "meta": [ { "@name": "title", "@content": "s" } ] },
 "Scene": { "-children": [
  { "ProtoDeclare": { "@name": "Part",
    "ProtoInterface": { "field": [ { "@accessType": "inputOutput", "@name": "size", "@type": "SFVec3f", "@value": [1,1,1] },
                                   { "@accessType": "initializeOnly", "@name": "look", "@type": "SFNode" } ] },
    "ProtoBody": { "-children": [ { "Shape": {
       "-appearance": { "Appearance": { "IS": { "connect": [ { "@nodeField": "material", "@protoField": "look" } ] } } },
       "-geometry": { "Box": { "IS": { "connect": [ { "@nodeField": "size", "@protoField": "size" } ] } } } } } ] } } },
  { "#comment": "nothing" },
  { "HAnimHumanoid": { "@DEF": "H", "@name": "small", "@version": "2.0", "@loa": 1, "@info": [ "authorName=A \"B\" C", "x=y" ],
    "-skeleton": [ { "HAnimJoint": { "@DEF": "root", "@name": "humanoid_root", "@center": [0, 1, 0],
       "@skinCoordIndex": [0, 1], "@skinCoordWeight": [1.0, 0.5],
       "-children": [
         { "HAnimSegment": { "@name": "sacrum", "-children": [ { "ProtoInstance": { "@name": "Part", "fieldValue": [
             { "@name": "size", "@value": [1, 2, 3] },
             { "@name": "look", "-children": [ { "Material": { "@diffuseColor": [1, 0, 0] } } ] } ] } } ] } },
         { "HAnimJoint": { "@DEF": "knee", "@name": "l_knee", "@center": [0, 0.5, 0],
             "@ulimit": [0.1, 0.2, 0.3], "@llimit": [-1, -2, -3], "@skinCoordIndex": [1, 2], "@skinCoordWeight": [0.5, 1],
             "-displacers": [ { "HAnimDisplacer": { "@name": "l_knee_config", "@coordIndex": [2],
                                "@displacements": [0, 0, 0.25], "@weight": 0.5 } } ] } },
         { "HAnimSite": { "@name": "7", "@translation": [1, 2, 3] } } ] } } ],
    "-joints": [ { "HAnimJoint": { "@USE": "root" } }, { "HAnimJoint": { "@USE": "knee" } } ],
    "-skinCoord": { "Coordinate": { "@DEF": "points", "@point": [0, 1, 0, 0, 0.5, 0, 0.5, 0, 0] } },
    "-skin": [ { "Shape": { "-geometry": { "IndexedTriangleSet": { "@solid": false, "@index": [0, 1, 2],
                 "-coord": { "Coordinate": { "@USE": "points" } } } } } } ] } },
  { "TimeSensor": { "@DEF": "T", "@cycleInterval": 2, "@loop": true } },
  { "OrientationInterpolator": { "@DEF": "I", "@key": [0, 1], "@keyValue": [0, 0, 1, 0, 0, 0, 1, 1.5] } },
  { "ROUTE": { "@fromNode": "T", "@fromField": "fraction_changed", "@toNode": "I", "@toField": "set_fraction" } },
  { "ROUTE": { "@fromNode": "I", "@fromField": "value_changed", "@toNode": "knee", "@toField": "set_rotation" } } ] } } }
)";

Result<Document> load_small(const std::string& text) {
    return load_document(std::as_bytes(std::span(text)), "small", {});
}

void expect_equal(const Document& a, const Document& b) {
    ASSERT_EQ(a.nodes.size(), b.nodes.size());
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
        EXPECT_EQ(a.nodes[i].name, b.nodes[i].name);
        EXPECT_EQ(a.nodes[i].parent, b.nodes[i].parent);
        EXPECT_EQ(to_matrix(a.nodes[i].rest), to_matrix(b.nodes[i].rest));
        EXPECT_EQ(a.nodes[i].frame_offset, b.nodes[i].frame_offset);
    }
    ASSERT_EQ(a.humanoids.size(), 1U);
    ASSERT_EQ(b.humanoids.size(), 1U);
    const Humanoid& h = a.humanoids[0];
    const Humanoid& g = b.humanoids[0];
    EXPECT_EQ(h.name, g.name);
    EXPECT_EQ(h.version, g.version);
    EXPECT_EQ(h.info, g.info);
    ASSERT_EQ(h.joints.size(), g.joints.size());
    for (std::size_t i = 0; i < h.joints.size(); ++i) {
        EXPECT_EQ(h.joints[i].lower_limit, g.joints[i].lower_limit);
        EXPECT_EQ(h.joints[i].upper_limit, g.joints[i].upper_limit);
        EXPECT_EQ(h.joints[i].centre, g.joints[i].centre);
    }
    EXPECT_EQ(h.segments.size(), g.segments.size());
    EXPECT_EQ(h.sites.size(), g.sites.size());
    ASSERT_EQ(a.meshes.size(), b.meshes.size());
    for (std::size_t i = 0; i < a.meshes.size(); ++i) {
        const Mesh& m = *a.meshes[i].mesh;
        const Mesh& n = *b.meshes[i].mesh;
        EXPECT_EQ(m.positions, n.positions);
        EXPECT_EQ(m.indices, n.indices);
        EXPECT_EQ(m.influence_begin, n.influence_begin);
        EXPECT_EQ(m.influence_joint, n.influence_joint);
        EXPECT_EQ(m.influence_weight, n.influence_weight);
        EXPECT_EQ(*a.meshes[i].skin, *b.meshes[i].skin);
        ASSERT_EQ(m.targets.size(), n.targets.size());
        for (std::size_t t = 0; t < m.targets.size(); ++t)
            EXPECT_EQ(m.targets[t].positions, n.targets[t].positions);
    }
    EXPECT_EQ(a.materials, b.materials);
    ASSERT_EQ(a.displacers.size(), b.displacers.size());
    ASSERT_EQ(a.clips.size(), b.clips.size());
    for (std::size_t c = 0; c < a.clips.size(); ++c) {
        EXPECT_EQ(a.clips[c]->name, b.clips[c]->name);
        EXPECT_EQ(a.clips[c]->duration, b.clips[c]->duration);
        EXPECT_EQ(a.clips[c]->loop, b.clips[c]->loop);
        ASSERT_EQ(a.clips[c]->channels.size(), b.clips[c]->channels.size());
        for (std::size_t i = 0; i < a.clips[c]->channels.size(); ++i) {
            EXPECT_EQ(a.clips[c]->channels[i].node, b.clips[c]->channels[i].node);
            EXPECT_EQ(a.clips[c]->channels[i].times, b.clips[c]->channels[i].times);
            EXPECT_EQ(a.clips[c]->channels[i].values, b.clips[c]->channels[i].values);
        }
    }
}

TEST(X3d, EncodingsGiveEqualDocuments) {
    const Result<Document> one = load_small(classic);
    ASSERT_TRUE(one) << one.error().text();
    EXPECT_EQ(one->format, FileFormat::x3d_classic);
    EXPECT_TRUE(one->diagnostics.empty()) << one->diagnostics.list().front().message;
    ASSERT_EQ(one->humanoids.size(), 1U);
    EXPECT_EQ(one->humanoids[0].joints.size(), 2U);
    EXPECT_EQ(one->nodes.back().name, "7");
    EXPECT_THAT(one->humanoids[0].info, testing::Contains(testing::Pair("authorName", "A \"B\" C")));
    ASSERT_EQ(one->meshes.size(), 2U);
    EXPECT_TRUE(one->meshes[1].mesh->is_skinned());
    ASSERT_EQ(one->displacers.size(), 1U);
    EXPECT_EQ(one->displacers[0].kind, DisplacerKind::config);
    ASSERT_EQ(one->clips.size(), 1U);
    ASSERT_EQ(one->materials.size(), 2U);
    EXPECT_EQ(one->materials[0].base_color, vec4(1.0F, 0.0F, 0.0F, 1.0F));

    const Result<Document> two = load_small(xml);
    ASSERT_TRUE(two) << two.error().text();
    EXPECT_EQ(two->format, FileFormat::x3d_xml);
    EXPECT_TRUE(two->diagnostics.empty()) << two->diagnostics.list().front().message;
    expect_equal(*one, *two);

    const Result<Document> three = load_small(json);
    ASSERT_TRUE(three) << three.error().text();
    EXPECT_EQ(to_string(three->format), "x3d-json");
    EXPECT_TRUE(three->diagnostics.empty()) << three->diagnostics.list().front().message;
    expect_equal(*one, *three);

    for (const char* text : {classic, xml, json}) {
        const Result<Document> unpacked = load_small(gzipped(text));
        ASSERT_TRUE(unpacked) << unpacked.error().text();
        expect_equal(*one, *unpacked);
    }
}

TEST(X3dEncodings, KeysThatAnObjectOfJsonHasTwiceAreTold) {
    const Result<Document> document = load_small(R"({ "X3D": { "Scene": { "-children": [
  { "HAnimHumanoid": { "@name": "a", "@name": "b",
      "-skeleton": [ { "HAnimJoint": { "@name": "humanoid_root", "@center": [ 0, 1, 0 ],
        "@center": [ 0, 2, 0 ], "@name": "l_hip" } } ],
      "-skeleton": [ { "HAnimJoint": { "@name": "r_hip" } } ] } } ] } } })");
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->humanoids.at(0).name, "b");
    const std::vector<Joint>& joints = document->humanoids[0].joints;
    ASSERT_EQ(joints.size(), 2);
    EXPECT_EQ(document->nodes[static_cast<std::size_t>(joints[0].node)].frame_offset, vec3(0.0F, 2.0F, 0.0F));
    std::vector<std::string> said;
    for (const Diagnostic& d : document->diagnostics.list()) {
        if (d.code == "x3d-repeated-key")
            said.push_back(fmt::format("{} at {}:{} x{}", d.message, d.where.line, d.where.column, d.count));
    }
    EXPECT_THAT(said,
                testing::ElementsAre(
                    "an object has the key \"@name\" twice; the last one is used at 2:38 x2",
                    "an object has the key \"@center\" twice; the last one is used at 4:9 x1",
                    "an object has the key \"-skeleton\" twice; what both hold is read, but other programs "
                    "use the last one at 5:7 x1"));
}

TEST(X3d, ErrorsHaveALocation) {
    const Result<Document> no_scene = load_small("<?xml version='1.0'?>\n<X3D>\n<Scene>\n</Sc>\n</X3D>");
    ASSERT_FALSE(no_scene);
    EXPECT_EQ(no_scene.error().code, "xml-syntax");
    EXPECT_EQ(no_scene.error().where.line, 4);

    // What precedes the error is kept.
    const Result<Document> cut = load_small("<X3D><Scene><Group/>\n<Shape");
    ASSERT_TRUE(cut) << cut.error().text();
    ASSERT_FALSE(cut->diagnostics.empty());
    EXPECT_EQ(cut->diagnostics.list().front().code, "xml-syntax");
    EXPECT_EQ(cut->diagnostics.list().front().where.line, 2);

    const Result<Document> number =
        load_small("<X3D><Scene>\n <Transform translation='1 2 O'/></Scene></X3D>");
    ASSERT_TRUE(number);
    ASSERT_FALSE(number->diagnostics.empty());
    EXPECT_EQ(number->diagnostics.list().front().code, "x3d-not-a-number");
    EXPECT_EQ(number->diagnostics.list().front().where.line, 2);
    EXPECT_EQ(number->diagnostics.list().front().where.column, 13);

    const Result<Document> json_cut = load_small("{ \"X3D\": { \"Scene\": {\n \"-children\": [ } ] } } }");
    ASSERT_FALSE(json_cut);
    EXPECT_EQ(json_cut.error().code, "json-syntax");
    EXPECT_EQ(json_cut.error().where.line, 2);
}

TEST(X3d, IsFoundByContentBehindCommentsAndOtherKeys) {
    const std::string figure = "<HAnimHumanoid><HAnimJoint name='humanoid_root'/></HAnimHumanoid>";
    for (const std::string& text :
         {"<!-- " + std::string(6000, 'x') + " -->\n<X3D><Scene>" + figure + "</Scene></X3D>",
          "<Scene>" + figure + "</Scene>",
          std::string(
              "{ \"$schema\": \"x3d-4.0\", \"X3D\": { \"Scene\": { \"-children\": [ { \"HAnimHumanoid\": { "
              "\"-skeleton\": [ { \"HAnimJoint\": { \"@name\": \"humanoid_root\" } } ] } } ] } } }")}) {
        const Result<Document> document = load_small(text);
        ASSERT_TRUE(document) << document.error().text();
        ASSERT_EQ(document->humanoids.size(), 1U);
        EXPECT_EQ(document->humanoids[0].joints.size(), 1U);
    }
}

TEST(X3d, MaterialsOfVersion4) {
    const Result<Document> document = load_small(
        "<X3D><Scene><Shape><Appearance><PhysicalMaterial baseColor='1 0 0' metallic='0.25' roughness='0.5'/>"
        "</Appearance><Box/></Shape><Shape><Appearance><UnlitMaterial emissiveColor='0 1 0'/></Appearance>"
        "<Sphere/></Shape></Scene></X3D>");
    ASSERT_TRUE(document) << document.error().text();
    ASSERT_EQ(document->materials.size(), 2U);
    EXPECT_EQ(document->materials[0].base_color, vec4(1.0F, 0.0F, 0.0F, 1.0F));
    EXPECT_FLOAT_EQ(document->materials[0].metallic, 0.25F);
    EXPECT_FLOAT_EQ(document->materials[0].roughness, 0.5F);
    EXPECT_EQ(document->materials[1].base_color, vec4(0.0F, 1.0F, 0.0F, 1.0F));
    EXPECT_TRUE(document->materials[1].unlit);
}

TEST(X3d, PixelsKeepAllTheirBits) {
    const Result<Document> document = load_small(
        "{\"X3D\":{\"Scene\":{\"-children\":[{\"Shape\":{\"-geometry\":{\"Box\":{}},\"-appearance\":{"
        "\"Appearance\":{"
        "\"-texture\":{\"PixelTexture\":{\"@image\":[1,1,4,4278255361]}}}}}}]}}}");
    ASSERT_TRUE(document) << document.error().text();
    ASSERT_EQ(document->images.size(), 1U);
    const std::vector<std::byte> wanted{std::byte{0xFF}, std::byte{0x00}, std::byte{0xFF}, std::byte{0x01}};
    EXPECT_EQ(document->images[0]->encoded, wanted);
}

TEST(X3d, EntitiesAreNotFollowed) {
    const Result<Document> document = load_small(
        "<?xml version='1.0'?>\n<!DOCTYPE X3D [ <!ENTITY a SYSTEM 'file:///etc/passwd'> <!ENTITY b '&a;&a;'> "
        "]>\n"
        "<X3D><Scene><HAnimHumanoid name='&b;'><HAnimJoint "
        "name='humanoid_root'/></HAnimHumanoid></Scene></X3D>");
    ASSERT_TRUE(document) << document.error().text();
    ASSERT_EQ(document->humanoids.size(), 1U);
    EXPECT_EQ(document->humanoids[0].name, "&b;");
}

std::string repeated(const std::string& part, int times) {
    std::string out;
    for (int i = 0; i < times; ++i) out += part;
    return out;
}

TEST(X3d, DepthIsLimited) {
    const int deep = 200'000;
    const Result<Document> xml_deep = load_small("<X3D><Scene>" + repeated("<Group>", deep));
    ASSERT_FALSE(xml_deep);
    EXPECT_EQ(xml_deep.error().code, "vrml-too-deep");
    const Result<Document> json_deep =
        load_small("{\"X3D\":{\"Scene\":" + repeated("{\"-children\":[{\"Group\":", deep));
    ASSERT_FALSE(json_deep);
    EXPECT_EQ(json_deep.error().code, "vrml-too-deep");
    const Result<Document> lists = load_small("{\"X3D\":" + repeated("[", deep));
    ASSERT_FALSE(lists);
    // 200 joints are within the depth limit.
    const Result<Document> chain =
        load_small("<X3D><Scene><HAnimHumanoid>" + repeated("<HAnimJoint>", 200) +
                   repeated("</HAnimJoint>", 200) + "</HAnimHumanoid></Scene></X3D>");
    ASSERT_TRUE(chain) << chain.error().text();
    EXPECT_EQ(chain->humanoids[0].joints.size(), 200U);
}

TEST(X3d, CutAndChangedFilesNeverBreakADocument) {
    std::uint32_t state = 12345;
    const auto random = [&state](std::size_t below) {
        state = state * 1664525U + 1013904223U;
        return static_cast<std::size_t>(state >> 8U) % below;
    };
    const std::string letters = "<>'\"{}[]/=& 019-.eE,:@#\\\n";
    for (const char* text : {classic, xml, json}) {
        const std::string whole = text;
        for (int round = 0; round < 400; ++round) {
            std::string changed = whole.substr(0, round % 2 == 0 ? random(whole.size()) : whole.size());
            for (std::size_t k = random(6); k > 0 && !changed.empty(); --k) {
                changed[random(changed.size())] = letters[random(letters.size())];
            }
            const Result<Document> document = load_small(changed);
            if (document) {
                EXPECT_EQ(expect_valid(*document), std::nullopt) << changed;
            } else {
                EXPECT_FALSE(document.error().message.empty());
            }
        }
    }
}

}  // namespace
}  // namespace vitruvian

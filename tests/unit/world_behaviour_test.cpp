// Behaviour of a world: Scripts, timers, sound and fog, written to every encoding and read back.
#include "tests/unit/diagnostics.h"
#include "tests/unit/worlds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace vitruvian {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string world =
    "#VRML V2.0 utf8\n"
    "DEF Mist Fog { color 0.5 0.5 0.6 fogType \"EXPONENTIAL\" visibilityRange 30 }\n"
    "Sound { location 0 1 0 source DEF Hum AudioClip { url [ \"hum.wav\" ] loop TRUE } }\n"
    "DEF T TimeSensor { cycleInterval 3 loop TRUE }\n"
    "DEF Colours ColorInterpolator { key [ 0 1 ] keyValue [ 1 0 0, 0 1 0 ] }\n"
    "DEF Walk TimeSensor { cycleInterval 2 }\n"
    "DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0, 0 0 1 1 ] }\n"
    "DEF Knee Transform { center 0 1 0 children Shape { appearance DEF Paint Appearance { material Material "
    "{ "
    "} } geometry Box { } } }\n"
    "DEF S Script { eventIn SFTime go eventOut SFTime begin field SFNode knee USE Knee field SFNode none "
    "NULL "
    "field MFNode nobody [ ] field SFVec3f v 1 2 3 field MFFloat f [ 1 2 ] field SFString word \"a 'b' <c> & "
    "\\\"d\\\"\" field MFString lines [ \"x\" \"y z\" ] field SFInt32 n 3 field SFBool b TRUE field SFTime t "
    "12345.678 field SFRotation q 0 1 0 1 directOutput TRUE url \"javascript: function go(v) { if (n < 3) { "
    "} "
    "}\" }\n"
    "ROUTE Walk.fraction_changed TO Turn.set_fraction\nROUTE Turn.value_changed TO Knee.set_rotation\n"
    "ROUTE T.fraction_changed TO Colours.set_fraction\nROUTE T.cycleTime TO S.go\n"
    "ROUTE S.begin TO Walk.set_startTime\nROUTE Hum.isActive TO Walk.set_loop\n";

TEST(WorldBehaviour, GoesThroughEveryEncoding) {
    const Document document = test::read_text(world);
    const test::WrittenWorld direct = test::written_world(document, FileFormat::vrml97);
    for (const std::string_view text : {"DEF Mist Fog",
                                        "source DEF Hum AudioClip",
                                        "DEF Colours ColorInterpolator",
                                        "DEF S Script",
                                        "eventIn SFTime go",
                                        "eventOut SFTime begin",
                                        "field SFNode knee USE Knee",
                                        "field SFNode none NULL",
                                        "field MFNode nobody [ ]",
                                        "field SFVec3f v 1 2 3",
                                        "field MFFloat f [ 1 2 ]",
                                        "field SFString word \"a 'b' <c> & \\\"d\\\"\"",
                                        "field SFInt32 n 3",
                                        "field SFBool b TRUE",
                                        "field SFTime t 12345.678",
                                        "field SFRotation q 0 1 0 1",
                                        "directOutput TRUE",
                                        "\"javascript: function go(v) { if (n < 3) { } }\"",
                                        "ROUTE T.cycleTime TO S.go",
                                        "ROUTE S.begin TO Walk.set_startTime",
                                        "ROUTE Hum.isActive TO Walk.set_loop",
                                        "ROUTE T.fraction_changed TO Colours.set_fraction"}) {
        EXPECT_THAT(direct.text, HasSubstr(std::string(text)));
    }
    EXPECT_EQ(test::count_of(direct.encoded.notes, "vrml-not-carried"), 0);
    EXPECT_EQ(test::count_of(direct.encoded.notes, "vrml-route-not-carried"), 0);
    for (const FileFormat format : {FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld there = test::written_world(document, format);
        EXPECT_THAT(there.text, HasSubstr("ecmascript: function go"));
        // Numbers of materials are rounded once; the rest is unchanged.
        const test::WrittenWorld again = test::written_world(test::read_text(there.text), FileFormat::vrml97);
        const std::size_t begin = direct.text.find("DEF Walk TimeSensor");
        ASSERT_NE(begin, std::string::npos);
        EXPECT_THAT(again.text, HasSubstr(direct.text.substr(begin)));
    }
}

TEST(WorldBehaviour, AFieldThatVrmlScriptsLackIsReported) {
    const Document document = test::read_text(
        "#X3D V4.0 utf8\nPROFILE Immersive\nDEF S Script { inputOutput SFFloat x 1 url \"ecmascript:\" }\n"
        "DEF K KeySensor { }\nROUTE K.isActive TO S.x\n");
    EXPECT_THAT(test::written_world(document, FileFormat::x3d_xml).text,
                HasSubstr("accessType='inputOutput'"));
    const test::WrittenWorld out = test::written_world(document, FileFormat::vrml97);
    EXPECT_THAT(out.text, Not(HasSubstr("Script")));
    EXPECT_GT(test::count_of(out.encoded.notes, "vrml-not-carried"), 0);
}

TEST(WorldBehaviour, ASensorThatIsAChoiceIsReported) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nSwitch { choice [ DEF U TouchSensor { } Shape { geometry Box { } } ] }\n");
    const test::WrittenWorld out = test::written_world(document, FileFormat::x3d_xml);
    EXPECT_THAT(out.text, Not(HasSubstr("TouchSensor")));
    EXPECT_GT(test::count_of(out.encoded.notes, "vrml-not-carried"), 0);
}

/// The skeleton of a Humanoid only contains Joints and Sites, its skin shapes (ISO/IEC 19775-1, 26.3.2).
TEST(WorldBehaviour, ShapesOfAHumanoidStandInItsSkin) {
    const Document on_body = test::read_text(
        "<X3D><Scene><HAnimHumanoid name='H'><HAnimJoint containerField='skeleton' name='humanoid_root'/>"
        "<Shape containerField='skin'><Box/></Shape></HAnimHumanoid></Scene></X3D>");
    ASSERT_EQ(on_body.meshes.size(), 1U);
    EXPECT_THAT(test::written_world(on_body, FileFormat::x3d_xml).text,
                HasSubstr("<Shape containerField='skin'>"));
}

/// What has no effect on any texture is not written.
TEST(WorldBehaviour, ARouteToWhatIsNoLongerSuchANodeIsReported) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nShape { appearance Appearance { textureTransform DEF Move TextureTransform { } } "
        "geometry Box { } }\n"
        "DEF S Script { eventOut SFVec2f c url \"javascript:\" }\nROUTE S.c TO Move.set_translation\n");
    const test::WrittenWorld out = test::written_world(document, FileFormat::x3d_xml);
    EXPECT_THAT(out.text, Not(HasSubstr("<ROUTE")));
    EXPECT_GT(test::count_of(out.encoded.notes, "vrml-not-carried"), 0);
}

/// The WorldInfo of an X3D file belongs to its author; VRML97 has no other place.
TEST(WorldBehaviour, ExactNamesStandOnTheirNodes) {
    Document document = test::read_text(
        "#VRML V2.0 utf8\nWorldInfo { info [ \"words\" ] }\nDEF A Shape { geometry Box { } }\n"
        "DEF B Shape { geometry Box { } }\n");
    ASSERT_EQ(document.meshes.size(), 2U);
    document.meshes[0].name = document.meshes[1].name = "one name: \"two\" 'boxes'";
    for (const FileFormat format : {FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld out = test::written_world(document, format);
        EXPECT_THAT(out.text, Not(HasSubstr("name of ")));
        EXPECT_THAT(out.text, HasSubstr("givenName"));
        const bool is_xml = format == FileFormat::x3d_xml;
        EXPECT_EQ(out.text.find("<MetadataString containerField='metadata'") != std::string::npos, is_xml);
        const Document again = test::read_text(out.text);
        ASSERT_EQ(again.meshes.size(), 2U);
        for (const MeshInstance& mesh : again.meshes) EXPECT_EQ(mesh.name, document.meshes[0].name);
        const test::WrittenWorld once_more = test::written_world(again, FileFormat::vrml97);
        EXPECT_THAT(once_more.text, HasSubstr("name of "));
        EXPECT_EQ(test::count_of(once_more.encoded.notes, "vrml-not-carried"), 0);
        EXPECT_EQ(test::read_text(once_more.text).meshes[1].name, document.meshes[0].name);
    }
}

/// They are no clips, since nothing keys them.
TEST(WorldBehaviour, RoutesFromSensorsReachTransformsThatMoveNothingYet) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nTransform { translation 1 0 0 children [ DEF Drag CylinderSensor { } DEF Lever "
        "Transform { children Shape { geometry Box { } } } ] }\nDEF S Script { eventOut SFRotation r }\n"
        "DEF Wheel Transform { children Shape { geometry Box { } } }\n"
        "ROUTE Drag.rotation_changed TO Lever.set_rotation\nROUTE S.r TO Wheel.set_rotation\n");
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld out = test::written_world(document, format);
        EXPECT_EQ(test::count_of(out.encoded.notes, "vrml-not-carried"), 0);
        const Document again = test::read_text(out.text);
        const test::WrittenWorld back = test::written_world(again, FileFormat::vrml97);
        EXPECT_THAT(back.text, HasSubstr("ROUTE Drag.rotation_changed TO Lever.set_rotation"));
        EXPECT_THAT(back.text, HasSubstr("ROUTE S.r TO Wheel.set_rotation"));
    }
}

TEST(WorldBehaviour, ShapesOfOneSegmentNeedNoNames) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nPROTO Joint [ exposedField MFNode children [] exposedField SFString name \"\" "
        "] { Transform { children IS children } }\n"
        "PROTO Segment [ exposedField MFNode children [] exposedField SFString name \"\" ] "
        "{ Group { children IS children } }\n"
        "PROTO Humanoid [ exposedField MFNode humanoidBody [] field SFString version \"1.1\" ] "
        "{ Group { children IS humanoidBody } }\n"
        "Humanoid { humanoidBody DEF r Joint { name \"HumanoidRoot\" children Segment { name \"sacrum\" "
        "children [ Shape { geometry Box { } } Shape { geometry Sphere { } } ] } } }\n");
    ASSERT_EQ(document.meshes.size(), 2U);
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld out = test::written_world(document, format);
        EXPECT_THAT(out.text, Not(HasSubstr("name of ")));
        EXPECT_THAT(out.text, Not(HasSubstr("givenName")));
        for (const MeshInstance& mesh : test::read_text(out.text).meshes) EXPECT_EQ(mesh.name, "sacrum");
    }
}

TEST(WorldBehaviour, ASkinThatVrmlBrowsersDoNotBendIsReported) {
    const Document document = test::read_text(
        "<X3D><Scene><HAnimHumanoid name='H'><HAnimJoint containerField='skeleton' name='humanoid_root' "
        "skinCoordIndex='0 1 2' skinCoordWeight='1 1 1'/><Coordinate DEF='C' containerField='skinCoord' "
        "point='0 0 0 1 0 0 0 1 0'/><Shape containerField='skin'><IndexedFaceSet coordIndex='0 1 2 -1'>"
        "<Coordinate USE='C'/></IndexedFaceSet></Shape></HAnimHumanoid></Scene></X3D>");
    EXPECT_EQ(test::count_of(test::written_world(document, FileFormat::vrml97).encoded.notes, "skin-static"),
              1);
    EXPECT_EQ(test::count_of(test::written_world(document, FileFormat::x3d_xml).encoded.notes, "skin-static"),
              0);
}

TEST(WorldBehaviour, AnAppearanceWithoutAMaterialGivesItsName) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nShape { appearance DEF Face Appearance { texture PixelTexture { image 1 1 3 "
        "0xFF0000 } } "
        "geometry Box { } }\nShape { geometry Box { } }\n");
    ASSERT_EQ(document.materials.size(), 2U);
    EXPECT_EQ(document.materials[0].name, "Face");
    for (const FileFormat format : {FileFormat::vrml97, FileFormat::x3d_xml}) {
        const Document again = test::read_text(test::written_world(document, format).text);
        ASSERT_FALSE(again.materials.empty());
        EXPECT_EQ(again.materials[0].name, "Face");
    }
}

TEST(WorldBehaviour, LinesOfX3dAreKnown) {
    const Document document = test::read_text(
        "<X3D><Scene><Shape><LineSet vertexCount='2'><Coordinate point='0 0 0 0 1 "
        "0'/></LineSet></Shape></Scene>"
        "</X3D>");
    EXPECT_EQ(
        test::count_of(test::written_world(document, FileFormat::vrml97).encoded.notes, "vrml-not-carried"),
        0);
}

const std::string grouped_world =
    "#VRML V2.0 utf8\n"
    "DEF Link Anchor { url [ \"there.wrl\" ] description \"Go there\" parameter [ \"target=_top\" ] children "
    "[ Shape { geometry Box { } } Transform { translation 0 2 0 children Shape { geometry Sphere { } } } ] "
    "}\n"
    "Transform { translation 5 0 0 children [\n"
    "  LOD { center 1 0 0 range [ 10, 20 ] level [\n"
    "    Shape { geometry Box { } }\n"
    "    DEF Far Group { children Shape { appearance DEF Red Appearance { material Material { diffuseColor 1 "
    "0 0 "
    "} } geometry Cone { height 3 } } }\n"
    "    Shape { appearance USE Red geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 "
    "] } "
    "coordIndex [ 0 1 2 -1 ] } } ] }\n"
    "  Billboard { axisOfRotation 0 1 0 children Shape { geometry Box { size 1 2 3 } } } ] }\n"
    "DEF Choice Switch { whichChoice 1 choice [ Shape { geometry Cylinder { radius 7 } } Shape { geometry "
    "Box { "
    "} } ] }\n"
    "Switch { choice [ DEF Hidden Shape { geometry Sphere { radius 9 } } ] }\n"
    "Collision { collide FALSE proxy Shape { geometry Box { size 8 8 8 } } children Shape { geometry Cone { "
    "} } "
    "}\n"
    "Inline { url [ \"not-here.wrl\" ] }\n"
    "DEF S Script { eventOut SFInt32 n url \"javascript:\" }\nROUTE S.n TO Choice.set_whichChoice\n";

void expect_same_points(const Document& a, const Document& b) {
    ASSERT_EQ(a.meshes.size(), b.meshes.size());
    for (std::size_t m = 0; m < a.meshes.size(); ++m) {
        ASSERT_EQ(a.meshes[m].mesh->positions.size(), b.meshes[m].mesh->positions.size()) << m;
        const mat4 at_a = a.meshes[m].skin->inverse_bind.front();
        const mat4 at_b = b.meshes[m].skin->inverse_bind.front();
        for (std::size_t v = 0; v < a.meshes[m].mesh->positions.size(); ++v) {
            const vec4 p = at_a * vec4(a.meshes[m].mesh->positions[v], 1.0F);
            const vec4 q = at_b * vec4(b.meshes[m].mesh->positions[v], 1.0F);
            EXPECT_LT(glm::length(p - q), 1e-5F) << "mesh " << m << ", vertex " << v;
        }
    }
}

TEST(WorldBehaviour, GroupsStandAroundTheirChildrenAgain) {
    const Document document = test::read_text(grouped_world);
    ASSERT_EQ(document.meshes.size(), 6U);
    const test::WrittenWorld direct = test::written_world(document, FileFormat::vrml97);
    for (const std::string_view text : {"DEF Link Anchor",
                                        "\"there.wrl\"",
                                        "\"Go there\"",
                                        "\"target=_top\"",
                                        "LOD",
                                        "range [ 10 20 ]",
                                        "center 6 0 0",
                                        "level [",
                                        "DEF Far Group",
                                        "height 3",
                                        "DEF Red Appearance",
                                        "USE Red",
                                        "Billboard",
                                        "axisOfRotation 0 1 0",
                                        "DEF Choice Switch",
                                        "whichChoice 1",
                                        "choice [",
                                        "radius 7",
                                        "DEF Hidden Shape",
                                        "radius 9",
                                        "collide FALSE",
                                        "proxy Shape",
                                        "\"not-here.wrl\"",
                                        "ROUTE S.n TO Choice.set_whichChoice"}) {
        EXPECT_THAT(direct.text, HasSubstr(std::string(text)));
    }
    EXPECT_EQ(test::count_of(direct.encoded.notes, "vrml-not-carried"), 0);
    for (const FileFormat format :
         {FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld there = test::written_world(document, format);
        EXPECT_EQ(test::count_of(there.encoded.notes, "vrml-not-carried"), 0);
        const Document again = test::read_text(there.text);
        expect_same_points(document, again);
        const test::WrittenWorld back = test::written_world(again, FileFormat::vrml97);
        EXPECT_EQ(test::count_of(back.encoded.notes, "vrml-not-carried"), 0);
        for (const std::string_view text :
             {"DEF Link Anchor", "\"Go there\"", "center 6 0 0", "DEF Far Group", "USE Red",
              "axisOfRotation 0 1 0", "whichChoice 1", "radius 7", "radius 9", "collide FALSE", "proxy ",
              "\"not-here.wrl\"", "ROUTE S.n TO Choice.set_whichChoice"}) {
            EXPECT_THAT(back.text, HasSubstr(std::string(text)));
        }
        expect_same_points(document, test::read_text(back.text));
    }
}

/// A level that cannot be copied ends the list: an empty one would hide the object there.
TEST(WorldBehaviour, ALevelThatCannotBeCopiedIsReported) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nLOD { range [ 10, 20 ] level [ Shape { geometry Box { } } Shape { geometry Cone { "
        "} } "
        "Group { children DEF T TimeSensor { } } ] }\n"
        "Switch { whichChoice 1 choice [ DEF K TimeSensor { } Shape { geometry Box { } } ] }\n");
    const test::WrittenWorld out = test::written_world(document, FileFormat::x3d_xml);
    EXPECT_THAT(out.text, HasSubstr("<LOD range='10'>"));
    EXPECT_THAT(out.text, HasSubstr("<Cone"));
    EXPECT_GT(test::count_of(out.encoded.notes, "vrml-not-carried"), 0);
    EXPECT_EQ(test::read_text(out.text).meshes.size(), 2U);
}

/// Humanoids contain joints and segments, without groups in between.
TEST(WorldBehaviour, AFigureInASwitchStaysAFigure) {
    const Document document = test::read_text(
        "#X3D V4.0 utf8\nPROFILE Immersive\nSwitch { whichChoice 1 children [ Shape { geometry Box { } } "
        "HAnimHumanoid { name \"H\" skeleton HAnimJoint { name \"humanoid_root\" center 0 1 0 children [ "
        "Anchor { url "
        "\"a\" children HAnimJoint { name \"sacroiliac\" center 0 1.1 0 children HAnimSegment { name "
        "\"pelvis\" "
        "children Anchor { url \"b\" children Shape { geometry Box { } } } } } } ] } } ] }\n");
    ASSERT_EQ(document.humanoids.size(), 1U);
    for (const FileFormat format :
         {FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld out = test::written_world(document, format);
        EXPECT_THAT(out.text, HasSubstr("Switch"));
        EXPECT_EQ(test::count_of(out.encoded.notes, "vrml-not-carried"), 1);
        const Document again = test::read_text(out.text);
        ASSERT_EQ(again.humanoids.size(), 1U);
        EXPECT_EQ(again.humanoids[0].joints.size(), 2U);
        expect_same_points(document, again);
    }
}

/// What a Document holds as clips, sky and text, where it is animated or something else.
TEST(WorldBehaviour, LightsMaterialsAndViewpointsAreMovedAgain) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nDEF Eye Viewpoint { description \"from here\" position 0 1 5 }\n"
        "DEF Walk NavigationInfo { type \"WALK\" speed 2 avatarSize [ 0.1 1.2 0.5 ] }\n"
        "DEF Fly NavigationInfo { type \"FLY\" }\nDEF Day Background { skyColor 0 0 1 }\n"
        "DEF Night Background { skyColor [ 0 0 0, 0 0 0.2 ] skyAngle 1.5 }\nDEF Lamp PointLight { }\n"
        "DEF Box1 Transform { children Shape { appearance Appearance { material DEF Paint Material { } } "
        "geometry Box { } } }\nDEF Touch TouchSensor { }\nDEF T TimeSensor { cycleInterval 3 loop TRUE }\n"
        "DEF Way PositionInterpolator { key [ 0 1 ] keyValue [ 0 1 5, 0 1 6 ] }\n"
        "DEF Fade ScalarInterpolator { key [ 0 1 ] keyValue [ 0 1 ] }\n"
        "DEF Red ColorInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 1 0 0 ] }\n"
        "DEF Clip TimeSensor { cycleInterval 2 }\n"
        "DEF Slide PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 1 0 0 ] }\n"
        "ROUTE T.fraction_changed TO Way.set_fraction\nROUTE T.fraction_changed TO Fade.set_fraction\n"
        "ROUTE T.fraction_changed TO Red.set_fraction\nROUTE Way.value_changed TO Eye.set_position\n"
        "ROUTE Fade.value_changed TO Lamp.set_intensity\nROUTE Red.value_changed TO Paint.set_diffuseColor\n"
        "ROUTE Clip.fraction_changed TO Slide.set_fraction\nROUTE Slide.value_changed TO "
        "Box1.set_translation\n"
        "ROUTE Touch.isActive TO Night.set_bind\nROUTE Touch.isActive TO Fly.set_bind\n"
        "ROUTE Touch.isActive TO Walk.set_bind\nROUTE Touch.isActive TO Day.set_bind\n");
    for (const FileFormat format :
         {FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld there = test::written_world(document, format);
        EXPECT_EQ(test::count_of(there.encoded.notes, "vrml-not-carried"), 0);
        const Document again = test::read_text(there.text);
        ASSERT_EQ(again.clips.size(), 1U);
        EXPECT_EQ(again.clips[0]->channels.size(), 1U);
        const test::WrittenWorld back = test::written_world(again, FileFormat::vrml97);
        for (const std::string_view text :
             {"ROUTE T.fraction_changed TO Way.set_fraction", "ROUTE T.fraction_changed TO Fade.set_fraction",
              "ROUTE Way.value_changed TO Eye.set_position", "ROUTE Fade.value_changed TO Lamp.set_intensity",
              "ROUTE Red.value_changed TO Paint.set_diffuseColor", "material DEF Paint Material",
              "ROUTE Touch.isActive TO Night.set_bind", "ROUTE Touch.isActive TO Fly.set_bind",
              "ROUTE Touch.isActive TO Walk.set_bind", "ROUTE Touch.isActive TO Day.set_bind",
              "DEF Eye Viewpoint", "description \"from here\"", "DEF Walk NavigationInfo",
              "avatarSize [ 0.1 1.2 0.5 ]", "DEF Day Background", "DEF Night Background", "skyAngle [ 1.5 ]"})
            EXPECT_THAT(back.text, HasSubstr(std::string(text)));
    }
}

TEST(WorldBehaviour, CommentsBeforeNamedNodesGoAlong) {
    const Document document = test::read_text(
        "#X3D V3.3 utf8\nPROFILE Immersive\nCOMPONENT HAnim:1\n# head\nWorldInfo { title \"t\" }\n"
        "# a {figure}\nDEF H HAnimHumanoid { name \"h\" version \"1.1\" skeleton [\n# the root\n"
        "DEF hr HAnimJoint { name \"HumanoidRoot\" children [\n  # first line\n\n  # last line\n"
        "  DEF hs HAnimSegment { name \"sacrum\" children [ # of nobody\n"
        "  Shape { geometry Box { } } ] } ] } ] }\n# a lamp\nDEF Lamp PointLight { }\n"
        "DEF T Transform { children [\n# a box\nDEF Bx Shape { geometry Box { } } ] } # after it\n"
        "# a timer\nDEF Clock TimeSensor { loop TRUE }\nDEF S Script { inputOnly SFTime go }\n"
        "ROUTE Clock.cycleTime TO S.go\n");
    for (const FileFormat format :
         {FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld there = test::written_world(document, format);
        const Document again = test::read_text(there.text);
        EXPECT_EQ(again.meshes.size(), 2U);
        const test::WrittenWorld back = test::written_world(again, FileFormat::vrml97);
        for (const std::string_view text :
             {"# head\n", "# a lamp\nDEF Lamp PointLight", "# a box\n", "# a timer\nDEF Clock TimeSensor"})
            EXPECT_THAT(back.text, HasSubstr(std::string(text)));
        EXPECT_THAT(back.text, Not(HasSubstr("of nobody")));
        EXPECT_THAT(back.text, Not(HasSubstr("after it")));
        // JSON's schema only allows comments among children.
        if (format == FileFormat::x3d_json) continue;
        for (const std::string_view text :
             {"# a {figure}\n", "# the root\n", "# first line\n", "# last line\n"})
            EXPECT_THAT(back.text, HasSubstr(std::string(text)));
    }
}

/// X3D 4 only allows joints and segments on a joint; other contents are read back where they were.
TEST(WorldBehaviour, ShapesOnAJointGoThroughASegmentWithoutAName) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nPROTO Joint [ exposedField MFNode children [] exposedField SFString name \"\" "
        "exposedField SFVec3f center 0 0 0 ] { Transform { center IS center children IS children } }\n"
        "PROTO Segment [ exposedField MFNode children [] exposedField SFString name \"\" ] "
        "{ Group { children IS children } }\n"
        "PROTO Humanoid [ exposedField MFNode humanoidBody [] field SFString version \"1.1\" ] "
        "{ Group { children IS humanoidBody } }\n"
        "Humanoid { humanoidBody DEF r Joint { name \"HumanoidRoot\" children [ DEF a Shape { geometry Box { "
        "} } "
        "Segment { name \"sacrum\" children DEF b Shape { geometry Box { } } } "
        "DEF v Joint { name \"vl5\" children DEF place Transform { translation 0 1 0 children DEF c Shape { "
        "geometry "
        "Box { } } } } DEF d Shape { geometry Box { } } ] } }\n");
    ASSERT_EQ(document.humanoids.size(), 1U);
    for (const FileFormat format : {FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld there = test::written_world(document, format);
        const Document again = test::read_text(there.text);
        ASSERT_EQ(again.humanoids.size(), 1U);
        EXPECT_EQ(again.humanoids[0].segments.size(), 1U);
        ASSERT_EQ(again.meshes.size(), 4U);
        EXPECT_EQ(std::count_if(again.meshes.begin(), again.meshes.end(),
                                [](const MeshInstance& mesh) { return mesh.segment == 0; }),
                  1);
        EXPECT_EQ(again.nodes.size(), document.nodes.size());
    }
}

TEST(WorldBehaviour, CommentsAtTheHeadGoAlong) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8 by a tool\n\n# Made by A. Nonymous -- all rights\n#   \"reserved\" <b>\n\n#second\n"
        "Shape { geometry Box { } }\n# not at the head\n");
    for (const FileFormat format :
         {FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld there = test::written_world(document, format);
        EXPECT_THAT(there.text, HasSubstr("Made by A. Nonymous"));
        EXPECT_THAT(there.text, Not(HasSubstr("by a tool")));
        EXPECT_THAT(there.text, Not(HasSubstr("not at the head")));
        const Document again = test::read_text(there.text);
        EXPECT_EQ(again.meshes.size(), 1U);
        const test::WrittenWorld back = test::written_world(again, FileFormat::vrml97);
        EXPECT_THAT(back.text,
                    HasSubstr(format == FileFormat::x3d_xml ? "# Made by A. Nonymous - - all rights"
                                                            : "# Made by A. Nonymous -- all rights"));
        EXPECT_THAT(back.text, HasSubstr("\n# \"reserved\" <b>\n\n# second\n"));
    }
}

TEST(WorldBehaviour, FilmsStayOnTheirSurfaces) {
    const Document document = test::read_text(
        "#VRML V2.0 utf8\nShape { appearance Appearance { material Material { diffuseColor 0 1 0 } texture "
        "DEF Film "
        "MovieTexture { url [ \"film.mpg\" ] loop TRUE speed 0.5 startTime 3 } } geometry Box { } }\n"
        "DEF Touch TouchSensor { }\nROUTE Touch.touchTime TO Film.startTime\n");
    for (const FileFormat format :
         {FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld there = test::written_world(document, format);
        EXPECT_EQ(test::count_of(there.encoded.notes, "vrml-not-carried"), 0);
        const std::string again = test::written_world(test::read_text(there.text), FileFormat::vrml97).text;
        for (const std::string_view text :
             {"diffuseColor 0 1 0", "texture DEF Film MovieTexture {", "loop TRUE", "speed 0.5",
              "startTime 3", "\"film.mpg\"", "ROUTE Touch.touchTime TO Film.startTime"}) {
            EXPECT_THAT(again, HasSubstr(std::string(text)));
        }
    }
}

}  // namespace
}  // namespace vitruvian

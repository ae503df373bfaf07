// Saving a world in its own text: shapes without points, nodes without a DEF name, and several figures.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "tests/unit/check_rigs.h"
#include "tests/unit/edited_figures.h"
#include "tests/unit/edited_worlds.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <string>

namespace vitruvian::test {
namespace {

const std::string protos =
    "#VRML V2.0 utf8\nPROTO Joint [ exposedField SFVec3f center 0 0 0 exposedField MFNode children [ ] "
    "exposedField "
    "SFString name \"\" exposedField SFRotation rotation 0 0 1 0 exposedField SFRotation limitOrientation 0 "
    "0 1 0\n"
    " exposedField SFVec3f translation 0 0 0 ] { Transform { center IS center children IS children rotation "
    "IS rotation "
    "} }\nPROTO Segment [ exposedField MFNode children [ ] exposedField SFString name \"\" exposedField "
    "SFVec3f "
    "centerOfMass 0 0 0 ] { Group { children IS children } }\n"
    "PROTO Humanoid [ exposedField MFNode humanoidBody [ ] exposedField SFString name \"\" ] { Group { "
    "children IS "
    "humanoidBody } }\n";

const std::string posed_figure =
    protos +
    "Humanoid { name \"h\" humanoidBody Joint { name \"HumanoidRoot\" children [\n"
    "  Joint { name \"l_hip\" center 0 1 0 rotation 1 0 0 1.5707964 children Segment { name \"l_thigh\" "
    "children [\n"
    "    Shape { geometry Sphere { radius 0.1 } } # bare\n"
    "    Transform { translation 0 0.5 0 scale 2 2 2 children Shape { geometry Box { size 0.1 0.4 0.1 } } }\n"
    "    DEF two Group { children [ Shape { geometry Cone { } } Shape { geometry Cylinder { } } ] }\n"
    "  ] } } ] } }\n";

/// In each encoding, as the file has it.
std::vector<std::string> in_all_encodings(const std::string& text) {
    std::vector<std::string> out{text};
    for (const FileFormat format : {FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
        SaveOptions options;
        options.format = format;
        const Result<EncodedDocument> encoded = encode_document(read_text(text), options);
        EXPECT_TRUE(encoded);
        if (encoded) out.push_back(text_of(encoded->bytes));
    }
    return out;
}

TEST(WorldPatch, ARobotStaysOne) {
    // Its translations are its rest; with centers they would be a pose.
    const std::string text = protos +
                             "Humanoid { name \"h\" humanoidBody Joint { name \"a\" translation 0 0 1 "
                             "children Joint { name \"b\"\n"
                             "  translation 0 0 1 children Joint { name \"c\" translation 0 0 1 } } } }\n";
    const SetJointCentre one{joint_item(0, 1), vec3(0.0F, 0.5F, 2.0F)};
    const SetJointCentre other{joint_item(0, 2), vec3(0.0F, 0.5F, 3.0F)};
    EXPECT_NE(edited_in_place(text, {one, other}).find("another dialect"), std::string::npos);
    EXPECT_EQ(edited_in_place(text, {Rename{joint_item(0, 1), "d"}}), replaced(text, "\"b\"", "\"d\""));
}

TEST(WorldPatch, OtherTextsOfAListKeepTheirLayout) {
    const auto figure = [](const std::string& info) {
        return replaced(protos, "humanoidBody [ ]", "humanoidBody [ ] exposedField MFString info [ ]") +
               "Humanoid { name \"h\" info [" + info + " ]  # whose\n  humanoidBody Joint { name \"a\" } }\n";
    };
    const Item humanoid{ItemKind::humanoid, -1, 0};
    const std::string two = "\"authorName=Ann\",\n  \"copyright=mine\"";
    const std::string three = two + ",\n  \"subject=a figure\"";
    EXPECT_EQ(edited_in_place(figure(two), {SetInfo{humanoid, "subject", "a figure"}}), figure(three));
    EXPECT_EQ(edited_in_place(figure(three), {SetInfo{humanoid, "subject", std::nullopt}}), figure(two));
    EXPECT_EQ(edited_in_place(figure(two), {SetInfo{humanoid, "authorName", "Eve"}}),
              figure(replaced(two, "Ann", "Eve")));
}

TEST(WorldPatch, AnAddedFieldGoesAgainWithItsDefault) {
    const Item hip = joint_item(0, 1);
    const quat turn = axis_angle({0.0F, 1.0F, 0.0F}, 0.5F);
    const std::string plain = replaced(posed_figure, " rotation 1 0 0 1.5707964", "");
    for (const std::string& text : in_all_encodings(plain)) {
        const vec3 up(0.0F, 1.0F, 0.0F);
        const std::string turned =
            edited_in_place(text, {SetJointRotation{hip, turn}, SetJointLimitOrientation{hip, up, 0.5F}});
        EXPECT_NE(turned, text);
        EXPECT_EQ(edited_in_place(turned, {SetJointRotation{hip, identity_quat},
                                           SetJointLimitOrientation{hip, up, 0.0F}}),
                  text);
    }
    // What the file states of its own accord stays where it is.
    const std::string straight = edited_in_place(posed_figure, {SetJointRotation{hip, identity_quat}});
    EXPECT_NE(straight.find("center 0 1 0 rotation"), std::string::npos) << straight;
}

TEST(WorldPatch, InfoIsEditedInPlaceWhereItHasTheVersionToo) {
    const std::string figure = replaced(posed_figure, "humanoidBody [ ]",
                                        "humanoidBody [ ] exposedField SFString version \"\" "
                                        "exposedField MFString info [ ]");
    const std::string stated =
        replaced(figure, "Humanoid { name \"h\"",
                 "Humanoid { name \"h\" version \"1.1\" info [ \"authorName=Ann\" \"subject=a figure\" ]");
    const Item humanoid{ItemKind::humanoid, -1, 0};
    for (const std::string& text : in_all_encodings(stated)) {
        const std::string more = edited_in_place(text, {SetInfo{humanoid, "copyright", "mine"}});
        EXPECT_EQ(more.find("another dialect"), std::string::npos);
        EXPECT_EQ(edited_in_place(more, {SetInfo{humanoid, "copyright", std::nullopt}}), text);
        const std::string two = edited_in_place(text, {SetInfo{humanoid, "authorName", "Eve"},
                                                       SetInfo{humanoid, "copyright", "\"mine\" & <all>"}});
        EXPECT_EQ(read_text(two).humanoids[0].info.size(), 3U) << two;
        const std::string one = edited_in_place(
            text, {SetInfo{humanoid, "authorName", std::nullopt}, SetInfo{humanoid, "subject", "it"}});
        EXPECT_EQ(read_text(one).humanoids[0].info.size(), 1U) << one;
        const std::string other = edited_in_place(text, {SetInfo{humanoid, "authorName", "Eve"}});
        EXPECT_EQ(edited_in_place(other, {SetInfo{humanoid, "authorName", "Ann"}}), text);
    }
}

TEST(WorldShapes, PoseAsRestMovesThemByTheirTransforms) {
    const std::string out = edited_in_place(posed_figure, {PoseAsRest{the_humanoid}});
    EXPECT_NE(out.find(" children Shape { geometry Sphere { radius 0.1 } } } # bare\n"), std::string::npos)
        << out;
    EXPECT_NE(out.find("    Transform { rotation 1 0 0 1.57079"), std::string::npos) << out;
    EXPECT_NE(out.find(" scale 2 2 2 children Shape { geometry Box { size 0.1 0.4 0.1 } } }\n"),
              std::string::npos)
        << out;
    EXPECT_EQ(lines_missing(posed_figure, out), 4U) << out;
}

TEST(WorldShapes, PoseAsRestLooksTheSameInAllEncodings) {
    for (const std::string& text : in_all_encodings(posed_figure)) {
        SCOPED_TRACE(text.substr(0, 12));
        const Document before = read_text(text);
        const std::string out = edited_in_place(text, {PoseAsRest{the_humanoid}});
        const Document after = read_text(out);
        EXPECT_LT(moved(shapes(before, posed(before)), shapes(after, posed(after))), 1e-5F) << out;
        EXPECT_LT(moved(shapes(after, posed(after)),
                        shapes(after, world_matrices(make_skeleton(after), rest_pose(make_skeleton(after))))),
                  1e-5F);
    }
}

TEST(WorldNames, MaterialsAndGroupsWithoutADefGetOne) {
    const std::string text =
        protos +
        "DEF place Transform { translation 1 0 0 children Humanoid { name \"h\" humanoidBody Joint { name "
        "\"a\" children\n"
        "  Segment { name \"s\" children [\n"
        "    Shape { appearance Appearance { material Material { diffuseColor 1 0 0 } } geometry Box { } }\n"
        "    Shape { appearance Appearance { material DEF blue Material { diffuseColor 0 0 1 } } geometry "
        "Sphere { } }\n"
        "  ] } } } }\n";
    std::string expected = replaced(text, "material Material", "material DEF red Material");
    expected = replaced(expected, "DEF blue", "DEF sky");
    const Item red{ItemKind::material, -1, 0};
    const Item blue{ItemKind::material, -1, 1};
    EXPECT_EQ(edited_in_place(text, {Rename{red, "red"}, Rename{blue, "sky"}}), expected);
    const std::string spaced = edited_in_place(text, {Rename{red, "dark red"}});
    EXPECT_EQ(spaced, replaced(text, "material Material", "material DEF dark_red Material") +
                          "WorldInfo { info [ \"name of dark_red: dark red\" ] }\n");
    EXPECT_EQ(edited_in_place(spaced, {Rename{red, "light red"}}),
              replaced(spaced, ": dark red", ": light red"));
}

TEST(WorldStructure, AJointOfOneFigureIsNotTakenForAnothers) {
    const std::string one =
        " humanoidBody Joint { name \"HumanoidRoot\" children Joint { name \"vl5\" center 0 1 0\n"
        "  children Joint { name \"vt1\" center 0 1.3 0 } } } }\n";
    const std::string text = protos + "Humanoid { name \"a\"" + one + "Humanoid { name \"b\"" + one;
    const std::string out = edited_in_place(text, {DeleteJoint{joint_item(0, 1)}});
    EXPECT_TRUE(out.ends_with("Humanoid { name \"b\"" + one)) << out;
    EXPECT_LT(out.find("vt1"), out.find("vl5")) << out;
}

TEST(WorldStructure, DefinitionsStayBeforeTheirUses) {
    const std::string text =
        protos +
        "Humanoid { name \"h\" humanoidBody Joint { name \"HumanoidRoot\" children [\n"
        "  Joint { name \"l_hip\" children Segment { name \"l_thigh\" children Shape { appearance Appearance "
        "{\n"
        "    material DEF skin Material { diffuseColor 1 0 0 } } geometry Sphere { } } } }\n"
        "  Joint { name \"r_hip\" children Segment { name \"r_thigh\" children Shape { appearance Appearance "
        "{\n"
        "    material USE skin } geometry Box { } } } }\n"
        "  Joint { name \"vl5\" children Joint { name \"vt1\" } }\n"
        "] } }\n";
    const std::string out = edited_in_place(text, {ReParent{joint_item(0, 1), joint_item(0, 4)}});
    EXPECT_NE(out.find("DEF skin"), std::string::npos) << out;
    EXPECT_LT(out.find("DEF skin"), out.find("USE skin")) << out;
    EXPECT_LT(out.find("r_hip"), out.find("l_hip")) << out;
}

TEST(WorldStructure, StatementsOfOneLineGoTogether) {
    const std::string text =
        protos +
        "Humanoid { name \"h\" humanoidBody DEF hip Joint { name \"l_hip\" } }\n"
        "DEF Walk TimeSensor { } DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0, 0 0 1 1 "
        "] }\n"
        "ROUTE Walk.fraction_changed TO Turn.set_fraction ROUTE Turn.value_changed TO hip.rotation # end\n";
    EXPECT_EQ(edited_in_place(text, {DeleteClip{{ItemKind::clip, -1, 0}}}),
              text.substr(0, text.find("DEF Walk")) + "# end\n");
}

TEST(WorldNames, SurfacesThatBecomeOneUseTheFirst) {
    const std::string text =
        protos +
        "Humanoid { name \"h\" humanoidBody Joint { name \"a\" children Segment { name \"s\" children [\n"
        "  Shape { appearance Appearance { material DEF skin Material { diffuseColor 1 0 0 } } geometry Box "
        "{ } }\n"
        "  Shape { appearance Appearance { material DEF coat Material { diffuseColor 0 0 1 } } geometry Box "
        "{ } }\n"
        "  Shape { appearance Appearance { material DEF face Material { diffuseColor 1 0 0 } } geometry Cone "
        "{ } }\n"
        "  Shape { appearance Appearance { material USE face } geometry Sphere { } }\n"
        "] } } }\n";
    std::string expected = replaced(text, "appearance Appearance { material DEF skin",
                                    "appearance DEF skin_look Appearance { material DEF skin");
    expected = replaced(expected, "Appearance { material DEF face Material { diffuseColor 1 0 0 } }",
                        "USE skin_look");
    expected = replaced(expected, "Appearance { material USE face }", "USE skin_look");
    EXPECT_EQ(edited_in_place(text, {TidyMaterials{}}), expected);
    for (const std::string& other : in_all_encodings(text)) {
        const std::string out = edited_in_place(other, {TidyMaterials{}});
        EXPECT_EQ(read_text(out).materials.size(), 2U) << out;
    }
}

TEST(WorldShapes, PoseAsRestPutsAJointWhereItWasMoved) {
    const std::string text = protos +
                             "Humanoid { name \"h\" humanoidBody Joint { name \"HumanoidRoot\" children\n"
                             "  Joint { name \"l_hip\" center 0 1 0 translation 0.5 0.25 0 children\n"
                             "    Joint { name \"l_knee\" center 0 0.5 0 } } } }\n";
    std::string expected =
        replaced(text, "center 0 1 0 translation 0.5 0.25 0", "center 0.5 1.25 0 translation 0 0 0");
    expected = replaced(expected, "center 0 0.5 0", "center 0.5 0.75 0");
    EXPECT_EQ(edited_in_place(text, {PoseAsRest{the_humanoid}}), expected);
}

/// A figure with a skin of three points and two joints, of which the first two points follow both.
std::string skinned_by_two(const std::string& shapes) {
    return "<X3D><Scene><HAnimHumanoid name='h'>\n"
           "<HAnimJoint name='humanoid_root' containerField='skeleton' skinCoordIndex='0 1 2' "
           "skinCoordWeight='.75 .75 1'>\n"
           "<HAnimJoint name='vl5' skinCoordIndex='0 1' skinCoordWeight='.25 .25'/></HAnimJoint>\n"
           "<Coordinate DEF='c' containerField='skinCoord' point='0 0 0 1 0 0 0 1 0'/>\n" +
           shapes + "\n</HAnimHumanoid></Scene></X3D>\n";
}

TEST(WorldStructure, JointsThatMoveNoPointAnyMoreLeaveTheSkin) {
    const std::string text = skinned_by_two(
        "<Shape containerField='skin'><IndexedFaceSet coordIndex='0 1 2 -1'><Coordinate "
        "USE='c'/></IndexedFaceSet></Shape>");
    std::string expected = replaced(text, "'.75 .75 1'", "'1 1 1'");
    expected = replaced(expected, "'0 1'", "''");
    expected = replaced(expected, "'.25 .25'", "''");
    EXPECT_EQ(edited_in_place(text, {NormaliseWeights{1, 0.0F}}), expected);
}

TEST(WorldWeights, ArePaintedInAllShapesOfASkin) {
    const std::string text = skinned_by_two(
        "<Shape DEF='body' containerField='skin'><IndexedFaceSet coordIndex='0 1 2 -1'><Coordinate "
        "USE='c'/></IndexedFaceSet></Shape>\n"
        "<Shape DEF='brows' containerField='skin'><IndexedFaceSet coordIndex='2 1 0 -1'><Coordinate "
        "USE='c'/></IndexedFaceSet></Shape>");
    std::string expected = replaced(text, "'.75 .75 1'", "'0.5 .75 1'");
    expected = replaced(expected, "'.25 .25'", "'0.5 .25'");
    for (const int shape : {0, 1}) {
        const PaintWeights painted{{ItemKind::mesh, -1, shape}, joint_item(0, 1), {{0, 0.5F}}};
        EXPECT_EQ(edited_in_place(text, {painted}), expected);
    }
}

}  // namespace
}  // namespace vitruvian::test

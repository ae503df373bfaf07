// Saving a world in its own encoding after joints, sites, displacers and clips were added, removed or moved:
// the file's other bytes stay, and the edited document is read back.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/formats/save.h"
#include "tests/unit/check_rigs.h"
#include "tests/unit/edited_worlds.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian::test {
namespace {

const std::string classic_figure =
    "#VRML V2.0 utf8\n"
    "PROTO Joint [ exposedField SFVec3f center 0 0 0 exposedField MFNode children [ ] exposedField SFString "
    "name "
    "\"\"\n  exposedField SFRotation rotation 0 0 1 0 exposedField SFVec3f translation 0 0 0 ] { Transform "
    "{\n"
    "  center IS center children IS children rotation IS rotation translation IS translation } }\n"
    "PROTO Segment [ exposedField MFNode children [ ] exposedField SFString name \"\"\n"
    "  exposedField MFNode displacers [ ] exposedField SFNode coord NULL ] { Group { children IS children } "
    "}\n"
    "PROTO Site [ exposedField SFVec3f translation 0 0 0 exposedField MFNode children [ ] exposedField "
    "SFString "
    "name \"\" ] {\n  Transform { translation IS translation children IS children } }\n"
    "PROTO Displacer [ exposedField MFInt32 coordIndex [ ] exposedField MFVec3f displacements [ ]\n"
    "  exposedField SFString name \"\" exposedField SFFloat weight 0 ] { Group { } }\n"
    "DEF hanim_h Humanoid { # mine\n"
    "   humanoidBody [\n"
    "      DEF hanim_root Joint { name \"root\" center 0 1 0\n"
    "         children [ DEF hanim_pelvis Segment { name \"pelvis\"\n"
    "              displacers [\n"
    "                 DEF grin Displacer { name \"grin\" coordIndex [ 0 ] displacements [ 0 0 1 ] } # smile\n"
    "              ]\n"
    "              coord DEF points Coordinate { point [ 0 1 0, 1 1 0, 0 2 0 ] }\n"
    "              children [ Shape { geometry IndexedFaceSet { coord USE points coordIndex [ 0 1 2 -1 ] } "
    "}\n"
    "                 DEF hanim_belt Site { name \"belt\" translation 0 1.1 0 } # buckle\n"
    "              ] }\n"
    "            # left\n"
    "            DEF hanim_l_hip Joint { name \"l_hip\" center 0.1 0.9 0\n"
    "               children [\n"
    "                  DEF hanim_l_knee Joint { name \"l_knee\" center 0.1 0.5 0 }\n"
    "               ]\n"
    "            }\n"
    "            DEF hanim_r_hip Joint { name \"r_hip\" center -0.1 0.9 0 } ] }\n"
    "   ]\n"
    "   joints [ USE hanim_root, USE hanim_l_hip, USE hanim_l_knee, USE hanim_r_hip ]\n"
    "   sites [ USE hanim_belt ]\n"
    "}\n"
    "DEF Walk TimeSensor { cycleInterval 2 }\n"
    "DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0, 0 0 1 0.5 ] }\n"
    "ROUTE Walk.fraction_changed TO Turn.set_fraction\n"
    "ROUTE Turn.value_changed TO hanim_l_knee.set_rotation\n";

const Item root = joint_item(0, 0);
const Item left_hip = joint_item(0, 1);
const Item left_knee = joint_item(0, 2);

TEST(WorldStructure, ANewJointStandsBehindItsSiblingsAndInTheList) {
    std::string expected = replaced(classic_figure, "{ name \"l_knee\" center 0.1 0.5 0 }\n",
                                    "{ name \"l_knee\" center 0.1 0.5 0 }\n                  DEF hanim_l_toe "
                                    "Joint { name \"l_toe\" center 0.1 "
                                    "0.25 0.5 }\n");
    expected = replaced(expected, "USE hanim_r_hip ]", "USE hanim_r_hip USE hanim_l_toe ]");
    EXPECT_EQ(edited_in_place(classic_figure, {AddJoint{"l_toe", left_hip, vec3(0.1F, 0.25F, 0.5F)}}),
              expected);
}

TEST(WorldStructure, ANodeWithoutChildrenGetsAListOfThem) {
    const std::string out =
        edited_in_place(classic_figure, {AddJoint{"l_toe", left_knee, vec3(0.1F, 0.25F, 0.5F)}});
    EXPECT_NE(out.find("children [\n                      DEF hanim_l_toe Joint"), std::string::npos) << out;
}

TEST(WorldStructure, TheLastOfAListGoesWithItsLineBreak) {
    // The bracket that closes behind it stays in its line, unless a comment ends that.
    const std::string new_joint =
        "{ name \"r_hip\" center -0.1 0.9 0 }\n               DEF r_toe Joint { name "
        "\"r_toe\" center -0.1 0.5 0 } ] }\n";
    const std::string with =
        replaced(replaced(classic_figure, "{ name \"r_hip\" center -0.1 0.9 0 } ] }\n", new_joint),
                 "USE hanim_r_hip ]", "USE hanim_r_hip USE r_toe ]");
    EXPECT_EQ(edited_in_place(with, {DeleteJoint{joint_item(0, 4)}}), classic_figure);
    const std::string comment = "{ name \"r_hip\" center -0.1 0.9 0 } # right\n";
    const std::string commented = replaced(with, "{ name \"r_hip\" center -0.1 0.9 0 }\n", comment);
    EXPECT_EQ(edited_in_place(commented, {DeleteJoint{joint_item(0, 4)}}),
              replaced(classic_figure, "{ name \"r_hip\" center -0.1 0.9 0 } ] }\n",
                       comment + "               ] }\n"));
}

TEST(WorldStructure, ADeletedJointLeavesItsChildrenInPlace) {
    std::string expected = replaced(
        classic_figure,
        "            DEF hanim_l_hip Joint { name \"l_hip\" center 0.1 0.9 0\n               children [\n",
        "");
    expected =
        replaced(expected, "center 0.1 0.5 0 }\n               ]\n            }\n", "center 0.1 0.5 0 }\n");
    expected = replaced(expected, "USE hanim_l_hip, ", "");
    EXPECT_EQ(edited_in_place(classic_figure, {DeleteJoint{left_hip}}), expected);
}

TEST(WorldStructure, AJointThatAClipMovesTakesItsRoutesAlong) {
    std::string expected =
        replaced(classic_figure,
                 "                  DEF hanim_l_knee Joint { name \"l_knee\" center 0.1 0.5 0 }\n", "");
    expected = replaced(expected, "USE hanim_l_knee, ", "");
    // The timer is still a clip, without channels.
    expected.erase(expected.find("DEF Turn"));
    EXPECT_EQ(edited_in_place(classic_figure, {DeleteJoint{left_knee}}), expected);
}

TEST(WorldStructure, AMovedJointGoesWithItsText) {
    const std::string knee = "DEF hanim_l_knee Joint { name \"l_knee\" center 0.1 0.5 0 }\n";
    std::string expected = replaced(classic_figure, "                  " + knee, "");
    // In the order of the figure's list of joints.
    expected = replaced(expected, "DEF hanim_r_hip Joint {", knee + "            DEF hanim_r_hip Joint {");
    EXPECT_EQ(edited_in_place(classic_figure, {ReParent{left_knee, root}}), expected);
}

/// Differences of large numbers between neighbouring joints lose precision.
TEST(WorldStructure, AJointOfAFigureInMillimetresMovesToAParentNearIt) {
    const std::string tip = "DEF tip Joint { name \"vt6\" center 60.237 1350.669 57.267 }";
    const auto figure = [](const std::string& end_of_neck, const std::string& end_of_root) {
        return "#VRML V2.0 utf8\n"
               "PROTO Joint [ exposedField SFVec3f center 0 0 0 exposedField MFNode children [ ]\n"
               "  exposedField SFString name \"\" ] { Transform { center IS center children IS children } }\n"
               "Transform { scale 0.001 0.001 0.001 children\n"
               "Humanoid { humanoidBody DEF root Joint { name \"HumanoidRoot\" center -146.254 1500 68.792 "
               "children [\n  DEF spine Joint { name \"vl5\" center -97.972 1419.449 -0.904 children [\n"
               "  DEF neck Joint { name \"vt12\" center 60.637 1351.469 57.167 children [" +
               end_of_neck + " } ] }" + end_of_root +
               " }\n  joints [ USE root USE spine USE neck USE tip ] } }\n";
    };
    EXPECT_EQ(
        edited_in_place(figure(" ]", "\n  " + tip + " ]"), {ReParent{joint_item(0, 3), joint_item(0, 2)}}),
        figure("\n      " + tip + "\n    ]", " ]"));
}

TEST(WorldStructure, SitesComeAndGo) {
    const Item belt{ItemKind::site, 0, 0};
    std::string expected = replaced(classic_figure, "# buckle\n",
                                    "# buckle\n                 DEF hanim_back Site { name \"back\" "
                                    "translation 0 1.25 0.5 }\n");
    expected = replaced(expected, "sites [ USE hanim_belt ]", "sites [ USE hanim_belt USE hanim_back ]");
    AddSite add;
    add.name = "back";
    add.segment = Item{ItemKind::segment, 0, 0};
    add.translation = vec3(0.0F, 1.25F, 0.5F);
    EXPECT_EQ(edited_in_place(classic_figure, {add}), expected);
    expected =
        replaced(classic_figure,
                 "                 DEF hanim_belt Site { name \"belt\" translation 0 1.1 0 } # buckle\n",
                 "                 # buckle\n");
    expected = replaced(expected, "sites [ USE hanim_belt ]", "sites [ ]");
    EXPECT_EQ(edited_in_place(classic_figure, {DeleteSite{belt}}), expected);
}

TEST(WorldStructure, DisplacersComeAndGo) {
    const std::string grin =
        "DEF grin Displacer { name \"grin\" coordIndex [ 0 ] displacements [ 0 0 1 ] } # smile\n";
    const std::string expected = replaced(classic_figure, grin,
                                          grin +
                                              "                 DEF half_action Displacer { name "
                                              "\"half_action\" coordIndex [ 0 ] displacements [ 0 0 "
                                              "0.5 ] }\n");
    AddDisplacer add;
    add.name = "half_action";
    add.from.emplace_back(displacer_item(0), 0.5F);
    EXPECT_EQ(edited_in_place(classic_figure, {add}), expected);
    EXPECT_EQ(edited_in_place(classic_figure, {DeleteDisplacer{displacer_item(0)}}),
              replaced(classic_figure, "                 " + grin, "                 # smile\n"));
}

TEST(WorldStructure, ADisplacerComesToASegmentThatGotAnotherNumber) {
    const std::string text = replaced(
        classic_figure, "            DEF hanim_l_hip Joint { name \"l_hip\" center 0.1 0.9 0\n",
        "            DEF hanim_first Joint { name \"first\" children DEF hanim_f Segment { name \"f\" } }\n"
        "            DEF hanim_l_hip Joint { name \"l_hip\" center 0.1 0.9 0\n");
    // Its segment's own displacer is removed, so that there is nothing else.
    const std::string bare = replaced(
        text, "DEF grin Displacer { name \"grin\" coordIndex [ 0 ] displacements [ 0 0 1 ] } # smile\n",
        "\n");
    Document document = read_text(bare);
    // Likewise where joints were removed: fewer segments than the world has, or others instead.
    for (const bool swapped : {false, true}) {
        Document changed = document;
        Humanoid& humanoid = changed.humanoids.front();
        ASSERT_EQ(humanoid.segments.size(), 2U);
        std::swap(humanoid.segments[0], humanoid.segments[1]);
        if (!swapped) humanoid.segments[1].name = "nobody's";
        for (Site& site : humanoid.sites) site.segment = 1 - site.segment;
        Displacer displacer;
        displacer.name = "new_action";
        displacer.humanoid = 0;
        displacer.segment = 1;
        changed.displacers.push_back(displacer);
        const Result<EncodedDocument> encoded = encode_document(changed, {});
        ASSERT_TRUE(encoded) << encoded.error().text();
        const Document again = read_text(text_of(encoded->bytes));
        ASSERT_EQ(again.displacers.size(), 1U);
        const Humanoid& saved = again.humanoids.front();
        EXPECT_EQ(at(saved.segments, again.displacers[0].segment).name, humanoid.segments[1].name);
    }
}

TEST(WorldStructure, ClipsComeAndGoAndGetOtherNames) {
    const Item walk{ItemKind::clip, -1, 0};
    std::string expected = replaced(classic_figure, "DEF Walk ", "DEF Run ");
    expected = replaced(expected, "ROUTE Walk.", "ROUTE Run.");
    EXPECT_EQ(edited_in_place(classic_figure, {Rename{walk, "Run"}}), expected);
    EXPECT_EQ(edited_in_place(classic_figure, {Rename{walk, "a walk"}}),
              classic_figure + "WorldInfo { info [ \"name of Walk: a walk\" ] }\n");
    EXPECT_EQ(edited_in_place(classic_figure + "WorldInfo { info [ \"name of Walk: a walk\" ] }\n",
                              {Rename{walk, "Walk"}}),
              classic_figure);
    EXPECT_EQ(edited_in_place(classic_figure, {DeleteClip{walk}}),
              classic_figure.substr(0, classic_figure.find("DEF Walk")));
    const std::string keyed = edited_in_place(
        classic_figure, {SetJointRotation{joint_item(0, 3), axis_angle({0.0F, 1.0F, 0.0F}, 0.5F)},
                         SetKey{walk, 1.0F, joint_item(0, 3)}});
    EXPECT_TRUE(
        keyed.ends_with("ROUTE Walk.fraction_changed TO Walk_hanim_r_hip_rotation.set_fraction\nROUTE "
                        "Walk_hanim_r_hip_rotation.value_changed TO hanim_r_hip.set_rotation\n"))
        << keyed;
}

TEST(WorldStructure, XmlElementsComeAndGo) {
    const std::string text =
        "<?xml version=\"1.0\"?>\r\n<X3D><Scene>\r\n  <HAnimHumanoid name=\"h\" DEF=\"hanim_h\">\r\n"
        "    <HAnimJoint DEF=\"hanim_hip\" name=\"hip\" containerField=\"skeleton\">\r\n"
        "      <!-- leg -->\r\n      <HAnimJoint DEF=\"hanim_leg\" name=\"leg\" center=\"0 -1 0\">\r\n"
        "        <HAnimSite name=\"toe\"/>\r\n      </HAnimJoint>\r\n    </HAnimJoint>\r\n"
        "    <HAnimJoint USE=\"hanim_hip\" containerField=\"joints\"/>\r\n"
        "    <HAnimJoint USE=\"hanim_leg\" containerField=\"joints\"/>\r\n"
        "  </HAnimHumanoid>\r\n</Scene></X3D>\r\n";
    std::string expected =
        replaced(text, "      <HAnimJoint DEF=\"hanim_leg\" name=\"leg\" center=\"0 -1 0\">\r\n", "");
    expected = replaced(expected, "toe\"/>\r\n      </HAnimJoint>\r\n", "toe\"/>\r\n");
    expected = replaced(expected, "    <HAnimJoint USE=\"hanim_leg\" containerField=\"joints\"/>\r\n", "");
    EXPECT_EQ(edited_in_place(text, {DeleteJoint{joint_item(0, 1)}}), expected);
    expected = replaced(text, "toe\"/>\r\n",
                        "toe\"/>\r\n        <HAnimJoint DEF=\"hanim_foot\" name=\"foot\" "
                        "center=\"0 -2 0\"/>\r\n");
    expected = replaced(expected, "<HAnimJoint USE=\"hanim_leg\" containerField=\"joints\"/>\r\n",
                        "<HAnimJoint USE=\"hanim_leg\" containerField=\"joints\"/>\r\n    <HAnimJoint "
                        "USE=\"hanim_foot\" containerField=\"joints\"/>\r\n");
    EXPECT_EQ(edited_in_place(text, {AddJoint{"foot", joint_item(0, 1), vec3(0.0F, -2.0F, 0.0F)}}), expected);
}

TEST(WorldStructure, MotionsGoAndGetOtherNames) {
    const std::string motion =
        "    <HAnimMotion name='bow' joints='hip' channels='3 Xrotation Yrotation Zrotation' values='0 0 0 "
        "10 0 0'/>\n";
    const std::string text =
        "<X3D><Scene>\n  <HAnimHumanoid name='h'>\n    <HAnimJoint name='hip' containerField='skeleton'/>\n" +
        motion + "  </HAnimHumanoid>\n</Scene></X3D>\n";
    const Item bow{ItemKind::clip, -1, 0};
    EXPECT_EQ(edited_in_place(text, {DeleteClip{bow}}), replaced(text, motion, ""));
    EXPECT_EQ(edited_in_place(text, {Rename{bow, "a bow"}}), replaced(text, "'bow'", "'a bow'"));
}

TEST(WorldStructure, ScalingChangesLengthsAndNoOtherNumbers) {
    const std::string text =
        "#VRML V2.0 utf8\nHumanoid { name \"h\" humanoidBody Joint { name \"a\" center 0 1 0 # up\n"
        "  rotation 0 1 0 0.5 children [ Segment { mass 2 children [ Transform { scale 3 3 3 translation 1 0 "
        "0\n"
        "    children Shape { geometry Box { size 0.4 2 1 } } } Shape { geometry Sphere { } } ] } ] } }\n";
    std::string expected = replaced(text, "center 0 1 0", "center 0 0.5 0");
    expected = replaced(expected, "translation 1 0 0", "translation 0.5 0 0");
    expected = replaced(expected, "size 0.4 2 1", "size 0.2 1 0.5");
    expected = replaced(expected, "Sphere { }", "Sphere { radius 0.5 }");
    EXPECT_EQ(edited_in_place(text, {Scale{0.5F}}), expected);
}

TEST(WorldStructure, ABodyOfAProtoWithOneInstanceChangesInItsPlace) {
    std::string text = classic_figure;
    const std::size_t begin = text.find("DEF hanim_h Humanoid");
    text.insert(begin, "PROTO Whole [ ] {\n");
    const std::size_t end = text.find("DEF Walk TimeSensor");
    text.insert(end, "}\nWhole { }\n");
    text.resize(text.find("DEF Walk TimeSensor"));
    const std::string knee = "DEF hanim_l_knee Joint { name \"l_knee\" center 0.1 0.5 0 }\n";
    std::string expected = replaced(
        text, knee, knee + "                  DEF hanim_l_toe Joint { name \"l_toe\" center 0 0.25 0 }\n");
    expected = replaced(expected, "USE hanim_r_hip ]", "USE hanim_r_hip USE hanim_l_toe ]");
    EXPECT_EQ(edited_in_place(text, {AddJoint{"l_toe", left_hip, vec3(0.0F, 0.25F, 0.0F)}}), expected);
    expected = replaced(text, "                  " + knee, "");
    expected = replaced(expected, "USE hanim_l_knee, ", "");
    EXPECT_EQ(edited_in_place(text, {DeleteJoint{left_knee}}), expected);
}

/// The same, in a PROTO that several instances share.
std::string shared_figure() {
    std::string text = classic_figure;
    text.insert(text.find("DEF hanim_h Humanoid"), "PROTO Whole [ ] {\n");
    text.resize(text.find("DEF Walk TimeSensor"));
    return text + "}\nWhole { }\nTransform { translation 2 0 0 children Whole { } } # the other\n";
}

TEST(WorldStructure, WhatAllInstancesOfAProtoGetIsChangedInIt) {
    const std::string text = shared_figure();
    const std::string knee = "DEF hanim_l_knee Joint { name \"l_knee\" center 0.1 0.5 0 }\n";
    const Item other_knee = joint_item(1, left_knee.index);
    std::string expected = replaced(text, "                  " + knee, "");
    expected = replaced(expected, "USE hanim_l_knee, ", "");
    EXPECT_EQ(edited_in_place(text, {DeleteJoint{left_knee}, DeleteJoint{other_knee}}), expected);
    expected = replaced(
        text, knee, knee + "                  DEF hanim_l_toe Joint { name \"l_toe\" center 0 0.25 0 }\n");
    expected = replaced(expected, "USE hanim_r_hip ]", "USE hanim_r_hip USE hanim_l_toe ]");
    const auto toe_on = [](int humanoid) {
        return AddJoint{"l_toe", joint_item(humanoid, left_hip.index), vec3(0.0F, 0.25F, 0.0F)};
    };
    EXPECT_EQ(edited_in_place(text, {toe_on(0), toe_on(1)}), expected);
    EXPECT_EQ(edited_in_place(text, {Rename{left_knee, "knee"}, Rename{other_knee, "knee"}}),
              replaced(text, "name \"l_knee\"", "name \"knee\""));
    const vec3 centre(0.1F, 0.4F, 0.0F);
    EXPECT_EQ(edited_in_place(text, {SetJointCentre{left_knee, centre}, SetJointCentre{other_knee, centre}}),
              replaced(text, "center 0.1 0.5 0", "center 0.1 0.4 0"));
}

TEST(WorldStructure, AnInstanceThatIsEditedAloneGetsAProtoOfItsOwn) {
    const std::string text = shared_figure();
    const std::size_t begin = text.find("PROTO Whole");
    const std::size_t end = text.find("}\nWhole { }") + 1;
    const std::string knee =
        "                  DEF hanim_l_knee Joint { name \"l_knee\" center 0.1 0.5 0 }\n";
    std::string own = replaced(text.substr(begin, end - begin), "PROTO Whole", "PROTO Whole_2");
    own = replaced(replaced(own, knee, ""), "USE hanim_l_knee, ", "");
    std::string expected = text;
    expected.insert(end, "\n" + own);
    EXPECT_EQ(edited_in_place(text, {DeleteJoint{left_knee}}),
              replaced(expected, "\nWhole { }", "\nWhole_2 { }"));
    EXPECT_EQ(edited_in_place(text, {DeleteJoint{joint_item(1, left_knee.index)}}),
              replaced(expected, "children Whole { }", "children Whole_2 { }"));
    // A single value is distinguished by a field.
    const std::string renamed = edited_in_place(text, {Rename{left_knee, "knee"}});
    EXPECT_NE(renamed.find("Whole { name \"knee\" }"), std::string::npos) << renamed;
    EXPECT_EQ(renamed.find("Whole_2"), std::string::npos);
}

TEST(WorldStructure, InstancesInXmlAreDistinguishedToo) {
    const std::string instance = "  <ProtoInstance name='Whole' containerField='children'/>\n";
    const std::string text =
        "<X3D profile='Full' version='4.0'><Scene>\n  <ProtoDeclare name='Whole'>\n    <ProtoBody>\n"
        "      <HAnimHumanoid DEF='h' name='h'>\n        <HAnimJoint DEF='h_root' name='root' "
        "containerField='skeleton'>\n          <HAnimJoint DEF='h_knee' name='l_knee' center='0 1 0'/>\n"
        "        </HAnimJoint>\n        <HAnimJoint USE='h_knee' containerField='joints'/>\n"
        "      </HAnimHumanoid>\n    </ProtoBody>\n  </ProtoDeclare>\n" +
        instance + instance + "</Scene></X3D>\n";
    const Item knee = joint_item(0, 1);
    const std::string moved = edited_in_place(text, {SetJointCentre{knee, vec3(0.0F, 2.0F, 0.0F)}});
    EXPECT_EQ(lines_missing(text, moved), 1U) << moved;
    EXPECT_NE(moved.find("<ProtoInstance name='Whole_2' containerField='children'/>\n" + instance),
              std::string::npos);
    EXPECT_NE(moved.find("<HAnimJoint DEF='h_knee_2' name='l_knee' center='0 2 0'/>"), std::string::npos);
    EXPECT_NE(moved.find("<HAnimJoint USE='h_knee_2' containerField='joints'/>"), std::string::npos);
    const std::string gone = edited_in_place(text, {DeleteJoint{knee}});
    EXPECT_EQ(lines_missing(text, gone), 1U) << gone;
    EXPECT_EQ(
        edited_in_place(text, {DeleteJoint{knee}, DeleteJoint{joint_item(1, 1)}}),
        replaced(replaced(text, "          <HAnimJoint DEF='h_knee' name='l_knee' center='0 1 0'/>\n", ""),
                 "        <HAnimJoint USE='h_knee' containerField='joints'/>\n", ""));
}

TEST(WorldStructure, OnlyThePrototypesThatMustAreCopied) {
    // The values of an instance inside are changed there.
    const std::string text =
        "<X3D profile='Full' version='4.0'><Scene>\n<ProtoDeclare name='Hand'><ProtoInterface>\n"
        "<field accessType='inputOutput' type='SFString' name='called' value='hand'/></ProtoInterface>\n"
        "<ProtoBody><HAnimJoint><IS><connect nodeField='name' "
        "protoField='called'/></IS></HAnimJoint></ProtoBody>\n"
        "</ProtoDeclare>\n<ProtoDeclare name='Man'><ProtoBody><HAnimHumanoid name='h'>\n"
        "<HAnimJoint name='root' containerField='skeleton'>\n<ProtoInstance name='Hand'><fieldValue "
        "name='called' "
        "value='l_wrist'/></ProtoInstance>\n<ProtoInstance name='Hand'><fieldValue name='called' "
        "value='r_wrist'/></ProtoInstance>\n</HAnimJoint></HAnimHumanoid></ProtoBody></ProtoDeclare>\n"
        "<ProtoInstance name='Man'/>\n<ProtoInstance name='Man'/>\n</Scene></X3D>\n";
    const std::string renamed = edited_in_place(text, {Rename{joint_item(0, 1), "palm"}});
    EXPECT_NE(renamed.find("<ProtoDeclare name='Man_2'>"), std::string::npos) << renamed;
    EXPECT_NE(renamed.find("value='palm'"), std::string::npos);
    EXPECT_EQ(renamed.find("Hand_"), std::string::npos);
}

/// A structural change, and the number of lines of the file it may change.
Command structural_command(Random& random, const Document& document, int number, std::size_t& lines) {
    const int h = random.integer(0, static_cast<int>(document.humanoids.size()) - 1);
    const Humanoid& humanoid = at(document.humanoids, h);
    const auto any = [&](std::size_t size) { return random.integer(0, static_cast<int>(size) - 1); };
    const Item joint = joint_item(h, any(humanoid.joints.size()));
    lines = 24;
    switch (random.integer(0, 5)) {
        case 0:
            return AddJoint{fmt::format("new_{}", number), joint, random.vector(-1.0F, 1.0F)};
        case 1:
            return DeleteJoint{joint};
        case 2: {
            AddSite add;
            add.name = fmt::format("site_{}", number);
            add.joint = joint;
            add.translation = random.vector(-1.0F, 1.0F);
            return add;
        }
        case 3:
            if (humanoid.sites.empty()) return DeleteJoint{joint};
            return DeleteSite{{ItemKind::site, h, any(humanoid.sites.size())}};
        case 4:
            lines = 100'000;
            return ReParent{joint, joint_item(h, any(humanoid.joints.size()))};
        default:
            return Rename{joint, fmt::format("joint_{}", number)};
    }
}

TEST(WorldStructure, RandomFiguresChangeInPlace) {
    std::size_t in_place = 0;
    std::size_t all = 0;
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        for (const FileFormat format :
             {FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml, FileFormat::x3d_json}) {
            SaveOptions options;
            options.format = format;
            const Result<EncodedDocument> written = encode_document(random_document(seed), options);
            ASSERT_TRUE(written) << written.error().text();
            const std::string before = text_of(written->bytes);
            const Document document = read_text(before);
            Document changed = document;
            Random random(seed * 31 + static_cast<std::uint32_t>(format));
            std::size_t lines = 0;
            std::string done;
            for (int i = 0; i < 3; ++i) {
                std::size_t most = 0;
                const Command command = structural_command(random, changed, i, most);
                const std::string title = title_of(command, changed);
                if (!apply(command, changed)) continue;
                done += title + "; ";
                lines += most;
            }
            if (done.empty()) continue;
            ++all;
            const Result<EncodedDocument> encoded = encode_document(changed, {});
            ASSERT_TRUE(encoded) << done << encoded.error().text();
            const std::string after = text_of(encoded->bytes);
            const Document again = read_text(after);
            EXPECT_EQ(summary(again), summary(changed)) << done;
            const bool is_anew = std::any_of(encoded->notes.list().begin(), encoded->notes.list().end(),
                                             [](const Diagnostic& note) { return note.code == "save-anew"; });
            if (is_anew) continue;
            ++in_place;
            EXPECT_LE(lines_missing(after, before), lines) << done;
        }
    }
    EXPECT_GE(in_place * 10, all * 9) << in_place << " of " << all;
}

}  // namespace
}  // namespace vitruvian::test

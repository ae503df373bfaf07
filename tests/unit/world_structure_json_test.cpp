// Saving a world of X3D's JSON encoding in its own text after joints, sites, displacers and clips were added,
// removed or moved.
#include "model/edit/command.h"
#include "model/formats/vrml/patch/json_lists.h"
#include "tests/unit/check_rigs.h"
#include "tests/unit/edited_worlds.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vitruvian::test {
namespace {

const std::string json_figure = R"({ "X3D": { "@profile": "Full", "@version": "4.0",
  "Scene": {
    "-children": [
      { "#comment": "by hand" },
      { "HAnimHumanoid": { "@DEF": "hanim_h", "@name": "h", "@version": "2.0",
          "-skeleton": [
            { "HAnimJoint": {
                "@DEF": "hanim_root", "@name": "root", "@center": [0, 1, 0],
                "-children": [
                  { "HAnimSegment": { "@DEF": "hanim_pelvis", "@name": "pelvis",
                      "-displacers": [
                        { "HAnimDisplacer": { "@DEF": "grin", "@name": "grin", "@coordIndex": [0], "@displacements": [0, 0, 1] } }
                      ],
                      "-coord": { "Coordinate": { "@DEF": "points", "@point": [0, 1, 0, 1, 1, 0, 0, 2, 0] } },
                      "-children": [
                        { "Shape": { "-geometry": { "IndexedFaceSet": { "@coordIndex": [0, 1, 2, -1],
                              "-coord": { "Coordinate": { "@USE": "points" } } } } } },
                        { "HAnimSite": { "@DEF": "hanim_belt", "@name": "belt", "@translation": [0, 1.1, 0] } }
                      ]
                  } },
                  { "#comment": "left" },
                  { "HAnimJoint": {
                      "@DEF": "hanim_l_hip",
                      "@name": "l_hip",
                      "@center": [0.1, 0.9, 0],
                      "-children": [
                        { "HAnimJoint": { "@DEF": "hanim_l_knee", "@name": "l_knee", "@center": [0.1, 0.5, 0] } }
                      ]
                    }
                  },
                  { "HAnimJoint": { "@DEF": "hanim_r_hip", "@name": "r_hip", "@center": [-0.1, 0.9, 0] } }
                ]
              }
            }
          ],
          "-joints": [
            { "HAnimJoint": { "@USE": "hanim_root" } }, { "HAnimJoint": { "@USE": "hanim_l_hip" } },
            { "HAnimJoint": { "@USE": "hanim_l_knee" } },
            { "HAnimJoint": { "@USE": "hanim_r_hip" } }
          ],
          "-sites": [ { "HAnimSite": { "@USE": "hanim_belt" } } ]
      } },
      { "TimeSensor": { "@DEF": "Walk", "@cycleInterval": 2 } },
      { "OrientationInterpolator": { "@DEF": "Turn", "@key": [0, 1], "@keyValue": [0, 0, 1, 0, 0, 0, 1, 0.5] } },
      { "ROUTE": { "@fromNode": "Walk", "@fromField": "fraction_changed", "@toNode": "Turn", "@toField": "set_fraction" } },
      { "ROUTE": { "@fromNode": "Turn", "@fromField": "value_changed", "@toNode": "hanim_l_knee", "@toField": "set_rotation" } }
    ]
  } } }
)";

const std::string knee =
    R"({ "HAnimJoint": { "@DEF": "hanim_l_knee", "@name": "l_knee", "@center": [0.1, 0.5, 0] } })";
const std::string r_hip =
    R"({ "HAnimJoint": { "@DEF": "hanim_r_hip", "@name": "r_hip", "@center": [-0.1, 0.9, 0] } })";
const std::string grin =
    R"({ "HAnimDisplacer": { "@DEF": "grin", "@name": "grin", "@coordIndex": [0], "@displacements": [0, 0, 1] } })";
const std::string belt =
    R"({ "HAnimSite": { "@DEF": "hanim_belt", "@name": "belt", "@translation": [0, 1.1, 0] } })";

const Item root_joint = joint_item(0, 0);
const Item left_hip_joint = joint_item(0, 1);
const Item left_knee_joint = joint_item(0, 2);
const Item right_hip = joint_item(0, 3);
const Item walk_clip{ItemKind::clip, -1, 0};

std::string use(const std::string& type, const std::string& def) {
    return "{ \"" + type + "\": { \"@USE\": \"" + def + "\" } }";
}

TEST(WorldStructureJson, ANewJointStandsBehindItsSiblingsAndInTheList) {
    const std::string toe =
        R"({ "HAnimJoint": { "@DEF": "hanim_l_toe", "@name": "l_toe", "@center": [0.1, 0.25, 0.5] } })";
    std::string expected = replaced(json_figure, knee, knee + ",\n                        " + toe);
    const std::string last = use("HAnimJoint", "hanim_r_hip");
    expected = replaced(expected, last, last + ",\n            " + use("HAnimJoint", "hanim_l_toe"));
    EXPECT_EQ(edited_in_place(json_figure, {AddJoint{"l_toe", left_hip_joint, vec3(0.1F, 0.25F, 0.5F)}}),
              expected);
}

TEST(WorldStructureJson, ANodeWithoutChildrenGetsAListOfThem) {
    const std::string out =
        edited_in_place(json_figure, {AddJoint{"l_toe", left_knee_joint, vec3(0.1F, 0.25F, 0.5F)}});
    EXPECT_NE(
        out.find("\"@center\": [0.1, 0.5, 0], \"-children\": [\n                          { \"HAnimJoint\""),
        std::string::npos)
        << out;
    EXPECT_NE(out.find("[0.1, 0.25, 0.5] } }\n                        ] } }\n"), std::string::npos) << out;
}

TEST(WorldStructureJson, ADeletedJointLeavesItsChildrenInPlace) {
    const std::size_t begin = json_figure.find(
        "                  { \"HAnimJoint\": {\n                      \"@DEF\": \"hanim_l_hip\"");
    const std::size_t child = json_figure.find("                        " + knee);
    std::string expected = json_figure;
    expected.erase(begin, child - begin);
    expected =
        replaced(expected, knee + "\n                      ]\n                    }\n                  },",
                 knee + ",");
    expected = replaced(expected, ", " + use("HAnimJoint", "hanim_l_hip"), "");
    EXPECT_EQ(edited_in_place(json_figure, {DeleteJoint{left_hip_joint}}), expected);
}

TEST(WorldStructureJson, AJointThatAClipMovesTakesItsRoutesAlong) {
    std::string expected =
        replaced(json_figure, "[\n                        " + knee + "\n                      ]", "[ ]");
    expected = replaced(expected, "            " + use("HAnimJoint", "hanim_l_knee") + ",\n", "");
    const std::size_t begin = expected.find(",\n      { \"OrientationInterpolator\"");
    expected.erase(begin, expected.find("\n    ]\n  } } }") - begin);
    EXPECT_EQ(edited_in_place(json_figure, {DeleteJoint{left_knee_joint}}), expected);
}

TEST(WorldStructureJson, AMovedJointGoesWithItsText) {
    std::string expected =
        replaced(json_figure, "[\n                        " + knee + "\n                      ]", "[ ]");
    expected = replaced(expected, r_hip, knee + ",\n                  " + r_hip);
    EXPECT_EQ(edited_in_place(json_figure, {ReParent{left_knee_joint, root_joint}}), expected);
}

TEST(WorldStructureJson, JointsChangePlaces) {
    std::string expected = replaced(json_figure, knee, "KNEE");
    expected = replaced(expected, ",\n                  " + r_hip, ",\n                  " + knee);
    expected = replaced(expected, "KNEE", r_hip);
    EXPECT_EQ(edited_in_place(json_figure,
                              {ReParent{left_knee_joint, root_joint}, ReParent{right_hip, left_hip_joint}}),
              expected);
}

TEST(WorldStructureJson, SitesComeAndGo) {
    AddSite add;
    add.name = "back";
    add.segment = Item{ItemKind::segment, 0, 0};
    add.translation = vec3(0.0F, 1.25F, 0.5F);
    const std::string back =
        R"({ "HAnimSite": { "@DEF": "hanim_back", "@name": "back", "@translation": [0, 1.25, 0.5] } })";
    std::string expected = replaced(json_figure, belt, belt + ",\n                        " + back);
    const std::string used = use("HAnimSite", "hanim_belt");
    expected = replaced(expected, used, used + ", " + use("HAnimSite", "hanim_back"));
    EXPECT_EQ(edited_in_place(json_figure, {add}), expected);
    expected = replaced(json_figure, ",\n                        " + belt, "");
    expected = replaced(expected, "[ " + used + " ]", "[ ]");
    EXPECT_EQ(edited_in_place(json_figure, {DeleteSite{{ItemKind::site, 0, 0}}}), expected);
}

TEST(WorldStructureJson, DisplacersComeAndGo) {
    AddDisplacer add;
    add.name = "half_action";
    add.from.emplace_back(displacer_item(0), 0.5F);
    const std::string half =
        R"({ "HAnimDisplacer": { "@DEF": "half_action", "@name": "half_action", "@coordIndex": [0], "@displacements": [0, 0, 0.5] } })";
    EXPECT_EQ(edited_in_place(json_figure, {add}),
              replaced(json_figure, grin, grin + ",\n                        " + half));
    EXPECT_EQ(edited_in_place(json_figure, {DeleteDisplacer{displacer_item(0)}}),
              replaced(json_figure,
                       "\n                      \"-displacers\": [\n                        " + grin +
                           "\n                      ],",
                       ""));
}

TEST(WorldStructureJson, ClipsComeAndGoAndGetOtherNames) {
    std::string expected = replaced(json_figure, "\"Walk\"", "\"Run\"");
    expected = replaced(expected, "\"Walk\"", "\"Run\"");
    EXPECT_EQ(edited_in_place(json_figure, {Rename{walk_clip, "Run"}}), expected);
    const std::string end = "\n    ]\n  } } }\n";
    const std::string named = replaced(
        json_figure, end, ",\n      { \"WorldInfo\": { \"@info\": [\"name of Walk: a walk\"] } }" + end);
    EXPECT_EQ(edited_in_place(json_figure, {Rename{walk_clip, "a walk"}}), named);
    EXPECT_EQ(edited_in_place(named, {Rename{walk_clip, "Walk"}}), json_figure);
    const std::size_t first = json_figure.find(",\n      { \"TimeSensor\"");
    EXPECT_EQ(edited_in_place(json_figure, {DeleteClip{walk_clip}}), json_figure.substr(0, first) + end);
    const std::string keyed =
        edited_in_place(json_figure, {SetJointRotation{right_hip, axis_angle({0.0F, 1.0F, 0.0F}, 0.5F)},
                                      SetKey{walk_clip, 1.0F, right_hip}});
    EXPECT_TRUE(keyed.ends_with(
        "      { \"ROUTE\": { \"@fromNode\": \"Walk_hanim_r_hip_rotation\", \"@fromField\": "
        "\"value_changed\", \"@toNode\": \"hanim_r_hip\", \"@toField\": \"set_rotation\" } }" +
        end))
        << keyed;
}

TEST(WorldStructureJson, LinesEndAndNestAsTheFileHasThem) {
    std::string text;
    for (const char c : json_figure) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    for (std::size_t at = text.find("\": "); at != std::string::npos; at = text.find("\": "))
        text.erase(at + 2, 1);
    const std::string out =
        edited_in_place(text, {AddJoint{"l_toe", left_knee_joint, vec3(0.1F, 0.25F, 0.5F)},
                               AddJoint{"r_knee", right_hip, vec3(0.0F)}});
    EXPECT_NE(out.find(R"({"HAnimJoint":{"@DEF":"hanim_r_knee","@name":"r_knee"}})"), std::string::npos)
        << out;
    for (std::size_t at = out.find('\n'); at != std::string::npos; at = out.find('\n', at + 1))
        EXPECT_EQ(out[at - 1], '\r');
}

TEST(WorldStructureJson, InstancesOfProtosGetTheirFieldsAsValues) {
    const std::string text = R"({ "X3D": { "Scene": { "-children": [
  { "ProtoDeclare": { "@name": "Joint",
    "ProtoInterface": { "field": [
      { "@name": "name", "@type": "SFString", "@accessType": "inputOutput" },
      { "@name": "center", "@type": "SFVec3f", "@accessType": "inputOutput" },
      { "@name": "children", "@type": "MFNode", "@accessType": "inputOutput" } ] },
    "ProtoBody": { "-children": [ { "Transform": { } } ] } } },
  { "HAnimHumanoid": { "@name": "h", "-skeleton": [
    { "ProtoInstance": { "@name": "Joint", "@DEF": "hanim_a", "fieldValue": [
      { "@name": "name", "@value": "a" } ] } },
    { "ProtoInstance": { "@name": "Joint", "@DEF": "hanim_b" } } ] } }
] } } })";
    const std::string out =
        edited_in_place(text, {AddJoint{"c", joint_item(0, 0), vec3(0.0F)}, Rename{joint_item(0, 1), "d"},
                               SetJointCentre{joint_item(0, 0), vec3(0.0F, 1.0F, 0.0F)}});
    EXPECT_NE(out.find(R"("@value": "a" },)"), std::string::npos) << out;
    EXPECT_NE(out.find(R"({ "@name": "center", "@value": [0, 1, 0] })"), std::string::npos) << out;
    EXPECT_NE(out.find(R"("@DEF": "hanim_b", "fieldValue": [{ "@name": "name", "@value": "d" }])"),
              std::string::npos)
        << out;
    EXPECT_NE(
        out.find(R"({ "ProtoInstance": { "@name": "Joint", "@DEF": "hanim_c", "fieldValue": [{ "@name": )"
                 R"("name", "@value": "c" }] } })"),
        std::string::npos)
        << out;
}

TEST(JsonLists, ItemsComeAndGoWithTheirCommas) {
    const std::string text = R"({"a": [{"b": 1}, [], {"c": [ {}, {} ]}], "d": "x,]"})";
    const auto with = [&](const auto& change) {
        vrml::JsonLists lists(text);
        change(lists, lists.find(6));
        vrml::TextEdits edits;
        return lists.write(edits) ? edits.apply(text) : std::string("cannot");
    };
    EXPECT_EQ(with([](auto& lists, int list) { lists.take_out(list, 0); }),
              R"({"a": [[], {"c": [ {}, {} ]}], "d": "x,]"})");
    EXPECT_EQ(with([](auto& lists, int list) {
                  lists.take_out(list, 1);
                  lists.take_out(list, 2);
              }),
              R"({"a": [{"b": 1}], "d": "x,]"})");
    EXPECT_EQ(with([](auto& lists, int list) {
                  for (int i = 0; i < 3; ++i) lists.take_out(list, i);
              }),
              R"({"a": [], "d": "x,]"})");
    EXPECT_EQ(with([](auto& lists, int list) {
                  const int object = lists[list].items[2].box;
                  lists.unwrap(list, 2, lists[object].items[0].box);
                  lists.take_out(list, 1);
                  lists.put_behind(list, 1, "9");
              }),
              R"({"a": [{"b": 1}, 9, {}, {}], "d": "x,]"})");
    EXPECT_EQ(with([](auto& lists, int list) { lists.take_out(lists[list].owner, 0); }), R"({"d": "x,]"})");
    EXPECT_EQ(with([](auto& lists, int list) { lists.put_behind(lists[list].owner, -1, "\"e\": 2"); }),
              R"({"a": [{"b": 1}, [], {"c": [ {}, {} ]}], "d": "x,]", "e": 2})");
}

TEST(WorldStructureJson, AnInstanceThatIsEditedAloneGetsAProtoOfItsOwn) {
    const std::string instance = R"({ "ProtoInstance": { "@name": "Whole" } })";
    const std::string knee =
        R"(                { "HAnimJoint": { "@DEF": "h_knee", "@name": "l_knee", "@center": [0, 1, 0] } })";
    const std::string text = R"({ "X3D": { "@profile": "Full", "@version": "4.0",
  "Scene": {
    "-children": [
      { "ProtoDeclare": { "@name": "Whole",
          "ProtoBody": { "-children": [
            { "HAnimHumanoid": { "@DEF": "h", "@name": "h", "@version": "2.0",
              "-skeleton": [ { "HAnimJoint": { "@DEF": "h_root", "@name": "root", "-children": [
)" + knee + R"(
              ] } } ],
              "-joints": [ { "HAnimJoint": { "@USE": "h_root" } }, { "HAnimJoint": { "@USE": "h_knee" } } ]
            } } ] } } },
      )" + instance + ",\n      " +
                             instance + R"(
    ]
  }
} }
)";
    const Item joint = joint_item(1, 1);
    const std::string moved = edited_in_place(text, {SetJointCentre{joint, vec3(0.0F, 2.0F, 0.0F)}});
    EXPECT_EQ(lines_missing(text, moved), 1U) << moved;
    EXPECT_NE(moved.find(R"("@DEF": "h_knee_2", "@name": "l_knee", "@center": [0, 2, 0])"), std::string::npos)
        << moved;
    EXPECT_NE(moved.find(instance + ",\n      " + R"({ "ProtoInstance": { "@name": "Whole_2" } })"),
              std::string::npos);
    EXPECT_NE(moved.find(R"("@USE": "h_knee_2")"), std::string::npos);
    const std::string gone = edited_in_place(text, {DeleteJoint{joint}});
    EXPECT_EQ(lines_missing(text, gone), 1U) << gone;
    const std::string renamed = edited_in_place(text, {Rename{joint, "knee"}});
    EXPECT_EQ(lines_missing(text, renamed), 1U) << renamed;
}

}  // namespace
}  // namespace vitruvian::test

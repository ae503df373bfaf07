// Saving a glTF file in place after joints, sites and morph targets were added, removed or moved: only the
// numbers and elements that store the edit change.
#include "model/core/at.h"
#include "model/edit/script.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/unit/replaced.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace vitruvian {
namespace {

using test::replaced;

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Unusual spacing, numbers and order of members, with unknown data.
const std::string figure = R"({
   "asset" : { "version" : "2.0", "generator" : "by hand" },
   "extensionsUsed" : [ "EXT_skeleton_humanoid" ],
   "scenes" : [ { "nodes" : [ 0, 5 ] } ],
   "nodes" : [
      { "name" : "root", "children" : [ 1, 4 ], "extras" : { "mine" : 1.50 } },
      { "name" : "thigh", "children" : [ 2 ], "translation" : [ 0, -1.00, 0 ] },
      { "name" : "shin", "children" : [ 3 ], "translation" : [ 0, -1.00, 0 ] },
      { "translation" : [ 0, -1.00, 0e0 ], "name" : "foot" },
      { "name" : "mark", "translation" : [ 1e0, 0, 0 ] },
      { "name" : "body", "mesh" : 0, "skin" : 0 }
   ],
   "skins" : [ { "joints" : [ 0, 1, 2, 3 ], "skeleton" : 0 } ],
   "meshes" : [
      { "name" : "skin",
        "primitives" : [ { "attributes" : { "POSITION" : 0, "JOINTS_0" : 1, "WEIGHTS_0" : 2 },
           "targets" : [ { "POSITION" : 0 }, { "POSITION" : 0 } ] } ],
        "weights" : [ 0.50, 0.25 ],
        "extras" : { "targetNames" : [ "grin", "frown" ] } }
   ],
   "animations" : [
      { "name" : "walk",
        "channels" : [ { "sampler" : 0, "target" : { "node" : 2, "path" : "rotation" } },
           { "sampler" : 1, "target" : { "node" : 3, "path" : "rotation" } } ],
        "samplers" : [ { "input" : 3, "output" : 4 }, { "input" : 3, "output" : 4 } ] }
   ],
   "extensions" : { "EXT_skeleton_humanoid" : { "humanoidSkeletons" : [ { "name" : "Somebody", "humanoidBones" : {
      "hips" : 0, "leftUpperLeg" : 1, "leftLowerLeg" : 2, "leftFoot" : 3 } } ] } },
   "extras" : [ 1.00, "kept" ],
   "accessors" : [
      { "componentType" : 5126, "count" : 3, "type" : "VEC3" },
      { "componentType" : 5121, "count" : 3, "type" : "VEC4" },
      { "componentType" : 5126, "count" : 3, "type" : "VEC4" },
      { "componentType" : 5126, "count" : 1, "type" : "SCALAR" },
      { "componentType" : 5126, "count" : 1, "type" : "VEC4" }
   ]
}
)";

/// The text after the commands, up to the accessors, to which new ones are appended; an error text if it was
/// rewritten.
std::string edited(const std::string& text, const std::string& script) {
    Result<Document> document = load_document(std::as_bytes(std::span(text)), "t.gltf", {});
    if (!document) return document.error().text();
    if (const auto done = run_script(script, "script", *document); !done) return done.error().text();
    const Result<EncodedDocument> encoded = encode_document(*document, {});
    if (!encoded) return encoded.error().text();
    for (const Diagnostic& note : encoded->notes.list()) {
        if (note.code == "save-anew") return note.message;
    }
    const std::string out = text_of(encoded->bytes);
    return out.substr(0, out.find("\"accessors\""));
}

const std::string unedited = figure.substr(0, figure.find("\"accessors\""));

TEST(GltfStructure, ANewSiteStandsBehindAllNodes) {
    std::string expected = replaced(unedited, "\"skin\" : 0 }\n",
                                    "\"skin\" : 0 },\n      {\"name\":\"toe\",\"translation\":[0,0,0.5]}\n");
    expected =
        replaced(expected, "0e0 ], \"name\" : \"foot\" }", "0e0 ], \"name\" : \"foot\", \"children\":[6] }");
    EXPECT_EQ(edited(figure, R"({"do":"add-site","name":"toe","joint":"foot","translation":[0,0,0.5]})"),
              expected);
}

TEST(GltfStructure, ANewJointIsOneOfTheSkin) {
    const std::string out =
        edited(figure, R"({"do":"add-joint","name":"toe","parent":"foot","centre":[0,-3,0.5]})");
    EXPECT_NE(out.find("{\"name\":\"toe\",\"translation\":[0,0,0.5]}"), std::string::npos) << out;
    EXPECT_NE(out.find("\"joints\" : [ 0, 1, 2, 3, 6 ], \"skeleton\" : 0"), std::string::npos) << out;
    EXPECT_NE(out.find("\"extras\" : { \"mine\" : 1.50 }"), std::string::npos) << out;
}

TEST(GltfStructure, ADeletedJointTakesItsNumberFromEverywhere) {
    std::string expected =
        replaced(unedited, R"(      { "name" : "shin", "children" : [ 3 ], "translation" : [ 0, -1.00, 0 ] },
)",
                 "");
    expected = replaced(expected, "[ 0, 5 ]", "[ 0, 4 ]");
    expected = replaced(expected, "[ 1, 4 ]", "[ 1, 3 ]");
    expected =
        replaced(expected, "\"translation\" : [ 0, -1.00, 0e0 ]", "\"translation\" : [ 0, -2.0, 0e0 ]");
    expected = replaced(expected, "[ 0, 1, 2, 3 ], \"skeleton\" : 0 }",
                        "[ 0, 1, 2 ], \"skeleton\" : 0, \"inverseBindMatrices\":5 }");
    expected = replaced(expected, R"({ "sampler" : 0, "target" : { "node" : 2, "path" : "rotation" } },
           { "sampler" : 1, "target" : { "node" : 3,)",
                        R"({ "sampler" : 1, "target" : { "node" : 2,)");
    expected = replaced(expected, R"("leftLowerLeg" : 2, "leftFoot" : 3)", R"("leftFoot" : 2)");
    // Weights refer to joints by their index in the skin; the new ones are in the same accessors.
    EXPECT_EQ(edited(figure, R"({"do":"delete-joint","joint":"shin"})"), expected);
}

TEST(GltfStructure, AJointThatHangsElsewhereMovesOneNumber) {
    std::string expected =
        replaced(unedited, R"("thigh", "children" : [ 2 ],)", R"("thigh", "children" : [ 2, 3 ],)");
    expected = replaced(expected, R"("shin", "children" : [ 3 ], )", R"("shin", )");
    expected =
        replaced(expected, "\"translation\" : [ 0, -1.00, 0e0 ]", "\"translation\" : [ 0, -2.0, 0e0 ]");
    EXPECT_EQ(edited(figure, R"({"do":"re-parent","joint":"foot","parent":"thigh"})"), expected);
}

TEST(GltfStructure, ADeletedTargetLeavesEachList) {
    std::string expected =
        replaced(unedited, R"([ { "POSITION" : 0 }, { "POSITION" : 0 } ])", R"([ { "POSITION" : 0 } ])");
    expected = replaced(expected, "[ 0.50, 0.25 ]", "[ 0.25 ]");
    expected = replaced(expected, R"([ "grin", "frown" ])", R"([ "frown" ])");
    EXPECT_EQ(edited(figure, R"({"do":"delete-displacer","displacer":"grin"})"), expected);
}

TEST(GltfStructure, ANewTargetStandsBehindTheOthers) {
    const std::string out =
        edited(figure, R"({"do":"add-displacer","name":"both","from":{"weights":{"grin":1,"frown":0.5}}})");
    EXPECT_NE(out.find(R"([ { "POSITION" : 0 }, { "POSITION" : 0 }, {"POSITION":5} ])"), std::string::npos)
        << out;
    EXPECT_NE(out.find("[ 0.50, 0.25, 0 ]"), std::string::npos) << out;
    EXPECT_NE(out.find(R"([ "grin", "frown", "both" ])"), std::string::npos) << out;
}

TEST(GltfStructure, LengthsOfSpringsAreScaledWithTheFigure) {
    const std::string springs = replaced(figure, "\"extras\" : [ 1.00", R"("more" : 1,
   "extras" : [ 1.00)");
    const std::string sprung =
        replaced(springs, "\"extensions\" : { ", R"("extensions" : { "VRMC_springBone" : {
      "colliders" : [ { "node" : 1, "shape" : { "sphere" : { "offset" : [ 0, 0.10, 0 ], "radius" : 0.50 } } } ],
      "springs" : [ { "joints" : [ { "node" : 2, "hitRadius" : 0.25, "stiffness" : 1.00 }, { "node" : 3 } ] } ] },
      )");
    const std::string out = edited(sprung, R"({"do":"scale","factor":2})");
    EXPECT_NE(out.find(R"("offset" : [ 0, 0.2, 0 ], "radius" : 1.0)"), std::string::npos) << out;
    EXPECT_NE(out.find(R"("hitRadius" : 0.5, "stiffness" : 1.00 })"), std::string::npos) << out;
    EXPECT_NE(out.find(R"("more" : 1,)"), std::string::npos) << out;
    // A collider cannot exist without its node; a spring's joint is simply removed.
    const std::string without = edited(sprung, R"({"do":"delete-joint","joint":"foot"})");
    EXPECT_NE(without.find(R"("joints" : [ { "node" : 2, "hitRadius" : 0.25, "stiffness" : 1.00 } ])"),
              std::string::npos)
        << without;
    EXPECT_NE(edited(sprung, R"({"do":"delete-joint","joint":"thigh"})").find("is needed by"),
              std::string::npos);
}

TEST(GltfStructure, ListsWithElementsThatAreNoneAreWrittenAnew) {
    const std::string odd = replaced(figure, "\"children\" : [ 1, 4 ]", "\"children\" : [ 1, \"two\", 4 ]");
    EXPECT_NE(edited(odd, R"({"do":"delete-joint","joint":"shin"})").find("elements that are none"),
              std::string::npos);
}

TEST(GltfStructure, ExtensionsThatMayNumberNodesAreNotLeftBehind) {
    const std::string strange =
        replaced(figure, "[ \"EXT_skeleton_humanoid\" ]", "[ \"EXT_skeleton_humanoid\", \"ACME_ropes\" ]");
    const std::string out = edited(strange, R"({"do":"delete-joint","joint":"shin"})");
    EXPECT_NE(out.find("ACME_ropes may have"), std::string::npos) << out;
    // Additions change no index.
    EXPECT_NE(edited(strange, R"({"do":"add-site","name":"toe","joint":"foot"})").find("ACME_ropes"),
              std::string::npos);
}

}  // namespace
}  // namespace vitruvian

// Data of a world file itself: the facts, and the checks that only use them.
#include "model/check/findings.h"
#include "model/check/source_world.h"
#include "model/check/subject.h"
#include "model/check/world_checks.h"
#include "model/io/gzip.h"
#include "tests/unit/check_rigs.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian::test {
namespace {

using check::CheckInfo;
using check::Finding;
using check::WorldFacts;

/// Returns the findings of one function, in any table.
std::vector<Finding> found(check::Run function, const Document& document) {
    const CheckInfo info{"XX01", "", "",      "", {}, "", check::Level::error, check::AppliesTo::both,
                         false,  "", function};
    const check::Profile profile = check::profile_for(document);
    const check::Subject subject(document);
    check::Findings findings(profile);
    findings.begin(info);
    function(subject, findings);
    return findings.take();
}

Names names_of(check::Run function, const std::string& text) {
    Names out;
    for (const Finding& finding : found(function, world(text))) {
        EXPECT_GT(finding.where.line, 0);
        out.push_back(finding.object.name);
    }
    return out;
}

TEST(CheckWorld, InterpolatorKeys) {
    const std::string rig = hanim_skin_rig();
    const auto keys = [&](std::string_view to) {
        return names_of(check::check_interpolator_keys, replaced(rig, "key [ 0 0.5 1 ]", to));
    };
    EXPECT_EQ(keys("key [ 0 0.5 1 ]"), Names{});
    EXPECT_EQ(keys("key [ 0 0.5 1.0001 ]"), Names{"Turn"});
    EXPECT_EQ(keys("key [ -0.0001 0.5 1 ]"), Names{"Turn"});
    EXPECT_EQ(keys("key [ 0 1 ]"), Names{"Turn"});
    EXPECT_EQ(keys("key [ 0 0.2 0.5 1 ]"), Names{"Turn"});
    const std::string points =
        rig +
        "DEF Shapes CoordinateInterpolator { key [ 0 1 ] keyValue [ 0 0 0, 1 1 1, 0 0 0, "
        "1 1 1 ] }\n";
    EXPECT_EQ(names_of(check::check_interpolator_keys, points), Names{});
    EXPECT_EQ(names_of(check::check_interpolator_keys, replaced(points, "key [ 0 1 ]", "key [ 0 0.5 1 ]")),
              Names{"Shapes"});
}

TEST(CheckWorld, Routes) {
    const std::string rig = hanim_skin_rig();
    const auto route = [&](std::string_view text) {
        return names_of(check::check_routes, rig + std::string(text) + "\n");
    };
    EXPECT_EQ(route(""), Names{});
    EXPECT_EQ(route("ROUTE Turn.value_changed TO hanim_humanoid_root.rotation"), Names{});
    EXPECT_EQ(route("ROUTE Turn.value_changed TO nobody.set_rotation"), Names{"nobody"});
    EXPECT_EQ(route("ROUTE nobody.value_changed TO hanim_vl5.set_rotation"), Names{"nobody"});
    EXPECT_EQ(route("ROUTE Turn.value_changed TO hanim_vl5.set_translation"), Names{"Turn"});
    EXPECT_EQ(route("ROUTE Clock.cycleTime TO Turn.set_fraction"), Names{"Clock"});
    EXPECT_EQ(route("ROUTE Turn.nothing TO hanim_vl5.set_rotation"), Names{"Turn"});
    // Unknown nodes are not checked.
    EXPECT_EQ(route("DEF S Script { eventIn SFFloat in eventOut SFRotation out }\n"
                    "ROUTE Clock.fraction_changed TO S.in\nROUTE S.out TO hanim_vl5.set_rotation"),
              Names{});
    EXPECT_EQ(
        route(
            "DEF S Script { eventIn SFFloat in eventOut SFRotation out }\nROUTE Turn.value_changed TO S.in"),
        Names{"Turn"});
}

TEST(CheckWorld, PicturesThatAreOnTheWebTooAreNoErrors) {
    const auto level_of = [](const std::string& urls) {
        const Document document =
            world("#VRML V2.0 utf8\nShape { appearance Appearance { texture ImageTexture { url [ " + urls +
                  " ] } } geometry Box { } }\n");
        const std::vector<Finding> found = findings_of(document, "BU08");
        EXPECT_EQ(found.size(), 1U);
        EXPECT_EQ(named_by(document, "BU08"), Names{"gone.png"});
        return found.empty() ? check::Level::off : found[0].level;
    };
    EXPECT_EQ(
        named_by(world("#VRML V2.0 utf8\nShape { appearance Appearance { texture ImageTexture { } } geometry "
                       "Box { } }\n"),
                 "BU08"),
        Names{});
    EXPECT_EQ(level_of("\"gone.png\""), check::Level::error);
    EXPECT_EQ(level_of("\"gone.png\" \"other.png\""), check::Level::error);
    EXPECT_EQ(level_of("\"gone.png\" \"https://example.org/gone.png\""), check::Level::warning);
}

TEST(CheckWorld, FacesLeftOutAreOfTheSegmentAroundThem) {
    // On one line, as some programs write worlds.
    const std::string rig = replaced_all(hanim_rig(), "\n", " ");
    const std::string text = "#VRML V2.0 utf8\n" + rig.substr(rig.find("DEF"));
    EXPECT_EQ(named_by(world(text), "BU09"), Names{});
    EXPECT_EQ(named_by(world(replaced(text, "coord USE l_calf_coords coordIndex [ 0 1 2 -1",
                                      "coord USE l_calf_coords coordIndex [ 0 1 1 -1")),
                       "BU09"),
              Names{"l_calf"});
    EXPECT_EQ(
        named_by(world(replaced(hanim_skin_rig(), "coordIndex [ 0 1 2 -1", "coordIndex [ 0 1 1 -1")), "BU09"),
        Names{"Figure"});
}

TEST(CheckWorld, SkinCoordWeights) {
    const std::string rig = hanim_skin_rig();
    const auto with = [&](std::string_view from, std::string_view to) {
        return names_of(check::check_skin_coord_weights, replaced(rig, from, to));
    };
    EXPECT_EQ(with("skinCoordIndex [ 2 3 ]", "skinCoordIndex [ 2 3 ]"), Names{});
    EXPECT_EQ(with("skinCoordIndex [ 2 3 ]", "skinCoordIndex [ 2 4 ]"), Names{"vl5"});
    EXPECT_EQ(with("skinCoordIndex [ 2 3 ]", "skinCoordIndex [ 2 -1 ]"), Names{"vl5"});
    EXPECT_EQ(with("skinCoordIndex [ 2 3 ]", "skinCoordIndex [ 2 ]"), Names{"vl5"});
    EXPECT_EQ(with("skinCoordWeight [ 1 1 ]", "skinCoordWeight [ 1 ]"), Names{"humanoid_root"});
}

TEST(CheckWorld, SkinCoordUse) {
    const std::string rig = hanim_skin_rig();
    EXPECT_EQ(names_of(check::check_skin_coord_use, rig), Names{});
    EXPECT_EQ(
        names_of(check::check_skin_coord_use,
                 replaced(rig, "coord USE SkinPoints",
                          "coord DEF Copy Coordinate { point [ 0 1 0, 0.1 1 0, 0 1.5 0, 0.1 1.5 0.1 ] }")),
        Names{"SkinFaces"});
}

TEST(CheckWorld, FactsKnowWhatTheReaderMadeOfEachNode) {
    const std::string rig = hanim_rig();
    const Document document = world(rig);
    const auto facts = check::make_world_facts(document);
    ASSERT_NE(facts, nullptr);
    for (int j = 0; j < static_cast<int>(document.humanoids[0].joints.size()); ++j) {
        const WorldFacts::Node* node = facts->find(WorldFacts::Kind::joint, 0, j);
        ASSERT_NE(node, nullptr) << j;
        EXPECT_EQ(node->name, at(document.nodes, at(document.humanoids[0].joints, j).node).name);
        EXPECT_EQ(node->def, "hanim_" + *node->name);
        EXPECT_EQ(facts->humanoid_above(*node), 0);
    }
    const WorldFacts::Node* knee = facts->find(WorldFacts::Kind::joint, 0, 3);
    ASSERT_NE(knee, nullptr);
    const std::string before = rig.substr(0, rig.find("DEF hanim_l_knee"));
    EXPECT_EQ(knee->where.line, 1 + std::count(before.begin(), before.end(), '\n'));
    EXPECT_EQ(*knee->find("ulimit"), (std::vector<double>{static_cast<double>(2.2F), 0.0, 0.0}));
}

TEST(CheckWorld, FactsOfPackedFilesAndXml) {
    const std::string rig = hanim_rig();
    const std::vector<std::byte> packed = deflate_gzip(std::as_bytes(std::span(rig)));
    const Result<Document> gzipped = load_document(packed, "rig.wrl", {});
    ASSERT_TRUE(gzipped);
    const auto facts = check::make_world_facts(*gzipped);
    ASSERT_NE(facts, nullptr);
    EXPECT_NE(facts->find(WorldFacts::Kind::joint, 0, 3), nullptr);
    const Document xml = world(
        "<X3D version='4.0'><Scene><HAnimHumanoid DEF='hanim_F' name='F' version='2.0'>\n"
        "<HAnimJoint DEF='hanim_humanoid_root' name='humanoid_root' containerField='skeleton' ulimit='1 "
        "2'/>\n"
        "<HAnimJoint USE='hanim_humanoid_root' containerField='joints'/></HAnimHumanoid>"
        "<ROUTE fromNode='a' fromField='b' toNode='c' toField='d'/></Scene></X3D>");
    const auto of_xml = check::make_world_facts(xml);
    ASSERT_NE(of_xml, nullptr);
    const WorldFacts::Node* root = of_xml->find(WorldFacts::Kind::joint, 0, 0);
    ASSERT_NE(root, nullptr);
    EXPECT_EQ(root->where.line, 2);
    EXPECT_EQ(root->find("ulimit")->size(), 2U);
    EXPECT_EQ(of_xml->listed.size(), 1U);
    EXPECT_EQ(of_xml->lost_routes.size(), 1U);
}

TEST(CheckWorld, FactsEndWhereNodesComeAndGo) {
    Document document = world(hanim_rig());
    ASSERT_TRUE(apply(Rename{joint_item(0, 3), "x_knee"}, document));
    EXPECT_NE(check::make_world_facts(document), nullptr);
    document.humanoids[0].sites.pop_back();
    EXPECT_EQ(check::make_world_facts(document), nullptr);
    EXPECT_EQ(check::make_world_facts(load(gltf_rig())), nullptr);
}

TEST(CheckWorld, ManyNodesAndDeepOnesAreRead) {
    std::string text = "#VRML V2.0 utf8\nHumanoid { humanoidBody [ ";
    const int depth = 300;
    for (int i = 0; i < depth; ++i) text += fmt::format("DEF j{0} Joint {{ name \"j{0}\" children [ ", i);
    for (int i = 0; i < depth; ++i) text += "] } ";
    const Document document = world(text + "] }");
    const auto facts = check::make_world_facts(document);
    ASSERT_NE(facts, nullptr);
    EXPECT_EQ(facts->humanoid_above(facts->nodes.back()), 0);
}

TEST(CheckAll, AnyDocumentCanBeChecked) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Document document = random_document(seed);
        for (const check::Finding& finding : check::run_checks(document).findings)
            EXPECT_NE(check::find_check(finding.id), nullptr);
        if (document.humanoids.empty()) continue;
        document.humanoids[0].kind =
            seed % 2 == 0 ? HumanoidKind::hanim : HumanoidKind::ext_skeleton_humanoid;
        static_cast<void>(check::run_checks(document));
    }
}

TEST(CheckAll, AnyTextThatIsReadCanBeChecked) {
    const std::string rig = hanim_skin_rig();
    const std::string other = hanim_rig();
    Random random(7);
    for (int i = 0; i < 200; ++i) {
        std::string text = i % 2 == 0 ? rig : other;
        for (int k = random.integer(1, 4); k > 0; --k) {
            const auto place =
                static_cast<std::size_t>(random.integer(30, static_cast<int>(text.size()) - 30));
            text.erase(place, static_cast<std::size_t>(random.integer(1, 25)));
        }
        const Result<Document> document = load_document(std::as_bytes(std::span(text)), "rig.wrl", {});
        if (document) static_cast<void>(check::run_checks(*document));
    }
}

TEST(CheckWorld, CirclesEnd) {
    const Document document = world(
        "#VRML V2.0 utf8\nHumanoid { humanoidBody DEF a Joint { name \"a\" children DEF b Joint { name \"b\" "
        "children [ USE a USE b ] } } joints [ USE a USE b ] }");
    const Names names = named_by(document, "ST13");
    EXPECT_EQ(names, (Names{"a", "b"}));
    static_cast<void>(check::run_checks(document));
}

}  // namespace
}  // namespace vitruvian::test

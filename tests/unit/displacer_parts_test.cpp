// A skin's displacers in parts, one on each joint that moves their points: written, read, and saved in place.
#include "model/formats/vrml/write/displacer_parts.h"

#include "model/core/at.h"
#include "model/formats/save.h"
#include "tests/unit/check_rigs.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/edited_worlds.h"
#include "tests/unit/read_text.h"
#include "tests/unit/worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian::test {
namespace {

using vrml::DisplacerPart;

/// Four points that a root, a head and a jaw move.
std::string figure_with(const std::string& on_root, const std::string& on_head, const std::string& on_jaw,
                        const std::string& routes) {
    return "<X3D profile='Full' version='4.0'>\n"
           "  <Scene>\n"
           "    <HAnimHumanoid DEF='hanim_h' name='h' version='2.0'>\n"
           "      <HAnimJoint DEF='hanim_root' containerField='skeleton' name='humanoid_root' "
           "skinCoordIndex='0 1' skinCoordWeight='1 0.5'>\n" +
           on_root +
           "        <HAnimJoint DEF='hanim_head' name='skullbase' center='0 1 0' "
           "skinCoordIndex='1 2 3' skinCoordWeight='0.5 0.75 1'>\n" +
           on_head +
           "          <HAnimJoint DEF='hanim_jaw' name='temporomandibular' center='0 1.5 0' "
           "skinCoordIndex='2' skinCoordWeight='0.25'>\n" +
           on_jaw +
           "          </HAnimJoint>\n"
           "        </HAnimJoint>\n"
           "      </HAnimJoint>\n"
           "      <Coordinate DEF='points' containerField='skinCoord' point='0 0 0 1 1 0 0 2 0 1 2 0'/>\n"
           "      <Shape containerField='skin'>\n"
           "        <IndexedFaceSet coordIndex='0 1 2 -1 1 3 2 -1'><Coordinate "
           "USE='points'/></IndexedFaceSet>\n"
           "      </Shape>\n"
           "      <HAnimJoint USE='hanim_root' containerField='joints'/>\n"
           "      <HAnimJoint USE='hanim_head' containerField='joints'/>\n"
           "      <HAnimJoint USE='hanim_jaw' containerField='joints'/>\n"
           "    </HAnimHumanoid>\n"
           "    <TimeSensor DEF='Grin' cycleInterval='2'/>\n"
           "    <ScalarInterpolator DEF='Widen' key='0 1' keyValue='0 1'/>\n" +
           routes +
           "    <ROUTE fromNode='Grin' fromField='fraction_changed' toNode='Widen' toField='set_fraction'/>\n"
           "    <ROUTE fromNode='Widen' fromField='value_changed' toNode='smile' toField='set_weight'/>\n"
           "  </Scene>\n"
           "</X3D>\n";
}

std::string displacer_element(const std::string& def, const std::string& name, const std::string& points,
                              const std::string& displacements) {
    return "<HAnimDisplacer DEF='" + def + "' name='" + name + "' coordIndex='" + points +
           "' displacements='" + displacements + "'/>\n";
}

std::string weight_route(const std::string& from, const std::string& to) {
    return "    <ROUTE fromNode='" + from + "' fromField='weight_changed' toNode='" + to +
           "' toField='set_weight'/>\n";
}

const std::string in_one =
    figure_with("", displacer_element("smile", "smile", "1 2 3", "0 0 0.4 0 0 0.8 0 0 1"), "", "");
const std::string root_part = "        " + displacer_element("smile_part", "smile", "1", "0 0 0.2");
const std::string first_part =
    "          " + displacer_element("smile", "smile", "1 2 3", "0 0 0.2 0 0 0.6 0 0 1");
const std::string jaw_part = "            " + displacer_element("smile_part_2", "smile", "2", "0 0 0.2");
const std::string part_routes = weight_route("smile", "smile_part") + weight_route("smile", "smile_part_2");
const std::string in_parts = figure_with(root_part, first_part, jaw_part, part_routes);
const Item smile_item = displacer_item(0);

/// The Z offsets of the points, by displacer.
std::vector<std::vector<float>> z_offsets(const Document& document) {
    std::vector<std::vector<float>> out(document.displacers.size(), std::vector<float>(4, 0.0F));
    for (const MeshInstance& mesh : document.meshes) {
        for (std::size_t t = 0; t < mesh.displacers.size(); ++t) {
            const MorphTarget& target = mesh.mesh->targets[t];
            for (std::size_t i = 0; i < target.vertices.size(); ++i) {
                const auto& points = mesh.mesh->source_vertex;
                const std::uint32_t v = target.vertices[i];
                at(out, mesh.displacers[t])[points.empty() ? v : points[v]] = target.positions[i].z;
            }
        }
    }
    return out;
}

using OffsetRows = std::vector<std::vector<float>>;
const OffsetRows smiling{{0.0F, 0.4F, 0.8F, 1.0F}};

std::size_t times_in(const std::string& text, std::string_view word) {
    std::size_t out = 0;
    for (std::size_t i = text.find(word); i != std::string::npos; i = text.find(word, i + 1)) ++out;
    return out;
}

TEST(DisplacerParts, EachJointHasItsShare) {
    const std::map<std::uint32_t, vec3> offsets{{0, vec3(0, 0, 1)}, {1, vec3(0, 2, 0)}};
    const vrml::PointJoints joints{{{7, 1.0F}, {8, 1.0F}}, {{8, 1.0F}}};
    const std::vector<DisplacerPart> parts = vrml::displacer_parts(offsets, joints);
    ASSERT_EQ(parts.size(), 2U);
    // The first one has most of it, and lists all points.
    EXPECT_EQ(parts[0].joint, 8);
    EXPECT_EQ(parts[0].by_point, (std::map<std::uint32_t, vec3>{{0, vec3(0, 0, 0.5F)}, {1, vec3(0, 2, 0)}}));
    EXPECT_EQ(parts[1].joint, 7);
    EXPECT_EQ(parts[1].by_point, (std::map<std::uint32_t, vec3>{{0, vec3(0, 0, 0.5F)}}));
}

TEST(DisplacerParts, SharesThatNobodyWouldSeeStayWithTheFirst) {
    const std::map<std::uint32_t, vec3> offsets{{0, vec3(0, 0, 1)}, {1, vec3(0, 0, 1e-4F)}};
    const vrml::PointJoints joints{{{7, 0.9995F}, {8, 0.0005F}}, {{8, 1.0F}}};
    const std::vector<DisplacerPart> parts = vrml::displacer_parts(offsets, joints);
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts[0].joint, 7);
    EXPECT_EQ(parts[0].by_point, offsets);
}

TEST(DisplacerParts, WithoutJointsItStaysWhole) {
    const std::map<std::uint32_t, vec3> offsets{{5, vec3(0, 0, 1)}};
    const std::vector<DisplacerPart> parts = vrml::displacer_parts(offsets, {});
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts[0].joint, -1);
    EXPECT_EQ(parts[0].by_point, offsets);
}

TEST(DisplacerParts, AreReadAsOne) {
    EXPECT_EQ(z_offsets(read_text(in_one)), smiling);
    const Document document = read_text(in_parts);
    ASSERT_EQ(document.displacers.size(), 1U);
    EXPECT_EQ(z_offsets(document), smiling);
    ASSERT_EQ(document.clips.size(), 1U);
    EXPECT_EQ(document.clips[0]->channels.size(), 1U);
}

/// Displacers that an author made apart can be moved apart.
TEST(DisplacerParts, OthersStayApart) {
    const auto number = [](const std::string& text) { return read_text(text).displacers.size(); };
    EXPECT_EQ(number(replaced(in_parts, part_routes, "")), 3U);
    EXPECT_EQ(number(replaced(in_parts, "name='smile' coordIndex='1'", "name='grin' coordIndex='1'")), 2U);
    EXPECT_EQ(number(replaced(in_parts, "DEF='smile_part_2'", "DEF='smile_part_2' weight='0.5'")), 2U);
    EXPECT_EQ(number(replaced(in_parts, weight_route("smile", "smile_part"),
                              weight_route("smile", "smile_part") +
                                  "<ROUTE fromNode='Widen' fromField='value_changed' toNode='smile_part' "
                                  "toField='set_weight'/>")),
              2U);
    // Those that follow each other in a ring have no first one.
    const std::string ring =
        replaced(in_parts, part_routes, part_routes + weight_route("smile_part", "smile"));
    EXPECT_EQ(number(replaced(ring, "<ROUTE fromNode='Widen' fromField='value_changed'",
                              "<ROUTE fromNode='none' fromField='none'")),
              3U);
}

TEST(DisplacerParts, AreWrittenToX3dOnTheJointsThatMoveThePoints) {
    for (const std::string& source : {in_one, in_parts}) {
        const Document document = read_text(source);
        for (const FileFormat format : {FileFormat::x3d_classic, FileFormat::x3d_json}) {
            const WrittenWorld written = written_world(document, format);
            EXPECT_EQ(times_in(written.text, "weight_changed"), 2U) << written.text;
            EXPECT_EQ(count_of(written.encoded.notes, "vrml-route-not-carried"), 0);
            const Document again = read_text(written.text);
            EXPECT_EQ(z_offsets(again), smiling);
            EXPECT_EQ(again.clips.at(0)->channels.size(), 1U);
            // As classic text of JSON and the other way round, they are the same again.
            EXPECT_EQ(times_in(written_world(again, FileFormat::x3d_xml).text, "DEF='smile_part"), 2U);
        }
    }
}

TEST(DisplacerParts, Vrml97HasOneThatNoBrowserBends) {
    for (const std::string& source : {in_one, in_parts}) {
        const WrittenWorld written = written_world(read_text(source), FileFormat::vrml97);
        EXPECT_EQ(times_in(written.text, "DEF smile"), 1U) << written.text;
        EXPECT_EQ(count_of(written.encoded.notes, "vrml-route-not-carried"), 0);
        EXPECT_EQ(z_offsets(read_text(written.text)), smiling);
    }
}

TEST(DisplacerParts, OtherRoutesBetweenDisplacersAreReported) {
    const Document document =
        read_text(replaced(in_parts, "name='smile' coordIndex='1'", "name='grin' coordIndex='1'"));
    const WrittenWorld written = written_world(document, FileFormat::x3d_classic);
    EXPECT_EQ(count_of(written.encoded.notes, "vrml-route-not-carried"), 1);
}

TEST(DisplacerParts, AreRenamedAndWeightedTogether) {
    std::string renamed = in_parts;
    for (const char* points : {"'1'", "'1 2 3'", "'2'"}) {
        const std::string behind = std::string(" coordIndex=") + points;
        renamed = replaced(renamed, "name='smile'" + behind, "name='grin'" + behind);
    }
    EXPECT_EQ(edited_in_place(in_parts, {Rename{smile_item, "grin"}}), renamed);
    const std::string weighted = edited_in_place(in_parts, {SetDisplacerWeight{smile_item, 0.5F}});
    EXPECT_EQ(times_in(weighted, "weight='0.5'"), 3U) << weighted;
    EXPECT_EQ(lines_missing(weighted, in_parts), 3U);
}

TEST(DisplacerParts, AreDeletedTogether) {
    const std::string out = edited_in_place(in_parts, {DeleteDisplacer{smile_item}});
    EXPECT_EQ(times_in(out, "smile"), 0U) << out;
    EXPECT_EQ(lines_missing(out, in_parts), 0U);
}

TEST(DisplacerParts, ANewDisplacerIsAddedInParts) {
    AddDisplacer add;
    add.name = "half";
    add.from.emplace_back(smile_item, 0.5F);
    const std::string out = edited_in_place(in_parts, {add});
    EXPECT_EQ(lines_missing(in_parts, out), 0U) << out;
    EXPECT_EQ(times_in(out, "<HAnimDisplacer DEF='half"), 3U) << out;
    EXPECT_EQ(z_offsets(read_text(out)), (OffsetRows{smiling[0], {0.0F, 0.2F, 0.4F, 0.5F}}));
}

/// Its points follow the parent, and what the parts displace with them.
TEST(DisplacerParts, OfADeletedJointComeToItsParent) {
    std::string expected = in_parts;
    const std::size_t jaw = expected.find("          <HAnimJoint DEF='hanim_jaw'");
    const std::size_t end = expected.find("          </HAnimJoint>\n");
    expected.replace(jaw, end + std::string("          </HAnimJoint>\n").size() - jaw, jaw_part.substr(2));
    expected = replaced(expected, "      <HAnimJoint USE='hanim_jaw' containerField='joints'/>\n", "");
    expected = replaced(expected, "skinCoordWeight='0.5 0.75 1'", "skinCoordWeight='0.5 1 1'");
    EXPECT_EQ(edited_in_place(in_parts, {DeleteJoint{joint_item(0, 2)}}), expected);
    const std::string headless = edited_in_place(in_parts, {DeleteJoint{joint_item(0, 1)}});
    EXPECT_EQ(z_offsets(read_text(headless)), smiling) << headless;
    EXPECT_EQ(times_in(headless, "smile"), times_in(in_parts, "smile"));
}

TEST(DisplacerParts, ChangedOffsetsAreSharedOut) {
    Document document = read_text(in_parts);
    for (MeshInstance& instance : document.meshes) {
        Mesh mesh = *instance.mesh;
        for (MorphTarget& target : mesh.targets) {
            for (std::size_t i = 0; i < target.vertices.size(); ++i) {
                const std::uint32_t v = target.vertices[i];
                if ((mesh.source_vertex.empty() ? v : mesh.source_vertex[v]) == 2) target.positions[i].z = 2;
            }
        }
        instance.mesh = std::make_shared<const Mesh>(std::move(mesh));
    }
    const Result<EncodedDocument> encoded = encode_document(document, {});
    ASSERT_TRUE(encoded) << encoded.error().text();
    EXPECT_EQ(count_of(encoded->notes, "save-anew"), 0);
    const std::string expected =
        replaced(replaced(in_parts, "0 0 0.2 0 0 0.6 0 0 1", "0 0 0.2 0 0 1.5 0 0 1"),
                 "coordIndex='2' displacements='0 0 0.2'", "coordIndex='2' displacements='0 0 0.5'");
    EXPECT_EQ(text_of(encoded->bytes), expected);
}

/// The first one has the displacer's name as its DEF name, and all of them move the points as far as they say.
TEST(DisplacerParts, AreCheckedTogether) {
    EXPECT_EQ(named_by(read_text(in_parts), "DI04"), Names{});
    EXPECT_EQ(named_by(read_text(replaced(in_parts, part_routes, "")), "DI04"), (Names{"smile", "smile"}));
    std::string small = replaced(in_parts, "0 0 0.2 0 0 0.6 0 0 1", "0 0 0.02 0 0 0.03 0 0 0.04");
    small =
        replaced(small, "coordIndex='1' displacements='0 0 0.2'", "coordIndex='1' displacements='0 0 0.02'");
    small =
        replaced(small, "coordIndex='2' displacements='0 0 0.2'", "coordIndex='2' displacements='0 0 0.02'");
    EXPECT_EQ(named_by(read_text(small), "DI05"), Names{});
    small = replaced(small, "coordIndex='2' displacements='0 0 0.02'",
                     "coordIndex='2' displacements='0 0 0.021'");
    EXPECT_EQ(named_by(read_text(small), "DI05"), Names{"smile"});
}

}  // namespace
}  // namespace vitruvian::test

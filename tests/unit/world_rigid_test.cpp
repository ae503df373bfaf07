// Skins cut into rigid parts: each triangle moves with one joint, or with each of two that share it, and is
// where it was.
#include "model/core/at.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/worlds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Two joints, three triangles: one of the first's, one of the second's, and one shared by both. The
/// displacer moves a corner of each of the first two.
const std::string skinned_figure =
    "<X3D><Scene><HAnimHumanoid DEF='H' name='H' version='2.0'>"
    "<HAnimJoint containerField='skeleton' name='humanoid_root' center='0 1 0' skinCoordIndex='0 1 2 3' "
    "skinCoordWeight='1 1 1 0.4'><HAnimDisplacer containerField='displacers' DEF='D' name='d_action' "
    "coordIndex='0 5' displacements='0 0 1 0 0 2'/>"
    "<HAnimJoint DEF='Spine' name='vl5' center='0 2 0' skinCoordIndex='3 4 5' skinCoordWeight='0.6 1 1'>"
    "<HAnimSegment DEF='S' name='l5'/></HAnimJoint></HAnimJoint>"
    "<Coordinate DEF='C' containerField='skinCoord' point='0 0 0 1 0 0 0 1 0 1 2 0 0 3 0 1 3 0'/>"
    "<Shape containerField='skin'><Appearance><Material diffuseColor='1 0 0'/></Appearance>"
    "<IndexedFaceSet solid='false' coordIndex='0 1 2 -1 3 5 4 -1 2 3 4 -1'><Coordinate USE='C'/>"
    "</IndexedFaceSet></Shape></HAnimHumanoid>"
    "<TimeSensor DEF='T' cycleInterval='1' loop='true'/>"
    "<ScalarInterpolator DEF='I' key='0 1' keyValue='0 1'/>"
    "<OrientationInterpolator DEF='O' key='0 1' keyValue='1 0 0 0 1 0 0 1'/>"
    "<ROUTE fromNode='T' fromField='fraction_changed' toNode='I' toField='set_fraction'/>"
    "<ROUTE fromNode='T' fromField='fraction_changed' toNode='O' toField='set_fraction'/>"
    "<ROUTE fromNode='I' fromField='value_changed' toNode='D' toField='set_weight'/>"
    "<ROUTE fromNode='O' fromField='value_changed' toNode='Spine' toField='set_rotation'/></Scene></X3D>";

SaveOptions rigid() {
    SaveOptions out;
    out.rigid = true;
    return out;
}

/// Corners of all faces in the first clip at `seconds`, sorted.
std::vector<std::array<float, 3>> corners_at(const Document& document, double seconds) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    if (!document.clips.empty()) sample(*document.clips.front(), seconds, skeleton, pose);
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    std::vector<std::array<float, 3>> out;
    for (const MeshInstance& mesh : document.meshes) {
        const std::vector<vec3> points = skinned_positions(mesh, world, pose.weights);
        for (const std::uint32_t index : mesh.mesh->indices) {
            const vec3 p = glm::round(points[index] * 1e4F) * 1e-4F + 0.0F;
            out.push_back({p.x, p.y, p.z});
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<std::array<float, 3>> without_doubles(std::vector<std::array<float, 3>> sorted) {
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
}

const MeshInstance* mesh_on(const Document& document, const std::string& joint) {
    for (const MeshInstance& mesh : document.meshes) {
        if (at(document.nodes, mesh.skin->nodes.front()).name == joint) return &mesh;
    }
    return nullptr;
}

TEST(WorldRigid, EachTriangleGoesToTheJointsThatMoveIt) {
    const Document document = test::read_text(skinned_figure);
    ASSERT_EQ(document.clips.size(), 1U);
    for (const FileFormat format :
         {FileFormat::vrml97, FileFormat::x3d_xml, FileFormat::x3d_classic, FileFormat::x3d_json}) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld out = test::written_world(document, format, rigid());
        EXPECT_THAT(out.text, Not(HasSubstr(format == FileFormat::vrml97 ? "skinCoord USE" : "skinCoord")));
        EXPECT_EQ(test::count_of(out.encoded.notes, "skin-static"), 0);
        EXPECT_EQ(test::count_of(out.encoded.notes, "skin-rigid"), 1);
        const Document again = test::read_text(out.text);
        ASSERT_EQ(again.meshes.size(), 2U);
        const MeshInstance* low = mesh_on(again, "humanoid_root");
        const MeshInstance* high = mesh_on(again, "vl5");
        ASSERT_TRUE(low != nullptr && high != nullptr);
        EXPECT_FALSE(low->mesh->is_skinned() || high->mesh->is_skinned());
        EXPECT_EQ(low->mesh->indices.size(), 6U);
        EXPECT_EQ(high->mesh->indices.size(), 6U);
        ASSERT_GE(low->segment, 0);
        EXPECT_EQ(at(again.humanoids[0].segments, low->segment).name, "sacrum");
        EXPECT_EQ(at(again.humanoids[0].segments, high->segment).name, "l5");
        EXPECT_EQ(at(again.materials, low->material).base_color,
                  at(again.materials, high->material).base_color);
        EXPECT_EQ(without_doubles(corners_at(again, 0.0)), without_doubles(corners_at(document, 0.0)));
    }
}

TEST(WorldRigid, AtRestNoSeamOpensWhereTheRestIsNotTheBindPose) {
    std::string text = skinned_figure;
    text.insert(text.find("center='0 2 0'"), "rotation='0 0 1 0.4' ");
    Document document = test::read_text(text);
    document.clips.clear();
    const Document again = test::read_text(test::written_world(document, FileFormat::x3d_xml, rigid()).text);
    ASSERT_EQ(again.meshes.size(), 2U);
    EXPECT_EQ(without_doubles(corners_at(again, 0.0)), without_doubles(corners_at(document, 0.0)));
}

TEST(WorldRigid, ItsDisplacersMoveWithTheirKeys) {
    const Document document = test::read_text(skinned_figure);
    const Document again = test::read_text(test::written_world(document, FileFormat::vrml97, rigid()).text);
    ASSERT_EQ(again.displacers.size(), 2U);
    EXPECT_NE(again.displacers[0].segment, again.displacers[1].segment);
    ASSERT_EQ(again.clips.size(), 1U);
    const auto weights = std::count_if(again.clips[0]->channels.begin(), again.clips[0]->channels.end(),
                                       [](const Channel& c) { return c.path == ChannelPath::weight; });
    EXPECT_EQ(weights, 2);
    // Where all corners of a triangle belong to one joint nothing is lost.
    const auto has = [](const std::vector<std::array<float, 3>>& all, const std::array<float, 3>& one) {
        return std::find(all.begin(), all.end(), one) != all.end();
    };
    const auto skinned = corners_at(document, 1.0);
    const auto stiff = corners_at(again, 1.0);
    ASSERT_EQ(skinned.size() + 3, stiff.size());
    std::size_t same = 0;
    for (const auto& corner : skinned) same += has(stiff, corner) ? 1 : 0;
    EXPECT_GE(same, 7U);  // all but the two that both joints move
    EXPECT_TRUE(has(stiff, {0.0F, 0.0F, 1.0F}));
}

TEST(WorldRigid, GroupsAndInstancesBesideTheFigureStay) {
    std::string text = skinned_figure;
    text.insert(text.find("<HAnimHumanoid"),
                "<ProtoDeclare name='Ball'><ProtoBody><Shape><Sphere/></Shape></ProtoBody></ProtoDeclare>");
    text.insert(text.find("<TimeSensor"),
                "<Anchor url='\"a.html\"'><Shape><Box/></Shape></Anchor><LOD range='5'><Shape><Box/></Shape>"
                "<Group/></LOD><Switch whichChoice='0'><Shape><Box/></Shape><Shape><Cone/></Shape></Switch>"
                "<ProtoInstance name='Ball'/>");
    text.insert(text.find("<HAnimSegment"), "<Switch whichChoice='0'><HAnimSite name='l5_pt'/></Switch>");
    const Document document = test::read_text(text);
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld out = test::written_world(document, format, rigid());
        for (const char* word : {"Anchor", "LOD", "Switch", "Cone", "Ball"})
            EXPECT_THAT(out.text, HasSubstr(word)) << out.text;
        EXPECT_EQ(test::count_of(out.encoded.notes, "skin-rigid"), 1);
        EXPECT_EQ(test::read_text(out.text).meshes.size(), document.meshes.size() + 1);
    }
}

TEST(WorldRigid, NoFaceOfAnyFigureIsLost) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE(seed);
        const Document document = test::random_document(seed);
        std::size_t faces = 0;
        for (const MeshInstance& mesh : document.meshes) faces += mesh.mesh->indices.size();
        const test::WrittenWorld out = test::written_world(document, FileFormat::x3d_xml, rigid());
        const Document again = test::read_text(out.text);
        std::size_t written = 0;
        for (const MeshInstance& mesh : again.meshes) {
            written += mesh.mesh->indices.size();
            EXPECT_FALSE(mesh.mesh->is_skinned());
        }
        EXPECT_GE(written, faces);
    }
}

TEST(WorldRigid, WhatIsSeenThroughIsNotThereTwice) {
    Document document = test::read_text(skinned_figure);
    const auto corners = [&document] {
        return corners_at(test::read_text(test::written_world(document, FileFormat::x3d_xml, rigid()).text),
                          0.0)
            .size();
    };
    EXPECT_EQ(corners(), 12U);
    at(document.materials, document.meshes.at(0).material).alpha_mode = AlphaMode::blend;
    EXPECT_EQ(corners(), 9U);
}

}  // namespace
}  // namespace vitruvian

// CoordinateInterpolator and NormalInterpolator: exact between keys, through PROTOs and fanned-out routes.
#include "model/formats/vrml/read/vrml_reader.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/read_text.h"
#include "tests/unit/worlds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace vitruvian {
namespace {

using test::read_body;

std::vector<vec3> points_at(const Document& document, double seconds, std::size_t mesh = 0,
                            std::size_t clip = 0) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    sample(*document.clips.at(clip), seconds, skeleton, pose);
    return skinned_source_positions(document.meshes.at(mesh), world_matrices(skeleton, pose), pose.weights);
}

std::string shape(const std::string& coordinate) {
    return "Shape { geometry IndexedFaceSet { creaseAngle 3 coord " + coordinate +
           " coordIndex [ 0 1 2 -1 0 2 3 ] } }";
}

const std::string square = "DEF C Coordinate { point [ 0 0 0 1 0 0 1 1 0 0 1 0 ] }";
const std::string routes = "ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO C.set_point";

/// Property: between random keys every point is the linear interpolation of the two, to float precision.
TEST(KeyedShapes, AreLinearBetweenKeys) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> number(-2.0F, 2.0F);
    const std::vector<float> keys{0.0F, 0.2F, 0.5F, 0.5F, 1.0F};
    std::vector<vec3> values;
    std::string text;
    for (std::size_t i = 0; i < keys.size() * 4; ++i) {
        values.emplace_back(number(random), number(random), number(random));
        text += fmt::format("{} {} {} ", values.back().x, values.back().y, values.back().z);
    }
    const Document document =
        read_body(shape(square) +
                  "DEF T TimeSensor { cycleInterval 4 } DEF I CoordinateInterpolator { key [ 0 0.2 0.5 0.5 1 "
                  "] keyValue [ " +
                  text + " ] } " + routes);
    ASSERT_EQ(document.clips.size(), 1U);
    EXPECT_EQ(document.displacers.size(), keys.size());
    EXPECT_TRUE(document.displacers[0].keyed_shape);
    for (double at = 0.0; at <= 4.0; at += 0.125) {
        const auto fraction = static_cast<float>(at / 4.0);
        const auto after = std::upper_bound(keys.begin(), keys.end(), fraction);
        const auto k = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - keys.begin(), 1)) - 1;
        const std::size_t next = std::min(k + 1, keys.size() - 1);
        const float span = keys[next] - keys[k];
        const float u = span > 0.0F ? (fraction - keys[k]) / span : 0.0F;
        const std::vector<vec3> points = points_at(document, at);
        ASSERT_EQ(points.size(), 4U);
        for (std::size_t p = 0; p < 4; ++p) {
            const vec3 wanted = glm::mix(values[k * 4 + p], values[next * 4 + p], u);
            EXPECT_LT(glm::distance(points[p], wanted), 2e-6F) << at;
        }
    }
}

const std::string moving_square =
    shape(square) +
    "DEF T TimeSensor { cycleInterval 4 } DEF I CoordinateInterpolator { key [ 0 0.25 0.5 0.5 1 ] keyValue [ "
    "0 0 0 1 0 0 1 1 0 0 1 0, 0 0 1 1 0 2 1 1 3 0 1 4, 0 0 0 2 0 0 2 2 0 0 2 0, 5 0 0 1 5 0 1 1 5 0 5 0, "
    "0 0 7 1 0 7 1 1 7 0 1 7 ] } " +
    routes;

void expect_same_motion(const Document& before, const Document& after) {
    ASSERT_EQ(after.clips.size(), 1U);
    for (double at = 0.0; at <= 4.0; at += 0.125) {
        const std::vector<vec3> points = points_at(before, at);
        const std::vector<vec3> now = points_at(after, at);
        ASSERT_EQ(now.size(), points.size());
        for (std::size_t p = 0; p < points.size(); ++p)
            EXPECT_LT(glm::distance(now[p], points[p]), 2e-5F) << at << " s, point " << p;
    }
}

TEST(KeyedShapes, OutsideHumanoidsAreWrittenAsTheyWere) {
    const Document document = read_body(moving_square);
    for (const FileFormat format : test::world_formats) {
        const test::WrittenWorld written = test::written_world(document, format);
        const Document again = test::read_text(written.text);
        EXPECT_EQ(test::count_of(written.encoded.notes, "displacer-not-carried"), 0) << to_string(format);
        ASSERT_EQ(again.displacers.size(), document.displacers.size());
        EXPECT_EQ(again.displacers[3].name, "I key 4");
        expect_same_motion(document, again);
    }
}

TEST(KeyedShapes, MorphTargetsOutsideHumanoidsMoveThePoints) {
    Document document = read_body(moving_square);
    for (Displacer& displacer : document.displacers) displacer.keyed_shape = false;
    document.displacers[0].weight = 0.25F;
    document.displacers[4].weight = -0.5F;
    Clip clip = *document.clips[0];
    clip.channels.resize(3);
    clip.channels[0].displacer = 1;
    clip.channels[0].times = {0.5F, 2.0F, 4.0F};
    clip.channels[0].values = {0.0F, 1.0F, 0.5F};
    clip.channels[0].interpolation = Interpolation::step;
    clip.channels[1].displacer = 2;
    clip.channels[1].times = {0.0F, 3.0F};
    clip.channels[1].values = {0.0F, 0.5F, 1.0F, -1.0F, 0.25F, 0.0F};
    clip.channels[1].interpolation = Interpolation::cubic;
    clip.channels[2].displacer = 3;
    clip.channels[2].times = {1.0F, 2.0F};
    clip.channels[2].values = {1.0F, 0.0F};
    clip.channels[2].interpolation = Interpolation::linear;
    document.clips[0] = std::make_shared<Clip>(std::move(clip));
    for (const FileFormat format : test::world_formats) {
        const test::WrittenWorld written = test::written_world(document, format);
        EXPECT_EQ(test::count_of(written.encoded.notes, "displacer-not-carried"), 1) << to_string(format);
        const Document again = test::read_text(written.text);
        expect_same_motion(document, again);
        // Without the clip, too, the mesh has its own shape.
        const auto shown = [](const Document& d) {
            const Skeleton skeleton = make_skeleton(d);
            const Pose pose = file_pose(skeleton);
            return skinned_source_positions(d.meshes.at(0), world_matrices(skeleton, pose), pose.weights);
        };
        const std::vector<vec3> points = shown(document);
        const std::vector<vec3> now = shown(again);
        ASSERT_EQ(now.size(), points.size());
        for (std::size_t p = 0; p < points.size(); ++p)
            EXPECT_LT(glm::distance(now[p], points[p]), 1e-5F) << p;
    }
}

TEST(KeyedShapes, TheRestShapeIsTheFilesOwn) {
    const Document document = read_body(shape(square) +
                                        "DEF T TimeSensor { } DEF I CoordinateInterpolator { key [ 0 1 ] "
                                        "keyValue [ 5 0 0 5 0 0 5 0 0 5 0 0  6 0 0 6 0 0 6 0 0 6 0 0 ] } " +
                                        routes);
    const Skeleton skeleton = make_skeleton(document);
    const Pose pose = file_pose(skeleton);
    const std::vector<vec3> points =
        skinned_source_positions(document.meshes.at(0), world_matrices(skeleton, pose), pose.weights);
    EXPECT_EQ(points.at(2), vec3(1, 1, 0));
}

TEST(KeyedShapes, EveryShapeThatUsesThePointsMoves) {
    const Document document = read_body(
        shape(square) + shape("USE C") + "Transform { translation 0 0 9 children " + shape("USE C") +
        " } DEF T TimeSensor { } DEF I CoordinateInterpolator { key [ 0 1 ] keyValue [ 0 0 0 1 0 0 1 1 "
        "0 0 1 0  0 0 "
        "2 1 0 2 1 1 2 0 1 2 ] } " +
        routes);
    ASSERT_EQ(document.meshes.size(), 3U);
    EXPECT_EQ(document.displacers.size(), 2U);
    for (std::size_t mesh = 0; mesh < 3; ++mesh)
        EXPECT_NEAR(points_at(document, 0.5, mesh)[1].z, mesh == 2 ? 10.0F : 1.0F, 1e-5F) << mesh;
}

TEST(KeyedShapes, RoutesThroughPrototypesAndFannedOut) {
    const Document document = read_body(
        "PROTO Face [ eventIn MFVec3f move ] { " +
        shape("Coordinate { point [ 0 0 0 1 0 0 1 1 0 0 1 0 ] set_point IS move }") +
        " } PROTO Timer [ eventOut SFFloat share ] { TimeSensor { fraction_changed IS share } } DEF A "
        "Face { } DEF B Face { "
        "} DEF T Timer { } DEF I CoordinateInterpolator { key [ 0 1 ] keyValue [ 0 0 0 0 0 0 0 0 0 0 0 "
        "0  0 0 4 0 0 4 0 0 4 "
        "0 0 4 ] } ROUTE T.share TO I.set_fraction ROUTE I.value_changed TO A.move ROUTE "
        "I.value_changed TO B.move");
    ASSERT_EQ(document.clips.size(), 1U);
    for (std::size_t mesh = 0; mesh < 2; ++mesh)
        EXPECT_NEAR(points_at(document, 0.5, mesh)[0].z, 2.0F, 1e-5F);
}

TEST(KeyedShapes, SmoothNormalsFollowTheMovedShape) {
    const Document document = read_body(
        shape(square) +
        "DEF T TimeSensor { } DEF I CoordinateInterpolator { key [ 0 1 ] keyValue [ 0 0 0 1 0 0 1 1 0 "
        "0 1 0  0 0 0 0 0 -1 0 1 -1 0 1 0 ] } " +
        routes);
    const Mesh& mesh = *document.meshes.at(0).mesh;
    ASSERT_EQ(mesh.targets.size(), 2U);
    ASSERT_EQ(mesh.targets[1].normals.size(), mesh.targets[1].vertices.size());
    ASSERT_FALSE(mesh.targets[1].normals.empty());
    const std::uint32_t vertex = mesh.targets[1].vertices[0];
    const vec3 turned = mesh.normals[vertex] + mesh.targets[1].normals[0];
    EXPECT_NEAR(turned.x, 1.0F, 1e-5F);
}

TEST(KeyedShapes, NormalInterpolatorsTurnTheNormalsTheyNameAlone) {
    const Document document = read_body(
        "Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } normal DEF N "
        "Normal { vector [ "
        "0 0 1 0 0 1 0 0 1 ] } coordIndex [ 0 1 2 ] } } DEF T TimeSensor { } DEF I NormalInterpolator { key "
        "[ 0 1 ] "
        "keyValue [ 0 0 1 0 0 1 0 0 1  1 0 0 0 1 0 0 0 1 ] } ROUTE T.fraction_changed TO I.set_fraction "
        "ROUTE "
        "I.value_changed TO N.set_vector");
    ASSERT_EQ(document.clips.size(), 1U);
    const MorphTarget& last = document.meshes.at(0).mesh->targets.at(1);
    ASSERT_EQ(last.vertices.size(), 2U);
    EXPECT_EQ(last.normals[0], vec3(1, 0, -1));
    EXPECT_EQ(last.normals[1], vec3(0, 1, -1));
    EXPECT_EQ(last.positions[0], vec3(0, 0, 0));
}

TEST(KeyedShapes, OddLengthsAndDeadEndsAreHarmless) {
    const char* interpolators[] = {"key [ ] keyValue [ ]", "key [ 0 1 ] keyValue [ 1 2 ]",
                                   "key [ 0 1 ] keyValue [ 1 2 3 4 ]",
                                   "key [ 0 1 2 ] keyValue [ 1 2 3 4 5 6 7 8 9 1 1 1 1 1 1 1 1 1 1 1 1 1 ]",
                                   "key [ 1 0 ] keyValue [ 1 1 1 2 2 2 ]"};
    for (const char* interpolator : interpolators) {
        const Document document =
            read_body(shape(square) + "DEF T TimeSensor { } DEF I CoordinateInterpolator { " + interpolator +
                      " } " + routes + " ROUTE I.value_changed TO T.set_point");
        for (std::size_t i = 0; i < document.clips.size(); ++i)
            EXPECT_EQ(points_at(document, 0.3, 0, i).size(), 4U);
    }
}

TEST(KeyedShapes, NineSensorsAreNineClips) {
    std::string text = "Humanoid { humanoidBody DEF J Joint { name \"HumanoidRoot\" } }";
    for (int i = 0; i < 9; ++i) {
        text += fmt::format(
            "DEF Clip{0} TimeSensor {{ loop TRUE cycleInterval {1} }} DEF R{0} OrientationInterpolator {{ "
            "key [ 0 1 ] keyValue "
            "[ 0 1 0 0 0 1 0 {1} ] }} ROUTE Clip{0}.fraction_changed TO R{0}.set_fraction ROUTE "
            "R{0}.value_changed TO "
            "J.set_rotation ",
            i, i + 1);
    }
    const Document document = read_body(text);
    ASSERT_EQ(document.clips.size(), 9U);
    for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_EQ(document.clips[i]->name, fmt::format("Clip{}", i));
        EXPECT_EQ(document.clips[i]->duration, static_cast<double>(i + 1));
        EXPECT_EQ(document.clips[i]->channels.size(), 1U);
    }
}

TEST(KeyedShapes, ScalarsMoveDisplacersThroughPrototypes) {
    const Document document = read_body(
        "PROTO Smile [ exposedField SFFloat strength 0 ] { Displacer { name \"smile_action\" coordIndex 1 "
        "displacements 0 0 "
        "2 weight IS strength } } Humanoid { humanoidBody Joint { name \"HumanoidRoot\" children Segment { "
        "name \"s\" coord "
        "DEF C Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } displacers DEF D Displacer { name \"frown_action\" "
        "coordIndex 1 "
        "displacements 0 0 2 } children Shape { geometry IndexedFaceSet { coord USE C coordIndex [ 0 1 2 ] } "
        "} } } } DEF T "
        "TimeSensor { } DEF I ScalarInterpolator { key [ 0 1 ] keyValue [ 0 1 ] } ROUTE T.fraction_changed "
        "TO "
        "I.set_fraction ROUTE I.value_changed TO D.set_weight");
    ASSERT_EQ(document.clips.size(), 1U);
    EXPECT_NEAR(points_at(document, 0.25)[1].z, 0.5F, 1e-6F);
}

}  // namespace
}  // namespace vitruvian

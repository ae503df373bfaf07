// Every kind of geometry, and its materials.
#include "model/formats/vrml/read/vrml_reader.h"
#include "model/formats/vrml/shapes/polygons.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace vitruvian {
namespace {

using test::read_body;

Document read_shape(const std::string& shape) {
    return read_body("Shape { " + shape + " }");
}

std::shared_ptr<const Mesh> mesh_of(const std::string& geometry) {
    const Document document = read_shape("geometry " + geometry);
    EXPECT_EQ(document.meshes.size(), 1U);
    return document.meshes.empty() ? std::make_shared<const Mesh>() : document.meshes[0].mesh;
}

vec3 triangle_normal(const Mesh& mesh, std::size_t t) {
    const vec3& a = mesh.positions[mesh.indices[3 * t]];
    return glm::cross(mesh.positions[mesh.indices[3 * t + 1]] - a,
                      mesh.positions[mesh.indices[3 * t + 2]] - a);
}

double volume(const Mesh& mesh) {
    double sum = 0.0;
    for (std::size_t t = 0; t < mesh.indices.size() / 3; ++t) {
        const vec3& a = mesh.positions[mesh.indices[3 * t]];
        sum += static_cast<double>(glm::dot(a, triangle_normal(mesh, t))) / 6.0;
    }
    return sum;
}

double area(const Mesh& mesh) {
    double sum = 0.0;
    for (std::size_t t = 0; t < mesh.indices.size() / 3; ++t) {
        sum += static_cast<double>(glm::length(triangle_normal(mesh, t))) / 2.0;
    }
    return sum;
}

/// Normals have the direction of their triangles.
void expect_outward(const Mesh& mesh) {
    for (std::size_t t = 0; t < mesh.indices.size() / 3; ++t) {
        for (std::size_t k = 0; k < 3; ++k) {
            EXPECT_GT(glm::dot(mesh.normals[mesh.indices[3 * t + k]], triangle_normal(mesh, t)), 0.0F);
        }
    }
}

TEST(VrmlGeometry, PrimitivesEncloseTheirVolumes) {
    const double pi = 3.14159265358979;
    EXPECT_NEAR(volume(*mesh_of("Box { size 1 2 3 }")), 6.0, 1e-5);
    EXPECT_NEAR(volume(*mesh_of("Sphere { radius 2 }")), 4.0 / 3.0 * pi * 8.0, 1.2);
    EXPECT_NEAR(volume(*mesh_of("Cylinder { radius 1 height 3 }")), pi * 3.0, 0.1);
    EXPECT_NEAR(volume(*mesh_of("Cone { bottomRadius 1 height 3 }")), pi, 0.05);
    for (const char* primitive : {"Box { }", "Sphere { }", "Cylinder { }", "Cone { }"}) {
        expect_outward(*mesh_of(primitive));
    }
    EXPECT_LT(mesh_of("Cone { bottom FALSE }")->indices.size(), mesh_of("Cone { }")->indices.size());
}

const std::string cube_points =
    "coord Coordinate { point [ 0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1 ] } "
    "coordIndex [ 0 3 2 1 -1 4 5 6 7 -1 0 1 5 4 -1 1 2 6 5 -1 2 3 7 6 -1 3 0 4 7 ]";

TEST(VrmlGeometry, CreaseAngleDecidesWhoSharesNormals) {
    const auto flat = mesh_of("IndexedFaceSet { " + cube_points + " }");
    EXPECT_EQ(flat->positions.size(), 8U);
    EXPECT_TRUE(flat->normals.empty());
    EXPECT_TRUE(flat->source_vertex.empty());
    const auto creased = mesh_of("IndexedFaceSet { creaseAngle 1.5 " + cube_points + " }");
    EXPECT_EQ(creased->positions.size(), 24U);
    const auto smooth = mesh_of("IndexedFaceSet { creaseAngle 1.6 " + cube_points + " }");
    EXPECT_EQ(smooth->positions.size(), 8U);
    for (const auto& mesh : {flat, creased, smooth}) EXPECT_NEAR(volume(*mesh), 1.0, 1e-6);
    expect_outward(*creased);
    expect_outward(*smooth);
    EXPECT_EQ(creased->source_vertex_count, 8U);
}

TEST(VrmlGeometry, ClockwiseAndSolidAreKept) {
    const Document d =
        read_shape("geometry IndexedFaceSet { ccw FALSE solid FALSE creaseAngle 1 " + cube_points + " }");
    EXPECT_NEAR(volume(*d.meshes.at(0).mesh), -1.0, 1e-6);
    EXPECT_TRUE(d.materials.at(0).double_sided);
    expect_outward(*d.meshes[0].mesh);
}

TEST(VrmlGeometry, ConcaveFacesKeepTheirArea) {
    // A comb of teeth, on a sloped plane.
    std::string points;
    std::string index;
    const int teeth = 20;
    for (int i = 0; i < teeth; ++i) {
        points += fmt::format("{} 0 {} {}.5 3 {}.5 ", i, i, i, i);
        index += fmt::format("{} {} ", 2 * i, 2 * i + 1);
    }
    points += fmt::format("{} 0 {} {} -1 {} 0 -1 0", teeth, teeth, teeth, teeth);
    index += fmt::format("{} {} {}", 2 * teeth, 2 * teeth + 1, 2 * teeth + 2);
    const auto mesh = mesh_of("IndexedFaceSet { convex FALSE coord Coordinate { point [ " + points +
                              " ] } coordIndex [ " + index + " ] }");
    EXPECT_EQ(mesh->indices.size(), 3U * (2 * teeth + 1));
    EXPECT_NEAR(area(*mesh), std::sqrt(2.0) * teeth * (1.0 + 1.5), 1e-3);
}

TEST(VrmlGeometry, ColoursAndNormalsPerFaceAndPerVertexWithAndWithoutIndex) {
    const std::string two =
        "coord Coordinate { point [ 0 0 0 1 0 0 1 1 0 0 1 0 ] } coordIndex [ 0 1 2 -1 0 2 3 -1 ] color Color "
        "{ color "
        "[ 1 0 0 0 1 0 0 0 1 1 1 1 ] } ";
    const vec4 red(1, 0, 0, 1);
    const vec4 green(0, 1, 0, 1);
    const vec4 white(1, 1, 1, 1);
    const auto color_at = [](const Mesh& mesh, std::size_t corner) {
        return mesh.colors.at(mesh.indices.at(corner));
    };
    const auto faces = mesh_of("IndexedFaceSet { colorPerVertex FALSE " + two + " }");
    EXPECT_EQ(color_at(*faces, 0), red);
    EXPECT_EQ(color_at(*faces, 5), green);
    const auto indexed_faces =
        mesh_of("IndexedFaceSet { colorPerVertex FALSE colorIndex [ 3 0 ] " + two + " }");
    EXPECT_EQ(color_at(*indexed_faces, 0), white);
    EXPECT_EQ(color_at(*indexed_faces, 5), red);
    const auto vertices = mesh_of("IndexedFaceSet { " + two + " }");
    EXPECT_EQ(color_at(*vertices, 5), white);
    const auto indexed = mesh_of("IndexedFaceSet { colorIndex [ 1 1 1 -1 0 0 0 -1 ] " + two + " }");
    EXPECT_EQ(color_at(*indexed, 2), green);
    EXPECT_EQ(color_at(*indexed, 5), red);
    const auto normals = mesh_of(
        "IndexedFaceSet { normalPerVertex FALSE normal Normal { vector [ 1 0 0 0 nan 0 ] } " + two + " }");
    EXPECT_EQ(normals->normals.at(normals->indices[0]), vec3(1, 0, 0));
    EXPECT_EQ(normals->normals.at(normals->indices[5]), vec3(0, 0, 1));  // no direction: the face's own
}

TEST(VrmlGeometry, BadIndicesAreDroppedAndReported) {
    const Document d = read_shape(
        "geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } coordIndex [ 0 1 2 77 -1 "
        "0 1 -1 0 0 1 ] }");
    EXPECT_EQ(d.meshes.at(0).mesh->indices.size(), 3U);
    EXPECT_GE(d.diagnostics.list().size(), 2U);
}

TEST(VrmlGeometry, LinesPointsGridsAndExtrusions) {
    const auto lines = mesh_of(
        "IndexedLineSet { coord Coordinate { point [ 0 0 0 1 0 0 1 1 0 ] } coordIndex [ 0 1 2 -1 2 0 ] }");
    EXPECT_EQ(lines->topology, Topology::lines);
    EXPECT_EQ(lines->indices.size(), 6U);
    const auto points = mesh_of("PointSet { coord Coordinate { point [ 0 0 0 1 0 0 ] } }");
    EXPECT_EQ(points->topology, Topology::points);
    EXPECT_EQ(points->indices.size(), 2U);
    const auto grid =
        mesh_of("ElevationGrid { xDimension 3 zDimension 2 xSpacing 2 height [ 0 0 0 0 0 0 ] }");
    EXPECT_NEAR(area(*grid), 4.0, 1e-6);
    EXPECT_GT(triangle_normal(*grid, 0).y, 0.0F);
    EXPECT_NEAR(volume(*mesh_of("Extrusion { spine [ 0 0 0 0 2 0 ] }")), 8.0, 1e-5);
    // At a bend the section is perpendicular to the bisector, and is not widened: each half narrows by the
    // cosine.
    EXPECT_NEAR(
        volume(*mesh_of(
            "Extrusion { crossSection [ .1 .1 .1 -.1 -.1 -.1 -.1 .1 .1 .1 ] spine [ 0 0 0 0 2 0 2 2 0 ] }")),
        0.04 * 2.0 * (1.0 + std::sqrt(0.5)), 1e-4);
}

TEST(VrmlGeometry, MaterialsAndTextures) {
    const Document d = read_shape(
        "appearance Appearance { material DEF M Material { diffuseColor 1 0 0 emissiveColor 0 1 0 "
        "transparency .25 } } "
        "geometry Box { }");
    const Material& m = d.materials.at(0);
    EXPECT_EQ(m.base_color, vec4(1, 0, 0, 0.75F));
    EXPECT_EQ(m.emissive, vec3(0, 1, 0));
    EXPECT_EQ(m.alpha_mode, AlphaMode::blend);
    const Document t = read_shape(
        "appearance Appearance { texture PixelTexture { image 1 2 3 0xFF0000 0x0000FF repeatS FALSE } "
        "textureTransform "
        "TextureTransform { translation .5 0 } } geometry IndexedFaceSet { " +
        cube_points + " }");
    ASSERT_EQ(t.images.size(), 1U);
    EXPECT_EQ(t.images[0]->raw_height, 2);
    EXPECT_EQ(t.images[0]->encoded.at(2), std::byte{0xFF});  // the upper row is the file's last
    EXPECT_EQ(t.materials.at(0).base_color_texture.wrap_u, Wrap::clamp);
    EXPECT_FALSE(t.meshes.at(0).mesh->uv0.empty());
    EXPECT_FALSE(read_shape("geometry Box { }").materials.at(0).unlit);
}

TEST(VrmlGeometry, HubsOfLargeFansDoNotTakeForever) {
    vrml::Polygons fan;
    const std::uint32_t rim = 20'000;
    fan.points.emplace_back(0.0F, 0.2F, 0.0F);
    for (std::uint32_t i = 0; i < rim; ++i) {
        const float a = 6.2831853F * static_cast<float>(i) / static_cast<float>(rim);
        fan.points.emplace_back(std::cos(a), 0.0F, -std::sin(a));
    }
    for (std::uint32_t i = 0; i < rim; ++i) {
        fan.point_of_corner.insert(fan.point_of_corner.end(), {0, 1 + i, 1 + (i + 1) % rim});
        fan.face_begin.push_back(static_cast<std::uint32_t>(fan.point_of_corner.size()));
    }
    fan.crease_angle = 1.0F;
    const Mesh mesh = make_mesh(fan);
    EXPECT_EQ(mesh.indices.size(), std::size_t{3} * rim);
    EXPECT_LE(mesh.positions.size(), std::size_t{rim} + 20);
    EXPECT_GT(mesh.normals[0].y, 0.9F);
}

}  // namespace
}  // namespace vitruvian

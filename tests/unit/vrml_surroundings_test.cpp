// Lights, backgrounds, textures that modulate, and difficult shapes: extrusions, concave faces.
#include "model/formats/vrml/read/vrml_reader.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

namespace vitruvian {
namespace {

using test::read_body;

using test::count_of;
float area_of(const Mesh& mesh) {
    float sum = 0.0F;
    for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        const vec3& a = mesh.positions[mesh.indices[i]];
        sum += 0.5F * glm::length(glm::cross(mesh.positions[mesh.indices[i + 1]] - a,
                                             mesh.positions[mesh.indices[i + 2]] - a));
    }
    return sum;
}

TEST(VrmlSurroundings, LightsStandInTheirFrames) {
    const Document document = read_body(
        "Transform { translation 1 2 3 rotation 0 1 0 1.5707963 children [ DirectionalLight { direction 0 0 "
        "-1 "
        "intensity 0.5 } SpotLight { location 0 0 1 direction 1 0 0 cutOffAngle 0.6 beamWidth 0.9 radius 7 "
        "attenuation 0 1 0 } ] } DEF lamp PointLight { on FALSE color 1 0 0 ambientIntensity 0.25 }");
    ASSERT_EQ(document.lights.size(), 3U);
    const Light& sun = document.lights[0];
    EXPECT_EQ(sun.kind, Light::Kind::directional);
    const vec3 sun_shines = sun.orientation * vec3(0, 0, -1);
    EXPECT_NEAR(sun_shines.x, -1.0F, 1e-5F);
    EXPECT_EQ(sun.intensity, 0.5F);
    const Light& spot = document.lights[1];
    EXPECT_NEAR(spot.position.x, 2.0F, 1e-5F);
    EXPECT_NEAR(spot.position.z, 3.0F, 1e-5F);
    EXPECT_NEAR((spot.orientation * vec3(0, 0, -1)).z, -1.0F, 1e-5F);
    EXPECT_EQ(spot.outer_cone, 0.6F);
    EXPECT_EQ(spot.inner_cone, 0.6F);  // never wider than the cone itself
    EXPECT_EQ(spot.radius, 7.0F);
    EXPECT_EQ(spot.attenuation, vec3(0, 1, 0));
    EXPECT_EQ(document.lights[2].name, "lamp");
    EXPECT_FALSE(document.lights[2].on);
    EXPECT_EQ(document.lights[2].ambient_intensity, 0.25F);
}

TEST(VrmlSurroundings, TheFirstBackgroundIsTheSky) {
    const Document document = read_body(
        "Background { skyColor [ 0 0 1, 1 1 1, 1 0 0 ] skyAngle [ 1.2 0.4 ] groundColor [ 0 1 0 ] "
        "groundAngle [ 1 ] "
        "} Background { skyColor 1 1 0 }");
    ASSERT_TRUE(document.sky);
    EXPECT_EQ(document.sky->sky_colors.size(), 3U);
    EXPECT_EQ(document.sky->sky_colors[0], vec3(0, 0, 1));
    EXPECT_EQ(document.sky->sky_angles, (std::vector<float>{1.2F, 1.2F}));  // they shall not descend
    EXPECT_EQ(document.sky->ground_colors.size(), 1U);
    EXPECT_TRUE(document.sky->ground_angles.empty());
    EXPECT_FALSE(read_body("Shape { geometry Box { } }").sky);
}

TEST(VrmlSurroundings, GreyTexturesModulateColouredOnesReplace) {
    const auto color_with = [](const std::string& image) {
        const Document document = read_body(
            fmt::format("Shape {{ appearance Appearance {{ material Material {{ diffuseColor 1 0 0 }} "
                        "texture PixelTexture {{ image "
                        "{} }} }} geometry Box {{ }} }}",
                        image));
        return vec3(document.materials.at(0).base_color);
    };
    EXPECT_EQ(color_with("1 1 1 0x80"), vec3(1, 0, 0));
    EXPECT_EQ(color_with("1 1 2 0x80FF"), vec3(1, 0, 0));
    EXPECT_EQ(color_with("1 1 3 0x808080"), vec3(1, 1, 1));
    EXPECT_EQ(color_with("1 1 4 0x808080FF"), vec3(1, 1, 1));
}

TEST(VrmlSurroundings, TextureTransformsTurnAndScaleAboutTheirCentre) {
    const auto corner = [](const std::string& transform) {
        const Document document = read_body(fmt::format(
            "Shape {{ appearance Appearance {{ texture PixelTexture {{ image 1 1 3 0 }} textureTransform "
            "TextureTransform {{ {} }} }} geometry IndexedFaceSet {{ coord Coordinate {{ point [ 0 0 0 1 0 0 "
            "0 1 0 ] }} "
            "texCoord TextureCoordinate {{ point [ 0.25 0.5 1 0 0 1 ] }} coordIndex [ 0 1 2 ] }} }}",
            transform));
        const vec2 uv = document.meshes.at(0).mesh->uv0.at(0);
        return vec2(uv.x, 1.0F - uv.y);
    };
    // -C S R C T applied to (0.25 0.5): translate, move to the centre, rotate, scale, move back.
    const auto expected = [](vec2 t, vec2 c, vec2 s, float r) {
        const vec2 p = vec2(0.25F, 0.5F) + t + c;
        const vec2 turned(std::cos(r) * p.x - std::sin(r) * p.y, std::sin(r) * p.x + std::cos(r) * p.y);
        return s * turned - c;
    };
    const vec2 got = corner("translation 0.3 -0.2 center -0.5 -0.25 scale 2 3 rotation 0.7");
    const vec2 wanted = expected({0.3F, -0.2F}, {-0.5F, -0.25F}, {2, 3}, 0.7F);
    EXPECT_NEAR(got.x, wanted.x, 1e-5F);
    EXPECT_NEAR(got.y, wanted.y, 1e-5F);
}

TEST(VrmlSurroundings, FogAndBillboardsAreReportedOnce) {
    const Document document = read_body(
        "Fog { visibilityRange 9 } Fog { } Billboard { children Billboard { children Shape { geometry Box { "
        "} } } }");
    EXPECT_EQ(count_of(document, "vrml-fog-not-shown"), 2);
    EXPECT_EQ(count_of(document, "vrml-billboard-not-turned"), 2);
    EXPECT_EQ(document.diagnostics.list().size(), 2U);
    EXPECT_EQ(document.meshes.size(), 1U);
}

TEST(VrmlSurroundings, LineWidthsAndBackColoursAreReported) {
    const Document document = test::read_text(
        "<X3D profile='Full' version='3.3'><Scene>"
        "<Shape><Appearance><LineProperties/><TwoSidedMaterial/></Appearance><Box/></Shape>"
        "<Shape><Appearance><TwoSidedMaterial separateBackColor='true'/></Appearance><Box/></Shape>"
        "</Scene></X3D>",
        "t.x3d");
    EXPECT_EQ(count_of(document, "vrml-appearance-not-shown"), 2);
}

TEST(VrmlSurroundings, ATextureThatIsMissingReportsWhy) {
    const Document document = read_body(
        "Shape { appearance Appearance { texture ImageTexture { url \"gone.png\" } } geometry Box { } }");
    const auto& list = document.diagnostics.list();
    const auto said = std::find_if(list.begin(), list.end(),
                                   [](const Diagnostic& d) { return d.code == "vrml-texture-missing"; });
    ASSERT_NE(said, list.end());
    EXPECT_NE(said->message.find("gone.png ("), std::string::npos) << said->message;
}

TEST(VrmlSurroundings, MoviesAreReportedAndLeaveTheMaterial) {
    const Document document = read_body(
        "Shape { appearance Appearance { material Material { diffuseColor 0 1 0 } texture MovieTexture { url "
        "\"a.mpg\" } } geometry Box { } }");
    EXPECT_EQ(document.materials.at(0).base_color, vec4(0, 1, 0, 1));
    EXPECT_EQ(document.diagnostics.list().at(0).code, "vrml-movie-not-shown");
}

TEST(VrmlSurroundings, ConcaveFacesKeepTheirAreaWhateverConvexIs) {
    // A star of ten points; a fan from its first corner would cover the area between the rays.
    std::string points;
    std::string index;
    float area = 0.0F;
    vec2 last(1.0F, 0.0F);
    for (int i = 0; i < 10; ++i) {
        const float angle = 0.62831853F * static_cast<float>(i);
        const float radius = i % 2 == 0 ? 1.0F : 0.3F;
        const vec2 p(radius * std::cos(angle), radius * std::sin(angle));
        if (i > 0) area += 0.5F * (last.x * p.y - last.y * p.x);
        last = p;
        points += fmt::format("{} {} 0 ", p.x, p.y);
        index += fmt::format("{} ", i);
    }
    area += 0.5F * (last.x * 0.0F - last.y * 1.0F);
    for (const char* convex : {"convex FALSE", "convex TRUE", ""}) {
        const Document document = read_body(fmt::format(
            "Shape {{ geometry IndexedFaceSet {{ {} coord Coordinate {{ point [ {} ] }} coordIndex [ {} "
            "] }} }}",
            convex, points, index));
        EXPECT_NEAR(area_of(*document.meshes.at(0).mesh), area, 1e-5F) << convex;
    }
}

TEST(VrmlSurroundings, AnExtrusionIsSmoothOverItsSeamAndFlatOnItsCaps) {
    std::string section;
    const int count = 24;
    for (int i = 0; i <= count; ++i) {
        const float angle = -6.2831853F * static_cast<float>(i % count) / static_cast<float>(count);
        section += fmt::format("{} {} ", std::cos(angle), std::sin(angle));
    }
    const Document document = read_body(fmt::format(
        "Shape {{ geometry Extrusion {{ creaseAngle 1 crossSection [ {} ] spine [ 0 0 0 0 1 0 0 2 0 ] }} }}",
        section));
    const Mesh& mesh = *document.meshes.at(0).mesh;
    int caps = 0;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const vec3 out(mesh.positions[i].x, 0.0F, mesh.positions[i].z);
        const bool cap = std::abs(mesh.normals[i].y) > 0.5F;
        caps += cap ? 1 : 0;
        if (cap) {
            EXPECT_NEAR(std::abs(mesh.normals[i].y), 1.0F, 1e-4F);
        } else {
            EXPECT_GT(glm::dot(mesh.normals[i], glm::normalize(out)), 0.999F) << i;
        }
    }
    EXPECT_EQ(caps, 2 * count);
    EXPECT_NEAR(area_of(mesh), 2.0F * 3.14159F * 2.0F + 2.0F * 3.14159F, 0.2F);
}

TEST(VrmlSurroundings, CapsHaveTheSectionsOwnTextureCoordinates) {
    const Document document = read_body(
        "Shape { appearance Appearance { texture PixelTexture { image 1 1 3 0 } } geometry Extrusion { "
        "crossSection [ 0 "
        "0 0 1 2 1 2 0 0 0 ] spine [ 0 0 0 0 5 0 ] } }");
    const Mesh& mesh = *document.meshes.at(0).mesh;
    float widest = 0.0F;
    float highest = 0.0F;
    const std::size_t caps = mesh.indices.size() - 12;  // two caps of two triangles come last
    for (std::size_t i = caps; i < mesh.indices.size(); ++i) {
        widest = std::max(widest, mesh.uv0[mesh.indices[i]].x);
        highest = std::max(highest, 1.0F - mesh.uv0[mesh.indices[i]].y);
    }
    EXPECT_NEAR(widest, 1.0F, 1e-5F);
    EXPECT_NEAR(highest, 0.5F, 1e-5F);
}

TEST(VrmlSurroundings, FlatShapesOfX3dLieInTheirPlane) {
    struct Case {
        const char* text;
        Topology topology;
        float area;  // of triangles, else the length of lines
    };
    const float pi = 3.14159265F;
    const Case cases[] = {
        {"Rectangle2D { size 3 2 }", Topology::triangles, 6.0F},
        {"Disk2D { outerRadius 2 innerRadius 1 }", Topology::triangles, 3.0F * pi},
        {"Disk2D { }", Topology::triangles, pi},
        {"TriangleSet2D { vertices [ 0 0, 0 1, 1 0, 0 0, 2 0, 0 2 ] }", Topology::triangles, 2.5F},
        {"ArcClose2D { radius 2 startAngle 0 endAngle 1.5707963 closureType \"PIE\" }", Topology::triangles,
         pi},
        {"ArcClose2D { startAngle 0 endAngle 3.1415926 closureType \"CHORD\" }", Topology::triangles,
         0.5F * pi},
        {"Circle2D { }", Topology::lines, 2.0F * pi},
        {"Arc2D { startAngle 1.5707963 endAngle 0 }", Topology::lines, 1.5F * pi},
        {"Polyline2D { lineSegments [ 0 0, 3 0, 3 4 ] }", Topology::lines, 7.0F}};
    for (const Case& c : cases) {
        SCOPED_TRACE(c.text);
        const Document document = read_body(std::string("Shape { geometry ") + c.text + " }");
        ASSERT_EQ(document.meshes.size(), 1U);
        const Mesh& mesh = *document.meshes.front().mesh;
        EXPECT_EQ(mesh.topology, c.topology);
        float size = 0.0F;
        const std::size_t step = c.topology == Topology::lines ? 2 : 3;
        for (std::size_t i = 0; i + step <= mesh.indices.size(); i += step) {
            const vec3& a = mesh.positions[mesh.indices[i]];
            const vec3& b = mesh.positions[mesh.indices[i + 1]];
            if (step == 2) {
                size += glm::distance(a, b);
                continue;
            }
            const vec3 cross = glm::cross(b - a, mesh.positions[mesh.indices[i + 2]] - a);
            EXPECT_GE(cross.z, 0.0F);
            size += 0.5F * cross.z;
        }
        EXPECT_NEAR(size, c.area, 0.01F * c.area);
        EXPECT_EQ(count_of(document, "vrml-geometry-not-shown"), 0);
    }
    EXPECT_EQ(read_body("Shape { geometry Polypoint2D { point [ 1 2, 3 4 ] } }")
                  .meshes.front()
                  .mesh->indices.size(),
              2U);
    EXPECT_EQ(count_of(read_body("Shape { geometry NurbsPatchSurface { } }"), "vrml-geometry-not-shown"), 1);
}

}  // namespace
}  // namespace vitruvian

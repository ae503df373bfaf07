// A figure's surroundings, and material highlights, written to every encoding and read back.
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/formats/vrml/write/world_writer.h"
#include "model/io/png.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/read_text.h"
#include "tests/unit/worlds.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

namespace vitruvian {
namespace {

using test::read_bytes;
using test::read_text;

using test::count_of;
EncodedDocument written(const Document& document, FileFormat format) {
    SaveOptions options;
    options.format = format;
    Result<EncodedDocument> encoded = write_world(document, options);
    EXPECT_TRUE(encoded) << encoded.error().text();
    return encoded ? std::move(*encoded) : EncodedDocument{};
}

/// A light's world matrix.
mat4 frame_of(const Document& document, const Light& light) {
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, file_pose(skeleton));
    mat4 own = glm::mat4_cast(light.orientation);
    own[3] = vec4(light.position, 1.0F);
    return light.node < 0 ? own : at(world, light.node) * own;
}

void expect_near(const vec3& found, const vec3& expected, float tolerance = 1e-5F) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], tolerance);
}

void expect_same_light(const Document& found_in, const Light& found, const Document& expected_in,
                       const Light& expected) {
    EXPECT_EQ(found.name, expected.name);
    EXPECT_EQ(found.on, expected.on);
    expect_near(found.color, expected.color);
    EXPECT_NEAR(found.intensity, expected.intensity, 1e-6F);
    EXPECT_NEAR(found.ambient_intensity, expected.ambient_intensity, 1e-6F);
    expect_near(found.attenuation, expected.attenuation);
    EXPECT_EQ(found.radius.has_value(), expected.radius.has_value());
    EXPECT_NEAR(found.radius.value_or(0.0F), expected.radius.value_or(0.0F), 1e-4F);
    if (expected.kind == Light::Kind::spot) {
        EXPECT_NEAR(found.inner_cone, expected.inner_cone, 1e-6F);
        EXPECT_NEAR(found.outer_cone, expected.outer_cone, 1e-6F);
    }
    const mat4 frame = frame_of(found_in, found);
    const mat4 wanted = frame_of(expected_in, expected);
    if (expected.kind != Light::Kind::directional) expect_near(vec3(frame[3]), vec3(wanted[3]));
    if (expected.kind != Light::Kind::point) expect_near(vec3(frame[2]), vec3(wanted[2]));
}

/// One of each kind.
void expect_same_lights(const Document& found, const Document& expected) {
    ASSERT_EQ(found.lights.size(), expected.lights.size());
    for (const Light& light : expected.lights) {
        const auto same = std::find_if(found.lights.begin(), found.lights.end(),
                                       [&](const Light& l) { return l.kind == light.kind; });
        ASSERT_NE(same, found.lights.end());
        expect_same_light(found, *same, expected, light);
    }
}

const std::string surroundings =
    "#VRML V2.0 utf8\nBackground { skyColor [ 0.1 0.2 0.6, 0.8 0.9 1, 1 0.5 0.2 ] skyAngle [ 1.2 1.57 ] "
    "groundColor [ 0.1 0.1 0.1 0.4 0.3 0.2 ] groundAngle 1.5 }\nDEF Sun DirectionalLight { direction 0 -1 -1 "
    "color 1 0.9 0.8 intensity 0.7 ambientIntensity 0.2 }\nTransform { translation 1 2 3 rotation 0 1 0 1 "
    "children [ DEF Lamp PointLight { location 0 1 0 radius 12 attenuation 1 0.2 0.1 color 0 1 0 on FALSE } "
    "] "
    "}\nHumanoid { humanoidBody Joint { name \"HumanoidRoot\" center 0 1 0 rotation 0 0 1 0.5 children [ "
    "Segment { name \"sacrum\" children [ SpotLight { location 0 1.2 0.5 direction 0 0 1 beamWidth 0.3 "
    "cutOffAngle 0.6 radius 4 } Shape { appearance Appearance { material Material { } } geometry Box { } } ] "
    "} "
    "] } }\n";

Document through_gltf(const Document& document) {
    SaveOptions options;
    options.format = FileFormat::glb;
    const Result<EncodedDocument> glb = encode_document(document, options);
    EXPECT_TRUE(glb) << glb.error().text();
    Result<Document> out = load_document(glb->bytes, "lights.glb", {});
    EXPECT_TRUE(out) << out.error().text();
    return out ? std::move(*out) : Document{};
}

TEST(WorldSurroundings, LightsComeBackFromGltf) {
    const Document document = read_text(surroundings);
    expect_same_lights(read_bytes(written(through_gltf(document), FileFormat::x3d_xml).bytes), document);
}

// In worlds radii are scaled with the parent (VRML97 6.34); in glTF the range is independent of scale.
TEST(WorldSurroundings, LightsReachAsFarThroughScaledNodes) {
    const Document document = read_text(
        "#VRML V2.0 utf8\nTransform { scale 0.1 0.1 0.1 children [ PointLight { radius 50 attenuation 0 0.5 "
        "0.25 } "
        "DirectionalLight { } SpotLight { radius 30 beamWidth 0.3 attenuation 0 0 0.005 } ] }\n");
    ASSERT_EQ(document.lights.size(), 3U);
    const Document between = through_gltf(document);
    ASSERT_EQ(between.lights.size(), 3U);
    EXPECT_NEAR(between.lights[0].radius.value_or(0.0F), 5.0F, 1e-4F);
    expect_near(between.lights[0].attenuation, {0.0F, 5.0F, 25.0F}, 1e-4F);
    EXPECT_NEAR(between.lights[2].intensity, 2.0F, 1e-5F);
    expect_near(between.lights[2].attenuation, {0.0F, 0.0F, 1.0F});
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        expect_same_lights(read_bytes(written(between, format).bytes), document);
        expect_same_lights(read_bytes(written(document, format).bytes), document);
    }
}

// An intensity above 1 becomes a larger range: worlds have at most 1.
TEST(WorldSurroundings, LampsOfManyCandelaLightFromAfarAsTheyDid) {
    Document document = read_text("#VRML V2.0 utf8\nPointLight { attenuation 0 0 1 }\n");
    document.lights[0].intensity = 400.0F;
    const EncodedDocument encoded = written(document, FileFormat::vrml97);
    EXPECT_EQ(count_of(encoded.notes, "light-not-carried"), 0);
    const Document again = read_bytes(encoded.bytes);
    ASSERT_EQ(again.lights.size(), 1U);
    EXPECT_EQ(again.lights[0].intensity, 1.0F);
    EXPECT_NEAR(again.lights[0].attenuation.z, 1.0F / 400.0F, 1e-7F);
}

TEST(WorldSurroundings, LightsAndSkyGoThroughEveryEncoding) {
    const Document document = read_text(surroundings);
    ASSERT_EQ(document.lights.size(), 3U);
    ASSERT_TRUE(document.sky);
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        const Document again = read_bytes(written(document, format).bytes);
        expect_same_lights(again, document);
        ASSERT_TRUE(again.sky);
        ASSERT_EQ(again.sky->sky_colors.size(), 3U);
        ASSERT_EQ(again.sky->ground_colors.size(), 2U);
        for (std::size_t i = 0; i < 3; ++i)
            expect_near(again.sky->sky_colors[i], document.sky->sky_colors[i]);
        for (std::size_t i = 0; i < 2; ++i)
            expect_near(again.sky->ground_colors[i], document.sky->ground_colors[i]);
        EXPECT_EQ(again.sky->sky_angles, document.sky->sky_angles);
        EXPECT_EQ(again.sky->ground_angles, document.sky->ground_angles);
    }
}

/// A folder with six pictures: side_0.png and so on.
class Pictures {
  public:
    Pictures() : folder_(std::filesystem::temp_directory_path() / "vitruvian-sky-test") {
        std::filesystem::create_directories(folder_);
        for (int side = 0; side < 6; ++side) {
            Image image{1, 1, {static_cast<std::uint8_t>(40 * side), 0, 0, 255}};
            const std::vector<std::byte> png = encode_png(image);
            std::ofstream(folder_ / fmt::format("side_{}.png", side), std::ios::binary)
                .write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
        }
    }
    Pictures(const Pictures&) = delete;
    Pictures& operator=(const Pictures&) = delete;
    ~Pictures() { std::filesystem::remove_all(folder_); }

    [[nodiscard]] Document read(const std::string& text) const { return read_text(text, "t", folder_); }

  private:
    std::filesystem::path folder_;
};

void expect_sides(const Document& document, const std::array<int, 6>& sides) {
    ASSERT_TRUE(document.sky);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const int picture = document.sky->pictures.at(i);
        ASSERT_EQ(picture >= 0, sides.at(i) >= 0) << i;
        if (picture < 0) continue;
        EXPECT_EQ(document.images.at(static_cast<std::size_t>(picture))->name,
                  fmt::format("side_{}.png", sides.at(i)));
    }
}

TEST(WorldSurroundings, PicturesOfABackgroundAreReadAndWritten) {
    const Pictures folder;
    const Document document = folder.read(
        "#VRML V2.0 utf8\nBackground { skyColor 0 0 1 frontUrl [\"none.png\" \"side_0.png\"] backUrl "
        "\"side_1.png\" leftUrl \"side_2.png\" topUrl \"side_0.png\" bottomUrl \"gone.png\" }");
    const std::array sides{0, 1, 2, -1, 0, -1};
    expect_sides(document, sides);
    EXPECT_EQ(document.images.size(), 3U) << "a picture that is shown twice is read once";
    EXPECT_EQ(count_of(document.diagnostics, "vrml-texture-missing"), 1);
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        const EncodedDocument encoded = written(document, format);
        const auto* text = reinterpret_cast<const char*>(encoded.bytes.data());
        expect_sides(folder.read(std::string(text, encoded.bytes.size())), sides);
    }
    SaveOptions glb;
    glb.format = FileFormat::glb;
    glb.anew = true;
    const Result<EncodedDocument> lost = encode_document(document, glb);
    ASSERT_TRUE(lost) << lost.error().text();
    EXPECT_EQ(count_of(lost->notes, "gltf-no-background"), 1);
}

TEST(WorldSurroundings, EachPlaceThatMissesAPictureNamesIt) {
    const Pictures folder;
    const Document document = folder.read(
        "#VRML V2.0 utf8\nBackground { frontUrl \"gone.png\"\n backUrl \"gone.png\" }\n"
        "Shape { appearance Appearance { texture ImageTexture { url \"gone.png\" } } geometry Box { } }");
    EXPECT_EQ(count_of(document.diagnostics, "vrml-texture-missing"), 3);
    for (const Diagnostic& d : document.diagnostics.list())
        EXPECT_NE(d.message.find("gone.png"), std::string::npos) << d.message;
}

TEST(WorldSurroundings, TexturesOfATextureBackgroundAreItsPictures) {
    const Pictures folder;
    const Document document = folder.read(
        "#X3D V3.3 utf8\nPROFILE Full\nTextureBackground { frontTexture ImageTexture { url \"side_3.png\" } "
        "rightTexture DEF R ImageTexture { url \"side_4.png\" } leftTexture USE R "
        "topTexture PixelTexture { image 1 1 3 0xFF0000 } }");
    ASSERT_TRUE(document.sky);
    const std::array<int, 6>& pictures = document.sky->pictures;
    EXPECT_EQ(document.images.at(static_cast<std::size_t>(pictures[0]))->name, "side_3.png");
    EXPECT_EQ(document.images.at(static_cast<std::size_t>(pictures[3]))->name, "side_4.png");
    EXPECT_EQ(pictures[2], pictures[3]);
    EXPECT_EQ(document.images.at(static_cast<std::size_t>(pictures[4]))->raw_width, 1);
    EXPECT_EQ(pictures[1], -1);
    EXPECT_EQ(count_of(written(document, FileFormat::x3d_xml).notes, "vrml-not-carried"), 1) << "bare pixels";
}

TEST(WorldSurroundings, UnlitSurfacesStayUnlit) {
    const std::string pixels = "PixelTexture { image 1 1 3 0xFF8040 }";
    const Document document = read_text(
        "#VRML V2.0 utf8\nShape { appearance Appearance { texture " + pixels +
        " } geometry Box { } }\nShape { appearance Appearance { material Material { diffuseColor 0 0 0 "
        "emissiveColor 0.2 0.4 0.6 } } geometry Box { } }\nShape { appearance Appearance { material "
        "Material { "
        "diffuseColor 0 0 0 emissiveColor 0.2 0.4 0.6 } texture " +
        pixels +
        " } geometry Box { } }\nShape { appearance Appearance { material Material { diffuseColor 1 0 0 "
        "emissiveColor 0.2 0.4 0.6 } } geometry Box { } }\nShape { geometry Box { } }");
    ASSERT_EQ(document.meshes.size(), 5U);
    const auto material_of = [](const Document& d, std::size_t mesh) {
        return at(d.materials, d.meshes[mesh].material);
    };
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(material_of(document, i).unlit, i < 2) << i;
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        const Document again = read_bytes(written(document, format).bytes);
        ASSERT_EQ(again.meshes.size(), 5U);
        for (std::size_t i = 0; i < 5; ++i) {
            EXPECT_EQ(material_of(again, i).unlit, i < 2) << i;
            expect_near(vec3(material_of(again, i).base_color), vec3(material_of(document, i).base_color));
            EXPECT_EQ(material_of(again, i).base_color_texture.present(),
                      material_of(document, i).base_color_texture.present());
        }
    }
}

TEST(WorldSurroundings, TexturesInX3d4MaterialsHaveCoordinates) {
    const Document document = read_text(
        "#X3D V4.0 utf8\nPROFILE Full\nShape { appearance Appearance { material UnlitMaterial { "
        "emissiveTexture PixelTexture { image 1 1 3 0xFF8040 } } } geometry Box { } }\nShape { appearance "
        "Appearance { material PhysicalMaterial { baseTexture PixelTexture { image 1 1 3 0xFF8040 } } } "
        "geometry Box { } }");
    ASSERT_EQ(document.meshes.size(), 2U);
    for (const MeshInstance& instance : document.meshes) {
        EXPECT_FALSE(instance.mesh->uv0.empty());
        EXPECT_TRUE(at(document.materials, instance.material).base_color_texture.present());
    }
}

TEST(WorldSurroundings, MetadataGoesAlongToTheSameNodes) {
    const Document document = read_text(
        "<X3D version='4.0'><Scene><WorldInfo title='t'><MetadataSet name='editor' "
        "reference='r'><MetadataString "
        "name='who' containerField='value' value='\"a\" \"b\"'/><MetadataSet name='inner' "
        "containerField='value'><MetadataInteger name='n' containerField='value' value='1 2 "
        "3'/></MetadataSet></MetadataSet></WorldInfo><HAnimHumanoid name='f'><HAnimJoint "
        "name='humanoid_root' "
        "containerField='skeleton'><MetadataFloat name='weight' value='0.5 1.5'/><HAnimSegment "
        "name='sacrum'><Shape><MetadataDouble name='lost' "
        "value='1'/><Box/></Shape></HAnimSegment></HAnimJoint></HAnimHumanoid></Scene></X3D>");
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        const EncodedDocument encoded = written(document, format);
        const std::string text(reinterpret_cast<const char*>(encoded.bytes.data()), encoded.bytes.size());
        const bool kept = format != FileFormat::vrml97;
        EXPECT_GE(count_of(encoded.notes, "vrml-not-carried"), 1);
        for (const char* word : {"editor", "who", "inner", "weight", "1.5"})
            EXPECT_EQ(text.find(word) != std::string::npos, kept) << word;
        // Read and written again, it is the same.
        const Document again = read_bytes(encoded.bytes);
        EXPECT_EQ(again.humanoids.size(), 1U);
        if (!kept) continue;
        const EncodedDocument second = written(again, format);
        EXPECT_TRUE(written(read_bytes(second.bytes), format).bytes == second.bytes);
        EXPECT_EQ(count_of(second.notes, "vrml-not-carried"), 0);
    }
}

TEST(WorldSurroundings, SurfacesThatShineThroughBlend) {
    const std::string quad =
        "geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 ] ";
    const auto mode = [&](const std::string& shape) {
        const Document document = read_text("#X3D V3.3 utf8\nPROFILE Full\nShape { " + shape + " }");
        return document.materials.front().alpha_mode;
    };
    const auto textured = [&](const std::string& image) {
        return mode("appearance Appearance { material Material { } texture PixelTexture { image " + image +
                    " } } " + quad + "}");
    };
    EXPECT_EQ(textured("1 2 4 0xFF0000FF 0xFF000080"), AlphaMode::blend);
    EXPECT_EQ(textured("1 2 2 0xFF00 0xFFFF"), AlphaMode::mask);
    EXPECT_EQ(textured("1 2 3 0xFF0000 0xFF00"), AlphaMode::opaque);
    EXPECT_EQ(mode(quad + "color ColorRGBA { color [ 1 0 0 1, 0 1 0 0.5, 0 0 1 1 ] } }"), AlphaMode::blend);
    EXPECT_EQ(mode(quad + "color ColorRGBA { color [ 1 0 0 1, 0 1 0 1, 0 0 1 1 ] } }"), AlphaMode::opaque);
}

// glTF's OPAQUE and MASK show what alpha alone would make transparent; worlds have at most 1 per colour.
TEST(WorldSurroundings, SurfacesOfGltfAreAsOpaqueAndOfTheColourThatTheyShow) {
    Document document = through_gltf(read_text(
        "#VRML V2.0 utf8\nShape { appearance Appearance { material Material { } } geometry Box { } }\n"));
    Material& material = document.materials.at(0);
    const auto shown = [&](AlphaMode mode, float alpha) {
        material.alpha_mode = mode;
        material.base_color.w = alpha;
        return read_bytes(written(document, FileFormat::vrml97).bytes).materials.at(0).base_color.w;
    };
    EXPECT_EQ(shown(AlphaMode::opaque, 0.25F), 1.0F);
    EXPECT_EQ(shown(AlphaMode::mask, 0.25F), 0.0F);
    EXPECT_EQ(shown(AlphaMode::mask, 0.75F), 1.0F);
    EXPECT_EQ(shown(AlphaMode::blend, 0.25F), 0.25F);
    material.emissive = vec3(4.0F, 2.0F, 0.0F);
    const EncodedDocument glowing = written(document, FileFormat::vrml97);
    expect_near(read_bytes(glowing.bytes).materials.at(0).emissive, {1.0F, 0.5F, 0.0F}, 1e-3F);
    EXPECT_EQ(count_of(glowing.notes, "material-not-carried"), 1);
}

TEST(WorldSurroundings, ASkinsNormalsAreTheHumanoidsSkinNormal) {
    const std::string shape =
        "Shape { geometry IndexedFaceSet { coord USE C coordIndex [ 0 1 2 -1 ] normal Normal { vector [ 0 0 "
        "1, 0 "
        "0.6 0.8, 0.6 0 0.8 ] } } }";
    const Document document = read_text(
        "#VRML V2.0 utf8\nHumanoid { skinCoord DEF C Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } skin [ " +
        shape + shape +
        " ] skeleton Joint { name \"HumanoidRoot\" skinCoordIndex [ 0 1 2 ] skinCoordWeight [ 1 1 1 ] } }");
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        const EncodedDocument encoded = written(document, format);
        const std::string text(reinterpret_cast<const char*>(encoded.bytes.data()), encoded.bytes.size());
        EXPECT_NE(text.find("skinNormal"), std::string::npos);
        const Document again = read_bytes(encoded.bytes);
        ASSERT_EQ(again.meshes.size(), 2U);
        for (const MeshInstance& instance : again.meshes) {
            ASSERT_EQ(instance.mesh->normals.size(), 3U);
            expect_near(instance.mesh->normals[1], vec3(0.0F, 0.6F, 0.8F));
            expect_near(instance.mesh->normals[2], vec3(0.6F, 0.0F, 0.8F));
        }
        EXPECT_EQ(count_of(again.diagnostics, "vrml-use-before-def"), 0);
    }
}

}  // namespace
}  // namespace vitruvian

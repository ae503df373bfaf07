// X3D 4's materials: read, written and edited.
#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/formats/save.h"
#include "tests/unit/check_rigs.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/edited_worlds.h"
#include "tests/unit/worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace vitruvian::test {
namespace {

const std::string x3d_head = "#X3D V4.0 utf8\nPROFILE Full\n";
const std::string chrome_shape =
    "Shape { appearance Appearance { material DEF Chrome PhysicalMaterial { baseColor 0.5 0.4 0.3 metallic "
    "0.75 "
    "roughness 0.3 normalScale 0.5 occlusionStrength 0.25 emissiveColor 0.1 0.2 0.3 baseTexture PixelTexture "
    "{ image "
    "1 1 3 0xFF8040 } metallicRoughnessTexture PixelTexture { image 1 1 3 0x008040 } normalTexture DEF N "
    "PixelTexture "
    "{ image 1 1 3 0x8080FF } occlusionTexture PixelTexture { image 1 1 3 0xC0C0C0 } emissiveTexture "
    "PixelTexture { "
    "image 1 1 3 0x102030 repeatS FALSE } } } geometry Box { } }\n";
const std::string cloth_shape =
    "Shape { appearance Appearance { material DEF Cloth Material { diffuseColor 1 1 1 normalTexture "
    "PixelTexture { "
    "image 1 1 3 0x8080FF } emissiveColor 1 1 1 emissiveTexture PixelTexture { image 1 1 3 0x102030 } } } "
    "geometry "
    "Sphere { } }\n";

TEST(WorldMaterials, PhysicalOnesAreReadInLinearLightWithTheirTextures) {
    const Document document = read_text(x3d_head + chrome_shape);
    ASSERT_EQ(document.materials.size(), 1U);
    const Material& material = document.materials[0];
    EXPECT_EQ(material.base_color, vec4(0.5F, 0.4F, 0.3F, 1.0F));
    EXPECT_EQ(material.emissive, vec3(0.1F, 0.2F, 0.3F));
    EXPECT_EQ(material.metallic, 0.75F);
    EXPECT_EQ(material.roughness, 0.3F);
    EXPECT_EQ(material.normal_scale, 0.5F);
    EXPECT_EQ(material.occlusion_strength, 0.25F);
    for (const TextureUse* use :
         {&material.base_color_texture, &material.metallic_roughness_texture, &material.normal_texture,
          &material.occlusion_texture, &material.emissive_texture})
        EXPECT_TRUE(use->present());
    EXPECT_EQ(material.emissive_texture.wrap_u, Wrap::clamp);
    const MeshInstance& instance = document.meshes.at(0);
    EXPECT_FALSE(instance.mesh->uv0.empty());
}

TEST(WorldMaterials, ThoseOfShapesThatDifferOnlyUnderATextureAreOne) {
    const auto world = [](const std::string& texture) {
        const std::string mesh = "coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } coordIndex [ 0 1 2 -1 ]";
        return read_text("#VRML V2.0 utf8\nShape { appearance DEF Wall Appearance { material Material { } " +
                         texture + " } geometry IndexedFaceSet { " + mesh +
                         " } }\nShape { appearance USE Wall geometry IndexedFaceSet { " + mesh +
                         " color Color { color [ 1 0 0, 0 1 0, 0 0 1 ] } } }");
    };
    EXPECT_EQ(world("texture PixelTexture { image 1 1 3 0xFF8040 }").materials.size(), 1U);
    EXPECT_EQ(world("").materials.size(), 2U) << "the vertices' colours replace that of the material";
}

TEST(WorldMaterials, ComeBackFromEachEncodingOfX3d) {
    const Document document = read_text(x3d_head + chrome_shape + cloth_shape);
    for (const FileFormat format : world_formats) {
        SCOPED_TRACE(to_string(format));
        const WrittenWorld out = written_world(document, format);
        std::vector<Difference> lost = differences(document, read_text(out.text), 1e-5F);
        std::erase_if(lost,
                      [](const Difference& d) { return d.part != Part::material || d.field == "name"; });
        const bool is_x3d = format != FileFormat::vrml97;
        EXPECT_EQ(lost.empty(), is_x3d) << (lost.empty() ? "" : lost.front().field);
        // Metal, its texture, normals, occlusion, glow; and the colour that tints, of one of them.
        EXPECT_EQ(count_of(out.encoded.notes, "material-not-carried"), is_x3d ? 0 : 8);
        EXPECT_EQ(count_of(out.encoded.notes, "vrml-not-carried"), 0);
    }
}

TEST(WorldMaterials, AlphaModesAndUnlitOnesAreX3dsToo) {
    Document document = read_text(x3d_head +
                                  R"(
Shape { appearance Appearance { alphaMode "MASK" alphaCutoff 0.25 material DEF A Material { transparency 0.5 } }
  geometry Box { } }
Shape { appearance Appearance { alphaMode "OPAQUE" material DEF B Material { transparency 0.5 } } geometry Box { } }
Shape { appearance Appearance { material DEF C UnlitMaterial { emissiveColor 0 1 1 } } geometry Box { } }
Shape { appearance Appearance { alphaMode "BLEND" material DEF D UnlitMaterial {
    emissiveColor 0 1 0 emissiveTexture PixelTexture { image 1 1 3 0x8080FF } } } geometry Box { } }
Shape { appearance Appearance { material DEF E Material { emissiveColor 1 0 0 } }
  geometry LineSet { vertexCount 2 coord Coordinate { point [ 0 0 0 1 1 1 ] } } }
)");
    ASSERT_EQ(document.materials.size(), 5U);
    EXPECT_EQ(document.materials[0].alpha_mode, AlphaMode::mask);
    EXPECT_EQ(document.materials[0].alpha_cutoff, 0.25F);
    EXPECT_EQ(document.materials[1].alpha_mode, AlphaMode::opaque);
    EXPECT_EQ(document.materials[3].alpha_mode, AlphaMode::blend);
    for (const bool is_gltf : {false, true}) {
        if (is_gltf) {
            document.format = FileFormat::glb;
            document.source = nullptr;
            document.materials[0].base_color.w = 1.0F;  // opacity is what a mask shows, there
            document.materials[1].base_color.w = 1.0F;
        }
        for (const FileFormat format : world_formats) {
            SCOPED_TRACE(to_string(format));
            const WrittenWorld out = written_world(document, format);
            if (format == FileFormat::vrml97) {
                EXPECT_GT(count_of(out.encoded.notes, "material-not-carried"), 2);
                continue;
            }
            std::vector<Difference> lost = differences(document, read_text(out.text), 1e-5F);
            std::erase_if(lost,
                          [](const Difference& d) { return d.part != Part::material || d.field == "name"; });
            EXPECT_TRUE(lost.empty()) << lost.front().field << out.text;
            EXPECT_EQ(count_of(out.encoded.notes, "material-not-carried"), 0);
        }
    }
}

TEST(WorldMaterials, PhysicalOnesAreEditedInTheirOwnFields) {
    const std::string text = x3d_head + chrome_shape;
    Document document = read_text(text);
    Material& material = document.materials[0];
    material.base_color = vec4(0.25F, 0.4F, 0.3F, 1.0F);
    material.metallic = 0.5F;
    material.roughness = 0.125F;
    material.emissive = vec3(0.1F, 0.75F, 0.3F);
    const Result<EncodedDocument> saved = encode_document(document, {});
    ASSERT_TRUE(saved) << saved.error().text();
    std::string expected = replaced(text, "baseColor 0.5 0.4 0.3", "baseColor 0.25 0.4 0.3");
    expected = replaced(expected, "metallic 0.75", "metallic 0.5");
    expected = replaced(expected, "roughness 0.3", "roughness 0.125");
    expected = replaced(expected, "emissiveColor 0.1 0.2 0.3", "emissiveColor 0.1 0.75 0.3");
    EXPECT_EQ(text_of(saved->bytes), expected);
}

TEST(WorldMaterials, SurfacesOfGltfAreMaterialsWithTheirBumps) {
    Document document = read_text(x3d_head + chrome_shape);
    document.format = FileFormat::glb;
    document.source = nullptr;
    const WrittenWorld out = written_world(document, FileFormat::x3d_xml);
    EXPECT_EQ(out.text.find("PhysicalMaterial"), std::string::npos);
    EXPECT_NE(out.text.find("containerField='normalTexture'"), std::string::npos);
    EXPECT_NE(out.text.find("containerField='emissiveTexture'"), std::string::npos);
    EXPECT_EQ(count_of(out.encoded.notes, "material-not-carried"), 3)
        << "metal, its texture, the colour that tints";
    // There is one set of coordinates.
    document.materials[0].normal_texture.scale = vec2(2.0F);
    const WrittenWorld moved = written_world(document, FileFormat::x3d_xml);
    EXPECT_EQ(moved.text.find("containerField='normalTexture'"), std::string::npos);
    EXPECT_EQ(count_of(moved.encoded.notes, "material-not-carried"), 4);
}

}  // namespace
}  // namespace vitruvian::test

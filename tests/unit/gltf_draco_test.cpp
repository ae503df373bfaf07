// Meshes compressed with Draco (encoded here), and streams with wrong sizes.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#include <draco/compression/encode.h>
#include <draco/mesh/mesh.h>
#pragma GCC diagnostic pop

#include "model/core/at.h"
#include "tests/unit/random_rig.h"

#include "gltf_builder.h"
#include <gtest/gtest.h>

#include <array>

namespace vitruvian {
namespace {

using test::GltfBuilder;
using test::Json;

constexpr int columns = 9;
constexpr int rows = 7;
constexpr std::size_t vertex_count = columns * rows;

/// A wavy sheet with texture coordinates, joints and weights.
struct Sheet {
    std::vector<std::array<float, 3>> positions;
    std::vector<std::array<float, 2>> uv;
    std::vector<std::array<std::uint8_t, 4>> joints;
    std::vector<std::array<float, 4>> weights;
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

Sheet make_sheet() {
    Sheet out;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            const auto u = static_cast<float>(x) / (columns - 1);
            const auto v = static_cast<float>(y) / (rows - 1);
            out.positions.push_back({u, v, 0.1F * u * v});
            out.uv.push_back({u, v});
            out.joints.push_back({0, 1, 0, 0});
            out.weights.push_back({u, 1.0F - u, 0.0F, 0.0F});
        }
    }
    for (std::uint32_t y = 0; y + 1 < rows; ++y) {
        for (std::uint32_t x = 0; x + 1 < columns; ++x) {
            const std::uint32_t at = y * columns + x;
            out.triangles.push_back({at, at + 1, at + columns});
            out.triangles.push_back({at + 1, at + columns + 1, at + columns});
        }
    }
    return out;
}

template <class Values>
int add_attribute(draco::Mesh& mesh, draco::GeometryAttribute::Type kind, draco::DataType type,
                  const Values& values) {
    const auto wide = static_cast<std::int8_t>(values[0].size());
    draco::GeometryAttribute attribute;
    attribute.Init(kind, nullptr, static_cast<std::uint8_t>(wide), type, false,
                   static_cast<std::int64_t>(sizeof(values[0])), 0);
    const int id = mesh.AddAttribute(attribute, true, static_cast<std::uint32_t>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
        mesh.attribute(id)->SetAttributeValue(draco::AttributeValueIndex(static_cast<std::uint32_t>(i)),
                                              values[i].data());
    }
    return static_cast<int>(mesh.attribute(id)->unique_id());
}

struct Packed {
    std::vector<char> bytes;
    Json ids;
    std::size_t points = 0;
    std::size_t triangles = 0;
};

Packed pack(const Sheet& sheet, int method) {
    draco::Mesh mesh;
    mesh.set_num_points(static_cast<std::uint32_t>(sheet.positions.size()));
    Packed out;
    out.ids["POSITION"] =
        add_attribute(mesh, draco::GeometryAttribute::POSITION, draco::DT_FLOAT32, sheet.positions);
    out.ids["TEXCOORD_0"] =
        add_attribute(mesh, draco::GeometryAttribute::TEX_COORD, draco::DT_FLOAT32, sheet.uv);
    out.ids["JOINTS_0"] =
        add_attribute(mesh, draco::GeometryAttribute::GENERIC, draco::DT_UINT8, sheet.joints);
    out.ids["WEIGHTS_0"] =
        add_attribute(mesh, draco::GeometryAttribute::GENERIC, draco::DT_FLOAT32, sheet.weights);
    for (const auto& t : sheet.triangles) {
        mesh.AddFace({draco::PointIndex(t[0]), draco::PointIndex(t[1]), draco::PointIndex(t[2])});
    }
    draco::Encoder encoder;
    encoder.SetEncodingMethod(method);
    encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 14);
    draco::EncoderBuffer buffer;
    EXPECT_TRUE(encoder.EncodeMeshToBuffer(mesh, &buffer).ok());
    out.bytes.assign(buffer.data(), buffer.data() + buffer.size());
    out.points = sheet.positions.size();
    out.triangles = sheet.triangles.size();
    return out;
}

GltfBuilder file_of(const Packed& packed) {
    GltfBuilder builder;
    const int view = builder.view(packed.bytes);
    Json primitive;
    primitive["indices"] = builder.accessor(-1, 5123, "SCALAR", packed.triangles * 3);
    Json& attributes = primitive["attributes"];
    attributes["POSITION"] = builder.accessor(-1, 5126, "VEC3", packed.points);
    attributes["TEXCOORD_0"] = builder.accessor(-1, 5126, "VEC2", packed.points);
    attributes["JOINTS_0"] = builder.accessor(-1, 5121, "VEC4", packed.points);
    attributes["WEIGHTS_0"] = builder.accessor(-1, 5126, "VEC4", packed.points);
    primitive["extensions"]["KHR_draco_mesh_compression"] = {{"bufferView", view},
                                                             {"attributes", packed.ids}};
    const int node = builder.mesh_node(primitive);
    builder.push("nodes", {{"name", "a"}});
    builder.push("nodes", {{"name", "b"}});
    builder.push("skins", {{"joints", {1, 2}}});
    at(builder.json["nodes"], node)["skin"] = 0;
    builder.json["extensionsRequired"] = {"KHR_draco_mesh_compression"};
    return builder;
}

TEST(GltfDraco, BothMethodsGiveTheMesh) {
    const Sheet sheet = make_sheet();
    for (const int method : {draco::MESH_SEQUENTIAL_ENCODING, draco::MESH_EDGEBREAKER_ENCODING}) {
        const Result<Document> document = file_of(pack(sheet, method)).load();
        ASSERT_TRUE(document) << document.error().text();
        EXPECT_EQ(expect_valid(*document), std::nullopt);
        ASSERT_EQ(document->meshes.size(), 1U);
        const Mesh& mesh = *document->meshes[0].mesh;
        ASSERT_EQ(mesh.positions.size(), vertex_count);
        EXPECT_EQ(mesh.indices.size(), sheet.triangles.size() * 3);
        ASSERT_EQ(mesh.uv0.size(), vertex_count);
        ASSERT_EQ(mesh.influence_begin.size(), vertex_count + 1);
        // The encoder may reorder vertices; each is identified by its position.
        for (std::size_t v = 0; v < vertex_count; ++v) {
            const vec3& p = mesh.positions[v];
            EXPECT_NEAR(p.z, 0.1F * p.x * p.y, 1e-3F);
            EXPECT_NEAR(mesh.uv0[v].x, p.x, 2e-3F);
            EXPECT_NEAR(mesh.uv0[v].y, p.y, 2e-3F);
            float of_second = 0.0F;
            for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i) {
                if (mesh.influence_joint[i] == 1) of_second += mesh.influence_weight[i];
            }
            EXPECT_NEAR(of_second, 1.0F - p.x, 2e-3F);
        }
    }
}

TEST(GltfDraco, PlainDataBesideItIsUsed) {
    const Packed packed = pack(make_sheet(), draco::MESH_EDGEBREAKER_ENCODING);
    GltfBuilder builder = file_of(packed);
    Json& primitive = builder.json["meshes"][0]["primitives"][0];
    primitive.erase("indices");
    primitive["attributes"] = {{"POSITION", builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0})}};
    const Result<Document> document = builder.load();
    ASSERT_TRUE(document);
    ASSERT_EQ(document->meshes.size(), 1U);
    EXPECT_EQ(document->meshes[0].mesh->positions.size(), 3U);
}

void expect_left_out(const GltfBuilder& builder) {
    const Result<Document> document = builder.load();
    if (!document) return;
    EXPECT_TRUE(document->meshes.empty());
    const auto& list = document->diagnostics.list();
    EXPECT_TRUE(
        std::any_of(list.begin(), list.end(), [](const Diagnostic& d) { return d.code == "gltf-draco"; }));
}

TEST(GltfDraco, AnotherNumberOfVerticesIsTakenAsDecoded) {
    const Sheet sheet = make_sheet();
    const Packed packed = pack(sheet, draco::MESH_EDGEBREAKER_ENCODING);
    for (const std::size_t points : {vertex_count - 1, vertex_count + 1, vertex_count * 3}) {
        for (const std::size_t triangles : {sheet.triangles.size(), sheet.triangles.size() - 1}) {
            Packed other = packed;
            other.points = points;
            other.triangles = triangles;
            const Result<Document> document = file_of(other).load();
            ASSERT_TRUE(document) << document.error().text();
            EXPECT_EQ(expect_valid(*document), std::nullopt);
            ASSERT_EQ(document->meshes.size(), 1U);
            EXPECT_EQ(document->meshes[0].mesh->positions.size(), vertex_count);
            EXPECT_EQ(document->meshes[0].mesh->influence_begin.size(), vertex_count + 1);
            EXPECT_EQ(document->meshes[0].mesh->indices.size(), sheet.triangles.size() * 3);
        }
    }
}

TEST(GltfDraco, CountsFarBeyondTheAccessorsAreRefused) {
    // Many sheets in one stream, and accessors that describe three vertices.
    Sheet many;
    for (std::uint32_t i = 0; i < 20; ++i) {
        const Sheet sheet = make_sheet();
        for (const auto& p : sheet.positions)
            many.positions.push_back({p[0] + 2.0F * static_cast<float>(i), p[1], p[2]});
        many.uv.insert(many.uv.end(), sheet.uv.begin(), sheet.uv.end());
        many.joints.insert(many.joints.end(), sheet.joints.begin(), sheet.joints.end());
        many.weights.insert(many.weights.end(), sheet.weights.begin(), sheet.weights.end());
        const auto first = i * static_cast<std::uint32_t>(vertex_count);
        for (const auto& t : sheet.triangles)
            many.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
    Packed wrong = pack(many, draco::MESH_EDGEBREAKER_ENCODING);
    wrong.points = 3;
    wrong.triangles = 1;
    expect_left_out(file_of(wrong));
    wrong = pack(make_sheet(), draco::MESH_EDGEBREAKER_ENCODING);
    wrong.bytes.clear();
    wrong.bytes.push_back('D');
    expect_left_out(file_of(wrong));
}

TEST(GltfDraco, DamagedStreamsGiveAMeshOrARemark) {
    for (const int method : {draco::MESH_SEQUENTIAL_ENCODING, draco::MESH_EDGEBREAKER_ENCODING}) {
        const Packed packed = pack(make_sheet(), method);
        test::Random random(11);
        for (int round = 0; round < 400; ++round) {
            Packed damaged = packed;
            const auto last = static_cast<int>(packed.bytes.size()) - 1;
            for (int i = random.integer(1, 6); i > 0; --i) {
                at(damaged.bytes, random.integer(0, last)) = static_cast<char>(random.integer(0, 255));
            }
            if (random.chance(0.3F)) damaged.bytes.resize(static_cast<std::size_t>(random.integer(1, last)));
            const Result<Document> document = file_of(damaged).load();
            if (document) {
                EXPECT_EQ(expect_valid(*document), std::nullopt);
            }
        }
    }
}

}  // namespace
}  // namespace vitruvian

// Buffer views compressed with meshoptimizer, under each filter and mode of EXT_meshopt_compression.
#include "model/core/at.h"
#include "model/document/document.h"
#include "model/formats/gltf/read/meshopt_v1.h"
#include "model/io/file.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/unit/gltf_builder.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>
#include <string_view>

namespace vitruvian {
namespace {

using test::GltfBuilder;
using test::Json;
using test::Random;

constexpr std::size_t point_count = 200;
using Bytes = std::vector<unsigned char>;

/// A view of `encoded`, described by `extension`.
int compressed_view(GltfBuilder& builder, const char* extension, const Bytes& encoded, std::size_t stride,
                    std::size_t count, const char* mode, const char* filter = nullptr) {
    const int raw = builder.view(encoded);
    Json description = at(builder.json["bufferViews"], raw);
    description["byteStride"] = stride;
    description["count"] = count;
    description["mode"] = mode;
    if (filter != nullptr) description["filter"] = filter;
    Json view = {{"buffer", 0}, {"byteLength", stride * count}};
    if (std::string_view(mode) == "ATTRIBUTES") view["byteStride"] = stride;
    view["extensions"][extension] = std::move(description);
    return builder.push("bufferViews", std::move(view));
}

Bytes encoded_vertices(const Bytes& values, std::size_t stride, std::size_t count) {
    Bytes out(meshopt_encodeVertexBufferBound(count, stride));
    out.resize(meshopt_encodeVertexBuffer(out.data(), out.size(), values.data(), count, stride));
    return out;
}

/// Points, unit normals and unit quaternions, and triangles of neighbours.
struct Shape {
    std::vector<float> points, normals, turns;
    std::vector<std::uint32_t> triangles;

    explicit Shape(std::uint32_t seed) {
        Random random(seed);
        for (std::size_t i = 0; i < point_count; ++i) {
            const vec3 p = random.vector(-2.0F, 2.0F);
            const quat q = random.rotation();
            const vec3 n = q * vec3(0, 0, 1);
            points.insert(points.end(), {p.x, p.y, p.z});
            normals.insert(normals.end(), {n.x, n.y, n.z, 0.0F});
            turns.insert(turns.end(), {q.x, q.y, q.z, q.w});
        }
        for (std::uint32_t i = 0; i + 2 < point_count; ++i)
            triangles.insert(triangles.end(), {i, i + 1, i + 2});
    }
};

/// Rows of three, which share an exponent: newer versions have an option for it.
void encode_exponential(Bytes& out, std::span<const float> points) {
#if MESHOPTIMIZER_VERSION < 190
    meshopt_encodeFilterExp(out.data(), point_count, 12, 15, points.data());
#else
    meshopt_encodeFilterExp(out.data(), point_count, 12, 15, points.data(), meshopt_EncodeExpSharedVector);
#endif
}

GltfBuilder compressed_file(const Shape& shape, const char* extension, bool indices_as_sequence) {
    GltfBuilder builder;
    Bytes filtered(point_count * 12);
    encode_exponential(filtered, shape.points);
    const int points =
        builder.accessor(compressed_view(builder, extension, encoded_vertices(filtered, 12, point_count), 12,
                                         point_count, "ATTRIBUTES", "EXPONENTIAL"),
                         5126, "VEC3", point_count);
    filtered.resize(point_count * 4);
    meshopt_encodeFilterOct(filtered.data(), point_count, 4, 8, shape.normals.data());
    const int normals =
        builder.accessor(compressed_view(builder, extension, encoded_vertices(filtered, 4, point_count), 4,
                                         point_count, "ATTRIBUTES", "OCTAHEDRAL"),
                         5120, "VEC3", point_count, true);
    filtered.resize(point_count * 8);
    meshopt_encodeFilterQuat(filtered.data(), point_count, 8, 16, shape.turns.data());
    const int turns =
        builder.accessor(compressed_view(builder, extension, encoded_vertices(filtered, 8, point_count), 8,
                                         point_count, "ATTRIBUTES", "QUATERNION"),
                         5122, "VEC4", point_count, true);
    const std::size_t count = shape.triangles.size();
    Bytes encoded(indices_as_sequence ? meshopt_encodeIndexSequenceBound(count, point_count)
                                      : meshopt_encodeIndexBufferBound(count, point_count));
    const std::uint32_t* first = shape.triangles.data();
    encoded.resize(indices_as_sequence
                       ? meshopt_encodeIndexSequence(encoded.data(), encoded.size(), first, count)
                       : meshopt_encodeIndexBuffer(encoded.data(), encoded.size(), first, count));
    const int indices = builder.accessor(
        compressed_view(builder, extension, encoded, 4, count, indices_as_sequence ? "INDICES" : "TRIANGLES"),
        5125, "SCALAR", count);
    const int node = builder.mesh_node(
        {{"attributes", {{"POSITION", points}, {"NORMAL", normals}}}, {"indices", indices}});
    std::vector<float> times;
    for (std::size_t i = 0; i < point_count; ++i) times.push_back(static_cast<float>(i));
    const int input = builder.floats(times, "SCALAR", 1);
    builder.push(
        "animations",
        {{"samplers", Json::array({{{"input", input}, {"output", turns}}})},
         {"channels", Json::array({{{"sampler", 0}, {"target", {{"node", node}, {"path", "rotation"}}}}})}});
    builder.json["extensionsUsed"] = {extension, "KHR_mesh_quantization"};
    builder.json["extensionsRequired"] = {extension, "KHR_mesh_quantization"};
    return builder;
}

void expect_shape(const Document& document, const Shape& shape) {
    ASSERT_EQ(document.meshes.size(), 1U);
    const Mesh& mesh = *document.meshes[0].mesh;
    ASSERT_EQ(mesh.positions.size(), point_count);
    ASSERT_EQ(mesh.normals.size(), point_count);
    for (std::size_t i = 0; i < point_count; ++i) {
        const vec3 point(shape.points[3 * i], shape.points[3 * i + 1], shape.points[3 * i + 2]);
        const vec3 normal(shape.normals[4 * i], shape.normals[4 * i + 1], shape.normals[4 * i + 2]);
        EXPECT_LT(glm::distance(mesh.positions[i], point), 1e-3F);
        EXPECT_GT(glm::dot(glm::normalize(mesh.normals[i]), normal), 0.999F);
    }
    // The codec may rotate a triangle's corners.
    ASSERT_EQ(mesh.indices.size(), shape.triangles.size());
    for (std::size_t t = 0; t < shape.triangles.size(); t += 3) {
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const auto begin = shape.triangles.begin() + static_cast<std::ptrdiff_t>(t);
            EXPECT_NE(std::find(begin, begin + 3, mesh.indices[t + corner]), begin + 3) << t;
        }
    }
    ASSERT_EQ(document.clips.size(), 1U);
    const Channel& channel = document.clips[0]->channels.at(0);
    for (std::size_t i = 0; i < point_count; ++i) {
        float along = 0.0F;
        for (std::size_t c = 0; c < 4; ++c) along += channel.values[4 * i + c] * shape.turns[4 * i + c];
        EXPECT_GT(std::abs(along), 0.9999F) << i;
    }
}

TEST(Meshopt, EveryFilterAndModeIsRead) {
    for (const char* extension : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
        for (const bool sequence : {false, true}) {
            const Shape shape(sequence ? 3U : 4U);
            const Result<Document> document = compressed_file(shape, extension, sequence).load();
            ASSERT_TRUE(document) << document.error().text();
            EXPECT_EQ(expect_valid(*document), std::nullopt);
            EXPECT_TRUE(document->diagnostics.list().empty())
                << extension << ": " << document->diagnostics.list().front().message;
            expect_shape(*document, shape);
        }
    }
}

/// A sequence of 16-bit numbers.
struct Sequence {
    std::uint32_t state = 12345;
    std::uint32_t next() { return (state = state * 1664525U + 1013904223U) >> 16U; }
};

TEST(Meshopt, Version1OfAttributesIsRead) {
    // tests/data/meshopt/vertices_v1.bin: 400 elements of 24 bytes, encoded by meshoptimizer 1.0 at its highest
    // level; it has each kind of difference and each way to store one.
    constexpr std::size_t count = 400;
    const Result<std::vector<std::byte>> stream =
        read_file(source_folder() / "tests/data/meshopt/vertices_v1.bin", 10'000);
    ASSERT_TRUE(stream);
    GltfBuilder builder;
    Bytes bytes(stream->size());
    std::memcpy(bytes.data(), stream->data(), bytes.size());
    const int view = compressed_view(builder, "KHR_meshopt_compression", bytes, 24, count, "ATTRIBUTES");
    const auto attribute = [&](std::size_t offset, int component_type, const char* type) {
        const int out = builder.accessor(view, component_type, type, count, component_type != 5126);
        at(builder.json["accessors"], out)["byteOffset"] = offset;
        return out;
    };
    builder.mesh_node({{"mode", 0},
                       {"attributes",
                        {{"COLOR_0", attribute(0, 5121, "VEC4")},
                         {"TEXCOORD_0", attribute(4, 5123, "VEC2")},
                         {"TEXCOORD_1", attribute(8, 5123, "VEC2")},
                         {"POSITION", attribute(12, 5126, "VEC3")}}}});
    const Document document = load(builder);
    EXPECT_TRUE(document.diagnostics.list().empty());
    ASSERT_EQ(document.meshes.size(), 1U);
    const Mesh& mesh = *document.meshes[0].mesh;
    ASSERT_EQ(mesh.positions.size(), count);
    Sequence random;
    std::uint32_t word = 0x3F80A5C3;
    for (std::uint32_t i = 0; i < count; ++i) {
        const vec4 color(i & 255U, (i * 7) & 255U, 5, i % 50 == 0 ? 200 : 9);
        EXPECT_LT(glm::distance(mesh.colors[i], color / 255.0F), 1e-6F) << i;
        const vec2 uv0(i * 37U & 65535U, (60000U - i * 300U) & 65535U);
        EXPECT_LT(glm::distance(mesh.uv0[i], uv0 / 65535.0F), 1e-6F) << i;
        const std::uint32_t u = random.next();
        EXPECT_LT(glm::distance(mesh.uv1[i], vec2(u, random.next()) / 65535.0F), 1e-6F) << i;
        word ^= ((random.next() >> 5U) & 3U) * 0x2800U;
        const vec3 point(1.0F / static_cast<float>(1 + i), 0.5F + 0.125F * static_cast<float>(i),
                         std::bit_cast<float>(word));
        EXPECT_EQ(mesh.positions[i], point) << i;
    }
}

TEST(Meshopt, DamagedVersion1IsRefused) {
    const Result<std::vector<std::byte>> stream =
        read_file(source_folder() / "tests/data/meshopt/vertices_v1.bin", 10'000);
    ASSERT_TRUE(stream);
    std::vector<std::byte> out(std::size_t{400} * 24);
    EXPECT_TRUE(gltf::decode_attributes_v1(*stream, 24, out));
    EXPECT_FALSE(gltf::decode_attributes_v1(*stream, 24, std::span(out).first(out.size() - 24 * 200)));
    for (std::size_t length = 0; length < stream->size(); length += 7)
        EXPECT_FALSE(gltf::decode_attributes_v1(std::span(*stream).first(length), 24, out)) << length;
    for (std::size_t i = 0; i < stream->size(); i += 3) {  // to be caught by the sanitizer
        std::vector<std::byte> damaged = *stream;
        damaged[i] ^= std::byte{0xFF};
        (void)gltf::decode_attributes_v1(damaged, 24, out);
    }
}

TEST(Meshopt, ColorFilterIsUndone) {
    // Made by meshoptimizer 1.0 from (0, 94, 189, 26) and (120, 214, 51, 145); off by one where it rounds.
    std::array<std::uint8_t, 8> narrow{95, 162, 0, 141, 149, 34, 64, 200};
    gltf::decode_color_filter(std::as_writable_bytes(std::span(narrow)), 4);
    EXPECT_EQ(narrow, (std::array<std::uint8_t, 8>{1, 95, 189, 27, 119, 213, 51, 144}));
    std::array<std::uint16_t, 8> wide{24248, 41288, 0, 36045, 38501, 8847, 16547, 51445};
    gltf::decode_color_filter(std::as_writable_bytes(std::span(wide)), 8);
    EXPECT_EQ(wide, (std::array<std::uint16_t, 8>{0, 24248, 48496, 6555, 30801, 55048, 13107, 37355}));
}

}  // namespace
}  // namespace vitruvian

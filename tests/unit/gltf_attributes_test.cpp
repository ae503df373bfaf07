// Arrays longer than the blocks in which they are copied, corrupted at random places: what is read is valid,
// and uncorrupted values are unchanged. The expected values come from a naive implementation.
#include "tests/unit/gltf_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace vitruvian {
namespace {

using test::count_of;
using test::GltfBuilder;

enum class Layout { packed, interleaved };

struct Arrays {
    std::vector<float> positions;
    std::vector<float> normals;
    std::vector<float> uv;
    std::vector<std::uint32_t> indices;
};

std::size_t pick(std::mt19937& random, std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

/// Valid arrays of `count` vertices.
Arrays random_arrays(std::mt19937& random, std::size_t count) {
    std::uniform_real_distribution<float> number(-1.0F, 1.0F);
    Arrays out;
    for (std::size_t i = 0; i < count; ++i) {
        for (int axis = 0; axis < 3; ++axis) out.positions.push_back(number(random));
        const vec3 normal = glm::normalize(vec3(number(random), 1.5F, number(random)));
        out.normals.insert(out.normals.end(), {normal.x, normal.y, normal.z});
        for (int axis = 0; axis < 2; ++axis) out.uv.push_back(number(random));
        for (int corner = 0; corner < 3; ++corner)
            out.indices.push_back(static_cast<std::uint32_t>(pick(random, count)));
    }
    return out;
}

/// An accessor of the numbers; interleaved ones have unrelated bytes after each element.
int attribute(GltfBuilder& builder, const std::vector<float>& values, const char* type, std::size_t wide,
              Layout layout) {
    if (layout == Layout::packed) return builder.floats(values, type, wide);
    std::vector<float> spread;
    for (std::size_t i = 0; i < values.size(); ++i) {
        spread.push_back(values[i]);
        if (i % wide == wide - 1) spread.push_back(std::numeric_limits<float>::quiet_NaN());
    }
    const int view = builder.view(spread, static_cast<int>((wide + 1) * sizeof(float)));
    return builder.accessor(view, 5126, type, values.size() / wide);
}

Document read(const Arrays& arrays, Layout layout) {
    GltfBuilder builder;
    const int position = attribute(builder, arrays.positions, "VEC3", 3, layout);
    const int normal = attribute(builder, arrays.normals, "VEC3", 3, layout);
    const int uv = attribute(builder, arrays.uv, "VEC2", 2, layout);
    const int index = builder.accessor(builder.view(arrays.indices), 5125, "SCALAR", arrays.indices.size());
    builder.mesh_node({{"attributes", {{"POSITION", position}, {"NORMAL", normal}, {"TEXCOORD_0", uv}}},
                       {"indices", index}});
    return test::load(builder);
}

vec3 third(const std::vector<float>& numbers, std::size_t i) {
    return {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
}

class GltfAttributes : public testing::TestWithParam<Layout> {
  protected:
    std::mt19937 random{7};
};

TEST_P(GltfAttributes, SoundNumbersAreReadAsTheyAre) {
    for (const std::size_t count : {1U, 3U, 1365U, 1366U, 5000U}) {
        const Arrays arrays = random_arrays(random, count);
        const Document document = read(arrays, GetParam());
        ASSERT_EQ(document.meshes.size(), 1U);
        const Mesh& mesh = *document.meshes[0].mesh;
        EXPECT_TRUE(document.diagnostics.list().empty());
        EXPECT_EQ(mesh.indices, arrays.indices);
        for (std::size_t i = 0; i < count; ++i) {
            ASSERT_EQ(mesh.positions[i], third(arrays.positions, i));
            ASSERT_EQ(mesh.normals[i], third(arrays.normals, i));
            ASSERT_EQ(mesh.uv0[i], vec2(arrays.uv[2 * i], arrays.uv[2 * i + 1]));
        }
    }
}

TEST_P(GltfAttributes, NumbersThatAreNotFiniteBecomeZeroWhereverTheyStand) {
    constexpr std::array bad{std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity()};
    for (int round = 0; round < 30; ++round) {
        Arrays arrays = random_arrays(random, 4000);
        const std::size_t at = pick(random, arrays.positions.size());
        const std::size_t uv_at = pick(random, arrays.uv.size());
        arrays.positions[at] = bad[pick(random, bad.size())];
        arrays.uv[uv_at] = bad[pick(random, bad.size())];
        const Document document = read(arrays, GetParam());
        const Mesh& mesh = *document.meshes.at(0).mesh;
        EXPECT_EQ(count_of(document, "gltf-not-finite"), 2);
        arrays.positions[at] = 0.0F;
        arrays.uv[uv_at] = 0.0F;
        EXPECT_EQ(mesh.positions[at / 3], third(arrays.positions, at / 3));
        EXPECT_EQ(mesh.uv0[uv_at / 2][static_cast<int>(uv_at % 2)], 0.0F);
    }
}

TEST_P(GltfAttributes, NormalsAreMadeUnitWhereverTheyStand) {
    for (int round = 0; round < 30; ++round) {
        Arrays arrays = random_arrays(random, 4000);
        const std::size_t longer = pick(random, 2000);
        const std::size_t nowhere = 2000 + pick(random, 2000);
        const vec3 before = third(arrays.normals, longer);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            arrays.normals[3 * longer + axis] *= 17.0F;
            arrays.normals[3 * nowhere + axis] = 0.0F;
        }
        const Document document = read(arrays, GetParam());
        const Mesh& mesh = *document.meshes.at(0).mesh;
        EXPECT_LT(glm::distance(mesh.normals[longer], before), 1e-6F);
        EXPECT_NEAR(glm::length(mesh.normals[nowhere]), 1.0F, 1e-6F);
        EXPECT_EQ(count_of(document, "gltf-normal-zero"), 1);
    }
}

TEST_P(GltfAttributes, TrianglesWithACornerOutsideAreLeftOutWhereverTheyStand) {
    for (int round = 0; round < 30; ++round) {
        Arrays arrays = random_arrays(random, 3000);
        const std::size_t at = pick(random, arrays.indices.size());
        arrays.indices[at] = static_cast<std::uint32_t>(3000 + pick(random, 100'000));
        const Document document = read(arrays, GetParam());
        EXPECT_EQ(count_of(document, "gltf-index-range"), 1);
        const auto triangle = arrays.indices.begin() + static_cast<std::ptrdiff_t>(at / 3 * 3);
        arrays.indices.erase(triangle, triangle + 3);
        EXPECT_EQ(document.meshes.at(0).mesh->indices, arrays.indices);
    }
}

INSTANTIATE_TEST_SUITE_P(Layouts, GltfAttributes, testing::Values(Layout::packed, Layout::interleaved));

TEST(ExpectValid, ProvedNumbersOfMeshesAreNotLookedAtAgainButAllElseIs) {
    GltfBuilder builder;
    builder.mesh_node({{"attributes", {{"POSITION", builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0})}}}});
    Document document = test::load(builder);
    auto odd = std::make_shared<Mesh>(*document.meshes.at(0).mesh);
    odd->positions[1].x = std::numeric_limits<float>::infinity();
    document.meshes[0].mesh = odd;
    EXPECT_NE(expect_valid(document), std::nullopt);
    EXPECT_EQ(expect_valid(document, MeshNumbers::proved), std::nullopt);
    auto short_of_one = std::make_shared<Mesh>(*odd);
    short_of_one->normals.resize(2);
    document.meshes[0].mesh = short_of_one;
    EXPECT_NE(expect_valid(document, MeshNumbers::proved), std::nullopt);
}

/// A mesh of `count` vertices with one target, whose offsets are those of `positions` and `normals` by vertex: all of
/// them written, or the listed ones only.
MorphTarget target_written(const std::map<std::uint16_t, vec3>& positions,
                           const std::map<std::uint16_t, vec3>& normals, bool is_sparse,
                           bool in_order = true) {
    constexpr std::size_t count = 30;
    GltfBuilder builder;
    const auto written = [&](const std::map<std::uint16_t, vec3>& offsets) {
        std::vector<float> all(count * 3, 0.0F);
        std::vector<float> few;
        std::vector<std::uint16_t> indices;
        for (const auto& [vertex, offset] : offsets) {
            for (int i = 0; i < 3; ++i) all[vertex * 3U + static_cast<unsigned>(i)] = offset[i];
            indices.push_back(vertex);
            few.insert(few.end(), {offset.x, offset.y, offset.z});
        }
        if (!is_sparse) return builder.vec3s(all);
        if (!in_order) {
            std::swap_ranges(few.begin(), few.begin() + 3, few.end() - 3);
            std::swap(indices.front(), indices.back());
        }
        const int accessor = builder.accessor(-1, 5126, "VEC3", count);
        const int index_view = builder.view(indices);
        builder.json["accessors"][static_cast<std::size_t>(accessor)]["sparse"] = {
            {"count", indices.size()},
            {"indices", {{"bufferView", index_view}, {"componentType", 5123}}},
            {"values", {{"bufferView", builder.view(few)}}}};
        return accessor;
    };
    test::Json target = {{"POSITION", written(positions)}};
    if (!normals.empty()) target["NORMAL"] = written(normals);
    const int points = builder.vec3s(std::vector<float>(count * 3, 1.0F));
    builder.mesh_node({{"attributes", {{"POSITION", points}}}, {"targets", {target}}});
    const Document document = builder.load().value();
    return document.meshes.at(0).mesh->targets.at(0);
}

void expect_same(const MorphTarget& a, const MorphTarget& b) {
    EXPECT_EQ(a.vertices, b.vertices);
    EXPECT_EQ(a.positions, b.positions);
    EXPECT_EQ(a.normals, b.normals);
}

TEST(GltfTargets, SparseOffsetsAreThoseOfAllVertices) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> number(-1.0F, 1.0F);
    const auto some = [&](std::size_t most) {
        std::map<std::uint16_t, vec3> out;
        for (std::size_t i = 0; i < most; ++i)
            out[static_cast<std::uint16_t>(random() % 30)] =
                random() % 4 == 0 ? vec3(0.0F) : vec3(number(random), number(random), number(random));
        return out;
    };
    for (int round = 0; round < 50; ++round) {
        const auto positions = some(1 + random() % 12);
        const auto normals = some(random() % 12);
        const MorphTarget all = target_written(positions, normals, false);
        EXPECT_LE(all.vertices.size(), positions.size() + normals.size());
        expect_same(target_written(positions, normals, true), all);
        expect_same(target_written(positions, normals, true, false), all);
    }
    const std::map<std::uint16_t, vec3> broken{{3, vec3(NAN, 1.0F, 0.0F)}};
    expect_same(target_written(broken, {}, true), target_written(broken, {}, false));
}

}  // namespace
}  // namespace vitruvian

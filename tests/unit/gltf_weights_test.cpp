// Edited skin weights overwrite the bytes in a GLB.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/folders.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/gltf_builder.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian::test {
namespace {

Document read_bytes(std::span<const std::byte> bytes) {
    Result<Document> document = load_document(bytes, "t", {});
    if (!document) throw std::runtime_error(document.error().text());
    return std::move(*document);
}

std::vector<std::byte> written(const Document& document, FileFormat format) {
    SaveOptions options;
    options.format = format;
    const Result<EncodedDocument> encoded = encode_document(document, options);
    if (!encoded) throw std::runtime_error(encoded.error().text());
    return encoded->bytes;
}

int skinned_mesh(const Document& document) {
    const auto found = std::find_if(document.meshes.begin(), document.meshes.end(),
                                    [](const MeshInstance& mesh) { return mesh.mesh->is_skinned(); });
    return static_cast<int>(found - document.meshes.begin());
}

/// A vertex with a single joint.
PaintWeights painted(const Document& document, std::uint32_t vertex) {
    const MeshInstance& mesh = at(document.meshes, skinned_mesh(document));
    const std::uint32_t entry = mesh.mesh->influence_joint[mesh.mesh->influence_begin[vertex]];
    const int node = mesh.skin->nodes[entry];
    const std::vector<Joint>& joints = document.humanoids.at(0).joints;
    const auto joint =
        std::find_if(joints.begin(), joints.end(), [node](const Joint& j) { return j.node == node; });
    PaintWeights out;
    out.mesh = {ItemKind::mesh, -1, skinned_mesh(document)};
    out.joint = joint_item(0, static_cast<int>(joint - joints.begin()));
    out.weights = {{vertex, 1.0F}};
    return out;
}

TEST(GltfWeights, OnlyTheBytesOfPaintedVerticesChange) {
    for (std::uint32_t seed = 1; seed <= 6; ++seed) {
        const std::vector<std::byte> before = written(random_document(seed), FileFormat::glb);
        Document document = read_bytes(before);
        ASSERT_TRUE(apply(painted(document, 3), document)) << seed;
        const Result<EncodedDocument> encoded = encode_document(document, {});
        ASSERT_TRUE(encoded) << encoded.error().text();
        ASSERT_EQ(encoded->bytes.size(), before.size()) << seed;
        std::size_t changed = 0;
        for (std::size_t i = 0; i < before.size(); ++i) changed += before[i] != encoded->bytes[i] ? 1 : 0;
        EXPECT_GT(changed, 0U);
        EXPECT_LE(changed, 2U * 4U * (4U + 2U)) << "two sets of a vertex: four weights and four joints each";
        EXPECT_EQ(difference(read_bytes(encoded->bytes), document), std::nullopt) << seed;
    }
}

TEST(GltfWeights, AFileWithoutAChunkGetsNewAccessors) {
    Result<Document> read = load_document(source_folder() / "tests/data/boxman.gltf");
    ASSERT_TRUE(read);
    Document document = std::move(*read);
    ASSERT_TRUE(apply(painted(document, 3), document));
    const Result<EncodedDocument> encoded = encode_document(document, {});
    ASSERT_TRUE(encoded) << encoded.error().text();
    for (const Diagnostic& note : encoded->notes.list()) EXPECT_NE(note.code, "save-anew") << note.message;
    EXPECT_EQ(difference(read_bytes(encoded->bytes), document), std::nullopt);
}

/// A triangle on two joints with weights that validators reject.
std::vector<std::byte> badly_weighted() {
    GltfBuilder builder;
    Json attributes;
    attributes["POSITION"] = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    attributes["JOINTS_0"] =
        builder.accessor(builder.view<std::uint8_t>({0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}), 5121, "VEC4", 3);
    attributes["WEIGHTS_0"] =
        builder.floats({0.8F, 0.239F, 0, 0, 1, 0, 0, 0, 0.500004F, 0.5F, 0, 0}, "VEC4", 4);
    builder.push("nodes", {{"name", "arm"}, {"children", {1}}});
    builder.push("nodes", {{"name", "hand"}, {"translation", {0, 1, 0}}});
    builder.mesh_node({{"attributes", attributes}});
    builder.json["nodes"][2]["skin"] = 0;
    builder.push("skins", {{"joints", {0, 1}}});
    builder.json["scenes"] = {{{"nodes", {0, 2}}}};
    builder.json["extras"]["kept"] = "as it is";
    return builder.glb();
}

TEST(GltfWeights, ThoseThatTheReaderRepairedAreConvertedSo) {
    const std::vector<std::byte> before = badly_weighted();
    const Document document = read_bytes(before);
    ASSERT_TRUE(document.meshes.at(0).mesh->influence_repaired);
    EXPECT_EQ(written(document, FileFormat::glb), before) << "in its own format the file stays as it is";
    SaveOptions options;
    options.format = FileFormat::gltf;
    const Result<EncodedDocument> encoded = encode_document(document, options);
    ASSERT_TRUE(encoded) << encoded.error().text();
    EXPECT_EQ(count_of(encoded->notes, "weights-repaired"), 1);
    const std::string text(reinterpret_cast<const char*>(encoded->bytes.data()), encoded->bytes.size());
    EXPECT_NE(text.find("as it is"), std::string::npos) << "the rest stays, too";
    ASSERT_EQ(encoded->side_files.size(), 1U);
    std::vector<float> weights(12);
    std::memcpy(weights.data(), encoded->side_files[0].bytes.data() + 48, 48);
    for (std::size_t v = 0; v < 3; ++v) {
        float sum = 0.0F;
        for (std::size_t k = 4 * v; k < 4 * v + 4; ++k) sum += weights[k];
        EXPECT_NEAR(sum, 1.0F, 2e-7F) << v;
    }
}

}  // namespace
}  // namespace vitruvian::test

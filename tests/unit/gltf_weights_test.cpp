// Skin weights that were edited go into the bytes of a GLB that had them.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/folders.h"
#include "tests/unit/document_equality.h"
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

/// One vertex that one joint alone is to move.
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

}  // namespace
}  // namespace vitruvian::test

// Weights of a skin whose vertices are split at its edges, as glTF files have them: what is one point stays one.
#include "model/core/at.h"
#include "model/edit/skin_brush.h"
#include "model/formats/load.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <vector>

namespace vitruvian {
namespace {

class SplitSkin : public testing::Test {
  protected:
    void SetUp() override {
        Result<Document> read = load_document(source_folder() / "tests" / "data" / "boxman.gltf");
        ASSERT_TRUE(read);
        document_ = std::move(*read);
    }
    const Mesh& mesh() const { return *document_.meshes.front().mesh; }

    Document document_;
};

TEST_F(SplitSkin, AProbedVertexIsAllThatIsThere) {
    const std::vector<int> corner = vertices_at(mesh(), 0);
    ASSERT_GE(corner.size(), 3U) << "three faces of a box";
    EXPECT_EQ(corner.front(), 0);
    for (const int v : corner) EXPECT_EQ(at(mesh().positions, v), mesh().positions[0]);
}

TEST_F(SplitSkin, AVertexAloneIsPosedAsInTheWhole) {
    const MeshInstance& whole = document_.meshes.front();
    document_.nodes[3].delta.rotation = axis_angle(vec3(0.3F, 0.8F, 0.1F), 0.7F);
    const Skeleton skeleton = make_skeleton(document_);
    const std::vector<mat4> world = world_matrices(skeleton, file_pose(skeleton));
    const std::vector<float> weights(document_.displacers.size(), 0.6F);
    const std::vector<vec3> all = skinned_positions(whole, world, weights);
    for (std::uint32_t v = 0; v < all.size(); v += 7) {
        const std::vector<vec3> one = skinned_positions(vertex_alone(whole, v), world, weights);
        ASSERT_EQ(one.size(), 1U);
        EXPECT_LT(glm::length(one.front() - all[v]), 1e-6F) << v;
    }
}

TEST_F(SplitSkin, SmoothingTearsNothing) {
    const int entry = 1;
    std::vector<float> stroke(mesh().positions.size(), 0.5F);
    std::map<std::tuple<float, float, float, float>, float> at_place;
    const auto weights = stroke_weights(mesh(), entry, BrushMode::smooth, stroke);
    ASSERT_FALSE(weights.empty());
    for (const auto& [v, weight] : weights) {
        const vec3& p = at(mesh().positions, v);
        const float before = weight_of(mesh(), static_cast<std::uint32_t>(v), entry);
        const auto [place, is_new] = at_place.try_emplace({p.x, p.y, p.z, before}, weight);
        EXPECT_TRUE(is_new || place->second == weight) << "vertex " << v;
    }
}

}  // namespace
}  // namespace vitruvian

// Properties of CPU skinning over random figures.
#include "model/core/at.h"
#include "model/pose/pose.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <memory>

namespace vitruvian {
namespace {

using test::Random;

/// The document's first mesh, with its displacer at zero.
struct Figure {
    Document document;
    Skeleton skeleton;
    std::vector<float> still;
    explicit Figure(std::uint32_t seed)
        : document(test::random_document(seed)),
          skeleton(make_skeleton(document)),
          still(document.displacers.size(), 0.0F) {}
    [[nodiscard]] const MeshInstance& skinned() const { return document.meshes[0]; }
    [[nodiscard]] std::vector<mat4> rest() const { return world_matrices(skeleton, rest_pose(skeleton)); }
};

TEST(Skinning, RestPoseIsIdentity) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const Figure figure(seed);
        const std::vector<vec3> posed = skinned_positions(figure.skinned(), figure.rest(), figure.still);
        const std::vector<vec3>& own = figure.skinned().mesh->positions;
        ASSERT_EQ(posed.size(), own.size());
        for (std::size_t v = 0; v < own.size(); ++v) EXPECT_LT(glm::length(posed[v] - own[v]), 1e-4F);
    }
}

TEST(Skinning, RigidMotionMovesAllRigidly) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const Figure figure(seed);
        Random random(seed + 100);
        const mat4 motion = to_matrix(random.trs(1.0F, 1.0F));
        std::vector<mat4> world = figure.rest();
        for (mat4& m : world) m = motion * m;
        const std::vector<vec3> posed = skinned_positions(figure.skinned(), world, figure.still);
        for (std::size_t v = 0; v < posed.size(); ++v) {
            const vec3 expected(motion * vec4(figure.skinned().mesh->positions[v], 1.0F));
            EXPECT_LT(glm::length(posed[v] - expected), 2e-4F);
        }
    }
}

TEST(Skinning, EachVertexIsTheWeightedMeanOfItsJoints) {
    const Figure figure(3);
    Random random(3);
    Pose pose = rest_pose(figure.skeleton);
    for (Transform& t : pose.local) t.rotation = random.rotation();
    const std::vector<mat4> world = world_matrices(figure.skeleton, pose);
    const Mesh& mesh = *figure.skinned().mesh;
    const Skin& skin = *figure.skinned().skin;
    const std::vector<vec3> posed = skinned_positions(figure.skinned(), world, figure.still);
    for (std::size_t v = 0; v < posed.size(); ++v) {
        vec4 mean(0.0F);
        for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i) {
            const std::uint32_t j = mesh.influence_joint[i];
            mean += mesh.influence_weight[i] *
                    (at(world, skin.nodes[j]) * skin.inverse_bind[j] * vec4(mesh.positions[v], 1.0F));
        }
        EXPECT_LT(glm::length(posed[v] - vec3(mean)), 1e-4F);
    }
}

TEST(Skinning, DisplacersMoveTheirVerticesBeforeTheSkin) {
    const Figure figure(4);
    const MorphTarget& target = figure.skinned().mesh->targets[0];
    const std::vector<vec3> still = skinned_positions(figure.skinned(), figure.rest(), figure.still);
    const std::vector<float> half{0.5F, 0.0F};
    const std::vector<vec3> moved = skinned_positions(figure.skinned(), figure.rest(), half);
    std::vector<vec3> expected(still.size(), vec3(0.0F));
    for (std::size_t i = 0; i < target.vertices.size(); ++i)
        expected[target.vertices[i]] = 0.5F * target.positions[i];
    for (std::size_t v = 0; v < still.size(); ++v) {
        EXPECT_LT(glm::length(moved[v] - still[v] - expected[v]), 1e-4F) << "vertex " << v;
    }
}

TEST(Skinning, VertexWithoutInfluencesKeepsItsPlaceInItsNode) {
    Figure figure(5);
    Mesh mesh = *figure.skinned().mesh;
    mesh.influence_begin.assign(mesh.positions.size() + 1, 0);
    mesh.influence_joint.clear();
    mesh.influence_weight.clear();
    MeshInstance instance = figure.skinned();
    instance.mesh = std::make_shared<Mesh>(mesh);
    EXPECT_EQ(skinned_positions(instance, figure.rest(), figure.still), mesh.positions);
    instance.node = 0;
    const std::vector<mat4> world = figure.rest();
    const std::vector<vec3> posed = skinned_positions(instance, world, figure.still);
    for (std::size_t v = 0; v < posed.size(); ++v) {
        EXPECT_LT(glm::length(posed[v] - vec3(world[0] * vec4(mesh.positions[v], 1.0F))), 1e-5F);
    }
}

TEST(Skinning, SourceOrderUndoesSplitVertices) {
    const Figure figure(6);
    const MeshInstance& rigid = figure.document.meshes[1];
    const std::vector<vec3> ours = skinned_positions(rigid, figure.rest(), figure.still);
    const std::vector<vec3> files = skinned_source_positions(rigid, figure.rest(), figure.still);
    ASSERT_EQ(files.size(), rigid.mesh->source_vertex_count);
    for (std::size_t v = 1; v < ours.size(); v += 2) EXPECT_EQ(files[v / 2], ours[v]);
}

TEST(Skinning, BoundsHoldEveryVertexTightly) {
    const Figure figure(8);
    const Bounds bounds = posed_bounds(figure.document, figure.rest(), figure.still);
    Bounds expected;
    for (const MeshInstance& instance : figure.document.meshes) {
        for (const vec3& p : skinned_positions(instance, figure.rest(), figure.still)) expected.add(p);
    }
    EXPECT_EQ(bounds.min, expected.min);
    EXPECT_EQ(bounds.max, expected.max);
    EXPECT_TRUE(posed_bounds(figure.document, figure.rest(), figure.still, 1).empty())
        << "no such humanoid's meshes";
}

}  // namespace
}  // namespace vitruvian

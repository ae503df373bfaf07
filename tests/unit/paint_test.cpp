// Painting skin weights: the brush, and the result of a stroke in the document and in files.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/edit/skin_brush.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/unit/edited_figures.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace vitruvian::test {
namespace {

float sum_of(const Mesh& mesh, std::uint32_t vertex) {
    float sum = 0.0F;
    for (std::uint32_t i = mesh.influence_begin[vertex]; i < mesh.influence_begin[vertex + 1]; ++i)
        sum += mesh.influence_weight[i];
    return sum;
}

/// The first skinned mesh, and a joint of its skin whose parent is also in it.
struct Target {
    Item mesh;
    Item joint;
    int entry = -1;
};
Target target_in(const Document& document, const std::string& joint) {
    const Item item = joint_called(document, joint);
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        const int entry = skin_entry(*document.meshes[m].skin, node_of(document, item));
        if (document.meshes[m].mesh->is_skinned() && entry >= 0)
            return {{ItemKind::mesh, -1, static_cast<int>(m)}, item, entry};
    }
    return {};
}

TEST(PaintWeights, TheOthersShareWhatIsLeft) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        Document document = random_document(seed);
        const auto mesh = std::find_if(document.meshes.begin(), document.meshes.end(),
                                       [](const MeshInstance& m) { return m.mesh->is_skinned(); });
        ASSERT_NE(mesh, document.meshes.end());
        const Item item{ItemKind::mesh, -1, static_cast<int>(mesh - document.meshes.begin())};
        std::optional<Item> joint;
        for (const Item& candidate : items_of(document, ItemKind::joint, 0)) {
            if (skin_entry(*mesh->skin, node_of(document, candidate)) >= 0) joint = candidate;
        }
        ASSERT_TRUE(joint);
        const int entry = skin_entry(*mesh->skin, node_of(document, *joint));
        const std::shared_ptr<const Mesh> before = mesh->mesh;
        PaintWeights paint{item, *joint, {}};
        for (int v = 0; v < static_cast<int>(file_vertex_count(*before)); v += 2)
            paint.weights.emplace_back(v, random.real(0.0F, 1.0F));
        apply_well(paint, document);
        const Mesh& after = *at(document.meshes, item.index).mesh;
        for (std::uint32_t v = 0; v < after.positions.size(); ++v) {
            const auto file = file_vertex(after, v);
            if (file % 2 != 0) {
                EXPECT_EQ(weight_of(after, v, entry), weight_of(*before, v, entry));
                continue;
            }
            EXPECT_NEAR(sum_of(after, v), 1.0F, 1e-5F);
            const bool alone = after.influence_begin[v + 1] - after.influence_begin[v] == 1;
            if (!alone) {
                EXPECT_NEAR(weight_of(after, v, entry), paint.weights[file / 2].second, 1e-6F);
            }
        }
    }
}

TEST(PaintWeights, AVertexGetsNoMoreInfluencesThanGamesHave) {
    Document document = figure("assets/manikin/manikin.glb");
    const Target target = target_in(document, "leftLowerArm");
    const auto joints = items_of(document, ItemKind::joint, 0);
    const auto painted = [&]() -> const Mesh& { return *at(document.meshes, target.mesh.index).mesh; };
    int count = 0;
    float share = 0.1F;
    for (const Item& joint : joints) {
        const Skin& skin = *at(document.meshes, target.mesh.index).skin;
        if (skin_entry(skin, node_of(document, joint)) < 0 || ++count > 8) continue;
        share += 0.05F;
        apply_well(PaintWeights{target.mesh, joint, {{0, share}}}, document);
        EXPECT_LE(painted().influence_begin[1], 4U);
        EXPECT_NEAR(weight_of(painted(), 0, skin_entry(skin, node_of(document, joint))), share, 1e-6F);
        EXPECT_NEAR(sum_of(painted(), 0), 1.0F, 1e-5F);
    }
    EXPECT_GT(count, 8);
}

TEST(PaintWeights, WhatIsNoWeightIsRefused) {
    Document document = figure("assets/manikin/manikin.glb");
    const Target target = target_in(document, "leftLowerArm");
    ASSERT_GE(target.entry, 0);
    EXPECT_FALSE(apply(PaintWeights{target.mesh, target.joint, {{0, 1.5F}}}, document));
    EXPECT_FALSE(apply(PaintWeights{target.mesh, target.joint, {{-1, 0.5F}}}, document));
    EXPECT_FALSE(apply(PaintWeights{target.mesh, target.joint, {{1 << 30, 0.5F}}}, document));
    EXPECT_FALSE(apply(PaintWeights{{ItemKind::mesh, -1, 99}, target.joint, {{0, 0.5F}}}, document));
    EXPECT_TRUE(apply(PaintWeights{target.mesh, target.joint, {{0, 0.5F}}}, document));
}

TEST(PaintWeights, FilesHoldWhatWasPainted) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("vitruvian-paint-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder);
    for (const char* name : {"painted.glb", "painted.x3d", "painted.wrl"}) {
        SCOPED_TRACE(name);
        Document document = figure("assets/manikin/manikin.glb");
        const Target target = target_in(document, "leftLowerArm");
        ASSERT_GE(target.entry, 0);
        const auto m = static_cast<std::size_t>(target.mesh.index);
        const std::shared_ptr<const Mesh> before = document.meshes[m].mesh;
        // Where the joint has the largest influence, so that others have weights too.
        std::uint32_t vertex = 0;
        for (std::uint32_t v = 0; v < before->positions.size(); ++v) {
            const float weight = weight_of(*before, v, target.entry);
            if (weight > 0.2F && weight < 0.8F) vertex = v;
        }
        apply_well(PaintWeights{target.mesh, target.joint, {{static_cast<int>(vertex), 0.9F}}}, document);
        // A weight moves the vertex when the figure is posed.
        const vec3 place = shapes(document, posed(document))[m][vertex];
        const auto saved = save_document(document, folder / name, {});
        ASSERT_TRUE(saved) << saved.error().text();
        const Result<Document> back = load_document(folder / name);
        ASSERT_TRUE(back) << back.error().text();
        const Target again = target_in(*back, "leftLowerArm");
        ASSERT_GE(again.entry, 0);
        float found = -1.0F;
        const auto read = shapes(*back, posed(*back));
        for (std::size_t i = 0; i < back->meshes.size(); ++i) {
            const MeshInstance& mesh = back->meshes[i];
            const int entry = skin_entry(*mesh.skin, node_of(*back, again.joint));
            for (std::uint32_t v = 0; v < read[i].size(); ++v) {
                if (glm::distance(read[i][v], place) > 1e-4F) continue;
                found = std::max(found, weight_of(*mesh.mesh, v, entry));
            }
        }
        EXPECT_NEAR(found, 0.9F, 1e-3F);
    }
    std::filesystem::remove_all(folder);
}

TEST(SkinBrush, FallsOffSmoothly) {
    EXPECT_FLOAT_EQ(brush_falloff(0.0F, 2.0F), 1.0F);
    EXPECT_FLOAT_EQ(brush_falloff(1.0F, 2.0F), 0.5F);
    EXPECT_EQ(brush_falloff(2.0F, 2.0F), 0.0F);
    EXPECT_EQ(brush_falloff(0.0F, 0.0F), 0.0F);
    const std::vector<vec3> places{{0, 0, 0}, {1, 0, 0}, {3, 0, 0}};
    const std::vector<Dab> dab = dab_at(places, vec3(0.0F), 2.0F, 0.5F);
    ASSERT_EQ(dab.size(), 2U);
    EXPECT_FLOAT_EQ(dab[0].amount, 0.5F);
    EXPECT_FLOAT_EQ(dab[1].amount, 0.25F);
    std::vector<float> stroke(3, 0.0F);
    add_to_stroke(stroke, dab);
    add_to_stroke(stroke, dab);
    EXPECT_FLOAT_EQ(stroke[0], 0.5F) << "passing twice paints no more";
}

/// A strip of two triangles; entry 0 has all of vertex 0 alone.
Mesh strip() {
    Mesh mesh;
    mesh.positions = {{-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {1, 0, 0}};
    mesh.indices = {0, 1, 2, 1, 3, 2};
    mesh.influence_begin = {0, 1, 2, 3, 4};
    mesh.influence_joint = {0, 1, 1, 1};
    mesh.influence_weight = {1.0F, 1.0F, 1.0F, 1.0F};
    return mesh;
}

TEST(SkinBrush, HitsTheNearestTriangleFromEitherSide) {
    const Mesh mesh = strip();
    const auto hit = hit_surface(mesh, mesh.positions, vec3(-0.5F, 0.0F, 5.0F), vec3(0.0F, 0.0F, -1.0F));
    ASSERT_TRUE(hit);
    EXPECT_FLOAT_EQ(hit->distance, 5.0F);
    EXPECT_EQ(hit->vertex, 0U);
    EXPECT_TRUE(hit_surface(mesh, mesh.positions, vec3(-0.5F, 0.0F, -5.0F), vec3(0.0F, 0.0F, 1.0F)));
    EXPECT_FALSE(hit_surface(mesh, mesh.positions, vec3(-0.5F, 0.0F, 5.0F), vec3(0.0F, 0.0F, 1.0F)));
    EXPECT_FALSE(hit_surface(mesh, mesh.positions, vec3(3.0F, 0.0F, 5.0F), vec3(0.0F, 0.0F, -1.0F)));
}

TEST(SkinBrush, AddsTakesAwayAndSmooths) {
    const Mesh mesh = strip();
    const std::vector<float> stroke{0.25F, 0.5F, 0.0F, 0.0F};
    using Weights = std::vector<std::pair<int, float>>;
    EXPECT_EQ(stroke_weights(mesh, 0, BrushMode::add, stroke), (Weights{{1, 0.5F}})) << "vertex 0 has it all";
    EXPECT_EQ(stroke_weights(mesh, 0, BrushMode::take_away, stroke), (Weights{{0, 0.75F}}));
    // Vertex 0's neighbours have nothing of it; vertex 1's are 0, 2, 3 and 2 again.
    EXPECT_EQ(stroke_weights(mesh, 0, BrushMode::smooth, stroke), (Weights{{0, 0.75F}, {1, 0.125F}}));
}

TEST(SkinBrush, FindsMirroredVertices) {
    const Mesh mesh = strip();
    mat4 flip(1.0F);
    flip[0][0] = -1.0F;
    EXPECT_EQ(mirrored_vertices(mesh.positions, flip, 0.01F), (std::vector<int>{3, 1, 2, 0}));
    std::vector<vec3> places = mesh.positions;
    places[3].x = 1.5F;
    EXPECT_EQ(mirrored_vertices(places, flip, 0.01F), (std::vector<int>{-1, 1, 2, -1}));
    const auto weights = mirrored_weights(mesh, 0, std::vector<int>{3, 1, 2, 0});
    EXPECT_EQ(weights, (std::vector<std::pair<int, float>>{{0, 0.0F}, {1, 0.0F}, {2, 0.0F}, {3, 1.0F}}));
}

}  // namespace
}  // namespace vitruvian::test

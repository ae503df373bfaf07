// Skinning, morph targets and mirrored matrices on the GPU give the same picture as a mesh whose vertices
// were moved in advance by this file's plain double-precision loops.
#include "model/core/at.h"
#include "tests/gl/gl_test.h"

#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/matrix.hpp>

#include <cstdint>

namespace vitruvian::test {
namespace {

constexpr int deform_side = 240;
constexpr int rounding = 6;                // of 255
constexpr double few_edge_pixels = 0.002;  // where rounding decides which surface covers a sample

class DeformTest : public GlTest {};

/// A curved shape with `influences` joints per vertex.
std::shared_ptr<Mesh> skinned_shape(int joints, int influences) {
    auto mesh = make_capsule(vec3(0, -0.6F, 0), vec3(0, 0.6F, 0), 0.35F, 0.25F);
    mesh->influence_begin.push_back(0);
    for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
        std::vector<float> weights;
        float sum = 0.0F;
        for (int i = 0; i < influences; ++i) {
            // Weights depend on the position, so that the skin stays closed.
            const vec3 centre(0.9F * std::sin(static_cast<float>(i) * 2.3F),
                              static_cast<float>(i) / static_cast<float>(influences) * 2.0F - 1.0F, 0.0F);
            weights.push_back(1.0F / (0.2F + glm::length(mesh->positions[v] - centre)));
            sum += weights.back();
        }
        for (int i = 0; i < influences; ++i) {
            mesh->influence_joint.push_back(static_cast<std::uint32_t>((i * 7 + 3) % joints));
            mesh->influence_weight.push_back(at(weights, i) / sum);
        }
        mesh->influence_begin.push_back(static_cast<std::uint32_t>(mesh->influence_joint.size()));
    }
    return mesh;
}

std::vector<mat4> random_palette(Random& random, int joints) {
    std::vector<mat4> palette;
    for (int j = 0; j < joints; ++j) {
        mat4 m = glm::translate(mat4(1.0F), random.vector(-0.25F, 0.25F));
        m = glm::rotate(m, random.real(-0.7F, 0.7F),
                        glm::normalize(random.vector(-1.0F, 1.0F) + vec3(0, 0, 1.1F)));
        palette.push_back(glm::scale(m, random.vector(0.8F, 1.25F)));
    }
    return palette;
}

/// Moves position and normal by an affine matrix.
void move(const glm::dmat4& m, vec3& position, vec3& normal) {
    position = vec3(m * glm::dvec4(position, 1.0));
    normal = vec3(glm::normalize(glm::transpose(glm::inverse(glm::dmat3(m))) * glm::dvec3(normal)));
}

/// The expected result, as a mesh without joints.
std::shared_ptr<Mesh> moved_beforehand(const Mesh& mesh, const std::vector<mat4>& palette,
                                       std::size_t max_influences) {
    auto out = std::make_shared<Mesh>(mesh);
    out->tangents.clear();
    out->influence_begin.clear();
    out->influence_joint.clear();
    out->influence_weight.clear();
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        glm::dmat4 m(0.0);
        const std::size_t begin = mesh.influence_begin[v];
        const std::size_t end = std::min<std::size_t>(mesh.influence_begin[v + 1], begin + max_influences);
        double sum = 0.0;
        for (std::size_t i = begin; i < end; ++i) sum += static_cast<double>(mesh.influence_weight[i]);
        for (std::size_t i = begin; i < end; ++i)
            m += glm::dmat4(palette[mesh.influence_joint[i]]) *
                 (static_cast<double>(mesh.influence_weight[i]) / sum);
        move(m, out->positions[v], out->normals[v]);
    }
    return out;
}

RenderScene scene_of(const std::shared_ptr<Mesh>& mesh, const mat4& world = mat4(1.0F)) {
    RenderScene scene;
    add(scene, mesh, world);
    frame(scene, StandardView::best, 1.0F);
    leave_only_figures(scene);
    return scene;
}

TEST_F(DeformTest, AStrokeOfWeightsShowsWhatItsMeshShowsByItself) {
    Random random(5);
    constexpr int joints = 6;  // three of which have influences
    std::shared_ptr<Mesh> mesh = skinned_shape(joints, 3);
    RenderScene scene = scene_of(mesh);
    scene.items.front().palette_begin = static_cast<std::uint32_t>(scene.palettes.size());
    scene.items.front().palette_count = joints;
    const std::vector<mat4> palette = random_palette(random, joints);
    scene.palettes.insert(scene.palettes.end(), palette.begin(), palette.end());
    Image before = draw(scene, deform_side, deform_side);
    for (int step = 0; step < 4; ++step) {
        // Only the cache still has the previous mesh; other weights, other joints, other rows.
        auto next = std::make_shared<Mesh>(*mesh);
        mesh.reset();
        for (std::size_t i = 300; i < 900; ++i) {
            if (step != 1) next->influence_weight[i] = i % 3 == 0 ? 1.0F : 0.0F;
            if (step == 1) next->influence_joint[i] = (next->influence_joint[i] + 2) % joints;
        }
        if (step == 2) {
            next->influence_joint.insert(next->influence_joint.begin(), 5);
            next->influence_weight.insert(next->influence_weight.begin(), 0.0F);
            for (std::size_t v = 1; v < next->influence_begin.size(); ++v) ++next->influence_begin[v];
        }
        if (step == 3) next->influence_weight[next->influence_weight.size() - 1] = 0.5F;
        scene.items.front().mesh = next;
        const Image stroke = draw(scene, deform_side, deform_side);
        const auto fresh = Renderer::create(HeadlessContext::loader());
        ASSERT_TRUE(fresh);
        RenderTarget target;
        target.resize(deform_side, deform_side);
        (*fresh)->draw(scene, target);
        EXPECT_EQ(target.read().rgba, stroke.rgba) << step;
        EXPECT_TRUE(step >= 2 || stroke.rgba != before.rgba) << step;
        before = stroke;
        mesh = next;
    }
}

TEST_F(DeformTest, SkinningWithManyInfluencesIsThatOfTheProcessor) {
    Random random(11);
    for (const int influences : {1, 3, 6, 13, 24}) {
        constexpr int joints = 29;
        const auto mesh = skinned_shape(joints, influences);
        const std::vector<mat4> palette = random_palette(random, joints);
        const RenderScene wanted = scene_of(moved_beforehand(*mesh, palette, 1000));

        RenderScene scene = wanted;
        scene.items.clear();
        // Other matrices before and after show whether the item reads its own.
        scene.palettes = random_palette(random, 5);
        RenderItem item;
        item.mesh = mesh;
        item.palette_begin = 5;
        item.palette_count = joints;
        scene.palettes.insert(scene.palettes.end(), palette.begin(), palette.end());
        scene.palettes.push_back(mat4(0.0F));
        scene.items.push_back(item);

        const Image expected = draw(wanted, deform_side, deform_side);
        EXPECT_LT(share_differing(draw(scene, deform_side, deform_side), expected, rounding), few_edge_pixels)
            << influences << " influences";
        for (const std::size_t kept : {std::size_t{4}, std::size_t{8}}) {
            if (static_cast<std::size_t>(influences) <= kept) continue;
            RenderScene fewer = wanted;
            fewer.items.clear();
            add(fewer, moved_beforehand(*mesh, palette, kept), mat4(1.0F));
            fewer.bounds = wanted.bounds;
            EXPECT_GT(share_differing(draw(fewer, deform_side, deform_side), expected, rounding),
                      10.0 * few_edge_pixels)
                << "the pictures would not tell whether influences after the first " << kept << " count";
        }
    }
}

TEST_F(DeformTest, VerticesWithoutInfluencesStay) {
    Random random(5);
    const auto mesh = make_sphere(1.0F);
    mesh->influence_begin.assign(mesh->positions.size() + 1, 0);
    const RenderScene still = scene_of(make_sphere(1.0F));
    RenderScene scene = still;
    scene.items[0].mesh = mesh;
    scene.palettes = random_palette(random, 1);
    EXPECT_LT(share_differing(draw(scene, deform_side, deform_side), draw(still, deform_side, deform_side),
                              rounding),
              few_edge_pixels);
}

TEST_F(DeformTest, MorphTargetsAreThoseOfTheProcessor) {
    Random random(23);
    for (int round = 0; round < 3; ++round) {
        const auto mesh = make_sphere(1.0F);
        mesh->tangents.clear();
        std::vector<float> weights;
        for (int t = 0; t < 12; ++t) {
            MorphTarget& target = mesh->targets.emplace_back();
            weights.push_back(random.real(-0.7F, 1.2F));
            if (t == 4) continue;  // a feature without displacements
            const vec3 push = random.vector(-0.35F, 0.35F);
            const vec3 centre = glm::normalize(random.vector(-1.0F, 1.0F) + vec3(0, 0, 1.5F));
            for (std::size_t v = 0; v < mesh->positions.size(); ++v) {
                const float near = glm::dot(mesh->positions[v], centre);
                if (near < 0.3F) continue;
                target.vertices.push_back(static_cast<std::uint32_t>(v));
                target.positions.push_back(push * (near - 0.3F));
                if (t % 2 == 0) target.normals.push_back(push * 0.3F * (near - 0.3F));
            }
        }
        const auto moved = std::make_shared<Mesh>(*mesh);
        moved->targets.clear();
        for (std::size_t t = 0; t < mesh->targets.size(); ++t) {
            const MorphTarget& target = mesh->targets[t];
            for (std::size_t i = 0; i < target.vertices.size(); ++i) {
                moved->positions[target.vertices[i]] += weights[t] * target.positions[i];
                if (!target.normals.empty())
                    moved->normals[target.vertices[i]] += weights[t] * target.normals[i];
            }
        }
        for (vec3& n : moved->normals) n = glm::normalize(n);
        const RenderScene wanted = scene_of(moved);
        RenderScene scene = wanted;
        scene.items[0].mesh = mesh;
        scene.items[0].weights_begin = 3;
        scene.weights = {9.0F, -9.0F, 9.0F};
        scene.weights.insert(scene.weights.end(), weights.begin(), weights.end());

        const Image expected = draw(wanted, deform_side, deform_side);
        EXPECT_LT(share_differing(draw(scene, deform_side, deform_side), expected, rounding),
                  few_edge_pixels);
        scene.weights.assign(scene.weights.size(), 0.0F);
        EXPECT_GT(share_differing(draw(scene, deform_side, deform_side), expected, rounding),
                  10.0 * few_edge_pixels)
            << "new weights are drawn";
    }
}

TEST_F(DeformTest, MirroredMatricesKeepTheLight) {
    const mat4 world =
        glm::rotate(glm::scale(mat4(1.0F), vec3(-1.2F, 0.8F, 1.0F)), 0.4F, vec3(0.3F, 1.0F, 0.2F));
    const auto mesh = make_capsule(vec3(0, -0.4F, 0.1F), vec3(0.2F, 0.5F, 0), 0.4F, 0.2F);
    mesh->tangents.clear();
    const auto moved = std::make_shared<Mesh>(*mesh);
    for (std::size_t v = 0; v < moved->positions.size(); ++v)
        move(world, moved->positions[v], moved->normals[v]);
    for (std::size_t i = 0; i < moved->indices.size(); i += 3)
        std::swap(moved->indices[i], moved->indices[i + 1]);
    RenderScene wanted = scene_of(moved);
    wanted.materials.emplace_back();  // not double-sided: an inside-out surface would be a hollow
    wanted.items[0].material = 0;
    RenderScene scene = wanted;
    scene.items[0].mesh = mesh;
    scene.palettes = {world};
    const Image expected = draw(wanted, deform_side, deform_side);
    EXPECT_LT(share_differing(draw(scene, deform_side, deform_side), expected, rounding), few_edge_pixels);

    const auto skinned = std::make_shared<Mesh>(*mesh);
    for (std::size_t v = 0; v <= skinned->positions.size(); ++v)
        skinned->influence_begin.push_back(static_cast<std::uint32_t>(v));
    skinned->influence_joint.assign(skinned->positions.size(), 0);
    skinned->influence_weight.assign(skinned->positions.size(), 1.0F);
    scene.items[0].mesh = skinned;
    EXPECT_LT(share_differing(draw(scene, deform_side, deform_side), expected, rounding), few_edge_pixels);
}

}  // namespace
}  // namespace vitruvian::test

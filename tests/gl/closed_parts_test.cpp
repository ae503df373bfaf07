// Which triangles are never visible from behind, and that pictures do not change without their back faces.
#include "renderer/closed_parts.h"

#include "tests/gl/gl_test.h"

#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>

namespace vitruvian::test {
namespace {

/// Adds a cube of half size 0.4 around `middle`, whose faces have vertices of their own.
void add_box(Mesh& mesh, const vec3& middle) {
    for (int axis = 0; axis < 3; ++axis) {
        for (const float side : {-1.0F, 1.0F}) {
            vec3 normal(0.0F);
            normal[axis] = side;
            vec3 u(0.0F);
            u[(axis + 1) % 3] = side;
            vec3 v(0.0F);
            v[(axis + 2) % 3] = 1.0F;
            const auto first = static_cast<std::uint32_t>(mesh.positions.size());
            for (const vec3& corner : {-u - v, u - v, u + v, -u + v}) {
                mesh.positions.push_back(middle + (normal + corner) * 0.4F);
                mesh.normals.push_back(normal);
            }
            for (const std::uint32_t i : {0U, 1U, 2U, 0U, 2U, 3U}) mesh.indices.push_back(first + i);
        }
    }
}

Mesh boxes(int count) {
    Mesh mesh;
    for (int i = 0; i < count; ++i) add_box(mesh, vec3(static_cast<float>(i), 1.0F, 0.0F));
    return mesh;
}

bool any_closed(const Mesh& mesh) {
    const std::vector<TriangleRun> runs = closed_parts(mesh);
    return std::any_of(runs.begin(), runs.end(), [](const TriangleRun& run) { return run.closed; });
}

/// Joints 0 and 1 move alternate boxes; with `torn`, one vertex of each follows the other joint.
void bind(Mesh& mesh, bool torn) {
    mesh.influence_begin.push_back(0);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const auto joint = static_cast<std::uint32_t>(v / 24 % 2);
        mesh.influence_joint.push_back(torn && v % 24 == 5 ? 1 - joint : joint);
        mesh.influence_weight.push_back(1.0F);
        mesh.influence_begin.push_back(static_cast<std::uint32_t>(v + 1));
    }
}

TEST(ClosedParts, AreThoseWithoutAnEdgeThatLookOutwards) {
    const Mesh whole = boxes(4);
    const std::vector<TriangleRun> runs = closed_parts(whole);
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_TRUE(runs[0].closed);
    EXPECT_EQ(runs[0].index_count, whole.indices.size());

    Mesh inside_out = whole;
    for (std::size_t i = 0; i < inside_out.indices.size(); i += 3)
        std::swap(inside_out.indices[i], inside_out.indices[i + 1]);
    EXPECT_FALSE(any_closed(inside_out));

    EXPECT_FALSE(any_closed(boxes(1))) << "too few to be worth it";
}

TEST(ClosedParts, StandApartFromOpenOnesInTheOrderOfTheFile) {
    Mesh mesh = boxes(3);
    const std::size_t first = mesh.indices.size();
    add_box(mesh, vec3(3.0F, 1.0F, 0.0F));
    mesh.indices.resize(mesh.indices.size() - 3);
    const std::size_t second = mesh.indices.size();
    for (int i = 4; i < 7; ++i) add_box(mesh, vec3(static_cast<float>(i), 1.0F, 0.0F));
    const std::vector<TriangleRun> runs = closed_parts(mesh);
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_TRUE(runs[0].closed && !runs[1].closed && runs[2].closed);
    EXPECT_EQ(runs[1].first_index, first);
    EXPECT_EQ(runs[2].first_index, second);
    EXPECT_EQ(runs[2].first_index + runs[2].index_count, mesh.indices.size());
}

TEST(ClosedParts, StayClosedWhateverMovesThem) {
    Mesh bound = boxes(4);
    bind(bound, false);
    EXPECT_TRUE(any_closed(bound));
    Mesh torn = boxes(4);
    bind(torn, true);
    EXPECT_FALSE(any_closed(torn));

    Mesh opens = boxes(4);
    MorphTarget target;
    for (std::uint32_t box = 0; box < 4; ++box) target.vertices.push_back(box * 24 + 3);
    target.positions.assign(4, vec3(0.0F, 0.1F, 0.0F));
    opens.targets.push_back(target);
    EXPECT_FALSE(any_closed(opens));
}

class ClosedPartsPictures : public GlTest {};

TEST_F(ClosedPartsPictures, AreTheSameWithoutTheBacks) {
    const auto closed = std::make_shared<Mesh>(boxes(4));
    auto open = std::make_shared<Mesh>(*closed);
    for (std::size_t box = 0; box < 4; ++box) {  // with each box's first triangle twice
        const auto begin = closed->indices.begin() + static_cast<std::ptrdiff_t>(box * 36);
        open->indices.insert(open->indices.end(), begin, begin + 3);
    }
    ASSERT_TRUE(any_closed(*closed));
    ASSERT_FALSE(any_closed(*open));
    const auto shown = [](const std::shared_ptr<const Mesh>& mesh, const mat4& place, bool inside) {
        RenderScene scene;
        Material material;
        material.double_sided = true;
        scene.materials = {material};
        add(scene, mesh, place, 0);
        frame(scene, StandardView::front, 1.0F);
        scene.camera.yaw += 0.5F;
        scene.camera.pitch += 0.3F;
        if (inside) {
            scene.camera.target = vec3(place * vec4(1.0F, 1.0F, 0.0F, 1.0F));
            scene.camera.distance = 0.2F;
        }
        return draw(scene, 160, 120);
    };
    const mat4 mirrored = glm::scale(mat4(1.0F), vec3(-1.0F, 1.0F, 1.0F));
    for (const mat4& place : {mat4(1.0F), mirrored}) {
        for (const bool inside : {false, true})
            EXPECT_EQ(share_differing(shown(closed, place, inside), shown(open, place, inside), 1), 0.0);
    }
}

}  // namespace
}  // namespace vitruvian::test

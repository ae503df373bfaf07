// The part of a figure that a picture of one joint shows.
#include "app/jobs/rom_part.h"

#include "app/scene/mesh_part.h"
#include "model/core/at.h"
#include "model/formats/load.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace vitruvian {
namespace {

TEST(MeshPart, TakesTheTrianglesInTheirOrderWithAllThatTheirVerticesHave) {
    Mesh mesh;
    for (int v = 0; v < 5; ++v) {
        mesh.positions.emplace_back(static_cast<float>(v), 0.0F, 0.0F);
        mesh.uv0.emplace_back(0.0F, static_cast<float>(v));
    }
    mesh.indices = {0, 1, 2, 2, 1, 3, 3, 1, 4};
    mesh.influence_begin = {0, 1, 2, 4, 5, 6};
    mesh.influence_joint = {0, 1, 0, 1, 7, 8};
    mesh.influence_weight = {1.0F, 1.0F, 0.25F, 0.75F, 1.0F, 1.0F};
    mesh.targets.push_back({"smile", {0, 2, 4}, {vec3(1.0F), vec3(2.0F), vec3(3.0F)}, {}});

    const Mesh part = mesh_part(mesh, std::array<std::uint32_t, 2>{1, 0});
    EXPECT_EQ(part.positions, (std::vector<vec3>{{2, 0, 0}, {1, 0, 0}, {3, 0, 0}, {0, 0, 0}}));
    EXPECT_EQ(part.uv0, (std::vector<vec2>{{0, 2}, {0, 1}, {0, 3}, {0, 0}}));
    EXPECT_EQ(part.indices, (std::vector<std::uint32_t>{0, 1, 2, 3, 1, 0}));
    EXPECT_EQ(part.influence_begin, (std::vector<std::uint32_t>{0, 2, 3, 4, 5}));
    EXPECT_EQ(part.influence_joint, (std::vector<std::uint32_t>{0, 1, 1, 7, 0}));
    EXPECT_EQ(part.influence_weight, (std::vector<float>{0.25F, 0.75F, 1.0F, 1.0F, 1.0F}));
    ASSERT_EQ(part.targets.size(), 1U);
    EXPECT_EQ(part.targets.front().vertices, (std::vector<std::uint32_t>{3, 0}));
    EXPECT_EQ(part.targets.front().positions, (std::vector<vec3>{vec3(1.0F), vec3(2.0F)}));
    EXPECT_TRUE(part.normals.empty());
}

class RomPartOfTheManikin : public testing::Test {
  protected:
    RomPartOfTheManikin()
        : document_(load_document(source_folder() / "assets/manikin/manikin.x3d").value()),
          whole_(make_rom_figure(document_, 0).value()),
          shape_(make_figure_shape(document_, whole_.skeleton)) {}

    Document document_;
    RomFigure whole_;
    FigureShape shape_;
};

bool shows(const Camera& camera, const vec3& point) {
    const vec4 clip = camera.projection(1.0F, {vec3(-1.0F), vec3(1.0F)}) * camera.view() * vec4(point, 1.0F);
    return clip.w > 0.0F && std::abs(clip.x) <= clip.w && std::abs(clip.y) <= clip.w;
}

std::size_t triangles_of(const Document& document) {
    std::size_t out = 0;
    for (const MeshInstance& instance : document.meshes) out += instance.mesh->indices.size() / 3;
    return out;
}

TEST_F(RomPartOfTheManikin, HoldsAllThatTheSightsShowAndLittleElse) {
    const auto finger =
        std::find_if(whole_.joints.begin(), whole_.joints.end(), [&](const TurningJoint& joint) {
            return at(document_.nodes, joint.node).name == "l_carpal_proximal_interphalangeal_2";
        });
    ASSERT_NE(finger, whole_.joints.end());
    const Pose bent = turned_pose(whole_, *finger, 0, 1.2F);
    Camera camera;
    const std::vector<mat4> world = world_matrices(whole_.skeleton, whole_.rest);
    camera.target = vec3(at(world, finger->node)[3]);
    camera.distance = 0.3F;
    const RomPart part(whole_, shape_, std::array{RomSight{&camera, &whole_.rest}, RomSight{&camera, &bent}});

    const auto& surface = part.rom().surface;
    EXPECT_LT(5 * triangles_of(*part.rom().document), triangles_of(document_));
    for (const Pose& pose : {whole_.rest, bent}) {
        const auto seen = [&](const Document& document, const BodySurface& body) {
            const std::vector<vec3> points = posed_surface(document, body, whole_.skeleton, pose);
            return std::count_if(body.triangles.begin(), body.triangles.end(), [&](const Corners& corners) {
                return std::any_of(corners.begin(), corners.end(),
                                   [&](std::uint32_t v) { return shows(camera, points[v]); });
            });
        };
        EXPECT_EQ(seen(*part.rom().document, surface), seen(document_, whole_.surface));
    }
    EXPECT_EQ(part.shape().influence_bounds.size(), part.rom().document->meshes.size());
    EXPECT_EQ(part.shape().stance.height, shape_.stance.height);
}

TEST_F(RomPartOfTheManikin, LeavesOutWhatNoSightShows) {
    Camera away;
    away.target = vec3(0.0F, 40.0F, 0.0F);
    away.distance = 1.0F;
    const RomPart part(whole_, shape_, std::array{RomSight{&away, &whole_.rest}});
    EXPECT_TRUE(part.rom().document->meshes.empty());
    EXPECT_TRUE(part.rom().surface.triangles.empty());
}

}  // namespace
}  // namespace vitruvian

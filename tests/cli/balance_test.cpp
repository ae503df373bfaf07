// The support polygon of a figure.
#include "app/scene/balance.h"

#include "model/formats/load.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

namespace vitruvian {
namespace {

TEST(StandingPolygon, IsUnderTheFeetOrTheHand) {
    const Result<Document> loaded = load_document(source_folder() / "assets/manikin/manikin.wrl");
    ASSERT_TRUE(loaded);
    const Document& document = *loaded;
    const Skeleton skeleton = make_skeleton(document);
    const FigureShape shape = make_figure_shape(document, skeleton);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    const vec3 up(0.0F, 1.0F, 0.0F);
    const std::vector<vec3> feet = standing_polygon(document, shape, world, 0, up, shape.stance.height);
    ASSERT_GE(feet.size(), 3U);
    // The same as of all vertices.
    std::vector<vec3> all;
    for (const MeshInstance& mesh : document.meshes) {
        const std::vector<vec3> posed = skinned_positions(mesh, world, {});
        all.insert(all.end(), posed.begin(), posed.end());
    }
    const std::vector<vec3> of_all = support_polygon(all, up, 0.008F * shape.stance.height);
    for (const vec3& corner : feet) EXPECT_GT(distance_inside(of_all, corner, up), -1e-4F);
    for (const vec3& corner : of_all) EXPECT_GT(distance_inside(feet, corner, up), -1e-4F);
    const auto body = body_mass(document, 0, world);
    ASSERT_TRUE(body);
    EXPECT_GT(distance_inside(feet, body->centre, up), 0.0F);
    // Upside down it is supported by its head, or whatever is highest.
    const std::vector<vec3> head = standing_polygon(document, shape, world, 0, -up, shape.stance.height);
    ASSERT_GE(head.size(), 3U);
    EXPECT_GT(head.front().y, 1.0F);
}

TEST(StandingPolygon, IsDrawnInTheErrorColourWhereTheBodyWouldFall) {
    const Document document = load_document(source_folder() / "assets/manikin/manikin.wrl").value();
    const Skeleton skeleton = make_skeleton(document);
    const FigureShape shape = make_figure_shape(document, skeleton);
    const Pose pose = rest_pose(skeleton);
    Figure figure;
    figure.document = &document;
    figure.skeleton = &skeleton;
    figure.shape = &shape;
    figure.pose = &pose;
    const std::vector<mat4> world = placed_world(figure);
    BodyMass body = body_mass(document, 0, world).value();
    RenderScene stands;
    add_support(figure, world, 0, body, {}, stands);
    ASSERT_FALSE(stands.triangles.empty());
    body.centre.z += 1.0F;
    RenderScene falls;
    add_support(figure, world, 0, body, {}, falls);
    ASSERT_EQ(falls.triangles.size(), stands.triangles.size());
    EXPECT_NE(falls.triangles.front().color, stands.triangles.front().color);
    // Nothing in the air is a support.
    Figure lifted = figure;
    std::vector<mat4> above = world;
    for (mat4& frame : above) frame[3].y += 0.5F;
    RenderScene air;
    add_support(lifted, above, 0, body, {}, air);
    EXPECT_TRUE(air.triangles.empty());
}

}  // namespace
}  // namespace vitruvian

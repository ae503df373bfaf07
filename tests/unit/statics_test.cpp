// Static bodies: masses, support, and joint torques.
#include "model/figure/statics.h"

#include "model/figure/inertia.h"
#include "tests/unit/edited_figures.h"

#include <gtest/gtest.h>

namespace vitruvian::test {
namespace {

/// A root and, one metre to the left, a joint with a mass of 2 kg another half metre to the left.
Document beam() {
    Document document;
    document.nodes.resize(2);
    document.nodes[1].parent = 0;
    document.nodes[1].rest.translation = vec3(1.0F, 0.0F, 0.0F);
    document.nodes[1].frame_offset = vec3(1.0F, 0.0F, 0.0F);
    Humanoid humanoid;
    humanoid.joints.resize(2);
    humanoid.joints[0].node = 0;
    humanoid.joints[1].node = 1;
    Segment weight;
    weight.joint = 1;
    weight.mass = 2.0F;
    weight.centre_of_mass = vec3(1.5F, 0.0F, 0.0F);
    humanoid.segments = {weight, Segment{}};
    document.humanoids.push_back(humanoid);
    return document;
}

TEST(Statics, ABeamIsHeldAgainstGravity) {
    const Document document = beam();
    const std::vector<mat4> world = posed(document);
    const auto torques = static_torques(document, 0, world, vec3(0.0F, 1.0F, 0.0F), 1.0F);
    ASSERT_EQ(torques.size(), 2U);
    // A weight at the left exerts a torque about -Z; the joint counteracts about +Z.
    EXPECT_NEAR(torques[0].z, 2.0F * 9.81F * 1.5F, 1e-3F);
    EXPECT_NEAR(torques[1].z, 2.0F * 9.81F * 0.5F, 1e-3F);
    EXPECT_NEAR(glm::length(vec2(torques[0].x, torques[0].y)), 0.0F, 1e-5F);
    const auto in_centimetres = static_torques(document, 0, world, vec3(0.0F, 1.0F, 0.0F), 0.01F);
    EXPECT_NEAR(in_centimetres[0].z, 0.01F * torques[0].z, 1e-5F);
    const auto hanging = static_torques(document, 0, world, vec3(1.0F, 0.0F, 0.0F), 1.0F);
    EXPECT_NEAR(glm::length(hanging[0]), 0.0F, 1e-5F) << "it hangs straight";
    const auto mass = body_mass(document, 0, world);
    ASSERT_TRUE(mass);
    EXPECT_FLOAT_EQ(mass->mass, 2.0F);
    EXPECT_EQ(mass->centre, vec3(1.5F, 0.0F, 0.0F));
    EXPECT_EQ(mass->given, 1);
    EXPECT_EQ(mass->without, 1);
}

TEST(Statics, MomentsOfInertiaAsAnEllipsoid) {
    Segment segment;
    EXPECT_FALSE(inertia_ellipsoid(segment));
    segment.mass = 3.0F;
    EXPECT_FALSE(inertia_ellipsoid(segment));
    // A solid ellipsoid with half axes 0.1, 0.2 and 0.3 m, rotated by 30 degrees about Z.
    const vec3 half(0.1F, 0.2F, 0.3F);
    const vec3 square = half * half;
    mat3 moments(0.0F);
    for (int i = 0; i < 3; ++i)
        moments[i][i] = segment.mass / 5.0F * (square.x + square.y + square.z - square[i]);
    const mat3 turn = glm::mat3_cast(axis_angle(vec3(0.0F, 0.0F, 1.0F), 0.5235988F));
    moments = turn * moments * glm::transpose(turn);
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
            segment.moments_of_inertia.at(static_cast<std::size_t>(3 * row + column)) = moments[column][row];
    }
    const auto axes = inertia_ellipsoid(segment);
    ASSERT_TRUE(axes);
    for (int i = 0; i < 3; ++i) {
        bool found = false;
        for (int j = 0; j < 3; ++j)
            found = found || (glm::length(glm::cross((*axes)[j], half[i] * turn[i])) < 1e-4F &&
                              std::abs(glm::length((*axes)[j]) - half[i]) < 1e-3F);
        EXPECT_TRUE(found) << i;
    }
}

TEST(Statics, JointsMayRestWithAxesOfTheirOwn) {
    const auto mass_of = [](const std::string& path) {
        const Document document = figure(path);
        const Skeleton skeleton = make_skeleton(document);
        return body_mass(document, 0, world_matrices(skeleton, rest_pose(skeleton)));
    };
    const auto world_file = mass_of("assets/manikin/manikin.wrl");
    const auto gltf_file = mass_of("assets/manikin/manikin.glb");
    ASSERT_TRUE(world_file && gltf_file);
    EXPECT_NEAR(world_file->mass, gltf_file->mass, 1e-3F);
    EXPECT_LT(glm::distance(world_file->centre, gltf_file->centre), 0.01F);
}

TEST(Statics, WithoutMassesThereIsNothingToSay) {
    Document document = beam();
    document.humanoids[0].segments[0].mass = 0.0F;
    EXPECT_FALSE(body_mass(document, 0, posed(document)));
    for (const vec3& torque : static_torques(document, 0, posed(document), vec3(0.0F, 1.0F, 0.0F), 1.0F))
        EXPECT_EQ(torque, vec3(0.0F));
}

TEST(Statics, SupportIsWhatTouchesTheGround) {
    const vec3 up(0.0F, 1.0F, 0.0F);
    const std::vector<vec3> points{{-1, 0, -1}, {1, 0, -1},      {1, 0.005F, 1}, {-1, 0, 1},
                                   {0, 0, 0},   {5, 0.5F, 0.0F}, {0, 2, 0}};
    const std::vector<vec3> polygon = support_polygon(points, up, 0.01F);
    ASSERT_EQ(polygon.size(), 4U);
    for (const vec3& corner : polygon) EXPECT_NEAR(corner.y, 0.0F, 1e-6F);
    EXPECT_NEAR(distance_inside(polygon, vec3(0.0F, 1.0F, 0.0F), up), 1.0F, 1e-5F);
    EXPECT_NEAR(distance_inside(polygon, vec3(0.75F, 9.0F, 0.0F), up), 0.25F, 1e-5F);
    EXPECT_NEAR(distance_inside(polygon, vec3(3.0F, 1.0F, 0.0F), up), -2.0F, 1e-5F);
    EXPECT_NEAR(distance_inside(polygon, vec3(4.0F, 1.0F, 5.0F), up), -5.0F, 1e-5F) << "to the corner";
    EXPECT_TRUE(support_polygon(std::span(points).first(2), up, 0.01F).empty());
    // For any up axis.
    std::vector<vec3> turned;
    for (const vec3& p : points) turned.emplace_back(p.x, p.z, p.y);
    EXPECT_EQ(support_polygon(turned, vec3(0.0F, 0.0F, 1.0F), 0.01F).size(), 4U);
}

}  // namespace
}  // namespace vitruvian::test

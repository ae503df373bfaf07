// X3D's interpolators whose values lie on a curve: expected values are worked out by hand from the specification's
// formulas.
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace vitruvian {
namespace {

using test::count_of;
using test::read_body;

/// A figure whose root is animated over two seconds by `interpolator`, which routes to `field`.
Document animated(const std::string& interpolator, const std::string& field) {
    return read_body(
        "Humanoid { humanoidBody DEF J Joint { name \"HumanoidRoot\" } } DEF T TimeSensor { "
        "cycleInterval 2 loop TRUE } DEF I " +
        interpolator + " ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO J." + field);
}

mat4 root_at(const Document& document, double fraction) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    sample(*document.clips.at(0), 2.0 * fraction, skeleton, pose);
    const auto node = static_cast<std::size_t>(document.humanoids.at(0).joints.at(0).node);
    return world_matrices(skeleton, pose).at(node);
}

float x_at(const Document& document, double fraction) {
    return root_at(document, fraction)[3].x;
}

TEST(VrmlSplines, APositionFollowsItsNeighbours) {
    const Document document = animated(
        "SplinePositionInterpolator { key [ 0 0.3 1 ] keyValue [ 0 0 0 1 0 0 3 0 0 ] }", "set_translation");
    ASSERT_EQ(document.clips.size(), 1U);
    EXPECT_EQ(count_of(document, "vrml-unknown-node"), 0);
    EXPECT_NEAR(x_at(document, 0.15), 0.2375F, 1e-5F);
    EXPECT_NEAR(x_at(document, 0.3), 1.0F, 1e-5F);
    EXPECT_NEAR(x_at(document, 0.65), 2.1125F, 1e-5F);
}

TEST(VrmlSplines, VelocitiesAreTakenAndNormalized) {
    const std::string keys =
        "SplinePositionInterpolator { key [ 0 0.5 1 ] keyValue [ 0 0 0 1 0 0 3 0 0 ] keyVelocity [ 1 0 0 1 0 "
        "0 1 0 0 ] ";
    EXPECT_NEAR(x_at(animated(keys + "normalizeVelocity TRUE }", "translation"), 0.625), 1.59375F, 1e-5F);
    EXPECT_NEAR(x_at(animated(keys + "}", "translation"), 0.625), 1.40625F, 1e-5F);
    // Numbers that no figure moves by do not count.
    const std::string absurd =
        "SplinePositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0 1 0 0 ] keyVelocity [ 1e38 0 0 1e38 0 0 ] "
        "}";
    EXPECT_NEAR(x_at(animated(absurd, "translation"), 0.5), 0.5F, 1e-5F);
}

TEST(VrmlSplines, AClosedCurveGoesOnWhereItBegins) {
    const std::string keys =
        "SplinePositionInterpolator { key [ 0 0.25 0.5 1 ] keyValue [ 0 0 0 1 0 0 2 0 0 0 0 0 ] closed ";
    EXPECT_NEAR(x_at(animated(keys + "TRUE }", "translation"), 0.125), 0.2916667F, 1e-5F);
    EXPECT_NEAR(x_at(animated(keys + "FALSE }", "translation"), 0.125), 0.375F, 1e-5F);
}

TEST(VrmlSplines, ARotationFollowsSquad) {
    const Document document =
        animated("SquadOrientationInterpolator { key [ 0 0.5 1 ] keyValue [ 0 0 1 0 0 0 1 0.6 0 0 1 0.4 ] }",
                 "rotation");
    ASSERT_EQ(document.clips.size(), 1U);
    const auto angle_at = [&](double fraction) {
        const mat4 world = root_at(document, fraction);
        return std::atan2(world[0].y, world[0].x);
    };
    EXPECT_NEAR(angle_at(0.25), 0.35F, 1e-5F);
    EXPECT_NEAR(angle_at(0.5), 0.6F, 1e-5F);
    EXPECT_NEAR(angle_at(1.0), 0.4F, 1e-5F);
}

TEST(VrmlSplines, AScalarDrivesADisplacer) {
    const Document document = read_body(
        "Humanoid { humanoidBody Joint { name \"HumanoidRoot\" children Segment { coord DEF C Coordinate { "
        "point [ 0 0 0 "
        "1 0 0 0 1 0 ] } displacers DEF D HAnimDisplacer { name \"d\" coordIndex 0 displacements 0 0 1 } "
        "children Shape "
        "{ geometry IndexedFaceSet { coord USE C coordIndex [ 0 1 2 ] } } } } } DEF T TimeSensor { } DEF I "
        "SplineScalarInterpolator { key [ 0 0.5 1 ] keyValue [ 0 1 0 ] } ROUTE T.fraction_changed TO "
        "I.set_fraction "
        "ROUTE I.value_changed TO D.weight");
    ASSERT_EQ(document.clips.size(), 1U);
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    sample(*document.clips[0], 0.125, skeleton, pose);
    ASSERT_EQ(pose.weights.size(), 1U);
    EXPECT_NEAR(pose.weights[0], 0.15625F, 1e-5F);
}

}  // namespace
}  // namespace vitruvian

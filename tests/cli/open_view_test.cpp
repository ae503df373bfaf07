// Views of a part of a figure that nothing hides.
#include "app/jobs/open_view.h"

#include <gtest/gtest.h>

#include <cmath>

namespace vitruvian {
namespace {

/// Adds a square across `normal` (an axis of the world) around `centre`.
void add_square(PosedTriangles& to, const vec3& centre, const vec3& normal, float half) {
    const auto first = static_cast<std::uint32_t>(to.points.size());
    const vec3 a = vec3(normal.y, normal.z, normal.x) * half;
    const vec3 b = vec3(normal.z, normal.x, normal.y) * half;
    for (const vec3& corner : {centre - a - b, centre + a - b, centre + a + b, centre - a + b})
        to.points.push_back(corner);
    to.corners.push_back({first, first + 1, first + 2});
    to.corners.push_back({first, first + 2, first + 3});
}

const std::vector<vec3> around_the_origin{{0.1F, 0, 0}, {-0.1F, 0, 0}, {0, 0.1F, 0}, {0, -0.1F, 0}};

Camera in_front() {
    Camera camera;
    camera.target = vec3(0.0F);
    camera.distance = 2.0F;
    return camera;
}

TEST(OpenView, SeesWhatIsInFrontOfAllElse) {
    PosedTriangles scene;
    EXPECT_EQ(visible_share(in_front(), around_the_origin, scene, 0.01F), 1.0F);
    add_square(scene, {0, 0, -0.5F}, {0, 0, 1}, 1.0F);
    EXPECT_EQ(visible_share(in_front(), around_the_origin, scene, 0.01F), 1.0F);
    add_square(scene, {0.5F, 0, 0.5F}, {0, 0, 1}, 0.45F);  // hides the right one
    EXPECT_EQ(visible_share(in_front(), around_the_origin, scene, 0.01F), 0.75F);
    EXPECT_EQ(visible_share(in_front(), around_the_origin, scene, 1.0F), 1.0F);
    add_square(scene, {0, 0, 3.0F}, {0, 0, 1}, 1.0F);  // behind the eye
    EXPECT_EQ(visible_share(in_front(), around_the_origin, scene, 0.01F), 0.75F);
    EXPECT_EQ(visible_share(in_front(), std::vector<vec3>{{9, 0, 0}}, scene, 0.01F), 0.0F);
}

TEST(OpenView, IsTurnedOnlyIfTooMuchIsHidden) {
    PosedTriangles scene;
    EXPECT_EQ(open_view(in_front(), around_the_origin, scene, 0.01F).yaw, 0.0F);
    add_square(scene, {0, 0, 0.5F}, {0, 0, 1}, 0.6F);
    const Camera beside = open_view(in_front(), around_the_origin, scene, 0.01F);
    EXPECT_NEAR(std::abs(beside.yaw), 1.5708F, 1e-3F);
    add_square(scene, {0.5F, 0, 0}, {1, 0, 0}, 0.6F);
    add_square(scene, {-0.5F, 0, 0}, {1, 0, 0}, 0.6F);
    const Camera behind = open_view(in_front(), around_the_origin, scene, 0.01F);
    EXPECT_NEAR(std::abs(behind.yaw), 3.1416F, 1e-3F);
    add_square(scene, {0, 0, -0.5F}, {0, 0, 1}, 0.6F);
    EXPECT_EQ(open_view(in_front(), around_the_origin, scene, 0.01F).yaw, 0.0F);
}

}  // namespace
}  // namespace vitruvian

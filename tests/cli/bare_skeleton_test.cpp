// Pictures of skeletons with hardly any joints: framing and contents.
#include "app/scene/framing.h"
#include "tests/cli/posed_figure.h"

#include <gtest/gtest.h>

#include <optional>

namespace vitruvian {
namespace {

/// A joint, and the end of its bone; without `end` only the joint.
test::PosedFigure one_joint(const std::optional<vec3>& end) {
    test::PosedFigure out;
    Humanoid humanoid;
    Node root;
    root.kind = NodeKind::joint;
    out.document.nodes.push_back(root);
    humanoid.joints.push_back({0, {}, {}, {}, {}, {}});
    if (end) {
        Node site;
        site.name = "Hips_end";
        site.kind = NodeKind::site;
        site.parent = 0;
        site.rest.translation = *end;
        out.document.nodes.push_back(site);
        humanoid.sites.push_back({1, -1});
    }
    out.document.humanoids.push_back(humanoid);
    out.skeleton = make_skeleton(out.document);
    out.pose = file_pose(out.skeleton);
    out.shape = make_figure_shape(out.document, out.skeleton);
    return out;
}

TEST(BareSkeleton, AJointAloneHasAMetreAroundIt) {
    const test::PosedFigure joint = one_joint(std::nullopt);
    const Figure figure = joint.figure();
    EXPECT_EQ(scene_bounds({&figure, 1}).size(), vec3(1.0F));
    const Camera camera =
        frame_view(scene_stance({&figure, 1}), framed_points({&figure, 1}), StandardView::front, 1.0F);
    EXPECT_GT(camera.vertical_extent_at_target(), 1.0F);
    const RenderScene scene = compose_frame({&figure, 1}, {}, camera);
    EXPECT_EQ(scene.joints.size(), 1U);
    EXPECT_GT(scene.floor.radius, 1.0F);
}

TEST(BareSkeleton, TheBoneOfAJointAloneIsSeenWhole) {
    const test::PosedFigure joint = one_joint(vec3(0, 1.7F, 0));
    const Figure figure = joint.figure();
    EXPECT_FLOAT_EQ(joint.shape.stance.height, 1.7F);
    EXPECT_FLOAT_EQ(scene_bounds({&figure, 1}).max.y, 1.7F);
    const RenderScene scene = compose_frame({&figure, 1}, {}, {});
    ASSERT_EQ(scene.bones.size(), 1U);
    EXPECT_EQ(scene.bones.front().tail, vec3(0, 1.7F, 0));
}

}  // namespace
}  // namespace vitruvian

// Framing: every vertex of a body is in the picture, held objects only in part.
#include "app/scene/framing.h"

#include "app/scene/finding_marks.h"
#include "tests/cli/posed_figure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>

namespace vitruvian {
namespace {

/// Hips and two hands at the ends of outstretched arms, each with a point of skin, and a staff in the left
/// hand.
struct Fighter : test::PosedFigure {
    explicit Fighter(float staff) {
        const auto node = [&](int parent, const vec3& at) {
            Node out;
            out.parent = parent;
            out.kind = NodeKind::joint;
            out.rest.translation = at;
            document.nodes.push_back(out);
            return static_cast<int>(document.nodes.size()) - 1;
        };
        Humanoid figure;
        const int hips = node(-1, {0, 1, 0});
        figure.bones[Bone::hips] = hips;
        figure.bones[Bone::left_hand] = node(hips, {0.7F, 0.4F, 0});
        figure.bones[Bone::right_hand] = node(hips, {-0.7F, 0.4F, 0});
        figure.bones[Bone::head] = node(hips, {0, 0.6F, 0});
        const int held = node(figure.bones[Bone::left_hand], {0, 0, 0.1F});
        for (std::size_t i = 0; i < 4; ++i)
            figure.joints.push_back({static_cast<int>(i), {}, {}, {}, {}, {}});
        add(hips, {0, -1, 0});
        add(figure.bones[Bone::head], {0, 0.2F, 0});
        add(figure.bones[Bone::left_hand], {0.1F, 0, 0});
        add(figure.bones[Bone::right_hand], {-0.1F, 0, 0});
        if (staff > 0.0F) add(held, {0, staff, 0});
        document.humanoids.push_back(figure);
        settle();
    }
    void add(int node, const vec3& at) {
        auto mesh = std::make_shared<Mesh>();
        mesh->positions = {at, at, at};
        mesh->indices = {0, 1, 2};
        add_mesh(node, mesh);
    }
    void add_mesh(int node, std::shared_ptr<const Mesh> mesh) {
        auto skin = std::make_shared<Skin>();
        skin->nodes = {node};
        skin->inverse_bind = {mat4(1.0F)};
        MeshInstance instance;
        instance.mesh = std::move(mesh);
        instance.skin = skin;
        instance.humanoid = 0;
        document.meshes.push_back(instance);
    }
    /// An octahedron.
    void add_ball(int node, const vec3& at, float radius) {
        auto mesh = std::make_shared<Mesh>();
        for (int axis = 0; axis < 3; ++axis) {
            vec3 away(0.0F);
            away[axis] = radius;
            mesh->positions.push_back(at + away);
            mesh->positions.push_back(at - away);
        }
        for (const std::uint32_t x : {0U, 1U})
            for (const std::uint32_t y : {2U, 3U})
                for (const std::uint32_t z : {4U, 5U}) mesh->indices.insert(mesh->indices.end(), {x, y, z});
        add_mesh(node, mesh);
    }
    [[nodiscard]] FramedPoints points() const {
        const Figure one = figure();
        return framed_points({&one, 1});
    }
    [[nodiscard]] Bounds framed() const {
        Bounds out;
        for (const vec3& point : points().body) out.add(point);
        return out;
    }
    /// How close the points of body and props come to the edge of a picture: 1 is at it.
    [[nodiscard]] std::array<float, 2> reach_in_picture(float aspect) const {
        const FramedPoints points = this->points();
        const Camera camera = frame_points(Camera{}, points, aspect);
        Bounds all;
        for (const std::vector<vec3>* list : {&points.body, &points.props})
            for (const vec3& point : *list) all.add(point);
        const mat4 clip = camera.projection(aspect, all) * camera.view();
        std::array<float, 2> out{};
        for (const bool is_prop : {false, true}) {
            for (const vec3& point : is_prop ? points.props : points.body) {
                const vec4 seen = clip * vec4(point, 1.0F);
                float& most = is_prop ? out[1] : out[0];
                most = std::max({most, std::abs(seen.x / seen.w), std::abs(seen.y / seen.w)});
            }
        }
        return out;
    }
};

TEST(Framing, AThingInTheHandMayHideTheHead) {
    Fighter fighter(0.0F);
    EXPECT_TRUE(fighter.points().around_heads.empty()) << "no skin shows the head";
    const Humanoid& figure = fighter.document.humanoids.front();
    fighter.add_ball(figure.bones[Bone::head], {0, 0.1F, 0}, 0.1F);
    fighter.add_ball(figure.bones[Bone::left_hand], {-0.7F, 0.3F, 0.5F}, 0.1F);
    fighter.settle();
    const FramedPoints points = fighter.points();
    ASSERT_EQ(points.heads.size(), 1U);
    EXPECT_NEAR(points.heads[0].centre.y, 1.7F, 0.01F);
    EXPECT_NEAR(points.heads[0].radius, 0.1F, 0.02F);
    EXPECT_NEAR(glm::length(points.heads[0].front - fighter.figure().shape->stance.front), 0.0F, 1e-5F);
    EXPECT_EQ(points.around_heads.size(), 10U) << "of the ball, and of both hands";
}

TEST(Framing, HoldsTheWholeBody) {
    const Bounds box = Fighter(0.0F).framed();
    EXPECT_NEAR(box.min.y, 0.0F, 1e-5F);
    EXPECT_NEAR(box.max.y, 1.8F, 1e-5F);
    EXPECT_NEAR(box.max.x, 0.8F, 1e-5F);
    EXPECT_NEAR(box.min.x, -0.8F, 1e-5F);
}

TEST(Framing, AFindingOfAWholeFigureHasAsMuchAirAroundItAsOneOfAJoint) {
    const Fighter fighter(0.0F);
    const Figure figure = fighter.figure();
    const Selection whole{figure.id, {ItemKind::humanoid, -1, 0}};
    const Selection hand{figure.id, {ItemKind::joint, 0, 1}};
    const float height = finding_bounds({&figure, 1}, whole, {}).size().y;
    EXPECT_GT(height, 1.1F * 1.8F);
    EXPECT_LT(height, 1.3F * 1.8F) << "it is small in the picture";
    const float around_hand = finding_bounds({&figure, 1}, hand, {}).size().y;
    EXPECT_GT(around_hand, 0.4F) << "the arm can be recognised";
    const Selection held{figure.id, {ItemKind::node, -1, 4}};  // a finger's length from the hand
    EXPECT_LT(finding_bounds({&figure, 1}, held, {}).size().y, 0.85F * around_hand) << "it is small there";
}

TEST(Framing, AStaffInTheHandIsWholeInThePictureAndMayComeNearItsEdge) {
    EXPECT_NEAR(Fighter(3.0F).framed().max.y, 1.8F, 1e-5F) << "the staff is no body";
    for (const float aspect : {0.6F, 1.0F, 1.8F}) {
        const auto [body, prop] = Fighter(3.0F).reach_in_picture(aspect);
        EXPECT_LT(prop, 0.99F) << "it is not cut";
        EXPECT_GT(std::max(body, prop), 0.83F) << "the figure is as large as can be";
        EXPECT_LT(body, 0.85F);
    }
    EXPECT_GT(Fighter(3.0F).reach_in_picture(1.0F)[1], 0.95F);
}

TEST(Framing, AThingAsLargeAsAHandIsOfTheBody) {
    const Fighter fighter(0.2F);
    EXPECT_NEAR(fighter.framed().max.y, 1.8F, 1e-5F);
    EXPECT_EQ(fighter.reach_in_picture(1.0F)[1], 0.0F);
}

TEST(Framing, AirIsKeptAtEachEdge) {
    FramedPoints box;
    for (unsigned i = 0; i < 8; ++i)
        box.body.emplace_back((i & 1U) != 0 ? 1.0F : -1.0F, (i & 2U) != 0 ? 2.0F : 0.0F, 0.0F);
    Air air;
    air.top = 0.2F;
    air.left = 0.15F;
    Bounds bounds;
    for (const vec3& point : box.body) bounds.add(point);
    for (const float aspect : {0.5F, 1.0F, 2.0F}) {
        const Camera camera = frame_points(Camera{}, box, aspect, air);
        const mat4 clip = camera.projection(aspect, bounds) * camera.view();
        vec2 low(2.0F);
        vec2 high(-2.0F);
        for (const vec3& point : box.body) {
            const vec4 seen = clip * vec4(point, 1.0F);
            low = glm::min(low, vec2(seen) / seen.w);
            high = glm::max(high, vec2(seen) / seen.w);
        }
        EXPECT_GT(low.x, -0.701F);
        EXPECT_GT(low.y, -0.841F);
        EXPECT_LT(high.x, 0.841F);
        EXPECT_LT(high.y, 0.601F);
        EXPECT_TRUE(high.x - low.x > 1.53F || high.y - low.y > 1.43F) << "it fills what is left";
    }
}

TEST(Framing, PointsInsideABoxNeedLessRoomThanItsCorners) {
    FramedPoints ball;
    Bounds box;
    for (int i = 0; i < 400; ++i) {
        const float y = 1.0F - 2.0F * (static_cast<float>(i) + 0.5F) / 400.0F;
        const float turn = 2.4F * static_cast<float>(i);
        const float ring = std::sqrt(1.0F - y * y);
        ball.body.emplace_back(ring * std::cos(turn), y, ring * std::sin(turn));
        box.add(ball.body.back());
    }
    Camera camera;
    camera.yaw = 0.6F;
    camera.pitch = 0.4F;
    const Camera by_points = frame_points(camera, ball, 1.5F);
    EXPECT_LT(by_points.distance, 0.8F * frame_bounds(camera, box, 1.5F).distance);
    const mat4 clip = by_points.projection(1.5F, box) * by_points.view();
    float highest = 0.0F;
    for (const vec3& point : ball.body) {
        const vec4 seen = clip * vec4(point, 1.0F);
        highest = std::max({highest, std::abs(seen.x / seen.w), std::abs(seen.y / seen.w)});
    }
    EXPECT_LT(highest, 0.9F);
    EXPECT_GT(highest, 0.75F);
}

}  // namespace
}  // namespace vitruvian

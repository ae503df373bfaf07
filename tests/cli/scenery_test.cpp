// Scenery of files: floors, rooms, skies, distant objects; and the floor below several figures.
#include "app/scene/scenery.h"

#include "app/scene/framing.h"
#include "tests/cli/posed_figure.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>

namespace vitruvian {
namespace {

Bounds box_of(const vec3& low, const vec3& high) {
    Bounds out;
    out.add(low);
    out.add(high);
    return out;
}

const Bounds person = box_of({-0.9F, 0, -0.2F}, {0.9F, 1.8F, 0.2F});

/// Persons of one joint and a box each, beside each other, and a piece of scenery.
struct Scene : test::PosedFigure {
    Scene(int persons, const Bounds& scenery) {
        for (int i = 0; i < persons; ++i) {
            Node node;
            node.kind = NodeKind::joint;
            node.rest.translation = {3.0F * static_cast<float>(i), 0, 0};
            document.nodes.push_back(node);
            Humanoid figure;
            figure.bones[Bone::hips] = i;
            figure.joints.push_back({i, {}, {}, {}, {}, {}});
            document.humanoids.push_back(figure);
            add(i, i, person);
        }
        document.nodes.emplace_back();
        if (!scenery.empty()) add(persons, -1, scenery);
        settle();
    }
    void add(int node, int humanoid, const Bounds& shape) {
        auto mesh = std::make_shared<Mesh>();
        const auto corners = shape.corners();
        mesh->positions.assign(corners.begin(), corners.end());
        mesh->indices = {0, 1, 2, 5, 6, 7};
        auto skin = std::make_shared<Skin>();
        skin->nodes = {node};
        skin->inverse_bind = {mat4(1.0F)};
        MeshInstance instance;
        instance.mesh = std::move(mesh);
        instance.skin = std::move(skin);
        instance.humanoid = humanoid;
        document.meshes.push_back(instance);
    }
    [[nodiscard]] RenderScene scene(const Camera& camera = {}) const {
        const Figure one = figure();
        return compose_frame({&one, 1}, ViewSettings{}, camera);
    }
};

TEST(Scenery, AFloorMayBeLowerThanTheFeet) {
    Stance stance;
    stance.height = 1.8F;
    EXPECT_TRUE(is_floor_like(box_of({-4, -0.5F, -4}, {4, -0.5F, 4}), stance));
    EXPECT_FALSE(is_floor_like(box_of({-4, -5.0F, -4}, {4, -5.0F, 4}), stance)) << "a street far below";
}

TEST(Scenery, ARoomKeepsNoLightFromWhatStandsInIt) {
    const RenderScene scene = Scene(1, box_of({-3, 0, -3}, {3, 3, 3})).scene();
    ASSERT_EQ(scene.items.size(), 2U);
    EXPECT_TRUE(scene.items[0].casts);
    EXPECT_FALSE(scene.items[1].casts);
    EXPECT_FALSE(scene.floor.grid) << "it has a floor";
    EXPECT_TRUE(Scene(1, box_of({-50, -50, -50}, {50, 50, 50})).scene().floor.grid) << "a sky has none";
}

TEST(Scenery, AnEyeOutsideOfARoomSeesTheFigureInIt) {
    const Scene room(1, box_of({-3, 0, -3}, {3, 3, 3}));
    Camera camera;
    camera.distance = 6.0F;
    const float opens_at = room.scene(camera).camera.opens_at;
    EXPECT_GT(opens_at, 3.0F) << "behind the wall";
    EXPECT_LT(opens_at, 5.8F) << "before the figure";
    const mat4 clip = room.scene(camera).camera.projection(1.0F, room.scene(camera).bounds);
    EXPECT_LT((clip * vec4(0, 0, -3.0F, 1)).z, -3.0F) << "the wall is cut away";
    camera.distance = 2.5F;
    EXPECT_EQ(room.scene(camera).camera.opens_at, 0.0F) << "inside";
    camera.distance = 6.0F;
    EXPECT_EQ(Scene(1, box_of({2, 0, -1}, {4, 3, 1})).scene(camera).camera.opens_at, 0.0F)
        << "a house beside it";
}

TEST(Scenery, WallsOfTheirOwnAreARoom) {
    Scene room(1, box_of({-3, 0, 2.9F}, {3, 3, 3}));
    for (const Bounds& wall : {box_of({-3, 0, -3}, {3, 3, -2.9F}), box_of({-3, 0, -3}, {-2.9F, 3, 3}),
                               box_of({2.9F, 0, -3}, {3, 3, 3}), box_of({-3, -0.1F, -3}, {3, 0, 3})})
        room.add(1, -1, wall);
    room.settle();
    Camera camera;
    camera.distance = 6.0F;
    RenderScene scene = room.scene(camera);
    EXPECT_GT(scene.camera.opens_at, 3.1F) << "behind the front wall";
    EXPECT_LT(scene.camera.opens_at, 5.8F) << "before the figure";
    for (std::size_t i = 1; i < scene.items.size(); ++i) EXPECT_FALSE(scene.items[i].casts) << i;
    camera.distance = 2.5F;
    look_from(scene, camera);
    EXPECT_EQ(scene.camera.opens_at, 0.0F) << "inside";
    camera.distance = 6.0F;
    const Bounds fence = box_of({-3, 0, 2.9F}, {3, 0.8F, 3});
    EXPECT_EQ(Scene(1, fence).scene(camera).camera.opens_at, 0.0F) << "the figure is seen above it";
    EXPECT_TRUE(Scene(1, fence).scene(camera).items[1].casts);
    EXPECT_EQ(Scene(1, box_of({-0.6F, 0, -2}, {0.6F, 2.5F, 0.5F})).scene(camera).camera.opens_at, 0.0F)
        << "a throne that the figure sits in";
}

TEST(Scenery, WhatIsFarAwayIsDrawnFromWhereItIs) {
    const vec3 away(100'000.0F, 0.0F, 100'000.0F);
    const Scene here(1, {});
    Scene there(1, {});
    there.document.nodes[0].rest.translation = away;
    Node shift;
    shift.parent = 0;
    shift.rest.translation = {0.0F, 0.0F, 1.0F / 1024.0F};  // less than the resolution of floats there
    there.document.nodes.push_back(shift);
    there.add(static_cast<int>(there.document.nodes.size()) - 1, 0, person);
    there.settle();
    const Figure figure = there.figure();
    const Figure near = here.figure();
    const auto framed = [](const Figure& one) {
        return frame_view(scene_stance({&one, 1}), framed_points({&one, 1}), StandardView::best, 1.5F);
    };
    const Camera camera = framed(figure);
    EXPECT_NEAR(camera.distance, framed(near).distance, 0.05F);
    const RenderScene scene = there.scene(camera);
    EXPECT_EQ(scene.camera.target, vec3(0.0F));
    EXPECT_NEAR(glm::length(scene.bounds.centre()), 0.0F, 0.5F);
    EXPECT_FLOAT_EQ(scene.palettes[1][3].z - scene.palettes[0][3].z, 1.0F / 1024.0F);
    EXPECT_EQ(here.scene(framed(near)).origin, vec3(0.0F)) << "near the origin the world is the scene";
}

TEST(Scenery, ShadowsAreOfWhatIsNear) {
    EXPECT_EQ(near_part(box_of({1, 0, 0}, {2, 1, 1}), person).max.x, 2.0F);
    EXPECT_TRUE(near_part(box_of({300, 0, 0}, {301, 1, 1}), person).empty());
    const RenderScene hills = Scene(1, box_of({2, 0, -900}, {900, 90, 900})).scene();
    EXPECT_TRUE(hills.items[1].casts);
    EXPECT_LT(glm::length(hills.casters.size()), 40.0F);
}

TEST(Scenery, TheFloorReachesUnderAllFiguresOfAFile) {
    const Floor one = Scene(1, {}).scene().floor;
    const Floor many = Scene(7, {}).scene().floor;
    EXPECT_NEAR(one.origin.x, 0.0F, 1e-4F);
    EXPECT_NEAR(many.origin.x, 9.0F, 0.51F);
    EXPECT_NEAR(many.origin.y, one.origin.y, 1e-4F);
    const float metres = (many.origin.x - one.origin.x) / one.unit;
    EXPECT_NEAR(metres, std::round(metres), 1e-3F) << "the grid's lines stay";
    EXPECT_GT(many.radius, 20.0F);
}

TEST(Scenery, TheFloorGoesWithAFigureThatWalksAway) {
    Scene walker(1, {});
    const auto floor_at = [&walker](const vec3& place) {
        walker.pose.local[0].translation = place;
        RenderScene scene = walker.scene();
        scene.floor.origin += scene.origin;
        return scene.floor;
    };
    const Floor here = floor_at({});
    EXPECT_EQ(floor_at({0.3F, 0.0F, 0.5F}).origin, here.origin) << "no step makes it move";
    EXPECT_EQ(floor_at({0.3F, 0.0F, 0.5F}).middle, here.middle);
    vec3 last(0.0F);
    for (float z = 0.0F; z < 40.0F; z += 0.05F) {
        const Floor floor = floor_at({0.0F, 0.3F, z});
        const vec3 middle =
            floor.origin + floor.middle.x * glm::cross(floor.up, floor.front) + floor.middle.y * floor.front;
        EXPECT_LT(std::abs(middle.z - z), 0.5F * floor.radius) << z;
        EXPECT_LT(glm::distance(middle, last), 0.1F) << "it does not jump at " << z;
        const float lines = (floor.origin.z - here.origin.z) / floor.unit;
        EXPECT_NEAR(lines, std::round(lines), 1e-3F) << "its lines stay where they are";
        EXPECT_EQ(floor.origin.y, here.origin.y);
        last = middle;
    }
}

}  // namespace
}  // namespace vitruvian

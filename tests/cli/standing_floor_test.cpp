// The position of the floor below a figure, and which meshes of a file are floors.
#include "app/scene/standing_floor.h"

#include "app/scene/scenery.h"
#include "model/core/at.h"

#include <gtest/gtest.h>

namespace vitruvian {
namespace {

Stance standing() {
    Stance stance;
    stance.height = 1.7F;
    return stance;
}

Bounds box(const vec3& low, const vec3& high) {
    Bounds out;
    out.add(low);
    out.add(high);
    return out;
}

TEST(FloorLike, AThinWideLevelPieceUnderTheFeet) {
    const Stance stance = standing();
    EXPECT_TRUE(is_floor_like(box({-5, 0, -5}, {5, 0, 5}), stance));
    EXPECT_TRUE(is_floor_like(box({-5, -0.1F, -5}, {5, 0, 5}), stance));
    EXPECT_FALSE(is_floor_like(box({-5, 2.5F, -5}, {5, 2.6F, 5}), stance)) << "a ceiling";
    EXPECT_FALSE(is_floor_like(box({-5, 0, 2}, {5, 3, 2.1F}), stance)) << "a wall";
    EXPECT_FALSE(is_floor_like(box({3, 0, 3}, {9, 0, 9}), stance)) << "beside the figure";
    EXPECT_FALSE(is_floor_like(box({-0.2F, 0, -0.2F}, {0.2F, 0, 0.2F}), stance)) << "a sheet of paper";
    EXPECT_FALSE(is_floor_like(Bounds{}, stance));
}

/// Two legs of two nodes each with a stick of skin, and a sword that extends below the feet.
struct Legs {
    Document document;
    /// `above`: the height of a node above the hips.
    explicit Legs(float above = 0.0F) {
        const auto node = [&](int parent, const vec3& at) {
            Node out;
            out.parent = parent;
            out.rest.translation = at;
            document.nodes.push_back(out);
            return static_cast<int>(document.nodes.size()) - 1;
        };
        Humanoid figure;
        figure.bones[Bone::hips] = node(node(-1, {0, above, 0}), {0, 1.0F - above, 0});
        for (const bool left : {true, false}) {
            const float side = left ? 0.1F : -0.1F;
            const int thigh = node(figure.bones[Bone::hips], {side, 0, 0});
            const int shin = node(thigh, {0, -0.45F, 0});
            const int foot = node(shin, {0, -0.45F, 0});
            figure.bones[left ? Bone::left_upper_leg : Bone::right_upper_leg] = thigh;
            figure.bones[left ? Bone::left_lower_leg : Bone::right_lower_leg] = shin;
            figure.bones[left ? Bone::left_foot : Bone::right_foot] = foot;
            add_point(foot, {0, -0.1F, 0});
        }
        const int sword = node(figure.bones[Bone::hips], {0.5F, 0, 0});
        add_point(sword, {0, -2.0F, 0});
        document.humanoids.push_back(figure);
    }
    void add_point(int node, const vec3& at) {
        auto mesh = std::make_shared<Mesh>();
        mesh->positions = {at, at, at};
        mesh->indices = {0, 1, 2};
        auto skin = std::make_shared<Skin>();
        skin->nodes = {node};
        skin->inverse_bind = {mat4(1.0F)};
        MeshInstance instance;
        instance.mesh = mesh;
        instance.skin = skin;
        instance.humanoid = 0;
        document.meshes.push_back(instance);
    }
    [[nodiscard]] std::optional<float> level() const {
        const Skeleton skeleton = make_skeleton(document);
        const std::vector<mat4> world = world_matrices(skeleton, file_pose(skeleton));
        return standing_level(document, skeleton, world, standing(), 0);
    }
};

TEST(StandingLevel, IsAtTheSolesAndNotAtWhatHangsBelow) {
    const auto level = Legs().level();
    ASSERT_TRUE(level.has_value());
    EXPECT_NEAR(*level, 0.0F, 1e-5F);
}

/// Replaces the sticks by one skin of all joints, bound where they are in the scene.
void bind_in_scene(Document& document) {
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, file_pose(skeleton));
    auto skin = std::make_shared<Skin>();
    auto mesh = std::make_shared<Mesh>();
    mesh->influence_begin.push_back(0);
    for (int node = document.humanoids[0].bones[Bone::hips]; node < static_cast<int>(world.size()); ++node) {
        mesh->influence_joint.push_back(static_cast<std::uint32_t>(skin->nodes.size()));
        mesh->influence_weight.push_back(1.0F);
        mesh->positions.push_back(vec3(at(world, node)[3]) - vec3(0, 0.1F, 0));
        mesh->influence_begin.push_back(static_cast<std::uint32_t>(mesh->positions.size()));
        skin->nodes.push_back(node);
        skin->inverse_bind.push_back(affine_inverse(at(world, node)));
    }
    mesh->indices = {0, 1, 2};
    document.meshes.resize(1);
    document.meshes[0].mesh = std::move(mesh);
    document.meshes[0].skin = std::move(skin);
}

TEST(StandingLevel, OfAKneelingFigureIsThatOfItsBindPose) {
    for (const float above : {0.0F, 0.8F}) {
        Legs legs(above);
        bind_in_scene(legs.document);
        const int hips = legs.document.humanoids[0].bones[Bone::hips];
        at(legs.document.nodes, hips).rest.rotation = axis_angle({1, 0, 0}, 1.0F);
        const auto level = legs.level();
        ASSERT_TRUE(level.has_value());
        EXPECT_NEAR(*level, 0.0F, 1e-5F) << above;
    }
}

TEST(StandingLevel, OfAFigureWithoutLegsIsNotKnown) {
    Legs legs;
    legs.document.humanoids[0].bones = BoneMap{};
    EXPECT_FALSE(legs.level().has_value());
}

}  // namespace
}  // namespace vitruvian

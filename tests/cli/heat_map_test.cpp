// Meshes coloured by their weights.
#include "app/scene/heat_map.h"

#include <gtest/gtest.h>

namespace vitruvian {
namespace {

MeshInstance strip() {
    auto mesh = std::make_shared<Mesh>();
    mesh->positions = {vec3(0.0F), vec3(1.0F, 0.0F, 0.0F), vec3(0.0F, 1.0F, 0.0F)};
    mesh->influence_begin = {0, 1, 3, 3};
    mesh->influence_joint = {0, 0, 1};
    mesh->influence_weight = {1.0F, 0.5F, 0.5F};
    auto skin = std::make_shared<Skin>();
    skin->nodes = {4, 7};
    skin->inverse_bind.resize(2, mat4(1.0F));
    MeshInstance instance;
    instance.mesh = mesh;
    instance.skin = skin;
    return instance;
}

TEST(HeatMap, TheSameWeightsAreTheSameMesh) {
    const MeshInstance instance = strip();
    const auto first = weight_colored(instance, 4);
    EXPECT_EQ(weight_colored(instance, 4), first) << "so that it is uploaded once";
    const auto other_joint = weight_colored(instance, 7);
    EXPECT_NE(other_joint->colors, first->colors);
    EXPECT_EQ(weight_colored(instance, 4)->colors, first->colors);
    EXPECT_NE(weight_colored(instance, -1)->colors, first->colors);
    MeshInstance painted = instance;
    auto mesh = std::make_shared<Mesh>(*instance.mesh);
    mesh->influence_weight = {1.0F, 0.1F, 0.9F};
    painted.mesh = mesh;
    EXPECT_NE(weight_colored(painted, 4)->colors, first->colors) << "weights that were edited are seen";
}

TEST(HeatMap, AMeshThatIsGoneLeavesNothingToTheNextAtItsAddress) {
    for (int round = 0; round < 50; ++round) {
        MeshInstance instance = strip();
        auto mesh = std::make_shared<Mesh>(*instance.mesh);
        mesh->influence_weight[1] = static_cast<float>(round) / 50.0F;
        instance.mesh = mesh;
        const auto painted = weight_colored(instance, 4);
        instance.mesh.reset();
        mesh.reset();
        EXPECT_EQ(painted->influence_weight[1], static_cast<float>(round) / 50.0F);
    }
}

TEST(HeatMap, ARigidPartBelongsToTheJointThatCarriesIt) {
    // A head (1) on a chest (0), a hat (3) on the head by a node (2) of its own.
    Document document;
    for (const int parent : {-1, 0, 1, 2}) {
        document.nodes.emplace_back();
        document.nodes.back().parent = parent;
    }
    Humanoid humanoid;
    for (const int node : {0, 1}) {
        humanoid.joints.emplace_back();
        humanoid.joints.back().node = node;
    }
    document.humanoids = {humanoid};
    MeshInstance hat = strip();
    auto mesh = std::make_shared<Mesh>(*hat.mesh);
    mesh->influence_begin.clear();
    mesh->influence_joint.clear();
    mesh->influence_weight.clear();
    hat.mesh = mesh;
    auto skin = std::make_shared<Skin>(*hat.skin);
    skin->nodes = {3};
    hat.skin = skin;
    EXPECT_EQ(weighed_node(document, hat, 1), 3);
    EXPECT_EQ(weighed_node(document, hat, 0), 0) << "the chest carries it by the head alone";
    EXPECT_EQ(weighed_node(document, hat, -1), -1);
    EXPECT_EQ(weighed_node(document, strip(), 1), 1) << "a skin is asked as it is";
}

}  // namespace
}  // namespace vitruvian

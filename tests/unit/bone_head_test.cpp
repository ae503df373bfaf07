// Where the head is on a figure whose joints have no names: necks of any number of joints, with or without a
// joint at the top of the head, and with or without a skin.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <memory>

namespace vitruvian {
namespace {

using test::Random;

/// A figure without names, 1.7 m tall. Heights above the shoulders are relative to the trunk's length.
struct HeadRig {
    Document document;
    int head = -1;
    int end = -1;

    int add(int parent, const vec3& step) {
        Node node;
        node.kind = NodeKind::joint;
        node.parent = parent;
        node.rest.translation = step;
        Joint joint;
        joint.node = static_cast<int>(document.nodes.size());
        document.nodes.push_back(std::move(node));
        document.humanoids[0].joints.push_back(joint);
        return joint.node;
    }
    void add_limbs(int hips, int chest) {
        for (const float side : {1.0F, -1.0F}) {
            const int arm = add(chest, {0.17F * side, 0.04F, 0});
            add(add(arm, {0.28F * side, 0, 0}), {0.25F * side, 0, 0.01F});
            const int thigh = add(hips, {0.09F * side, -0.04F, 0});
            const int foot = add(add(thigh, {0, -0.42F, 0.01F}), {0, -0.42F, -0.02F});
            add(foot, {0, -0.06F, 0.13F});
        }
    }
    /// Each joint moves one vertex, except the end of the head.
    void add_skin() {
        Mesh mesh;
        Skin skin;
        mesh.influence_begin.push_back(0);
        for (const Joint& joint : document.humanoids[0].joints) {
            const auto entry = static_cast<std::uint32_t>(skin.nodes.size());
            skin.nodes.push_back(joint.node);
            skin.inverse_bind.emplace_back(1.0F);
            if (joint.node == end) continue;
            mesh.positions.emplace_back(0.0F);
            mesh.influence_joint.push_back(entry);
            mesh.influence_weight.push_back(1.0F);
            mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
        }
        MeshInstance instance;
        instance.mesh = std::make_shared<const Mesh>(std::move(mesh));
        instance.skin = std::make_shared<const Skin>(std::move(skin));
        document.meshes.push_back(std::move(instance));
    }
};

struct HeadPlan {
    int necks = 1;
    float neck = 0.1F;
    float head = 0.3F;
    float top = 0.0F;  // 0: no joint there
    bool skinned = false;
};

HeadRig make(const HeadPlan& plan) {
    HeadRig rig;
    rig.document.humanoids.emplace_back();
    constexpr float trunk = 0.52F;
    const int hips = rig.add(-1, {0, 0.95F, 0});
    const int chest = rig.add(rig.add(hips, {0, 0.22F, 0}), {0, 0.22F, 0});
    rig.add_limbs(hips, chest);
    int above = chest;
    float height = -0.04F / trunk;
    const auto climb = [&](float to) {
        above = rig.add(above, {0, (to - height) * trunk, 0});
        height = to;
        return above;
    };
    for (int i = 0; i < plan.necks; ++i)
        climb(plan.neck + (plan.head - plan.neck) * static_cast<float>(i) / static_cast<float>(plan.necks));
    rig.head = climb(plan.head);
    if (plan.top > 0.0F) rig.end = climb(plan.top);
    if (plan.skinned) rig.add_skin();
    BoneMapper(rig.document).map(rig.document.humanoids[0]);
    return rig;
}

TEST(BoneHead, NecksOfAnyNumberOfJoints) {
    Random random(14);
    int wrong = 0;
    constexpr int figures = 600;
    for (int i = 0; i < figures; ++i) {
        HeadPlan plan;
        plan.necks = i % 5 == 4 ? 7 : i % 5;
        plan.neck = random.real(0.0F, 0.15F);
        plan.head = random.real(0.22F, 0.37F);
        plan.top = random.chance(0.5F) ? plan.head + random.real(0.3F, 0.7F) : 0.0F;
        plan.skinned = random.chance(0.5F);
        const HeadRig rig = make(plan);
        const BoneMap& bones = rig.document.humanoids[0].bones;
        EXPECT_GE(bones[Bone::left_hand], 0);
        wrong += bones[Bone::head] == rig.head ? 0 : 1;
    }
    EXPECT_LE(wrong, figures / 100);
}

/// At heights at which each could be the head.
TEST(BoneHead, ASkinMovesWithIt) {
    const HeadRig high = make({1, 0.2F, 0.5F, 0.0F, true});
    EXPECT_EQ(high.document.humanoids[0].bones[Bone::head], high.head);
    const HeadRig low = make({1, 0.05F, 0.2F, 0.36F, true});
    EXPECT_EQ(low.document.humanoids[0].bones[Bone::head], low.head);
}

}  // namespace
}  // namespace vitruvian

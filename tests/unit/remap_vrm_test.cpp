// VRM animations against the formula that VRM publishes, implemented independently here; and nodes that a
// clip does not apply to.
#include "model/remap/remap.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace vitruvian {
namespace {

using test::make_bone_clip;
using test::make_rig;
using test::Random;
using test::RigStyle;

std::size_t index_of(int node) {
    return static_cast<std::size_t>(node);
}

struct Rest {
    std::vector<quat> world;     // rotation of each node at rest
    std::vector<vec3> position;  // of each node at rest
    explicit Rest(const Document& rig) {
        for (const Node& node : rig.nodes) {
            const quat above = node.parent < 0 ? identity_quat : world[index_of(node.parent)];
            const vec3 origin = node.parent < 0 ? vec3(0.0F) : position[index_of(node.parent)];
            world.push_back(glm::normalize(above * node.rest.rotation));
            position.push_back(origin + above * node.rest.translation);
        }
    }
    [[nodiscard]] quat above(const Document& rig, int node) const {
        return rig.nodes[index_of(node)].parent < 0 ? identity_quat
                                                    : world[index_of(rig.nodes[index_of(node)].parent)];
    }
};

/// The same rig as it is read from a VRM that has H-Anim's data: its joints are at rest elsewhere than the file's nodes,
/// and joints between the bones of the spine are vertebrae.
Document as_hanim(const Document& rig, Random& random) {
    Document out = rig;
    out.format = FileFormat::vrm;
    out.humanoids[0].kind = HumanoidKind::hanim;
    for (std::size_t n = 1; n < out.nodes.size(); ++n) {
        Node& node = out.nodes[n];
        node.delta.rotation = random.rotation();
        node.rest.rotation = glm::normalize(node.rest.rotation * glm::conjugate(node.delta.rotation));
        if (node.kind == NodeKind::joint) continue;
        node.kind = NodeKind::joint;
        Joint joint;
        joint.node = static_cast<int>(n);
        out.humanoids[0].joints.push_back(joint);
    }
    return out;
}

TEST(RemapVrm, TheAnimationFormulaOfVrm) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        RigStyle style;
        style.kind = HumanoidKind::vrm1;
        style.intermediates = random.chance(0.5F);
        const Document source = make_rig(random, style);
        style.intermediates = random.chance(0.5F);
        const Document model = make_rig(random, style);
        const bool has_hanim = seed >= 20;
        const Document target = has_hanim ? as_hanim(model, random) : model;
        const Rest s(source);
        const Rest t(model);
        auto clip = std::make_shared<Clip>();
        clip->duration = 1.0;
        std::array<quat, bone_count> posed{};
        for (std::size_t b = 0; b < bone_count; ++b) {
            Channel channel;
            channel.node = source.humanoids[0].bones.node[b];
            posed[b] = glm::normalize(source.nodes[index_of(channel.node)].rest.rotation *
                                      axis_angle(random.vector(-1, 1), random.real(-1.5F, 1.5F)));
            channel.times = {0.0F};
            channel.values = {posed[b].x, posed[b].y, posed[b].z, posed[b].w};
            clip->channels.push_back(channel);
        }
        const int source_hips = source.humanoids[0].bones[Bone::hips];
        Channel hips;
        hips.node = source_hips;
        hips.path = ChannelPath::translation;
        hips.times = {0.0F};
        const vec3 moved = source.nodes[index_of(source_hips)].rest.translation + random.vector(-0.3F, 0.3F);
        hips.values = {moved.x, moved.y, moved.z};
        clip->channels.push_back(hips);

        const auto plan = RemapPlan::make({clip, &source, 0}, target, 0);
        ASSERT_TRUE(plan.has_value());
        const Pose pose = plan->pose_at(0.0);
        for (std::size_t b = 0; b < bone_count; ++b) {
            const int from = source.humanoids[0].bones.node[b];
            const int to = target.humanoids[0].bones.node[b];
            // normalised = W(parent) * pose * rest^-1 * W(parent)^-1, both of the animation;
            // pose = W(parent)^-1 * normalised * W(parent) * rest, all of the model.
            const quat above = s.above(source, from);
            const quat normalised = above * posed[b] *
                                    glm::inverse(source.nodes[index_of(from)].rest.rotation) *
                                    glm::inverse(above);
            const quat model_above = t.above(target, to);
            const quat wanted = glm::inverse(model_above) * normalised * model_above *
                                model.nodes[index_of(to)].rest.rotation;
            const quat d = glm::conjugate(wanted) * pose.local[index_of(to)].rotation;
            EXPECT_LT(glm::length(vec3(d.x, d.y, d.z)), 1e-5F)
                << "seed " << seed << " " << to_string(static_cast<Bone>(b));
        }
        for (std::size_t n = 0; n < model.nodes.size(); ++n) {
            if (model.humanoids[0].bones.bone_of(static_cast<int>(n))) continue;
            const quat d = glm::conjugate(model.nodes[n].rest.rotation) * pose.local[n].rotation;
            EXPECT_LT(glm::length(vec3(d.x, d.y, d.z)), 1e-5F)
                << "seed " << seed << " " << model.nodes[n].name;
        }
        // The hips' world position, scaled by the ratio of the hips' heights at rest.
        const int target_hips = target.humanoids[0].bones[Bone::hips];
        const float ratio = t.position[index_of(target_hips)].y / s.position[index_of(source_hips)].y;
        const int parent = source.nodes[index_of(source_hips)].parent;
        const vec3 place = s.position[index_of(parent)] + s.world[index_of(parent)] * moved;
        const std::vector<mat4> world = world_matrices(make_skeleton(target), pose);
        EXPECT_LT(glm::distance(vec3(world[index_of(target_hips)][3]), place * ratio), 1e-5F)
            << "seed " << seed;
    }
}

TEST(RemapNodes, NodesBetweenBonesKeepTheirRest) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Random random(50 + seed);
        RigStyle style;
        style.intermediates = true;
        const Document rig = make_rig(random, style);
        const auto plan = RemapPlan::make({make_bone_clip(random)}, rig, 0);
        ASSERT_TRUE(plan.has_value());
        const Pose pose = plan->pose_at(0.4);
        std::size_t between = 0;
        for (std::size_t n = 0; n < rig.nodes.size(); ++n) {
            if (rig.humanoids[0].bones.bone_of(static_cast<int>(n))) continue;
            ++between;
            EXPECT_EQ(pose.local[n], rig.nodes[n].rest) << rig.nodes[n].name;
        }
        EXPECT_GT(between, 5U);
    }
}

/// Two figures in one file: a clip moves one of them, and the other keeps the file's pose.
TEST(RemapNodes, OtherHumanoidsStandAsTheyStood) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        Random random(seed);
        Document both = make_rig(random, {});
        Document second = make_rig(random, {});
        const auto first_nodes = static_cast<int>(both.nodes.size());
        for (Node node : second.nodes) {
            if (node.parent >= 0) node.parent += first_nodes;
            both.nodes.push_back(node);
        }
        Humanoid humanoid = second.humanoids[0];
        for (int& node : humanoid.bones.node) node += first_nodes;
        for (Joint& joint : humanoid.joints) joint.node += first_nodes;
        humanoid.node += first_nodes;
        both.humanoids.push_back(humanoid);
        for (const Joint& joint : both.humanoids[0].joints)
            both.nodes[index_of(joint.node)].delta.rotation = random.rotation();
        ASSERT_EQ(expect_valid(both), std::nullopt);
        const auto clip = make_bone_clip(random);
        const auto plan = RemapPlan::make({clip}, both, 1);
        const auto alone = RemapPlan::make({clip}, second, 0);
        ASSERT_TRUE(plan && alone);
        const Pose stored = file_pose(make_skeleton(both));
        const Pose pose = plan->pose_at(0.3);
        const Pose wanted = alone->pose_at(0.3);
        for (int n = 0; n < first_nodes; ++n) EXPECT_EQ(pose.local[index_of(n)], stored.local[index_of(n)]);
        for (std::size_t n = 0; n < second.nodes.size(); ++n)
            EXPECT_EQ(pose.local[index_of(first_nodes) + n], wanted.local[n]);
        for (const Channel& channel : plan->bake().channels) EXPECT_GE(channel.node, first_nodes);
    }
}

/// Through a rig that is rotated, Z-up, in centimetres, a hundred times larger or mirrored, and back.
TEST(RemapNodes, ThereAndBackThroughAnyRoot) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(300 + seed);
        const Document a = make_rig(random, {});
        RigStyle style;
        style.intermediates = random.chance(0.5F);
        constexpr float quarter = 1.57079633F;
        switch (seed % 5) {
            case 0:
                style.root.rotation = axis_angle({0, 1, 0}, 2 * quarter);
                break;
            case 1:
                style.root.rotation = axis_angle({1, 0, 0}, -quarter);
                style.root.scale = vec3(0.01F);
                break;
            case 2:
                style.root.scale = vec3(100.0F);
                break;
            case 3:
                style.root.scale = vec3(-1.0F, 1.0F, 1.0F);
                break;
            default:
                style.root.scale = vec3(-0.01F);
                style.root.rotation = axis_angle({0, 0, 1}, 2 * quarter);
                break;
        }
        const Document b = make_rig(random, style);
        const auto bake = [](const RemapSource& source, const Document& target) {
            auto clip = remap_clip(source, target, 0);
            EXPECT_TRUE(clip.has_value());
            return std::make_shared<Clip>(std::move(*clip));
        };
        const auto on_a = bake({make_bone_clip(random)}, a);
        const auto on_b = bake({on_a, &a, 0}, b);
        const auto back = bake({on_b, &b, 0}, a);
        for (const double t : {0.0, 0.13, 0.5, 0.777, 1.0}) {
            const std::vector<mat4> before = test::posed_world(a, *on_a, t);
            const std::vector<mat4> after = test::posed_world(a, *back, t);
            float worst = 0.0F;
            for (std::size_t n = 0; n < before.size(); ++n) {
                for (int c = 0; c < 4; ++c)
                    worst = std::max(worst, glm::distance(vec3(before[n][c]), vec3(after[n][c])));
            }
            EXPECT_LT(worst, 1e-5F) << "seed " << seed;
        }
    }
}

}  // namespace
}  // namespace vitruvian

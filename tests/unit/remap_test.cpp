// Properties of remapping on random rigs and clips.
#include "model/remap/remap.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "tests/unit/remap_rigs.h"

#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

using test::make_bone_clip;
using test::make_rig;
using test::posed_world;
using test::Random;
using test::RigStyle;

constexpr std::array sampled_times{0.0, 0.13, 0.5, 0.777, 1.0};

/// Largest difference of any element, relative to the larger scale of the two figures.
float worst(const std::vector<mat4>& a, const std::vector<mat4>& b, float size = 1.0F) {
    EXPECT_EQ(a.size(), b.size());
    float out = 0.0F;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        for (int c = 0; c < 4; ++c) {
            for (int r = 0; r < 3; ++r) out = std::max(out, std::abs(a[i][c][r] - b[i][c][r]) / size);
        }
    }
    return out;
}

std::shared_ptr<const Clip> onto(const RemapSource& source, const Document& target,
                                 RemapMode mode = RemapMode::world) {
    RemapOptions options;
    options.mode = mode;
    auto clip = remap_clip(source, target, 0, options);
    EXPECT_TRUE(clip.has_value()) << clip.error().text();
    return std::make_shared<Clip>(std::move(clip.value()));
}

Transform turned_and_scaled(const vec3& axis, float radians, float scale) {
    Transform out;
    out.rotation = axis_angle(axis, radians);
    out.scale = vec3(scale);
    return out;
}

constexpr float quarter = 1.57079633F;

TEST(Remap, ThereAndBackIsTheIdentity) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(seed);
        RigStyle style;
        style.intermediates = random.chance(0.5F);
        const Document a = make_rig(random, style);
        // The intermediate rig has all bones; its axes, size, root and intermediate nodes are its own.
        style.root = turned_and_scaled({1, 0, 0}, random.chance(0.5F) ? -quarter : 0.0F,
                                       random.chance(0.5F) ? 0.01F : 1.0F);
        const Document b = make_rig(random, style);
        ASSERT_EQ(expect_valid(a), std::nullopt);
        const auto on_a = onto({make_bone_clip(random)}, a);
        const auto on_b = onto({on_a, &a, 0}, b);
        const auto back = onto({on_b, &b, 0}, a);
        for (const double t : sampled_times) {
            EXPECT_LT(worst(posed_world(a, *on_a, t), posed_world(a, *back, t)), 1e-5F) << "seed " << seed;
        }
    }
}

TEST(Remap, ExtToVrmaToExtIsTheIdentity) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(1000 + seed);
        RigStyle ext;
        ext.conforms = true;
        const Document a = make_rig(random, ext);
        RigStyle vrma;
        vrma.kind = HumanoidKind::vrm1;
        const Document b = make_rig(random, vrma);
        const auto on_a = onto({make_bone_clip(random)}, a, RemapMode::spec);
        const auto as_vrma = onto({on_a, &a, 0}, b);
        const auto back = onto({as_vrma, &b, 0}, a);
        for (const double t : sampled_times) {
            EXPECT_LT(worst(posed_world(a, *on_a, t), posed_world(a, *back, t)), 1e-5F) << "seed " << seed;
        }
    }
}

TEST(Remap, SpecAndWorldAgreeWhereBothConform) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(2000 + seed);
        RigStyle style;
        style.conforms = true;
        style.missing = 0.3F;
        const Document a = make_rig(random, style);
        const Document b = make_rig(random, style);
        const auto clip = make_bone_clip(random);
        const auto on_a = onto({clip}, a, RemapMode::spec);
        EXPECT_LT(worst(posed_world(a, *on_a, 0.3), posed_world(a, *onto({clip}, a), 0.3)), 1e-5F)
            << "seed " << seed;
        const auto spec = onto({on_a, &a, 0}, b, RemapMode::spec);
        const auto world = onto({on_a, &a, 0}, b, RemapMode::world);
        for (const double t : sampled_times) {
            EXPECT_LT(worst(posed_world(b, *spec, t), posed_world(b, *world, t)), 1e-5F) << "seed " << seed;
        }
    }
}

TEST(Remap, SpecIsTheExtensionsFormula) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Random random(3000 + seed);
        const Document target = make_rig(random, {});
        const auto clip = make_bone_clip(random);
        const auto plan = RemapPlan::make({clip}, target, 0, {.mode = RemapMode::spec});
        ASSERT_TRUE(plan.has_value());
        const double t = static_cast<double>(random.real(0.0F, 1.0F));
        const Pose pose = plan->pose_at(t);
        for (const Channel& channel : clip->channels) {
            const auto node = static_cast<std::size_t>(target.humanoids[0].bones[*channel.bone]);
            const vec4 v = sample_channel(channel, t);
            Transform relative;
            if (channel.path == ChannelPath::rotation) relative.rotation = quat(v.w, v.x, v.y, v.z);
            if (channel.path == ChannelPath::translation) relative.translation = vec3(v);
            const Transform wanted = compose(target.nodes[node].rest, relative);
            if (channel.path == ChannelPath::rotation) {
                EXPECT_GT(std::abs(glm::dot(wanted.rotation, pose.local[node].rotation)), 1.0F - 1e-6F);
            } else {
                EXPECT_LT(glm::distance(wanted.translation, pose.local[node].translation), 1e-6F);
            }
        }
    }
}

TEST(Remap, WorldRotationsAreCarriedOverWhateverTheAxes) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(4000 + seed);
        const Document a = make_rig(random, {});
        const Document b = make_rig(random, {});
        const auto on_a = onto({make_bone_clip(random)}, a);
        const auto on_b = onto({on_a, &a, 0}, b);
        const std::vector<mat4> rest_a = posed_world(a, Clip{}, 0.0);
        const std::vector<mat4> rest_b = posed_world(b, Clip{}, 0.0);
        const std::vector<mat4> now_a = posed_world(a, *on_a, 0.4);
        const std::vector<mat4> now_b = posed_world(b, *on_b, 0.4);
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto na = static_cast<std::size_t>(a.humanoids[0].bones.node[i]);
            const auto nb = static_cast<std::size_t>(b.humanoids[0].bones.node[i]);
            const mat3 turn_a = mat3(now_a[na]) * glm::transpose(mat3(rest_a[na]));
            const mat3 turn_b = mat3(now_b[nb]) * glm::transpose(mat3(rest_b[nb]));
            for (int c = 0; c < 3; ++c)
                EXPECT_LT(glm::distance(turn_a[c], turn_b[c]), 1e-5F) << "seed " << seed;
        }
    }
}

/// Missing bones of the target rotate those below: everything that exists has the same direction as on a
/// complete rig.
TEST(Remap, MissingBonesFoldIntoTheirChildren) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(5000 + seed);
        const auto clip = make_bone_clip(random);
        Random full_random(6000 + seed);
        Random lean_random(6000 + seed);
        RigStyle style;
        style.varies = false;
        style.conforms = true;
        const Document full = make_rig(full_random, style);
        style.missing = 0.6F;
        const Document lean = make_rig(lean_random, style);
        const auto full_plan = RemapPlan::make({clip}, full, 0);
        const auto lean_plan = RemapPlan::make({clip}, lean, 0);
        ASSERT_TRUE(full_plan && lean_plan);
        for (const double t : sampled_times) {
            const auto on_full = world_matrices(make_skeleton(full), full_plan->pose_at(t));
            const auto on_lean = world_matrices(make_skeleton(lean), lean_plan->pose_at(t));
            for (std::size_t i = 0; i < bone_count; ++i) {
                const int lean_node = lean.humanoids[0].bones.node[i];
                if (lean_node < 0) continue;
                const mat3 a(at(on_full, full.humanoids[0].bones.node[i]));
                const mat3 b(at(on_lean, lean_node));
                for (int c = 0; c < 3; ++c) EXPECT_LT(glm::distance(a[c], b[c]), 1e-5F) << "seed " << seed;
            }
        }
    }
}

/// The same figure with its spine on the root and its hips on the spine.
Document with_torso_above_hips(Document rig) {
    BoneMap& bones = rig.humanoids[0].bones;
    const int hips = bones[Bone::hips];
    const int spine = bones[Bone::spine];
    const std::vector<mat4> world = posed_world(rig, Clip{}, 0.0);
    const auto node = [&rig](int n) -> Node& { return at(rig.nodes, n); };
    // Parents come first: the two are swapped in the list.
    for (Node& each : rig.nodes) {
        if (each.parent == hips) {
            each.parent = spine;
        } else if (each.parent == spine) {
            each.parent = hips;
        }
    }
    const int above = node(hips).parent;
    std::swap(node(hips), node(spine));
    std::swap(bones[Bone::hips], bones[Bone::spine]);
    const auto place = [&](int n, int parent, const mat4& wanted) {
        node(n).parent = parent;
        const mat4 up = parent == above ? at(world, above) : at(world, spine);
        node(n).rest = to_transform(affine_inverse(up) * wanted);
    };
    place(hips, above, at(world, spine));
    place(spine, hips, at(world, hips));
    return rig;
}

TEST(Remap, ATorsoThatCarriesTheHipsMovesAsOthersDo) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Random random(6500 + seed);
        const Document source = make_rig(random, {});
        const auto clip = onto({make_bone_clip(random)}, source);
        const Document usual = make_rig(random, {});
        const Document other = with_torso_above_hips(usual);
        ASSERT_EQ(expect_valid(other), std::nullopt);
        const auto expected = RemapPlan::make({clip, &source, 0}, usual, 0);
        const auto plan = RemapPlan::make({clip, &source, 0}, other, 0);
        ASSERT_TRUE(expected && plan);
        BakeOptions whole;
        whole.whole_frames = true;
        const Clip baked = plan->bake(whole);
        for (const double t : {0.0, 0.25, 1.0}) {
            const auto a = world_matrices(make_skeleton(usual), expected->pose_at(t));
            const auto b = world_matrices(make_skeleton(other), plan->pose_at(t));
            const auto c = posed_world(other, baked, t);
            for (std::size_t i = 0; i < bone_count; ++i) {
                const auto na = static_cast<std::size_t>(usual.humanoids[0].bones.node[i]);
                const auto nb = static_cast<std::size_t>(other.humanoids[0].bones.node[i]);
                EXPECT_LT(worst({a[na]}, {b[nb]}), 1e-4F) << seed << " " << to_string(static_cast<Bone>(i));
                EXPECT_LT(worst({a[na]}, {c[nb]}), 1e-4F) << seed << " " << to_string(static_cast<Bone>(i));
            }
            if (testing::Test::HasFailure()) return;
        }
    }
}

/// A root that rotates, scales or mirrors the target does the same to the motion.
TEST(Remap, FollowsTheTargetsRoot) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        RigStyle source_style;
        Random source_random(7000 + seed);
        const Document source = make_rig(source_random, source_style);
        const auto on_source = onto({make_bone_clip(source_random)}, source);
        Transform root;
        switch (seed % 6) {
            case 0:
                root = turned_and_scaled({0, 1, 0}, 2 * quarter, 1.0F);
                break;
            case 1:
                root = turned_and_scaled({1, 0, 0}, -quarter, 1.0F);
                break;
            case 2:
                root.scale = vec3(100.0F);
                break;
            case 3:
                root.scale = vec3(0.01F);
                break;
            case 4:
                root.scale = vec3(-1.0F, 1.0F, 1.0F);
                break;
            default:
                root = turned_and_scaled({0, 1, 0}, 0.7F, 2.5F);
                break;
        }
        Random plain_random(8000 + seed);
        Random moved_random(8000 + seed);
        RigStyle style;
        style.varies = false;
        const Document plain = make_rig(plain_random, style);
        style.root = root;
        const Document moved = make_rig(moved_random, style);
        const auto on_plain = onto({on_source, &source, 0}, plain);
        const auto on_moved = onto({on_source, &source, 0}, moved);
        const float size = std::abs(root.scale.x);
        for (const double t : sampled_times) {
            std::vector<mat4> wanted = posed_world(plain, *on_plain, t);
            for (mat4& matrix : wanted) matrix = to_matrix(root) * matrix;
            EXPECT_LT(worst(wanted, posed_world(moved, *on_moved, t), size), 3e-5F) << "seed " << seed;
        }
    }
}

/// Likewise on rigs whose clips animate more than bones: a root above the hips that rotates and moves.
TEST(Remap, MotionOfTheRootReachesTheHips) {
    Random random(42);
    const Document a = make_rig(random, {});
    const Document b = make_rig(random, {});
    Clip clip = *onto({make_bone_clip(random)}, a);
    Channel turn;
    turn.node = 0;
    turn.times = {0.0F, 1.0F};
    const quat end = axis_angle({0, 1, 0}, 1.2F);
    turn.values = {0, 0, 0, 1, end.x, end.y, end.z, end.w};
    clip.channels.push_back(turn);
    Channel travel;
    travel.node = 0;
    travel.path = ChannelPath::translation;
    travel.times = {0.0F, 1.0F};
    travel.values = {0, 0, 0, 1, 0, 2};
    clip.channels.push_back(travel);
    const RemapSource source{std::make_shared<Clip>(clip), &a, 0};
    const auto plan = RemapPlan::make(source, b, 0);
    ASSERT_TRUE(plan.has_value());
    const auto hips_a = static_cast<std::size_t>(a.humanoids[0].bones[Bone::hips]);
    const auto hips_b = static_cast<std::size_t>(b.humanoids[0].bones[Bone::hips]);
    const std::vector<mat4> rest_a = posed_world(a, Clip{}, 0);
    const std::vector<mat4> rest_b = posed_world(b, Clip{}, 0);
    const float ratio = rest_b[hips_b][3].y / rest_a[hips_a][3].y;
    for (const double t : sampled_times) {
        const std::vector<mat4> now_a = posed_world(a, clip, t);
        const std::vector<mat4> now_b = world_matrices(make_skeleton(b), plan->pose_at(t));
        const mat3 turn_a = mat3(now_a[hips_a]) * glm::transpose(mat3(rest_a[hips_a]));
        const mat3 turn_b = mat3(now_b[hips_b]) * glm::transpose(mat3(rest_b[hips_b]));
        for (int c = 0; c < 3; ++c) EXPECT_LT(glm::distance(turn_a[c], turn_b[c]), 1e-5F);
        const vec3 shift_a(now_a[hips_a][3] - rest_a[hips_a][3]);
        const vec3 shift_b(now_b[hips_b][3] - rest_b[hips_b][3]);
        EXPECT_LT(glm::distance(shift_a * ratio, shift_b), 1e-5F);
    }
}

TEST(Remap, BonesWithoutAChannelGoToTheReference) {
    Random random(7);
    RigStyle style;
    style.conforms = true;
    Document target = make_rig(random, style);
    const BoneMap bones = target.humanoids[0].bones;
    // An A-pose at rest: the T-pose has to be computed.
    Random same(7);
    const Document t_posed = make_rig(same, style);
    for (const Bone arm : {Bone::left_upper_arm, Bone::right_upper_arm}) {
        quat& rotation = at(target.nodes, bones[arm]).rest.rotation;
        rotation = rotation * axis_angle({1, 0, 0}, 0.9F);
    }
    auto clip = std::make_shared<Clip>();
    Channel head;
    head.bone = Bone::head;
    head.space = ChannelSpace::delta;
    head.times = {0.0F};
    head.values = {0, 0, 0, 1};
    clip->channels.push_back(head);
    const auto plan = RemapPlan::make({clip}, target, 0);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->target_reference(), ReferenceKind::tpose);
    const auto arm = static_cast<std::size_t>(bones[Bone::left_upper_arm]);
    EXPECT_GT(std::abs(glm::dot(plan->pose_at(0.0).local[arm].rotation, t_posed.nodes[arm].rest.rotation)),
              1.0F - 1e-5F);
    RemapOptions options;
    options.still_bones_keep_rest = true;
    const auto keeping = RemapPlan::make({clip}, target, 0, options);
    ASSERT_TRUE(keeping.has_value());
    EXPECT_EQ(keeping->pose_at(0.0).local[arm].rotation, target.nodes[arm].rest.rotation);
}

TEST(Remap, ReportsWhatItCannotDo) {
    Random random(3);
    const Document rig = make_rig(random, {});
    auto still = std::make_shared<Clip>();
    const auto none = RemapPlan::make({still, &rig, -1}, rig, 0);
    ASSERT_FALSE(none.has_value());
    EXPECT_EQ(none.error().code, "remap-no-clip-bones");
    Document bare = rig;
    bare.humanoids[0].bones = BoneMap();
    const auto no_target = RemapPlan::make({make_bone_clip(random)}, bare, 0);
    ASSERT_FALSE(no_target.has_value());
    EXPECT_EQ(no_target.error().code, "remap-no-target-bones");
}

}  // namespace
}  // namespace vitruvian

// Many poses at once against one after the other; and work divided among threads.
#include "model/pose/pose_batch.h"

#include "model/core/parallel.h"
#include "model/pose/skinning.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/remap_rigs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

namespace vitruvian {
namespace {

using test::Random;

/// The largest difference, relative to the magnitude of the numbers.
float difference(const mat4& a, const mat4& b, float size) {
    float out = 0.0F;
    for (int c = 0; c < 4; ++c) {
        for (int r = 0; r < 4; ++r) out = std::max(out, std::abs(a[c][r] - b[c][r]));
    }
    return out / size;
}

float size_of(const std::vector<mat4>& world) {
    float out = 1.0F;
    for (const mat4& m : world) {
        for (int c = 0; c < 4; ++c) out = std::max(out, glm::length(vec3(m[c])));
    }
    return out;
}

/// Any number of times, also before the first key and after the last.
std::vector<double> some_times(Random& random, double duration) {
    std::vector<double> out(static_cast<std::size_t>(random.integer(1, 30)));
    for (double& t : out) t = static_cast<double>(random.real(-0.2F, 1.2F)) * duration;
    return out;
}

TEST(PoseBatch, EqualsOnePoseAfterTheOther) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const Document document = test::random_document(seed);
        const Skeleton skeleton = make_skeleton(document);
        const Pose base = file_pose(skeleton);
        ASSERT_FALSE(document.clips.empty());
        const Clip& clip = *document.clips.front();
        const std::vector<double> times = some_times(random, clip.duration);
        WorldBatch batch;
        BatchPlayer(clip, skeleton, base).world_matrices(times, batch);
        ASSERT_EQ(batch.poses(), times.size());
        ASSERT_EQ(batch.nodes(), skeleton.size());
        std::vector<mat4> copied(skeleton.size());
        for (std::size_t i = 0; i < times.size(); ++i) {
            Pose pose = base;
            sample(clip, times[i], skeleton, pose);
            const std::vector<mat4> world = world_matrices(skeleton, pose);
            const float size = size_of(world);
            batch.copy(i, copied);
            for (std::size_t n = 0; n < world.size(); ++n) {
                ASSERT_LT(difference(batch.at(i, n), world[n], size), 1e-5F)
                    << fmt::format("seed {} pose {} node {}", seed, i, n);
                ASSERT_EQ(copied[n], batch.at(i, n));
            }
        }
    }
}

TEST(PoseBatch, EqualsRemappedPoses) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Random random(7000 + seed);
        test::RigStyle style;
        style.missing = 0.3F;
        style.intermediates = random.chance(0.5F);
        if (random.chance(0.3F)) style.kind = HumanoidKind::hanim;
        const Document source = test::make_rig(random, style);
        const Document target = test::make_rig(random, style);
        const auto bones = test::make_bone_clip(random);
        const auto on_source = std::make_shared<const Clip>(remap_clip({bones}, source, 0).value());
        const Result<RemapPlan> plan = random.chance(0.5F)
                                           ? RemapPlan::make({bones}, target, 0)
                                           : RemapPlan::make({on_source, &source, 0}, target, 0);
        ASSERT_TRUE(plan.has_value());
        const std::vector<double> times = some_times(random, plan->duration());
        WorldBatch batch;
        plan->batch_player().world_matrices(times, batch);
        const Skeleton skeleton = make_skeleton(target);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const std::vector<mat4> world = world_matrices(skeleton, plan->pose_at(times[i]));
            const float size = size_of(world);
            for (std::size_t n = 0; n < world.size(); ++n) {
                ASSERT_LT(difference(batch.at(i, n), world[n], size), 1e-5F)
                    << fmt::format("seed {} pose {} node {}", seed, i, n);
            }
        }
    }
}

TEST(PoseBatch, NoTimesAreNoPoses) {
    const Document document = test::random_document(1);
    const Skeleton skeleton = make_skeleton(document);
    WorldBatch batch;
    BatchPlayer(*document.clips.front(), skeleton, rest_pose(skeleton)).world_matrices({}, batch);
    EXPECT_EQ(batch.poses(), 0U);
}

TEST(ParallelFor, EveryElementOnce) {
    for (const std::size_t count : {0U, 1U, 7U, 1000U, 100'003U}) {
        for (const unsigned threads : {0U, 1U, 2U, 5U}) {
            std::vector<int> seen(count, 0);
            std::atomic<int> parts = 0;
            parallel_for(count, 10, threads, [&](std::size_t begin, std::size_t end) {
                ++parts;
                for (std::size_t i = begin; i < end; ++i) ++seen[i];
            });
            EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; })) << count;
            if (threads != 0) {
                EXPECT_LE(parts, static_cast<int>(threads));
            }
            if (count < 20) {
                EXPECT_LE(parts, 1);
            }
        }
    }
}

TEST(ParallelFor, SkinningIsTheSameOnAnyNumberOfThreads) {
    Random random(5);
    MeshInstance instance;
    instance.mesh = std::make_shared<const Mesh>(test::random_mesh(random, 200'000, 20));
    auto skin = std::make_shared<Skin>();
    std::vector<mat4> world;
    for (int j = 0; j < 20; ++j) {
        skin->nodes.push_back(j);
        skin->inverse_bind.push_back(to_matrix(random.trs(0.5F, 2.0F)));
        world.push_back(to_matrix(random.trs(0.5F, 2.0F)));
    }
    instance.skin = skin;
    std::vector<vec3> alone(instance.mesh->positions.size());
    skin_positions(instance, world, {}, alone, 1);
    for (const unsigned threads : {2U, 5U}) {
        std::vector<vec3> together(alone.size());
        skin_positions(instance, world, {}, together, threads);
        EXPECT_EQ(together, alone);
    }
    EXPECT_EQ(skinned_positions(instance, world, {}), alone);
}

}  // namespace
}  // namespace vitruvian

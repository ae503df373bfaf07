// Baked clips against the plans they were baked from, on random rigs.
#include "model/remap/remap.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

using test::make_bone_clip;
using test::make_rig;
using test::Random;
using test::RigStyle;

float gap(const quat& a, const quat& b) {
    const quat d = glm::conjugate(a) * b;
    return 2.0F * std::atan2(glm::length(vec3(d.x, d.y, d.z)), std::abs(d.w));
}

struct Deviation {
    float angle = 0.0F;   // of a node's local rotation
    float length = 0.0F;  // of its translation relative to its parent
};

Deviation difference(const RemapPlan& plan, const Clip& baked, const Skeleton& skeleton, double seconds) {
    const Pose wanted = plan.pose_at(seconds);
    Pose pose = file_pose(skeleton);
    sample(baked, seconds, skeleton, pose);
    Deviation out;
    for (std::size_t n = 0; n < skeleton.size(); ++n) {
        out.angle = std::max(out.angle, gap(wanted.local[n].rotation, pose.local[n].rotation));
        out.length =
            std::max(out.length, glm::distance(wanted.local[n].translation, pose.local[n].translation));
    }
    return out;
}

/// Smooth rotations of all bones at 60 keys per second, as in a recording.
std::shared_ptr<const Clip> make_recording(Random& random) {
    auto clip = std::make_shared<Clip>();
    clip->duration = 2.0;
    for (std::size_t b = 0; b < bone_count; ++b) {
        Channel channel;
        channel.bone = static_cast<Bone>(b);
        channel.space = ChannelSpace::delta;
        const vec3 axis = random.vector(-1, 1);
        const float most = random.chance(0.3F) ? 0.0F : random.real(0.1F, 0.8F);
        const float speed = random.real(0.5F, 3.0F);
        for (int k = 0; k <= 120; ++k) {
            const float t = static_cast<float>(k) / 60.0F;
            const quat q = axis_angle(axis, most * std::sin(speed * t));
            channel.times.push_back(t);
            channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
        }
        clip->channels.push_back(std::move(channel));
    }
    return clip;
}

std::size_t count_keys(const Clip& clip) {
    std::size_t out = 0;
    for (const Channel& c : clip.channels) out += c.times.size();
    return out;
}

TEST(Bake, SamplesToThePlansPoses) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        RigStyle style;
        style.missing = random.chance(0.5F) ? 0.6F : 0.0F;
        style.intermediates = random.chance(0.5F);
        const Document rig = make_rig(random, style);
        const auto plan = RemapPlan::make({make_bone_clip(random)}, rig, 0);
        ASSERT_TRUE(plan.has_value());
        const Skeleton skeleton = make_skeleton(rig);
        BakeOptions options;
        options.tolerance = 2e-4F;
        const Clip baked = plan->bake(options);
        for (const Channel& channel : baked.channels) {
            for (const float key : channel.times) {
                const Pose wanted = plan->pose_at(static_cast<double>(key));
                Pose pose = file_pose(skeleton);
                sample(baked, static_cast<double>(key), skeleton, pose);
                const auto node = static_cast<std::size_t>(channel.node);
                // A step has two values at its key.
                const bool jumps = std::count(channel.times.begin(), channel.times.end(), key) > 1;
                if (jumps) continue;
                EXPECT_LT(gap(wanted.local[node].rotation, pose.local[node].rotation), 1e-5F);
            }
        }
        int far = 0;
        for (int i = 0; i < 50; ++i) {
            const Deviation d =
                difference(*plan, baked, skeleton, static_cast<double>(random.real(0.0F, 1.0F)));
            // Folded steps become ramps of half a millisecond.
            far += d.angle > 1e-3F || d.length > 1e-3F ? 1 : 0;
        }
        EXPECT_LE(far, style.missing > 0.0F ? 2 : 0) << "seed " << seed;
    }
}

TEST(Bake, RedundantKeysAreLeftOut) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        Random random(100 + seed);
        RigStyle style;
        style.missing = 0.4F;
        const Document rig = make_rig(random, style);
        const auto plan = RemapPlan::make({make_recording(random)}, rig, 0);
        ASSERT_TRUE(plan.has_value());
        const Skeleton skeleton = make_skeleton(rig);
        BakeOptions options;
        const Clip all = plan->bake(options);
        options.tolerance = 2e-4F;
        const Clip few = plan->bake(options);
        EXPECT_LT(2 * count_keys(few), count_keys(all));
        for (int i = 0; i < 50; ++i) {
            const Deviation d =
                difference(*plan, few, skeleton, static_cast<double>(random.real(0.0F, 2.0F)));
            EXPECT_LT(d.angle, 1e-3F) << "seed " << seed;
        }
        EXPECT_EQ(few.channels.size(), all.channels.size());
    }
}

/// As many exported figures, whose bones are in centimetres below a node that scales them, or the other way round.
TEST(Bake, TheHipsOfAScaledRigAreAsCloseAsOfOthers) {
    for (const float scale : {0.01F, 1.0F, 100.0F}) {
        Random random(3);
        RigStyle style;
        style.root.scale = vec3(scale);
        style.varies = false;
        const Document rig = make_rig(random, style);
        auto clip = std::make_shared<Clip>(*make_recording(random));
        Channel hips;
        hips.bone = Bone::hips;
        hips.space = ChannelSpace::delta;
        hips.path = ChannelPath::translation;
        hips.times = clip->channels.front().times;
        for (const float t : hips.times)
            hips.values.insert(hips.values.end(), {0, 0, 0.3F * std::sin(3 * t)});
        clip->channels.push_back(std::move(hips));
        // A metre is 100 units below a scale of 0.01.
        const float moved = scale < 1.0F ? 1.0F / scale : 1.0F;
        const auto plan = RemapPlan::make({clip}, rig, 0);
        ASSERT_TRUE(plan.has_value());
        BakeOptions options;
        options.tolerance = 2e-4F;
        const Clip baked = plan->bake(options);
        for (int i = 0; i < 50; ++i) {
            const double seconds = static_cast<double>(random.real(0.0F, 2.0F));
            EXPECT_LT(difference(*plan, baked, make_skeleton(rig), seconds).length, 5e-4F * moved) << scale;
        }
    }
}

TEST(Bake, RoundedFramesStayTheClipsOwn) {
    Random random(7);
    const Document rig = make_rig(random, {});
    auto clip = std::make_shared<Clip>(*make_recording(random));
    constexpr float frame = 0.041667F;  // a 24th of a second, rounded as in files
    clip->duration = static_cast<double>(13.0F * frame);
    for (Channel& channel : clip->channels) {
        channel.times.resize(14);
        channel.values.resize(14 * 4);
        for (std::size_t k = 0; k < 14; ++k) channel.times[k] = frame * static_cast<float>(k);
    }
    const auto plan = RemapPlan::make({clip}, rig, 0);
    ASSERT_TRUE(plan.has_value());
    BakeOptions options;
    options.rate = 24.0;
    std::size_t full = 0;
    for (const Channel& channel : plan->bake(options).channels) {
        if (channel.times.size() < 2) continue;
        ++full;
        EXPECT_EQ(channel.times, clip->channels.front().times);
    }
    EXPECT_GT(full, 10U);
}

TEST(Bake, WholeFramesAndTheEnd) {
    Random random(5);
    const Document rig = make_rig(random, {});
    auto clip = std::make_shared<Clip>(*make_bone_clip(random));
    clip->duration = 1.01;
    const auto plan = RemapPlan::make({clip}, rig, 0);
    ASSERT_TRUE(plan.has_value());
    BakeOptions options;
    options.whole_frames = true;
    options.rate = 25.0;
    const Clip baked = plan->bake(options);
    for (const Channel& channel : baked.channels) {
        if (channel.times.size() < 2) continue;
        ASSERT_EQ(channel.times.size(), 27U);
        EXPECT_FLOAT_EQ(channel.times.back(), 1.01F);
        for (std::size_t k = 0; k + 1 < channel.times.size(); ++k)
            EXPECT_NEAR(channel.times[k], static_cast<float>(k) / 25.0F, 1e-6F);
    }
    const Skeleton skeleton = make_skeleton(rig);
    EXPECT_LT(difference(*plan, baked, skeleton, 0.52).angle, 1e-5F);
}

}  // namespace
}  // namespace vitruvian

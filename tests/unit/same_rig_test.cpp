// A clip played on its original rig, read from another file, is the clip itself.
#include "model/remap/clip_player.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian {
namespace {

/// A clip that rotates every node, also those that are not bones.
std::shared_ptr<const Clip> all_nodes_clip(const Document& rig, test::Random& random, ChannelSpace space) {
    auto clip = std::make_shared<Clip>();
    clip->duration = 1.0;
    for (int n = 1; n < static_cast<int>(rig.nodes.size()); ++n) {
        Channel channel;
        channel.node = n;
        channel.space = space;
        channel.times = {0.0F, 1.0F};
        for (int k = 0; k < 2; ++k) {
            const quat q = axis_angle(random.vector(-1.0F, 1.0F), random.real(-0.5F, 0.5F));
            channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
        }
        clip->channels.push_back(std::move(channel));
    }
    return clip;
}

float farthest(const std::vector<mat4>& a, const std::vector<mat4>& b) {
    float out = 0.0F;
    for (std::size_t n = 0; n < a.size(); ++n) {
        for (int c = 0; c < 4; ++c) out = std::max(out, glm::distance(a[n][c], b[n][c]));
    }
    return out;
}

TEST(SameRig, JointsThatAreNoBonesMoveToo) {
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        test::Random random(seed);
        test::RigStyle style;
        style.intermediates = true;
        const Document rig = test::make_rig(random, style);
        const Document same = rig;  // as if read from another file
        const auto clip =
            all_nodes_clip(rig, random, random.chance(0.5F) ? ChannelSpace::delta : ChannelSpace::local);
        const Result<ClipPlayer> player = ClipPlayer::make({clip, &rig, 0}, same, 0);
        ASSERT_TRUE(player) << player.error().text();
        ASSERT_NE(player->plan(), nullptr);
        const Skeleton skeleton = make_skeleton(same);
        const Clip baked = player->plan()->bake();
        for (const double time : {0.0, 0.37, 1.0}) {
            const std::vector<mat4> wanted = test::posed_world(rig, *clip, time);
            EXPECT_LE(farthest(world_matrices(skeleton, player->pose_at(time, skeleton)), wanted), 1e-5F);
            EXPECT_LE(farthest(test::posed_world(same, baked, time), wanted), 1e-5F);
        }
    }
}

/// H-Anim files have scales along axes that differ from those of bones.
TEST(SameRig, ScalesAlongAxesOfTheirOwnStay) {
    for (std::uint32_t seed = 1; seed <= 10; ++seed) {
        test::Random random(seed);
        test::RigStyle style;
        style.intermediates = true;
        const Document rig = test::make_rig(random, style);
        const Document same = rig;
        Clip clip = *all_nodes_clip(rig, random, ChannelSpace::delta);
        for (const int node : {2, 5}) {
            const quat axes = axis_angle(random.vector(-1.0F, 1.0F), 0.7F);
            Channel scale;
            scale.node = node;
            scale.space = ChannelSpace::delta;
            scale.path = ChannelPath::scale;
            scale.times = {0.0F, 1.0F};
            scale.values = {1.0F, 1.0F, 1.0F, 1.5F, 0.7F, 1.1F};
            Channel turned = scale;
            turned.path = ChannelPath::scale_orientation;
            turned.times = {0.0F};
            turned.values = {axes.x, axes.y, axes.z, axes.w};
            clip.channels.push_back(scale);
            clip.channels.push_back(turned);
        }
        const auto shared = std::make_shared<const Clip>(clip);
        const Result<ClipPlayer> player = ClipPlayer::make({shared, &rig, 0}, same, 0);
        ASSERT_TRUE(player) << player.error().text();
        const Skeleton skeleton = make_skeleton(same);
        const Clip baked = player->plan()->bake();
        const std::vector<double> times{0.0, 0.37, 1.0};
        WorldBatch batch;
        player->plan()->batch_player().world_matrices(times, batch);
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double time = times[i];
            const std::vector<mat4> wanted = test::posed_world(rig, clip, time);
            std::vector<mat4> together(wanted.size());
            batch.copy(i, together);
            EXPECT_LE(farthest(together, wanted), 1e-5F);
            EXPECT_LE(farthest(world_matrices(skeleton, player->pose_at(time, skeleton)), wanted), 1e-5F);
            EXPECT_LE(farthest(test::posed_world(same, baked, time), wanted), 1e-5F);
        }
    }
}

TEST(SameRig, OtherProportionsAreCarriedOver) {
    test::Random random(4);
    test::RigStyle style;
    style.intermediates = true;
    const Document rig = test::make_rig(random, style);
    Document other = rig;
    other.nodes.back().rest.translation *= 1.5F;
    const auto clip = all_nodes_clip(rig, random, ChannelSpace::local);
    const Result<ClipPlayer> player = ClipPlayer::make({clip, &rig, 0}, other, 0);
    ASSERT_TRUE(player);
    const std::size_t turned = player->plan()->bake().channels.size();
    EXPECT_LT(turned, clip->channels.size()) << "only bones are driven";
}

}  // namespace
}  // namespace vitruvian

// Clips that are cut, reversed, resampled and keyed: they show the same motion.
#include "model/core/at.h"
#include "model/edit/clip_keys.h"
#include "model/edit/command.h"
#include "model/pose/pose.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

namespace vitruvian {
namespace {

using test::Random;
using test::random_document;

const Item the_clip{ItemKind::clip, -1, 0};

/// The difference of two channels at two times; the signs of rotations are ignored.
float apart(const Channel& a, double at_a, const Channel& b, double at_b) {
    const vec4 x = sample_channel(a, at_a);
    const vec4 y = sample_channel(b, at_b);
    const float apart = glm::length(x - y);
    return components(a.path) == 4 ? std::min(apart, glm::length(x + y)) : apart;
}

TEST(Clips, ATrimmedClipShowsItsPart) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Document document = random_document(seed);
        const Clip before = *document.clips[0];
        ASSERT_TRUE(apply(TrimClip{the_clip, 0.1F, 0.6F}, document));
        const Clip& after = *document.clips[0];
        ASSERT_EQ(after.channels.size(), before.channels.size());
        EXPECT_NEAR(after.duration, 0.5, 1e-6);
        for (std::size_t c = 0; c < after.channels.size(); ++c) {
            const bool is_cubic_rotation = components(before.channels[c].path) == 4 &&
                                           before.channels[c].interpolation == Interpolation::cubic;
            for (const double t : {0.0, 0.07, 0.21, 0.33, 0.49}) {
                // Cut splines of quaternions are equal to first order.
                if (is_cubic_rotation && (t < 0.15 || t > 0.4)) continue;
                EXPECT_LT(apart(after.channels[c], t, before.channels[c], t + 0.1), 1e-4F)
                    << seed << " " << c;
            }
        }
        EXPECT_FALSE(apply(TrimClip{the_clip, 0.3F, 0.2F}, document));
        EXPECT_FALSE(apply(TrimClip{the_clip, 0.0F, 9.0F}, document));
    }
}

TEST(Clips, AClipThatIsCutNowhereStaysAsItIs) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const Document before = random_document(seed);
        Document document = before;
        ASSERT_TRUE(apply(TrimClip{the_clip, 0.0F, std::nullopt}, document));
        EXPECT_EQ(test::difference(document, before), std::nullopt) << seed;
    }
}

TEST(Clips, AReversedClipRunsBackwards) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Document document = random_document(seed);
        const Clip before = *document.clips[0];
        ASSERT_TRUE(apply(ReverseClip{}, document));
        const Clip& after = *document.clips[0];
        for (std::size_t c = 0; c < after.channels.size(); ++c) {
            for (const double t : {0.03, 0.2, 0.37, 0.51, 0.74})
                EXPECT_LT(apart(after.channels[c], 0.75 - t, before.channels[c], t), 1e-4F)
                    << seed << " " << c;
        }
    }
}

TEST(Clips, AResampledClipShowsTheSameAtItsKeys) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        Document document = random_document(seed);
        const Clip before = *document.clips[0];
        ASSERT_TRUE(apply(ResampleClip{the_clip, 20.0F}, document));
        const Clip& after = *document.clips[0];
        for (std::size_t c = 0; c < after.channels.size(); ++c) {
            EXPECT_EQ(after.channels[c].times.size(), 16U);
            EXPECT_NE(after.channels[c].interpolation, Interpolation::cubic);
            for (std::size_t k = 0; k < after.channels[c].times.size(); ++k) {
                const auto t = static_cast<double>(after.channels[c].times[k]);
                // A step's key may be rounded to either side of a multiple of 1/20.
                if (after.channels[c].interpolation == Interpolation::step && k % 5 == 0) continue;
                EXPECT_LT(apart(after.channels[c], t, before.channels[c], t), 1e-4F) << seed << " " << c;
            }
        }
        const Result<void> absurd = apply(ResampleClip{the_clip, 1e30F}, document);
        ASSERT_FALSE(absurd);
        EXPECT_EQ(absurd.error().code, "edit-too-many-keys");
    }
}

TEST(Clips, AKeyIsThePresentPose) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        Document document = random_document(seed);
        const Item joint = joint_item(0, 2);
        const int node = node_of(document, joint);
        ASSERT_TRUE(apply(AddClip{"wave"}, document));
        const Item wave{ItemKind::clip, -1, 1};
        EXPECT_FALSE(apply(AddClip{"wave"}, document));
        EXPECT_EQ(expect_valid(document), std::nullopt);
        std::vector<std::pair<double, Transform>> keyed;
        for (const float time : {0.5F, 0.0F, 1.25F, 0.5F}) {
            ASSERT_TRUE(apply(SetJointRotation{joint, random.rotation()}, document));
            ASSERT_TRUE(apply(SetKey{wave, time, joint}, document));
            const Node& posed = at(document.nodes, node);
            std::erase_if(keyed, [&](const auto& key) { return key.first == static_cast<double>(time); });
            keyed.emplace_back(static_cast<double>(time), compose(posed.rest, posed.delta));
        }
        EXPECT_EQ(expect_valid(document), std::nullopt);
        EXPECT_NEAR(document.clips[1]->duration, 1.25, 1e-6);
        const Skeleton skeleton = make_skeleton(document);
        for (const auto& [time, local] : keyed) {
            Pose pose = file_pose(skeleton);
            sample(*document.clips[1], time, skeleton, pose);
            const quat off = glm::conjugate(at(pose.local, node).rotation) * local.rotation;
            EXPECT_LT(glm::length(vec3(off.x, off.y, off.z)), 1e-5F);
        }
        const Result<void> bones = apply(SetKey{the_clip, 0.1F, joint}, document);
        ASSERT_FALSE(bones);
        EXPECT_EQ(bones.error().code, "edit-bone-clip");
        ASSERT_TRUE(apply(DeleteClip{the_clip}, document));
        EXPECT_EQ(document.clips.size(), 1U);
    }
}

}  // namespace
}  // namespace vitruvian

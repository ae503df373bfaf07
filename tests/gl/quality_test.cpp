// On a slow device successive pictures have reduced quality; static ones are drawn in full quality.
#include "renderer/quality.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian {
namespace {

constexpr double frame = 1.0 / 60.0;

/// Changes in each of `frames` frames from `now` on, each of which takes `seconds`; the quality of the last.
Quality move(QualityControl& control, double& now, int frames, double seconds) {
    Quality last;
    for (int i = 0; i < frames; ++i) {
        last = control.for_change(now);
        control.took(seconds);
        now += std::max(seconds, frame);
    }
    return last;
}

TEST(Quality, MapsAreInProportionToThePicture) {
    const Quality full;
    EXPECT_EQ(in_proportion(full, 1280, 720), full);
    EXPECT_EQ(in_proportion(full, 640, 1136), full);
    const Quality small = in_proportion(full, 640, 360);
    EXPECT_LT(small.key_map, full.key_map);
    EXPECT_LT(small.floor_map, full.floor_map);
    EXPECT_EQ(small.samples, full.samples);
    const Quality reduced{1, 512, 256, 128, false};
    EXPECT_EQ(in_proportion(reduced, 640, 360), reduced);
}

TEST(QualityControl, AFastDeviceAlwaysDrawsInFull) {
    QualityControl control;
    double now = 0.0;
    for (const double seconds : {0.002, 0.017, 0.033}) {
        EXPECT_EQ(move(control, now, 500, seconds), Quality{}) << seconds;
        EXPECT_FALSE(control.is_settling());
    }
}

TEST(QualityControl, ASlowDeviceSoonGetsLess) {
    QualityControl control;
    double now = 0.0;
    EXPECT_EQ(move(control, now, 1, 0.1), Quality{}) << "one change on its own is no movement";
    const Quality less = move(control, now, 5, 0.1);
    EXPECT_LT(less.key_map, Quality{}.key_map);
    EXPECT_FALSE(less.soft_shadows);
    const Quality least = move(control, now, 20, 0.1);
    EXPECT_LE(least.samples, less.samples);
    EXPECT_EQ(least.samples, 1);
}

TEST(QualityControl, AFrameThatTakesVeryLongIsStillPartOfAMovement) {
    QualityControl control;
    double now = 0.0;
    EXPECT_EQ(move(control, now, 12, 1.5).samples, 1);
}

TEST(QualityControl, OneSlowFrameIsNothing) {
    QualityControl control;
    double now = 0.0;
    for (int i = 0; i < 50; ++i) {
        move(control, now, 5, 0.010);
        EXPECT_EQ(move(control, now, 1, 0.2), Quality{});
    }
}

TEST(QualityControl, StandingStillIsInFullWithinAThirdOfASecond) {
    QualityControl control;
    double now = 0.0;
    move(control, now, 10, 0.1);
    ASSERT_TRUE(control.is_settling());
    const double stopped = now;  // when the last frame was shown
    EXPECT_FALSE(control.is_due(stopped + 0.05));
    EXPECT_TRUE(control.is_due(stopped + 0.2));
    control.drawn_in_full();
    EXPECT_FALSE(control.is_settling());
    EXPECT_FALSE(control.is_due(stopped + 100.0));
    EXPECT_EQ(control.for_change(stopped + 100.0), Quality{}) << "a change on its own is drawn in full";
    EXPECT_NE(control.for_change(stopped + 100.05), Quality{}) << "and a movement is known to be slow";
}

TEST(QualityControl, BetterIsTriedAgainMoreAndMoreSeldom) {
    QualityControl control;
    double now = 0.0;
    move(control, now, 4, 0.1);
    ASSERT_NE(control.for_change(now), Quality{});
    int changes = 0;
    Quality before = control.for_change(now);
    for (int i = 0; i < 20000; ++i) {
        const Quality quality = control.for_change(now);
        changes += quality == before ? 0 : 1;
        before = quality;
        control.took(quality == Quality{} ? 0.05 : 0.01);  // too slow in full quality, else fast
        now += frame;
    }
    EXPECT_GT(changes, 1) << "it was tried";
    EXPECT_LT(changes, 20) << "but not all the time";
}

}  // namespace
}  // namespace vitruvian

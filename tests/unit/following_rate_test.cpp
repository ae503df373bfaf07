// The frame rate at which a clip is resampled for formats with evenly spaced frames.
#include "model/pose/following_rate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace vitruvian {
namespace {

/// A rotation about X by `degrees` at `frames` of 60 per second.
Clip turned(const std::vector<double>& frames, const std::vector<double>& degrees) {
    Channel channel;
    channel.node = 0;
    for (const double frame : frames) channel.times.push_back(static_cast<float>(frame / 60.0));
    for (const double angle : degrees) {
        const double half = 0.5 * glm::radians(angle);
        channel.values.insert(channel.values.end(), {static_cast<float>(std::sin(half)), 0.0F, 0.0F,
                                                     static_cast<float>(std::cos(half))});
    }
    Clip clip;
    clip.channels = {channel};
    return clip;
}

TEST(FollowingRate, KeysOnFramesNeedNoMore) {
    const FollowingRate found = following_rate(turned({0, 1, 2, 3}, {0, 80, 0, 80}));
    EXPECT_EQ(found.rate, 60.0);
    EXPECT_NEAR(found.degrees, 0.0, 0.01);
}

TEST(FollowingRate, ACornerBetweenFramesIsCutByHalfTheTurnOfAFrame) {
    // 0.6 degrees per frame up, and down again.
    const FollowingRate found = following_rate(turned({0, 1.5, 3}, {0, 0.9, 0}));
    EXPECT_EQ(found.rate, 60.0);
    EXPECT_NEAR(found.degrees, 0.3, 0.01);
}

TEST(FollowingRate, TheRateDoublesFromHalfADegreeOn) {
    EXPECT_EQ(following_rate(turned({0, 1.5, 3}, {0, 1.47, 0})).rate, 60.0);
    EXPECT_EQ(following_rate(turned({0, 1.5, 3}, {0, 1.53, 0})).rate, 120.0);
    EXPECT_EQ(following_rate(turned({0, 1.25, 2.5}, {0, 10, 0})).rate, 240.0);
}

TEST(FollowingRate, WhatTheHighestRateCutsIsReported) {
    // 45 degrees in 4.5 frames of 240.
    const FollowingRate found = following_rate(turned({0, 1.125, 2.25}, {0, 45, 0}));
    EXPECT_EQ(found.rate, 240.0);
    EXPECT_NEAR(found.degrees, 5.0, 0.05);
}

TEST(FollowingRate, JumpsStepsAndOtherPathsDoNotCount) {
    EXPECT_EQ(following_rate(turned({0, 1.5, 1.5, 3}, {0, 0, 90, 90})).rate, 60.0);
    Clip steps = turned({0, 1.5, 3}, {0, 90, 0});
    steps.channels[0].interpolation = Interpolation::step;
    EXPECT_EQ(following_rate(steps).rate, 60.0);
    Clip scaled = turned({0, 1.5, 3}, {0, 90, 0});
    scaled.channels[0].path = ChannelPath::scale_orientation;
    EXPECT_EQ(following_rate(scaled).rate, 60.0);
    EXPECT_EQ(following_rate({}).rate, 60.0);
}

}  // namespace
}  // namespace vitruvian

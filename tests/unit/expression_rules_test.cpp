// Binary expressions and those that override others (VRMC_vrm 1.0, expressions).
#include "model/remap/expression_rules.h"

#include "model/pose/pose.h"
#include "model/pose/rekey.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

Channel ramp(std::vector<float> times, std::vector<float> values,
             Interpolation interpolation = Interpolation::linear) {
    Channel out;
    out.path = ChannelPath::weight;
    out.interpolation = interpolation;
    out.times = std::move(times);
    out.values = std::move(values);
    return out;
}

float at_time(const Channel& channel, double seconds) {
    return sample_channel(channel, seconds).x;
}

Expression named(const char* name) {
    Expression out;
    out.name = name;
    return out;
}

TEST(ExpressionRules, BinaryOnesShowAboveAHalf) {
    Expression smile = named("happy");
    smile.binary = true;
    std::vector<ExpressionTrack> tracks{{&smile, ramp({0, 1, 2}, {0, 0.8F, 0.5F})},
                                        {&smile, ramp({0, 1, 2}, {0.2F, 0.6F, 0.5F}, Interpolation::step)}};
    // From 0 to 1 with flat ends: a half at 0.5 s, as the straight line, but far from it at 0.25 s.
    tracks.push_back({&smile, ramp({0, 1}, {0, 0, 0, 0, 1, 0}, Interpolation::cubic)});
    apply_expression_rules(tracks);
    const Channel& linear = tracks[0].weight;
    EXPECT_EQ(at_time(linear, 0.0), 0.0F);
    EXPECT_EQ(at_time(linear, 0.624), 0.0F);
    EXPECT_EQ(at_time(linear, 0.626), 1.0F);
    EXPECT_EQ(at_time(linear, 1.999), 1.0F);
    EXPECT_EQ(at_time(linear, 2.0), 0.0F) << "a half is not above a half";
    const Channel& steps = tracks[1].weight;
    EXPECT_EQ(at_time(steps, 0.999), 0.0F);
    EXPECT_EQ(at_time(steps, 1.5), 1.0F);
    EXPECT_EQ(at_time(steps, 2.0), 0.0F);
    EXPECT_EQ(at_time(tracks[2].weight, 0.49), 0.0F);
    EXPECT_EQ(at_time(tracks[2].weight, 0.51), 1.0F);
}

TEST(ExpressionRules, BlockHidesItsGroupAlone) {
    Expression smile = named("happy");
    smile.override_blink = ExpressionOverride::block;
    const Expression blink = named("blinkLeft");
    const Expression vowel = named("aa");
    std::vector<ExpressionTrack> tracks{{&smile, ramp({0, 1, 2, 3, 4}, {0, 0, 0.1F, 0, 0})},
                                        {&blink, ramp({0, 4}, {1, 0.6F})},
                                        {&vowel, ramp({0, 4}, {1, 0.6F})}};
    const std::vector<ExpressionTrack> given = tracks;
    apply_expression_rules(tracks);
    EXPECT_EQ(tracks[0].weight, given[0].weight);
    EXPECT_EQ(tracks[2].weight, given[2].weight);
    for (const double seconds : {0.2, 0.99, 3.01, 3.9})
        EXPECT_NEAR(at_time(tracks[1].weight, seconds), at_time(given[1].weight, seconds), 1e-5F) << seconds;
    for (const double seconds : {1.01, 1.5, 2.0, 2.99})
        EXPECT_EQ(at_time(tracks[1].weight, seconds), 0.0F) << seconds;
}

TEST(ExpressionRules, BlendsTakeTheirWeightsTogether) {
    Expression smile = named("happy");
    smile.override_mouth = ExpressionOverride::blend;
    Expression gape = named("surprised");
    gape.override_mouth = ExpressionOverride::blend;
    gape.override_look_at = ExpressionOverride::blend;
    const Expression vowel = named("oh");
    const Expression gaze = named("lookUp");
    std::vector<ExpressionTrack> tracks{{&smile, ramp({0, 4}, {0, 0.8F})},
                                        {&gape, ramp({0, 4}, {0.1F, 0.9F})},
                                        {&vowel, ramp({0, 2, 4}, {0, 1, 0})},
                                        {&gaze, ramp({0, 4}, {1, 1})}};
    const std::vector<ExpressionTrack> given = tracks;
    apply_expression_rules(tracks);
    for (double seconds = 0.0; seconds <= 4.0; seconds += 0.03) {
        const float happy = at_time(given[0].weight, seconds);
        const float surprised = at_time(given[1].weight, seconds);
        const float share = std::max(0.0F, 1.0F - happy - surprised);
        EXPECT_NEAR(at_time(tracks[2].weight, seconds), share * at_time(given[2].weight, seconds), 2e-3F);
        EXPECT_NEAR(at_time(tracks[3].weight, seconds), 1.0F - surprised, 1e-5F);
    }
}

TEST(ExpressionRules, ABinaryOneThatIsWeakenedIsHidden) {
    Expression smile = named("happy");
    smile.override_blink = ExpressionOverride::blend;
    Expression blink = named("blink");
    blink.binary = true;
    std::vector<ExpressionTrack> tracks{{&smile, ramp({0, 1, 2, 3, 4}, {0, 0, 0.3F, 0, 0})},
                                        {&blink, ramp({0, 4}, {0.9F, 0.9F})}};
    apply_expression_rules(tracks);
    EXPECT_EQ(at_time(tracks[1].weight, 0.9), 1.0F);
    EXPECT_EQ(at_time(tracks[1].weight, 1.1), 0.0F);
    EXPECT_EQ(at_time(tracks[1].weight, 2.9), 0.0F);
    EXPECT_EQ(at_time(tracks[1].weight, 3.1), 1.0F);
}

TEST(ExpressionRules, SamplesAreBounded) {
    std::set<float> times;
    for (int i = 0; i < 200'000; ++i) times.insert(static_cast<float>(i));
    EXPECT_EQ(evenly_fewer(times, 10), times);
    const std::set<float> fewer = evenly_fewer(times, 1000);
    EXPECT_LT(fewer.size(), 20'000U);
    EXPECT_GT(fewer.size(), 5'000U);
    EXPECT_EQ(*fewer.begin(), 0.0F);
    EXPECT_EQ(*fewer.rbegin(), 199'999.0F);
    add_times_between(times);
    EXPECT_EQ(times.size(), 200'000U);
}

TEST(ExpressionRules, CurvesOfManyKeysStayFine) {
    Expression smile = named("happy");
    smile.override_blink = ExpressionOverride::blend;
    const Expression blink = named("blink");
    std::vector<float> times;
    std::vector<float> values;
    for (int i = 0; i < 3000; ++i) {
        times.push_back(static_cast<float>(i));
        values.push_back(i % 2 == 0 ? 0.75F : 0.0F);
    }
    std::vector<ExpressionTrack> tracks{{&smile, ramp(times, values)}, {&blink, ramp(times, values)}};
    apply_expression_rules(tracks);
    EXPECT_NEAR(at_time(tracks[1].weight, 1000.5), 0.375F * 0.625F, 1e-3F);
}

}  // namespace
}  // namespace vitruvian

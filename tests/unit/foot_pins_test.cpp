// Feet that stand in a walk also stand on figures with other legs.
#include "model/remap/remap.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

using test::make_rig;
using test::Random;
using test::RigStyle;

constexpr double step_time = 0.6;  // duration of each foot's stance, and of its swing
constexpr double walk_time = 3.0;
constexpr float stride = 0.55F;  // metres, of one foot in one swing

std::size_t index_of(int node) {
    return static_cast<std::size_t>(node);
}

struct Leg {
    Bone upper, lower, foot, toes;
    double phase;  // time of its first stance
};
constexpr std::array legs{
    Leg{Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot, Bone::left_toes, 0.0},
    Leg{Bone::right_upper_leg, Bone::right_lower_leg, Bone::right_foot, Bone::right_toes, step_time}};

/// A foot's displacement and height.
vec3 foot_shift(const Leg& leg, double seconds) {
    const double cycles = (seconds - leg.phase + 2.0 * step_time) / (2.0 * step_time);
    const double done = std::floor(cycles);
    const double within = (cycles - done) * 2.0;  // 0..1 stands, 1..2 swings
    const auto swing = static_cast<float>(std::max(within - 1.0, 0.0));
    const float eased = swing * swing * (3.0F - 2.0F * swing);
    const float start = leg.phase > 0.0 ? 0.5F * stride : 0.0F;
    return {0.0F, 0.12F * std::sin(3.14159265F * swing),
            start + stride * (static_cast<float>(done - 1.0) + eased)};
}

/// Whether it is in the inner part of a stance.
bool stands(const Leg& leg, double seconds) {
    const double cycles = (seconds - leg.phase + 2.0 * step_time) / (2.0 * step_time);
    const double within = (cycles - std::floor(cycles)) * 2.0;
    return within > 0.08 && within < 0.92;
}

quat about_x(float radians) {
    return axis_angle({1, 0, 0}, radians);
}

/// A walk along +Z with completely static standing feet: solved in the plane, on `rig`.
std::shared_ptr<const Clip> make_walk(const Document& rig) {
    const BoneMap& bones = rig.humanoids[0].bones;
    const Skeleton skeleton = make_skeleton(rig);
    const std::vector<mat4> rest = world_matrices(skeleton, rest_pose(skeleton));
    const auto place = [&](Bone bone) { return vec3(rest[index_of(bones[bone])][3]); };
    const auto turn = [&](int node) {
        return node < 0 ? identity_quat : to_transform(rest[index_of(node)]).rotation;
    };
    auto clip = std::make_shared<Clip>();
    clip->name = "walk";
    clip->duration = walk_time;
    Channel hips;
    hips.node = bones[Bone::hips];
    hips.path = ChannelPath::translation;
    std::array<std::array<Channel, 3>, 2> turns;
    for (std::size_t l = 0; l < 2; ++l) {
        turns[l][0].node = bones[legs[l].upper];
        turns[l][1].node = bones[legs[l].lower];
        turns[l][2].node = bones[legs[l].foot];
    }
    const mat4 above = affine_inverse(rest[index_of(rig.nodes[index_of(bones[Bone::hips])].parent)]);
    constexpr int frames = 180;
    for (int f = 0; f <= frames; ++f) {
        const double seconds = walk_time * f / frames;
        const auto key = static_cast<float>(seconds);
        const vec3 travel(0.0F, -0.05F,
                          stride * static_cast<float>(seconds / (2.0 * step_time)) - 0.25F * stride);
        const vec3 local(above * vec4(place(Bone::hips) + travel, 1.0F));
        hips.times.push_back(key);
        hips.values.insert(hips.values.end(), {local.x, local.y, local.z});
        for (std::size_t l = 0; l < 2; ++l) {
            const Leg& leg = legs[l];
            const vec3 hip = place(leg.upper) + travel;
            const vec3 ankle = place(leg.foot) + foot_shift(leg, seconds);
            const float upper = glm::distance(place(leg.upper), place(leg.lower));
            const float lower = glm::distance(place(leg.lower), place(leg.foot));
            const vec3 way = ankle - hip;
            const float distance = std::hypot(way.y, way.z);
            EXPECT_LT(distance, upper + lower) << "the walk can be walked";
            const float lean = std::atan2(way.z, -way.y);
            const float bend =
                std::acos((upper * upper + distance * distance - lower * lower) / (2 * upper * distance));
            const float thigh = lean + bend;
            const vec3 knee = hip + upper * vec3(0, -std::cos(thigh), std::sin(thigh));
            const float shin = std::atan2(ankle.z - knee.z, knee.y - ankle.y);
            const std::array<quat, 4> world{turn(rig.nodes[index_of(bones[leg.upper])].parent),
                                            about_x(-thigh) * turn(bones[leg.upper]),
                                            about_x(-shin) * turn(bones[leg.lower]), turn(bones[leg.foot])};
            for (std::size_t i = 0; i < 3; ++i) {
                const quat q = glm::conjugate(world[i]) * world[i + 1];
                turns[l][i].times.push_back(key);
                turns[l][i].values.insert(turns[l][i].values.end(), {q.x, q.y, q.z, q.w});
            }
        }
    }
    clip->channels.push_back(hips);
    for (auto& leg : turns) clip->channels.insert(clip->channels.end(), leg.begin(), leg.end());
    return clip;
}

/// Longer or shorter thighs and shins, with the hips at the required height.
Document with_legs(Document rig, float thigh, float shin) {
    const BoneMap& bones = rig.humanoids[0].bones;
    for (const Leg& leg : legs) {
        rig.nodes[index_of(bones[leg.lower])].rest.translation *= thigh;
        rig.nodes[index_of(bones[leg.foot])].rest.translation *= shin;
    }
    const float shorter = 0.4F * (1.0F - thigh) + 0.4F * (1.0F - shin);
    const Skeleton skeleton = make_skeleton(rig);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    Node& hips = rig.nodes[index_of(bones[Bone::hips])];
    const mat4& root = world[index_of(hips.parent)];
    const vec3 down = mat3(root) * vec3(0, -shorter, 0);
    hips.rest.translation += vec3(affine_inverse(root) * vec4(down, 0.0F));
    return rig;
}

struct Slide {
    float most = 0.0F;        // largest distance of a standing foot from the start of its stance, in metres
    bool knees_front = true;  // knees stay in front of the line from hip to ankle
};

template <class PoseAt>
Slide slide_of(const Document& rig, const PoseAt& pose_at, float unit, const vec3& front) {
    const BoneMap& bones = rig.humanoids[0].bones;
    const Skeleton skeleton = make_skeleton(rig);
    Slide out;
    for (const Leg& leg : legs) {
        bool stood = false;
        vec3 first(0.0F);
        for (int i = 0; i <= 360; ++i) {
            const double seconds = walk_time * i / 360.0;
            const std::vector<mat4> world = world_matrices(skeleton, pose_at(seconds));
            const auto place = [&](Bone bone) { return vec3(world[index_of(bones[bone])][3]); };
            const vec3 line = place(leg.foot) - place(leg.upper);
            const vec3 knee = place(leg.lower) - place(leg.upper);
            const vec3 bend = knee - line * (glm::dot(knee, line) / glm::dot(line, line));
            if (glm::dot(bend, front) < -1e-3F * unit) out.knees_front = false;
            if (!stands(leg, seconds)) {
                stood = false;
                continue;
            }
            const vec3 now = place(leg.toes);
            if (!stood) first = now;
            stood = true;
            out.most = std::max(out.most, glm::distance(first, now) / unit);
        }
    }
    return out;
}

RigStyle plain_style() {
    RigStyle style;
    style.varies = false;
    return style;
}

TEST(FootPins, StandingFeetStandOnOtherLegs) {
    Random source_random(11);
    const Document source = make_rig(source_random, plain_style());
    const auto walk = make_walk(source);
    const Slide own = slide_of(source,
                               [&](double t) {
                                   const Skeleton skeleton = make_skeleton(source);
                                   Pose pose = file_pose(skeleton);
                                   sample(*walk, t, skeleton, pose);
                                   return pose;
                               },
                               1.0F, {0, 0, 1});
    ASSERT_LT(own.most, 5e-4F) << "the source itself does not slide";
    constexpr std::array proportions{std::pair{1.25F, 0.75F}, std::pair{0.75F, 1.25F}, std::pair{0.7F, 0.7F},
                                     std::pair{1.1F, 1.3F}, std::pair{1.0F, 0.8F}};
    for (std::size_t i = 0; i < 2 * proportions.size(); ++i) {
        const auto& [thigh, shin] = proportions[i % proportions.size()];
        Random random(100 + static_cast<std::uint32_t>(i));
        RigStyle style = plain_style();
        style.intermediates = i % 2 == 1;
        if (i % 3 == 1) style.root.scale = vec3(100.0F);
        if (i % 3 == 2) style.root.rotation = axis_angle({0, 1, 0}, 3.14159265F);
        const float unit = style.root.scale.x;
        const vec3 front = style.root.rotation * vec3(0, 0, 1);
        // Nodes between bones have parts of the lengths: only rigs without them get other proportions.
        const Document rig =
            style.intermediates ? make_rig(random, style) : with_legs(make_rig(random, style), thigh, shin);
        RemapOptions options;
        const auto loose = RemapPlan::make({walk, &source, 0}, rig, 0, options);
        options.pin_feet = true;
        const auto pinned = RemapPlan::make({walk, &source, 0}, rig, 0, options);
        ASSERT_TRUE(loose && pinned);
        EXPECT_EQ(loose->foot_contacts(), 0U);
        EXPECT_GE(pinned->foot_contacts(), 5U);
        const Slide without = slide_of(
            rig, [&](double t) { return loose->pose_at(t); }, unit, front);
        const Slide with = slide_of(
            rig, [&](double t) { return pinned->pose_at(t); }, unit, front);
        EXPECT_LT(with.most, 2e-3F) << "rig " << i;
        EXPECT_TRUE(with.knees_front) << "rig " << i;
        if (!style.intermediates && std::abs(thigh - shin) > 0.15F) {
            EXPECT_GT(without.most, 3.0F * 2e-3F) << "rig " << i;
        }

        BakeOptions baking;
        baking.tolerance = 2e-4F;
        const Clip baked = pinned->bake(baking);
        const Skeleton skeleton = make_skeleton(rig);
        const Slide from_keys = slide_of(
            rig,
            [&](double t) {
                Pose pose = file_pose(skeleton);
                sample(baked, t, skeleton, pose);
                return pose;
            },
            unit, front);
        EXPECT_LT(from_keys.most, 2e-3F) << "rig " << i;
    }
}

TEST(FootPins, PosesDoNotJumpAndFeetKeepTheirDirection) {
    Random source_random(11);
    const Document source = make_rig(source_random, plain_style());
    const auto walk = make_walk(source);
    Random random(200);
    const Document rig = with_legs(make_rig(random, plain_style()), 1.2F, 0.8F);
    RemapOptions options;
    const auto loose = RemapPlan::make({walk, &source, 0}, rig, 0, options);
    options.pin_feet = true;
    const auto pinned = RemapPlan::make({walk, &source, 0}, rig, 0, options);
    ASSERT_TRUE(loose && pinned);
    const Skeleton skeleton = make_skeleton(rig);
    const BoneMap& bones = rig.humanoids[0].bones;
    std::vector<mat4> before;
    Pose reused = pinned->base();
    for (int i = 0; i <= 720; ++i) {
        const double seconds = walk_time * i / 720.0;
        const std::vector<mat4> free = world_matrices(skeleton, loose->pose_at(seconds));
        const std::vector<mat4> now = world_matrices(skeleton, pinned->pose_at(seconds));
        pinned->sample(seconds, reused);
        for (const Leg& leg : legs) {
            const mat3 a(free[index_of(bones[leg.foot])]);
            const mat3 b(now[index_of(bones[leg.foot])]);
            for (int c = 0; c < 3; ++c) EXPECT_LT(glm::distance(a[c], b[c]), 1e-4F);
            const vec3 ankle(now[index_of(bones[leg.foot])][3]);
            if (before.empty()) continue;
            EXPECT_LT(glm::distance(ankle, vec3(before[index_of(bones[leg.foot])][3])), 0.02F) << seconds;
        }
        before = now;
        // A pose that was used before gives the same result as a new one.
        const std::vector<mat4> again = world_matrices(skeleton, reused);
        for (std::size_t n = 0; n < now.size(); ++n)
            EXPECT_LT(glm::distance(vec3(now[n][3]), vec3(again[n][3])), 1e-5F);
    }
}

TEST(FootPins, AClipWithoutContactsIsReportedAndUnchanged) {
    Random random(5);
    const Document rig = make_rig(random, plain_style());
    auto clip = std::make_shared<Clip>();
    clip->duration = 1.0;
    Channel fall;
    fall.node = rig.humanoids[0].bones[Bone::hips];
    fall.path = ChannelPath::translation;
    fall.times = {0.0F, 1.0F};
    const vec3 start = rig.nodes[index_of(fall.node)].rest.translation;
    fall.values = {start.x, start.y, start.z, start.x, start.y + 5.0F, start.z};
    clip->channels.push_back(fall);
    RemapOptions options;
    options.pin_feet = true;
    const auto plan = RemapPlan::make({clip, &rig, 0}, rig, 0, options);
    ASSERT_TRUE(plan.has_value());
    EXPECT_EQ(plan->foot_contacts(), 0U);
    ASSERT_FALSE(plan->diagnostics().empty());
    EXPECT_EQ(plan->diagnostics().list().back().code, "remap-no-contacts");
}

}  // namespace
}  // namespace vitruvian

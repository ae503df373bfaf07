// Motion files whose zero pose is not a T-pose, made from one figure and one motion: however the joints'
// frames are oriented at zero, limbs on the target have the directions of the file.
#include "model/core/at.h"
#include "model/figure/reference_pose.h"
#include "model/formats/bvh/bvh_reader.h"
#include "model/pose/pose.h"
#include "model/remap/remap.h"
#include "tests/unit/bvh_motions.h"
#include "tests/unit/read_text.h"
#include "tests/unit/remap_rigs.h"

#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

using test::read_text;

using test::along_bones;
using test::bvh_of;
using test::figure;
using test::is_limb;
using test::make_motion;
using test::make_rig;
using test::Motion;
using test::Random;
using test::RigStyle;

/// The trunk's lean is not known to a degree where the rest pose has no stance.
constexpr float max_of_trunk = 6.0F;

vec3 direction(const Document& document, const std::vector<mat4>& world, Bone from, Bone to) {
    const BoneMap& bones = document.humanoids[0].bones;
    EXPECT_GE(bones[from], 0);
    EXPECT_GE(bones[to], 0);
    return glm::normalize(vec3(at(world, bones[to])[3]) - vec3(at(world, bones[from])[3]));
}

float degrees_between(const vec3& a, const vec3& b) {
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

constexpr std::array<std::pair<Bone, Bone>, 8> limbs{{{Bone::left_upper_arm, Bone::left_lower_arm},
                                                      {Bone::left_lower_arm, Bone::left_hand},
                                                      {Bone::right_upper_arm, Bone::right_lower_arm},
                                                      {Bone::right_lower_arm, Bone::right_hand},
                                                      {Bone::left_upper_leg, Bone::left_lower_leg},
                                                      {Bone::left_lower_leg, Bone::left_foot},
                                                      {Bone::right_upper_leg, Bone::right_lower_leg},
                                                      {Bone::right_lower_leg, Bone::right_foot}}};

/// The worst difference of any limb's direction, in degrees, and of the trunk's.
struct Worst {
    float limb = 0.0F;
    float trunk = 0.0F;
};

Worst worst_of(const Document& source, const Document& target, const mat3& to_target = mat3(1.0F)) {
    Worst out;
    const auto plan = RemapPlan::make({source.clips.at(0), &source, -1}, target, 0);
    EXPECT_TRUE(plan.has_value()) << (plan ? "" : plan.error().text());
    if (!plan) return {180.0F, 180.0F};
    for (int f = 0; f < 12; ++f) {
        const double time = 0.1 * f;
        const std::vector<mat4> from = test::posed_world(source, *source.clips[0], time);
        const std::vector<mat4> to = world_matrices(make_skeleton(target), plan->pose_at(time));
        for (const auto& [a, b] : limbs) {
            out.limb = std::max(out.limb, degrees_between(to_target * direction(source, from, a, b),
                                                          direction(target, to, a, b)));
        }
        out.trunk =
            std::max(out.trunk, degrees_between(to_target * direction(source, from, Bone::hips, Bone::head),
                                                direction(target, to, Bone::hips, Bone::head)));
    }
    return out;
}

Document target_rig(Random& random) {
    RigStyle style;
    style.kind = random.chance(0.5F) ? HumanoidKind::inferred : HumanoidKind::ext_skeleton_humanoid;
    return make_rig(random, style);
}

TEST(BvhPoses, AnyZeroPoseLeavesLimbsWhereTheyPoint) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const Motion motion = make_motion(random);
        const Document target = target_rig(random);
        std::vector<quat> frames(figure().size(), identity_quat);
        const int kind = static_cast<int>(seed % 4);
        for (std::size_t j = 0; j < frames.size(); ++j) {
            if (kind == 0) frames[j] = random.rotation();                // no recognisable shape
            if (kind == 1 && is_limb(j)) frames[j] = random.rotation();  // limbs in random directions
            if (kind == 2 && is_limb(j))                                 // splayed by up to 30 degrees
                frames[j] = axis_angle(random.vector(-1, 1), random.real(0.0F, 0.5F));
        }
        if (kind == 3) frames = along_bones(random);
        const Document source = read_text(bvh_of(motion, frames));
        ASSERT_EQ(source.humanoids.size(), 1U);
        const Worst worst = worst_of(source, target);
        EXPECT_LT(worst.limb, 3.0F) << "seed " << seed << ", kind " << kind;
        EXPECT_LT(worst.trunk, max_of_trunk) << "seed " << seed << ", kind " << kind;
    }
}

TEST(BvhPoses, WithoutNamesTheMotionShowsTheBones) {
    Random random(23);
    for (int i = 0; i < 8; ++i) {
        std::string text = bvh_of(make_motion(random), along_bones(random));
        const Document named = read_text(text);
        for (std::size_t j = 0; j < figure().size(); ++j) {
            const std::string name = fmt::format(" {}\n", figure()[j].name);
            text.replace(text.find(name), name.size(), fmt::format(" joint{}\n", 7 * j % 100));
        }
        const Document nameless = read_text(text);
        ASSERT_EQ(nameless.humanoids.size(), 1U);
        for (const auto& [from, to] : limbs) {
            EXPECT_EQ(nameless.humanoids[0].bones[from], named.humanoids[0].bones[from]) << i;
            EXPECT_EQ(nameless.humanoids[0].bones[to], named.humanoids[0].bones[to]) << i;
        }
    }
}

TEST(BvhPoses, TwoFiguresOfAFileAreTwo) {
    Random random(29);
    const std::vector<quat> frames(figure().size(), identity_quat);
    const std::string one = bvh_of(make_motion(random), frames);
    const std::string two = bvh_of(make_motion(random), frames);
    const auto tree = [](const std::string& text) {
        return text.substr(text.find('\n') + 1, text.find("MOTION") - text.find('\n') - 1);
    };
    std::istringstream first(one.substr(one.find("MOTION")));
    std::istringstream second(two.substr(two.find("MOTION")));
    std::string text = "HIERARCHY\n" + tree(one) + tree(two);
    std::string line, other;
    for (int i = 0; std::getline(first, line) && std::getline(second, other); ++i)
        text += line + (i < 3 ? "" : " " + other) + "\n";
    const Document both = read_text(text);
    ASSERT_EQ(both.humanoids.size(), 2U);
    const Document alone = read_text(two);
    const Document target = target_rig(random);
    const auto from_both = RemapPlan::make({both.clips.at(0), &both, 1}, target, 0);
    const auto from_one = RemapPlan::make({alone.clips.at(0), &alone, 0}, target, 0);
    ASSERT_TRUE(from_both.has_value() && from_one.has_value());
    const Pose a = from_both->pose_at(0.7);
    const Pose b = from_one->pose_at(0.7);
    for (std::size_t n = 0; n < a.local.size(); ++n)
        EXPECT_GT(std::abs(glm::dot(a.local[n].rotation, b.local[n].rotation)), 0.99999F);
}

TEST(BvhPoses, AFigureLyingAtZeroStands) {
    Random random(3);
    const Motion motion = make_motion(random);
    const Document target = target_rig(random);
    for (const vec3& axis : {vec3(1, 0, 0), vec3(0, 0, 1)}) {
        for (const float angle : {-1.5707963F, 1.5707963F, 3.1415927F}) {
            const std::vector<quat> frames(figure().size(), axis_angle(axis, angle));
            const Worst worst = worst_of(read_text(bvh_of(motion, frames)), target);
            EXPECT_LT(worst.limb, 3.0F) << angle;
            EXPECT_LT(worst.trunk, max_of_trunk) << angle;
        }
    }
}

TEST(BvhPoses, TheUpOfTheMotionCounts) {
    // The same motion with Z up, the figure facing -Y as in Blender.
    Random random(5);
    const quat lying = axis_angle({1, 0, 0}, 1.5707963F);
    for (const bool random_frames : {false, true}) {
        Motion motion = make_motion(random);
        std::vector<quat> frames(figure().size(), lying);
        for (std::size_t j = 0; random_frames && j < frames.size(); ++j)
            frames[j] = lying * random.rotation();
        if (!random_frames) frames.assign(frames.size(), identity_quat);
        for (std::size_t f = 0; f < motion.turns.size(); ++f) {
            motion.turns[f][0] = lying * motion.turns[f][0];
            motion.hips[f] = lying * motion.hips[f];
        }
        Motion as_read = motion;
        const Document source = read_text(bvh_of(as_read, frames));
        const Document target = target_rig(random);
        const Worst worst = worst_of(source, target, glm::mat3_cast(glm::conjugate(lying)));
        EXPECT_LT(worst.limb, 3.0F) << random_frames;
        EXPECT_LT(worst.trunk, max_of_trunk) << random_frames;
    }
}

/// On hands and knees, forwards; or on the back. With Y up, facing +Z, and turned by `heading` about Y.
Motion make_low_motion(bool lies, float heading) {
    const std::size_t left_arm = 6;
    const std::size_t right_arm = 10;
    const quat ahead = axis_angle({0, 1, 0}, heading);
    Motion out;
    for (int f = 0; f < 12; ++f) {
        std::vector<quat> turns(figure().size(), identity_quat);
        turns[0] = ahead * axis_angle({1, 0, 0}, lies ? -1.5F : 1.4F);
        const float swing = 0.2F * std::sin(static_cast<float>(f));
        for (const std::size_t arm : {left_arm, right_arm}) {
            const float side = arm == left_arm ? 1.0F : -1.0F;
            const quat down = axis_angle({0, 0, 1}, -1.3F * side);
            turns[arm] = axis_angle({1, 0, 0}, (lies ? 0.0F : -1.4F) + side * swing) * down;
        }
        for (const std::size_t leg : {std::size_t{13}, std::size_t{17}}) {
            if (lies) continue;
            turns[leg] = axis_angle({1, 0, 0}, leg == 13 ? swing - 1.4F : -swing - 1.4F);
            turns[leg + 1] = axis_angle({1, 0, 0}, 1.5F);
        }
        out.turns.push_back(turns);
        out.hips.push_back(lies ? vec3(0, 12, 0) : ahead * vec3(0, 65, 12.0F * static_cast<float>(f)));
    }
    return out;
}

TEST(BvhPoses, AFloorIsBelowWhoOnlyCrawlsOrLies) {
    Random random(11);
    for (int i = 0; i < 24; ++i) {
        const bool z_is_up = i % 2 == 1;
        const bool lies = i / 2 % 2 == 1;
        const quat to_up = z_is_up ? axis_angle({1, 0, 0}, 1.5707963F) : identity_quat;
        Motion motion = make_low_motion(lies, 1.5707963F * static_cast<float>(i / 4 % 4));
        for (vec3& place : motion.hips) place = to_up * place;
        for (std::vector<quat>& turns : motion.turns) turns[0] = to_up * turns[0];
        const Document source = read_text(bvh_of(motion, along_bones(random)));
        const Worst worst = worst_of(source, target_rig(random), glm::mat3_cast(glm::conjugate(to_up)));
        EXPECT_LT(worst.limb, 3.0F) << (z_is_up ? "Z up " : "Y up ") << (lies ? "lies " : "crawls ") << i / 4;
        EXPECT_LT(worst.trunk, max_of_trunk) << (z_is_up ? "Z up " : "Y up ") << (lies ? "lies" : "crawls");
    }
}

/// A file may rest in a frame of a motion: turned, leaning, and with the shoulders turned against the hips.
TEST(BvhPoses, AMomentOfTheMotionAtZeroIsNoStance) {
    Random random(17);
    for (int i = 0; i < 12; ++i) {
        const float heading = i % 3 == 0 ? 0.15F : random.real(-0.9F, 0.9F);
        const quat lean = axis_angle({1, 0, 0}, i % 2 == 0 ? 0.0F : 0.42F);
        std::vector<quat> rest(figure().size(), identity_quat);
        for (std::size_t j = 0; j < rest.size(); ++j) {
            quat turn = identity_quat;
            if (j == 0) turn = axis_angle({0, 1, 0}, heading) * lean;
            if (j == 2) turn = axis_angle({0, 1, 0}, -0.35F);
            if (j == 6 || j == 10) turn = axis_angle({0, 0, 1}, j == 6 ? -1.2F : 1.2F);
            const int parent = figure()[j].parent;
            rest[j] = (parent < 0 ? identity_quat : at(rest, parent)) * turn;
        }
        for (quat& frame : rest) frame = glm::conjugate(frame);
        const Document source = read_text(bvh_of(make_motion(random), rest));
        const Document target = target_rig(random);
        const Worst worst = worst_of(source, target);
        EXPECT_LT(worst.limb, 3.0F) << i;
        EXPECT_LT(worst.trunk, max_of_trunk) << i;
        const auto plan = RemapPlan::make({source.clips.at(0), &source, -1}, target, 0);
        ASSERT_TRUE(plan.has_value());
        const auto shoulders = [](const Document& document, const std::vector<mat4>& world) {
            return direction(document, world, Bone::right_upper_arm, Bone::left_upper_arm);
        };
        EXPECT_LT(
            degrees_between(shoulders(source, test::posed_world(source, *source.clips[0], 0.0)),
                            shoulders(target, world_matrices(make_skeleton(target), plan->pose_at(0.0)))),
            5.0F)
            << i;
    }
}

TEST(BvhPoses, BonesAlongZAtZeroStandNowhere) {
    Random random(13);
    for (int i = 0; i < 9; ++i) {
        Motion motion = i % 3 == 0 ? make_motion(random) : make_low_motion(i % 3 == 1, 0.0F);
        for (std::vector<quat>& turns : motion.turns)
            turns[0] = axis_angle({1, 0, 0}, i % 3 == 0 ? 0.6F : 0.0F) * turns[0];  // leans, as who runs
        std::vector<quat> frames = along_bones(random);
        for (quat& frame : frames) frame = frame * axis_angle({0, 1, 0}, 1.5707963F);
        const Worst worst = worst_of(read_text(bvh_of(motion, frames)), target_rig(random));
        EXPECT_LT(worst.limb, 3.0F) << i;
        EXPECT_LT(worst.trunk, max_of_trunk) << i;
    }
}

TEST(BvhPoses, TheHipsAreAsHighAsTheFeetSay) {
    // The whole motion crouches: the reference pose still has its feet on the motion's ground.
    Random random(9);
    Motion motion = make_motion(random);
    motion.turns.resize(3);
    motion.hips.resize(3);
    constexpr float bend = 1.2F;
    const float height = 5.0F + 81.0F * std::cos(bend) + 9.0F;
    for (std::size_t f = 0; f < motion.turns.size(); ++f) {
        for (const std::size_t joint : {std::size_t{13}, std::size_t{17}}) {
            motion.turns[f][joint] = axis_angle({1, 0, 0}, -bend);
            motion.turns[f][joint + 1] = axis_angle({1, 0, 0}, 2.0F * bend);
            motion.turns[f][joint + 2] = axis_angle({1, 0, 0}, -bend);
        }
        motion.hips[f].y = height;
    }
    const Document source = read_text(bvh_of(motion, std::vector<quat>(figure().size(), identity_quat)));
    const ReferencePose reference = make_reference_pose(source, 0, ReferenceKind::automatic);
    EXPECT_NEAR(reference.body.hip_height, 95.0F, 4.0F);
    RigStyle style;
    style.varies = false;
    const Document target = make_rig(random, style);
    const auto plan = RemapPlan::make({source.clips.at(0), &source, -1}, target, 0);
    ASSERT_TRUE(plan.has_value());
    const std::vector<mat4> world = world_matrices(make_skeleton(target), plan->pose_at(0.0));
    const int hips = target.humanoids[0].bones[Bone::hips];
    EXPECT_NEAR(at(world, hips)[3][1], 0.01F * height, 0.05F);
}

TEST(BvhPoses, AHandstandIsOnTheGround) {
    // On the hands through the whole motion: the feet are never near the ground.
    Random random(21);
    Motion motion = make_motion(random);
    for (std::size_t f = 0; f < motion.turns.size(); ++f) {
        std::vector<quat>& turns = motion.turns[f];
        turns.assign(figure().size(), identity_quat);
        turns[0] = axis_angle({1, 0, 0}, 3.1415927F);
        turns[6] = axis_angle({0, 0, 1}, 1.5F);
        turns[10] = axis_angle({0, 0, 1}, -1.5F);
        motion.hips[f].y = 110.0F;
    }
    const Document source = read_text(bvh_of(motion, std::vector<quat>(figure().size(), identity_quat)));
    const Document target = target_rig(random);
    const auto plan = RemapPlan::make({source.clips.at(0), &source, -1}, target, 0);
    ASSERT_TRUE(plan.has_value());
    const std::vector<mat4> from = test::posed_world(source, *source.clips[0], 0.1);
    const std::vector<mat4> to = world_matrices(make_skeleton(target), plan->pose_at(0.1));
    const auto height = [](const Document& document, const std::vector<mat4>& world, Bone bone) {
        return at(world, document.humanoids[0].bones[bone])[3][1];
    };
    const float tall = height(source, from, Bone::hips) / height(source, from, Bone::left_foot);
    EXPECT_GT(height(target, to, Bone::left_foot), height(target, to, Bone::hips));
    EXPECT_NEAR(height(target, to, Bone::hips) / height(target, to, Bone::left_foot), tall, 0.1F);
}

TEST(BvhPoses, ARootThatStandsStillLiftsNobody) {
    Random random(19);
    const Motion motion = make_motion(random);
    const std::string text = bvh_of(motion, std::vector<quat>(figure().size(), identity_quat));
    std::string wrapped = text;
    wrapped.replace(wrapped.find("ROOT"), 4, "ROOT Armature\n{\nOFFSET 0 0 0\nCHANNELS 0\nJOINT");
    wrapped.insert(wrapped.find("MOTION"), "}\n");
    const Document target = target_rig(random);
    const int hips = target.humanoids[0].bones[Bone::hips];
    std::vector<float> heights;
    for (const std::string& file : {text, wrapped}) {
        const Document source = read_text(file);
        const auto plan = RemapPlan::make({source.clips.at(0), &source, -1}, target, 0);
        ASSERT_TRUE(plan.has_value());
        const std::vector<mat4> world = world_matrices(make_skeleton(target), plan->pose_at(0.5));
        heights.push_back(at(world, hips)[3][1]);
    }
    EXPECT_NEAR(heights[0], heights[1], 1e-4F);
}

TEST(BvhPoses, OffsetAndPositionsAreASumWhereTheFeetSaySo) {
    Random random(11);
    Motion motion = make_motion(random);
    const std::vector<quat> frames(figure().size(), identity_quat);
    const auto first_height = [&](const vec3& offset) {
        const Document document = read_text(bvh_of(motion, frames, offset));
        return test::posed_world(document, *document.clips.at(0), 0.0)[0][3][1];
    };
    // As in most programs: the positions replace the OFFSET.
    EXPECT_NEAR(first_height({0, 95, 0}), 95.0F, 1e-3F);
    EXPECT_NEAR(first_height({0, 0, 0}), 95.0F, 1e-3F);
    EXPECT_NEAR(first_height({0, 12, 0}), 95.0F, 1e-3F);
    // As in three.js: they are added.
    for (vec3& place : motion.hips) place.y -= 95.0F;
    EXPECT_NEAR(first_height({0, 95, 0}), 95.0F, 1e-3F);
    // Without an OFFSET both are equal.
    EXPECT_NEAR(first_height({0, 0, 0}), 0.0F, 1e-3F);
}

TEST(BvhPoses, KeywordsInAnyCase) {
    Random random(13);
    std::string text = bvh_of(make_motion(random), std::vector<quat>(figure().size(), identity_quat));
    const Document upper = read_text(text);
    for (const char* word : {"HIERARCHY", "ROOT", "JOINT", "OFFSET", "CHANNELS", "End Site", "MOTION",
                             "Frames:", "Frame Time:"}) {
        std::string small = word;
        for (char& c : small) c = static_cast<char>(std::tolower(c));
        for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
            text.replace(at, small.size(), small);
    }
    const Document lower = read_text(text);
    EXPECT_EQ(lower.humanoids.at(0).bones.node, upper.humanoids.at(0).bones.node);
    EXPECT_EQ(lower.clips.at(0)->channels.size(), upper.clips.at(0)->channels.size());
}

}  // namespace
}  // namespace vitruvian

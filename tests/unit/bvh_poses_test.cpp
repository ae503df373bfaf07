// Motion files whose zero pose is no T-pose, made from one figure and one motion: however the joints' frames lie
// at zero, limbs point on the target where they point in the file.
#include "model/core/at.h"
#include "model/figure/reference_pose.h"
#include "model/formats/bvh/bvh_reader.h"
#include "model/pose/pose.h"
#include "model/remap/remap.h"
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

using test::make_rig;
using test::Random;
using test::RigStyle;

struct JointPlan {
    const char* name;
    int parent;
    vec3 place;   // in the T-pose, centimetres, +Y up, facing +Z
    vec3 end{0};  // of leaves: where the End Site is
};

/// As in CMU's skeletons the hip joints are before the hips and the shoulders behind: from these to those is not upright.
const std::vector<JointPlan>& figure() {
    static const std::vector<JointPlan> joints{
        {"Hips", -1, {0, 95, 0}},
        {"Spine", 0, {0, 105, -1}},
        {"Spine1", 1, {0, 120, 0}},
        {"Neck", 2, {0, 146, 0}},
        {"Head", 3, {0, 156, 1}, {0, 175, 2}},
        {"LeftShoulder", 2, {4, 140, 0}},
        {"LeftArm", 5, {17, 141, -3}},
        {"LeftForeArm", 6, {45, 141, -3}},
        {"LeftHand", 7, {70, 141, -3}, {85, 141, -3}},
        {"RightShoulder", 2, {-4, 140, 0}},
        {"RightArm", 9, {-17, 141, -3}},
        {"RightForeArm", 10, {-45, 141, -3}},
        {"RightHand", 11, {-70, 141, -3}, {-85, 141, -3}},
        {"LeftUpLeg", 0, {9, 90, 4}},
        {"LeftLeg", 13, {9, 50, 4}},
        {"LeftFoot", 14, {9, 9, 4}},
        {"LeftToeBase", 15, {9, 2, 17}, {9, 2, 24}},
        {"RightUpLeg", 0, {-9, 90, 4}},
        {"RightLeg", 17, {-9, 50, 4}},
        {"RightFoot", 18, {-9, 9, 4}},
        {"RightToeBase", 19, {-9, 2, 17}, {-9, 2, 24}},
    };
    return joints;
}

bool is_limb(std::size_t joint) {
    return joint >= 6 && joint != 9;
}

/// Z, X, Y in degrees with R = Rz Rx Ry.
vec3 euler(const quat& q) {
    const mat3 m = glm::mat3_cast(q);
    const float x = std::asin(std::clamp(m[1][2], -1.0F, 1.0F));
    return glm::degrees(vec3(std::atan2(-m[1][0], m[1][1]), x, std::atan2(-m[0][2], m[2][2])));
}

/// The trunk's lean is not known to a degree where the rest shows no stance.
constexpr float max_of_trunk = 6.0F;

struct Motion {
    std::vector<std::vector<quat>> turns;  // frame, joint: from the T-pose, in the parent's turned axes
    std::vector<vec3> hips;
};

/// First stands with hanging arms, then moves all limbs anyhow, walking about.
Motion make_motion(Random& random) {
    Motion out;
    for (int f = 0; f < 12; ++f) {
        std::vector<quat> turns(figure().size(), identity_quat);
        turns[0] = axis_angle({0, 1, 0}, random.real(-3.0F, 3.0F));
        for (const std::size_t joint : {std::size_t{6}, std::size_t{10}})
            turns[joint] = axis_angle({0, 0, 1}, joint == 6 ? -1.4F : 1.4F);
        for (std::size_t j = 1; f > 2 && j < turns.size(); ++j)
            turns[j] =
                axis_angle(random.vector(-1, 1), random.real(0.0F, is_limb(j) ? 1.2F : 0.15F)) * turns[j];
        out.turns.push_back(turns);
        out.hips.push_back(vec3(random.real(-100, 100), 95, random.real(-100, 100)));
    }
    return out;
}

/// The motion as a BVH file whose joints have the world frames `frames` in the T-pose: at zero they all lie
/// along the axes, and the bones where that takes them.
std::string bvh_of(const Motion& motion, const std::vector<quat>& frames, const vec3& root_offset = vec3(0)) {
    const std::vector<JointPlan>& joints = figure();
    std::string out = "HIERARCHY\n";
    const auto offset = [&](std::size_t j, const vec3& place) {
        const vec3 v = glm::conjugate(frames[j]) * (place - joints[j].place);
        return fmt::format("OFFSET {} {} {}\n", v.x, v.y, v.z);
    };
    int depth = 0;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const JointPlan& joint = joints[j];
        int wanted = 0;
        for (int up = joint.parent; up >= 0; up = at(joints, up).parent) ++wanted;
        for (; depth > wanted; --depth) out += "}\n";
        out += fmt::format("{} {}\n{{\n", joint.parent < 0 ? "ROOT" : "JOINT", joint.name);
        ++depth;
        if (joint.parent < 0) {
            out += fmt::format("OFFSET {} {} {}\n", root_offset.x, root_offset.y, root_offset.z);
            out += "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n";
        } else {
            out += offset(static_cast<std::size_t>(joint.parent), joint.place);
            out += "CHANNELS 3 Zrotation Xrotation Yrotation\n";
        }
        if (joint.end != vec3(0)) out += "End Site\n{\n" + offset(j, joint.end) + "}\n";
    }
    for (; depth > 0; --depth) out += "}\n";
    out += fmt::format("MOTION\nFrames: {}\nFrame Time: 0.1\n", motion.turns.size());
    for (std::size_t f = 0; f < motion.turns.size(); ++f) {
        const vec3& p = motion.hips[f];
        out += fmt::format("{} {} {}", p.x, p.y, p.z);
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const quat parent = joints[j].parent < 0 ? identity_quat : at(frames, joints[j].parent);
            const vec3 e = euler(glm::conjugate(parent) * motion.turns[f][j] * frames[j]);
            out += fmt::format(" {} {} {}", e.x, e.y, e.z);
        }
        out += "\n";
    }
    return out;
}

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

/// Frames whose X goes along the bone to the joint's first child or end, turned about it at random.
std::vector<quat> along_bones(Random& random) {
    const std::vector<JointPlan>& joints = figure();
    std::vector<quat> out;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        vec3 to = joints[j].end;
        for (std::size_t k = joints.size(); k-- > j + 1;) {
            if (joints[k].parent == static_cast<int>(j)) to = joints[k].place;
        }
        const vec3 x = glm::normalize(to - joints[j].place);
        const vec3 y = glm::normalize(glm::cross(vec3(0.3F, 0.5F, 0.8F), x));
        const quat frame = glm::quat_cast(mat3(x, y, glm::cross(x, y)));
        out.push_back(glm::normalize(frame * axis_angle({1, 0, 0}, random.real(-3.0F, 3.0F))));
    }
    return out;
}

TEST(BvhPoses, AnyZeroPoseLeavesLimbsWhereTheyPoint) {
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const Motion motion = make_motion(random);
        const Document target = target_rig(random);
        std::vector<quat> frames(figure().size(), identity_quat);
        const int kind = static_cast<int>(seed % 4);
        for (std::size_t j = 0; j < frames.size(); ++j) {
            if (kind == 0) frames[j] = random.rotation();                // no shape at all
            if (kind == 1 && is_limb(j)) frames[j] = random.rotation();  // limbs anyhow
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
    // The same motion with Z up, the figure facing -Y as Blender has it.
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

TEST(BvhPoses, TheHipsAreAsHighAsTheFeetSay) {
    // All of the motion crouches: the reference still has its feet on the ground that the motion has.
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
    // As most programs have it: the positions are the place.
    EXPECT_NEAR(first_height({0, 95, 0}), 95.0F, 1e-3F);
    EXPECT_NEAR(first_height({0, 0, 0}), 95.0F, 1e-3F);
    EXPECT_NEAR(first_height({0, 12, 0}), 95.0F, 1e-3F);
    // As three.js has it: they come on top.
    for (vec3& place : motion.hips) place.y -= 95.0F;
    EXPECT_NEAR(first_height({0, 95, 0}), 95.0F, 1e-3F);
    // Without an OFFSET the figure is where it is.
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

// Figures whose joints have no names. Where the head is: necks of any number of joints, with or without a joint at
// the top of the head, and with or without a skin. And limbs: what a figure wears or carries does not become one.
// Figures that the nodes' rest does not show: files that rest in a moment of a clip, while the skin is bound in another
// pose; skeletons of several roots, with the node above them; and a trunk of one joint.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "model/figure/reference_pose.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using test::Random;

/// Joints without names.
struct BareJoints {
    Document document;

    BareJoints() { document.humanoids.emplace_back(); }

    int add(int parent, const vec3& step) { return test::add_joint(document, parent, {}, step); }
    void add_chain(int parent, const std::vector<vec3>& steps) {
        for (const vec3& step : steps) parent = add(parent, step);
    }
};

/// A figure without names, 1.7 m tall. Heights above the shoulders are relative to the trunk's length.
struct HeadRig : BareJoints {
    int head = -1;
    int end = -1;

    void add_limbs(int hips, int chest) {
        for (const float side : {1.0F, -1.0F}) {
            const int arm = add(chest, {0.17F * side, 0.04F, 0});
            add(add(arm, {0.28F * side, 0, 0}), {0.25F * side, 0, 0.01F});
            const int thigh = add(hips, {0.09F * side, -0.04F, 0});
            const int foot = add(add(thigh, {0, -0.42F, 0.01F}), {0, -0.42F, -0.02F});
            add(foot, {0, -0.06F, 0.13F});
        }
    }
    /// Each joint moves one vertex, except the end of the head.
    void add_skin() {
        Mesh mesh;
        Skin skin;
        mesh.influence_begin.push_back(0);
        for (const Joint& joint : document.humanoids[0].joints) {
            const auto entry = static_cast<std::uint32_t>(skin.nodes.size());
            skin.nodes.push_back(joint.node);
            skin.inverse_bind.emplace_back(1.0F);
            if (joint.node == end) continue;
            mesh.positions.emplace_back(0.0F);
            mesh.influence_joint.push_back(entry);
            mesh.influence_weight.push_back(1.0F);
            mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
        }
        MeshInstance instance;
        instance.mesh = std::make_shared<const Mesh>(std::move(mesh));
        instance.skin = std::make_shared<const Skin>(std::move(skin));
        document.meshes.push_back(std::move(instance));
    }
};

struct HeadPlan {
    int necks = 1;
    float neck = 0.1F;
    float head = 0.3F;
    float top = 0.0F;  // 0: no joint there
    bool skinned = false;
};

HeadRig make(const HeadPlan& plan) {
    HeadRig rig;
    constexpr float trunk = 0.52F;
    const int hips = rig.add(-1, {0, 0.95F, 0});
    const int chest = rig.add(rig.add(hips, {0, 0.22F, 0}), {0, 0.22F, 0});
    rig.add_limbs(hips, chest);
    int above = chest;
    float height = -0.04F / trunk;
    const auto climb = [&](float to) {
        above = rig.add(above, {0, (to - height) * trunk, 0});
        height = to;
        return above;
    };
    for (int i = 0; i < plan.necks; ++i)
        climb(plan.neck + (plan.head - plan.neck) * static_cast<float>(i) / static_cast<float>(plan.necks));
    rig.head = climb(plan.head);
    if (plan.top > 0.0F) rig.end = climb(plan.top);
    if (plan.skinned) rig.add_skin();
    BoneMapper(rig.document).map(rig.document.humanoids[0]);
    return rig;
}

TEST(BoneHead, APairBesideItIsItsEyesUnlessNamedOtherwise) {
    const auto with_pair = [](const char* left, const char* right) {
        HeadRig rig = make({.skinned = true});
        const int a = rig.add(rig.head, {0.04F, 0.05F, 0.06F});
        const int b = rig.add(rig.head, {-0.04F, 0.05F, 0.06F});
        rig.document.nodes.at(static_cast<std::size_t>(a)).name = left;
        rig.document.nodes.at(static_cast<std::size_t>(b)).name = right;
        BoneMapper(rig.document).map(rig.document.humanoids[0]);
        const BoneMap& bones = rig.document.humanoids[0].bones;
        EXPECT_EQ(bones[Bone::head], rig.head);
        return bones[Bone::left_eye] == a && bones[Bone::right_eye] == b;
    };
    EXPECT_TRUE(with_pair("", ""));
    EXPECT_TRUE(with_pair("Looker.L", "Looker.R"));
    EXPECT_FALSE(with_pair("Ear.L", "Ear.R"));
    EXPECT_FALSE(with_pair("left_ear_01", "right_ear_01"));
}

TEST(BoneHead, NecksOfAnyNumberOfJoints) {
    Random random(14);
    int wrong = 0;
    constexpr int figures = 600;
    for (int i = 0; i < figures; ++i) {
        HeadPlan plan;
        plan.necks = i % 5 == 4 ? 7 : i % 5;
        plan.neck = random.real(0.0F, 0.15F);
        plan.head = random.real(0.22F, 0.37F);
        plan.top = random.chance(0.5F) ? plan.head + random.real(0.3F, 0.7F) : 0.0F;
        plan.skinned = random.chance(0.5F);
        const HeadRig rig = make(plan);
        const BoneMap& bones = rig.document.humanoids[0].bones;
        EXPECT_GE(bones[Bone::left_hand], 0);
        wrong += bones[Bone::head] == rig.head ? 0 : 1;
    }
    EXPECT_LE(wrong, figures / 100);
}

/// At heights at which each could be the head.
TEST(BoneHead, ASkinMovesWithIt) {
    const HeadRig high = make({1, 0.2F, 0.5F, 0.0F, true});
    EXPECT_EQ(high.document.humanoids[0].bones[Bone::head], high.head);
    const HeadRig low = make({1, 0.05F, 0.2F, 0.36F, true});
    EXPECT_EQ(low.document.humanoids[0].bones[Bone::head], low.head);
}

/// A figure of 1.7 m that faces +Z.
struct LimbPlan {
    bool collars = false;
    bool toes = false;
    float leg = 0.42F;  // the length of thigh and shin
};

struct LimbRig : BareJoints {
    int hips = -1, chest = -1, head = -1;
    int forearms[2] = {-1, -1};

    explicit LimbRig(const LimbPlan& plan, bool has_legs = true) {
        hips = add(-1, {0, 2.0F * plan.leg + 0.1F, 0});
        chest = add(add(hips, {0, 0.2F, 0}), {0, 0.22F, 0});
        for (const float side : {1.0F, -1.0F}) {
            const int collar = plan.collars ? add(chest, {0.04F * side, 0.05F, 0}) : chest;
            const int arm = add(collar, {(plan.collars ? 0.13F : 0.17F) * side, 0.02F, 0});
            const int forearm = add(arm, {0.28F * side, 0, 0});
            forearms[side > 0 ? 0 : 1] = forearm;
            add(forearm, {0.25F * side, 0, 0.01F});
            if (!has_legs) continue;
            const int shin = add(add(hips, {0.09F * side, -0.04F, 0}), {0, -plan.leg, 0.01F});
            const int foot = add(shin, {0, -plan.leg, -0.02F});
            if (plan.toes) add(foot, {0, -0.06F, 0.13F});
        }
        head = add(add(chest, {0, 0.12F, 0}), {0, 0.1F, 0});
    }

    [[nodiscard]] std::vector<int> map() {
        BoneMapper(document).map(document.humanoids[0]);
        const auto& node = document.humanoids[0].bones.node;
        return {node.begin(), node.end()};
    }
};

std::vector<vec3> mirrored(std::vector<vec3> steps, float side) {
    for (vec3& step : steps) step.x *= side;
    return steps;
}

struct Extra {
    std::string_view title;
    void (*put_on)(LimbRig&, float side);
};

const std::vector<Extra> extras{
    {"wings",
     [](LimbRig& rig, float side) {
         rig.add_chain(rig.chest, mirrored({{0.06F, 0.05F, -0.08F},
                                            {0.22F, 0.07F, -0.02F},
                                            {0.24F, -0.09F, 0},
                                            {0.2F, -0.1F, 0},
                                            {0.15F, -0.15F, 0}},
                                           side));
     }},
    {"sleeves",
     [](LimbRig& rig, float side) {
         const std::vector<vec3> steps(4, vec3(0, -0.1F, 0));
         rig.add_chain(rig.forearms[side > 0 ? 0 : 1], steps);
     }},
    {"ears",
     [](LimbRig& rig, float side) {
         rig.add_chain(
             rig.head,
             mirrored({{0.07F, 0.06F, 0}, {0.03F, 0.11F, 0}, {0.03F, 0.11F, 0}, {0.03F, 0.11F, 0}}, side));
     }},
    {"bunches", [](LimbRig& rig, float side) {
         rig.add_chain(rig.head, mirrored(std::vector<vec3>(6, {0.12F, -0.01F, 0}), side));
     }}};

TEST(BoneShape, WingsSleevesAndEarsAreNoLimbs) {
    for (const bool collars : {false, true}) {
        for (const bool toes : {false, true}) {
            for (const float leg : {0.42F, 0.22F}) {
                const LimbPlan plan{collars, toes, leg};
                const std::vector<int> bare = LimbRig(plan).map();
                ASSERT_GE(at(bare, Bone::left_hand), 0);
                ASSERT_GE(at(bare, Bone::right_foot), 0);
                for (const Extra& extra : extras) {
                    LimbRig rig(plan);
                    for (const float side : {1.0F, -1.0F}) extra.put_on(rig, side);
                    const std::vector<int> found = rig.map();
                    for (std::size_t b = 0; b < bone_count; ++b) {
                        const auto bone = static_cast<Bone>(b);
                        if (bone >= Bone::neck && bone <= Bone::right_eye)
                            continue;  // what is on a head shows where it is
                        EXPECT_EQ(found[b], bare[b])
                            << extra.title << ", " << to_string(bone)
                            << fmt::format(", collars {}, toes {}, legs of {}", collars, toes, leg);
                    }
                }
            }
        }
    }
}

TEST(BoneShape, CollarBonesMayDifferInLength) {
    LimbRig rig({true, true});
    const std::vector<int> before = rig.map();
    ASSERT_GE(at(before, Bone::left_hand), 0);
    const int collar = at(rig.document.nodes, at(before, Bone::left_upper_arm)).parent;
    ASSERT_EQ(collar, at(before, Bone::left_shoulder));
    const vec3 step(-0.04F, -0.08F, -0.12F);
    at(rig.document.nodes, collar).rest.translation += step;
    at(rig.document.nodes, at(before, Bone::left_upper_arm)).rest.translation -= step;
    const std::vector<int> after = rig.map();
    for (const Bone bone : {Bone::left_upper_arm, Bone::left_hand, Bone::right_hand, Bone::left_foot})
        EXPECT_EQ(at(after, bone), at(before, bone)) << to_string(bone);
}

/// The bone after the knuckle is the longest of a finger, also where the one before it begins far from the wrist.
TEST(BoneShape, KnucklesFollowShortBonesOfThePalm) {
    LimbRig rig({true, true});
    int proximal = -1;
    for (const float side : {1.0F, -1.0F}) {
        const int hand = rig.forearms[side > 0 ? 0 : 1] + 1;
        for (const float z : {0.03F, 0.01F, -0.01F, -0.03F}) {
            const std::vector<vec3> steps =
                mirrored({{0.07F, 0, z}, {0.02F, 0, 0}, {0.045F, 0, 0}, {0.022F, 0, 0}}, side);
            if (side > 0.0F && proximal < 0) proximal = static_cast<int>(rig.document.nodes.size()) + 1;
            rig.add_chain(hand, steps);
        }
        rig.add_chain(hand, mirrored({{0.02F, -0.01F, 0.04F}, {0.03F, 0, 0.03F}, {0.03F, 0, 0.02F}}, side));
    }
    const std::vector<int> found = rig.map();
    EXPECT_EQ(at(found, Bone::left_index_proximal), proximal);
    EXPECT_EQ(at(found, Bone::left_index_distal), proximal + 2);
}

/// Without legs nothing else becomes one: neither a pair of tails nor the arms, with hair for arms.
TEST(BoneShape, WithoutLegsThereIsNoFigure) {
    LimbRig tails({}, false);
    LimbRig ears({}, false);
    for (const float side : {1.0F, -1.0F}) {
        std::vector<vec3> tail(7, {0, -0.1F, -0.08F});
        tail.front().x = 0.05F * side;
        tails.add_chain(tails.hips, tail);
        extras[2].put_on(ears, side);
    }
    for (LimbRig* rig : {&tails, &ears}) {
        const std::vector<int> found = rig->map();
        EXPECT_LT(at(found, Bone::left_upper_leg), 0);
        EXPECT_LT(at(found, Bone::left_upper_arm), 0);
    }
}

/// A figure that faces +Z in a T-pose, of joints without names.
struct PosedRig {
    Document document;
    int armature = -1;
    int hips = -1;
    int arms[2] = {-1, -1};
    int forearms[2] = {-1, -1};
    int thighs[2] = {-1, -1};
    int shins[2] = {-1, -1};

    /// `has_hips`: the roots are the armature's, which is no joint, and have no joint above them.
    explicit PosedRig(bool has_hips) {
        document.humanoids.emplace_back();
        armature = test::add_joint(document, -1, "Armature", {0, 0.9F, 0});
        hips = has_hips ? add(armature, {0, 0, 0}) : armature;
        document.humanoids[0].joints.erase(document.humanoids[0].joints.begin());
        const int chest = add(add(hips, {0, 0.15F, 0}), {0, 0.25F, 0});
        for (const int i : {0, 1}) {
            const float side = i == 0 ? 1.0F : -1.0F;
            arms[i] = add(chest, {0.17F * side, 0.02F, 0});
            forearms[i] = add(arms[i], {0.28F * side, 0, 0});
            add(forearms[i], {0.25F * side, 0, 0.01F});
            thighs[i] = add(hips, {0.09F * side, -0.04F, 0});
            shins[i] = add(thighs[i], {0, -0.42F, 0.01F});
            add(add(shins[i], {0, -0.42F, -0.02F}), {0, -0.06F, 0.13F});
        }
        add(add(chest, {0, 0.12F, 0}), {0, 0.1F, 0});
    }

    int add(int parent, const vec3& step) { return test::add_joint(document, parent, {}, step); }

    /// A skin that is bound as the nodes stand; each joint moves one vertex.
    void bind() {
        const Skeleton skeleton = make_skeleton(document);
        const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
        Mesh mesh;
        Skin skin;
        mesh.influence_begin.push_back(0);
        for (const Joint& joint : document.humanoids[0].joints) {
            mesh.influence_joint.push_back(static_cast<std::uint32_t>(skin.nodes.size()));
            mesh.influence_weight.push_back(1.0F);
            mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
            mesh.positions.emplace_back(at(world, joint.node)[3]);
            skin.nodes.push_back(joint.node);
            skin.inverse_bind.push_back(affine_inverse(at(world, joint.node)));
        }
        MeshInstance instance;
        instance.mesh = std::make_shared<const Mesh>(std::move(mesh));
        instance.skin = std::make_shared<const Skin>(std::move(skin));
        instance.humanoid = 0;
        document.meshes.push_back(std::move(instance));
    }

    /// The nodes rest as the figure runs.
    void run() {
        const auto turn = [&](int node, const vec3& axis, float angle) {
            at(document.nodes, node).rest.rotation = axis_angle(axis, angle);
        };
        turn(arms[0], {0, 1, 0}, -1.4F);
        turn(forearms[0], {0, 1, 0}, -1.2F);
        turn(arms[1], {0, 0, 1}, 1.3F);
        turn(forearms[1], {0, 1, 0}, 1.5F);
        turn(thighs[0], {1, 0, 0}, -1.7F);
        turn(shins[0], {1, 0, 0}, 1.6F);
        turn(thighs[1], {1, 0, 0}, 0.5F);
        turn(shins[1], {1, 0, 0}, 1.4F);
    }

    [[nodiscard]] const BoneMap& map() {
        BoneMapper(document).map(document.humanoids[0]);
        return document.humanoids[0].bones;
    }
};

void expect_whole(const PosedRig& rig, const BoneMap& bones) {
    EXPECT_EQ(bones[Bone::hips], rig.hips);
    EXPECT_EQ(bones[Bone::left_upper_arm], rig.arms[0]);
    EXPECT_EQ(bones[Bone::right_lower_arm], rig.forearms[1]);
    EXPECT_EQ(bones[Bone::left_upper_leg], rig.thighs[0]);
    EXPECT_EQ(bones[Bone::right_lower_leg], rig.shins[1]);
    EXPECT_GE(bones[Bone::head], 0);
}

TEST(BonePoses, TheBindPoseShowsWhatTheRestHides) {
    PosedRig rig(true);
    rig.bind();
    rig.run();
    expect_whole(rig, rig.map());
    EXPECT_LT(make_reference_pose(rig.document, 0, ReferenceKind::bind).score.limbs, 0.05F);
}

TEST(BonePoses, TheNodeAboveSeveralRootsIsTheHips) {
    for (const bool runs : {false, true}) {
        PosedRig rig(false);
        rig.bind();
        if (runs) rig.run();
        expect_whole(rig, rig.map());
        const auto& joints = rig.document.humanoids[0].joints;
        EXPECT_EQ(joints.front().node, rig.armature) << "the hips are a joint";
        EXPECT_LT(make_reference_pose(rig.document, 0, ReferenceKind::bind).score.limbs, 0.05F);
    }
}

/// Arms and legs hang on one joint, which is where the neck is and has any name.
struct BlockTrunk {
    Document document;

    explicit BlockTrunk(const std::string& trunk, bool has_arms) {
        document.humanoids.emplace_back();
        const int body = test::add_joint(document, -1, trunk, {0, 1.6F, -0.5F});
        const auto add_limb = [&](const std::string& name, const std::string& side, const vec3& start,
                                  const vec3& step) {
            const int upper = test::add_joint(document, body, name + "1" + side, start);
            return test::add_joint(document, upper, name + "2" + side, step);
        };
        test::add_joint(document, body, "Neck", {0, 0.05F, 0.5F});
        for (const float side : {1.0F, -1.0F}) {
            const std::string end = side > 0.0F ? ".L" : ".R";
            if (has_arms) add_limb("Arm", end, {0.16F * side, 0, 0.5F}, {0.3F * side, 0, 0});
            const int shin = add_limb("Leg", end, {0.08F * side, -0.5F, 0.5F}, {0, -0.5F, 0});
            test::add_joint(document, shin, "Foot" + end, {0, -0.5F, 0});
        }
    }
};

TEST(BonePoses, ATrunkOfOneJointIsTheHips) {
    for (const char* name : {"Corpse", "Body", "Main"}) {
        BlockTrunk rig(name, true);
        BoneMapper(rig.document).map(rig.document.humanoids[0]);
        const BoneMap& bones = rig.document.humanoids[0].bones;
        EXPECT_EQ(bones[Bone::hips], 0) << name;
        EXPECT_EQ(bones.mapped(), 12U) << name;
    }
    BlockTrunk bird("Corpse", false);
    BoneMapper(bird.document).map(bird.document.humanoids[0]);
    EXPECT_EQ(bird.document.humanoids[0].bones.mapped(), 0U);
}

TEST(BonePoses, ABlockFigureWithAHeadHasATrunkOfAnyName) {
    for (const char* trunk : {"Body", "Chassis", "Thing"}) {
        for (const char* head : {"Head", "Back"}) {
            Document document;
            document.humanoids.emplace_back();
            const int body = test::add_joint(document, -1, trunk, {0, 1.2F, 0});
            test::add_joint(document, body, head, {0, 0.4F, 0});
            for (const char* name : {"LeftArm", "LeftLeg", "RightArm", "RightLeg"}) {
                const float side = name[0] == 'L' ? 0.3F : -0.3F;
                test::add_joint(document, body, name, {side, name[4] == 'A' ? 0.3F : -0.4F, 0});
            }
            BoneMapper(document).map(document.humanoids[0]);
            const bool is_figure = head == std::string("Head");
            EXPECT_EQ(document.humanoids[0].bones[Bone::hips], is_figure ? body : -1) << trunk << head;
        }
    }
}

/// Kinect's, by distances as it measures them.
TEST(BonePoses, AThumbBesideAHandTipIsATipToo) {
    for (const bool has_tip : {true, false}) {
        PosedRig rig(true);
        for (const int i : {0, 1}) {
            const std::string side = i == 0 ? "Left" : "Right";
            const float out = i == 0 ? 1.0F : -1.0F;
            at(rig.document.nodes, rig.arms[i]).name = "Shoulder" + side;
            at(rig.document.nodes, rig.forearms[i]).name = "Elbow" + side;
            at(rig.document.nodes, rig.forearms[i] + 1).name = "Wrist" + side;
            at(rig.document.nodes, rig.thighs[i]).name = "Hip" + side;
            at(rig.document.nodes, rig.shins[i]).name = "Knee" + side;
            at(rig.document.nodes, rig.shins[i] + 1).name = "Ankle" + side;
            const int wrist = rig.forearms[i] + 1;
            const int hand = test::add_joint(rig.document, wrist, "Hand" + side, {0.06F * out, 0, 0});
            if (has_tip) test::add_joint(rig.document, hand, "HandTip" + side, {0.06F * out, 0, 0});
            Node end;  // as motion files have it
            end.kind = NodeKind::site;
            end.parent = test::add_joint(rig.document, wrist, "Thumb" + side, {0.04F * out, 0, 0.04F});
            rig.document.nodes.push_back(end);
        }
        at(rig.document.nodes, rig.hips).name = "SpineBase";
        const BoneMap& bones = rig.map();
        EXPECT_EQ(bones[Bone::left_hand], rig.forearms[0] + 1);
        EXPECT_EQ(bones[Bone::left_thumb_metacarpal] >= 0, !has_tip);
        EXPECT_EQ(bones[Bone::right_thumb_metacarpal] >= 0, !has_tip);
    }
}

}  // namespace
}  // namespace vitruvian

// Arms, hands and fingers whose joints have no names: joints of the palm, collar bones and twist joints are not taken for
// what they lie beside.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace vitruvian {
namespace {

/// A figure of 1.7 m that faces +Z in a T-pose, with arms as planned (steps from the chest to the hand, on the left).
struct ArmRig {
    Document document;
    int hips = -1, chest = -1;
    int hands[2] = {-1, -1};

    explicit ArmRig(const std::vector<vec3>& arm, bool is_trunk_beside_hips = false) {
        document.humanoids.emplace_back();
        const int root = is_trunk_beside_hips ? add(-1, {0, 0, 0}) : -1;
        hips = add(root, {0, 0.94F, 0});
        const int spine = is_trunk_beside_hips ? add(root, {0, 1.14F, 0}) : add(hips, {0, 0.2F, 0});
        chest = add(spine, {0, 0.22F, 0});
        for (const float side : {1.0F, -1.0F}) {
            hands[side > 0 ? 0 : 1] = add_chain(chest, arm, side);
            add_chain(hips, {{0.09F, -0.04F, 0}, {0, -0.42F, 0.01F}, {0, -0.42F, -0.02F}, {0, -0.06F, 0.13F}},
                      side);
        }
        add(add(chest, {0, 0.12F, 0}), {0, 0.1F, 0});
    }

    int add(int parent, const vec3& step) { return test::add_joint(document, parent, {}, step); }
    /// Returns the last joint.
    int add_chain(int parent, const std::vector<vec3>& steps, float side) {
        for (const vec3& step : steps) parent = add(parent, step * vec3(side, 1, 1));
        return parent;
    }
    [[nodiscard]] int count() const { return static_cast<int>(document.nodes.size()); }

    [[nodiscard]] std::vector<int> map() {
        BoneMapper(document).map(document.humanoids[0]);
        const auto& node = document.humanoids[0].bones.node;
        return {node.begin(), node.end()};
    }
};

const std::vector<vec3> usual_arm{{0.04F, 0.05F, 0}, {0.13F, 0.02F, 0}, {0.28F, 0, 0}, {0.25F, 0, 0.01F}};

/// Steps of a finger in the middle, or of the thumb, from the hand outwards.
struct HandPlan {
    std::string_view title;
    std::vector<vec3> finger, thumb;
    bool is_fanned = true;  // fingers go apart from the first joint on, else from the second
    int proximal = 0;       // which joint of a finger is at the knuckle
    int thumb_proximal = 1;
};

TEST(BoneArms, FingersBeginAtTheKnuckles) {
    const std::vector<vec3> usual_thumb{{0.02F, -0.01F, 0.03F}, {0.03F, 0, 0.03F}, {0.03F, 0, 0.02F}};
    const std::vector<vec3> long_thumb{
        {0.01F, 0, 0.015F}, {0.015F, -0.01F, 0.015F}, {0.03F, 0, 0.03F}, {0.03F, 0, 0.02F}};
    const std::vector<HandPlan> plans{
        {"three joints", {{0.09F, 0, 0}, {0.035F, 0, 0}, {0.03F, 0, 0}}, usual_thumb},
        {"two joints in the palm",
         {{0.02F, 0, 0}, {0.02F, 0, 0}, {0.055F, 0, 0}, {0.035F, 0, 0}, {0.03F, 0, 0}},
         long_thumb,
         true,
         2,
         2},
        {"a joint in the palm, and one that halves the first bone",
         {{0.03F, 0, 0}, {0.05F, 0, 0}, {0.015F, 0, 0}, {0.015F, 0, 0}, {0.028F, 0, 0}},
         usual_thumb,
         true,
         1},
        {"a joint more in the thumb alone",
         {{0.09F, 0, 0}, {0.035F, 0, 0}, {0.03F, 0, 0}},
         long_thumb,
         true,
         0,
         2},
        {"all begin at one point of the palm",
         {{0.1F, 0, 0}, {-0.005F, 0, 0}, {0.035F, 0, 0}, {0.03F, 0, 0}},
         {{0.1F, 0, 0}, {-0.08F, -0.01F, 0.03F}, {0.03F, 0, 0.03F}, {0.03F, 0, 0.02F}},
         false,
         1,
         2},
    };
    for (const HandPlan& plan : plans) {
        ArmRig rig(usual_arm);
        const int index = rig.count();
        for (const float side : {1.0F, -1.0F}) {
            const int hand = rig.hands[side > 0 ? 0 : 1];
            for (const float z : {0.03F, 0.01F, -0.01F, -0.03F}) {
                std::vector<vec3> finger = plan.finger;
                finger[plan.is_fanned ? 0 : 1].z = z;
                rig.add_chain(hand, finger, side);
            }
            rig.add_chain(hand, plan.thumb, side);
        }
        const int thumb = index + 4 * static_cast<int>(plan.finger.size());
        const std::vector<int> found = rig.map();
        EXPECT_EQ(at(found, Bone::left_hand), rig.hands[0]) << plan.title;
        EXPECT_EQ(at(found, Bone::left_index_proximal), index + plan.proximal) << plan.title;
        EXPECT_EQ(at(found, Bone::left_index_distal), index + static_cast<int>(plan.finger.size()) - 1)
            << plan.title;
        EXPECT_EQ(at(found, Bone::left_thumb_proximal), thumb + plan.thumb_proximal) << plan.title;
        EXPECT_EQ(at(found, Bone::left_thumb_distal), thumb + static_cast<int>(plan.thumb.size()) - 1)
            << plan.title;
    }
}

/// A joint that halves the upper arm does not make a long collar bone look like one.
TEST(BoneArms, ALongCollarBoneBeforeATwistJoint) {
    ArmRig rig({{0.02F, 0.05F, 0},
                {0.18F, -0.02F, -0.06F},
                {0.11F, 0, 0},
                {0.11F, 0, 0},
                {0.14F, 0, 0},
                {0.14F, 0, 0}});
    const std::vector<int> found = rig.map();
    const int hand = rig.hands[0];
    EXPECT_EQ(at(found, Bone::left_hand), hand);
    EXPECT_EQ(at(found, Bone::left_lower_arm), hand - 2);
    EXPECT_EQ(at(found, Bone::left_upper_arm), hand - 4);
    EXPECT_EQ(at(found, Bone::left_shoulder), hand - 5);
}

/// Motion capture has hands of a thumb without an end, and fingers of one joint, which begin at the wrist.
TEST(BoneArms, AWristIsWhereThumbAndFingersBegin) {
    ArmRig rig({{0, 0, 0}, {0.17F, 0.04F, 0}, {0.28F, 0, 0}, {0.2F, 0, 0}});
    for (const float side : {1.0F, -1.0F}) {
        const int hand = rig.hands[side > 0 ? 0 : 1];
        rig.add_chain(hand, {{0, 0, 0}, {0.05F, 0, 0}}, side);
        rig.add(hand, {0, 0, 0});
    }
    const std::vector<int> found = rig.map();
    EXPECT_EQ(at(found, Bone::left_hand), rig.hands[0]);
    EXPECT_EQ(at(found, Bone::right_hand), rig.hands[1]);
}

/// Hands beside the arms, on the hips that are beside the trunk, belong to arms with any helpers and twist joints.
TEST(BoneArms, HandsMayHangOnTheHips) {
    ArmRig rig({{0.02F, -0.1F, 0},
                {0.02F, 0.15F, 0},
                {0.06F, 0, 0},
                {0.07F, 0.02F, 0},
                {0.14F, 0, 0},
                {0.14F, 0, 0},
                {0.125F, 0, 0.005F}},
               true);
    int hands[2] = {-1, -1};
    for (const float side : {1.0F, -1.0F}) {
        int& hand = hands[side > 0 ? 0 : 1];
        hand = rig.add(rig.hips, {0.7F * side, 0.49F, 0.01F});
        for (const float z : {0.03F, 0.0F, -0.03F})
            rig.add_chain(hand, {{0.09F, 0, z}, {0.035F, 0, 0}, {0.03F, 0, 0}}, side);
    }
    const std::vector<int> found = rig.map();
    EXPECT_EQ(at(found, Bone::left_hand), hands[0]);
    EXPECT_EQ(at(found, Bone::right_hand), hands[1]);
    EXPECT_EQ(at(found, Bone::left_lower_arm), rig.hands[0] - 1);
    EXPECT_EQ(at(found, Bone::left_upper_arm), rig.hands[0] - 3);
}

}  // namespace
}  // namespace vitruvian

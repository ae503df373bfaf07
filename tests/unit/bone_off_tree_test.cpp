// Figures without names whose joints hang elsewhere than on the expected tree: where the joints are shows the bones.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

/// A joint of a plan, its position in the world.
struct Planned {
    std::string label, parent;
    vec3 position{0.0F};
};

/// A figure of 1.7 m that faces +Z in a T-pose, without hands and feet that go on, on a root at the floor.
std::vector<Planned> usual_figure() {
    std::vector<Planned> out{{"root", "", {0, 0, 0}},          {"hips", "root", {0, 0.94F, 0}},
                             {"spine", "hips", {0, 1.08F, 0}}, {"chest", "spine", {0, 1.28F, 0}},
                             {"neck", "chest", {0, 1.46F, 0}}, {"head", "neck", {0, 1.55F, 0.02F}}};
    for (const auto& [side, sign] : {std::pair{"left ", 1.0F}, std::pair{"right ", -1.0F}}) {
        const std::string s = side;
        out.push_back({s + "arm", "chest", {0.17F * sign, 1.42F, 0}});
        out.push_back({s + "forearm", s + "arm", {0.45F * sign, 1.42F, -0.01F}});
        out.push_back({s + "hand", s + "forearm", {0.70F * sign, 1.42F, 0}});
        out.push_back({s + "thigh", "hips", {0.09F * sign, 0.90F, 0}});
        out.push_back({s + "shin", s + "thigh", {0.09F * sign, 0.48F, 0.01F}});
        out.push_back({s + "foot", s + "shin", {0.09F * sign, 0.07F, -0.02F}});
        out.push_back({s + "toes", s + "foot", {0.09F * sign, 0.02F, 0.12F}});
    }
    return out;
}

enum class Names : bool { none, labels };

/// What a map calls the joints of a plan.
class MappedFigure {
  public:
    /// `moved`: the joints that move vertices; without any there is no skin.
    explicit MappedFigure(const std::vector<Planned>& plan, const std::vector<std::string>& moved = {},
                          Names names = Names::none)
        : names_(names) {
        document_.humanoids.emplace_back();
        add_below("", -1, vec3(0.0F), plan);
        if (!moved.empty()) add_skin(moved);
        BoneMapper(document_).map(document_.humanoids[0]);
    }

    [[nodiscard]] std::string operator[](Bone bone) const {
        const int node = document_.humanoids[0].bones[bone];
        return node < 0 ? "none" : at(labels_, node);
    }

  private:
    void add_below(const std::string& parent, int node, const vec3& position,
                   const std::vector<Planned>& plan) {
        for (const Planned& joint : plan) {
            if (joint.parent != parent) continue;
            const int child = test::add_joint(document_, node, names_ == Names::labels ? joint.label : "",
                                              joint.position - position);
            labels_.push_back(joint.label);
            add_below(joint.label, child, joint.position, plan);
        }
    }

    void add_skin(const std::vector<std::string>& moved) {
        Mesh mesh;
        Skin skin;
        mesh.influence_begin.push_back(0);
        for (const std::string& label : moved) {
            const auto node = std::find(labels_.begin(), labels_.end(), label) - labels_.begin();
            mesh.positions.emplace_back(0.0F);
            mesh.influence_joint.push_back(static_cast<std::uint32_t>(skin.nodes.size()));
            mesh.influence_weight.push_back(1.0F);
            mesh.influence_begin.push_back(static_cast<std::uint32_t>(mesh.influence_joint.size()));
            skin.nodes.push_back(static_cast<int>(node));
            skin.inverse_bind.emplace_back(1.0F);
        }
        MeshInstance instance;
        instance.mesh = std::make_shared<const Mesh>(std::move(mesh));
        instance.skin = std::make_shared<const Skin>(std::move(skin));
        document_.meshes.push_back(std::move(instance));
    }

    Names names_;
    Document document_;
    std::vector<std::string> labels_;  // by node
};

void move(std::vector<Planned>& plan, const std::string& label, const std::string& parent) {
    for (Planned& joint : plan) {
        if (joint.label == label) joint.parent = parent;
    }
}

void place(std::vector<Planned>& plan, const std::string& label, const vec3& position) {
    for (Planned& joint : plan) {
        if (joint.label == label) joint.position = position;
    }
}

void expect_limbs(const MappedFigure& found) {
    EXPECT_EQ(found[Bone::left_upper_arm], "left arm");
    EXPECT_EQ(found[Bone::right_lower_arm], "right forearm");
    EXPECT_EQ(found[Bone::left_hand], "left hand");
    EXPECT_EQ(found[Bone::right_hand], "right hand");
    EXPECT_EQ(found[Bone::left_upper_leg], "left thigh");
    EXPECT_EQ(found[Bone::right_lower_leg], "right shin");
    EXPECT_EQ(found[Bone::left_foot], "left foot");
    EXPECT_EQ(found[Bone::right_foot], "right foot");
}

TEST(BoneOffTree, HandsAndFeetOnTheRootBesideTwistJoints) {
    std::vector<Planned> plan = usual_figure();
    for (const std::string side : {"left ", "right "}) {
        const float sign = side == "left " ? 1.0F : -1.0F;
        plan.push_back({side + "forearm twist", side + "forearm", {0.64F * sign, 1.42F, 0}});
        plan.push_back({side + "calf twist", side + "shin", {0.09F * sign, 0.28F, 0}});
        plan.push_back({side + "calf twist 2", side + "calf twist", {0.09F * sign, 0.17F, -0.01F}});
        move(plan, side + "hand", "root");
        move(plan, side + "foot", "root");
    }
    expect_limbs(MappedFigure(plan));
}

TEST(BoneOffTree, HandsOnTheRootAfterAnUpperArmOfSeveralJoints) {
    std::vector<Planned> plan = usual_figure();
    for (const std::string side : {"left ", "right "}) {
        const float sign = side == "left " ? 1.0F : -1.0F;
        plan.push_back({side + "roll", side + "arm", {0.31F * sign, 1.42F, -0.005F}});
        plan.push_back({side + "yaw", side + "roll", {0.39F * sign, 1.42F, -0.007F}});
        move(plan, side + "forearm", side + "yaw");
        move(plan, side + "hand", "root");
    }
    expect_limbs(MappedFigure(plan));
}

TEST(BoneOffTree, StrandsOfHairGoOnInNothing) {
    std::vector<Planned> plan = usual_figure();
    for (const std::string side : {"left ", "right "}) {
        const float sign = side == "left " ? 1.0F : -1.0F;
        std::string above = "head";
        for (int i = 0; i < 4; ++i) {
            const auto k = static_cast<float>(i);
            const std::string label = side + "hair " + std::to_string(i);
            plan.push_back(
                {label, above, {(0.08F + 0.02F * k) * sign, 1.66F - 0.08F * k, -0.05F - 0.02F * k}});
            above = label;
        }
        plan.push_back({side + "skirt", "hips", {0.15F * sign, 0.92F, -0.05F}});
        plan.push_back({side + "hem", side + "skirt", {0.18F * sign, 0.80F, -0.08F}});
    }
    expect_limbs(MappedFigure(plan));
}

TEST(BoneOffTree, ASpineMayCarryTheLegs) {
    std::vector<Planned> plan = usual_figure();
    place(plan, "hips", {0, 0.85F, -0.02F});
    place(plan, "spine", {0, 0.93F, 0});
    for (const char* thigh : {"left thigh", "right thigh"}) move(plan, thigh, "spine");
    EXPECT_EQ(MappedFigure(plan)[Bone::hips], "hips");
    // The same with the spine above its hips.
    move(plan, "spine", "root");
    move(plan, "hips", "spine");
    for (const char* thigh : {"left thigh", "right thigh"}) move(plan, thigh, "hips");
    const MappedFigure found(plan);
    EXPECT_EQ(found[Bone::hips], "hips");
    expect_limbs(found);
}

TEST(BoneOffTree, LegsOnARootAtTheFloorDoNotMakeItTheHips) {
    std::vector<Planned> plan = usual_figure();
    for (Planned& joint : plan) {
        if (joint.label == "hips") joint.label = "body";
        if (joint.parent == "hips") joint.parent = "body";
    }
    for (const char* thigh : {"left thigh", "right thigh"}) move(plan, thigh, "root");
    const MappedFigure found(plan, {}, Names::labels);
    EXPECT_EQ(found[Bone::hips], "body");
    expect_limbs(found);
}

TEST(BoneOffTree, HipsMoveVertices) {
    std::vector<Planned> plan = usual_figure();
    plan.push_back({"control", "root", {0, 0.92F, 0}});
    move(plan, "hips", "control");
    move(plan, "spine", "control");
    place(plan, "hips", {0, 1.0F, 0});
    EXPECT_EQ(MappedFigure(plan)[Bone::hips], "control");
    EXPECT_EQ(MappedFigure(plan, {"hips", "spine", "chest", "head"})[Bone::hips], "hips");
}

TEST(BoneOffTree, ATrunkOfOneBone) {
    std::vector<Planned> plan = usual_figure();
    std::erase_if(plan,
                  [](const Planned& joint) { return joint.label == "spine" || joint.label == "chest"; });
    for (const char* label : {"neck", "left arm", "right arm"}) move(plan, label, "hips");
    expect_limbs(MappedFigure(plan));
}

TEST(BoneOffTree, WhatIsOnAHeadIsNotTheHead) {
    std::vector<Planned> plan = usual_figure();
    plan.push_back({"jaw", "head", {0, 1.58F, 0.05F}});
    EXPECT_EQ(MappedFigure(plan)[Bone::head], "head");
    plan.push_back({"left eye", "jaw", {0.03F, 1.62F, 0.08F}});
    plan.push_back({"right eye", "jaw", {-0.03F, 1.62F, 0.08F}});
    EXPECT_EQ(MappedFigure(plan)[Bone::head], "head");
    plan = usual_figure();
    plan.push_back({"tag", "head", {0, 1.55F, 0.02F}});
    EXPECT_EQ(MappedFigure(plan)[Bone::head], "head");
}

TEST(BoneOffTree, ACapeIsNoHead) {
    std::vector<Planned> plan = usual_figure();
    plan.push_back({"cape", "chest", {0, 1.44F, -0.1F}});
    plan.push_back({"cape 2", "cape", {0, 1.1F, -0.15F}});
    move(plan, "neck", "hips");
    EXPECT_EQ(MappedFigure(plan)[Bone::head], "head");
}

/// A robot faces +X, where nothing else shows its front.
TEST(BoneOffTree, LeftAndRightAlongAnotherAxisThanXAreFound) {
    std::vector<Planned> plan = usual_figure();
    std::erase_if(plan, [](const Planned& joint) { return joint.label.ends_with("toes"); });
    for (Planned& joint : plan) joint.position = {0, joint.position.x, joint.position.y};
    place(plan, "head", {0, 0, 1.56F});
    expect_limbs(MappedFigure(plan));
    std::reverse(plan.begin(), plan.end());  // right before left
    expect_limbs(MappedFigure(plan));
}

}  // namespace
}  // namespace vitruvian

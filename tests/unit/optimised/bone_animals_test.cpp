// Quadrupeds get no human bones, whatever their joints are named, and nobody who stands or sits on two legs
// is taken for an animal.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "tests/unit/optimised/animal_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using test::FigureNames;
using test::Random;

constexpr int figures = 300;
constexpr int max_wrong = figures / 100;

struct Counted {
    int mapped = 0;
    int doubted = 0;
};

Counted count(const FigureNames& names, Document (*make)(const FigureNames&, Random&)) {
    Counted out;
    for (int i = 0; i < figures; ++i) {
        Random random(static_cast<std::uint32_t>(i));
        Document document = make(names, random);
        BoneMapper mapper(document);
        mapper.map(document.humanoids[0]);
        out.mapped += document.humanoids[0].bones.mapped() > 0 ? 1 : 0;
        out.doubted += mapper.doubt().empty() ? 0 : 1;
    }
    return out;
}

TEST(BoneAnimals, WhatStandsOnFourLegsIsNoPerson) {
    for (const auto* list : {&test::human_names(), &test::animal_names()}) {
        for (const FigureNames& names : *list)
            EXPECT_LE(count(names, test::make_quadruped).mapped, max_wrong) << names.title;
    }
}

TEST(BoneAnimals, NobodyOnTwoLegsIsAnAnimal) {
    for (const FigureNames& names : test::human_names()) {
        const Counted found = count(names, test::make_person);
        EXPECT_LE(found.doubted, max_wrong) << names.title;
        if (names.tail.empty()) continue;  // generated names
        EXPECT_GE(found.mapped, figures - max_wrong) << names.title;
    }
}

/// Rests in no stance, as motion files do, and stands in its clip as it rested before.
Document as_motion(Document document, Random& random) {
    document.format = FileFormat::bvh;
    auto clip = std::make_shared<Clip>();
    clip->duration = 1.0;
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        quat& rest = document.nodes[i].rest.rotation;
        Channel channel;
        channel.node = static_cast<int>(i);
        channel.path = ChannelPath::rotation;
        channel.times = {0.0F};
        channel.values = {rest.x, rest.y, rest.z, rest.w};
        clip->channels.push_back(std::move(channel));
        rest = random.rotation();
    }
    document.clips.push_back(std::move(clip));
    return document;
}

TEST(BoneAnimals, AnAnimalInMotionIsKnownByItsTail) {
    const FigureNames& names = test::human_names().front();
    int mapped_animals = 0;
    int doubted_people = 0;
    int animals = 0;
    for (int i = 0; i < figures; ++i) {
        Random random(static_cast<std::uint32_t>(i));
        Document animal = as_motion(test::make_quadruped(names, random), random);
        Document person = as_motion(test::make_person(names, random), random);
        BoneMapper of_animal(animal);
        BoneMapper of_person(person);
        of_animal.map(animal.humanoids[0]);
        of_person.map(person.humanoids[0]);
        const bool has_tail = std::any_of(animal.nodes.begin(), animal.nodes.end(),
                                          [](const Node& node) { return node.name.starts_with("Tail"); });
        animals += has_tail ? 1 : 0;
        mapped_animals += has_tail && animal.humanoids[0].bones.mapped() > 0 ? 1 : 0;
        doubted_people += of_person.doubt().empty() ? 0 : 1;
    }
    EXPECT_GT(animals, figures / 2);
    EXPECT_LE(mapped_animals, max_wrong);
    EXPECT_LE(doubted_people, max_wrong);
}

struct NamedPlace {
    std::string name;
    int parent;
    vec3 place;
};

/// Whether a skeleton of a body, a head, and these limbs gets bones.
bool has_bones(std::vector<NamedPlace> joints, std::string& doubt) {
    Document document;
    document.humanoids.emplace_back();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        Node node;
        node.name = joints[i].name;
        node.parent = joints[i].parent;
        node.kind = NodeKind::joint;
        node.rest.translation =
            joints[i].place - (node.parent < 0 ? vec3(0.0F) : at(joints, node.parent).place);
        document.nodes.push_back(std::move(node));
        Joint joint;
        joint.node = static_cast<int>(i);
        document.humanoids[0].joints.push_back(joint);
    }
    BoneMapper mapper(document);
    mapper.map(document.humanoids[0]);
    doubt = mapper.doubt();
    return document.humanoids[0].bones.mapped() > 0;
}

/// An upright body with the limbs named; its legs are straight.
std::vector<NamedPlace> upright(const std::array<const char*, 6>& arms) {
    std::vector<NamedPlace> out{{"body", -1, {0, 0.9F, 0}},
                                {"chest", 0, {0, 1.2F, 0}},
                                {"neck", 1, {0, 1.4F, 0}},
                                {"head", 2, {0, 1.5F, 0}}};
    for (int i = 0; i < 2; ++i) {
        const float side = i == 0 ? 1.0F : -1.0F;
        const auto arm = static_cast<std::size_t>(i) * 3;
        const int next = static_cast<int>(out.size());
        out.push_back({arms[arm], 1, {side * 0.15F, 1.35F, 0}});
        out.push_back({arms[arm + 1], next, {side * 0.4F, 1.35F, 0}});
        out.push_back({arms[arm + 2], next + 1, {side * 0.65F, 1.35F, 0}});
        out.push_back({i == 0 ? "leg_L" : "leg_R", 0, {side * 0.1F, 0.85F, 0}});
        out.push_back({i == 0 ? "shin_L" : "shin_R", next + 3, {side * 0.1F, 0.45F, 0.01F}});
        out.push_back({i == 0 ? "foot_L" : "foot_R", next + 4, {side * 0.1F, 0.05F, 0}});
    }
    return out;
}

TEST(BoneAnimals, WhatHasWingsForArmsIsABird) {
    std::string doubt;
    EXPECT_TRUE(has_bones(upright({"arm_L", "forearm_L", "hand_L", "arm_R", "forearm_R", "hand_R"}), doubt));
    EXPECT_FALSE(
        has_bones(upright({"wing1_L", "wing2_L", "wing3_L", "wing1_R", "wing2_R", "wing3_R"}), doubt));
    EXPECT_NE(doubt.find("where a humanoid has arms"), std::string::npos) << doubt;
    std::vector<NamedPlace> eagle =
        upright({"shoulder_L", "wing_L", "wingtip_L", "shoulder_R", "wing_R", "wingtip_R"});
    EXPECT_FALSE(has_bones(eagle, doubt)) << "below shoulders";
    EXPECT_NE(doubt.find("where a humanoid has arms"), std::string::npos) << doubt;
}

TEST(BoneAnimals, ALevelTrunkWithATailIsADinosaurs) {
    for (const bool has_tail : {false, true}) {
        std::vector<NamedPlace> rig{{"hips", -1, {0, 1, 0}},
                                    {"spine", 0, {0, 1.05F, 0.25F}},
                                    {"chest", 1, {0, 1.1F, 0.5F}},
                                    {"head", 2, {0, 1.3F, 0.7F}},
                                    {has_tail ? "tail" : "scarf", 0, {0, 1, -0.4F}}};
        for (const std::string side : {"L", "R"}) {
            const float x = side == "L" ? 0.1F : -0.1F;
            const auto add = [&](const std::string& name, int parent, const vec3& place) {
                rig.push_back({name + "_" + side, parent, place});
                return static_cast<int>(rig.size()) - 1;
            };
            add("foot", add("shin", add("thigh", 0, {x, 0.95F, 0}), {x, 0.5F, 0.1F}), {x, 0.05F, 0});
            add("hand", add("forearm", add("upper_arm", 2, {x, 1.05F, 0.5F}), {x, 1.0F, 0.65F}),
                {x, 1.0F, 0.8F});
        }
        std::string doubt;
        EXPECT_EQ(has_bones(rig, doubt), !has_tail);
        EXPECT_EQ(doubt.find("has a tail") != std::string::npos, has_tail) << doubt;
    }
}

/// A sheep whose root is on the ground below its front legs, and the joints before its hind legs in the middle.
TEST(BoneAnimals, ARootOnTheGroundDoesNotMakeATrunkUpright) {
    std::vector<NamedPlace> sheep{{"Root", -1, {0, 0, 0.6F}},    {"Neck", 0, {0, 1.45F, 0.9F}},
                                  {"Head", 1, {0, 1.65F, 1.1F}}, {"Front", 0, {0, 1.3F, 0.6F}},
                                  {"Rear", 3, {0, 1.3F, 0}},     {"Tail", 4, {0, 1.6F, -1}}};
    for (const std::string side : {"Left", "Right"}) {
        const float x = side == "Left" ? 0.2F : -0.2F;
        const auto add = [&](const std::string& name, int parent, const vec3& place) {
            sheep.push_back({name + "_" + side, parent, place});
            return static_cast<int>(sheep.size()) - 1;
        };
        const int leg = add("Leg", add("Pelvis", 4, {0, 1.4F, -0.7F}), {x, 0.8F, -0.85F});
        add("Foot", add("Shin", leg, {x, 0.5F, -0.95F}), {x, 0.15F, -1.05F});
        const int arm = add("Arm", add("Shoulder", 0, {0, 1.3F, 0.6F}), {x, 0.8F, 0.6F});
        add("Hand", add("Forearm", arm, {x, 0.55F, 0.65F}), {x, 0.15F, 0.65F});
    }
    std::string doubt;
    EXPECT_FALSE(has_bones(sheep, doubt));
    EXPECT_NE(doubt.find("on all fours"), std::string::npos) << doubt;
}

/// Rigify's way: "spine" begins at the tip of the tail, and the front legs are no arms by name.
TEST(BoneAnimals, ATailNamedSpineDoesNotHideTheFrontLegs) {
    std::vector<NamedPlace> wolf{{"spine.004", -1, {0, 0.79F, -0.4F}}, {"spine.001", 0, {0, 0.74F, -0.78F}},
                                 {"spine", 1, {0, 0.74F, -0.96F}},     {"spine.005", 0, {0, 0.79F, -0.24F}},
                                 {"spine.006", 3, {0, 0.78F, -0.12F}}, {"spine.008", 4, {0, 0.8F, 0.1F}},
                                 {"spine.010", 5, {0, 0.86F, 0.42F}},  {"spine.011", 6, {0, 0.88F, 0.65F}}};
    for (const std::string side : {"L", "R"}) {
        const float x = side == "L" ? 0.12F : -0.12F;
        int parent = 0;
        const auto add = [&](const std::string& name, const vec3& place) {
            wolf.push_back({name + "." + side, parent, place});
            parent = static_cast<int>(wolf.size()) - 1;
        };
        parent = 3;
        add("thigh", {x, 0.74F, -0.34F});
        add("shin", {x, 0.47F, -0.27F});
        add("foot", {x, 0.25F, -0.47F});
        add("toe", {x, 0.04F, -0.41F});
        parent = 5;
        add("shoulder", {0.5F * x, 0.89F, 0.26F});
        add("front_thigh", {x, 0.69F, 0.32F});
        add("front_shin", {x, 0.44F, 0.22F});
        add("front_foot", {x, 0.17F, 0.21F});
        add("front_toe", {x, 0.04F, 0.25F});
    }
    std::string doubt;
    EXPECT_FALSE(has_bones(wolf, doubt));
    EXPECT_NE(doubt.find("on all fours"), std::string::npos) << doubt;
}

/// Without names: the front of a centaur is a person, but not with the hind legs.
TEST(BoneAnimals, ACentaurIsNoPerson) {
    for (const bool has_hind_legs : {false, true}) {
        std::vector<NamedPlace> rig{{"", -1, {0, 0.9F, -0.5F}}, {"", 0, {0, 0.92F, 0}},
                                    {"", 1, {0, 0.9F, 0.4F}},   {"", 2, {0, 1.1F, 0.42F}},
                                    {"", 3, {0, 1.45F, 0.44F}}, {"", 4, {0, 1.55F, 0.44F}},
                                    {"", 5, {0, 1.65F, 0.46F}}};
        for (const float side : {1.0F, -1.0F}) {
            const auto add_chain = [&](int parent, const std::vector<vec3>& places) {
                for (const vec3& place : places) {
                    rig.push_back({"", parent, place * vec3(side, 1, 1)});
                    parent = static_cast<int>(rig.size()) - 1;
                }
            };
            add_chain(4, {{0.17F, 1.48F, 0.44F}, {0.45F, 1.48F, 0.44F}, {0.7F, 1.48F, 0.45F}});
            add_chain(2,
                      {{0.12F, 0.85F, 0.42F}, {0.13F, 0.45F, 0.44F}, {0.13F, 0.08F, 0.4F}, {0.13F, 0, 0.5F}});
            if (has_hind_legs)
                add_chain(
                    0,
                    {{0.12F, 0.85F, -0.5F}, {0.13F, 0.5F, -0.4F}, {0.13F, 0.1F, -0.55F}, {0.13F, 0, -0.45F}});
        }
        std::string doubt;
        EXPECT_EQ(has_bones(rig, doubt), !has_hind_legs);
    }
}

/// With names: the person's trunk, arms and hind legs have those of a person.
TEST(BoneAnimals, ACentaurWithHumanNamesIsNoPerson) {
    std::vector<NamedPlace> rig{{"hips", -1, {0, 0.9F, -0.5F}},   {"back", 0, {0, 0.92F, 0}},
                                {"back.001", 1, {0, 0.9F, 0.4F}}, {"spine", 2, {0, 1.1F, 0.42F}},
                                {"chest", 3, {0, 1.45F, 0.44F}},  {"neck", 4, {0, 1.55F, 0.44F}},
                                {"head", 5, {0, 1.65F, 0.46F}}};
    for (const std::string side : {"L", "R"}) {
        const float x = side == "L" ? 1.0F : -1.0F;
        const auto add_chain = [&](int parent, const std::vector<std::pair<std::string, vec3>>& joints) {
            for (const auto& [name, place] : joints) {
                rig.push_back({name + "." + side, parent, place * vec3(x, 1, 1)});
                parent = static_cast<int>(rig.size()) - 1;
            }
        };
        add_chain(4, {{"upper_arm", {0.17F, 1.48F, 0.44F}},
                      {"forearm", {0.45F, 1.48F, 0.44F}},
                      {"hand", {0.7F, 1.48F, 0.45F}}});
        add_chain(2, {{"front_leg", {0.12F, 0.85F, 0.42F}},
                      {"front_knee", {0.13F, 0.45F, 0.44F}},
                      {"hoof", {0.13F, 0.02F, 0.4F}}});
        add_chain(0, {{"thigh", {0.12F, 0.85F, -0.5F}},
                      {"shin", {0.13F, 0.5F, -0.4F}},
                      {"foot", {0.13F, 0.02F, -0.55F}}});
    }
    std::string doubt;
    EXPECT_FALSE(has_bones(rig, doubt));
    EXPECT_NE(doubt.find("on all fours"), std::string::npos) << doubt;
}

TEST(BoneAnimals, ASpiderWithArmsIsNoPerson) {
    std::vector<NamedPlace> spider{
        {"hips", -1, {0, 0.3F, 0}}, {"spine", 0, {0, 0.3F, 0.1F}}, {"head", 1, {0, 0.3F, 0.25F}}};
    for (const std::string side : {"L", "R"}) {
        const float x = side == "L" ? 1.0F : -1.0F;
        for (int i = 0; i < 4; ++i) {
            const float z = 0.2F - 0.1F * static_cast<float>(i);
            const auto name = [&](const char* part) {
                return (i == 0 ? std::string(part) : "leg" + std::to_string(i) + "_" + part) + "_" + side;
            };
            int parent = 1;
            const auto add = [&](const char* part, float out, float up) {
                spider.push_back({name(part), parent, {x * out, up, 0.1F + z * out}});
                parent = static_cast<int>(spider.size()) - 1;
            };
            add("upper_arm", 0.08F, 0.3F);
            add("forearm", 0.3F, 0.5F);
            add("hand", 0.6F, 0.02F);
        }
    }
    std::string doubt;
    EXPECT_FALSE(has_bones(spider, doubt));
    EXPECT_NE(doubt.find("more than two legs"), std::string::npos) << doubt;
}

TEST(BoneAnimals, WhatHasMoreThanTwoLegsIsNoPerson) {
    std::vector<NamedPlace> crab{{"body", -1, {0, 0.2F, 0}}};
    const auto add = [&crab](const char* name, int parent, float x, float y, float z) {
        crab.push_back({name, parent < 0 ? static_cast<int>(crab.size()) - 1 : parent, {x, y, z}});
    };
    for (int i = 0; i < 2; ++i) {
        const float side = i == 0 ? 1.0F : -1.0F;
        add(i == 0 ? "arm_L" : "arm_R", 0, 0.2F * side, 0.22F, 0.1F);
        add(i == 0 ? "forearm_L" : "forearm_R", -1, 0.3F * side, 0.24F, 0.2F);
        add(i == 0 ? "hand_L" : "hand_R", -1, 0.4F * side, 0.26F, 0.3F);
        add(i == 0 ? "leg1_L" : "leg1_R", 0, 0.2F * side, 0.2F, 0.0F);
        add(i == 0 ? "leg1_2_L" : "leg1_2_R", -1, 0.35F * side, 0.14F, 0.0F);
        add(i == 0 ? "leg1_3_L" : "leg1_3_R", -1, 0.5F * side, 0.0F, 0.0F);
        add(i == 0 ? "leg2_L" : "leg2_R", 0, 0.2F * side, 0.2F, -0.1F);
        add(i == 0 ? "leg2_2_L" : "leg2_2_R", -1, 0.35F * side, 0.14F, -0.1F);
        add(i == 0 ? "leg2_3_L" : "leg2_3_R", -1, 0.5F * side, 0.0F, -0.1F);
    }
    std::string doubt;
    EXPECT_FALSE(has_bones(crab, doubt));
    EXPECT_NE(doubt.find("more than two legs"), std::string::npos) << doubt;
    for (NamedPlace& joint : crab) joint.name.clear();
    EXPECT_FALSE(has_bones(crab, doubt)) << "without names";
}

}  // namespace
}  // namespace vitruvian

// Items: every element of a document has one address, and that address finds it again.
#include "model/document/item.h"

#include "model/core/at.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

namespace vitruvian {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::array all_kinds{ItemKind::humanoid, ItemKind::joint,     ItemKind::segment,
                               ItemKind::site,     ItemKind::displacer, ItemKind::mesh,
                               ItemKind::clip,     ItemKind::viewpoint, ItemKind::light,
                               ItemKind::material, ItemKind::bone,      ItemKind::node};

/// Two figures, "Jin" and "Bob", with joints hip and knee each; a joint "eye" that only Bob has.
Document two_figures() {
    Document document;
    for (const char* name : {"Jin", "Bob"}) {
        Humanoid humanoid;
        humanoid.name = name;
        for (const char* joint : {"hip", "knee", "eye"}) {
            if (humanoid.name == "Jin" && std::string_view(joint) == "eye") continue;
            humanoid.joints.emplace_back().node = static_cast<int>(document.nodes.size());
            document.nodes.emplace_back().name = joint;
        }
        Segment& segment = humanoid.segments.emplace_back();
        segment.name = "pelvis";
        segment.joint = 0;
        humanoid.bones[Bone::left_lower_leg] = humanoid.joints[1].node;
        document.humanoids.push_back(std::move(humanoid));
    }
    for (const char* name : {"smile", "smile", "a/b:c"}) document.displacers.emplace_back().name = name;
    document.displacers[0].humanoid = 1;
    return document;
}

std::string code_of(const Result<Item>& result) {
    return result ? "" : result.error().code;
}

TEST(Item, IsFoundByItsAddress) {
    const Document document = two_figures();
    const auto found = [&](const char* address) { return find_item(document, address).value_or(Item{}); };
    EXPECT_EQ(found("humanoid:Bob"), (Item{ItemKind::humanoid, -1, 1}));
    EXPECT_EQ(found("humanoid:#0"), (Item{ItemKind::humanoid, -1, 0}));
    EXPECT_EQ(found("joint:eye"), joint_item(1, 2));
    EXPECT_EQ(found("joint:Jin/knee"), joint_item(0, 1));
    EXPECT_EQ(found("joint:#1/#0"), joint_item(1, 0));
    EXPECT_EQ(found("segment:Bob/pelvis"), (Item{ItemKind::segment, 1, 0}));
    EXPECT_EQ(found("displacer:a/b:c"), (Item{ItemKind::displacer, -1, 2}));
    EXPECT_EQ(found("bone:Bob/leftLowerLeg"), bone_item(1, Bone::left_lower_leg));
    EXPECT_EQ(found("node:#3"), (Item{ItemKind::node, -1, 3}));
}

TEST(Item, IsLookedForInTheGivenHumanoid) {
    const Document document = two_figures();
    EXPECT_EQ(find_item(document, "joint:knee", 1), joint_item(1, 1));
    EXPECT_EQ(find_item(document, "joint:#1", 0), joint_item(0, 1));
    EXPECT_EQ(find_item(document, "joint:Bob/knee", 0), joint_item(1, 1)) << "the address says more";
    EXPECT_EQ(code_of(find_item(document, "joint:eye", 0)), "no-such-joint");
    EXPECT_EQ(find_item(document, ItemKind::joint, "eye"), joint_item(1, 2));
}

TEST(Item, ReportsWhyNothingIsFound) {
    const Document document = two_figures();
    EXPECT_EQ(code_of(find_item(document, "elbow")), "no-such-kind");
    EXPECT_EQ(code_of(find_item(document, "none:x")), "no-such-kind");
    EXPECT_EQ(code_of(find_item(document, "")), "no-such-kind");
    EXPECT_EQ(code_of(find_item(document, "joint:elbow")), "no-such-joint");
    EXPECT_EQ(code_of(find_item(document, "joint:")), "no-such-joint");
    EXPECT_EQ(code_of(find_item(document, "joint:#9")), "no-such-joint");
    EXPECT_EQ(code_of(find_item(document, "joint:#-1")), "no-such-joint");
    EXPECT_EQ(code_of(find_item(document, "joint:Tom/knee")), "no-such-joint");
    EXPECT_EQ(code_of(find_item(document, "clip:walk")), "no-such-clip");
    EXPECT_THAT(find_item(document, "joint:elbow", 1).error().message, HasSubstr("hip, knee, eye"));
}

TEST(Item, AnAmbiguousNameExplainsHowToBeExact) {
    const Document document = two_figures();
    const Result<Item> knee = find_item(document, "joint:knee");
    EXPECT_EQ(code_of(knee), "ambiguous-name");
    EXPECT_THAT(knee.error().message, HasSubstr("joint:Jin/knee, joint:Bob/knee"));
    const Result<Item> smile = find_item(document, "displacer:smile");
    EXPECT_EQ(code_of(smile), "ambiguous-name");
    EXPECT_THAT(smile.error().message, HasSubstr("displacer:#0, displacer:#1"));
    EXPECT_THAT(find_items(document, ItemKind::displacer, "smile"),
                ElementsAre(Item{ItemKind::displacer, -1, 0}, Item{ItemKind::displacer, -1, 1}));
}

TEST(Item, AJointGoesByItsBoneToo) {
    Document document = two_figures();
    EXPECT_THAT(find_joints(document, "leftLowerLeg"), ElementsAre(joint_item(0, 1), joint_item(1, 1)));
    EXPECT_THAT(find_joints(document, "Bob/leftLowerLeg"), ElementsAre(joint_item(1, 1)));
    EXPECT_THAT(find_joints(document, "leftHand"), ElementsAre());
    document.nodes[0].name = "leftLowerLeg";
    EXPECT_THAT(find_joints(document, "leftLowerLeg", 0), ElementsAre(joint_item(0, 0)))
        << "names come first";
}

TEST(Item, AnOddNameMayBeWrittenAsItIs) {
    Document document = two_figures();
    document.humanoids.pop_back();
    document.nodes[0].name = "arm/100%";
    document.nodes[1].name = "#7";
    EXPECT_EQ(find_item(document, "joint:arm/100%"), joint_item(0, 0));
    EXPECT_EQ(find_item(document, "joint:#7"), joint_item(0, 1)) << "no joint has that number";
    EXPECT_EQ(address_of(document, joint_item(0, 0)), "joint:arm%2F100%25");
    EXPECT_EQ(address_of(document, joint_item(0, 1)), "joint:%237");
    document.nodes[1].name = "\xff\n";
    EXPECT_EQ(address_of(document, joint_item(0, 1)), "joint:%FF%0A");
}

TEST(Item, HasANodeAndAHumanoidWhereItStands) {
    const Document document = two_figures();
    EXPECT_EQ(node_of(document, joint_item(1, 2)), 4);
    EXPECT_EQ(node_of(document, {ItemKind::segment, 1, 0}), 2);
    EXPECT_EQ(node_of(document, bone_item(1, Bone::left_lower_leg)), 3);
    EXPECT_EQ(node_of(document, bone_item(1, Bone::head)), -1);
    EXPECT_EQ(node_of(document, {ItemKind::displacer, -1, 0}), -1);
    EXPECT_EQ(node_of(document, joint_item(0, 2)), -1);
    EXPECT_EQ(humanoid_of(document, {ItemKind::displacer, -1, 0}), 1);
    EXPECT_EQ(humanoid_of(document, {ItemKind::humanoid, -1, 1}), 1);
    EXPECT_EQ(humanoid_of(document, joint_item(1, 0)), 1);
    EXPECT_EQ(humanoid_of(document, {ItemKind::node, -1, 0}), -1);
}

TEST(Item, OneFormAloneExists) {
    const Document document = two_figures();
    EXPECT_FALSE(exists(document, Item{}));
    EXPECT_FALSE(exists(document, {ItemKind::joint, -1, 0}));
    EXPECT_FALSE(exists(document, {ItemKind::joint, 2, 0}));
    EXPECT_FALSE(exists(document, {ItemKind::joint, 0, 2}));
    EXPECT_FALSE(exists(document, {ItemKind::joint, -2, 0}));
    EXPECT_FALSE(exists(document, {ItemKind::humanoid, 0, 0}));
    EXPECT_FALSE(exists(document, {ItemKind::displacer, 0, 0}));
    EXPECT_FALSE(exists(document, {ItemKind::bone, 0, static_cast<int>(bone_count)}));
    EXPECT_EQ(name_of(document, joint_item(0, 2)), "");
    EXPECT_EQ(address_of(document, joint_item(0, 2)), "");
}

/// Names that repeat, have a meaning in an address, or are not valid text.
void name_oddly(Document& document, test::Random& random) {
    static constexpr std::array<std::string_view, 16> pool{
        "",   "hip", "hip",  "Jin", "Jin/hip", "#0",   "#1/#2", "a:b",
        "a/", "/",   "100%", "%2F", "%",       "\xff", "t\n",   "joint:hip"};
    const auto draw = [&] {
        const auto one = at(pool, random.integer(0, 15));
        return random.chance(0.3F) ? fmt::format("{}{}", one, random.integer(0, 9)) : std::string(one);
    };
    for (Node& node : document.nodes) node.name = draw();
    for (Humanoid& humanoid : document.humanoids) {
        humanoid.name = draw();
        for (Segment& segment : humanoid.segments) segment.name = draw();
    }
    for (Displacer& displacer : document.displacers) displacer.name = draw();
    for (MeshInstance& mesh : document.meshes) mesh.name = draw();
    for (Viewpoint& viewpoint : document.viewpoints) viewpoint.name = draw();
    for (Material& material : document.materials) material.name = draw();
}

TEST(Item, EveryAddressOfOddlyNamedDocumentsFindsItsThing) {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
        Document document = test::random_document(seed);
        test::Random random(seed);
        for (int i = random.integer(0, 2); i > 0; --i) {
            document.humanoids.push_back(document.humanoids.front());
            document.displacers.push_back(document.displacers.front());
            document.materials.push_back(document.materials.front());
            document.clips.push_back(document.clips.front());
        }
        name_oddly(document, random);
        ASSERT_EQ(expect_valid(document), std::nullopt);
        std::set<std::string> addresses;
        for (const ItemKind kind : all_kinds) {
            for (const Item& item : items_of(document, kind)) {
                const std::string address = address_of(document, item);
                EXPECT_EQ(find_item(document, address), item) << "seed " << seed << ": " << address;
                EXPECT_TRUE(addresses.insert(address).second) << "twice: " << address;
                EXPECT_TRUE(exists(document, item));
                EXPECT_EQ(item_kind_from_string(to_string(kind)), kind);
            }
        }
        EXPECT_GT(addresses.size(), 80U);
    }
}

}  // namespace
}  // namespace vitruvian

// Insertion, removal and reordering: documents stay valid, and references still refer to the same elements.
#include "model/document/rearrange.h"

#include "model/core/at.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

namespace vitruvian {
namespace {

using test::Random;
using test::random_document;

/// "joint:l_elbow" for named elements, otherwise "images 3" and such.
std::string target_of(const Document& document, const Reference& reference) {
    if (reference.index < 0) return "none";
    const int h = reference.list.humanoid;
    switch (reference.list.kind) {
        case ListKind::nodes:
            return address_of(document, {ItemKind::node, -1, reference.index});
        case ListKind::joints:
            return address_of(document, joint_item(h, reference.index));
        case ListKind::segments:
            return address_of(document, {ItemKind::segment, h, reference.index});
        case ListKind::displacers:
            return address_of(document, displacer_item(reference.index));
        default:
            return std::to_string(reference.index);
    }
}

/// The text of a place, with names instead of the indices that these functions change.
std::string named_place(const Document& document, const std::string& text) {
    static const std::set<std::string> changed = {"node", "joint", "segment", "site", "displacer", "clip"};
    const std::size_t own = text.starts_with("humanoids[") ? text.find("].") : std::string::npos;
    const std::size_t from = own == std::string::npos ? 0 : own + 2;
    const std::size_t open = text.find("s[", from);
    const std::size_t close = text.find(']', open);
    if (close == std::string::npos || !changed.contains(text.substr(from, open - from))) return text;
    const Item item{item_kind_from_string(text.substr(from, open - from)).value_or(ItemKind::none),
                    from > 0 ? std::stoi(text.substr(std::string_view("humanoids[").size())) : -1,
                    std::stoi(text.substr(open + 2))};
    return address_of(document, item) + text.substr(close + 1);
}

/// Every reference, by name.
std::map<std::string, std::string> links_of(const Document& document) {
    std::map<std::string, std::string> out;
    for_each_reference(document, [&](const Reference& reference) {
        out[named_place(document, reference.place.text())] = target_of(document, reference);
    });
    return out;
}

/// A random document with unique names, and a shared clip and mesh.
Document named_document(std::uint32_t seed) {
    Document document = random_document(seed);
    document.meshes.push_back(document.meshes[0]);
    auto clip = std::make_shared<Clip>(*document.clips[0]);
    clip->name = "run";
    document.clips.push_back(std::move(clip));
    return document;
}

constexpr std::array kinds{ItemKind::node, ItemKind::joint,     ItemKind::segment,
                           ItemKind::site, ItemKind::displacer, ItemKind::clip};

Item any_item(const Document& document, Random& random) {
    for (;;) {
        const std::vector<Item> items = items_of(document, at(kinds, random.integer(0, 5)));
        if (items.empty()) continue;
        return at(items, random.integer(0, static_cast<int>(items.size()) - 1));
    }
}

void insert_any(Document& document, Random& random, const std::string& name) {
    const auto end_of = [](const auto& list) { return static_cast<int>(list.size()); };
    Humanoid& humanoid = document.humanoids[0];
    switch (random.integer(0, 5)) {
        case 0: {
            Node node;
            node.name = name;
            const int at = random.integer(0, end_of(document.nodes));
            node.parent = random.integer(-1, at - 1);
            return insert_node(document, at, node);
        }
        case 1: {
            Node node;
            node.name = name;
            node.parent = humanoid.joints.empty() ? -1 : humanoid.joints.back().node;
            node.kind = NodeKind::joint;
            insert_node(document, end_of(document.nodes), node);
            Joint joint;
            joint.node = end_of(document.nodes) - 1;
            return insert_joint(document, 0, end_of(humanoid.joints), joint);
        }
        case 2: {
            if (humanoid.joints.empty()) return;
            Segment segment;
            segment.name = name;
            segment.joint = random.integer(0, end_of(humanoid.joints) - 1);
            return insert_segment(document, 0, random.integer(0, end_of(humanoid.segments)), segment);
        }
        case 3: {
            Node node;
            node.name = name;
            node.kind = NodeKind::site;
            insert_node(document, 0, node);
            return insert_site(document, 0, random.integer(0, end_of(humanoid.sites)), {0, -1});
        }
        case 4: {
            Displacer displacer;
            displacer.name = name;
            return insert_displacer(document, random.integer(0, end_of(document.displacers)), displacer);
        }
        default: {
            auto clip = std::make_shared<Clip>();
            clip->name = name;
            return insert_clip(document, random.integer(0, end_of(document.clips)), std::move(clip));
        }
    }
}

TEST(Rearrange, InsertedThingsLeaveEveryLinkAsItWas) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        Document document = named_document(seed);
        for (int step = 0; step < 15; ++step) {
            const auto before = links_of(document);
            insert_any(document, random, fmt::format("new{}", step));
            ASSERT_EQ(expect_valid(document), std::nullopt) << "seed " << seed << " step " << step;
            const auto after = links_of(document);
            for (const auto& [place, target] : before) {
                const auto found = after.find(place);
                ASSERT_NE(found, after.end()) << place;
                ASSERT_EQ(found->second, target) << place;
            }
        }
    }
}

TEST(Rearrange, MovedThingsLeaveEveryLinkAsItWas) {
    int moved = 0;
    int refused = 0;
    for (std::uint32_t seed = 0; seed < 16; ++seed) {
        Random random(seed);
        Document document = named_document(seed);
        for (int step = 0; step < 30; ++step) {
            const auto before = links_of(document);
            const Item item = any_item(document, random);
            const auto count = static_cast<int>(items_of(document, item.kind, item.humanoid).size());
            const int to = random.integer(0, count - 1);
            const std::string address = address_of(document, item);
            const Result<void> done = move_item(document, item, to);
            ++(done ? moved : refused);
            ASSERT_EQ(expect_valid(document), std::nullopt) << "seed " << seed << ": " << address;
            ASSERT_EQ(links_of(document), before) << "seed " << seed << ": " << address;
            const Item expected = done ? Item{item.kind, item.humanoid, to} : item;
            ASSERT_EQ(find_item(document, address), expected);
        }
    }
    EXPECT_GT(moved, 80);
    EXPECT_GT(refused, 20);
}

TEST(Rearrange, RemovedThingsTakeNoOtherLinkAlong) {
    int removed = 0;
    for (std::uint32_t seed = 0; seed < 16; ++seed) {
        Random random(seed);
        Document document = named_document(seed);
        for (int step = 0; step < 12; ++step) {
            const Document was = document;
            const auto before = links_of(document);
            const Item item = any_item(document, random);
            const std::string address = address_of(document, item);
            const bool done = remove_item(document, item).has_value();
            removed += done ? 1 : 0;
            ASSERT_EQ(expect_valid(document), std::nullopt) << "seed " << seed << ": " << address;
            ASSERT_EQ(links_of(was), before) << "shared parts of the document before were changed";
            EXPECT_NE(find_item(document, address).has_value(), done) << address;
            const auto after = links_of(document);
            for (const auto& [place, target] : before) {
                // Channels, binds and morph targets are renumbered where one of them is removed.
                const bool in_list = place.find(".channels[") != std::string::npos ||
                                     place.find(".binds[") != std::string::npos ||
                                     place.find(".displacers[") != std::string::npos;
                const auto found = after.find(place);
                const bool is_gone =
                    target.find(':') != std::string::npos && !find_item(document, target).has_value();
                if (in_list || found == after.end() || is_gone) continue;
                ASSERT_EQ(found->second, target) << place << " without " << address;
            }
        }
    }
    EXPECT_GT(removed, 120);
}

TEST(Rearrange, HangsNodesElsewhereWithParentsFirst) {
    int moved = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        Document document = named_document(seed);
        const int count = static_cast<int>(document.nodes.size());
        for (int step = 0; step < 20; ++step) {
            auto expected = links_of(document);
            const int node = random.integer(0, count - 1);
            const int parent = random.integer(-1, count - 1);
            const std::string name = address_of(document, {ItemKind::node, -1, node});
            const std::string above =
                parent < 0 ? "none" : address_of(document, {ItemKind::node, -1, parent});
            if (set_parent(document, node, parent)) {
                expected[name + ".parent"] = above;
                ++moved;
            }
            ASSERT_EQ(expect_valid(document), std::nullopt)
                << "seed " << seed << ": " << name << " on " << above;
            ASSERT_EQ(links_of(document), expected) << "seed " << seed << ": " << name << " on " << above;
        }
    }
    EXPECT_GT(moved, 200);
}

TEST(Rearrange, ReportsWhatCannotBe) {
    Document document = named_document(1);
    const auto code = [](const Result<void>& result) { return result ? "" : result.error().code; };
    EXPECT_EQ(code(set_parent(document, 0, 3)), "parent-below");
    EXPECT_EQ(code(set_parent(document, 2, 2)), "parent-below");
    EXPECT_EQ(code(set_parent(document, 99, 0)), "no-such-item");
    EXPECT_EQ(code(set_parent(document, 2, 99)), "no-such-item");
    EXPECT_EQ(code(move_item(document, {ItemKind::node, -1, 0}, 5)), "child-first");
    EXPECT_EQ(code(move_item(document, displacer_item(0), static_cast<int>(document.displacers.size()))),
              "no-such-item");
    EXPECT_EQ(code(remove_item(document, joint_item(0, 99))), "no-such-item");
    EXPECT_EQ(code(remove_item(document, {ItemKind::humanoid, -1, 0})), "no-such-item");
    auto skin = std::make_shared<Skin>(*document.meshes[0].skin);
    skin->nodes[0] = 0;
    document.meshes[0].skin = std::move(skin);
    EXPECT_EQ(code(remove_item(document, {ItemKind::node, -1, 0})), "node-carries-skin");
}

TEST(Rearrange, ARemovedDisplacerTakesItsTargetsChannelsAndBinds) {
    Document document = named_document(4);
    const Document was = document;
    ASSERT_TRUE(remove_item(document, displacer_item(0)));
    EXPECT_TRUE(document.meshes[0].mesh->targets.empty());
    EXPECT_TRUE(document.meshes[0].displacers.empty());
    EXPECT_EQ(document.meshes[2].mesh, document.meshes[0].mesh) << "still shared";
    EXPECT_EQ(document.meshes[1].mesh, was.meshes[1].mesh) << "not concerned";
    EXPECT_EQ(was.meshes[0].mesh->targets.size(), 1U);
    EXPECT_EQ(document.humanoids[0].expressions[0].binds.size(), 1U);
    EXPECT_EQ(document.humanoids[0].expressions[0].binds[0].first, 0);
    EXPECT_EQ(document.clips[0]->channels.size() + 3, was.clips[0]->channels.size());
}

TEST(Rearrange, ARemovedNodeLeavesWhatHungOnItToItsParent) {
    Document document = named_document(5);
    const int node = document.humanoids[0].joints[1].node;
    const int parent = at(document.nodes, node).parent;
    document.lights[0].node = node;
    document.viewpoints[0].node = node;
    document.humanoids[0].segments[0].joint = 1;
    document.humanoids[0].bones[Bone::spine] = node;
    const std::string above = name_of(document, joint_item(0, 0));
    ASSERT_TRUE(remove_item(document, {ItemKind::node, -1, node}));
    EXPECT_EQ(expect_valid(document), std::nullopt);
    EXPECT_EQ(document.lights[0].node, parent);
    EXPECT_EQ(document.viewpoints[0].node, parent);
    EXPECT_EQ(document.humanoids[0].bones[Bone::spine], -1);
    EXPECT_EQ(document.humanoids[0].joints.size(), 10U);
    EXPECT_EQ(name_of(document, joint_item(0, document.humanoids[0].segments[0].joint)), above);
    for (const Channel& channel : document.clips[0]->channels) EXPECT_EQ(channel.node, -1);
}

}  // namespace
}  // namespace vitruvian

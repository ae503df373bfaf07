// Bone maps of complete skeletons of public tools, with their helpers, twist joints and controls.
#include "model/core/at.h"
#include "model/figure/bone_doubt.h"
#include "model/figure/bone_map.h"
#include "tests/folders.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace vitruvian {
namespace {

struct Tree {
    std::string title;
    Document document;
    BoneMap expected;
};

/// Each tree of tests/data/skeletons.txt.
std::vector<Tree> trees() {
    std::vector<Tree> out;
    std::vector<int> above;
    std::vector<vec3> places;
    std::ifstream file(source_folder() / "tests" / "data" / "skeletons.txt");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("# ")) {
            out.push_back({line.substr(2), {}, {}});
            out.back().document.humanoids.emplace_back();
            above.clear();
            places.clear();
            continue;
        }
        const std::size_t depth = line.find_first_not_of(' ');
        std::istringstream words(line.substr(depth));
        std::string name, bone;
        vec3 place;
        std::getline(words, name, '\t');
        std::getline(words, bone, '\t');
        words >> place.x >> place.y >> place.z;
        Document& document = out.back().document;
        above.resize(depth);
        Node node;
        node.name = name;
        node.kind = NodeKind::joint;
        node.parent = above.empty() ? -1 : above.back();
        places.push_back(place * 0.001F);
        node.rest.translation = places.back();
        if (node.parent >= 0) node.rest.translation -= at(places, node.parent);
        Joint joint;
        joint.node = static_cast<int>(document.nodes.size());
        if (const auto known = bone_from_string(bone)) out.back().expected[*known] = joint.node;
        document.nodes.push_back(std::move(node));
        document.humanoids[0].joints.push_back(joint);
        above.push_back(joint.node);
    }
    std::erase_if(out, [](const Tree& tree) { return tree.document.nodes.empty(); });
    return out;
}

std::string node_name(const Document& document, int node) {
    return node < 0 ? "(none)" : at(document.nodes, node).name;
}

TEST(BoneTrees, EveryBoneIsFoundAndNothingElse) {
    const std::vector<Tree> all = trees();
    ASSERT_GT(all.size(), 40U);
    for (Tree tree : all) {
        Humanoid& humanoid = tree.document.humanoids[0];
        BoneMapper(tree.document).map(humanoid);
        for (std::size_t i = 0; i < bone_count; ++i) {
            EXPECT_EQ(node_name(tree.document, humanoid.bones.node[i]),
                      node_name(tree.document, tree.expected.node[i]))
                << tree.title << ", " << to_string(static_cast<Bone>(i));
            EXPECT_EQ(humanoid.bones.node[i] >= 0, humanoid.bone_evidence[i].confidence > 0.0F) << tree.title;
        }
    }
}

/// With a prefix of the file, and joints that are displaced within human proportions.
TEST(BoneTrees, PrefixesAndOtherProportionsChangeNothing) {
    test::Random random(11);
    for (Tree tree : trees()) {
        for (const char* prefix : {"rig:", "Hero_"}) {
            Document document = tree.document;
            for (Node& node : document.nodes) {
                node.name.insert(0, prefix);
                for (int i = 0; i < 3; ++i) node.rest.translation[i] += random.real(-0.003F, 0.003F);
            }
            BoneMapper(document).map(document.humanoids[0]);
            EXPECT_EQ(document.humanoids[0].bones.node, tree.expected.node) << tree.title << " " << prefix;
        }
    }
}

/// Independently of the file's axes.
TEST(BoneTrees, TurnedTreesAreTheSame) {
    for (Tree tree : trees()) {
        for (const quat& turn : {axis_angle({1, 0, 0}, 1.5707963F), axis_angle({0, 1, 0}, 3.1415927F),
                                 axis_angle({0, 0, 1}, -1.0F)}) {
            Document document = tree.document;
            for (Node& node : document.nodes) node.rest.translation = turn * node.rest.translation * 100.0F;
            BoneMapper(document).map(document.humanoids[0]);
            for (std::size_t i = 0; i < bone_count; ++i) {
                EXPECT_EQ(node_name(document, document.humanoids[0].bones.node[i]),
                          node_name(document, tree.expected.node[i]))
                    << tree.title << ", " << to_string(static_cast<Bone>(i));
            }
        }
    }
}

}  // namespace
}  // namespace vitruvian

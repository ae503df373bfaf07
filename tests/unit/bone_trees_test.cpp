// Bone maps of complete skeletons of public tools, with their helpers, twist joints and controls.
#include "model/core/at.h"
#include "model/figure/bone_doubt.h"
#include "model/figure/bone_map.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/skeleton_trees.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vitruvian::test {
namespace {

std::string node_name(const Document& document, int node) {
    return node < 0 ? "(none)" : at(document.nodes, node).name;
}

TEST(BoneTrees, EveryBoneIsFoundAndNothingElse) {
    const std::vector<SkeletonTree> all = skeleton_trees();
    ASSERT_GT(all.size(), 40U);
    for (SkeletonTree tree : all) {
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
    Random random(11);
    for (SkeletonTree tree : skeleton_trees()) {
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
    for (SkeletonTree tree : skeleton_trees()) {
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
}  // namespace vitruvian::test

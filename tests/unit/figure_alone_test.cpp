// A humanoid extracted from a crowd has the same stance.
#include "model/figure/figure_alone.h"

#include "model/core/at.h"
#include "model/figure/reference_pose.h"
#include "model/figure/stance.h"
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace vitruvian {
namespace {

/// The figure of a file twice, the second beside the first, in reversed order of parts.
Document twice(const std::filesystem::path& path) {
    const Result<Document> read = load_document(path);
    EXPECT_TRUE(read);
    Document out = *read;
    const int nodes = static_cast<int>(out.nodes.size());
    const int displacers = static_cast<int>(out.displacers.size());
    const auto shift = [nodes](int& node) { node += node < 0 ? 0 : nodes; };
    for (Node node : read->nodes) {
        shift(node.parent);
        if (node.parent < 0) node.rest.translation.x += 3.0F;
        out.nodes.push_back(node);
    }
    Humanoid second = read->humanoids.front();
    shift(second.node);
    for (Joint& joint : second.joints) shift(joint.node);
    for (Site& site : second.sites) shift(site.node);
    for (int& node : second.bones.node) shift(node);
    for (Expression& expression : second.expressions) {
        shift(expression.node);
        for (auto& bind : expression.binds) bind.first += displacers;
    }
    second.name = "second";
    out.humanoids.push_back(second);
    for (Displacer displacer : read->displacers) {
        displacer.humanoid = displacer.humanoid == 0 ? 1 : -1;
        out.displacers.push_back(displacer);
    }
    for (MeshInstance instance : read->meshes) {
        Skin skin = *instance.skin;
        for (int& node : skin.nodes) shift(node);
        instance.skin = std::make_shared<const Skin>(std::move(skin));
        shift(instance.node);
        instance.humanoid = instance.humanoid == 0 ? 1 : -1;
        for (int& displacer : instance.displacers) displacer += displacers;
        out.meshes.insert(out.meshes.begin(), instance);
    }
    EXPECT_EQ(expect_valid(out), std::nullopt);
    return out;
}

Stance stance_of(const Document& document, int humanoid) {
    const Skeleton skeleton = make_skeleton(document);
    const Pose pose = file_pose(skeleton);
    return find_stance(document, world_matrices(skeleton, pose), pose.weights, humanoid);
}

class FigureAlone : public testing::TestWithParam<const char*> {};

TEST_P(FigureAlone, IsWhatItIsInACrowd) {
    const Document crowd = twice(source_folder() / "tests/data" / GetParam());
    const FigureExtractor figures(crowd);
    for (int h = 0; h < 2; ++h) {
        const Document alone = figures.alone(static_cast<std::size_t>(h));
        EXPECT_EQ(expect_valid(alone), std::nullopt);
        ASSERT_EQ(alone.humanoids.size(), 1U);
        EXPECT_LT(alone.nodes.size(), crowd.nodes.size());
        EXPECT_EQ(alone.humanoids[0].name, at(crowd.humanoids, h).name);
        const Stance one = stance_of(alone, 0);
        const Stance other = stance_of(crowd, h);
        EXPECT_EQ(one.height, other.height);
        EXPECT_EQ(one.ground, other.ground);
        EXPECT_EQ(one.front, other.front);
        const ReferenceComparison a = compare_references(alone, 0);
        const ReferenceComparison b = compare_references(crowd, h);
        EXPECT_EQ(a.used, b.used);
        for (const ReferenceKind kind : {ReferenceKind::bind, ReferenceKind::rest, ReferenceKind::tpose}) {
            EXPECT_EQ(a.of(kind).score.limbs, b.of(kind).score.limbs);
            EXPECT_EQ(a.of(kind).score.facing, b.of(kind).score.facing);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Files, FigureAlone, testing::Values("boxman.gltf", "boxman.wrl"),
                         [](const auto& info) { return std::string(info.param).substr(7); });

}  // namespace
}  // namespace vitruvian

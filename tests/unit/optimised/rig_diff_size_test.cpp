// A rig in another size: one change, and what remains is compared in that size.
#include "model/core/at.h"
#include "model/edit/scale_document.h"
#include "model/formats/load.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/folders.h"
#include "tests/unit/optimised/rig_diff_words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace vitruvian {
namespace {

using test::joint_named;
using test::manikin;
using test::words;

Document scaled(Document document, float factor) {
    scale_document(document, factor);
    return document;
}

Document load_asset(const std::string& name) {
    Result<Document> loaded = load_document(source_folder() / "assets/manikin" / name);
    EXPECT_TRUE(loaded.has_value()) << name;
    return std::move(*loaded);
}

TEST(RigDiffSize, AUniformScaleIsOneChangeInAllFormats) {
    const std::vector<std::pair<Document, float>> scales{{load_asset("manikin.x3d"), 1.002F},
                                                         {load_asset("manikin.wrl"), 39.37F},
                                                         {load_asset("manikin.glb"), 0.01F},
                                                         {test::saved_as(manikin(), "vrm"), 2.0F},
                                                         {test::saved_as(manikin(), "bvh"), 0.01F}};
    for (auto [document, factor] : scales) {
        document.clips.resize(1);
        const std::vector<RigChange> changes = compare_rigs(document, scaled(document, factor));
        ASSERT_EQ(words(changes), std::vector<std::string>{"info size changed scale"})
            << static_cast<int>(document.format);
        EXPECT_EQ(std::get<double>(changes[0].before), 1.0);
        EXPECT_FLOAT_EQ(static_cast<float>(change_of_size(changes).value_or(0.0)), factor);
        EXPECT_NEAR(changes[0].magnitude, std::abs(static_cast<double>(factor) - 1.0), 1e-5);
    }
    EXPECT_EQ(words(compare_rigs(manikin(), scaled(manikin(), 1.000'001F))), std::vector<std::string>{});
}

TEST(RigDiffSize, MeshesWithoutAFigureHaveASize) {
    const Result<Document> prop = load_document(source_folder() / "tests/data/brushed.gltf");
    ASSERT_TRUE(prop.has_value());
    ASSERT_TRUE(prop->humanoids.empty());
    EXPECT_EQ(words(compare_rigs(*prop, scaled(*prop, 0.01F))),
              std::vector<std::string>{"info size changed scale"});
}

TEST(RigDiffSize, ItIsSeenAcrossFormats) {
    EXPECT_EQ(words(compare_rigs(manikin(), test::saved_as(scaled(manikin(), 100.0F), "glb"))),
              std::vector<std::string>{"info size changed scale"});
    EXPECT_EQ(words(compare_rigs(test::saved_as(scaled(manikin(), 100.0F), "wrl"), manikin())),
              std::vector<std::string>{"info size changed scale"});
}

TEST(RigDiffSize, WhatElseChangedIsComparedInTheNewSize) {
    Document changed = scaled(manikin(), 100.0F);
    joint_named(changed, "l_knee").stiffness = vec3(0.5F);
    at(changed.nodes, at(changed.humanoids[0].sites, 3).node).rest.translation.x += 2.0F;
    const std::string site = at(changed.nodes, at(changed.humanoids[0].sites, 3).node).name;
    const std::vector<RigChange> changes = compare_rigs(manikin(), changed);
    ASSERT_EQ(words(changes),
              (std::vector<std::string>{"info size changed scale", "joint l_knee changed stiffness",
                                        "site " + site + " changed position"}));
    EXPECT_NEAR(changes[2].magnitude, 2.0, 1e-3) << "as the second file has lengths";
}

TEST(RigDiffSize, OneLongerLimbIsNoOtherSize) {
    Document changed = manikin();
    at(changed.nodes, joint_named(changed, "l_knee").node).rest.translation *= 1.5F;
    for (const std::string& word : words(compare_rigs(manikin(), changed)))
        EXPECT_NE(word, "info size changed scale");
}

}  // namespace
}  // namespace vitruvian

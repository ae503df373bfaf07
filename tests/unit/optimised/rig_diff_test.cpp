// Differences of rigs: each kind of change is detected, for the right item, and nothing else.
#include "model/rig_diff/rig_diff.h"

#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "tests/folders.h"
#include "tests/unit/optimised/rig_diff_words.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>

namespace vitruvian {
namespace {

using test::joint_named;
using test::manikin;
using test::words;

struct Edit {
    const char* expected;
    std::function<void(Document&)> apply;
};

TEST(RigDiff, EachChangeIsSeenAndNothingElse) {
    const std::vector<Edit> edits{
        {"joint l_knee changed stiffness",
         [](Document& d) { joint_named(d, "l_knee").stiffness = vec3(0.5F); }},
        {"joint l_knee changed upper_limit",
         [](Document& d) { joint_named(d, "l_knee").upper_limit = vec3(1.0F, 0.2F, 0.1F); }},
        {"joint l_knee changed lower_limit",
         [](Document& d) { joint_named(d, "l_knee").lower_limit.reset(); }},
        {"joint l_knee changed rotation",
         [](Document& d) {
             at(d.nodes, joint_named(d, "l_knee").node).delta.rotation = axis_angle(vec3(1, 0, 0), 0.1F);
         }},
        {"info authorEmail added",
         [](Document& d) { d.humanoids[0].info.emplace_back("authorEmail", "a@b.c"); }},
        {"displacer smile changed weight",
         [](Document& d) {
             d.displacers[0].name = "smile";
             d.displacers[0].weight = 0.25F;
         }},
    };
    Document named = manikin();
    named.displacers[0].name = "smile";
    for (const Edit& edit : edits) {
        Document changed = named;
        edit.apply(changed);
        EXPECT_EQ(words(compare_rigs(named, changed)), std::vector<std::string>{edit.expected});
        EXPECT_EQ(words(compare_rigs(changed, changed)), std::vector<std::string>{});
    }
}

TEST(RigDiff, WhatMovesWithAJointIsNotListed) {
    Result<Document> loaded = load_document(source_folder() / "assets/manikin/manikin.glb");
    ASSERT_TRUE(loaded.has_value());
    Document turned = *loaded;
    const int joint = joint_named(turned, "l_shoulder").node;
    quat& rotation = at(turned.nodes, joint).rest.rotation;
    rotation = glm::normalize(rotation * axis_angle({1, 0, 0}, 0.2F));
    turned.clips.clear();
    Document still = *loaded;
    still.clips.clear();
    EXPECT_EQ(words(compare_rigs(still, turned)),
              std::vector<std::string>{"joint l_shoulder changed orientation"});
    // A stored pose does not affect clips that do not animate the joint.
    Document posed = manikin();
    at(posed.nodes, joint_named(posed, "l_eyeball_joint").node).delta.rotation =
        axis_angle(vec3(1, 0, 0), 0.1F);
    EXPECT_EQ(words(compare_rigs(manikin(), posed)),
              std::vector<std::string>{"joint l_eyeball_joint changed rotation"});
    // Sites on the figure itself, where its viewpoints are, go with its root.
    Document raised = manikin();
    raised.clips.clear();
    Document standing = raised;
    Site& site = raised.humanoids[0].sites[0];
    site.segment = standing.humanoids[0].sites[0].segment = -1;
    for (Document* document : {&raised, &standing})
        at(document->nodes, site.node).parent = document->humanoids[0].node;
    for (const int node : {site.node, raised.humanoids[0].joints[0].node})
        at(raised.nodes, node).rest.translation.y += 0.1F;
    EXPECT_EQ(words(compare_rigs(standing, raised)),
              std::vector<std::string>{"joint " + at(raised.nodes, raised.humanoids[0].joints[0].node).name +
                                       " changed position"});
    // So do viewpoints that a joint carries.
    Document seen = manikin();
    seen.clips.clear();
    seen.viewpoints.front().node = joint_named(seen, "skullbase").node;
    Document moved = seen;
    at(moved.nodes, joint_named(moved, "skullbase").node).rest.translation.z += 0.05F;
    for (const std::string& word : words(compare_rigs(seen, moved)))
        EXPECT_FALSE(word.starts_with("info viewpoint")) << word;
    // The sites on a renamed segment are still on it, and how limits lie is told without limits, too.
    Document renamed = manikin();
    renamed.humanoids[0].segments[static_cast<std::size_t>(at(renamed.humanoids[0].sites, 3).segment)].name =
        "other";
    EXPECT_EQ(words(compare_rigs(manikin(), renamed)),
              std::vector<std::string>{"segment other renamed name"});
    Document unlimited = manikin();
    Joint& free_joint = joint_named(unlimited, "l_knee");
    free_joint.lower_limit = free_joint.upper_limit = std::nullopt;
    Document oriented = unlimited;
    joint_named(oriented, "l_knee").limit_orientation = axis_angle(vec3(0, 1, 0), 0.4F);
    EXPECT_EQ(words(compare_rigs(unlimited, oriented)),
              std::vector<std::string>{"joint l_knee changed limit_orientation"});
}

void rename_all(Document& document) {
    for (std::size_t m = 0; m < document.meshes.size(); ++m)
        document.meshes[m].name = "Object_" + std::to_string(document.meshes.size() - m);
}

/// A triangle at the origin of a joint.
MeshInstance dot_on(int node) {
    auto mesh = std::make_shared<Mesh>();
    mesh->positions = {{0.0F, 0.0F, 0.0F}, {0.01F, 0.0F, 0.0F}, {0.0F, 0.01F, 0.0F}};
    mesh->indices = {0, 1, 2};
    auto skin = std::make_shared<Skin>();
    skin->nodes = {node};
    skin->inverse_bind = {mat4(1.0F)};
    MeshInstance out;
    out.name = "dot";
    out.mesh = std::move(mesh);
    out.skin = std::move(skin);
    out.node = node;
    return out;
}

TEST(RigDiff, MeshesOfOneNameAndPlaceAreKnownByTheirJoints) {
    Document before = manikin();
    before.clips.clear();
    before.meshes.clear();
    before.displacers.clear();
    const int hip = joint_named(before, "l_hip").node;
    const int knee = joint_named(before, "l_knee").node;
    const int ankle = joint_named(before, "l_talocrural").node;
    for (const int node : {hip, knee, ankle}) at(before.nodes, node).rest.translation = vec3(0.0F);
    Document after = before;
    const auto give = [](Document& document, std::initializer_list<int> nodes) {
        for (const int node : nodes) document.meshes.push_back(dot_on(node));
    };
    give(before, {hip, knee, ankle});
    give(after, {ankle, hip, knee});
    EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{});
    give(before, {hip});
    give(after, {knee});
    EXPECT_EQ(words(compare_rigs(before, after)),
              (std::vector<std::string>{"weights l_hip changed dot", "weights l_knee changed dot"}));
}

TEST(RigDiff, RenamedAndReorderedMeshesAreKnownByTheirShape) {
    Result<Document> loaded = load_document(source_folder() / "assets/manikin/manikin.wrl");
    ASSERT_TRUE(loaded.has_value());
    const Document& before = *loaded;
    ASSERT_GT(before.meshes.size(), 10U);
    Document after = before;
    std::reverse(after.meshes.begin(), after.meshes.end());
    EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{});
    rename_all(after);
    for (const RigChange& change : compare_rigs(before, after)) {
        EXPECT_EQ(change.part, RigPart::mesh);
        EXPECT_EQ(change.kind, RigChangeKind::renamed)
            << change.name << " " << change.field << " " << change.detail;
    }
    // Exporters number names: a name is weak evidence where the shape is another's.
    Document numbered = before;
    rename_all(numbered);
    Document shifted = numbered;
    std::rotate(shifted.meshes.begin(), shifted.meshes.begin() + 1, shifted.meshes.end());
    rename_all(shifted);
    for (const RigChange& change : compare_rigs(numbered, shifted))
        EXPECT_EQ(change.kind, RigChangeKind::renamed)
            << change.name << " " << change.field << " " << change.detail;
}

TEST(RigDiff, ARenamedMeshInAnotherPlaceIsStillTheSame) {
    Document after = manikin();
    auto moved = std::make_shared<Mesh>(*after.meshes[0].mesh);
    for (vec3& p : moved->positions) p.x += 3.0F;
    after.meshes[0].mesh = moved;
    after.meshes[0].name = "other";
    const std::vector<std::string> told = words(compare_rigs(manikin(), after));
    EXPECT_EQ(told, (std::vector<std::string>{"mesh other renamed name", "mesh other changed vertices"}));
}

TEST(RigDiff, WhatIsRenamedIsNotGoneAndCome) {
    const Document& before = manikin();
    const std::vector<Edit> edits{
        {"segment sacrum_2 renamed name", [](Document& d) { d.humanoids[0].segments[0].name = "sacrum_2"; }},
        {"site spot renamed name",
         [](Document& d) { at(d.nodes, d.humanoids[0].sites[3].node).name = "spot"; }},
        {"displacer grin renamed name", [](Document& d) { d.displacers[0].name = "grin"; }},
        {"clip Stroll renamed name",
         [](Document& d) {
             auto clip = std::make_shared<Clip>(*d.clips[0]);
             clip->name = "Stroll";
             d.clips[0] = clip;
         }},
        {"material Tint renamed name", [](Document& d) { d.materials[0].name = "Tint"; }},
        {"mesh Body renamed name", [](Document& d) { d.meshes[0].name = "Body"; }},
    };
    for (const Edit& edit : edits) {
        Document after = before;
        edit.apply(after);
        EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{edit.expected});
    }
}

TEST(RigDiff, WeightsAreReportedPerJointWithTheirVertices) {
    Document changed = manikin();
    const auto skinned = std::find_if(changed.meshes.begin(), changed.meshes.end(),
                                      [](const MeshInstance& mesh) { return mesh.mesh->is_skinned(); });
    ASSERT_NE(skinned, changed.meshes.end());
    Mesh mesh = *skinned->mesh;
    std::uint32_t vertex = 0;
    while (mesh.influence_begin[vertex + 1] - mesh.influence_begin[vertex] < 2) ++vertex;
    const std::uint32_t first = mesh.influence_begin[vertex];
    const float moved = 0.5F * mesh.influence_weight[first];
    mesh.influence_weight[first] -= moved;
    mesh.influence_weight[first + 1] += moved;
    skinned->mesh = std::make_shared<const Mesh>(std::move(mesh));
    const std::vector<RigChange> changes = compare_rigs(manikin(), changed);
    ASSERT_EQ(changes.size(), 2U) << "one joint has less, another more";
    for (const RigChange& change : changes) {
        EXPECT_EQ(change.part, RigPart::weights);
        EXPECT_NEAR(change.magnitude, moved, 1e-5);
    }
}

/// A triangle and another one that shares an edge with it, with separate vertices there, skinned to two
/// joints.
Document seam(float weight, float moved) {
    Document document = manikin();
    const auto skinned = std::find_if(document.meshes.begin(), document.meshes.end(),
                                      [](const MeshInstance& mesh) { return mesh.mesh->is_skinned(); });
    Mesh mesh;
    mesh.positions = {{0, 1, 0}, {1, 1, 0}, {0, 2, 0}, {0, 2, 0}, {1, 1, 0}, {1 + moved, 2, 0}};
    mesh.positions[3].z += moved;
    mesh.indices = {0, 1, 2, 3, 4, 5};
    for (std::uint32_t v = 0; v <= 6; ++v) mesh.influence_begin.push_back(2 * v);
    for (int v = 0; v < 6; ++v) {
        mesh.influence_joint.insert(mesh.influence_joint.end(), {0, 1});
        const float first = v == 4 ? weight : 1.0F;
        mesh.influence_weight.insert(mesh.influence_weight.end(), {first, 1.0F - first});
    }
    skinned->mesh = std::make_shared<const Mesh>(std::move(mesh));
    document.displacers.clear();
    return document;
}

TEST(RigDiff, OneVertexOfASeamDoesNotHideTheOther) {
    const Document whole = seam(1.0F, 0.0F);
    EXPECT_EQ(words(compare_rigs(whole, seam(1.0F, 0.0F))), std::vector<std::string>{});
    for (const auto& [a, b] : {std::pair{whole, seam(0.7F, 0.0F)}, std::pair{seam(0.7F, 0.0F), whole}}) {
        const std::vector<RigChange> changes = compare_rigs(a, b);
        ASSERT_EQ(changes.size(), 2U);
        for (const RigChange& change : changes) {
            EXPECT_EQ(change.part, RigPart::weights);
            EXPECT_NEAR(change.magnitude, 0.3, 1e-5);
            EXPECT_EQ(change.detail, "1 vertex: 4");
        }
    }
    for (const auto& [a, b] : {std::pair{whole, seam(1.0F, 0.1F)}, std::pair{seam(1.0F, 0.1F), whole}}) {
        const std::vector<RigChange> changes = compare_rigs(a, b);
        ASSERT_EQ(changes.size(), 1U);
        EXPECT_EQ(changes[0].magnitude, 2.0);
    }
}

TEST(RigDiff, AWeightThatMovesAVertexOfASeamAtRestIsAWeight) {
    const auto bound_elsewhere = [](float weight) {
        Document document = seam(weight, 0.0F);
        for (MeshInstance& mesh : document.meshes) {
            if (!mesh.mesh->is_skinned()) continue;
            auto skin = std::make_shared<Skin>(*mesh.skin);
            skin->inverse_bind.at(1)[3].x += 0.5F;
            mesh.skin = std::move(skin);
        }
        return document;
    };
    const Document a = bound_elsewhere(1.0F);
    const Document b = bound_elsewhere(0.7F);
    for (const auto& [before, after] : {std::pair{a, b}, std::pair{b, a}}) {
        const std::vector<RigChange> changes = compare_rigs(before, after);
        ASSERT_EQ(changes.size(), 2U);
        for (const RigChange& change : changes) {
            EXPECT_EQ(change.part, RigPart::weights);
            EXPECT_EQ(change.detail, "1 vertex: 4");
        }
    }
}

TEST(RigDiff, ANameThatAFormatMadeUpForAMaterialIsNoDifference) {
    Document nameless = manikin();
    ASSERT_FALSE(nameless.materials.empty());
    nameless.materials.resize(1);
    nameless.materials[0].name.clear();
    for (MeshInstance& mesh : nameless.meshes) mesh.material = 0;
    Document named = nameless;
    named.materials[0].name = "material_1";
    EXPECT_EQ(words(compare_rigs(nameless, named)), std::vector<std::string>{});
    EXPECT_EQ(words(compare_rigs(named, nameless)), std::vector<std::string>{});
    named.materials[0].base_color.r += 0.5F;
    EXPECT_EQ(words(compare_rigs(nameless, named)),
              std::vector<std::string>{"material material_1 changed base_color"});
}

TEST(RigDiff, ClipsByTheirLargestDeviation) {
    Document changed = manikin();
    ASSERT_FALSE(changed.clips.empty());
    Clip clip = *changed.clips[0];
    const auto channel = std::find_if(clip.channels.begin(), clip.channels.end(), [](const Channel& c) {
        return c.path == ChannelPath::rotation && c.times.size() > 1;
    });
    ASSERT_NE(channel, clip.channels.end());
    const quat turn = axis_angle(vec3(1, 0, 0), 0.5F);
    for (std::size_t k = 0; k + 4 <= channel->values.size(); k += 4) {
        const float* v = &channel->values[k];
        const quat turned = turn * quat(v[3], v[0], v[1], v[2]);
        for (int i = 0; i < 4; ++i) channel->values[k + static_cast<std::size_t>(i)] = turned[i];
    }
    changed.clips[0] = std::make_shared<const Clip>(std::move(clip));
    const std::vector<RigChange> changes = compare_rigs(manikin(), changed);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].part, RigPart::clip);
    EXPECT_EQ(changes[0].field, "motion");
    EXPECT_NEAR(changes[0].magnitude, 0.5, 0.01);
}

TEST(RigDiff, ClipsByTheirTravelSitesAndWeights) {
    const Document& document = manikin();
    const auto with = [&](const Channel& added) {
        Document changed = document;
        Clip clip = *changed.clips.at(0);
        std::erase_if(clip.channels, [&](const Channel& c) {
            return c.path == added.path && c.node == added.node && c.displacer == added.displacer;
        });
        clip.channels.push_back(added);
        changed.clips[0] = std::make_shared<const Clip>(std::move(clip));
        return compare_rigs(document, changed);
    };
    Channel channel;
    channel.times = {0.0F};
    channel.node = document.humanoids.at(0).joints.at(0).node;
    channel.path = ChannelPath::translation;
    channel.values = {0.0F, 0.5F, 0.0F};
    std::vector<RigChange> changes = with(channel);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].field, "travel");
    EXPECT_GT(changes[0].magnitude, 0.2);  // the clip's path is bent as well
    channel.node = document.humanoids[0].sites.at(3).node;
    channel.path = ChannelPath::rotation;
    channel.values = {0.0F, 0.0F, 0.6F, 0.8F};
    changes = with(channel);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].field, "motion");
    EXPECT_NEAR(changes[0].magnitude, 2.0 * std::asin(0.6), 0.01);
    ASSERT_FALSE(document.displacers.empty());
    channel.node = -1;
    channel.displacer = 0;
    channel.path = ChannelPath::weight;
    channel.values = {0.75F};
    changes = with(channel);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(changes[0].field, "weights");
    EXPECT_NEAR(changes[0].magnitude, 0.75, 1e-3);
}

TEST(RigDiff, BoneClipsOfAFileWithoutAFigure) {
    Document document;
    Clip clip;
    clip.name = "wave";
    clip.duration = 1.0;
    Channel channel;
    channel.bone = Bone::hips;
    channel.path = ChannelPath::translation;
    channel.times = {0.0F, 1.0F};
    channel.values = {0, 1, 0, 0, 2, 0};
    clip.channels = {channel};
    document.clips = {std::make_shared<const Clip>(clip)};
    Document changed = document;
    clip.channels[0].values[4] = 3.0F;
    changed.clips = {std::make_shared<const Clip>(clip)};
    EXPECT_EQ(words(compare_rigs(document, changed)), std::vector<std::string>{"clip wave changed values"});
    clip.channels.push_back(channel);
    changed.clips = {std::make_shared<const Clip>(clip)};
    EXPECT_EQ(words(compare_rigs(document, changed)), std::vector<std::string>{"clip wave changed channels"});
}

TEST(RigDiff, TheSameFigureInAnotherFormatIsEqual) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "rig_diff_manikin.glb";
    ASSERT_TRUE(save_document(manikin(), file).has_value());
    const Result<Document> read = load_document(file);
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(words(compare_rigs(manikin(), *read)), std::vector<std::string>{});
    std::filesystem::remove(file);
}

TEST(RigDiff, TheSizeOfAFigureOfOneJointIsThatOfItsMeshes) {
    const auto figure = [](const char* place) {
        return test::read_text(
            std::string(
                "#VRML V2.0 utf8\nHumanoid { name \"h\" humanoidBody Joint { name \"HumanoidRoot\" children "
                "Segment { name \"pelvis\" children Shape { geometry IndexedFaceSet { coord Coordinate { "
                "point [ 0 0 0, 1 0 0, ") +
            place + " ] } coordIndex [ 0 1 2 -1 ] } } } } }");
    };
    EXPECT_EQ(words(compare_rigs(figure("0 1 0"), figure("0 1.00001 0"))), std::vector<std::string>{});
    EXPECT_EQ(words(compare_rigs(figure("0 1 0"), figure("0 1.01 0"))).size(), 1U);
}

TEST(RigDiff, WhichOfTwoOffsetsIsRoundedUpIsNoDifference) {
    const auto figure = [](const char* offsets) {
        return test::read_text(
            std::string(
                "#VRML V2.0 utf8\nHumanoid { name \"h\" humanoidBody Joint { name \"HumanoidRoot\" children "
                "Segment { name \"skull\" coord DEF C Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } "
                "displacers "
                "Displacer { name \"grin_action\" coordIndex [ 0 1 ] displacements [ ") +
            offsets +
            " ] } children Shape { geometry IndexedFaceSet { coord USE C coordIndex [ 0 1 2 -1 ] } } } } }");
    };
    const Document one = figure("0 0 0.5, 0.500001 0 0");
    EXPECT_EQ(words(compare_rigs(one, figure("0 0 0.500001, 0.5 0 0"))), std::vector<std::string>{});
    EXPECT_FALSE(words(compare_rigs(one, figure("0 0 0.5, 0.6 0 0"))).empty());
}

TEST(RigDiff, RandomDocumentsEqualThemselvesAndOthersDiffer) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        const Document document = test::random_document(seed);
        EXPECT_EQ(words(compare_rigs(document, document)), std::vector<std::string>{}) << seed;
        EXPECT_FALSE(compare_rigs(document, test::random_document(seed + 100)).empty()) << seed;
    }
}

}  // namespace
}  // namespace vitruvian

// Differences of rigs other than joints and positions: materials, vertex attributes, displacers vertex by
// vertex, clips.
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/folders.h"
#include "tests/unit/gltf_builder.h"
#include "tests/unit/optimised/rig_diff_words.h"
#include "tests/unit/worlds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using test::joint_named;
using test::manikin;
using test::words;

/// The first mesh with displacers, for modification.
Mesh& change_mesh(Document& document) {
    const auto found = std::find_if(document.meshes.begin(), document.meshes.end(),
                                    [](const MeshInstance& mesh) { return !mesh.displacers.empty(); });
    auto copy = std::make_shared<Mesh>(*found->mesh);
    Mesh& out = *copy;
    found->mesh = std::move(copy);
    return out;
}

/// The index of a mesh's target that moves many vertices.
std::size_t widest_target(const Mesh& mesh) {
    const auto widest = std::max_element(
        mesh.targets.begin(), mesh.targets.end(),
        [](const MorphTarget& a, const MorphTarget& b) { return a.vertices.size() < b.vertices.size(); });
    return static_cast<std::size_t>(widest - mesh.targets.begin());
}

TEST(RigDiffDetails, WhatAJointsPoseAndSurfacesSayIsSeen) {
    const auto material = [](auto change) { return [change](Document& d) { change(d.materials.front()); }; };
    const std::string surface = "material " + manikin().materials.front().name + " changed ";
    const std::vector<std::pair<std::string, std::function<void(Document&)>>> edits{
        {"joint l_knee changed translation",
         [](Document& d) {
             at(d.nodes, joint_named(d, "l_knee").node).delta.translation = vec3(0.0F, 0.02F, 0.0F);
         }},
        {"joint l_knee changed scale",
         [](Document& d) { at(d.nodes, joint_named(d, "l_knee").node).delta.scale = vec3(1.1F); }},
        {"info loa changed value", [](Document& d) { d.humanoids[0].declared_loa = 1; }},
        {"info version changed value", [](Document& d) { d.humanoids[0].version = "2.1"; }},
        {surface + "double_sided", material([](Material& m) { m.double_sided = !m.double_sided; })},
        {surface + "alpha_mode", material([](Material& m) { m.alpha_mode = AlphaMode::blend; })},
        {surface + "unlit", material([](Material& m) { m.unlit = true; })},
        {surface + "layers", material([](Material& m) { m.layers.clearcoat = 0.5F; })},
        {"mesh skin changed normals",
         [](Document& d) {
             for (vec3& normal : change_mesh(d).normals) normal = -normal;
         }},
        {"mesh skin changed normals", [](Document& d) { change_mesh(d).normals.clear(); }},
        {"clip Walk changed loop",
         [](Document& d) {
             auto clip = std::make_shared<Clip>(*d.clips.front());
             clip->loop = false;
             d.clips.front() = clip;
         }},
    };
    for (const auto& [expected, apply] : edits) {
        Document changed = manikin();
        apply(changed);
        EXPECT_EQ(words(compare_rigs(manikin(), changed)), std::vector<std::string>{expected});
    }
}

TEST(RigDiffDetails, TextureCoordinatesThatCameAreSeenWhereReadersMakeNone) {
    Document before = manikin();
    before.format = FileFormat::glb;
    Document after = before;
    Mesh& mesh = change_mesh(after);
    mesh.uv0.assign(mesh.positions.size(), vec2(0.0F));
    EXPECT_EQ(words(compare_rigs(before, after)),
              std::vector<std::string>{"mesh skin changed texture_coordinates"});
    before.format = after.format = FileFormat::x3d_xml;
    EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{});
}

TEST(RigDiffDetails, OneVertexOfADisplacerIsSeen) {
    Document moved = manikin();
    Mesh& mesh = change_mesh(moved);
    MorphTarget& target = mesh.targets[widest_target(mesh)];
    const std::string name = target.name;
    ASSERT_FALSE(target.positions.empty());
    // Neither its largest offset nor the box of its vertices changes.
    const auto least =
        std::min_element(target.positions.begin(), target.positions.end(),
                         [](const vec3& a, const vec3& b) { return glm::length(a) < glm::length(b); });
    *least = *least + vec3(0.0F, 0.0F, 3e-4F);
    const std::vector<RigChange> changes = compare_rigs(manikin(), moved);
    ASSERT_EQ(changes.size(), 1U);
    EXPECT_EQ(to_string(changes[0].part), "displacer");
    EXPECT_EQ(changes[0].field, "offsets");
    EXPECT_NEAR(changes[0].magnitude, 3e-4, 1e-5);

    Document dropped = manikin();
    Mesh& other = change_mesh(dropped);
    MorphTarget& shorter = other.targets[widest_target(other)];
    // Split vertices at one position are moved together.
    float most = 0.0F;
    for (const vec3& offset : shorter.positions) most = std::max(most, glm::length(offset));
    MorphTarget kept = shorter;
    kept.vertices.clear();
    kept.positions.clear();
    kept.normals.clear();
    for (std::size_t i = 0; i < shorter.vertices.size(); ++i) {
        const float length = glm::length(shorter.positions[i]);
        if (length > 0.4F * most && length < 0.6F * most) continue;
        kept.vertices.push_back(shorter.vertices[i]);
        kept.positions.push_back(shorter.positions[i]);
        if (!shorter.normals.empty()) kept.normals.push_back(shorter.normals[i]);
    }
    ASSERT_LT(kept.vertices.size(), shorter.vertices.size());
    shorter = kept;
    ASSERT_EQ(compare_rigs(manikin(), dropped).size(), 1U);
}

TEST(RigDiffDetails, ARemovedMeshListsNoDisplacers) {
    Document after = manikin();
    const auto brows = std::find_if(after.meshes.begin(), after.meshes.end(),
                                    [](const MeshInstance& mesh) { return mesh.name == "brows"; });
    ASSERT_NE(brows, after.meshes.end());
    after.meshes.erase(brows);
    EXPECT_EQ(words(compare_rigs(manikin(), after)), std::vector<std::string>{"mesh brows removed"});
}

TEST(RigDiffDetails, AnAddedMeshListsNoDisplacersOfItsOwn) {
    Document after = manikin();
    const auto brows = std::find_if(after.meshes.begin(), after.meshes.end(),
                                    [](const MeshInstance& mesh) { return mesh.name == "brows"; });
    ASSERT_NE(brows, after.meshes.end());
    MeshInstance lashes = *brows;
    lashes.name = "lashes";
    for (int& displacer : lashes.displacers) {
        after.displacers.push_back(at(after.displacers, displacer));
        displacer = static_cast<int>(after.displacers.size()) - 1;
    }
    after.meshes.push_back(lashes);
    EXPECT_EQ(words(compare_rigs(manikin(), after)), std::vector<std::string>{"mesh lashes added"});
    EXPECT_EQ(words(compare_rigs(after, manikin())), std::vector<std::string>{"mesh lashes removed"});
}

TEST(RigDiffDetails, ARemovedFaceIsOneChangeWithItsCorners) {
    const auto box = [](const std::string& faces) {
        return test::read_text(
            "#VRML V2.0 utf8\nDEF Box Shape { geometry IndexedFaceSet { creaseAngle 0 "
            "coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0, 0 0 1 ] } coordIndex [ " +
            faces + " ] } }");
    };
    const Document whole = box("0 2 1 -1 0 1 3 -1 0 3 2 -1 1 2 3 -1");
    const Document open = box("0 2 1 -1 0 1 3 -1 0 3 2 -1");
    ASSERT_FALSE(whole.meshes.empty());
    for (const auto& [before, after] : {std::pair(whole, open), std::pair(open, whole)}) {
        const std::vector<RigChange> changes = compare_rigs(before, after);
        ASSERT_EQ(changes.size(), 1U) << testing::PrintToString(words(changes));
        EXPECT_EQ(changes[0].field, "triangles");
    }
}

TEST(RigDiffDetails, ATextureThatIsGoneIsOneChange) {
    Document textured = manikin();
    ASSERT_FALSE(textured.materials.empty());
    textured.images.push_back(std::make_shared<const ImageSource>());
    TextureUse& use = textured.materials.front().base_color_texture;
    use.image = static_cast<int>(textured.images.size()) - 1;
    use.nearest = true;
    use.wrap_u = Wrap::clamp;
    Document plain = textured;
    plain.materials.front().base_color_texture = {};
    const std::string name = plain.materials.front().name;
    EXPECT_EQ(words(compare_rigs(textured, plain)),
              std::vector<std::string>{"material " + name + " changed base_color_texture"});
}

TEST(RigDiffDetails, ARenamedDisplacerThatMovesNothingIsKnownByItsPlace) {
    Document before = manikin();
    for (MeshInstance& instance : before.meshes) {
        if (instance.displacers.empty()) continue;
        auto mesh = std::make_shared<Mesh>(*instance.mesh);
        mesh->targets.front() = {mesh->targets.front().name, {}, {}, {}};
        instance.mesh = mesh;
    }
    Document after = before;
    after.displacers.front().name = "grin_action";
    EXPECT_EQ(words(compare_rigs(before, after)),
              std::vector<std::string>{"displacer grin_action renamed name"});
}

TEST(RigDiffDetails, AWrongKeyBetweenTwoLooksIsSeen) {
    Document before = manikin();
    Clip clip;
    clip.name = "nod";
    clip.duration = 1.0;
    Channel channel;
    channel.node = joint_named(before, "l_knee").node;
    channel.space = ChannelSpace::delta;
    for (int key = 0; key <= 240; ++key) {
        channel.times.push_back(static_cast<float>(key) / 240.0F);
        channel.values.insert(channel.values.end(), {0.0F, 0.0F, 0.0F, 1.0F});
    }
    clip.channels.push_back(channel);
    before.clips = {std::make_shared<const Clip>(clip)};
    Document after = before;
    const quat wrong = axis_angle({1, 0, 0}, 0.1F);
    float* value = &clip.channels[0].values[4 * 101];
    value[0] = wrong.x;
    value[3] = wrong.w;
    after.clips = {std::make_shared<const Clip>(clip)};
    EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{"clip nod changed motion"});
    // A small rotation of one joint is a difference too.
    const quat small = axis_angle({1, 0, 0}, 0.003F);
    value[0] = small.x;
    value[3] = small.w;
    after.clips = {std::make_shared<const Clip>(clip)};
    EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{"clip nod changed motion"});
}

TEST(RigDiffDetails, TheStoredWeightOfADisplacerIsNoPartOfClipsThatLeaveItAlone) {
    Document changed = manikin();
    ASSERT_FALSE(changed.clips.empty());
    changed.displacers[0].weight = 0.5F;
    EXPECT_EQ(words(compare_rigs(manikin(), changed)),
              std::vector<std::string>{"displacer " + changed.displacers[0].name + " changed weight"});
}

TEST(RigDiffDetails, APoseThatX3dHoldsForASecondIsTheSameClip) {
    Document pose = manikin();
    auto clip = std::make_shared<Clip>(*pose.clips.front());
    clip->duration = 0.0;
    for (Channel& channel : clip->channels) {
        channel.times.resize(1);
        channel.times[0] = 0.0F;
        channel.interpolation = Interpolation::linear;
        channel.values.resize(static_cast<std::size_t>(components(channel.path)));
    }
    pose.clips = {clip};
    const std::filesystem::path folder = testing::TempDir();
    const auto saved = [&](const char* name) {
        const std::filesystem::path file = folder / name;
        EXPECT_TRUE(save_document(pose, file).has_value());
        Result<Document> read = load_document(file);
        EXPECT_TRUE(read.has_value());
        std::filesystem::remove(file);
        return std::move(*read);
    };
    const Document world = saved("rig_diff_pose.x3d");
    const Document gltf = saved("rig_diff_pose.glb");
    EXPECT_EQ(words(compare_rigs(gltf, world)), std::vector<std::string>{});
    EXPECT_EQ(words(compare_rigs(world, gltf)), std::vector<std::string>{});
}

TEST(RigDiffDetails, ATurnedSiteIsSeenAcrossFormats) {
    Result<Document> gltf = load_document(source_folder() / "assets/manikin/manikin.x3d");
    ASSERT_TRUE(gltf.has_value());
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "rig_diff_site.glb";
    ASSERT_TRUE(save_document(*gltf, file).has_value());
    Result<Document> read = load_document(file);
    ASSERT_TRUE(read.has_value());
    std::filesystem::remove(file);
    const int node = read->humanoids[0].sites[5].node;
    quat& rotation = at(read->nodes, node).rest.rotation;
    rotation = glm::normalize(rotation * axis_angle({0, 1, 0}, 0.4F));
    EXPECT_EQ(words(compare_rigs(*gltf, *read)),
              std::vector<std::string>{"site " + at(read->nodes, node).name + " changed orientation"});
}

TEST(RigDiffDetails, TrianglesOfTwoCornersAreNoFaces) {
    test::GltfBuilder builder;
    const int positions = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
    const int normals = builder.vec3s({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, -1});
    const int corners =
        builder.accessor(builder.view(std::vector<std::uint16_t>{0, 1, 2, 3, 4, 3}), 5123, "SCALAR", 6);
    builder.mesh_node({{"attributes", {{"POSITION", positions}, {"NORMAL", normals}}}, {"indices", corners}});
    const Document document = test::load(builder);
    const Document world = test::read_text(test::written_world(document, FileFormat::x3d_xml).text);
    for (const RigChange& change : compare_rigs(document, world)) EXPECT_NE(change.field, "normals");
}

}  // namespace
}  // namespace vitruvian

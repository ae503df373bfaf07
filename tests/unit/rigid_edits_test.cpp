// Reparented sites, and displacers made from poses of figures with rigid parts.
#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/edit/command_json.h"
#include "model/formats/save.h"
#include "tests/unit/edited_figures.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian::test {
namespace {

Item site_called(const Document& document, const std::string& name) {
    const std::vector<Item> found = find_items(document, ItemKind::site, name, 0);
    EXPECT_EQ(found.size(), 1U) << name;
    return found.empty() ? Item{} : found.front();
}

/// Saved in its own format, and read.
Document read_again(const Document& document) {
    SaveOptions options;  // a glTF in one piece
    if (document.format == FileFormat::gltf) options.format = FileFormat::glb;
    const Result<EncodedDocument> encoded = encode_document(document, options);
    EXPECT_TRUE(encoded) << (encoded ? "" : encoded.error().text());
    if (!encoded) return {};
    for (const Diagnostic& note : encoded->notes.list())
        EXPECT_NE(note.severity, Severity::error) << note.message;
    return read_bytes(encoded->bytes);
}

TEST(HangSite, StaysWhereItIsAndMovesWithItsNewJoint) {
    for (const std::string& path : figures) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        bend(document);
        if (document.humanoids[0].sites.empty()) continue;
        const Item tip{ItemKind::site, 0, 0};
        const std::string name = name_of(document, tip);
        const Item head = joint_called(document, "head");
        const vec3 before = place_of(document, posed(document), name);
        const std::string text = command_json(ReParent{tip, head}, document);
        const Result<Command> read = command_from_json(text, document);
        ASSERT_TRUE(read) << text << ": " << read.error().text();
        apply_well(*read, document);
        EXPECT_LT(glm::length(place_of(document, posed(document), name) - before), 1e-5F);
        const int node = node_of(document, site_called(document, name));
        EXPECT_EQ(at(document.nodes, node).parent, node_of(document, joint_called(document, "head")));
        const Site& site = at(document.humanoids[0].sites, site_called(document, name).index);
        if (site.segment >= 0) {
            EXPECT_EQ(at(document.humanoids[0].segments, site.segment).joint,
                      joint_called(document, "head").index);
        }

        const Document again = read_again(document);
        EXPECT_LT(glm::length(place_of(again, posed(again), name) - before), 1e-4F);
        ASSERT_TRUE(
            apply(SetJointRotation{joint_called(document, "head"), axis_angle({1, 0, 0}, 0.8F)}, document));
        EXPECT_GT(glm::length(place_of(document, posed(document), name) - before), 0.01F);
    }
}

TEST(HangSite, GoesWithItsTextIntoTheOtherSegment) {
    Document document = figure("assets/manikin/manikin.wrl");
    apply_well(ReParent{site_called(document, "l_knee_crease_pt"), joint_called(document, "r_knee")},
               document);
    const Result<EncodedDocument> encoded = encode_document(document, {});
    ASSERT_TRUE(encoded) << encoded.error().text();
    for (const Diagnostic& note : encoded->notes.list()) EXPECT_NE(note.code, "save-anew") << note.message;
    const std::string text(reinterpret_cast<const char*>(encoded->bytes.data()), encoded->bytes.size());
    EXPECT_GT(text.find("DEF hanim_l_knee_crease_pt Site"), text.find("DEF hanim_r_knee Joint"));
}

TEST(HangSite, OnlyOnAJointOfTheSameHumanoid) {
    Document document = figure("tests/data/boxman.wrl");
    const Document before = document;
    EXPECT_FALSE(apply(ReParent{site_called(document, "l_hand_tip"), joint_item(0, 999)}, document));
    EXPECT_FALSE(apply(ReParent{{ItemKind::site, 0, 999}, joint_item(0, 0)}, document));
    EXPECT_FALSE(apply(ReParent{joint_item(0, 1), site_called(document, "l_hand_tip")}, document));
    EXPECT_TRUE(differences(document, before).empty());
}

/// A node at rest, then rotated.
std::pair<int, Transform> turned(const Document& document, const std::string& joint) {
    const int node = node_of(document, joint_called(document, joint));
    Transform local = at(document.nodes, node).rest;
    local.rotation = local.rotation * axis_angle(vec3(1.0F, 0.3F, 0.0F), 0.7F);
    return {node, local};
}

TEST(PoseDisplacer, MovesRigidPartsAsTheJointsDo) {
    for (const std::string& path :
         {std::string("tests/data/boxman.wrl"), std::string("tests/data/boxman.gltf")}) {
        SCOPED_TRACE(path);
        Document document = figure(path);
        const std::size_t already = document.displacers.size();
        const std::pair<int, Transform> elbow = turned(document, "leftLowerArm");
        apply_well(AddDisplacer{"bow_config", {}, {}, {elbow}}, document);
        ASSERT_GT(document.displacers.size(), already);
        const Skeleton skeleton = make_skeleton(document);
        const auto looks = [&](const Document& of, const Pose& pose, float weight) {
            const std::vector<mat4> world = world_matrices(skeleton, pose);
            std::vector<float> weights(of.displacers.size(), 0.0F);
            std::fill(weights.begin() + static_cast<std::ptrdiff_t>(already), weights.end(), weight);
            std::vector<std::vector<vec3>> out;
            for (const MeshInstance& mesh : of.meshes) out.push_back(skinned_positions(mesh, world, weights));
            return out;
        };
        Pose bent = rest_pose(skeleton);
        at(bent.local, elbow.first) = elbow.second;
        const auto wanted = looks(document, bent, 0.0F);
        EXPECT_LT(moved(looks(document, rest_pose(skeleton), 1.0F), wanted), 1e-4F);
        EXPECT_GT(moved(looks(document, rest_pose(skeleton), 0.0F), wanted), 0.02F);

        const Document again = read_again(document);
        ASSERT_EQ(again.displacers.size(), document.displacers.size());
        EXPECT_LT(moved(looks(again, rest_pose(skeleton), 1.0F), wanted), 1e-3F);
        for (std::size_t i = already; i < again.displacers.size(); ++i) {
            EXPECT_TRUE(again.displacers[i].name.ends_with("_config")) << again.displacers[i].name;
            EXPECT_EQ(again.displacers[i].segment, document.displacers[i].segment);
        }
    }
}

TEST(PoseDisplacer, AWorldKeepsItsTextAndGetsThemBesides) {
    Document document = figure("tests/data/boxman.wrl");
    apply_well(AddDisplacer{"bow_config", {}, {}, {turned(document, "leftLowerArm")}}, document);
    const Result<EncodedDocument> encoded = encode_document(document, {});
    ASSERT_TRUE(encoded) << encoded.error().text();
    for (const Diagnostic& note : encoded->notes.list()) EXPECT_NE(note.code, "save-anew") << note.message;
}

TEST(PoseDisplacer, OfSegmentsOneForEach) {
    Document document = figure("tests/data/boxman.wrl");
    apply_well(AddDisplacer{"bow_config", {}, {}, {turned(document, "leftLowerArm")}}, document);
    const std::vector<Segment>& segments = document.humanoids[0].segments;
    for (std::size_t i = 0; i < document.displacers.size(); ++i) {
        const Displacer& displacer = document.displacers[i];
        if (!displacer.name.starts_with("bow_")) continue;
        ASSERT_GE(displacer.segment, 0);
        EXPECT_EQ(displacer.kind, DisplacerKind::config);
        EXPECT_EQ(displacer.name, "bow_" + at(segments, displacer.segment).name + "_config");
    }
}

}  // namespace
}  // namespace vitruvian::test

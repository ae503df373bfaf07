// SK01 to SK19 (SK17, SK18: check_world tests): for each a figure that just passes and one that just fails.
#include "model/check/source_gltf.h"
#include "model/check/subject.h"
#include "model/core/at.h"
#include "tests/unit/avatar_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

using check::Finding;
using check::Level;
using test::Avatar;
using test::Json;
using test::Kind;

Avatar avatar() {
    return test::make_avatar(test::t_pose(), Kind::vrm);
}

std::string told(Avatar& figure, const char* id) {
    return test::objects_of(test::findings_of(figure.load(), id));
}

/// The first vertex of a bone's box.
std::size_t vertex_of(const std::vector<test::Vertex>& vertices, Bone bone) {
    const auto found = std::find_if(vertices.begin(), vertices.end(),
                                    [bone](const test::Vertex& vertex) { return vertex.bone == bone; });
    return static_cast<std::size_t>(found - vertices.begin());
}

/// An H-Anim figure whose skin has other weights at one vertex.
Document world(Bone bone, const std::vector<std::pair<Bone, float>>& weights) {
    const test::Places places = test::hanging_pose();
    const std::vector<test::Vertex> vertices = test::boxes(places);
    test::Influences influences = test::own_weights(vertices);
    influences[vertex_of(vertices, bone)] = weights;
    return test::load_world(test::hanim_skin_text(places, vertices, influences));
}

/// The same in glTF.
Document gltf(Bone bone, const std::vector<std::pair<Bone, float>>& weights) {
    Avatar figure = avatar();
    figure.set_weights(vertex_of(figure.vertices, bone), weights);
    return figure.load();
}

TEST(CheckSkin, TheSkinOfAnHanimFigureIsClean) {
    const Document document = world(Bone::left_hand, {{Bone::left_hand, 1.0F}});
    for (const Finding& finding : check::run_checks(document).findings)
        EXPECT_FALSE(finding.id.starts_with("SK"))
            << finding.id << ' ' << finding.object.name << ' ' << finding.message;
}

TEST(CheckSkin, JointsRestWhereTheSkinWasBound) {
    for (const float off : {0.00009F, 0.00011F}) {
        Avatar figure = avatar();
        const int entry = figure.entry.at(static_cast<std::size_t>(Bone::left_lower_arm));
        at(figure.inverse_bind, 16 * entry + 12) += off;
        EXPECT_EQ(told(figure, "SK01"), off > 1e-4F ? "leftLowerArm" : "");
    }
    // Below a root that was bound elsewhere, joints are still tested.
    Avatar figure = avatar();
    for (const Bone bone : {Bone::hips, Bone::left_lower_arm})
        at(figure.inverse_bind, 16 * figure.entry.at(static_cast<std::size_t>(bone)) + 12) += 0.01F;
    EXPECT_EQ(told(figure, "SK01"), "hips leftLowerArm");
    for (const float degrees : {0.09F, 0.11F}) {
        Avatar figure = avatar();
        // Rotated at rest.
        const float half = glm::radians(degrees) / 2.0F;
        figure.builder.json["nodes"][static_cast<std::size_t>(figure.node.at(
            static_cast<std::size_t>(Bone::head)))]["rotation"] = {0, std::sin(half), 0, std::cos(half)};
        EXPECT_EQ(told(figure, "SK01"), degrees > 0.1F ? "head" : "");
    }
}

TEST(CheckSkin, JointsBelowOneThatRestsElsewhereAreNamedWithIt) {
    Avatar figure = avatar();
    const float half = glm::radians(10.0F) / 2.0F;
    figure.builder.json["nodes"][static_cast<std::size_t>(figure.node.at(static_cast<std::size_t>(
        Bone::left_lower_arm)))]["rotation"] = {0, std::sin(half), 0, std::cos(half)};
    const Document document = figure.load();
    std::vector<std::string> carried;
    for (const Finding& finding : check::run_checks(document).findings) {
        if (finding.id != "SK01") continue;
        if (finding.message.ends_with(", carried along by leftLowerArm")) {
            carried.push_back(finding.object.name);
        } else {
            EXPECT_EQ(finding.object.name, "leftLowerArm");
        }
    }
    ASSERT_EQ(carried.size(), 16U) << "the hand and its fingers";
    EXPECT_EQ(carried.front(), "leftHand");
    // Both bound elsewhere, each by itself.
    Avatar twice = avatar();
    float off = 0.01F;
    for (const Bone bone : {Bone::left_lower_arm, Bone::left_hand})
        at(twice.inverse_bind, 16 * twice.entry.at(static_cast<std::size_t>(bone)) + 12) += off += 0.01F;
    EXPECT_EQ(told(twice, "SK01"), "leftLowerArm leftHand");
}

TEST(CheckSkin, IdentitiesOfJointsThatMoveNothingAreNoMismatch) {
    for (const bool moves_nothing : {true, false}) {
        Avatar figure = avatar();
        const auto neck = static_cast<std::size_t>(figure.entry.at(static_cast<std::size_t>(Bone::neck)));
        for (std::size_t i = 0; i < 16; ++i) figure.inverse_bind[16 * neck + i] = i % 5 == 0 ? 1.0F : 0.0F;
        for (std::size_t v = 0; moves_nothing && v < figure.vertices.size(); ++v) {
            if (figure.vertices[v].bone == Bone::neck) figure.set_weights(v, {{Bone::head, 1.0F}});
        }
        EXPECT_EQ(told(figure, "SK01"), moves_nothing ? "" : "neck");
    }
}

TEST(CheckSkin, ScaledArmaturesAreNoMismatch) {
    Avatar figure = avatar();
    const int root =
        figure.builder.push("nodes", {{"name", "armature"}, {"scale", {2, 2, 2}}, {"children", {0}}});
    figure.builder.json["scenes"][0]["nodes"][0] = root;
    EXPECT_EQ(told(figure, "SK01"), "");
}

TEST(CheckSkin, InverseBindMatricesAreAffineAndEnough) {
    const auto with = [](const std::function<void(std::vector<float>&)>& edit) {
        Avatar figure = avatar();
        edit(figure.inverse_bind);
        return test::findings_of(figure.load(), "SK02");
    };
    EXPECT_TRUE(with([](auto&) {}).empty());
    EXPECT_EQ(test::objects_of(with([](auto& m) { m[16 * 3 + 7] = 0.001F; })), "skin");
    EXPECT_EQ(test::objects_of(with([](auto& m) { m[16 * 3 + 15] = 0.0F; })), "skin");
    EXPECT_EQ(test::objects_of(with([](auto& m) { m[16 * 3 + 1] = std::nanf(""); })), "skin");
    const auto fewer = with([](auto& m) { m.resize(m.size() - 16); });
    ASSERT_EQ(fewer.size(), 1U);
    EXPECT_EQ(fewer[0].level, Level::error);
    const auto more = with([](auto& m) { m.insert(m.end(), m.begin(), m.begin() + 16); });
    ASSERT_EQ(more.size(), 1U);
    EXPECT_EQ(more[0].level, Level::info);
}

TEST(CheckSkin, FloatWeightsSumToOne) {
    for (const float weight : {0.9991F, 1.0009F, 0.9989F, 1.0011F}) {
        const bool fails = std::abs(weight - 1.0F) > 1e-3F;
        const auto of_gltf = test::findings_of(gltf(Bone::head, {{Bone::head, weight}}), "SK03");
        EXPECT_EQ(test::objects_of(of_gltf), fails ? "body" : "") << weight;
        const auto of_world = test::findings_of(world(Bone::head, {{Bone::head, weight}}), "SK03");
        EXPECT_EQ(of_world.size(), fails ? 1U : 0U) << weight;
    }
}

TEST(CheckSkin, AWeightThatIsNoNumberIsAnError) {
    const auto found =
        test::findings_of(gltf(Bone::head, {{Bone::head, 1.0F}, {Bone::neck, std::nanf("")}}), "SK03");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].level, Level::error);
    EXPECT_EQ(found[0].value, 1.0);
}

/// Vertices with a single byte weight each, except for the first, which has `weights`.
std::vector<Finding> of_bytes(const std::array<std::uint8_t, 4>& weights) {
    Avatar figure = avatar();
    std::vector<std::uint8_t> bytes;
    for (const float weight : figure.weights) bytes.push_back(weight > 0.0F ? 255 : 0);
    std::copy(weights.begin(), weights.end(), bytes.begin());
    figure.joints[1] = 1;
    figure.attributes["WEIGHTS_0"] =
        figure.builder.accessor(figure.builder.view(bytes), 5121, "VEC4", bytes.size() / 4, true);
    return test::findings_of(figure.load(), "SK03");
}

TEST(CheckSkin, QuantisedWeightsSumToTheWhole) {
    EXPECT_TRUE(of_bytes({200, 55, 0, 0}).empty());
    const auto rounded = of_bytes({200, 53, 0, 0});
    ASSERT_EQ(rounded.size(), 1U);
    EXPECT_EQ(rounded[0].level, Level::info);
    const auto wrong = of_bytes({200, 52, 0, 0});
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_EQ(wrong[0].level, Level::error);
}

TEST(CheckSkin, WeightsAreNotNegative) {
    EXPECT_EQ(test::objects_of(
                  test::findings_of(gltf(Bone::head, {{Bone::head, 1.0F}, {Bone::neck, 0.0F}}), "SK04")),
              "");
    EXPECT_EQ(test::objects_of(
                  test::findings_of(gltf(Bone::head, {{Bone::head, 1.1F}, {Bone::neck, -0.1F}}), "SK04")),
              "body");
    EXPECT_EQ(test::objects_of(
                  test::findings_of(world(Bone::head, {{Bone::head, 1.0F}, {Bone::neck, 0.0F}}), "SK04")),
              "");
    EXPECT_EQ(test::objects_of(
                  test::findings_of(world(Bone::head, {{Bone::head, 1.1F}, {Bone::neck, -0.1F}}), "SK04")),
              "vc7");
}

TEST(CheckSkin, JointsAreOfTheSkin) {
    for (const int over : {-1, 0}) {
        Avatar figure = avatar();
        const auto count = static_cast<int>(figure.builder.json["skins"][0]["joints"].size());
        figure.joints[4] = static_cast<std::uint16_t>(count + over);
        EXPECT_EQ(told(figure, "SK05"), over < 0 ? "" : "body");
    }
}

TEST(CheckSkin, AVertexNamesAJointOnce) {
    EXPECT_TRUE(
        test::findings_of(gltf(Bone::head, {{Bone::head, 0.5F}, {Bone::neck, 0.5F}}), "SK06").empty());
    EXPECT_TRUE(
        test::findings_of(gltf(Bone::head, {{Bone::head, 1.0F}, {Bone::head, 0.0F}}), "SK06").empty());
    EXPECT_EQ(test::objects_of(
                  test::findings_of(gltf(Bone::head, {{Bone::head, 0.5F}, {Bone::head, 0.5F}}), "SK06")),
              "body");
}

TEST(CheckSkin, JointsWithoutWeightAreNumberZero) {
    EXPECT_TRUE(
        test::findings_of(gltf(Bone::head, {{Bone::head, 1.0F}, {Bone::hips, 0.0F}}), "SK07").empty());
    EXPECT_EQ(test::objects_of(
                  test::findings_of(gltf(Bone::head, {{Bone::head, 1.0F}, {Bone::neck, 0.0F}}), "SK07")),
              "body");
}

TEST(CheckSkin, VerticesHaveFourWeights) {
    const std::vector<std::pair<Bone, float>> five{{Bone::hips, 0.2F},
                                                   {Bone::spine, 0.2F},
                                                   {Bone::chest, 0.2F},
                                                   {Bone::upper_chest, 0.2F},
                                                   {Bone::neck, 0.2F}};
    std::vector<std::pair<Bone, float>> four(five.begin(), five.end() - 1);
    for (auto& influence : four) influence.second = 0.25F;
    EXPECT_TRUE(test::findings_of(world(Bone::chest, four), "SK08").empty());
    EXPECT_EQ(test::findings_of(world(Bone::chest, five), "SK08").size(), 1U);
    for (const float fifth : {0.0F, 0.25F}) {
        Avatar figure = avatar();
        const std::size_t v = vertex_of(figure.vertices, Bone::chest);
        figure.set_weights(v, four);
        if (fifth > 0.0F) figure.weights[4 * v] -= fifth - 0.05F;
        std::vector<std::uint16_t> joints(figure.joints.size(), 0);
        std::vector<float> weights(figure.weights.size(), 0.0F);
        joints[4 * v] = static_cast<std::uint16_t>(figure.entry.at(static_cast<std::size_t>(Bone::neck)));
        weights[4 * v] = fifth;
        figure.attributes["JOINTS_1"] =
            figure.builder.accessor(figure.builder.view(joints), 5123, "VEC4", joints.size() / 4);
        figure.attributes["WEIGHTS_1"] = figure.builder.floats(weights, "VEC4", 4);
        EXPECT_EQ(told(figure, "SK08"), fifth > 0.0F ? "body" : "") << "an all-zero second set is fine";
    }
}

TEST(CheckSkin, VerticesFollowAJoint) {
    const auto of_gltf = test::findings_of(gltf(Bone::head, {}), "SK09");
    EXPECT_EQ(test::objects_of(of_gltf), "body");
    ASSERT_EQ(of_gltf.size(), 1U);
    EXPECT_EQ(of_gltf[0].level, Level::error);
    EXPECT_EQ(of_gltf[0].value, 1.0);
    EXPECT_TRUE(test::findings_of(gltf(Bone::head, {{Bone::head, 1e-3F}}), "SK09").empty());
    const auto of_world = test::findings_of(world(Bone::head, {}), "SK09");
    ASSERT_EQ(of_world.size(), 1U);
    EXPECT_EQ(of_world[0].value, 1.0);
    EXPECT_EQ(of_world[0].level, Level::warning) << "H-Anim says what becomes of them";
}

TEST(CheckSkin, MarksAreWhereAMovedFigureStands) {
    test::expect_marks_move_with_figure(world(Bone::head, {}), "SK09", 1);
}

TEST(CheckSkin, BonesMoveSomething) {
    const auto idle = [](bool hanim) {
        const test::Places places = hanim ? test::hanging_pose() : test::t_pose();
        std::vector<test::Vertex> vertices = test::boxes(places);
        for (test::Vertex& vertex : vertices)
            vertex.bone = vertex.bone == Bone::neck ? Bone::head : vertex.bone;
        if (hanim)
            return test::load_world(test::hanim_skin_text(places, vertices, test::own_weights(vertices)));
        Avatar figure = avatar();
        for (std::size_t v = 0; v < vertices.size(); ++v) figure.set_weights(v, {{vertices[v].bone, 1.0F}});
        return figure.load();
    };
    for (const bool hanim : {true, false}) {
        const auto found = test::findings_of(idle(hanim), "SK10");
        EXPECT_EQ(test::objects_of(found), "neck");
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].level, Level::info);
    }
    const Document rigid = test::make_figure(test::hanging_pose(), Kind::hanim);
    EXPECT_TRUE(test::findings_of(rigid, "SK10").empty());
}

TEST(CheckSkin, VerticesAreNearTheirBones) {
    for (const float weight : {0.04F, 0.06F}) {
        const std::vector<std::pair<Bone, float>> weights{{Bone::left_hand, 1.0F - weight},
                                                          {Bone::head, weight}};
        const std::string wanted = weight > 0.05F ? "head" : "";
        EXPECT_EQ(test::objects_of(test::findings_of(gltf(Bone::left_hand, weights), "SK11")), wanted);
        EXPECT_EQ(test::objects_of(test::findings_of(world(Bone::left_hand, weights), "SK11")), wanted);
    }
    // A thigh is longer than the limit, and all of it is near its bone.
    for (const float away : {0.299F, 0.302F}) {
        Avatar figure = avatar();
        const std::size_t v = vertex_of(figure.vertices, Bone::left_upper_leg);
        figure.vertices[v].place = {0.0961F, 0.7F, -away};
        EXPECT_EQ(told(figure, "SK11"), away > 0.3F ? "leftUpperLeg" : "");
    }
    // Where the lower leg is not mapped, the thigh still ends at its joint.
    for (const float away : {0.1F, 0.302F}) {
        Avatar figure = avatar();
        const std::size_t v = vertex_of(figure.vertices, Bone::left_upper_leg);
        figure.vertices[v].place = {0.1F, 0.52F, -away};
        Document document = figure.load();
        document.humanoids[0].bones[Bone::left_lower_leg] = -1;
        EXPECT_EQ(test::objects_of(test::findings_of(document, "SK11")), away > 0.3F ? "leftUpperLeg" : "");
    }
    // Joints that are no bones: from half a weight on the vertices are the joint's own, as those of long hair.
    for (const float weight : {0.04F, 0.06F, 0.6F}) {
        Document document = gltf(Bone::left_hand, {{Bone::left_hand, 1.0F - weight}, {Bone::head, weight}});
        const int node = document.humanoids[0].bones[Bone::head];
        document.humanoids[0].bones[Bone::head] = -1;
        const bool is_stray = weight > 0.05F && weight < 0.5F;
        EXPECT_EQ(test::objects_of(test::findings_of(document, "SK11")),
                  is_stray ? document.nodes[static_cast<std::size_t>(node)].name : "");
    }
}

TEST(CheckSkin, VerticesFollowTheirOwnSide) {
    for (const float weight : {0.04F, 0.06F}) {
        const std::vector<std::pair<Bone, float>> weights{{Bone::left_upper_leg, 1.0F - weight},
                                                          {Bone::right_upper_leg, weight}};
        const std::string wanted = weight > 0.05F ? "rightUpperLeg" : "";
        EXPECT_EQ(test::objects_of(test::findings_of(gltf(Bone::left_upper_leg, weights), "SK12")), wanted);
        EXPECT_EQ(test::objects_of(test::findings_of(world(Bone::left_upper_leg, weights), "SK12")), wanted);
    }
    for (const float x : {0.019F, 0.021F}) {
        Avatar figure = avatar();
        figure.vertices[vertex_of(figure.vertices, Bone::right_upper_leg)].place.x = x;
        EXPECT_EQ(told(figure, "SK12"), x > 0.02F ? "rightUpperLeg" : "");
    }
}

TEST(CheckSkin, MirroredVerticesHaveMirroredWeights) {
    // All vertices of the left forearm's box half with the upper arm's: of the pairs that makes so many.
    const auto mean = [](float share) {
        Avatar figure = avatar();
        for (std::size_t v = 0; v < figure.vertices.size(); ++v) {
            if (figure.vertices[v].bone == Bone::left_lower_leg)
                figure.set_weights(v, {{Bone::left_lower_leg, 1.0F - share}, {Bone::left_upper_leg, share}});
        }
        return figure;
    };
    // 16 of 416 vertices differ, by `share`: 0.02 on average where it is 0.52.
    Avatar good = mean(0.51F);
    Avatar bad = mean(0.53F);
    EXPECT_EQ(told(good, "SK13"), "");
    const auto found = test::findings_of(bad.load(), "SK13");
    EXPECT_EQ(test::objects_of(found), "body");
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].level, Level::info);
    EXPECT_NEAR(*found[0].value, 0.53 * 16.0 / 416.0, 1e-4);
    // Where most vertices have no mirror image nothing is reported.
    for (test::Vertex& vertex : bad.vertices) {
        if (vertex.place.x > 0.0F && vertex.bone != Bone::left_lower_leg) vertex.place.z += 0.01F;
    }
    EXPECT_EQ(told(bad, "SK13"), "");
}

TEST(CheckSkin, SetsOfJointsHaveTheirWeights) {
    Avatar figure = avatar();
    figure.attributes["JOINTS_1"] =
        figure.builder.accessor(figure.builder.view(std::vector<std::uint16_t>(figure.joints.size(), 0)),
                                5123, "VEC4", figure.joints.size() / 4);
    EXPECT_EQ(told(figure, "SK14"), "body");
    figure.attributes["WEIGHTS_1"] =
        figure.builder.floats(std::vector<float>(figure.weights.size()), "VEC4", 4);
    EXPECT_EQ(told(figure, "SK14"), "");
    figure.attributes["WEIGHTS_1"] =
        figure.builder.floats(std::vector<float>(figure.weights.size() - 4), "VEC4", 4);
    EXPECT_EQ(told(figure, "SK14"), "body");
}

TEST(CheckSkin, SkinsAndWeightsGoTogether) {
    const auto with = [](bool on_skinned) {
        Avatar figure = avatar();
        if (on_skinned) {
            const int plain = figure.builder.push(
                "meshes",
                {{"name", "plain"},
                 {"primitives",
                  Json::array({{{"attributes",
                                 {{"POSITION", figure.builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0})}}}}})}});
            const int node = figure.builder.push("nodes", {{"name", "hat"}, {"mesh", plain}, {"skin", 0}});
            figure.builder.json["scenes"][0]["nodes"].push_back(node);
        } else {
            const int node = figure.builder.push("nodes", {{"name", "ghost"}, {"mesh", 0}});
            figure.builder.json["scenes"][0]["nodes"].push_back(node);
        }
        return test::findings_of(figure.load(), "SK15");
    };
    const auto error = with(true);
    EXPECT_EQ(test::objects_of(error), "hat");
    ASSERT_EQ(error.size(), 1U);
    EXPECT_EQ(error[0].level, Level::error);
    const auto warning = with(false);
    EXPECT_EQ(test::objects_of(warning), "ghost");
    ASSERT_EQ(warning.size(), 1U);
    EXPECT_EQ(warning[0].level, Level::warning);
}

TEST(CheckSkin, NodesOfSkinnedMeshesAreNotPlaced) {
    for (const float by : {0.0F, 0.001F}) {
        Avatar figure = avatar();
        const auto shown = static_cast<int>(figure.builder.json["nodes"].size()) - 1;
        const int parent = figure.builder.push("nodes", {{"translation", {by, 0, 0}}, {"children", {shown}}});
        figure.builder.json["scenes"][0]["nodes"][1] = parent;
        EXPECT_EQ(told(figure, "SK16"), by > 0.0F ? "bodyNode" : "");
    }
}

TEST(CheckSkin, ATwistKeepsItsCrossSection) {
    // The remainder is r^2 (1 - w)^2 + w^2: 40 percent are lost where w is 0.2764.
    for (const float weight : {0.27F, 0.28F}) {
        const std::string wanted = weight > 0.2764F ? "leftLowerArm" : "";
        const auto blend = [weight](const std::vector<test::Vertex>& vertices) {
            test::Influences out = test::own_weights(vertices);
            for (std::size_t v = 0; v < vertices.size(); ++v) {
                if (vertices[v].bone == Bone::left_lower_arm)
                    out[v] = {{Bone::left_lower_arm, weight}, {Bone::left_upper_arm, 1.0F - weight}};
            }
            return out;
        };
        Avatar figure = avatar();
        const test::Influences influences = blend(figure.vertices);
        for (std::size_t v = 0; v < influences.size(); ++v) figure.set_weights(v, influences[v]);
        EXPECT_EQ(told(figure, "SK19"), wanted);
        const test::Places places = test::hanging_pose();
        const std::vector<test::Vertex> vertices = test::boxes(places);
        const Document document = test::load_world(test::hanim_skin_text(places, vertices, blend(vertices)));
        EXPECT_EQ(test::objects_of(test::findings_of(document, "SK19")), wanted);
    }
}

TEST(GltfFacts, AreTheFilesOwn) {
    Avatar figure = avatar();
    figure.builder.json["nodes"][2]["rotation"] = {0, 0, 0, 2};
    figure.builder.push("materials", {{"name", "spare"}});
    Document document = figure.load();
    const auto facts = check::read_gltf_facts(document);
    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->nodes.at(2).rotation, vec4(0, 0, 0, 2));
    EXPECT_EQ(facts->nodes.at(2).name, "chest");
    ASSERT_GE(facts->nodes.at(2).document_node, 0);
    EXPECT_EQ(facts->skins.at(0).joints.size(), facts->with_values(facts->skins.at(0).inverse_bind)->count);
    EXPECT_EQ(facts->unused.materials, std::vector<int>{0});
    EXPECT_TRUE(facts->unused.nodes.empty());
    EXPECT_TRUE(facts->unused.accessors.empty());
    // Findings end with an edit of what they refer to, not with others.
    Document edited = document;
    edited.humanoids.front().joints.front().stiffness = vec3(0.5F);
    EXPECT_TRUE(check::read_gltf_facts(edited));
    edited.nodes.front().rest.translation.x += 1.0F;
    EXPECT_FALSE(check::read_gltf_facts(edited));
    document.source = nullptr;
    EXPECT_FALSE(check::read_gltf_facts(document));
}

}  // namespace
}  // namespace vitruvian

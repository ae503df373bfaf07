// Edits and undo: random sequences of commands over random documents.
#include "model/edit/history.h"

#include "model/core/at.h"
#include "model/edit/command_json.h"
#include "model/edit/command_text.h"
#include "model/pose/pose.h"
#include "tests/unit/fingerprint.h"
#include "tests/unit/random_rig.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

namespace vitruvian {
namespace {

using test::Random;
using test::random_document;

/// Also shared values, by address.
std::string fingerprint_with_addresses(const Document& document) {
    std::string out = test::fingerprint(document);
    for (const MeshInstance& m : document.meshes) {
        out += fmt::format("{} {}\n", fmt::ptr(m.mesh.get()), fmt::ptr(m.skin.get()));
    }
    return out;
}

Item random_joint(Random& random, const Document& document) {
    return joint_item(0, random.integer(0, static_cast<int>(document.humanoids[0].joints.size()) - 1));
}

/// Valid and invalid commands, about half and half.
Command random_attempt(Random& random, const Document& document) {
    const Item joint =
        random.chance(0.1F) ? joint_item(random.integer(-1, 2), 99) : random_joint(random, document);
    const float poison = random.chance(0.2F) ? std::numeric_limits<float>::quiet_NaN() : 0.0F;
    switch (random.integer(0, 5)) {
        case 0:
            return SetJointLimits{joint, random.vector(-2.0F, 0.5F), random.vector(-0.5F, 2.0F) + poison};
        case 1:
            return SetJointStiffness{joint, random.vector(-0.1F, 1.0F) + poison};
        case 2:
            return SetJointCentre{joint, random.vector(-1.0F, 1.0F) + poison};
        case 3:
            return SetJointRotation{joint, random.chance(0.2F) ? quat(0, 0, 0, 0) : random.rotation()};
        case 4: {
            const auto kind = static_cast<ItemKind>(random.integer(0, 5));
            const Item thing{kind, is_of_humanoid(kind) ? 0 : -1, random.integer(-1, 3)};
            return Rename{thing, fmt::format("name{}", random.integer(0, 8))};
        }
        default:
            return SetDisplacerWeight{displacer_item(random.integer(-1, 2)),
                                      random.real(-1.0F, 1.0F) + poison};
    }
}

TEST(History, ACancelledGestureHasNeverBeen) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Random random(seed);
        History history(random_document(seed));
        for (int i = 0; i < 12; ++i)
            static_cast<void>(history.execute(random_attempt(random, history.present())));
        for (int i = random.integer(0, 3); i > 0; --i) history.undo();
        if (random.chance(0.5F)) history.mark_saved();
        const std::string before = fingerprint_with_addresses(history.present());
        const std::string redo = history.redo_title();
        const std::size_t count = history.steps().size();
        const std::optional<std::size_t> saved = history.saved_index();
        history.begin_gesture();
        for (int i = random.integer(0, 5); i > 0; --i)
            static_cast<void>(history.execute(random_attempt(random, history.present())));
        history.cancel_gesture();
        EXPECT_FALSE(history.in_gesture());
        EXPECT_EQ(fingerprint_with_addresses(history.present()), before);
        EXPECT_EQ(history.redo_title(), redo);
        EXPECT_EQ(history.steps().size(), count);
        EXPECT_EQ(history.saved_index(), saved);
    }
}

TEST(History, UndoingEverythingGivesTheFirstDocumentAndRedoingTheLast) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        Random random(seed);
        History history(random_document(seed));
        std::vector<std::string> states{fingerprint_with_addresses(history.present())};
        int failed = 0;
        for (int i = 0; i < 60; ++i) {
            const unsigned revision = history.revision();
            const Result<void> done = history.execute(random_attempt(random, history.present()));
            if (done) {
                states.push_back(fingerprint_with_addresses(history.present()));
                EXPECT_GT(history.revision(), revision);
            } else {
                ++failed;
                EXPECT_FALSE(done.error().message.empty());
                EXPECT_EQ(fingerprint_with_addresses(history.present()), states.back())
                    << "a failed edit left a trace";
                EXPECT_EQ(history.revision(), revision);
            }
            ASSERT_EQ(expect_valid(history.present()), std::nullopt);
        }
        EXPECT_GT(failed, 5);
        EXPECT_GT(states.size(), 15U);
        for (std::size_t i = states.size() - 1; i > 0; --i) {
            ASSERT_EQ(fingerprint_with_addresses(history.present()), states[i]);
            EXPECT_FALSE(history.undo_title().empty());
            history.undo();
        }
        EXPECT_FALSE(history.can_undo());
        for (std::size_t i = 0; i + 1 < states.size(); ++i) {
            ASSERT_EQ(fingerprint_with_addresses(history.present()), states[i]);
            history.redo();
        }
        EXPECT_EQ(fingerprint_with_addresses(history.present()), states.back());
        EXPECT_FALSE(history.can_redo());
    }
}

TEST(History, GestureIsOneStepFromItsBase) {
    Random random(5);
    History history(random_document(5));
    const std::string before = fingerprint_with_addresses(history.present());
    const Item joint = random_joint(random, history.present());
    history.begin_gesture();
    for (int i = 0; i < 40; ++i) {
        ASSERT_TRUE(history.execute(SetJointCentre{joint, random.vector(-1.0F, 1.0F)}));
    }
    ASSERT_TRUE(history.execute(SetJointCentre{joint, vec3(0.5F)}));
    EXPECT_FALSE(history.execute(SetJointCentre{joint_item(7, 7), vec3(0.5F)}));
    history.end_gesture();
    const std::string after = fingerprint_with_addresses(history.present());
    History direct(random_document(5));
    ASSERT_TRUE(direct.execute(SetJointCentre{joint, vec3(0.5F)}));
    EXPECT_EQ(test::fingerprint(direct.present()), test::fingerprint(history.present())) << "a drag drifted";
    history.undo();
    EXPECT_EQ(fingerprint_with_addresses(history.present()), before);
    EXPECT_FALSE(history.can_undo());
    history.redo();
    EXPECT_EQ(fingerprint_with_addresses(history.present()), after);
}

TEST(History, NewEditCutsOffTheFuture) {
    History history(random_document(6));
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.5F}));
    history.undo();
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.75F}));
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(history.undo_title(), "Set weight of smile");
    EXPECT_EQ(history.redo_title(), "");
}

TEST(History, SavedFollowsThePresent) {
    History history(random_document(7));
    EXPECT_TRUE(history.is_saved());
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.5F}));
    EXPECT_FALSE(history.is_saved());
    history.mark_saved();
    EXPECT_TRUE(history.is_saved());
    history.undo();
    EXPECT_FALSE(history.is_saved());
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.75F}));
    EXPECT_FALSE(history.is_saved()) << "the saved state was cut off";
    history.undo();
    EXPECT_FALSE(history.is_saved());
}

TEST(History, WhatIsAsItWasSavedIsSavedHoweverItCameAbout) {
    History history(random_document(8));
    const float weight = history.present().displacers[0].weight;
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.5F}));
    EXPECT_FALSE(history.is_saved());
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), weight}));
    EXPECT_TRUE(history.is_saved()) << "done by hand what undo does";
    history.undo();
    EXPECT_FALSE(history.is_saved());
    history.mark_saved();
    history.undo();
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.75F}));
    EXPECT_FALSE(history.is_saved());
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.5F}));
    EXPECT_TRUE(history.is_saved()) << "the saved step is cut off, but the document is as the file";
    history.mark_unsaved();
    EXPECT_FALSE(history.is_saved());
}

TEST(History, GoesToAnyStep) {
    History history(random_document(9));
    std::vector<std::string> states{fingerprint_with_addresses(history.present())};
    for (int i = 1; i < 8; ++i) {
        ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.1F * static_cast<float>(i)}));
        states.push_back(fingerprint_with_addresses(history.present()));
    }
    for (const std::size_t place : {3U, 0U, 7U, 5U}) {
        const unsigned revision = history.revision();
        EXPECT_TRUE(history.go_to(place));
        EXPECT_EQ(fingerprint_with_addresses(history.present()), states[place]);
        EXPECT_EQ(history.steps().size(), states.size());
        EXPECT_GT(history.revision(), revision);
    }
    EXPECT_FALSE(history.go_to(8));
    EXPECT_EQ(history.present_index(), 5U);
}

TEST(CommandText, ValuesAreForPeople) {
    const Document document = random_document(1);
    EXPECT_EQ(command_values(SetJointLimits{joint_item(0, 1), std::nullopt, vec3(0.1F, 1.5707964F, -0.25F)},
                             document),
              "lower none, upper 5.7\u00B0 90\u00B0 -14.3\u00B0");
    EXPECT_EQ(command_values(SetDisplacerWeight{displacer_item(0), 0.5F}, document), "weight 0.5");
    EXPECT_EQ(command_values(Rename{displacer_item(0), "grin"}, document), "name smile");
    const Batch twice{"Twice", {Rename{joint_item(0, 1), "a"}, Rename{joint_item(0, 1), "b"}}};
    EXPECT_EQ(command_values(twice, document), "2 commands");
    EXPECT_EQ(command_values(ApplyPose{{{0, Transform{}}}}, document), "1 node");
}

TEST(Commands, MovingACentreMovesNothingAtRest) {
    for (std::uint32_t seed = 0; seed < 30; ++seed) {
        Random random(seed);
        Document document = random_document(seed);
        const Item ref = random_joint(random, document);
        const int node = at(document.humanoids[0].joints, ref.index).node;
        const auto worlds = [](const Document& d) {
            return world_matrices(make_skeleton(d), rest_pose(make_skeleton(d)));
        };
        const std::vector<mat4> before = worlds(document);
        const std::vector<float> weights(document.displacers.size(), 0.0F);
        std::vector<std::vector<vec3>> shapes;
        for (const MeshInstance& m : document.meshes) shapes.push_back(skinned_positions(m, before, weights));
        const vec3 centre = random.vector(-1.0F, 1.0F);
        ASSERT_TRUE(apply(SetJointCentre{ref, centre}, document));
        const std::vector<mat4> after = worlds(document);
        for (std::size_t n = 0; n < after.size(); ++n) {
            for (int c = 0; c < 4; ++c) {
                const bool is_moved = static_cast<int>(n) == node && c == 3;
                if (is_moved) continue;
                EXPECT_LT(glm::length(after[n][c] - before[n][c]), 5e-5F) << "node " << n;
            }
        }
        const vec3 reached((affine_inverse(after[0]) * at(after, node))[3]);
        EXPECT_LT(glm::length(reached - centre), 5e-5F);
        for (std::size_t m = 0; m < shapes.size(); ++m) {
            const std::vector<vec3> posed = skinned_positions(document.meshes[m], after, weights);
            for (std::size_t v = 0; v < posed.size(); ++v)
                EXPECT_LT(glm::length(posed[v] - shapes[m][v]), 1e-4F);
        }
        EXPECT_EQ(expect_valid(document), std::nullopt);
    }
}

TEST(Commands, MovedJointTurnsAboutItsNewCentre) {
    Document document;
    document.nodes.resize(2);
    document.nodes[1].parent = 0;
    Humanoid humanoid;
    humanoid.node = 0;
    humanoid.joints.resize(1);
    humanoid.joints[0].node = 1;
    document.humanoids.push_back(humanoid);
    Mesh mesh;
    mesh.positions = {vec3(2.0F, 0.0F, 0.0F)};
    MeshInstance instance;
    instance.mesh = std::make_shared<Mesh>(mesh);
    Skin skin;
    skin.nodes = {1};
    skin.inverse_bind = {mat4(1.0F)};
    instance.skin = std::make_shared<Skin>(skin);
    document.meshes.push_back(instance);
    ASSERT_TRUE(apply(SetJointCentre{joint_item(0, 0), vec3(1.0F, 0.0F, 0.0F)}, document));
    ASSERT_TRUE(apply(SetJointRotation{joint_item(0, 0), axis_angle(vec3(0, 0, 1), 1.5707964F)}, document));
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<vec3> posed =
        skinned_positions(document.meshes[0], world_matrices(skeleton, file_pose(skeleton)), {});
    EXPECT_LT(glm::length(posed[0] - vec3(1.0F, 1.0F, 0.0F)), 1e-6F);
}

/// Steps that share all other data, one after the other.
void stiffen(History& history, int count) {
    for (int i = 0; i < count; ++i) {
        const float by = 0.001F * static_cast<float>(1 + i % 900);
        ASSERT_TRUE(history.execute(SetJointStiffness{joint_item(0, 1), vec3(by)}));
    }
}

TEST(History, SmallStepsAreKeptBeyondTheirNumber) {
    History history(random_document(3), {.steps = 20, .bytes = std::size_t{64} << 20});
    stiffen(history, 100);
    EXPECT_EQ(history.steps().size(), 101U);
    EXPECT_TRUE(history.forgotten().empty());
}

TEST(History, TheOldestStepsAreForgotten) {
    const Document base = random_document(3);
    History history(base, {.steps = 20, .bytes = 1});
    stiffen(history, 5);
    history.mark_saved();
    const std::string saved = fingerprint_with_addresses(history.present());
    stiffen(history, 55);
    ASSERT_EQ(history.steps().size(), 21U);
    EXPECT_EQ(history.present_index(), 20U);
    ASSERT_EQ(history.forgotten().size(), 40U);
    EXPECT_EQ(history.saved_index(), std::nullopt);
    EXPECT_FALSE(history.is_saved());
    // The last twenty are available, and dropped ones as text.
    while (history.can_undo()) history.undo();
    EXPECT_EQ(history.undo_title(), "");
    Document replayed = base;
    std::string fifth;
    for (std::size_t i = 0; i < history.forgotten().size(); ++i) {
        const Result<Command> command = command_from_json(history.forgotten()[i].next, replayed);
        ASSERT_TRUE(command) << command.error().text();
        ASSERT_TRUE(apply(*command, replayed));
        if (i == 4) fifth = fingerprint_with_addresses(replayed);
    }
    EXPECT_EQ(test::fingerprint(replayed), test::fingerprint(history.present()));
    EXPECT_EQ(fifth, saved);
    while (history.can_redo()) history.redo();
    EXPECT_EQ(history.present_index(), 20U);
    // The saved state is found again, although its step was dropped.
    ASSERT_TRUE(history.execute(SetJointStiffness{joint_item(0, 1), vec3(0.001F * 5.0F)}));
    EXPECT_EQ(fingerprint_with_addresses(history.present()), saved);
    EXPECT_TRUE(history.is_saved());
}

TEST(History, LargeStepsGoWhateverTheirNumber) {
    Document document = random_document(3);
    auto mesh = std::make_shared<Mesh>(*document.meshes.at(0).mesh);
    mesh->targets.clear();
    mesh->source_vertex.assign(1'000'000, 0);  // takes four megabytes
    document.meshes[0].mesh = mesh;
    document.meshes[0].displacers.clear();
    History history(document, {.steps = 200, .bytes = 0, .max_bytes = std::size_t{50} << 20});
    stiffen(history, 30);
    EXPECT_EQ(history.steps().size(), 31U) << "they share the mesh";
    EXPECT_LT(history.bytes(), std::size_t{2} << 20);
}

TEST(History, ADragIsOneStepAndForgetsNoneBeforeItsEnd) {
    History history(random_document(4), {.steps = 3, .bytes = 1});
    stiffen(history, 3);
    const std::uint64_t first = history.steps().front().number;
    history.begin_gesture();
    stiffen(history, 10);
    EXPECT_EQ(history.steps().front().number, first);
    history.cancel_gesture();
    EXPECT_EQ(history.steps().size(), 4U);
    EXPECT_EQ(history.steps().front().number, first);
    history.begin_gesture();
    stiffen(history, 10);
    history.end_gesture();
    EXPECT_EQ(history.steps().size(), 4U);
    EXPECT_NE(history.steps().front().number, first);
}

TEST(Commands, FlatFrameCannotBeMoved) {
    Document document = random_document(9);
    document.nodes[0].rest.scale = vec3(1.0F, 0.0F, 1.0F);
    document.humanoids[0].node = -1;
    const std::string before = fingerprint_with_addresses(document);
    EXPECT_FALSE(apply(SetJointCentre{joint_item(0, 0), vec3(1.0F, 5.0F, 1.0F)}, document));
    EXPECT_EQ(fingerprint_with_addresses(document), before);
}

TEST(Commands, TitlesNameTheJoint) {
    const Document document = random_document(10);
    EXPECT_EQ(title_of(SetJointLimits{joint_item(0, 0), {}, {}}, document), "Set limits of node1");
    EXPECT_EQ(title_of(SetJointLimits{joint_item(4, 0), {}, {}}, document), "Set limits of joint");
}

TEST(Commands, LimitsMayBeFreedAndMustNotCross) {
    Document document = random_document(11);
    ASSERT_TRUE(apply(SetJointLimits{joint_item(0, 1), vec3(-1.0F), vec3(1.0F)}, document));
    EXPECT_EQ(document.humanoids[0].joints[1].lower_limit, vec3(-1.0F));
    EXPECT_FALSE(apply(SetJointLimits{joint_item(0, 1), vec3(0.0F, 2.0F, 0.0F), vec3(1.0F)}, document));
    EXPECT_EQ(document.humanoids[0].joints[1].upper_limit, vec3(1.0F));
    ASSERT_TRUE(apply(SetJointLimits{joint_item(0, 1), std::nullopt, std::nullopt}, document));
    EXPECT_EQ(document.humanoids[0].joints[1].lower_limit, std::nullopt);
}

TEST(Commands, NamesAreUniqueWithinTheirKind) {
    Document document = random_document(12);
    EXPECT_FALSE(apply(Rename{joint_item(0, 0), "node2"}, document));
    EXPECT_FALSE(apply(Rename{joint_item(0, 0), ""}, document));
    EXPECT_FALSE(apply(Rename{joint_item(0, 0), "two\nlines"}, document));
    EXPECT_TRUE(apply(Rename{joint_item(0, 0), "node1"}, document)) << "its own name is free";
    EXPECT_TRUE(apply(Rename{{ItemKind::segment, 0, 1}, "node2"}, document)) << "another kind";
    EXPECT_TRUE(apply(Rename{{ItemKind::humanoid, -1, 0}, "Joe"}, document));
    EXPECT_EQ(document.humanoids[0].name, "Joe");
    EXPECT_TRUE(apply(Rename{{ItemKind::site, 0, 0}, "l_hand_tip"}, document));
    EXPECT_EQ(at(document.nodes, document.humanoids[0].sites[0].node).name, "l_hand_tip");
}

}  // namespace
}  // namespace vitruvian

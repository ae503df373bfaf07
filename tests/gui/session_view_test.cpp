// What clicks select, how figures are placed, what messages appear and for how long, folders.
#include "app/scene/framing.h"
#include "app/scene/skin_pick.h"
#include "app/session/folders.h"
#include "app/session/session.h"
#include "tests/folders.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace vitruvian::test {
namespace {

/// A sheet two metres high in front of the viewer: the lower edge moves with the root, the upper with a hip.
std::string sheet() {
    return "#X3D V4.0 utf8\nPROFILE Immersive\nHAnimHumanoid { name \"sheet\" version \"2.0\" skeleton [\n"
           "DEF root HAnimJoint { name \"humanoid_root\" center 0 1 0 skinCoordIndex [ 0 1 ] skinCoordWeight "
           "[ 1 1 ] "
           "children [ DEF hip HAnimJoint { name \"l_hip\" center 0.1 1 0 skinCoordIndex [ 2 3 ] "
           "skinCoordWeight [ 1 1 ] } ] } ] joints [ USE root USE hip ]\n"
           "skinCoord DEF points Coordinate { point [ -1 0 0, 1 0 0, 1 2 0, -1 2 0 ] }\n"
           "skin DEF body Shape { geometry IndexedFaceSet { coord USE points coordIndex [ 0 1 2 -1 0 2 3 -1 "
           "] } } }\n";
}

/// A person made of boxes, `height` metres tall.
std::string person(float height) {
    const auto number = [&](float share) { return std::to_string(share * height); };
    return "#VRML V2.0 utf8\nHumanoid { humanoidBody Joint { name \"HumanoidRoot\" center 0 " + number(0.5F) +
           " 0 children [ Segment { children Transform { translation 0 " + number(0.5F) +
           " 0 children Shape { geometry Box { size " + number(0.2F) + " " + number(1.0F) + " " +
           number(0.2F) + " } } } } Joint { name \"l_hip\" center " + number(0.05F) + " " + number(0.5F) +
           " 0 } Joint { name \"r_hip\" center " + number(-0.05F) + " " + number(0.5F) +
           " 0 } Joint { name \"skullbase\" center 0 " + number(0.9F) + " 0 } ] } }\n";
}

class ViewTest : public test::SessionTest {};

TEST_F(ViewTest, ADisplacerIsBroughtIntoViewByWhatItMoves) {
    ASSERT_TRUE(session_.open_now({source_folder() / "tests/data/boxman.wrl"}));
    const OpenFigure& figure = session_.figures().front();
    ASSERT_FALSE(figure.document().displacers.empty());
    session_.execute(FrameAll{});
    const float whole = session_.camera().distance;
    session_.execute(Select{{figure.id, displacer_item(0)}, true});
    EXPECT_LT(session_.camera().distance, 0.6F * whole);
}

TEST_F(ViewTest, AFigureThatAnotherProgramWroteInAnotherUnitStaysInThePicture) {
    const std::filesystem::path file = write("person.wrl", person(1.7F));
    ASSERT_TRUE(session_.open_now({file}));
    session_.execute(FrameAll{});
    session_.execute(OrbitCamera{0.4F, 0.1F});
    const Camera before = session_.camera();
    write("person.wrl", person(170.0F));
    session_.execute(CheckFiles{});
    ASSERT_TRUE(settled(session_));
    EXPECT_NEAR(session_.camera().distance, 100.0F * before.distance, before.distance);
    EXPECT_EQ(session_.camera().yaw, before.yaw);
}

TEST_F(ViewTest, OnlyWhatThePictureMarksDrawsItAnewUnderThePointer) {
    ASSERT_TRUE(session_.open_now({source_folder() / "tests/data/boxman.wrl"}));
    const std::uint64_t id = session_.figures().front().id;
    const auto redraws = [&](const Item& item) {
        const std::uint64_t before = session_.scene_revision();
        session_.execute(Hover{{id, item}});
        EXPECT_EQ(session_.hovered().item, item);
        return session_.scene_revision() != before;
    };
    EXPECT_FALSE(redraws({ItemKind::mesh, -1, 0}));
    EXPECT_FALSE(redraws({ItemKind::clip, -1, 0}));
    EXPECT_FALSE(redraws(displacer_item(0)));
    EXPECT_TRUE(redraws(joint_item(0, 1)));
    EXPECT_TRUE(redraws(joint_item(0, 2)));
    EXPECT_TRUE(redraws({ItemKind::mesh, -1, 0})) << "the joint's mark goes";
}

TEST_F(ViewTest, TheCameraGoesWithAFigureThatIsScaledOrPutElsewhere) {
    ASSERT_TRUE(session_.open_now({write("person.wrl", person(1.7F))}));
    const std::uint64_t id = session_.figures().front().id;
    session_.execute(FrameAll{});
    session_.execute(OrbitCamera{0.4F, 0.1F});
    const Camera before = session_.camera();
    session_.execute(Edit{id, Scale{100.0F}});
    const Camera scaled = session_.camera();
    EXPECT_NEAR(scaled.distance, 100.0F * before.distance, 1e-2F * scaled.distance);
    EXPECT_LT(glm::length(scaled.target - 100.0F * before.target), 1e-2F * scaled.distance);
    EXPECT_FLOAT_EQ(scaled.yaw, before.yaw);
    session_.execute(Undo{});
    EXPECT_NEAR(session_.camera().distance, before.distance, 1e-3F);
    EXPECT_LT(glm::length(session_.camera().target - before.target), 1e-3F);
    session_.execute(Redo{});
    EXPECT_NEAR(session_.camera().distance, scaled.distance, 1e-3F * scaled.distance);
}

TEST_F(ViewTest, WhatIsLookedAtStaysInViewWithoutTheClip) {
    Session session;
    ASSERT_TRUE(session.open_now({source_folder() / "tests" / "data" / "boxman.gltf"}));
    const OpenFigure& figure = session.figures().front();
    const int hips = figure.document().humanoids.front().bones[Bone::hips];
    ASSERT_GE(hips, 0);
    session.execute(ChooseClip{figure.id, -1});
    session.execute(KeyPose{figure.id, true});
    const int clip = figure.clip;
    ASSERT_GE(clip, 0);
    session.execute(ChooseClip{figure.id, -1});
    session.execute(FrameAll{});
    const auto hips_seen = [&] {
        const vec3 place = vec3(figure.placement * figure.world[static_cast<std::size_t>(hips)][3]);
        return vec3(session.camera().view() * vec4(place, 1.0F));
    };
    const vec3 before = hips_seen();
    const vec3 target = session.camera().target;
    session.execute(ChooseClip{figure.id, clip});
    EXPECT_EQ(session.camera().target, target) << "what is in view is left alone";
    // Ten metres to the side in the clip.
    SetKeys keys{{ItemKind::clip, -1, clip}, {}};
    for (const float time : {0.0F, 1.0F}) {
        KeyValues values;
        values.node = hips;
        values.path = ChannelPath::translation;
        values.times = {time};
        values.values = {10.0F, 1.0F, 0.0F};
        keys.keys.push_back(values);
    }
    session.execute(Edit{figure.id, std::move(keys)});
    session.execute(FrameAll{});
    session.execute(ChooseClip{figure.id, -1});
    EXPECT_LT(glm::length(vec2(hips_seen()) - vec2(before)), 0.6F);
    EXPECT_LT(std::abs(session.camera().target.x), 1.0F);
}

TEST_F(ViewTest, AClickOnTheSkinFindsTheJointThatLeadsThere) {
    ASSERT_TRUE(session_.open_now({write("sheet.x3dv", sheet())}));
    const OpenFigure& figure = session_.figures().front();
    ASSERT_EQ(figure.document().meshes.size(), 1U);
    ASSERT_TRUE(figure.document().meshes.front().mesh->is_skinned());
    const Selection mesh{figure.id, {ItemKind::mesh, -1, 0}};
    const auto at_height = [&](float y) {
        return pick_targets(figure.frame(), mesh, Ray{vec3(0.2F, y, 5.0F), vec3(0.0F, 0.0F, -1.0F)});
    };
    const std::vector<PickTarget> low = at_height(0.5F);
    ASSERT_EQ(low.size(), 2U);
    EXPECT_EQ(name_of(session_, low[0].what), "humanoid_root");
    EXPECT_NEAR(low[0].weight, 0.75F, 1e-4F);
    EXPECT_EQ(name_of(session_, low[1].what), "l_hip");
    EXPECT_NEAR(low[1].weight, 0.25F, 1e-4F);
    EXPECT_EQ(name_of(session_, at_height(1.5F)[0].what), "l_hip");
    // Repeatedly: the next one, and the first after the last.
    EXPECT_EQ(next_target(low, low[0].what), low[1].what);
    EXPECT_EQ(next_target(low, low[1].what), low[0].what);
    EXPECT_EQ(next_target(low, Selection{}), low[0].what);
    // Beside the sheet there is only the mesh itself.
    ASSERT_EQ(at_height(7.0F).size(), 1U);
    EXPECT_EQ(at_height(7.0F)[0].what, mesh);
}

TEST_F(ViewTest, ARigidSegmentIsItsJoint) {
    ASSERT_TRUE(session_.open_now({write("person.wrl", person(1.8F))}));
    const OpenFigure& figure = session_.figures().front();
    const std::vector<PickTarget> targets =
        pick_targets(figure.frame(), {figure.id, {ItemKind::segment, 0, 0}}, Ray{});
    ASSERT_EQ(targets.size(), 1U);
    EXPECT_EQ(name_of(session_, targets[0].what), "HumanoidRoot");
}

TEST_F(ViewTest, WeightsOfTheManikinAddUpWhereverItIsHit) {
    ASSERT_TRUE(session_.show_builtin());
    const OpenFigure& open = session_.figures().front();
    const Figure figure = open.frame();
    int hits = 0;
    for (int i = 0; i < static_cast<int>(open.document().meshes.size()); ++i) {
        const Selection mesh{open.id, {ItemKind::mesh, -1, i}};
        for (float y = 0.1F; y < 1.8F; y += 0.1F) {
            const std::vector<PickTarget> targets =
                pick_targets(figure, mesh, Ray{vec3(0.05F, y, 5.0F), vec3(0.0F, 0.0F, -1.0F)});
            if (targets.front().what == mesh) continue;
            ++hits;
            float sum = 0.0F;
            for (const PickTarget& target : targets) {
                EXPECT_EQ(target.what.item.kind, ItemKind::joint);
                EXPECT_LE(target.weight, targets.front().weight + 1e-6F);
                sum += target.weight;
            }
            EXPECT_NEAR(sum, 1.0F, 1e-2F);
        }
    }
    EXPECT_GT(hits, 5);
}

TEST_F(ViewTest, ManyFiguresStandInSeveralRowsAndTinyOnesCanBeSeen) {
    std::vector<std::filesystem::path> files;
    for (int i = 0; i < 7; ++i) files.push_back(write("p" + std::to_string(i) + ".wrl", person(1.8F)));
    files.push_back(write("tiny.wrl", person(0.01F)));
    ASSERT_TRUE(session_.open_now(files));
    std::vector<float> depths;
    for (const OpenFigure& figure : session_.figures()) {
        const float depth = figure.placement[3].z;
        if (std::none_of(depths.begin(), depths.end(),
                         [&](float known) { return std::abs(known - depth) < 0.1F; }))
            depths.push_back(depth);
    }
    EXPECT_EQ(depths.size(), 2U);
    const Figure tiny = session_.figures().back().frame();
    EXPECT_GT(scene_bounds({&tiny, 1}).size().y, 0.4F);
    for (std::size_t i = 0; i < session_.figures().size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const vec3 apart(session_.figures()[i].placement[3] - session_.figures()[j].placement[3]);
            EXPECT_GT(glm::length(apart), 0.3F) << i << " and " << j << " stand in one place";
        }
    }
}

TEST_F(ViewTest, InformationGoesAwayAndProblemsStay) {
    session_.execute(ShowMessage{Severity::info, "saved", ""});
    session_.execute(ShowMessage{Severity::warning, "odd", ""});
    ASSERT_TRUE(session_.seconds_to_fade().has_value());
    EXPECT_FALSE(session_.let_messages_age(*session_.seconds_to_fade() - 0.5));
    session_.keep_messages_for_input();
    EXPECT_FALSE(session_.let_messages_age(1.5)) << "what is pointed at moves under nobody's pointer";
    EXPECT_TRUE(session_.let_messages_age(*session_.seconds_to_fade()));
    ASSERT_EQ(session_.messages().size(), 1U);
    EXPECT_EQ(session_.messages().front().title, "odd");
    EXPECT_FALSE(session_.seconds_to_fade().has_value()) << "an unread problem asks for no frame";
    session_.execute(ShowMessage{Severity::error, "worse", ""});
    session_.execute(DismissMessage{});
    EXPECT_TRUE(session_.messages().empty()) << "all are dismissed together";
}

TEST_F(ViewTest, AFolderOpensAndItsFilesAreStepped) {
    write("b.wrl", person(1.8F));
    write("A.wrl", person(1.8F));
    write("c.x3d", "broken");
    write("notes.txt", "no figure");
    session_.execute(OpenFiles{{folder_}, false});
    ASSERT_TRUE(settled(session_));
    ASSERT_EQ(session_.figures().size(), 1U);
    EXPECT_EQ(session_.figures().front().name(), "A.wrl");
    const auto begins = [&](const std::string& title) {
        return std::count_if(session_.messages().begin(), session_.messages().end(),
                             [&](const Message& message) { return message.title.starts_with(title); });
    };
    EXPECT_EQ(begins("A.wrl: 1 of 3 files in"), 1);
    session_.execute(OpenNeighbour{1});
    ASSERT_TRUE(settled(session_));
    EXPECT_EQ(session_.figures().front().name(), "b.wrl");
    EXPECT_EQ(session_.messages().size(), 1U) << "nobody has to hear that it took the other's place";
    EXPECT_EQ(begins("b.wrl: 2 of 3 files in"), 1);
    session_.execute(OpenNeighbour{1});
    ASSERT_TRUE(settled(session_));
    EXPECT_EQ(session_.figures().front().name(), "b.wrl") << "what cannot be read changes nothing";
    session_.execute(OpenNeighbour{1});
    ASSERT_TRUE(settled(session_));
    EXPECT_EQ(session_.figures().front().name(), "A.wrl") << "and is no end";
    session_.execute(OpenNeighbour{-2});
    ASSERT_TRUE(settled(session_));
    EXPECT_EQ(session_.figures().front().name(), "b.wrl");
}

TEST_F(ViewTest, ErrorsSayWhatToDoForTheirCase) {
    const auto said = [&](const std::filesystem::path& file) {
        session_.execute(DismissMessage{});
        session_.execute(OpenFiles{{file}, false});
        EXPECT_TRUE(settled(session_));
        return session_.messages().empty() ? std::string() : session_.messages().back().text;
    };
    EXPECT_NE(said(folder_ / "gone.glb").find("moved"), std::string::npos);
    const std::string diary = "Dear diary, today I rode a horse.\n";
    EXPECT_NE(said(write("notes.txt", diary)).find(".vrma"), std::string::npos);
    EXPECT_NE(said(write("notes.glb", diary)).find("damaged"), std::string::npos);
    EXPECT_NE(said(write("empty.glb", "")).find("again"), std::string::npos);
    std::filesystem::create_directories(folder_ / "nothing");
    EXPECT_NE(said(folder_ / "nothing").find(".wrl"), std::string::npos);
    EXPECT_NE(said(write("broken.wrl", "#VRML V2.0 utf8\n\"not a node\"\n")).find("Fix the file"),
              std::string::npos);
}

}  // namespace
}  // namespace vitruvian::test

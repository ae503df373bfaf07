// Saving through the session: where files go, what counts as saved, and unsaved work that would be replaced.
#include "app/session/session.h"
#include "model/core/at.h"
#include "model/figure/joint_angles.h"
#include "model/formats/load.h"
#include "model/io/save_options.h"
#include "model/pose/pose.h"
#include "tests/gui/save_session.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

namespace vitruvian {
namespace {

using test::id_of;
using test::small_bvh;

namespace fs = std::filesystem;
using SaveTest = test::SaveSession;
using test::change_by_hand;
using test::text_of;

TEST_F(SaveTest, SaveWritesTheEditAndNothingElse) {
    open();
    const std::string old_name =
        session_.figures()[0]
            .document()
            .nodes[static_cast<std::size_t>(session_.figures()[0].document().humanoids[0].joints[1].node)]
            .name;
    edit("renamed");
    EXPECT_TRUE(session_.has_unsaved_edits());
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_TRUE(said(Severity::info, "boxman.wrl is saved"));
    std::string expected = before_;
    const std::string quoted = '"' + old_name + '"';
    ASSERT_NE(expected.find(quoted), std::string::npos);
    expected.replace(expected.find(quoted), quoted.size(), "\"renamed\"");
    EXPECT_EQ(text_of(file_), expected);

    session_.execute(Undo{});
    EXPECT_TRUE(session_.has_unsaved_edits());
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_EQ(text_of(file_), before_);
}

TEST_F(SaveTest, SkinsAreCutIntoRigidSegmentsAndBindPosesKeptWhenAsked) {
    session_.execute(OpenFiles{{source_folder() / "assets/manikin/manikin.x3d"}, false});
    wait();
    ASSERT_EQ(session_.figures().size(), 1U);
    for (const bool rigid : {false, true}) {
        const fs::path path = folder_ / (rigid ? "rigid.wrl" : "skin.wrl");
        session_.execute(SaveFigure{id_of(session_), path, FileFormat::vrml97, false, rigid});
        wait();
        const Result<Document> saved = load_document(path);
        ASSERT_TRUE(saved);
        EXPECT_EQ(std::none_of(saved->meshes.begin(), saved->meshes.end(),
                               [](const MeshInstance& instance) { return instance.mesh->is_skinned(); }),
                  rigid);
    }
    for (const bool keep_bind : {false, true}) {
        session_.execute(DismissMessage{0});
        const fs::path path = folder_ / (keep_bind ? "kept.glb" : "bound.glb");
        session_.execute(SaveFigure{id_of(session_), path, FileFormat::glb, false, false, keep_bind});
        wait();
        const bool breaks_rules =
            std::any_of(session_.messages().begin(), session_.messages().end(), [](const Message& m) {
                return m.text.find("rules for its reference pose") != std::string::npos;
            });
        EXPECT_EQ(breaks_rules, keep_bind);
    }
}

TEST_F(SaveTest, ThePoseThatAClipIsInIsNeverSaved) {
    open();
    const Document& before = session_.figures()[0].document();
    ASSERT_FALSE(before.clips.empty());
    const std::vector<Node> nodes = before.nodes;
    session_.execute(ChooseClip{id_of(session_), 0});
    session_.execute(SetPlaying{true});
    session_.execute(SetTime{0.4 * before.clips.front()->duration});
    for (int i = 0; i < 10; ++i) session_.update(0.01);
    ASSERT_NE(session_.figures()[0].playing_clip(), nullptr);
    EXPECT_FALSE(session_.has_unsaved_edits()) << "playing edits nothing";
    edit("renamed");
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    for (const auto& [name, format] :
         {std::pair("as.x3d", FileFormat::x3d_xml), std::pair("as.wrl", FileFormat::vrml97)}) {
        session_.execute(SaveFigure{id_of(session_), folder_ / name, format});
        wait();
    }
    for (const char* name : {"boxman.wrl", "as.x3d", "as.wrl"}) {
        const Result<Document> saved = load_document(folder_ / name);
        ASSERT_TRUE(saved) << name;
        std::size_t found = 0;
        for (const Node& node : saved->nodes) {
            for (const Node& old : nodes) {
                if (node.kind != NodeKind::joint || old.name != node.name) continue;
                ++found;
                EXPECT_EQ(node.delta.rotation, old.delta.rotation) << name << " " << node.name;
                EXPECT_EQ(node.delta.translation, old.delta.translation) << name << " " << node.name;
            }
        }
        EXPECT_GT(found, 3U) << name;
    }
}

TEST_F(SaveTest, CurvesAndStepsAreWrittenAsKeysInPlace) {
    open();
    const Document& document = session_.figures()[0].document();
    const Clip& clip = *document.clips.front();
    const Item item{ItemKind::clip, -1, 0};
    ASSERT_GE(clip.channels.size(), 3U);
    for (const auto& [channel, interpolation] :
         {std::pair(0, "cubic"), std::pair(1, "step"), std::pair(2, "cubic")}) {
        const Channel& one = clip.channels.at(static_cast<std::size_t>(channel));
        session_.execute(
            Edit{id_of(session_), SetInterpolation{item, {{one.node, {}, -1, one.path, {}}}, interpolation}});
    }
    const Document edited = session_.figures()[0].document();
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_FALSE(said(Severity::warning, "not everything")) << "nothing else in the file has changed";
    const std::string after = text_of(file_);
    const std::size_t clips = before_.find("DEF Nod_skull");
    ASSERT_NE(clips, std::string::npos);
    EXPECT_EQ(after.substr(0, clips), before_.substr(0, clips));
    const Result<Document> saved = load_document(file_);
    ASSERT_TRUE(saved);
    const Skeleton skeleton = make_skeleton(*saved);
    Pose found = file_pose(skeleton);
    Pose wanted = found;
    for (double time = 0.0; time < 2.0; time += 0.0371) {
        sample(*saved->clips.front(), time, skeleton, found);
        sample(*edited.clips.front(), time, skeleton, wanted);
        for (std::size_t n = 0; n < found.local.size(); ++n) {
            EXPECT_LT(angle_between(found.local[n].rotation, wanted.local[n].rotation), 1e-3F) << time;
            EXPECT_LT(glm::length(found.local[n].translation - wanted.local[n].translation), 1e-4F) << time;
        }
    }
    EXPECT_LT(saved->clips.front()->channels[2].times.size(), 300U) << "keys that a person can still read";
}

TEST_F(SaveTest, WhatIsEditedMeanwhileStaysUnsaved) {
    open();
    edit("first");
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    edit("second");
    wait();
    EXPECT_TRUE(session_.has_unsaved_edits());
    session_.execute(Undo{});
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_NE(text_of(file_).find("\"first\""), std::string::npos);
}

TEST_F(SaveTest, SaveAsMovesTheFigureToItsNewFile) {
    open();
    edit("moved");
    const fs::path copy = folder_ / "copy.glb";
    session_.execute(SaveFigure{id_of(session_), copy, FileFormat::glb});
    wait();
    EXPECT_EQ(session_.figures()[0].path, copy);
    EXPECT_EQ(session_.figures()[0].format, FileFormat::glb);
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_EQ(text_of(file_), before_);
    EXPECT_TRUE(text_of(copy).starts_with("glTF"));
}

TEST_F(SaveTest, AFailureIsReportedAndNothingCountsAsSaved) {
    open();
    edit("lost");
    session_.execute(SaveFigure{id_of(session_), folder_ / "no" / "folder.wrl", FileFormat::vrml97});
    wait();
    EXPECT_TRUE(session_.has_unsaved_edits());
    ASSERT_TRUE(said(Severity::error, "folder.wrl could not be saved"));
    EXPECT_NE(session_.messages().back().text.find("choose another place"), std::string::npos);
    EXPECT_NE(session_.messages().back().text.find("The edits are kept."), std::string::npos);
    EXPECT_EQ(session_.figures()[0].path, file_);
}

TEST_F(SaveTest, AFailureOffersToTryAgainAndAnotherPlace) {
    open();
    edit("kept");
    fs::remove(file_);
    fs::create_directory(file_);
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    ASSERT_TRUE(said(Severity::error, "boxman.wrl could not be saved"));
    EXPECT_TRUE(session_.messages().back().text.starts_with("a folder has this name"));
    const std::vector<Offer> offers = session_.messages().back().offers;
    ASSERT_EQ(offers.size(), 2U);
    EXPECT_TRUE(std::holds_alternative<AskSavePlace>(offers[1].what));
    fs::remove(file_);
    session_.execute(std::get<Intent>(offers[0].what));
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_FALSE(said(Severity::error, "could not be saved"));
    EXPECT_NE(text_of(file_).find("\"kept\""), std::string::npos);
}

TEST_F(SaveTest, AFailureIsForgottenOnceItIsSaved) {
    const auto fail_to_save = [this](const std::string& name) {
        edit(name);
        fs::permissions(file_, fs::perms::owner_read);
        session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
        wait();
        EXPECT_TRUE(said(Severity::error, "could not be saved"));
        fs::permissions(file_, fs::perms::owner_read | fs::perms::owner_write);
    };
    open();
    fail_to_save("late");
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_FALSE(said(Severity::error, "could not be saved"));
    fail_to_save("elsewhere");
    session_.execute(SaveFigure{id_of(session_), folder_ / "other.wrl", FileFormat::vrml97});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_FALSE(said(Severity::error, "could not be saved"));
}

TEST_F(SaveTest, TheManikinHasNoFileOfItsOwn) {
    ASSERT_TRUE(session_.show_builtin());
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_TRUE(said(Severity::warning, "no file"));
    session_.execute(Edit{id_of(session_), Rename{joint_item(0, 3), "mine"}});
    session_.execute(SaveFigure{id_of(session_), folder_ / "mine.x3d", FileFormat::x3d_xml});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_EQ(session_.figures()[0].name(), "mine.x3d");
    const Result<Document> again = load_document(folder_ / "mine.x3d");
    ASSERT_TRUE(again);
    EXPECT_EQ(at(again->nodes, again->humanoids[0].joints[3].node).name, "mine");
}

TEST_F(SaveTest, UnsavedWorkIsNotReplacedUnasked) {
    open();
    edit("kept");
    const fs::path other = folder_ / "other.wrl";
    fs::copy_file(file_, other);
    session_.execute(OpenFiles{{other}, false});
    wait();
    ASSERT_NE(session_.waiting(), nullptr);
    EXPECT_EQ(session_.waiting()->arrived.front().name(), "other.wrl");
    EXPECT_EQ(session_.figures()[0].path, file_);
    session_.execute(AnswerUnsaved{false});
    EXPECT_EQ(session_.waiting(), nullptr);
    EXPECT_TRUE(session_.has_unsaved_edits());

    session_.execute(OpenFiles{{other}, true});
    wait();
    EXPECT_EQ(session_.figures().size(), 2U) << "beside it, nothing is lost";

    session_.execute(ReloadFiles{});
    wait();
    EXPECT_NE(session_.waiting(), nullptr);
    session_.execute(AnswerUnsaved{true});
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_EQ(session_.figures().size(), 2U);
}

TEST_F(SaveTest, ADocumentIsExportedNotSavedToAFormatThatCannotHoldIt) {
    open();
    edit("kept");
    session_.execute(SaveFigure{id_of(session_), folder_ / "motion.bvh", FileFormat::bvh});
    wait();
    EXPECT_TRUE(fs::exists(folder_ / "motion.bvh"));
    EXPECT_TRUE(said(Severity::warning, "motion.bvh is exported, not saved"));
    EXPECT_EQ(session_.figures()[0].path, file_);
    EXPECT_EQ(session_.figures()[0].format, FileFormat::vrml97);
    EXPECT_TRUE(session_.has_unsaved_edits());
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_NE(text_of(file_).find("\"kept\""), std::string::npos);
}

TEST_F(SaveTest, AFileWithRoomForOneClipGetsTheOneThatPlays) {
    session_.execute(OpenFiles{{source_folder() / "tests/data/boxman.gltf"}, false});
    wait();
    const auto& clips = session_.figures().front().document().clips;
    ASSERT_EQ(clips.size(), 2U);
    for (int clip = 0; clip < 2; ++clip) {
        session_.execute(ChooseClip{id_of(session_), clip});
        const std::string said = fmt::format("\"{}\" is written", at(clips, clip)->name);
        for (const auto& [name, format] :
             {std::pair("out.bvh", FileFormat::bvh), std::pair("out.vrma", FileFormat::glb)}) {
            session_.execute(SaveFigure{id_of(session_), folder_ / (std::to_string(clip) + name), format});
            wait();
            EXPECT_NE(session_.messages().back().text.find(said), std::string::npos)
                << session_.messages().back().text;
        }
    }
    EXPECT_FALSE(session_.has_unsaved_edits());
    // Or the one that the figure was posed over, which the timeline still shows.
    const std::string last = at(clips, 1)->name;
    session_.execute(LetClipGo{id_of(session_)});
    session_.execute(
        Edit{id_of(session_), SetJointRotation{joint_item(0, 1), axis_angle(vec3(1, 0, 0), 0.5F)}});
    ASSERT_EQ(session_.figures().front().playing_clip(), nullptr);
    session_.execute(SaveFigure{id_of(session_), folder_ / "over.bvh", FileFormat::bvh});
    wait();
    EXPECT_TRUE(
        std::any_of(session_.messages().begin(), session_.messages().end(), [&](const Message& message) {
            return message.text.find(fmt::format("\"{}\" is written", last)) != std::string::npos;
        }));
}

TEST_F(SaveTest, WhatIsExportedOverItsOwnFileIsNobodyElsesChange) {
    const fs::path walk = folder_ / "walk.bvh";
    std::ofstream(walk) << small_bvh(true);
    session_.execute(OpenFiles{{walk}, false});
    wait();
    const std::uint64_t id = id_of(session_, session_.figures().size() - 1);
    session_.execute(Edit{id, SetJointLimits{joint_item(0, 1), vec3(-1.0F), vec3(1.0F)}});
    for (int i = 0; i < 2; ++i) {
        session_.execute(SaveFigure{id, {}, FileFormat::unknown});
        wait();
        EXPECT_TRUE(said(Severity::warning, "walk.bvh is exported, not saved"));
        EXPECT_FALSE(said(Severity::warning, "Another program"));
        EXPECT_TRUE(session_.has_unsaved_edits());
    }
}

TEST_F(SaveTest, SeveralSavesAfterOneAnotherAreNobodyElsesChange) {
    open();
    for (const char* name : {"first", "second", "third"}) {
        edit(name);
        session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    }
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_NE(text_of(file_).find("\"third\""), std::string::npos);
    EXPECT_EQ(std::count_if(session_.messages().begin(), session_.messages().end(),
                            [](const Message& message) { return message.title == "boxman.wrl is saved"; }),
              1);
    session_.execute(CheckFiles{});
    wait();
    EXPECT_FALSE(said(Severity::warning, "Another program"));
    EXPECT_FALSE(said(Severity::info, "loaded again"));
}

TEST_F(SaveTest, AFileThatCameMeanwhileIsNotReplaced) {
    open();
    const fs::path copy = folder_ / "copy.wrl";
    std::ofstream(copy) << "precious";
    session_.execute(SaveFigure{id_of(session_), copy, FileFormat::vrml97});
    wait();
    EXPECT_EQ(text_of(copy), "precious");
    EXPECT_TRUE(said(Severity::error, "could not be saved"));
    session_.execute(SaveFigure{id_of(session_), copy, FileFormat::vrml97, true});
    wait();
    EXPECT_EQ(text_of(copy), before_);
}

TEST_F(SaveTest, ABufferBesideTheFileIsTheFiguresOwn) {
    open();
    const fs::path copy = folder_ / "copy.gltf";
    session_.execute(SaveFigure{id_of(session_), copy, FileFormat::gltf});
    wait();
    ASSERT_EQ(session_.figures()[0].path, copy);
    edit("renamed in glTF");
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_FALSE(fs::exists(folder_ / "copy_2.bin"));
    // Another program's file is kept, and the figure uses another name.
    std::ofstream(folder_ / "copy.bin") << "precious";
    edit("once more");
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_EQ(text_of(folder_ / "copy.bin"), "precious");
    EXPECT_TRUE(fs::exists(folder_ / "copy_2.bin"));
    EXPECT_TRUE(load_document(copy));
}

TEST(History, ASavedStateIsFoundAgainOrGone) {
    Document document;
    document.displacers.resize(1);
    History history(document);
    const std::uint64_t empty = history.step();
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.5F}));
    const std::uint64_t half = history.step();
    history.mark_saved(half);
    EXPECT_TRUE(history.is_saved());
    history.undo();
    EXPECT_FALSE(history.is_saved());
    ASSERT_TRUE(history.execute(SetDisplacerWeight{displacer_item(0), 0.25F}));
    history.mark_saved(half);  // that state was discarded
    EXPECT_FALSE(history.is_saved());
    history.undo();
    EXPECT_FALSE(history.is_saved());
    history.mark_saved(empty);
    EXPECT_TRUE(history.is_saved());
}

}  // namespace
}  // namespace vitruvian

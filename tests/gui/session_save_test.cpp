// Saving through the session: where files go, what counts as saved, and unsaved work that something would
// replace.
#include "app/session/session.h"
#include "model/io/load.h"
#include "model/io/save.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
}

class SaveTest : public testing::Test {
  protected:
    void SetUp() override {
        folder_ =
            fs::path(testing::TempDir()) /
            ("session_save_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        file_ = folder_ / "boxman.wrl";
        fs::copy_file(source_folder() / "tests/data/boxman.wrl", file_);
        before_ = text_of(file_);
    }

    void open() {
        session_.execute(OpenFiles{{file_}, false});
        wait();
        ASSERT_EQ(session_.figures().size(), 1U);
        ASSERT_EQ(session_.figures().front().path, file_);
    }

    void wait() {
        for (int i = 0; i < 2000; ++i) {
            session_.update(0.01);
            if (!session_.is_saving() && !session_.loading() && !session_.decoding()) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        FAIL() << "the workers do not come to an end";
    }

    void edit(const std::string& name) { session_.execute(Edit{0, Rename{joint_item(0, 1), name}}); }

    bool said(Severity severity, const std::string& part) {
        for (const Message& message : session_.messages()) {
            if (message.severity == severity && message.title.find(part) != std::string::npos) return true;
        }
        return false;
    }

    fs::path folder_;
    fs::path file_;
    std::string before_;
    Session session_;
};

TEST_F(SaveTest, SaveWritesTheEditAndNothingElse) {
    open();
    const std::string old_name =
        session_.figures()[0]
            .document()
            .nodes[static_cast<std::size_t>(session_.figures()[0].document().humanoids[0].joints[1].node)]
            .name;
    edit("renamed");
    EXPECT_TRUE(session_.has_unsaved_edits());
    session_.execute(SaveFigure{0, {}, FileFormat::unknown});
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
    session_.execute(SaveFigure{0, {}, FileFormat::unknown});
    wait();
    EXPECT_EQ(text_of(file_), before_);
}

TEST_F(SaveTest, ThePoseThatAClipIsInIsNeverSaved) {
    open();
    const Document& before = session_.figures()[0].document();
    ASSERT_FALSE(before.clips.empty());
    const std::vector<Node> nodes = before.nodes;
    session_.execute(ChooseClip{0, 0, -1});
    session_.execute(SetPlaying{true});
    session_.execute(SetTime{0.4 * before.clips.front()->duration});
    for (int i = 0; i < 10; ++i) session_.update(0.01);
    ASSERT_NE(session_.figures()[0].playing_clip(), nullptr);
    EXPECT_FALSE(session_.has_unsaved_edits()) << "playing edits nothing";
    edit("renamed");
    session_.execute(SaveFigure{0, {}, FileFormat::unknown});
    wait();
    for (const auto& [name, format] :
         {std::pair("as.x3d", FileFormat::x3d_xml), std::pair("as.wrl", FileFormat::vrml97)}) {
        session_.execute(SaveFigure{0, folder_ / name, format});
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

TEST_F(SaveTest, WhatIsEditedMeanwhileStaysUnsaved) {
    open();
    edit("first");
    session_.execute(SaveFigure{0, {}, FileFormat::unknown});
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
    session_.execute(SaveFigure{0, copy, FileFormat::glb});
    wait();
    EXPECT_EQ(session_.figures()[0].path, copy);
    EXPECT_EQ(session_.figures()[0].format, FileFormat::glb);
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_EQ(text_of(file_), before_);
    EXPECT_TRUE(text_of(copy).starts_with("glTF"));
}

TEST_F(SaveTest, AFailureIsToldAndNothingCountsAsSaved) {
    open();
    edit("lost");
    session_.execute(SaveFigure{0, folder_ / "no" / "folder.wrl", FileFormat::vrml97});
    wait();
    EXPECT_TRUE(session_.has_unsaved_edits());
    EXPECT_TRUE(said(Severity::error, "could not be saved"));
    EXPECT_EQ(session_.figures()[0].path, file_);
}

TEST_F(SaveTest, TheManikinHasNoFileOfItsOwn) {
    ASSERT_TRUE(session_.show_builtin());
    session_.execute(SaveFigure{0, {}, FileFormat::unknown});
    wait();
    EXPECT_TRUE(said(Severity::warning, "no file"));
    session_.execute(Edit{0, Rename{joint_item(0, 3), "mine"}});
    session_.execute(SaveFigure{0, folder_ / "mine.wrl", FileFormat::vrml97});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_EQ(session_.figures()[0].name(), "mine.wrl");
    const Result<Document> again = load_document(folder_ / "mine.wrl");
    ASSERT_TRUE(again);
    EXPECT_EQ(again->nodes[static_cast<std::size_t>(again->humanoids[0].joints[3].node)].name, "mine");
}

TEST_F(SaveTest, UnsavedWorkIsNotReplacedUnasked) {
    open();
    edit("kept");
    const fs::path other = folder_ / "other.wrl";
    fs::copy_file(file_, other);
    session_.execute(OpenFiles{{other}, false});
    wait();
    EXPECT_EQ(session_.waiting_to_replace(), "other.wrl");
    EXPECT_EQ(session_.figures()[0].path, file_);
    session_.execute(AnswerReplace{false});
    EXPECT_TRUE(session_.waiting_to_replace().empty());
    EXPECT_TRUE(session_.has_unsaved_edits());

    session_.execute(OpenFiles{{other}, true});
    wait();
    EXPECT_EQ(session_.figures().size(), 2U) << "beside it, nothing is lost";

    session_.execute(ReloadFiles{});
    wait();
    EXPECT_FALSE(session_.waiting_to_replace().empty());
    session_.execute(AnswerReplace{true});
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_EQ(session_.figures().size(), 2U);
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
    history.mark_saved(half);  // that state was cut off
    EXPECT_FALSE(history.is_saved());
    history.undo();
    EXPECT_FALSE(history.is_saved());
    history.mark_saved(empty);
    EXPECT_TRUE(history.is_saved());
}

}  // namespace
}  // namespace vitruvian

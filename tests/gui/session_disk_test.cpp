// Files that another program changes while they are open: loaded again, or the user is asked.
#include "model/formats/load.h"
#include "tests/gui/save_session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;
using DiskTest = test::SaveSession;
using test::change_by_hand;
using test::id_of;
using test::text_of;

TEST_F(DiskTest, WhatAnotherProgramChangedIsNotWrittenOverUnasked) {
    open();
    edit("mine");
    change_by_hand(file_);
    const std::string theirs = text_of(file_);
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_EQ(text_of(file_), theirs);
    EXPECT_TRUE(session_.has_unsaved_edits());
    ASSERT_TRUE(said(Severity::warning, "Another program has changed boxman.wrl"));
    EXPECT_TRUE(session_.messages().back().text.starts_with("It was not saved."));
    const std::vector<Offer> offers = session_.messages().back().offers;
    ASSERT_EQ(offers.size(), 3U);
    // At another path, it belongs to nothing.
    EXPECT_TRUE(std::holds_alternative<AskSavePlace>(offers[2].what));
    // Over it.
    session_.execute(std::get<Intent>(offers[1].what));
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_NE(text_of(file_).find("\"mine\""), std::string::npos);
    EXPECT_EQ(text_of(file_).find("THEIRS"), std::string::npos);
    EXPECT_FALSE(said(Severity::warning, "Another program")) << "that is settled";
}

TEST_F(DiskTest, WhatAnotherProgramChangedIsLoadedAgainWhereNothingIsLost) {
    open();
    const fs::path other = folder_ / "other.wrl";
    fs::copy_file(file_, other);
    session_.execute(OpenFiles{{other}, true});
    wait();
    session_.execute(Edit{id_of(session_, 1), Rename{joint_item(0, 1), "unsaved"}});
    session_.execute(Select{{id_of(session_), joint_item(0, 2)}});
    session_.execute(SetPlaying{false});
    session_.execute(SetTime{0.25});
    session_.execute(OrbitCamera{0.3F, 0.1F});
    const vec3 eye_target = session_.camera().target;
    const float yaw = session_.camera().yaw;
    change_by_hand(file_);
    session_.execute(CheckFiles{});
    wait();
    EXPECT_TRUE(said(Severity::info, "boxman.wrl is loaded again"));
    const Document& document = session_.figures()[0].document();
    const auto is_theirs = [](const Node& node) { return node.name == "THEIRS"; };
    EXPECT_TRUE(std::any_of(document.nodes.begin(), document.nodes.end(), is_theirs));
    EXPECT_EQ(session_.selection().item, joint_item(0, 2));
    EXPECT_EQ(session_.playback().time, 0.25);
    EXPECT_EQ(session_.camera().yaw, yaw);
    EXPECT_EQ(session_.camera().target, eye_target);
    EXPECT_TRUE(session_.has_unsaved_edits()) << "the other figure is as it was";
    session_.execute(Undo{});
    EXPECT_FALSE(session_.has_unsaved_edits());

    // A changed time alone is not a change, and a message is not repeated.
    const auto count = session_.messages().size();
    fs::last_write_time(file_, fs::file_time_type::clock::now());
    session_.execute(CheckFiles{});
    wait();
    EXPECT_EQ(session_.messages().size(), count);
}

TEST_F(DiskTest, UnsavedEditsAndAnotherProgramsChange) {
    open();
    edit("mine");
    change_by_hand(file_);
    for (int i = 0; i < 2; ++i) {
        session_.execute(CheckFiles{});
        wait();
    }
    EXPECT_EQ(session_.waiting(), nullptr);
    ASSERT_EQ(session_.messages().size(), 1U);
    ASSERT_TRUE(said(Severity::warning, "Another program has changed boxman.wrl"));
    EXPECT_TRUE(session_.has_unsaved_edits());
    session_.execute(std::get<Intent>(session_.messages().back().offers[0].what));
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_FALSE(said(Severity::warning, "Another program"));

    fs::remove(file_);
    session_.execute(CheckFiles{});
    wait();
    EXPECT_TRUE(said(Severity::warning, "boxman.wrl is not on the disk any more"));
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_TRUE(fs::exists(file_));
}

bool has_theirs(const Session& session) {
    const Document& document = session.figures()[0].document();
    return std::any_of(document.nodes.begin(), document.nodes.end(),
                       [](const Node& node) { return node.name == "THEIRS"; });
}

TEST_F(DiskTest, MessagesAboutAChangeAreDrawn) {
    open();
    edit("mine");
    session_.update(0.0);
    std::ofstream(file_, std::ios::app) << "# theirs\n";
    session_.execute(CheckFiles{});
    EXPECT_TRUE(session_.update(0.0)) << "the window sleeps else, until somebody touches it";
    EXPECT_TRUE(said(Severity::warning, "has changed"));
    EXPECT_FALSE(session_.update(0.0));
}

TEST_F(DiskTest, AChangeIsLoadedAsSoonAsNothingIsUnsaved) {
    for (const bool dismissed : {false, true}) {
        open();
        edit("mine");
        change_by_hand(file_);
        session_.execute(CheckFiles{});
        wait();
        ASSERT_TRUE(said(Severity::warning, "Another program has changed boxman.wrl"));
        edit("mine too");
        wait();
        ASSERT_TRUE(said(Severity::warning, "Another program has changed boxman.wrl"));
        if (dismissed) session_.execute(DismissMessage{0});
        session_.execute(Undo{});
        wait();
        EXPECT_FALSE(has_theirs(session_)) << "one edit is unsaved still";
        session_.execute(Undo{});
        wait();
        EXPECT_TRUE(has_theirs(session_));
        EXPECT_FALSE(said(Severity::warning, "Another program")) << "that is settled";
        EXPECT_TRUE(said(Severity::info, "boxman.wrl is loaded again"));
        std::ofstream(file_, std::ios::binary) << before_;
        session_.execute(CheckFiles{});
        wait();
        session_.execute(DismissMessage{0});
    }
}

TEST_F(DiskTest, SavingWithNothingUnsavedLoadsWhatAnotherProgramWrote) {
    open();
    change_by_hand(file_);
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    wait();
    EXPECT_TRUE(has_theirs(session_));
    EXPECT_FALSE(said(Severity::warning, "Another program"));
}

TEST_F(DiskTest, AnUnreadableChangeIsReportedWithWhatIsUnsaved) {
    open();
    std::ofstream(file_, std::ios::binary) << "nothing of a world";
    session_.execute(CheckFiles{});
    wait();
    wait();
    const std::string title = "Another program has changed boxman.wrl, and it cannot be read now";
    const auto told = [&] {
        EXPECT_FALSE(said(Severity::error, "boxman.wrl"));
        for (const Message& message : session_.messages()) {
            if (message.title == title) return message.text.substr(message.text.find('\n') + 1);
        }
        return std::string("nothing");
    };
    EXPECT_EQ(told(),
              "The figure stays as it was, and is loaded again once the file is whole.\n"
              "Overwrite loses what the other program wrote.");
    edit("mine");
    wait();
    EXPECT_EQ(told(), "The edits made here are kept.\nOverwrite loses what the other program wrote.");
    // The version that cannot be read is chosen all the same: the choice is still there.
    session_.execute(std::get<Intent>(session_.messages().back().offers[0].what));
    wait();
    wait();
    EXPECT_EQ(told(), "The edits made here are kept.\nOverwrite loses what the other program wrote.");
    EXPECT_TRUE(session_.has_unsaved_edits());
    session_.execute(Undo{});
    wait();
    EXPECT_EQ(told(),
              "The figure stays as it was, and is loaded again once the file is whole.\n"
              "Overwrite loses what the other program wrote.");
    // The other program reverts it.
    std::ofstream(file_, std::ios::binary) << before_;
    session_.execute(CheckFiles{});
    wait();
    EXPECT_EQ(told(), "nothing");
}

TEST_F(DiskTest, ASelectionIsFoundAgainByItsName) {
    open();
    const Document& before = session_.figures()[0].document();
    const auto item = [&](const char* name) { return items_called(before, ItemKind::joint, name).at(0); };
    session_.execute(SelectMany{{{id_of(session_), item("l_knee")}, {id_of(session_), item("r_knee")}}});
    // Another joint comes before them.
    std::string text = before_;
    const std::string child = "DEF hanim_l_hip ";
    const auto at = text.find(child);
    ASSERT_NE(at, std::string::npos);
    text.insert(at, "HAnimJoint { name \"new\" } ");
    std::ofstream(file_, std::ios::binary) << text;
    session_.execute(CheckFiles{});
    wait();
    wait();
    ASSERT_TRUE(said(Severity::info, "boxman.wrl is loaded again"));
    const auto selected = [&](const Selection& what) {
        return name_of(session_.figures()[0].document(), what.item);
    };
    EXPECT_EQ(selected(session_.selection()), "l_knee");
    ASSERT_EQ(session_.view().also_selected.size(), 1U);
    EXPECT_EQ(selected(session_.view().also_selected[0]), "r_knee");
}

TEST_F(DiskTest, SelectionAndClipComeBackWithTheRestOfAFile) {
    open();
    const Document& before = session_.figures()[0].document();
    session_.execute(Select{{id_of(session_), items_called(before, ItemKind::joint, "l_knee").at(0)}});
    session_.execute(ChooseClip{id_of(session_), 0});
    session_.execute(SetTime{0.25});
    // A reader of worlds shows what precedes the place where a file breaks off.
    std::ofstream(file_, std::ios::binary) << before_.substr(0, before_.size() / 4);
    session_.execute(CheckFiles{});
    wait();
    wait();
    ASSERT_TRUE(said(Severity::info, "boxman.wrl is loaded again"));
    ASSERT_TRUE(said(Severity::info, "remark"));
    ASSERT_EQ(session_.figures()[0].playing_clip(), nullptr);
    ASSERT_EQ(session_.selection().item.kind, ItemKind::none);
    std::ofstream(file_, std::ios::binary) << before_;
    session_.execute(CheckFiles{});
    wait();
    wait();
    EXPECT_FALSE(said(Severity::info, "remark")) << "those of the version that broke off";
    EXPECT_EQ(name_of(session_.figures()[0].document(), session_.selection().item), "l_knee");
    EXPECT_NE(session_.figures()[0].playing_clip(), nullptr);
    EXPECT_EQ(session_.playback().time, 0.25);
}

TEST_F(DiskTest, AFileThatIsBackIsNotReportedMissing) {
    open();
    edit("mine");
    fs::remove(file_);
    session_.execute(CheckFiles{});
    wait();
    ASSERT_TRUE(said(Severity::warning, "boxman.wrl is not on the disk any more"));
    std::ofstream(file_, std::ios::binary) << before_;
    session_.execute(CheckFiles{});
    wait();
    EXPECT_FALSE(said(Severity::warning, "boxman.wrl"));
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
}

/// A figure as .gltf, whose buffer is in a file beside it.
class BufferTest : public DiskTest {
  protected:
    void open_gltf() {
        open();
        session_.execute(SaveFigure{id_of(session_), gltf_, FileFormat::gltf});
        wait();
        session_.execute(OpenFiles{{gltf_}, false});
        wait();
        ASSERT_EQ(session_.figures()[0].path, gltf_);
    }

    /// Another program halves a coordinate of some vertex.
    void change_buffer() const {
        std::string bytes = text_of(buffer_);
        ASSERT_GT(bytes.size(), 4U);
        bytes[2] = static_cast<char>(bytes[2] ^ 0x40);
        std::ofstream(buffer_, std::ios::binary) << bytes;
    }

    fs::path gltf_ = folder_ / "boxman.gltf";
    fs::path buffer_ = folder_ / "boxman.bin";
};

TEST_F(BufferTest, EditsOfAFigureWhoseBufferChangedAreSavedByChoice) {
    open_gltf();
    edit("mine");
    change_buffer();
    const std::string theirs = text_of(buffer_);
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    wait();
    EXPECT_FALSE(said(Severity::error, "could not be saved"));
    ASSERT_TRUE(said(Severity::warning, "Another program has changed boxman.bin of boxman.gltf"));
    EXPECT_TRUE(session_.has_unsaved_edits());
    EXPECT_EQ(text_of(gltf_).find("\"mine\""), std::string::npos);
    const std::vector<Offer> offers = session_.messages().back().offers;
    ASSERT_EQ(offers.size(), 3U);
    // Overwrite: with the buffer that was read, beside the other program's.
    session_.execute(std::get<Intent>(offers[1].what));
    wait();
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_EQ(text_of(buffer_), theirs);
    EXPECT_NE(text_of(gltf_).find("\"mine\""), std::string::npos);
    EXPECT_NE(text_of(gltf_).find("boxman_2.bin"), std::string::npos);
    // Later edits are saved as ever.
    edit("mine too");
    session_.execute(SaveFigure{id_of(session_), {}, FileFormat::unknown});
    wait();
    EXPECT_FALSE(session_.has_unsaved_edits());
    EXPECT_NE(text_of(gltf_).find("\"mine too\""), std::string::npos);
}

TEST_F(BufferTest, AFigureWhoseBufferChangedIsSavedElsewhere) {
    open_gltf();
    edit("mine");
    const fs::path other = folder_ / "other.gltf";
    change_buffer();
    session_.execute(SaveFigure{id_of(session_), other, FileFormat::gltf});
    wait();
    EXPECT_TRUE(said(Severity::warning, "other.gltf is exported, not saved")) << "not all of its source";
    EXPECT_NE(text_of(other).find("\"mine\""), std::string::npos);
    ASSERT_TRUE(load_document(other));
}

}  // namespace
}  // namespace vitruvian

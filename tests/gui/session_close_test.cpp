// Closing figures, whatever they are doing; hiding them; and playing all that are animated.
#include "app/gui/tree_panel.h"
#include "app/session/session.h"
#include "tests/folders.h"
#include "tests/gui/sessions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;
using test::id_of;
using test::settled;

class CloseTest : public test::FolderTest {
  protected:
    void SetUp() override {
        for (const char* name : {"a.wrl", "b.wrl", "c.wrl"})
            fs::copy_file(source_folder() / "tests/data/boxman.wrl", folder_ / name);
        write("walk.bvh", test::small_bvh(true));
        session_ = std::make_unique<Session>(std::function<void()>{}, recovery_);
    }

    void open(const std::vector<fs::path>& files, bool add = false) {
        std::vector<fs::path> paths;
        for (const fs::path& file : files) paths.push_back(folder_ / file);
        session_->execute(OpenFiles{paths, add});
        ASSERT_TRUE(settled(*session_));
    }
    void open_three() {
        open({"a.wrl", "b.wrl", "c.wrl"});
        ASSERT_EQ(session_->figures().size(), 3U);
        a_ = id_of(*session_, 0);
        b_ = id_of(*session_, 1);
        c_ = id_of(*session_, 2);
    }
    void rename(std::uint64_t id, const std::string& name) {
        session_->execute(Edit{id, Rename{joint_item(0, 1), name}});
    }
    [[nodiscard]] std::string name_in(std::uint64_t id) const {
        return name_of(session_->figure(id)->document(), joint_item(0, 1));
    }
    void close(const std::vector<std::uint64_t>& ids) { session_->execute(CloseFiles{ids}); }
    void close_all() {
        std::vector<std::uint64_t> ids;
        for (const OpenFigure& figure : session_->figures()) ids.push_back(figure.id);
        close(ids);
    }
    [[nodiscard]] std::size_t journals() const {
        std::error_code none;
        std::size_t count = 0;
        for (fs::directory_iterator entry(recovery_, none), end; !none && entry != end; ++entry)
            count += entry->path().extension() == ".jsonl" ? 1 : 0;
        return count;
    }
    [[nodiscard]] bool said(const std::string& part) const {
        return std::any_of(session_->messages().begin(), session_->messages().end(), [&](const Message& m) {
            return (m.title + "\n" + m.text).find(part) != std::string::npos;
        });
    }

    const fs::path recovery_ = folder_ / "recovery";
    std::unique_ptr<Session> session_;
    std::uint64_t a_ = 0, b_ = 0, c_ = 0;
};

TEST_F(CloseTest, UndoAndRedoGoOnThroughTheOthers) {
    open_three();
    const std::string before = name_in(a_);
    rename(a_, "a1");
    rename(b_, "b1");
    rename(c_, "c1");
    rename(a_, "a2");
    rename(b_, "b2");
    session_->execute(Undo{});  // b2
    session_->execute(Undo{});  // a2
    close({b_});
    session_->execute(AnswerUnsaved{true});
    ASSERT_EQ(session_->figures().size(), 2U);
    session_->execute(Redo{});
    EXPECT_EQ(name_in(a_), "a2");
    EXPECT_TRUE(session_->redo_title().empty()) << "b2 is gone";
    session_->execute(Undo{});
    session_->execute(Undo{});
    EXPECT_EQ(name_in(a_), "a1");
    EXPECT_NE(name_in(c_), "c1");
    session_->execute(Undo{});
    EXPECT_EQ(name_in(a_), before);
    EXPECT_TRUE(session_->undo_title().empty());
}

TEST_F(CloseTest, WhatWasSaidAboutAFigureGoesWithIt) {
    open_three();
    session_->execute(Edit{a_, DeleteClip{{ItemKind::clip, -1, 99}}});
    session_->execute(Edit{b_, Rename{joint_item(0, 999), "none"}});
    ASSERT_EQ(session_->messages().size(), 2U);
    close({a_});
    ASSERT_EQ(session_->messages().size(), 1U);
    EXPECT_EQ(session_->messages().front().figure, b_);
    close_all();
    EXPECT_FALSE(said("was not possible"));
}

TEST_F(CloseTest, UnsavedEditsAskOnceAndTheJournalGoesWithThem) {
    open_three();
    rename(a_, "mine");
    rename(b_, "theirs");
    EXPECT_EQ(journals(), 2U);
    close({a_, c_});
    EXPECT_EQ(session_->figures().size(), 3U);
    EXPECT_EQ(session_->at_stake(), std::vector{a_});
    session_->execute(AnswerUnsaved{false});
    EXPECT_EQ(session_->waiting(), nullptr);
    EXPECT_EQ(session_->figures().size(), 3U);
    EXPECT_EQ(name_in(a_), "mine");
    EXPECT_EQ(journals(), 2U);
    close({a_, c_});
    session_->execute(AnswerUnsaved{true});
    ASSERT_EQ(session_->figures().size(), 1U);
    EXPECT_EQ(name_in(b_), "theirs");
    EXPECT_EQ(journals(), 1U);
    session_->execute(Undo{});
    EXPECT_EQ(journals(), 0U);
    EXPECT_TRUE(session_->undo_title().empty());
}

TEST_F(CloseTest, WhatIsUndoneWhileItWaitsGoesOnByItself) {
    open_three();
    rename(a_, "mine");
    close({a_});
    session_->execute(Undo{});
    session_->update(0.0);
    EXPECT_EQ(session_->figure(a_), nullptr);
}

TEST_F(CloseTest, TheLastWishIsTheOneThatWaits) {
    open({"a.wrl"});
    rename(id_of(*session_), "mine");
    open({"b.wrl"});
    ASSERT_NE(session_->waiting(), nullptr);
    EXPECT_EQ(session_->waiting()->arrived.size(), 1U);
    close_all();
    EXPECT_TRUE(session_->waiting()->arrived.empty());
    EXPECT_TRUE(said("b.wrl is not opened"));
    session_->execute(AnswerUnsaved{true});
    EXPECT_TRUE(session_->figures().empty());
}

TEST_F(CloseTest, DuringADrag) {
    open_three();
    session_->execute(BeginGesture{a_});
    rename(a_, "first");
    rename(a_, "second");
    close({b_});
    EXPECT_FALSE(session_->in_gesture());
    EXPECT_EQ(session_->figures().size(), 2U);
    EXPECT_EQ(name_in(a_), "second");
    session_->execute(BeginGesture{a_});
    rename(a_, "third");
    close({a_});
    session_->execute(AnswerUnsaved{true});
    session_->execute(EndGesture{});
    EXPECT_EQ(session_->figures().size(), 1U);
    EXPECT_TRUE(session_->undo_title().empty());
    EXPECT_EQ(journals(), 0U);
}

TEST_F(CloseTest, TheSelectionOfAnotherFigureStaysAndItsOwnGoes) {
    open_three();
    session_->execute(Select{{c_, joint_item(0, 2)}});
    session_->execute(Hover{{a_, joint_item(0, 1)}});
    close({a_});
    EXPECT_EQ(session_->selection(), (Selection{c_, joint_item(0, 2)}));
    EXPECT_EQ(session_->hovered(), Selection{});
    EXPECT_EQ(session_->active_id(), c_);
    close({c_});
    EXPECT_EQ(session_->selection(), Selection{});
    EXPECT_EQ(session_->active_id(), b_);
    // References that a panel still has to it have no effect.
    session_->execute(Select{{c_, joint_item(0, 2)}});
    session_->execute(Edit{c_, Rename{joint_item(0, 1), "gone"}});
    session_->execute(ChooseClip{b_, 0, c_});
    session_->execute(SaveFigure{c_, {}, FileFormat::unknown});
    session_->execute(RevertFigure{c_});
    session_->execute(SetShown{c_, false});
    ASSERT_TRUE(settled(*session_));
    EXPECT_EQ(session_->selection(), Selection{});
    EXPECT_FALSE(session_->has_unsaved_edits());
}

TEST_F(CloseTest, AFigureThatPlayedItsClipPlaysItsOwnAgain) {
    open_three();
    session_->execute(ChooseClip{a_, 0, b_});
    ASSERT_NE(session_->clip_source(*session_->figure(a_)), nullptr);
    session_->execute(SetPlaying{true});
    close({b_});
    const OpenFigure& figure = *session_->figure(a_);
    EXPECT_EQ(figure.clip_file, 0U);
    EXPECT_FALSE(figure.plan() != nullptr);
    EXPECT_EQ(figure.playing_clip(), figure.document().clips.at(0).get());
    EXPECT_TRUE(said("b.wrl is closed, and with it the clip of a.wrl"));
    EXPECT_TRUE(session_->playback().playing) << "it goes on";
    session_->update(0.1);
}

TEST_F(CloseTest, AFileOfClipsIsShownWhereItIsAllThatIsLeft) {
    open({"a.wrl", "walk.bvh"});
    ASSERT_EQ(session_->figures().size(), 2U);
    EXPECT_FALSE(session_->figures()[1].shown);
    close({id_of(*session_, 0)});
    ASSERT_EQ(session_->figures().size(), 1U);
    EXPECT_TRUE(session_->figures()[0].shown);
    EXPECT_NE(session_->figures()[0].playing_clip(), nullptr);
}

TEST_F(CloseTest, AFileOfClipsThatIsClosedLeavesTheManikinItsWalk) {
    ASSERT_TRUE(session_->show_builtin());
    open({"walk.bvh"});
    ASSERT_EQ(session_->figures().size(), 2U);
    ASSERT_TRUE(session_->figures()[0].plan() != nullptr);
    close({id_of(*session_, 1)});
    EXPECT_TRUE(session_->only_builtin());
    EXPECT_NE(session_->figures()[0].playing_clip(), nullptr);
    EXPECT_EQ(session_->figures()[0].placement, mat4(1.0F));
}

TEST_F(CloseTest, WhileItIsLoadedAgain) {
    open_three();
    session_->execute(ReloadFiles{{a_, b_}});
    close({a_});
    ASSERT_TRUE(settled(*session_));
    ASSERT_EQ(session_->figures().size(), 2U);
    EXPECT_EQ(session_->figure(a_), nullptr);
    EXPECT_NE(session_->figure(b_), nullptr);
    // Files being loaded are added to an empty stage.
    session_->execute(OpenFiles{{folder_ / "a.wrl"}, true});
    close_all();
    ASSERT_TRUE(settled(*session_));
    ASSERT_EQ(session_->figures().size(), 1U);
    EXPECT_EQ(session_->figures()[0].name(), "a.wrl");
}

TEST_F(CloseTest, DuringASave) {
    open_three();
    rename(a_, "saved");
    session_->execute(SaveFigure{a_, {}, FileFormat::unknown});
    close({a_});
    ASSERT_TRUE(settled(*session_));
    session_->update(0.0);
    EXPECT_EQ(session_->figure(a_), nullptr) << "nothing was lost by it: it needs no answer";
    EXPECT_EQ(session_->waiting(), nullptr);
    EXPECT_TRUE(said("a.wrl is saved"));
    EXPECT_EQ(journals(), 0U);
    std::stringstream text;
    text << std::ifstream(folder_ / "a.wrl").rdbuf();
    EXPECT_NE(text.str().find("\"saved\""), std::string::npos);
}

TEST_F(CloseTest, ASaveThatFailsKeepsItOpen) {
    open_three();
    rename(a_, "kept");
    session_->execute(SaveFigure{a_, folder_ / "no" / "folder.wrl", FileFormat::vrml97});
    close({a_});
    ASSERT_TRUE(settled(*session_));
    session_->update(0.0);
    ASSERT_NE(session_->figure(a_), nullptr);
    EXPECT_EQ(session_->at_stake(), std::vector{a_});
    EXPECT_EQ(journals(), 1U);
}

TEST_F(CloseTest, ACopyThatIsStillWrittenIsWrittenAllTheSame) {
    open_three();
    session_->execute(SaveFigure{a_, folder_ / "copy.glb", FileFormat::glb});
    close({a_});
    EXPECT_EQ(session_->figure(a_), nullptr) << "it has no edits";
    ASSERT_TRUE(settled(*session_));
    EXPECT_TRUE(fs::exists(folder_ / "copy.glb"));
    EXPECT_TRUE(said("copy.glb is saved")) << session_->messages().back().title;
}

TEST_F(CloseTest, WhileItsImagesAreDecoded) {
    for (const char* name : {"landscape.wrl", "landscape.png", "meadow.png"})
        fs::copy_file(source_folder() / "tests/data" / name, folder_ / name);
    fs::copy_file(folder_ / "landscape.wrl", folder_ / "other.wrl");
    session_->execute(OpenFiles{{folder_ / "landscape.wrl", folder_ / "other.wrl"}, false});
    for (int i = 0; i < 4000 && session_->figures().empty(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        session_->update(0.0);
    }
    ASSERT_EQ(session_->figures().size(), 2U);
    close({id_of(*session_, 0)});
    ASSERT_TRUE(settled(*session_));
    const OpenFigure& left = session_->figures().at(0);
    ASSERT_FALSE(left.images.empty());
    EXPECT_TRUE(
        std::all_of(left.images.begin(), left.images.end(), [](const auto& i) { return i != nullptr; }));
}

TEST_F(CloseTest, TheLastOneLeavesAStageThatTakesEverything) {
    open_three();
    session_->execute(SetPlaying{true});
    close_all();
    EXPECT_TRUE(session_->figures().empty());
    EXPECT_FALSE(session_->playback().playing);
    EXPECT_EQ(session_->active_figure(), nullptr);
    EXPECT_TRUE(tree_rows(*session_, {}, "").empty());
    const std::vector<Intent> all = {
        ReloadFiles{},  CheckFiles{},     ExportPose{},     ImportPose{folder_ / "x.csv"},
        Select{},       Hover{},          FrameSelection{}, FrameAll{},
        ShowView{},     OrbitCamera{},    PanCamera{},      ZoomCamera{},
        SetShow{},      SetPlaying{true}, SetTime{1.0},     StepFrames{1},
        SetLoop{false}, ChooseClip{},     ChooseVariant{},  SetRemap{},
        ShowSource{},   SetShown{},       ShowAlone{},      ShowAll{},
        Edit{},         BeginGesture{},   EndGesture{},     Undo{},
        Redo{},         CloseFiles{},     CloseFiles{{a_}}, AnswerUnsaved{true},
        SaveFigure{},   OverwriteFile{},  LookThrough{}};
    for (const Intent& intent : all) {
        session_->execute(intent);
        session_->update(0.1);
    }
    ASSERT_TRUE(settled(*session_));
    const RenderScene scene = compose_frame(session_->frame_figures(), session_->view(), session_->camera());
    EXPECT_TRUE(scene.items.empty());
    EXPECT_TRUE(std::isfinite(scene.floor.radius));
    EXPECT_NEAR(glm::length(session_->camera().target - vec3(0.0F, 0.9F, 0.0F)), 0.0F, 0.5F);
    EXPECT_EQ(session_->clip_time(), 0.0);
    session_->execute(OpenBuiltin{});
    EXPECT_TRUE(session_->only_builtin());
    close_all();
    open({"b.wrl"});
    EXPECT_EQ(session_->figures().size(), 1U);
}

TEST_F(CloseTest, EventsSayWhatHappened) {
    open_three();
    rename(a_, "x");
    session_->execute(SaveFigure{a_, {}, FileFormat::unknown});
    ASSERT_TRUE(settled(*session_));
    session_->execute(Edit{a_, SetJointStiffness{joint_item(0, 100'000), vec3(0.0F)}});
    close({a_});
    std::vector<std::pair<Event::Kind, std::string>> found;
    for (const Event& event : session_->take_events()) found.emplace_back(event.kind, event.file);
    using Kind = Event::Kind;
    const std::vector<std::pair<Event::Kind, std::string>> expected = {
        {Kind::opened, "a.wrl"}, {Kind::opened, "b.wrl"}, {Kind::opened, "c.wrl"}, {Kind::edited, "a.wrl"},
        {Kind::saved, "a.wrl"},  {Kind::failed, "a.wrl"}, {Kind::closed, "a.wrl"}};
    EXPECT_EQ(found, expected);
    EXPECT_TRUE(session_->take_events().empty());
}

TEST_F(CloseTest, AComparedFigureStandsWhereTheOtherDoes) {
    open_three();
    const mat4 second = session_->figure(b_)->placement;
    const mat4 third = session_->figure(c_)->placement;
    session_->execute(LayOver{c_, b_});
    EXPECT_EQ(session_->figure(b_)->placement, second);
    EXPECT_EQ(session_->figure(c_)->placement, second);
    session_->execute(LayOver{});
    EXPECT_EQ(session_->figure(c_)->placement, third);
}

TEST_F(CloseTest, HiddenFiguresMakeRoom) {
    open_three();
    const mat4 second = session_->figure(b_)->placement;
    EXPECT_EQ(session_->active_id(), a_);
    session_->execute(SetShown{a_, false});
    EXPECT_EQ(session_->figure(b_)->placement, mat4(1.0F)) << "the first of those that are shown";
    EXPECT_EQ(session_->active_id(), b_);
    session_->execute(ShowAlone{c_});
    EXPECT_FALSE(session_->figure(b_)->shown);
    EXPECT_EQ(session_->figure(c_)->placement, mat4(1.0F));
    session_->execute(ShowAll{});
    EXPECT_EQ(session_->figure(b_)->placement, second);
    // Nothing is left to see, and it comes back as it was.
    session_->execute(ZoomCamera{0.9F, {}});
    const Camera camera = session_->camera();
    for (const std::uint64_t id : {a_, b_, c_}) session_->execute(SetShown{id, false});
    EXPECT_TRUE(std::isfinite(session_->camera().distance));
    session_->execute(SetShown{b_, true});
    EXPECT_NEAR(session_->camera().distance, camera.distance, 1e-4F * camera.distance);
}

TEST_F(CloseTest, PlayEndsWithTheLastClip) {
    open({"a.wrl"});
    const std::uint64_t id = id_of(*session_);
    const auto play = [&] {
        session_->execute(ChooseClip{id, 0});
        session_->execute(SetPlaying{true});
        EXPECT_TRUE(session_->playback().playing);
    };
    play();
    session_->execute(Edit{id, DeleteClip{{ItemKind::clip, -1, 0}}});
    EXPECT_FALSE(session_->playback().playing);
    session_->execute(Undo{});
    play();
    std::ofstream(folder_ / "a.wrl") << "#VRML V2.0 utf8\nShape { geometry Box {} }\n";
    session_->execute(ReloadFiles{{id}});
    ASSERT_TRUE(settled(*session_));
    ASSERT_EQ(session_->figure(id)->playing_clip(), nullptr);
    EXPECT_FALSE(session_->playback().playing);
}

TEST_F(CloseTest, WhoIsLeftIsFramedWhereAllWere) {
    open_three();
    const Camera all = session_->camera();
    session_->execute(ShowAlone{a_});
    const Camera alone = session_->camera();
    EXPECT_LT(alone.distance, 0.9F * all.distance);
    session_->execute(ShowAll{});
    EXPECT_NEAR(session_->camera().distance, all.distance, 1e-4F * all.distance);
    for (const std::uint64_t id : {a_, b_, c_}) session_->execute(SetShown{id, false});
    session_->execute(SetShown{a_, true});
    EXPECT_NEAR(session_->camera().distance, alone.distance, 1e-4F * alone.distance);
    session_->execute(ZoomCamera{0.5F, {}});
    const Camera near = session_->camera();
    session_->execute(SetShown{b_, true});
    EXPECT_EQ(session_->camera().distance, near.distance) << "what a person looks at stays";
    session_->execute(FrameAll{});
    close({a_, c_});
    EXPECT_LT(session_->camera().distance, 0.9F * all.distance);
}

TEST_F(CloseTest, PlayIsOfAllThatMove) {
    open_three();
    EXPECT_FALSE(session_->playback().playing) << "only the manikin moves unasked";
    session_->execute(ChooseClip{b_, -1});
    session_->execute(Select{{b_, joint_item(0, 1)}});
    ASSERT_EQ(session_->active_figure()->playing_clip(), nullptr);
    EXPECT_NE(session_->clock_clip(), nullptr) << "of a figure that moves";
    session_->execute(SetPlaying{true});
    session_->update(0.2);
    EXPECT_TRUE(session_->playback().playing);
    EXPECT_NEAR(session_->clip_time(), 0.2, 1e-9);
    session_->execute(StepFrames{1});
    EXPECT_FALSE(session_->playback().playing);
    for (const std::uint64_t id : {a_, c_}) session_->execute(ChooseClip{id, -1});
    session_->execute(SetPlaying{true});
    EXPECT_FALSE(session_->playback().playing) << "nothing moves";
}

TEST_F(CloseTest, OpeningNeverStartsWhatAPersonHasStopped) {
    ASSERT_TRUE(session_->show_builtin());
    EXPECT_TRUE(session_->playback().playing);
    session_->execute(SetPlaying{false});
    open({"a.wrl"});
    EXPECT_FALSE(session_->playback().playing);
    open({"walk.bvh"});
    EXPECT_FALSE(session_->playback().playing);
    ASSERT_TRUE(session_->show_builtin());
    EXPECT_FALSE(session_->playback().playing);
    // Playback started by the user continues.
    session_->execute(SetPlaying{true});
    open({"b.wrl"});
    EXPECT_TRUE(session_->playback().playing);
}

/// Invariants that hold after any operation.
void check_invariants(const Session& session, std::size_t journals, const std::string& trace) {
    std::set<std::uint64_t> ids;
    std::size_t unsaved = 0;
    for (const OpenFigure& figure : session.figures()) {
        EXPECT_NE(figure.id, 0U) << trace;
        EXPECT_TRUE(ids.insert(figure.id).second) << trace;
        if (figure.clip_file != 0) {
            EXPECT_NE(session.figure(figure.clip_file), nullptr) << trace;
        }
        EXPECT_EQ(figure.skeleton.parent.size(), figure.document().nodes.size()) << trace;
        EXPECT_EQ(figure.world.size(), figure.document().nodes.size()) << trace;
        unsaved += figure.history.is_saved() ? 0 : 1;
    }
    for (const Selection& what : {session.selection(), session.hovered()}) {
        if (what.figure == 0) continue;
        ASSERT_NE(session.figure(what.figure), nullptr) << trace;
        EXPECT_TRUE(what.item.kind == ItemKind::none ||
                    exists(session.figure(what.figure)->document(), what.item))
            << trace;
    }
    EXPECT_TRUE(!session.playback().playing || session.moves()) << trace;
    if (!session.in_gesture()) {
        EXPECT_EQ(journals, unsaved) << trace;
    }
    EXPECT_TRUE(std::isfinite(session.camera().distance) && session.camera().distance > 0.0F) << trace;
    static_cast<void>(session.undo_title() + session.redo_title());
    EXPECT_EQ(tree_rows(session, {}, "").empty(), session.figures().empty()) << trace;
}

class RandomSession {
  public:
    RandomSession(unsigned seed, Session& session, fs::path folder)
        : random_(seed), session_(session), folder_(std::move(folder)) {}

    std::string step() {
        const int kind = below(18);
        do_one(kind);
        if (below(3) == 0) session_.update(0.05);
        if (below(6) == 0) {
            EXPECT_TRUE(settled(session_));
        }
        return " " + std::to_string(kind);
    }

  private:
    int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
    std::uint64_t any() {
        const auto& figures = session_.figures();
        return figures.empty() ? 0 : figures[random_() % figures.size()].id;
    }
    Edit edit() { return Edit{any(), Rename{joint_item(0, below(3)), "n" + std::to_string(random_() % 99)}}; }
    fs::path file() {
        constexpr std::array names = {"a.wrl", "b.wrl", "c.wrl", "walk.bvh"};
        return folder_ / names.at(static_cast<std::size_t>(below(4)));
    }

    void do_one(int kind) {
        switch (kind) {
            case 0:
                return session_.execute(OpenFiles{{file()}, below(4) != 0});
            case 1:
                return session_.execute(OpenFiles{{file(), file()}, below(2) != 0});
            case 2:
                return session_.execute(CloseFiles{{any()}});
            case 3:
                return session_.execute(CloseFiles{{any(), any(), 1000}});
            case 4:
                return session_.execute(AnswerUnsaved{below(2) == 0});
            case 5:
                return session_.execute(Undo{});
            case 6:
                return session_.execute(Redo{});
            case 7:
                return session_.execute(BeginGesture{any()});
            case 8:
                return session_.execute(EndGesture{});
            case 9:
                return session_.execute(Select{{any(), joint_item(0, below(4))}});
            case 10:
                return session_.execute(ChooseClip{any(), below(2) - 1, below(2) == 0 ? 0 : any()});
            case 11:
                return session_.execute(SetShown{any(), below(2) == 0});
            case 12:
                return below(2) == 0 ? session_.execute(ShowAlone{any()}) : session_.execute(ShowAll{});
            case 13:
                return session_.execute(SetPlaying{below(3) != 0});
            case 14:
                return session_.execute(ReloadFiles{{any()}});
            case 15:
                return session_.execute(SaveFigure{any(), {}, FileFormat::unknown});
            default:
                return session_.execute(edit());
        }
    }

    std::mt19937 random_;
    Session& session_;
    fs::path folder_;
};

TEST_F(CloseTest, RandomSequencesKeepTheSessionWhole) {
    for (unsigned seed = 1; seed <= 6; ++seed) {
        session_ = std::make_unique<Session>(std::function<void()>{}, recovery_);
        ASSERT_TRUE(session_->show_builtin());
        RandomSession chance(seed, *session_, folder_);
        std::string trace = "seed " + std::to_string(seed) + ":";
        for (int i = 0; i < 150; ++i) {
            trace += chance.step();
            check_invariants(*session_, journals(), trace);
            if (HasFatalFailure() || HasNonfatalFailure()) return;
        }
        // Undo returns every figure to the state that was read.
        session_->execute(AnswerUnsaved{false});
        ASSERT_TRUE(settled(*session_));
        while (!session_->undo_title().empty()) session_->execute(Undo{});
        for (const OpenFigure& figure : session_->figures()) EXPECT_FALSE(figure.history.can_undo()) << trace;
        close_all();
        session_->execute(AnswerUnsaved{true});
        EXPECT_TRUE(session_->figures().empty());
        EXPECT_EQ(journals(), 0U) << trace;
    }
}

}  // namespace
}  // namespace vitruvian

// Findings of the checks in open figures: when they arrive, and how they are shown, filtered and fixed.
#include "app/gui/problems_panel.h"
#include "app/session/checker.h"
#include "app/session/session.h"
#include "model/core/at.h"
#include "tests/folders.h"
#include "tests/gui/sessions.h"
#include "tests/unit/check_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

namespace vitruvian::test {
namespace {

constexpr std::string_view knee = "llimit [ 0 0 0 ]\nulimit [ 2.2 0 0 ]\n";

/// The rig with inverted limits of l_knee.
std::string inverted_knee() {
    return replaced(hanim_rig(), knee, "llimit [ 2.2 0 0 ]\nulimit [ 0 0 0 ]\n");
}

/// Takes results of the checker until there are none left; false if it does not end.
bool checked(Session& session) {
    for (int i = 0; i < 10000; ++i) {
        session.update(0.0);
        if (!session.is_checking()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

int place_of(const Session& session, std::string_view id) {
    const FigureProblems* problems = session.problems(id_of(session));
    if (problems == nullptr || !problems->outcome) return -1;
    const std::vector<check::Finding>& findings = problems->outcome->findings;
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [&](const check::Finding& finding) { return finding.id == id; });
    return found == findings.end() ? -1 : static_cast<int>(found - findings.begin());
}

class ProblemsTest : public test::SessionTest {
  protected:
    void open(const std::string& text) {
        std::ofstream(file_) << text;
        ASSERT_TRUE(session_.open_now({file_}));
        ASSERT_TRUE(checked(session_));
    }
    [[nodiscard]] const Joint& joint(int index) const {
        return session_.figures().front().document().humanoids.front().joints.at(
            static_cast<std::size_t>(index));
    }
    const std::filesystem::path file_ = folder_ / "rig.wrl";
};

TEST_F(ProblemsTest, ArriveAfterOpening) {
    open(inverted_knee());
    const FigureProblems* problems = session_.problems(id_of(session_));
    ASSERT_NE(problems, nullptr);
    EXPECT_TRUE(problems->is_current());
    EXPECT_EQ(problems->outcome->profile, "hanim-1.1");
    ASSERT_GE(place_of(session_, "LI01"), 0);
    EXPECT_EQ(at(problems->outcome->findings, place_of(session_, "LI01")).object.name, "l_knee");
}

TEST_F(ProblemsTest, ArriveAfterAnEdit) {
    open(hanim_rig());
    EXPECT_EQ(place_of(session_, "LI03"), -1);
    const std::uint64_t before = session_.problems_revision();
    session_.execute(Edit{id_of(session_), SetJointLimits{joint_item(0, 3), vec3(0.0F), vec3(0.0F)}});
    session_.update(0.0);
    EXPECT_FALSE(session_.problems(id_of(session_))->is_current());
    ASSERT_TRUE(checked(session_));
    EXPECT_TRUE(session_.problems(id_of(session_))->is_current());
    EXPECT_GT(session_.problems_revision(), before);
    EXPECT_GE(place_of(session_, "LI03"), 0);
    session_.execute(Undo{});
    ASSERT_TRUE(checked(session_));
    EXPECT_EQ(place_of(session_, "LI03"), -1);
}

/// The ids, their objects' names, and whether a fix is offered.
std::vector<std::tuple<std::string, std::string, bool>> told(const Session& session) {
    std::vector<std::tuple<std::string, std::string, bool>> out;
    for (const check::Finding& finding : session.problems(id_of(session))->outcome->findings)
        out.emplace_back(finding.id, finding.object.name, !finding.fix.empty());
    return out;
}

TEST_F(ProblemsTest, OfTheFilesOwnTextStayAfterAnEditOfItsStructure) {
    // A route from a node that is not there, and inverted limits of a joint, which is elsewhere in the lists then.
    open(inverted_knee() + "ROUTE Nobody.fraction_changed TO l_knee.rotation\n");
    ASSERT_GE(place_of(session_, "AN10"), 0);
    const auto before = told(session_);
    session_.execute(Edit{id_of(session_), AddSite{"added_tip", {}, joint_item(0, 1)}});
    ASSERT_EQ(session_.figures().front().history.revision(), 1U);
    ASSERT_TRUE(checked(session_));
    EXPECT_EQ(told(session_), before);
    const FigureProblems* problems = session_.problems(id_of(session_));
    const check::Finding& knee_finding = at(problems->outcome->findings, place_of(session_, "LI01"));
    EXPECT_EQ(name_of(session_.figures().front().document(), knee_finding.object.item), "l_knee");
    session_.execute(FixProblems{id_of(session_), place_of(session_, "LI01")});
    EXPECT_FLOAT_EQ(joint(3).upper_limit->x, 2.2F);
    EXPECT_FLOAT_EQ(joint(3).lower_limit->x, 0.0F);
}

TEST_F(ProblemsTest, OfAGltfsAccessorsStayWhenANodeIsEdited) {
    const std::filesystem::path copy = folder_ / "boxman.gltf";
    std::filesystem::copy_file(source_folder() / "tests/data/boxman.gltf", copy);
    ASSERT_TRUE(session_.open_now({copy}));
    ASSERT_TRUE(checked(session_));
    ASSERT_GE(place_of(session_, "SK07"), 0);  // of weights that the reader leaves out
    const auto before = told(session_);
    session_.execute(Edit{id_of(session_), Rename{joint_item(0, 1), "waist"}});
    ASSERT_EQ(session_.figures().front().history.revision(), 1U);
    ASSERT_TRUE(checked(session_));
    EXPECT_EQ(told(session_), before);
}

TEST_F(ProblemsTest, NothingIsCheckedWhileNothingChanges) {
    open(inverted_knee());
    const std::uint64_t before = session_.problems_revision();
    session_.execute(OrbitCamera{0.1F, 0.0F});
    session_.execute(Select{{id_of(session_), joint_item(0, 2)}});
    session_.update(0.1);
    EXPECT_FALSE(session_.is_checking());
    EXPECT_EQ(session_.problems_revision(), before);
}

TEST_F(ProblemsTest, FixIsOneStepThatCanBeUndone) {
    open(inverted_knee());
    session_.execute(FixProblems{id_of(session_), place_of(session_, "LI01")});
    EXPECT_FLOAT_EQ(joint(3).lower_limit->x, 0.0F);
    EXPECT_FLOAT_EQ(joint(3).upper_limit->x, 2.2F);
    // The previous findings belong to an older document.
    const unsigned revision = session_.figures().front().history.revision();
    session_.execute(FixProblems{id_of(session_), place_of(session_, "LI01")});
    EXPECT_EQ(session_.figures().front().history.revision(), revision);
    ASSERT_TRUE(checked(session_));
    EXPECT_EQ(place_of(session_, "LI01"), -1);
    session_.execute(Undo{});
    EXPECT_FLOAT_EQ(joint(3).lower_limit->x, 2.2F);
    EXPECT_TRUE(session_.undo_title().empty());
    ASSERT_TRUE(checked(session_));
    EXPECT_GE(place_of(session_, "LI01"), 0);
}

TEST_F(ProblemsTest, FixAllIsOneStep) {
    open(replaced_all(hanim_rig(), knee, "llimit [ 2.2 0 0 ]\nulimit [ 0 0 0 ]\n"));
    const int fixable = count_problems(*session_.problems(id_of(session_))->outcome).fixable;
    ASSERT_GE(fixable, 2);
    session_.execute(FixProblems{id_of(session_), {}});
    EXPECT_FALSE(session_.undo_title().empty());
    ASSERT_TRUE(checked(session_));
    EXPECT_EQ(place_of(session_, "LI01"), -1);
    session_.execute(Undo{});
    EXPECT_TRUE(session_.undo_title().empty());
    EXPECT_FLOAT_EQ(joint(3).lower_limit->x, 2.2F);
}

TEST_F(ProblemsTest, ShowSelectsAndMarksUntilSomethingElseIsSelected) {
    open(inverted_knee());
    const Camera before = session_.camera();
    session_.execute(ShowProblem{id_of(session_), place_of(session_, "LI01")});
    EXPECT_EQ(name_of(session_, session_.selection()), "l_knee");
    EXPECT_NE(session_.camera().distance, before.distance);
    ASSERT_NE(session_.shown_problem(), nullptr);
    session_.execute(Select{{id_of(session_), joint_item(0, 1)}});
    EXPECT_EQ(session_.shown_problem(), nullptr);
    // Indices without a finding have no effect.
    session_.execute(ShowProblem{id_of(session_), 1'000'000});
    session_.execute(ShowProblem{id_of(session_), -1});
    session_.execute(ShowProblem{12345, 0});
    session_.execute(FixProblems{12345, 0});
    session_.execute(FixProblems{id_of(session_), -1});
    EXPECT_EQ(session_.shown_problem(), nullptr);
    EXPECT_TRUE(session_.undo_title().empty());
}

TEST_F(ProblemsTest, MarksGoWithTheEditThatFixes) {
    open(inverted_knee());
    session_.execute(ShowProblem{id_of(session_), place_of(session_, "LI01")});
    session_.execute(FixProblems{id_of(session_), place_of(session_, "LI01")});
    EXPECT_EQ(session_.shown_problem(), nullptr);
}

TEST_F(ProblemsTest, WhatIsIgnoredIsKeptBesideTheFile) {
    open(inverted_knee());
    const std::filesystem::path profile = file_.string() + ".vitruvian.json";
    session_.execute(IgnoreProblem{id_of(session_), place_of(session_, "LI01"), "a robot's knee"});
    ASSERT_TRUE(std::filesystem::exists(profile));
    ASSERT_TRUE(checked(session_));
    EXPECT_EQ(place_of(session_, "LI01"), -1);
    const FigureProblems* problems = session_.problems(id_of(session_));
    ASSERT_EQ(problems->outcome->ignored.size(), 1U);
    EXPECT_EQ(problems->outcome->ignored.front().ignore.reason, "a robot's knee");
    EXPECT_EQ(problems->outcome->profile, "hanim-1.1");
    EXPECT_FALSE(session_.has_unsaved_edits());
    // Another session finds it there.
    Session other;
    ASSERT_TRUE(other.open_now({file_}));
    ASSERT_TRUE(checked(other));
    EXPECT_EQ(place_of(other, "LI01"), -1);
    // An index without an entry has no effect.
    session_.execute(HeedProblem{id_of(session_), 7});
    session_.execute(HeedProblem{id_of(session_), 0});
    ASSERT_TRUE(checked(session_));
    EXPECT_GE(place_of(session_, "LI01"), 0);
    EXPECT_FALSE(std::filesystem::exists(profile)) << "it would say nothing";
}

TEST_F(ProblemsTest, AProfileThatCannotBeReadIsReportedOnce) {
    std::ofstream(file_.string() + ".vitruvian.json") << "{\"ignore\": 1}";
    open(inverted_knee());
    EXPECT_GE(place_of(session_, "LI01"), 0);
    const auto said = [this] {
        return std::count_if(session_.messages().begin(), session_.messages().end(),
                             [](const Message& m) { return m.title.find("profile") != std::string::npos; });
    };
    EXPECT_EQ(said(), 1);
    session_.execute(Edit{id_of(session_), SetJointLimits{joint_item(0, 3), vec3(0.0F), vec3(0.0F)}});
    ASSERT_TRUE(checked(session_));
    EXPECT_EQ(said(), 1);
    session_.execute(IgnoreProblem{id_of(session_), 0, "why not"});
    std::ifstream kept(file_.string() + ".vitruvian.json");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), "{\"ignore\": 1}");
}

TEST_F(ProblemsTest, ClosingWhileCheckingIsSafe) {
    std::ofstream(file_) << inverted_knee();
    for (const int wait : {0, 295, 305, 330}) {
        ASSERT_TRUE(session_.open_now({file_}));
        session_.update(0.0);
        EXPECT_TRUE(session_.is_checking());
        std::this_thread::sleep_for(std::chrono::milliseconds(wait));
        session_.execute(CloseFiles{{id_of(session_)}});
        ASSERT_TRUE(checked(session_));
        EXPECT_EQ(session_.problems(1), nullptr);
    }
    // And so is the end of the session.
    ASSERT_TRUE(session_.open_now({file_}));
    session_.update(0.0);
}

TEST(Checker, OnlyTheNewestIsChecked) {
    Checker checker({});
    const Document rig = world(hanim_rig());
    for (unsigned revision = 1; revision <= 5; ++revision) checker.check(7, revision, rig);
    checker.check(8, 1, rig);
    checker.forget(8);
    std::vector<CheckedDocument> done;
    for (int i = 0; i < 10000 && checker.busy(); ++i) {
        for (CheckedDocument& one : checker.take()) done.push_back(std::move(one));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ASSERT_EQ(done.size(), 1U);
    EXPECT_EQ(done.front().owner, 7U);
    EXPECT_EQ(done.front().revision, 5U);
}

check::Finding finding_of(std::string_view id, check::Level level, std::string name) {
    check::Finding finding;
    finding.id = id;
    finding.level = level;
    finding.object.name = std::move(name);
    return finding;
}

TEST(ProblemRows, GroupsAndFilters) {
    using check::Level;
    check::Outcome outcome;
    outcome.findings = {finding_of("LI01", Level::error, "l_knee"),
                        finding_of("PO03", Level::warning, "leftHand"),
                        finding_of("LI06", Level::warning, "r_knee"),
                        finding_of("PO03", Level::warning, "hips"), finding_of("BU01", Level::info, "")};
    const std::vector<ProblemRow> rows = problem_rows(outcome, {}, {});
    ASSERT_EQ(rows.size(), 6U);
    EXPECT_FALSE(rows[0].heading);
    EXPECT_TRUE(rows[1].heading);
    EXPECT_EQ(rows[1].count, 2);
    EXPECT_EQ(rows[2].finding, 1);
    EXPECT_EQ(rows[3].finding, 3);
    EXPECT_EQ(rows[4].finding, 2);
    EXPECT_EQ(problem_rows(outcome, {}, {"warning/PO03"}).size(), 4U);
    EXPECT_EQ(problem_rows(outcome, {{true, false, true}, ""}, {}).size(), 2U);
    const std::vector<ProblemRow> knees = problem_rows(outcome, {{true, true, true}, "KNEE"}, {});
    ASSERT_EQ(knees.size(), 2U);
    EXPECT_EQ(knees[1].finding, 2);
    for (int i = 0; i < 20; ++i) outcome.findings.push_back(finding_of("BU02", Level::info, "mesh"));
    EXPECT_EQ(problem_rows(outcome, {}, {}).size(), 7U);
    EXPECT_EQ(problem_rows(outcome, {}, {"info/BU02"}).size(), 27U);
    EXPECT_EQ(count_problems(outcome).levels, (std::array{21, 3, 1}));
}

}  // namespace
}  // namespace vitruvian::test

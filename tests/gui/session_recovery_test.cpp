// Unsaved work survives a crash: the contents of the recovery folder over time, and what the next start does
// with them. Programs that crash are child processes of the test, killed at that point.
#include "app/session/session.h"
#include "model/io/file_stamp.h"
#include "tests/folders.h"
#include "tests/gui/sessions.h"
#include "tests/unit/fingerprint.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <random>
#include <thread>

namespace vitruvian {
namespace {

using test::id_of;

namespace fs = std::filesystem;

void wait_for_workers(Session& session) {
    ASSERT_TRUE(test::settled(session)) << "the workers do not come to an end";
}

Edit stiffen(const Session& session, int joint, float by) {
    return Edit{id_of(session), SetJointStiffness{joint_item(0, joint), vec3(by)}};
}

Edit rename(const Session& session, int joint, const std::string& name) {
    return Edit{id_of(session), Rename{joint_item(0, joint), name}};
}

std::string present(const Session& session) {
    return test::fingerprint(session.figures().front().document());
}

class RecoveryTest : public test::FolderTest {
  protected:
    void SetUp() override { put_file(); }

    void put_file() const {
        fs::copy_file(source_folder() / "tests/data/boxman.wrl", file_(),
                      fs::copy_options::overwrite_existing);
    }
    [[nodiscard]] fs::path file_() const { return folder_ / "boxman.wrl"; }
    [[nodiscard]] fs::path recovery() const { return folder_ / "state" / "recovery"; }
    [[nodiscard]] std::size_t kept_files() const {
        if (!fs::exists(recovery())) return 0;
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(recovery()), fs::directory_iterator()));
    }

    /// Runs `play` in a child process that is then killed.
    template <class Play>
    void in_a_program_that_dies(const Play& play) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            Session session({}, recovery());
            play(session);
            static_cast<void>(::kill(::getpid(), SIGKILL));
        }
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        ASSERT_TRUE(WIFSIGNALED(status));
    }

    /// A session that has recovered what was left, if anything.
    std::unique_ptr<Session> restarted() {
        auto session = std::make_unique<Session>(std::function<void()>{}, recovery());
        EXPECT_TRUE(session->show_builtin());
        session->offer_lost_work();
        if (!session->messages().empty()) {
            EXPECT_EQ(session->messages().back().offers.at(0).title, "Recover");
            session->execute(std::get<Intent>(session->messages().back().offers.at(0).what));
            wait_for_workers(*session);
        }
        return session;
    }
};

TEST_F(RecoveryTest, NothingIsKeptWithoutUnsavedEdits) {
    Session session({}, recovery());
    ASSERT_TRUE(session.open_now({file_()}));
    EXPECT_EQ(kept_files(), 0U);
    session.execute(stiffen(session, 1, 0.5F));
    EXPECT_EQ(kept_files(), 1U);
    session.execute(Undo{});
    EXPECT_EQ(kept_files(), 0U) << "that is what the file holds";
    session.execute(Redo{});
    EXPECT_EQ(kept_files(), 1U);
    session.execute(SaveFigure{id_of(session), {}, FileFormat::unknown});
    wait_for_workers(session);
    EXPECT_EQ(kept_files(), 0U);
    session.execute(stiffen(session, 1, 0.25F));
    EXPECT_EQ(kept_files(), 1U);
    session.discard_unsaved_edits();
    EXPECT_EQ(kept_files(), 0U);
}

TEST_F(RecoveryTest, AFigureThatIsReplacedTakesItsJournalAlong) {
    Session session({}, recovery());
    ASSERT_TRUE(session.open_now({file_()}));
    session.execute(stiffen(session, 1, 0.5F));
    ASSERT_TRUE(session.open_now({file_()}));
    session.update(0.0);
    EXPECT_EQ(kept_files(), 0U);
}

TEST_F(RecoveryTest, ASecondWindowIsNotOfferedTheFirstOnesWork) {
    Session first({}, recovery());
    ASSERT_TRUE(first.open_now({file_()}));
    first.execute(stiffen(first, 1, 0.5F));
    Session second({}, recovery());
    second.offer_lost_work();
    EXPECT_TRUE(second.messages().empty());
}

TEST_F(RecoveryTest, WorkComesBackWithItsUndoSteps) {
    std::string expected;
    const auto play = [&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        session.execute(rename(session, 1, "hip"));
        session.execute(BeginGesture{id_of(session)});
        for (int i = 1; i <= 5; ++i) session.execute(stiffen(session, 1, 0.1F * static_cast<float>(i)));
        session.execute(EndGesture{});
        session.execute(stiffen(session, 2, 0.75F));
        session.execute(Undo{});
    };
    {
        Session session;
        play(session);
        expected = present(session);
    }
    in_a_program_that_dies(play);
    EXPECT_EQ(kept_files(), 1U);
    const auto session = restarted();
    ASSERT_EQ(session->figures().size(), 1U);
    EXPECT_EQ(present(*session), expected);
    EXPECT_EQ(session->figures()[0].path, file_());
    EXPECT_TRUE(session->has_unsaved_edits());
    EXPECT_EQ(kept_files(), 1U) << "it is kept on, in a journal of this process";
    session->execute(Redo{});
    EXPECT_EQ(session->undo_title(), "Set stiffness of vt6");
    for (int i = 0; i < 3; ++i) session->execute(Undo{});
    EXPECT_FALSE(session->has_unsaved_edits());
    EXPECT_TRUE(session->undo_title().empty());
    EXPECT_EQ(kept_files(), 0U);
}

TEST_F(RecoveryTest, AFileThatIsOpenBesideAnotherIsNotShownTwice) {
    in_a_program_that_dies([&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        session.execute(stiffen(session, 1, 0.5F));
    });
    const fs::path other = file_().parent_path() / "other.wrl";
    fs::copy_file(file_(), other);
    Session session({}, recovery());
    ASSERT_TRUE(session.open_now({other, file_()}));
    ASSERT_EQ(session.figures().size(), 2U);
    session.offer_lost_work();
    session.execute(std::get<Intent>(session.messages().back().offers.at(0).what));
    wait_for_workers(session);
    ASSERT_EQ(session.figures().size(), 2U);
    EXPECT_EQ(session.figures()[0].path, other);
    EXPECT_EQ(session.figures()[1].document().humanoids.front().joints[1].stiffness, vec3(0.5F));
    session.execute(Undo{});
    EXPECT_FALSE(session.has_unsaved_edits());
    session.execute(Redo{});
    EXPECT_TRUE(session.has_unsaved_edits());
}

TEST_F(RecoveryTest, APoseThatComesBackIsSeen) {
    const auto play = [&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        ASSERT_NE(session.figures().front().playing_clip(), nullptr) << "it would hide the pose";
        session.execute(ChooseClip{id_of(session), -1});
        session.execute(
            Edit{id_of(session), SetJointRotation{joint_item(0, 1), quat(0.8F, 0.6F, 0.0F, 0.0F)}});
    };
    in_a_program_that_dies(play);
    const std::unique_ptr<Session> session = restarted();
    EXPECT_TRUE(session->figures().front().history.can_undo());
    EXPECT_EQ(session->figures().front().playing_clip(), nullptr);
}

TEST_F(RecoveryTest, OnlyTheCurrentGestureIsLost) {
    in_a_program_that_dies([&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        session.execute(stiffen(session, 1, 0.5F));
        session.execute(BeginGesture{id_of(session)});
        session.execute(stiffen(session, 2, 0.25F));
    });
    const auto session = restarted();
    const auto& joints = session->figures().front().document().humanoids.front().joints;
    EXPECT_EQ(joints[1].stiffness, vec3(0.5F));
    EXPECT_NE(joints[2].stiffness, vec3(0.25F));
}

TEST_F(RecoveryTest, LeavingOnASignalKeepsTheCurrentGestureToo) {
    in_a_program_that_dies([&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        session.execute(BeginGesture{id_of(session)});
        session.execute(stiffen(session, 2, 0.25F));
        session.finish();
    });
    const auto session = restarted();
    EXPECT_EQ(session->figures().front().document().humanoids.front().joints[2].stiffness, vec3(0.25F));
}

TEST_F(RecoveryTest, EditsAfterASaveComeBackOnTheSavedFile) {
    in_a_program_that_dies([&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        session.execute(rename(session, 1, "hip"));
        session.execute(SaveFigure{id_of(session), {}, FileFormat::unknown});
        wait_for_workers(session);
        session.execute(stiffen(session, 1, 0.5F));
    });
    const auto session = restarted();
    EXPECT_EQ(session->figures()[0].document().humanoids[0].joints[1].stiffness, vec3(0.5F));
    session->execute(Undo{});
    EXPECT_FALSE(session->has_unsaved_edits()) << "the first undo leads to what the file holds";
}

TEST_F(RecoveryTest, UndoingBehindASaveComesBackThoughTheFileIsAnother) {
    std::string expected;
    const auto play = [&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        session.execute(stiffen(session, 1, 0.5F));
        session.execute(rename(session, 1, "hip"));
        session.execute(SaveFigure{id_of(session), {}, FileFormat::unknown});
        wait_for_workers(session);
        session.execute(Undo{});
    };
    {
        Session session;
        play(session);
        expected = present(session);
        put_file();
    }
    in_a_program_that_dies(play);
    const auto session = restarted();
    EXPECT_EQ(present(*session), expected);
    EXPECT_EQ(session->figures()[0].path, file_());
    EXPECT_TRUE(session->has_unsaved_edits());
    session->execute(Redo{});
    EXPECT_FALSE(session->has_unsaved_edits());
    session->execute(Undo{});
    session->execute(Undo{});
    EXPECT_TRUE(session->has_unsaved_edits()) << "the file holds the renamed joint";
    session->discard_unsaved_edits();
    EXPECT_EQ(kept_files(), 0U) << "with the copy of the file";
}

/// A save whose file is in place, but whose result the session has not received.
void save_unnoticed(Session& session, const fs::path& file) {
    const auto before = stamp_of(file);
    session.execute(SaveFigure{id_of(session), {}, FileFormat::unknown});
    while (stamp_of(file) == before) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST_F(RecoveryTest, AKillRightAfterASaveLosesNothing) {
    in_a_program_that_dies([&](Session& session) {
        if (!session.open_now({file_()})) return;
        session.execute(stiffen(session, 1, 0.5F));
        session.execute(rename(session, 1, "hip"));
        save_unnoticed(session, file_());
        session.execute(stiffen(session, 2, 0.75F));
    });
    const auto session = restarted();
    EXPECT_EQ(session->messages().back().severity, Severity::info) << session->messages().back().text;
    const auto& joints = session->figures().front().document().humanoids.front().joints;
    EXPECT_EQ(joints[2].stiffness, vec3(0.75F));
    EXPECT_TRUE(session->has_unsaved_edits());
    session->execute(Undo{});
    EXPECT_FALSE(session->has_unsaved_edits()) << "that is what was saved";
    session->execute(Undo{});
    EXPECT_TRUE(session->has_unsaved_edits());
    EXPECT_EQ(session->undo_title(), "Set stiffness of vl5") << "what was before the save comes back too";
    session->execute(SaveFigure{id_of(*session), {}, FileFormat::unknown});
    wait_for_workers(*session);
    EXPECT_FALSE(session->has_unsaved_edits()) << session->messages().back().title;
    EXPECT_EQ(kept_files(), 0U);
}

TEST_F(RecoveryTest, UndoingBehindASaveThatNobodyNoticedComesBack) {
    in_a_program_that_dies([&](Session& session) {
        if (!session.open_now({file_()})) return;
        session.execute(stiffen(session, 1, 0.5F));
        session.execute(stiffen(session, 2, 0.75F));
        save_unnoticed(session, file_());
        session.execute(Undo{});
    });
    const auto session = restarted();
    const auto& joints = session->figures().front().document().humanoids.front().joints;
    EXPECT_EQ(joints[1].stiffness, vec3(0.5F));
    EXPECT_NE(joints[2].stiffness, vec3(0.75F));
    EXPECT_TRUE(session->has_unsaved_edits());
    session->execute(Redo{});
    EXPECT_FALSE(session->has_unsaved_edits());
}

TEST_F(RecoveryTest, ASaveThatCameToNothingIsNotTakenForOne) {
    in_a_program_that_dies([&](Session& session) {
        if (!session.open_now({file_()})) return;
        session.execute(stiffen(session, 1, 0.5F));
        save_unnoticed(session, file_());
        put_file();
    });
    const auto session = restarted();
    EXPECT_EQ(session->messages().back().severity, Severity::info);
    EXPECT_EQ(session->figures()[0].document().humanoids[0].joints[1].stiffness, vec3(0.5F));
    EXPECT_TRUE(session->has_unsaved_edits());
}

TEST_F(RecoveryTest, AKillAtAnyMomentOfASaveLosesNothing) {
    std::mt19937 random(2);
    for (int kill = 0; kill < 60; ++kill) {
        put_file();
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            Session session({}, recovery());
            if (!session.open_now({file_()})) ::_exit(1);
            session.execute(stiffen(session, 1, 0.5F));
            session.execute(SaveFigure{id_of(session), {}, FileFormat::unknown});
            session.execute(stiffen(session, 2, 0.75F));
            static_cast<void>(!::write(ends[1], "", 1));
            while (true) session.update(0.0);
        }
        close(ends[1]);
        char byte = 0;
        ASSERT_EQ(read(ends[0], &byte, 1), 1);
        close(ends[0]);
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 8000));
        ASSERT_EQ(::kill(child, SIGKILL), 0);
        ASSERT_EQ(waitpid(child, nullptr, 0), child);
        const auto session = restarted();
        ASSERT_EQ(session->figures().size(), 1U);
        EXPECT_EQ(session->messages().back().severity, Severity::info) << session->messages().back().text;
        const auto& joints = session->figures().front().document().humanoids.front().joints;
        EXPECT_EQ(joints[1].stiffness, vec3(0.5F));
        EXPECT_EQ(joints[2].stiffness, vec3(0.75F));
        session->discard_unsaved_edits();
        EXPECT_LE(kept_files(), 1U) << "a temporary file of the journal, at most";
        fs::remove_all(recovery());
    }
}

TEST_F(RecoveryTest, AFileThatWasChangedSinceGetsWhatStillFits) {
    in_a_program_that_dies([&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        session.execute(stiffen(session, 1, 0.5F));
        session.execute(stiffen(session, 2, 0.75F));
    });
    std::string text;
    std::getline(std::ifstream(file_()), text, '\0');
    const std::string name = "\"vl5\"";  // of joint 1
    const std::size_t at = text.find(name);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, name.size(), "\"other\"");
    std::ofstream(file_()) << text;
    const auto session = restarted();
    ASSERT_EQ(session->figures().size(), 1U);
    EXPECT_EQ(session->messages().back().severity, Severity::warning);
    EXPECT_NE(session->messages().back().text.find("vl5"), std::string::npos)
        << session->messages().back().text;
    EXPECT_EQ(session->figures()[0].document().humanoids[0].joints[2].stiffness, vec3(0.75F));
}

TEST_F(RecoveryTest, AMissingFileIsReportedAndItsJournalStays) {
    in_a_program_that_dies([&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        session.execute(stiffen(session, 1, 0.5F));
    });
    fs::remove(file_());
    {
        const auto session = restarted();
        EXPECT_EQ(session->messages().back().severity, Severity::error);
    }
    put_file();
    EXPECT_EQ(restarted()->figures()[0].document().humanoids[0].joints[1].stiffness, vec3(0.5F));
}

TEST_F(RecoveryTest, TheManikinComesBackToo) {
    in_a_program_that_dies([&](Session& session) {
        ASSERT_TRUE(session.show_builtin());
        session.execute(stiffen(session, 1, 0.5F));
    });
    const auto session = restarted();
    ASSERT_EQ(session->figures().size(), 1U);
    EXPECT_TRUE(session->figures()[0].path.empty());
    EXPECT_EQ(session->figures()[0].document().humanoids[0].joints[1].stiffness, vec3(0.5F));
}

TEST_F(RecoveryTest, DiscardedWorkIsGone) {
    in_a_program_that_dies([&](Session& session) {
        ASSERT_TRUE(session.open_now({file_()}));
        session.execute(stiffen(session, 1, 0.5F));
    });
    Session session({}, recovery());
    session.offer_lost_work();
    ASSERT_EQ(session.messages().size(), 1U);
    EXPECT_EQ(session.messages().back().offers.at(1).title, "Discard");
    session.execute(std::get<Intent>(session.messages().back().offers.at(1).what));
    EXPECT_EQ(kept_files(), 0U);
}

TEST_F(RecoveryTest, AFolderThatCannotBeWrittenIsReportedOnce) {
    fs::create_directories(folder_ / "state");
    std::ofstream(recovery()) << "a file where the folder should be";
    Session session({}, recovery());
    ASSERT_TRUE(session.open_now({file_()}));
    session.execute(stiffen(session, 1, 0.5F));
    session.execute(stiffen(session, 1, 0.25F));
    ASSERT_EQ(session.messages().size(), 1U);
    EXPECT_EQ(session.messages()[0].severity, Severity::warning);
}

// ---- 200 kills

/// The user's action at the step `number`: the same in each process.
void do_step(Session& session, int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    const auto any = [&](unsigned below) { return static_cast<int>(random() % below); };
    const int joint = any(4);
    const float value = static_cast<float>(any(1000)) / 1000.0F;
    switch (any(8)) {
        case 0:
            return session.execute(Undo{});
        case 1:
            return session.execute(Redo{});
        case 2:
            return session.execute(rename(session, joint, "joint " + std::to_string(number)));
        case 3:
            return session.execute(
                Edit{id_of(session),
                     SetJointRotation{joint_item(0, joint), axis_angle(vec3(value, 1, 0), value)}});
        case 4:
            session.execute(BeginGesture{id_of(session)});
            for (int i = 0; i < 3; ++i)
                session.execute(stiffen(session, joint, value * 0.3F * static_cast<float>(i)));
            return session.execute(EndGesture{});
        case 5:
            return session.execute(
                Edit{id_of(session), SetJointCentre{joint_item(0, joint), vec3(value, 1.0F, 0.0F)}});
        default:
            return session.execute(stiffen(session, joint, value));
    }
}

TEST_F(RecoveryTest, AKillAtAnyMomentLosesAtMostTheCurrentStep) {
    constexpr int kills = 200;
    constexpr int steps = 2000;
    std::vector<std::string> states;
    {
        Session session;
        ASSERT_TRUE(session.open_now({file_()}));
        states.push_back(present(session));
        for (int i = 0; i < steps; ++i) {
            do_step(session, i);
            states.push_back(present(session));
        }
    }
    std::mt19937 random(1);
    int with_work = 0;
    for (int kill = 0; kill < kills; ++kill) {
        int ends[2];
        ASSERT_EQ(pipe(ends), 0);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            Session session({}, recovery());
            if (!session.open_now({file_()})) ::_exit(1);
            for (int i = 0; i < steps; ++i) {
                do_step(session, i);
                static_cast<void>(!::write(ends[1], "", 1));
            }
            ::pause();
        }
        close(ends[1]);
        char byte = 0;
        ASSERT_EQ(read(ends[0], &byte, 1), 1);
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 15000));
        ASSERT_EQ(::kill(child, SIGKILL), 0);
        ASSERT_EQ(waitpid(child, nullptr, 0), child);
        std::size_t done = 1;
        std::vector<char> rest(steps);
        for (ssize_t count = 0; (count = read(ends[0], rest.data(), rest.size())) > 0;)
            done += static_cast<std::size_t>(count);
        close(ends[0]);

        const Recovery next(recovery());
        const auto lost = next.find_lost();
        ASSERT_LE(lost.size(), 1U);
        std::string found = states.front();
        if (!lost.empty()) {
            Result<LostBase> base = load_base(*lost[0], {});
            ASSERT_TRUE(base) << base.error().text();
            const Replayed replayed = replay(lost[0]->journal, std::move(base->document));
            EXPECT_TRUE(replayed.remarks.empty());
            found = test::fingerprint(replayed.history.present());
            delete_journal(lost[0]->path);
            ++with_work;
        }
        const bool is_there = found == states[done] || (done < steps && found == states[done + 1]);
        ASSERT_TRUE(is_there) << "killed after " << done << " steps";
        EXPECT_LE(kept_files(), 1U) << "a file that was just made, at most";
        for (const auto& entry : fs::directory_iterator(recovery())) fs::remove(entry.path());
    }
    EXPECT_GT(with_work, kills / 2);
}

}  // namespace
}  // namespace vitruvian

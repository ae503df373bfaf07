// The journal of an edited document: base and journal reproduce the session, wherever it was cut off.
#include "model/edit/journal.h"

#include "tests/unit/fingerprint.h"
#include "tests/unit/random_commands.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian {
namespace {

using test::fingerprint;
using test::Random;
using test::random_command;
using test::random_document;

/// The current state is equal, also all states of undo and redo, and the saved one.
void expect_same(Replayed& replayed, const History& expected) {
    ASSERT_TRUE(replayed.remarks.empty()) << replayed.remarks.list().front().message;
    History& found = replayed.history;
    ASSERT_EQ(found.steps().size(), expected.steps().size());
    ASSERT_EQ(found.present_index(), expected.present_index());
    EXPECT_EQ(found.saved_index(), expected.saved_index());
    for (std::size_t i = 0; i < expected.steps().size(); ++i) {
        ASSERT_EQ(fingerprint(found.steps()[i].document), fingerprint(expected.steps()[i].document))
            << "state " << i;
        EXPECT_EQ(found.steps()[i].title, expected.steps()[i].title);
    }
}

void do_something(Random& random, History& history) {
    switch (random.integer(0, 9)) {
        case 0:
        case 1:
            history.undo();
            break;
        case 2:
            history.redo();
            break;
        case 3:
            history.mark_saved();
            break;
        case 4:
            history.mark_saved(history
                                   .steps()[static_cast<std::size_t>(
                                       random.integer(0, static_cast<int>(history.steps().size()) - 1))]
                                   .number);
            break;
        case 5:
            history.begin_gesture();
            for (int i = 0; i < 3; ++i)
                static_cast<void>(
                    history.execute(SetJointStiffness{joint_item(0, 1), random.vector(-0.1F, 1.0F)}));
            history.end_gesture();
            break;
        default:
            static_cast<void>(history.execute(random_command(random, history.present())));
    }
}

TEST(Journal, BaseAndJournalAreTheSessionAgainAfterEveryStep) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        Random random(seed);
        History history(random_document(seed));
        JournalHeader header;
        header.base = {"some \"file\".wrl", 12345678901ULL, -5, "abc"};
        header.file = header.base.path;
        header.format = FileFormat::x3d_xml;
        std::string text = journal_header(header);
        JournalWriter writer(history, 0, true);
        for (int i = 0; i < 60; ++i) {
            do_something(random, history);
            if (random.chance(0.3F)) continue;  // several at once
            const std::optional<std::string> lines = writer.lines(history);
            ASSERT_TRUE(lines);
            text += *lines;
            if (i % 7 != 0) continue;
            const Result<Journal> journal =
                read_journal(text + "{\"do\":\"set-jo");  // as it dies within a line
            ASSERT_TRUE(journal);
            EXPECT_EQ(journal->header.base, header.base);
            EXPECT_EQ(journal->header.format, header.format);
            Replayed replayed = replay(*journal, random_document(seed));
            expect_same(replayed, history);
        }
        // A journal that is begun late is equivalent.
        JournalWriter late(history, 0, false);
        header.saved = false;
        const Result<Journal> journal = read_journal(journal_header(header) + late.lines(history).value());
        ASSERT_TRUE(journal);
        Replayed replayed = replay(*journal, random_document(seed));
        expect_same(replayed, history);
    }
}

TEST(Journal, WhatUndoDoesNotReachAnyMoreIsInTheJournal) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        Random random(seed);
        History history(random_document(seed), {.steps = 8, .bytes = 1});
        std::string text = journal_header({});
        JournalWriter writer(history, 0, true);
        for (int i = 0; i < 80; ++i) {
            do_something(random, history);
            if (random.chance(0.3F)) continue;
            const std::optional<std::string> lines = writer.lines(history);
            ASSERT_TRUE(lines);
            text += *lines;
        }
        text += writer.lines(history).value();
        ASSERT_FALSE(history.forgotten().empty());
        JournalWriter late(history, 0, false);
        const std::string late_text = journal_header({}) + late.lines(history).value();
        for (const std::string& journal : {text, late_text}) {
            const Replayed replayed = replay(*read_journal(journal), random_document(seed));
            EXPECT_TRUE(replayed.remarks.empty());
            EXPECT_EQ(fingerprint(replayed.history.present()), fingerprint(history.present()));
            EXPECT_EQ(replayed.history.present_index(), history.present_index() + history.forgotten().size());
            EXPECT_EQ(replayed.history.redo_title(), history.redo_title());
        }
    }
}

TEST(Journal, ALaterStateMayBeTheBase) {
    History history(random_document(1));
    const Item joint = joint_item(0, 2);
    const auto stiffen = [&](float by) { ASSERT_TRUE(history.execute(SetJointStiffness{joint, vec3(by)})); };
    stiffen(0.1F);
    stiffen(0.2F);
    history.mark_saved();
    const Document base = history.present();
    stiffen(0.3F);
    JournalWriter writer(history, 2, true);
    std::string text = journal_header({}) + writer.lines(history).value();
    stiffen(0.4F);
    history.undo();
    text += writer.lines(history).value();
    const Replayed replayed = replay(*read_journal(text), base);
    EXPECT_TRUE(replayed.remarks.empty());
    EXPECT_EQ(fingerprint(replayed.history.present()), fingerprint(history.present()));
    EXPECT_TRUE(replayed.history.can_redo());
    history.undo();
    EXPECT_TRUE(writer.lines(history));
    history.undo();
    EXPECT_FALSE(writer.lines(history)) << "that is behind the base";
}

TEST(Journal, WhatDoesNotFitAnotherBaseIsLeftOutWithItsMarks) {
    const Document base = random_document(2);
    History history(base);
    ASSERT_TRUE(history.execute(SetJointStiffness{joint_item(0, 0), vec3(0.25F)}));
    ASSERT_TRUE(history.execute(SetJointStiffness{joint_item(0, 1), vec3(0.5F)}));
    ASSERT_TRUE(history.execute(SetJointStiffness{joint_item(0, 2), vec3(0.75F)}));
    history.undo();
    history.undo();
    JournalWriter writer(history, 0, true);
    const Result<Journal> journal = read_journal(journal_header({}) + writer.lines(history).value());
    ASSERT_TRUE(journal);
    Document changed = base;
    changed.nodes[2].name = "somebody else";  // the second command's joint
    const Replayed replayed = replay(*journal, changed);
    ASSERT_EQ(replayed.remarks.list().size(), 1U);
    EXPECT_NE(replayed.remarks.list()[0].message.find("node2"), std::string::npos);
    const auto& joints = replayed.history.present().humanoids[0].joints;
    EXPECT_EQ(joints[0].stiffness, vec3(0.25F));
    EXPECT_EQ(joints[2].stiffness, base.humanoids[0].joints[2].stiffness);
    EXPECT_TRUE(replayed.history.can_redo());
}

TEST(Journal, DamageIsReportedAndEarlierEntriesCount) {
    History history(random_document(3));
    ASSERT_TRUE(history.execute(SetJointStiffness{joint_item(0, 0), vec3(0.25F)}));
    JournalWriter writer(history, 0, true);
    const std::string good = journal_header({}) + writer.lines(history).value();
    for (const char* bad :
         {"nonsense\n", "\n", "{\"mark\":\"redo\"}\n", "{\"mark\":\"who knows\"}\n", "[]\n"}) {
        const Result<Journal> journal = read_journal(good + bad + "{\"mark\":\"undo\"}\n");
        ASSERT_TRUE(journal);
        const Replayed replayed = replay(*journal, random_document(3));
        ASSERT_EQ(replayed.remarks.list().size(), 1U) << bad;
        EXPECT_EQ(replayed.history.present().humanoids[0].joints[0].stiffness, vec3(0.25F));
    }
    for (const char* text : {"", "\n", "{}\n", "{\"journal\":2}\n", "{\"journal\":1}", "[1]\n"})
        EXPECT_FALSE(read_journal(text)) << text;
}

/// A journal of random edits.
std::string some_journal(std::uint32_t seed) {
    Random random(seed);
    History history(random_document(seed));
    JournalHeader header;
    header.base = {"base.wrl", 1234, 5, "abc"};
    std::string text = journal_header(header);
    JournalWriter writer(history, 0, true);
    for (int i = 0; i < 25; ++i) {
        do_something(random, history);
        text += writer.lines(history).value_or("");
    }
    return text;
}

TEST(Journal, CutAnywhereItGivesTheStepsBeforeTheCut) {
    for (std::uint32_t seed = 0; seed < 3; ++seed) {
        const std::string text = some_journal(seed);
        const std::size_t head = text.find('\n') + 1;
        const Document base = random_document(seed);
        for (std::size_t length = 0; length <= text.size(); ++length) {
            const bool whole = length >= head && text[length - 1] == '\n';
            // Within a line every fifth byte is sufficient.
            if (!whole && length % 5 != 0) continue;
            const Result<Journal> journal = read_journal(std::string_view(text).substr(0, length));
            ASSERT_EQ(journal.has_value(), length >= head) << length;
            if (!journal) continue;
            const std::size_t lines = static_cast<std::size_t>(
                std::count(text.begin(), text.begin() + static_cast<int>(length), '\n'));
            EXPECT_EQ(journal->lines.size(), lines - 1);
            if (!whole) continue;
            const Replayed replayed = replay(*journal, base);
            EXPECT_TRUE(replayed.remarks.empty()) << length;
            EXPECT_EQ(expect_valid(replayed.history.present()), std::nullopt);
        }
    }
}

TEST(Journal, DamagedAnywhereAndOnAnotherBaseItStaysValid) {
    Random random(7);
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        const std::string text = some_journal(seed);
        const std::size_t head = text.find('\n') + 1;
        for (int i = 0; i < 60; ++i) {
            std::string damaged = text;
            for (int k = random.integer(1, 6); k > 0; --k) {
                const auto at = static_cast<std::size_t>(
                    random.integer(static_cast<int>(head), static_cast<int>(text.size()) - 1));
                damaged[at] = static_cast<char>(random.integer(0, 255));
            }
            const Result<Journal> journal = read_journal(damaged);
            ASSERT_TRUE(journal);
            const Replayed replayed =
                replay(*journal, random_document(seed + (random.chance(0.5F) ? 100U : 0U)));
            EXPECT_EQ(expect_valid(replayed.history.present()), std::nullopt) << damaged;
        }
    }
}

}  // namespace
}  // namespace vitruvian

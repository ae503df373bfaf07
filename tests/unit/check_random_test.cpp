// All checks on random documents: findings refer to existing items, have a message, and are reproducible.
#include "model/check/registry.h"
#include "model/check/run.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace vitruvian::test {
namespace {

void expect_sense(const Document& document, const check::Profile& profile) {
    const check::Outcome outcome = check::run_checks(document, &profile);
    const check::Outcome again = check::run_checks(document, &profile);
    ASSERT_EQ(outcome.findings.size(), again.findings.size());
    check::Level last = check::Level::error;
    for (std::size_t i = 0; i < outcome.findings.size(); ++i) {
        const check::Finding& finding = outcome.findings[i];
        EXPECT_EQ(finding.message, again.findings[i].message);
        EXPECT_NE(check::find_check(finding.id), nullptr) << finding.id;
        EXPECT_FALSE(finding.message.empty()) << finding.id;
        EXPECT_FALSE(finding.advice.empty()) << finding.id;
        EXPECT_FALSE(finding.object.kind.empty()) << finding.id;
        EXPECT_NE(finding.level, check::Level::off) << finding.id;
        EXPECT_LE(finding.level, last) << "the most severe come first";
        last = finding.level;
        const Item& item = finding.object.item;
        EXPECT_TRUE(item.kind == ItemKind::none || exists(document, item)) << finding.id;
        EXPECT_LT(finding.clip_index, static_cast<int>(document.clips.size())) << finding.id;
        EXPECT_LE(finding.marks.points.size(), 200U) << finding.id;
        if (finding.fix.empty()) continue;
        Document repaired = document;
        EXPECT_TRUE(apply(Batch{"fix", finding.fix}, repaired)) << finding.id;
        EXPECT_EQ(expect_valid(repaired), std::nullopt) << finding.id;
    }
}

TEST(AllChecks, MakeSenseOnAnyDocument) {
    for (std::uint32_t seed = 0; seed < 12; ++seed) {
        Document document = random_document(seed);
        for (const std::string_view name : check::profile_names()) {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(seed));
            expect_sense(document, *check::built_in_profile(name));
        }
    }
}

TEST(AllChecks, MakeSenseOnRigsWithClips) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
        Random random(seed);
        const Document rig = make_rig(random, {});
        SCOPED_TRACE(seed);
        expect_sense(rig, check::profile_for(rig));
    }
    expect_sense(Document{}, check::profile_for(Document{}));
}

TEST(AllChecks, TheRegistryIsInOrderAndComplete) {
    std::set<std::string_view> ids;
    for (const check::CheckInfo& info : check::all_checks()) {
        EXPECT_TRUE(ids.insert(info.id).second) << info.id;
        EXPECT_FALSE(info.name.empty()) << info.id;
        EXPECT_FALSE(info.measures.empty()) << info.id;
        EXPECT_FALSE(info.source.empty()) << info.id;
    }
}

TEST(AllChecks, StopWhenAsked) {
    const std::atomic<bool> cancel = true;
    check::RunOptions options;
    options.cancel = &cancel;
    EXPECT_TRUE(check::run_checks(random_document(1), nullptr, options).cancelled);
    EXPECT_FALSE(check::run_checks(random_document(1)).cancelled);
}

}  // namespace
}  // namespace vitruvian::test

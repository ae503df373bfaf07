// Project profiles: their contents, ignored findings with reasons, and edits of their text.
#include "model/check/run.h"
#include "tests/unit/check_rigs.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace vitruvian::test {
namespace {

using check::Ignore;

check::ProjectProfile read(const std::string& text) {
    const auto profile = check::read_profile(text, "p.json");
    EXPECT_TRUE(profile) << (profile ? "" : profile.error().text());
    return profile.value_or(check::ProjectProfile{});
}

std::string refusal(const std::string& text) {
    const auto profile = check::read_profile(text, "p.json");
    return profile ? "" : profile.error().code + " " + profile.error().where.pointer;
}

/// A rig with inverted limits of l_knee and r_knee.
Document spoilt() {
    return world(replaced_all(hanim_rig(), "llimit [ 0 0 0 ]\nulimit [ 2.2 0 0 ]\n",
                              "llimit [ 2.2 0 0 ]\nulimit [ 0 0 0 ]\n"));
}

check::Outcome run_with(const Document& document, const std::string& text) {
    check::RunOptions options;
    options.only = {"LI01"};
    const check::Profile profile = read(text).over(check::profile_for(document));
    return check::run_checks(document, &profile, options);
}

TEST(CheckProfile, IgnoredFindingsAreMarked) {
    const Document document = spoilt();
    const check::Outcome all = run_with(document, R"({})");
    ASSERT_GE(all.findings.size(), 2U);
    EXPECT_TRUE(all.ignored.empty());
    const check::Outcome one =
        run_with(document, R"({"ignore": [{"id": "LI01", "object": "l_knee", "reason": "a robot's"}]})");
    EXPECT_EQ(one.findings.size() + 1, all.findings.size());
    EXPECT_TRUE(std::none_of(one.findings.begin(), one.findings.end(),
                             [](const check::Finding& finding) { return finding.object.name == "l_knee"; }));
    ASSERT_EQ(one.ignored.size(), 1U);
    EXPECT_EQ(one.ignored.front().finding.object.name, "l_knee");
    EXPECT_EQ(one.ignored.front().ignore.reason, "a robot's");
    // Without an object all are ignored; in a clip that none of them has, none is.
    EXPECT_TRUE(run_with(document, R"({"ignore": [{"id": "LI01", "reason": "old"}]})").findings.empty());
    EXPECT_EQ(run_with(document, R"({"ignore": [{"id": "LI01", "clip": "Walk", "reason": "old"}]})")
                  .findings.size(),
              all.findings.size());
    EXPECT_EQ(run_with(document, R"({"ignore": [{"id": "LI02", "reason": "old"}]})").findings.size(),
              all.findings.size());
}

TEST(CheckProfile, IgnoringNeedsACheckAndAReason) {
    EXPECT_EQ(refusal(R"({"ignore": 1})"), "profile-json /ignore");
    EXPECT_EQ(refusal(R"({"ignore": [1]})"), "profile-json /ignore/0");
    EXPECT_EQ(refusal(R"({"ignore": [{"id": "XX01", "reason": "x"}]})"),
              "profile-unknown-check /ignore/0/id");
    EXPECT_EQ(refusal(R"({"ignore": [{"reason": "x"}]})"), "profile-unknown-check /ignore/0/id");
    EXPECT_EQ(refusal(R"({"ignore": [{"id": "LI01"}]})"), "profile-json /ignore/0/reason");
    EXPECT_EQ(refusal(R"({"ignore": [{"id": "LI01", "reason": ""}]})"), "profile-json /ignore/0/reason");
    EXPECT_EQ(refusal(R"({"ignore": [{"id": "LI01", "object": 1, "reason": "x"}]})"),
              "profile-json /ignore/0/object");
    EXPECT_EQ(refusal(R"({"ignore": [{"id": "LI01", "reason": "x"}]})"), "");
    // A misspelt key would match every object, or nothing.
    EXPECT_EQ(refusal(R"({"ignore": [{"id": "LI01", "objects": "l_knee", "reason": "x"}]})"),
              "profile-json /ignore/0/objects");
    EXPECT_EQ(refusal(R"({"ignored": [{"id": "LI01", "reason": "x"}]})"), "profile-json /ignored");
    EXPECT_EQ(refusal(R"({"check": {"LI01": {"severity": "off"}}})"), "profile-json /check");
}

TEST(CheckProfile, UnknownMembersAreErrorsUnlessMarkedAsOthers) {
    EXPECT_EQ(refusal(R"({"extend": "vrm"})"), "profile-json /extend");
    EXPECT_EQ(refusal(R"({"Extends": "vrm"})"), "profile-json /Extends");
    EXPECT_EQ(refusal(R"({"severity": "off"})"), "profile-json /severity");
    EXPECT_EQ(refusal(R"({"a/b": 1})"), "profile-json /a~1b");
    EXPECT_EQ(refusal(R"({"$schema": "x", "_note": ["hands", 1], "extends": "vrm"})"), "");
}

TEST(CheckProfile, RobloxFiguresMayBeMeasuredInStuds) {
    const auto found = [](float height, std::string_view profile) {
        Document document = load(gltf_rig());
        const float factor = height / check::Subject(document).figures().front().height;
        document.nodes.front().rest.scale *= factor;
        check::RunOptions options;
        options.only = {"PO18", "PO19"};
        const auto base = check::built_in_profile(profile);
        std::vector<std::string> ids;
        for (const check::Finding& finding : check::run_checks(document, &*base, options).findings)
            ids.emplace_back(finding.id);
        return ids;
    };
    using Ids = std::vector<std::string>;
    EXPECT_EQ(found(5.5F, "vrm"), (Ids{"PO18", "PO19"}));
    for (const float studs : {4.75F, 5.25F, 6.25F, 7.8F}) EXPECT_EQ(found(studs, "roblox"), Ids{}) << studs;
    EXPECT_EQ(found(1.75F, "roblox"), Ids{});
    EXPECT_EQ(found(9.0F, "roblox"), Ids{"PO18"});
    EXPECT_EQ(found(175.0F, "roblox"), (Ids{"PO18", "PO19"}));
}

TEST(CheckProfile, RepeatedKeysAndBadSyntaxAreErrorsWithLineAndColumn) {
    const auto place = [](const std::string& text) {
        const auto profile = check::read_profile(text, "p.json");
        return profile ? "" : profile.error().code + " " + profile.error().where.text();
    };
    EXPECT_EQ(place("{\"extends\": \"vrm\",\n  \"extends\": \"auto\"}"), "json-repeated-key p.json:2:3");
    EXPECT_EQ(place("{\"checks\": {\"LI01\": {},\n \"PO03\": {}, \"LI01\": {}}}"),
              "json-repeated-key p.json:2:14");
    EXPECT_EQ(place("{\"_other\": [{\"a\": 1}, {\"a\": \"a\"}], \"_note\": {\"_other\": 1}}"), "");
    EXPECT_EQ(place("{\"checks\": \n ]}"), "profile-json p.json:2:2");
    EXPECT_EQ(place("{\"checks\": {\"PO03\":\n {\"threshold\": 1e999}}}"), "profile-json p.json:2:16");
}

TEST(CheckProfile, TextsKeepWhatTheySay) {
    const Ignore knee{"LI01", "l_knee", std::nullopt, "a \"robot\"'s"};
    const Ignore clip{"AN13", "l_ankle", "Walk", "it skates"};
    const std::string before =
        R"({"extends": "vrm", "_team": {"of": 3}, "checks": {"PO03": {"threshold": 8}}})";
    const auto first = check::with_ignore(before, "p.json", knee);
    ASSERT_TRUE(first);
    const auto second = check::with_ignore(*first, "p.json", clip);
    ASSERT_TRUE(second);
    EXPECT_EQ(read(*second).ignores, (std::vector<Ignore>{knee, clip}));
    EXPECT_EQ(read(*second).extends, "vrm");
    EXPECT_EQ(nlohmann::json::parse(*second)["_team"]["of"], 3);
    const auto third = check::without_ignore(*second, "p.json", knee);
    ASSERT_TRUE(third);
    EXPECT_EQ(read(*third).ignores, std::vector<Ignore>{clip});
    const auto last = check::without_ignore(*third, "p.json", clip);
    ASSERT_TRUE(last);
    EXPECT_EQ(nlohmann::json::parse(*last), nlohmann::json::parse(before));
    // From an empty text; and an unreadable one is unchanged.
    const auto fresh = check::with_ignore("", "p.json", knee);
    ASSERT_TRUE(fresh);
    EXPECT_EQ(read(*fresh).ignores, std::vector<Ignore>{knee});
    EXPECT_FALSE(check::with_ignore("{", "p.json", knee));
}

}  // namespace
}  // namespace vitruvian::test

// READ: truncated or malformed files are reported, even if a part of them can be shown.
#include "tests/unit/check_rigs.h"

#include <gtest/gtest.h>

#include <span>
#include <string>

namespace vitruvian::test {
namespace {

/// Returns READ's findings for the text: the objects' names, with "error" before each.
Names said_of(const std::string& text) {
    const Result<Document> document = load_document(std::as_bytes(std::span(text)), "rig.wrl", {});
    EXPECT_TRUE(document) << document.error().text();
    Names out;
    if (!document) return out;
    for (const check::Finding& finding : findings_of(*document, "READ")) {
        out.push_back(std::string(check::to_string(finding.level)) + ' ' + finding.object.name);
        EXPECT_GT(finding.where.line, 0);
    }
    return out;
}

TEST(CheckReading, WorldsThatEndTooSoonAreBroken) {
    for (const RigVersion version : {RigVersion::hanim_1_1, RigVersion::hanim_2_0}) {
        const std::string whole = hanim_rig(version);
        EXPECT_EQ(said_of(whole), Names{});
        for (const std::size_t part : {3U, 5U, 9U})
            EXPECT_EQ(said_of(whole.substr(0, whole.size() * part / 10)), Names{"error rig.wrl"}) << part;
    }
}

TEST(CheckReading, XmlAndJsonThatAreNotWellFormedAreBroken) {
    EXPECT_EQ(said_of("<X3D><Scene><Shape/></Scene></X3D>"), Names{});
    EXPECT_EQ(said_of("<X3D><Scene><Shape></Scene></X3D>"), Names{"error rig.wrl"});
    const std::string json = R"({"X3D": {"Scene": {"-children": [{"Shape": {}}]}}})";
    EXPECT_EQ(said_of(json), Names{});
    EXPECT_EQ(said_of(json.substr(0, json.size() - 4)), Names{"error rig.wrl"});
}

}  // namespace
}  // namespace vitruvian::test

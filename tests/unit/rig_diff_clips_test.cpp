// Clips of figures that differ in something else: what they show is told only where it is another motion.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/unit/rig_diff_words.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using test::words;

Document saved_as(const Document& document, const std::string& name) {
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / name;
    EXPECT_TRUE(save_document(document, file).has_value());
    Result<Document> read = load_document(file);
    EXPECT_TRUE(read.has_value());
    std::filesystem::remove(file);
    return std::move(*read);
}

/// The manikin with one of its clips.
Document walking() {
    Document out = test::manikin();
    out.clips.resize(1);
    return out;
}

Item named(const Document& document, ItemKind kind, const std::string& name) {
    const Result<Item> item = find_item(document, kind, name, 0);
    EXPECT_TRUE(item.has_value()) << name;
    return *item;
}

TEST(RigDiffClips, FollowARestThatChangesAndAParent) {
    for (const char* format : {"glb", "x3d"}) {
        const Document before = saved_as(walking(), std::string("rig.") + format);
        const Item elbow = named(before, ItemKind::joint, "l_elbow");
        const Item knee = named(before, ItemKind::joint, "l_knee");
        const Item hip = named(before, ItemKind::joint, "r_hip");
        const Item site = named(before, ItemKind::site, "l_iliocristale_pt");
        const bool rests_posed = std::string(format) == "glb";
        const std::vector<std::pair<Command, std::string>> edits{
            {SetJointRotation{elbow, axis_angle({0.0F, 0.0F, 1.0F}, 0.3F)},
             std::string("joint l_elbow changed ") + (rests_posed ? "orientation" : "rotation")},
            {ReParent{knee, hip}, "joint l_knee changed parent"},
            {ReParent{site, hip}, "site l_iliocristale_pt changed segment"},
        };
        for (const auto& [command, told] : edits) {
            Document changed = before;
            ASSERT_TRUE(apply(command, changed));
            const Document after = saved_as(changed, std::string("rig.") + format);
            EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{told}) << format;
        }
    }
}

TEST(RigDiffClips, OfMotionFilesAreCalledAsTheFile) {
    const Document walk = walking();
    const Document one = saved_as(walk, "one.bvh");
    EXPECT_EQ(words(compare_rigs(one, saved_as(walk, "another.bvh"))), std::vector<std::string>{});
    Document shorter = one;
    ASSERT_TRUE(apply(TrimClip{std::nullopt, 0.0F, 0.5F}, shorter));
    const std::vector<std::string> told = words(compare_rigs(one, saved_as(shorter, "another.bvh")));
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front(), "clip another changed duration");
}

}  // namespace
}  // namespace vitruvian

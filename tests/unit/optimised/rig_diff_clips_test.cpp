// Clips of figures that differ in something else: only differences of motion are reported.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/unit/bvh_motions.h"
#include "tests/unit/optimised/rig_diff_words.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using test::saved_as;
using test::words;

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
        const Document before = saved_as(walking(), format);
        const Item elbow = named(before, ItemKind::joint, "l_elbow");
        const Item knee = named(before, ItemKind::joint, "l_knee");
        const Item hip = named(before, ItemKind::joint, "r_hip");
        const Item site = named(before, ItemKind::site, "l_iliocristale_pt");
        const std::vector<std::pair<Command, std::string>> edits{
            {SetJointRotation{elbow, axis_angle({0.0F, 0.0F, 1.0F}, 0.3F)}, "joint l_elbow changed rotation"},
            {ReParent{knee, hip}, "joint l_knee changed parent"},
            {ReParent{site, hip}, "site l_iliocristale_pt changed segment"},
        };
        for (const auto& [command, told] : edits) {
            Document changed = before;
            ASSERT_TRUE(apply(command, changed));
            const Document after = saved_as(changed, format);
            EXPECT_EQ(words(compare_rigs(before, after)), std::vector<std::string>{told}) << format;
        }
    }
}

TEST(RigDiffClips, StateTheStartOfAMotionThatHasAPlace) {
    test::Random random(7);
    const test::Motion motion = test::make_motion(random);
    const std::vector<quat> upright(test::figure().size(), identity_quat);
    const Document before = test::read_text(test::bvh_of(motion, upright), "motion.bvh");
    Document trimmed = before;
    ASSERT_TRUE(apply(TrimClip{std::nullopt, 0.3F * static_cast<float>(before.clips[0]->duration),
                               static_cast<float>(before.clips[0]->duration)},
                      trimmed));
    for (const std::string& word : words(compare_rigs(before, saved_as(trimmed, "bvh"))))
        EXPECT_TRUE(word.starts_with("clip ")) << word;
    test::Motion elsewhere = motion;
    for (vec3& hips : elsewhere.hips) hips += vec3(50.0F, 0.0F, 0.0F);
    EXPECT_EQ(words(compare_rigs(before, test::read_text(test::bvh_of(elsewhere, upright), "motion.bvh"))),
              std::vector<std::string>{"clip motion changed travel"});
}

TEST(RigDiffClips, OfMotionFilesAreCalledAsTheFile) {
    const Document walk = walking();
    const Document one = saved_as(walk, "bvh", "one");
    EXPECT_EQ(words(compare_rigs(one, saved_as(walk, "bvh", "another"))), std::vector<std::string>{});
    Document shorter = one;
    ASSERT_TRUE(apply(TrimClip{std::nullopt, 0.0F, 0.5F}, shorter));
    const std::vector<std::string> told = words(compare_rigs(one, saved_as(shorter, "bvh", "another")));
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front(), "clip rig_diff_another changed duration");
}

}  // namespace
}  // namespace vitruvian

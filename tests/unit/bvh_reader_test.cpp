#include "model/formats/bvh/bvh_reader.h"

#include "model/core/at.h"
#include "model/io/file.h"
#include "model/pose/pose.h"
#include "model/remap/remap.h"
#include "tests/folders.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace vitruvian {
namespace {

const std::filesystem::path corpus = vitruvian::shared_folder() / "corpus/bvh";

constexpr const char* small = R"(HIERARCHY
ROOT Hips
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT LeftUpLeg
	{
		OFFSET 1 -1 +0.5
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 -4 0
		}
	}
}
MOTION
Frames: 2
Frame Time: 0.5
1 10 3 0 0 0 0 0 0
1 12 3 90 0 0 0 30 0
)";

Result<Document> read(std::string_view text) {
    return read_bvh(text, "motion.bvh", {});
}

std::string replaced_once(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos);
    return text.replace(at, from.size(), to);
}

TEST(BvhReader, ReadsSkeletonAndMotion) {
    const auto document = read(small);
    ASSERT_TRUE(document.has_value()) << document.error().text();
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    EXPECT_EQ(document->format, FileFormat::bvh);
    ASSERT_EQ(document->nodes.size(), 3U);
    EXPECT_EQ(document->nodes[1].rest.translation, vec3(1, -1, 0.5F));
    EXPECT_EQ(document->nodes[2].kind, NodeKind::site);
    EXPECT_EQ(document->nodes[2].name, "LeftUpLeg_end");
    ASSERT_EQ(document->humanoids.size(), 1U);
    EXPECT_EQ(document->humanoids[0].joints.size(), 2U);
    // Its OFFSET is zero, so its rest position is that of the first frame.
    EXPECT_EQ(document->nodes[0].rest.translation, vec3(1, 10, 3));
    ASSERT_EQ(document->clips.size(), 1U);
    const Clip& clip = *document->clips[0];
    EXPECT_EQ(clip.name, "motion");
    EXPECT_DOUBLE_EQ(clip.duration, 0.5);
    const auto world = test::posed_world(*document, clip, 0.5);
    // Z first: the leg at (1, -1, 0.5) is rotated to (1, 1, 0.5); its own X rotation rotates the tip about
    // the rotated X.
    EXPECT_LT(glm::distance(vec3(world[1][3]), vec3(2, 13, 3.5F)), 1e-5F);
    EXPECT_LT(glm::distance(vec3(world[2][3]), vec3(2 + 4 * 0.8660254F, 13, 3.5F - 2)), 1e-5F);
}

TEST(BvhReader, ZeroPositionsDoNotDropTheFigure) {
    std::string text = replaced_once(small, "OFFSET 0 0 0", "OFFSET 0 10 0");
    text = replaced_once(text, "1 10 3 0", "0 0 0 0");
    text = replaced_once(text, "1 12 3 90", "0 0 0 90");
    const auto document = read(text);
    ASSERT_TRUE(document.has_value());
    EXPECT_EQ(vec3(test::posed_world(*document, *document->clips[0], 0.2)[0][3]), vec3(0, 10, 0));
}

TEST(BvhReader, CountsAreNotBelieved) {
    const auto more = read(replaced_once(small, "Frames: 2", "Frames: 2000000000"));
    ASSERT_TRUE(more.has_value());
    EXPECT_EQ(more->clips[0]->channels[0].times.size(), 2U);
    EXPECT_FALSE(more->diagnostics.empty());
    const auto fewer = read(replaced_once(small, "Frames: 2", "Frames: 1"));
    ASSERT_TRUE(fewer.has_value());
    EXPECT_FALSE(fewer->diagnostics.empty());
}

TEST(BvhReader, ErrorsSayWhere) {
    const auto number = read(replaced_once(small, "OFFSET 1 -1", "OFFSET 1 x-1"));
    ASSERT_FALSE(number.has_value());
    EXPECT_EQ(number.error().code, "bvh-number");
    EXPECT_EQ(number.error().where.line, 8);
    EXPECT_EQ(number.error().where.column, 12);
    EXPECT_FALSE(read(replaced_once(small, "Zrotation", "Wrotation")).has_value());
    EXPECT_FALSE(read(replaced_once(small, "CHANNELS 3", "CHANNELS 99999999")).has_value());
    EXPECT_FALSE(read(replaced_once(small, "1 12 3 90", "1 x 3 90")).has_value());
    EXPECT_FALSE(read("HIERARCHY").has_value());
    EXPECT_FALSE(read("").has_value());
}

/// Variants of the three lines above the numbers, and of the numbers.
TEST(BvhReader, OtherSpellings) {
    const auto same = [](const std::string& text) {
        const auto document = read(text);
        if (!document) return testing::AssertionFailure() << document.error().text();
        const auto asked = read(small);
        const auto found = test::difference(*document, *asked);
        return found ? testing::AssertionFailure() << *found << " in " << text : testing::AssertionSuccess();
    };
    EXPECT_TRUE(same(replaced_once(small, "Frames: 2", "Frames : 2")));
    EXPECT_TRUE(same(replaced_once(small, "Frames: 2", "Frames 2")));
    EXPECT_TRUE(same(replaced_once(small, "Frame Time: 0.5", "FrameTime: 0.5")));
    EXPECT_TRUE(same(replaced_once(small, "Frame Time: 0.5", "Frame Time : 0,5")));
    EXPECT_TRUE(same(replaced_once(small, "1 -1 +0.5", "1,0 -1,0 +0,5")));
    std::string scaled = replaced_once(small, "CHANNELS 6 ", "CHANNELS 9 Xscale Yscale Zscale ");
    scaled = replaced_once(replaced_once(scaled, "1 10 3", "1 1 1 1 10 3"), "1 12 3", "1 1 1 1 12 3");
    EXPECT_TRUE(same(scaled));
    const auto untimed = read(replaced_once(small, "Frame Time: 0.5\n", ""));
    ASSERT_TRUE(untimed.has_value());
    EXPECT_NEAR(untimed->clips[0]->duration, 1.0 / 30.0, 1e-6);
    EXPECT_FALSE(untimed->diagnostics.empty());
}

TEST(BvhReader, DeepNestingIsRefused) {
    std::string text = "HIERARCHY\nROOT a\n{\n";
    for (int i = 0; i < 100'000; ++i) text += "JOINT a\n{\n";
    const auto document = read(text);
    ASSERT_FALSE(document.has_value());
    EXPECT_EQ(document.error().code, "bvh-too-large");
}

/// Truncated or corrupt files give an error or a valid document.
TEST(BvhReader, HostileInput) {
    test::Random random(5);
    const std::string text = small;
    for (int i = 0; i < 4000; ++i) {
        std::string damaged =
            text.substr(0, static_cast<std::size_t>(random.integer(0, static_cast<int>(text.size()))));
        const int flips = random.integer(0, 4);
        for (int f = 0; f < flips && !damaged.empty(); ++f) {
            at(damaged, random.integer(0, static_cast<int>(damaged.size()) - 1)) =
                static_cast<char>(random.integer(0, 255));
        }
        const auto document = read(damaged);
        if (!document) continue;
        EXPECT_EQ(expect_valid(*document), std::nullopt) << damaged;
    }
}

class BvhCorpus : public testing::TestWithParam<const char*> {};

TEST_P(BvhCorpus, ReadsAndRemaps) {
    const std::filesystem::path path = corpus / GetParam();
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "the corpus is not here: " << path;
    const auto bytes = read_file(path, std::size_t{1} << 26);
    ASSERT_TRUE(bytes.has_value());
    const auto document =
        read_bvh({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, path.string(), {});
    ASSERT_TRUE(document.has_value()) << document.error().text();
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    EXPECT_TRUE(document->diagnostics.list().size() <= 1);
    const BoneMap& bones = document->humanoids[0].bones;
    for (const Bone bone : {Bone::hips, Bone::head, Bone::left_upper_arm, Bone::right_hand,
                            Bone::left_lower_leg, Bone::right_foot}) {
        EXPECT_GE(bones[bone], 0) << to_string(bone);
    }
    test::Random random(1);
    const Document target = test::make_rig(random, {});
    const auto plan = RemapPlan::make({document->clips.at(0), &*document, -1}, target, 0);
    ASSERT_TRUE(plan.has_value()) << plan.error().text();
    const auto world = world_matrices(make_skeleton(target), plan->pose_at(0.2));
    const auto at = [&](Bone bone) {
        return vec3(world[static_cast<std::size_t>(target.humanoids[0].bones[bone])][3]);
    };
    // Whatever the orientation of the motion's file, the figure is upright, with its head over its feet.
    const vec3 body = at(Bone::head) - (at(Bone::left_foot) + at(Bone::right_foot)) * 0.5F;
    EXPECT_GT(body.y / glm::length(body), 0.9F);
    const vec3 across = at(Bone::left_upper_arm) - at(Bone::right_upper_arm);
    EXPECT_GT(across.x / glm::length(across), 0.8F);
}

INSTANTIATE_TEST_SUITE_P(Files, BvhCorpus, testing::Values("tpose.bvh", "walk1.bvh"),
                         [](const auto& info) { return std::string(info.param, 5); });

}  // namespace
}  // namespace vitruvian

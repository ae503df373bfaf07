// Motion files as left by programs and people: other text encodings, comments, and inconsistent rows and
// counts. All except the last are equivalent to one plain file.
#include "model/core/at.h"
#include "model/core/utf16.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/document_equality.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace vitruvian {
namespace {

constexpr const char* plain = R"(HIERARCHY
ROOT Hips
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT LeftUpLeg
	{
		OFFSET 1 -1 0.5
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 -4 0
		}
	}
}
MOTION
Frames: 3
Frame Time: 0.5
1 10 3 0 0 0 0 0 0
1 12 3 90 0 0 0 30 0
1 12 4 90 0 0 0 30 15
)";

Result<Document> load_motion(std::string_view text, const std::string& name = "motion.bvh") {
    return load_document(std::as_bytes(std::span(text)), name, {});
}

std::string replaced_everywhere(std::string text, const std::string& from, const std::string& to) {
    std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    for (; at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
    return text;
}

std::string in_utf16(std::string_view ascii, bool little, bool mark) {
    std::string out = mark ? (little ? "\xFF\xFE" : "\xFE\xFF") : "";
    for (const char c : ascii) {
        if (!little) out += '\0';
        out += c;
        if (little) out += '\0';
    }
    return out;
}

testing::AssertionResult is_same(std::string_view text) {
    const auto document = load_motion(text);
    if (!document) return testing::AssertionFailure() << document.error().text();
    const auto found = test::difference(*document, *load_motion(plain));
    return found ? testing::AssertionFailure() << *found : testing::AssertionSuccess();
}

TEST(BvhDialects, EncodingsOfText) {
    for (const bool little : {true, false}) {
        for (const bool mark : {true, false}) {
            const std::string text = in_utf16(plain, little, mark);
            EXPECT_TRUE(is_same(text)) << little << mark;
            const auto document = load_motion(text);
            const auto saved = encode_document(*document, {});
            ASSERT_TRUE(saved.has_value());
            const std::string_view bytes(reinterpret_cast<const char*>(saved->bytes.data()),
                                         saved->bytes.size());
            EXPECT_EQ(bytes, text);
        }
    }
    EXPECT_TRUE(is_same(std::string("\xEF\xBB\xBF\n\n") + plain));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "\n", "\r\n")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "\n", "\r")));
}

TEST(BvhDialects, Utf16AsUtf8) {
    using std::string_literals::operator""s;
    EXPECT_EQ(utf8_of_utf16("\xFF\xFE\xE9\x00\x9D\x30\x3D\xD8\x00\xDE\x00\xD8x\x00y"s),
              "\xC3\xA9\xE3\x82\x9D\xF0\x9F\x98\x80\xEF\xBF\xBDx");
    EXPECT_EQ(utf8_of_utf16("\xFF\xFE"s), "");
    EXPECT_EQ(utf8_of_utf16("HIERARCHY ROOT Hips"), std::nullopt);
    EXPECT_EQ(utf8_of_utf16("g\0l\0T\0F\0\2\0\0\0\4\0\0\0\1\0\0\0"s), std::nullopt);
}

TEST(BvhDialects, AWorldInUtf16IsReadAndSavedInUtf8) {
    const std::string world =
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n<X3D version='4.0' profile='Immersive'><Scene>"
        "<Transform DEF='a' translation='1 2 3'><Shape><Box/></Shape></Transform></Scene></X3D>\n";
    const auto document = load_motion(in_utf16(world, true, true), "world.x3d");
    ASSERT_TRUE(document.has_value()) << document.error().text();
    EXPECT_TRUE(test::count_of(*document, "text-utf16") > 0);
    EXPECT_EQ(document->meshes.size(), 1U);
    const auto saved = encode_document(*document, {});
    ASSERT_TRUE(saved.has_value());
    const std::string_view bytes(reinterpret_cast<const char*>(saved->bytes.data()), saved->bytes.size());
    EXPECT_EQ(bytes, replaced_everywhere(world, "UTF-16", "UTF-8"));
}

TEST(BvhDialects, CommentsAndBlankLines) {
    EXPECT_TRUE(is_same("# made by hand\n\n  # and again HIERARCHY\n" + std::string(plain)));
    EXPECT_TRUE(is_same("// made by hand\r\n" + std::string(plain)));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "OFFSET 0 -4 0", "OFFSET 0 -4 0  # a metre is 100")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "MOTION\n", "\n# the motion\nMOTION\n")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "1 12 3 90", "\n# second\n\n1 12 3 90")));
    const auto other = load_motion("# no motion\nROOT Hips\n");
    ASSERT_FALSE(other.has_value());
    EXPECT_EQ(other.error().code, "format-unknown");
}

TEST(BvhDialects, Layouts) {
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "End Site", "End site")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "End Site", "EndSite")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "Zposition Zrotation", "Zposition\n\t  Zrotation")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "MOTION\nFrames: 3\nFrame Time: 0.5\n",
                                            "MOTION Frames: 3 Frame Time: 5e-1 ")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "MOTION\nFrames: 3\nFrame Time: 0.5\n",
                                            "MOTION\nFrames:3\nFrame Time:.5\n")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "MOTION\nFrames: 3\nFrame Time: 0.5\n",
                                            "MOTION\nFrames :3\nFrameTime:.5\n")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "0.5", "5,0E-001")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "1 12 3 90", "1, 12, 3, 90")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, " 30 15\n", " 30 15")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, "1 12 3 90 0 0 0", "1\t12\t3\t90\t0\t0\t0\t")));
    EXPECT_TRUE(is_same(replaced_everywhere(plain, " 90 0", "\n90 0")
                            .replace(std::string(plain).find("1 10 3 0") + 6, 1, "\n")));
}

TEST(BvhDialects, NamesOfChannelsCountNotTheirNumber) {
    for (const char* count : {"CHANNELS 5 X", "CHANNELS 3 X", "CHANNELS 9 X"}) {
        const auto document = load_motion(replaced_everywhere(plain, "CHANNELS 6 X", count));
        ASSERT_TRUE(document.has_value()) << document.error().text();
        EXPECT_TRUE(test::count_of(*document, "bvh-channel-count") > 0);
        EXPECT_EQ(document->clips[0]->channels.size(), 3U);
    }
}

/// A line with one number too many, or too few, does not affect the others.
TEST(BvhDialects, LinesOfTheWrongLength) {
    const auto last_turn = [](const std::string& text) {
        const auto document = load_motion(text);
        EXPECT_TRUE(document.has_value() && test::count_of(*document, "bvh-row") > 0);
        const Channel& channel = document->clips[0]->channels.back();
        EXPECT_EQ(channel.node, 1);
        EXPECT_EQ(channel.times.size(), 3U);
        return std::vector<float>(channel.values.end() - 4, channel.values.end());
    };
    const auto whole = load_motion(plain);
    const Channel& channel = whole->clips[0]->channels.back();
    const std::vector<float> expected(channel.values.end() - 4, channel.values.end());
    EXPECT_EQ(last_turn(replaced_everywhere(plain, "1 12 3 90 0 0 0 30 0", "1 12 3 90 0 0 0 30 0 7")),
              expected);
    EXPECT_EQ(last_turn(replaced_everywhere(plain, "1 12 3 90 0 0 0 30 0", "1 12 3 90 0 0 0 30")), expected);
    EXPECT_EQ(last_turn(replaced_everywhere(plain, "30 15", "30 15 8 8")), expected);
    EXPECT_EQ(last_turn(replaced_everywhere(replaced_everywhere(plain, "0 0 0 0 0 0\n", "0 0 0 0 0 0 5\n"),
                                            "30 ", "30 0 "))
                  .size(),
              4U);
    // A truncated file is reported, and has its complete frames.
    const auto cut = load_motion(replaced_everywhere(plain, " 0 30 15\n", ""));
    ASSERT_TRUE(cut.has_value());
    EXPECT_TRUE(test::count_of(*cut, "bvh-frames-missing") > 0);
    EXPECT_EQ(cut->clips[0]->channels.back().times.size(), 2U);
}

/// A chain whose joints all have positions, in two frames.
std::string chain(const std::string& first, const std::string& second, int joints) {
    std::string out = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 9 0\nCHANNELS 3 Xposition Yposition Zposition\n";
    std::string rows[2]{"0 9 0", "1 9 0"};
    for (int i = 0; i < joints; ++i) {
        out +=
            "JOINT j" + std::to_string(i) + "\n{\nOFFSET 0 2 0\nCHANNELS 3 Xposition Yposition Zposition\n";
        rows[0] += " " + first;
        rows[1] += " " + second;
    }
    out += "End Site\n{\nOFFSET 0 1 0\n}\n";
    for (int i = 0; i <= joints; ++i) out += "}\n";
    return out + "MOTION\nFrames: 2\nFrame Time: 1\n" + rows[0] + "\n" + rows[1] + "\n";
}

/// The height of the chain's end after a second.
float height_of_end(const std::string& text) {
    const Result<Document> document = load_motion(text);
    EXPECT_TRUE(document) << text;
    if (!document) return -1.0F;
    const Skeleton skeleton = make_skeleton(*document);
    Pose pose = rest_pose(skeleton);
    sample(*document->clips.at(0), 1.0, skeleton, pose);
    return world_matrices(skeleton, pose).back()[3][1];
}

TEST(BvhDialects, PositionsOfJointsReplaceTheirOffsetOrDisplaceIt) {
    EXPECT_FLOAT_EQ(height_of_end(chain("0 2 0", "0 2.5 0", 3)), 9.0F + 3 * 2.5F + 1.0F);
    EXPECT_FLOAT_EQ(height_of_end(chain("0 0 0", "0 0 0", 3)), 9.0F + 3 * 2.0F + 1.0F);
    EXPECT_FLOAT_EQ(height_of_end(chain("0 0 0", "0 0.1 0", 3)), 9.0F + 3 * 2.1F + 1.0F);
    // Hips below a root that does not move.
    EXPECT_FLOAT_EQ(height_of_end(chain("0 0 0", "0 0 0", 1)), 9.0F + 2.0F + 1.0F);
    EXPECT_FLOAT_EQ(height_of_end(chain("0 0.3 0", "0 0.1 0", 1)), 9.0F + 0.1F + 1.0F);
}

TEST(BvhDialects, NoFrames) {
    const std::string head = std::string(plain).substr(0, std::string(plain).find("1 10 3"));
    const auto none = load_motion(replaced_everywhere(head, "Frames: 3", "Frames: 0"));
    ASSERT_TRUE(none.has_value()) << none.error().text();
    EXPECT_TRUE(none->clips.empty());
    for (const char* count : {"Frames: 0", "Frames: -1"}) {
        const auto some = load_motion(replaced_everywhere(plain, "Frames: 3", count));
        ASSERT_TRUE(some.has_value()) << some.error().text();
        EXPECT_TRUE(test::count_of(*some, "bvh-frames") > 0);
        ASSERT_EQ(some->clips.size(), 1U);
        EXPECT_EQ(some->clips[0]->channels.back().times.size(), 3U);
    }
}

TEST(BvhDialects, SeveralRoots) {
    std::string text =
        replaced_everywhere(plain, "MOTION",
                            "ROOT Prop\n{\n OFFSET 5 0 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n "
                            "End Site\n {\n OFFSET 0 1 0\n }\n}\nMOTION");
    text = replaced_everywhere(replaced_everywhere(text, " 0 0 0\n1", " 0 0 0 1 2 3\n1"), "30 15\n",
                               "30 15 4 5 6\n");
    text = replaced_everywhere(text, "0 30 0\n", "0 30 0 7 8 9\n");
    const auto document = load_motion(text);
    ASSERT_TRUE(document.has_value()) << document.error().text();
    EXPECT_FALSE(test::count_of(*document, "bvh-row") > 0);
    EXPECT_EQ(document->nodes.size(), 5U);
    EXPECT_EQ(at(document->nodes, 3).rest.translation, vec3(5, 0, 0));
    EXPECT_EQ(document->clips[0]->channels.back().node, 3);
}

}  // namespace
}  // namespace vitruvian

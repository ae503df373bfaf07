// BVH files that are edited and saved: only what stores the edit changes, whatever the file's formatting.
#include "model/formats/bvh/bvh_patch.h"

#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/formats/bvh/bvh_angles.h"
#include "model/formats/bvh/bvh_text.h"
#include "model/formats/save.h"
#include "model/io/source.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace vitruvian::test {
namespace {

/// A file in the formatting of some program.
struct BvhText {
    std::string text;
    std::size_t frames = 0;
    std::vector<std::string> joints;
    std::vector<std::size_t> columns;  // per joint: its first number of a frame
    std::vector<std::size_t> counts;   // number per joint
    std::size_t row = 0;               // numbers per frame
};

class BvhMaker {
  public:
    explicit BvhMaker(Random& random)
        : random_(random),
          end_(random.chance(0.5F) ? "\r\n" : "\n"),
          step_(random.chance(0.5F) ? "\t" : "  "),
          decimals_(random.integer(2, 7)),
          is_lower_(random.chance(0.3F)) {}

    BvhText make() {
        out_.text = word("HIERARCHY") + end_;
        if (random_.chance(0.3F)) out_.text += "# by hand" + end_;
        joint(0, 0);
        out_.frames = static_cast<std::size_t>(random_.integer(4, 9));
        out_.text += fmt::format("{}{}{} {}{}{} {}{}", word("MOTION"), end_, word("Frames:"), out_.frames,
                                 end_, word("Frame Time:"), random_.chance(0.5F) ? "0.0333333" : ".04", end_);
        for (std::size_t f = 0; f < out_.frames; ++f) {
            for (std::size_t c = 0; c < out_.row; ++c)
                out_.text += number(c < 3 ? random_.real(5.0F, 6.0F) : random_.real(-80.0F, 80.0F)) + " ";
            out_.text += end_;
        }
        return std::move(out_);
    }

  private:
    std::string word(std::string text) const {
        if (is_lower_)
            std::transform(text.begin(), text.end(), text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        return text;
    }
    std::string number(float value) const { return fmt::format("{:.{}f}", value, decimals_); }

    void line(int depth, const std::string& text) {
        for (int i = 0; i < depth; ++i) out_.text += step_;
        out_.text += text + end_;
    }

    void offset(int depth) {
        const vec3 v = random_.vector(-2.0F, 2.0F);
        line(depth, fmt::format("{} {} {}  {}", word("OFFSET"), number(v.x), number(v.y), number(v.z)));
    }

    void joint(int depth, int index) {
        out_.joints.push_back(fmt::format("j{}", index));
        line(depth, word(depth == 0 ? "ROOT" : "JOINT") + " " + out_.joints.back());
        line(depth, "{");
        offset(depth + 1);
        std::array<std::string, 3> axes{"Xrotation", "Yrotation", "Zrotation"};
        std::swap(axes[0], axes.at(static_cast<std::size_t>(random_.integer(0, 2))));
        std::swap(axes[1], axes.at(static_cast<std::size_t>(random_.integer(1, 2))));
        const std::string places = depth == 0 ? "Xposition Yposition Zposition " : "";
        const std::size_t count = depth == 0 ? 6 : 3;
        line(depth + 1,
             fmt::format("{} {} {}{} {} {}", word("CHANNELS"), count, places, axes[0], axes[1], axes[2]));
        out_.columns.push_back(out_.row);
        out_.counts.push_back(count);
        out_.row += count;
        const int children = depth == 0 ? 2 : depth > 3 ? 0 : random_.integer(0, 2);
        for (int c = 0; c < children; ++c) joint(depth + 1, static_cast<int>(out_.joints.size()));
        if (children == 0) {
            line(depth + 1, word("End Site"));
            line(depth + 1, "{");
            offset(depth + 2);
            line(depth + 1, "}");
        }
        line(depth, "}");
    }

    Random& random_;
    std::string end_;
    std::string step_;
    int decimals_;
    bool is_lower_;
    BvhText out_;
};

/// Words and what is between them in turn.
std::vector<std::string> pieces(const std::string& text) {
    std::vector<std::string> out{""};
    bool was_space = true;
    for (const char c : text) {
        const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (is_space != was_space) out.emplace_back();
        was_space = is_space;
        out.back() += c;
    }
    return out;
}

std::string saved(const Document& document) {
    const Result<EncodedDocument> encoded = encode_document(document, {});
    EXPECT_TRUE(encoded.has_value()) << encoded.error().text();
    if (!encoded) return {};
    for (const Diagnostic& note : encoded->notes.list()) EXPECT_NE(note.code, "save-anew") << note.message;
    return {reinterpret_cast<const char*>(encoded->bytes.data()), encoded->bytes.size()};
}

/// Returns the words that differ, if nothing else does.
std::vector<std::size_t> changed_words(const std::string& before, const std::string& after) {
    const std::vector<std::string> x = pieces(before);
    const std::vector<std::string> y = pieces(after);
    EXPECT_EQ(x.size(), y.size());
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
        if (x[i] == y[i]) continue;
        EXPECT_EQ(i % 2, 1U) << "blanks changed";
        out.push_back(i);
    }
    return out;
}

/// As many decimals as before, or more.
void expect_alike(const std::string& before, const std::string& after,
                  const std::vector<std::size_t>& words) {
    const std::vector<std::string> x = pieces(before);
    const std::vector<std::string> y = pieces(after);
    for (const std::size_t i : words) {
        EXPECT_GE(y[i].size() - y[i].find('.'), x[i].size() - x[i].find('.')) << x[i] << " became " << y[i];
        EXPECT_EQ(y[i].find('e'), std::string::npos) << y[i];
    }
}

/// Joints rest and move as they should.
void expect_same(const Document& is, const Document& should) {
    ASSERT_EQ(is.nodes.size(), should.nodes.size());
    for (std::size_t n = 0; n < is.nodes.size(); ++n) {
        // End Sites have their joint's name.
        if (is.nodes[n].kind == NodeKind::joint) {
            EXPECT_EQ(is.nodes[n].name, should.nodes[n].name);
        }
        EXPECT_LT(glm::distance(is.nodes[n].rest.translation, should.nodes[n].rest.translation), 2e-5F);
    }
    ASSERT_EQ(is.clips.size(), 1U);
    EXPECT_NEAR(is.clips[0]->duration, should.clips[0]->duration, 1e-5);
    const Skeleton x = make_skeleton(is);
    const Skeleton y = make_skeleton(should);
    Pose a = rest_pose(x);
    Pose b = rest_pose(y);
    for (const float time : is.clips[0]->channels[0].times) {
        sample(*is.clips[0], static_cast<double>(time), x, a);
        sample(*should.clips[0], static_cast<double>(time), y, b);
        for (std::size_t n = 0; n < is.nodes.size(); ++n) {
            EXPECT_LT(glm::distance(a.local[n].translation, b.local[n].translation), 2e-5F);
            const quat apart = glm::conjugate(a.local[n].rotation) * b.local[n].rotation;
            EXPECT_LT(glm::length(vec3(apart.x, apart.y, apart.z)), 2e-5F)
                << is.nodes[n].name << " at " << time;
        }
    }
}

class BvhPatch : public testing::TestWithParam<std::uint32_t> {
  protected:
    BvhPatch()
        : random_(GetParam()), file_(BvhMaker(random_).make()), read_(read_text(file_.text, "a.bvh")) {}

    /// The text after the command; read back, it equals the document.
    std::string after(const Command& command) {
        Document document = read_;
        const Result<void> done = apply(command, document);
        EXPECT_TRUE(done.has_value()) << done.error().text();
        std::string text = saved(document);
        expect_same(read_text(text, "a.bvh"), document);
        return text;
    }

    [[nodiscard]] Item joint() { return {ItemKind::joint, 0, random_.integer(0, last_joint())}; }
    [[nodiscard]] int last_joint() const { return static_cast<int>(file_.joints.size()) - 1; }
    /// Where in pieces() the first number of the motion is.
    [[nodiscard]] std::size_t first_number() const {
        return pieces(file_.text).size() - 2 * file_.frames * file_.row;
    }

    Random random_;
    BvhText file_;
    Document read_;
    const Item clip_{ItemKind::clip, -1, 0};
};

TEST_P(BvhPatch, ANameIsOneWord) {
    const Item item = joint();
    const std::string text = after(Rename{item, "other"});
    const std::vector<std::size_t> words = changed_words(file_.text, text);
    ASSERT_EQ(words.size(), 1U);
    EXPECT_EQ(pieces(file_.text)[words[0]], at(file_.joints, item.index));
    EXPECT_EQ(pieces(text)[words[0]], "other");
}

TEST_P(BvhPatch, ACentreIsOffsets) {
    const Item item{ItemKind::joint, 0, random_.integer(1, last_joint())};
    const std::string text = after(SetJointCentre{item, random_.vector(-1.0F, 1.0F)});
    const std::vector<std::size_t> words = changed_words(file_.text, text);
    EXPECT_LE(words.size(), 3U * 4U);
    expect_alike(file_.text, text, words);
    for (const std::size_t word : words) EXPECT_LT(word, first_number());
    EXPECT_EQ(saved(read_text(text, "a.bvh")), text);
}

TEST_P(BvhPatch, AKeyIsTheNumbersOfItsJoint) {
    const auto j = static_cast<std::size_t>(random_.integer(1, last_joint()));
    const auto frame = static_cast<std::size_t>(random_.integer(0, static_cast<int>(file_.frames) - 1));
    const int node = at(read_.humanoids[0].joints, static_cast<int>(j)).node;
    const float time = read_.clips[0]->channels[0].times[frame];
    const quat q = random_.rotation();
    const std::string text = after(SetKeys{
        clip_, {KeyValues{node, {}, -1, ChannelPath::rotation, {time}, {q.x, q.y, q.z, q.w}, {}, {}}}});
    const std::vector<std::size_t> words = changed_words(file_.text, text);
    expect_alike(file_.text, text, words);
    const std::size_t first = frame * file_.row + file_.columns[j];
    ASSERT_FALSE(words.empty());
    for (const std::size_t word : words) {
        const std::size_t value = (word - first_number()) / 2;
        EXPECT_TRUE(value >= first && value < first + file_.counts[j]) << value << ", not of " << first;
    }
}

TEST_P(BvhPatch, FramesGoAndTheOthersStay) {
    const std::vector<float>& times = read_.clips[0]->channels[0].times;
    const std::string text = after(TrimClip{clip_, times[1], times[times.size() - 2]});
    std::vector<std::string> x = pieces(file_.text);
    const std::vector<std::string> y = pieces(text);
    const std::size_t row = 2 * file_.row;
    ASSERT_EQ(y.size() + 2 * row, x.size());
    const std::size_t first = first_number();
    x.erase(x.end() - 1 - static_cast<std::ptrdiff_t>(row), x.end() - 1);
    x.erase(x.begin() + static_cast<std::ptrdiff_t>(first),
            x.begin() + static_cast<std::ptrdiff_t>(first + row));
    for (std::size_t i = 0; i < y.size(); ++i) {
        if (i > 1 && (x[i - 2] == "Frames:" || x[i - 2] == "frames:")) {
            EXPECT_EQ(y[i], std::to_string(file_.frames - 2));
        } else {
            EXPECT_EQ(x[i], y[i]);
        }
    }
}

/// World positions of joints in the middle of the clip, by name.
std::map<std::string, vec3> joints_in_the_middle(const Document& document) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = rest_pose(skeleton);
    const Clip& clip = *document.clips.front();
    const std::vector<float>& times = clip.channels.front().times;
    sample(clip, static_cast<double>(times[times.size() / 2]), skeleton, pose);
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    std::map<std::string, vec3> out;
    for (const Joint& joint : document.humanoids.front().joints)
        out[at(document.nodes, joint.node).name] = vec3(at(world, joint.node)[3]);
    return out;
}

/// How many lines of the first text before its motion the second lacks.
std::size_t lost_lines(const std::string& before, const std::string& after) {
    std::multiset<std::string> there;
    std::istringstream lines(after);
    for (std::string line; std::getline(lines, line);) there.insert(line);
    std::size_t lost = 0;
    std::istringstream own(before.substr(0, before.find("rames")));
    for (std::string line; std::getline(own, line);) {
        const auto found = there.find(line);
        if (found == there.end()) {
            ++lost;
        } else {
            there.erase(found);
        }
    }
    return lost;
}

TEST_P(BvhPatch, JointsComeGoAndHangElsewhereInPlace) {
    const Item some{ItemKind::joint, 0, random_.integer(1, last_joint())};
    const std::vector<Command> all{AddJoint{"extra", joint(), random_.vector(-1.0F, 1.0F)}, DeleteJoint{some},
                                   ReParent{some, {ItemKind::joint, 0, 0}}};
    for (std::size_t i = 0; i < all.size(); ++i) {
        SCOPED_TRACE(i);
        Document document = read_;
        if (!apply(all[i], document)) continue;  // it is there already
        const std::string text = saved(document);
        const Document again = read_text(text, "a.bvh");
        const std::map<std::string, vec3> is = joints_in_the_middle(again);
        const std::map<std::string, vec3> should = joints_in_the_middle(document);
        ASSERT_EQ(is.size(), should.size());
        for (const auto& [name, place] : should) {
            ASSERT_TRUE(is.contains(name)) << name;
            EXPECT_LT(glm::distance(is.at(name), place), 1e-3F) << name;
        }
        // The joint's own lines, its End Site and the OFFSETs of what it takes with it.
        const std::size_t own = i == 0 ? 4 : 12;
        if (i != 2) {
            EXPECT_LE(lost_lines(file_.text, text), own);
        }
        EXPECT_EQ(text.substr(0, 30), file_.text.substr(0, 30));
        EXPECT_EQ(text.find("\r\n") < text.size(), file_.text.find("\r\n") < file_.text.size());
        EXPECT_EQ(saved(again), text);
    }
}

TEST_P(BvhPatch, ATimeIsOneNumber) {
    std::vector<KeyChoice> all;
    for (const Channel& c : read_.clips[0]->channels) all.push_back({c.node, {}, -1, c.path, c.times});
    const std::string text = after(MoveKeys{clip_, all, 0.0F, 2.0F});
    const std::vector<std::size_t> words = changed_words(file_.text, text);
    ASSERT_EQ(words.size(), 1U);
    EXPECT_EQ(words[0] + 2, first_number());
}

TEST_P(BvhPatch, FramesBetweenAreWrittenInTheMannerOfTheOthers) {
    const std::string text = after(ResampleClip{clip_, 75.0F});
    const auto head = [&](const std::string& whole) { return whole.substr(0, whole.find("rame")); };
    EXPECT_EQ(head(text).substr(0, 40), head(file_.text).substr(0, 40));
    EXPECT_EQ(text.find("\r\n") < text.size(), file_.text.find("\r\n") < file_.text.size());
    EXPECT_GT(pieces(text).size(), pieces(file_.text).size());
}

TEST_P(BvhPatch, EditsThatBvhCannotStoreChangeNothing) {
    Document document = read_;
    ASSERT_TRUE(apply(SetJointStiffness{joint(), vec3(0.5F)}, document));
    EXPECT_EQ(saved(document), file_.text);
    ASSERT_TRUE(apply(AddSite{"mine_view", {}, joint(), vec3(1.0F)}, document));
    EXPECT_EQ(saved(document), file_.text);
}

TEST_P(BvhPatch, StepsBetweenKeysAreNamedAsLeftOut) {
    Document document = read_;
    const int node = read_.clips[0]->channels.back().node;
    ASSERT_TRUE(apply(SetInterpolation{clip_, {{node, {}, -1, {}, {}}}, "step"}, document));
    const Result<EncodedDocument> out = encode_document(document, {});
    ASSERT_TRUE(out);
    EXPECT_EQ(count_of(out->notes, "left-out"), 1);
}

INSTANTIATE_TEST_SUITE_P(Seeds, BvhPatch, testing::Range(0U, 40U));

TEST(BvhPatchKeys, OneBetweenFramesGoesToTheNearest) {
    std::string text =
        "HIERARCHY\nROOT Hips\n{\n OFFSET 0 1 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n End Site\n {\n  "
        "OFFSET 0 "
        "0.5 0\n }\n}\nMOTION\nFrames: 60\nFrame Time: 0.05\n";
    for (int f = 0; f < 60; ++f) text += fmt::format("{}.0 0.0 0.0\n", f);
    Document document = read_text(text, "a.bvh");
    const Channel& turns = document.clips[0]->channels.back();
    const quat q = axis_angle(vec3(0, 0, 1), 1.2F);
    const SetKeys edit{{ItemKind::clip, -1, 0},
                       {KeyValues{turns.node, {}, -1, turns.path, {0.52F}, {q.x, q.y, q.z, q.w}, {}, {}}}};
    ASSERT_TRUE(apply(edit, document));
    const Result<EncodedDocument> out = encode_document(document, {});
    ASSERT_TRUE(out);
    EXPECT_EQ(count_of(out->notes, "bvh-keys-moved"), 1);
    const std::vector<std::size_t> words = changed_words(text, saved(document));
    EXPECT_LE(words.size(), 3U);
    EXPECT_FALSE(words.empty());
}

TEST(BvhPatchRoot, WhatOnlyTheMotionHasStaysThere) {
    const std::string text =
        "HIERARCHY\nROOT hips\n{\n OFFSET 0 0 0\n CHANNELS 6 Xposition Yposition Zposition Zrotation "
        "Xrotation "
        "Yrotation\n End Site\n {\n  OFFSET 0 0.2 0\n }\n}\nMOTION\nFrames: 3\nFrame Time: 0.1\n"
        "1 0.9 0 0 0 0\n2 0.9 0 9 0 0\n3 0.9 0 8 0 0\n";
    Document document = read_text(text, "a.bvh");
    const float from = document.clips[0]->channels[0].times[1];
    ASSERT_TRUE(apply(TrimClip{Item{ItemKind::clip, -1, 0}, from, {}}, document));
    std::string expected = text;
    expected.replace(expected.find("Frames: 3"), 9, "Frames: 2");
    expected.erase(expected.find("1 0.9"), 14);
    EXPECT_EQ(saved(document), expected);
}

TEST(BvhNumbers, HaveTheDecimalsOfThoseBefore) {
    EXPECT_EQ(number_like(1.5, "0.000000"), "1.500000");
    EXPECT_EQ(number_like(static_cast<double>(0.3F), "1"), "0.3");
    EXPECT_EQ(number_like(100.0, "7"), "100");
    EXPECT_EQ(number_like(100.0, "7.00"), "100.00");
    EXPECT_EQ(number_like(-0.0, "7.0"), "0.0");
    EXPECT_EQ(number_like(2.5, "7,00"), "2,50");
    EXPECT_EQ(number_like(1e-9, "1e-05"), "0.000000001000");
}

TEST(BvhAngles, GiveTheRotationBackInEveryOrder) {
    Random random(5);
    AxisOrder order{0, 1, 2};
    constexpr std::array axes{vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};
    do {
        for (int i = 0; i < 60; ++i) {
            const auto turned = [&](const std::array<double, 3>& degrees) {
                quat out = identity_quat;
                for (std::size_t n = 0; n < 3; ++n)
                    out = out *
                          axis_angle(at(axes, order.at(n)), glm::radians(static_cast<float>(degrees.at(n))));
                return out;
            };
            std::array<double, 3> given{};
            for (double& angle : given) angle = static_cast<double>(random.real(-170.0F, 170.0F));
            if (i % 4 == 0) given[1] = i % 8 == 0 ? 90.0 : -90.0;
            const quat q = turned(given);
            const quat found = turned(angles_about(order, q, {10.0, 20.0, 30.0}));
            EXPECT_GT(std::abs(glm::dot(q, found)), 1.0F - 1e-6F);
        }
    } while (std::next_permutation(order.begin(), order.end()));
}

}  // namespace
}  // namespace vitruvian::test

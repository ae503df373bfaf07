// BVH files that are written and read back: every joint is where it was, at all times.
#include "model/formats/bvh/bvh_writer.h"

#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/formats/bvh/bvh_reader.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/remap/remap.h"
#include "tests/folders.h"
#include "tests/unit/read_text.h"
#include "tests/unit/remap_rigs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

namespace vitruvian {
namespace {

using test::make_bone_clip;
using test::make_rig;
using test::posed_world;
using test::Random;
using test::RigStyle;

Document read_back(const EncodedDocument& encoded) {
    const std::string text(reinterpret_cast<const char*>(encoded.bytes.data()), encoded.bytes.size());
    auto document = read_bvh(text, "back.bvh", {});
    EXPECT_TRUE(document.has_value()) << document.error().text();
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    EXPECT_TRUE(document->diagnostics.empty());
    return std::move(*document);
}

/// Largest distance between joints of `a` and `b` with the same name, and largest difference of their
/// rotations from rest.
struct Differences {
    float place = 0.0F;
    float turn = 0.0F;
};
Differences largest_differences(const Document& a, const Clip& clip_a, const Document& b, const Clip& clip_b,
                                double seconds) {
    const Skeleton skeleton_a = make_skeleton(a);
    const std::vector<mat4> rest_a = world_matrices(skeleton_a, rest_pose(skeleton_a));
    const Skeleton skeleton_b = make_skeleton(b);
    const std::vector<mat4> rest_b = world_matrices(skeleton_b, rest_pose(skeleton_b));
    const std::vector<mat4> now_a = posed_world(a, clip_a, seconds);
    const std::vector<mat4> now_b = posed_world(b, clip_b, seconds);
    std::map<std::string, std::size_t> place_b;
    for (std::size_t n = 0; n < b.nodes.size(); ++n) place_b[b.nodes[n].name] = n;
    const auto turned = [](const mat4& now, const mat4& rest) {
        return to_transform(now).rotation * glm::conjugate(to_transform(rest).rotation);
    };
    Differences out;
    for (const Joint& joint : a.humanoids[0].joints) {
        const auto n = static_cast<std::size_t>(joint.node);
        const auto found = place_b.find(a.nodes[n].name);
        EXPECT_NE(found, place_b.end());
        if (found == place_b.end()) continue;
        const std::size_t m = found->second;
        out.place = std::max(out.place, glm::distance(vec3(now_a[n][3]), vec3(now_b[m][3])));
        const quat d = glm::conjugate(turned(now_a[n], rest_a[n])) * turned(now_b[m], rest_b[m]);
        out.turn = std::max(out.turn, glm::length(vec3(d.x, d.y, d.z)));
    }
    return out;
}

TEST(BvhWriter, RandomRigsStandWhereTheyStood) {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed);
        RigStyle style;
        style.missing = 0.3F;
        style.intermediates = random.chance(0.5F);
        style.root.rotation = random.chance(0.5F) ? random.rotation() : identity_quat;
        Document rig = make_rig(random, style);
        const auto plan = RemapPlan::make({make_bone_clip(random)}, rig, 0);
        ASSERT_TRUE(plan.has_value());
        BakeOptions options;
        options.whole_frames = true;
        options.rate = 24.0;
        rig.clips = {std::make_shared<Clip>(plan->bake(options))};
        const auto written = write_bvh(rig);
        ASSERT_TRUE(written.has_value());
        const Document back = read_back(*written);
        ASSERT_EQ(back.clips.size(), 1U);
        EXPECT_NEAR(back.clips[0]->duration, rig.clips[0]->duration, 1e-4);
        for (int frame = 0; frame <= 24; frame += 4) {
            const Differences w = largest_differences(rig, *rig.clips[0], back, *back.clips[0], frame / 24.0);
            EXPECT_LT(w.place, 1e-4F) << "seed " << seed << " frame " << frame;
            EXPECT_LT(w.turn, 1e-4F) << "seed " << seed << " frame " << frame;
        }
    }
}

TEST(BvhWriter, GimbalLockIsNoLoss) {
    Random random(3);
    Document rig = make_rig(random, {});
    auto clip = std::make_shared<Clip>();
    clip->duration = 1.0;
    Channel channel;
    channel.node = rig.humanoids[0].bones[Bone::left_upper_arm];
    const quat rest = at(rig.nodes, channel.node).rest.rotation;
    for (int k = 0; k <= 60; ++k) {
        // Exactly through X = 90 degrees, with the other two rotating.
        const float t = static_cast<float>(k) / 60.0F;
        const quat q = rest * axis_angle({0, 0, 1}, t) * axis_angle({1, 0, 0}, 3.14159265F * t) *
                       axis_angle({0, 1, 0}, 2.0F * t);
        channel.times.push_back(t);
        channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
    }
    clip->channels.push_back(channel);
    rig.clips = {clip};
    const auto written = write_bvh(rig);
    ASSERT_TRUE(written.has_value());
    const Document back = read_back(*written);
    for (int frame = 0; frame <= 60; ++frame)
        EXPECT_LT(largest_differences(rig, *clip, back, *back.clips[0], frame / 60.0).turn, 1e-4F) << frame;
}

TEST(BvhWriter, ReportsWhatItLeavesOut) {
    const auto empty = write_bvh(Document{});
    ASSERT_FALSE(empty.has_value());
    EXPECT_EQ(empty.error().code, "bvh-no-humanoid");
    const Document everything = test::random_document(7);
    const auto written = write_bvh(everything);
    ASSERT_TRUE(written.has_value());
    EXPECT_FALSE(written->notes.empty());
    read_back(*written);
}

/// Two chains of ten joints, each with its own root, in two frames.
std::string motion_of_two() {
    std::string text = "HIERARCHY\n";
    std::string first;
    std::string second;
    for (const char* who : {"one", "two"}) {
        constexpr int joints = 10;
        for (int i = 0; i < joints; ++i) {
            text += fmt::format("{} {}{}\n{{\nOFFSET 0 {} 0\n", i == 0 ? "ROOT" : "JOINT", who, i, i + 2);
            text += i == 0 ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                           : "CHANNELS 3 Zrotation Xrotation Yrotation\n";
            first += i == 0 ? "0 2 0 0 0 0 " : "0 0 0 ";
            second += i == 0 ? "1 3 2 9 0 0 " : fmt::format("{} {} 5 ", i, 3 * i);
        }
        text += "End Site\n{\nOFFSET 0 1 0\n}\n" + std::string(joints, '}') + '\n';
    }
    return text + "MOTION\nFrames: 2\nFrame Time: 0.1\n" + first + '\n' + second + '\n';
}

TEST(BvhWriter, AllFiguresOfAMotionFileStay) {
    const auto source = read_bvh(motion_of_two(), "two.bvh", {});
    ASSERT_TRUE(source.has_value()) << source.error().text();
    ASSERT_EQ(source->humanoids.size(), 2U);
    SaveOptions options;
    options.anew = true;
    const auto written = encode_document(*source, options);
    ASSERT_TRUE(written.has_value());
    EXPECT_TRUE(written->notes.empty());
    const Document back = read_back(*written);
    ASSERT_EQ(back.humanoids.size(), 2U);
    const std::vector<mat4> was = posed_world(*source, *source->clips[0], 0.1);
    const std::vector<mat4> is = posed_world(back, *back.clips[0], 0.1);
    ASSERT_EQ(was.size(), is.size());
    for (std::size_t n = 0; n < was.size(); ++n) {
        EXPECT_EQ(source->nodes[n].name, back.nodes[n].name);
        EXPECT_LT(glm::distance(vec3(was[n][3]), vec3(is[n][3])), 2e-5F) << back.nodes[n].name;
    }
}

TEST(BvhWriter, EditsThatBvhCannotStoreAreNamed) {
    const Document read = test::read_text(
        "HIERARCHY\nROOT hips\n{\n OFFSET 0 1 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n JOINT head\n {\n"
        "  OFFSET 0 0.5 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n  End Site\n  {\n   OFFSET 0 0.2 0\n"
        "  }\n }\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0 0 0 0\n9 0 0 0 9 0\n",
        "walk.bvh");
    const auto lost = [&](const Command& command) {
        Document document = read;
        const Result<void> done = apply(command, document);
        EXPECT_TRUE(done.has_value()) << done.error().text();
        const Result<EncodedDocument> encoded = encode_document(document, {});
        EXPECT_TRUE(encoded.has_value());
        std::string out;
        for (const Diagnostic& note : encoded->notes.list()) {
            if (note.code == "left-out")
                out += note.message.substr(0, note.message.find(" has no place")) + ";";
        }
        return out;
    };
    const Item head{ItemKind::joint, 0, 1};
    const Item end{ItemKind::site, 0, 0};
    EXPECT_EQ(lost(SetJointStiffness{head, vec3(0.5F)}), "the stiffness of a joint;");
    EXPECT_EQ(lost(SetJointLimits{head, vec3(-1.0F), vec3(1.0F)}),
              "the lower limit of a joint;the upper limit of a joint;");
    EXPECT_EQ(lost(Rename{head, "my head"}), "the name of a joint;");
    EXPECT_EQ(lost(Rename{head, "top"}), "");
    EXPECT_EQ(lost(Rename{end, "crown"}), "the name of a site;");
    EXPECT_EQ(lost(Rename{{ItemKind::clip, -1, 0}, "run"}), "the name of a clip;");
    EXPECT_EQ(lost(SetJointRotation{head, axis_angle({1, 0, 0}, 0.5F)}), "the delta rotation of a joint;");
    EXPECT_EQ(lost(SetJointCentre{head, vec3(0.0F, 2.0F, 0.0F)}), "");
    EXPECT_EQ(lost(AddJoint{"hair", head, vec3(0.0F, 1.6F, 0.0F)}), "a site;")
        << "no End Site beside a joint";
    EXPECT_EQ(lost(AddClip{"more"}), "a clip;");
    EXPECT_EQ(lost(DeleteClip{{ItemKind::clip, -1, 0}}), "");
    EXPECT_EQ(lost(Scale{0.5F}), "");
}

TEST(BvhWriter, ChainsEndWhereSitesOfTheirSegmentsSay) {
    const Document world = test::read_body(
        "Humanoid { name \"h\" humanoidBody Joint { name \"HumanoidRoot\" center 0 1 0 children [ "
        "Segment { name \"pelvis\" children [ Site { name \"pelvis_view\" translation 0 2 1 } "
        "Site { name \"pelvis_pt\" translation 0 1 0.2 } Site { name \"pelvis_tip\" translation 0 1.3 0 } ] "
        "} ] } }");
    const Result<EncodedDocument> encoded = write_bvh(world);
    ASSERT_TRUE(encoded.has_value());
    const Document back = read_back(*encoded);
    ASSERT_EQ(back.humanoids[0].sites.size(), 1U);
    EXPECT_NEAR(at(back.nodes, back.humanoids[0].sites[0].node).rest.translation.y, 0.3F, 1e-6F);
}

TEST(BvhWriter, NamesWithBlanksStayThatTheFileHas) {
    const std::string rest =
        "\n{\n OFFSET 0 1 0\n CHANNELS 3 Zrotation Xrotation Yrotation\n End Site\n {\n  OFFSET 0 0.2 0\n "
        "}\n}\n"
        "MOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n9 0 0\n";
    const Document read = test::read_text("HIERARCHY\nROOT Bip01 Pelvis" + rest, "walk.bvh");
    const Result<EncodedDocument> encoded = write_bvh(read);
    ASSERT_TRUE(encoded.has_value());
    EXPECT_EQ(read_back(*encoded).nodes.front().name, "Bip01 Pelvis");
}

TEST(BvhWriter, TheCorpusComesBack) {
    const std::filesystem::path folder = shared_folder() / "corpus" / "bvh";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the corpus is not here: " << folder;
    for (const char* name : {"walk1.bvh", "tpose.bvh"}) {
        const auto document = load_document(folder / name);
        ASSERT_TRUE(document.has_value());
        const auto written = write_bvh(*document);
        ASSERT_TRUE(written.has_value());
        const Document back = read_back(*written);
        ASSERT_EQ(back.nodes.size(), document->nodes.size());
        ASSERT_EQ(back.clips.size(), document->clips.size());
        for (std::size_t n = 0; n < back.nodes.size(); ++n)
            EXPECT_LT(glm::distance(back.nodes[n].rest.translation, document->nodes[n].rest.translation),
                      1e-4F);
        if (back.clips.empty()) continue;
        const Clip& clip = *document->clips[0];
        EXPECT_NEAR(back.clips[0]->duration, clip.duration, 1e-4);
        const std::size_t frames = clip.channels[0].times.size();
        EXPECT_EQ(back.clips[0]->channels[0].times.size(), frames);
        for (std::size_t f = 0; f < frames; f += 3) {
            const auto seconds = static_cast<double>(clip.channels[0].times[f]);
            const Differences w = largest_differences(*document, clip, back, *back.clips[0], seconds);
            EXPECT_LT(w.turn, 1e-4F) << name;
            EXPECT_LT(w.place, 2e-3F) << name << ": in a figure of 100 to 200 units";
        }
    }
}

}  // namespace
}  // namespace vitruvian

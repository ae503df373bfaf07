// Clips between the forms that humanoid animation is stored in: EXT_skeleton_humanoid's channels, VRM
// animations and channels of a rig's nodes.
#include "model/remap/bone_clip.h"

#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/unit/remap_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

/// The bone channels of `clip` by bone, rotations and the hips' translation.
const Channel* channel_of(const Clip& clip, Bone bone, ChannelPath path) {
    for (const Channel& channel : clip.channels) {
        if (channel.bone == bone && channel.path == path) return &channel;
    }
    return nullptr;
}

double angle_between(const vec4& a, const vec4& b) {
    const glm::dquat x(static_cast<double>(a.w), static_cast<double>(a.x), static_cast<double>(a.y),
                       static_cast<double>(a.z));
    const glm::dquat y(static_cast<double>(b.w), static_cast<double>(b.x), static_cast<double>(b.y),
                       static_cast<double>(b.z));
    const glm::dquat d = glm::conjugate(x) * y;
    return 2.0 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::abs(d.w));
}

/// A VRMA has one gaze instead of turns of eyes (remap_gaze_test.cpp).
Clip without_eyes(const Clip& clip) {
    Clip out = clip;
    std::erase_if(out.channels, [](const Channel& c) { return c.bone && is_eye(*c.bone); });
    return out;
}

void expect_same_motion(const Clip& found, const Clip& expected, double tolerance, const std::string& what) {
    int compared = 0;
    for (const Channel& channel : expected.channels) {
        const Channel* const other = channel_of(found, *channel.bone, channel.path);
        ASSERT_NE(other, nullptr) << what << ": " << to_string(*channel.bone);
        for (const double at : {0.0, 0.13, 0.37, 0.5, 0.71, 0.999}) {
            const vec4 a = sample_channel(*other, at);
            const vec4 b = sample_channel(channel, at);
            if (channel.path == ChannelPath::rotation) {
                EXPECT_LE(angle_between(a, b), tolerance)
                    << what << ": " << to_string(*channel.bone) << " at " << at;
            } else {
                EXPECT_LE(glm::length(vec3(a) - vec3(b)), tolerance) << what << ": hips at " << at;
            }
            ++compared;
        }
    }
    EXPECT_GT(compared, 100);
}

/// The only clip of `document`, written in `form` and read back.
std::optional<Document> written_as(const Document& document, ClipForm form) {
    SaveOptions options;
    options.format = FileFormat::glb;
    options.clips = form;
    const Result<EncodedDocument> written = encode_document(document, options);
    if (!written) {
        ADD_FAILURE() << written.error().text();
        return std::nullopt;
    }
    Result<Document> read = load_document(written->bytes, "clips.glb", {});
    if (!read) {
        ADD_FAILURE() << read.error().text();
        return std::nullopt;
    }
    EXPECT_EQ(read->clips.size(), 1U);
    return std::move(*read);
}

TEST(BoneClip, ExtToVrmaToExtIsTheSame) {
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
        test::Random random(seed);
        test::RigStyle style;
        style.conforms = seed % 3 != 0;
        style.intermediates = seed % 2 == 0;
        if (seed % 4 == 1) style.root.rotation = random.rotation();
        Document document = test::make_rig(random, style);
        document.clips.push_back(test::make_bone_clip(random));
        const std::string what = "seed " + std::to_string(seed);
        const auto ext = written_as(document, ClipForm::ext);
        ASSERT_TRUE(ext);
        EXPECT_TRUE(ext->clips[0]->targets_bones());
        const auto vrma = written_as(*ext, ClipForm::vrma);
        ASSERT_TRUE(vrma);
        EXPECT_FALSE(vrma->clips[0]->targets_bones());
        const auto again = written_as(*vrma, ClipForm::ext);
        ASSERT_TRUE(again);
        expect_same_motion(*again->clips[0], without_eyes(*ext->clips[0]), 1e-5, what);
        if (style.conforms) expect_same_motion(*ext->clips[0], *document.clips[0], 1e-5, what + " first");
    }
}

TEST(BoneClip, ClipsWithoutARigGoThroughVrma) {
    test::Random random(99);
    Document document;
    document.clips.push_back(test::make_bone_clip(random));
    const auto vrma = written_as(document, ClipForm::vrma);
    ASSERT_TRUE(vrma);
    const auto back = written_as(*vrma, ClipForm::ext);
    ASSERT_TRUE(back);
    expect_same_motion(*back->clips[0], without_eyes(*document.clips[0]), 1e-5, "average adult");
}

// three-vrm takes the numbers of every sampler for linear keys: tangents would be poses.
TEST(BoneClip, AVrmAnimationHasLinearKeysOnly) {
    test::Random random(5);
    Document document;
    document.clips.push_back(test::make_bone_clip(random));
    const auto curved = [](const Clip& clip) {
        return std::ranges::count_if(clip.channels, [](const Channel& channel) {
            return channel.interpolation != Interpolation::linear;
        });
    };
    ASSERT_GT(curved(*document.clips[0]), 10);
    const auto vrma = written_as(document, ClipForm::vrma);
    ASSERT_TRUE(vrma);
    EXPECT_EQ(curved(*vrma->clips[0]), 0);
}

TEST(BoneClip, FiguresStandInTheTPose) {
    const Document figure = make_t_pose_figure(nullptr, -1, BoneAxes::extension);
    EXPECT_EQ(expect_valid(figure), std::nullopt);
    ASSERT_EQ(figure.humanoids[0].joints.size(), bone_count);
    const ReferencePose reference = make_reference_pose(figure, 0, ReferenceKind::rest);
    for (const TPoseError& error : reference.score.bones) {
        EXPECT_LE(error.axes, 1e-4F) << to_string(error.bone);
    }
    EXPECT_LE(reference.score.limbs, 0.12F);
    EXPECT_NEAR(reference.body.hip_height, 0.95F, 0.1F);
    const Skeleton skeleton = make_skeleton(figure);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    for (std::size_t b = 0; b < bone_count; ++b) {
        const auto bone = static_cast<Bone>(b);
        const auto place_of = [&](Bone which) {
            return vec3(at(world, figure.humanoids[0].bones[which])[3]);
        };
        const vec3 other = place_of(mirrored_bone(bone)) * vec3(-1.0F, 1.0F, 1.0F);
        EXPECT_LT(glm::distance(place_of(bone), other), 1e-5F) << to_string(bone);
    }
}

/// Played on its original figure, a clip of bones gives the same motion as the figure's own clip.
TEST(BoneClip, BonesOfAFigurePlayOnItAsItsOwnClipDoes) {
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        test::Random random(seed);
        test::RigStyle style;
        style.intermediates = true;
        const Document rig = test::make_rig(random, style);
        const auto bones = test::make_bone_clip(random);
        Document document = rig;
        // A clip of the rig's own nodes.
        const Result<Clip> own = remap_clip({bones, nullptr, -1}, rig, 0);
        ASSERT_TRUE(own);
        document.clips = {std::make_shared<const Clip>(*own)};
        const auto ext = written_as(document, ClipForm::ext);
        ASSERT_TRUE(ext);
        const Result<Clip> back = remap_clip({ext->clips[0], &*ext, -1}, rig, 0);
        ASSERT_TRUE(back);
        for (const double at : {0.0, 0.4, 0.8}) {
            const auto a = test::posed_world(rig, *back, at);
            const auto b = test::posed_world(rig, *own, at);
            for (std::size_t n = 0; n < a.size(); ++n) {
                EXPECT_LE(glm::length(a[n][3] - b[n][3]), 2e-5F) << seed << " node " << rig.nodes[n].name;
            }
        }
    }
}

}  // namespace
}  // namespace vitruvian

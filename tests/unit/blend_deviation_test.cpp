// A new bind pose keeps where a figure's skin is at rest, and says by how much blended skin moves otherwise.
#include "model/edit/blend_deviation.h"

#include "model/edit/even_scales.h"
#include "model/edit/frames.h"
#include "model/formats/save.h"
#include "tests/unit/avatar_rigs.h"
#include "tests/unit/diagnostics.h"

#include <gtest/gtest.h>

namespace vitruvian::test {
namespace {

/// A figure with hanging arms; `share` of the weight of one vertex at the armpit goes to the upper arm.
Document with_armpit(float share) {
    Avatar avatar = make_avatar(hanging_pose(), Kind::vrm);
    if (share > 0.0F)
        avatar.set_weights(0, {{Bone::upper_chest, 1.0F - share}, {Bone::left_upper_arm, share}});
    return avatar.load();
}

EncodedDocument written(const Document& document, bool keep_bind) {
    SaveOptions options;
    options.format = FileFormat::glb;
    options.humanoid = HumanoidExtension::ext;
    options.keep_bind = keep_bind;
    Result<EncodedDocument> out = encode_document(document, options);
    EXPECT_TRUE(out) << out.error().text();
    return std::move(*out);
}

TEST(BlendDeviation, BlendedSkinThatANewBindPoseMovesIsReported) {
    EXPECT_EQ(count_of(written(with_armpit(0.5F), false).notes, "blend-deviates"), 1);
    EXPECT_EQ(count_of(written(with_armpit(0.5F), true).notes, "blend-deviates"), 0) << "the bind pose stays";
    EXPECT_EQ(count_of(written(with_armpit(0.0F), false).notes, "blend-deviates"), 0) << "nothing is blended";
}

TEST(BlendDeviation, IsTheLargestDistanceBetweenTheSkins) {
    const Document before = with_armpit(0.5F);
    Document after = before;
    auto mesh = std::make_shared<Mesh>(*before.meshes[0].mesh);
    mesh->positions[0] += vec3(0, 0.25F, 0);
    mesh->positions[1] += vec3(0, 9, 0);  // one joint's alone
    after.meshes[0].mesh = mesh;
    auto clip = std::make_shared<Clip>();
    clip->duration = 1.0;
    Channel channel;
    channel.node = before.humanoids[0].bones[Bone::left_upper_arm];
    channel.path = ChannelPath::rotation;
    channel.times = {0.0F, 1.0F};
    channel.values = {0, 0, 0, 1, 0, 0, 0.70710678F, 0.70710678F};
    clip->channels = {channel};
    Document moving = before;
    moving.clips = after.clips = {clip};
    EXPECT_NEAR(blend_deviation(moving, after, 0), 0.25F, 1e-5F);
    EXPECT_EQ(blend_deviation(moving, moving, 0), 0.0F);
    EXPECT_EQ(blend_deviation(before, before, 0), 0.0F) << "without clips";
}

/// A chain whose middle joint an exporter scaled by rounding.
Document chain(const vec3& scale) {
    Document out;
    for (int i = 0; i < 3; ++i) {
        Node node;
        node.parent = i - 1;
        node.kind = NodeKind::joint;
        node.rest.translation = vec3(0.3F, 0.5F, 0.1F);
        node.rest.rotation = axis_angle({0, 0, 1}, 0.4F);
        out.nodes.push_back(node);
    }
    out.nodes[1].rest.scale = scale;
    auto clip = std::make_shared<Clip>();
    clip->duration = 1.0;
    Channel channel;
    channel.node = 2;
    channel.path = ChannelPath::translation;
    channel.times = {0.0F, 1.0F};
    channel.values = {0.3F, 0.5F, 0.1F, 0.3F, 0.5F, 0.1F};
    clip->channels = {channel};
    out.clips = {clip};
    return out;
}

TEST(EvenScales, JointsStayWhereTheyAreAtRestAndInClips) {
    const Document before = chain({1.0004F, 0.9998F, 1.0F});
    Document after = before;
    ASSERT_TRUE(even_scales(after));
    EXPECT_EQ(unevenness(after.nodes[1].rest.scale), 0.0F);
    const vec3 was(worlds_at_rest(before)[2][3]);
    const mat4 middle = worlds_at_rest(after)[1];
    EXPECT_LT(glm::distance(vec3(worlds_at_rest(after)[2][3]), was), 2e-7F);
    for (const std::size_t key : {std::size_t{0}, std::size_t{3}}) {
        const std::vector<float>& values = after.clips[0]->channels[0].values;
        const vec3 place(middle * vec4(values[key], values[key + 1], values[key + 2], 1.0F));
        EXPECT_LT(glm::distance(place, was), 2e-7F) << key;
    }
}

}  // namespace
}  // namespace vitruvian::test

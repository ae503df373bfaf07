// Expressions of clips: a VRMA's on VRM figures, by name on others, and through files written from scratch.
#include "model/formats/save.h"
#include "model/remap/remap.h"
#include "tests/unit/gltf_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace vitruvian {
namespace {

using test::GltfBuilder;
using test::Json;

/// Hips, spine and head of VRM 1.0, with the expressions of `extension`.
GltfBuilder three_bones(const char* extension, Json expressions) {
    GltfBuilder builder;
    builder.push("nodes", {{"name", "hips"}, {"translation", {0, 1, 0}}, {"children", {1}}});
    builder.push("nodes", {{"name", "spine"}, {"translation", {0, 0.2, 0}}, {"children", {2}}});
    builder.push("nodes", {{"name", "head"}, {"translation", {0, 0.4, 0}}});
    builder.json["extensions"][extension] = {
        {"specVersion", "1.0"},
        {"humanoid",
         {{"humanBones", {{"hips", {{"node", 0}}}, {"spine", {{"node", 1}}}, {"head", {{"node", 2}}}}}}},
        {"expressions", std::move(expressions)}};
    return builder;
}

/// A VRMA in which the head rotates, "happy" goes from 0 to 1 in a second, and "tired" to 0.5.
GltfBuilder clip_builder() {
    GltfBuilder builder = three_bones("VRMC_vrm_animation", {{"preset", {{"happy", {{"node", 3}}}}},
                                                             {"custom", {{"tired", {{"node", 4}}}}}});
    builder.push("nodes", {{"name", "happy"}});
    builder.push("nodes", {{"name", "tired"}});
    const int times = builder.floats({0, 1}, "SCALAR", 1);
    const int turn = builder.floats({0, 0, 0, 1, 0, 0.70710678F, 0, 0.70710678F}, "VEC4", 4);
    const int happy = builder.vec3s({0, 0, 0, 1, 0, 0});
    const int tired = builder.vec3s({0, 0, 0, 0.5F, 0, 0});
    Json samplers = Json::array();
    for (const int output : {turn, happy, tired}) samplers.push_back({{"input", times}, {"output", output}});
    const auto channel = [](int sampler, int node, const char* path) {
        return Json{{"sampler", sampler}, {"target", {{"node", node}, {"path", path}}}};
    };
    builder.push("animations",
                 {{"samplers", samplers},
                  {"channels", Json::array({channel(0, 2, "rotation"), channel(1, 3, "translation"),
                                            channel(2, 4, "translation")})}});
    return builder;
}

Document make_clip() {
    return load(clip_builder());
}

/// A figure with two morph targets; `names` of them, or none.
GltfBuilder with_targets(GltfBuilder builder, const Json& names) {
    const int points = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    const int offsets = builder.vec3s({0, 0, 1, 0, 0, 1, 0, 0, 1});
    const int node =
        builder.mesh_node({{"attributes", {{"POSITION", points}}},
                           {"targets", Json::array({{{"POSITION", offsets}}, {{"POSITION", offsets}}})}});
    EXPECT_EQ(node, 3);
    if (!names.is_null()) builder.json["meshes"][0]["extras"]["targetNames"] = names;
    return builder;
}

GltfBuilder vrm_figure() {
    return with_targets(
        three_bones(
            "VRMC_vrm",
            {{"preset",
              {{"happy",
                {{"morphTargetBinds", Json::array({{{"node", 3}, {"index", 0}, {"weight", 0.25}},
                                                   {{"node", 3}, {"index", 1}, {"weight", 1.0}}})}}}}},
             {"custom",
              {{"tired",
                {{"morphTargetBinds", Json::array({{{"node", 3}, {"index", 1}, {"weight", 0.5}}})}}}}}}),
        nullptr);
}

RemapPlan plan_for(const Document& clip, const Document& figure) {
    Result<RemapPlan> plan = RemapPlan::make({clip.clips.at(0), &clip, -1}, figure, 0);
    EXPECT_TRUE(plan) << plan.error().text();
    return *plan;
}

TEST(RemapFace, ExpressionsMoveTheirDisplacersAndAddUp) {
    const Document clip = make_clip();
    const Document figure = load(vrm_figure());
    const RemapPlan plan = plan_for(clip, figure);
    const Pose pose = plan.pose_at(0.5);
    ASSERT_EQ(pose.weights.size(), 2U);
    EXPECT_NEAR(pose.weights[0], 0.5F * 0.25F, 1e-6F);
    EXPECT_NEAR(pose.weights[1], 0.5F * 1.0F + 0.25F * 0.5F, 1e-6F);
    for (const bool whole_frames : {false, true}) {
        BakeOptions options;
        options.whole_frames = whole_frames;
        options.rate = 10.0;
        const Clip baked = plan.bake(options);
        const Skeleton skeleton = make_skeleton(figure);
        Pose played = file_pose(skeleton);
        sample(baked, 0.5, skeleton, played);
        EXPECT_NEAR(played.weights[1], pose.weights[1], 1e-6F);
    }
}

TEST(RemapFace, BinaryAndOverridingExpressionsAreRead) {
    GltfBuilder builder = vrm_figure();
    Json& expressions = builder.json["extensions"]["VRMC_vrm"]["expressions"];
    expressions["preset"]["happy"].update({{"isBinary", true},
                                           {"overrideBlink", "block"},
                                           {"overrideLookAt", "blend"},
                                           {"overrideMouth", "none"}});
    expressions["custom"]["tired"]["overrideMouth"] = "blend";
    const Document figure = load(builder);
    const Expression& happy = figure.humanoids.at(0).expressions.at(0);
    EXPECT_TRUE(happy.binary);
    EXPECT_EQ(happy.override_blink, ExpressionOverride::block);
    EXPECT_EQ(happy.override_look_at, ExpressionOverride::blend);
    EXPECT_EQ(happy.override_mouth, ExpressionOverride::none);
    const Expression& tired = figure.humanoids.at(0).expressions.at(1);
    EXPECT_FALSE(tired.binary);
    EXPECT_EQ(tired.override_mouth, ExpressionOverride::blend);

    const Document clip = make_clip();
    const RemapPlan plan = plan_for(clip, figure);
    EXPECT_NEAR(plan.pose_at(0.49).weights.at(0), 0.0F, 1e-6F);
    EXPECT_NEAR(plan.pose_at(0.51).weights.at(0), 0.25F, 1e-6F);
    EXPECT_NEAR(plan.pose_at(0.51).weights.at(1), 1.0F + 0.255F * 0.5F, 1e-6F);
}

TEST(RemapFace, WithoutExpressionsDisplacersOfTheNameMove) {
    const Document clip = make_clip();
    const Document figure = load(with_targets(three_bones("VRMC_vrm", Json::object()), {"brow", "happy"}));
    const RemapPlan plan = plan_for(clip, figure);
    const Pose pose = plan.pose_at(1.0);
    EXPECT_EQ(pose.weights.at(0), 0.0F);
    EXPECT_NEAR(pose.weights.at(1), 1.0F, 1e-6F);
    const auto& notes = plan.diagnostics().list();
    EXPECT_TRUE(std::any_of(notes.begin(), notes.end(),
                            [](const Diagnostic& d) { return d.code == "remap-face-left-out"; }));
}

TEST(RemapFace, Vrm0PresetsGoByTheNamesOfVrm1) {
    GltfBuilder builder = with_targets(three_bones("unused", Json::object()), nullptr);
    builder.json["extensions"] = {
        {"VRM",
         {{"humanoid",
           {{"humanBones", Json::array({{{"bone", "hips"}, {"node", 0}}, {{"bone", "head"}, {"node", 2}}})}}},
          {"blendShapeMaster",
           {{"blendShapeGroups",
             Json::array({{{"name", "Joy"},
                           {"presetName", "joy"},
                           {"isBinary", true},
                           {"binds", Json::array({{{"mesh", 0}, {"index", 1}, {"weight", 60}}})}}})}}}}}};
    const Document clip = make_clip();
    const Document figure = load(builder);
    EXPECT_NEAR(plan_for(clip, figure).pose_at(1.0).weights.at(1), 0.6F, 1e-6F);
    EXPECT_EQ(plan_for(clip, figure).pose_at(0.4).weights.at(1), 0.0F);
}

TEST(RemapFace, ExpressionsAreWrittenAnew) {
    GltfBuilder builder = vrm_figure();
    Json& bones = builder.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"];
    for (const char* limb : {"UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot"}) {
        for (const char* side : {"left", "right"}) {
            const float x = side[0] == 'l' ? 0.2F : -0.2F;
            const std::string name = std::string(side) + limb;
            const int node = builder.push("nodes", {{"name", name}, {"translation", {x, -0.1, 0}}});
            builder.json["nodes"][0]["children"].push_back(node);
            bones[name] = {{"node", node}};
        }
    }
    SaveOptions options;
    options.format = FileFormat::vrm;
    options.humanoid = HumanoidExtension::vrm;
    options.anew = true;
    const Result<EncodedDocument> written = encode_document(load(builder), options);
    ASSERT_TRUE(written) << written.error().text();
    const Result<Document> again = load_document(written->bytes, "again.vrm", {});
    ASSERT_TRUE(again) << again.error().text();
    const Pose pose = plan_for(make_clip(), *again).pose_at(1.0);
    ASSERT_EQ(pose.weights.size(), 2U);
    EXPECT_NEAR(pose.weights[0], 0.25F, 1e-6F);
    EXPECT_NEAR(pose.weights[1], 1.25F, 1e-6F);
}

/// The clips of `document` as a VRMA, read back.
Document as_vrma(const Document& document) {
    SaveOptions options;
    options.format = FileFormat::glb;
    options.clips = ClipForm::vrma;
    const Result<EncodedDocument> written = encode_document(document, options);
    EXPECT_TRUE(written) << written.error().text();
    Result<Document> again = load_document(written->bytes, "again.vrma", {});
    EXPECT_TRUE(again) << again.error().text();
    return std::move(*again);
}

TEST(RemapFace, AnAnimationKeepsItsExpressions) {
    const Document clip = make_clip();
    const Document again = as_vrma(clip);
    const Document figure = load(vrm_figure());
    for (const double time : {0.0, 0.3, 1.0}) {
        const Pose wanted = plan_for(clip, figure).pose_at(time);
        const Pose found = plan_for(again, figure).pose_at(time);
        ASSERT_EQ(found.weights.size(), wanted.weights.size());
        for (std::size_t d = 0; d < found.weights.size(); ++d)
            EXPECT_NEAR(found.weights[d], wanted.weights[d], 1e-6F);
    }
}

/// The face moves, the body stays as it is in the figure's file; also after the clip was written again.
TEST(RemapFace, AnAnimationOfTheFaceAlonePlays) {
    Document clip = make_clip();
    Clip face = *clip.clips.at(0);
    std::erase_if(face.channels, [](const Channel& c) { return c.path == ChannelPath::rotation; });
    ASSERT_EQ(face.channels.size(), 2U);
    clip.clips = {std::make_shared<const Clip>(face)};
    const Document again = as_vrma(clip);
    GltfBuilder bent = vrm_figure();
    bent.json["nodes"][1]["rotation"] = {0, 0, 0.6, 0.8};
    const Document figure = load(bent);
    const Pose stored = file_pose(make_skeleton(figure));
    for (const Document* source : {&std::as_const(clip), &again}) {
        const RemapPlan plan = plan_for(*source, figure);
        const Pose pose = plan.pose_at(1.0);
        EXPECT_NEAR(pose.weights.at(0), 0.25F, 1e-6F);
        EXPECT_NEAR(pose.weights.at(1), 1.25F, 1e-6F);
        for (std::size_t n = 0; n < pose.local.size(); ++n)
            EXPECT_EQ(pose.local[n].rotation, stored.local[n].rotation);
        EXPECT_EQ(plan.bake().channels.size(), 2U);
    }
    const Document other = load(with_targets(three_bones("VRMC_vrm", Json::object()), {"brow", "jaw"}));
    const Result<RemapPlan> none = RemapPlan::make({clip.clips.at(0), &clip, -1}, other, 0);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, "remap-no-clip-bones");
}

/// A figure whose clip moves its head and morph targets.
Document figure_with_a_clip() {
    const Json bind = {{"node", 3}, {"index", 0}, {"weight", 1.0}};
    const Json aa = {{"preset", {{"aa", {{"morphTargetBinds", Json::array({bind})}}}}}};
    GltfBuilder builder = with_targets(three_bones("VRMC_vrm", aa), {"mouth", "brow"});
    const int times = builder.floats({0, 1}, "SCALAR", 1);
    const int turn = builder.floats({0, 0, 0, 1, 0, 0.70710678F, 0, 0.70710678F}, "VEC4", 4);
    const int weights = builder.floats({0, 0.5F, 1, 0.25F}, "SCALAR", 1);
    builder.push(
        "animations",
        {{"samplers",
          Json::array({{{"input", times}, {"output", turn}}, {{"input", times}, {"output", weights}}})},
         {"channels", Json::array({{{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}},
                                   {{"sampler", 1}, {"target", {{"node", 3}, {"path", "weights"}}}}})}});
    return load(builder);
}

/// Of a clip that moves morph targets: under the name of the expression that is one alone, or the target's own.
TEST(RemapFace, DisplacersAreExpressionsOfAnAnimation) {
    const Document figure = figure_with_a_clip();
    const Document animation = as_vrma(figure);
    std::vector<std::string> names;
    for (const Expression& expression : animation.humanoids.at(0).expressions)
        names.push_back(expression.name);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(names, (std::vector<std::string>{"aa", "brow"}));
    const Pose pose = plan_for(animation, figure).pose_at(1.0);
    EXPECT_NEAR(pose.weights.at(0), 1.0F, 1e-6F);
    EXPECT_NEAR(pose.weights.at(1), 0.25F, 1e-6F);
}

/// The codes of what is told when the clips of a document are written in `form`.
std::vector<std::string> told_of_clips(const Document& document, ClipForm form,
                                       FileFormat format = FileFormat::glb) {
    SaveOptions options;
    options.format = format;
    options.clips = form;
    const Result<EncodedDocument> written = encode_document(document, options);
    EXPECT_TRUE(written) << written.error().text();
    std::vector<std::string> out;
    for (const Diagnostic& note : written->notes.list()) out.push_back(note.code);
    return out;
}

bool is_among(const std::vector<std::string>& codes, const char* code) {
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

/// EXT_skeleton_humanoid's channels are of bones alone.
TEST(RemapFace, FacesThatAClipOfBonesLacksAreReported) {
    const Document figure = figure_with_a_clip();
    EXPECT_TRUE(is_among(told_of_clips(figure, ClipForm::ext), "clip-faces"));
    EXPECT_FALSE(is_among(told_of_clips(figure, ClipForm::vrma), "clip-faces"));
    const Document animation = as_vrma(figure);
    EXPECT_TRUE(is_among(told_of_clips(animation, ClipForm::ext), "clip-faces"));
}

TEST(RemapFace, FacesThatABvhFileLacksAreReported) {
    const Document figure = figure_with_a_clip();
    EXPECT_TRUE(is_among(told_of_clips(figure, ClipForm::nodes, FileFormat::bvh), "bvh-no-faces"));
    EXPECT_TRUE(is_among(told_of_clips(make_clip(), ClipForm::nodes, FileFormat::bvh), "bvh-no-faces"));
    Document still = figure;
    Clip clip = *still.clips.at(0);
    std::erase_if(clip.channels, [](const Channel& channel) { return channel.path == ChannelPath::weight; });
    still.clips = {std::make_shared<const Clip>(clip)};
    EXPECT_FALSE(is_among(told_of_clips(still, ClipForm::nodes, FileFormat::bvh), "bvh-no-faces"));
}

/// A mesh has one channel for all its weights in glTF, whatever keys they have.
TEST(RemapFace, JumpsAndCurvesOfOneMeshAreWritten) {
    Document figure = load(vrm_figure());
    const auto weight = [](int displacer, Interpolation interpolation, std::vector<float> times,
                           std::vector<float> values) {
        Channel out;
        out.path = ChannelPath::weight;
        out.displacer = displacer;
        out.interpolation = interpolation;
        out.times = std::move(times);
        out.values = std::move(values);
        return out;
    };
    Clip clip;
    clip.duration = 2.0;
    clip.channels = {weight(0, Interpolation::step, {0, 1, 1.5F}, {0.25F, 1, 0}),
                     weight(1, Interpolation::linear, {0, 2}, {0, 1})};
    Clip curve = clip;
    curve.channels[1] = weight(1, Interpolation::cubic, {0, 2}, {0, 0, 2, 0, 1, 0});
    figure.clips = {std::make_shared<const Clip>(clip), std::make_shared<const Clip>(curve)};
    SaveOptions options;
    options.format = FileFormat::glb;
    options.anew = true;
    const Result<EncodedDocument> written = encode_document(figure, options);
    ASSERT_TRUE(written) << written.error().text();
    const Result<Document> again = load_document(written->bytes, "again.glb", {});
    ASSERT_TRUE(again) << again.error().text();
    const Skeleton skeleton = make_skeleton(figure);
    const Skeleton skeleton_again = make_skeleton(*again);
    for (std::size_t c = 0; c < 2; ++c) {
        for (double time = 0.01; time < 2.0; time += 0.02) {
            Pose wanted = file_pose(skeleton);
            Pose found = file_pose(skeleton_again);
            sample(*figure.clips.at(c), time, skeleton, wanted);
            sample(*again->clips.at(c), time, skeleton_again, found);
            for (std::size_t d = 0; d < 2; ++d)
                EXPECT_NEAR(found.weights.at(d), wanted.weights.at(d), 8e-3F) << c << " " << time;
        }
    }
}

}  // namespace
}  // namespace vitruvian

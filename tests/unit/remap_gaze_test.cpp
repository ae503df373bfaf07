// The gaze of VRM animations: on eyes and on expressions of VRM figures, on other figures, and written again.
#include "model/formats/save.h"
#include "model/remap/remap.h"
#include "tests/unit/gltf_builder.h"

#include <glm/trigonometric.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace vitruvian {
namespace {

using test::GltfBuilder;
using test::Json;

/// The rotation that looks to the left and then down, in degrees.
quat looking(float left, float down) {
    return glm::angleAxis(glm::radians(left), vec3(0.0F, 1.0F, 0.0F)) *
           glm::angleAxis(glm::radians(down), vec3(1.0F, 0.0F, 0.0F));
}

/// A VRMA whose gaze goes from ahead to `left` and `down` degrees in a second; no bone moves.
GltfBuilder gaze_clip(float left, float down) {
    GltfBuilder builder;
    builder.push("nodes", {{"name", "hips"}, {"translation", {0, 1, 0}}});
    builder.push("nodes", {{"name", "gaze"}});
    builder.json["extensions"]["VRMC_vrm_animation"] = {
        {"specVersion", "1.0"},
        {"humanoid", {{"humanBones", {{"hips", {{"node", 0}}}}}}},
        {"lookAt", {{"node", 1}}}};
    const int times = builder.floats({0, 1}, "SCALAR", 1);
    const quat end = looking(left, down);
    const int turns = builder.floats({0, 0, 0, 1, end.x, end.y, end.z, end.w}, "VEC4", 4);
    builder.push(
        "animations",
        {{"samplers", Json::array({{{"input", times}, {"output", turns}}})},
         {"channels", Json::array({{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}})}});
    return builder;
}

constexpr int mesh_node = 5;

/// A figure with a head, eyes and a mesh with two morph targets, of VRM 1.0 with `look_at`. The eyes' nodes have axes of their own.
GltfBuilder figure(const Json& look_at) {
    GltfBuilder builder;
    builder.push("nodes", {{"name", "hips"}, {"translation", {0, 1, 0}}, {"children", {1}}});
    builder.push("nodes", {{"name", "spine"}, {"translation", {0, 0.2, 0}}, {"children", {2}}});
    builder.push("nodes", {{"name", "head"}, {"translation", {0, 0.4, 0}}, {"children", {3, 4}}});
    builder.push(
        "nodes",
        {{"name", "eye_l"}, {"translation", {0.03, 0.05, 0.05}}, {"rotation", {0.5, 0.5, 0.5, 0.5}}});
    builder.push("nodes",
                 {{"name", "eye_r"}, {"translation", {-0.03, 0.05, 0.05}}, {"rotation", {0.6, 0, 0, 0.8}}});
    Json bones;
    for (const auto& [bone, node] :
         {std::pair("hips", 0), {"spine", 1}, {"head", 2}, {"leftEye", 3}, {"rightEye", 4}})
        bones[bone] = {{"node", node}};
    Json& vrm = builder.json["extensions"]["VRMC_vrm"];
    vrm = {{"specVersion", "1.0"}, {"humanoid", {{"humanBones", bones}}}};
    if (!look_at.is_null()) vrm["lookAt"] = look_at;
    const int points = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
    const int offsets = builder.vec3s({0, 0, 1, 0, 0, 1, 0, 0, 1});
    const int mesh =
        builder.mesh_node({{"attributes", {{"POSITION", points}}},
                           {"targets", Json::array({{{"POSITION", offsets}}, {{"POSITION", offsets}}})}});
    EXPECT_EQ(mesh, mesh_node);
    return builder;
}

Json range(float input, float output) {
    return {{"inputMaxValue", input}, {"outputScale", output}};
}

/// Eyes that turn half as far as the gaze inwards, and up to 20 degrees otherwise.
Json eye_ranges() {
    return {{"type", "bone"},
            {"rangeMapHorizontalInner", range(60, 30)},
            {"rangeMapHorizontalOuter", range(20, 20)},
            {"rangeMapVerticalDown", range(20, 20)},
            {"rangeMapVerticalUp", range(90, 9)}};
}

RemapPlan gaze_plan(const Document& clip, const Document& target) {
    Result<RemapPlan> plan = RemapPlan::make({clip.clips.at(0), &clip, -1}, target, 0);
    EXPECT_TRUE(plan) << plan.error().text();
    return *plan;
}

/// The rotation of an eye in the world from its rest, at the end of the clip.
quat eye_turn(const Document& target, const RemapPlan& plan, Bone eye, double seconds = 1.0) {
    const Skeleton skeleton = make_skeleton(target);
    const int node = target.humanoids.at(0).bones[eye];
    const auto rotation = [&](const Pose& pose) {
        return glm::quat_cast(mat3(world_matrices(skeleton, pose)[static_cast<std::size_t>(node)]));
    };
    return rotation(plan.pose_at(seconds)) * glm::conjugate(rotation(rest_pose(skeleton)));
}

void expect_turn(const quat& found, const quat& expected) {
    EXPECT_NEAR(std::abs(glm::dot(found, expected)), 1.0F, 1e-6F)
        << glm::degrees(glm::angle(found * glm::conjugate(expected)));
}

TEST(RemapGaze, EyesTurnByTheirRanges) {
    const Document target = load(figure(eye_ranges()));
    const Document left = load(gaze_clip(40, 30));
    expect_turn(eye_turn(target, gaze_plan(left, target), Bone::left_eye), looking(20, 20));
    expect_turn(eye_turn(target, gaze_plan(left, target), Bone::right_eye), looking(20, 20));
    const Document right = load(gaze_clip(-30, -20));
    expect_turn(eye_turn(target, gaze_plan(right, target), Bone::left_eye), looking(-15, -2));
    expect_turn(eye_turn(target, gaze_plan(right, target), Bone::right_eye), looking(-20, -2));
}

/// A range may end between two keys.
TEST(RemapGaze, BakedEyesStopWhereTheirRangeEnds) {
    const Document target = load(figure(eye_ranges()));
    const Document clip = load(gaze_clip(80, 0));
    const Clip baked = gaze_plan(clip, target).bake();
    const Skeleton skeleton = make_skeleton(target);
    for (const double seconds : {0.1, 0.24, 0.26, 0.7}) {
        Pose pose = rest_pose(skeleton);
        sample(baked, seconds, skeleton, pose);
        const int node = target.humanoids.at(0).bones[Bone::left_eye];
        const quat turn =
            glm::quat_cast(mat3(world_matrices(skeleton, pose)[static_cast<std::size_t>(node)])) *
            glm::conjugate(skeleton.rest[static_cast<std::size_t>(node)].rotation);
        const float expected = std::min(80.0F * static_cast<float>(seconds), 20.0F);
        EXPECT_NEAR(glm::degrees(glm::angle(turn)), expected, 0.05F) << seconds;
    }
}

TEST(RemapGaze, EyesOfOtherFiguresLookWhereItSays) {
    GltfBuilder builder = figure(nullptr);
    builder.json["extensions"]["EXT_skeleton_humanoid"] = {
        {"humanoidSkeletons",
         Json::array({{{"humanoidBones",
                        {{"hips", 0}, {"spine", 1}, {"head", 2}, {"leftEye", 3}, {"rightEye", 4}}}}})}};
    builder.json["extensions"].erase("VRMC_vrm");
    const Document target = load(builder);
    ASSERT_EQ(target.humanoids.at(0).kind, HumanoidKind::ext_skeleton_humanoid);
    const RemapPlan plan = gaze_plan(load(gaze_clip(25, -10)), target);
    expect_turn(eye_turn(target, plan, Bone::left_eye), looking(25, -10));
    expect_turn(eye_turn(target, plan, Bone::right_eye), looking(25, -10));
}

/// VRM 0.x says it in firstPerson.
TEST(RemapGaze, RangesOfVrm0AreRead) {
    GltfBuilder builder = figure(nullptr);
    builder.json["extensions"].erase("VRMC_vrm");
    Json bones = Json::array();
    for (const auto& [bone, node] : {std::pair("hips", 0), {"spine", 1}, {"head", 2}, {"leftEye", 3}})
        bones.push_back({{"bone", bone}, {"node", node}});
    builder.json["extensions"]["VRM"] = {
        {"humanoid", {{"humanBones", bones}}},
        {"firstPerson",
         {{"lookAtTypeName", "Bone"}, {"lookAtHorizontalOuter", {{"xRange", 45}, {"yRange", 30}}}}}};
    const std::optional<Gaze> gaze = load(builder).humanoids.at(0).gaze;
    ASSERT_TRUE(gaze);
    EXPECT_FALSE(gaze->by_expressions);
    EXPECT_NEAR(gaze->outer.input, glm::radians(45.0F), 1e-6F);
    EXPECT_NEAR(gaze->outer.output, glm::radians(30.0F), 1e-6F);
    EXPECT_NEAR(gaze->up.output, glm::radians(10.0F), 1e-6F);
}

/// The figure with targets that lookLeft and lookUp move, and ranges for weights.
GltfBuilder looking_figure() {
    GltfBuilder builder = figure({{"type", "expression"},
                                  {"rangeMapHorizontalOuter", range(50, 1)},
                                  {"rangeMapVerticalUp", range(90, 0.9F)}});
    const auto binds = [](int index) {
        return Json{
            {"morphTargetBinds", Json::array({{{"node", mesh_node}, {"index", index}, {"weight", 1}}})}};
    };
    builder.json["extensions"]["VRMC_vrm"]["expressions"]["preset"] = {{"lookLeft", binds(0)},
                                                                       {"lookUp", binds(1)}};
    return builder;
}

TEST(RemapGaze, ExpressionsFollowByTheirWeights) {
    const Document target = load(looking_figure());
    const Pose pose = gaze_plan(load(gaze_clip(25, -40)), target).pose_at(1.0);
    EXPECT_NEAR(pose.weights.at(0), 0.5F, 1e-5F);
    EXPECT_NEAR(pose.weights.at(1), 0.4F, 1e-5F);
    const Pose away = gaze_plan(load(gaze_clip(-25, 40)), target).pose_at(1.0);
    EXPECT_EQ(away.weights.at(0), 0.0F);
    EXPECT_EQ(away.weights.at(1), 0.0F);
}

bool is_told(const Diagnostics& diagnostics, const char* code) {
    return std::ranges::any_of(diagnostics.list(), [code](const Diagnostic& d) { return d.code == code; });
}

TEST(RemapGaze, AFigureThatDoesNotFollowIsReported) {
    const Document clip = load(gaze_clip(25, -40));
    EXPECT_FALSE(is_told(gaze_plan(clip, load(figure(eye_ranges()))).diagnostics(), "remap-gaze-left-out"));
    GltfBuilder smiling = looking_figure();
    Json& vrm = smiling.json["extensions"]["VRMC_vrm"];
    vrm["expressions"]["preset"].erase("lookUp");
    vrm["expressions"]["preset"]["happy"] = vrm["expressions"]["preset"]["lookLeft"];
    vrm.erase("lookAt");
    // Something else plays.
    GltfBuilder face = gaze_clip(25, -40);
    const int node = face.push("nodes", {{"name", "happy"}});
    face.json["extensions"]["VRMC_vrm_animation"]["expressions"]["preset"]["happy"] = {{"node", node}};
    const int weights = face.vec3s({0, 0, 0, 1, 0, 0});
    Json& animation = face.json["animations"][0];
    animation["samplers"].push_back({{"input", animation["samplers"][0]["input"]}, {"output", weights}});
    animation["channels"].push_back({{"sampler", 1}, {"target", {{"node", node}, {"path", "translation"}}}});
    EXPECT_TRUE(is_told(gaze_plan(load(face), load(smiling)).diagnostics(), "remap-gaze-left-out"));
}

/// The document's clips as a file of bones or a VRMA, read again.
Document written(const Document& document, ClipForm form, Diagnostics* told = nullptr) {
    SaveOptions options;
    options.format = FileFormat::glb;
    options.clips = form;
    const Result<EncodedDocument> out = encode_document(document, options);
    EXPECT_TRUE(out) << out.error().text();
    if (told != nullptr) *told = out->notes;
    Result<Document> again = load_document(out->bytes, "again.vrma", {});
    EXPECT_TRUE(again) << again.error().text();
    return std::move(*again);
}

TEST(RemapGaze, IsWrittenAgain) {
    const Document again = written(load(gaze_clip(25, -40)), ClipForm::vrma);
    ASSERT_GE(again.humanoids.at(0).gaze_node, 0);
    const Document target = load(looking_figure());
    const Pose pose = gaze_plan(again, target).pose_at(1.0);
    EXPECT_NEAR(pose.weights.at(0), 0.5F, 1e-5F);
    EXPECT_NEAR(pose.weights.at(1), 0.4F, 1e-5F);
}

/// VRMA has no channels of eyes; what their ranges did is undone.
TEST(RemapGaze, EyesThatTurnBecomeAGaze) {
    Document target = load(figure(eye_ranges()));
    const RemapPlan plan = gaze_plan(load(gaze_clip(-30, -20)), target);
    target.clips = {std::make_shared<const Clip>(plan.bake())};
    const Document animation = written(target, ClipForm::vrma);
    const Humanoid& humanoid = animation.humanoids.at(0);
    ASSERT_GE(humanoid.gaze_node, 0);
    for (const Channel& channel : animation.clips.at(0)->channels)
        EXPECT_NE(humanoid.bones.bone_of(channel.node), Bone::left_eye);
    // The outer range ends at 20 degrees: the mean of 30 and 20.
    const Document follower = load(looking_figure());
    const Pose pose = gaze_plan(animation, follower).pose_at(1.0);
    EXPECT_NEAR(pose.weights.at(1), 0.2F, 1e-4F);
    expect_turn(eye_turn(target, gaze_plan(animation, target), Bone::left_eye), looking(-12.5F, -2));
}

TEST(RemapGaze, ExpressionsThatLookBecomeAGaze) {
    Document target = load(looking_figure());
    target.clips = {std::make_shared<const Clip>(gaze_plan(load(gaze_clip(25, -40)), target).bake())};
    const Document animation = written(target, ClipForm::vrma);
    EXPECT_GE(animation.humanoids.at(0).gaze_node, 0);
    EXPECT_TRUE(animation.humanoids.at(0).expressions.empty());
    const Pose pose = gaze_plan(animation, target).pose_at(1.0);
    EXPECT_NEAR(pose.weights.at(0), 0.5F, 1e-4F);
    EXPECT_NEAR(pose.weights.at(1), 0.4F, 1e-4F);
}

/// A gaze, and hips that turn.
GltfBuilder turning_gaze_clip() {
    GltfBuilder builder = gaze_clip(25, -40);
    const int times = builder.floats({0, 1}, "SCALAR", 1);
    const int turns = builder.floats({0, 0, 0, 1, 0, 1, 0, 0}, "VEC4", 4);
    Json& animation = builder.json["animations"][0];
    animation["samplers"].push_back({{"input", times}, {"output", turns}});
    animation["channels"].push_back({{"sampler", 1}, {"target", {{"node", 0}, {"path", "rotation"}}}});
    return builder;
}

TEST(RemapGaze, ClipsOfBonesWithoutEyesLoseItWithAWarning) {
    Diagnostics told;
    const Document clip = load(turning_gaze_clip());
    EXPECT_TRUE(written(clip, ClipForm::ext, &told).clips.size() == 1);
    EXPECT_TRUE(is_told(told, "vrma-gaze"));
    EXPECT_TRUE(written(clip, ClipForm::vrma, &told).clips.size() == 1);
    EXPECT_FALSE(is_told(told, "vrma-gaze"));
}

TEST(RemapGaze, BvhLosesItWithANote) {
    SaveOptions options;
    options.format = FileFormat::bvh;
    const Result<EncodedDocument> out = encode_document(load(turning_gaze_clip()), options);
    ASSERT_TRUE(out) << out.error().text();
    EXPECT_TRUE(is_told(out->notes, "bvh-no-faces"));
}

/// VRMC_vrm_animation: humanoid is optional.
TEST(RemapGaze, AnAnimationWithoutBonesPlays) {
    GltfBuilder builder = gaze_clip(25, -40);
    builder.json["extensions"]["VRMC_vrm_animation"].erase("humanoid");
    const Document clip = load(builder);
    EXPECT_EQ(clip.humanoids.size(), 1U);
    const Document target = load(figure(eye_ranges()));
    const RemapPlan plan = gaze_plan(clip, target);
    expect_turn(eye_turn(target, plan, Bone::left_eye), looking(20, -4));
    // Other bones stay as they are.
    const Pose rest = file_pose(make_skeleton(target));
    EXPECT_EQ(plan.pose_at(1.0).local.at(2).rotation, rest.local.at(2).rotation);
}

}  // namespace
}  // namespace vitruvian

// H-Anim 2: skins and their repairs, displacers on skins, binding poses, HAnimMotion and HAnimPose.
#include "model/formats/load.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/read_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace vitruvian {
namespace {

using test::read_text;

using test::count_of;
Document load_scene(const std::string& inside) {
    return read_text("<X3D><Scene>" + inside + "</Scene></X3D>", "figure.x3d");
}

/// Two joints, four points: 0 on the first joint, 1 on both, 2 on the second, 3 on none.
std::string two_joints(const std::string& humanoid, const std::string& second_joint,
                       const std::string& more = "") {
    return "<HAnimHumanoid name='f' version='2.0' " + humanoid +
           "><HAnimJoint DEF='a' name='humanoid_root' containerField='skeleton' center='0 1 0' "
           "skinCoordIndex='0 1' "
           "skinCoordWeight='1 0.5'><HAnimJoint DEF='b' name='l_hip' center='1 1 0' " +
           second_joint + "</HAnimJoint></HAnimJoint>" +
           "<HAnimJoint USE='a' containerField='joints'/><HAnimJoint USE='b' containerField='joints'/>"
           "<Coordinate DEF='c' containerField='skinCoord' point='0 1 0 1 1 0 2 1 0 3 1 0'/>"
           "<Shape containerField='skin'><IndexedFaceSet coordIndex='0 1 2 -1 1 2 3 -1'><Coordinate USE='c'/>"
           "</IndexedFaceSet></Shape>" +
           more + "</HAnimHumanoid>";
}

std::vector<vec3> points_at(const Document& document, Pose pose) {
    const Skeleton skeleton = make_skeleton(document);
    return skinned_source_positions(document.meshes.at(0), world_matrices(skeleton, pose), pose.weights);
}

std::vector<vec3> file_points(const Document& document) {
    return points_at(document, file_pose(make_skeleton(document)));
}

void expect_place(const vec3& got, const vec3& wanted) {
    EXPECT_LT(glm::distance(got, wanted), 1e-5F) << got.x << ' ' << got.y << ' ' << got.z;
}

TEST(X3dSkin, FollowsItsJointsByTheirWeights) {
    const Document document = load_scene(two_joints(
        "translation='0 0 10'", "rotation='0 0 1 1.5707963' skinCoordIndex='1 2' skinCoordWeight='0.5 1'>"));
    const std::vector<vec3> points = file_points(document);
    ASSERT_EQ(points.size(), 4U);
    expect_place(points[0], {0.0F, 1.0F, 10.0F});
    expect_place(points[1], {1.0F, 1.0F, 10.0F});
    expect_place(points[2], {1.0F, 2.0F, 10.0F});  // rotated about (1, 1, 0)
    expect_place(points[3], {3.0F, 1.0F, 10.0F});  // no joint: only moves with the humanoid
    EXPECT_TRUE(count_of(document, "hanim-skin-unweighted"));
    EXPECT_FALSE(count_of(document, "hanim-skin-weights"));
}

TEST(X3dSkin, HumanoidWithACenterAndAMovedShapeKeepUnweightedPointsInPlace) {
    std::string text =
        two_joints("center='5 5 5' rotation='0 1 0 3.14159265'", "skinCoordIndex='2' skinCoordWeight='1'>");
    const std::string from = "<Shape containerField='skin'>";
    const std::size_t at = text.find(from);
    const std::size_t end = text.find("</Shape>", at);
    text.insert(end + 8, "</Transform>");
    text.replace(at, from.size(), "<Transform containerField='skin' translation='0 0 1'><Shape>");
    const std::vector<vec3> points = file_points(load_scene(text));
    // 180 degrees about the line x = 5, z = 5.
    expect_place(points[0], {10.0F, 1.0F, 9.0F});
    expect_place(points[2], {8.0F, 1.0F, 9.0F});
    expect_place(points[3], {7.0F, 1.0F, 9.0F});
}

TEST(X3dSkin, UnevenAndMissingWeightsAreRepairedAndReported) {
    const Document document = load_scene(
        two_joints("", "rotation='0 0 1 1.5707963' skinCoordIndex='1 2 77 -1' skinCoordWeight='1.5 0.25'>"));
    EXPECT_TRUE(count_of(document, "hanim-skin-length"));
    EXPECT_TRUE(count_of(document, "hanim-skin-weights"));
    EXPECT_TRUE(count_of(document, "hanim-skin-index"));
    const Mesh& mesh = *document.meshes.at(0).mesh;
    ASSERT_TRUE(mesh.is_skinned());
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        double sum = 0.0;
        for (std::uint32_t i = mesh.influence_begin[v]; i < mesh.influence_begin[v + 1]; ++i) {
            sum += static_cast<double>(mesh.influence_weight[i]);
        }
        const bool unweighted = mesh.positions[v].x > 2.5F;
        EXPECT_NEAR(sum, unweighted ? 0.0 : 1.0, 1e-6);
    }
    expect_place(file_points(document)[2], {1.0F, 2.0F, 0.0F});
}

/// What version 4 hides is not shown, the rest of a figure stays (ISO/IEC 19775-1, X3DBoundedObject).
TEST(X3dVisible, HiddenShapesAreNotShown) {
    const std::string shape =
        "<Shape><IndexedFaceSet coordIndex='0 1 2 -1'><Coordinate point='0 0 0 1 0 0 0 1 0'/>"
        "</IndexedFaceSet></Shape>";
    const auto meshes = [](const std::string& inside, int hidden) {
        const Document document = load_scene(inside);
        EXPECT_EQ(count_of(document, "vrml-hidden"), hidden) << inside;
        return document.meshes.size();
    };
    EXPECT_EQ(meshes("<Transform visible='true'>" + shape + "</Transform>", 0), 1U);
    EXPECT_EQ(
        meshes("<Transform visible='false'><Transform visible='true'>" + shape + "</Transform></Transform>",
               1),
        0U);
    EXPECT_EQ(meshes("<Group visible='false'>" + shape + "</Group>", 1), 0U);
    EXPECT_EQ(meshes("<Switch visible='false' whichChoice='0'>" + shape + "</Switch>", 1), 0U);
    EXPECT_EQ(meshes("<LOD visible='false'>" + shape + "</LOD>", 1), 0U);
    EXPECT_EQ(meshes("<Shape visible='false'" + shape.substr(6), 1), 0U);
    EXPECT_EQ(meshes("<CADLayer visible='false true'><Group>" + shape + "</Group></CADLayer>", 0), 1U);
    // A hidden joint still moves the skin; a hidden figure has none.
    const std::string joint = "skinCoordIndex='1 2' skinCoordWeight='0.5 1'>";
    const std::string segment = "<HAnimSegment name='l_thigh'>" + shape + "</HAnimSegment>";
    EXPECT_EQ(meshes(two_joints("", joint + segment), 0), 2U);
    const Document figure =
        load_scene(two_joints("", "visible='false' rotation='0 0 1 1.5707963' " + joint + segment));
    EXPECT_EQ(count_of(figure, "vrml-hidden"), 1);
    ASSERT_EQ(figure.meshes.size(), 1U);
    EXPECT_EQ(figure.humanoids.at(0).joints.size(), 2U);
    expect_place(file_points(figure)[2], {1.0F, 2.0F, 0.0F});
    EXPECT_EQ(meshes(two_joints("visible='false'", joint + segment), 2), 0U);
}

TEST(X3dCad, AFaceHasAShape) {
    const Document document = load_scene(
        "<CADAssembly><CADPart translation='1 0 0'><CADFace><Shape containerField='shape'><IndexedFaceSet "
        "coordIndex='0 1 2 -1'><Coordinate point='0 0 0 1 0 0 0 1 "
        "0'/></IndexedFaceSet></Shape></CADFace></CADPart>"
        "</CADAssembly>");
    EXPECT_EQ(count_of(document, "vrml-unknown-field"), 0);
    ASSERT_EQ(document.meshes.size(), 1U);
    expect_place(file_points(document)[1], {2.0F, 0.0F, 0.0F});
}

TEST(X3dSkin, JointDisplacersMoveTheSkin) {
    const Document document = load_scene(two_joints(
        "",
        "skinCoordIndex='2' skinCoordWeight='1'><HAnimDisplacer name='l_hip_action' coordIndex='2 1' "
        "displacements='0 1 0' weight='0.5'/>"));
    ASSERT_EQ(document.displacers.size(), 1U);
    EXPECT_EQ(document.displacers[0].name, "l_hip_action");
    EXPECT_TRUE(count_of(document, "hanim-displacer-length"));
    expect_place(file_points(document)[2], {2.0F, 1.5F, 0.0F});
    Pose pose = file_pose(make_skeleton(document));
    pose.weights.at(0) = 1.0F;
    expect_place(points_at(document, pose)[2], {2.0F, 2.0F, 0.0F});
}

TEST(X3dSkin, AnotherCoordinateThanSkinCoordIsReported) {
    std::string text = two_joints("", "skinCoordIndex='2' skinCoordWeight='1'>");
    const std::string use = "<Coordinate USE='c'/>";
    text.replace(text.find(use), use.size(), "<Coordinate point='0 1 0 1 1 0 2 1 0 3 1 0'/>");
    const Document alike = load_scene(text);
    EXPECT_TRUE(count_of(alike, "hanim-skin-coord"));
    EXPECT_TRUE(alike.meshes.at(0).mesh->is_skinned());
}

TEST(X3dSkin, BindingPoseIsWhereThePointsWereGiven) {
    // The points were given with the hip rotated by 90 degrees: in the neutral pose they are rotated back.
    const Document document = load_scene(two_joints("jointBindingRotations='0 0 1 0 0 0 1 1.5707963'",
                                                    "skinCoordIndex='2' skinCoordWeight='1'>"));
    const std::vector<vec3> points = file_points(document);
    expect_place(points[0], {0.0F, 1.0F, 0.0F});
    expect_place(points[2], {1.0F, 0.0F, 0.0F});
}

TEST(X3dMotion, ChannelsBecomeAClip) {
    const Document document = load_scene(two_joints(
        "", ">",
        "<HAnimMotion name='nod' loop='true' frameDuration='0.5' joints='HumanoidRoot IGNORED l_hip no_such' "
        "channels='4 Xposition Yposition Zposition Yrotation 1 Xrotation 2 Zrotation Xrotation 1 Xrotation' "
        "values='1 2 3 90 5 90 0 9  4 5 6 0 5 0 90 9  7 8'/>"));
    ASSERT_EQ(document.clips.size(), 1U);
    const Clip& clip = *document.clips[0];
    EXPECT_EQ(clip.name, "nod");
    EXPECT_TRUE(clip.loop);
    EXPECT_DOUBLE_EQ(clip.duration, 0.5);
    EXPECT_EQ(clip.channels.size(), 3U);
    EXPECT_TRUE(count_of(document, "hanim-motion-values"));
    EXPECT_TRUE(count_of(document, "hanim-motion-joint-missing"));
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    sample(clip, 0.0, skeleton, pose);
    const std::vector<mat4> world = world_matrices(skeleton, pose);
    const auto hip = static_cast<std::size_t>(document.humanoids[0].joints[1].node);
    // The hip is at 1 along X of the root, which is rotated by 90 degrees about Y to -Z; the root moves by
    // (1, 2, 3).
    expect_place(vec3(world[hip][3]), {1.0F, 3.0F, 2.0F});
    // Z first, then X in its frame: X points up before the root's rotation, which does not change it.
    expect_place(vec3(world[hip][0]), {0.0F, 1.0F, 0.0F});
}

TEST(X3dMotion, FramesAndChannelsThatAreNotMeantArePassedOver) {
    const Document document = load_scene(two_joints(
        "", ">",
        "<HAnimMotion frameDuration='0.25' startFrame='1' endFrame='3' joints='l_hip' channelsEnabled='true "
        "false' channels='2 Xrotation Yrotation' values='10 1 20 2 30 3 40 4 50 5'/>"));
    ASSERT_EQ(document.clips.size(), 1U);
    const Clip& clip = *document.clips[0];
    EXPECT_FALSE(clip.loop);
    EXPECT_DOUBLE_EQ(clip.duration, 0.5);
    ASSERT_EQ(clip.channels.size(), 1U);
    EXPECT_EQ(clip.channels[0].times, (std::vector<float>{0.0F, 0.25F, 0.5F}));
    const vec4 last = sample_channel(clip.channels[0], 0.5);
    EXPECT_NEAR(last.x, std::sin(glm::radians(20.0F)), 1e-6F);
    EXPECT_NEAR(last.y, 0.0F, 1e-6F);
}

/// Degrees about X of the hip at each key.
std::vector<float> played_degrees(const std::string& fields) {
    const Document document =
        load_scene(two_joints("", ">",
                              "<HAnimMotion frameDuration='0.25' joints='l_hip' channels='1 Xrotation' "
                              "values='0 10 20 30 40 50' " +
                                  fields + "/>"));
    std::vector<float> out;
    if (document.clips.size() != 1) return out;
    const Channel& channel = document.clips[0]->channels.at(0);
    for (std::size_t i = 0; i < channel.times.size(); ++i) {
        EXPECT_NEAR(channel.times[i], 0.25F * static_cast<float>(i), 1e-6F);
        out.push_back(std::round(glm::degrees(2.0F * std::asin(channel.values[4 * i]))));
    }
    return out;
}

TEST(X3dMotion, FramesArePlayedInTheirOrderAndSteps) {
    using Degrees = std::vector<float>;
    EXPECT_EQ(played_degrees("frameIncrement='2'"), (Degrees{0, 20, 40}));
    EXPECT_EQ(played_degrees("frameIncrement='-1'"), (Degrees{50, 40, 30, 20, 10, 0}));
    EXPECT_EQ(played_degrees("frameIncrement='-2' startFrame='1' endFrame='5'"), (Degrees{50, 30, 10}));
    EXPECT_EQ(played_degrees("startFrame='4' endFrame='2'"), (Degrees{40, 30, 20}));
    EXPECT_EQ(played_degrees("startFrame='4'"), (Degrees{40, 50}));
    EXPECT_EQ(played_degrees("frameIncrement='0'"), (Degrees{0, 10, 20, 30, 40, 50}));
    EXPECT_EQ(played_degrees("frameIncrement='-1000'"), (Degrees{50}));
    EXPECT_EQ(played_degrees("startFrame='-1' endFrame='99'"), (Degrees{0, 10, 20, 30, 40, 50}));
}

TEST(X3dMotion, MotionsThatDoNotFitAreLeftOut) {
    const Document document = load_scene(
        two_joints("", ">",
                   "<HAnimMotion joints='l_hip' channels='3 Xrotation' values='1 2 3'/>"
                   "<HAnimMotion joints='l_hip' channels='999999999999 Xrotation' values='1 2 3'/>"
                   "<HAnimMotion joints='l_hip' channels='1 Xrotation' values=''/><HAnimMotion/>"));
    EXPECT_TRUE(document.clips.empty());
    EXPECT_TRUE(count_of(document, "hanim-motion-channels"));
}

TEST(X3dMotion, APoseIsAClip) {
    const Document document =
        load_scene(two_joints("", ">",
                              "<HAnimPose name='bow' transitionDuration='2'><HAnimJoint "
                              "name='l_hip' rotation='1 0 0 0.5'/></HAnimPose>"));
    ASSERT_EQ(document.clips.size(), 1U);
    EXPECT_EQ(document.clips[0]->name, "bow");
    EXPECT_DOUBLE_EQ(document.clips[0]->duration, 2.0);
    EXPECT_EQ(document.humanoids[0].joints.size(), 2U);
}

}  // namespace
}  // namespace vitruvian

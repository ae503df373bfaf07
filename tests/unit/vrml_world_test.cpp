// Interpretation of worlds: PROTOs, frames, joints, clips, and hostile worlds.
#include "model/core/at.h"
#include "model/formats/vrml/read/vrml_reader.h"
#include "model/pose/pose.h"
#include "tests/unit/diagnostics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>

namespace vitruvian {
namespace {

using test::count_of;
Result<Document> read(const std::string& body, const LoadOptions& options = {}) {
    return read_vrml("#VRML V2.0 utf8\n" + body, "t.wrl", {}, options);
}

Document must_read(const std::string& body) {
    Result<Document> document = read(body);
    EXPECT_TRUE(document) << document.error().text();
    if (!document) return {};
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    return std::move(*document);
}

std::vector<mat4> world_of(const Document& document) {
    const Skeleton skeleton = make_skeleton(document);
    return world_matrices(skeleton, file_pose(skeleton));
}

std::vector<vec3> points_of(const Document& document, std::size_t mesh = 0) {
    const Skeleton skeleton = make_skeleton(document);
    const Pose pose = file_pose(skeleton);
    return skinned_positions(document.meshes.at(mesh), world_matrices(skeleton, pose), pose.weights);
}

const std::string triangle =
    "Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0 1 0 0 0 1 0 ] } coordIndex [ 0 1 2 ] "
    "} }";

TEST(VrmlWorld, StaticTransformsAreBakedIntoTheMesh) {
    const Document d = must_read(
        "Transform { translation 1 0 0 children Transform { rotation 0 0 1 1.5707963 scale 2 2 2 center 0 1 "
        "0 children " +
        triangle + " } }");
    ASSERT_EQ(d.meshes.size(), 1U);
    EXPECT_EQ(d.nodes.size(), 1U);  // the scene alone
    // By hand: (p - c) * 2, rotated by 90 degrees, + c, + translation.
    const std::vector<vec3> points = points_of(d);
    EXPECT_LT(glm::distance(points[0], vec3(3, 1, 0)), 1e-5F);
    EXPECT_LT(glm::distance(points[1], vec3(3, 3, 0)), 1e-5F);
    EXPECT_LT(glm::distance(points[2], vec3(1, 1, 0)), 1e-5F);
}

TEST(VrmlWorld, AJointMovesItsMeshAboutItsCentre) {
    const Document d = must_read(
        "Transform { translation 0 0 5 children Humanoid { name \"h\" humanoidBody Joint { name \"root\" "
        "center 0 1 0 "
        "rotation 0 0 1 1.5707963 translation 0 0 1 children Segment { name \"s\" children " +
        triangle + " } } } }");
    const std::vector<vec3> points = points_of(d);
    EXPECT_LT(glm::distance(points[0], vec3(1, 1, 6)), 1e-5F);
    EXPECT_LT(glm::distance(points[2], vec3(0, 1, 6)), 1e-5F);
    const Humanoid& h = d.humanoids.at(0);
    EXPECT_EQ(h.joints.at(0).centre, vec3(0, 1, 0));
    EXPECT_EQ(at(d.nodes, h.joints[0].node).delta.translation, vec3(0, 0, 1));
    EXPECT_EQ(d.meshes[0].segment, 0);
    const Skeleton skeleton = make_skeleton(d);
    const std::vector<mat4> neutral = world_matrices(skeleton, rest_pose(skeleton));
    EXPECT_EQ(vec3(at(neutral, h.joints[0].node)[3]), vec3(0, 1, 5));
}

TEST(VrmlWorld, RobotsStandByTheirTranslations) {
    const Document d = must_read(
        "Humanoid { name \"r\" humanoidBody DEF WAIST Joint { translation 0 0 1 children DEF L_HIP_Y Joint { "
        "translation 0 1 0 rotation 1 0 0 1 jointAxis 0 -1 0 llimit -2 ulimit 1 } } }");
    const Humanoid& h = d.humanoids.at(0);
    const Node& hip = at(d.nodes, h.joints.at(1).node);
    EXPECT_EQ(hip.name, "L_HIP_Y");
    EXPECT_EQ(hip.delta, Transform{});
    EXPECT_EQ(h.joints[1].centre, vec3(0, 1, 1));
    EXPECT_EQ(h.joints[1].lower_limit, vec3(0, -1, 0));
    EXPECT_EQ(h.joints[1].upper_limit, vec3(0, 2, 0));
}

TEST(VrmlWorld, JointFieldsAreReadAndZeroLimitsAreNotGiven) {
    const Document d = must_read(
        "Humanoid { name \"h\" humanoidBody Joint { name \"a\" llimit [ -1 -2 -3 ] ulimit [ 1 2 3 ] "
        "stiffness [ .1 .2 .3 ] limitOrientation 0 1 0 1 children Joint { name \"b\" llimit [0 0 0] ulimit "
        "[0 0 0] } } }");
    const Humanoid& h = d.humanoids.at(0);
    EXPECT_EQ(h.joints.at(0).lower_limit, vec3(-1, -2, -3));
    EXPECT_EQ(h.joints.at(0).upper_limit, vec3(1, 2, 3));
    EXPECT_EQ(h.joints.at(0).stiffness, vec3(0.1F, 0.2F, 0.3F));
    EXPECT_NE(h.joints.at(0).limit_orientation, identity_quat);
    EXPECT_FALSE(h.joints.at(1).lower_limit || h.joints.at(1).upper_limit || h.joints.at(1).stiffness);
    EXPECT_TRUE(count_of(d, "hanim-limits-zero"));
}

TEST(VrmlWorld, SegmentsSitesViewpointsAndInfo) {
    const Document d = must_read(
        "DEF Humanoid Humanoid { name \"h\" version \"1.1\" info [ \"height = 1.8\" \"free text\" ] "
        "viewpoints [ DEF Front Viewpoint { position 0 1 3 } ] humanoidBody DEF hanim_HumanoidRoot Joint { "
        "center 0 1 0 "
        "children DEF hanim_sacrum Segment { mass 4 centerOfMass 0 1 0 momentsOfInertia [ 1 0 0 0 2 0 0 0 3 "
        "] "
        "bboxCenter 0 1 0 bboxSize 2 2 2 children DEF hanim_skull_view Site { translation 0 2 0 rotation 0 1 "
        "0 3.14159265 "
        "children Viewpoint { position 0 0 0 description \"eyes\" } } } } }");
    const Humanoid& h = d.humanoids.at(0);
    EXPECT_EQ(at(d.nodes, h.joints.at(0).node).name, "HumanoidRoot");
    const Segment& s = h.segments.at(0);
    EXPECT_EQ(s.name, "sacrum");
    EXPECT_EQ(s.mass, 4.0F);
    EXPECT_EQ(s.moments_of_inertia[4], 2.0F);
    ASSERT_TRUE(s.bounding_box);
    EXPECT_EQ(s.bounding_box->max, vec3(1, 2, 1));
    EXPECT_EQ(h.info.at(0), (std::pair<std::string, std::string>("height", "1.8")));
    EXPECT_EQ(h.info.at(1).second, "free text");
    ASSERT_EQ(h.sites.size(), 1U);
    EXPECT_EQ(h.sites[0].segment, 0);
    const std::vector<mat4> world = world_of(d);
    EXPECT_EQ(vec3(at(world, h.sites[0].node)[3]), vec3(0, 2, 0));
    ASSERT_EQ(d.viewpoints.size(), 2U);
    EXPECT_EQ(d.viewpoints[0].name, "eyes");
    EXPECT_EQ(d.viewpoints[0].node, h.sites[0].node);
    EXPECT_EQ(d.viewpoints[1].name, "Front");
    EXPECT_EQ(d.viewpoints[1].node, h.node);
}

TEST(VrmlWorld, ProtosBindFieldsThroughSeveralLevels) {
    const Document d = must_read(
        "PROTO Limb [ field SFString label \"none\" field SFVec3f at 0 0 0 field MFNode kids [] ] "
        "{ Joint { name IS label center IS at children IS kids } }\n"
        "PROTO Arm [ field SFVec3f at 9 9 9 ] { Limb { label \"upper\" at IS at kids Limb { label \"lower\" "
        "at 0 1 0 } } }\n"
        "Humanoid { name \"h\" humanoidBody Arm { at 0 2 0 } }");
    const Humanoid& h = d.humanoids.at(0);
    ASSERT_EQ(h.joints.size(), 2U);
    EXPECT_EQ(at(d.nodes, h.joints[0].node).name, "upper");
    EXPECT_EQ(h.joints[0].centre, vec3(0, 2, 0));
    EXPECT_EQ(h.joints[1].centre, vec3(0, 1, 0));
}

TEST(VrmlWorld, ClipsComeFromTimersAlsoThroughProtos) {
    const Document d = must_read(
        "Humanoid { name \"h\" humanoidBody DEF J Joint { name \"j\" center 0 1 0 } }\n"
        "PROTO Wave [ eventIn SFFloat set_fraction eventOut SFRotation out ] { OrientationInterpolator { "
        "key [ 0 .5 1 ] keyValue [ 0 0 1 0, 0 0 1 1, 0 0 1 0 ] set_fraction IS set_fraction value_changed IS "
        "out } }\n"
        "DEF T TimeSensor { cycleInterval 2.5 loop TRUE } DEF W Wave { } "
        "DEF P PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0 0 0 4 ] }\n"
        "ROUTE T.fraction_changed TO W.set_fraction ROUTE W.out TO J.rotation "
        "ROUTE T.fraction TO P.set_fraction ROUTE P.value TO J.set_translation");
    ASSERT_EQ(d.clips.size(), 1U);
    const Clip& clip = *d.clips[0];
    EXPECT_EQ(clip.name, "T");
    EXPECT_DOUBLE_EQ(clip.duration, 2.5);
    EXPECT_TRUE(clip.loop);
    ASSERT_EQ(clip.channels.size(), 2U);
    const Skeleton skeleton = make_skeleton(d);
    Pose pose = file_pose(skeleton);
    sample(clip, 1.25, skeleton, pose);
    const auto joint = static_cast<std::size_t>(d.humanoids.at(0).joints.at(0).node);
    const mat4 world = world_matrices(skeleton, pose)[joint];
    EXPECT_LT(glm::distance(vec3(world[3]), vec3(0, 1, 2)), 1e-5F);
    EXPECT_NEAR(world[0].x, std::cos(1.0F), 1e-5F);
}

TEST(VrmlWorld, MovedTransformsKeepTheirPlaceUnderStaticOnes) {
    const Document d = must_read(
        "Transform { translation 1 0 0 children DEF M Transform { center 0 1 0 translation 0 0 1 children " +
        triangle +
        " } }\nDEF T TimeSensor { } DEF P PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0 0 0 2 ] }\n"
        "ROUTE T.fraction_changed TO P.set_fraction ROUTE P.value_changed TO M.set_translation");
    EXPECT_EQ(points_of(d)[0], vec3(1, 0, 1));
    const Skeleton skeleton = make_skeleton(d);
    Pose pose = file_pose(skeleton);
    sample(*d.clips.at(0), 0.5, skeleton, pose);
    EXPECT_EQ(skinned_positions(d.meshes[0], world_matrices(skeleton, pose), pose.weights)[0], vec3(1, 0, 1));
    sample(*d.clips.at(0), 1.0, skeleton, pose);
    EXPECT_EQ(skinned_positions(d.meshes[0], world_matrices(skeleton, pose), pose.weights)[0], vec3(1, 0, 2));
}

TEST(VrmlWorld, DisplacersReachEverySplitVertex) {
    const Document d = must_read(
        "Humanoid { name \"h\" humanoidBody Joint { name \"skullbase\" children Segment { name \"skull\" "
        "coord DEF C Coordinate { point [ 0 0 0 1 0 0 1 1 0 0 1 0 0 0 -1 ] } displacers [ Displacer { "
        "name \"brow_action\" coordIndex [ 0 1 99 ] displacements [ 0 0 1 ] } Displacer { name "
        "\"nose_feature\" "
        "coordIndex 2 } ] children Shape { geometry IndexedFaceSet { coord USE C creaseAngle .1 "
        "coordIndex [ 0 1 2 3 -1 0 4 1 -1 ] } } } } }");
    ASSERT_EQ(d.displacers.size(), 2U);
    EXPECT_EQ(d.displacers[0].kind, DisplacerKind::action);
    EXPECT_EQ(d.displacers[1].kind, DisplacerKind::feature);
    EXPECT_TRUE(count_of(d, "hanim-displacer-length"));
    EXPECT_TRUE(count_of(d, "hanim-displacer-index"));
    const Skeleton skeleton = make_skeleton(d);
    Pose pose = file_pose(skeleton);
    pose.weights.at(0) = 2.0F;
    const std::vector<vec3> points =
        skinned_source_positions(d.meshes.at(0), world_matrices(skeleton, pose), pose.weights);
    EXPECT_EQ(points.at(0), vec3(0, 0, 2));
    EXPECT_EQ(points.at(1), vec3(1, 0, 0));
    EXPECT_GT(d.meshes[0].mesh->positions.size(), 5U);
    EXPECT_EQ(d.meshes[0].mesh->targets.at(0).vertices.size(), 4U);  // two points, split in two each
}

TEST(VrmlWorld, OneRigPerHumanoidHoweverOftenItIsUsed) {
    const Document d = must_read(
        "DEF Out Joint { name \"placeholder\" } DEF A Humanoid { name \"a\" joints [ USE R USE Out ] "
        "humanoidBody DEF R Joint { name \"r\" } } Group { children [ USE A USE A ] }");
    ASSERT_EQ(d.humanoids.size(), 1U);
    EXPECT_EQ(d.humanoids[0].joints.size(), 1U);
    EXPECT_TRUE(count_of(d, "hanim-list-differs"));
}

TEST(VrmlWorld, ASegmentUsedAgainMovesWithEachJoint) {
    const Document d = must_read(
        "Humanoid { humanoidBody Joint { name \"a\" children [ DEF S Segment { name \"s\" displacers "
        "Displacer { "
        "name \"d\" coordIndex 0 displacements 0 0 1 weight 2 } children " +
        triangle + " } Joint { name \"b\" translation 3 0 0 children USE S } ] } }");
    ASSERT_EQ(d.meshes.size(), 2U);
    EXPECT_EQ(d.meshes[0].mesh, d.meshes[1].mesh);
    EXPECT_EQ(points_of(d, 0).at(0), vec3(0, 0, 2));
    EXPECT_EQ(points_of(d, 1).at(0), vec3(3, 0, 2));
    ASSERT_EQ(d.humanoids.at(0).segments.size(), 2U);
    EXPECT_EQ(d.humanoids[0].segments[1].joint, 1);
}

TEST(VrmlWorld, RoutesReachFieldsByTheNamesOfThePrototype) {
    const Document d = must_read(
        "PROTO Joint [ field SFString name \"\" exposedField SFRotation turn 0 0 1 0 exposedField MFNode "
        "kids [ ] "
        "] { Transform { rotation IS turn children IS kids } } "
        "Humanoid { humanoidBody DEF J Joint { name \"a\" } } DEF T TimeSensor { } "
        "DEF O OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 1 ] } "
        "ROUTE T.fraction_changed TO O.set_fraction ROUTE O.value_changed TO J.set_turn");
    ASSERT_EQ(d.clips.size(), 1U);
    ASSERT_EQ(d.clips[0]->channels.size(), 1U);
    EXPECT_EQ(d.clips[0]->channels[0].path, ChannelPath::rotation);
    EXPECT_EQ(d.clips[0]->channels[0].node, d.humanoids.at(0).joints.at(0).node);
}

TEST(VrmlWorld, TexturesOfOneFileShareItsImage) {
    const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "vrml_world_images";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "a.png") << "\x89PNG\r\n\x1a\n";
    std::string text = "#VRML V2.0 utf8\n";
    for (int i = 0; i < 3; ++i) {
        text +=
            "Shape { appearance Appearance { texture ImageTexture { url \"a.png\" } } geometry Box { } }\n";
    }
    const Result<Document> document = read_vrml(text, "t.wrl", folder, {});
    std::filesystem::remove_all(folder);
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->images.size(), 1U);
    EXPECT_EQ(document->materials.at(2).base_color_texture.image, 0);
}

TEST(VrmlWorld, CirclesAndBombsEnd) {
    EXPECT_TRUE(count_of(must_read("DEF A Group { children [ USE A " + triangle + " ] }"), "vrml-cycle"));
    // Each level uses the previous one twice: 2^40 shapes without a limit.
    std::string bomb = "DEF G0 Group { children " + triangle + " }\n";
    std::string protos = "PROTO P0 [ ] { Shape { geometry Box { } } }\n";
    for (int i = 1; i < 40; ++i) {
        bomb += fmt::format("DEF G{} Group {{ children [ USE G{} USE G{} ] }}\n", i, i - 1, i - 1);
        protos += fmt::format("PROTO P{} [ ] {{ Group {{ children [ P{} {{ }} P{} {{ }} ] }} }}\n", i, i - 1,
                              i - 1);
    }
    LoadOptions options;
    for (const std::string& text : {bomb, protos + "P39 { }"}) {
        const Result<Document> document = read(text, options);
        ASSERT_FALSE(document);
        EXPECT_EQ(document.error().code, "vrml-expansion-limit");
    }
    const Document circle = must_read("PROTO P [ ] { Group { children P { } } } P { }");
    EXPECT_TRUE(count_of(circle, "vrml-unknown-node"));
}

TEST(VrmlWorld, DeepChainsOfJointsAreFine) {
    std::string text = "Humanoid { name \"h\" humanoidBody ";
    const int deep = 400;
    for (int i = 0; i < deep; ++i) text += fmt::format("Joint {{ name \"j{}\" center 0 {} 0 children ", i, i);
    text += triangle;
    for (int i = 0; i < deep; ++i) text += " }";
    const Document d = must_read(text + " }");
    EXPECT_EQ(d.humanoids.at(0).joints.size(), static_cast<std::size_t>(deep));
    EXPECT_EQ(d.humanoids[0].joints.back().centre, vec3(0, deep - 1, 0));
}

TEST(VrmlWorld, CutAndFlippedTextsStayValid) {
    const std::string whole =
        "PROTO Kit [ field MFNode parts [ Shape { geometry Sphere { } } ] field SFVec3f at 0 0 1 ] { "
        "Transform { "
        "translation IS at children IS parts } }\nDEF H Humanoid { name \"h\" info [ \"a=b\" ] humanoidBody "
        "DEF J Joint { "
        "name \"j\" center 0 1 0 llimit [ -1 -1 -1 ] children [ Kit { at 1 2 3 } DEF S Segment { mass 1 "
        "coord DEF C "
        "Coordinate { point [ 0 0 0 1 0 0 0 1 0 0 0 1 ] } displacers Displacer { coordIndex [ 0 2 ] "
        "displacements "
        "[ 0 1 0 1 0 0 ] } children [ Shape { appearance Appearance { material Material { transparency .5 } "
        "texture "
        "PixelTexture { image 1 1 3 0xFF0000 } } geometry IndexedFaceSet { coord USE C convex FALSE "
        "creaseAngle 1 "
        "coordIndex [ 0 1 2 3 -1 3 2 1 -1 ] } } Site { name \"x_tip\" } ] } ] } }\nDEF T TimeSensor { } DEF "
        "O "
        "OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 1 ] }\nROUTE T.fraction_changed TO "
        "O.set_fraction ROUTE O.value_changed TO J.set_rotation\n";
    ASSERT_EQ(must_read(whole).clips.size(), 1U);
    const auto try_text = [](const std::string& text) {
        const Result<Document> document = read(text);
        if (document) {
            EXPECT_EQ(expect_valid(*document), std::nullopt) << text;
        } else {
            EXPECT_GT(document.error().where.line, 0) << document.error().text();
        }
    };
    for (std::size_t cut = 0; cut < whole.size(); cut += 3) try_text(whole.substr(0, cut));
    std::mt19937 random(11);
    for (int round = 0; round < 3000; ++round) {
        std::string text = whole;
        const auto flips = 1 + random() % 8;
        for (unsigned i = 0; i < flips; ++i) {
            const std::string odd = "{}[]\"#-.09eIS \n\x80";
            text[random() % text.size()] = odd[random() % odd.size()];
        }
        try_text(text);
    }
}

}  // namespace
}  // namespace vitruvian

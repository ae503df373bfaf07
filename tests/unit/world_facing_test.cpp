// Figures that do not face +Z, written to formats that require it.
#include "model/core/at.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/unit/avatar_rigs.h"
#include "tests/unit/diagnostics.h"
#include "tests/unit/worlds.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using test::count_of;
using test::Json;

const quat half_turn{0.0F, 0.0F, 1.0F, 0.0F};

/// Faces -Z, walks forward and lifts its left arm; with a camera and a socket on its head.
test::Avatar backward_avatar() {
    test::Places places = test::t_pose();
    places.for_each([](vec3& place) { place = half_turn * place; });
    test::Avatar out = test::make_avatar(places, test::Kind::vrm);
    Json& json = out.builder.json;
    const auto node_of = [&](Bone bone) -> Json& {
        return at(json["nodes"], out.node.at(static_cast<std::size_t>(bone)));
    };
    out.builder.push("cameras", {{"type", "perspective"}, {"perspective", {{"yfov", 0.8}, {"znear", 0.1}}}});
    const int eye =
        out.builder.push("nodes", {{"name", "eye"}, {"camera", 0}, {"translation", {0.1, 0.2, -0.3}}});
    const int socket = out.builder.push(
        "nodes", {{"name", "socket"}, {"translation", {0, 0.2, -0.1}}, {"rotation", {0, 0.6, 0, 0.8}}});
    node_of(Bone::head)["children"].push_back(eye);
    node_of(Bone::head)["children"].push_back(socket);
    const int times = out.builder.floats({0, 1}, "SCALAR", 1);
    const int travel = out.builder.floats({0, 1, 0, 0.25F, 1.0F, -2}, "VEC3", 3);
    const int lift = out.builder.floats({0, 0, 0, 1, 0.6F, 0, 0, 0.8F}, "VEC4", 4);
    const auto channel = [&](int sampler, Bone bone, const char* path) {
        return Json{{"sampler", sampler},
                    {"target", {{"node", out.node.at(static_cast<std::size_t>(bone))}, {"path", path}}}};
    };
    out.builder.push("animations",
                     {{"name", "walk"},
                      {"samplers", Json::array({{{"input", times}, {"output", travel}},
                                                {{"input", times}, {"output", lift}}})},
                      {"channels", Json::array({channel(0, Bone::hips, "translation"),
                                                channel(1, Bone::left_upper_arm, "rotation")})}});
    return out;
}

std::vector<mat4> worlds_at(const Document& document, double seconds) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    if (seconds >= 0.0) sample(*document.clips.at(0), seconds, skeleton, pose);
    return world_matrices(skeleton, pose);
}

std::vector<vec3> vertices_at(const Document& document, double seconds) {
    const std::vector<mat4> world = worlds_at(document, seconds);
    std::vector<vec3> out;
    for (const MeshInstance& mesh : document.meshes) {
        const std::vector<vec3> points = skinned_positions(mesh, world, std::vector<float>(8, 0.0F));
        out.insert(out.end(), points.begin(), points.end());
    }
    return out;
}

float farthest_from(const std::vector<vec3>& points, const std::vector<vec3>& others) {
    float out = others.empty() ? 1e9F : 0.0F;
    for (const vec3& point : points) {
        float nearest = 1e9F;
        for (const vec3& other : others) nearest = std::min(nearest, glm::distance(point, other));
        out = std::max(out, nearest);
    }
    return out;
}

/// At rest (before 0) or while the clip plays.
void expect_turned(const Document& before, const Document& after, double seconds) {
    SCOPED_TRACE(seconds);
    const std::vector<mat4> was = worlds_at(before, seconds);
    const std::vector<mat4> is = worlds_at(after, seconds);
    for (std::size_t b = 0; b < bone_count; ++b) {
        const int from = before.humanoids[0].bones.node[b];
        if (from < 0) continue;
        const int to = after.humanoids[0].bones.node[b];
        ASSERT_GE(to, 0) << to_string(static_cast<Bone>(b));
        EXPECT_LT(glm::distance(vec3(at(is, to)[3]), half_turn * vec3(at(was, from)[3])), 1e-5F);
    }
    if (after.meshes.empty()) return;
    std::vector<vec3> turned = vertices_at(before, seconds);
    for (vec3& point : turned) point = half_turn * point;
    const std::vector<vec3> found = vertices_at(after, seconds);
    EXPECT_LT(farthest_from(found, turned), 1e-5F);
    EXPECT_LT(farthest_from(turned, found), 1e-5F);
}

TEST(WorldFacing, AFigureThatLooksBackIsTurnedInAllEncodings) {
    Document document = backward_avatar().load();
    ASSERT_EQ(document.humanoids.size(), 1U);
    Light lamp;
    lamp.kind = Light::Kind::spot;
    lamp.position = {1.0F, 2.0F, 3.0F};
    lamp.orientation = {0.8F, 0.6F, 0.0F, 0.0F};
    document.lights.push_back(lamp);
    Humanoid& figure = document.humanoids[0];
    for (Joint& joint : figure.joints) {
        if (joint.node != figure.bones[Bone::left_lower_arm]) continue;
        joint.lower_limit = vec3(-1.0F, -2.0F, -0.5F);
        joint.upper_limit = vec3(0.5F, 1.0F, 2.0F);
        joint.limit_orientation = {0.8F, 0.6F, 0.0F, 0.0F};
    }
    for (const FileFormat format : test::world_formats) {
        SCOPED_TRACE(to_string(format));
        const test::WrittenWorld written = test::written_world(document, format);
        EXPECT_EQ(count_of(written.encoded.notes, "turned-to-front"), 1);
        // The node of the mesh, which is rotated too, is not written.
        EXPECT_THAT(written.text, testing::Not(testing::HasSubstr("bodyNode")));
        const Document after = test::read_text(written.text);
        ASSERT_EQ(after.humanoids.size(), 1U);
        EXPECT_TRUE(test::findings_of(after, "PO01").empty());
        EXPECT_TRUE(test::findings_of(after, "PO02").empty());
        // What was rotated along is not a separate change.
        const std::vector<RigChange> changes = compare_rigs(document, after);
        ASSERT_FALSE(changes.empty());
        EXPECT_EQ(changes.front().name, "facing");
        EXPECT_NEAR(changes.front().magnitude, 3.14159265, 1e-5);
        for (const RigChange& change : changes) EXPECT_NE(change.field, "position") << change.name;
        for (const double seconds : {-1.0, 0.0, 0.3, 1.0}) expect_turned(document, after, seconds);
        const std::vector<mat4> was = worlds_at(document, -1.0);
        const std::vector<mat4> is = worlds_at(after, -1.0);
        const auto looks = [](const std::vector<mat4>& world, const Viewpoint& view) {
            return quat(glm::mat3(at(world, view.node))) * view.orientation * vec3(0.0F, 0.0F, -1.0F);
        };
        const auto eye = [](const std::vector<mat4>& world, const auto& thing) {
            return thing.node < 0 ? thing.position : vec3(at(world, thing.node) * vec4(thing.position, 1.0F));
        };
        ASSERT_EQ(after.viewpoints.size(), 1U);
        EXPECT_LT(glm::distance(eye(is, after.viewpoints[0]), half_turn * eye(was, document.viewpoints[0])),
                  1e-5F);
        EXPECT_LT(
            glm::distance(looks(is, after.viewpoints[0]), half_turn * looks(was, document.viewpoints[0])),
            1e-5F);
        ASSERT_EQ(after.lights.size(), 1U);
        EXPECT_LT(glm::distance(eye(is, after.lights[0]), half_turn * eye(was, document.lights[0])), 1e-5F);
        const Humanoid& turned = after.humanoids[0];
        ASSERT_EQ(turned.sites.size(), figure.sites.size());
        ASSERT_FALSE(figure.sites.empty());
        for (std::size_t s = 0; s < turned.sites.size(); ++s) {
            const mat4& site = at(was, figure.sites[s].node);
            const mat4& now = at(is, turned.sites[s].node);
            EXPECT_LT(glm::distance(vec3(now[3]), half_turn * vec3(site[3])), 1e-5F);
            EXPECT_LT(glm::distance(vec3(now[2]), half_turn * vec3(site[2])), 1e-5F);
        }
        for (const Joint& joint : turned.joints) {
            if (joint.node != turned.bones[Bone::left_lower_arm]) continue;
            const vec3 hinge = quat(glm::mat3(at(is, joint.node))) * joint.limit_orientation * vec3(0, 1, 0);
            const vec3 own = quat{0.8F, 0.6F, 0.0F, 0.0F} * vec3(0, 1, 0);
            EXPECT_LT(glm::distance(hinge, half_turn * own), 1e-5F);
        }
    }
}

TEST(WorldFacing, OnAGroupThatMovesTheFigureLooksForwardInItsOwnFrame) {
    test::Avatar avatar = backward_avatar();
    Json& json = avatar.builder.json;
    const int hips = json["scenes"][0]["nodes"][0];
    const int stand = avatar.builder.push("nodes", {{"name", "stand"}, {"children", {hips}}});
    json["scenes"][0]["nodes"][0] = stand;
    json["animations"][0]["channels"][0]["target"]["node"] = stand;
    const Document document = avatar.load();
    const test::WrittenWorld written = test::written_world(document, FileFormat::x3d_xml);
    const Document after = test::read_text(written.text);
    ASSERT_EQ(after.humanoids.size(), 1U);
    EXPECT_TRUE(test::findings_of(after, "PO01").empty());
    for (const double seconds : {-1.0, 0.0, 0.3, 1.0}) expect_turned(document, after, seconds);
}

TEST(WorldFacing, MotionFilesLookForwardToo) {
    const Document document = backward_avatar().load();
    SaveOptions options;
    options.format = FileFormat::bvh;
    const Result<EncodedDocument> written = encode_document(document, options);
    ASSERT_TRUE(written) << written.error().text();
    EXPECT_EQ(count_of(written->notes, "turned-to-front"), 1);
    const Result<Document> after = load_document(written->bytes, "turned.bvh", {});
    ASSERT_TRUE(after) << after.error().text();
    EXPECT_TRUE(test::findings_of(*after, "PO01").empty());
    for (const double seconds : {0.0, 1.0}) expect_turned(document, *after, seconds);
}

TEST(WorldFacing, FiguresThatLookForwardOrAreHAnimsStay) {
    const Document forward = test::make_avatar(test::t_pose(), test::Kind::vrm).load();
    EXPECT_EQ(count_of(test::written_world(forward, FileFormat::x3d_xml).encoded.notes, "turned-to-front"),
              0);
    test::Places places = test::hanging_pose();
    places.for_each([](vec3& place) { place = half_turn * place; });
    const Document world = test::load_world(test::hanim_text(places));
    const test::WrittenWorld written = test::written_world(world, FileFormat::x3d_xml);
    EXPECT_EQ(count_of(written.encoded.notes, "turned-to-front"), 0);
    EXPECT_FALSE(test::findings_of(test::read_text(written.text), "PO01").empty());
}

// As Blender writes a rig that was modelled in centimetres: a joint whose non-uniform scale is a rounding
// error.
TEST(WorldFrames, NearlyEvenScalesOfJointsWithoutSkinGoIntoTheNeutralPose) {
    Document document = test::make_avatar(test::t_pose(), test::Kind::vrm).load();
    document.meshes.clear();
    const int hip = document.humanoids[0].bones[Bone::left_upper_leg];
    at(document.nodes, hip).rest.scale = vec3(99.99999F, 100.00017F, 100.00155F);
    const auto below_hip = [&](const Node& node) {
        int above = node.parent;
        while (above >= 0 && above != hip) above = at(document.nodes, above).parent;
        return above == hip;
    };
    for (Node& node : document.nodes) {
        if (below_hip(node)) node.rest.translation *= 0.01F;
    }
    const Document after = test::read_text(test::written_world(document, FileFormat::x3d_xml).text);
    ASSERT_EQ(after.humanoids.size(), 1U);
    const auto neutral = [](const Document& figure, Bone bone) {
        const Skeleton skeleton = make_skeleton(figure);
        const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
        return vec3(at(world, figure.humanoids[0].bones[bone])[3]);
    };
    for (const Bone bone : {Bone::left_upper_leg, Bone::left_lower_leg, Bone::left_foot})
        EXPECT_LT(glm::distance(neutral(after, bone), neutral(document, bone)), 1e-4F);
}

/// A figure with Z up that faces +X, `turn` from its own place; or with Y up, facing +Z. Its clip moves it forward.
std::string robot(const std::string& turn, bool has_z_up) {
    const auto place = [has_z_up](float x, float y, float z) {
        const vec3 at = has_z_up ? vec3(z, x, y) : vec3(x, y, z);
        return fmt::format("{} {} {}", at.x, at.y, at.z);
    };
    const auto joint = [&](const char* name, float x, float y, const std::string& children) {
        return fmt::format("DEF {0} Joint {{ name \"{0}\" center {1} children [ {2} ] }}\n", name,
                           place(x, y, 0.0F), children);
    };
    std::string legs;
    std::string arms;
    for (const auto& [side, sign] : {std::pair("l", 1.0F), std::pair("r", -1.0F)}) {
        const auto named = [side = side](const char* name) { return fmt::format("{}_{}", side, name); };
        legs += joint(named("hip").c_str(), 0.1F * sign, 0.9F,
                      joint(named("knee").c_str(), 0.1F * sign, 0.5F,
                            joint(named("ankle").c_str(), 0.1F * sign, 0.1F, "")));
        arms += joint(named("shoulder").c_str(), 0.2F * sign, 1.4F,
                      joint(named("elbow").c_str(), 0.5F * sign, 1.4F,
                            joint(named("wrist").c_str(), 0.8F * sign, 1.4F, "")));
    }
    const std::string root =
        joint("HumanoidRoot", 0.0F, 1.0F,
              legs + joint("vl5", 0.0F, 1.1F, arms + joint("skullbase", 0.0F, 1.6F, "")));
    return "#VRML V2.0 utf8\n"
           "PROTO Joint [ exposedField SFVec3f center 0 0 0 exposedField MFNode children [ ] exposedField "
           "SFString "
           "name \"\" exposedField SFVec3f translation 0 0 0 ] { Transform { center IS center children IS "
           "children "
           "translation IS translation } }\n"
           "DirectionalLight { direction " +
           place(0.0F, -1.0F, 0.0F) + " }\nTransform { rotation " + turn +
           " children DEF Robot Humanoid { humanoidBody [ " + root +
           " ] } }\n"
           "DEF Walk TimeSensor { cycleInterval 1 }\n"
           "DEF Go PositionInterpolator { key [ 0 1 ] keyValue [ 0 0 0, " +
           place(0.0F, 0.0F, 2.0F) +
           " ] }\n"
           "ROUTE Walk.fraction_changed TO Go.set_fraction\nROUTE Go.value_changed TO "
           "HumanoidRoot.set_translation\n";
}

/// glTF and BVH have Y up. In them a robot of OpenHRP stands as in its own world, only turned.
TEST(WorldFacing, AFigureWithZUpIsStoodUp) {
    const Document before = test::read_text(robot("1 0 0 0", true));
    const Document stands = test::read_text(robot("1 0 0 0", false));
    for (const FileFormat format : {FileFormat::glb, FileFormat::bvh}) {
        SCOPED_TRACE(to_string(format));
        SaveOptions options;
        options.format = format;
        options.keep_bind = true;
        const Result<EncodedDocument> written = encode_document(before, options);
        ASSERT_TRUE(written) << written.error().text();
        EXPECT_EQ(count_of(written->notes, "turned-to-front"), 1);
        const Document after = test::read_bytes(written->bytes);
        for (const double seconds : {0.0, 0.5, 1.0}) {
            const std::vector<mat4> is = worlds_at(after, seconds);
            const std::vector<mat4> should = worlds_at(stands, seconds);
            for (const Joint& joint : stands.humanoids.at(0).joints) {
                const std::string& name = at(stands.nodes, joint.node).name;
                const auto found = std::find_if(after.nodes.begin(), after.nodes.end(),
                                                [&](const Node& node) { return node.name == name; });
                ASSERT_NE(found, after.nodes.end()) << name;
                const vec3 place(at(is, static_cast<int>(found - after.nodes.begin()))[3]);
                EXPECT_LT(glm::distance(place, vec3(at(should, joint.node)[3])), 1e-5F) << name;
            }
        }
        if (format == FileFormat::bvh) continue;
        ASSERT_EQ(after.lights.size(), 1U);
        const std::vector<mat4> world = worlds_at(after, -1.0);
        const int holder = after.lights[0].node;
        const mat3 frame = holder < 0 ? mat3(1.0F) : mat3(at(world, holder));
        EXPECT_LT(glm::distance(frame * (after.lights[0].orientation * vec3(0.0F, 0.0F, -1.0F)),
                                vec3(0.0F, -1.0F, 0.0F)),
                  1e-5F);
    }
}

/// Not where somebody lies in a world with Y up, nor where a Transform has stood the robot up.
TEST(WorldFacing, OnlyTheAxesOfAModelAreTurned) {
    for (const auto& [turn, has_z_up] : {std::pair("1 0 0 -1.5707963", false),
                                         std::pair("1 0 0 -1.5707963", true), std::pair("1 0 0 0", false)}) {
        const Document document = test::read_text(robot(turn, has_z_up));
        SaveOptions options;
        options.format = FileFormat::glb;
        options.keep_bind = true;
        const Result<EncodedDocument> written = encode_document(document, options);
        ASSERT_TRUE(written) << written.error().text();
        EXPECT_EQ(count_of(written->notes, "turned-to-front"), 0) << turn << has_z_up;
    }
}

}  // namespace
}  // namespace vitruvian

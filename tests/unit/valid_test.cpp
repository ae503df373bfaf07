// expect_valid detects every violated invariant: each test entry breaks one thing of a valid document.
#include "model/core/at.h"
#include "model/document/document.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace vitruvian {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinite = std::numeric_limits<float>::infinity();

struct Breakage {
    const char* name;
    std::function<void(Document&)> apply;
};

void expect_each_caught(const std::vector<Breakage>& breakages) {
    for (const Breakage& breakage : breakages) {
        Document document = test::random_document(1);
        ASSERT_EQ(expect_valid(document), std::nullopt);
        breakage.apply(document);
        EXPECT_NE(expect_valid(document), std::nullopt) << breakage.name;
    }
}

/// A mesh that violates its invariants.
Breakage mesh(const char* name, std::function<void(Mesh&)> change, std::size_t which = 0) {
    return {name, [change = std::move(change), which](Document& d) {
                auto broken = std::make_shared<Mesh>(*d.meshes[which].mesh);
                change(*broken);
                d.meshes[which].mesh = std::move(broken);
            }};
}

Breakage skin(const char* name, std::function<void(Skin&)> change) {
    return {name, [change = std::move(change)](Document& d) {
                auto broken = std::make_shared<Skin>(*d.meshes[0].skin);
                change(*broken);
                d.meshes[0].skin = std::move(broken);
            }};
}

Breakage channel(const char* name, std::size_t which, std::function<void(Channel&)> change) {
    return {name, [change = std::move(change), which](Document& d) {
                auto broken = std::make_shared<Clip>(*d.clips[0]);
                change(broken->channels[which]);
                d.clips[0] = std::move(broken);
            }};
}

TEST(ExpectValid, RandomDocumentsAreValid) {
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        EXPECT_EQ(expect_valid(test::random_document(seed)), std::nullopt) << "seed " << seed;
    }
    EXPECT_EQ(expect_valid(Document{}), std::nullopt);
}

TEST(ExpectValid, CatchesNodes) {
    expect_each_caught({
        {"parent after", [](Document& d) { d.nodes[3].parent = 4; }},
        {"own parent", [](Document& d) { d.nodes[3].parent = 3; }},
        {"parent below none", [](Document& d) { d.nodes[3].parent = -2; }},
        {"rest not finite", [](Document& d) { d.nodes[3].rest.translation.x = nan; }},
        {"rest rotation not unit", [](Document& d) { d.nodes[3].rest.rotation = quat(1.01F, 0, 0, 0); }},
        {"delta scale infinite", [](Document& d) { d.nodes[3].delta.scale.z = infinite; }},
        {"delta orientation not unit",
         [](Document& d) { d.nodes[3].delta.scale_orientation = quat(0, 0, 0, 0); }},
        {"offset not finite", [](Document& d) { d.nodes[3].frame_offset.y = nan; }},
        {"source below none", [](Document& d) { d.nodes[3].source_index = -7; }},
    });
}

TEST(ExpectValid, CatchesHumanoids) {
    expect_each_caught({
        {"humanoid node", [](Document& d) { d.humanoids[0].node = 14; }},
        {"bone node", [](Document& d) { d.humanoids[0].bones[Bone::head] = 99; }},
        {"bone node below none", [](Document& d) { d.humanoids[0].bones[Bone::head] = -2; }},
        {"joint node", [](Document& d) { d.humanoids[0].joints[2].node = -1; }},
        {"joint twice", [](Document& d) { d.humanoids[0].joints[2].node = d.humanoids[0].joints[3].node; }},
        {"child joint first",
         [](Document& d) {
             auto& joints = d.humanoids[0].joints;
             at(d.nodes, joints[1].node).parent = joints[0].node;
             std::swap(joints[0].node, joints[1].node);
         }},
        {"centre", [](Document& d) { d.humanoids[0].joints[2].centre.x = nan; }},
        {"lower limit", [](Document& d) { d.humanoids[0].joints[2].lower_limit = vec3(nan); }},
        {"upper limit", [](Document& d) { d.humanoids[0].joints[2].upper_limit = vec3(infinite); }},
        {"stiffness", [](Document& d) { d.humanoids[0].joints[2].stiffness = vec3(nan); }},
        {"limit frame", [](Document& d) { d.humanoids[0].joints[2].limit_orientation = quat(2, 0, 0, 0); }},
        {"segment joint", [](Document& d) { d.humanoids[0].segments[0].joint = 77; }},
        {"segment of no joint", [](Document& d) { d.humanoids[0].segments[0].joint = -1; }},
        {"mass", [](Document& d) { d.humanoids[0].segments[0].mass = nan; }},
        {"centre of mass", [](Document& d) { d.humanoids[0].segments[0].centre_of_mass.z = nan; }},
        {"inertia", [](Document& d) { d.humanoids[0].segments[0].moments_of_inertia[8] = nan; }},
        {"bounding box", [](Document& d) { d.humanoids[0].segments[0].bounding_box->max.x = infinite; }},
        {"humanoid's box",
         [](Document& d) {
             d.humanoids[0].bounding_box = Bounds{vec3(0.0F), vec3(infinite)};
         }},
        {"bone evidence", [](Document& d) { d.humanoids[0].bone_evidence.resize(54); }},
        {"site node", [](Document& d) { d.humanoids[0].sites[0].node = -1; }},
        {"site segment", [](Document& d) { d.humanoids[0].sites[0].segment = 3; }},
    });
}

TEST(ExpectValid, CatchesMeshes) {
    expect_each_caught({
        mesh("normals", [](Mesh& m) { m.normals.pop_back(); }),
        mesh("tangents", [](Mesh& m) { m.tangents.resize(1); }),
        mesh("uv0", [](Mesh& m) { m.uv0.pop_back(); }),
        mesh("uv1", [](Mesh& m) { m.uv1.resize(2); }),
        mesh("colours", [](Mesh& m) { m.colors.resize(3); }),
        mesh("position", [](Mesh& m) { m.positions[5].x = nan; }),
        mesh("normal", [](Mesh& m) { m.normals[5].x = nan; }),
        mesh("tangent", [](Mesh& m) { m.tangents.assign(m.positions.size(), vec4(nan)); }),
        mesh("uv value", [](Mesh& m) { m.uv0[5].x = infinite; }),
        mesh("colour value", [](Mesh& m) { m.colors.assign(m.positions.size(), vec4(0, 0, 0, nan)); }),
        mesh("index", [](Mesh& m) { m.indices[4] = static_cast<std::uint32_t>(m.positions.size()); }),
        mesh("incomplete triangle", [](Mesh& m) { m.indices.pop_back(); }),
        mesh("incomplete line",
             [](Mesh& m) {
                 m.topology = Topology::lines;
                 m.indices.resize(5);
             }),
        mesh(
            "source vertex", [](Mesh& m) { m.source_vertex[3] = 6; }, 1),
        mesh(
            "source length", [](Mesh& m) { m.source_vertex.pop_back(); }, 1),
        mesh("rows", [](Mesh& m) { m.influence_begin.pop_back(); }),
        mesh("first row", [](Mesh& m) { m.influence_begin[0] = 1; }),
        mesh("last row", [](Mesh& m) { ++m.influence_begin.back(); }),
        mesh("row order", [](Mesh& m) { m.influence_begin[3] = m.influence_begin[2] - 1; }),
        mesh("weights missing", [](Mesh& m) { m.influence_weight.pop_back(); }),
        mesh("influences without rows", [](Mesh& m) { m.influence_begin.clear(); }),
        mesh("weight sum", [](Mesh& m) { m.influence_weight[0] += 0.01F; }),
        mesh("weight not finite", [](Mesh& m) { m.influence_weight[0] = nan; }),
        mesh("negative weight",
             [](Mesh& m) {
                 m.influence_begin = std::vector<std::uint32_t>(m.positions.size() + 1, 2);
                 m.influence_begin[0] = 0;
                 m.influence_joint = {0, 1};
                 m.influence_weight = {1.5F, -0.5F};
             }),
        mesh("influence outside skin", [](Mesh& m) { m.influence_joint[7] = 11; }),
        mesh("target vertex", [](Mesh& m) { m.targets[0].vertices[0] = 60; }),
        mesh("target offsets", [](Mesh& m) { m.targets[0].positions.pop_back(); }),
        mesh("target normals", [](Mesh& m) { m.targets[0].normals.pop_back(); }),
        mesh("target value", [](Mesh& m) { m.targets[0].positions[0].x = nan; }),
        mesh("target without displacer", [](Mesh& m) { m.targets.emplace_back(); }),
        skin("no node", [](Skin& s) { s = {}; }),
        skin("binds", [](Skin& s) { s.inverse_bind.pop_back(); }),
        skin("node", [](Skin& s) { s.nodes[2] = 14; }),
        skin("bind value", [](Skin& s) { s.inverse_bind[2][3][1] = nan; }),
        {"no mesh", [](Document& d) { d.meshes[0].mesh = nullptr; }},
        {"no skin", [](Document& d) { d.meshes[0].skin = nullptr; }},
        {"material", [](Document& d) { d.meshes[0].material = 1; }},
        {"node", [](Document& d) { d.meshes[0].node = 14; }},
        {"humanoid", [](Document& d) { d.meshes[0].humanoid = 1; }},
        {"segment", [](Document& d) { d.meshes[0].segment = 3; }},
        {"segment without humanoid",
         [](Document& d) {
             d.meshes[0].segment = 0;
             d.meshes[0].humanoid = -1;
         }},
        {"displacer", [](Document& d) { d.meshes[0].displacers[0] = 99; }},
        {"displacer missing", [](Document& d) { d.meshes[0].displacers.clear(); }},
        {"shared mesh outside a smaller skin",
         [](Document& d) {
             d.meshes.push_back(d.meshes[0]);
             d.meshes.back().skin = d.meshes[1].skin;
         }},
    });
}

TEST(ExpectValid, CatchesDisplacersViewpointsMaterialsAndImages) {
    const auto raw = [](int width, int height, std::size_t bytes) {
        auto image = std::make_shared<ImageSource>();
        image->raw_width = width;
        image->raw_height = height;
        image->encoded.resize(bytes);
        return image;
    };
    expect_each_caught({
        {"displacer humanoid", [](Document& d) { d.displacers[0].humanoid = 1; }},
        {"displacer segment", [](Document& d) { d.displacers[0].segment = 3; }},
        {"displacer weight", [](Document& d) { d.displacers[0].weight = nan; }},
        {"viewpoint node", [](Document& d) { d.viewpoints[0].node = 14; }},
        {"viewpoint humanoid", [](Document& d) { d.viewpoints[0].humanoid = 1; }},
        {"viewpoint position", [](Document& d) { d.viewpoints[0].position.x = nan; }},
        {"viewpoint orientation", [](Document& d) { d.viewpoints[0].orientation = quat(0, 0, 0, 0); }},
        {"viewpoint lens", [](Document& d) { d.viewpoints[0].field_of_view = 0.0F; }},
        {"colour", [](Document& d) { d.materials[0].base_color.y = nan; }},
        {"metallic", [](Document& d) { d.materials[0].metallic = nan; }},
        {"roughness", [](Document& d) { d.materials[0].roughness = infinite; }},
        {"emissive", [](Document& d) { d.materials[0].emissive.x = nan; }},
        {"normal scale", [](Document& d) { d.materials[0].normal_scale = nan; }},
        {"occlusion", [](Document& d) { d.materials[0].occlusion_strength = nan; }},
        {"cutoff", [](Document& d) { d.materials[0].alpha_cutoff = nan; }},
        {"image index", [](Document& d) { d.materials[0].emissive_texture.image = 1; }},
        {"texture set", [](Document& d) { d.materials[0].normal_texture.uv_set = 2; }},
        {"texture transform", [](Document& d) { d.materials[0].occlusion_texture.offset.x = nan; }},
        {"texture rotation", [](Document& d) { d.materials[0].metallic_roughness_texture.rotation = nan; }},
        {"no image", [](Document& d) { d.images[0] = nullptr; }},
        {"raw pixels", [raw](Document& d) { d.images[0] = raw(2, 2, 15); }},
        {"picture of the sky",
         [](Document& d) {
             d.sky = Sky{};
             d.sky->pictures[2] = static_cast<int>(d.images.size());
         }},
        {"raw size", [raw](Document& d) { d.images[0] = raw(-2, 2, 16); }},
    });
}

TEST(ExpectValid, CatchesLightsSkiesAndExpressions) {
    expect_each_caught({
        {"light node", [](Document& d) { d.lights[1].node = 99999; }},
        {"light position", [](Document& d) { d.lights[1].position.x = nan; }},
        {"light orientation", [](Document& d) { d.lights[1].orientation = quat(0, 0, 0, 0); }},
        {"light colour", [](Document& d) { d.lights[1].color.y = infinite; }},
        {"light intensity", [](Document& d) { d.lights[1].intensity = nan; }},
        {"light ambience", [](Document& d) { d.lights[1].ambient_intensity = nan; }},
        {"light radius", [](Document& d) { d.lights[1].radius = infinite; }},
        {"light attenuation", [](Document& d) { d.lights[1].attenuation.z = nan; }},
        {"light inner cone", [](Document& d) { d.lights[2].inner_cone = nan; }},
        {"light outer cone", [](Document& d) { d.lights[2].outer_cone = nan; }},
        {"no sky colour",
         [](Document& d) {
             d.sky->sky_colors.clear();
             d.sky->sky_angles.clear();
         }},
        {"sky angle without colour", [](Document& d) { d.sky->sky_angles.push_back(3.0F); }},
        {"sky colour", [](Document& d) { d.sky->sky_colors[1].x = nan; }},
        {"sky angle", [](Document& d) { d.sky->sky_angles[0] = nan; }},
        {"sky order", [](Document& d) { std::swap(d.sky->sky_angles[0], d.sky->sky_angles[1]); }},
        {"ground angle without colour", [](Document& d) { d.sky->ground_angles.push_back(0.5F); }},
        {"expression node", [](Document& d) { d.humanoids[0].expressions[0].node = 14; }},
        {"expression displacer", [](Document& d) { d.humanoids[0].expressions[0].binds[0].first = -1; }},
        {"expression weight", [](Document& d) { d.humanoids[0].expressions[0].binds[0].second = nan; }},
    });
}

TEST(ExpectValid, CatchesClips) {
    expect_each_caught({
        {"no clip", [](Document& d) { d.clips[0] = nullptr; }},
        {"duration",
         [](Document& d) {
             auto clip = std::make_shared<Clip>(*d.clips[0]);
             clip->duration = -1.0;
             d.clips[0] = std::move(clip);
         }},
        channel("node", 0, [](Channel& c) { c.node = 14; }),
        channel("nothing", 0, [](Channel& c) { c.node = -1; }),
        channel("bone", 0, [](Channel& c) { c.bone = static_cast<Bone>(bone_count); }),
        channel("displacer", 12, [](Channel& c) { c.displacer = -1; }),
        channel("no keys", 0,
                [](Channel& c) {
                    c.times.clear();
                    c.values.clear();
                }),
        channel("time", 0, [](Channel& c) { c.times[3] = infinite; }),
        channel("order", 0, [](Channel& c) { std::swap(c.times[1], c.times[2]); }),
        channel("value count", 0, [](Channel& c) { c.values.pop_back(); }),
        channel("cubic count", 2, [](Channel& c) { c.interpolation = Interpolation::linear; }),
        channel("value", 0, [](Channel& c) { c.values[2] = nan; }),
        channel("rotation", 4, [](Channel& c) { c.values[3] += 1.5F; }),
        channel("cubic rotation", 5, [](Channel& c) { c.values[4] += 2.5F; }),
    });
}

TEST(ExpectValid, CubicTangentsNeedNotBeUnit) {
    Document document = test::random_document(1);
    auto clip = std::make_shared<Clip>(*document.clips[0]);
    clip->channels[5].values[0] = 40.0F;
    document.clips[0] = std::move(clip);
    EXPECT_EQ(expect_valid(document), std::nullopt);
}

}  // namespace
}  // namespace vitruvian

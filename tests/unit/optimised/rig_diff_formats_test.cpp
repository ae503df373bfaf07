// Rigs of two families of formats: what both can store is compared, what only one can store is not a
// difference.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/figure/facing.h"
#include "model/formats/load.h"
#include "model/rig_diff/rig_diff.h"
#include "tests/folders.h"
#include "tests/unit/optimised/rig_diff_words.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using test::joint_named;
using test::manikin;
using test::saved_as;
using test::words;

/// The manikin with vertex colours on one mesh, and no clips.
Document coloured() {
    Document out = manikin();
    out.clips.clear();
    auto mesh = std::make_shared<Mesh>(*out.meshes.front().mesh);
    mesh->colors.assign(mesh->positions.size(), vec4(0.2F, 0.4F, 0.6F, 1.0F));
    out.meshes.front().mesh = std::move(mesh);
    out.materials.push_back(at(out.materials, out.meshes.front().material));
    out.materials.back().name = "painted";
    out.meshes.front().material = static_cast<int>(out.materials.size()) - 1;
    return out;
}

TEST(RigDiffFormats, WhatBothFamiliesSayIsCompared) {
    const Document source = coloured();
    const Document world = saved_as(source, "x3d");
    const std::string skin = source.meshes.front().name;
    const std::string material = source.materials.front().name;
    const std::vector<std::pair<std::string, std::function<void(Document&)>>> edits{
        {"", [](Document&) {}},
        {"joint l_knee changed scale",
         [](Document& d) { at(d.nodes, joint_named(d, "l_knee").node).delta.scale = vec3(1.1F); }},
        {"info loa changed value", [](Document& d) { d.humanoids[0].declared_loa = 1; }},
        {"info version changed value", [](Document& d) { d.humanoids[0].version = "1.1"; }},
        {"info viewpoint Front_view changed position",
         [](Document& d) { d.viewpoints.front().position += vec3(0.0F, 0.1F, 0.0F); }},
        {"info viewpoint Front_view changed field_of_view",
         [](Document& d) { d.viewpoints.front().field_of_view = 1.0F; }},
        {"material " + material + " changed unlit",
         [](Document& d) { d.materials.front().unlit = !d.materials.front().unlit; }},
        {"material " + material + " changed double_sided",
         [](Document& d) { d.materials.front().double_sided = !d.materials.front().double_sided; }},
        {"mesh " + skin + " changed colours",
         [](Document& d) {
             auto mesh = std::make_shared<Mesh>(*d.meshes.front().mesh);
             for (std::size_t v = 0; v < 10; ++v) mesh->colors[v].y = 0.9F;
             d.meshes.front().mesh = std::move(mesh);
         }},
        {"mesh " + skin + " changed colours",
         [](Document& d) {
             auto mesh = std::make_shared<Mesh>(*d.meshes.front().mesh);
             mesh->colors.clear();
             d.meshes.front().mesh = std::move(mesh);
         }},
    };
    for (const auto& [expected, apply] : edits) {
        Document changed = source;
        apply(changed);
        const std::vector<std::string> wanted =
            expected.empty() ? std::vector<std::string>{} : std::vector{expected};
        EXPECT_EQ(words(compare_rigs(world, saved_as(changed, "glb"))), wanted);
    }
}

/// A glTF figure without H-Anim's data, whose knee rests bent though its skin is bound straight, with a metal
/// material and a part without a material.
Document bent_figure() {
    Document out = saved_as(manikin(), "glb");
    out.clips.clear();
    out.displacers.clear();
    for (MeshInstance& mesh : out.meshes) mesh.displacers.clear();
    out.humanoids[0].kind = HumanoidKind::ext_skeleton_humanoid;
    out.humanoids[0].version.clear();
    out.humanoids[0].info.clear();
    out.humanoids[0].segments.clear();
    out.humanoids[0].declared_loa.reset();
    for (Site& site : out.humanoids[0].sites) site.segment = -1;
    for (MeshInstance& mesh : out.meshes) mesh.segment = -1;
    for (Joint& joint : out.humanoids[0].joints) {
        joint.lower_limit = joint.upper_limit = joint.stiffness = std::nullopt;
        joint.limit_orientation = identity_quat;
    }
    Node& knee = at(out.nodes, joint_named(out, "l_knee").node);
    knee.rest.rotation = glm::normalize(knee.rest.rotation * axis_angle({1, 0, 0}, 0.5F));
    out.materials.front().metallic = 0.7F;
    out.meshes.back().material = -1;
    return out;
}

TEST(RigDiffFormats, WhatAFormatMakesUpOrCannotSayIsNoDifference) {
    const Document gltf = saved_as(bent_figure(), "glb");
    for (const char* ending : {"x3d", "wrl"}) {
        const Document world = saved_as(gltf, ending);
        EXPECT_EQ(words(compare_rigs(gltf, world)), std::vector<std::string>{}) << ending;
        EXPECT_EQ(words(compare_rigs(world, gltf)), std::vector<std::string>{}) << ending;
    }
}

/// Bound with all vertices at other vertices' positions on the other side; at rest they are unchanged.
void bind_turned(Document& document) {
    const quat turn = axis_angle({0, 1, 0}, 3.14159265F);
    for (MeshInstance& instance : document.meshes) {
        auto mesh = std::make_shared<Mesh>(*instance.mesh);
        for (vec3& position : mesh->positions) position = turn * position;
        for (vec3& normal : mesh->normals) normal = turn * normal;
        auto skin = std::make_shared<Skin>(*instance.skin);
        for (mat4& bind : skin->inverse_bind) bind = bind * glm::mat4_cast(glm::conjugate(turn));
        instance.mesh = std::move(mesh);
        instance.skin = std::move(skin);
    }
}

TEST(RigDiffFormats, WhatVerticesSayIsComparedWhereTheyAreAtRest) {
    Document figure = bent_figure();
    for (MeshInstance& instance : figure.meshes) {
        auto mesh = std::make_shared<Mesh>(*instance.mesh);
        mesh->targets.clear();
        mesh->uv0.clear();
        for (const vec3& position : mesh->positions) mesh->uv0.emplace_back(position.x, position.y);
        instance.mesh = std::move(mesh);
    }
    Document turned = figure;
    bind_turned(turned);
    EXPECT_EQ(words(compare_rigs(figure, turned)), std::vector<std::string>{});
    auto mesh = std::make_shared<Mesh>(*turned.meshes.front().mesh);
    for (vec3& normal : mesh->normals) normal = -normal;
    turned.meshes.front().mesh = std::move(mesh);
    const std::string skin = turned.meshes.front().name;
    EXPECT_EQ(words(compare_rigs(figure, turned)),
              std::vector<std::string>{"mesh " + skin + " changed normals"});
}

// Several joints of one place are told apart by their names, though H-Anim marks them as its own.
TEST(RigDiffFormats, AFigureThatFacesElsewhereIsOneChange) {
    for (const char* format : {"x3d", "wrl", "bvh"}) {
        const Document before = saved_as(manikin(), format);
        Document turned = before;
        turn_world(turned, axis_angle(vec3(0.0F, 1.0F, 0.0F), 1.570'796'3F));
        EXPECT_EQ(words(compare_rigs(before, saved_as(turned, format))),
                  std::vector<std::string>{"info facing changed front"})
            << format;
    }
}

/// A figure that is turned, and whose skin is bound in a scene turned by `scene_from_bind`.
Document turned_box_man(const quat& turn, const quat& scene_from_bind) {
    Result<Document> out = load_document(source_folder() / "tests/data/boxman.gltf");
    EXPECT_TRUE(out.has_value());
    turn_world(*out, turn);
    for (MeshInstance& instance : out->meshes) {
        auto mesh = std::make_shared<Mesh>(*instance.mesh);
        for (vec3& point : mesh->positions) point = glm::conjugate(scene_from_bind) * point;
        for (vec3& normal : mesh->normals) normal = glm::conjugate(scene_from_bind) * normal;
        for (MorphTarget& target : mesh->targets) {
            for (vec3& offset : target.positions) offset = glm::conjugate(scene_from_bind) * offset;
        }
        instance.mesh = std::move(mesh);
        auto skin = std::make_shared<Skin>(*instance.skin);
        for (mat4& bind : skin->inverse_bind) bind = bind * glm::mat4_cast(scene_from_bind);
        instance.skin = std::move(skin);
    }
    return std::move(*out);
}

TEST(RigDiffFormats, AFigureThatFacesAlongNoAxisIsOneChange) {
    const quat turned = axis_angle({0.0F, 1.0F, 0.0F}, 0.6F);
    const quat leaning = axis_angle({1.0F, 0.0F, 0.0F}, 0.6F);
    const quat z_up = axis_angle({1.0F, 0.0F, 0.0F}, -0.5F * std::numbers::pi_v<float>);
    for (const auto& [turn, scene_from_bind] :
         {std::pair{turned, turned}, std::pair{turned, z_up}, std::pair{leaning, leaning}}) {
        const Document before = turned_box_man(turn, scene_from_bind);
        const Document after = saved_as(before, "x3d");
        const std::vector<RigChange> changes = compare_rigs(before, after);
        ASSERT_EQ(words(changes), std::vector<std::string>{"info facing changed front"});
        EXPECT_NEAR(changes[0].magnitude, 0.6, 0.01);  // the body leans a little itself
        EXPECT_EQ(words(compare_rigs(after, before)), std::vector<std::string>{"info facing changed front"});
    }
}

TEST(RigDiffFormats, WhatMotionFilesMakeUpIsNoDifference) {
    Document walk = manikin();
    walk.clips.resize(1);
    const Document motion = saved_as(walk, "bvh");
    for (const char* format : {"glb", "x3d"}) {
        Document other = saved_as(motion, format);
        EXPECT_EQ(words(compare_rigs(motion, other)), std::vector<std::string>{}) << format;
        EXPECT_EQ(words(compare_rigs(other, motion)), std::vector<std::string>{}) << format;
        // A file of no motion has a clip, chains end, and joints have axes of their own elsewhere.
        other.clips.clear();
        EXPECT_EQ(words(compare_rigs(other, saved_as(other, "bvh", "still"))), std::vector<std::string>{})
            << format;
        if (apply(OrientBones{}, other)) {
            EXPECT_EQ(words(compare_rigs(other, saved_as(other, "bvh", "turned"))),
                      std::vector<std::string>{})
                << format;
        }
        at(other.nodes, other.humanoids[0].joints[0].node).rest.translation.y += 0.1F;
        EXPECT_EQ(words(compare_rigs(motion, other)),
                  std::vector<std::string>{"clip " + motion.clips[0]->name + " removed"});
    }
}

TEST(RigDiffFormats, WhatVrmWantsOfEveryFileAndWhatWroteItIsNoDifference) {
    Document plain = saved_as(manikin(), "glb");
    plain.clips.clear();
    plain.humanoids[0].info.clear();
    Document avatar = plain;
    avatar.humanoids[0].kind = HumanoidKind::vrm1;
    avatar.humanoids[0].info = {
        {"name", "a"}, {"authors", "unknown"}, {"licenseUrl", "b"}, {"generator", "c"}, {"references", "d"}};
    EXPECT_EQ(words(compare_rigs(plain, avatar)), std::vector<std::string>{"info references added"});
    EXPECT_EQ(words(compare_rigs(avatar, plain)), std::vector<std::string>{"info references removed"});
}

TEST(RigDiffFormats, APermissionIsComparedAndNoneIsTheSameAsNotSaid) {
    Document silent = saved_as(manikin(), "glb");
    silent.humanoids[0].kind = HumanoidKind::vrm1;
    Document refused = silent;
    refused.humanoids[0].info.emplace_back("allowRedistribution", "false");
    Document given = silent;
    given.humanoids[0].info.emplace_back("allowRedistribution", "true");
    EXPECT_EQ(words(compare_rigs(silent, refused)), std::vector<std::string>{});
    EXPECT_EQ(words(compare_rigs(refused, silent)), std::vector<std::string>{});
    EXPECT_EQ(words(compare_rigs(silent, given)), std::vector<std::string>{"info allowRedistribution added"});
    EXPECT_EQ(words(compare_rigs(refused, given)),
              std::vector<std::string>{"info allowRedistribution changed value"});
}

TEST(RigDiffFormats, TrianglesWithoutThreeCornersAreFacesOfOneFamilyAlone) {
    Document source = coloured();
    auto mesh = std::make_shared<Mesh>(*source.meshes.front().mesh);
    mesh->indices.insert(mesh->indices.end(), {0, 0, 1});
    Document flat = source;
    flat.meshes.front().mesh = std::move(mesh);
    EXPECT_EQ(words(compare_rigs(source, saved_as(flat, "glb"))), std::vector<std::string>{});
    EXPECT_EQ(words(compare_rigs(source, flat)),
              std::vector<std::string>{"mesh " + source.meshes.front().name + " changed triangles"});
}

TEST(RigDiffFormats, JointsThatWorldsMarkAreTheSame) {
    const auto figure = [](const char* first, const char* second) {
        return test::read_body(
            fmt::format("Humanoid {{ name \"h\" humanoidBody Joint {{ name \"HumanoidRoot\" children [ "
                        "Joint {{ name \"{}\" center 0 1 0 }} Joint {{ name \"{}\" center 0 1 0 }} ] }} }}",
                        first, second));
    };
    const std::vector<std::string> told{"joint x_lowerback renamed name", "joint x_LHipJoint renamed name"};
    EXPECT_EQ(words(compare_rigs(figure("LHipJoint", "lowerback"), figure("x_lowerback", "x_LHipJoint"))),
              (std::vector<std::string>{told[1], told[0]}));
}

TEST(RigDiffFormats, LimitsThatStayWhereTheyAreInTheWorldAreNoDifference) {
    const Document figure = bent_figure();
    Document turned = figure;
    const int knee = joint_named(turned, "l_knee").node;
    const quat turn = axis_angle({0, 0, 1}, 0.5F);
    at(turned.nodes, knee).rest.rotation = at(turned.nodes, knee).rest.rotation * turn;
    joint_named(turned, "l_knee").limit_orientation = glm::conjugate(turn);
    const std::vector<std::string> found = words(compare_rigs(figure, turned));
    EXPECT_EQ(std::count(found.begin(), found.end(), "joint l_knee changed orientation"), 1);
    EXPECT_EQ(std::count(found.begin(), found.end(), "joint l_knee changed limit_orientation"), 0);
}

TEST(RigDiffFormats, AShapeWithoutANameIsCalledAfterItsSegmentAlsoOnceThatIsRenamed) {
    const Document world = test::read_body(
        "Humanoid { name \"h\" humanoidBody Joint { name \"HumanoidRoot\" children Segment { name \"sacrum\" "
        "children Shape { geometry IndexedFaceSet { coord Coordinate { point [ 0 0 0, 1 0 0, 0 1 0 ] } "
        "coordIndex [ 0 1 2 -1 ] } } } } }");
    Document renamed = world;
    ASSERT_TRUE(apply(Rename{{ItemKind::segment, 0, 0}, "seat"}, renamed).has_value());
    EXPECT_EQ(renamed.meshes.front().name, "seat");
    const std::vector<std::string> told{"segment seat renamed name"};
    EXPECT_EQ(words(compare_rigs(world, renamed)), told);
    EXPECT_EQ(words(compare_rigs(world, saved_as(renamed, "wrl"))), told);
    // In glTF a mesh has a separate name.
    Document gltf = saved_as(world, "glb");
    const std::string name = gltf.meshes.front().name;
    ASSERT_TRUE(apply(Rename{{ItemKind::segment, 0, 0}, "seat"}, gltf).has_value());
    EXPECT_EQ(gltf.meshes.front().name, name);
}

/// A triangle with an image, one of whose pixels has that alpha.
Document pictured(int alpha) {
    return test::read_text(
        fmt::format("#VRML V2.0 utf8\nShape {{ appearance Appearance {{ material DEF cloth Material {{ }} "
                    "texture PixelTexture {{ image 2 1 4 0xC86432FF 0x3264C8{:02X} }} }} "
                    "geometry IndexedFaceSet {{ coord Coordinate {{ point [ 0 0 0, 1 0 0, 0 1 0 ] }} "
                    "coordIndex [ 0 1 2 -1 ] texCoord TextureCoordinate {{ point [ 0 0, 1 0, 0 1 ] }} }} }}",
                    alpha));
}

Document with_alpha_mode(const Document& document, AlphaMode mode) {
    Document out = document;
    out.materials.front().alpha_mode = mode;
    return saved_as(out, "glb");
}

TEST(RigDiffFormats, AlphaOfAPictureThatOneShowsIsReported) {
    const std::vector<std::string> told{"material cloth changed alpha_mode"};
    for (const int alpha : {0, 100, 255}) {
        const Document world = pictured(alpha);
        for (const AlphaMode mode : {AlphaMode::opaque, AlphaMode::mask, AlphaMode::blend}) {
            const Document other = with_alpha_mode(world, mode);
            const bool differs = mode == AlphaMode::opaque && alpha < 255;
            const std::vector<std::string> wanted = differs ? told : std::vector<std::string>{};
            EXPECT_EQ(words(compare_rigs(world, other)), wanted) << alpha;
            EXPECT_EQ(words(compare_rigs(other, world)), wanted) << alpha;
            EXPECT_EQ(words(compare_rigs(saved_as(world, "x3d"), other)), wanted) << alpha;
        }
    }
    const Document world = pictured(0);
    const std::vector<RigChange> found =
        compare_rigs(with_alpha_mode(world, AlphaMode::opaque), with_alpha_mode(world, AlphaMode::mask));
    ASSERT_EQ(words(found), told);
    EXPECT_EQ(to_string(found[0].before), "opaque");
    EXPECT_EQ(to_string(found[0].after), "mask");
}

TEST(RigDiffFormats, UnlitSurfacesHaveNoShine) {
    const auto lines = [](const char* material) {
        return test::read_text(std::string("#VRML V2.0 utf8\nShape { ") + material +
                               " geometry IndexedLineSet { coord Coordinate { point [ 0 0 0, 1 0 0 ] } "
                               "coordIndex [ 0 1 -1 ] } }");
    };
    const Document plain = lines("");
    const Document same = saved_as(plain, "x3dv");
    EXPECT_EQ(words(compare_rigs(plain, same)), std::vector<std::string>{});
}

/// A leaf of one triangle with a texture.
Document with_sampler(const std::string& sampler) {
    return test::read_text(
        R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}], "meshes": [{"name": "leaf", "primitives": [
            {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}],
        "accessors": [{"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0],
            "max": [0, 0, 0]}, {"componentType": 5126, "count": 3, "type": "VEC2"}],
        "materials": [{"name": "green", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0, "sampler": 0}], "samplers": [)" +
        sampler +
        R"(], "images": [{"uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4)"
        R"(nGNgaGAAAAEEAIFw9selAAAAAElFTkSuQmCC"}]})");
}

TEST(RigDiffFormats, ATextureThatNoLongerRepeatsIsSeen) {
    const Document repeats = with_sampler("{}");
    EXPECT_EQ(words(compare_rigs(saved_as(repeats, "x3d"), with_sampler(R"({"wrapS": 33071})"))),
              std::vector<std::string>{"material green changed base_color_texture.repeats_u"});
    EXPECT_EQ(words(compare_rigs(saved_as(repeats, "wrl"), with_sampler(R"({"wrapS": 33648})"))),
              std::vector<std::string>{});
}

TEST(RigDiffFormats, ATransformOfATextureThatIsAppliedToTheCoordinatesIsNoDifference) {
    Document source = with_sampler("{}");
    auto mesh = std::make_shared<Mesh>(*source.meshes.front().mesh);
    mesh->positions = {vec3(0, 0, 0), vec3(1, 0, 0), vec3(0, 1, 0)};
    mesh->uv0 = {vec2(0.1F, 0.2F), vec2(0.8F, 0.3F), vec2(0.4F, 0.9F)};
    mesh->uv1 = {vec2(0.5F, 0.1F), vec2(0.6F, 0.7F), vec2(0.2F, 0.8F)};
    source.meshes.front().mesh = mesh;
    TextureUse& cloth = source.materials.front().base_color_texture;
    cloth.offset = vec2(0.5F, -0.25F);
    cloth.scale = vec2(2.0F, 0.5F);
    cloth.rotation = 0.4F;
    for (const int set : {0, 1}) {
        cloth.uv_set = set;
        const Document world = saved_as(source, "wrl");
        EXPECT_EQ(words(compare_rigs(source, world)), std::vector<std::string>{}) << set;
        Document turned = source;
        turned.materials.front().base_color_texture.rotation = 0.5F;
        EXPECT_EQ(words(compare_rigs(world, turned)),
                  std::vector<std::string>{"mesh leaf changed texture_coordinates"})
            << set;
    }
}

TEST(RigDiffFormats, ASurfaceThatIsNoLongerLitIsOneChangeInWorlds) {
    const Document lit = saved_as(manikin(), "x3d", "lit");
    Document changed = manikin();
    Material& material = changed.materials.front();
    material.unlit = true;
    const std::vector<std::string> one{"material " + material.name + " changed unlit"};
    EXPECT_EQ(words(compare_rigs(lit, saved_as(changed, "x3d", "unlit"))), one);
    EXPECT_EQ(words(compare_rigs(manikin(), saved_as(changed, "glb", "unlit"))), one);
}

}  // namespace
}  // namespace vitruvian

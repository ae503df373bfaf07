// Characters other than EXT_skeleton_humanoid: KHR_character, VRM's expressions and toon materials, figures
// of plain nodes, and several definitions of one figure.
#include "model/core/at.h"
#include "model/figure/reference_pose.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/image.h"

#include "gltf_builder.h"
#include <gtest/gtest.h>
#include <webp/encode.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace vitruvian {
namespace {

using test::count_of;
using test::GltfBuilder;
using test::Json;

/// hips - spine - head, with generated names.
GltfBuilder three_nodes() {
    GltfBuilder builder;
    builder.push("nodes", {{"name", "one"}, {"children", {1}}});
    builder.push("nodes", {{"name", "two"}, {"children", {2}}});
    builder.push("nodes", {{"name", "three"}});
    builder.json["extensions"]["KHR_character"] = {{"rootNode", 0}};
    return builder;
}

TEST(KhrCharacter, AllLayoutsOfTheDraftsAreRead) {
    const std::vector<Json> rigs{
        {{"hips", 0}, {"spine", 1}, {"head", 2}, {"tail", 1}, {"neck", 99}},
        {{"hips", "one"}, {"spine", "two"}, {"head", "three"}},
        {{"one", "hips"}, {"two", "spine"}, {"three", "head"}},
        {{"Hips", 0}, {"Spine", 1}, {"Head", 2}},
        {{"one", Json::array({{{"target", "hips"}, {"weight", 1.0}}})},
         {"two",
          Json::array({{{"target", "chest"}, {"weight", 0.2}}, {{"target", "spine"}, {"weight", 0.8}}})},
         {"three", Json::array({{{"target", "head"}}})}},
    };
    for (const Json& rig : rigs) {
        SCOPED_TRACE(rig.dump());
        GltfBuilder builder = three_nodes();
        builder.json["extensions"]["KHR_character_skeleton_mapping"]["skeletalRigMappings"] = {
            {"other", {{"pelvis_bone", 0}}}, {"vrmHumanoid", rig}};
        const Document document = load(builder);
        ASSERT_EQ(document.humanoids.size(), 1U);
        const Humanoid& humanoid = document.humanoids[0];
        EXPECT_EQ(humanoid.kind, HumanoidKind::khr_character);
        EXPECT_EQ(humanoid.bones[Bone::hips], 0);
        EXPECT_EQ(humanoid.bones[Bone::spine], 1);
        EXPECT_EQ(humanoid.bones[Bone::head], 2);
        EXPECT_EQ(humanoid.bones[Bone::neck], -1);
        EXPECT_EQ(humanoid.bone_evidence.at(0).reason, "given by the file (KHR_character_skeleton_mapping)");
    }
}

TEST(KhrCharacter, NonsenseIsReported) {
    for (const Json& rigs : {Json(3), Json::array(), Json{{"vrmHumanoid", 7}},
                             Json{{"vrmHumanoid", {{"hips", -1}, {"head", Json::object()}}}}}) {
        GltfBuilder builder = three_nodes();
        builder.json["extensions"]["KHR_character_skeleton_mapping"]["skeletalRigMappings"] = rigs;
        const Document document = load(builder);
        EXPECT_TRUE(document.humanoids.empty());
        EXPECT_GT(count_of(document, "gltf-humanoid"), 0);
    }
}

TEST(KhrCharacter, ItsTPoseIsTheReference) {
    GltfBuilder builder = three_nodes();
    builder.json["extensions"]["KHR_character_skeleton_mapping"]["skeletalRigMappings"]["vrmHumanoid"] = {
        {"hips", 0}, {"spine", 1}, {"head", 2}};
    builder.json["nodes"][1]["translation"] = {0, 0.3, 0};
    builder.json["nodes"][2]["translation"] = {0, 0.4, 0};
    builder.json["nodes"][1]["rotation"] = {0, 0.70710678, 0, 0.70710678};
    const int input = builder.floats({0}, "SCALAR", 1);
    const int output = builder.floats({0, 0, 0, 1}, "VEC4", 4);
    Json animation = {
        {"name", "stand"},
        {"samplers", Json::array({{{"input", input}, {"output", output}, {"interpolation", "STEP"}}})},
        {"channels", Json::array({{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}})}};
    animation["extensions"]["KHR_character_reference_pose"] = {{"poseType", "TPose"}};
    builder.push("animations", animation);
    const Document document = load(builder);
    ASSERT_EQ(document.clips.size(), 1U);
    EXPECT_EQ(document.clips[0]->reference_pose, "TPose");
    const ReferencePose pose = make_reference_pose(document, 0, ReferenceKind::automatic);
    EXPECT_EQ(pose.kind, ReferenceKind::tpose);
    EXPECT_NEAR(pose.pose.local[1].rotation.w, 1.0F, 1e-6F);
    EXPECT_NEAR(make_reference_pose(document, 0, ReferenceKind::rest).pose.local[1].rotation.y, 0.70710678F,
                1e-6F);
    SaveOptions anew;
    anew.format = FileFormat::glb;
    anew.anew = true;
    const Result<EncodedDocument> written = encode_document(document, anew);
    ASSERT_TRUE(written) << written.error().text();
    const Result<Document> again = load_document(written->bytes, "again.glb", {});
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->clips.size(), 1U);
    EXPECT_EQ(again->clips[0]->reference_pose, "TPose");
}

TEST(Definitions, OneFigureByTwoExtensionsIsOneFigure) {
    GltfBuilder builder = three_nodes();
    builder.json["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"] =
        Json::array({{{"humanoidBones", {{"hips", 0}, {"spine", 1}}}}});
    builder.json["extensions"]["VRMC_vrm"] = {
        {"specVersion", "1.0"},
        {"meta", {{"name", "Somebody"}}},
        {"humanoid", {{"humanBones", {{"hips", {{"node", 0}}}, {"head", {{"node", 2}}}}}}}};
    const Document document = load(builder);
    ASSERT_EQ(document.humanoids.size(), 1U);
    EXPECT_EQ(document.humanoids[0].kind, HumanoidKind::vrm1);
    EXPECT_EQ(document.humanoids[0].name, "Somebody");
    EXPECT_EQ(document.humanoids[0].bones[Bone::spine], 1);
    EXPECT_EQ(document.humanoids[0].bones[Bone::head], 2);
}

/// Every program that knows VRM alone shows these bones, too.
TEST(Definitions, BonesOfVrmCountWhereTwoExtensionsDisagree) {
    for (const bool with_hanim : {false, true}) {
        GltfBuilder builder = three_nodes();
        Json skeleton = {{"humanoidBones", {{"hips", 0}, {"spine", 1}, {"chest", 2}}}};
        if (with_hanim) {
            skeleton["extensions"]["VITRUVIAN_hanim"] = {
                {"version", "2.0"}, {"name", "Somebody"}, {"joints", {{{"node", 0}}, {{"node", 1}}}}};
        }
        builder.json["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"] = Json::array({skeleton});
        builder.json["extensions"]["VRMC_vrm"] = {
            {"specVersion", "1.0"},
            {"humanoid", {{"humanBones", {{"hips", {{"node", 0}}}, {"spine", {{"node", 2}}}}}}}};
        const Document document = load(builder);
        ASSERT_EQ(document.humanoids.size(), 1U);
        EXPECT_EQ(document.humanoids[0].kind, with_hanim ? HumanoidKind::hanim : HumanoidKind::vrm1);
        EXPECT_EQ(document.humanoids[0].bones[Bone::spine], 2);
        EXPECT_EQ(document.humanoids[0].bones[Bone::chest], -1) << "its node is the spine's";
        EXPECT_EQ(count_of(document, "gltf-humanoid-contradiction"), 1);
    }
}

TEST(Definitions, ASmallFileCannotClaimAnyNumberOfFigures) {
    GltfBuilder builder = three_nodes();
    Json skeletons = Json::array();
    for (int i = 0; i < 2000; ++i) skeletons.push_back({{"humanoidBones", {{"hips", 0}, {"spine", 1}}}});
    builder.json["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"] = skeletons;
    const Document document = load(builder);
    EXPECT_LE(document.humanoids.size(), 1024U);
    EXPECT_GT(count_of(document, "gltf-humanoid-count"), 0);
}

TEST(Definitions, BareNodesWithBoneNamesAreAFigure) {
    GltfBuilder builder;
    const std::vector<std::pair<const char*, int>> nodes{{"Armature", -1},
                                                         {"mixamorig:Hips", 0},
                                                         {"mixamorig:Spine", 1},
                                                         {"mixamorig:Head", 2},
                                                         {"mixamorig:LeftArm", 2},
                                                         {"mixamorig:LeftForeArm", 4},
                                                         {"mixamorig:RightArm", 2},
                                                         {"mixamorig:RightForeArm", 6},
                                                         {"mixamorig:LeftUpLeg", 1},
                                                         {"mixamorig:LeftLeg", 8},
                                                         {"mixamorig:RightUpLeg", 1},
                                                         {"mixamorig:RightLeg", 10},
                                                         {"mixamorig:HeadTop_End", 3}};
    for (const auto& [name, parent] : nodes) {
        const int self = builder.push("nodes", {{"name", name}});
        if (parent >= 0) at(builder.json["nodes"], parent)["children"].push_back(self);
    }
    const Document document = load(builder);
    ASSERT_EQ(document.humanoids.size(), 1U);
    const Humanoid& humanoid = document.humanoids[0];
    EXPECT_EQ(humanoid.kind, HumanoidKind::inferred);
    EXPECT_EQ(at(document.nodes, humanoid.bones[Bone::left_lower_leg]).name, "mixamorig:LeftLeg");
    EXPECT_EQ(humanoid.joints.size(), 11U);  // all but the armature and the end of the head
    EXPECT_EQ(humanoid.sites.size(), 1U);
}

TEST(Definitions, TheLastJointsOfBareFingersAreBones) {
    GltfBuilder builder;
    const auto add = [&builder](const std::string& name, int parent, double x, double y, double z) {
        const int self = builder.push("nodes", {{"name", name}, {"translation", {x, y, z}}});
        if (parent >= 0) at(builder.json["nodes"], parent)["children"].push_back(self);
        return self;
    };
    const int hips = add("Hips", -1, 0, 1, 0);
    const int chest = add("Chest", add("Spine", hips, 0, 0.15, 0), 0, 0.2, 0);
    add("Head", add("Neck", chest, 0, 0.2, 0), 0, 0.1, 0);
    int parts = 0;
    for (const auto& [side, x] : {std::pair{std::string("Left"), 1.0}, {std::string("Right"), -1.0}}) {
        const int leg = add(side + "UpLeg", hips, 0.1 * x, 0, 0);
        add(side + "Foot", add(side + "Leg", leg, 0, -0.45, 0), 0, -0.45, 0);
        const int arm = add(side + "Arm", chest, 0.2 * x, 0.15, 0);
        const int hand = add(side + "Hand", add(side + "ForeArm", arm, 0.3 * x, 0, 0), 0.27 * x, 0, 0);
        for (int finger = 0; finger < 5; ++finger) {
            const double z = 0.04 - 0.02 * finger;
            int joint = add("part" + std::to_string(parts++), hand, (finger == 0 ? 0.03 : 0.09) * x, 0, z);
            for (int i = 0; i < 2; ++i) {
                joint = add("part" + std::to_string(parts++), joint, 0.03 * x, 0, finger == 0 ? 0.03 : 0.0);
            }
        }
    }
    const Document document = load(builder);
    ASSERT_EQ(document.humanoids.size(), 1U);
    const BoneMap& bones = document.humanoids[0].bones;
    for (const Bone bone : {Bone::left_thumb_distal, Bone::left_index_distal, Bone::right_little_distal}) {
        ASSERT_GE(bones[bone], 0) << to_string(bone);
        EXPECT_EQ(at(document.nodes, bones[bone]).kind, NodeKind::joint) << to_string(bone);
    }
    EXPECT_EQ(at(document.nodes, bones[Bone::left_index_distal]).name, "part5");
}

TEST(Definitions, BareNodesWithoutSuchNamesAreNone) {
    GltfBuilder builder;
    for (int i = 0; i < 12; ++i) builder.push("nodes", {{"name", "part"}});
    EXPECT_TRUE(load(builder).humanoids.empty());
}

TEST(Expressions, NameDisplacersThatHaveNone) {
    for (const bool first_version : {true, false}) {
        GltfBuilder builder = three_nodes();
        const int positions = builder.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
        const int offsets = builder.vec3s({0, 0, 1, 0, 0, 0, 0, 0, 0});
        Json primitive = {{"attributes", {{"POSITION", positions}}}};
        primitive["targets"] = Json::array({{{"POSITION", offsets}}, {{"POSITION", offsets}}});
        const int node = builder.mesh_node(primitive);
        if (first_version) {
            builder.json["extensions"]["VRM"] = {
                {"humanoid", {{"humanBones", Json::array({{{"bone", "hips"}, {"node", 0}}})}}},
                {"blendShapeMaster",
                 {{"blendShapeGroups",
                   Json::array({{{"name", "Joy"},
                                 {"presetName", "joy"},
                                 {"binds", Json::array({{{"mesh", 0}, {"index", 1}, {"weight", 100}}})}},
                                {{"name", "Empty"}, {"binds", Json::array()}}})}}}};
        } else {
            builder.json["extensions"]["VRMC_vrm"] = {
                {"humanoid", {{"humanBones", {{"hips", {{"node", 0}}}}}}},
                {"expressions",
                 {{"preset",
                   {{"Joy",
                     {{"morphTargetBinds", Json::array({{{"node", node}, {"index", 1}, {"weight", 1}}})}}},
                    {"blink", Json::object()}}}}}};
        }
        const Document document = load(builder);
        ASSERT_EQ(document.displacers.size(), 2U);
        EXPECT_EQ(document.displacers[0].name, "morph 0");
        EXPECT_EQ(document.displacers[1].name, "Joy");
        const auto& info = document.humanoids.at(0).info;
        const auto told =
            std::find_if(info.begin(), info.end(), [](const auto& i) { return i.first == "expressions"; });
        ASSERT_NE(told, info.end());
        EXPECT_NE(told->second.find("Joy, "), std::string::npos);
    }
}

TEST(Toon, BothVersionsAreFlatAndCulledAsTheySay) {
    GltfBuilder builder = three_nodes();
    builder.push("materials",
                 {{"pbrMetallicRoughness", {{"baseColorFactor", {1, 1, 1, 1}}}},
                  {"extensions", {{"VRMC_materials_mtoon", {{"shadeColorFactor", {0, 0.5, 1}}}}}}});
    const Document newer = load(builder);
    EXPECT_TRUE(newer.materials.at(0).unlit);
    EXPECT_EQ(newer.materials[0].base_color, vec4(1.0F));
    ASSERT_TRUE(newer.materials[0].toon);
    EXPECT_EQ(newer.materials[0].toon->shade_color, vec3(0.0F, 0.5F, 1.0F));

    builder.json["materials"][0].erase("extensions");
    builder.json["extensions"]["VRM"]["materialProperties"] =
        Json::array({{{"shader", "VRM/MToon"},
                      {"floatProperties", {{"_BlendMode", 1}, {"_CullMode", 0}, {"_Cutoff", 0.3}}},
                      {"vectorProperties", {{"_Color", {0.5, 1, 1, 1}}, {"_ShadeColor", {0.5, 1, 1, 1}}}}}});
    const Document older = load(builder);
    const Material& material = older.materials.at(0);
    EXPECT_TRUE(material.unlit);
    EXPECT_TRUE(material.double_sided);
    EXPECT_EQ(material.alpha_mode, AlphaMode::mask);
    EXPECT_FLOAT_EQ(material.alpha_cutoff, 0.3F);
    EXPECT_NEAR(material.base_color.x, 0.2140F, 1e-3F);  // 0.5 of sRGB
}

TEST(Images, WebpIsDecoded) {
    std::vector<std::uint8_t> pixels(4 * 3 * 4);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint8_t>(i % 4 == 3 ? 255 : 5 * i);
    std::uint8_t* encoded = nullptr;
    const std::size_t size = WebPEncodeLosslessRGBA(pixels.data(), 4, 3, 16, &encoded);
    ImageSource source;
    source.encoded.resize(size);
    std::memcpy(source.encoded.data(), encoded, size);
    WebPFree(encoded);
    Diagnostics damage;
    const Result<Image> image = decode_image(source, damage);
    ASSERT_TRUE(image) << image.error().text();
    EXPECT_EQ(image->width, 4);
    EXPECT_EQ(image->height, 3);
    EXPECT_EQ(image->rgba, pixels);
    for (std::size_t cut = 1; cut < size; ++cut) {
        ImageSource damaged = source;
        damaged.encoded.resize(cut);
        Diagnostics said;
        const Result<Image> rest = decode_image(damaged, said);
        EXPECT_TRUE(!rest || !said.empty() || rest->rgba == pixels) << cut;  // the last byte may be a filler
    }
}

TEST(Animations, ASamplerForBonesAndNodesIsReported) {
    GltfBuilder builder = three_nodes();
    const int input = builder.floats({0, 1}, "SCALAR", 1);
    const int output = builder.floats({0, 0, 0, 1, 0, 0, 0, 1}, "VEC4", 4);
    Json bone = {{"path", "rotation"}};
    bone["extensions"]["EXT_skeleton_humanoid"]["humanoidBoneName"] = "head";
    builder.push(
        "animations",
        {{"samplers", Json::array({{{"input", input}, {"output", output}}})},
         {"channels", Json::array({{{"sampler", 0}, {"target", bone}},
                                   {{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}})}});
    const Document document = load(builder);
    EXPECT_GT(count_of(document, "gltf-humanoid-sampler"), 0);
    ASSERT_EQ(document.clips.size(), 1U);
    EXPECT_EQ(document.clips[0]->channels.size(), 2U);
}

}  // namespace
}  // namespace vitruvian

#include "tests/unit/check_rigs.h"

#include "model/core/at.h"
#include "model/standard/hanim_names.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

namespace vitruvian::test {
namespace {

struct RigJoint {
    std::string_view name;  // of 1.1
    std::string_view parent;
    std::array<float, 3> centre;
    std::string_view segment;
};

/// Left side only; the right side is mirrored.
constexpr std::array<RigJoint, 11> rig_joints{
    {{"HumanoidRoot", "", {0.0F, 0.95F, 0.0F}, "sacrum"},
     {"sacroiliac", "HumanoidRoot", {0.0F, 0.92F, 0.0F}, "pelvis"},
     {"l_hip", "sacroiliac", {0.096F, 0.9F, 0.0F}, "l_thigh"},
     {"l_knee", "l_hip", {0.104F, 0.49F, 0.0F}, "l_calf"},
     {"l_ankle", "l_knee", {0.11F, 0.07F, 0.0F}, "l_hindfoot"},
     {"l_midtarsal", "l_ankle", {0.11F, 0.03F, 0.1F}, "l_middistal"},
     {"vl5", "HumanoidRoot", {0.0F, 1.05F, 0.0F}, "l5"},
     {"skullbase", "vl5", {0.0F, 1.55F, 0.0F}, "skull"},
     {"l_shoulder", "vl5", {0.2F, 1.45F, 0.0F}, "l_upperarm"},
     {"l_elbow", "l_shoulder", {0.2F, 1.15F, 0.0F}, "l_forearm"},
     {"l_wrist", "l_elbow", {0.2F, 0.88F, 0.0F}, "l_hand"}}};

struct RigWords {
    bool is_2_0 = false;
    [[nodiscard]] std::string type(std::string_view name) const {
        return (is_2_0 ? "HAnim" : "") + std::string(name);
    }
    [[nodiscard]] HanimVersion version() const { return is_2_0 ? HanimVersion::v2_0 : HanimVersion::v1_1; }
    [[nodiscard]] std::string joint(std::string_view name) const {
        return hanim_joint_name(name, version()).name;
    }
    [[nodiscard]] std::string segment(std::string_view name) const {
        return hanim_segment_name(name, version()).name;
    }
};

std::string other_side(std::string_view name, bool right) {
    std::string out(name);
    if (right && out.starts_with("l_")) out[0] = 'r';
    return out;
}

std::string limits_of(const RigJoint& joint) {
    if (joint.name == "l_knee") return "llimit [ 0 0 0 ]\nulimit [ 2.2 0 0 ]\n";
    if (joint.name == "l_elbow") return "llimit [ -2.4 0 0 ]\nulimit [ 0 0 0 ]\n";
    return "llimit [ -0.05 -0.01 -0.01 ]\nulimit [ 0.05 0.01 0.01 ]\n";
}

/// A pyramid of 4 points around the joint's centre.
std::string segment_of(const RigJoint& joint, const RigWords& words, bool right) {
    const std::string name = words.segment(other_side(joint.segment, right));
    const float x = right ? -joint.centre[0] : joint.centre[0];
    const float y = joint.centre[1];
    const float z = joint.centre[2];
    std::string extra;
    std::string in_children;
    if (joint.name == "l_wrist" || joint.name == "l_midtarsal")
        in_children = fmt::format("DEF hanim_{0}_tip {1} {{ name \"{0}_tip\"\ntranslation {2} {3} {4} }}\n",
                                  name, words.type("Site"), x, y - 0.02F, z);
    if (joint.name == "skullbase") {
        extra = fmt::format(
            "displacers [ DEF l_eyebrow_raiser_action {} {{ name \"l_eyebrow_raiser_action\"\n"
            "coordIndex [ 3 ]\ndisplacements [ 0 0.01 0 ]\n}} ]\n",
            words.type("Displacer"));
        in_children = fmt::format(
            "DEF hanim_eye_view {} {{ name \"eye_view\"\ntranslation {} {} {}\n"
            "rotation 0 1 0 3.14159265 }}\n",
            words.type("Site"), x, y + 0.02F, z);
    }
    return fmt::format(
        "DEF hanim_{0} {1} {{ name \"{0}\"\nmass 4\ncenterOfMass {2} {3} {4}\n"
        "momentsOfInertia [ 1 0 0 0 1 0 0 0 1 ]\n"
        "coord DEF {0}_coords Coordinate {{ point [ {5} {6} {4}, {7} {6} {4}, {2} {8} {4}, {2} {3} {9} ] }}\n"
        "{10}children [ Shape {{ geometry IndexedFaceSet {{ coord USE {0}_coords\n"
        "coordIndex [ 0 1 2 -1 0 1 3 -1 1 2 3 -1 0 2 3 -1 ] }} }} {11} ] }}\n",
        name, words.type("Segment"), x, y, z, x - 0.03F, y - 0.03F, x + 0.03F, y + 0.03F, z + 0.03F, extra,
        in_children);
}

struct RigLists {
    std::string joints, segments, sites;
};

std::string joint_text(const RigJoint& joint, const RigWords& words, bool right, RigLists& lists) {
    const std::string name = words.joint(other_side(joint.name, right));
    lists.joints += fmt::format("USE hanim_{} ", name);
    const std::string segment = words.segment(other_side(joint.segment, right));
    lists.segments += fmt::format("USE hanim_{} ", segment);
    if (joint.name == "l_wrist" || joint.name == "l_midtarsal")
        lists.sites += fmt::format("USE hanim_{}_tip ", segment);
    if (joint.name == "skullbase") lists.sites += "USE hanim_eye_view ";
    std::string out = fmt::format(
        "DEF hanim_{0} {1} {{ name \"{0}\"\ncenter {2} {3} {4}\n{5}stiffness [ 0 0.5 1 ]\n"
        "limitOrientation 0 0 1 0\nchildren [ {6}",
        name, words.type("Joint"), right ? -joint.centre[0] : joint.centre[0], joint.centre[1],
        joint.centre[2], limits_of(joint), segment_of(joint, words, right));
    for (const RigJoint& child : rig_joints) {
        if (child.parent != joint.name) continue;
        const bool is_sided = child.name.starts_with("l_");
        const bool starts_sides = is_sided && !joint.name.starts_with("l_");
        out += joint_text(child, words, right, lists);
        if (starts_sides) out += joint_text(child, words, true, lists);
    }
    return out + " ] }\n";
}

}  // namespace

std::string hanim_rig(RigVersion version) {
    const RigWords words{version == RigVersion::hanim_2_0};
    RigLists lists;
    const std::string body = joint_text(rig_joints.front(), words, false, lists);
    return fmt::format(
        "{0}DEF hanim_Figure {1} {{ name \"Figure\"\nversion \"{2}\"\n{3} [ {4} ]\n"
        "joints [ {5} ]\nsegments [ {6} ]\nsites [ {7} ]\n"
        "viewpoints [ DEF hanim_front_view {8} {{ name \"front_view\"\ntranslation 0 1 3\n"
        "children [ Viewpoint {{ position 0 0 0 }} ] }} ] }}\n",
        words.is_2_0 ? "#X3D V4.0 utf8\nPROFILE Immersive\n" : "#VRML V2.0 utf8\n", words.type("Humanoid"),
        words.is_2_0 ? "2.0" : "1.1", words.is_2_0 ? "skeleton" : "humanoidBody", body, lists.joints,
        lists.segments, lists.sites, words.type("Site"));
}

std::string hanim_skin_rig() {
    return "#X3D V4.0 utf8\nPROFILE Immersive\n"
           "DEF hanim_Figure HAnimHumanoid { name \"Figure\"\nversion \"2.0\"\n"
           "skeleton [ DEF hanim_humanoid_root HAnimJoint { name \"humanoid_root\"\ncenter 0 1 0\n"
           "skinCoordIndex [ 0 1 ]\nskinCoordWeight [ 1 1 ]\n"
           "children [ DEF hanim_vl5 HAnimJoint { name \"vl5\"\ncenter 0 1.2 0\n"
           "skinCoordIndex [ 2 3 ]\nskinCoordWeight [ 1 1 ]\n} ] } ]\n"
           "joints [ USE hanim_humanoid_root USE hanim_vl5 ]\n"
           "skinCoord DEF SkinPoints Coordinate { point [ 0 1 0, 0.1 1 0, 0 1.5 0, 0.1 1.5 0.1 ] }\n"
           "skin [ Shape { geometry DEF SkinFaces IndexedFaceSet { coord USE SkinPoints\n"
           "coordIndex [ 0 1 2 -1 1 2 3 -1 ] } } ] }\n"
           "DEF Clock TimeSensor { cycleInterval 1\nloop TRUE }\n"
           "DEF Turn OrientationInterpolator { key [ 0 0.5 1 ]\nkeyValue [ 0 0 1 0, 0 0 1 0.2, 0 0 1 0 ] }\n"
           "ROUTE Clock.fraction_changed TO Turn.set_fraction\n"
           "ROUTE Turn.value_changed TO hanim_vl5.set_rotation\n";
}

std::string replaced_all(std::string text, std::string_view from, std::string_view to) {
    EXPECT_NE(text.find(from), std::string::npos) << "the rig does not say " << from;
    for (std::size_t place = text.find(from); place != std::string::npos;
         place = text.find(from, place + to.size()))
        text.replace(place, from.size(), to);
    return text;
}

std::string with_fields(std::string text, std::string_view def, std::string_view fields) {
    const std::size_t place = text.find('{', text.find(fmt::format("DEF {} ", def)));
    EXPECT_NE(place, std::string::npos) << "the rig has no " << def;
    if (place != std::string::npos) text.insert(place + 1, fmt::format(" {}\n", fields));
    return text;
}

std::string without_field(std::string text, std::string_view def, std::string_view field) {
    const std::size_t node = text.find(fmt::format("DEF {} ", def));
    const std::size_t place = text.find(fmt::format("{} ", field), text.find('{', node));
    EXPECT_TRUE(node != std::string::npos && place != std::string::npos) << def << " has no " << field;
    if (place != std::string::npos) text.erase(place, text.find('\n', place) - place);
    return text;
}

Document world(const std::string& text) {
    Result<Document> document = load_document(std::as_bytes(std::span(text)), "rig.wrl", {});
    EXPECT_TRUE(document) << document.error().text();
    if (!document) return {};
    EXPECT_EQ(expect_valid(*document), std::nullopt);
    return std::move(*document);
}

namespace {

struct RigBone {
    const char* name;
    const char* parent;
    std::array<float, 3> place;
};

constexpr std::array<RigBone, 22> rig_bones{{{"hips", "", {0.0F, 0.95F, 0.0F}},
                                             {"spine", "hips", {0.0F, 1.05F, 0.0F}},
                                             {"chest", "spine", {0.0F, 1.15F, 0.0F}},
                                             {"upperChest", "chest", {0.0F, 1.25F, 0.0F}},
                                             {"neck", "upperChest", {0.0F, 1.45F, 0.0F}},
                                             {"head", "neck", {0.0F, 1.55F, 0.0F}},
                                             {"leftShoulder", "upperChest", {0.05F, 1.4F, 0.0F}},
                                             {"leftUpperArm", "leftShoulder", {0.18F, 1.4F, 0.0F}},
                                             {"leftLowerArm", "leftUpperArm", {0.45F, 1.4F, 0.0F}},
                                             {"leftHand", "leftLowerArm", {0.7F, 1.4F, 0.0F}},
                                             {"rightShoulder", "upperChest", {-0.05F, 1.4F, 0.0F}},
                                             {"rightUpperArm", "rightShoulder", {-0.18F, 1.4F, 0.0F}},
                                             {"rightLowerArm", "rightUpperArm", {-0.45F, 1.4F, 0.0F}},
                                             {"rightHand", "rightLowerArm", {-0.7F, 1.4F, 0.0F}},
                                             {"leftUpperLeg", "hips", {0.1F, 0.9F, 0.0F}},
                                             {"leftLowerLeg", "leftUpperLeg", {0.1F, 0.48F, 0.0F}},
                                             {"leftFoot", "leftLowerLeg", {0.1F, 0.08F, 0.0F}},
                                             {"leftToes", "leftFoot", {0.1F, 0.03F, 0.12F}},
                                             {"rightUpperLeg", "hips", {-0.1F, 0.9F, 0.0F}},
                                             {"rightLowerLeg", "rightUpperLeg", {-0.1F, 0.48F, 0.0F}},
                                             {"rightFoot", "rightLowerLeg", {-0.1F, 0.08F, 0.0F}},
                                             {"rightToes", "rightFoot", {-0.1F, 0.03F, 0.12F}}}};

const RigBone* find_bone(std::string_view name) {
    const auto* found = std::find_if(rig_bones.begin(), rig_bones.end(),
                                     [&](const RigBone& bone) { return bone.name == name; });
    return found == rig_bones.end() ? nullptr : &*found;
}

void add_bones(GltfBuilder& builder) {
    builder.push("nodes", {{"name", "Armature"}, {"children", Json::array()}});
    for (const RigBone& bone : rig_bones) {
        const RigBone* parent = find_bone(bone.parent);
        const int above = parent == nullptr ? 0 : node_of(builder, bone.parent);
        Json place = Json::array();
        for (std::size_t a = 0; a < 3; ++a)
            place.push_back(bone.place.at(a) - (parent == nullptr ? 0.0F : parent->place.at(a)));
        const int node = builder.push("nodes", {{"name", bone.name}, {"translation", place}});
        at(builder.json["nodes"], above)["children"].push_back(node);
    }
}

void add_skin(GltfBuilder& builder) {
    Json joints = Json::array();
    std::vector<float> inverse_binds;
    std::vector<float> positions;
    std::vector<std::uint8_t> influences;
    std::vector<float> weights;
    for (const RigBone& bone : rig_bones) {
        const auto index = static_cast<std::uint8_t>(joints.size());
        joints.push_back(node_of(builder, bone.name));
        const std::array<float, 16> inverse{
            1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -bone.place[0], -bone.place[1], -bone.place[2], 1};
        inverse_binds.insert(inverse_binds.end(), inverse.begin(), inverse.end());
        for (int corner = 0; corner < 3; ++corner) {
            positions.push_back(bone.place[0] + (corner == 1 ? 0.02F : 0.0F));
            positions.push_back(bone.place[1] + (corner == 2 ? 0.02F : 0.0F));
            positions.push_back(bone.place[2]);
            influences.insert(influences.end(), {index, 0, 0, 0});
            weights.insert(weights.end(), {1.0F, 0.0F, 0.0F, 0.0F});
        }
    }
    const std::size_t count = weights.size() / 4;
    const int bind = builder.floats(inverse_binds, "MAT4", 16);
    builder.push("skins",
                 {{"name", "Skin"}, {"joints", joints}, {"inverseBindMatrices", bind}, {"skeleton", 1}});
    const Json attributes = {{"POSITION", builder.vec3s(positions)},
                             {"JOINTS_0", builder.accessor(builder.view(influences), 5121, "VEC4", count)},
                             {"WEIGHTS_0", builder.floats(weights, "VEC4", 4)}};
    const int body = builder.mesh_node({{"attributes", attributes}});
    Json& node = at(builder.json["nodes"], body);
    node["name"] = "Body";
    node["skin"] = 0;
    builder.json["scenes"] = Json::array({{{"nodes", {0, body}}}});
    builder.json["scene"] = 0;
}

}  // namespace

GltfBuilder gltf_rig(GltfKind kind) {
    GltfBuilder builder;
    add_bones(builder);
    add_skin(builder);
    Json bones = Json::object();
    for (const RigBone& bone : rig_bones) {
        const int node = node_of(builder, bone.name);
        bones[bone.name] = kind == GltfKind::vrm ? Json{{"node", node}} : Json(node);
    }
    if (kind == GltfKind::ext_skeleton_humanoid) {
        builder.json["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"] =
            Json::array({{{"rootNode", 0}, {"humanoidBones", bones}}});
    } else if (kind == GltfKind::vrm) {
        builder.json["extensions"]["VRMC_vrm"] = {
            {"specVersion", "1.0"}, {"meta", {{"name", "Rig"}}}, {"humanoid", {{"humanBones", bones}}}};
    }
    return builder;
}

int node_of(const GltfBuilder& builder, std::string_view name) {
    const Json& nodes = builder.json["nodes"];
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].value("name", "") == name) return static_cast<int>(i);
    }
    ADD_FAILURE() << "the rig has no node " << name;
    return 0;
}

Json& node(GltfBuilder& builder, std::string_view name) {
    return at(builder.json["nodes"], node_of(builder, name));
}

Json& ext_bones(GltfBuilder& builder) {
    return builder.json["extensions"]["EXT_skeleton_humanoid"]["humanoidSkeletons"][0]["humanoidBones"];
}

std::vector<std::string> named_by(const Document& document, std::string_view id, std::string_view profile) {
    std::vector<std::string> out;
    for (const check::Finding& finding : findings_of(document, id, profile))
        out.push_back(finding.object.name);
    return out;
}

Document fixed(Document document, std::string_view id) {
    for (const check::Finding& finding : findings_of(document, id)) {
        for (const Command& command : finding.fix) {
            const Result<void> done = apply(command, document);
            EXPECT_TRUE(done) << done.error().text();
        }
    }
    return document;
}

check::Finding only_one(const Document& document, std::string_view id, std::string_view profile) {
    std::vector<check::Finding> all = findings_of(document, id, profile);
    EXPECT_EQ(all.size(), 1U) << id;
    return all.size() == 1 ? all.front() : check::Finding{};
}

Document bvh_rig(double left, double right, std::string_view head) {
    const std::string text = fmt::format(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "JOINT LeftUpLeg\n{{\nOFFSET 10 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "JOINT LeftLeg\n{{\nOFFSET {} -40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "JOINT LeftFoot\n{{\nOFFSET 0 -40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "End Site\n{{\nOFFSET 0 0 10\n}}\n}}\n}}\n}}\n"
        "JOINT RightUpLeg\n{{\nOFFSET -10 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "JOINT RightLeg\n{{\nOFFSET {} -40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "JOINT RightFoot\n{{\nOFFSET 0 -40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "End Site\n{{\nOFFSET 0 0 10\n}}\n}}\n}}\n}}\n"
        "JOINT Spine\n{{\nOFFSET 0 20 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "JOINT {}\n{{\nOFFSET 0 40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "End Site\n{{\nOFFSET 0 20 0\n}}\n}}\n}}\n}}\n"
        "MOTION\nFrames: 1\nFrame Time: 0.033\n{}\n",
        left, right, head, fmt::join(std::vector<int>(27, 0), " "));
    return world(text);
}

}  // namespace vitruvian::test

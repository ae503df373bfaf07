#include "tests/unit/family_rigs.h"

#include "model/core/at.h"
#include "tests/folders.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

namespace vitruvian::test {
namespace {

/// hips, spine, chest, upper chest, neck, head, jaw, eye, shoulder, upper arm, lower arm, hand, upper leg,
/// lower leg, foot, toes; "{}" is the side. Fingers: "{0}" the side, "{1}" the finger, "{2}" the joint.
struct Pattern {
    const char* title;
    std::array<const char*, 16> body;
    const char* finger;
    std::array<const char*, 5> fingers;
    std::array<const char*, 3> thumb_joints;
    std::array<const char*, 3> finger_joints;
    std::array<const char*, 2> sides;
};

const std::vector<Pattern>& patterns() {
    static const std::array<const char*, 3> n{"1", "2", "3"};
    static const std::array<const char*, 5> none{"", "", "", "", ""};
    static const std::vector<Pattern> list{
        {"Kinect",
         {"SpineBase", "SpineMid", "SpineShoulder", "", "Neck", "Head", "", "", "", "Shoulder{}", "Elbow{}",
          "Wrist{}", "Hip{}", "Knee{}", "Ankle{}", "Foot{}"},
         "",
         none,
         n,
         n,
         {"Left", "Right"}},
        {"Azure Kinect",
         {"PELVIS", "SPINE_NAVEL", "SPINE_CHEST", "", "NECK", "HEAD", "", "EYE_{}", "CLAVICLE_{}",
          "SHOULDER_{}", "ELBOW_{}", "WRIST_{}", "HIP_{}", "KNEE_{}", "ANKLE_{}", "FOOT_{}"},
         "",
         none,
         n,
         n,
         {"LEFT", "RIGHT"}},
        {"OpenNI",
         {"torso", "", "", "", "neck", "head", "", "", "", "{}_shoulder", "{}_elbow", "{}_hand", "{}_hip",
          "{}_knee", "{}_foot", ""},
         "",
         none,
         n,
         n,
         {"left", "right"}},
        {"OptiTrack",
         {"Hip", "Ab", "Chest", "", "Neck", "Head", "", "", "{}Shoulder", "{}UArm", "{}FArm", "{}Hand",
          "{}Thigh", "{}Shin", "{}Foot", "{}Toe"},
         "{0}{1}{2}",
         {"Thumb", "Index", "Middle", "Ring", "Pinky"},
         n,
         n,
         {"L", "R"}},
        {"Perception Neuron",
         {"Hips", "Spine", "Spine1", "Spine2", "Neck", "Head", "", "", "{}Shoulder", "{}Arm", "{}ForeArm",
          "{}Hand", "{}UpLeg", "{}Leg", "{}Foot", ""},
         "{0}Hand{1}{2}",
         {"Thumb", "Index", "Middle", "Ring", "Pinky"},
         n,
         n,
         {"Left", "Right"}},
        {"Rokoko",
         {"Hips", "Spine", "Spine2", "Spine4", "Neck", "Head", "", "", "{}Shoulder", "{}Arm", "{}ForeArm",
          "{}Hand", "{}Thigh", "{}Shin", "{}Foot", "{}Toe"},
         "{0}Finger{1}{2}",
         {"1", "2", "3", "4", "5"},
         {"Metacarpal", "Proximal", "Distal"},
         {"Proximal", "Medial", "Distal"},
         {"Left", "Right"}},
        {"Xsens MVN",
         {"Pelvis", "L5", "T12", "T8", "Neck", "Head", "", "", "{}Shoulder", "{}UpperArm", "{}ForeArm",
          "{}Hand", "{}UpperLeg", "{}LowerLeg", "{}Foot", "{}Toe"},
         "",
         none,
         n,
         n,
         {"Left", "Right"}},
        {"Xsens BVH",
         {"Hips", "Chest", "Chest2", "Chest4", "Neck", "Head", "", "", "{}Collar", "{}Shoulder", "{}Elbow",
          "{}Wrist", "{}Hip", "{}Knee", "{}Ankle", "{}Toe"},
         "",
         none,
         n,
         n,
         {"Left", "Right"}},
        {"Biovision BVH",
         {"Hips", "", "Chest", "", "Neck", "Head", "", "", "{}Collar", "{}Shoulder", "{}Elbow", "{}Wrist",
          "{}Hip", "{}Knee", "{}Ankle", ""},
         "",
         none,
         n,
         n,
         {"Left", "Right"}},
        {"CMU ASF",
         {"root", "lowerback", "upperback", "thorax", "lowerneck", "head", "", "", "{}clavicle", "{}humerus",
          "{}radius", "{}wrist", "{}femur", "{}tibia", "{}foot", "{}toes"},
         "",
         none,
         n,
         n,
         {"l", "r"}},
        {"SMPL",
         {"Pelvis", "Spine1", "Spine2", "Spine3", "Neck", "Head", "", "", "{}_Collar", "{}_Shoulder",
          "{}_Elbow", "{}_Wrist", "{}_Hip", "{}_Knee", "{}_Ankle", "{}_Foot"},
         "",
         none,
         n,
         n,
         {"L", "R"}},
        {"AdvancedSkeleton",
         {"Root_M", "Spine1_M", "Spine2_M", "Chest_M", "Neck_M", "Head_M", "Jaw_M", "Eye_{}", "Scapula_{}",
          "Shoulder_{}", "Elbow_{}", "Wrist_{}", "Hip_{}", "Knee_{}", "Ankle_{}", "Toes_{}"},
         "{1}Finger{2}_{0}",
         {"Thumb", "Index", "Middle", "Ring", "Pinky"},
         n,
         n,
         {"L", "R"}},
        {"Auto-Rig Pro",
         {"root.x", "spine_01.x", "spine_02.x", "spine_03.x", "neck.x", "head.x", "jawbone.x", "c_eye.{}",
          "shoulder.{}", "arm_stretch.{}", "forearm_stretch.{}", "hand.{}", "thigh_stretch.{}",
          "leg_stretch.{}", "foot.{}", "toes_01.{}"},
         "c_{1}{2}.{0}",
         {"thumb", "index", "middle", "ring", "pinky"},
         n,
         n,
         {"l", "r"}},
        {"Second Life",
         {"mPelvis", "mTorso", "mChest", "", "mNeck", "mHead", "mFaceJaw", "mEye{}", "mCollar{}",
          "mShoulder{}", "mElbow{}", "mWrist{}", "mHip{}", "mKnee{}", "mAnkle{}", "mFoot{}"},
         "mHand{1}{2}{0}",
         {"Thumb", "Index", "Middle", "Ring", "Pinky"},
         n,
         n,
         {"Left", "Right"}},
        {"Roblox",
         {"LowerTorso", "UpperTorso", "", "", "", "Head", "", "", "", "{}UpperArm", "{}LowerArm", "{}Hand",
          "{}UpperLeg", "{}LowerLeg", "{}Foot", ""},
         "",
         none,
         n,
         n,
         {"Left", "Right"}},
        {"ARKit",
         {"hips_joint", "spine_1_joint", "spine_4_joint", "spine_7_joint", "neck_1_joint", "head_joint",
          "jaw_joint", "{}_eye_joint", "{}_shoulder_1_joint", "{}_arm_joint", "{}_forearm_joint",
          "{}_hand_joint", "{}_upLeg_joint", "{}_leg_joint", "{}_foot_joint", "{}_toes_joint"},
         "{0}_hand{1}_{2}_joint",
         {"Thumb", "Index", "Mid", "Ring", "Pinky"},
         n,
         n,
         {"left", "right"}},
        {"Daz Genesis 9",
         {"hip", "spine1", "spine3", "spine4", "neck1", "head", "lowerjaw", "{}_eye", "{}_shoulder",
          "{}_upperarm", "{}_forearm", "{}_hand", "{}_thigh", "{}_shin", "{}_foot", "{}_toes"},
         "{0}_{1}{2}",
         {"thumb", "index", "mid", "ring", "pinky"},
         n,
         n,
         {"l", "r"}},
        {"Source",
         {"ValveBiped.Bip01_Pelvis", "ValveBiped.Bip01_Spine", "ValveBiped.Bip01_Spine1",
          "ValveBiped.Bip01_Spine2", "ValveBiped.Bip01_Neck1", "ValveBiped.Bip01_Head1", "", "",
          "ValveBiped.Bip01_{}_Clavicle", "ValveBiped.Bip01_{}_UpperArm", "ValveBiped.Bip01_{}_Forearm",
          "ValveBiped.Bip01_{}_Hand", "ValveBiped.Bip01_{}_Thigh", "ValveBiped.Bip01_{}_Calf",
          "ValveBiped.Bip01_{}_Foot", "ValveBiped.Bip01_{}_Toe0"},
         "ValveBiped.Bip01_{0}_Finger{1}{2}",
         {"0", "1", "2", "3", "4"},
         {"", "1", "2"},
         {"", "1", "2"},
         {"L", "R"}},
        {"Rigify as three.js writes it",
         {"DEF-spine", "DEF-spine001", "DEF-spine002", "DEF-spine003", "DEF-spine004", "DEF-spine006",
          "DEF-jaw", "DEF-eye{}", "DEF-shoulder{}", "DEF-upper_arm{}", "DEF-forearm{}", "DEF-hand{}",
          "DEF-thigh{}", "DEF-shin{}", "DEF-foot{}", "DEF-toe{}"},
         "DEF-{1}0{2}{0}",
         {"thumb", "f_index", "f_middle", "f_ring", "f_pinky"},
         n,
         n,
         {"L", "R"}},
        {"MMD in English",
         {"center", "upper body", "upper body2", "upper body3", "neck", "head", "", "eye_{}", "shoulder_{}",
          "arm_{}", "elbow_{}", "wrist_{}", "leg_{}", "knee_{}", "ankle_{}", "toe_{}"},
         "{1}{2}_{0}",
         {"thumb", "fore", "middle", "third", "little"},
         {"0", "1", "2"},
         n,
         {"L", "R"}},
        {"MMD in romaji",
         {"kahanshin", "jouhanshin", "jouhanshin2", "", "kubi", "atama", "", "{}_me", "{}_kata", "{}_ude",
          "{}_hiji", "{}_tekubi", "{}_ashi", "{}_hiza", "{}_ashikubi", "{}_tsumasaki"},
         "{0}_{1}{2}",
         {"oyayubi", "hitosashiyubi", "nakayubi", "kusuriyubi", "koyubi"},
         {"0", "1", "2"},
         n,
         {"hidari", "migi"}},
        {"by hand",
         {"Pelvis", "Belly", "Chest", "", "Neck", "Head", "Jaw", "Eye.{}", "Collarbone.{}", "Bicep.{}",
          "Forearm.{}", "Palm.{}", "Thigh.{}", "Calf.{}", "Foot.{}", "Toe.{}"},
         "{1}.{2}.{0}",
         {"Thumb", "Pointer", "Middle", "Ring", "Pinkie"},
         n,
         n,
         {"L", "R"}},
        {"3ds Max CAT",
         {"CATRigPelvis", "CATRigSpine1", "CATRigSpine2", "CATRigRibcage", "CATRigNeck1", "CATRigHead", "",
          "", "CATRig{}ArmCollarbone", "CATRig{}Arm1", "CATRig{}Arm2", "CATRig{}ArmPalm", "CATRig{}Leg1",
          "CATRig{}Leg2", "CATRig{}LegAnkle", "CATRig{}LegDigit11"},
         "CATRig{0}ArmDigit{1}{2}",
         {"1", "2", "3", "4", "5"},
         n,
         n,
         {"L", "R"}},
        {"Meta avatars",
         {"Hips", "SpineLower", "SpineMiddle", "Chest", "Neck", "Head", "Jaw", "", "{}Shoulder", "{}ArmUpper",
          "{}ArmLower", "{}HandWrist", "{}UpperLeg", "{}LowerLeg", "{}FootAnkle", "{}FootBall"},
         "{0}Hand{1}{2}",
         {"Thumb", "Index", "Middle", "Ring", "Little"},
         {"Metacarpal", "Proximal", "Distal"},
         {"Proximal", "Intermediate", "Distal"},
         {"Left", "Right"}},
        {"Synty",
         {"Hips", "Spine_01", "Spine_02", "Spine_03", "Neck", "Head", "Jaw", "", "Clavicle_{}", "Shoulder_{}",
          "Elbow_{}", "Hand_{}", "UpperLeg_{}", "LowerLeg_{}", "Ankle_{}", "Ball_{}"},
         "",
         none,
         n,
         n,
         {"L", "R"}},
        {"mocopi",
         {"root", "torso_1", "torso_4", "torso_7", "neck_1", "head", "", "", "{}_shoulder", "{}_up_arm",
          "{}_low_arm", "{}_hand", "{}_up_leg", "{}_low_leg", "{}_foot", "{}_toes"},
         "",
         none,
         n,
         n,
         {"l", "r"}},
        {"GTA",
         {"SKEL_ROOT", "SKEL_Spine0", "SKEL_Spine1", "SKEL_Spine3", "SKEL_Neck_1", "SKEL_Head", "", "",
          "SKEL_{}_Clavicle", "SKEL_{}_UpperArm", "SKEL_{}_Forearm", "SKEL_{}_Hand", "SKEL_{}_Thigh",
          "SKEL_{}_Calf", "SKEL_{}_Foot", "SKEL_{}_Toe0"},
         "SKEL_{0}_Finger{1}{2}",
         {"0", "1", "2", "3", "4"},
         {"0", "1", "2"},
         {"0", "1", "2"},
         {"L", "R"}},
        {"XNALara",
         {"root hips", "spine lower", "spine middle", "spine upper", "head neck lower", "head neck upper",
          "head jaw", "head eyeball {}", "arm {} shoulder 1", "arm {} shoulder 2", "arm {} elbow",
          "arm {} wrist", "leg {} thigh", "leg {} knee", "leg {} ankle", "leg {} toes"},
         "arm {0} finger {1}{2}",
         {"1", "2", "3", "4", "5"},
         {"a", "b", "c"},
         {"a", "b", "c"},
         {"left", "right"}},
        {"RE Engine",
         {"hips", "spine_0", "spine_1", "spine_2", "neck_0", "head", "jaw", "{}_eye", "{}_arm_clavicle",
          "{}_arm_humerus", "{}_arm_radius", "{}_arm_wrist", "{}_leg_femur", "{}_leg_tibia", "{}_leg_ankle",
          "{}_leg_ball"},
         "{0}_hand_{1}_{2}",
         {"thumb", "index", "middle", "ring", "pinky"},
         {"0", "1", "2"},
         {"0", "1", "2"},
         {"l", "r"}},
        {"Unreal with a face",
         {"pelvis", "spine_01", "spine_02", "spine_05", "neck_01", "head", "FACIAL_C_Jaw", "FACIAL_{}_Eye",
          "clavicle_{}", "upperarm_{}", "lowerarm_{}", "hand_{}", "thigh_{}", "calf_{}", "foot_{}",
          "ball_{}"},
         "{1}_0{2}_{0}",
         {"thumb", "index", "middle", "ring", "pinky"},
         n,
         n,
         {"l", "r"}},
        {"Final Fantasy XIV",
         {"n_hara", "j_sebo_a", "j_sebo_b", "j_sebo_c", "j_kubi", "j_kao", "j_ago", "", "j_sako_{}",
          "j_ude_a_{}", "j_ude_b_{}", "j_te_{}", "j_asi_a_{}", "j_asi_b_{}", "j_asi_d_{}", "j_asi_e_{}"},
         "",
         none,
         n,
         n,
         {"l", "r"}},
    };
    return list;
}

/// The right bones follow the left ones in the same order.
Bone right_of(Bone left) {
    if (left == Bone::left_eye) return Bone::right_eye;
    return static_cast<Bone>(static_cast<int>(left) + static_cast<int>(Bone::right_shoulder) -
                             static_cast<int>(Bone::left_shoulder));
}

void name_sided(RigFamily& family, Bone left, const char* pattern, const std::array<const char*, 2>& sides) {
    if (*pattern == 0) return;
    at(family.names, left) = fmt::format(fmt::runtime(pattern), sides[0]);
    at(family.names, right_of(left)) = fmt::format(fmt::runtime(pattern), sides[1]);
}

RigFamily family_of(const Pattern& p) {
    RigFamily out;
    out.title = p.title;
    for (std::size_t i = 0; i < 7; ++i) out.names[i] = p.body[i];
    name_sided(out, Bone::left_eye, p.body[7], p.sides);
    for (std::size_t i = 0; i < 4; ++i) {
        name_sided(out, static_cast<Bone>(static_cast<std::size_t>(Bone::left_shoulder) + i), p.body[8 + i],
                   p.sides);
        name_sided(out, static_cast<Bone>(static_cast<std::size_t>(Bone::left_upper_leg) + i), p.body[12 + i],
                   p.sides);
    }
    for (std::size_t i = 0; *p.finger != 0 && i < 15; ++i) {
        const auto bone = static_cast<Bone>(static_cast<std::size_t>(Bone::left_thumb_metacarpal) + i);
        const char* joint = (i < 3 ? p.thumb_joints : p.finger_joints)[i % 3];
        for (std::size_t side = 0; side < 2; ++side) {
            const Bone which = side == 0 ? bone : right_of(bone);
            at(out.names, which) =
                fmt::format(fmt::runtime(p.finger), p.sides[side], p.fingers[i / 3], joint);
        }
    }
    return out;
}

/// The positions of the left and central bones of a figure of 1.7 m in T-pose.
vec3 usual_place_of(Bone bone) {
    const auto finger = [](int which, int joint) {
        if (which == 0)
            return vec3(0.73F + 0.025F * static_cast<float>(joint), 1.42F,
                        0.03F + 0.025F * static_cast<float>(joint));
        const float across = 0.03F - 0.02F * static_cast<float>(which - 1);
        return vec3(0.79F + (which == 4 ? -0.01F : 0.0F) + 0.03F * static_cast<float>(joint), 1.43F, across);
    };
    switch (bone) {
        case Bone::hips:
            return {0, 0.95F, 0};
        case Bone::spine:
            return {0, 1.05F, -0.01F};
        case Bone::chest:
            return {0, 1.17F, -0.015F};
        case Bone::upper_chest:
            return {0, 1.3F, -0.02F};
        case Bone::neck:
            return {0, 1.46F, -0.02F};
        case Bone::head:
            return {0, 1.55F, 0.0F};
        case Bone::jaw:
            return {0, 1.57F, 0.04F};
        case Bone::left_eye:
            return {0.03F, 1.62F, 0.08F};
        case Bone::left_shoulder:
            return {0.04F, 1.42F, 0};
        case Bone::left_upper_arm:
            return {0.17F, 1.43F, -0.02F};
        case Bone::left_lower_arm:
            return {0.44F, 1.43F, -0.03F};
        case Bone::left_hand:
            return {0.7F, 1.43F, 0};
        case Bone::left_upper_leg:
            return {0.09F, 0.9F, 0};
        case Bone::left_lower_leg:
            return {0.1F, 0.49F, 0.01F};
        case Bone::left_foot:
            return {0.1F, 0.09F, -0.02F};
        case Bone::left_toes:
            return {0.1F, 0.02F, 0.1F};
        default:
            break;
    }
    const int i = static_cast<int>(bone) - static_cast<int>(Bone::left_thumb_metacarpal);
    return finger(i / 3, i % 3);
}

vec3 world_of(Bone bone) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto left = static_cast<Bone>(i);
        const bool is_left =
            left == Bone::left_eye || (left >= Bone::left_shoulder && left <= Bone::left_toes);
        if (is_left && right_of(left) == bone) return usual_place_of(left) * vec3(-1.0F, 1.0F, 1.0F);
    }
    return usual_place_of(bone);
}

/// A joint before the tree is ordered.
struct Draft {
    std::string name;
    int parent = -1;  // into the drafts
    vec3 position{0.0F};
    std::optional<Bone> bone;
};

void add_extras(std::vector<Draft>& drafts, const std::array<int, bone_count>& draft_of, Random& random) {
    const std::size_t bones = drafts.size();
    for (std::size_t d = 1; d < bones; ++d) {
        if (!drafts[d].bone) continue;
        const Draft bone = drafts[d];
        const bool is_limb = *bone.bone >= Bone::left_shoulder && bone.position.x != 0.0F;
        const auto self = static_cast<int>(d);
        if (is_limb && glm::abs(bone.position.x) < 0.6F && random.chance(0.4F)) {
            drafts.push_back({bone.name + "_twist_01", self, bone.position * 0.9F, {}});
        }
        const bool is_leaf = std::none_of(drafts.begin(), drafts.begin() + static_cast<std::ptrdiff_t>(bones),
                                          [&](const Draft& other) { return other.parent == self; });
        if (is_leaf && bone.bone != Bone::jaw && bone.bone != Bone::left_eye &&
            bone.bone != Bone::right_eye && random.chance(0.5F)) {
            drafts.push_back({bone.name + "_end",
                              self,
                              bone.position + vec3(bone.position.x > 0 ? 0.02F : -0.02F, 0, 0.005F),
                              {}});
        }
    }
    const auto chain = [&](Bone on, const std::string& name, vec3 step, int count) {
        int parent = at(draft_of, on);
        if (parent < 0) return;
        vec3 place = at(drafts, parent).position;
        for (int i = 0; i < count; ++i) {
            place += step;
            drafts.push_back({fmt::format("{}{:02}", name, i + 1), parent, place, {}});
            parent = static_cast<int>(drafts.size()) - 1;
        }
    };
    if (random.chance(0.5F)) chain(Bone::head, "HairBack_", {0, -0.05F, -0.05F}, 5);
    if (random.chance(0.5F)) chain(Bone::hips, "Tail_", {0, -0.02F, -0.1F}, 6);
    if (random.chance(0.5F)) {
        chain(Bone::hips, "Skirt_L_", {0.05F, -0.1F, 0.05F}, 3);
        chain(Bone::hips, "Skirt_R_", {-0.05F, -0.1F, 0.05F}, 3);
    }
    drafts.push_back({"ik_target_gun", 0, vec3(0.1F), {}});
    drafts.push_back({"ik_pole_leg", 0, vec3(-0.1F), {}});
}

void wrap_names(std::vector<Draft>& drafts, Random& random) {
    static const std::array<const char*, 7> prefixes{"",      "",        "rig:", "Armature|",
                                                     "Hero_", "char01:", "skel_"};
    const std::string prefix = prefixes.at(static_cast<std::size_t>(random.integer(0, 6)));
    const bool numbered = random.chance(0.3F);
    int number = 1;
    for (Draft& draft : drafts) {
        if (draft.name.empty()) continue;
        draft.name = prefix + draft.name;
        if (numbered) draft.name += fmt::format("_{:02}", number++);
    }
}

/// Parents first, siblings in the given order or shuffled.
std::vector<std::size_t> order_of(const std::vector<Draft>& drafts, bool shuffled, Random& random) {
    std::vector<std::vector<std::size_t>> children(drafts.size());
    for (std::size_t d = 1; d < drafts.size(); ++d) at(children, drafts[d].parent).push_back(d);
    std::vector<std::size_t> out;
    std::vector<std::size_t> stack{0};
    while (!stack.empty()) {
        const std::size_t at = stack.back();
        stack.pop_back();
        out.push_back(at);
        std::vector<std::size_t>& list = children[at];
        for (std::size_t i = list.size(); shuffled && i > 1; --i)
            std::swap(list[i - 1],
                      list[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))]);
        stack.insert(stack.end(), list.rbegin(), list.rend());
    }
    return out;
}

Transform placement(Random& random) {
    Transform out;
    out.rotation = random.rotation();
    const float size = random.chance(0.5F) ? 100.0F : random.real(0.2F, 3.0F);
    out.scale = vec3(size);
    if (random.chance(0.3F)) out.scale.x = -size;
    out.translation = random.vector(-5.0F, 5.0F);
    return out;
}

}  // namespace

std::vector<RigFamily> rig_families() {
    std::vector<RigFamily> out;
    for (const Pattern& pattern : patterns()) out.push_back(family_of(pattern));
    return out;
}

std::vector<RigFamily> rig_families_of_table() {
    std::ifstream file(shared_folder() / "reference" / "bone_names.tsv");
    std::vector<RigFamily> out;
    std::string line;
    bool is_head = true;
    while (std::getline(file, line)) {
        std::vector<std::string> cells;
        std::stringstream row(line);
        for (std::string cell; std::getline(row, cell, '\t');)
            cells.push_back(cell.substr(0, cell.find('|')));
        if (is_head) {
            for (std::size_t c = 2; c < cells.size(); ++c) out.push_back({cells[c], {}});
            is_head = false;
            continue;
        }
        const auto bone = static_cast<std::size_t>(*bone_from_string(cells[0]));
        for (std::size_t c = 2; c < cells.size(); ++c) out[c - 2].names[bone] = cells[c];
    }
    return out;
}

FamilyRig make_family_rig(const RigFamily& family, const RigNoise& noise, Random& random) {
    std::vector<Draft> drafts{{"SceneRoot", -1, vec3(0.0F), {}}};
    std::array<int, bone_count> draft_of{};
    draft_of.fill(-1);
    for (std::size_t i = 0; i < bone_count; ++i) {
        if (family.names[i].empty()) continue;
        const auto bone = static_cast<Bone>(i);
        int parent = 0;
        for (std::optional<Bone> up = parent_of(bone); up; up = parent_of(*up)) {
            parent = std::max(at(draft_of, *up), 0);
            if (parent > 0) break;
        }
        draft_of[i] = static_cast<int>(drafts.size());
        drafts.push_back({family.names[i], parent, world_of(bone), bone});
    }
    if (noise.extras) add_extras(drafts, draft_of, random);
    if (noise.wrappers) wrap_names(drafts, random);
    FamilyRig out;
    std::vector<int> node_of(drafts.size(), -1);
    out.document.humanoids.emplace_back();
    for (const std::size_t d : order_of(drafts, noise.shuffled, random)) {
        const Draft& draft = drafts[d];
        Node node;
        node.name = draft.name;
        node.kind = NodeKind::joint;
        if (draft.parent >= 0) {
            node.parent = at(node_of, draft.parent);
            node.rest.translation = draft.position - at(drafts, draft.parent).position;
        } else if (noise.placed) {
            node.rest = placement(random);
        }
        node_of[d] = static_cast<int>(out.document.nodes.size());
        if (draft.bone) out.expected[*draft.bone] = node_of[d];
        Joint joint;
        joint.node = node_of[d];
        if (d != 0) out.document.humanoids[0].joints.push_back(joint);
        out.document.nodes.push_back(std::move(node));
    }
    return out;
}

}  // namespace vitruvian::test

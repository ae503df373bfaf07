#include "model/standard/bone_name_table.h"

namespace vitruvian {
namespace {

using Ends = std::array<std::string_view, 3>;
using Fingers = std::array<std::string_view, 5>;

constexpr Fingers no_fingers{"", "", "", "", ""};
constexpr Ends from_1{"1", "2", "3"};
constexpr Ends from_0{"0", "1", "2"};
constexpr Ends words{"proximal", "intermediate", "distal"};
constexpr Fingers little_fingers{"thumb", "index", "middle", "ring", "little"};
constexpr Fingers pinky_fingers{"thumb", "index", "middle", "ring", "pinky"};
constexpr Fingers hand_fingers{"handthumb", "handindex", "handmiddle", "handring", "handpinky"};
constexpr Fingers mid_fingers{"thumb", "index", "mid", "ring", "pinky"};

constexpr std::array<BoneFamily, 49> families{{
    {"VRM 1.0 and Godot",
     {"hips", "spine", "chest", "upperchest", "neck", "head", "jaw", "eye", "shoulder", "upperarm",
      "lowerarm", "hand", "upperleg", "lowerleg", "foot", "toes"},
     little_fingers,
     {"metacarpal", "proximal", "distal"},
     words},
    {"Unity and VRM 0",
     {"hips", "spine", "chest", "upperchest", "neck", "head", "jaw", "eye", "shoulder", "upperarm",
      "lowerarm", "hand", "upperleg", "lowerleg", "foot", "toes"},
     little_fingers,
     words,
     words},
    {"Mixamo and HumanIK",
     {"hips", "spine", "spine1", "spine2|spine3", "neck", "head", "jaw", "eye", "shoulder", "arm", "forearm",
      "hand", "upleg", "leg", "foot", "toebase|toe"},
     hand_fingers,
     from_1,
     from_1},
    {"Unreal",
     {"pelvis", "spine1", "spine2", "spine3|spine5", "neck1", "head", "jaw", "eye", "clavicle", "upperarm",
      "lowerarm", "hand", "thigh", "calf", "foot", "ball"},
     pinky_fingers,
     from_1,
     from_1},
    {"3ds Max Biped",
     {"pelvis", "spine", "spine1|spine2", "spine2|spine3|spine4", "neck|neck1", "head|head1", "", "",
      "clavicle", "upperarm", "forearm", "hand", "thigh", "calf", "foot", "toe0"},
     {"finger0", "finger1", "finger2", "finger3", "finger4"},
     {"", "1", "2"},
     {"", "1", "2"}},
    {"Rigify",
     {"spine", "spine1", "spine2", "spine3", "spine4|neck", "spine6|head", "jaw|jawmaster", "eye|mastereye",
      "shoulder", "upperarm", "forearm", "hand", "thigh", "shin", "foot", "toe"},
     {"thumb", "findex", "fmiddle", "fring", "fpinky"},
     from_1,
     from_1},
    {"MakeHuman",
     {"root", "spine04", "spine03", "spine02|spine01", "neck01", "head", "jaw", "eye", "clavicle|shoulder01",
      "upperarm01", "lowerarm01", "wrist", "upperleg01", "lowerleg01", "foot", "toe11"},
     {"finger1", "finger2", "finger3", "finger4", "finger5"},
     from_1,
     from_1},
    {"CMU BVH",
     {"hips", "lowerback|spine", "spine|spine1", "spine1", "neck|neck1", "head", "", "", "shoulder", "arm",
      "forearm", "hand", "upleg", "leg", "foot", "toebase"},
     {"thumb", "handindex", "", "", ""},
     {"", "-", "-"},
     from_1},
    {"CMU ASF",
     {"root", "lowerback", "upperback", "thorax", "lowerneck|upperneck", "head", "", "", "clavicle",
      "humerus", "radius", "wrist|hand", "femur", "tibia", "foot", "toes"},
     no_fingers,
     from_1,
     from_1},
    {"VRoid",
     {"hips", "spine", "chest", "upperchest", "neck", "head", "", "faceeye", "shoulder", "upperarm",
      "lowerarm", "hand", "upperleg", "lowerleg", "foot", "toebase"},
     little_fingers,
     from_1,
     from_1},
    {"VRChat (Cats)",
     {"hips", "spine", "chest", "upperchest", "neck", "head", "", "eye", "shoulder", "arm", "elbow", "wrist",
      "leg", "knee", "ankle", "toe"},
     {"thumb", "indexfinger", "middlefinger", "ringfinger", "littlefinger"},
     from_0,
     from_1},
    {"Reallusion CC",
     {"hip", "waist", "spine01", "spine02", "necktwist01", "head", "jawroot", "eye", "clavicle", "upperarm",
      "forearm", "hand", "thigh", "calf", "foot", "toebase"},
     mid_fingers,
     from_1,
     from_1},
    {"Reallusion iClone",
     {"hip", "waist", "spine01", "spine02", "necktwist01", "head", "jawroot", "eye", "clavicle", "upperarm",
      "forearm", "hand", "thigh", "calf", "foot", "toebase"},
     {"finger0", "finger1", "finger2", "finger3", "finger4"},
     from_0,
     from_0},
    {"Poser and Daz Genesis",
     {"hip", "abdomen|abdomenlower", "chest|chestlower", "chestupper", "neck|necklower", "head",
      "lowerjaw|jaw", "eye", "collar", "shldr|shldrbend", "forearm|forearmbend", "hand", "thigh|thighbend",
      "shin", "foot", "toe"},
     mid_fingers,
     from_1,
     from_1},
    {"Daz Genesis 9",
     {"hip", "spine1", "spine3|spine2", "spine4|spine3", "neck1", "head", "lowerjaw", "eye", "shoulder",
      "upperarm", "forearm", "hand", "thigh", "shin", "foot", "toes"},
     mid_fingers,
     from_1,
     from_1},
    {"Quaternius",
     {"hips", "abdomen", "torso", "chest", "neck", "head", "", "", "shoulder", "upperarm", "lowerarm",
      "hand|palm|palm2|fist", "upperleg", "lowerleg", "foot", "toes|toe"},
     pinky_fingers,
     from_1,
     from_1},
    {"KayKit",
     {"hips", "spine", "chest", "", "", "head", "", "", "", "upperarm", "lowerarm", "wrist|hand", "upperleg",
      "lowerleg", "foot", "toes"},
     no_fingers,
     from_1,
     from_1},
    {"Bitmoji",
     {"spine0001", "spine0002", "spine0006", "", "neck0001", "head0001", "jaw", "eyesocket", "clavicle",
      "armupper0001", "armlower0001", "hand0001", "legupper0001", "leglower0001", "foot0001", "foot0002"},
     {"handthumb", "handpointer", "handmiddle", "handring", "handpinky"},
     {"0001", "0002", "0003"},
     {"0002", "0003", "0004"}},
    {"OpenHRP robots",
     {"waist", "waistp", "chesty|chest", "", "necky", "neckp|head", "", "", "",
      "shouldery|shoulderr|shoulderp", "elbowp|elbow", "wristr|wristp|wristy", "hipp|hipy|hipr", "kneep|knee",
      "ankler|anklep", ""},
     no_fingers,
     from_1,
     from_1},
    {"URDF robots",
     {"pelvis|base|waist|hips", "waistyaw|waist|torsoyaw|torso", "torso|chest", "", "neck|neckyaw|neckpitch",
      "head|headpitch|headyaw", "", "", "", "shoulderpitch|shoulderroll|shoulderyaw", "elbow|elbowpitch",
      "wristroll|wristpitch|wristyaw|wrist|hand", "hippitch|hipyaw|hiproll", "knee|kneepitch",
      "anklepitch|ankleroll|ankle", ""},
     no_fingers,
     from_1,
     from_1},
    {"key points (OpenPose, COCO, MediaPipe)",
     {"midhip|hipcenter|pelvis|hip|root", "spine|shouldercenter|midshoulder", "thorax", "", "neck",
      "head|nose", "", "eye", "", "shoulder", "elbow", "wrist", "hip", "knee", "ankle",
      "bigtoe|footindex|toe"},
     no_fingers,
     from_1,
     from_1},
    {"mGear",
     {"spinec0pelvis", "spinec00", "spinec01", "", "neckc00", "neckc0head", "mouthc0jaw", "eye0eye",
      "shoulder0shoulder", "arm00", "", "arm0end", "leg00", "", "leg0end", "foot00"},
     {"thumb0", "finger0", "finger1", "finger2", "finger3"},
     from_0,
     from_0},
    {"GoldSrc",
     {"pelvis", "spine", "spine1", "spine2|spine3", "neck", "head", "", "", "arm", "arm1", "arm2", "hand",
      "leg", "leg1", "foot", ""},
     {"finger0", "finger1", "finger2", "finger3", "finger4"},
     {"", "1", "2"},
     {"", "1", "2"}},
    // Hips beside the spine below a Root.
    {"motion-capture BVH by way of Blender",
     {"hips", "spine1", "spine2", "spine3", "neck", "head", "jaw", "eye", "clavicle", "uparm", "loarm",
      "hand", "upleg", "loleg", "foot", "toe"},
     pinky_fingers,
     from_1,
     from_1},
    {"SMPL",
     {"pelvis", "spine1", "spine2", "spine3", "neck", "head", "jaw", "eyesmplhf|eye", "collar", "shoulder",
      "elbow", "wrist", "hip", "knee", "ankle", "foot"},
     pinky_fingers,
     from_1,
     from_1},
    {"Kinect",
     {"spinebase|hipcenter", "spinemid|spine", "spineshoulder|shouldercenter", "", "neck", "head", "", "", "",
      "shoulder", "elbow", "wrist", "hip", "knee", "ankle", "foot"},
     no_fingers,
     from_1,
     from_1},
    {"Azure Kinect",
     {"pelvis", "spinenavel|spinenaval", "spinechest", "", "neck", "head", "", "", "clavicle", "shoulder",
      "elbow", "wrist", "hip", "knee", "ankle", "foot"},
     no_fingers,
     from_1,
     from_1},
    {"OpenNI",
     {"torso|waist", "", "", "", "neck", "head", "", "", "", "shoulder", "elbow", "hand", "hip", "knee",
      "foot", ""},
     no_fingers,
     from_1,
     from_1},
    {"Biovision BVH",
     {"hips|hip", "spine|abdomen", "chest", "", "neck", "head", "", "", "collar", "shoulder", "elbow",
      "wrist", "hip", "knee", "ankle", "toe|foot"},
     no_fingers,
     from_1,
     from_1},
    {"Xsens BVH",
     {"hips", "chest", "chest2", "chest4|chest3", "neck", "head", "", "", "collar", "shoulder", "elbow",
      "wrist", "hip", "knee", "ankle", "toe"},
     no_fingers,
     from_1,
     from_1},
    {"Xsens MVN",
     {"pelvis", "l5", "t12|l3", "t8", "neck", "head", "", "", "shoulder", "upperarm", "forearm", "hand",
      "upperleg", "lowerleg", "foot", "toe"},
     {"first", "second", "third", "fourth", "fifth"},
     {"mc", "pp", "dp"},
     {"pp", "mp", "dp"}},
    {"OptiTrack",
     {"hip|hips", "ab|spine", "chest", "", "neck", "head", "", "", "shoulder", "uarm|arm", "farm|forearm",
      "hand", "thigh", "shin", "foot", "toe"},
     pinky_fingers,
     from_1,
     from_1},
    {"Rokoko",
     {"hips", "spine|spine1", "spine2", "spine4|spine3", "neck", "head", "jaw", "eye", "shoulder", "arm",
      "forearm", "hand", "thigh", "shin", "foot", "toe"},
     {"finger1", "finger2", "finger3", "finger4", "finger5"},
     {"metacarpal", "proximal", "distal"},
     {"proximal", "medial", "distal"}},
    {"AdvancedSkeleton",
     {"rootm", "spine1m|spinem", "spine2m|chestm", "chestm", "neckm", "headm", "jawm", "eye", "scapula",
      "shoulder", "elbow", "wrist", "hip", "knee", "ankle", "toes"},
     {"thumbfinger", "indexfinger", "middlefinger", "ringfinger", "pinkyfinger"},
     from_1,
     from_1},
    {"Auto-Rig Pro",
     {"rootx", "spine1x", "spine2x", "spine3x", "neckx", "headx", "jawbonex", "eye", "shoulder",
      "armstretch|arm", "forearmstretch|forearm", "hand", "thighstretch|thigh", "legstretch|leg", "foot",
      "toes1|toes"},
     pinky_fingers,
     from_1,
     from_1},
    {"Second Life",
     {"pelvis", "torso", "chest", "", "neck", "head", "facejaw", "eye", "collar", "shoulder", "elbow",
      "wrist", "hip", "knee", "ankle", "foot"},
     hand_fingers,
     from_1,
     from_1},
    {"Roblox",
     {"lowertorso|humanoidrootpart", "uppertorso", "", "", "", "head", "", "", "", "upperarm", "lowerarm",
      "hand", "upperleg", "lowerleg", "foot", ""},
     no_fingers,
     from_1,
     from_1},
    {"Roblox R6",
     {"torso|humanoidrootpart", "", "", "", "", "head", "", "", "", "arm", "", "", "leg", "", "", ""},
     no_fingers,
     from_1,
     from_1},
    {"ARKit",
     {"hips", "spine1", "spine4", "spine7", "neck1", "head", "jaw", "eye", "shoulder1", "arm", "forearm",
      "hand", "upleg", "leg", "foot", "toes"},
     {"handthumb", "handindex", "handmid|handmiddle", "handring", "handpinky"},
     {"start", "1", "2"},
     from_1},
    {"MikuMikuDance",
     {"下半身|腰|グルーブ|センター|kahanshin|lowerbody|center", "上半身|jouhanshin|joohanshin|upperbody",
      "上半身2|jouhanshin2|joohanshin2|upperbody2", "上半身3|jouhanshin3|joohanshin3|upperbody3",
      "首|kubi|neck", "頭|atama|head", "あご|顎|ago|jaw", "目|me|eye", "肩|kata|shoulder", "腕|ude|arm",
      "ひじ|肘|hiji|elbow", "手首|手|tekubi|wrist|hand", "足|ashi|leg", "ひざ|膝|hiza|knee",
      "足首|ashikubi|ankle", "足先ex|つま先|爪先|tsumasaki|toetip|legtipex|toe"},
     {"親指|oyayubi|oya|thumb", "人指|人差指|人差し指|hitosashiyubi|hitosashi|hito|fore|index",
      "中指|nakayubi|naka|middle", "薬指|kusuriyubi|kusuri|third|ring", "小指|koyubi|ko|little"},
     from_0,
     from_1},
    {"3ds Max CAT",
     {"pelvis", "spine1", "spine2|spine3", "ribcage", "neck1|neck", "head", "jaw", "eye",
      "collarbone|armcollarbone", "upperarm|arm1", "forearm|arm2", "palm|armpalm", "thigh|leg1", "calf|leg2",
      "ankle|legankle", "legdigit11"},
     {"digit1|armdigit1", "digit2|armdigit2", "digit3|armdigit3", "digit4|armdigit4", "digit5|armdigit5"},
     from_1,
     from_1},
    {"Meta avatars",
     {"hips", "spinelower", "spinemiddle", "chest|spineupper", "neck", "head", "jaw", "eye", "shoulder",
      "armupper", "armlower", "handwrist", "upperleg|legupper", "lowerleg|leglower", "footankle", "football"},
     {"handthumb", "handindex", "handmiddle", "handring", "handlittle"},
     {"metacarpal", "proximal", "distal"},
     words},
    {"iPi",
     {"hip", "lowerspine", "middlespine|chest", "chest", "neck", "head", "", "", "clavicle", "shoulder",
      "forearm", "hand", "thigh", "shin", "foot", "toe"},
     mid_fingers,
     from_1,
     from_1},
    {"Synty",
     {"hips", "spine1", "spine2", "spine3", "neck", "head", "jaw", "eye", "clavicle", "shoulder", "elbow",
      "hand", "upperleg", "lowerleg", "ankle", "ball"},
     {"thumb", "indexfinger", "finger", "", ""},
     from_1,
     from_1},
    {"mocopi",
     {"root", "torso1", "torso4|torso3", "torso7|torso6", "neck1", "head", "", "", "shoulder", "uparm",
      "lowarm", "hand", "upleg", "lowleg", "foot", "toes"},
     no_fingers,
     from_1,
     from_1},
    {"GTA",
     {"pelvis|root", "spine0", "spine1", "spine3|spine2", "neck1", "head", "jaw", "eye", "clavicle",
      "upperarm", "forearm", "hand", "thigh", "calf", "foot", "toe0"},
     {"finger0", "finger1", "finger2", "finger3", "finger4"},
     from_0,
     from_0},
    {"Fallout",
     {"pelvis", "spine1", "spine2", "chest", "neck", "head", "", "", "armcollarbone", "armupperarm",
      "armforearm1", "armhand", "legthigh", "legcalf", "legfoot", "legtoe1"},
     {"armfinger1", "armfinger2", "armfinger3", "armfinger4", "armfinger5"},
     from_1,
     from_1},
    {"Final Fantasy XIV",
     {"kosi|nhara|hara", "seboa", "sebob", "seboc", "kubi", "kao", "ago", "", "sako", "udea", "udeb", "te",
      "asia", "asib", "asid", "asie"},
     {"oya", "hito", "naka", "kusu", "ko"},
     {"-", "a", "b"},
     {"a", "b", "c"}},
    // Words used by hand-made rigs; last and largest, so that specific families are tried first.
    {"plain words",
     {"hips|pelvis|hip|root|cog", "spine|spine1|waist|belly|tummy|stomach|abdomen|torso|lumbar",
      "chest|ribcage|thorax|torso|upperbody|spine2", "upperchest|spine3", "neck|neck1|neck0|cervical",
      "head|skull|head1|head0", "jaw|mandible|lowerjaw", "eye|eyeball",
      "clavicle|collar|collarbone|scapula|clav|shoulder",
      "upperarm|armupper|uparm|armup|bicep|biceps|humerus|arm|arm1",
      "lowerarm|forearm|armlower|lowarm|armlow|loarm|elbow|ulna|radius|arm2", "hand|wrist|palm|carpal|arm3",
      "thigh|upperleg|legupper|upleg|legup|femur|leg1",
      "shin|calf|lowerleg|leglower|lowleg|leglow|loleg|knee|tibia|leg2", "foot|ankle|feet|leg3|talus",
      "toes|toe|ball|toebase|toe1"},
     {"thumb|thumbfinger|fingerthumb", "index|indexfinger|fingerindex|pointer|pointerfinger",
      "middle|mid|middlefinger|fingermiddle", "ring|ringfinger|fingerring",
      "pinky|little|littlefinger|pinkie|pinkyfinger|fingerpinky"},
     from_1,
     from_1},
}};

/// Calls `use(alternative)` for each part of a cell.
template <class Use>
void for_each_alternative(std::string_view cell, Use use) {
    while (!cell.empty()) {
        const std::size_t bar = cell.find('|');
        use(cell.substr(0, bar));
        if (bar == std::string_view::npos) return;
        cell.remove_prefix(bar + 1);
    }
}

constexpr int eyes_apart = static_cast<int>(Bone::right_eye) - static_cast<int>(Bone::left_eye);
constexpr int limbs_apart = static_cast<int>(Bone::right_shoulder) - static_cast<int>(Bone::left_shoulder);

Bone as_left(Bone bone) {
    if (bone == Bone::right_eye) return Bone::left_eye;
    return bone < Bone::right_shoulder ? bone : static_cast<Bone>(static_cast<int>(bone) - limbs_apart);
}

/// Returns the index in BoneFamily::body of a bone that is not a finger.
std::size_t body_place(Bone left) {
    if (left <= Bone::left_eye) return static_cast<std::size_t>(left);
    constexpr auto arm = static_cast<std::size_t>(Bone::left_shoulder);
    constexpr auto leg = static_cast<std::size_t>(Bone::left_upper_leg);
    const auto at = static_cast<std::size_t>(left);
    return at >= leg ? at - leg + 12 : at - arm + 8;
}

}  // namespace

void BoneFamily::for_each_key(
    Bone bone, const std::function<void(std::string_view begin, std::string_view end)>& use) const {
    const Bone left = as_left(bone);
    if (left < Bone::left_thumb_metacarpal || left > Bone::left_little_distal) {
        for_each_alternative(body.at(body_place(left)), [&](std::string_view key) { use(key, {}); });
        return;
    }
    const auto place = static_cast<std::size_t>(left) - static_cast<std::size_t>(Bone::left_thumb_metacarpal);
    const std::string_view end = (place < 3 ? thumb_ends : finger_ends).at(place % 3);
    if (end == "-") return;
    for_each_alternative(fingers.at(place / 3), [&](std::string_view finger) { use(finger, end); });
}

std::span<const BoneFamily> bone_families() {
    return families;
}

bool is_left(Bone bone) {
    return bone == Bone::left_eye || (bone >= Bone::left_shoulder && bone <= Bone::left_toes);
}

Bone other_side(Bone left) {
    return static_cast<Bone>(static_cast<int>(left) + (left == Bone::left_eye ? eyes_apart : limbs_apart));
}

}  // namespace vitruvian

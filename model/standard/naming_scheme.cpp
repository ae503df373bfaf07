#include "model/standard/naming_scheme.h"

#include "model/core/at.h"
#include "model/standard/bone_name_table.h"
#include "model/standard/hanim_names.h"

#include <algorithm>

namespace vitruvian {
namespace {

constexpr auto first_left = static_cast<std::size_t>(Bone::left_shoulder);
constexpr auto first_finger = static_cast<std::size_t>(Bone::left_thumb_metacarpal);
constexpr auto first_leg = static_cast<std::size_t>(Bone::left_upper_leg);

/// Returns the left counterpart: the bone itself if it is on the left or central.
Bone left_of(Bone bone) {
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto candidate = static_cast<Bone>(i);
        if (is_left(candidate) && other_side(candidate) == bone) return candidate;
    }
    return bone;
}

/// Central bones; empty where there is none.
constexpr std::array<std::string_view, 7> hanim_trunk{
    "HumanoidRoot", "vl5", "vt10", "vt1", "vc7", "skullbase", "temporomandibular"};
constexpr std::array<std::string_view, 7> mixamo_trunk{"Hips", "Spine", "Spine1", "Spine2",
                                                       "Neck", "Head",  ""};
constexpr std::array<std::string_view, 7> unity_trunk{"Hips", "Spine", "Chest", "UpperChest",
                                                      "Neck", "Head",  "Jaw"};

/// Shoulder, upper arm, lower arm, hand, upper leg, lower leg, foot, toes.
using Limbs = std::array<std::string_view, 8>;
constexpr Limbs hanim_limbs{"sternoclavicular", "shoulder", "elbow", "wrist", "hip", "knee", "ankle",
                            "metatarsal"};
constexpr Limbs mixamo_limbs{"Shoulder", "Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot", "ToeBase"};
constexpr Limbs unity_limbs{"Shoulder", "UpperArm", "LowerArm", "Hand",
                            "UpperLeg", "LowerLeg", "Foot",     "Toes"};

std::string_view limb(const Limbs& limbs, Bone left) {
    const auto place = static_cast<std::size_t>(left);
    return place < first_finger ? limbs[place - first_left] : limbs[4 + place - first_leg];
}

std::string hanim_1_1_name(Bone bone, Bone left, bool is_right) {
    if (left == Bone::left_eye) return is_right ? "r_eyeball_joint" : "l_eyeball_joint";
    if (bone <= Bone::jaw) return std::string(at(hanim_trunk, bone));
    const std::string side = is_right ? "r_" : "l_";
    if (!is_finger(left)) return side + std::string(limb(hanim_limbs, left));
    constexpr std::array<std::string_view, 5> fingers{"thumb", "index", "middle", "ring", "pinky"};
    const std::size_t place = static_cast<std::size_t>(left) - first_finger;
    return side + std::string(fingers[place / 3]) + std::to_string(place % 3 + 1);
}

std::string mixamo_name(Bone bone, Bone left, bool is_right) {
    const std::string prefix = "mixamorig:";
    if (bone <= Bone::jaw) {
        const std::string_view name = at(mixamo_trunk, bone);
        return name.empty() ? std::string() : prefix + std::string(name);
    }
    const std::string side = prefix + (is_right ? "Right" : "Left");
    if (left == Bone::left_eye) return side + "Eye";
    if (!is_finger(left)) return side + std::string(limb(mixamo_limbs, left));
    constexpr std::array<std::string_view, 5> fingers{"Thumb", "Index", "Middle", "Ring", "Pinky"};
    const std::size_t place = static_cast<std::size_t>(left) - first_finger;
    return side + "Hand" + std::string(fingers[place / 3]) + std::to_string(place % 3 + 1);
}

std::string unity_name(Bone bone, Bone left, bool is_right) {
    if (bone <= Bone::jaw) return std::string(at(unity_trunk, bone));
    const std::string side = is_right ? "Right" : "Left";
    if (left == Bone::left_eye) return side + "Eye";
    if (!is_finger(left)) return side + std::string(limb(unity_limbs, left));
    constexpr std::array<std::string_view, 5> fingers{"Thumb", "Index", "Middle", "Ring", "Little"};
    constexpr std::array<std::string_view, 3> ends{"Proximal", "Intermediate", "Distal"};
    const std::size_t place = static_cast<std::size_t>(left) - first_finger;
    return side + std::string(fingers[place / 3]) + std::string(ends[place % 3]);
}

}  // namespace

std::string_view to_string(NamingScheme scheme) {
    switch (scheme) {
        case NamingScheme::hanim_1_1:
            return "hanim-1.1";
        case NamingScheme::hanim_2_0:
            return "hanim-2.0";
        case NamingScheme::vrm:
            return "vrm";
        case NamingScheme::mixamo:
            return "mixamo";
        case NamingScheme::unity:
            return "unity";
    }
    return "";
}

std::optional<NamingScheme> naming_scheme_from_string(std::string_view name) {
    const auto found = std::find_if(naming_schemes.begin(), naming_schemes.end(),
                                    [name](NamingScheme scheme) { return to_string(scheme) == name; });
    return found == naming_schemes.end() ? std::nullopt : std::optional(*found);
}

std::string_view title_of(NamingScheme scheme) {
    switch (scheme) {
        case NamingScheme::hanim_1_1:
            return "H-Anim 1.1";
        case NamingScheme::hanim_2_0:
            return "H-Anim 2.0";
        case NamingScheme::vrm:
            return "VRM";
        case NamingScheme::mixamo:
            return "Mixamo";
        case NamingScheme::unity:
            return "Unity";
    }
    return "";
}

std::optional<std::string> bone_name(Bone bone, NamingScheme scheme) {
    const Bone left = left_of(bone);
    const bool is_right = left != bone;
    std::string name;
    switch (scheme) {
        case NamingScheme::hanim_1_1:
            name = hanim_1_1_name(bone, left, is_right);
            break;
        case NamingScheme::hanim_2_0:
            name = hanim_joint_name(hanim_1_1_name(bone, left, is_right), HanimVersion::v2_0).name;
            break;
        case NamingScheme::vrm:
            name = to_string(bone);
            break;
        case NamingScheme::mixamo:
            name = mixamo_name(bone, left, is_right);
            break;
        case NamingScheme::unity:
            name = unity_name(bone, left, is_right);
            break;
    }
    return name.empty() ? std::nullopt : std::optional(name);
}

}  // namespace vitruvian

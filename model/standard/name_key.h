// Normalisation of joint names of many tools: "mixamorig:LeftForeArm", "forearm.L" and "DEF-forearm.L" are
// all (left, "forearm"). Independent of bones.
#pragma once

#include "model/standard/hanim_joints.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

struct NameKey {
    Side side = Side::none;
    std::string key;  // lower-case letters and digits; UTF-8 beyond ASCII
    bool operator==(const NameKey&) const = default;
};

/// Drops a namespace ("rig:", "Armature|"), tools' prefixes ("mixamorig", "Bip01", "DEF-", "J_Bip_",
/// "CC_Base_"), suffixes ("_JNT"), separators and the side (in several languages), and the leading zeros of a
/// number that stands alone ("spine_01"). Full-width letters and digits become ASCII, letters lose their
/// accents.
[[nodiscard]] NameKey name_key(std::string_view name);

/// The keys of all joints of one rig, which know more than single names do: words that most names begin or
/// end with ("Hero_Hips", "pelvis_Armature") and running numbers at the end of all ("Hips_01", "Spine_02", as
/// web viewers' converters append them) are dropped, and "lfemur" is left where there is an "rfemur", as is
/// "bras_G" beside "bras_D".
[[nodiscard]] std::vector<NameKey> rig_name_keys(const std::vector<std::string>& names);

/// Numbers without their leading zeros: "thumb01" and "thumb001" to "thumb1".
[[nodiscard]] std::string loose_key(std::string_view key);

/// Full-width forms (U+FF01 .. U+FF5E) to ASCII, as Japanese rigs mix both.
[[nodiscard]] std::string narrowed(std::string_view text);

/// The role of a joint, as indicated by its name.
enum class NameRole {
    deforming,  // moves the skin, in rigs that mark such joints: "DEF-hand.L"
    plain,      // no indication
    control,  // a control or mechanism that goes by the name of the joint it drives: "ORG-hand.L", "__Thumb1_L"
    control_twin,  // "c_head" and "Hero_c_head": a control where there is a "head", too, and else a bone of the middle
};
[[nodiscard]] NameRole name_role(std::string_view name);

/// True for a joint that only marks where its parent ends: "hand_L_end" below "hand_L".
[[nodiscard]] bool is_end_name(std::string_view name, std::string_view parent);

}  // namespace vitruvian

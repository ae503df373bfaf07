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

/// Removes a namespace ("rig:", "Armature|"), tools' prefixes ("mixamorig", "Bip01", "DEF-", "J_Bip_",
/// "CC_Base_"), suffixes ("_JNT"), separators and the side (in several languages), and the leading zeros of a
/// separate number ("spine_01"). Full-width letters and digits become ASCII, letters lose their accents.
[[nodiscard]] NameKey name_key(std::string_view name);

/// Returns the keys of all joints of a rig, which use more information than single names: words that most
/// names begin or end with ("Hero_Hips", "pelvis_Armature") and running numbers at the end of all ("Hips_01",
/// "Spine_02", as web viewers' converters append them) are removed, and "lfemur" is a left bone if there is
/// an "rfemur", as is "bras_G" with "bras_D".
[[nodiscard]] std::vector<NameKey> rig_name_keys(const std::vector<std::string>& names);

/// Appends the key with numbers without leading zeros: "thumb01" and "thumb001" become "thumb1".
template <class Text>
constexpr void append_loose_key(std::string_view key, Text& out) {
    const auto is_digit = [&key](std::size_t i) { return i < key.size() && key[i] >= '0' && key[i] <= '9'; };
    bool in_number = false;
    for (std::size_t i = 0; i < key.size(); ++i) {
        const bool leads = !in_number && key[i] == '0' && is_digit(i + 1);
        if (leads) continue;
        in_number = is_digit(i);
        out += key[i];
    }
}
[[nodiscard]] std::string loose_key(std::string_view key);

/// Converts full-width forms (U+FF01 .. U+FF5E) to ASCII, since Japanese rigs mix both.
[[nodiscard]] std::string narrowed(std::string_view text);

/// The role of a joint, as indicated by its name.
enum class NameRole {
    deforming,     // moves the skin, in rigs that mark such joints: "DEF-hand.L"
    plain,         // no indication
    control,       // a control or mechanism named after the joint it drives: "ORG-hand.L", "__Thumb1_L"
    control_twin,  // "c_head" and "Hero_c_head": a control if there is a "head" too, otherwise a central bone
};
[[nodiscard]] NameRole name_role(std::string_view name);

/// Whether it is a joint that only marks the end of its parent: "hand_L_end" below "hand_L".
[[nodiscard]] bool is_end_name(std::string_view name, std::string_view parent);

}  // namespace vitruvian

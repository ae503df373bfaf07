// Joint names of many tools brought to one form: "mixamorig:LeftForeArm", "forearm.L" and "DEF-forearm.L" are
// all (left, "forearm"). Knows no bones.
#pragma once

#include "model/humanoid/hanim_joints.h"

#include <string>
#include <string_view>

namespace vitruvian {

struct NameKey {
    Side side = Side::none;
    std::string key;  // lower-case letters and digits
    bool operator==(const NameKey&) const = default;
};

/// Drops a namespace ("rig:", "Armature|"), tools' prefixes ("mixamorig", "Bip01", "DEF-", "J_Bip_",
/// "CC_Base_"), suffixes ("_JNT"), separators and the side, and the leading zeros of a number that stands
/// alone ("spine_01").
[[nodiscard]] NameKey name_key(std::string_view name);

}  // namespace vitruvian

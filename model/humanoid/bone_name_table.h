// What public tools call the humanoid bones, as plain facts; see name_key.h for how a name becomes a key.
#pragma once

#include "model/humanoid/bone.h"

#include <array>
#include <span>
#include <string_view>

namespace vitruvian {

inline constexpr std::size_t name_family_count = 17;

/// The keys of one bone in each naming family: empty where the family has no such bone, alternatives parted
/// by '|', the better first. Sided bones stand here once, as the left one.
struct BoneNames {
    Bone bone;
    std::array<std::string_view, name_family_count> keys;
};
[[nodiscard]] std::span<const BoneNames> bone_name_table();

}  // namespace vitruvian

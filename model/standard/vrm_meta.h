// Facts about VRM's metadata.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace vitruvian {

/// Whether a member of VRM 1.0's meta is a permission: true or false, and false where it is left out
/// (VRMC_vrm 1.0, meta.md).
[[nodiscard]] inline bool is_vrm_permission(std::string_view member) {
    constexpr std::array<std::string_view, 5> all{
        "allowExcessivelyViolentUsage", "allowExcessivelySexualUsage", "allowPoliticalOrReligiousUsage",
        "allowAntisocialOrHateUsage", "allowRedistribution"};
    return std::find(all.begin(), all.end(), member) != all.end();
}

}  // namespace vitruvian

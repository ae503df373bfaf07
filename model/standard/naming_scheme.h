// Exact joint names of common conventions for the 55 humanoid bones, for renaming. Constants only,
// independent of figures. Recognition of names in rigs: bone_name_table.h.
#pragma once

#include "model/standard/bone.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace vitruvian {

enum class NamingScheme { hanim_1_1, hanim_2_0, vrm, mixamo, unity };
inline constexpr std::array naming_schemes{NamingScheme::hanim_1_1, NamingScheme::hanim_2_0,
                                           NamingScheme::vrm, NamingScheme::mixamo, NamingScheme::unity};

/// "hanim-1.1", as in commands.
[[nodiscard]] std::string_view to_string(NamingScheme scheme);
[[nodiscard]] std::optional<NamingScheme> naming_scheme_from_string(std::string_view name);
/// For display: "H-Anim 1.1".
[[nodiscard]] std::string_view title_of(NamingScheme scheme);

/// Returns the joint's name; nullopt if the scheme has no such bone (Mixamo has no jaw).
[[nodiscard]] std::optional<std::string> bone_name(Bone bone, NamingScheme scheme);

}  // namespace vitruvian

// A Humanoid's `info` field: lines of tags and values, "authorName=Jane Doe" (H-Anim 1.1, Humanoid).
#pragma once

#include "model/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// HAnimHumanoid's `version` in X3D 4, and the tag under which a figure of another version says which.
inline constexpr std::string_view x3d_hanim_version = "2.0";
inline constexpr std::string_view version_tag = "hanimVersion";

/// `name` as an NMTOKEN of XML, which X3D's names are: what it cannot have becomes '_'. Empty stays so.
[[nodiscard]] std::string name_token(std::string_view name);

/// The lines as they are written; a value under the tag "info" that is not a tag with a value stands alone.
[[nodiscard]] std::vector<std::string> info_lines(const Humanoid& humanoid);

}  // namespace vitruvian::vrml

// A Humanoid's `info` field: lines of tags and values, "authorName=Jane Doe" (H-Anim 1.1, Humanoid).
#pragma once

#include "model/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// HAnimHumanoid's `version` in X3D 4, and the tag that stores the version of a figure with another one.
inline constexpr std::string_view x3d_hanim_version = "2.0";
inline constexpr std::string_view version_tag = "hanimVersion";

/// Converts `name` to an NMTOKEN of XML, as X3D requires of names: illegal characters become '_'. Empty stays
/// empty.
[[nodiscard]] std::string name_token(std::string_view name);

/// Returns the lines to write; a value under the tag "info" that has no tag of its own is written alone.
[[nodiscard]] std::vector<std::string> info_lines(const Humanoid& humanoid);

}  // namespace vitruvian::vrml

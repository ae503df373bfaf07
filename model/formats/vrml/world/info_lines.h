// A Humanoid's `info` field: lines of tags and values, "authorName=Jane Doe" (H-Anim 1.1, Humanoid).
#pragma once

#include "model/document/document.h"

#include <string>
#include <vector>

namespace vitruvian::vrml {

/// The lines as they are written; a value under the tag "info" that is no tag with a value stands alone.
[[nodiscard]] std::vector<std::string> info_lines(const Humanoid& humanoid);

}  // namespace vitruvian::vrml

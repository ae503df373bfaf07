// How `info` tells which joint is which bone, how sure that is and why.
#pragma once

#include "app/cli/human_text.h"
#include "app/cli/json_output.h"
#include "model/document/document.h"

#include <string>
#include <string_view>

namespace vitruvian {

/// {"hips": {"confidence": 0.97, "reason": "..."}, ...} of the bones that the figure has.
[[nodiscard]] Json bone_evidence_json(const Humanoid& humanoid);

/// Adds one line of the map, with the reason where the file does not say which joint it is.
void add_bone_line(const Humanoid& humanoid, std::string_view bone, const std::string& joint, HumanText& out);

}  // namespace vitruvian

// The output of `info` for bone mapping: which joint is which bone, with confidence and reason.
#pragma once

#include "app/cli/human_text.h"
#include "app/cli/json_output.h"
#include "model/document/document.h"

#include <string>
#include <string_view>

namespace vitruvian {

/// Returns {"hips": {"confidence": 0.97, "reason": "..."}, ...} for the bones that the figure has.
[[nodiscard]] Json bone_evidence_json(const Humanoid& humanoid);

/// Adds one line of the bone map, with the reason if the mapping is not from the file.
void add_bone_line(const Humanoid& humanoid, std::string_view bone, const std::string& joint, HumanText& out);

}  // namespace vitruvian

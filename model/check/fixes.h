// Combination of the fixes of findings such that they do not conflict.
#pragma once

#include "model/check/finding.h"

#include <span>
#include <string>
#include <vector>

namespace vitruvian::check {

struct AppliedFix {
    const Finding* finding = nullptr;
    std::string title;  // of its first command
};

struct FixRound {
    std::vector<AppliedFix> fixes;
    std::vector<Command> commands;  // of all fixes, in order
    Document document;              // after applying them
};

/// Collects the fixes of `findings`, which are those of the unmodified `document`. Each object is changed for
/// one finding only, and a fix that adds or removes objects is the last: indices in later ones may be
/// invalid, so the checks must be repeated. Fixes that fail are skipped. The findings must outlive the
/// result.
[[nodiscard]] FixRound fix_round(const Document& document, std::span<const Finding> findings);

}  // namespace vitruvian::check

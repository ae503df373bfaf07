// The fixes of findings, put together so that none undoes another.
#pragma once

#include "model/check/finding.h"

#include <span>
#include <string>
#include <vector>

namespace vitruvian::check {

struct AppliedFix {
    const Finding* finding = nullptr;
    std::string title;  // of its first edit
};

struct FixRound {
    std::vector<AppliedFix> fixes;
    std::vector<Command> commands;  // of all of them, in order
    Document document;              // after them
};

/// The fixes of `findings`, which are of `document` as it is. Each object is changed for one finding alone, and where a
/// fix adds or removes things it is the last: what others name may be something else then, so that one looks again.
/// Fixes that cannot be applied are left out. The findings must outlive the round.
[[nodiscard]] FixRound fix_round(const Document& document, std::span<const Finding> findings);

}  // namespace vitruvian::check

// The report of `vitruvian check` for a person: short, by file, the most severe first.
#pragma once

#include "app/cli/human_text.h"
#include "app/report/report.h"

#include <functional>

namespace vitruvian {

/// Calls `out` with one piece after another.
void check_text(const report::Report& report, const std::function<void(const HumanText&)>& out);

}  // namespace vitruvian

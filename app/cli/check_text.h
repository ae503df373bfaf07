// The report of `vitruvian check` for a person: short, by file, the gravest first.
#pragma once

#include "app/cli/human_text.h"
#include "app/report/report.h"

namespace vitruvian {

[[nodiscard]] HumanText check_text(const report::Report& report);

}  // namespace vitruvian

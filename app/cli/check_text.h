// The terminal report of `vitruvian check`: short, by file, most severe findings first.
#pragma once

#include "app/cli/human_text.h"
#include "app/report/report.h"

#include <functional>

namespace vitruvian {

/// Passes the report to `out` piece by piece.
void check_text(const report::Report& report, const std::function<void(const HumanText&)>& out);

}  // namespace vitruvian

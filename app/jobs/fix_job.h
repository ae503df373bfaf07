// Applies the fixes of findings in several rounds, since fixing one problem may reveal another.
#pragma once

#include "app/jobs/check_job.h"

#include <string>
#include <vector>

namespace vitruvian {

struct FixedFinding {
    std::string id;
    std::string kind;
    std::string object;
    std::string title;  // of the edit
};

/// Applies the fixes of the findings of `job` to `document`. In one round each object is changed for one
/// finding only; the next round checks again. Fixes that cannot be applied are skipped; after five rounds the
/// remaining findings are left.
[[nodiscard]] std::vector<FixedFinding> fix_document(Document& document, const CheckJob& job);

}  // namespace vitruvian

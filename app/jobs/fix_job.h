// The fixes of findings, applied: round after round, since one fixed problem may reveal another.
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

/// Applies to `document` the fixes of what `job` finds. In one round each object is changed for one finding alone; the
/// next round looks again. Fixes that cannot be applied are left; after five rounds what remains remains.
[[nodiscard]] std::vector<FixedFinding> fix_document(Document& document, const CheckJob& job);

}  // namespace vitruvian

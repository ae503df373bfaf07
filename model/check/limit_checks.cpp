// Joint limits and stiffness.
#include "model/check/findings.h"
#include "model/check/subject.h"

namespace vitruvian::check {

std::span<const CheckInfo> limit_checks() {
    return {};
}

}  // namespace vitruvian::check

// Scales, mirrors and matrices.
#include "model/check/findings.h"
#include "model/check/subject.h"

namespace vitruvian::check {

std::span<const CheckInfo> transform_checks() {
    return {};
}

}  // namespace vitruvian::check

// Weights and binding.
#include "model/check/findings.h"
#include "model/check/subject.h"

namespace vitruvian::check {

std::span<const CheckInfo> skin_checks() {
    return {};
}

}  // namespace vitruvian::check

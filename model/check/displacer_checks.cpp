// Displacers and morph targets.
#include "model/check/findings.h"
#include "model/check/subject.h"

namespace vitruvian::check {

std::span<const CheckInfo> displacer_checks() {
    return {};
}

}  // namespace vitruvian::check

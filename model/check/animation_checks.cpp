// Clips.
#include "model/check/findings.h"
#include "model/check/subject.h"

namespace vitruvian::check {

std::span<const CheckInfo> animation_checks() {
    return {};
}

}  // namespace vitruvian::check

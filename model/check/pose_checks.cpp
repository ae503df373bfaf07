// How a figure stands at rest.
#include "model/check/findings.h"
#include "model/check/subject.h"

namespace vitruvian::check {

std::span<const CheckInfo> pose_checks() {
    return {};
}

}  // namespace vitruvian::check

// Sites, masses and the map of bones.
#include "model/check/findings.h"
#include "model/check/subject.h"

namespace vitruvian::check {

std::span<const CheckInfo> site_and_mass_checks() {
    return {};
}

}  // namespace vitruvian::check

// Writes the manikin as VRML97 with the H-Anim 1.1 PROTOs.
#pragma once

#include "assets/manikin/body.h"
#include "assets/manikin/displacers.h"
#include "assets/manikin/motion.h"

#include <string>

namespace vitruvian::manikin {

[[nodiscard]] std::string to_vrml(const Skeleton& skeleton, const Shells& shells,
                                  const Displacers& displacers, const std::vector<Motion>& motions);

}  // namespace vitruvian::manikin

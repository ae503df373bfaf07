// Materials as expressions change them. Knows nothing of drawing.
#pragma once

#include "model/document/document.h"

#include <span>
#include <vector>

namespace vitruvian {

/// Returns the document's materials where its displacers have these weights: each change is added in proportion, and
/// several add up (VRMC_vrm 1.0, expressions).
[[nodiscard]] std::vector<Material> changed_materials(const Document& document,
                                                      std::span<const float> weights);

}  // namespace vitruvian

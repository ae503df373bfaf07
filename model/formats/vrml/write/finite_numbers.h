// Removes NaN and infinities, which no encoding can store and which absurd transforms produce.
#pragma once

#include "model/formats/vrml/write/output_node.h"

#include <cstddef>

namespace vitruvian::vrml {

/// Replaces every number of the scene that is not finite by 0; returns in how many fields.
std::size_t make_finite(OutputScene& scene);

}  // namespace vitruvian::vrml

// No encoding knows NaN or infinities, which absurd transforms multiply to.
#pragma once

#include "model/formats/vrml/write/output_node.h"

#include <cstddef>

namespace vitruvian::vrml {

/// Puts 0 in place of every number of the scene that is not finite; in how many fields.
std::size_t make_finite(OutputScene& scene);

}  // namespace vitruvian::vrml

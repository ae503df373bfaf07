// Definitions before their uses: a file is read from its beginning, and most readers ask for that
// (VRML97 4.6.2).
#pragma once

#include "model/formats/vrml/write/output_node.h"

namespace vitruvian::vrml {

/// Where a USE comes before the definition it means, in the order in which all encodings write nodes, the two
/// change places.
void put_definitions_first(std::vector<OutputNode>& roots);

}  // namespace vitruvian::vrml

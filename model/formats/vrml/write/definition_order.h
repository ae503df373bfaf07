// Puts definitions before their uses, since files are read from the beginning and most readers require it
// (VRML97 4.6.2).
#pragma once

#include "model/formats/vrml/write/output_node.h"

namespace vitruvian::vrml {

/// Where a USE precedes its definition, in the order in which all encodings write nodes, the two are swapped.
void put_definitions_first(std::vector<OutputNode>& roots);

}  // namespace vitruvian::vrml

// Words for objects that have no name in their file.
#pragma once

#include "model/document/document.h"
#include "model/document/item.h"

#include <string>

namespace vitruvian::rig_diff {

/// "#12 (leftHand) below l_elbow": the number in the list of its kind, the bone, and the nearest node above it
/// that has a name; "#1 of the mesh Body": a material, and the first mesh that wears it. Empty if the item does
/// not exist.
[[nodiscard]] std::string unnamed_in_words(const Document& document, const Item& item);

/// The same for the joint at a node; the number of the node where that is no joint.
[[nodiscard]] std::string unnamed_in_words(const Document& document, int node);

}  // namespace vitruvian::rig_diff

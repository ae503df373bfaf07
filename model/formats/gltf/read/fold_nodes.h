// Takes nodes out of a document that only carry something: what is below them goes to the node above.
#pragma once

#include "model/document/document.h"

#include <vector>

namespace vitruvian::gltf {

/// Removes the nodes for which `wanted` is set. Meshes, cameras, lights and children move to the nearest node
/// above that stays (-1: the world), placed by the removed nodes' rest transforms, so that nothing moves. A
/// node stays all the same where it is a joint, site, bone or humanoid, where a clip moves it, or where a
/// skin would be left without a node. Returns the new number of each old node; -1: removed.
std::vector<int> fold_nodes(Document& document, std::vector<bool> wanted);

}  // namespace vitruvian::gltf

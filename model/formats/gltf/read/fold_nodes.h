// Removes nodes of a document that only carry something; their contents and children move to the parent.
#pragma once

#include "model/document/document.h"

#include <vector>

namespace vitruvian::gltf {

/// Removes the nodes for which `wanted` is set. Meshes, cameras, lights and children move to the nearest
/// ancestor that stays (-1: the world), with the removed nodes' rest transforms applied, so that nothing
/// changes place. A node is kept nevertheless where it is a joint, site, bone or humanoid, where a clip
/// animates it, or where a skin would be left without a node. Returns the new index of each old node; -1:
/// removed.
std::vector<int> fold_nodes(Document& document, std::vector<bool> wanted);

}  // namespace vitruvian::gltf

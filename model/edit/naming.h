// Which joints a naming convention calls otherwise than they are called: what RenameJoints does, and its preview.
#pragma once

#include "model/document/item.h"
#include "model/standard/naming_scheme.h"

#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

/// Joints of a humanoid (index into Document::humanoids), and of an H-Anim figure that gets H-Anim names also segments
/// and sites, with their new names; those whose name stays are left out. All names together are unique: where two joints
/// would get one name, the second keeps its own. H-Anim figures go by their joints' names first, others by their bones.
[[nodiscard]] std::vector<std::pair<Item, std::string>> renames_to(const Document& document, int humanoid,
                                                                   NamingScheme scheme);

}  // namespace vitruvian

// Renaming of joints to a naming convention, for RenameJoints and its preview.
#pragma once

#include "model/document/item.h"
#include "model/standard/naming_scheme.h"

#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

/// Returns the joints of a humanoid (index into Document::humanoids) whose name changes, with their new
/// names; for an H-Anim figure that gets H-Anim names also segments and sites. All names are unique: if two
/// joints would get the same name, the second keeps its own. H-Anim figures are matched by joint names first,
/// others by bones.
[[nodiscard]] std::vector<std::pair<Item, std::string>> renames_to(const Document& document, int humanoid,
                                                                   NamingScheme scheme);

}  // namespace vitruvian

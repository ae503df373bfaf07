// Materials under names of their own, and those that are alike made one: what TidyMaterials does to a document.
#pragma once

#include "model/document/document.h"

#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

struct MaterialTidying {
    std::vector<int> becomes;  // of each material the one that it becomes: itself, or one before it
    std::vector<std::pair<int, std::string>> names;  // new ones, of materials that stay
    int merged = 0;
};

/// A material becomes the first that is the same in all but its name, as a Material and, where the document was read, in
/// the file's own words; one that more than meshes refers to stays, and takes none in. Of those that share a name the
/// first keeps it: "skin", "skin_2"; one without a name is called after its number among those that stay: "material_3".
[[nodiscard]] MaterialTidying plan_tidying(const Document& document);

/// "2 merged, 1 named", "nothing to do".
[[nodiscard]] std::string tidying_text(const Document& document);

}  // namespace vitruvian

// Merging of equal materials and unique material names, for the command TidyMaterials.
#pragma once

#include "model/document/document.h"

#include <string>
#include <utility>
#include <vector>

namespace vitruvian {

struct MaterialTidying {
    std::vector<int> becomes;  // for each material the one that replaces it: itself, or an earlier one
    std::vector<std::pair<int, std::string>> names;  // new names of remaining materials
    int merged = 0;
};

/// A material is replaced by the first one that differs only in name, as a Material and, if the document was
/// read from a file, in the file's source; a material referred to by anything but meshes is neither replaced
/// nor a replacement. Of materials with the same name the first keeps it: "skin", "skin_2"; one without a
/// name is named by its index among the remaining ones: "material_3".
[[nodiscard]] MaterialTidying plan_tidying(const Document& document);

/// "2 merged, 1 named", "nothing to do".
[[nodiscard]] std::string tidying_text(const Document& document);

}  // namespace vitruvian

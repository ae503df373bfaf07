// Pictures that a world names and that are not on this disk, and films: a document has none of them, but their addresses
// stay.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/output_node.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vitruvian::vrml {

struct AbsentTexture {
    std::vector<std::string> urls;
    bool repeat_s = true;
    bool repeat_t = true;
    std::optional<OutputNode> film;  // instead of all that
};

/// By index into Document::materials. Empty where the document was read from no world, or all its pictures were found.
/// Reads the source's bytes again. Films that stand elsewhere are reported.
[[nodiscard]] std::map<int, AbsentTexture> absent_textures(const Document& document, bool vrml97,
                                                           Diagnostics& notes);

}  // namespace vitruvian::vrml

// Pictures that a world names and that are not on this disk: a document has none of them, but their addresses stay.
#pragma once

#include "model/document/document.h"

#include <map>
#include <string>
#include <vector>

namespace vitruvian::vrml {

struct AbsentTexture {
    std::vector<std::string> urls;
    bool repeat_s = true;
    bool repeat_t = true;
};

/// By index into Document::materials. Empty where the document was read from no world, or all its pictures were found.
/// Reads the source's bytes again.
[[nodiscard]] std::map<int, AbsentTexture> absent_textures(const Document& document);

}  // namespace vitruvian::vrml

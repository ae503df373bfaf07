// Images that a world refers to and that are not on this disk, and movies: a document does not hold them, but
// their URLs are kept.
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
    std::optional<OutputNode> film;  // replaces all of these
    bool is_alone = false;           // the Appearance has no Material: the picture would be shown unlit
};

/// By index into Document::materials. Empty where the document was not read from a world, or all its images
/// were found. Reads the source's bytes again. Movies that are in other folders are reported.
[[nodiscard]] std::map<int, AbsentTexture> absent_textures(const Document& document, bool vrml97,
                                                           Diagnostics& notes);

}  // namespace vitruvian::vrml

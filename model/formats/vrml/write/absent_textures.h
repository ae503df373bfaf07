// Images that a world refers to and that are not on this disk, and movies: a document does not hold them, but
// their URLs are kept.
#pragma once

#include "model/document/document.h"
#include "model/formats/vrml/write/output_node.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::vrml {

struct AbsentPicture {
    std::vector<std::string> urls;
    bool repeat_s = true;
    bool repeat_t = true;
};

struct AbsentTextures {
    std::optional<AbsentPicture> color;
    std::optional<OutputNode> film;  // in its place
    /// Those of X3D 4's materials, by field (a literal).
    std::vector<std::pair<std::string_view, AbsentPicture>> own;
    bool is_alone = false;  // the Appearance has no Material: the picture would be shown unlit
};

/// By index into Document::materials. Empty where the document was not read from a world, or all its images
/// were found. Reads the source's bytes again. Movies that are in other folders are reported.
[[nodiscard]] std::map<int, AbsentTextures> absent_textures(const Document& document, bool vrml97,
                                                            Diagnostics& notes);

}  // namespace vitruvian::vrml

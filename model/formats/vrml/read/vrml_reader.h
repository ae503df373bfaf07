// Reads VRML97 with H-Anim 1.1 (and later X3D) into a Document.
#pragma once

#include "model/document/document.h"
#include "model/io/load_options.h"

#include <string_view>

namespace vitruvian {

/// Reads a VRML97 world. Relative URLs (textures) are resolved in `folder`.
[[nodiscard]] Result<Document> read_vrml(std::string_view text, const std::string& name,
                                         const std::filesystem::path& folder, const LoadOptions& options);

}  // namespace vitruvian

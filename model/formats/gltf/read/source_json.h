// The JSON of the glTF file that a document was read from, for writers that carry over what documents do not
// hold.
#pragma once

#include "model/formats/gltf/read/library_json.h"

#include <optional>

namespace vitruvian {
struct DocumentSource;
}

namespace vitruvian::gltf {

/// Parses the file again, without its diagnostics; nullopt if another program has changed it in place since.
[[nodiscard]] std::optional<Json> source_json(const DocumentSource& source);

}  // namespace vitruvian::gltf

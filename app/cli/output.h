// What the commands write: a document to a file or standard output.
#pragma once

#include "model/io/save_options.h"

#include <string>

namespace vitruvian {

/// Writes a document as save_document does, or, where `path` is "-", its one file to standard output; what was not
/// carried. Errors as save_document.
[[nodiscard]] Result<SavedDocument> write_document(const Document& document, const std::string& path,
                                                   const SaveOptions& save);

}  // namespace vitruvian

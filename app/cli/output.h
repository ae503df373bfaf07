// Output of the commands: a document to a file or standard output.
#pragma once

#include "model/io/save_options.h"

#include <string>

namespace vitruvian {

/// Writes a document like save_document, or, if `path` is "-", its single file to standard output; the result
/// lists what was left out. Errors as save_document.
[[nodiscard]] Result<SavedDocument> write_document(const Document& document, const std::string& path,
                                                   const SaveOptions& save);

}  // namespace vitruvian

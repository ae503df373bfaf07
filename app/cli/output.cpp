#include "app/cli/output.h"

#include "app/cli/console.h"
#include "model/formats/save.h"

#include <fmt/format.h>

namespace vitruvian {
namespace {

/// Writes one file to standard output; formats that need side files cannot be written there.
Result<SavedDocument> to_standard_output(const Document& document, const SaveOptions& save) {
    Result<EncodedDocument> encoded = encode_document(document, save);
    if (!encoded) return tl::unexpected(encoded.error());
    if (!encoded->side_files.empty()) {
        return fail(
            "cannot-write",
            fmt::format("this takes {} files beside the main one (the first is {}), and standard output "
                        "takes one: write to a file, or to a format that holds all, as glb",
                        encoded->side_files.size(), encoded->side_files.front().name.string()));
    }
    if (Result<void> written = write_output("-", encoded->bytes); !written) {
        return tl::unexpected(written.error());
    }
    return SavedDocument{std::move(encoded->notes), {}, Kept::all};
}

}  // namespace

Result<SavedDocument> write_document(const Document& document, const std::string& path,
                                     const SaveOptions& save) {
    SaveOptions options = save;
    options.is_last = true;
    return path == "-" ? to_standard_output(document, options) : save_document(document, path, options);
}

}  // namespace vitruvian

// Writes documents to files. A document that is saved in the format it was read from keeps every byte that
// was not edited; in another format it is rewritten, and what that format cannot store is reported.
#pragma once

#include "model/io/save_options.h"

#include <filesystem>

namespace vitruvian {

/// Returns the format for a path's suffix (".wrl", ".x3d", ".x3dv", ".x3dj", ".json", ".gltf", ".glb",
/// ".vrm", ".bvh"; also with ".gz"), or unknown.
[[nodiscard]] FileFormat format_for_path(const std::filesystem::path& path);

/// Whether a path's suffix means gzip: ".gz", ".wrz".
[[nodiscard]] bool is_compressed_path(const std::filesystem::path& path);

/// Encodes the document in memory. In the format that it was read from, only edits are changed, unless the
/// options ask for other names or for a rewrite, or another program has changed its files and they are not
/// written over unasked: then it is written anew, from what was read. Errors: "format-not-written",
/// "source-changed" (another program has changed its files), and those of patch_world.
[[nodiscard]] Result<EncodedDocument> encode_document(const Document& document, const SaveOptions& options);

/// Encodes and writes all files or none (see save_plan.h). Errors also "cannot-write" and "file-changed"
/// (another program changed the file: see SaveOptions::replaces).
[[nodiscard]] Result<SavedDocument> save_document(const Document& document, const std::filesystem::path& path,
                                                  SaveOptions options = {});
/// Like save_document, and the files that are replaced are kept beside them (`keeps_previous` of
/// write_together).
[[nodiscard]] Result<SavedDocument> save_keeping_previous(const Document& document,
                                                          const std::filesystem::path& path,
                                                          SaveOptions options = {});

}  // namespace vitruvian

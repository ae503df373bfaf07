// Converts a glTF file to the other container, with the files beside it.
#pragma once

#include "model/formats/gltf/patch/json_edits.h"
#include "model/formats/gltf/read/library_json.h"
#include "model/io/save_options.h"

#include <filesystem>

namespace vitruvian::gltf {

/// Converts `file.bytes` from .gltf to .glb or the other way round. For a GLB, all buffers and images that
/// can be read (from `folder`, or from data URIs) are put into the binary chunk without being re-encoded;
/// from a GLB, the chunk becomes a separate file named after `options.name`. Extensions, extras and the order
/// of keys are kept.
[[nodiscard]] Result<EncodedDocument> repack(EncodedDocument file, bool to_glb_container,
                                             const std::filesystem::path& folder, const SaveOptions& options);

/// Adds the files in `folder` that `root`'s buffers and images refer to to `file.side_files`, for a file that
/// is saved in another folder; where a side file gets another name, the change goes into `edits` of `root`'s
/// text. A file that cannot be read, or is neither a buffer nor an image, is noted and left out; so is the
/// first buffer where `has_own_buffer` (see add_changed_buffer).
void add_references(const Json& root, const std::filesystem::path& folder, const SaveOptions& options,
                    bool has_own_buffer, EncodedDocument& file, JsonEdits& edits);

/// Adds the changed `bytes` of the first buffer, which is a file in `folder`, to `file.side_files`: under its
/// name where `source`, the file that refers to it, is saved in place or in another folder; otherwise under that
/// of `options.name`, and the original stays as it is.
void add_changed_buffer(const Json& root, const std::vector<std::byte>& bytes,
                        const std::filesystem::path& source, const std::filesystem::path& folder,
                        const SaveOptions& options, EncodedDocument& file, JsonEdits& edits);

}  // namespace vitruvian::gltf

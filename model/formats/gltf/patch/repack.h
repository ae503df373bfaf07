// A glTF file in the other container, and what lies beside it.
#pragma once

#include "model/formats/gltf/patch/json_edits.h"
#include "model/formats/gltf/read/library_json.h"
#include "model/io/save_options.h"

#include <filesystem>

namespace vitruvian::gltf {

/// `file.bytes`, a .gltf or a .glb, as the other one. To a GLB all buffers and images that can be read (from
/// `folder`, or from data URIs) go into the binary chunk, without being re-encoded; from a GLB the chunk
/// goes to a file beside, named after `options.name`. Extensions, extras and the order of keys stay.
[[nodiscard]] Result<EncodedDocument> repack(EncodedDocument file, bool to_glb_container,
                                             const std::filesystem::path& folder, const SaveOptions& options);

/// Adds the files in `folder` that `root`'s buffers and images name to `file.side_files`, where the file is
/// to be saved in another folder; what they are called there otherwise goes into `edits` of `root`'s text.
/// What cannot be read, or is not a buffer and no picture, is noted and left out.
void add_references(const Json& root, const std::filesystem::path& folder, const SaveOptions& options,
                    EncodedDocument& file, JsonEdits& edits);

}  // namespace vitruvian::gltf

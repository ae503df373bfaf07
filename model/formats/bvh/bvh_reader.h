// BVH (Biovision hierarchy) motion files to a Document: a rig without meshes, its bones by name, and one
// clip. The format has no specification; where programs differ, the comments in bvh_reader.cpp say what is
// done.
#pragma once

#include "model/document/document.h"
#include "model/io/load_options.h"

#include <string_view>

namespace vitruvian {

/// Reads a BVH file held in memory. Errors carry line and column. Lengths are the file's units, whatever they
/// are; +Y need not be up (see BodyFrame).
[[nodiscard]] Result<Document> read_bvh(std::string_view text, const std::string& name,
                                        const LoadOptions& options);

}  // namespace vitruvian

// Reads glTF 2.0, GLB and VRM into a Document.
#pragma once

#include "model/document/document.h"
#include "model/io/load_options.h"

namespace vitruvian {

/// Reads a .gltf or .glb held in memory; relative URIs are resolved in `folder`.
[[nodiscard]] Result<Document> read_gltf(std::span<const std::byte> bytes, const std::string& name,
                                         const std::filesystem::path& folder, const LoadOptions& options);

}  // namespace vitruvian

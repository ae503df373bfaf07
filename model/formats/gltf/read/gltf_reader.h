// Reads glTF 2.0, GLB and VRM into a Document.
#pragma once

#include "model/document/document.h"
#include "model/io/load_options.h"

#include <vector>

namespace vitruvian {

/// Reads a .gltf or .glb held in memory; relative URIs are resolved in `folder`.
[[nodiscard]] Result<Document> read_gltf(std::span<const std::byte> bytes, const std::string& name,
                                         const std::filesystem::path& folder, const LoadOptions& options);

/// Returns the glTF node that carries each mesh of the document; -1 for other formats. Node::source_index is that of the
/// joint where VITRUVIAN_hanim makes the mesh a segment's; the file is then read again.
[[nodiscard]] std::vector<int> nodes_of_meshes(const Document& document);

}  // namespace vitruvian

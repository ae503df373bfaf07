// Rearranges a document to match how its saved file reads: with the nodes that only the file has, and with
// its lists in the file's order.
#pragma once

#include "model/formats/gltf/patch/structure_edits.h"

#include <optional>

namespace vitruvian::gltf {

/// Divides displacers as glTF does: a displacer of meshes on several nodes becomes one per node, and all
/// primitives of a node get the same number of morph targets. H-Anim's displacers are left as they are.
/// `places` are those of the file as it was read.
void divide_displacers(Document& document, const Places& places);

/// Returns the document with its lists in the order of `found`, the file read with the edits applied; nullopt
/// where the numbers of elements differ. `places` are those of the file as it was read.
[[nodiscard]] std::optional<Document> as_found(const TracedDocument& found, const StructureEdits& edits,
                                               const Places& places, Document document);

}  // namespace vitruvian::gltf

// A document as the file reads in which it is to be saved: with the nodes that only the file has, and its lists in the
// file's order.
#pragma once

#include "model/formats/gltf/patch/structure_edits.h"

#include <optional>

namespace vitruvian::gltf {

/// The document as glTF divides it: a displacer of meshes on several
/// nodes is one of each of them, and the primitives of a node have as many morph targets each. H-Anim's
/// stay as they are. `places` are of the file as it was.
void divide_displacers(Document& document, const Places& places);

/// The document with its lists in the order of `found`, which is the file with the edits; nullopt where `found` has not as
/// many of everything. `places` are of the file as it was.
[[nodiscard]] std::optional<Document> as_found(const TracedDocument& found, const StructureEdits& edits,
                                               const Places& places, Document document);

}  // namespace vitruvian::gltf

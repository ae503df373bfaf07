// Saves a glTF file that was read: edits are made in its JSON text, all other bytes are kept.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian::gltf {

/// Returns the document's source with the differences applied: names, local transforms, morph weights,
/// joints' limits, stiffness and centres (in VITRUVIAN_hanim, which is added if missing), segments' masses,
/// the inverse bind matrices of moved joints, bones (in the extension that maps them, which is added if
/// missing), expression weights, cameras, material factors, added and removed clips, and the humanoid
/// extension that `options` ask for. The result is read back and compared with the document. New numbers are
/// appended to the binary chunk, or stored in a separate buffer. An unedited document gives the bytes as they
/// were read.
/// Where `options.format` is the other container (a .gltf as .glb, or the other way round), the edited JSON
/// is repacked with all buffers and images.
/// Errors: "save-structure" where the document has other differences, "source-changed" where the bytes are no
/// longer those that were read, and those of write_gltf.
[[nodiscard]] Result<EncodedDocument> patch_source(const Document& document, const SaveOptions& options);

}  // namespace vitruvian::gltf

// Saving a glTF file that was read: what was edited is changed in its JSON text, all else keeps its bytes.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian::gltf {

/// The document's source with what differs from it put in: names, local transforms, morph weights, joints'
/// limits, stiffness and centres (in VITRUVIAN_hanim, which is added where there is none), segments' masses,
/// the inverse bind matrices of moved joints, bones (in the extension that maps them, which is added where
/// there is none), faces' weights, cameras, materials' factors, clips that came or went, and the humanoid
/// extension that `options` ask for. The result is read again and compared with the document. New numbers
/// stand behind the old ones in the binary chunk, or in a buffer of their own. An unedited document gives the
/// bytes as they were.
/// Where `options.format` is of the other container (a .gltf as .glb, or the other way round) the edited JSON
/// is repacked with all buffers and images.
/// Errors: "save-structure" where the document differs in more than that, "source-changed" where the bytes no
/// longer are those that were read, and those of write_gltf.
[[nodiscard]] Result<EncodedDocument> patch_source(const Document& document, const SaveOptions& options);

}  // namespace vitruvian::gltf

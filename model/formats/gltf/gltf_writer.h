// Writes a Document as glTF 2.0, GLB or VRM.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian {

/// `options.format` (or the document's own) is gltf, glb or vrm. A document of another format is written from
/// scratch: nodes, meshes with skins and morph targets, materials, images, cameras, lights
/// (KHR_lights_punctual) and animations, and the humanoid extensions that `options` ask for. H-Anim figures
/// get EXT_skeleton_humanoid with VITRUVIAN_hanim, from which they are read back without loss.
/// A document that was read from glTF keeps everything that was not edited (see source_patch.h). With
/// ClipForm::ext or vrma only the clips are written, on a skeleton without meshes (see bone_clip.h). Errors:
/// "no-humanoid-clip", "source-changed", "vrm-bones-missing", "no-humanoid", "gltf-too-large" (over 4 GiB).
[[nodiscard]] Result<EncodedDocument> write_gltf(const Document& document, const SaveOptions& options);

/// Notes extras of a glTF source that other programs put there and that only its own file has.
void note_lost_extras(const Document& document, Diagnostics& notes);

}  // namespace vitruvian

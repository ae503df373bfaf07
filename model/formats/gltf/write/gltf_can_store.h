// Which fields of a document a glTF file can store.
#pragma once

#include "model/document/differences.h"
#include "model/io/save_options.h"

namespace vitruvian::gltf {

/// False where a glTF file with the figure's humanoid extension cannot store the field: what only H-Anim knows
/// of a figure that is none, faces of a figure that is not VRM's, backgrounds, how VRML's lights fade.
/// `document` is the one that is written; an empty field is the whole thing.
[[nodiscard]] bool gltf_can_store(const Difference& difference, const Document& document,
                                  HumanoidExtension extension);

/// Whether the clip's last key says how long it is, as glTF has it.
[[nodiscard]] bool ends_with_last_key(const Clip& clip);

/// Notes what of a document that is written from scratch is left out ("left-out").
void note_what_gltf_lacks(const Document& document, const SaveOptions& options, Diagnostics& notes);

}  // namespace vitruvian::gltf

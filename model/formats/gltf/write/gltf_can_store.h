// Which fields of a document a glTF file can store.
#pragma once

#include "model/document/differences.h"
#include "model/io/save_options.h"

namespace vitruvian::gltf {

/// Returns false where a glTF file with the figure's humanoid extension cannot store the field: H-Anim data
/// of a figure that is not an H-Anim figure, expressions of a figure without VRM, backgrounds, attenuation of
/// VRML's lights. `document` is the one that is written; an empty field means the whole element.
[[nodiscard]] bool gltf_can_store(const Difference& difference, const Document& document,
                                  HumanoidExtension extension);

/// Whether the clip's duration is the time of its last key, as in glTF.
[[nodiscard]] bool ends_with_last_key(const Clip& clip);

/// Notes the parts of a document written from scratch that are left out ("left-out").
void note_what_gltf_lacks(const Document& document, const SaveOptions& options, Diagnostics& notes);

}  // namespace vitruvian::gltf

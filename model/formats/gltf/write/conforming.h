// Figures as EXT_skeleton_humanoid wants them before they are written with it, and what is said where they are not.
#pragma once

#include "model/edit/conform.h"
#include "model/formats/gltf/write/writing.h"

namespace vitruvian::gltf {

/// Whether a file that is written from scratch has the extension for this figure: it was asked for, or the figure has it, or
/// what only VITRUVIAN_hanim can carry.
[[nodiscard]] bool gets_extension(const Document& document, const SaveOptions& options, std::size_t humanoid);

/// The document with the figures that get the extension in its reference pose and axes (model/edit/conform.h); as it is
/// where the options keep binds, or ask for clips alone.
[[nodiscard]] Conformed conformed_for_extension(const Document& document, const SaveOptions& options,
                                                Diagnostics& notes);

/// Notes which of the extension's rules the figure breaks as it is written ("ext-reference-pose", "ext-bone-order").
void note_broken_rules(Writing& writing, int humanoid);

/// Notes that the figure rests otherwise in the file than in the document: in the T-pose that VRM and KHR_character want.
void note_new_rest(Writing& writing, HumanoidExtension wanted);

}  // namespace vitruvian::gltf

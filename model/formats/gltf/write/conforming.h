// Converts figures to the form that EXT_skeleton_humanoid requires, and reports where they do not conform.
#pragma once

#include "model/edit/conform.h"
#include "model/formats/gltf/write/writing.h"

#include <string>
#include <string_view>

namespace vitruvian::gltf {

/// Whether a file written from scratch gets the extension for this figure: it was asked for, or the figure
/// already has it or has data that only VITRUVIAN_hanim can store.
[[nodiscard]] bool gets_extension(const Document& document, const SaveOptions& options, std::size_t humanoid);

/// Returns the document with the figures that get the extension in its reference pose and axes
/// (model/edit/conform.h); unchanged where the options keep bind poses or ask for clips alone.
[[nodiscard]] Conformed conformed_for_extension(const Document& document, const SaveOptions& options,
                                                Diagnostics& notes);

/// Notes which bones of the figure `name` are not below the bones that a format's hierarchy has above them: other programs turn
/// these from the wrong parent where they play another figure's clip.
void note_bone_order(Writing& writing, const std::string& name, const BoneMap& bones, const char* code,
                     std::string_view whose);

/// Notes which of the extension's rules the written figure violates ("ext-reference-pose", "ext-bone-order").
void note_broken_rules(Writing& writing, int humanoid);

/// Notes that the figure's rest pose in the file differs from the document's: it is the T-pose that VRM and
/// KHR_character require.
void note_new_rest(Writing& writing, HumanoidExtension wanted);

}  // namespace vitruvian::gltf

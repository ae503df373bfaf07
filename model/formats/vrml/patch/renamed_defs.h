// Names that are DEF names, and DEF names that follow the names of joints: those that get the name of another version of
// H-Anim, so that "hanim_l_ankle" goes with "l_ankle", since the DEF name is to be the joint's name behind a prefix (H-Anim
// 1.1, the Joint PROTO); any other name leaves the DEF name alone.
#pragma once

#include "model/document/differences.h"
#include "model/formats/vrml/patch/field_text.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/syntax/text_edits.h"

#include <span>

namespace vitruvian::vrml {

/// In the definitions, USEs and ROUTEs of joints, materials and plain groups that `changes` rename. DEF names of joints that
/// say something else, that the file exports, or whose new form is taken stay as they are. Error: "save-structure".
[[nodiscard]] Result<TextEdits> renamed_def_edits(const OpenedWorld& opened, Encoding encoding,
                                                  const Document& document,
                                                  std::span<const Difference> changes);

}  // namespace vitruvian::vrml

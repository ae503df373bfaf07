// Renames things whose names are DEF names, and DEF names that follow the names of joints. When a joint gets
// its name of another H-Anim version, its DEF name follows ("hanim_l_ankle" with "l_ankle"), since it should
// be the joint's name with a prefix (H-Anim 1.1, the Joint PROTO); other renames keep the DEF name.
#pragma once

#include "model/document/differences.h"
#include "model/formats/vrml/patch/field_text.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/syntax/text_edits.h"

#include <span>

namespace vitruvian::vrml {

/// Returns edits of the definitions, USEs and ROUTEs of joints, materials and plain groups that `changes`
/// rename. A joint's DEF name is kept where it is not derived from the joint's name, is exported, or its new
/// form is taken. Error: "save-structure".
[[nodiscard]] Result<TextEdits> renamed_def_edits(const OpenedWorld& opened, Encoding encoding,
                                                  const Document& document,
                                                  std::span<const Difference> changes);

}  // namespace vitruvian::vrml

// DEF names that follow the names of what they define. Of joints those that get the name of another version of H-Anim:
// "hanim_l_ankle" goes with "l_ankle", since the DEF name is to be the joint's name behind a prefix (H-Anim 1.1, the
// Joint PROTO); any other name leaves the DEF name alone. Of materials all, whose names are DEF names.
#pragma once

#include "model/document/differences.h"
#include "model/formats/vrml/patch/field_text.h"
#include "model/formats/vrml/read/opened_world.h"
#include "model/formats/vrml/syntax/text_edits.h"

#include <span>

namespace vitruvian::vrml {

/// In the definitions, USEs and ROUTEs of what `changes` rename. DEF names that say something else, that the file
/// exports, or whose new form is taken stay as they are.
[[nodiscard]] TextEdits renamed_def_edits(const OpenedWorld& opened, Encoding encoding,
                                          const Document& document, std::span<const Difference> changes);

}  // namespace vitruvian::vrml

// Which fields of a document a VRML97 or X3D world with H-Anim figures can store.
#pragma once

#include "model/document/differences.h"

namespace vitruvian::vrml {

/// Returns false where no world of this format can store the field: bones (which follow from joint names),
/// expressions, material properties beyond those of VRML's materials, or of X3D 4's. An empty field means the
/// whole element.
[[nodiscard]] bool world_can_store(Part part, std::string_view field, FileFormat format);

/// Notes the parts of a document written from scratch that are left out ("left-out"), except for what the
/// writers of materials and clips report themselves.
void note_what_worlds_lack(const Document& document, FileFormat format, Diagnostics& notes);

}  // namespace vitruvian::vrml

// Which fields of a document a VRML97 or X3D world with H-Anim figures can store.
#pragma once

#include "model/document/differences.h"

namespace vitruvian::vrml {

/// False where no world of this format can store the field: bones (a joint's name gives them), expressions, what a
/// surface has beyond VRML's materials, or X3D 4's. An empty field is the whole thing.
[[nodiscard]] bool world_can_store(Part part, std::string_view field, FileFormat format);

/// Notes what of a document that is written whole is left out ("left-out"), except for what the writers of
/// surfaces and clips report themselves.
void note_what_worlds_lack(const Document& document, FileFormat format, Diagnostics& notes);

}  // namespace vitruvian::vrml

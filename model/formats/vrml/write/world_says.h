// What a VRML97 or X3D world with H-Anim figures has no place for, whatever stands in it.
#pragma once

#include "model/document/differences.h"

namespace vitruvian::vrml {

/// False where no world of this format says the field: bones (a joint's name says them), expressions, what a
/// surface has beyond VRML's materials, or X3D 4's. An empty field is the whole thing.
[[nodiscard]] bool world_says(Part part, std::string_view field, FileFormat format);

/// Notes what of a document that is written anew is left out ("left-out"), but for what the writers of
/// surfaces and clips say themselves.
void note_what_worlds_lack(const Document& document, FileFormat format, Diagnostics& notes);

}  // namespace vitruvian::vrml

// The files beside a world that it refers to by relative URL: textures, Inlines, libraries of PROTOs and what
// these refer to in turn. A world that is saved in another folder takes them along.
#pragma once

#include "model/io/save.h"
#include "model/vrml/world.h"

namespace vitruvian::vrml {

/// Adds to `out.side_files` each file that `world`, opened in the folder `from`, refers to and that is not
/// yet in the same place below `to`. Where another file is in that place, or a reference leads out of `from`,
/// it is noted ("reference-not-carried").
void carry_references(World& world, const std::filesystem::path& from, const std::filesystem::path& to,
                      EncodedDocument& out);

}  // namespace vitruvian::vrml

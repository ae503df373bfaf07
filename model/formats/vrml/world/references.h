// The files beside a world that it refers to by relative URL: textures, films, sounds, Inlines, libraries of PROTOs and what
// these refer to in turn. A world that is saved in another folder takes them along.
#pragma once

#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/world/world.h"
#include "model/io/save_options.h"

namespace vitruvian::vrml {

/// Adds to `out.side_files` each picture, film, sound and world that `world`, opened in the folder `from`, refers to, in
/// the same place below the new folder. Where that place is another file's, it goes under another name, and
/// the edits that say so in the root file's text are given. What cannot go along (a reference that leads out
/// of `from`, something that is none of these, a taken name in a file that is not the root) is
/// noted ("reference-not-carried").
[[nodiscard]] TextEdits carry_references(World& world, const std::filesystem::path& from,
                                         const SaveOptions& options, EncodedDocument& out);

}  // namespace vitruvian::vrml

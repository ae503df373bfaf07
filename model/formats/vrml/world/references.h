// Files that a world refers to by relative URL: textures, movies, sounds, Inlines, PROTO libraries and what
// these refer to in turn. They are copied when the world is saved in another folder.
#pragma once

#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/world/world.h"
#include "model/io/save_options.h"

namespace vitruvian::vrml {

/// Adds to `out.side_files` each image, movie, sound and world that `world`, opened in the folder `from`,
/// refers to, at the same relative path in the new folder. Where that path is taken by another file, it gets
/// another name, and the edits of the root file's text for it are returned. A reference that cannot be copied
/// (one that leads out of `from`, a file of another kind, a taken name in a file other than the root) is
/// noted ("reference-not-carried").
[[nodiscard]] TextEdits carry_references(World& world, const std::filesystem::path& from,
                                         const SaveOptions& options, EncodedDocument& out);

}  // namespace vitruvian::vrml

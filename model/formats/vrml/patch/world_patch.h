// Saves a VRML97 or X3D world in its own encoding by changing only the bytes that say what was edited.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian {

/// The bytes of `document`'s file with its edits in them; without edits, exactly the bytes that were read.
/// `document` has a source and is of a VRML97 or X3D format. The result is read again before it is given out:
/// it says what the document says. What no such file can say (a joint frozen about all axes, a bone map that
/// its names do not say) is in the notes.
/// Of the options, `compress`, `progress` and `cancel` count. Errors: "cancelled", "source-changed" (another
/// program changed the file while it was mapped), "save-structure" (an edit that only rewriting the file can
/// carry), "save-other-file", "save-shared", "save-no-place" (see FieldPatcher).
[[nodiscard]] Result<EncodedDocument> patch_world(const Document& document, const SaveOptions& options);

}  // namespace vitruvian

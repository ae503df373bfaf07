// Saves a VRML97 or X3D world in its own encoding by changing only the bytes that store what was edited.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian {

/// Returns the bytes of `document`'s file with its edits applied; without edits, exactly the bytes that were
/// read. `document` has a source in a VRML97 or X3D format. The result is read back and compared with the
/// document before it is returned. What no such file can store (a joint locked about all axes, a bone map
/// that does not follow from the names) is noted.
/// The options used are `compress`, `progress` and `cancel`. Errors: "cancelled", "source-changed" (another
/// program changed the file while it was mapped), "save-structure" (an edit that can only be stored by
/// rewriting the file), "save-other-file", "save-shared", "save-no-place" (see FieldPatcher).
[[nodiscard]] Result<EncodedDocument> patch_world(const Document& document, const SaveOptions& options);

}  // namespace vitruvian

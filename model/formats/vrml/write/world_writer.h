// Any document as a new VRML97 or X3D file with an H-Anim figure (H-Anim 1.1, ISO/IEC 19774-1). Files that
// are only to be changed here and there are another writer's.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian {

/// `options.format` is one of VRML97, X3D classic, XML or JSON. Notes tell what could not be carried over,
/// also of the file that the document was read from: Scripts, sensors, sounds, ROUTEs to them.
[[nodiscard]] Result<EncodedDocument> write_world(const Document& document, const SaveOptions& options);

}  // namespace vitruvian

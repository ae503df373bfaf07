// Writes any document as a new VRML97 or X3D file with an H-Anim figure (H-Anim 1.1, ISO/IEC 19774-1). See
// world_patch.h for edits in place.
#pragma once

#include "model/io/save_options.h"

namespace vitruvian {

/// `options.format` is VRML97, X3D classic, XML or JSON. What could not be written is noted, also for the
/// file that the document was read from: Scripts, sensors, sounds, ROUTEs to them.
[[nodiscard]] Result<EncodedDocument> write_world(const Document& document, const SaveOptions& options);

}  // namespace vitruvian

// Conversion of a figure's pose to its rest pose.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// Merges the deltas of the humanoid's joints into their rests, binds the meshes they move there, and changes
/// clips so that they look the same. Errors, which may leave the document partly changed: "edit-scaled-pose",
/// "edit-turned-frame", if H-Anim, whose joints have no rest rotation, cannot represent the rest.
[[nodiscard]] Result<void> pose_as_rest(Document& document, int humanoid);

}  // namespace vitruvian

// The pose that a figure has as its rest.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// Takes the deltas of the humanoid's joints into their rests, binds what they move there, and gives clips keys that
/// show what they showed. Errors, which may leave the document half changed: "edit-scaled-pose", "edit-turned-frame",
/// where H-Anim, whose joints rest unturned, cannot say the rest.
[[nodiscard]] Result<void> pose_as_rest(Document& document, int humanoid);

}  // namespace vitruvian

// Moving a joint's frame while everything else keeps its rest placement.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// Moves the centre of joint `joint` of humanoid `humanoid` (both in range) to `centre`, in the humanoid's
/// frame at rest. With d the displacement in the joint's own frame: T(d) is appended to the joint's rest,
/// T(-d) prepended to its children's rests and its skin entries, so that at rest no child, site, camera or
/// vertex moves. Clips are unchanged: an H-Anim clip's rotations are now about the new centre, while a glTF
/// clip that keys the translation of the joint or of a child still moves that node to the position in the
/// file. Returns an Error, with nothing changed, if the joint's rest frame is singular so that d cannot be
/// expressed in it.
[[nodiscard]] Result<void> move_centre(Document& document, std::size_t humanoid, std::size_t joint,
                                       const vec3& centre);

}  // namespace vitruvian

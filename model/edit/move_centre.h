// Moving a joint's frame without moving anything else at rest.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// Puts the centre of joint `joint` of humanoid `humanoid` (both in range) at `centre`, in the humanoid's
/// frame at rest. With d the move in the joint's own frame: the joint's rest gets T(d) after it, its
/// children's T(-d) before it, and so do its skin entries, so that at rest no child, site, camera or vertex
/// moves. Clips are kept as they are: an H-Anim clip's rotations now turn about the new centre, while a glTF
/// clip that keys the translation of the joint or of a child still puts that node where the file says. An
/// Error, and nothing changed, where the joint's rest frame is flattened so that d cannot be expressed in it.
[[nodiscard]] Result<void> move_centre(Document& document, std::size_t humanoid, std::size_t joint,
                                       const vec3& centre);

}  // namespace vitruvian

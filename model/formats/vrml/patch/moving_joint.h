// The joint on which a new displacer of a skin is saved.
#pragma once

#include "model/document/document.h"

namespace vitruvian::vrml {

/// Returns the node that moves most of what the displacer moves, as when a whole file is written (place_skin_displacers);
/// -1 if it moves no vertex of a skin.
[[nodiscard]] int moving_joint(const Document& document, int displacer);

}  // namespace vitruvian::vrml

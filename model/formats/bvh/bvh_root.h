// How the positions of a BVH file's root are meant. The format does not specify whether they replace its
// OFFSET, as in nearly all programs, or are added to it, as in three.js.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// For a document whose first clip has positions that replace the OFFSET: returns true where the root then
/// stays near 0 along +Y (or +Z) and the figure's lowest joint is far below the ground in most of the motion,
/// while with the OFFSET added it is on the ground.
[[nodiscard]] bool root_adds_to_offset(const Document& document);

}  // namespace vitruvian

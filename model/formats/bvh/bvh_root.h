// How the positions of a BVH file's root are meant. The format does not say whether they replace its OFFSET, as
// nearly all programs have it, or come on top, as three.js has it.
#pragma once

#include "model/document/document.h"

namespace vitruvian {

/// For a document whose first clip has the positions in place of the OFFSET: true where the root
/// then stays near 0 along +Y (or +Z) and the figure's lowest joint far below the ground in most of the motion,
/// and on it with the sum.
[[nodiscard]] bool root_adds_to_offset(const Document& document);

}  // namespace vitruvian

// Does a world that was patched and read again say what the edited document says?
#pragma once

#include "model/document/differences.h"

#include <vector>

namespace vitruvian::vrml {

/// What still differs, of what a world can say. Numbers are compared to 1e-5 relative, a node's frame by the
/// transform that its rest and pose make together (of a robot's file, whose transforms are placement, a
/// rotation comes back as part of the rest), and joints that are frozen about all axes read as free.
[[nodiscard]] std::vector<Difference> patch_differences(const Document& found, const Document& expected);

}  // namespace vitruvian::vrml

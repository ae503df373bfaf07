// Compares a world that was patched and read back with the edited document.
#pragma once

#include "model/document/differences.h"

#include <vector>

namespace vitruvian::vrml {

/// Returns the remaining differences, of what a world can store. Numbers are compared to 1e-5 relative, and a
/// node's frame by the product of its rest and pose (in a robot's file, whose transforms are placement, a
/// rotation is read back as part of the rest); joints that are locked about all axes read as free.
[[nodiscard]] std::vector<Difference> patch_differences(const Document& found, const Document& expected);

}  // namespace vitruvian::vrml
